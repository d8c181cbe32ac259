//! What calls start and open, and texts made of other texts.

use super::evaluate::Evaluator;
use super::files::{READER, SHELL, WRITER, texts};
use super::value::{Item, MOST_VALUES, Value};
use super::{Start, inner, is_shell, text};
use crate::tables::Language;
use crate::{Access, Limit, Mapped};
use std::ops::Range;

/// The words of a text, as a list.
pub(super) fn split_values(value: &Value) -> Value {
    match value {
        Value::Text(text) | Value::Object(READER, text) => {
            Value::list(text::split(text).into_iter().map(Value::Text).collect())
        }
        Value::Either(values) => Value::either(values.iter().map(split_values)),
        other => other.clone(),
    }
}

/// What starts something, or opens a file.
impl Evaluator<'_> {
    pub fn script(&mut self, value: &Value) {
        for value in value.each() {
            if let Value::Text(text) | Value::Object(READER, text) = value
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
                Value::Text(text) | Value::Object(READER, text) => vec![vec![text.clone()]],
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

    /// What was started last reads a text, or a file that is open, and prints to one:
    /// `subprocess.run(['sh'], input='npm i')`, `run(['echo', 'npm i'], stdout=file)`.
    pub fn connect(&mut self, from: usize, input: Option<&Value>, output: Option<&Value>) {
        let output = match output {
            Some(Value::Object(WRITER, path)) => Some(path.clone()),
            _ => None,
        };
        let inputs: Vec<Mapped> = input.map(texts).unwrap_or_default();
        if from == self.found.len() || (inputs.is_empty() && output.is_none()) {
            return;
        }
        for start in self.found.split_off(from) {
            if !matches!(start, Start::Script(_) | Start::Program(_)) {
                self.found.push(start);
                continue;
            }
            let inputs = inputs.iter().cloned().map(Some);
            let inputs = if inputs.len() == 0 { vec![None] } else { inputs.collect() };
            self.found.extend(inputs.into_iter().map(|input| {
                let start = Box::new(start.clone());
                Start::Piped { start, input, output: output.clone() }
            }));
        }
    }

    /// The same where options say it: `execSync('sh', { input: 'npm i' })`.
    pub fn connected(&mut self, from: usize, command: &Value, arguments: &[Item]) -> Value {
        let option = |key: &str| arguments.iter().find_map(|item| item.value.key(key));
        let output = match option("stdio") {
            Some(Value::List(streams)) => streams.get(1),
            _ => None,
        };
        self.connect(from, option("input"), output);
        self.shell_pipe(command)
    }

    /// What the last of what was started since then prints, where that is known.
    pub fn output(&mut self, from: usize) -> Value {
        let unknown = Value::Unknown(0..0);
        let Some(start) = self.found[from..].last() else { return unknown };
        match (self.given.output)(start) {
            Some(text) if self.spend(text.len()) => Value::Object(READER, text),
            _ => unknown,
        }
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
                Value::Text(_) | Value::Object(READER, _) if !off => self.script(command),
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
        let printed = self.printed(items, between, end);
        if let Some(into @ Value::Object(WRITER | SHELL, _)) = self.variables.get(self.tongue.output).cloned()
        {
            let item = Item { key: None, value: printed, range: 0..0, spread: false };
            return self.put(&into, &[&item], "");
        }
        for text in printed.each() {
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

    /// Reads a file that is named by nothing in the code.
    pub fn touch_usual(&mut self, path: &str, range: Range<usize>) {
        let mut text = Mapped::default();
        text.push(path, self.code.span(range));
        self.found.push(Start::Open { path: text, access: Access::Read });
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
