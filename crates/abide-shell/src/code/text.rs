//! String literals: quotes, escapes, and the holes that code stands in.

use super::token::{Kind, Lexer, Token};
use crate::Mapped;
use std::ops::Range;
use std::rc::Rc;

/// A part of a string literal.
#[derive(Clone, Debug)]
pub(super) enum Piece<'a> {
    /// Text that is known, escapes decoded.
    Known(Mapped),
    /// Code whose value stands here.
    Hole { tokens: Rc<Vec<Token<'a>>>, range: Range<usize> },
}

/// What a backslash does.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Escapes {
    /// Nothing: raw text.
    None,
    /// It may hide the quote, and stays.
    Raw,
    /// It takes the meaning from itself and from the quote.
    Quote,
    /// `\n`, `\x41` and so on; before anything else it goes away.
    Full,
    /// As `Full`, but before anything else it stays.
    FullOrStays,
}

/// How one kind of string literal is read.
#[derive(Clone, Copy)]
pub(super) struct Style {
    pub escapes: Escapes,
    /// Reads a hole that begins here, if one does.
    pub hole: Option<for<'a> fn(&mut Lexer<'a>) -> Option<Piece<'a>>>,
    /// Whether it may go over several lines.
    pub lines: bool,
}

impl Style {
    pub const fn plain(escapes: Escapes) -> Style {
        Style { escapes, hole: None, lines: true }
    }
}

impl<'a> Lexer<'a> {
    /// Reads a literal whose opening quote is behind us, up to `close`.
    /// Brackets of the kind `open` may nest in it.
    pub fn quoted(&mut self, open: Option<u8>, close: &str, style: Style) -> Vec<Piece<'a>> {
        let end = self.text.len();
        self.pieces(open, Some(close), end, style)
    }

    /// Reads a literal that ends at `end` whatever stands in it.
    pub fn until(&mut self, end: usize, style: Style) -> Vec<Piece<'a>> {
        self.pieces(None, None, end, style)
    }

    fn pieces(&mut self, open: Option<u8>, close: Option<&str>, end: usize, style: Style) -> Vec<Piece<'a>> {
        let mut pieces = Vec::new();
        let mut known = Mapped::default();
        let mut kept = self.at;
        let mut nested = 0;
        // Letters and blanks mean nothing in a text, unless they end it.
        let is_letter = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b' ';
        let lettered = close.is_some_and(|close| close.bytes().any(|byte| is_letter(&byte)));
        while self.at < end {
            if !lettered {
                self.at += self.text.as_bytes()[self.at..end].iter().take_while(|b| is_letter(b)).count();
            }
            let Some(byte) = self.text.as_bytes()[..end].get(self.at).copied() else { break };
            if nested == 0 && close.is_some_and(|close| self.rest().starts_with(close)) {
                break;
            }
            if !byte.is_ascii() {
                self.at += self.rest().chars().next().map_or(1, char::len_utf8);
                continue;
            }
            if byte == b'\n' && !style.lines {
                break;
            }
            if byte == b'\\' && style.escapes != Escapes::None {
                known.push_slice(self.code, kept..self.at);
                self.escape(&mut known, close, style.escapes);
                kept = self.at;
                continue;
            }
            if let Some(hole) = style.hole {
                let before = self.at;
                if let Some(piece) = hole(self) {
                    known.push_slice(self.code, kept..before);
                    pieces.push(Piece::Known(std::mem::take(&mut known)));
                    pieces.push(piece);
                    kept = self.at;
                    continue;
                }
            }
            if Some(byte) == open {
                nested += 1;
            } else if nested > 0 && close.is_some_and(|close| self.rest().starts_with(close)) {
                nested -= 1;
            }
            self.at += 1;
        }
        self.at = self.at.min(self.text.len());
        known.push_slice(self.code, kept.min(self.at)..self.at);
        pieces.push(Piece::Known(known));
        if let Some(close) = close
            && self.rest().starts_with(close)
        {
            self.at += close.len();
        }
        pieces
    }

    /// Decodes the escape that begins here.
    fn escape(&mut self, into: &mut Mapped, close: Option<&str>, escapes: Escapes) {
        let start = self.at;
        let rest = &self.rest()[1..];
        let Some(char) = rest.chars().next() else {
            self.at += 1;
            return into.push_slice(self.code, start..self.at);
        };
        let quote = char == '\\' || close.is_some_and(|close| close.starts_with(char));
        self.at += 1 + char.len_utf8();
        let decoded = match escapes {
            Escapes::None | Escapes::Raw => None,
            Escapes::Quote => quote.then_some(Some(char)),
            Escapes::Full | Escapes::FullOrStays if quote => Some(Some(char)),
            Escapes::Full | Escapes::FullOrStays => self.decoded(char),
        };
        let span = self.code.span(start..self.at);
        match decoded {
            Some(Some(char)) => into.push(char.encode_utf8(&mut [0; 4]), span),
            Some(None) => {}
            None if escapes == Escapes::Full => {
                into.push_slice(self.code, start + 1..self.at);
            }
            None => into.push_slice(self.code, start..self.at),
        }
    }

    /// What the escape of this letter stands for: nothing at all for a line
    /// end, `None` if it is no escape.
    fn decoded(&mut self, letter: char) -> Option<Option<char>> {
        let char = match letter {
            'n' => '\n',
            't' => '\t',
            'r' => '\r',
            'a' => '\u{7}',
            'b' => '\u{8}',
            'f' => '\u{c}',
            'v' => '\u{b}',
            'e' => '\u{1b}',
            '\'' | '"' | '`' => letter,
            '\n' => return Some(None),
            'x' => return self.number(2, 16).map(Some),
            'u' => return self.number(4, 16).map(Some),
            'U' => return self.number(8, 16).map(Some),
            '0'..='7' => {
                self.at -= 1;
                return self.number(3, 8).map(Some);
            }
            _ => return None,
        };
        Some(Some(char))
    }

    /// Up to `most` digits, or any number of them in braces.
    fn number(&mut self, most: usize, radix: u32) -> Option<char> {
        let rest = self.rest();
        let braces = rest.strip_prefix('{').and_then(|rest| rest.split_once('}'));
        let digits = match braces {
            Some((digits, _)) => digits,
            None => {
                let count = rest.chars().take(most).take_while(|c| c.is_digit(radix)).count();
                &rest[..count]
            }
        };
        let value = u32::from_str_radix(digits, radix).ok()?;
        self.at += digits.len() + if braces.is_some() { 2 } else { 0 };
        Some(char::from_u32(value).unwrap_or(char::REPLACEMENT_CHARACTER))
    }

    /// `$name` in a text that has variables.
    pub fn variable_hole(&mut self, sigils: &str) -> Option<Piece<'a>> {
        let rest = self.rest();
        let first = rest.chars().next().filter(|first| sigils.contains(*first))?;
        let start = self.at;
        let name = Self::name_length(&rest[1..]);
        if name == 0 || (first != '$' && rest.as_bytes()[1].is_ascii_digit()) {
            return None;
        }
        self.at += 1 + name;
        let range = start..self.at;
        let word = &self.text[range.clone()];
        let token = Token { kind: Kind::Name, word, start: start as u32, column: None };
        Some(Piece::Hole { tokens: Rc::new(vec![token]), range })
    }

    /// What `open` begins, up to `close`: `${name}`, `#{code}`.
    pub fn bracket_hole(&mut self, open: &str, close: u8) -> Option<Piece<'a>> {
        self.rest().starts_with(open).then(|| {
            self.at += open.len();
            self.hole(close)
        })
    }

    /// The bracket that closes this one, or the same mark again.
    pub fn closing(open: char) -> char {
        match open {
            '(' => ')',
            '[' => ']',
            '{' => '}',
            '<' => '>',
            other => other,
        }
    }

    /// Reads a literal between any two marks, the first of which stands here
    /// (`qx{..}`, `%w[..]`, `s/../../`).
    pub fn delimited(&mut self, style: Style) -> Vec<Piece<'a>> {
        let Some(open) = self.rest().chars().next() else { return Vec::new() };
        self.at += open.len_utf8();
        let close = Self::closing(open);
        let nests = (close != open).then_some(open as u8);
        self.quoted(nests, close.encode_utf8(&mut [0; 4]), style)
    }

    /// The words of a literal between any two marks.
    pub fn words(&mut self) -> Vec<Mapped> {
        let mut words = Vec::new();
        for piece in self.delimited(Style::plain(Escapes::Quote)) {
            let Piece::Known(text) = piece else { continue };
            words.extend(split(&text));
        }
        words
    }
}

/// Takes `"..."` with all escapes and no holes, for languages that have no other text.
pub(super) fn double_quoted(lexer: &mut Lexer<'_>) -> bool {
    let start = lexer.at;
    if lexer.byte() != Some(b'"') {
        return false;
    }
    lexer.at += 1;
    let pieces = lexer.quoted(None, "\"", Style::plain(Escapes::Full));
    lexer.push(Kind::Text(pieces), start);
    true
}

/// The words of a text, cut at white space.
pub(super) fn split(text: &Mapped) -> Vec<Mapped> {
    let base = text.text().as_ptr() as usize;
    let cut = |word: &str| {
        let start = word.as_ptr() as usize - base;
        let mut mapped = Mapped::default();
        mapped.push_slice(text, start..start + word.len());
        mapped
    };
    text.text().split_whitespace().map(cut).collect()
}
