//! Texts and lists made of others.

use super::evaluate::Evaluator;
use super::files::READER;
use super::value::{Item, Value, push_placeholder, slice};
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

    /// A text without the blanks around it. Where a name of Perl stands for it, that is so set.
    pub fn trimmed(&mut self, item: Option<&Item>) -> Value {
        let Some(item) = item else { return Value::Unknown(0..0) };
        let trim = |value: &Value| match value {
            Value::Text(text) | Value::Object(READER, text) => {
                let start = text.len() - text.text().trim_start().len();
                Value::Text(slice(text, start..start + text.text().trim().len()))
            }
            other => other.clone(),
        };
        let trimmed = Value::either(item.value.each().iter().map(trim).collect::<Vec<_>>());
        let written = self.source.get(item.range.clone()).unwrap_or_default();
        let written = written.strip_prefix("my ").unwrap_or(written);
        if self.tongue.flat_lists && written.starts_with('$') {
            let name = written.split([' ', '=', ',', ')']).next().unwrap_or(written);
            self.variables.insert(name.into(), trimmed.clone());
        }
        trimmed
    }

    /// The elements of a list with a text between them: separator first, or
    /// in Perl the elements behind it.
    pub fn join(&mut self, items: &[&Item]) -> Value {
        let (separator, values) = match items {
            [one, list, ..] if matches!(list.value, Value::List(_)) => (Some(&one.value), &list.value),
            [list, one] if matches!(list.value, Value::List(_)) => (Some(&one.value), &list.value),
            [list] => (None, &list.value),
            [separator, rest @ ..] => {
                let list: Vec<Value> = rest.iter().map(|item| item.value.clone()).collect();
                return self.join_values(Some(&separator.value), &list);
            }
            [] => return Value::Unknown(0..0),
        };
        match values {
            Value::List(values) => self.join_values(separator, &values.clone()),
            other => other.clone(),
        }
    }

    fn join_values(&mut self, separator: Option<&Value>, values: &[Value]) -> Value {
        let mut joined = Value::Text(Mapped::default());
        for (index, value) in values.iter().enumerate() {
            if let (true, Some(separator)) = (index > 0, separator) {
                joined = self.joined(joined, 0..0, separator, 0..0);
            }
            joined = self.joined(joined, 0..0, value, 0..0);
        }
        joined
    }

    /// `sprintf(format, values..)`
    pub fn formatted_call(&mut self, items: &[&Item]) -> Value {
        let [format, values @ ..] = items else { return Value::Unknown(0..0) };
        let values = self.elements(values.iter().map(|item| (*item).clone()));
        self.formatted(format.value.clone(), Value::list(values), '%')
    }

    /// `"npm %s" % x` and `"npm {}".format(x)`, whose places begin with `sign`.
    pub fn formatted(&mut self, format: Value, values: Value, sign: char) -> Value {
        let Value::Text(format) = format else { return Value::Unknown(0..0) };
        let values = match values {
            Value::List(values) => values.as_ref().clone(),
            other => vec![other],
        };
        let mut values = values.into_iter();
        let mut made = Value::Text(Mapped::default());
        let mut kept = 0;
        let text = format.text();
        let holes = text.match_indices(sign);
        for (at, _) in holes {
            let end = match &text[at..] {
                rest if rest.starts_with("%s") || rest.starts_with("%d") => at + 2,
                rest if rest.starts_with('{') => match rest.find('}') {
                    Some(end) if rest[1..end].bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_') => {
                        at + end + 1
                    }
                    _ => continue,
                },
                _ => continue,
            };
            if at < kept {
                continue;
            }
            made = self.joined(made, 0..0, &Value::Text(slice(&format, kept..at)), 0..0);
            let value = values.next().unwrap_or(Value::Unknown(0..0));
            made = self.joined(made, 0..0, &value, 0..0);
            kept = end;
        }
        self.joined(made, 0..0, &Value::Text(slice(&format, kept..text.len())), 0..0)
    }
}
