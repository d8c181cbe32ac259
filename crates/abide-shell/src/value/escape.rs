//! Backslash escapes: `$'...'`, `echo -e`, and the formats of printf.

use crate::{Mapped, Span};
use std::ops::Range;

/// Which escapes a text has.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Dialect {
    /// `$'...'`: quotes may be escaped, octal is `\nnn`.
    Ansi,
    /// `echo -e`: octal is `\0nnn`, `\c` ends the output.
    Echo,
    /// What printf puts in place of `%b`: as `Echo`, but octal may be `\nnn`.
    Argument,
    /// The format of printf: octal is `\nnn`.
    Format,
}

/// Appends `range` of `text` to `into`, with its escapes decoded. `false`
/// where `\c` ended it.
pub(crate) fn decode(into: &mut Mapped, text: &Mapped, range: Range<usize>, dialect: Dialect) -> bool {
    let source = &text.text()[range.clone()];
    let mut at = 0;
    while let Some(offset) = source[at..].find('\\') {
        let start = at + offset;
        into.push_slice(text, range.start + at..range.start + start);
        let (decoded, length) = one(&source[start..], dialect);
        let span = text.span(range.start + start..range.start + start + length);
        match decoded {
            Decoded::Char(char) => push_char(into, char, span),
            Decoded::Stop => return false,
            Decoded::Itself => {
                into.push_slice(text, range.start + start..range.start + start + length);
            }
        }
        at = start + length;
    }
    into.push_slice(text, range.start + at..range.end);
    true
}

fn push_char(into: &mut Mapped, char: char, span: Span) {
    into.push(char.encode_utf8(&mut [0; 4]), span);
}

enum Decoded {
    Char(char),
    /// Not an escape: the backslash stays.
    Itself,
    /// `\c` of `echo -e`
    Stop,
}

/// The escape at the start of `text`, and its length in bytes.
fn one(text: &str, dialect: Dialect) -> (Decoded, usize) {
    let rest = &text[1..];
    let Some(char) = rest.chars().next() else { return (Decoded::Itself, 1) };
    let simple = |char| (Decoded::Char(char), 2);
    let echoes = matches!(dialect, Dialect::Echo | Dialect::Argument);
    match char {
        'a' => simple('\u{7}'),
        'b' => simple('\u{8}'),
        'e' | 'E' => simple('\u{1b}'),
        'f' => simple('\u{c}'),
        'n' => simple('\n'),
        'r' => simple('\r'),
        't' => simple('\t'),
        'v' => simple('\u{b}'),
        '\\' => simple('\\'),
        '\'' | '"' | '?' if !echoes => simple(char),
        'x' => number(rest, 1, 2, 16),
        'u' => number(rest, 1, 4, 16),
        'U' => number(rest, 1, 8, 16),
        '0' if echoes => number(rest, 1, 3, 8),
        '0'..='7' if dialect != Dialect::Echo => number(rest, 0, 3, 8),
        'c' if echoes => (Decoded::Stop, 2),
        'c' if dialect == Dialect::Ansi => match rest.chars().nth(1) {
            Some(key) if key.is_ascii() => (Decoded::Char((key as u8 & 0x1f) as char), 3),
            _ => (Decoded::Itself, 2),
        },
        other => (Decoded::Itself, 1 + other.len_utf8()),
    }
}

/// Up to `most` digits of base `radix` that begin at `from` of the text behind
/// the backslash.
fn number(rest: &str, from: usize, most: usize, radix: u32) -> (Decoded, usize) {
    let digits = rest[from..].chars().take(most).take_while(|c| c.is_digit(radix)).count();
    if digits == 0 {
        // `\0` alone is a NUL, `\x` alone is itself.
        let nul = radix == 8;
        return (if nul { Decoded::Char('\0') } else { Decoded::Itself }, 1 + from);
    }
    let value = u32::from_str_radix(&rest[from..from + digits], radix).unwrap_or(0);
    let char = char::from_u32(value).unwrap_or(char::REPLACEMENT_CHARACTER);
    (Decoded::Char(char), 1 + from + digits)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decoded(text: &str, dialect: Dialect) -> String {
        let mut into = Mapped::default();
        decode(&mut into, &Mapped::source(text, 0), 0..text.len(), dialect);
        into.text().to_string()
    }

    #[test]
    fn escapes_decode_as_in_each_dialect() {
        let rows = [
            (r"\x6epm", Dialect::Ansi, "npm"),
            (r"\156pm", Dialect::Ansi, "npm"),
            (r"\u006epm", Dialect::Ansi, "npm"),
            (r"it\'s", Dialect::Ansi, "it's"),
            (r"\q", Dialect::Ansi, r"\q"),
            (r"\0156pm", Dialect::Echo, "npm"),
            (r"npm i\c && x", Dialect::Echo, "npm i"),
            (r"\156pm", Dialect::Echo, r"\156pm"),
            (r"\156pm\0040i", Dialect::Argument, "npm i"),
            (r"a\'b", Dialect::Echo, r"a\'b"),
            (r"a\n\tb", Dialect::Format, "a\n\tb"),
            (r"end\", Dialect::Ansi, r"end\"),
        ];
        for (text, dialect, expected) in rows {
            assert_eq!(decoded(text, dialect), expected, "{text}");
        }
    }
}
