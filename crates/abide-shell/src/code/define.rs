//! Functions that the code itself defines: `def run(c): os.system(c)` makes
//! `run("npm i")` a call that starts npm.

use super::bind::Target;
use super::evaluate::Evaluator;
use super::token::{Kind, Token};
use super::value::{Item, Items, Name, Value};
use foldhash::HashSet;
use std::cell::Cell;
use std::ops::Range;
use std::rc::Rc;

/// What every object of the code's own classes is called here.
pub(super) const OBJECT: &str = "self";

/// Methods that a call of their class calls.
const CONSTRUCTORS: &[&str] = &["__init__", "constructor", "initialize"];

/// How deep functions of the code are entered.
const DEEPEST_CALL: u32 = 6;

/// A function that the code defines.
pub(super) struct Function<'a> {
    pub parameters: Vec<Target>,
    /// Where its body stands among the tokens.
    pub body: Range<usize>,
    pub tokens: Rc<Vec<Token<'a>>>,
    /// Whether its body was gone through at a call.
    pub entered: Cell<bool>,
}

impl<'a> Evaluator<'a> {
    /// Defines the function `name`, whose parameters begin at the next token.
    /// `braces` tells where its body is: in braces, or set in from `column`.
    /// The body of one that the code calls by its name waits for these calls.
    pub fn define(&mut self, name: &str, column: u32, braces: bool) {
        let parameters = if self.is_mark(0, "(") { self.parameters() } else { Vec::new() };
        let body = if braces { self.braced_body() } else { self.set_in_body(column) };
        self.inside = body.end;
        let parameters = parameters.into_iter().map(Target::Name).collect();
        let (tokens, entered) = (self.tokens.clone(), Cell::new(false));
        let function = Rc::new(Function { parameters, body, tokens, entered });
        if self.is_called(name) {
            self.at = function.body.end;
            self.waiting.push(function.clone());
        } else {
            self.unknown_parameters(&function);
        }
        if CONSTRUCTORS.contains(&name)
            && let Some(class) = self.class.clone()
        {
            self.functions.insert(class, function.clone());
        }
        self.functions.insert(name.into(), function);
    }

    /// Whether a call of this name stands somewhere, the definition aside.
    fn is_called(&mut self, name: &str) -> bool {
        let tokens = &self.tokens;
        let called = self.called.get_or_insert_with(|| {
            let is_call = |pair: &&[Token<'_>]| matches!(pair[0].kind, Kind::Name) && pair[1].word == "(";
            let names = tokens.windows(2).filter(is_call).map(|pair| pair[0].word);
            let mut seen = HashSet::default();
            names.filter(|name| !seen.insert(*name)).collect()
        });
        called.contains(name)
    }

    /// Goes through the functions that were called nowhere on the way, as if
    /// something did.
    pub fn uncalled(&mut self) {
        let mut next = 0;
        while let Some(function) = self.waiting.get(next).cloned() {
            if !function.entered.get() {
                self.unknown_parameters(&function);
                self.body(&function);
            }
            next += 1;
        }
    }

    fn unknown_parameters(&mut self, function: &Function<'_>) {
        for name in function.parameters.iter().flat_map(Target::names) {
            let value = if is_self(name) { Value::Named(OBJECT.into()) } else { Value::Unknown(0..0) };
            self.variables.insert(name.into(), value);
        }
    }

    /// Enters the body of a class, set in from `column`: what it defines and
    /// sets is for its objects.
    pub fn enter_class(&mut self, name: &str, column: u32) {
        self.class = Some(name.into());
        self.class_end = self.set_in_body(column).end;
    }

    /// The names in the brackets that begin here: types and usual values are
    /// passed over.
    pub fn parameters(&mut self) -> Vec<Name> {
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
                    names.push(name.into());
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
            let mark = matches!(token.kind, Kind::Mark).then(|| token.word);
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
            one_line &= token.column.is_none();
            let ends = || token.word == "end";
            if token.column.is_some_and(|own| own <= column) || (one_line && ends()) {
                break;
            }
            end += 1;
        }
        self.at..end
    }

    /// Calls a function that the code defines, with these arguments. An object
    /// whose method it is is all objects: which one is not followed.
    pub fn enter(&mut self, name: &str, mut arguments: Items) -> Value {
        let unknown = Value::Unknown(0..0);
        let Some(function) = self.functions.get(name).cloned() else { return unknown };
        if self.calls >= DEEPEST_CALL || !self.spend(function.body.len()) {
            return unknown;
        }
        let own = matches!(function.parameters.first(), Some(Target::Name(first)) if is_self(first));
        if own {
            let value = Value::Named(OBJECT.into());
            arguments.insert(0, Item { key: None, value, range: 0..0, spread: false });
        }
        let names = function.parameters.iter().flat_map(Target::names).chain(["@_"]);
        let before = self.taken(&names.collect::<Vec<_>>());
        for (index, parameter) in function.parameters.iter().enumerate() {
            let names = parameter.names();
            let key = names.first();
            let named =
                arguments.iter().find(|item| item.key.as_deref().is_some_and(|own| key == Some(&own)));
            let value = named.or_else(|| arguments.get(index).filter(|item| item.key.is_none()));
            let value = match (parameter, value) {
                (Target::Rest(_), _) => {
                    let rest = arguments.iter().skip(index).filter(|item| item.key.is_none());
                    Value::list(rest.map(|item| item.value.clone()).collect())
                }
                (_, Some(item)) => item.value.clone(),
                (_, None) => Value::Unknown(0..0),
            };
            self.bind(parameter, &value);
        }
        let all = self.elements(arguments);
        self.variables.insert("@_".into(), Value::list(all));
        let value = self.body(&function);
        self.put_back(before);
        value
    }

    /// Goes through the body of a function, and gives what it may give back.
    fn body(&mut self, function: &Function<'a>) -> Value {
        function.entered.set(true);
        let at = std::mem::replace(&mut self.at, function.body.start);
        let end = std::mem::replace(&mut self.end, function.body.end);
        let tokens = std::mem::replace(&mut self.tokens, function.tokens.clone());
        let returned = std::mem::take(&mut self.returned);
        self.calls += 1;
        let mut items = self.items(None);
        self.calls -= 1;
        let returned = std::mem::replace(&mut self.returned, returned);
        (self.at, self.end, self.tokens) = (at, end, tokens);
        match items.len() {
            _ if !returned.is_empty() => Value::either(returned),
            1 => items.remove(0).value,
            _ => Value::Unknown(0..0),
        }
    }
}

/// Whether this parameter is the object whose method is called.
fn is_self(parameter: &str) -> bool {
    matches!(parameter, "self" | "cls")
}
