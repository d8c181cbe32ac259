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
use std::rc::Rc;

/// So many answers of a kind are kept; then they are asked anew.
const MOST: usize = 20_000;

/// Answers of this machine.
pub struct Memory {
    machine: Machine,
    /// Of folders: many paths share one.
    real: Answers<Option<Rc<str>>>,
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
    pub fn then<'m>(&'m self, branch: Option<&'m str>) -> Then<'m> {
        Then { memory: self, branch }
    }
}

/// The machine at the time of a call.
pub struct Then<'m> {
    memory: &'m Memory,
    branch: Option<&'m str>,
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
    fn real_folder(&self, path: &str) -> Option<Rc<str>> {
        known(&self.memory.real, path, || self.real_path(path).map(Rc::from))
    }
}

impl Workspace for Then<'_> {
    fn home(&self) -> Option<&str> {
        self.memory.machine.home()
    }

    fn real_path(&self, path: &str) -> Option<String> {
        let (folder, name) = path.rsplit_once('/').unwrap_or_default();
        if folder.is_empty() || matches!(name, "" | "." | "..") {
            return self.memory.machine.real_path(path);
        }
        // By the real path of the folder it takes one question whether there is a link.
        let real_folder = self.real_folder(folder)?;
        let real = match *real_folder == *folder {
            true => path.to_owned(),
            false => format!("{}/{name}", real_folder.trim_end_matches('/')),
        };
        match Path::new(&real).symlink_metadata() {
            Ok(data) if data.is_symlink() => self.memory.machine.real_path(path),
            _ => Some(real),
        }
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
        self.branch.map(str::to_owned).or_else(now)
    }

    fn ignores_case(&self) -> bool {
        self.memory.machine.ignores_case()
    }
}
