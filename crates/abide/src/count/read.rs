//! Reading one log as a stream.
//!
//! A log may be larger than memory, may grow while it is read, and may be spoilt.
//! Lines are handed on where they lie in the buffer; only one that crosses its end
//! is copied. What is longer than [`MOST_LINE`] is passed over, and counted.

use super::database;
use super::sources::Source;
use crate::failure::why;
use abide_agents::Agent;
use abide_agents::history::{Event, Kind, Log, Origin, detect};
use jiff::Timestamp;
use memchr::memchr;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

/// The longest line, or document, that is read, in bytes. Several threads hold
/// one each.
pub const MOST_LINE: usize = 16 << 20;
/// By which a log is known.
const HEAD: usize = 64 << 10;
const BUFFER: usize = 1 << 20;

/// Reads a log. `take` gets what it says, `passed` how many bytes of the file are
/// behind it.
///
/// # Errors
///
/// Why nothing, or no more, could be read: in the middle of a sentence.
pub fn read(
    source: &Source,
    known_folders: &[String],
    take: &mut dyn FnMut(&'static Agent, Event),
    passed: &mut dyn FnMut(u64),
) -> Result<Option<&'static Agent>, String> {
    let failed = |error: io::Error| why(&error);
    let file = File::open(&source.path).map_err(failed)?;
    let modified = file.metadata().and_then(|data| data.modified()).ok();
    let origin = Origin {
        path: source.path.to_string_lossy().into_owned(),
        project: source.project.clone(),
        folders: known_folders.to_vec(),
        modified: modified.and_then(|time| Timestamp::try_from(time).ok()),
    };
    let counted = Counted { inner: file, passed };
    let packed = source.path.extension().is_some_and(|ending| ending == "zst");
    let mut bytes: Box<dyn Read + '_> = match packed {
        true => {
            Box::new(ruzstd::decoding::StreamingDecoder::new(counted).map_err(|error| error.to_string())?)
        }
        false => Box::new(counted),
    };
    let mut head = Vec::new();
    bytes.by_ref().take(HEAD as u64).read_to_end(&mut head).map_err(failed)?;
    let Some((agent, kind)) = detect(&head) else { return Ok(None) };
    let Some(mut log) = Log::new(agent, &origin) else { return Ok(None) };
    let take = &mut |event| take(agent, event);
    if kind == Kind::Database {
        let query = agent.history.as_ref().and_then(|history| history.query).unwrap_or_default();
        return database::read(&source.path, query, &mut log, take).map(|()| Some(agent));
    }
    let rest = io::Cursor::new(head).chain(bytes);
    let read = match kind {
        Kind::Document => document(rest, &mut log, take),
        _ => lines(BufReader::with_capacity(BUFFER, rest), &mut |line| match line {
            None => log.too_long(take),
            Some(line) if kind == Kind::Text => log.text(line, take),
            Some(line) => log.line(line, take),
        }),
    };
    if kind == Kind::Text {
        // What is still open ends with the file.
        log.text(b"", take);
    }
    read.map(|()| Some(agent)).map_err(failed)
}

/// The whole of a document.
fn document(rest: impl Read, log: &mut Log, take: &mut dyn FnMut(Event)) -> io::Result<()> {
    let mut whole = Vec::new();
    rest.take(MOST_LINE as u64 + 1).read_to_end(&mut whole)?;
    if whole.len() > MOST_LINE {
        log.too_long(take)
    } else {
        log.line(&whole, take)
    }
    Ok(())
}

/// Hands on the lines, without their ends; `None` for one that is too long.
pub fn lines(mut reader: impl BufRead, each: &mut dyn FnMut(Option<&[u8]>)) -> io::Result<()> {
    let mut begun: Vec<u8> = Vec::new();
    let mut too_long = false;
    loop {
        let buffer = match reader.fill_buf() {
            Ok(buffer) => buffer,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if buffer.is_empty() {
            break;
        }
        let used = match memchr(b'\n', buffer) {
            Some(end) => {
                if too_long {
                    each(None);
                } else if begun.is_empty() {
                    each(Some(&buffer[..end]));
                } else {
                    begun.extend_from_slice(&buffer[..end]);
                    each(Some(&begun));
                }
                too_long = false;
                begun.clear();
                end + 1
            }
            None => {
                too_long |= begun.len() + buffer.len() > MOST_LINE;
                if too_long {
                    begun = Vec::new();
                } else {
                    begun.extend_from_slice(buffer);
                }
                buffer.len()
            }
        };
        reader.consume(used);
    }
    if too_long {
        each(None);
    } else if !begun.is_empty() {
        each(Some(&begun));
    }
    Ok(())
}

/// Tells how far a file has been read.
struct Counted<'p> {
    inner: File,
    passed: &'p mut dyn FnMut(u64),
}

impl Read for Counted<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        (self.passed)(read as u64);
        Ok(read)
    }
}

/// Whether there is anything in the file.
pub fn is_empty(path: &Path) -> bool {
    path.metadata().is_ok_and(|data| data.len() == 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_whole_wherever_the_buffer_ends() {
        let text = b"one\n\ntwo is longer\nthree";
        for capacity in 1..24 {
            let mut seen = Vec::new();
            let reader = BufReader::with_capacity(capacity, &text[..]);
            lines(reader, &mut |line| seen.push(line.map(<[u8]>::to_vec))).unwrap();
            let texts: Vec<_> =
                seen.iter().map(|line| std::str::from_utf8(line.as_ref().unwrap()).unwrap()).collect();
            assert_eq!(texts, ["one", "", "two is longer", "three"], "{capacity}");
        }
    }
}
