//! Which records of a call do not count, because another one does.
//!
//! A call stands in several files where sessions were forked or resumed. Of its
//! records the newest of those that know what became of it counts; among equals the
//! first of the files.
//!
//! Records of one call have the same key. So they are put into parts by their keys,
//! and one part after the other is sorted: what is not the first of its key is a copy.
//! A part of which many records wait puts them away, so that memory holds few.

use super::judged::Call;
use super::scratch::{Away, Scratch};
use super::time::When;
use crate::failure::Failure;
use abide_agents::history::Outcome;
use fixedbitset::FixedBitSet;
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;

/// How many parts there are: one for each value of the first byte of a key.
const PARTS: usize = 256;

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
            let part = &mut self.parts[(call.key >> 56) as usize];
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
        for Part { mut here, away } in self.parts {
            for away in away {
                here.extend(scratch.get::<Vec<Record>>(&away)?);
            }
            here.sort_unstable();
            for pair in here.windows(2).filter(|pair| pair[0].key == pair[1].key) {
                copies.add(pair[1].stands);
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
