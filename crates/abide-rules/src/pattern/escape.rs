//! What stands behind a backslash.

use super::PatternError;
use super::class::Category;
use abide_shell::Span;

/// The meaning of one escape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Escape {
    /// A character by its code point.
    Char(u32),
    /// A category, or all that is outside it.
    Category(Category, bool),
    /// `\b` or `\B`.
    WordEdge { negate: bool },
    /// `\A`.
    Start,
    /// `\Z`.
    End,
    /// `\1`: what the group captured.
    Group(u32),
}

/// Escapes with one meaning in a set and outside.
const COMMON: &[(u8, Escape)] = &[
    (b'a', Escape::Char(0x07)),
    (b'f', Escape::Char(0x0c)),
    (b'n', Escape::Char(0x0a)),
    (b'r', Escape::Char(0x0d)),
    (b't', Escape::Char(0x09)),
    (b'v', Escape::Char(0x0b)),
    (b'd', Escape::Category(Category::Digit, false)),
    (b'D', Escape::Category(Category::Digit, true)),
    (b's', Escape::Category(Category::Space, false)),
    (b'S', Escape::Category(Category::Space, true)),
    (b'w', Escape::Category(Category::Word, false)),
    (b'W', Escape::Category(Category::Word, true)),
];

/// Escapes that stand for a place, outside a set only.
const PLACES: &[(u8, Escape)] = &[
    (b'A', Escape::Start),
    (b'Z', Escape::End),
    (b'b', Escape::WordEdge { negate: false }),
    (b'B', Escape::WordEdge { negate: true }),
];

/// Code points written with a fixed number of hexadecimal digits.
const HEX: &[(u8, usize)] = &[(b'x', 2), (b'u', 4), (b'U', 8)];

/// Reads the escape whose backslash ends at `at`, outside a set. `groups` is
/// the number of groups opened so far, the whole match counted.
pub fn outside(text: &str, at: &mut usize, groups: u32) -> Result<Escape, PatternError> {
    let start = *at - 1;
    let byte = text.as_bytes().get(*at).copied().unwrap_or(0);
    if let Some((_, escape)) = PLACES.iter().find(|row| row.0 == byte) {
        *at += 1;
        return Ok(*escape);
    }
    if matches!(byte, b'1'..=b'9') {
        return group_or_octal(text, at, groups);
    }
    common(text, at, start)
}

/// Reads the escape whose backslash ends at `at`, inside a set.
pub fn inside(text: &str, at: &mut usize) -> Result<Escape, PatternError> {
    let start = *at - 1;
    match text.as_bytes().get(*at) {
        Some(b'b') => {
            *at += 1;
            Ok(Escape::Char(0x08))
        }
        Some(b'1'..=b'7') => octal(text, at, start),
        _ => common(text, at, start),
    }
}

fn common(text: &str, at: &mut usize, start: usize) -> Result<Escape, PatternError> {
    let Some(c) = text[*at..].chars().next() else {
        return Err(error(start, *at, "bad escape (end of pattern)"));
    };
    if c == '0' {
        return octal(text, at, start);
    }
    *at += c.len_utf8();
    let byte = u8::try_from(c).unwrap_or(0);
    if let Some((_, escape)) = COMMON.iter().find(|row| row.0 == byte) {
        return Ok(*escape);
    }
    if let Some((_, digits)) = HEX.iter().find(|row| row.0 == byte) {
        let end = (*at + digits).min(text.len());
        let value = text
            .get(*at..end)
            .filter(|hex| hex.len() == *digits && hex.bytes().all(|b| b.is_ascii_hexdigit()));
        let Some(value) = value.and_then(|hex| u32::from_str_radix(hex, 16).ok()) else {
            return Err(error(start, *at, format!("incomplete escape \\{c}")));
        };
        *at = end;
        if value > u32::from(char::MAX) {
            return Err(error(start, *at, format!("bad escape {}", &text[start..*at])));
        }
        return Ok(Escape::Char(value));
    }
    match c {
        'N' => Err(error(start, *at, "\\N{...} is not supported: write the character, or \\uXXXX")),
        c if c.is_ascii_alphanumeric() => Err(error(start, *at, format!("bad escape \\{c}"))),
        c => Ok(Escape::Char(c.into())),
    }
}

/// Up to three octal digits.
fn octal(text: &str, at: &mut usize, start: usize) -> Result<Escape, PatternError> {
    let digits = text[*at..].bytes().take(3).take_while(|b| matches!(b, b'0'..=b'7')).count();
    let value = u32::from_str_radix(&text[*at..*at + digits], 8).unwrap_or(0);
    *at += digits;
    match value {
        0..=0o377 => Ok(Escape::Char(value)),
        _ => {
            let message = format!("octal escape value {} outside of range 0-0o377", &text[start..*at]);
            Err(error(start, *at, message))
        }
    }
}

/// Three octal digits are a character; else one or two digits are a group.
fn group_or_octal(text: &str, at: &mut usize, groups: u32) -> Result<Escape, PatternError> {
    let start = *at - 1;
    let rest = &text.as_bytes()[*at..];
    let octal_digits = rest.iter().take(3).take_while(|b| matches!(b, b'0'..=b'7')).count();
    if octal_digits == 3 {
        return octal(text, at, start);
    }
    let digits = rest.iter().take(2).take_while(|b| b.is_ascii_digit()).count();
    let group = text[*at..*at + digits].parse().unwrap_or(u32::MAX);
    *at += digits;
    match group < groups {
        true => Ok(Escape::Group(group)),
        false => Err(error(start, *at, format!("invalid group reference {group}"))),
    }
}

fn error(start: usize, end: usize, message: impl Into<String>) -> PatternError {
    PatternError { message: message.into(), span: Span::new(start as u32, end as u32) }
}
