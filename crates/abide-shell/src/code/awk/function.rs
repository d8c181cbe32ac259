//! Functions that the program defines.

use super::Program;
use crate::Mapped;
use std::ops::Range;

/// How deep loops and brackets may stand in one another.
pub(super) const DEEPEST: u32 = 24;

/// How deep functions are entered.
const DEEPEST_CALL: u32 = 4;

#[derive(Clone)]
pub(super) struct Function<'a> {
    parameters: Vec<&'a str>,
    body: Range<usize>,
}

impl<'a> Program<'a> {
    /// Takes the head of a function: its body, which comes next, is gone through as any other code.
    pub fn define(&mut self, name: &'a str) {
        self.at += 2;
        let parameters = self.parameters();
        // What it is called with is not known yet.
        parameters.iter().for_each(|name| drop(self.variables.remove(*name)));
        let body = self.at..self.behind(self.at);
        self.functions.insert(name, Function { parameters, body });
    }

    /// The names between the brackets that begin here.
    fn parameters(&mut self) -> Vec<&'a str> {
        let end = self.behind(self.at);
        let names = (self.at..end).filter(|at| self.is_name(*at)).map(|at| self.tokens[at].word).collect();
        self.at = end;
        names
    }

    /// Goes through the body of a function with the arguments that begin here, and gives what it returns.
    pub fn call(&mut self, name: &str) -> Option<Mapped> {
        let Function { parameters, body } = self.functions[name].clone();
        self.at += 2;
        let arguments = self.arguments();
        let cost = body.len();
        if self.calls >= DEEPEST_CALL || self.left <= cost {
            return None;
        }
        self.left -= cost;
        self.calls += 1;
        let mut before = Vec::with_capacity(parameters.len());
        let mut arguments = arguments.into_iter();
        for name in parameters {
            before.push((name, self.variables.remove(name)));
            if let Some(argument) = arguments.next().flatten() {
                self.variables.insert(name.to_owned(), argument);
            }
        }
        let at = std::mem::replace(&mut self.at, body.start);
        let outer = self.returned.take();
        self.all(body.end);
        let returned = std::mem::replace(&mut self.returned, outer);
        self.at = at;
        for (name, value) in before {
            match value {
                Some(value) => drop(self.variables.insert(name.to_owned(), value)),
                None => drop(self.variables.remove(name)),
            }
        }
        self.calls -= 1;
        returned
    }

    /// The arguments up to the closing bracket, which is taken too.
    pub fn arguments(&mut self) -> Vec<Option<Mapped>> {
        let mut arguments = vec![self.text()];
        while self.peek(0) == "," {
            self.at += 1;
            arguments.push(self.text());
        }
        self.at += usize::from(self.peek(0) == ")");
        arguments
    }
}
