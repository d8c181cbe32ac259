//! Texts that stand for others: base64, hexadecimal, the numbers of characters.

use super::value::Value;
use crate::value::decode::{from_base64, from_hex};
use crate::{Mapped, Span};

/// What a text in this encoding stands for; as it is where the name is of no such encoding.
pub(super) fn decoded(text: &Mapped, encoding: &str) -> Option<Mapped> {
    match encoding.trim_end_matches('*') {
        "base64" | "base64url" | "m" => from_base64(text),
        "hex" | "H" => from_hex(text),
        _ => Some(text.clone()),
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
