//! The calls of one file: each once, with what became of it.

use super::record::{Became, Outcome, Record};
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

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
    /// As [`Said::exits`](super::Said::exits).
    exits: bool,
    /// What the reader made of it.
    pub what: T,
}

impl<T> Entry<T> {
    /// A call of which no more is known yet.
    pub fn of(record: Record, make: impl FnOnce(Record) -> T) -> Self {
        let (key, id, exits) = (record.key, record.id, record.said.exits);
        Entry { key, id, outcome: Outcome::Unknown, answered: u32::MAX, exits, what: make(record) }
    }
}

/// What a piece of a file told, as long as what stands before it is not known.
#[derive(Debug)]
pub enum Told<T> {
    /// A call.
    Call(Entry<T>),
    /// What became of calls, as [`Event::Outcome`](super::Event::Outcome).
    Outcome(u64, Became),
}

/// The calls of a file, in order. A call is not kept itself: a history may be
/// larger than memory.
#[derive(Debug)]
pub struct Calls<T> {
    /// Each once.
    pub entries: Vec<Entry<T>>,
    by_key: HashMap<u64, u32, AsItIs>,
    by_id: HashMap<u64, u32, AsItIs>,
}

/// Keys that are hashes need no hash.
pub type AsItIs = BuildHasherDefault<Same>;

/// The hash of a hash.
#[derive(Default)]
pub struct Same(u64);

impl Hasher for Same {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.0 = self.0.rotate_left(8) ^ u64::from(*byte));
    }

    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }
}

impl<T> Default for Calls<T> {
    fn default() -> Self {
        Calls { entries: Vec::new(), by_key: HashMap::default(), by_id: HashMap::default() }
    }
}

impl<T> Calls<T> {
    /// Takes a call in. One that is known already is not made anything of.
    pub fn add(&mut self, record: Record, make: impl FnOnce(Record) -> T) {
        self.place(record.key, record.id, || Entry::of(record, make));
    }

    /// Takes in what a later piece of the file told.
    pub fn follow(&mut self, told: Told<T>) {
        match told {
            Told::Call(entry) => self.place(entry.key, entry.id, || entry),
            Told::Outcome(id, became) => self.learn(id, became),
        }
    }

    fn place(&mut self, key: u64, id: u64, entry: impl FnOnce() -> Entry<T>) {
        let next = u32::try_from(self.entries.len()).unwrap_or(u32::MAX);
        let at = *self.by_key.entry(key).or_insert(next);
        if at == next {
            self.entries.push(entry());
        }
        let last = self.by_id.entry(id).or_insert(at);
        *last = at.max(*last);
    }

    /// Takes in what became of the call with this id. Some models give one id
    /// to all calls of a message: those share what is said.
    pub fn learn(&mut self, id: u64, became: Became) {
        let Some(last) = self.by_id.get(&id) else { return };
        let known = u32::try_from(self.entries.len()).unwrap_or(u32::MAX);
        let same = self.entries[..=*last as usize].iter_mut().rev().take_while(|entry| entry.id == id);
        for (back, entry) in same.enumerate() {
            if back == 0 || entry.outcome == Outcome::Unknown {
                entry.outcome.learn(if entry.exits { became.exits } else { became.outcome });
                entry.answered = entry.answered.min(known);
            }
        }
    }
}
