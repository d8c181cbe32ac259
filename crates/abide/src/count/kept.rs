//! What is kept of a history until it is counted: in memory as far as there is room,
//! the rest in a temporary file.
//!
//! Which record of a call counts is known only when all files have been read, so each
//! is needed up to then, and a history may be larger than memory.

use super::copies::{Copies, Records};
use super::judged::{File, Judged};
use super::scratch::{Away, Scratch};
use crate::failure::Failure;

/// How much memory calls may take, in bytes. Most histories need less.
pub const ROOM: usize = 64 << 20;

/// All files, by their numbers.
pub struct Kept {
    files: Vec<Option<(File, Calls)>>,
    records: Records,
    scratch: Scratch,
    /// What is left of the room.
    room: usize,
}

/// The calls of one file.
enum Calls {
    Here(Box<Judged>),
    Away(Away),
}

impl Kept {
    /// Nothing yet of so many files; calls may take so many bytes of memory, and half
    /// as many what they are compared by.
    pub fn of(files: usize, room: usize) -> Self {
        Kept {
            files: std::iter::repeat_with(|| None).take(files).collect(),
            records: Records::within(room / 2),
            scratch: Scratch::default(),
            room,
        }
    }

    /// Takes in what the file of this number says.
    pub fn put(&mut self, number: usize, file: File, judged: Judged) {
        self.records.add(number, &judged.calls, &mut self.scratch);
        let size = judged.size();
        let away = if size > self.room { self.scratch.put(&judged) } else { None };
        let calls = match away {
            Some(away) => Calls::Away(away),
            None => {
                self.room = self.room.saturating_sub(size);
                Calls::Here(Box::new(judged))
            }
        };
        self.files[number] = Some((file, calls));
    }

    /// Which calls are copies.
    ///
    /// # Errors
    ///
    /// Something that was put away is lost.
    pub fn copies(&mut self) -> Result<Copies, Failure> {
        std::mem::take(&mut self.records).copies(&self.scratch)
    }

    /// The files in their order, each of them read back when it comes.
    ///
    /// # Errors
    ///
    /// Something that was put away is lost.
    pub fn files(self) -> impl Iterator<Item = Result<(File, Judged), Failure>> {
        let Kept { files, scratch, .. } = self;
        files.into_iter().flatten().map(move |(file, calls)| match calls {
            Calls::Here(judged) => Ok((file, *judged)),
            Calls::Away(away) => Ok((file, scratch.get(&away)?)),
        })
    }

    /// Whether something was put away.
    #[cfg(test)]
    pub fn are_away(&self) -> bool {
        self.files.iter().flatten().any(|(_, calls)| matches!(calls, Calls::Away(_)))
    }

    /// What the person should know of the temporary file.
    pub fn note(&self) -> Option<String> {
        self.scratch.note()
    }
}
