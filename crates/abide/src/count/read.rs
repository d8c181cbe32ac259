//! Reading one log as a stream.
//!
//! A log may be larger than memory, may grow while it is read, and may be spoilt.
//! Lines are handed on where they lie in the buffer; only one that crosses its end
//! is copied. Very long ones are shortened ([`Line`]).

use super::database;
use super::line::{Begun, Line, MOST_LINE, SIDE};
use super::sources::Source;
use crate::failure::why;
use abide_agents::Agent;
use abide_agents::history::{Event, Kind, Log, Origin, detect};
use jiff::Timestamp;
use memchr::memchr;
use std::cell::Cell;
use std::fs::File;
use std::io::{self, BufRead, Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::Path;

/// By which most logs are known.
const HEAD: usize = 64 << 10;
const BUFFER: usize = 256 << 10;

/// A piece that is all of a file.
pub const WHOLE: Range<u64> = 0..u64::MAX;

/// What was read.
pub struct Done {
    /// Whose the log is; none if abide does not know it.
    pub agent: Option<&'static Agent>,
    /// How many lines it, or the piece, has.
    pub lines: usize,
}

/// The pieces of a log that can be read side by side, each of `size` bytes. The last
/// one ends where the file does.
pub fn pieces(source: &Source, known_folders: &[String], size: u64) -> Vec<Range<u64>> {
    let number = source.size.div_ceil(size).max(1);
    let can_be_cut = || match Known::of(source, known_folders, &mut |_| ()) {
        Ok(Some(mut log)) => {
            log.kind == Kind::Lines && !is_packed(source) && log.log.go_on(log.bytes.ready())
        }
        _ => false,
    };
    let number = if number > 1 && can_be_cut() { number } else { 1 };
    let end = |at: u64| if at == number { u64::MAX } else { at * size };
    (0..number).map(|at| at * size..end(at + 1)).collect()
}

/// Reads a log, or the lines that begin in a piece of it. `take` gets what it says,
/// `passed` how many bytes of the file are behind it.
///
/// # Errors
///
/// Why nothing, or no more, could be read: in the middle of a sentence.
pub fn read(
    source: &Source,
    piece: &Range<u64>,
    known_folders: &[String],
    take: &mut dyn FnMut(&'static Agent, Event),
    passed: &mut dyn FnMut(u64),
) -> Result<Done, String> {
    let failed = |error: io::Error| why(&error);
    let Some(Known { agent, kind, mut log, bytes }) = Known::at(source, piece, known_folders, passed)? else {
        return Ok(Done { agent: None, lines: 0 });
    };
    let take = &mut |event| take(agent, event);
    let mut each = |line: Line<'_>| match line {
        Line::TooLong => log.too_long(take),
        Line::Whole(line) | Line::Shortened(line) if kind == Kind::Text => log.text(line, take),
        Line::Whole(line) => log.line(line, take),
        Line::Shortened(line) => log.shortened(line, SIDE, take),
    };
    match kind {
        Kind::Database => {
            let query = agent.history.as_ref().and_then(|history| history.query).unwrap_or_default();
            database::read(&source.path, query, &mut log, take)?;
        }
        Kind::Document => each(document(bytes).map_err(failed)?.line()),
        Kind::Lines | Kind::Text => {
            lines_in(bytes, piece, &mut each).map_err(failed)?;
        }
    }
    if kind == Kind::Text {
        // What is still open ends with the file.
        log.text(b"", take);
    }
    Ok(Done { agent: Some(agent), lines: log.lines() })
}

/// A log whose agent is known.
struct Known<'p> {
    agent: &'static Agent,
    kind: Kind,
    log: Log,
    /// All of it, the first bytes read already.
    bytes: Buffered<Box<dyn Read + 'p>>,
}

impl<'p> Known<'p> {
    /// The log, to be read from where the piece begins.
    fn at(
        source: &Source,
        piece: &Range<u64>,
        known_folders: &[String],
        passed: &'p mut dyn FnMut(u64),
    ) -> Result<Option<Self>, String> {
        let Some(before) = piece.start.checked_sub(1) else {
            return Known::of(source, known_folders, passed);
        };
        let mut nothing = |_| ();
        let Some(whole) = Known::of(source, known_folders, &mut nothing)? else { return Ok(None) };
        let Known { agent, kind, mut log, bytes } = whole;
        log.go_on(bytes.ready());
        drop(bytes);
        let failed = |error: io::Error| why(&error);
        let mut file = File::open(&source.path).map_err(failed)?;
        file.seek(SeekFrom::Start(before)).map_err(failed)?;
        let bytes = Buffered::new(unpacked(source, Counted { inner: file, passed })?);
        Ok(Some(Known { agent, kind, log, bytes }))
    }

    fn of(
        source: &Source,
        known_folders: &[String],
        passed: &'p mut dyn FnMut(u64),
    ) -> Result<Option<Self>, String> {
        let failed = |error: io::Error| why(&error);
        let file = File::open(&source.path).map_err(failed)?;
        let modified = file.metadata().and_then(|data| data.modified()).ok();
        let origin = Origin {
            path: source.path.to_string_lossy().into_owned(),
            project: source.project.clone(),
            folders: known_folders.to_vec(),
            modified: modified.and_then(|time| Timestamp::try_from(time).ok()),
        };
        let mut bytes = Buffered::new(unpacked(source, Counted { inner: file, passed })?);
        let mut room = HEAD;
        let found = loop {
            bytes.fill(room).map_err(failed)?;
            let found = detect(bytes.ready());
            // The first line may be longer, and is all that tells.
            if found.is_some() || bytes.ready().len() < room || room >= MOST_LINE {
                break found;
            }
            room *= 4;
        };
        let known = found.and_then(|(agent, kind)| Some((agent, kind, Log::new(agent, kind, &origin)?)));
        Ok(known.map(|(agent, kind, log)| Known { agent, kind, log, bytes }))
    }
}

thread_local! {
    /// The room of the last log that the thread read: new room has to be wiped, or asked of
    /// the system page by page.
    static SPARE: Cell<Vec<u8>> = const { Cell::new(Vec::new()) };
}

/// A reader with a buffer, which may be looked into before anything is handed on. That
/// of the standard library wipes its room before each read of such a file.
struct Buffered<R> {
    inner: R,
    bytes: Vec<u8>,
    /// What of `bytes` is read and not handed on.
    ready: Range<usize>,
}

impl<R: Read> Buffered<R> {
    fn new(inner: R) -> Self {
        let mut bytes = SPARE.take();
        bytes.resize(BUFFER, 0);
        Buffered { inner, bytes, ready: 0..0 }
    }

    /// What can be handed on without a read.
    fn ready(&self) -> &[u8] {
        &self.bytes[self.ready.clone()]
    }

    /// Reads on until so much is ready, or all is.
    fn fill(&mut self, room: usize) -> io::Result<()> {
        if self.bytes.len() < self.ready.start + room {
            self.bytes.resize(self.ready.start + room, 0);
        }
        while self.ready.len() < room {
            match self.inner.read(&mut self.bytes[self.ready.end..self.ready.start + room]) {
                Ok(0) => break,
                Ok(read) => self.ready.end += read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}

impl<R> Drop for Buffered<R> {
    fn drop(&mut self) {
        if self.bytes.len() == BUFFER {
            SPARE.set(std::mem::take(&mut self.bytes));
        }
    }
}

impl<R: Read> Read for Buffered<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(into)?;
        self.consume(read);
        Ok(read)
    }
}

impl<R: Read> BufRead for Buffered<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.ready.is_empty() {
            self.ready = 0..self.inner.read(&mut self.bytes)?;
        }
        Ok(self.ready())
    }

    fn consume(&mut self, used: usize) {
        self.ready.start = (self.ready.start + used).min(self.ready.end);
    }
}

fn is_packed(source: &Source) -> bool {
    source.path.extension().is_some_and(|ending| ending == "zst")
}

fn unpacked<'r>(source: &Source, bytes: impl Read + 'r) -> Result<Box<dyn Read + 'r>, String> {
    if !is_packed(source) {
        return Ok(Box::new(bytes));
    }
    let unpacked = ruzstd::decoding::StreamingDecoder::new(bytes).map_err(|error| error.to_string())?;
    Ok(Box::new(unpacked))
}

/// A document, as far as there is room for it.
fn document(mut reader: impl BufRead) -> io::Result<Begun> {
    let mut begun = Begun::default();
    loop {
        let buffer = filled(&mut reader)?;
        if buffer.is_empty() {
            return Ok(begun);
        }
        begun.push(buffer);
        let used = buffer.len();
        reader.consume(used);
    }
}

/// What can be read next without waiting; nothing at the end.
fn filled(reader: &mut impl BufRead) -> io::Result<&[u8]> {
    while let Err(error) = reader.fill_buf() {
        if error.kind() != io::ErrorKind::Interrupted {
            return Err(error);
        }
    }
    reader.fill_buf()
}

/// Hands on the lines, without their ends.
pub fn lines(reader: impl BufRead, each: &mut dyn FnMut(Line<'_>)) -> io::Result<()> {
    lines_in(reader, &WHOLE, each)
}

/// Hands on the lines that begin in the piece, without their ends. The reader stands
/// at the byte before the piece, which tells whether a line begins with it.
fn lines_in(mut reader: impl BufRead, piece: &Range<u64>, each: &mut dyn FnMut(Line<'_>)) -> io::Result<()> {
    let mut at = piece.start.saturating_sub(1);
    // The end of a line of the piece before.
    let mut others = piece.start > 0;
    let mut begun = Begun::default();
    let mut inside = false;
    while inside || at < piece.end {
        let buffer = filled(&mut reader)?;
        if buffer.is_empty() {
            break;
        }
        let end = memchr(b'\n', buffer);
        let part = &buffer[..end.unwrap_or(buffer.len())];
        let used = end.map_or(buffer.len(), |end| end + 1);
        inside = end.is_none();
        if !others && (inside || !begun.is_empty()) {
            begun.push(part);
        }
        if !inside {
            match begun.is_empty() {
                _ if others => {}
                true => each(Line::Whole(part)),
                false => each(begun.line()),
            }
            begun.clear();
            others = false;
        }
        at += used as u64;
        reader.consume(used);
    }
    if inside && !others {
        each(begun.line());
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
    use std::io::BufReader;

    #[test]
    fn lines_are_whole_wherever_the_buffer_or_the_piece_ends() {
        let text = b"one\n\ntwo is longer\nthree";
        for capacity in 1..24 {
            for cut in 0..=text.len() as u64 {
                let mut seen = Vec::new();
                for piece in [0..cut, cut..u64::MAX] {
                    let start = piece.start.saturating_sub(1) as usize;
                    let reader = BufReader::with_capacity(capacity, &text[start..]);
                    let each = &mut |line: Line<'_>| match line {
                        Line::Whole(line) => seen.push(line.to_vec()),
                        other => panic!("{other:?}"),
                    };
                    lines_in(reader, &piece, each).unwrap();
                }
                let texts: Vec<_> = seen.iter().map(|line| std::str::from_utf8(line).unwrap()).collect();
                assert_eq!(texts, ["one", "", "two is longer", "three"], "{capacity} {cut}");
            }
        }
    }
}
