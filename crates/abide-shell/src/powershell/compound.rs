//! Conditions, loops, functions and their parameters.

use super::statement::Made;
use super::{Reader, Value, names};
use crate::Mapped;

impl Reader<'_> {
    pub fn choice(&mut self, out: &mut Mapped) {
        let mut word = "if ";
        loop {
            let condition = self.bracketed();
            self.say(out, word);
            self.test(out, condition);
            let body = self.block();
            self.body(out, "; then ", &body, "\n");
            let before = self.at;
            self.lines();
            match self.keyword().as_str() {
                "elseif" => word = "elif ",
                "else" => {
                    let body = self.block();
                    self.body(out, "else ", &body, "\nfi");
                    return;
                }
                _ => {
                    self.at = before;
                    self.say(out, "fi");
                    return;
                }
            }
        }
    }

    pub fn repeat(&mut self, out: &mut Mapped, condition: Value, step: Option<Mapped>) {
        let mut body = self.block();
        if let Some(step) = step {
            body.push_mapped(&step);
        }
        self.say(out, "while ");
        self.test(out, condition);
        self.body(out, "; do ", &body, "\ndone");
    }

    /// `for (first; condition; step) { .. }`
    pub fn for_loop(&mut self, out: &mut Mapped) {
        self.lines();
        if !self.eat("(") {
            return;
        }
        let mut parts = [(); 3].map(|()| Made::default());
        for (index, part) in parts.iter_mut().enumerate() {
            self.lines();
            if !matches!(self.byte(0), b';' | b')' | 0) {
                *part = self.deeper(Self::statement);
            }
            self.lines();
            if index < 2 && !self.eat(";") {
                break;
            }
        }
        self.lines();
        self.eat(")");
        let [first, condition, step] = parts;
        let as_bash = |made: Made| match made {
            Made::Bash(bash) => bash,
            Made::Value(value) => {
                let mut bash = Mapped::default();
                self.condition(&mut bash, value);
                bash
            }
        };
        out.push_mapped(&as_bash(first));
        self.say(out, "\n");
        let condition = self.value_of(condition);
        let step = as_bash(step);
        self.repeat(out, condition, Some(step));
    }

    /// `foreach ($x in list) { .. }`
    pub fn for_each(&mut self, out: &mut Mapped) {
        self.lines();
        while self.byte(0) == b'-' {
            self.argument();
            self.lines();
        }
        if !self.eat("(") {
            return;
        }
        self.lines();
        let variable = if self.byte(0) == b'$' { self.variable().variable } else { None };
        self.lines();
        let word = self.name();
        let list = if word == "in" { self.inside(b')') } else { Value::default() };
        self.each(out, variable.as_deref().unwrap_or("item"), list);
    }

    pub fn each(&mut self, out: &mut Mapped, variable: &str, list: Value) {
        let body = self.block();
        self.say(out, "for ");
        self.say(out, variable);
        self.say(out, " in");
        for word in &list.words {
            self.say(out, " ");
            // What commands print is a list of lines.
            let printed = word.bash.text().strip_prefix("\"$(").and_then(|rest| rest.strip_suffix("\n)\""));
            match printed {
                Some(_) => out.push_slice(&word.bash, 1..word.bash.text().len() - 1),
                None => out.push_mapped(&word.bash),
            }
        }
        self.body(out, "; do ", &body, "\ndone");
    }

    /// Every branch of a `switch` may run.
    pub fn switch(&mut self, out: &mut Mapped) {
        self.blanks();
        while self.byte(0) == b'-' {
            self.argument();
            self.blanks();
        }
        let value = self.bracketed();
        self.condition(out, value);
        self.say(out, "\n");
        self.lines();
        if !self.eat("{") {
            return;
        }
        self.deeper(|reader| {
            while reader.more(Some(b'}')) {
                let before = reader.at;
                if reader.byte(0) != b'{' {
                    reader.argument();
                }
                reader.lines();
                if reader.byte(0) == b'{' {
                    reader.maybe(out);
                    reader.say(out, "\n");
                }
                if reader.at == before {
                    reader.step();
                }
            }
        });
    }

    pub fn function(&mut self, out: &mut Mapped) {
        self.blanks();
        let start = self.at;
        let length = self.rest().find(['(', '{', ' ', '\t', '\n', '\r']).unwrap_or(self.rest().len());
        self.at += length;
        let name = self.text[start..self.at].rsplit(':').next().unwrap_or_default();
        let plain = !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_".contains(&b));
        let place = self.code.span(start..self.at);
        let mut parameters = Mapped::default();
        self.lines();
        if self.byte(0) == b'(' {
            self.parameters(&mut parameters);
            self.say(&mut parameters, "\n");
        }
        if plain {
            self.functions.insert(name.to_ascii_lowercase());
        }
        let body = self.block();
        parameters.push_mapped(&body);
        if plain && !names::is_reserved(name) {
            out.push(&name.to_ascii_lowercase(), place);
            self.body(out, "() { ", &parameters, "\n}");
        } else {
            self.body(out, "( ", &parameters, "\n)");
        }
    }

    /// `param([type]$name = default, ..)`: the arguments in their order.
    pub fn parameters(&mut self, out: &mut Mapped) {
        self.lines();
        if !self.eat("(") {
            return;
        }
        let mut number = 0;
        while self.more(Some(b')')) {
            let before = self.at;
            let value = self.operand();
            if let Some(name) = value.words.first().and_then(|word| word.variable.clone()) {
                number += 1;
                self.lines();
                let default = if self.eat("=") { self.expression() } else { Value::default() };
                self.say(out, &format!("{name}=${{{number}"));
                if let Some(word) = default.words.first() {
                    self.say(out, ":-");
                    out.push_mapped(&word.bash);
                }
                self.say(out, "}\n");
            }
            self.lines();
            self.eat(",");
            if self.at == before {
                self.step();
            }
        }
    }
}
