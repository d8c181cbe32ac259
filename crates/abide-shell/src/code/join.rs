//! Texts and lists made of others.

use super::evaluate::Evaluator;
use super::value::{Value, push_placeholder};
use crate::Mapped;
use std::ops::Range;

/// The longest text that is made of others, in bytes.
const LONGEST_TEXT: usize = 64 * 1024;

impl Evaluator<'_> {
    fn range_text(&self, range: Range<usize>) -> Mapped {
        let mut text = Mapped::default();
        push_placeholder(&mut text, self.code, range);
        text
    }

    /// Both texts, or both lists, as one.
    pub fn joined(
        &mut self,
        left: Value,
        left_range: Range<usize>,
        right: &Value,
        right_range: Range<usize>,
    ) -> Value {
        if let (Value::List(left), Value::List(right)) = (&left, right) {
            let fits = self.spend(left.len() + right.len());
            let both = || left.iter().chain(right.iter()).cloned().collect();
            return if fits { Value::list(both()) } else { Value::Unknown(right_range) };
        }
        if let (Value::List(left), Value::Unknown(_) | Value::Named(_)) = (&left, right) {
            let rest = Value::Unknown(right_range);
            return Value::list(left.iter().cloned().chain([rest]).collect());
        }
        let several = matches!(left, Value::Either(_)) || matches!(right, Value::Either(_));
        if !several {
            let left = match left {
                Value::Text(text) => text,
                other => self.text_of(&other, left_range),
            };
            return self.appended(left, right, right_range);
        }
        let mut values = Vec::new();
        for left in left.each() {
            for right in right.each() {
                let left = self.text_of(left, left_range.clone());
                self.spend(left.len() / 16);
                values.push(self.appended(left, right, right_range.clone()));
            }
        }
        Value::either(values)
    }

    pub fn appended(&mut self, mut text: Mapped, more: &Value, range: Range<usize>) -> Value {
        let more = self.text_of(more, range.clone());
        if text.is_empty() {
            return self.made(more, range);
        }
        if text.len() + more.len() > LONGEST_TEXT || !self.spend(more.len()) {
            return Value::Unknown(range);
        }
        text.push_mapped(&more);
        Value::Text(text)
    }

    /// A text that was made here, unless there is no time for one so long.
    pub fn made(&mut self, text: Mapped, range: Range<usize>) -> Value {
        let fits = text.len() <= LONGEST_TEXT && self.spend(text.len());
        if fits { Value::Text(text) } else { Value::Unknown(range) }
    }

    /// The text of a value; what is not known stands as `$name`.
    pub fn text_of(&self, value: &Value, range: Range<usize>) -> Mapped {
        match value {
            Value::Text(text) | Value::Object(_, text) => text.clone(),
            Value::Unknown(place) if !place.is_empty() => self.range_text(place.clone()),
            _ if range.is_empty() => {
                let mut text = Mapped::default();
                push_placeholder(&mut text, self.code, 0..0);
                text
            }
            _ => self.range_text(range),
        }
    }
}
