//! PowerShell, written as bash.
//!
//! [`as_bash`] reads PowerShell and writes what it does as bash, every byte with
//! its place in the text: commands, pipelines, redirections, variables, lists,
//! conditions, loops and functions mean in both the same, so all that is known of
//! them in bash holds here. What bash has no counterpart for (operators,
//! properties, methods, hash tables) is a value that is not known; commands
//! inside of it stand in `$( )`, and are seen. Time is linear but for nesting,
//! which is bounded; any text has an answer.
//!
//! Source: about_Parsing, about_Quoting_Rules, about_Operators and the other
//! `about` pages of PowerShell 7.4. No PowerShell was there to be asked.

mod arguments;
mod command;
mod compound;
mod expression;
mod names;
mod pipeline;
mod statement;
#[cfg(test)]
mod tests;
mod word;

use crate::{Limit, Mapped, Span};
use foldhash::{HashMap, HashSet};

/// How deep brackets may stand in one another.
const DEEPEST: u32 = 60;

/// PowerShell as the bash that does the same.
pub(crate) fn as_bash(code: &Mapped) -> Result<Mapped, Limit> {
    let code = &straight(code);
    let mut reader = Reader {
        code,
        text: code.text(),
        at: 0,
        depth: 0,
        too_deep: false,
        arrays: HashSet::default(),
        listed: false,
        functions: HashSet::default(),
        table: Vec::new(),
        tables: HashMap::default(),
    };
    let bash = reader.statements(None);
    if reader.too_deep { Err(Limit::Depth) } else { Ok(bash) }
}

/// The code with the quotes that PowerShell takes for `'` and `"` written so.
fn straight(code: &Mapped) -> Mapped {
    const QUOTES: &[(char, &str)] = &[
        ('\u{2018}', "'"),
        ('\u{2019}', "'"),
        ('\u{201a}', "'"),
        ('\u{201b}', "'"),
        ('\u{201c}', "\""),
        ('\u{201d}', "\""),
        ('\u{201e}', "\""),
    ];
    let mut made = Mapped::default();
    let mut kept = 0;
    for (at, quote) in code.text().match_indices(|char| QUOTES.iter().any(|(curly, _)| *curly == char)) {
        let plain = QUOTES.iter().find(|(curly, _)| quote.starts_with(*curly)).map_or("", |(_, plain)| plain);
        made.push_slice(code, kept..at);
        made.push(plain, code.span(at..at + quote.len()));
        kept = at + quote.len();
    }
    made.push_slice(code, kept..code.len());
    made
}

/// What `-EncodedCommand` holds: base64 of UTF-16.
pub(crate) fn decoded(code: &Mapped) -> Option<Mapped> {
    let bytes = crate::value::decode::decoded64(code.text())?;
    let units = bytes.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]]));
    let text: String = char::decode_utf16(units).collect::<Result<_, _>>().ok()?;
    let mut decoded = Mapped::default();
    decoded.push(&text, code.span(0..code.text().len()));
    Some(decoded)
}

/// Goes through the text once.
struct Reader<'a> {
    code: &'a Mapped,
    text: &'a str,
    /// Where it is, in bytes of the text.
    at: usize,
    depth: u32,
    too_deep: bool,
    /// Variables that hold lists.
    arrays: HashSet<String>,
    /// What the command before handed on are files.
    listed: bool,
    /// Functions and aliases, in lower case.
    functions: HashSet<String>,
    /// The entries of the `@{ }` read last, as parameters.
    table: Vec<Word>,
    /// Variables that hold such: `@name` gives them to a command.
    tables: HashMap<String, Vec<Word>>,
}

/// A word of bash.
#[derive(Clone, Default)]
struct Word {
    /// As bash would write it, with its quotes.
    bash: Mapped,
    /// What it says, if that is plain text.
    plain: Option<String>,
    /// The variable that it is, as bash names it.
    variable: Option<String>,
    /// It stands in a list, behind the word before it.
    behind: bool,
}

/// What an expression comes to.
#[derive(Clone, Default)]
struct Value {
    words: Vec<Word>,
    /// Its words are the elements of a list, be there one or none.
    list: bool,
}

/// The place before a text. What bash needs there has no bytes in the source.
fn before(text: &Mapped) -> Span {
    let start = text.span(0..0).start;
    Span::new(start, start)
}

impl Reader<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// The byte `ahead` of this one; 0 behind the end.
    fn byte(&self, ahead: usize) -> u8 {
        self.text.as_bytes().get(self.at + ahead).copied().unwrap_or(0)
    }

    fn eat(&mut self, token: &str) -> bool {
        let found = self.rest().starts_with(token);
        if found {
            self.at += token.len();
        }
        found
    }

    fn step(&mut self) {
        self.at += self.peek().map_or(0, char::len_utf8);
    }

    /// The place just here.
    fn here(&self) -> Span {
        self.code.span(self.at..self.at)
    }

    /// Writes text of bash that stands for what is here.
    fn say(&self, out: &mut Mapped, text: &str) {
        out.push(text, self.here());
    }

    /// Writes a value that is not known, for what stands from `start` up to here.
    fn say_unknown(&self, out: &mut Mapped, start: usize) {
        out.push_stand_in("$_value", self.code.span(start..self.at.max(start)));
    }

    /// Passes over blanks, comments and line breaks that a backtick continues.
    fn blanks(&mut self) {
        loop {
            let rest = self.rest();
            let blank = rest.len() - rest.trim_start_matches([' ', '\t', '\r', '\u{a0}']).len();
            if blank > 0 {
                self.at += blank;
            } else if rest.starts_with("`\n") || rest.starts_with("`\r\n") {
                self.at += 2 + usize::from(rest.as_bytes()[1] == b'\r');
            } else if rest.starts_with("<#") {
                self.at += rest.find("#>").map_or(rest.len(), |end| end + 2);
            } else if rest.starts_with('#') {
                self.at += rest.find('\n').unwrap_or(rest.len());
            } else {
                return;
            }
        }
    }

    /// As `blanks`, and over line breaks.
    fn lines(&mut self) {
        loop {
            self.blanks();
            if self.byte(0) != b'\n' {
                return;
            }
            self.at += 1;
        }
    }

    /// Reads something one bracket deeper.
    fn deeper<T: Default>(&mut self, read: impl FnOnce(&mut Self) -> T) -> T {
        if self.depth == DEEPEST {
            self.too_deep = true;
            self.at = self.text.len();
            return T::default();
        }
        self.depth += 1;
        let made = read(self);
        self.depth -= 1;
        made
    }
}
