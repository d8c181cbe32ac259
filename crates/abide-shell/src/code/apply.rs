//! Functions as values: lambdas and arrows, functions that are handed to
//! others (`map(os.system, commands)`), and comprehensions.

use super::bind::{Target, any_of};
use super::define::Function;
use super::evaluate::Evaluator;
use super::token::Kind;
use super::value::{Item, MOST_VALUES, Name, Value};
use ecow::eco_format;
use std::cell::Cell;
use std::ops::Range;
use std::rc::Rc;

/// How far the `for` of a comprehension is looked for, in tokens.
const LONGEST_ELEMENT: usize = 200;

/// Methods that call their first argument with the others: `pool.submit`.
const HAND_ON: &[&str] = &["apply", "apply_async", "submit", "to_thread"];

/// Methods that call their first argument with each element of the second.
const HAND_EACH: &[&str] = &["imap", "imap_unordered", "map", "map_async"];

impl Evaluator<'_> {
    /// Makes a function without a name: `body` reads its body, which begins
    /// at the next token, and is gone through as the body of any other.
    pub fn function(&mut self, parameters: Vec<Target>, body: impl FnOnce(&mut Self) -> Value) -> Value {
        // No name of the code has a blank.
        let name = eco_format!("function {}", self.start());
        let start = self.at;
        let names: Vec<&str> = parameters.iter().flat_map(Target::names).collect();
        let before = self.taken(&names);
        body(self);
        self.put_back(before);
        let body = start..self.at.min(self.tokens.len());
        let (tokens, entered) = (self.tokens.clone(), Cell::new(true));
        self.functions.insert(name.clone(), Rc::new(Function { parameters, body, tokens, entered }));
        Value::Named(name)
    }

    /// Makes these names unknown, and gives what they were.
    pub fn taken(&mut self, names: &[&str]) -> Vec<(Name, Option<Value>)> {
        let take = |name: &&str| {
            let unknown = Value::Unknown(0..0);
            (Name::from(*name), self.variables.insert(Name::from(*name), unknown))
        };
        names.iter().map(take).collect()
    }

    /// Gives names back what they were.
    pub fn put_back(&mut self, before: Vec<(Name, Option<Value>)>) {
        for (name, value) in before.into_iter().rev() {
            match value {
                Some(value) => self.variables.insert(name, value),
                None => self.variables.remove(&name),
            };
        }
    }

    /// Calls a function that is a value with these arguments.
    pub fn hand(&mut self, function: &Value, arguments: Vec<Value>, range: Range<usize>) -> Value {
        let named = match function {
            Value::Text(name) => self.does(name.text()).is_some(),
            other => matches!(other, Value::Named(_)),
        };
        if !named || !self.spend(1) {
            return Value::Unknown(range);
        }
        let item = |value| Item { key: None, value, range: range.clone(), spread: false };
        let items = arguments.into_iter().map(item).collect();
        self.deeper(|this| this.call(function.clone(), None, items, range.clone()))
    }

    /// `map(function, list)`: a list of what the function gives.
    pub fn hand_each(&mut self, function: &Value, list: &Value, range: Range<usize>) -> Value {
        let given = self.hand(function, vec![any_of(list)], range);
        listed(given)
    }

    /// What a call of something not known does with functions it is given:
    /// `pool.submit(f, x)`, `Thread(target=f, args=(x,))`.
    pub fn handed_on(&mut self, name: &str, items: &[Item], range: Range<usize>) {
        let method = name.rsplit('.').next().unwrap_or(name);
        let given = |key: &str| items.iter().find(|item| item.key.as_deref() == Some(key));
        if let Some(target) = given("target") {
            let arguments = match given("args").map(|item| &item.value) {
                Some(Value::List(values)) => values.as_ref().clone(),
                _ => Vec::new(),
            };
            self.hand(&target.value, arguments, range);
            return;
        }
        let mut values = items.iter().filter(|item| item.key.is_none()).map(|item| &item.value);
        let Some(function) = values.next() else { return };
        if HAND_ON.contains(&method) {
            self.hand(function, values.cloned().collect(), range);
        } else if let (true, Some(list)) = (HAND_EACH.contains(&method), values.next()) {
            self.hand_each(function, list, range);
        }
    }

    /// `functools.partial(f, ..)`: a function that begins with arguments.
    pub fn partial(&mut self, arguments: &[Item], range: Range<usize>) -> Value {
        let [function, first @ ..] = arguments else { return Value::Unknown(range) };
        let name = eco_format!("partial {}", range.start);
        self.partials.insert(name.clone(), (function.value.clone(), first.into()));
        Value::Named(name)
    }

    /// `element for x in list if ..`, where one stands up to the bracket that
    /// closes here: the names are bound before the element is gone through.
    pub fn comprehension(&mut self) -> Option<Item> {
        let start = self.at;
        let found = start + self.comprehended()?;
        self.at = found;
        while self.take("for") || (self.peek(0) == "async" && self.peek(1) == "for") {
            self.take("for");
            let target = self.targets("in");
            let list = self.expression();
            self.bind(&target, &any_of(&list));
            while self.take("if") {
                self.expression();
            }
        }
        let after = std::mem::replace(&mut self.at, start);
        let end = std::mem::replace(&mut self.end, found);
        let item = self.item(Some(""));
        (self.at, self.end) = (after.max(found), end);
        item.map(|item| Item { key: None, value: listed(item.value), ..item })
    }

    /// How far ahead the `for` of a comprehension stands.
    fn comprehended(&self) -> Option<usize> {
        let mut depth = 0;
        for ahead in 0..LONGEST_ELEMENT {
            let word = self.peek(ahead);
            match (self.kind(ahead)?, word) {
                (Kind::Mark, "(" | "[" | "{") => depth += 1,
                (Kind::Mark, ")" | "]" | "}") if depth == 0 => return None,
                (Kind::Mark, ")" | "]" | "}") => depth -= 1,
                (Kind::Mark, "," | ";") if depth == 0 => return None,
                (Kind::Name, "for") if depth == 0 => return (ahead > 0).then_some(ahead),
                _ => {}
            }
        }
        None
    }
}

/// A list of what may be any of several values.
fn listed(value: Value) -> Value {
    match value {
        Value::Either(values) => Value::list(values.into_iter().take(MOST_VALUES).collect()),
        Value::Unknown(place) => Value::Unknown(place),
        one => Value::list(vec![one]),
    }
}
