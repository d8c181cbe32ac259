//! The calls of one file: each once, with what became of it.

use super::record::{Became, Outcome, Record};
use hashbrown::hash_table::{Entry as Slot, HashTable};

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
    /// Their places, by what is read in them: maps with keys would be larger than the
    /// entries.
    by_key: HashTable<u32>,
    by_id: HashTable<u32>,
}

impl<T> Default for Calls<T> {
    fn default() -> Self {
        Calls { entries: Vec::new(), by_key: HashTable::new(), by_id: HashTable::new() }
    }
}

impl<T> Calls<T> {
    /// None yet, and room for so many.
    pub fn with_room(calls: usize) -> Self {
        Calls {
            entries: Vec::with_capacity(calls),
            by_key: HashTable::with_capacity(calls),
            by_id: HashTable::with_capacity(calls),
        }
    }

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
        let Calls { entries, by_key, by_id } = self;
        let next = u32::try_from(entries.len()).unwrap_or(u32::MAX);
        let key_at = |at: &u32| entries[*at as usize].key;
        let at = match by_key.entry(key, |at| key_at(at) == key, key_at) {
            Slot::Occupied(known) => *known.get(),
            Slot::Vacant(slot) => *slot.insert(next).get(),
        };
        if at == next {
            entries.push(entry());
        }
        let id_at = |at: &u32| entries[*at as usize].id;
        let last = by_id.entry(id, |at| id_at(at) == id, id_at).or_insert(at).into_mut();
        *last = at.max(*last);
    }

    /// Takes in what became of the call with this id. Some models give one id
    /// to all calls of a message: those share what is said.
    pub fn learn(&mut self, id: u64, became: Became) {
        let Some(last) = self.by_id.find(id, |at| self.entries[*at as usize].id == id) else { return };
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
