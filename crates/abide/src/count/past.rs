//! The machine as it is asked about calls of the past.
//!
//! What is asked of it is remembered: a session touches the same files and
//! folders again and again, and each answer costs the system a walk over the path.
//! Only the branch may be of then, where the log says it.

use crate::workspace::Machine;
use abide_rules::{Entry, Workspace};
use foldhash::HashMap;
use std::cell::RefCell;
use std::path::Path;

/// So many answers of a kind are kept; then they are asked anew.
const MOST: usize = 20_000;

/// Answers of this machine.
pub struct Memory {
    machine: Machine,
    real: Answers<Option<String>>,
    there: Answers<bool>,
    lists: Answers<Vec<Entry>>,
    branches: Answers<Option<String>>,
}

type Answers<T> = RefCell<HashMap<String, T>>;

impl Memory {
    /// Nothing is known yet.
    pub fn new() -> Self {
        Memory {
            machine: Machine::new(),
            real: Answers::default(),
            there: Answers::default(),
            lists: Answers::default(),
            branches: Answers::default(),
        }
    }

    /// The machine, for a call that was made on this branch.
    pub fn then(&self, branch: Option<String>) -> Then<'_> {
        Then { memory: self, branch }
    }
}

/// The machine at the time of a call.
pub struct Then<'m> {
    memory: &'m Memory,
    branch: Option<String>,
}

fn known<T: Clone>(answers: &Answers<T>, path: &str, ask: impl FnOnce() -> T) -> T {
    if let Some(answer) = answers.borrow().get(path) {
        return answer.clone();
    }
    let answer = ask();
    let mut answers = answers.borrow_mut();
    if answers.len() >= MOST {
        answers.clear();
    }
    answers.insert(path.to_owned(), answer.clone());
    answer
}

impl Then<'_> {
    /// The real path by that of the folder, which many paths share: then it takes one
    /// question whether there is a link.
    fn real_below(&self, path: &str) -> Option<String> {
        let (folder, name) = path.rsplit_once('/').unwrap_or_default();
        if folder.is_empty() || matches!(name, "" | "." | "..") {
            return self.memory.machine.real_path(path);
        }
        let folder = self.real_path(folder)?;
        let real = format!("{}/{name}", folder.trim_end_matches('/'));
        match Path::new(&real).symlink_metadata() {
            Ok(data) if data.is_symlink() => self.memory.machine.real_path(path),
            _ => Some(real),
        }
    }
}

impl Workspace for Then<'_> {
    fn home(&self) -> Option<&str> {
        self.memory.machine.home()
    }

    fn real_path(&self, path: &str) -> Option<String> {
        known(&self.memory.real, path, || self.real_below(path))
    }

    fn list(&self, path: &str) -> Vec<Entry> {
        known(&self.memory.lists, path, || self.memory.machine.list(path))
    }

    fn exists(&self, path: &str) -> bool {
        known(&self.memory.there, path, || self.memory.machine.exists(path))
    }

    fn read(&self, path: &str, most: usize) -> Option<String> {
        self.memory.machine.read(path, most)
    }

    fn branch(&self, folder: &str) -> Option<String> {
        let now = || known(&self.memory.branches, folder, || self.memory.machine.branch(folder));
        self.branch.clone().or_else(now)
    }

    fn ignores_case(&self) -> bool {
        self.memory.machine.ignores_case()
    }
}
