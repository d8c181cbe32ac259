//! A temporary file for what memory has no room for.
//!
//! It has no name, so it is gone with the program, however that ends. It is made when
//! something is put into it.

use crate::failure::{Failure, why};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::ops::Range;

/// Such a file.
#[derive(Default)]
pub struct Scratch {
    file: Option<File>,
    /// The end of what is whole.
    end: u64,
    /// Why nothing more can be put into it.
    full: Option<io::Error>,
}

/// Where something was put.
pub struct Away(Range<u64>);

impl Scratch {
    /// Puts something away; nothing if that cannot be done, now or any more.
    pub fn put(&mut self, what: &impl Serialize) -> Option<Away> {
        if self.full.is_some() {
            return None;
        }
        match self.write(what) {
            Ok(away) => Some(away),
            Err(error) => {
                self.full = Some(error);
                None
            }
        }
    }

    fn write(&mut self, what: &impl Serialize) -> io::Result<Away> {
        let bytes = postcard::to_stdvec(what).map_err(io::Error::other)?;
        let mut file = match &self.file {
            Some(file) => file,
            None => self.file.insert(tempfile::tempfile()?),
        };
        file.seek(SeekFrom::Start(self.end))?;
        file.write_all(&bytes)?;
        let start = self.end;
        self.end += bytes.len() as u64;
        Ok(Away(start..self.end))
    }

    /// Gets it back.
    ///
    /// # Errors
    ///
    /// The disk does not give back what it took.
    pub fn get<T: DeserializeOwned>(&self, away: &Away) -> Result<T, Failure> {
        self.read(away).map_err(|error| {
            let folder = std::env::temp_dir();
            Failure::new(format!("cannot read what was put away in {}: {}", folder.display(), why(&error)))
                .help("TMPDIR names another folder for it")
        })
    }

    fn read<T: DeserializeOwned>(&self, Away(range): &Away) -> io::Result<T> {
        let mut file = self.file.as_ref().ok_or(io::ErrorKind::NotFound)?;
        let mut bytes = vec![0; usize::try_from(range.end - range.start).map_err(io::Error::other)?];
        file.seek(SeekFrom::Start(range.start))?;
        file.read_exact(&mut bytes)?;
        postcard::from_bytes(&bytes).map_err(io::Error::other)
    }

    /// Why not all was put away that should have been, if so.
    pub fn note(&self) -> Option<String> {
        let folder = std::env::temp_dir();
        let note = |error| {
            format!(
                "cannot write to {} ({}), so everything stays in memory; TMPDIR names another folder",
                folder.display(),
                why(error)
            )
        };
        self.full.as_ref().map(note)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_put_away_comes_back_when_there_is_no_more_room_too() {
        let mut scratch = Scratch::default();
        let (words, numbers) = (vec!["one".to_owned(), String::new()], vec![u64::MAX, 0]);
        let (first, second) = (scratch.put(&words).unwrap(), scratch.put(&numbers).unwrap());
        assert_eq!(scratch.note(), None);
        scratch.full = Some(io::ErrorKind::StorageFull.into());
        assert!(scratch.put(&words).is_none());
        assert!(scratch.note().unwrap().contains("(no storage space), so everything stays in memory"));
        assert_eq!(scratch.get::<Vec<u64>>(&second).unwrap(), numbers);
        assert_eq!(scratch.get::<Vec<String>>(&first).unwrap(), words);
        let lost = scratch.get::<Vec<u64>>(&Away(0..1 << 20)).unwrap_err();
        assert!(lost.says().starts_with("cannot read what was put away in "), "{}", lost.says());
    }
}
