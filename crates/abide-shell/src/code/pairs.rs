//! Lists made of the elements of others: `enumerate(list)`, `map.items()`.

use super::value::{Item, Name, Value};

/// What the elements of the list are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pairs {
    /// A number and an element.
    Numbered,
    /// One element of each list.
    Zipped,
    /// A key and its value.
    Entries,
    /// A value of a map.
    Values,
    /// A key of a map.
    Keys,
}

impl Pairs {
    /// Makes the list of `first`, or of all `items`.
    pub fn of(self, first: &Value, items: &[Item]) -> Value {
        let unknown = Value::Unknown(0..0);
        let text = |key: &str| Value::Text(crate::Mapped::made(key));
        match (self, first) {
            (Pairs::Numbered, Value::List(values)) => {
                let pair = |value: &Value| Value::list(vec![unknown.clone(), value.clone()]);
                Value::list(values.iter().map(pair).collect())
            }
            (Pairs::Zipped, Value::List(values)) => {
                let at = |item: &Item, index: usize| match &item.value {
                    Value::List(values) => values.get(index).cloned().unwrap_or(Value::Unknown(0..0)),
                    _ => Value::Unknown(0..0),
                };
                let tuple = |index| Value::list(items.iter().map(|item| at(item, index)).collect());
                Value::list((0..values.len()).map(tuple).collect())
            }
            (Pairs::Entries, Value::Map(entries)) => {
                let pair = |(key, value): &(Name, Value)| Value::list(vec![text(key), value.clone()]);
                Value::list(entries.iter().map(pair).collect())
            }
            (Pairs::Values, Value::Map(entries)) => {
                Value::list(entries.iter().map(|(_, value)| value.clone()).collect())
            }
            (Pairs::Keys, Value::Map(entries)) => {
                Value::list(entries.iter().map(|(key, _)| text(key)).collect())
            }
            _ => unknown,
        }
    }
}
