//! Tokens of code, as far as the languages agree on them.
//!
//! The lexer here knows blanks, comments, names, numbers, marks and brackets.
//! What a language has of its own (strings, regular expressions,
//! here-documents) is the business of [`Syntax::special`], which looks first.

use super::text::Piece;
use crate::Mapped;
use std::ops::Range;

/// Code in the holes of texts in the holes of texts (`${`${x}`}`) is read
/// this deep; deeper holes are only text.
const DEEPEST_HOLE: u32 = 32;

/// One token.
#[derive(Clone, Debug)]
pub(super) struct Token<'a> {
    pub kind: Kind<'a>,
    /// What is written there: tokens are looked at far more often than made.
    pub word: &'a str,
    /// Where it begins in the code, in bytes.
    pub start: u32,
    /// Its column, if it is the first one of its line.
    pub column: Option<u32>,
}

impl Token<'_> {
    /// Where it stands in the code, in bytes.
    pub fn range(&self) -> Range<usize> {
        let start = self.start as usize;
        start..start + self.word.len()
    }
}

#[derive(Clone, Debug)]
pub(super) enum Kind<'a> {
    /// An identifier or keyword, with its sigil (`$x`, `@x`).
    Name,
    Number,
    /// A string literal.
    Text(Vec<Piece<'a>>),
    /// Text that is handed to a shell: backquotes, `qx()`, `%x()`.
    Command(Vec<Piece<'a>>),
    /// `qw(a b)`, `%w[a b]`
    Words(Vec<Mapped>),
    /// A regular expression; code that runs on each match comes as tokens.
    Regex,
    Mark,
    /// The end of a line, where the language makes it the end of a statement.
    Line,
}

/// What the lexer has to know about a language.
pub(super) struct Syntax {
    /// The end of a line ends a statement, but not in these brackets.
    pub joined_in: Option<&'static [u8]>,
    /// What begins a comment that goes to the end of its line.
    pub comments: &'static [&'static str],
    /// What begins and ends any other comment.
    pub blocks: &'static [(&'static str, &'static str)],
    /// Characters that a name may begin with beside letters and `_`.
    pub sigils: &'static str,
    /// Takes what only this language has; `false` where there is no such thing.
    pub special: fn(&mut Lexer<'_>) -> bool,
}

impl Syntax {
    fn may_begin_comment(&self, byte: u8) -> bool {
        let begins = |open: &str| open.as_bytes().first() == Some(&byte);
        self.comments.iter().any(|open| begins(open)) || self.blocks.iter().any(|(open, _)| begins(open))
    }
}

/// Marks of more than one character, longest first.
const MARKS: &[&str] = &[
    "...", "===", "!==", "||=", "??=", "**=", "//=", "=>", "==", "!=", "<=", ">=", "+=", "-=", "*=", "/=",
    ".=", "->", "::", ":=", "||", "&&", "**", "..", "?.", "??", "&.", "=~", "!~", "<<", ">>", "|&",
];

/// Which ASCII characters begin one of them.
const BEGIN_MARKS: u128 = {
    let (mut bits, mut at) = (0, 0);
    while at < MARKS.len() {
        bits |= 1 << MARKS[at].as_bytes()[0];
        at += 1;
    }
    bits
};

pub(super) struct Lexer<'a> {
    pub code: &'a Mapped,
    pub text: &'a str,
    pub at: usize,
    pub tokens: Vec<Token<'a>>,
    syntax: &'static Syntax,
    brackets: Vec<u8>,
    depth: u32,
    /// Where the body of a here-document begins, and where it ends.
    skip: Option<(usize, usize)>,
    /// Where the line began.
    line: usize,
    fresh: bool,
}

/// The tokens of code, in time linear in its length.
pub(super) fn tokens<'a>(code: &'a Mapped, syntax: &'static Syntax) -> Vec<Token<'a>> {
    let mut lexer = Lexer {
        code,
        text: code.text(),
        at: 0,
        // Names and marks are short.
        tokens: Vec::with_capacity(code.len() / 4),
        syntax,
        brackets: Vec::new(),
        depth: 0,
        skip: None,
        line: 0,
        fresh: true,
    };
    lexer.run(None);
    lexer.tokens
}

impl<'a> Lexer<'a> {
    /// What is left of the code.
    pub fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    pub fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// Adds a token that ends here.
    pub fn push(&mut self, kind: Kind<'a>, start: usize) {
        let column = self.fresh.then(|| (start - self.line.min(start)) as u32);
        self.fresh = false;
        let word = self.text.get(start..self.at).unwrap_or_default();
        self.tokens.push(Token { kind, word, start: start as u32, column });
    }

    /// The last token that is more than a line end, as text.
    pub fn last(&self) -> Option<(&Kind<'a>, &'a str)> {
        self.tokens.last().map(|token| (&token.kind, token.word))
    }

    /// Whether a value may begin here, by the token before: what tells a
    /// regular expression from a division. After the names of `words` one may.
    pub fn wants_value(&self, words: &[&str]) -> bool {
        match self.last() {
            None => true,
            Some((Kind::Mark, mark)) => !matches!(mark, ")" | "]" | "}"),
            Some((Kind::Line, _)) => true,
            Some((Kind::Name, name)) => words.contains(&name),
            Some(_) => false,
        }
    }

    /// The length of the name at the start of `text`.
    pub fn name_length(text: &str) -> usize {
        let ends = |b: &u8| !(b.is_ascii_alphanumeric() || *b == b'_');
        let ascii = text.as_bytes().iter().position(ends).unwrap_or(text.len());
        if text.as_bytes().get(ascii).is_none_or(u8::is_ascii) {
            return ascii;
        }
        let other = |c: char| !(c.is_alphanumeric() || c == '_');
        text.find(other).unwrap_or(text.len())
    }

    fn run(&mut self, close: Option<u8>) {
        while let Some(byte) = self.byte() {
            if close == Some(byte) && self.brackets.is_empty() {
                return;
            }
            let comment = self.syntax.may_begin_comment(byte) && self.comment();
            if comment || self.blank(byte) || (self.syntax.special)(self) {
                continue;
            }
            self.word(byte);
        }
    }

    fn blank(&mut self, byte: u8) -> bool {
        if byte == b'\n' {
            self.line_end();
        } else if byte == b'\\' && self.text.as_bytes().get(self.at + 1) == Some(&b'\n') {
            self.at += 2;
            self.line = self.at;
        } else if byte.is_ascii_whitespace() {
            let is_blank = |byte: &u8| byte.is_ascii_whitespace() && *byte != b'\n';
            self.at += self.text.as_bytes()[self.at..].iter().take_while(|byte| is_blank(byte)).count();
        } else {
            return false;
        }
        true
    }

    fn line_end(&mut self) {
        self.at += 1;
        let ends = self
            .syntax
            .joined_in
            .is_some_and(|joined| !self.brackets.last().is_some_and(|bracket| joined.contains(bracket)));
        if ends && !matches!(self.last(), None | Some((Kind::Line, _))) {
            self.push(Kind::Line, self.at - 1);
        }
        if let Some((start, end)) = self.skip
            && self.at == start
        {
            self.at = end;
            self.skip = None;
        }
        self.line = self.at;
        self.fresh = true;
    }

    fn comment(&mut self) -> bool {
        let rest = self.rest();
        if let Some((open, close)) = self.syntax.blocks.iter().find(|(open, _)| rest.starts_with(open)) {
            let body = &rest[open.len()..];
            self.at += body.find(close).map_or(rest.len(), |end| open.len() + end + close.len());
            return true;
        }
        if self.syntax.comments.iter().any(|open| rest.starts_with(open)) {
            self.at += rest.find('\n').unwrap_or(rest.len());
            return true;
        }
        false
    }

    fn word(&mut self, byte: u8) {
        let start = self.at;
        let rest = self.rest();
        if byte.is_ascii_alphanumeric() || byte == b'_' {
            self.at += Self::name_length(rest);
            return self.push(if byte.is_ascii_digit() { Kind::Number } else { Kind::Name }, start);
        }
        let Some(first) = rest.chars().next() else { return };
        if first.is_alphabetic() {
            self.at += Self::name_length(rest);
            self.push(Kind::Name, start);
        } else if self.syntax.sigils.contains(first) && Self::name_length(&rest[1..]) > 0 {
            self.at += 1 + Self::name_length(&rest[1..]);
            self.push(Kind::Name, start);
        } else {
            self.mark(first);
        }
    }

    fn mark(&mut self, first: char) {
        let start = self.at;
        let rest = self.rest();
        let several = BEGIN_MARKS >> (first as u32).min(127) & 1 == 1
            && rest.as_bytes().get(1).is_some_and(u8::is_ascii_punctuation);
        let begins = |mark: &&&str| rest.starts_with(**mark);
        let long = if several { MARKS.iter().find(begins) } else { None };
        self.at += long.map_or(first.len_utf8(), |mark| mark.len());
        match first {
            '(' | '[' | '{' => self.brackets.push(first as u8),
            ')' | ']' | '}' => {
                self.brackets.pop();
            }
            _ => {}
        }
        self.push(Kind::Mark, start);
    }

    /// Reads the code of a hole that ends with `close`, which is read too.
    pub fn hole(&mut self, close: u8) -> Piece<'a> {
        let start = self.at;
        let tokens = std::mem::take(&mut self.tokens);
        let brackets = std::mem::take(&mut self.brackets);
        let (line, fresh) = (self.line, self.fresh);
        self.depth += 1;
        if self.depth > DEEPEST_HOLE {
            self.at += self.rest().find(char::from(close)).unwrap_or(self.rest().len());
        } else {
            self.run(Some(close));
        }
        self.depth -= 1;
        (self.line, self.fresh) = (line, fresh);
        self.brackets = brackets;
        let inside = std::mem::replace(&mut self.tokens, tokens);
        let range = start..self.at;
        self.at = (self.at + 1).min(self.text.len());
        Piece::Hole { tokens: inside.into(), range }
    }

    /// Where the body of a here-document that is announced here begins.
    pub fn body_start(&self) -> usize {
        match self.skip {
            Some((_, end)) => end,
            None => self.rest().find('\n').map_or(self.text.len(), |end| self.at + end + 1),
        }
    }

    /// The text from the next line on, up to `end`, was read already.
    pub fn skip_body(&mut self, start: usize, end: usize) {
        let first = self.skip.map_or(start, |(first, _)| first);
        self.skip = Some((first, end));
    }
}
