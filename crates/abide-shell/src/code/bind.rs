//! Names that take a value apart: `for a, b in pairs`, `const { exec } = ..`,
//! the parameters of a function.

use super::evaluate::Evaluator;
use super::files::{READER, lines_of};
use super::value::{MOST_VALUES, Name, Value};

/// What a value is put into.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Target {
    Name(Name),
    /// `*rest`, `...rest`: all that is left of a list.
    Rest(Name),
    List(Vec<Target>),
    /// The keys of an object, and what their values are put into.
    Map(Vec<(Name, Target)>),
    /// Something that is not followed.
    Other,
}

/// How deep targets may stand in one another.
const DEEPEST: u32 = 8;

impl Target {
    /// The names that get a value.
    pub fn names(&self) -> Vec<&str> {
        match self {
            Target::Name(name) | Target::Rest(name) => vec![name],
            Target::List(targets) => targets.iter().flat_map(Target::names).collect(),
            Target::Map(entries) => entries.iter().flat_map(|(_, target)| target.names()).collect(),
            Target::Other => Vec::new(),
        }
    }
}

impl Evaluator<'_> {
    /// Reads targets with commas between, and `close` if it comes next.
    pub fn targets(&mut self, close: &str) -> Target {
        let mut targets = self.target_list(close, 0);
        if close == "in" && targets.len() == 1 { targets.remove(0) } else { Target::List(targets) }
    }

    fn target_list(&mut self, close: &str, depth: u32) -> Vec<Target> {
        let mut targets = Vec::new();
        while !self.take(close) {
            targets.push(self.target(depth));
            // A usual value.
            if close != "=" && self.take("=") {
                self.expression();
            }
            if !self.take(",") {
                self.take(close);
                break;
            }
        }
        targets
    }

    fn target(&mut self, depth: u32) -> Target {
        if depth > DEEPEST {
            return Target::Other;
        }
        let rest = self.is_mark(0, "*") || self.is_mark(0, "**") || self.is_mark(0, "...");
        self.at += usize::from(rest);
        if self.is_name(0) {
            let name = self.peek(0).into();
            self.at += 1;
            return if rest { Target::Rest(name) } else { Target::Name(name) };
        }
        if self.take("(") {
            return Target::List(self.target_list(")", depth + 1));
        }
        if self.take("[") {
            return Target::List(self.target_list("]", depth + 1));
        }
        if self.take("{") {
            return self.target_map(depth + 1);
        }
        Target::Other
    }

    fn target_map(&mut self, depth: u32) -> Target {
        let mut entries = Vec::new();
        while !self.take("}") {
            let before = self.at;
            self.take("...");
            if self.is_name(0) {
                let key = Name::from(self.peek(0));
                self.at += 1;
                let target = if self.take(":") { self.target(depth) } else { Target::Name(key.clone()) };
                entries.push((key, target));
            }
            if self.take("=") {
                self.expression();
            }
            self.take(",");
            if self.at == before {
                break;
            }
        }
        Target::Map(entries)
    }

    /// Puts a value into what is to get it.
    pub fn bind(&mut self, target: &Target, value: &Value) {
        match target {
            Target::Name(name) | Target::Rest(name) => {
                self.variables.insert(name.clone(), value.clone());
            }
            Target::List(targets) => {
                for (index, target) in targets.iter().enumerate() {
                    let part = match target {
                        Target::Rest(_) => rest_of(value, index),
                        _ => part_of(value, index),
                    };
                    self.bind(target, &part);
                }
            }
            Target::Map(entries) => {
                for (key, target) in entries {
                    let each: Vec<Value> =
                        value.each().iter().map(|value| self.member(value.clone(), key)).collect();
                    self.bind(target, &Value::either(each));
                }
            }
            Target::Other => {}
        }
    }
}

/// The element of a list at this place.
fn part_of(value: &Value, index: usize) -> Value {
    let part = |value: &Value| match value {
        Value::List(values) => values.get(index).cloned().unwrap_or(Value::Unknown(0..0)),
        _ => Value::Unknown(0..0),
    };
    Value::either(value.each().iter().map(part))
}

fn rest_of(value: &Value, index: usize) -> Value {
    match value {
        Value::List(values) => Value::list(values.iter().skip(index).cloned().collect()),
        _ => Value::Unknown(0..0),
    }
}

/// Any of the elements of a list.
pub(super) fn any_of(list: &Value) -> Value {
    let elements = |value: &Value| match value {
        Value::List(values) if !values.is_empty() => values.iter().take(MOST_VALUES).cloned().collect(),
        Value::Object(READER, text) if !text.is_empty() => lines_of(text),
        _ => vec![Value::Unknown(0..0)],
    };
    Value::either(list.each().iter().flat_map(elements))
}
