//! Which calls are shown as examples of what broke a rule: the newest, and each
//! command or path once.

use super::judged::Shown;
use abide_agents::history::Outcome;
use foldhash::HashSet;
use jiff::Timestamp;
use std::cmp::Reverse;
use std::path::PathBuf;

/// One call that broke a rule.
pub struct Example {
    /// Whose.
    pub agent: &'static str,
    /// In which session.
    pub session: String,
    /// When.
    pub time: Option<Timestamp>,
    /// In which folder.
    pub cwd: String,
    /// Of which project, if the log names a folder.
    pub project: Option<String>,
    /// What it was.
    pub shown: Shown,
    /// What became of it.
    pub outcome: Outcome,
    /// The log.
    pub file: PathBuf,
    /// The line there, from 1.
    pub line: usize,
}

/// The newest examples of one rule, of calls that come in the order of the files.
pub struct Newest {
    /// So many are wanted. If all are, those of the same command or path are too.
    most: usize,
    list: Vec<Example>,
    /// The time of the oldest that is wanted, once there are enough.
    oldest: Option<Option<Timestamp>>,
}

impl Newest {
    /// None yet.
    pub fn of(most: usize) -> Self {
        Newest { most, list: Vec::new(), oldest: None }
    }

    /// Takes in a call of that time, if it can be one of them.
    pub fn add(&mut self, time: Option<Timestamp>, example: impl FnOnce() -> Example) {
        if self.oldest.is_some_and(|oldest| time <= oldest) {
            return;
        }
        self.list.push(example());
        if self.list.len() / 2 > self.most {
            self.settle();
        }
    }

    /// They, the newest first; among equals the first of the files.
    pub fn list(mut self) -> Vec<Example> {
        self.settle();
        self.list
    }

    fn settle(&mut self) {
        self.list.sort_by_key(|example| Reverse(example.time));
        if self.most == usize::MAX {
            return;
        }
        let mut known = HashSet::default();
        let new: Vec<bool> = self.list.iter().map(|example| known.insert(&example.shown)).collect();
        let mut new = new.into_iter();
        self.list.retain(|_| new.next() == Some(true));
        self.list.truncate(self.most);
        self.oldest = self.list.last().filter(|_| self.list.len() == self.most).map(|last| last.time);
    }
}
