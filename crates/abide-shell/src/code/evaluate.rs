//! Expressions: one pass over the tokens that keeps what is known.
//!
//! This is no interpreter: it goes through every statement once, whichever way
//! the program would go, and understands only literals, names set to
//! literals, and calls of functions that the tables know. Anything else has an
//! unknown value, and what stands inside it is gone through all the same.

use super::bind::any_of;
use super::call::Does;
use super::define::{Function, OBJECT};
use super::token::{Kind, Token};
use super::value::{Item, Items, MOST_VALUES, Name, Value};
use super::{Given, Start, once};
use crate::tables::OneOf;
use crate::{Limit, Mapped};
use ecow::eco_format;
use foldhash::{HashMap, HashSet};
use std::ops::Range;
use std::rc::Rc;

/// How deep expressions, operands and brackets may nest, taken together.
pub(super) const DEEPEST: u32 = 300;

/// A language whose code is expressions and calls.
pub(super) struct Tongue {
    /// What joins two texts: `+`, `.`, `..`
    pub concat: &'static str,
    /// What stands between a thing and its member.
    pub member: &'static [&'static str],
    /// Literals side by side are one text.
    pub joins_literals: bool,
    /// `f x` calls `f`.
    pub bare_calls: bool,
    /// `:name` is a text.
    pub symbols: bool,
    /// `(a, b)` is a list, and lists in lists are one list.
    pub flat_lists: bool,
    /// Words that may stand in front of an expression.
    pub prefixes: OneOf,
    /// `x for y in z` between brackets is a list.
    pub comprehensions: bool,
    /// Takes a function without a name that begins here, if one does.
    pub function: fn(&mut Evaluator<'_>) -> Option<Value>,
    /// Modules with the functions of another one.
    pub same_modules: &'static [(&'static str, &'static str)],
    /// The name of the standard output, which may be set to another file.
    pub output: &'static str,
    /// What functions do, sorted by name.
    pub functions: &'static [(&'static str, Does)],
    /// Takes a statement that begins here; `false` where it is an ordinary one.
    pub statement: fn(&mut Evaluator<'_>) -> bool,
}

pub(super) struct Evaluator<'a> {
    pub tongue: &'static Tongue,
    pub code: &'a Mapped,
    /// The text of the code.
    pub source: &'a str,
    pub given: &'a Given<'a>,
    pub tokens: Rc<Vec<Token<'a>>>,
    pub at: usize,
    /// Where the tokens end that are gone through now.
    pub end: usize,
    pub variables: HashMap<Name, Value>,
    pub functions: HashMap<Name, Rc<Function<'a>>>,
    /// The names that are called, once one of them was asked for.
    pub called: Option<HashSet<&'a str>>,
    /// Functions that wait for a call to be gone through.
    pub waiting: Vec<Rc<Function<'a>>>,
    /// Functions whose first arguments are given, by the name that they have
    /// here, which no name of the code is.
    pub partials: HashMap<Name, (Value, Items)>,
    pub found: Vec<Start>,
    /// The files that the code wrote, with their texts where they are known.
    pub written: HashMap<Name, Option<Mapped>>,
    /// How many files of the line it loaded.
    pub loaded: usize,
    pub limit: Option<Limit>,
    /// What is left to spend, in tokens gone through and bytes of text made.
    pub budget: usize,
    pub depth: u32,
    /// How many functions of the code itself were entered.
    pub calls: u32,
    /// What the function that is gone through may give back.
    pub returned: Vec<Value>,
    /// The item that is read stands between brackets.
    pub enclosed: bool,
    /// The class whose body was entered last, and up to which token it goes.
    pub class: Option<Name>,
    pub class_end: usize,
    /// Up to which token the function that was defined last goes.
    pub inside: usize,
    /// The tokens of the name that was read last, with the members it names,
    /// if they were all of the operand.
    pub path: Option<Range<usize>>,
}

impl<'a> Evaluator<'a> {
    pub fn new(
        tongue: &'static Tongue,
        code: &'a Mapped,
        tokens: Vec<Token<'a>>,
        given: &'a Given<'a>,
    ) -> Self {
        Evaluator {
            tongue,
            code,
            source: code.text(),
            given,
            budget: 10_000 + 8 * tokens.len() + 4 * code.len(),
            end: tokens.len(),
            tokens: tokens.into(),
            at: 0,
            variables: HashMap::default(),
            functions: HashMap::default(),
            called: None,
            waiting: Vec::new(),
            partials: HashMap::default(),
            found: Vec::new(),
            written: HashMap::default(),
            loaded: 0,
            limit: None,
            depth: 0,
            calls: 0,
            returned: Vec::new(),
            enclosed: false,
            class: None,
            class_end: 0,
            inside: 0,
            path: None,
        }
    }

    /// Goes through all statements.
    fn all(&mut self) {
        while self.at < self.end && self.limit.is_none() {
            let items = self.items(None);
            if let (true, Some(last)) = (self.given.prints, items.last()) {
                self.print(&[last], "", "\n");
            }
            // A bracket that nothing opened.
            self.at += 1;
        }
    }

    pub fn spend(&mut self, cost: usize) -> bool {
        let enough = self.budget >= cost;
        self.budget = self.budget.saturating_sub(cost);
        enough
    }

    /// The token `ahead` of the next one.
    pub fn token(&self, ahead: usize) -> Option<&Token<'a>> {
        let at = self.at + ahead;
        if at < self.end { self.tokens.get(at) } else { None }
    }

    /// The text of the token `ahead` of this one; empty at the end.
    pub fn peek(&self, ahead: usize) -> &'a str {
        self.token(ahead).map_or("", |token| token.word)
    }

    pub fn kind(&self, ahead: usize) -> Option<&Kind<'a>> {
        self.token(ahead).map(|token| &token.kind)
    }

    pub fn is_name(&self, ahead: usize) -> bool {
        matches!(self.kind(ahead), Some(Kind::Name))
    }

    /// The mark `ahead` of the next one; empty where there is none.
    pub fn mark(&self, ahead: usize) -> &'a str {
        match self.token(ahead) {
            Some(Token { kind: Kind::Mark, word, .. }) => word,
            _ => "",
        }
    }

    pub fn is_mark(&self, ahead: usize, mark: &str) -> bool {
        self.mark(ahead) == mark
    }

    /// Takes this word or mark if it is the next.
    pub fn take(&mut self, word: &str) -> bool {
        let found = |token: &Token<'_>| matches!(token.kind, Kind::Mark | Kind::Name) && token.word == word;
        let found = self.token(0).is_some_and(found);
        self.at += usize::from(found);
        found
    }

    pub fn skip_lines(&mut self) {
        while matches!(self.kind(0), Some(Kind::Line)) {
            self.at += 1;
        }
    }

    /// Where the token before this one ended.
    pub fn here(&self) -> usize {
        let before = self.at.checked_sub(1).and_then(|before| self.tokens.get(before));
        before.map_or(0, |token| token.range().end)
    }

    /// How far the line of the next token is set in.
    pub fn column(&self) -> u32 {
        let lines = self.tokens[..=self.at.min(self.tokens.len() - 1)].iter().rev();
        lines.filter_map(|token| token.column).next().unwrap_or(0)
    }

    /// Sets a variable to a list of texts.
    pub fn set(&mut self, name: &str, texts: &[Mapped]) {
        let values = texts.iter().cloned().map(Value::Text).collect();
        self.variables.insert(name.into(), Value::list(values));
    }

    /// What was found, unless a limit was met.
    pub fn finish(mut self) -> Result<Vec<Start>, Limit> {
        self.all();
        self.uncalled();
        self.limit.map_or(Ok(once(self.found)), Err)
    }

    pub fn start(&self) -> usize {
        self.tokens.get(self.at).map_or(self.source.len(), |token| token.start as usize)
    }

    /// Goes through items up to the closing bracket, which is taken too.
    pub fn items(&mut self, close: Option<&str>) -> Items {
        let mut items = Items::new();
        self.depth += 1;
        if self.depth > DEEPEST {
            self.limit.get_or_insert(Limit::Depth);
        }
        if self.tongue.comprehensions && close.is_some() {
            // In brackets of its own it is the list itself.
            let spread = close == Some("]");
            items.extend(self.comprehension().map(|item| Item { spread, ..item }));
        }
        while self.at < self.end && self.limit.is_none() {
            let Some(token) = self.token(0) else { break };
            let word = token.word;
            match (&token.kind, word) {
                (Kind::Line, _) | (Kind::Mark, "," | ";") => {
                    self.at += 1;
                    continue;
                }
                (Kind::Mark, ")" | "]" | "}") if close.is_none_or(|close| close == word) => {
                    self.at += usize::from(close.is_some());
                    break;
                }
                _ => {}
            }
            self.enclosed = close.is_some();
            if self.is_name(0) && (self.tongue.statement)(self) {
                continue;
            }
            let before = self.at;
            let returns = word == "return";
            let item = self.item(close);
            if returns && self.returned.len() < MOST_VALUES {
                self.returned.extend(item.iter().map(|item| item.value.clone()));
            }
            if let Some(item) = item {
                // Of statements, only the first and the last are asked for.
                items.truncate(if close.is_none() { 1 } else { items.len() });
                items.push(item);
            }
            if self.at == before {
                self.at += 1;
            }
        }
        self.depth -= 1;
        items
    }

    pub fn item(&mut self, close: Option<&str>) -> Option<Item> {
        let spread = matches!(self.mark(0), "*" | "**" | "...");
        self.at += usize::from(spread);
        let key = if close.is_some() { self.key() } else { None };
        let start = self.start();
        let value = self.expression();
        let range = start..self.here().max(start);
        if let (None, Some(":" | "=>")) = (&key, close.map(|_| self.peek(0))) {
            self.at += 1;
            let key = match value {
                Value::Text(text) => Name::from(text.text()),
                _ => Name::new(),
            };
            let start = self.start();
            let value = self.expression();
            return Some(Item { key: Some(key), value, range: start..self.here().max(start), spread });
        }
        Some(Item { key, value, range, spread })
    }

    /// `name=`, `name:`, `name =>` in front of a value.
    fn key(&mut self) -> Option<Name> {
        let named = self.is_name(0) && matches!(self.mark(1), "=" | ":" | "=>");
        // `file:read()` of Lua is no entry.
        let named = named && !(self.is_mark(1, ":") && self.tongue.member.contains(&":"));
        // `(x) => ..` and `x => ..` are functions in JavaScript, no entries.
        if !named || (self.peek(1) == "=>" && !self.tongue.flat_lists) {
            let symbol = self.is_mark(0, ":") && self.is_name(1) && self.is_mark(2, "=>");
            if symbol {
                let key = Name::from(self.peek(1));
                self.at += 3;
                return Some(key);
            }
            return None;
        }
        let key = Name::from(self.peek(0));
        self.at += 2;
        self.skip_lines();
        Some(key)
    }

    /// `name: type = value`, behind the name.
    pub fn annotated(&mut self, ahead: usize) -> bool {
        let fits = self.is_name(ahead)
            && self.is_mark(ahead + 1, ":")
            && self.is_name(ahead + 2)
            && self.is_mark(ahead + 3, "=");
        if fits {
            let name = Name::from(self.peek(ahead));
            self.at += ahead + 4;
            let value = self.expression();
            self.variables.insert(name, value);
        }
        fits
    }

    /// Goes through an expression.
    pub fn expression(&mut self) -> Value {
        self.deeper(Self::operators)
    }

    /// Goes on one level deeper, unless that is too deep.
    pub fn deeper(&mut self, run: impl FnOnce(&mut Self) -> Value) -> Value {
        self.depth += 1;
        let value = if self.depth > DEEPEST {
            self.limit.get_or_insert(Limit::Depth);
            Value::Unknown(0..0)
        } else {
            run(self)
        };
        self.depth -= 1;
        value
    }

    /// An operand, and what operators make of it.
    fn operators(&mut self) -> Value {
        let start = self.start();
        self.path = None;
        let mut left = self.operand();
        let mut path = self.path.take();
        loop {
            let word = match self.token(0) {
                Some(Token { kind: Kind::Mark, word, .. }) => *word,
                Some(Token { kind: Kind::Name, word, .. }) if is_word_operator(word) => *word,
                _ => return left,
            };
            left = match word {
                "," | ";" | ")" | "]" | "}" | ":" | "{" | "[" | "else" => return left,
                "=" | ":=" | "+=" | ".=" | "..=" | "||=" | "??=" => {
                    self.at += 1;
                    self.skip_lines();
                    let right = self.expression();
                    if let Some(path) = path.take() {
                        let path = self.path_text(path);
                        self.assign(path, word, &left, right.clone(), start);
                    }
                    right
                }
                "in" | "of" | "as" => {
                    let path = path.take().map(|path| self.path_text(path));
                    self.each_of(path, left)
                }
                "if" | "unless" | "or" | "and" if self.tongue.bare_calls => return left,
                "if" => {
                    self.at += 1;
                    self.expression();
                    if !self.take("else") {
                        return left;
                    }
                    Value::either([left, self.expression()])
                }
                "?" => {
                    self.at += 1;
                    let yes = self.expression();
                    self.take(":");
                    Value::either([yes, self.expression()])
                }
                "or" | "||" | "??" => {
                    self.at += 1;
                    self.skip_lines();
                    let right = self.operand();
                    if left.is_false() { right } else { Value::either([left, right]) }
                }
                "=>" if self.tongue.flat_lists => return left,
                _ if word == self.tongue.concat => {
                    self.at += 1;
                    self.skip_lines();
                    let from = self.start();
                    let right = self.operand();
                    let right_range = from..self.here().max(from);
                    self.joined(left, start..from, &right, right_range)
                }
                "%" => {
                    self.at += 1;
                    let value = self.operand();
                    self.formatted(left, value, '%')
                }
                "<<" if matches!(left, Value::Object(..) | Value::List(_)) => {
                    self.at += 1;
                    let right = self.operand();
                    let path = path.take().map(|path| self.path_text(path));
                    self.shovelled(left, right, path)
                }
                "/" if matches!(left, Value::Object(..)) => {
                    self.at += 1;
                    let right = self.operand();
                    self.joined_path(left, &right)
                }
                _ => {
                    self.at += 1;
                    self.skip_lines();
                    self.operand();
                    Value::Unknown(start..self.here().max(start))
                }
            };
            path = None;
        }
    }

    /// The name that these tokens write: `a.b`.
    pub fn path_text(&self, path: Range<usize>) -> Name {
        let names = self.tokens[path].iter().filter(|token| matches!(token.kind, Kind::Name));
        let mut path = Name::new();
        for token in names {
            path.push_str(if path.is_empty() { "" } else { "." });
            path.push_str(token.word);
        }
        path
    }

    fn assign(&mut self, path: Name, operator: &str, before: &Value, right: Value, start: usize) {
        let value = match operator {
            "=" | ":=" => right,
            "||=" | "??=" => Value::either([before.clone(), right]),
            _ => {
                let here = self.here();
                self.joined(before.clone(), start..start, &right, here..here)
            }
        };
        // What a class sets, its objects have.
        if self.at <= self.class_end && self.at > self.inside && self.calls == 0 && !path.contains('.') {
            self.variables.insert(eco_format!("{OBJECT}.{path}"), value.clone());
        }
        self.variables.insert(path, value);
    }

    /// `for x in list`, `for (x of list)`, `foreach ($list as $x)`.
    fn each_of(&mut self, path: Option<Name>, left: Value) -> Value {
        let reverse = self.take("as");
        self.at += usize::from(!reverse);
        let start = self.start();
        let right = self.expression();
        let (list, name) = match reverse {
            true => (left, Some(Name::from(&self.source[start..self.here().max(start)]))),
            false => (right, path),
        };
        match (name, &list) {
            (Some(name), Value::List(_)) => drop(self.variables.insert(name, any_of(&list))),
            // `with open(path) as name`
            (Some(name), Value::Object(..)) if reverse => drop(self.variables.insert(name, list)),
            _ => {}
        }
        Value::Unknown(start..start)
    }
}

/// Words that stand between two expressions.
pub(super) fn is_word_operator(word: &str) -> bool {
    matches!(
        word,
        "and"
            | "or"
            | "xor"
            | "in"
            | "of"
            | "as"
            | "is"
            | "if"
            | "unless"
            | "else"
            | "x"
            | "eq"
            | "ne"
            | "not"
            | "cmp"
            | "lt"
            | "gt"
            | "instanceof"
    )
}
