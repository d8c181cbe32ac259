//! Builtins of bash that run something, or change what the shell knows.

use super::simple::Call;
use super::state::Value;
use super::walk::{Outcome, Stream, Walker};
use crate::value::fields::MOST_ALTERNATIVES;
use crate::{Field, Mapped};
use std::rc::Rc;

type Builtin = fn(&mut Walker<'_>, &Call<'_>, &Stream) -> Outcome;

/// bash(1), "SHELL BUILTIN COMMANDS". Those that only print or wait are
/// ordinary programs to us.
const BUILTINS: &[(&str, Builtin)] = &[
    (".", source),
    ("alias", alias),
    ("break", leave),
    ("cd", cd),
    ("continue", leave),
    ("declare", declare),
    ("eval", eval),
    ("exit", leave),
    ("export", declare),
    ("false", |_, _, _| Outcome::silent(Some(false))),
    ("let", evaluate),
    ("local", declare),
    ("mapfile", mapfile),
    ("popd", popd),
    ("pushd", pushd),
    ("read", read),
    ("readarray", mapfile),
    ("readonly", declare),
    ("return", leave),
    ("set", set),
    ("shift", shift),
    ("shopt", shopt),
    ("source", source),
    ("trap", trap),
    ("true", |_, _, _| Outcome::silent(Some(true))),
    (":", |_, _, _| Outcome::silent(Some(true))),
    ("typeset", declare),
    ("unalias", unalias),
    ("unset", unset),
];

/// Runs the builtin of this name, if it is one.
pub(super) fn run(walker: &mut Walker<'_>, name: &str, call: &Call<'_>, input: &Stream) -> Option<Outcome> {
    if call.argv[0].value.text() != name {
        return None;
    }
    let row = BUILTINS.iter().find(|(builtin, _)| *builtin == name)?;
    Some((row.1)(walker, call, input))
}

/// Whether bash has a builtin of this name.
pub(super) fn exists(name: &str) -> bool {
    BUILTINS.iter().any(|(builtin, _)| *builtin == name)
        || matches!(name, "builtin" | "command" | "exec" | "echo" | "printf" | "test" | "[")
}

/// Variables whose value bash runs by itself.
const RUN_BY_BASH: &[&str] = &["PROMPT_COMMAND", "PS4"];

/// What setting this variable makes bash run.
pub(super) fn special_variable(walker: &mut Walker<'_>, name: &str, values: &[Value]) {
    if !RUN_BY_BASH.contains(&name) {
        return;
    }
    for value in values {
        let Value::Text(text) = value else { continue };
        walker.within(name, |walker| {
            if name == "PS4" {
                walker.expanded_text(text.clone());
            } else {
                walker.subshell(|walker| walker.script(text.clone(), None));
            }
        });
    }
}

fn text(field: &Field) -> &str {
    field.value.text()
}

/// The arguments behind the options.
fn operands(argv: &[Field]) -> &[Field] {
    let mut rest = &argv[1..];
    while let Some(first) = rest.first() {
        match text(first) {
            "--" => return &rest[1..],
            option if option.starts_with('-') && option.len() > 1 => rest = &rest[1..],
            _ => break,
        }
    }
    rest
}

fn leave(_: &mut Walker<'_>, _: &Call<'_>, _: &Stream) -> Outcome {
    Outcome { leaves: true, ..Outcome::silent(None) }
}

/// The arguments with blanks between, as one text.
pub(super) fn joined(fields: &[Field]) -> Mapped {
    let mut script = Mapped::default();
    for (index, field) in fields.iter().enumerate() {
        if index > 0 {
            script.push_word(&field.value);
        } else {
            script = field.value.clone();
        }
    }
    script
}

fn eval(walker: &mut Walker<'_>, call: &Call<'_>, input: &Stream) -> Outcome {
    let arguments = match call.argv.get(1).map(text) {
        Some("--") => &call.argv[2..],
        _ => &call.argv[1..],
    };
    let script = joined(arguments);
    walker.within("eval", |walker| walker.script(script, input.clone()))
}

fn source(walker: &mut Walker<'_>, call: &Call<'_>, input: &Stream) -> Outcome {
    let [file, arguments @ ..] = operands(&call.argv) else { return Outcome::unknown() };
    let path = text(file);
    let script = match path {
        "/dev/stdin" | "/dev/fd/0" | "/proc/self/fd/0" => input.clone(),
        _ => walker.written(path),
    };
    let Some(script) = script else { return Outcome::unknown() };
    let outer = walker.state.positional().cloned();
    if !arguments.is_empty() {
        walker.state.set_positional(Some(Rc::new(arguments.to_vec())));
    }
    let label = format!("{} {path}", text(&call.argv[0]));
    let outcome = walker.within(&label, |walker| walker.script(script, None));
    if !arguments.is_empty() {
        walker.state.set_positional(outer);
    }
    Outcome { leaves: false, ..outcome }
}

fn trap(walker: &mut Walker<'_>, call: &Call<'_>, _: &Stream) -> Outcome {
    let rest = match call.argv.get(1).map(text) {
        Some("-p" | "-l" | "-P") => &[],
        Some("--") => &call.argv[2..],
        _ => &call.argv[1..],
    };
    // `trap - EXIT` and `trap EXIT` take a trap away.
    if let [action, _, ..] = rest
        && text(action) != "-"
    {
        let script = action.value.clone();
        walker.within("trap", |walker| walker.subshell(|walker| walker.script(script, None)));
    }
    Outcome::silent(Some(true))
}

fn cd(walker: &mut Walker<'_>, call: &Call<'_>, _: &Stream) -> Outcome {
    let folders = match operands(&call.argv) {
        [] => walker.context.home.map(str::to_string).into_iter().collect(),
        [folder] if text(folder) == "-" => Vec::new(),
        [folder, ..] => walker.moved(folder),
    };
    walker.state.set_folders(folders);
    Outcome::silent(None)
}

/// The name under which the folder stack is kept; no variable can have it.
const FOLDER_STACK: &str = "~pushd";

fn pushd(walker: &mut Walker<'_>, call: &Call<'_>, _: &Stream) -> Outcome {
    let here = walker.state.folders().first().cloned().unwrap_or_default();
    let mut stack = folder_stack(walker);
    match operands(&call.argv) {
        [folder, ..] if !text(folder).starts_with('+') => {
            stack.push(here);
            let folders = walker.moved(folder);
            walker.state.set_folders(folders);
        }
        _ => {
            let back = stack.pop();
            stack.push(here);
            walker.state.set_folders(back.into_iter().collect());
        }
    }
    keep_stack(walker, stack);
    Outcome::silent(None)
}

fn popd(walker: &mut Walker<'_>, _: &Call<'_>, _: &Stream) -> Outcome {
    let mut stack = folder_stack(walker);
    let back = stack.pop();
    walker.state.set_folders(back.into_iter().collect());
    keep_stack(walker, stack);
    Outcome::silent(None)
}

fn folder_stack(walker: &Walker<'_>) -> Vec<String> {
    match walker.state.variable(FOLDER_STACK).map(|values| values.as_slice()) {
        Some([Value::Array(entries)]) => entries.iter().map(|(folder, _)| folder.clone()).collect(),
        _ => Vec::new(),
    }
}

fn keep_stack(walker: &mut Walker<'_>, mut stack: Vec<String>) {
    if stack.len() > DEEPEST_STACK {
        stack.remove(0);
    }
    let entries = stack.into_iter().map(|folder| (folder, Mapped::default())).collect();
    walker.state.set_variable(FOLDER_STACK, vec![Value::Array(entries)]);
}

/// The longest path that is followed, in bytes, as on Linux.
const LONGEST_PATH: usize = 4096;

/// The deepest folder stack that is followed.
const DEEPEST_STACK: usize = 32;

impl Walker<'_> {
    /// The folders that `cd folder` leads to from here.
    pub fn moved(&self, folder: &Field) -> Vec<String> {
        if !folder.known || folder.glob {
            return Vec::new();
        }
        let path = text(folder);
        let folders = self.state.folders().iter().map(|from| join_path(from, path));
        folders.filter(|folder| folder.len() <= LONGEST_PATH).collect()
    }

    /// The text of a file that the line wrote, where it is known.
    pub fn written(&self, path: &str) -> Stream {
        let plain = path.strip_prefix("./").unwrap_or(path);
        let found = self.state.file(path).or_else(|| self.state.file(plain));
        found.or_else(|| self.state.file(&format!("./{plain}"))).cloned().flatten()
    }
}

/// `path` as seen from the folder `from`, with `.` and `..` folded.
pub(super) fn join_path(from: &str, path: &str) -> String {
    let whole = if path.starts_with('/') || path.starts_with('~') || from.is_empty() {
        path.to_string()
    } else {
        format!("{from}/{path}")
    };
    let root = whole.starts_with('/');
    let mut folded: Vec<&str> = Vec::new();
    for name in whole.split('/') {
        match name {
            "" | "." => {}
            ".." if folded.last().is_some_and(|last| *last != ".." && *last != "~") => {
                folded.pop();
            }
            ".." if root => {}
            _ => folded.push(name),
        }
    }
    format!("{}{}", if root { "/" } else { "" }, folded.join("/"))
}

/// `declare`, `local`, `export`, `readonly`: their `name=value` arguments.
fn declare(walker: &mut Walker<'_>, call: &Call<'_>, _: &Stream) -> Outcome {
    let is_option = |field: &&Field| text(field).starts_with(['-', '+']);
    let options: String = call.argv[1..].iter().take_while(is_option).map(text).collect();
    for field in call.argv[1..].iter().skip_while(is_option) {
        let argument = text(field);
        if options.contains('f') {
            if let Some(function) = walker.state.function(argument).cloned() {
                let function = super::state::Function { exported: true, ..function };
                walker.state.set_function(argument, Some(function));
            }
            continue;
        }
        let Some((name, _)) = argument.split_once('=') else { continue };
        let mut value = Mapped::default();
        value.push_slice(&field.value, name.len() + 1..argument.len());
        let value = match (options.contains('n'), field.known) {
            (true, _) => Value::Reference(value.text().to_string()),
            (_, true) => Value::Text(value),
            _ => Value::Unknown,
        };
        walker.assign_variable(name, vec![value]);
    }
    Outcome::silent(Some(true))
}

fn unset(walker: &mut Walker<'_>, call: &Call<'_>, _: &Stream) -> Outcome {
    let options: String = call.argv[1..].iter().map(text).take_while(|word| word.starts_with('-')).collect();
    for field in operands(&call.argv) {
        let name = text(field);
        if options.contains('f') || walker.state.variable(name).is_none() {
            walker.state.set_function(name, None);
        }
        if !options.contains('f') {
            walker.state.set_variable(name, vec![Value::Unset]);
        }
    }
    Outcome::silent(Some(true))
}

fn set(walker: &mut Walker<'_>, call: &Call<'_>, _: &Stream) -> Outcome {
    let mut index = 1;
    while let Some(word) = call.argv.get(index).map(text) {
        let named = matches!(word, "-o" | "+o");
        let value = call.argv.get(index + 1).map(text);
        if word == "--" || !word.starts_with(['-', '+']) || word.len() < 2 {
            let from = (index + usize::from(word == "--")).min(call.argv.len());
            walker.state.set_positional(Some(Rc::new(call.argv[from..].to_vec())));
            break;
        }
        // `set -n` reads what follows and runs none of it.
        if (word.starts_with('-') && word.contains('n')) || (named && value == Some("noexec")) {
            return Outcome { leaves: word.starts_with('-'), ..Outcome::silent(Some(true)) };
        }
        index += 1 + usize::from(named || word.ends_with('o'));
    }
    Outcome::silent(Some(true))
}

fn shift(walker: &mut Walker<'_>, call: &Call<'_>, _: &Stream) -> Outcome {
    let count = match call.argv.get(1) {
        None => Some(1),
        Some(field) => text(field).parse().ok(),
    };
    let rest = walker
        .state
        .positional()
        .zip(count)
        .and_then(|(fields, count): (_, usize)| fields.get(count..).map(|rest| Rc::new(rest.to_vec())));
    walker.state.set_positional(rest);
    Outcome::silent(None)
}

fn shopt(walker: &mut Walker<'_>, call: &Call<'_>, _: &Stream) -> Outcome {
    let on = match call.argv.get(1).map(text) {
        Some("-s") => true,
        Some("-u") => false,
        _ => return Outcome::unknown(),
    };
    if call.argv[2..].iter().any(|field| text(field) == "expand_aliases") {
        walker.state.set_option("expand_aliases", on);
    }
    Outcome::silent(Some(true))
}

fn alias(walker: &mut Walker<'_>, call: &Call<'_>, _: &Stream) -> Outcome {
    for field in operands(&call.argv) {
        let argument = text(field);
        let Some((name, _)) = argument.split_once('=') else { continue };
        let mut value = Mapped::default();
        value.push_slice(&field.value, name.len() + 1..argument.len());
        let unit = walker.unit;
        walker.state.set_alias(name, Some(super::state::Alias { text: value, unit }));
    }
    Outcome::silent(Some(true))
}

fn unalias(walker: &mut Walker<'_>, call: &Call<'_>, _: &Stream) -> Outcome {
    for field in operands(&call.argv) {
        walker.state.set_alias(text(field), None);
    }
    Outcome::silent(Some(true))
}

fn evaluate(walker: &mut Walker<'_>, call: &Call<'_>, _: &Stream) -> Outcome {
    for field in &call.argv[1..] {
        walker.evaluated(text(field));
        if text(field).contains(['$', '`']) {
            walker.expanded_text(field.value.clone());
        }
    }
    Outcome::silent(None)
}

/// Lines of the input, without their ends.
pub(super) fn lines(input: &Mapped) -> Vec<Mapped> {
    let mut lines = Vec::new();
    let mut at = 0;
    for line in input.text().split_inclusive('\n') {
        let mut mapped = Mapped::default();
        mapped.push_slice(input, at..at + line.trim_end_matches('\n').len());
        lines.push(mapped);
        at += line.len();
    }
    lines
}

/// Options of `read` that take a value.
const READ_VALUES: &str = "adinNptu";

fn read(walker: &mut Walker<'_>, call: &Call<'_>, input: &Stream) -> Outcome {
    let mut names: Vec<&str> = Vec::new();
    let mut array = None;
    let mut index = 1;
    while let Some(word) = call.argv.get(index).map(text) {
        index += 1;
        let Some(letters) = word.strip_prefix('-').filter(|_| names.is_empty()) else {
            names.push(word);
            continue;
        };
        if let Some(at) = letters.find(|c| READ_VALUES.contains(c)) {
            let glued = &letters[at + 1..];
            let value = if glued.is_empty() { call.argv.get(index).map(text) } else { Some(glued) };
            index += usize::from(glued.is_empty());
            array = if letters[at..].starts_with('a') { value } else { array };
        }
    }
    if names.is_empty() {
        names.push("REPLY");
    }
    let read: Vec<Mapped> = match input {
        Some(text) => lines(text),
        None => Vec::new(),
    };
    let count = if walker.reads_all { read.len().min(MOST_ALTERNATIVES) } else { 1 };
    let read = &read[..count.min(read.len())];
    if let Some(name) = array {
        let values = read.iter().map(words_array).collect();
        walker.assign_variable(name, or_unknown(values));
        return Outcome::silent(None);
    }
    for (index, name) in names.iter().enumerate() {
        let last = index + 1 == names.len();
        let values = read.iter().map(|line| Value::Text(field_of(line, index, last))).collect();
        walker.assign_variable(name, or_unknown(values));
    }
    Outcome::silent(None)
}

fn or_unknown(values: Vec<Value>) -> Vec<Value> {
    if values.is_empty() { vec![Value::Unknown] } else { values }
}

/// Byte ranges of the blank-separated words of a line.
pub(super) fn word_ranges(line: &str) -> Vec<std::ops::Range<usize>> {
    let mut ranges = Vec::new();
    let mut start = None;
    for (at, char) in line.char_indices().chain([(line.len(), ' ')]) {
        match (char.is_ascii_whitespace() || char == '\0', start) {
            (true, Some(from)) => {
                ranges.push(from..at);
                start = None;
            }
            (false, None) => start = Some(at),
            _ => {}
        }
    }
    ranges
}

/// The word at `index` of a line, or all that is left for the last name.
fn field_of(line: &Mapped, index: usize, last: bool) -> Mapped {
    let ranges = word_ranges(line.text());
    let mut field = Mapped::default();
    if let Some(range) = ranges.get(index) {
        let end = if last { ranges[ranges.len() - 1].end } else { range.end };
        field.push_slice(line, range.start..end);
    }
    field
}

fn words_array(line: &Mapped) -> Value {
    let entry = |(index, range): (usize, std::ops::Range<usize>)| {
        let mut word = Mapped::default();
        word.push_slice(line, range);
        (index.to_string(), word)
    };
    Value::Array(word_ranges(line.text()).into_iter().enumerate().map(entry).collect())
}

fn mapfile(walker: &mut Walker<'_>, call: &Call<'_>, input: &Stream) -> Outcome {
    let mut name = "MAPFILE";
    let mut index = 1;
    while let Some(word) = call.argv.get(index).map(text) {
        index += 1;
        match word {
            // The callback gets an index and a line.
            "-C" => {
                if let Some(callback) = call.argv.get(index) {
                    let script = callback.value.clone();
                    walker.within("mapfile -C", |walker| walker.script(script, None));
                }
                index += 1;
            }
            "-d" | "-n" | "-O" | "-s" | "-u" | "-c" => index += 1,
            _ if word.starts_with('-') => {}
            _ => name = word,
        }
    }
    let value = match input {
        Some(text) => {
            let numbered = |(index, line): (usize, Mapped)| (index.to_string(), line);
            Value::Array(lines(text).into_iter().enumerate().map(numbered).collect())
        }
        None => Value::Unknown,
    };
    walker.assign_variable(name, vec![value]);
    Outcome::silent(Some(true))
}
