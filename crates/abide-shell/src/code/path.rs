//! Paths that code makes of others.

use super::evaluate::Evaluator;
use super::value::{Item, Value, slice};
use crate::Mapped;

/// The class of a path.
pub(super) const PATH: &str = "Path";

/// What is asked of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Folder,
    Name,
    /// The path with another name.
    WithName,
    /// The path with another ending of its name.
    WithEnding,
}

impl Part {
    /// The part that is an attribute of a path.
    pub fn attribute(name: &str) -> Option<Part> {
        match name {
            "parent" => Some(Part::Folder),
            "name" => Some(Part::Name),
            _ => None,
        }
    }

    /// The part of this path.
    pub fn of(self, path: &Mapped) -> Value {
        let name = path.text().rfind('/').map_or(0, |slash| slash + 1);
        let folder = || if name == 0 { Mapped::made(".") } else { slice(path, 0..name.max(2) - 1) };
        match self {
            Part::Folder => Value::Object(PATH, folder()),
            _ => Value::Text(slice(path, name..path.len())),
        }
    }
}

impl Evaluator<'_> {
    /// A part of the first path, which the second text may change.
    pub fn path_part(&mut self, part: Part, items: &[&Item]) -> Value {
        let [path, more @ ..] = items else { return Value::Unknown(0..0) };
        let (Value::Text(text) | Value::Object(_, text)) = &path.value else { return Value::Unknown(0..0) };
        let name = text.text().rfind('/').map_or(0, |slash| slash + 1);
        let kept = match part {
            Part::Folder | Part::Name => return like(&path.value, part.of(text)),
            Part::WithName => name,
            Part::WithEnding => text.text()[name..].rfind('.').map_or(text.len(), |dot| name + dot),
        };
        let kept = Value::Text(slice(text, 0..kept));
        let more = more.first().map_or(Value::Unknown(0..0), |item| item.value.clone());
        like(&path.value, self.joined(kept, 0..0, &more, 0..0))
    }

    /// Paths with slashes between them.
    pub fn join_path(&mut self, items: &[&Item]) -> Value {
        let mut joined = Value::Text(Mapped::default());
        for item in items {
            match &joined {
                Value::Text(text) if text.is_empty() => {}
                _ => {
                    let mut slash = Mapped::default();
                    slash.push_behind("/");
                    joined = self.joined(joined, 0..0, &Value::Text(slash), 0..0);
                }
            }
            joined = self.joined(joined, 0..0, &item.value, item.range.clone());
        }
        items.first().map_or(joined.clone(), |first| like(&first.value, joined))
    }

    /// `Path("a") / "b"`
    pub fn joined_path(&mut self, left: Value, right: &Value) -> Value {
        let item = |value: Value| Item { key: None, value, range: 0..0, spread: false };
        let (folder, name) = (item(left), item(right.clone()));
        self.join_path(&[&folder, &name])
    }
}

/// The text as a path, where the path that it was made of is one.
pub(super) fn like(path: &Value, text: Value) -> Value {
    match (path, text) {
        (Value::Object(PATH, _), Value::Text(text)) => Value::Object(PATH, text),
        (Value::Text(_), Value::Object(PATH, text)) => Value::Text(text),
        (_, other) => other,
    }
}
