//! Expressions: lists, joined texts, brackets, methods.

use super::arguments::parted;
use super::{Reader, Value, Word, before, names};
use crate::Mapped;

/// An operator between two values.
enum Operator {
    /// `+`
    Add,
    /// `-f`
    Format,
    /// `-join`
    Join,
    /// Its outcome is not known.
    Other,
}

/// Types with others in brackets are no longer, in bytes.
const LONGEST_TYPE: usize = 256;

/// Methods that give their value back, or nearly so.
const KEEPING: &[&str] =
    &["invoke", "tolower", "tolowerinvariant", "tostring", "trim", "trimend", "trimstart"];

impl Reader<'_> {
    /// Values, and the operators between them.
    pub fn expression(&mut self) -> Value {
        let mut left = self.list();
        loop {
            self.blanks();
            let start = self.at;
            let Some(operator) = self.operator() else { return left };
            self.lines();
            let right = if self.ends() { Value::default() } else { self.list() };
            left = match operator {
                Operator::Add => left.plus(right),
                Operator::Format => self.formatted(left, right, start),
                Operator::Join => left.joined_by(right),
                Operator::Other => self.unknown(start, left.words.into_iter().chain(right.words)),
            };
        }
    }

    /// `a, b, c`
    fn list(&mut self) -> Value {
        let mut all = self.operand();
        loop {
            self.blanks();
            if !self.eat(",") {
                return all;
            }
            self.lines();
            all.list = true;
            if !self.ends() {
                all.words.extend(self.operand().words);
            }
        }
    }

    /// Whether no value can begin here.
    fn ends(&self) -> bool {
        matches!(self.byte(0), 0 | b'\n' | b';' | b'|' | b'&' | b')' | b'}' | b']' | b',' | b'>' | b'=')
    }

    fn operator(&mut self) -> Option<Operator> {
        if self.byte(0) == b'-' && self.byte(1).is_ascii_alphabetic() {
            let rest = &self.rest()[1..];
            let length = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
            let name = rest[..length].to_ascii_lowercase();
            self.at += 1 + length;
            return Some(match name.as_str() {
                "f" => Operator::Format,
                "join" => Operator::Join,
                _ => Operator::Other,
            });
        }
        if self.byte(0) == b'+' && !matches!(self.byte(1), b'=' | b'+') {
            self.at += 1;
            return Some(Operator::Add);
        }
        let assigns = matches!(self.byte(0), b'+' | b'-' | b'*' | b'/' | b'%') && self.byte(1) == b'=';
        let signs = ["..", "??", "?", ":", "*", "/", "%", "-"];
        let found = signs.iter().any(|sign| !assigns && !self.rest().starts_with("??=") && self.eat(sign));
        found.then_some(Operator::Other)
    }

    /// One value with what follows it directly: members, indexes, calls.
    pub fn operand(&mut self) -> Value {
        self.deeper(Self::operand_here)
    }

    fn operand_here(&mut self) -> Value {
        self.blanks();
        let start = self.at;
        let mut value = match (self.byte(0), self.byte(1)) {
            (b'\'', _) => self.quoted(|reader, out| Some(reader.single(out).to_owned())),
            (b'"', _) => self.quoted(Self::double),
            (b'@', b'\'' | b'"') => self.quoted(Self::here_string),
            (b'$', b'(') => {
                self.at += 2;
                self.inside(b')')
            }
            (b'@', b'(') => {
                self.at += 2;
                Value { list: true, ..self.inside(b')') }
            }
            (b'@', b'{') => {
                self.at += 2;
                let values = self.deeper(Self::table);
                self.unknown(start, values)
            }
            (b'(', _) => {
                self.at += 1;
                self.inside(b')')
            }
            (b'$', _) => Value::of(self.variable()),
            (b'[', _) => return self.class(),
            (b'{', _) => Value::of(self.block_word()),
            (b'!', _) | (b'+', b'+') | (b'-', b'-') => {
                self.at += if self.byte(0) == b'!' { 1 } else { 2 };
                let value = self.operand();
                return self.unknown(start, value.words);
            }
            (b'-', byte) if byte.is_ascii_alphabetic() => {
                let join = self.rest().get(..5).is_some_and(|word| word.eq_ignore_ascii_case("-join"));
                self.operator();
                let value = self.list();
                return if join { Value::of(value.joined()) } else { self.unknown(start, value.words) };
            }
            _ => {
                let mut word = Word { plain: Some(String::new()), ..Word::default() };
                while let Some(char) = self.peek().filter(|c| c.is_alphanumeric() || matches!(c, '_' | '.')) {
                    self.bare(char, &mut word);
                }
                if self.at == start {
                    self.step();
                }
                Value::of(word)
            }
        };
        while let Some(next) = self.member(start, &mut value) {
            value = next;
        }
        value
    }

    /// The values of `name = value` up to a `}`.
    fn table(&mut self) -> Vec<Word> {
        let mut values = Vec::new();
        let mut parameters = Vec::new();
        while self.more(Some(b'}')) {
            let before = self.at;
            let key = self.operand().joined();
            let place = key.bash.span(0..key.bash.len());
            self.blanks();
            if self.eat("=") {
                self.lines();
                let value = self.statement_value().words;
                parameters.extend(key.plain.map(|key| {
                    let mut bash = Mapped::default();
                    bash.push(&format!("-{key}"), place);
                    Word { bash, plain: Some(format!("-{key}")), ..Word::default() }
                }));
                let listed = |(index, word): (usize, &Word)| Word { behind: index > 0, ..word.clone() };
                parameters.extend(value.iter().enumerate().map(listed));
                values.extend(value);
            }
            if self.at == before {
                self.step();
            }
        }
        self.table = parameters;
        values
    }

    fn quoted(&mut self, read: impl FnOnce(&mut Self, &mut Mapped) -> Option<String>) -> Value {
        let mut word = Word::default();
        word.plain = read(self, &mut word.bash);
        Value::of(word)
    }

    /// `.name`, `.name(..)`, `::name(..)` or `[..]` behind a value.
    fn member(&mut self, start: usize, value: &mut Value) -> Option<Value> {
        if self.byte(0) == b'[' {
            self.at += 1;
            let index = self.inside(b']');
            let known = index.words.first().and_then(|word| word.plain.as_ref()?.parse::<usize>().ok());
            let picked = known.filter(|_| value.list).and_then(|index| value.words.get(index).cloned());
            return Some(match (picked, &value.words[..], known) {
                (Some(word), ..) => Value::of(word),
                (None, [Word { variable: Some(name), .. }], Some(index)) => {
                    let mut word = Word::default();
                    self.say(&mut word.bash, &format!("\"${{{name}[{index}]}}\""));
                    Value::of(word)
                }
                _ => self.unknown(start, std::mem::take(&mut value.words).into_iter().chain(index.words)),
            });
        }
        let mark = if self.rest().starts_with("::") { 2 } else { 1 };
        let named = self.byte(mark).is_ascii_alphabetic() || self.byte(mark) == b'_';
        if !named || mark == 1 && self.byte(0) != b'.' {
            return None;
        }
        self.at += mark;
        let name = self.name();
        if self.byte(0) != b'(' {
            if matches!(name.as_str(), "path" | "providerpath" | "fullname" | "source" | "definition") {
                return Some(std::mem::take(value));
            }
            return Some(self.unknown(start, std::mem::take(&mut value.words)));
        }
        self.at += 1;
        let given = self.inside(b')');
        if KEEPING.contains(&name.as_str()) && given.words.is_empty() {
            return Some(std::mem::take(value));
        }
        Some(self.unknown(start, std::mem::take(&mut value.words).into_iter().chain(given.words)))
    }

    /// Where the `[type]` that begins here ends: the place of its last bracket.
    fn type_end(&self) -> usize {
        let mut open = 0;
        for (at, byte) in self.rest().bytes().enumerate().take(LONGEST_TYPE) {
            match byte {
                b'[' => open += 1,
                b']' if open == 1 => return self.at + at,
                b']' => open -= 1,
                _ => {}
            }
        }
        self.rest().find(']').map_or(self.text.len(), |end| self.at + end)
    }

    /// Passes over the types that a `catch` is for.
    pub fn types(&mut self) {
        self.blanks();
        while self.byte(0) == b'[' {
            self.at = (self.type_end() + 1).min(self.text.len());
            self.blanks();
            self.eat(",");
            self.blanks();
        }
    }

    /// `[type]`, before a value or `::method(..)`.
    fn class(&mut self) -> Value {
        let start = self.at;
        let end = self.type_end();
        let class = self.text[start + 1..end.max(start + 1)].trim().to_ascii_lowercase();
        self.at = (end + 1).min(self.text.len());
        if !self.rest().starts_with("::") {
            self.blanks();
            if self.byte(0) == b'.' {
                let mut value = self.unknown(start, []);
                while let Some(next) = self.member(start, &mut value) {
                    value = next;
                }
                return value;
            }
            let cast = matches!(self.byte(0), b'$' | b'\'' | b'"' | b'(' | b'@' | b'[' | b'{')
                || self.byte(0).is_ascii_digit();
            return if cast { self.operand() } else { Value::default() };
        }
        self.at += 2;
        let name = self.name();
        if self.byte(0) != b'(' {
            return self.unknown(start, []);
        }
        let place = self.at;
        self.at += 1;
        let given = self.inside(b')');
        let mut value = match names::method(&class, &name) {
            Some(command) => {
                let mut bash = Mapped::default();
                bash.push("\"$(", self.code.span(start..place));
                bash.push(command, self.code.span(start..place));
                let mut words = given.words;
                if command == "Start-Process" && words.len() > 1 {
                    let arguments = words.split_off(1);
                    words.extend(arguments.into_iter().flat_map(parted));
                }
                for word in words {
                    bash.push(" ", before(&word.bash));
                    bash.push_mapped(&word.bash);
                }
                self.say(&mut bash, ")\"");
                Value::of(Word { bash, ..Word::default() })
            }
            None => self.unknown(start, given.words),
        };
        while let Some(next) = self.member(start, &mut value) {
            value = next;
        }
        value
    }

    /// A name in lower case.
    pub fn name(&mut self) -> String {
        let rest = self.rest();
        let length = rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(rest.len());
        let name = rest[..length].to_ascii_lowercase();
        self.at += length;
        name
    }

    /// What stands in brackets, up to `close`.
    pub fn inside(&mut self, close: u8) -> Value {
        let made = self.deeper(|reader| reader.made(Some(close)));
        self.value_of(made)
    }

    /// What commands print, as a word.
    pub fn substitution(&self, commands: Mapped) -> Word {
        let mut word = Word::default();
        if !commands.text().trim().is_empty() {
            let place = before(&commands);
            word.bash.push("\"$(", place);
            word.bash.push_mapped(&commands);
            word.bash.push("\n)\"", self.here());
        }
        word
    }

    /// A block as a word: what it prints.
    pub fn block_word(&mut self) -> Word {
        let block = self.block();
        self.substitution(block)
    }

    /// Something not known, written from `start` up to here, with the words
    /// that it comes from: commands may stand in them.
    pub fn unknown(&self, start: usize, words: impl IntoIterator<Item = Word>) -> Value {
        let mut words = words.into_iter();
        // The first one grows: put together anew, a chain would take time squared.
        let bash = words.next().unwrap_or_default().bash;
        let mut unknown = Word { bash, ..Word::default() };
        for word in words {
            unknown.bash.push_mapped(&word.bash);
        }
        self.say_unknown(&mut unknown.bash, start);
        Value::of(unknown)
    }

    /// `'{0} ci' -f 'npm'`
    fn formatted(&self, format: Value, given: Value, start: usize) -> Value {
        let mut words = format.words.into_iter();
        let format = match (words.next(), words.next()) {
            (Some(format), None) if format.plain.is_some() => format,
            (format, _) => return self.unknown(start, format.into_iter().chain(given.words)),
        };
        let mut word = Word::default();
        let (mut kept, mut quote) = (0, None);
        let bash = format.bash.text();
        let mut at = 0;
        while at < bash.len() {
            let byte = bash.as_bytes()[at];
            match quote {
                None if matches!(byte, b'\'' | b'"') => quote = Some(byte),
                Some(open) if byte == open => quote = None,
                _ if byte == b'\\' && quote != Some(b'\'') => at += 1,
                _ => {}
            }
            let hole = bash[at.min(bash.len())..].strip_prefix('{').and_then(|rest| {
                let (index, _) = rest.split_once('}')?;
                given.words.get(index.parse::<usize>().ok()?).map(|word| (index.len() + 2, word))
            });
            if let Some((length, value)) = hole {
                let mark = quote.map_or(String::new(), |quote| (quote as char).to_string());
                word.bash.push_slice(&format.bash, kept..at);
                word.bash.push(&mark, self.here());
                word.bash.push_mapped(&value.bash);
                word.bash.push(&mark, self.here());
                kept = at + length;
                at = kept;
                continue;
            }
            at += 1;
        }
        word.bash.push_slice(&format.bash, kept..bash.len());
        Value::of(word)
    }
}

impl Value {
    /// One word.
    pub fn of(word: Word) -> Self {
        if word.bash.is_empty() { Value::default() } else { Value { words: vec![word], list: false } }
    }

    /// All words as one.
    pub fn joined(self) -> Word {
        self.joined_by(Value::default()).words.pop().unwrap_or_default()
    }

    fn joined_by(self, between: Value) -> Value {
        let between = between.words.into_iter().next().unwrap_or_default();
        let mut words = self.words.into_iter();
        let Some(mut all) = words.next() else { return Value::default() };
        for word in words {
            all.bash.push_mapped(&between.bash);
            all.bash.push_mapped(&word.bash);
            all.plain = None;
        }
        all.variable = None;
        Value::of(all)
    }

    /// Texts are put together, lists are made longer.
    fn plus(mut self, other: Value) -> Value {
        self.words.extend(other.words);
        if self.list { self } else { self.joined_by(Value::default()) }
    }
}
