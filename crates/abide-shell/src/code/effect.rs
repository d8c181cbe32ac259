//! What calls start and open, and texts made of other texts.

use super::evaluate::Evaluator;
use super::files::{READER, SHELL, lines_of};
use super::value::{Item, MOST_VALUES, Value, slice};
use super::{Start, inner, is_shell, text};
use crate::tables::Language;
use crate::{Access, Limit, Mapped};
use ecow::eco_format;
use std::ops::Range;

/// The words of a text, as a list.
pub(super) fn split_values(value: &Value) -> Value {
    match value {
        Value::Text(text) => Value::list(text::split(text).into_iter().map(Value::Text).collect()),
        Value::Either(values) => Value::either(values.iter().map(split_values)),
        other => other.clone(),
    }
}

/// What starts something, or opens a file.
impl Evaluator<'_> {
    pub fn script(&mut self, value: &Value) {
        for value in value.each() {
            if let Value::Text(text) = value
                && !text.text().trim().is_empty()
            {
                self.found.push(Start::Script(text.clone()));
            }
        }
    }

    /// A list of words; a lone text is the name of a program.
    pub fn program(&mut self, value: &Value) {
        for value in value.each() {
            let words = match value {
                Value::List(values) if !self.spend(values.len()) => {
                    self.limit.get_or_insert(Limit::Steps);
                    return;
                }
                Value::List(values) => self.vectors(values),
                Value::Text(text) => vec![vec![text.clone()]],
                _ => continue,
            };
            let programs = words.into_iter().filter(|words| !words.is_empty());
            self.found.extend(programs.map(Start::Program));
        }
    }

    /// The lists of words that these values may be.
    fn vectors(&self, values: &[Value]) -> Vec<Vec<Mapped>> {
        let mut vectors = vec![Vec::with_capacity(values.len())];
        for value in values {
            // With as many lists as are followed, a value is only its first.
            let fit = (MOST_VALUES / vectors.len()).max(1);
            let mut texts: Vec<Mapped> =
                value.each().iter().take(fit).map(|value| self.text_of(value, 0..0)).collect();
            if texts.is_empty() {
                texts.push(self.text_of(value, 0..0));
            }
            let before = vectors.len();
            for _ in 1..texts.len() {
                vectors.extend_from_within(..before);
            }
            for (index, vector) in vectors.iter_mut().enumerate() {
                vector.push(texts[index / before].clone());
            }
        }
        vectors
    }

    pub fn program_with(&mut self, program: &Value, list: Option<Value>) {
        for program in program.each() {
            let mut values = vec![program.clone()];
            match &list {
                Some(Value::List(more)) => values.extend(more.iter().cloned()),
                Some(Value::Unknown(range)) => values.push(Value::Unknown(range.clone())),
                _ => {}
            }
            if matches!(program, Value::Text(_)) {
                self.program(&Value::list(values));
            }
        }
    }

    pub fn words(&mut self, items: &[&Item]) {
        let values = items.iter().map(|item| match &item.value {
            Value::Text(_) => item.value.clone(),
            _ => Value::Unknown(item.range.clone()),
        });
        self.program(&Value::list(values.collect()));
    }

    pub fn system(&mut self, items: &[&Item]) {
        // Ruby: the program and the name it gets.
        let named = |item: &Item| match &item.value {
            Value::List(values) => values.first().cloned(),
            _ => None,
        };
        match items {
            [only] if matches!(only.value, Value::List(_)) => self.program(&only.value.clone()),
            [only] => self.script(&only.value.clone()),
            [program, words @ ..] => {
                let value = named(program).unwrap_or(program.value.clone());
                let program = Item { value, ..(*program).clone() };
                let mut all = vec![&program];
                all.extend(words);
                self.words(&all);
            }
            [] => {}
        }
    }

    /// A command that reads a script from a pipe, if it is one.
    pub fn shell_pipe(&self, command: &Value) -> Value {
        if reads_script(command) { Value::Object(SHELL, Mapped::default()) } else { Value::Unknown(0..0) }
    }

    /// What a shell is given to read: `subprocess.run(['sh'], input='npm i')`.
    pub fn subprocess_input(&mut self, command: &Value, input: &Value) {
        if reads_script(command) {
            match input {
                Value::Object(READER, text) => self.script(&Value::Text(text.clone())),
                _ => self.script(input),
            }
        }
    }

    /// The same where options hold the input: `execSync('sh', { input: 'npm i' })`.
    pub fn given_input(&mut self, command: &Value, arguments: &[Item]) -> Value {
        if let Some(input) = arguments.iter().find_map(|item| item.value.key("input")) {
            self.subprocess_input(command, &input.clone());
        }
        self.shell_pipe(command)
    }

    pub fn subprocess(&mut self, command: &Value, shell: Option<&Value>) {
        let off = shell.is_none_or(Value::is_false);
        for command in command.each() {
            match command {
                Value::List(words) if shell.is_some_and(Value::is_true) => {
                    if let Some(first) = words.first() {
                        self.script(first);
                    }
                }
                Value::Text(_) if !off => self.script(command),
                _ => self.program(command),
            }
        }
    }

    pub fn spawn(&mut self, arguments: &[Item], positional: &[&Item]) {
        if let Some(item) = arguments.iter().find(|item| item.key.as_deref() == Some("`")) {
            return self.script(&item.value.clone());
        }
        let Some(program) = positional.first() else { return };
        let list = positional.get(1).map(|item| match &item.value {
            Value::List(_) => item.value.clone(),
            _ => Value::Unknown(item.range.clone()),
        });
        let shell = arguments.iter().find_map(|item| item.value.key("shell"));
        if shell.is_some_and(Value::is_true) {
            let mut script = program.value.clone();
            if let Some(Value::List(words)) = &list {
                for word in words.iter() {
                    let mut blank = Mapped::default();
                    blank.push_behind(" ");
                    script = self.joined(script, 0..0, &Value::Text(blank), 0..0);
                    script = self.joined(script, 0..0, word, 0..0);
                }
            }
            return self.script(&script);
        }
        self.program_with(&program.value.clone(), list);
    }

    pub fn fork(&mut self, program: &str, items: &[&Item]) {
        let Some(first) = items.first() else { return };
        let mut name = Mapped::default();
        name.push(program, self.code.span(first.range.clone()));
        let list = items.get(1).map(|item| item.value.clone());
        let mut values = vec![first.value.clone()];
        if let Some(Value::List(more)) = list {
            values.extend(more.iter().cloned());
        }
        self.program_with(&Value::Text(name), Some(Value::list(values)));
    }

    /// Code that stands in a text.
    pub fn code_in(&mut self, language: Language, code: &Mapped) {
        if self.spend(code.len()) {
            match inner(language, code, self.given) {
                Ok(found) => self.found.extend(found),
                Err(limit) => self.limit = Some(limit),
            }
        }
    }

    pub fn touch(&mut self, item: Option<&Item>, access: Access) {
        let Some(item) = item else { return };
        for value in item.value.each() {
            if let Value::Text(path) | Value::Object(_, path) = value
                && !path.is_empty()
            {
                self.found.push(Start::Open { path: path.clone(), access });
            }
        }
    }

    /// Prints texts.
    pub fn print(&mut self, items: &[&Item], between: &str, end: &str) {
        for text in self.printed(items, between, end).each() {
            if let Value::Text(text) = text {
                self.found.push(Start::Print(text.clone()));
            }
        }
    }

    /// The texts as they are printed. What is not known of them stands as `$name`.
    pub fn printed(&mut self, items: &[&Item], between: &str, end: &str) -> Value {
        let mut printed = Value::Text(Mapped::default());
        for (index, item) in items.iter().enumerate() {
            if index > 0 {
                printed = self.joined(printed, 0..0, &made(between), 0..0);
            }
            printed = self.joined(printed, 0..0, &item.value, item.range.clone());
        }
        self.joined(printed, 0..0, &made(end), 0..0)
    }

    /// `sprintf(format, values..)`
    pub fn formatted_call(&mut self, items: &[&Item]) -> Value {
        let [format, values @ ..] = items else { return Value::Unknown(0..0) };
        let values = self.elements(values.iter().map(|item| (*item).clone()));
        self.formatted(format.value.clone(), Value::list(values))
    }

    /// Reads a file that is named by nothing in the code.
    pub fn touch_usual(&mut self, path: &str, range: Range<usize>) {
        let mut text = Mapped::default();
        text.push(path, self.code.span(range));
        self.found.push(Start::Open { path: text, access: Access::Read });
    }

    /// `open(F, "npm i |")`, `open(F, "-|", "npm", "i")`, `open(F, "<", path)`: the handle then is the
    /// file, or the shell that reads what is printed to it.
    pub fn perl_open(&mut self, items: &[&Item]) {
        let text = |index: usize| match items.get(index).map(|item| &item.value) {
            Some(Value::Text(text)) => Some(text.clone()),
            _ => None,
        };
        let Some(mode) = text(1) else { return };
        let trimmed = mode.text().trim();
        let start = mode.len() - mode.text().trim_start().len();
        let whole = start..start + trimmed.len();
        let opened = if matches!(trimmed, "-|" | "|-") {
            self.system(&items[2..]);
            items.get(2).map(|program| self.shell_pipe(&program.value.clone()))
        } else if let [_, _, file, ..] = items {
            Some(self.open_for(Some(file), access_of(trimmed), trimmed.starts_with(">>")))
        } else if trimmed.starts_with('|') {
            let program = Value::Text(trimmed_slice(&mode, whole.start + 1..whole.end));
            self.script(&program);
            Some(self.shell_pipe(&program))
        } else if trimmed.ends_with('|') {
            self.script(&Value::Text(trimmed_slice(&mode, whole.start..whole.end - 1)));
            None
        } else {
            let signs = trimmed.len() - trimmed.trim_start_matches(['<', '>', '+', ' ']).len();
            let path = Value::Text(slice(&mode, whole.start + signs..whole.end));
            let item = Item { value: path, ..items[1].clone() };
            Some(self.open_for(Some(&item), access_of(&trimmed[..signs]), trimmed.starts_with(">>")))
        };
        let handle = items[0].range.clone();
        let handle = self.source[handle].rsplit([' ', '(']).next().unwrap_or_default();
        if let Some(opened) = opened {
            if let Value::Object(READER, text) = &opened {
                self.variables.insert(eco_format!("<{handle}>"), Value::either(lines_of(text)));
            }
            self.variables.insert(handle.into(), opened);
        }
    }

    /// The elements of a list with a text between them: separator first, or
    /// in Perl the elements behind it.
    pub fn join(&mut self, items: &[&Item]) -> Value {
        let (separator, values) = match items {
            [one, list, ..] if matches!(list.value, Value::List(_)) => (Some(&one.value), &list.value),
            [list, one] if matches!(list.value, Value::List(_)) => (Some(&one.value), &list.value),
            [list] => (None, &list.value),
            [separator, rest @ ..] => {
                let list: Vec<Value> = rest.iter().map(|item| item.value.clone()).collect();
                return self.join_values(Some(&separator.value), &list);
            }
            [] => return Value::Unknown(0..0),
        };
        match values {
            Value::List(values) => self.join_values(separator, &values.clone()),
            other => other.clone(),
        }
    }

    fn join_values(&mut self, separator: Option<&Value>, values: &[Value]) -> Value {
        let mut joined = Value::Text(Mapped::default());
        for (index, value) in values.iter().enumerate() {
            if let (true, Some(separator)) = (index > 0, separator) {
                joined = self.joined(joined, 0..0, separator, 0..0);
            }
            joined = self.joined(joined, 0..0, value, 0..0);
        }
        joined
    }

    /// Paths with slashes between them.
    pub fn join_path(&mut self, items: &[&Item]) -> Value {
        let mut joined = Value::Text(Mapped::default());
        for item in items {
            match &joined {
                Value::Text(text) if text.is_empty() => {}
                _ => {
                    let mut slash = Mapped::default();
                    slash.push_behind("/");
                    joined = self.joined(joined, 0..0, &Value::Text(slash), 0..0);
                }
            }
            joined = self.joined(joined, 0..0, &item.value, item.range.clone());
        }
        joined
    }

    /// `Path("a") / "b"`
    pub fn joined_path(&mut self, left: Value, right: &Value) -> Value {
        let Value::Object(class, text) = left else { return left };
        let item = |value: Value| Item { key: None, value, range: 0..0, spread: false };
        let (folder, name) = (item(Value::Text(text)), item(right.clone()));
        match self.join_path(&[&folder, &name]) {
            Value::Text(text) => Value::Object(class, text),
            other => other,
        }
    }

    /// `"npm %s" % x` and `"npm {}".format(x)`
    pub fn formatted(&mut self, format: Value, values: Value) -> Value {
        let Value::Text(format) = format else { return Value::Unknown(0..0) };
        let values = match values {
            Value::List(values) => values.as_ref().clone(),
            other => vec![other],
        };
        let mut values = values.into_iter();
        let mut made = Value::Text(Mapped::default());
        let mut kept = 0;
        let text = format.text();
        let holes = text.match_indices(['%', '{']);
        for (at, _) in holes {
            let end = match &text[at..] {
                rest if rest.starts_with("%s") || rest.starts_with("%d") => at + 2,
                rest if rest.starts_with('{') => match rest.find('}') {
                    Some(end) if rest[1..end].bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_') => {
                        at + end + 1
                    }
                    _ => continue,
                },
                _ => continue,
            };
            if at < kept {
                continue;
            }
            made = self.joined(made, 0..0, &Value::Text(slice(&format, kept..at)), 0..0);
            let value = values.next().unwrap_or(Value::Unknown(0..0));
            made = self.joined(made, 0..0, &value, 0..0);
            kept = end;
        }
        self.joined(made, 0..0, &Value::Text(slice(&format, kept..text.len())), 0..0)
    }
}

/// Whether a command is a shell that is given neither script nor command.
fn reads_script(command: &Value) -> bool {
    let words = match command {
        Value::List(words) => words.as_slice(),
        other => std::slice::from_ref(other),
    };
    let Some((Value::Text(program), rest)) = words.split_first() else { return false };
    is_shell(program.text())
        && rest.iter().all(|word| matches!(word, Value::Text(text) if text.text() == "-s"))
}

/// Text that stands nowhere in the code.
fn made(text: &str) -> Value {
    let mut made = Mapped::default();
    made.push_behind(text);
    Value::Text(made)
}

/// What a mode such as `r`, `wb`, `a+` or `>>` lets a program do.
pub(super) fn access_of(mode: &str) -> Access {
    if mode.contains('+') {
        Access::Both
    } else if mode.contains(['w', 'a', 'x', 'c', '>']) {
        Access::Write
    } else {
        Access::Read
    }
}

/// `range` of a text without the blanks around it.
fn trimmed_slice(text: &Mapped, range: std::ops::Range<usize>) -> Mapped {
    let part = &text.text()[range.clone()];
    let start = range.start + part.len() - part.trim_start().len();
    slice(text, start..start + part.trim().len())
}
