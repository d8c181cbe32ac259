//! What each word of an argument vector is to the program that gets it.
//!
//! This reads words the way getopt(3) and its kin do, with a table row that
//! says which options take values: `sudo -uroot npm i`, `sudo --us root npm i`
//! and `sudo -En -- npm i` all tell that `npm` begins a command. It knows no
//! program by name; whatever differs between programs is in the row.
//!
//! Time is linear in the size of the vector, and any words will do: empty
//! ones, and options at the end that miss their value.

use crate::Span;
use crate::tables::walk::{Shows, TRACKED, Walk};
use crate::tables::{self, Arg, Family, Opt, Order, Program, Role, Sieve, UNKNOWN};
use smallvec::SmallVec;
use std::ops::Range;

/// What one word, or a part of it, is used for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Use {
    /// Index of the word in the argument vector.
    pub word: usize,
    /// Its bytes within that word.
    pub span: Span,
    /// What the program takes it for.
    pub role: Role,
}

impl Use {
    /// The use of these bytes of a word.
    pub fn new(word: usize, range: Range<usize>, role: Role) -> Self {
        Use { word, span: Span::new(range.start as u32, range.end as u32), role }
    }
}

/// What an argument vector says, read once.
#[derive(Clone, Debug, Default)]
pub struct Reading {
    /// The table row for the program and subcommands that it names.
    pub row: Option<&'static Program>,
    /// The index of the first word after them.
    pub start: usize,
    /// The uses of all words after the first, in order. Names of options, and
    /// options that take no value, are not among them. A role that takes the
    /// rest is reported for the word where it begins.
    pub uses: SmallVec<[Use; 2]>,
    /// How the program enters folders, if it does, and what its operands are
    /// that stand for the current folder where none is given.
    pub walk: Option<(Walk, Role)>,
    /// Whether a shell reads its standard input, given no command.
    pub reads_script: bool,
}

/// Reads all words. `argv[0]` is a base name.
pub fn read(argv: &[&str]) -> Reading {
    let Some(name) = argv.first() else { return Reading::default() };
    let mut reader = Reader::new(argv, Family::of(name));
    while reader.step() {}
    reader.finish()
}

/// Where the command begins in the arguments of a wrapper that has no row:
/// its first operand, when `value_options` name the options that take the
/// next word as their value. An assignment there is for the command, as for env(1)
/// and cross-env: no program has such a name.
pub fn wrapped(argv: &[&str], value_options: &[&str]) -> Option<usize> {
    let mut at = 1;
    while at < argv.len() {
        match argv[at] {
            "--" => {
                at += 1;
                break;
            }
            word if value_options.contains(&word) => at += 2,
            word if word.len() > 1 && word.starts_with('-') => at += 1,
            _ => break,
        }
    }
    let behind = argv.get(at..)?;
    let assignments = behind.iter().take_while(|word| is_assignment(word)).count();
    (assignments < behind.len()).then_some(at + assignments)
}

struct Reader<'a> {
    argv: &'a [&'a str],
    /// Index of the next word to read.
    at: usize,
    family: Family,
    /// The subcommands read so far.
    path: SmallVec<[&'a str; 2]>,
    row: &'static Program,
    /// The row above, when its options hold here too.
    above: Option<&'static Program>,
    /// Index of the first word after the subcommands.
    start: usize,
    /// Options may still come.
    open: bool,
    /// A `--` was read.
    dashes: bool,
    /// How many operands were read.
    operands: usize,
    /// An option stands in for the first operand.
    filled: bool,
    /// The last operand is one like the others.
    no_last: bool,
    turns: Vec<&'static [(Role, Role)]>,
    walks: Option<Walk>,
    shows: Vec<Shows>,
    reads_script: Option<bool>,
    found: SmallVec<[Found; 4]>,
}

/// A use that may change with what is read later.
struct Found {
    word: usize,
    range: Range<usize>,
    what: What,
}

enum What {
    /// The operand of this index; its role is known at the end.
    Operand(usize),
    /// Of this role, unless another option turns it into another.
    Is(Role),
    /// Of this role, whatever the other options say.
    Fixed(Role),
}

impl What {
    fn value_of(opt: &Opt) -> What {
        if opt.fixed { What::Fixed(opt.role) } else { What::Is(opt.role) }
    }
}

impl<'a> Reader<'a> {
    fn new(argv: &'a [&'a str], family: Family) -> Self {
        let row = family.at(&[]).unwrap_or(&UNKNOWN);
        Reader {
            argv,
            at: 1,
            family,
            path: SmallVec::new(),
            row,
            above: None,
            start: 1,
            open: row.order != Order::Nowhere,
            dashes: false,
            operands: 0,
            filled: false,
            no_last: false,
            turns: Vec::new(),
            walks: None,
            shows: Vec::new(),
            reads_script: None,
            found: SmallVec::new(),
        }
    }

    /// Reads the next option or operand. Says no if there is none.
    fn step(&mut self) -> bool {
        let Some(&word) = self.argv.get(self.at) else {
            return false;
        };
        if !(self.open && self.option(word)) {
            self.operand(word);
        }
        true
    }

    /// Reads an option and its value. Says no, with nothing read, if `word`
    /// is none.
    fn option(&mut self, word: &'a str) -> bool {
        if self.row.bundled && self.at == self.start && !word.starts_with('-') {
            self.bundle(word);
        } else if let Some(opt) = self.named(word) {
            self.take(opt, None);
        } else if word == "--" {
            self.at += 1;
            self.open = false;
            self.dashes = true;
        } else if let Some(long) = word.strip_prefix("--") {
            self.long(word, long);
        } else if word.len() > 1 && self.begins_cluster(word) {
            self.cluster(word);
        } else {
            return false;
        }
        true
    }

    /// `--name`, `--name=value`, or a prefix of a name that fits one only.
    fn long(&mut self, word: &str, long: &str) {
        let name_end = word.find('=').unwrap_or(word.len());
        let value = (name_end < word.len()).then(|| name_end + 1..word.len());
        let name = &word[..name_end];
        let known = !std::ptr::eq(self.row, &UNKNOWN);
        if let Some(opt) = self.named(name).or_else(|| self.abbreviated(name)) {
            self.take(opt, value);
        } else if known && matches!(long, "help" | "version") {
            self.end_with_query();
        } else {
            self.glued(value, What::Is(self.row.unlisted));
            self.at += 1;
        }
    }

    /// `-abc`, `-avalue`, `-name=value`.
    fn cluster(&mut self, word: &str) {
        if let Some((name, _)) = word.split_once('=')
            && name.chars().count() > 2
            && let Some(opt) = self.named(name)
        {
            return self.take(opt, Some(name.len() + 1..word.len()));
        }
        let (sign, letters) = word.split_at(1);
        if let Some(opt) = self.named(sign).filter(|opt| opt.arg == Arg::Glued) {
            return self.take(opt, Some(1..word.len()));
        }
        let mut values = 0;
        for (at, letter) in letters.char_indices() {
            let rest = 1 + at + letter.len_utf8()..word.len();
            if letter == '=' {
                self.glued(Some(rest), What::Is(self.row.unlisted));
                break;
            }
            let Some(opt) = self.letter(sign, letter).filter(|_| self.row.clusters) else {
                continue;
            };
            if opt.role == Role::Query {
                return self.end_with_query();
            }
            match opt.arg {
                Arg::None => self.change(opt),
                Arg::Next => values += self.value(self.at + 1 + values, opt),
                _ if rest.is_empty() => {
                    self.at += values;
                    return self.take(opt, None);
                }
                _ => return self.take(opt, Some(rest)),
            }
        }
        self.at += 1 + values;
    }

    /// The letters of `tar xzf`: values are the words after it, one by one.
    fn bundle(&mut self, word: &str) {
        let mut values = 0;
        for letter in word.chars() {
            match self.letter("-", letter) {
                Some(opt) if opt.arg == Arg::Value => {
                    values += self.value(self.at + 1 + values, opt);
                }
                Some(opt) => self.change(opt),
                None => {}
            }
        }
        self.at += 1 + values;
    }

    /// Takes the word at `at` as the value of `opt`, and tells how many words that is.
    fn value(&mut self, at: usize, opt: &'static Opt) -> usize {
        self.change(opt);
        let Some(word) = self.argv.get(at) else {
            return 0;
        };
        self.push(at, 0..word.len(), What::value_of(opt));
        1
    }

    /// Takes a whole option: its value is `glued`, or the word after it.
    fn take(&mut self, opt: &'static Opt, glued: Option<Range<usize>>) {
        if opt.role == Role::Query {
            return self.end_with_query();
        }
        let next = self.at + 1;
        match (opt.arg, glued) {
            (Arg::Words, Some(range)) => return self.take_words(self.at, range, opt.role),
            (Arg::Words, None) => {
                // `--` only says where they begin.
                let next = next + usize::from(self.argv.get(next) == Some(&"--"));
                let len = self.argv.get(next).map_or(0, |word| word.len());
                return self.take_words(next, 0..len, opt.role);
            }
            (Arg::None, glued) => self.glued(glued, What::Is(self.row.unlisted)),
            (_, Some(range)) => self.glued(Some(range), What::value_of(opt)),
            (Arg::Glued, None) => self.at += usize::from(self.argv.get(next) == Some(&"")),
            (Arg::Value | Arg::Next, None) => self.at += self.value(next, opt),
            (Arg::List, None) => {
                let more = |at: usize| self.argv.get(at).is_some_and(|w| *w != "@" && !w.starts_with('-'));
                while more(self.at + 1) {
                    self.at += self.value(self.at + 1, opt);
                }
            }
            (Arg::Pair, None) => {
                self.at += self.value(next, opt);
                self.at += self.value(next + 1, opt);
            }
        }
        self.at = if opt.role.takes_the_rest() { self.argv.len() } else { self.at + 1 };
        self.change(opt);
        if opt.role == Role::Module {
            self.enter_module();
        }
    }

    /// Reads on as the program that the last value names, if that is a module
    /// of the same name.
    fn enter_module(&mut self) {
        let Some(Found { word, range, .. }) = self.found.last() else { return };
        let name = &self.argv[*word][range.clone()];
        if tables::MODULES.contains(&name) {
            let start = self.at;
            let found = std::mem::take(&mut self.found);
            *self = Reader { found, at: start, start, ..Reader::new(self.argv, Family::of(name)) };
        }
    }

    /// What an option changes for the words after it, and before it.
    fn change(&mut self, opt: &'static Opt) {
        if opt.role == Role::DryRun {
            self.push(self.at.min(self.argv.len() - 1), 0..0, What::Is(Role::DryRun));
        }
        self.filled |= opt.fills;
        self.no_last |= opt.no_last;
        self.open &= !opt.ends;
        // A row has few sets, so this stays short however often they are given.
        if !opt.turns.is_empty() && !self.turns.contains(&opt.turns) {
            self.turns.push(opt.turns);
        }
        self.walks = opt.walks.or(self.walks);
        self.reads_script = opt.reads_script.or(self.reads_script);
        // Given twice, an option has done all it can.
        if let Some(shows) = opt.shows.filter(|_| self.shows.len() < 4) {
            self.shows.push(shows);
        }
    }

    fn operand(&mut self, word: &'a str) {
        let is_first = self.operands == 0 && !self.dashes;
        if self.operands == 0 && self.row.assignments && is_assignment(word) {
            self.push(self.at, 0..word.len(), What::Is(Role::Env));
            self.at += 1;
            return;
        }
        if is_first && self.row.versions && is_version(word) {
            self.at += 1;
            return;
        }
        if is_first && self.row.programs.contains(&word) {
            return self.take_words(self.at, 0..word.len(), Role::Command);
        }
        if is_first && self.family.has_subcommands() && self.subcommand(word) {
            return;
        }
        // Among the paths of git, one that it is to leave out.
        if self.row.walks == Some(TRACKED)
            && let Some(start) = left_out(word)
        {
            self.push(self.at, start..word.len(), What::Is(Role::Except));
            self.at += 1;
            return;
        }
        self.open &= self.row.order == Order::Anywhere;
        let (what, role) = match self.row.after {
            Some(role) if self.dashes => (What::Is(role), role),
            _ => (What::Operand(self.operands), self.role_of_operand(self.operands)),
        };
        if self.turned(role).takes_the_rest() {
            // No command is called `--`: it was written to end options that had ended.
            if word == "--" && !self.dashes {
                self.dashes = true;
                self.at += 1;
                return;
            }
            return self.take_words(self.at, 0..word.len(), role);
        }
        self.operands += 1;
        self.push(self.at, 0..word.len(), what);
        self.at += 1;
    }

    fn subcommand(&mut self, word: &'a str) -> bool {
        self.path.push(word);
        let Some(row) = self.family.at(&self.path) else {
            self.path.pop();
            return false;
        };
        self.above = row.inherits.then_some(self.row);
        self.row = row;
        self.open = row.order != Order::Nowhere;
        self.at += 1;
        self.start = self.at;
        true
    }

    /// Reports that a role which takes the rest begins here, and goes on
    /// where it ends.
    fn take_words(&mut self, word: usize, range: Range<usize>, role: Role) {
        let rest = self.argv.get(word..).unwrap_or_default();
        if !rest.is_empty() {
            self.push(word, range, What::Is(role));
        }
        let end = self.row.until.and_then(|until| rest.iter().position(|word| *word == until));
        self.at = end.map_or(self.argv.len(), |end| word + end + 1);
    }

    fn end_with_query(&mut self) {
        self.found.clear();
        self.push(self.at, 0..self.argv[self.at].len(), What::Is(Role::Query));
        self.at = self.argv.len();
    }

    fn push(&mut self, word: usize, range: Range<usize>, what: What) {
        self.found.push(Found { word, range, what });
    }

    fn glued(&mut self, range: Option<Range<usize>>, what: What) {
        if let Some(range) = range {
            self.push(self.at, range, what);
        }
    }

    fn options(&self) -> impl Iterator<Item = &'static Opt> {
        self.row.options.iter().chain(self.above.map_or(&[][..], |above| above.options))
    }

    /// The option with this very name, dashes included.
    fn named(&self, name: &str) -> Option<&'static Opt> {
        if !name.starts_with(['-', '+', '/']) {
            return None;
        }
        let one = Sieve::one(name);
        self.row.option(name, one).or_else(|| self.above?.option(name, one))
    }

    /// The option with this sign (`-` or `+`) and letter.
    fn letter(&self, sign: &str, letter: char) -> Option<&'static Opt> {
        let is_it = |opt: &&Opt| match sign {
            "-" => opt.has_letter(letter),
            _ => {
                opt.names().any(|name| name.strip_prefix(sign).is_some_and(|rest| rest.chars().eq([letter])))
            }
        };
        self.options().find(is_it)
    }

    /// The option that `name` is the beginning of. If there are several, they
    /// must at least agree on what follows.
    fn abbreviated(&self, name: &str) -> Option<&'static Opt> {
        if !self.family.abbreviates() {
            return None;
        }
        let begins = |opt: &&Opt| opt.names().any(|known| known.starts_with(name));
        let mut all = self.options().filter(begins);
        let first = all.next()?;
        all.all(|other| (other.arg, other.role) == (first.arg, first.role)).then_some(first)
    }

    fn begins_cluster(&self, word: &str) -> bool {
        let has_plus = || self.options().any(|opt| opt.names().any(|n| n.starts_with('+')));
        word.starts_with('-') || word.starts_with('+') && has_plus()
    }

    fn role_of_operand(&self, index: usize) -> Role {
        let index = index + usize::from(self.filled);
        self.row.operands.get(index).copied().unwrap_or(self.row.rest)
    }

    fn turned(&self, role: Role) -> Role {
        self.turns
            .iter()
            .fold(role, |role, set| set.iter().find(|(from, _)| *from == role).map_or(role, |(_, to)| *to))
    }

    fn finish(self) -> Reading {
        let row = (!std::ptr::eq(self.row, &UNKNOWN)).then_some(self.row);
        let asks = |found: &Found| matches!(found.what, What::Is(Role::Query));
        let walks = self.walks.or(self.row.walks).filter(|_| !self.found.iter().any(asks));
        let walk = walks.map(|walk| {
            let walk = self.shows.iter().fold(walk, |walk, shows| walk.with(*shows));
            (walk, self.turned(self.row.rest))
        });
        let reads_script = self.reads_script.unwrap_or(self.row.reads_script);
        Reading { row, start: self.start, walk, reads_script, uses: self.uses() }
    }

    fn uses(&self) -> SmallVec<[Use; 2]> {
        let last = self.row.last.filter(|_| self.operands > 1 && !self.no_last);
        let mut uses = SmallVec::with_capacity(self.found.len());
        for Found { word, range, what } in &self.found {
            let role = match (what, last) {
                (What::Operand(at), Some(last)) if at + 1 == self.operands => self.turned(last),
                (What::Operand(at), _) => self.turned(self.role_of_operand(*at)),
                (What::Is(role), _) => self.turned(*role),
                (What::Fixed(role), _) => *role,
            };
            let (word, range) = (*word, range.clone());
            let Role::Part(part) = role else {
                uses.push(Use::new(word, range, role));
                continue;
            };
            for (inner, role) in part.cut(&self.argv[word][range.clone()]) {
                let range = range.start + inner.start..range.start + inner.end;
                uses.push(Use::new(word, range, role));
            }
        }
        uses
    }
}

/// Where the pattern begins in a pathspec that leaves files out: `:!dist`.
fn left_out(word: &str) -> Option<usize> {
    [":(exclude)", ":!", ":^"].iter().find(|magic| word.starts_with(**magic)).map(|magic| magic.len())
}

/// Whether env(1) and sudo(8) take the word as a variable.
fn is_assignment(word: &str) -> bool {
    !word.starts_with('/') && word.find('=').is_some_and(|at| at > 0)
}

/// Whether nvm(1) takes the word as a version: `18`, `v20.1`, `lts/iron`.
fn is_version(word: &str) -> bool {
    let number = word.strip_prefix('v').unwrap_or(word);
    number.starts_with(|char: char| char.is_ascii_digit())
        || word.starts_with("lts/")
        || matches!(word, "default" | "stable" | "system")
}

#[cfg(test)]
mod tests;
