//! Files whose text is known: what code reads of them, and what it writes.
//!
//! What the line wrote before the code runs is known, and so is what the code wrote itself:
//! `open("x.sh", "w").write("npm i")` makes a script that a shell may run later.

use super::Start;
use super::effect::access_of;
use super::evaluate::Evaluator;
use super::value::{Item, MOST_VALUES, Name, Value, slice};
use crate::tables::Language;
use crate::{Access, Mapped};

/// The class of a file that is open for reading: an object with the file's text.
pub(super) const READER: &str = "Reader";
/// The class of a file that is open for writing: an object with its path.
pub(super) const WRITER: &str = "Writer";
/// The class of a shell that reads its script from a pipe.
pub(super) const SHELL: &str = "Shell";

/// Names of the standard input, its number among them: `open(0)`.
const INPUTS: &[&str] = &["/dev/stdin", "/dev/fd/0", "/proc/self/fd/0", "0", "php://stdin"];

/// How many files of the line one code loads, and how deep they may load each other.
const MOST_LOADED: usize = 8;
const DEEPEST_LOADED: u32 = 3;

impl Evaluator<'_> {
    /// The name of the standard input, where what it holds is known.
    pub fn set_input(&mut self, name: &str) {
        if let Some(input) = self.given.input {
            self.variables.insert(name.into(), Value::Object(READER, input.clone()));
        }
    }

    /// The text of a file, where it is known.
    pub fn file(&mut self, path: &str) -> Option<Mapped> {
        let text = match self.written.get(path) {
            Some(text) => text.clone(),
            None if INPUTS.contains(&path) => self.given.input.cloned(),
            None => (self.given.file)(path),
        };
        text.filter(|text| self.spend(text.len()))
    }

    /// Opens the file for reading, and gives its text.
    pub fn read(&mut self, path: Option<&Item>) -> Value {
        self.touch(path, Access::Read);
        self.text_in(path)
    }

    /// The text of the file that `path` names.
    pub fn text_in(&mut self, path: Option<&Item>) -> Value {
        match path.map(|item| &item.value) {
            Some(Value::Text(path) | Value::Object(_, path)) => {
                let path = path.text().to_owned();
                self.file(&path).map_or(Value::Unknown(0..0), Value::Text)
            }
            _ => Value::Unknown(0..0),
        }
    }

    /// `open(path, mode)`: a file to read from or to write to.
    pub fn open(&mut self, items: &[&Item], mode: Option<&Item>, usual: Access) -> Value {
        let mode = items.get(1).copied().or(mode).map(|item| &item.value);
        let (access, appends) = match mode {
            None => (usual, false),
            Some(Value::Text(mode)) => mode_of(mode.text()),
            Some(_) => {
                items.get(1).map_or((Access::Both, true), |item| flags_of(&self.source[item.range.clone()]))
            }
        };
        self.open_for(items.first().copied(), access, appends)
    }

    pub fn open_for(&mut self, path: Option<&Item>, access: Access, appends: bool) -> Value {
        if access == Access::Read {
            return match self.read(path) {
                Value::Text(text) => Value::Object(READER, text),
                other => other,
            };
        }
        self.touch(path, access);
        let Some(Value::Text(path) | Value::Object(_, path)) = path.map(|item| &item.value) else {
            return Value::Unknown(0..0);
        };
        if !appends && access == Access::Write {
            self.write(path, Some(Mapped::default()), false);
        }
        Value::Object(WRITER, path.clone())
    }

    /// What a file then holds, or what is put behind that.
    fn write(&mut self, path: &Mapped, text: Option<Mapped>, appends: bool) {
        let before = if appends { self.file(path.text()) } else { Some(Mapped::default()) };
        let whole = before.zip(text.as_ref()).map(|(mut before, text)| {
            before.push_mapped(text);
            before
        });
        let whole = whole.filter(|whole| self.spend(whole.len()));
        self.written.insert(path.text().into(), whole);
        self.found.push(Start::Write { path: path.clone(), text, appends });
    }

    /// `writeFile(path, text)`
    pub fn write_text(&mut self, items: &[&Item], appends: bool) {
        let [path, text, ..] = items else { return };
        self.touch(Some(path), Access::Write);
        let (Value::Text(path) | Value::Object(_, path)) = &path.value else { return };
        match &text.value {
            Value::Text(_) | Value::Either(_) | Value::List(_) | Value::Object(READER, _) => {
                let texts = texts(&text.value);
                for (index, text) in texts.into_iter().enumerate() {
                    self.write(path, Some(text), appends || index > 0);
                }
            }
            _ => self.write(path, None, appends),
        }
    }

    /// The file `to` gets the text of another one.
    pub fn copied(&mut self, text: &Value, to: Option<&Item>) {
        self.touch(to, Access::Write);
        if let Some(Value::Text(to) | Value::Object(_, to)) = to.map(|item| &item.value) {
            let text = match text {
                Value::Text(text) => Some(text.clone()),
                _ => None,
            };
            self.write(to, text, false);
        }
    }

    /// `file.write(text)`, and the same to a shell.
    pub fn put(&mut self, into: &Value, items: &[&Item], end: &str) {
        match into {
            Value::Object(WRITER, path) => {
                for item in items {
                    for mut text in texts(&item.value) {
                        text.push_behind(end);
                        self.write(path, Some(text), true);
                    }
                }
            }
            Value::Object(SHELL, _) => items.iter().for_each(|item| self.script(&item.value)),
            _ => {}
        }
    }

    /// `file << text`, `list << element` of Ruby.
    pub fn shovelled(&mut self, into: Value, value: Value, path: Option<Name>) -> Value {
        let item = Item { key: None, value, range: 0..0, spread: false };
        if !matches!(into, Value::List(_)) {
            self.put(&into, &[&item], "");
            return into;
        }
        let list = self.joined(into, 0..0, &Value::list(vec![item.value]), 0..0);
        if let Some(path) = path {
            self.variables.insert(path, list.clone());
        }
        list
    }

    /// Goes through a file of the line that the code loads, if it is one of these.
    pub fn load(&mut self, language: Language, paths: &[String]) {
        if self.loaded >= MOST_LOADED || self.given.depth >= DEEPEST_LOADED {
            return;
        }
        if let Some(code) = paths.iter().find_map(|path| self.file(path)) {
            self.loaded += 1;
            self.code_in(language, &code);
        }
    }
}

/// What a mode lets a program do, and whether what is there stays. A number is flags of open(2).
fn mode_of(mode: &str) -> (Access, bool) {
    match mode.parse::<u32>() {
        Ok(flags) => {
            let access = [Access::Read, Access::Write, Access::Both][(flags & 3).min(2) as usize];
            (access, flags & TRUNCATES == 0)
        }
        Err(_) => (access_of(mode), mode.contains(['a', '+'])),
    }
}

/// The flag of open(2) that empties a file.
const TRUNCATES: u32 = 0o1000;

/// The same of flags by their names: `os.O_WRONLY | os.O_CREAT`.
fn flags_of(flags: &str) -> (Access, bool) {
    let access = match flags {
        _ if flags.contains("O_WRONLY") => Access::Write,
        _ if flags.contains("O_RDONLY") => Access::Read,
        _ => Access::Both,
    };
    (access, !flags.contains("O_TRUNC"))
}

/// Each text that the value may be, or holds.
pub(super) fn texts(value: &Value) -> Vec<Mapped> {
    match value {
        Value::Text(text) | Value::Object(READER, text) => vec![text.clone()],
        Value::Either(values) => values.iter().flat_map(texts).collect(),
        Value::List(values) => values.iter().flat_map(texts).collect(),
        _ => Vec::new(),
    }
}

/// The lines of a text, without their ends.
pub(super) fn lines_of(text: &Mapped) -> Vec<Value> {
    let mut at = 0;
    let mut lines = Vec::new();
    for line in text.text().split_inclusive('\n').take(MOST_VALUES) {
        lines.push(Value::Text(slice(text, at..at + line.trim_end_matches(['\r', '\n']).len())));
        at += line.len();
    }
    lines
}
