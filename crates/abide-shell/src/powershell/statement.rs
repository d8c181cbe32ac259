//! Statements, and the words of bash around them.

use super::{Reader, Value, before};
use crate::Mapped;

/// What a statement comes to where its value is asked for.
pub(super) enum Made {
    /// A value, with nothing run but what stands in it.
    Value(Value),
    /// Commands, whose output is the value.
    Bash(Mapped),
}

impl Default for Made {
    fn default() -> Self {
        Made::Value(Value::default())
    }
}

/// A condition that may hold or not: in bash, a variable that nothing set.
const MAYBE: &str = "[[ $_value ]]";

impl Reader<'_> {
    /// Statements up to `close`, which is passed over, or to the end.
    pub fn statements(&mut self, close: Option<u8>) -> Mapped {
        let mut out = Mapped::default();
        while self.more(close) {
            let before = self.at;
            match self.statement() {
                Made::Value(value) => self.condition(&mut out, value),
                Made::Bash(bash) => out.push_mapped(&bash),
            }
            self.say(&mut out, "\n");
            if self.at == before {
                self.step();
            }
        }
        out
    }

    /// As `statements`, where a lone expression is a value.
    pub fn made(&mut self, close: Option<u8>) -> Made {
        if !self.more(close) {
            return Made::default();
        }
        let before = self.at;
        let first = self.statement();
        if self.at == before {
            self.step();
        }
        if !self.more(close) {
            return first;
        }
        let mut out = Mapped::default();
        match first {
            Made::Value(value) => self.output(&mut out, value),
            Made::Bash(bash) => out.push_mapped(&bash),
        }
        self.say(&mut out, "\n");
        out.push_mapped(&self.statements(close));
        Made::Bash(out)
    }

    /// Whether there is another statement before `close`, which else is passed over.
    pub fn more(&mut self, close: Option<u8>) -> bool {
        loop {
            self.lines();
            match self.peek() {
                None => return false,
                Some(';') => self.at += 1,
                Some(char) if Some(char as u32) == close.map(u32::from) => {
                    self.at += 1;
                    return false;
                }
                Some(_) => return true,
            }
        }
    }

    /// `{ .. }`, or nothing if none is here.
    pub fn block(&mut self) -> Mapped {
        self.lines();
        if !self.eat("{") {
            return Mapped::default();
        }
        self.deeper(|reader| reader.statements(Some(b'}')))
    }

    pub fn statement(&mut self) -> Made {
        let word = self.keyword();
        let mut out = Mapped::default();
        match word.as_str() {
            "if" => self.choice(&mut out),
            "while" | "until" => {
                let condition = self.bracketed();
                self.repeat(&mut out, condition, None);
            }
            "for" => self.for_loop(&mut out),
            "foreach" => self.for_each(&mut out),
            "do" => {
                let body = self.block();
                out.push_mapped(&body);
                self.lines();
                self.keyword();
                let condition = self.bracketed();
                self.condition(&mut out, condition);
            }
            "switch" => self.switch(&mut out),
            "try" | "begin" | "process" | "end" | "finally" | "dynamicparam" | "parallel" | "sequence" => {
                out.push_mapped(&self.block());
            }
            "catch" | "trap" => {
                self.types();
                self.maybe(&mut out);
            }
            "function" | "filter" => self.function(&mut out),
            "param" => self.parameters(&mut out),
            "class" | "enum" | "using" => {
                let line = self.rest().find(['{', '\n', ';']).unwrap_or(self.rest().len());
                self.at += line;
                if self.byte(0) == b'{' {
                    let methods = self.block();
                    if word == "class" {
                        out.push_mapped(&methods);
                    }
                }
            }
            "return" | "exit" | "throw" => {
                self.blanks();
                if !matches!(self.byte(0), 0 | b'\n' | b';' | b'}' | b')') {
                    match self.pipeline() {
                        Made::Value(value) => self.output(&mut out, value),
                        Made::Bash(bash) => out.push_mapped(&bash),
                    }
                    self.say(&mut out, "\n");
                }
                if word != "throw" {
                    self.say(&mut out, &word);
                }
            }
            "break" | "continue" => self.say(&mut out, &word),
            _ => return self.pipeline(),
        }
        Made::Bash(out)
    }

    /// What a statement comes to.
    pub fn statement_value(&mut self) -> Value {
        let made = self.deeper(Self::statement);
        self.value_of(made)
    }

    /// The value, or what the commands print.
    pub fn value_of(&self, made: Made) -> Value {
        match made {
            Made::Value(value) => value,
            Made::Bash(bash) => Value::of(self.substitution(bash)),
        }
    }

    /// The keyword that is here, which is passed over; empty if it is none.
    pub fn keyword(&mut self) -> String {
        const KEYWORDS: &[&str] = &[
            "begin",
            "break",
            "catch",
            "class",
            "continue",
            "do",
            "dynamicparam",
            "else",
            "elseif",
            "end",
            "enum",
            "exit",
            "filter",
            "finally",
            "for",
            "foreach",
            "function",
            "if",
            "parallel",
            "param",
            "process",
            "return",
            "sequence",
            "switch",
            "throw",
            "trap",
            "try",
            "until",
            "using",
            "while",
        ];
        let before = self.at;
        let name = self.name();
        let behind =
            matches!(self.byte(0), 0 | b' ' | b'\t' | b'\r' | b'\n' | b'(' | b'{' | b';' | b'}' | b')');
        // `begin` and kin are blocks, and else commands: `process.exe`.
        let block = matches!(name.as_str(), "begin" | "process" | "end" | "parallel" | "sequence");
        let opens = || self.rest().trim_start().starts_with('{');
        if behind && KEYWORDS.contains(&name.as_str()) && (!block || opens()) {
            return name;
        }
        self.at = before;
        String::new()
    }

    /// `( .. )`, as a value.
    pub fn bracketed(&mut self) -> Value {
        self.lines();
        if self.eat("(") { self.inside(b')') } else { Value::default() }
    }

    /// A value that is only asked for: commands in it run.
    pub fn condition(&self, out: &mut Mapped, value: Value) {
        let word = value.joined();
        if word.bash.is_empty() {
            return;
        }
        out.push("[[ ", before(&word.bash));
        out.push_mapped(&word.bash);
        self.say(out, " ]]");
    }

    pub fn test(&self, out: &mut Mapped, value: Value) {
        if value.words.is_empty() { self.say(out, MAYBE) } else { self.condition(out, value) }
    }

    /// A value that is printed.
    pub fn output(&self, out: &mut Mapped, value: Value) {
        let place = value.words.first().map_or(self.here(), |word| before(&word.bash));
        out.push("Write-Output", place);
        for word in value.words {
            out.push(" ", before(&word.bash));
            out.push_mapped(&word.bash);
        }
    }

    /// A body between two words of bash, which must not be empty there.
    pub fn body(&self, out: &mut Mapped, open: &str, body: &Mapped, close: &str) {
        self.say(out, open);
        out.push_mapped(body);
        if body.text().trim().is_empty() {
            self.say(out, "[[ 1 ]]");
        }
        self.say(out, close);
    }

    /// A block that may run.
    pub fn maybe(&mut self, out: &mut Mapped) {
        let body = self.block();
        self.say(out, "if ");
        self.say(out, MAYBE);
        self.body(out, "; then ", &body, "\nfi");
    }
}
