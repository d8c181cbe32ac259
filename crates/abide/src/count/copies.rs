//! Which records of a call do not count, because another one does.
//!
//! A call stands in several files where sessions were forked or resumed. Of its
//! records the newest of those that know what became of it counts; among equals the
//! first of the files.
//!
//! Records of one call have the same key. So they are put into parts by their keys, and
//! in one part after the other the first of each key is found: all others are copies.
//! A part of which many records wait puts them away, so that memory holds few.

use super::judged::Call;
use super::scratch::{Away, Scratch};
use super::time::When;
use crate::failure::Failure;
use abide_agents::history::{AsItIs, Outcome};
use fixedbitset::FixedBitSet;
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// How many parts there are: one for each value of a byte of the keys.
const PARTS: usize = 256;
/// Where in a key that byte is: maps tell keys apart by the bytes at either end.
const BYTE: u32 = 32;

/// One record of a call. Of those with the same key the first in this order counts.
#[derive(PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
struct Record {
    key: u64,
    /// Whether it knows what became of the call, and when that was made.
    worth: Reverse<(bool, When)>,
    /// The number of the file, and the place in it.
    stands: (u32, u32),
}

/// Records of all calls.
#[derive(Default)]
pub struct Records {
    parts: Vec<Part>,
    /// How many may wait in each part.
    most: usize,
}

#[derive(Default)]
struct Part {
    here: Vec<Record>,
    away: Vec<Away>,
}

impl Records {
    /// None yet; those to come may take so many bytes of memory.
    pub fn within(room: usize) -> Self {
        Records {
            parts: (0..PARTS).map(|_| Part::default()).collect(),
            most: room / PARTS / size_of::<Record>(),
        }
    }

    /// Takes in the calls of a file.
    pub fn add(&mut self, file: usize, calls: &[Call], scratch: &mut Scratch) {
        let file = u32::try_from(file).unwrap_or(u32::MAX);
        for (at, call) in (0..).zip(calls) {
            let worth = Reverse((call.outcome != Outcome::Unknown, call.time));
            let part = &mut self.parts[usize::from((call.key >> BYTE) as u8)];
            part.here.push(Record { key: call.key, worth, stands: (file, at) });
            if part.here.len() >= self.most
                && let Some(away) = scratch.put(&part.here)
            {
                part.away.push(away);
                part.here.clear();
            }
        }
    }

    /// Those that are copies.
    ///
    /// # Errors
    ///
    /// Something that was put away is lost.
    pub fn copies(self, scratch: &Scratch) -> Result<Copies, Failure> {
        let mut copies = Copies::default();
        let mut first: HashMap<u64, Record, AsItIs> = HashMap::default();
        for Part { here, away } in self.parts {
            first.clear();
            let away = away.iter().map(|away| scratch.get::<Vec<Record>>(away));
            for records in away.chain([Ok(here)]) {
                for record in records? {
                    match first.entry(record.key) {
                        Entry::Vacant(place) => drop(place.insert(record)),
                        Entry::Occupied(mut known) if record < *known.get() => {
                            copies.add(known.insert(record).stands);
                        }
                        Entry::Occupied(_) => copies.add(record.stands),
                    }
                }
            }
        }
        Ok(copies)
    }
}

/// Where copies stand: a bit for each call up to the last one of its file.
#[derive(Default)]
pub struct Copies(Vec<FixedBitSet>);

impl Copies {
    fn add(&mut self, (file, at): (u32, u32)) {
        let file = file as usize;
        if self.0.len() <= file {
            self.0.resize_with(file + 1, FixedBitSet::new);
        }
        self.0[file].grow_and_insert(at as usize);
    }

    /// Whether the call at this place of a file is a copy.
    pub fn has(&self, file: usize, at: usize) -> bool {
        self.0.get(file).is_some_and(|file| file.contains(at))
    }
}
