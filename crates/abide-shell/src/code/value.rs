//! Values: what is known of an expression without running it.

use crate::Mapped;
use ecow::{EcoString, eco_format};
use smallvec::SmallVec;
use std::ops::Range;
use std::rc::Rc;

/// The most values that one expression is followed in.
pub(super) const MOST_VALUES: usize = 16;

/// A name, most of which are short, and are handed around a lot.
pub(super) type Name = EcoString;

#[derive(Clone, Debug)]
pub(super) enum Value {
    /// Text; parts that are not known stand as `$name`.
    Text(Mapped),
    List(Rc<Vec<Value>>),
    /// An object, a hash, or the named arguments of a call.
    Map(Rc<Vec<(Name, Value)>>),
    /// What a name stands for that the code does not set: a module, a
    /// function, or anything else.
    Named(Name),
    /// An object of this class that was made from a text: a path.
    Object(&'static str, Mapped),
    /// A method of a value that is about to be called.
    Method(Box<Value>, Name),
    /// One of these.
    Either(Vec<Value>),
    /// The value of the code at this place, whatever that may be.
    Unknown(Range<usize>),
}

impl Value {
    pub fn list(values: Vec<Value>) -> Value {
        Value::List(Rc::new(values))
    }

    /// Each of the values that it may be.
    pub fn each(&self) -> &[Value] {
        match self {
            Value::Either(values) => values,
            other => std::slice::from_ref(other),
        }
    }

    /// One of several values.
    pub fn either(values: impl IntoIterator<Item = Value>) -> Value {
        let mut each = Vec::new();
        for value in values {
            match value {
                Value::Either(more) => each.extend(more),
                one => each.push(one),
            }
        }
        each.truncate(MOST_VALUES);
        if each.len() == 1 { each.remove(0) } else { Value::Either(each) }
    }

    /// The value under this name, where it is a map that has one.
    pub fn key(&self, key: &str) -> Option<&Value> {
        let Value::Map(entries) = self else { return None };
        entries.iter().find(|(name, _)| name == key).map(|(_, value)| value)
    }

    /// Whether it is the literal truth of some language.
    pub fn is_true(&self) -> bool {
        match self {
            Value::Named(name) => matches!(name.as_str(), "True" | "true" | "TRUE"),
            Value::Text(text) => !matches!(text.text(), "" | "0"),
            _ => false,
        }
    }

    /// Whether it is written as a whole number.
    pub fn is_number(&self) -> bool {
        matches!(self, Value::Text(text) if text.text().parse::<u32>().is_ok())
    }

    /// Whether it is the literal untruth, or nothing.
    pub fn is_false(&self) -> bool {
        match self {
            Value::Named(name) => {
                matches!(
                    name.as_str(),
                    "False" | "false" | "FALSE" | "None" | "null" | "undefined" | "nil" | "NULL"
                )
            }
            Value::Text(text) => matches!(text.text(), "" | "0"),
            _ => false,
        }
    }
}

/// One item between brackets: an argument, an element, an entry, a statement.
#[derive(Clone, Debug)]
pub(super) struct Item {
    /// The name that it is given under: `shell=True`, `cmd: [..]`.
    pub key: Option<Name>,
    pub value: Value,
    /// Where its value stands.
    pub range: Range<usize>,
    /// `*args`, `...args`: a list whose elements stand here.
    pub spread: bool,
}

/// The items between two brackets, most often a few.
pub(super) type Items = SmallVec<[Item; 2]>;

/// The text of something that is not known: `$name` for a name.
pub(super) fn push_placeholder(into: &mut Mapped, code: &Mapped, range: Range<usize>) {
    let text = &code.text()[range.clone()];
    let last = text.rsplit(['.', ':', '>', '$', '@', '&']).next().unwrap_or(text);
    let plain = !last.is_empty()
        && !last.starts_with(|c: char| c.is_ascii_digit())
        && last.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
    let name = eco_format!("${}", if plain { last } else { "value" });
    into.push_stand_in(&name, code.span(range));
}

/// `range` of a text.
pub(super) fn slice(text: &Mapped, range: Range<usize>) -> Mapped {
    let mut slice = Mapped::default();
    slice.push_slice(text, range);
    slice
}
