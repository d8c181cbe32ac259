//! The options of a table row, and the functions that build them.

use super::row::Role;
use super::sieve::Sieve;
use super::walk::{Shows, Walk};

/// Whether an option takes a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arg {
    /// No.
    None,
    /// Yes: glued to it, or the next word.
    Value,
    /// Only a glued one (`-i.bak`, `--in-place=.bak`). An empty word after
    /// the option is the BSD way to give none (`sed -i ''`).
    Glued,
    /// The next two words (`jq --arg name value`).
    Pair,
    /// The next word, whatever else is glued to it (`bash -oe pipefail`).
    Next,
    /// All words after it, up to [`Program::until`].
    Words,
    /// All words after it, each a value, up to an option or an `@` (`zip -x`).
    List,
}

/// Options that mean the same.
#[derive(Debug)]
pub struct Opt {
    /// The names, dashes included, with blanks between.
    names: &'static str,
    /// Which ASCII letters are names with one dash. Letters are looked up
    /// often, and a hostile cluster may have a million of them.
    letters: u128,
    pub(super) sieve: Sieve,
    /// Whether they take a value.
    pub arg: Arg,
    /// What the value is; for an option without one only `Query` and `DryRun` matter.
    pub role: Role,
    /// The first operand of the row is given by this option.
    pub fills: bool,
    /// All words after this option and its value are operands (`python -c`).
    pub ends: bool,
    /// The last operand is one like the others (`cp -t`).
    pub no_last: bool,
    /// What the value is stays the same whatever other options turn.
    pub fixed: bool,
    /// With this option, the first roles of the pairs are read as the second.
    pub turns: &'static [(Role, Role)],
    /// With this option, the program enters folders.
    pub walks: Option<Walk>,
    /// What a walk no longer passes over.
    pub shows: Option<Shows>,
    /// With this option, [`Program::reads_script`] is so.
    pub reads_script: Option<bool>,
}

/// An option without a value. Needed only for what it changes: options that
/// a row does not list are flags.
pub const fn flag(names: &'static str) -> Opt {
    Opt {
        names,
        letters: letters(names),
        sieve: Sieve::of(names, b' ', 0),
        arg: Arg::None,
        role: Role::Skip,
        fills: false,
        ends: false,
        no_last: false,
        fixed: false,
        turns: &[],
        walks: None,
        shows: None,
        reads_script: None,
    }
}

/// An option with a value that is neither file nor text.
pub const fn val(names: &'static str) -> Opt {
    takes(Role::Skip, names)
}

/// An option with a value.
pub const fn takes(role: Role, names: &'static str) -> Opt {
    let fills = matches!(role, Role::Pattern);
    Opt { arg: Arg::Value, role, fills, ..flag(names) }
}

/// An option whose value, if any, is glued to it.
pub const fn may(role: Role, names: &'static str) -> Opt {
    Opt { arg: Arg::Glued, role, ..flag(names) }
}

/// An option that takes the next word, although other letters may follow it.
pub const fn next(names: &'static str) -> Opt {
    Opt { arg: Arg::Next, ..val(names) }
}

/// An option that takes the next two words.
pub const fn pair(role: Role, names: &'static str) -> Opt {
    Opt { arg: Arg::Pair, ..takes(role, names) }
}

/// An option that takes all words after it.
pub const fn words(role: Role, names: &'static str) -> Opt {
    Opt { arg: Arg::Words, role, ..flag(names) }
}

/// An option each of whose next words is a value.
pub const fn list(role: Role, names: &'static str) -> Opt {
    Opt { arg: Arg::List, role, ..flag(names) }
}

/// An option with which the program runs and touches nothing.
pub const fn query(names: &'static str) -> Opt {
    Opt { role: Role::Query, ..flag(names) }
}

/// An option with which code is only read, and what it would do only said.
pub const fn dry_run(names: &'static str) -> Opt {
    Opt { role: Role::DryRun, ..flag(names) }
}

/// The bits of the letters that stand alone after one dash.
const fn letters(names: &str) -> u128 {
    let (mut bits, mut at, names) = (0, 0, names.as_bytes());
    while at + 1 < names.len() {
        let starts = names[at] == b'-' && (at == 0 || names[at - 1] == b' ');
        if starts && (at + 2 == names.len() || names[at + 2] == b' ') {
            bits |= 1 << (names[at + 1] & 0x7f);
        }
        at += 1;
    }
    bits
}

impl Opt {
    /// The names, dashes included.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.names.split(' ')
    }

    /// Whether this is one of the names; `one` is its sieve.
    pub fn is_named(&self, name: &str, one: Sieve) -> bool {
        // The names are so short that looking for blanks at once costs more.
        let mut names = self.names.as_bytes().split(|byte| *byte == b' ');
        self.sieve.has(one) && names.any(|known| known == name.as_bytes())
    }

    /// Whether this letter, after one dash, is one of the names.
    pub fn has_letter(&self, letter: char) -> bool {
        letter.is_ascii() && self.letters >> (letter as u32) & 1 == 1
    }

    /// Its value stands in for the first operand.
    pub const fn fills(mut self) -> Self {
        self.fills = true;
        self
    }

    /// What comes after it are operands.
    pub const fn ends(mut self) -> Self {
        self.ends = true;
        self
    }

    /// With it, the last operand is like the others.
    pub const fn no_last(mut self) -> Self {
        self.no_last = true;
        self
    }

    /// Other options do not change what its value is.
    pub const fn fixed(mut self) -> Self {
        self.fixed = true;
        self
    }

    /// With it, folders are entered.
    pub const fn walks(mut self, walk: Walk) -> Self {
        self.walks = Some(walk);
        self
    }

    /// With it, a shell reads the standard input, or none does.
    pub const fn reads_script(mut self, reads: bool) -> Self {
        self.reads_script = Some(reads);
        self
    }

    /// With it, a walk passes over less.
    pub const fn shows(mut self, shows: Shows) -> Self {
        self.shows = Some(shows);
        self
    }

    /// With it, each first role is read as the second.
    pub const fn turns(mut self, turns: &'static [(Role, Role)]) -> Self {
        self.turns = turns;
        self
    }
}
