//! Terms: literals, names, brackets, and what follows them.

use super::evaluate::{DEEPEST, Evaluator, is_word_operator};
use super::text::Piece;
use super::token::{Kind, Token};
use super::value::{Item, Items, Name, Value, slice};
use crate::{Limit, Mapped};
use smallvec::smallvec;
use std::rc::Rc;

impl<'a> Evaluator<'a> {
    /// A term with what follows it: members, calls, indices.
    pub fn operand(&mut self) -> Value {
        self.depth += 1;
        let value = if self.depth > DEEPEST {
            self.limit.get_or_insert(Limit::Depth);
            Value::Unknown(0..0)
        } else if self.limit.is_none() && self.spend(1) {
            let start = self.start();
            let term = self.term();
            self.followed(term, start)
        } else {
            self.at += 1;
            Value::Unknown(0..0)
        };
        self.depth -= 1;
        value
    }

    fn term(&mut self) -> Value {
        let start = self.start();
        self.path = None;
        while self.is_name(0)
            && self.tongue.prefixes.has(self.peek(0))
            && !matches!(self.peek(1), "=" | "." | ",")
        {
            self.at += 1;
        }
        if (self.is_name(0) || self.is_mark(0, "("))
            && let Some(function) = (self.tongue.function)(self)
        {
            return function;
        }
        let tokens = self.tokens.clone();
        let Some(token) = tokens.get(self.at).filter(|_| self.at < self.end) else {
            return Value::Unknown(0..0);
        };
        let word = token.word;
        match token.kind {
            Kind::Mark if matches!(word, "," | ";" | ")" | "]" | "}" | ":") => {
                // Ruby writes a symbol and a constant path like this.
                if word == ":" && self.tongue.symbols && self.is_name(1) {
                    self.at += 2;
                    let name = self.tokens[self.at - 1].range();
                    return Value::Text(slice(self.code, name));
                }
                return Value::Unknown(start..start);
            }
            Kind::Line => return Value::Unknown(start..start),
            // The parameters of a block of Ruby.
            Kind::Mark if word == "|" && self.tongue.symbols => {
                self.at += 1;
                while self.at < self.end && !self.take("|") {
                    self.at += 1;
                }
                return self.expression();
            }
            _ => self.at += 1,
        }
        match &token.kind {
            Kind::Number => Value::Text(slice(self.code, token.range())),
            Kind::Text(pieces) => self.literal(pieces),
            Kind::Words(words) => Value::list(words.iter().cloned().map(Value::Text).collect()),
            Kind::Command(pieces) => {
                let script = self.text(pieces);
                let from = self.found.len();
                self.script(&script);
                match self.output(from) {
                    Value::Unknown(_) => Value::Unknown(token.range()),
                    printed => printed,
                }
            }
            Kind::Name => {
                self.path = Some(self.at - 1..self.at);
                self.variable(word).unwrap_or_else(|| Value::Named(word.into()))
            }
            Kind::Mark => match word {
                "(" => self.parenthesis(start),
                "[" => {
                    let items = self.items(Some("]"));
                    Value::list(self.elements(items))
                }
                "{" => self.braces(start),
                _ => self.operand(),
            },
            Kind::Regex | Kind::Line => Value::Unknown(token.range()),
        }
    }

    /// What the code set this name to. Looking at a long text has its price.
    pub fn variable(&mut self, name: &str) -> Option<Value> {
        let Some(value) = self.variables.get(name) else {
            let (_, module) = self.tongue.same_modules.iter().find(|(other, _)| *other == name)?;
            return Some(Value::Named((*module).into()));
        };
        let value = value.clone();
        let cost = match &value {
            Value::Text(text) => text.len() / 16,
            _ => 0,
        };
        self.spend(cost).then_some(value)
    }

    /// Literals side by side.
    fn literal(&mut self, pieces: &[Piece<'a>]) -> Value {
        let mut value = self.text(pieces);
        while self.tongue.joins_literals && matches!(self.kind(0), Some(Kind::Text(_))) {
            let more = self.next_text();
            let here = self.here();
            value = self.joined(value, here..here, &more, here..here);
        }
        value
    }

    /// Takes the literal that stands here.
    fn next_text(&mut self) -> Value {
        let tokens = self.tokens.clone();
        self.at += 1;
        match tokens.get(self.at - 1).map(|token| &token.kind) {
            Some(Kind::Text(pieces)) => self.text(pieces),
            _ => Value::Unknown(0..0),
        }
    }

    /// The value of a literal, its holes filled with what is known.
    pub fn text(&mut self, pieces: &[Piece<'a>]) -> Value {
        if let [Piece::Known(text)] = pieces {
            return self.made(text.clone(), 0..0);
        }
        let mut value = Value::Text(Mapped::default());
        for piece in pieces {
            let (part, range) = match piece {
                Piece::Known(text) => (Value::Text(text.clone()), 0..0),
                // `${name}` has no sigil of its own.
                Piece::Hole { tokens, range } if tokens.is_empty() => {
                    let name = format!("${}", &self.source[range.clone()]);
                    let value = self.variable(&name);
                    (value.unwrap_or(Value::Unknown(range.clone())), range.clone())
                }
                Piece::Hole { tokens, range } => (self.hole(tokens), range.clone()),
            };
            value = self.joined(value, 0..0, &part, range);
        }
        value
    }

    /// Goes through code that stands in a text.
    pub fn hole(&mut self, tokens: &Rc<Vec<Token<'a>>>) -> Value {
        let outer = std::mem::replace(&mut self.tokens, tokens.clone());
        let at = std::mem::replace(&mut self.at, 0);
        let end = std::mem::replace(&mut self.end, tokens.len());
        let mut items = self.items(None);
        (self.tokens, self.at, self.end) = (outer, at, end);
        self.path = None;
        if items.is_empty() { Value::Unknown(0..0) } else { items.remove(0).value }
    }

    fn parenthesis(&mut self, start: usize) -> Value {
        let mut items = self.items(Some(")"));
        let comma = self.at >= 2 && self.tokens.get(self.at - 2).is_some_and(|token| token.word == ",");
        if items.len() == 1 && !comma && items[0].key.is_none() {
            return items.remove(0).value;
        }
        if items.is_empty() && !self.tongue.flat_lists {
            return Value::Unknown(start..self.here());
        }
        Value::list(self.elements(items))
    }

    /// A map or a block of statements.
    fn braces(&mut self, start: usize) -> Value {
        let items = self.items(Some("}"));
        let mut entries = Vec::new();
        for item in items {
            match (item.key, item.value) {
                (Some(key), value) => entries.push((key, value)),
                (None, Value::Map(more)) if item.spread => entries.extend(more.iter().cloned()),
                // `{ shell }` is `{ shell: shell }`; Lua writes lists like this.
                (None, value) => {
                    let name = Name::from(&self.source[item.range]);
                    entries.push((name, value));
                }
            }
        }
        if entries.is_empty() { Value::Unknown(start..self.here()) } else { Value::Map(Rc::new(entries)) }
    }

    /// The values of a list, each with its place if it is not known.
    pub fn elements(&self, items: impl IntoIterator<Item = Item>) -> Vec<Value> {
        let mut values = Vec::new();
        for item in items {
            match item.value {
                Value::List(more) if item.spread || self.tongue.flat_lists => {
                    values.extend(more.iter().cloned())
                }
                Value::Named(_) | Value::Method(..) => values.push(Value::Unknown(item.range)),
                value => values.push(value),
            }
        }
        values
    }

    /// What follows a term: `.name`, `(..)`, `[..]`.
    fn followed(&mut self, mut value: Value, start: usize) -> Value {
        loop {
            let word = self.peek(0);
            let range = start..self.here().max(start);
            value = match self.kind(0) {
                Some(Kind::Mark) if self.tongue.member.contains(&word) && self.is_name(1) => {
                    self.at += 2;
                    self.path = self.path.take().map(|path| path.start..self.at);
                    let name = self.tokens[self.at - 1].word;
                    self.member(value, name)
                }
                // `$list->[0]`, `$hash->{key}` of Perl
                Some(Kind::Mark)
                    if word == "->"
                        && (self.is_mark(1, "[") || (self.is_mark(1, "{") && self.is_name(2))) =>
                {
                    self.at += 1;
                    value
                }
                Some(Kind::Mark) if word == "(" || (word == "?." && self.is_mark(1, "(")) => {
                    self.at += word.len();
                    let path = self.path.take();
                    let items = self.items(Some(")"));
                    self.call(value, path, items, range)
                }
                Some(Kind::Mark) if word == "[" && !self.after_blank() => {
                    self.at += 1;
                    self.path = None;
                    let items = self.items(Some("]"));
                    self.index(value, &items, range)
                }
                Some(Kind::Mark) if word == "{" && self.names_entry(&value) => {
                    let key = Name::from(self.peek(1));
                    self.at += 3;
                    self.path = None;
                    self.member(value, &key)
                }
                Some(Kind::Text(_)) if self.is_callee(&value) && !self.tongue.bare_calls => {
                    let range = self.tokens[self.at].range();
                    let text = self.next_text();
                    // A tagged template is a call with a mark of its own.
                    let key = Some("`".into());
                    let item = Item { key, value: text, range: range.clone(), spread: false };
                    self.call(value, None, smallvec![item], range)
                }
                _ if matches!(word, "{" | "do") && self.is_mark(1, "|") => {
                    self.bind_block(&value);
                    return value;
                }
                _ if self.tongue.bare_calls
                    && self.is_callee(&value)
                    && (self.begins_argument() || self.needs_no_argument(&value)) =>
                {
                    let path = self.path.take();
                    let bare = self.begins_argument();
                    let items = if bare { self.bare_arguments() } else { Items::new() };
                    self.call(value, path, items, range)
                }
                _ => return value,
            };
        }
    }

    /// Whether `{name}` of `$hash{name}` comes next, as Perl writes it.
    fn names_entry(&self, value: &Value) -> bool {
        let hash =
            matches!(value, Value::Named(name) if name.starts_with('$')) || matches!(value, Value::Map(_));
        self.tongue.flat_lists && hash && !self.after_blank() && self.is_name(1) && self.is_mark(2, "}")
    }

    /// Whether there is a blank in front of the next token.
    pub fn after_blank(&self) -> bool {
        self.start() > self.here()
    }

    fn begins_argument(&self) -> bool {
        let word = self.peek(0);
        match self.kind(0) {
            Some(Kind::Text(_) | Kind::Words(_) | Kind::Command(_)) => true,
            Some(Kind::Name) => {
                !is_word_operator(word)
                    && !matches!(word, "for" | "foreach" | "while" | "do" | "then" | "end")
            }
            Some(Kind::Mark) => matches!(word, "[" | "*" | "{" | ":" | "\\") && self.after_blank(),
            _ => false,
        }
    }

    /// The arguments of a call without brackets.
    pub fn bare_arguments(&mut self) -> Items {
        let mut items = Items::new();
        loop {
            let before = self.at;
            items.extend(self.item(Some("")));
            // `system { 'npm' } 'npm', 'i'`
            let block =
                self.peek(0) != "," && items.len() == 1 && matches!(self.kind(0), Some(Kind::Text(_)));
            if self.at == before || !(self.take(",") || self.take("=>") || block) {
                return items;
            }
            self.skip_lines();
        }
    }
}
