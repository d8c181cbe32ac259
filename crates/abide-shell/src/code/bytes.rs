//! Texts that stand for others: base64, hexadecimal, the numbers of characters.

use super::value::Value;
use crate::value::decode::{from_base64, from_hex};
use crate::{Mapped, Span};

/// What a text in this encoding stands for; as it is where the name is of no such encoding.
pub(super) fn decoded(text: &Mapped, encoding: &str) -> Option<Mapped> {
    match encoding.trim_end_matches('*') {
        "base64" | "base64url" | "m" => from_base64(text),
        "hex" | "H" => from_hex(text),
        "rot13" | "rot_13" => rotated(text),
        _ => Some(text.clone()),
    }
}

/// Each letter thirteen places on.
fn rotated(text: &Mapped) -> Option<Mapped> {
    let rotated = |base: u8, letter: u8| char::from(base + (letter - base + 13) % 26);
    let rotated: String = text
        .text()
        .chars()
        .map(|letter| match letter {
            'a'..='z' => rotated(b'a', letter as u8),
            'A'..='Z' => rotated(b'A', letter as u8),
            other => other,
        })
        .collect();
    let mut made = Mapped::default();
    made.push(&rotated, text.span(0..text.len()));
    Some(made)
}

/// `pack` of Perl and Ruby, where the format is one letter for all of the values.
pub(super) fn packed(format: &str, values: &[Value], place: Span) -> Option<Mapped> {
    match (format.trim_end_matches(['*', '0']), values) {
        ("C" | "c" | "U" | "W", _) => characters(&Value::list(values.to_vec()), place),
        ("A" | "a", [Value::Text(text), ..]) => Some(text.clone()),
        ("H", [Value::Text(text), ..]) => decoded(text, "hex"),
        _ => None,
    }
}

/// The text of the characters with these numbers, which stand at `place`.
pub(super) fn characters(numbers: &Value, place: Span) -> Option<Mapped> {
    let Value::List(numbers) = numbers else { return None };
    let character = |value: &Value| match value {
        Value::Text(number) => char::from_u32(number.text().parse().ok()?),
        _ => None,
    };
    let text: String = numbers.iter().map(character).collect::<Option<_>>()?;
    let mut made = Mapped::default();
    made.push(&text, place);
    Some(made)
}
