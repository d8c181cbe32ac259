//! Statements: pipelines, assignments, conditions, loops, functions.

use super::arguments::{name_in_path, parted, split};
use super::{Reader, Value, Word, before, names};
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

    fn statement(&mut self) -> Made {
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
        match self.deeper(Self::statement) {
            Made::Value(value) => value,
            Made::Bash(bash) => Value::of(self.substitution(bash)),
        }
    }

    /// The keyword that is here, which is passed over; empty if it is none.
    fn keyword(&mut self) -> String {
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
    fn bracketed(&mut self) -> Value {
        self.lines();
        if self.eat("(") { self.inside(b')') } else { Value::default() }
    }

    /// A value that is only asked for: commands in it run.
    fn condition(&self, out: &mut Mapped, value: Value) {
        let word = value.joined();
        if word.bash.is_empty() {
            return;
        }
        out.push("[[ ", before(&word.bash));
        out.push_mapped(&word.bash);
        self.say(out, " ]]");
    }

    fn test(&self, out: &mut Mapped, value: Value) {
        if value.words.is_empty() { self.say(out, MAYBE) } else { self.condition(out, value) }
    }

    /// A value that is printed.
    fn output(&self, out: &mut Mapped, value: Value) {
        let place = value.words.first().map_or(self.here(), |word| before(&word.bash));
        out.push("Write-Output", place);
        for word in value.words {
            out.push(" ", before(&word.bash));
            out.push_mapped(&word.bash);
        }
    }

    /// A body between two words of bash, which must not be empty there.
    fn body(&self, out: &mut Mapped, open: &str, body: &Mapped, close: &str) {
        self.say(out, open);
        out.push_mapped(body);
        if body.text().trim().is_empty() {
            self.say(out, "[[ 1 ]]");
        }
        self.say(out, close);
    }

    /// A block that may run.
    fn maybe(&mut self, out: &mut Mapped) {
        let body = self.block();
        self.say(out, "if ");
        self.say(out, MAYBE);
        self.body(out, "; then ", &body, "\nfi");
    }

    fn choice(&mut self, out: &mut Mapped) {
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

    fn repeat(&mut self, out: &mut Mapped, condition: Value, step: Option<Mapped>) {
        let mut body = self.block();
        if let Some(step) = step {
            body.push_mapped(&step);
        }
        self.say(out, "while ");
        self.test(out, condition);
        self.body(out, "; do ", &body, "\ndone");
    }

    /// `for (first; condition; step) { .. }`
    fn for_loop(&mut self, out: &mut Mapped) {
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
        let condition = match condition {
            Made::Value(value) => value,
            Made::Bash(bash) => Value::of(self.substitution(bash)),
        };
        let step = as_bash(step);
        self.repeat(out, condition, Some(step));
    }

    /// `foreach ($x in list) { .. }`
    fn for_each(&mut self, out: &mut Mapped) {
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

    fn each(&mut self, out: &mut Mapped, variable: &str, list: Value) {
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
    fn switch(&mut self, out: &mut Mapped) {
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

    fn function(&mut self, out: &mut Mapped) {
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
    fn parameters(&mut self, out: &mut Mapped) {
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

    /// Commands and expressions with `|`, `&&` and `||` between them.
    fn pipeline(&mut self) -> Made {
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
    fn element(&mut self, out: &mut Mapped, piped: bool) -> Option<Value> {
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

    fn next_line_pipes(&self) -> bool {
        self.byte(0) == b'\n' && self.rest().trim_start().starts_with('|')
    }

    fn begins_expression(&self) -> bool {
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

    fn assigns(&self) -> bool {
        self.byte(0) == b'=' && self.byte(1) != b'='
            || matches!(self.byte(0), b'+' | b'-' | b'*' | b'/' | b'%') && self.byte(1) == b'='
            || self.rest().starts_with("??=")
    }

    /// `$x = ..`, with the variables that are assigned to.
    fn assignment(&mut self, out: &mut Mapped, left: Value) {
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

    fn assign(&mut self, out: &mut Mapped, name: &str, value: Value, adds: bool) {
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

    /// A command; `piped`, behind a `|`.
    fn command(&mut self, out: &mut Mapped, piped: bool) {
        let calls = self.byte(0) == b'&'
            || self.byte(0) == b'.'
                && matches!(self.byte(1), b' ' | b'\t' | b'"' | b'\'' | b'$' | b'(' | b'{');
        if calls {
            self.at += 1;
            self.blanks();
            if self.byte(0) == b'{' {
                let body = self.block();
                return self.body(out, "( ", &body, "\n)");
            }
        }
        let mut name = self.argument();
        let place = name.first().map_or(self.here(), |word| word.bash.span(0..word.bash.text().len()));
        let written = name.first().and_then(|word| word.plain.clone()).unwrap_or_default();
        let lower = written.to_ascii_lowercase();
        if matches!(lower.as_str(), "%" | "foreach" | "foreach-object") {
            return self.for_each_object(out);
        }
        let mut words = Vec::new();
        let mut redirections = Mapped::default();
        let mut start = self.at;
        while self.another() {
            let behind = self.text[start..self.at].contains(',');
            if self.rest().starts_with("--% ") {
                words.extend(self.verbatim());
            } else if !self.redirection(&mut redirections) {
                let argument = self.argument().into_iter();
                words.extend(argument.map(|word| Word { behind: behind || word.behind, ..word }));
            }
            start = self.at;
        }
        if names::makes_alias(&written) {
            return self.alias(out, &words);
        }
        let given =
            words.iter().filter_map(|word| word.plain.as_deref()).filter(|word| word.starts_with('-'));
        let listed = std::mem::take(&mut self.listed);
        let mut each = false;
        let known = if self.functions.contains(&lower) { Some(lower) } else { names::program(&written) };
        if let Some(known) = known {
            name[0].bash = Mapped::default();
            name[0].bash.push(&known, place);
        } else if let Some(cmdlet) = names::cmdlet(&written, given) {
            name = vec![Word::default()];
            name[0].bash.push(cmdlet, place);
            words = self.named(cmdlet, words);
            if cmdlet == "New-Item" {
                name_in_path(&mut words);
            }
            each = piped && names::takes_files(cmdlet, listed);
            self.listed = names::gives_files(cmdlet);
        } else if names::is_reserved(&written) || written.contains('=') {
            let mut quoted = Mapped::default();
            quoted.push("\\", place);
            quoted.push_mapped(&name[0].bash);
            name[0].bash = quoted;
        }
        if each {
            self.say(out, "while read -r item; do ");
        }
        let mut blank = false;
        for word in name.into_iter().chain(words) {
            if blank {
                out.push(" ", before(&word.bash));
            }
            out.push_mapped(&word.bash);
            blank = true;
        }
        if each {
            self.say(out, " \"${item}\"; done");
        }
        out.push_mapped(&redirections);
    }

    /// `Set-Alias n npm`: a function, which an alias of bash would not be before
    /// the next line.
    fn alias(&mut self, out: &mut Mapped, words: &[Word]) {
        let mut operands =
            words.iter().filter(|word| word.plain.as_deref().and_then(names::parameter).is_none());
        let (Some(name), Some(program)) = (operands.next(), operands.next()) else { return };
        let lower = name.plain.as_deref().unwrap_or_default().to_ascii_lowercase();
        if !lower.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte)) {
            return;
        }
        out.push(&lower, name.bash.span(0..name.bash.text().len()));
        self.functions.insert(lower);
        self.say(out, "() { ");
        out.push_mapped(&program.bash);
        self.say(out, " \"$@\"\n}");
    }

    /// Whether another word of the command follows.
    fn another(&mut self) -> bool {
        loop {
            self.blanks();
            match self.byte(0) {
                b',' => self.at += 1,
                0 | b'\n' | b';' | b'|' | b'&' | b')' | b'}' => return false,
                _ => return true,
            }
        }
    }

    /// What stands behind `--%`: the program gets it as it is.
    fn verbatim(&mut self) -> Vec<Word> {
        let start = self.at + "--%".len();
        self.at += self.rest().find(['\n', '|']).unwrap_or(self.rest().len());
        let mut line = Mapped::default();
        line.push_slice(self.code, start..self.at);
        split(&line)
    }

    /// The parameters of a cmdlet by their whole names; `-Path:x` is two words, and
    /// each value of a list has the parameter before it.
    fn named(&self, cmdlet: &str, words: Vec<Word>) -> Vec<Word> {
        let mut named = Vec::with_capacity(words.len());
        // The parameter that the next value, and those listed with it, are of.
        let mut of = if cmdlet == "Select-String" { Some("Pattern") } else { None };
        let mut valued = false;
        // Whether values are arguments of what `Start-Process` starts.
        let (starts, mut arguments) = (cmdlet == "Start-Process", false);
        for word in words {
            let quoted = word.bash.text().starts_with(['\'', '"']);
            let plain = word.plain.as_deref().filter(|_| !quoted).unwrap_or_default();
            let (name, value) =
                plain.split_once(':').map_or((plain, None), |(name, value)| (name, Some(value)));
            let Some(parameter) = names::parameter(name) else {
                match of {
                    Some(parameter) if word.behind => {
                        let mut bash = Mapped::default();
                        bash.push("-", before(&word.bash));
                        bash.push(parameter, before(&word.bash));
                        named.push(Word { bash, ..Word::default() });
                    }
                    _ if valued => of = None,
                    _ => {}
                }
                let operand = !plain.starts_with('-');
                match starts && arguments && operand {
                    true => named.extend(parted(word)),
                    false => named.push(word),
                }
                valued |= operand;
                arguments |= operand && of.is_none();
                continue;
            };
            of = Some(parameter).filter(|parameter| !left_out(cmdlet, parameter));
            arguments = match parameter {
                "ArgumentList" | "Args" => true,
                "Wait" => arguments,
                _ => false,
            };
            valued = value.is_some_and(|value| !value.is_empty());
            let end = word.bash.text().len();
            let split = value.and_then(|_| word.bash.text().find(':')).unwrap_or(end);
            if !left_out(cmdlet, parameter) {
                let mut bash = Mapped::default();
                bash.push("-", word.bash.span(0..split));
                bash.push(parameter, word.bash.span(0..split));
                named.push(Word { bash, ..Word::default() });
            }
            if split + 1 < end {
                let mut bash = Mapped::default();
                bash.push_slice(&word.bash, split + 1..end);
                named.push(Word { bash, ..Word::default() });
            }
        }
        named
    }

    /// `| ForEach-Object { .. }`
    fn for_each_object(&mut self, out: &mut Mapped) {
        let mut body = Mapped::default();
        while self.another() {
            if self.byte(0) == b'{' {
                body.push_mapped(&self.block());
            } else if !self.redirection(&mut Mapped::default()) {
                self.argument();
            }
        }
        self.body(out, "while read -r item; do ", &body, "\ndone");
    }

    /// `> file`, `2>&1`, `*>> file`.
    fn redirection(&mut self, out: &mut Mapped) -> bool {
        let number = matches!(self.byte(0), b'1'..=b'6' | b'*') && self.byte(1) == b'>';
        if !number && self.byte(0) != b'>' {
            return false;
        }
        let stream = if number { self.text[self.at..=self.at].replace('*', "&") } else { String::new() };
        self.at += usize::from(number);
        let sign = if self.eat(">>") { ">>" } else { ">" };
        self.eat(">");
        self.say(out, &format!(" {stream}{sign}"));
        if self.byte(0) == b'&' {
            self.at += 1 + usize::from(self.byte(1).is_ascii_digit());
            self.say(out, "&1");
            return true;
        }
        self.blanks();
        match self.argument().into_iter().next() {
            Some(word) if word.plain.as_deref() == Some("/dev/null") => self.say(out, "/dev/null"),
            Some(word) => out.push_mapped(&word.bash),
            None => self.say(out, "/dev/null"),
        }
        true
    }
}

/// Parameters whose values are written like operands: what `Start-Process`
/// starts comes last, with its arguments.
fn left_out(cmdlet: &str, parameter: &str) -> bool {
    match cmdlet {
        "Start-Process" => matches!(parameter, "FilePath" | "ArgumentList" | "Args"),
        "cd" | "pushd" => matches!(parameter, "Path" | "LiteralPath"),
        _ => false,
    }
}
