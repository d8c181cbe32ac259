//! The calls of one file: each once, with what became of it.

use super::record::{Outcome, Record};
use std::collections::HashMap;

/// One call, and what its reader made of it.
#[derive(Debug)]
pub struct Entry<T> {
    /// As [`Record::key`].
    pub key: u64,
    /// The hash of its id in the log: see [`id_of`](super::id_of).
    pub id: u64,
    /// What became of it.
    pub outcome: Outcome,
    /// How many calls of the file were known when that was: those behind them
    /// were made by an agent that knew.
    pub answered: u32,
    /// What the reader made of it.
    pub what: T,
}

/// The calls of a file, in order. A call is not kept itself: a history may be
/// larger than memory.
#[derive(Debug)]
pub struct Calls<T> {
    /// Each once.
    pub entries: Vec<Entry<T>>,
    by_key: HashMap<u64, usize>,
    by_id: HashMap<u64, usize>,
}

impl<T> Default for Calls<T> {
    fn default() -> Self {
        Calls { entries: Vec::new(), by_key: HashMap::new(), by_id: HashMap::new() }
    }
}

impl<T> Calls<T> {
    /// Takes a call in. One that is known already is not made anything of.
    pub fn add(&mut self, record: Record, make: impl FnOnce(Record) -> T) {
        let (key, id) = (record.key, record.id);
        let at = match self.by_key.get(&key) {
            Some(at) => *at,
            None => {
                let (outcome, answered) = (Outcome::Unknown, u32::MAX);
                self.entries.push(Entry { key, id, outcome, answered, what: make(record) });
                self.by_key.insert(key, self.entries.len() - 1);
                self.entries.len() - 1
            }
        };
        let last = self.by_id.entry(id).or_insert(at);
        *last = at.max(*last);
    }

    /// Takes in what became of the call with this id. Some models give one id
    /// to all calls of a message: those share what is said.
    pub fn learn(&mut self, id: u64, outcome: Outcome) {
        let Some(last) = self.by_id.get(&id) else { return };
        let known = u32::try_from(self.entries.len()).unwrap_or(u32::MAX);
        let same = self.entries[..=*last].iter_mut().rev().take_while(|entry| entry.id == id);
        for (back, entry) in same.enumerate() {
            if back == 0 || entry.outcome == Outcome::Unknown {
                entry.outcome.learn(outcome);
                entry.answered = entry.answered.min(known);
            }
        }
    }
}
