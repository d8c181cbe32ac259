//! Calls: what the functions that the tables know do with their arguments.

use super::bind::any_of;
use super::evaluate::Evaluator;
use super::files::{READER, SHELL, WRITER};
use super::pairs::Pairs;
use super::path::{PATH, Part};
use super::value::{Item, Items, Name, Value};
use crate::Access;
use crate::tables::Language;
use ecow::eco_format;
use std::ops::Range;
use std::rc::Rc;

/// What a function does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Does {
    /// As another one, and gives what that prints.
    Output(&'static Does),
    /// Hands its first argument to a shell.
    Script,
    /// One text is for a shell, several are words; so is a list.
    System,
    /// `subprocess.run`: a list of words, or text with `shell=True`.
    Subprocess,
    /// `child_process.spawn`: a program and a list of words, `shell: true`.
    Spawn,
    /// Runs a file with the same interpreter.
    Fork(&'static str),
    /// A list of words, or a map with one under `cmd`.
    Argv,
    /// The first argument is the program, the others are its words.
    Words,
    /// A program at this place, then a list of its words with its own name first.
    ProgramAndArgv(usize),
    /// As above, but the words are arguments.
    ProgramAndWords(usize),
    /// As `System`, behind this many handles.
    PipeWords(usize),
    /// A program, and a map with its words under `args`.
    Command,
    /// `open` of Perl: a pipe or a file.
    PerlOpen,
    /// `open` of Ruby: a file, or a command after `|`.
    RubyOpen,
    /// Code of the same language.
    Code(Language),
    /// A file, with the mode as the second argument or under `mode`; this one without.
    Open(Access),
    Read,
    Write,
    /// Writes its second argument into the file that the first one names, or behind what that holds.
    WriteText {
        appends: bool,
    },
    /// Gives the value that its first argument, a text or a file, says in JSON.
    Json,
    /// Gives its first argument as JSON.
    AsJson,
    /// Writes that to the file that its second argument is.
    PutJson,
    /// Writes what comes after its first argument into that file, or to that shell, each with this behind.
    Put(&'static str),
    /// Gives the text of a file that is open.
    Contents,
    /// Gives the lines of a text, or of a file that is open.
    Lines,
    /// Gives what a text in base64 or hexadecimal stands for; a second argument may say which.
    Decode(&'static str),
    /// The same, but the first argument says which, or a list is what it is asked of.
    Pack,
    /// Gives the characters with these numbers.
    Characters,
    /// Runs a file as code of the same language.
    Load(Language),
    /// Reads its first argument, writes its second.
    Copy,
    /// Removes the file.
    Remove,
    /// Removes the first, writes the second.
    Rename,
    /// Gives the module of this name.
    Import,
    /// Gives its first argument.
    Same,
    /// Gives its first argument without the blanks around it, which Perl takes off a variable itself.
    Trim,
    /// Gives the words of its first argument.
    Split,
    /// `join(" ", list)`
    Join,
    /// Gives its arguments joined by `/`.
    JoinPath,
    /// Gives a part of a path, or the path with another one.
    PathPart(Part),
    /// Gives an object made from its first argument.
    Object(&'static str),
    /// Gives a text that is always the same.
    Constant(&'static str),
    /// Gives the attribute of this name.
    Attribute,
    /// Gives a variable of the environment.
    Environment,
    /// Gives the first argument of the function that it stands in.
    Shift,
    /// Gives what stands on the standard input.
    Input,
    /// Calls its first argument, which may be a name, with the others.
    Hand,
    /// Calls its first argument with each element of the second.
    Each,
    /// Gives its first argument as a function that has the others already.
    Partial,
    /// Gives a list made of the elements of another.
    Pairs(Pairs),
    /// Gives the files that match a pattern.
    Pattern,
    /// Prints its arguments, with the first text between and the second behind.
    Print(&'static str, &'static str),
    /// Sets where is printed from now on: a file that is open, or its path.
    PrintTo,
    /// Gives its first argument with the others in their places (`sprintf`).
    Format,
    /// Prints the same.
    PrintFormat,
    /// Reads the file it is given, or else this one.
    ReadUsual(&'static str),
    /// `array(..)`, `list(..)`: the arguments, or the only one.
    List,
}

/// Methods that texts and lists have in many languages.
const METHODS: &[(&str, Does)] = &[
    ("chomp", Does::Trim),
    ("decode", Does::Same),
    ("encode", Does::Same),
    ("execute", Does::System),
    ("items", Does::Pairs(Pairs::Entries)),
    ("join", Does::Join),
    ("pack", Does::Pack),
    ("rstrip", Does::Trim),
    ("shellsplit", Does::Split),
    ("split", Does::Split),
    ("splitlines", Does::Lines),
    ("strip", Does::Trim),
    ("toString", Does::Same),
    ("to_s", Does::Same),
    ("trim", Does::Trim),
    ("trimEnd", Does::Trim),
    ("unpack1", Does::Decode("")),
    ("values", Does::Pairs(Pairs::Values)),
];

/// Methods that change the list in a variable.
const GROWS: &[&str] = &["append", "push", "extend", "concat"];

/// Methods that call a function with each element.
const EACH: &[&str] = &["each", "forEach", "map"];

/// The variables of the environment.
const ENVIRONMENTS: &[&str] = &["os.environ", "process.env", "ENV", "$ENV", "$_ENV", "Deno.env"];

impl Evaluator<'_> {
    pub fn does(&self, name: &str) -> Option<Does> {
        let mut name = name;
        while let Some(rest) = name.strip_prefix("::").or_else(|| name.strip_prefix("globalThis.")) {
            name = rest;
        }
        let index = self.tongue.functions.binary_search_by(|(known, _)| known.cmp(&name)).ok()?;
        Some(self.tongue.functions[index].1)
    }

    /// Whether the value is a function that the tables or the code know.
    pub fn is_callee(&self, value: &Value) -> bool {
        match value {
            Value::Named(name) => self.does(name).is_some() || self.functions.contains_key(name),
            Value::Method(value, name) => self.object_does(value, name).is_some(),
            _ => false,
        }
    }

    /// What the method of an object does.
    fn object_does(&self, value: &Value, name: &str) -> Option<Does> {
        let Value::Object(class, _) = value else { return None };
        self.does(&eco_format!("{class}.{name}"))
    }

    /// Whether the value is a function whose name alone is a call of it.
    pub fn needs_no_argument(&self, value: &Value) -> bool {
        matches!(value, Value::Named(name) if self.does(name) == Some(Does::Shift))
    }

    /// `value.name`
    pub fn member(&mut self, value: Value, name: &str) -> Value {
        match value {
            Value::Named(path) if ENVIRONMENTS.contains(&path.as_str()) && name != "get" => {
                self.environment(name)
            }
            Value::Named(mut path) => {
                path.push('.');
                path.push_str(name);
                self.variable(&path).unwrap_or(Value::Named(path))
            }
            Value::Map(_) if value.key(name).is_some() => value.key(name).cloned().expect("checked"),
            Value::Object(SHELL, _) if name == "stdin" => value,
            Value::Object(READER, _) if name == "stdout" => value,
            Value::Object(PATH, path) if Part::attribute(name).is_some() => {
                Part::attribute(name).map_or(Value::Unknown(0..0), |part| part.of(&path))
            }
            other => Value::Method(Box::new(other), name.into()),
        }
    }

    pub(super) fn environment(&self, name: &str) -> Value {
        let text = (self.given.variable)(name);
        text.map_or(Value::Unknown(0..0), Value::Text)
    }

    /// `value[index]`
    pub fn index(&mut self, value: Value, items: &[Item], range: Range<usize>) -> Value {
        let key = match items.first().map(|item| &item.value) {
            Some(Value::Text(text)) => Name::from(text.text()),
            _ => Name::new(),
        };
        let value = match &value {
            Value::Named(name) => match name.strip_prefix('$') {
                Some(plain) => self.variable(&format!("@{plain}")).unwrap_or(value),
                None => value,
            },
            _ => value,
        };
        match &value {
            Value::List(values) => {
                let index = key.parse::<usize>().ok();
                index.and_then(|index| values.get(index)).cloned().unwrap_or(Value::Unknown(range))
            }
            Value::Map(_) => value.key(&key).cloned().unwrap_or(Value::Unknown(range)),
            Value::Named(path) if ENVIRONMENTS.contains(&path.as_str()) => self.environment(&key),
            Value::Named(_) if !key.is_empty() => self.member(value, &key),
            _ => Value::Unknown(range),
        }
    }

    /// The parameter of a block that is called with each element of a list, or with a file.
    pub fn bind_block(&mut self, callee: &Value) {
        let value = match callee {
            Value::Method(list, name)
                if matches!(list.as_ref(), Value::List(_)) && EACH.contains(&name.as_str()) =>
            {
                any_of(list)
            }
            Value::Object(READER | WRITER | SHELL, _) => callee.clone(),
            _ => return,
        };
        if let Some(ahead) = (0..4).find(|&ahead| self.is_name(ahead) && self.peek(ahead) != "do") {
            let name = self.peek(ahead).into();
            self.variables.insert(name, value);
        }
    }

    /// What a call comes to.
    pub fn call(
        &mut self,
        callee: Value,
        path: Option<Range<usize>>,
        items: Items,
        range: Range<usize>,
    ) -> Value {
        let range = range.start..self.here().max(range.start);
        match callee {
            Value::Named(name) => {
                if let Some(does) = self.does(&name) {
                    let arguments = self.arguments(items);
                    return self.perform(does, Value::Named(name), &arguments, range);
                }
                if let Some((function, mut first)) = self.partials.get(&name).cloned() {
                    first.extend(items);
                    return self.deeper(|this| this.call(function, None, first, range));
                }
                self.handed_on(&name, &items, range.clone());
                if let Some((module, "then")) = name.rsplit_once('.') {
                    let module = Value::Named(module.into());
                    return self.then(module, &items, range);
                }
                // `Class.method(x)`, `module.function(x)`
                let own = if self.functions.contains_key(&name) { &name } else { last_name(&name) };
                self.enter(own, items)
            }
            Value::Method(value, name) => self.method(*value, &name, path, items, range),
            // PHP calls what a text names.
            Value::Text(name) if self.does(name.text()).is_some() => {
                self.call(Value::Named(name.text().into()), None, items, range)
            }
            _ => Value::Unknown(range),
        }
    }

    fn method(
        &mut self,
        value: Value,
        name: &str,
        path: Option<Range<usize>>,
        items: Items,
        range: Range<usize>,
    ) -> Value {
        let mut arguments = self.arguments(items);
        // What a program prints is a text and a file.
        let text = |value: &Value| !matches!(value, Value::Object(class, _) if *class != READER);
        let of_texts = METHODS.iter().find(|(known, _)| *known == name && text(&value));
        let does = self.object_does(&value, name).or(of_texts.map(|(_, does)| *does));
        if let (Value::List(_), true) = (&value, GROWS.contains(&name)) {
            return self.grown(value, name, path, &arguments);
        }
        if name == "format" {
            let list = Value::list(self.elements(arguments));
            // Lua has the same places as `sprintf`.
            let sign = if self.tongue.concat == ".." { '%' } else { '{' };
            return self.formatted(value, list, sign);
        }
        if let (Value::List(_), true, Some(function)) = (&value, EACH.contains(&name), arguments.first()) {
            return self.hand_each(&function.value, &value, range);
        }
        let Some(does) = does else {
            self.handed_on(name, &arguments, range);
            return self.enter(name, arguments);
        };
        let own = Item { key: None, value: value.clone(), range: range.clone(), spread: false };
        // `" ".join(list)` has its separator in front, `list.join(" ")` behind.
        let front = does != Does::Join || matches!(value, Value::Text(_));
        arguments.insert(if front { 0 } else { arguments.len().min(1) }, own);
        self.perform(does, value, &arguments, range)
    }

    /// The module of this name. One of them does its work when it is loaded.
    pub fn module(&mut self, path_or_name: &Value, range: Range<usize>) -> Value {
        let Value::Text(text) = path_or_name else { return Value::Unknown(range) };
        let name = Name::from(text.text().trim_start_matches("node:")).replace("/", ".");
        if name == "dotenv.config" {
            self.touch_usual(".env", range.clone());
        }
        if name.starts_with(['.', '/']) {
            let path = text.text();
            if path.ends_with(".json") {
                let path = Item { key: None, value: path_or_name.clone(), range, spread: false };
                let text = self.read(Some(&path));
                return self.json(&text);
            }
            let endings = ["", ".js", ".mjs", ".cjs", ".ts", "/index.js"];
            self.load(Language::JavaScript, &endings.map(|ending| format!("{path}{ending}")));
        }
        self.variable(&name).unwrap_or(Value::Named(name))
    }

    /// `import("fs").then(fs => ..)`: what the module is handed to.
    fn then(&mut self, module: Value, items: &[Item], range: Range<usize>) -> Value {
        match items.first() {
            Some(function) => self.hand(&function.value, vec![module], range),
            None => Value::Unknown(range),
        }
    }

    /// `list.append(x)`: where the list is in a variable, it changes there.
    fn grown(&mut self, list: Value, name: &str, path: Option<Range<usize>>, arguments: &[Item]) -> Value {
        let Value::List(mut values) = list else { return list };
        let path = path.filter(|_| name != "concat").map(|path| self.path_text(path));
        let variable = path.as_deref().and_then(|path| path.rsplit_once('.')).map(|(name, _)| name);
        // With the variable gone the list is ours alone, and grows in place.
        variable.map(|variable| self.variables.remove(variable));
        let shared = Rc::strong_count(&values) > 1;
        if shared && !self.spend(values.len()) {
            return Value::Unknown(0..0);
        }
        let list = Rc::make_mut(&mut values);
        for item in arguments {
            match &item.value {
                Value::List(more) if name != "append" => list.extend(more.iter().cloned()),
                other => list.push(other.clone()),
            }
        }
        let grown = Value::List(values);
        if let Some(variable) = variable {
            self.variables.insert(variable.into(), grown);
            return Value::Unknown(0..0);
        }
        grown
    }

    /// The arguments, lists that are spread out put in.
    pub fn arguments(&self, items: Items) -> Items {
        let is_spread = |item: &Item| {
            let spread = item.spread || (self.tongue.flat_lists && item.key.is_none());
            spread && matches!(item.value, Value::List(_))
        };
        if !items.iter().any(is_spread) {
            return items;
        }
        let mut arguments = Items::with_capacity(items.len());
        for item in items {
            match &item.value {
                Value::List(values) if is_spread(&item) => {
                    for value in values.iter() {
                        arguments.push(Item {
                            key: None,
                            value: value.clone(),
                            spread: false,
                            ..item.clone()
                        });
                    }
                }
                _ => arguments.push(item),
            }
        }
        arguments
    }
}

/// What stands behind the last dot.
fn last_name(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or(name)
}
