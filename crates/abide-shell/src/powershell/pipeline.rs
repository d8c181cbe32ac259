//! Pipelines of commands and values, and assignments.

use super::statement::Made;
use super::{Reader, Value};
use crate::Mapped;

impl Reader<'_> {
    /// Commands and expressions with `|`, `&&` and `||` between them.
    pub fn pipeline(&mut self) -> Made {
        let mut out = Mapped::default();
        if let Some(value) = self.element(&mut out, false) {
            return Made::Value(value);
        }
        loop {
            self.blanks();
            let before = self.at;
            self.lines();
            // A line may begin with the pipe.
            if self.byte(0) != b'|' {
                self.at = before;
            }
            let link = ["||", "&&", "|"].into_iter().find(|link| self.eat(link));
            let Some(link) = link else {
                if self.eat("&") {
                    self.say(&mut out, " &");
                }
                return Made::Bash(out);
            };
            self.say(&mut out, &format!(" {link} "));
            self.lines();
            if self.peek().is_none_or(|next| matches!(next, ')' | '}' | ';')) {
                self.say(&mut out, "[[ 1 ]]");
                return Made::Bash(out);
            }
            let piped = link == "|";
            if let Some(value) = self.element(&mut out, piped) {
                self.output(&mut out, value);
            }
        }
    }

    /// One element of a pipeline: a command is written; a value that nothing
    /// is done with is given.
    pub fn element(&mut self, out: &mut Mapped, piped: bool) -> Option<Value> {
        self.blanks();
        if !self.begins_expression() {
            self.command(out, piped);
            return None;
        }
        let value = self.expression();
        self.blanks();
        if self.assigns() {
            self.assignment(out, value);
            return None;
        }
        let redirected = self.byte(0) == b'>' || self.byte(0).is_ascii_digit() && self.byte(1) == b'>';
        let links = matches!(self.byte(0), b'|' | b'&') || self.next_line_pipes();
        if !redirected && !links {
            return Some(value);
        }
        self.output(out, value);
        while self.redirection(out) {
            self.blanks();
        }
        None
    }

    pub fn next_line_pipes(&self) -> bool {
        self.byte(0) == b'\n' && self.rest().trim_start().starts_with('|')
    }

    pub fn begins_expression(&self) -> bool {
        let next = self.byte(1);
        match self.byte(0) {
            b'\'' | b'"' | b'$' | b'(' | b'[' | b'{' | b'!' => true,
            b'@' => matches!(next, b'(' | b'{' | b'\'' | b'"'),
            b'-' => next == b'-' && self.byte(2) == b'$' || next.is_ascii_alphanumeric(),
            b'+' => next == b'+' || next.is_ascii_digit(),
            byte if byte.is_ascii_digit() => {
                let word = self.rest().split(|c: char| c.is_whitespace() || ";|&)}]".contains(c)).next();
                word.is_some_and(|word| word.bytes().all(|b| b.is_ascii_digit() || b".+*/-,".contains(&b)))
            }
            _ => false,
        }
    }

    pub fn assigns(&self) -> bool {
        self.byte(0) == b'=' && self.byte(1) != b'='
            || matches!(self.byte(0), b'+' | b'-' | b'*' | b'/' | b'%') && self.byte(1) == b'='
            || self.rest().starts_with("??=")
    }

    /// `$x = ..`, with the variables that are assigned to.
    pub fn assignment(&mut self, out: &mut Mapped, left: Value) {
        let adds = self.byte(0) == b'+';
        self.at += self.rest().find('=').map_or(0, |at| at + 1);
        self.lines();
        let right = self.statement_value();
        let names: Vec<Option<String>> = left.words.iter().map(|word| word.variable.clone()).collect();
        let several = names.len() > 1;
        for (index, name) in names.iter().enumerate() {
            let value = match several {
                true => Value::of(right.words.get(index).cloned().unwrap_or_default()),
                false => right.clone(),
            };
            match name {
                Some(name) => self.assign(out, name, value, adds),
                // A member of something, or nothing: `$null = npm ci`.
                None => self.condition(out, value),
            }
            self.say(out, "\n");
        }
        if names.is_empty() {
            self.condition(out, right);
        }
    }

    pub fn assign(&mut self, out: &mut Mapped, name: &str, value: Value, adds: bool) {
        let table = std::mem::take(&mut self.table);
        if !table.is_empty() {
            self.tables.insert(name.to_owned(), table);
        }
        // Variables of the environment keep their case, and programs see them.
        let exported = name.bytes().any(|byte| byte.is_ascii_uppercase());
        let list = value.list || value.words.len() > 1 || adds && self.arrays.contains(name);
        self.say(out, if exported { "export " } else { "" });
        self.say(out, name);
        self.say(out, if adds { "+=" } else { "=" });
        if list {
            self.arrays.insert(name.to_owned());
            self.say(out, "(");
            for word in &value.words {
                out.push_mapped(&word.bash);
                self.say(out, " ");
            }
            self.say(out, ")");
        } else {
            if !adds {
                self.arrays.remove(name);
            }
            out.push_mapped(&value.joined().bash);
        }
    }
}
