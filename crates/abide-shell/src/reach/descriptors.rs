//! Descriptors: `exec 3> file`, `{ echo x >&3; } 3> file`, `exec {fd}> file`.
//!
//! Where a descriptor leads is kept under a name that no variable can have.
//! `exec` leaves it so; any other command gives it back when it has run.

use super::outcome::{Outcome, Stream};
use super::redirect::Redirected;
use super::state::{Kept, Value, Values};
use super::walk::Walker;
use crate::Mapped;

/// A descriptor that a redirection opens.
#[derive(Clone, Debug)]
pub(super) struct Opened {
    /// Its number, or `{name}` for a variable that gets one.
    descriptor: String,
    /// The file that it leads to; none where it is closed, or leads elsewhere.
    path: Option<String>,
    /// What the file holds stays.
    keeps: bool,
}

impl Opened {
    /// Devices hold nothing.
    pub fn new(descriptor: &str, path: &str, keeps: bool) -> Option<Self> {
        let device = path.starts_with("/dev/") && !path.starts_with("/dev/fd/");
        (!device).then(|| Opened { descriptor: descriptor.to_owned(), path: Some(path.to_owned()), keeps })
    }

    /// The variable of `{name}`.
    fn variable(&self) -> Option<&str> {
        self.descriptor.strip_prefix('{')?.strip_suffix('}')
    }
}

/// What descriptors led to before a command.
pub(super) type Before = Vec<(String, Option<Values>)>;

/// The standard output.
const OUTPUT: &str = "1";

/// The first number that `{name}` gets.
const FIRST_NAMED: u32 = 10;

fn name(descriptor: &str) -> String {
    format!("descriptor {descriptor}")
}

impl Walker<'_> {
    /// The file that a descriptor leads to.
    pub fn descriptor(&self, number: &str) -> Option<String> {
        let kept = if number == OUTPUT { Kept::Output } else { Kept::Descriptor };
        if !self.state.keeps(kept) {
            return None;
        }
        match self.state.variable(&name(number))?.as_slice() {
            [Value::Text(path)] => Some(path.text().to_string()),
            _ => None,
        }
    }

    /// `5>&3`: the descriptor leads where the other one does.
    pub fn duplicate(&mut self, descriptor: &str, other: &str, files: &mut Redirected) {
        if let (OUTPUT, Some((path, appends))) = (other, files.outputs.last_mut()) {
            // Both write to one file, which is made new before.
            let opened = Opened::new(descriptor, path, *appends);
            *appends |= opened.is_some();
            files.opened.extend(opened);
            return;
        }
        let path = self.descriptor(other);
        if path.is_some() || self.descriptor(descriptor).is_some() {
            files.opened.push(Opened { descriptor: descriptor.to_owned(), path, keeps: true });
        }
    }

    /// Opens the descriptors of a command, and gives what they were.
    pub fn open_descriptors(&mut self, files: &Redirected) -> Before {
        let mut before = Before::new();
        if files.diverted && self.descriptor(OUTPUT).is_some() {
            self.lead(OUTPUT, None, &mut before);
        }
        for opened in &files.opened {
            if let (Some(path), false) = (&opened.path, opened.keeps) {
                self.wrote(path, Some(Mapped::default()));
            }
            match opened.variable() {
                Some(variable) => {
                    self.processes += 1;
                    let number = (FIRST_NAMED + self.processes).to_string();
                    self.assign_variable(variable, vec![Value::Text(Mapped::made(&number))]);
                    // It stays open.
                    self.lead(&number, opened.path.as_deref(), &mut Before::new());
                }
                None => self.lead(&opened.descriptor, opened.path.as_deref(), &mut before),
            }
        }
        before
    }

    fn lead(&mut self, descriptor: &str, path: Option<&str>, before: &mut Before) {
        let name = name(descriptor);
        before.push((name.clone(), self.state.variable(&name).cloned()));
        match path {
            Some(path) => self.state.set_variable(&name, vec![Value::Text(Mapped::made(path))]),
            None => self.state.restore_variable(&name, None),
        }
    }

    /// Gives descriptors back what they were. What else went to their files is not known.
    pub fn close_descriptors(&mut self, before: Before, files: &Redirected) {
        for (name, values) in before.into_iter().rev() {
            self.state.restore_variable(&name, values);
        }
        for path in files.opened.iter().filter_map(|opened| opened.path.as_ref()) {
            if self.written(path).is_none_or(|text| text.is_empty()) {
                self.wrote(path, None);
            }
        }
    }

    /// `exec > file`: what is printed from now on goes there.
    pub fn keep_output(&mut self, files: &Redirected) {
        if files.diverted {
            let path = files.outputs.last().map(|(path, _)| path.as_str());
            let path = path.filter(|path| !path.starts_with("/dev/"));
            self.lead(OUTPUT, path, &mut Before::new());
        }
    }

    /// Whether what a command printed went to the file that `exec` opened for all.
    pub fn prints_to_file(&mut self, outcome: &Outcome) -> bool {
        let Some(path) = self.descriptor(OUTPUT) else { return false };
        let text: Stream = outcome.stream();
        if text.as_ref().is_none_or(|text| !text.is_empty()) {
            let text = self.behind(&path, text);
            self.wrote(&path, text);
        }
        true
    }

    /// Runs a part of the walk whose output is read by another one.
    pub fn piped<T>(&mut self, run: impl FnOnce(&mut Self) -> T) -> T {
        self.subshell(|walker| {
            if walker.state.keeps(Kept::Output) {
                walker.lead(OUTPUT, None, &mut Before::new());
            }
            run(walker)
        })
    }
}
