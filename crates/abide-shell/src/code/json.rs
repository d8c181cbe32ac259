//! JSON: texts that code reads as values, and values that it writes as texts.

use super::evaluate::Evaluator;
use super::value::Value;
use super::{NOTHING, javascript};
use crate::Mapped;

/// The text under these keys of a text in JSON, one in the other.
pub(crate) fn text_in_json(json: &Mapped, keys: &[&str]) -> Option<Mapped> {
    let mut value = javascript::literal(json, &NOTHING);
    for key in keys {
        value = value.key(key)?.clone();
    }
    match value {
        Value::Text(text) => Some(text),
        _ => None,
    }
}

impl Evaluator<'_> {
    /// The value that a text, or a file that is open, says in JSON.
    pub fn json(&mut self, text: &Value) -> Value {
        let read = |text: &Value| match text {
            Value::Text(text) | Value::Object(_, text) if self.spend(text.len()) => {
                plain(javascript::literal(text, self.given))
            }
            _ => Value::Unknown(0..0),
        };
        Value::either(text.each().iter().map(read).collect::<Vec<_>>())
    }

    /// A value as a text in JSON.
    pub fn as_json(&mut self, value: &Value) -> Value {
        let mut text = Mapped::default();
        match push_json(&mut text, value) {
            Some(()) => self.made(text, 0..0),
            None => Value::Unknown(0..0),
        }
    }
}

/// The value without what has its place in the JSON text.
fn plain(value: Value) -> Value {
    match value {
        Value::Text(_) => value,
        Value::List(values) => Value::list(values.iter().cloned().map(plain).collect()),
        Value::Map(entries) => {
            let entries = entries.iter().map(|(key, value)| (key.clone(), plain(value.clone())));
            Value::Map(std::rc::Rc::new(entries.collect()))
        }
        Value::Named(name) if matches!(name.as_str(), "true" | "false" | "null") => Value::Named(name),
        _ => Value::Unknown(0..0),
    }
}

/// Appends a value. `None` where something of it is not known.
fn push_json(into: &mut Mapped, value: &Value) -> Option<()> {
    match value {
        Value::Text(text) => push_text(into, text),
        Value::List(values) => {
            into.push_behind("[");
            for (index, value) in values.iter().enumerate() {
                into.push_behind(if index > 0 { ", " } else { "" });
                push_json(into, value)?;
            }
            into.push_behind("]");
        }
        Value::Map(entries) => {
            into.push_behind("{");
            for (index, (key, value)) in entries.iter().enumerate() {
                into.push_behind(if index > 0 { ", " } else { "" });
                push_text(into, &Mapped::made(key));
                into.push_behind(": ");
                push_json(into, value)?;
            }
            into.push_behind("}");
        }
        Value::Named(_) if value.is_true() => into.push_behind("true"),
        Value::Named(_) if value.is_false() => into.push_behind("false"),
        _ => return None,
    }
    Some(())
}

fn push_text(into: &mut Mapped, text: &Mapped) {
    into.push_behind("\"");
    let mut kept = 0;
    for (at, _) in text.text().match_indices(['"', '\\', '\n']) {
        into.push_slice(text, kept..at);
        let newline = text.text()[at..].starts_with('\n');
        into.push_behind(if newline { "\\n" } else { "\\" });
        kept = at + usize::from(newline);
    }
    into.push_slice(text, kept..text.len());
    into.push_behind("\"");
}
