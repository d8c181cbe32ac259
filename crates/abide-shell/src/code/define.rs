//! Functions that the code itself defines: `def run(c): os.system(c)` makes
//! `run("npm i")` a call that starts npm.

use super::evaluate::Evaluator;
use super::token::Kind;
use super::value::{Item, Value};
use std::ops::Range;
use std::rc::Rc;

/// How deep functions of the code are entered.
const DEEPEST_CALL: u32 = 6;

/// A function that the code defines.
pub(super) struct Function {
    parameters: Vec<String>,
    /// The tokens of its body.
    body: Range<usize>,
}

impl Evaluator<'_> {
    /// Defines the function `name`, whose parameters begin at the next token.
    /// `braces` tells where its body is: in braces, or set in from `column`.
    pub fn define(&mut self, name: &str, column: u32, braces: bool) {
        let parameters = if self.is_mark(0, "(") { self.parameters() } else { Vec::new() };
        for parameter in &parameters {
            self.variables.insert(parameter.clone(), Value::Unknown(0..0));
        }
        let body = if braces { self.braced_body() } else { self.set_in_body(column) };
        self.inside = body.end;
        let function = Function { parameters, body };
        self.functions.insert(name.to_string(), Rc::new(function));
    }

    /// Defines `name => expression`, which begins at the next token.
    pub fn arrow(&mut self, name: &str) {
        let parameters = vec![self.peek(0).to_string()];
        self.variables.insert(parameters[0].clone(), Value::Unknown(0..0));
        self.at += 2;
        let body = self.braced_body();
        self.functions.insert(name.to_string(), Rc::new(Function { parameters, body }));
    }

    /// The names in the brackets that begin here: types and usual values are
    /// passed over.
    pub fn parameters(&mut self) -> Vec<String> {
        let mut names = Vec::new();
        let mut depth = 0;
        let mut fresh = true;
        while let Some(kind) = self.kind(0) {
            let word = self.peek(0);
            match (kind, word) {
                (Kind::Mark, "(" | "[" | "{") => depth += 1,
                (Kind::Mark, ")" | "]" | "}") => depth -= 1,
                (Kind::Mark, ",") if depth == 1 => fresh = true,
                (Kind::Mark, "=" | ":") => fresh = false,
                // The last name counts: `string $c` of PHP.
                (Kind::Name, name) if depth == 1 && fresh && !self.is_name(1) => {
                    names.push(name.to_string());
                    fresh = false;
                }
                _ => {}
            }
            self.at += 1;
            if depth == 0 {
                break;
            }
        }
        names
    }

    /// The body from here on: a block in braces, or an expression to the end
    /// of its statement.
    fn braced_body(&self) -> Range<usize> {
        let mut depth = 0;
        let mut at = self.at;
        while let Some(token) = self.tokens.get(at) {
            let mark = matches!(token.kind, Kind::Mark).then(|| &self.code.text()[token.range.clone()]);
            match mark {
                Some("{" | "(" | "[") => depth += 1,
                Some(";") if depth == 0 => break,
                Some(close @ ("}" | ")" | "]")) => {
                    depth -= 1;
                    if depth <= 0 && (close == "}" || depth < 0) {
                        at += usize::from(depth == 0);
                        break;
                    }
                }
                _ => {}
            }
            at += 1;
        }
        self.at..at
    }

    /// The body up to a line that is set in no more than `column`, or up to
    /// an `end` on the same line.
    fn set_in_body(&self, column: u32) -> Range<usize> {
        let mut end = self.at;
        let mut one_line = true;
        while let Some(token) = self.tokens.get(end) {
            let word = &self.code.text()[token.range.clone()];
            one_line &= token.column.is_none();
            if token.column.is_some_and(|own| own <= column) || (one_line && word == "end") {
                break;
            }
            end += 1;
        }
        self.at..end
    }

    /// Calls a method that the code defines: `self` is the object before it.
    pub fn enter_method(&mut self, name: &str, mut arguments: Vec<Item>) {
        let Some(function) = self.functions.get(name) else { return };
        if function.parameters.first().is_some_and(|first| matches!(first.as_str(), "self" | "cls")) {
            let value = Value::Unknown(0..0);
            arguments.insert(0, Item { key: None, value, range: 0..0, spread: false });
        }
        self.enter(name, arguments);
    }

    /// Calls a function that the code defines, with these arguments.
    pub fn enter(&mut self, name: &str, arguments: Vec<Item>) {
        let Some(function) = self.functions.get(name).cloned() else { return };
        if self.calls >= DEEPEST_CALL || !self.spend(function.body.len()) {
            return;
        }
        let mut outer = Vec::new();
        let mut set = |this: &mut Self, name: &str, value: Value| {
            outer.push((name.to_string(), this.variables.insert(name.to_string(), value)));
        };
        for (index, parameter) in function.parameters.iter().enumerate() {
            let named = arguments.iter().find(|item| item.key.as_ref() == Some(parameter));
            let value = named.or_else(|| arguments.get(index).filter(|item| item.key.is_none()));
            let value = value.map_or(Value::Unknown(0..0), |item| item.value.clone());
            set(self, parameter, value);
        }
        let all = self.elements(arguments);
        set(self, "@_", Value::list(all));
        let at = std::mem::replace(&mut self.at, function.body.start);
        let end = std::mem::replace(&mut self.end, function.body.end);
        // The body may stand in other tokens than the call: in no hole.
        if function.body.end <= self.tokens.len() {
            self.calls += 1;
            self.items(None);
            self.calls -= 1;
        }
        (self.at, self.end) = (at, end);
        for (name, value) in outer.into_iter().rev() {
            match value {
                Some(value) => self.variables.insert(name, value),
                None => self.variables.remove(&name),
            };
        }
    }
}
