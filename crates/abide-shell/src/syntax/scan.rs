//! Bytes, blanks, comments, and the tokens between words.

use super::Parser;
use super::tree::Word;
use super::word::Context;
use crate::Span;

/// Ends an unquoted word.
const ENDS_WORD: u8 = 1;
/// Means something inside an unquoted word.
const IN_WORD: u8 = 2;
/// Means something between double quotes.
const IN_DOUBLE: u8 = 4;
/// Ends the operand of `${ }`, or a subscript.
const CLOSES: u8 = 16;
/// Can stand in a name; digits not at its front.
const NAME: u8 = 8;

const CLASS: [u8; 256] = classes();

const fn classes() -> [u8; 256] {
    let mut table = [0; 256];
    let sets: [(&[u8], u8); 5] = [
        (b" \t\n;&|()<>", ENDS_WORD),
        (b"\\'\"$`*?[{", IN_WORD),
        (b"\\\"$`", IN_DOUBLE),
        (b"}]", CLOSES),
        (b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_", NAME),
    ];
    let mut set = 0;
    while set < sets.len() {
        let mut at = 0;
        while at < sets[set].0.len() {
            table[sets[set].0[at] as usize] |= sets[set].1;
            at += 1;
        }
        set += 1;
    }
    table
}

pub(super) fn ends_word(byte: u8) -> bool {
    CLASS[byte as usize] & ENDS_WORD != 0
}

pub(super) fn is_name(byte: u8) -> bool {
    CLASS[byte as usize] & NAME != 0
}

pub(super) fn starts_name(byte: u8) -> bool {
    is_name(byte) && !byte.is_ascii_digit()
}

/// A reserved word, where one is allowed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(super) enum Reserved {
    Bang,
    Case,
    CloseBrace,
    Conditional,
    Coproc,
    Do,
    Done,
    Elif,
    Else,
    Esac,
    Fi,
    For,
    Function,
    If,
    OpenBrace,
    Select,
    Then,
    Time,
    Until,
    While,
}

const RESERVED: [(u64, Reserved); 20] = [
    (packed(b"!"), Reserved::Bang),
    (packed(b"case"), Reserved::Case),
    (packed(b"}"), Reserved::CloseBrace),
    (packed(b"[["), Reserved::Conditional),
    (packed(b"coproc"), Reserved::Coproc),
    (packed(b"do"), Reserved::Do),
    (packed(b"done"), Reserved::Done),
    (packed(b"elif"), Reserved::Elif),
    (packed(b"else"), Reserved::Else),
    (packed(b"esac"), Reserved::Esac),
    (packed(b"fi"), Reserved::Fi),
    (packed(b"for"), Reserved::For),
    (packed(b"function"), Reserved::Function),
    (packed(b"if"), Reserved::If),
    (packed(b"{"), Reserved::OpenBrace),
    (packed(b"select"), Reserved::Select),
    (packed(b"then"), Reserved::Then),
    (packed(b"time"), Reserved::Time),
    (packed(b"until"), Reserved::Until),
    (packed(b"while"), Reserved::While),
];

/// The longest reserved word, `function`, in bytes.
const LONGEST_RESERVED: usize = 8;

/// A word as a number, which is quick to compare.
const fn packed(word: &[u8]) -> u64 {
    let (mut number, mut at) = (0, 0);
    while at < word.len() {
        number = number << 8 | word[at] as u64;
        at += 1;
    }
    number
}

impl Parser<'_> {
    /// The byte at the current place; 0 at the end of the text.
    pub(super) fn peek(&self) -> u8 {
        self.peek_at(0)
    }

    pub(super) fn peek_at(&self, ahead: usize) -> u8 {
        let at = self.pos + ahead;
        if at < self.end { self.bytes[at] } else { 0 }
    }

    pub(super) fn at_end(&self) -> bool {
        self.pos >= self.end
    }

    /// Whether `token` stands here.
    pub(super) fn at(&self, token: &[u8]) -> bool {
        self.bytes[self.pos.min(self.end)..self.end].starts_with(token)
    }

    /// Steps over `token` where it stands here.
    pub(super) fn eat(&mut self, token: &[u8]) -> bool {
        let found = self.at(token);
        if found {
            self.pos += token.len();
        }
        found
    }

    /// Steps over the bytes of an unquoted word that mean only themselves.
    pub(super) fn plain_run(&mut self) {
        self.run_of(ENDS_WORD | IN_WORD);
    }

    /// Steps over the bytes that mean only themselves in `context`.
    pub(super) fn run_in(&mut self, context: Context) {
        self.run_of(match context {
            Context::Double | Context::HereDoc => IN_DOUBLE,
            Context::Brace { double: true } => IN_DOUBLE | CLOSES,
            _ => ENDS_WORD | IN_WORD | CLOSES,
        });
    }

    fn run_of(&mut self, stops: u8) {
        let rest = &self.bytes[self.pos..self.end];
        let length = rest.iter().position(|&byte| CLASS[byte as usize] & stops != 0);
        self.pos += length.unwrap_or(rest.len());
    }

    /// Steps over a name.
    pub(super) fn name_run(&mut self) -> Span {
        let start = self.pos;
        while self.pos < self.end && is_name(self.bytes[self.pos]) {
            self.pos += 1;
        }
        self.span_from(start)
    }

    /// Steps over blanks, line continuations and a comment.
    pub(super) fn blanks(&mut self) {
        loop {
            match self.peek() {
                b' ' | b'\t' => self.pos += 1,
                b'\\' if self.peek_at(1) == b'\n' => self.pos += 2,
                b'#' => {
                    let start = self.pos;
                    let rest = &self.bytes[self.pos..self.end];
                    self.pos += rest.iter().position(|&b| b == b'\n').unwrap_or(rest.len());
                    let comment = self.span_from(start);
                    self.tree.comments.push(comment);
                }
                _ => return,
            }
        }
    }

    /// Steps over blanks and newlines, reading the here-documents that begin
    /// after a newline.
    pub(super) fn blank_lines(&mut self) {
        self.blanks();
        while self.peek() == b'\n' {
            self.newline();
            self.blanks();
        }
    }

    /// Steps over one newline, and the here-document bodies behind it.
    pub(super) fn newline(&mut self) {
        self.pos += 1;
        if !self.pending.is_empty() {
            self.here_documents();
        }
    }

    /// Steps over line continuations: `&\` newline `&` is `&&`.
    pub(super) fn continuations(&mut self) {
        while self.peek() == b'\\' && self.peek_at(1) == b'\n' {
            self.pos += 2;
        }
    }

    /// The reserved word that stands here, and its length in bytes.
    pub(super) fn reserved(&self) -> Option<(Reserved, usize)> {
        // Most words are told apart by how they begin.
        let begins = match self.peek() {
            b'!' | b'[' | b'{' | b'}' | b'\\' => true,
            first @ (b'c'..=b'f' | b'i' | b's'..=b'w') => matches!(
                (first, self.peek_at(1)),
                (b'c', b'a' | b'o')
                    | (b'd', b'o')
                    | (b'e', b'l' | b's')
                    | (b'f', b'i' | b'o' | b'u')
                    | (b'i', b'f')
                    | (b's', b'e')
                    | (b't', b'h' | b'i')
                    | (b'u', b'n')
                    | (b'w', b'h')
                    | (_, b'\\')
            ),
            _ => false,
        };
        if !begins {
            return None;
        }
        let (mut word, mut length, mut at) = (0, 0, self.pos);
        while at < self.end && !ends_word(self.bytes[at]) {
            if self.bytes[at] == b'\\' && at + 1 < self.end && self.bytes[at + 1] == b'\n' {
                at += 2;
                continue;
            }
            if length == LONGEST_RESERVED || self.bytes[at] == 0 {
                return None;
            }
            word = word << 8 | u64::from(self.bytes[at]);
            length += 1;
            at += 1;
        }
        let row = RESERVED.iter().find(|(text, _)| *text == word)?;
        Some((row.1, at - self.pos))
    }

    /// Steps over the reserved word, where it stands here.
    pub(super) fn eat_reserved(&mut self, wanted: Reserved) -> bool {
        match self.reserved() {
            Some((found, length)) if found == wanted => {
                self.pos += length;
                true
            }
            _ => false,
        }
    }

    /// The text of a word that is a single unquoted literal.
    pub(super) fn literal(&self, word: &Word) -> Option<&str> {
        use super::tree::PartKind::Literal;
        match &self.tree.parts[word.parts] {
            [part] if matches!(part.kind, Literal) => Some(&self.text[word.span.range()]),
            _ => None,
        }
    }
}
