//! What a shell knows while it runs a line: variables, functions, aliases,
//! folders and the files that the line itself wrote.
//!
//! Every change is kept in a journal, so that leaving a subshell takes its
//! changes back, and the branches of an `if` can be tried one after the other
//! and then united. Both cost only what was changed.

use super::array::Array;
use super::source::Source;
use super::{Dir, Led};
use crate::value::fields::MOST_ALTERNATIVES;
use crate::{Field, Mapped};
use ecow::EcoString;
use foldhash::HashMap;
use std::cell::OnceCell;
use std::rc::Rc;

/// The key of an array's element, which is short.
pub(super) type Name = EcoString;

/// What one variable holds.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value {
    Unset,
    Text(Mapped),
    Array(Array),
    /// `declare -n`: another name for this variable.
    Reference(String),
    /// Set, but not known to what.
    Unknown,
}

impl Value {
    /// What a variable holds that is set to this field. Of a text that is not
    /// all known, what is known counts: `"$dir/.env"`.
    pub fn of(field: Field) -> Value {
        if field.known || field.value.has_known() { Value::Text(field.value) } else { Value::Unknown }
    }

    /// Whether it is the same but for the place where it stands.
    fn says(&self, other: &Value) -> bool {
        match (self, other) {
            (Value::Text(a), Value::Text(b)) => a.says(b),
            (Value::Array(a), Value::Array(b)) => {
                a.keys().eq(b.keys()) && a.texts().zip(b.texts()).all(|(a, b)| a.says(b))
            }
            _ => self == other,
        }
    }

    /// How many elements it has.
    fn length(&self) -> usize {
        if let Value::Array(array) = self { array.len() } else { 1 }
    }

    /// About how much there is of it, in bytes.
    pub fn size(&self) -> usize {
        match self {
            Value::Text(text) => text.len(),
            Value::Array(entries) => entries.texts().map(|text| text.len() + 8).sum(),
            _ => 0,
        }
    }
}

/// What one variable may hold: usually one value.
pub(super) type Values = Rc<Vec<Value>>;

/// A function: the text it is written in, and the place of its body there.
#[derive(Clone)]
pub(super) struct Function {
    pub source: Rc<Source>,
    pub body: usize,
    /// Whether it was surely defined: it then hides a program of its name.
    pub certain: bool,
    /// Whether `export -f` gives it to the shells that this one starts.
    pub exported: bool,
}

/// An alias, and the unit that defined it: it works from the next one on.
#[derive(Clone, PartialEq)]
pub(super) struct Alias {
    pub text: Mapped,
    pub unit: u32,
}

impl PartialEq for Function {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.source, &other.source) && self.body == other.body
    }
}

/// One thing that can change.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Key {
    Variable(String),
    /// One element of a variable that is a single array.
    Element(String, Name),
    Function(String),
    Alias(String),
    Positional,
    Folders,
    Option(&'static str),
}

/// What it was, or is.
#[derive(Clone, PartialEq)]
enum Fact {
    Variable(Option<Values>),
    Element(Option<Mapped>),
    Function(Option<Function>),
    Alias(Option<Alias>),
    Positional(Option<Rc<Vec<Field>>>),
    Folders(Rc<Folders>),
    Option(bool),
}

/// Where the shell may be.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Folders {
    /// Where the `cd`s lead if they work, relative to the folder it started in;
    /// none where that is not known.
    led: Vec<String>,
    /// One of them may have failed, and the shell went on.
    stayed: bool,
}

impl Default for Folders {
    /// The one that the line starts in.
    fn default() -> Self {
        Folders { led: vec![String::new()], stayed: false }
    }
}

impl Folders {
    /// The folders that a command may run in.
    fn dirs(&self) -> Rc<[Dir]> {
        let start = match self.led.iter().any(String::is_empty) {
            true => Led::There,
            false if self.stayed => Led::IfFailed,
            false => Led::Never,
        };
        let start = Dir { path: String::new(), led: start };
        let others = self.led.iter().filter(|folder| !folder.is_empty());
        let others = others.map(|folder| Dir { path: folder.clone(), led: Led::There });
        std::iter::once(start).chain(others).collect()
    }
}

/// The changes of one branch.
pub(super) struct Changes(Vec<(Key, Fact)>);

/// What is kept under names that no variable can have, since they hold a blank. Most lines
/// keep none of it, and are not to pay for looking.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kept {
    /// Where the standard output leads.
    Output,
    /// Where another descriptor leads.
    Descriptor,
    /// A setting of git.
    Setting,
    /// The program that a path is.
    Path,
}

impl Kept {
    /// What is kept under a name.
    fn of(name: &str) -> Option<Self> {
        Some(match name.split_once(' ')? {
            ("descriptor", "1") => Kept::Output,
            ("descriptor", _) => Kept::Descriptor,
            ("git", _) => Kept::Setting,
            _ => Kept::Path,
        })
    }
}

#[derive(Default)]
pub(super) struct State {
    variables: HashMap<String, Values>,
    /// What was kept at some time, by [`Kept`].
    kept: [bool; 4],
    functions: HashMap<String, Function>,
    aliases: HashMap<String, Alias>,
    files: HashMap<String, Option<Mapped>>,
    options: HashMap<&'static str, bool>,
    /// `$1`, `$2`, ...; `None` where they are not known.
    positional: Option<Rc<Vec<Field>>>,
    folders: Rc<Folders>,
    /// The same as a command has them, once one was met.
    dirs: OnceCell<Rc<[Dir]>>,
    journal: Vec<(Key, Fact, Stamp)>,
    copied: usize,
    stamp: Stamp,
    file_stamp: Stamp,
    last_stamp: Stamp,
}

/// A number that no other state of the shell had. To go back to a state is to
/// have its number again.
type Stamp = u32;

/// The most folders that are kept apart.
const MOST_FOLDERS: usize = 8;

impl State {
    pub fn variable(&self, name: &str) -> Option<&Values> {
        self.variables.get(name)
    }

    /// Whether the line set any variable.
    pub fn has_variables(&self) -> bool {
        !self.variables.is_empty()
    }

    /// Whether anything of this kind was kept.
    pub fn keeps(&self, kept: Kept) -> bool {
        self.kept[kept as usize]
    }

    pub fn set_variable(&mut self, name: &str, values: Vec<Value>) {
        if let Some(kept) = Kept::of(name) {
            self.kept[kept as usize] = true;
        }
        self.set(Key::Variable(name.to_string()), Fact::Variable(Some(Rc::new(values))));
    }

    /// `name[key]=text`: an array that is there grows in place, and any other
    /// value gives way to one.
    pub fn set_element(&mut self, name: &str, key: &str, text: Mapped) {
        if self.array(name).is_none() {
            let first = match self.variable(name).map(|values| values.as_slice()) {
                Some([Value::Text(text)]) => Some(text.clone()),
                _ => None,
            };
            self.set_variable(name, vec![Value::Array(Array::list(first))]);
        }
        self.set(Key::Element(name.to_string(), key.into()), Fact::Element(Some(text)));
    }

    /// The array that a variable is, where it can only be that one.
    pub fn array(&self, name: &str) -> Option<&Array> {
        match self.variables.get(name)?.as_slice() {
            [Value::Array(array)] => Some(array),
            _ => None,
        }
    }

    /// How many elements were copied since this was asked last, because a
    /// branch keeps the array as it was.
    pub fn copied(&mut self) -> usize {
        std::mem::take(&mut self.copied)
    }

    /// Gives a variable back what it was, or takes it away.
    pub fn restore_variable(&mut self, name: &str, values: Option<Values>) {
        self.set(Key::Variable(name.to_string()), Fact::Variable(values));
    }

    pub fn function(&self, name: &str) -> Option<&Function> {
        self.functions.get(name)
    }

    pub fn set_function(&mut self, name: &str, function: Option<Function>) {
        self.set(Key::Function(name.to_string()), Fact::Function(function));
    }

    /// Forgets the functions that a new shell does not get.
    pub fn forget_functions(&mut self) {
        let kept = |function: &Function| function.exported;
        let names: Vec<String> =
            self.functions.iter().filter(|(_, f)| !kept(f)).map(|(name, _)| name.clone()).collect();
        for name in names {
            self.set_function(&name, None);
        }
    }

    pub fn alias(&self, name: &str) -> Option<&Alias> {
        self.aliases.get(name)
    }

    pub fn has_aliases(&self) -> bool {
        !self.aliases.is_empty()
    }

    pub fn set_alias(&mut self, name: &str, value: Option<Alias>) {
        self.set(Key::Alias(name.to_string()), Fact::Alias(value));
    }

    /// The text of a file that the line wrote: `Some(None)` where it wrote it
    /// but the text is not known.
    pub fn file(&self, path: &str) -> Option<&Option<Mapped>> {
        self.files.get(path)
    }

    /// Whether the line wrote any file.
    pub fn has_files(&self) -> bool {
        !self.files.is_empty()
    }

    /// A file stays written, whichever shell wrote it.
    pub fn set_file(&mut self, path: &str, text: Option<Mapped>) {
        self.files_changed();
        self.files.insert(path.to_string(), text);
    }

    /// Takes the text out of a file that the line wrote.
    pub fn take_file(&mut self, path: &str) -> Option<Mapped> {
        self.files_changed();
        self.files.get_mut(path)?.take()
    }

    pub fn positional(&self) -> Option<&Rc<Vec<Field>>> {
        self.positional.as_ref()
    }

    pub fn set_positional(&mut self, fields: Option<Rc<Vec<Field>>>) {
        // A script that starts itself is in the same state again.
        if self.positional != fields {
            self.set(Key::Positional, Fact::Positional(fields));
        }
    }

    /// The folders the shell may be in, relative to the one it started in, if
    /// every `cd` worked; none where they are not known.
    pub fn folders(&self) -> &[String] {
        &self.folders.led
    }

    /// The folders that a command may run in.
    pub fn dirs(&self) -> Rc<[Dir]> {
        self.dirs.get_or_init(|| self.folders.dirs()).clone()
    }

    pub fn set_folders(&mut self, mut led: Vec<String>) {
        led.dedup();
        led.truncate(MOST_FOLDERS);
        self.set(Key::Folders, Fact::Folders(Rc::new(Folders { led, stayed: self.folders.stayed })));
    }

    /// Whether a `cd` may have failed, and the shell went on.
    pub fn stayed(&self) -> bool {
        self.folders.stayed
    }

    pub fn set_stayed(&mut self, stayed: bool) {
        if stayed != self.folders.stayed {
            self.set(
                Key::Folders,
                Fact::Folders(Rc::new(Folders { stayed, ..self.folders.as_ref().clone() })),
            );
        }
    }

    pub fn option(&self, name: &str) -> Option<bool> {
        self.options.get(name).copied()
    }

    pub fn set_option(&mut self, name: &'static str, on: bool) {
        self.set(Key::Option(name), Fact::Option(on));
    }

    /// A place in the journal to come back to.
    pub fn mark(&self) -> usize {
        self.journal.len()
    }

    /// No change up to here will be taken back.
    pub fn keep_changes(&mut self) {
        self.journal.clear();
    }

    /// What tells this state from all others that there were.
    pub fn stamps(&self) -> (Stamp, Stamp) {
        (self.stamp, self.file_stamp)
    }

    /// The files are taken to be as they were at these stamps: what was written
    /// since then was written by a command that runs in place of the next one.
    pub fn files_as_at(&mut self, (_, files): (Stamp, Stamp)) {
        self.file_stamp = files;
    }

    pub fn files_changed(&mut self) {
        self.file_stamp = self.new_stamp();
    }

    fn new_stamp(&mut self) -> Stamp {
        self.last_stamp += 1;
        self.last_stamp
    }

    /// Takes back every change since `mark`.
    pub fn rollback(&mut self, mark: usize) {
        while self.journal.len() > mark {
            if let Some((key, fact, stamp)) = self.journal.pop() {
                self.put(key, fact);
                self.stamp = stamp;
            }
        }
    }

    /// Takes back every change since `mark`, and gives what they came to.
    pub fn take_changes(&mut self, mark: usize) -> Changes {
        let mut changes: Vec<(Key, Fact)> = Vec::new();
        let mut seen = foldhash::HashSet::default();
        for (key, ..) in &self.journal[mark..] {
            let key = match key {
                Key::Element(name, _) => Key::Variable(name.clone()),
                key => key.clone(),
            };
            if !seen.contains(&key) {
                changes.push((key.clone(), self.get(&key)));
                seen.insert(key);
            }
        }
        self.rollback(mark);
        Changes(changes)
    }

    /// Goes on with what any of the branches may have left behind.
    pub fn unite(&mut self, branches: Vec<Changes>) {
        let mut keys: Vec<Key> = Vec::new();
        let mut maps = Vec::with_capacity(branches.len());
        for branch in branches {
            for (key, _) in &branch.0 {
                keys.push(key.clone());
            }
            maps.push(branch.0.into_iter().collect::<HashMap<_, _>>());
        }
        let mut seen = foldhash::HashSet::default();
        keys.retain(|key| seen.insert(key.clone()));
        for key in keys {
            let before = self.get(&key);
            let mut facts = maps.iter_mut().map(|map| map.remove(&key).unwrap_or(before.clone()));
            let united = match key {
                // Of arguments that were set on one way only, these: what they were
                // before is more often not known.
                Key::Positional => facts.find(|fact| *fact != before),
                _ => facts.reduce(Fact::or),
            };
            let Some(united) = united else { continue };
            self.set(key, united);
        }
    }

    fn get(&self, key: &Key) -> Fact {
        match key {
            Key::Variable(name) => Fact::Variable(self.variables.get(name).cloned()),
            Key::Element(name, key) => {
                Fact::Element(self.array(name).and_then(|array| array.get(key)).cloned())
            }
            Key::Function(name) => Fact::Function(self.functions.get(name).cloned()),
            Key::Alias(name) => Fact::Alias(self.aliases.get(name).cloned()),
            Key::Positional => Fact::Positional(self.positional.clone()),
            Key::Folders => Fact::Folders(self.folders.clone()),
            Key::Option(name) => Fact::Option(self.option(name).unwrap_or(false)),
        }
    }

    fn set(&mut self, key: Key, fact: Fact) {
        let before = self.get(&key);
        self.journal.push((key.clone(), before, self.stamp));
        self.stamp = self.new_stamp();
        self.put(key, fact);
    }

    fn put(&mut self, key: Key, fact: Fact) {
        match (key, fact) {
            (Key::Variable(name), Fact::Variable(value)) => put(&mut self.variables, name, value),
            (Key::Element(name, key), Fact::Element(text)) => {
                let Some(values) = self.variables.get_mut(&name) else { return };
                if Rc::get_mut(values).is_none() {
                    self.copied += values.iter().map(Value::length).sum::<usize>();
                }
                if let [Value::Array(array)] = Rc::make_mut(values).as_mut_slice() {
                    array.put(&key, text);
                }
            }
            (Key::Function(name), Fact::Function(value)) => put(&mut self.functions, name, value),
            (Key::Alias(name), Fact::Alias(value)) => put(&mut self.aliases, name, value),
            (Key::Positional, Fact::Positional(value)) => self.positional = value,
            (Key::Folders, Fact::Folders(value)) => {
                self.folders = value;
                self.dirs.take();
            }
            (Key::Option(name), Fact::Option(on)) => put(&mut self.options, name, Some(on)),
            _ => debug_assert!(false, "a key has facts of its own kind"),
        }
    }
}

fn put<K: std::hash::Hash + Eq, V>(map: &mut HashMap<K, V>, key: K, value: Option<V>) {
    match value {
        Some(value) => map.insert(key, value),
        None => map.remove(&key),
    };
}

impl Fact {
    /// What is so where one or the other may be.
    fn or(self, other: Fact) -> Fact {
        if self == other {
            return self;
        }
        match (self, other) {
            (Fact::Variable(a), Fact::Variable(b)) => {
                // A variable that one branch did not set keeps what the
                // environment holds, which is not known.
                let outside = || Rc::new(vec![Value::Unknown]);
                let mut values = a.unwrap_or_else(outside).as_ref().clone();
                for value in b.unwrap_or_else(outside).iter() {
                    // Where the same text stands is told of the first that says it.
                    if !values.iter().any(|other| other.says(value)) {
                        values.push(value.clone());
                    }
                }
                values.truncate(MOST_ALTERNATIVES);
                Fact::Variable(Some(Rc::new(values)))
            }
            (Fact::Function(a), Fact::Function(b)) => {
                let uncertain = |function: Function| Function { certain: false, ..function };
                Fact::Function(b.or(a).map(uncertain))
            }
            (Fact::Alias(a), Fact::Alias(b)) => Fact::Alias(b.or(a)),
            (Fact::Folders(a), Fact::Folders(b)) => {
                let mut led = a.led.clone();
                led.extend(b.led.iter().filter(|folder| !a.led.contains(folder)).cloned());
                led.truncate(MOST_FOLDERS);
                Fact::Folders(Rc::new(Folders { led, stayed: a.stayed || b.stayed }))
            }
            (a, _) => a,
        }
    }
}
