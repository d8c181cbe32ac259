//! The logs that agents keep of their sessions: bytes in, tool calls out.
//!
//! Each agent's `history.rs` says where its logs are, how to know one by its
//! content, and what its lines mean. Everything is made of the same parts as
//! a hook call and read by the same table of tools, so that what is judged here
//! is what the hook would have judged.
//!
//! A line that holds none of an agent's `needles` cannot be about a tool call,
//! and is passed over before anything of it is parsed.
//!
//! Calls are repeated: sessions are resumed and forked into new files that begin
//! with the old lines, subagents are logged twice, events tell of the call that
//! stands beside them. Two records are one call if they have the same id, tool
//! and arguments. Some models number their calls from 1 in every session, so a
//! short id counts together with the time. See [`Record::key`].

mod detect;
mod ends;
pub(crate) mod entries;
mod join;
pub mod json;
mod met;
mod record;
mod repeated;
mod same;
mod sink;

pub use detect::{Kind, detect};
pub use join::{Calls, Entry, Told};
pub use met::Met;
pub(crate) use record::is_ours;
pub use record::{Became, Event, Outcome, Record, Said, Skip};
pub use same::AsItIs;
pub(crate) use sink::{Found, One, Sink};

use crate::install::Folder;
use crate::payload::{Payload, Sent};
use crate::{Agent, WireError};
use ends::Ends;
use foldhash::quality::FixedState;
use jiff::Timestamp;
use jiff::civil::{Date, Time};
use jiff::tz::Offset;
use json::Raw;
use memchr::memmem::Finder;
use repeated::Repeated;
use std::hash::BuildHasher;

/// How an agent keeps its sessions.
pub struct History {
    /// Where the logs are.
    pub roots: &'static [Root],
    /// How the names of log files end.
    pub endings: &'static [&'static str],
    /// The name of a folder that logs lie in, at any depth below a root.
    pub within: Option<&'static str>,
    /// A file in a folder above a log that holds the path of the project.
    pub project_file: Option<&'static str>,
    /// Where sessions are in an SQLite database: the query whose rows, as objects
    /// with its columns for members, are the lines of a log.
    pub query: Option<&'static str>,
    /// Whether an object is a line of such a log: what the keys of a line say.
    pub(crate) knows: fn(Raw<'_>) -> bool,
    /// Every line that matters holds one of these.
    pub(crate) needles: &'static [&'static str],
    /// Whether the later lines of a log hang on nothing before them but its
    /// beginning: then its pieces can be read side by side.
    pub(crate) pieces: bool,
    /// Makes the reader of one log.
    pub(crate) start: fn(&Origin) -> Box<dyn Reader>,
    /// Completes a call as the agent's own hook reader does.
    pub(crate) finish: fn(Sent) -> Result<Sent, WireError>,
}

/// A folder of logs.
pub struct Root {
    /// The agent's folder.
    pub folder: Folder,
    /// The path below it.
    pub below: &'static str,
    /// How many folders deep logs lie there.
    pub depth: usize,
}

/// Deeper than any agent nests its logs.
pub(crate) const DEEP: usize = 8;

/// What is known of a log beside its content.
#[derive(Clone, Debug, Default)]
pub struct Origin {
    /// Its path.
    pub path: String,
    /// The project, by [`History::project_file`].
    pub project: Option<String>,
    /// Folders that the log may be about: some agents only name theirs in a
    /// form that cannot be turned back.
    pub folders: Vec<String>,
    /// When it was last written to.
    pub modified: Option<Timestamp>,
}

impl Origin {
    /// The file's name without its endings.
    pub(crate) fn stem(&self) -> &str {
        let name = self.path.rsplit('/').next().unwrap_or_default();
        name.split_once('.').map_or(name, |(stem, _)| stem)
    }

    /// Whether a folder of the path has this name.
    pub(crate) fn is_below(&self, name: &str) -> bool {
        self.path.rsplit('/').skip(1).any(|folder| folder == name)
    }
}

/// Reads the lines of one log.
pub(crate) trait Reader {
    /// One object.
    fn object(&mut self, row: Raw<'_>, sink: &mut Sink<'_>);

    /// One line of a log that is no JSON.
    fn text(&mut self, _line: &str, _sink: &mut Sink<'_>) {}

    /// Whether it still waits for what stands at the beginning, so that no line
    /// may be passed over.
    fn waits(&self) -> bool {
        false
    }
}

/// Readers that need nothing of a hook reader's.
pub(crate) fn as_it_is(sent: Sent) -> Result<Sent, WireError> {
    Ok(sent)
}

/// One log on its way.
pub struct Log {
    agent: &'static Agent,
    history: &'static History,
    kind: Kind,
    reader: Box<dyn Reader>,
    finders: Vec<Finder<'static>>,
    ends: Ends,
    repeated: Repeated,
    line: usize,
    /// Whether the first line is that of the file.
    whole: bool,
    /// Texts this long are not whole; see [`Log::shortened`].
    cut: usize,
}

impl Log {
    /// Begins to read a log of an agent that is laid out so; `None` if abide cannot read
    /// its logs.
    pub fn new(agent: &'static Agent, kind: Kind, origin: &Origin) -> Option<Self> {
        let history = agent.history.as_ref()?;
        let finders = history.needles.iter().map(|needle| Finder::new(*needle)).collect();
        let reader = (history.start)(origin);
        Some(Log {
            agent,
            history,
            kind,
            reader,
            finders,
            ends: Ends::default(),
            repeated: Repeated::default(),
            line: 0,
            whole: true,
            cut: usize::MAX,
        })
    }

    /// Goes on with another piece of the log, of which `head` are the first bytes.
    /// `false` if they do not tell all that its lines hang on.
    pub fn go_on(&mut self, head: &[u8]) -> bool {
        let lines = head.split_inclusive(|byte| *byte == b'\n').filter(|line| line.ends_with(b"\n"));
        for line in lines {
            if !self.reader.waits() {
                break;
            }
            self.line(line, &mut |_| ());
        }
        (self.line, self.whole) = (0, false);
        self.history.pieces && !self.reader.waits()
    }

    /// How many lines were read.
    pub fn lines(&self) -> usize {
        self.line
    }

    /// Reads the next line. What a document of several lines holds is one line
    /// here, and records know theirs.
    pub fn line(&mut self, bytes: &[u8], take: &mut dyn FnMut(Event)) {
        self.line += 1;
        if !self.reader.waits() && !self.finders.iter().any(|finder| finder.find(bytes).is_some()) {
            return;
        }
        let mut rest = bytes.trim_ascii();
        if self.line == 1 && self.whole {
            rest = rest.strip_prefix(b"\xef\xbb\xbf").unwrap_or(rest);
        }
        let Log { agent, history, line, cut, .. } = *self;
        let document = if self.kind == Kind::Document { bytes } else { b"" };
        let mut sink = Sink { agent, history, document, line, cut, repeated: &mut self.repeated, take };
        let mut broken = false;
        while !rest.is_empty() {
            match self.ends.find(rest).filter(|_| rest.starts_with(b"{")) {
                Some(end) => {
                    self.reader.object(Raw::of(&rest[..end], &self.ends), &mut sink);
                    rest = rest[end..].trim_ascii_start();
                }
                None => {
                    broken = true;
                    rest = after_tear(rest);
                }
            }
        }
        if broken {
            sink.skip(Skip::Broken);
        }
    }

    /// As [`Log::line`], for one in which the middles of texts are left out: of those
    /// that still have `cut` bytes or more. What such a text would run is not known.
    pub fn shortened(&mut self, bytes: &[u8], cut: usize, take: &mut dyn FnMut(Event)) {
        self.cut = cut;
        self.line(bytes, take);
        self.cut = usize::MAX;
    }

    /// Reads the next line of a log that is no JSON.
    pub fn text(&mut self, bytes: &[u8], take: &mut dyn FnMut(Event)) {
        self.line += 1;
        let Log { agent, history, line, cut, .. } = *self;
        let mut sink = Sink { agent, history, document: b"", line, cut, repeated: &mut self.repeated, take };
        self.reader.text(String::from_utf8_lossy(bytes).trim_end(), &mut sink);
    }

    /// Passes over a line that is too long to be read.
    pub fn too_long(&mut self, take: &mut dyn FnMut(Event)) {
        self.line += 1;
        take(Event::Skipped(self.line, Skip::Broken));
    }
}

/// Where a whole object may begin in a line that does not: another program's
/// line stands inside it and begins with the same name.
fn after_tear(line: &[u8]) -> &[u8] {
    let start = |at: usize| line[at..].windows(2).position(|pair| pair == b"{\"").map(|found| at + found);
    let mut at = 1;
    // A line is torn in one or two places; text that only looks so is not worth more.
    for _ in 0..64 {
        let Some(found) = start(at) else { break };
        if Raw::first(&line[found..]).is_some_and(|(row, _)| row.get("type").is_some()) {
            return &line[found..];
        }
        at = found + 1;
    }
    b""
}

/// The hash by which records and entries know a call's id.
pub fn id_of(id: &[u8]) -> u64 {
    FixedState::default().hash_one(id)
}

/// A time as logs write it: `2026-11-30T07:31:35.536Z`, or milliseconds.
pub(crate) fn time(value: Option<Raw<'_>>) -> Option<Timestamp> {
    let value = value?;
    if let Some(time) = usual_time(value.bytes()) {
        return Some(time);
    }
    match value.text() {
        Some(text) => text.parse().ok(),
        None => Timestamp::from_millisecond(value.number()?).ok(),
    }
}

/// A time in the form that most logs have, which takes no parser.
fn usual_time(json: &[u8]) -> Option<Timestamp> {
    let (parts, rest) = json.strip_prefix(b"\"")?.split_at_checked(19)?;
    let &[b'.', ref millis @ .., b'Z', b'"'] = rest else { return None };
    let marks = [4, 7, 10, 13, 16].map(|at| parts[at]);
    if marks != *b"--T::" || millis.len() != 3 {
        return None;
    }
    let number = |digits: &[u8]| {
        let add =
            |number: i16, digit: &u8| digit.is_ascii_digit().then(|| number * 10 + i16::from(digit - b'0'));
        digits.iter().try_fold(0, add)
    };
    let small = |at: usize| number(&parts[at..at + 2]).map(|number| number as i8);
    let date = Date::new(number(&parts[..4])?, small(5)?, small(8)?).ok()?;
    let time = Time::new(small(11)?, small(14)?, small(17)?, i32::from(number(millis)?) * 1_000_000).ok()?;
    Offset::UTC.to_timestamp(date.to_datetime(time)).ok()
}

/// The folder above `path`, or itself, that `spelled` spells in the way of an
/// agent that names folders for logs after projects.
pub(crate) fn spelled_above(path: &str, spelled: impl Fn(&str) -> bool) -> Option<&str> {
    let ends = path.match_indices(['/', '\\']).map(|(at, _)| at).filter(|at| *at > 0);
    let folders = ends.chain([path.len()]).map(|end| &path[..end]);
    folders.filter(|folder| spelled(folder)).last()
}

/// Arguments with one field.
pub(crate) fn arguments(name: &str, value: serde_json::Value) -> Payload {
    Payload::from([(name, value)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_of_the_usual_form_are_those_that_a_parser_reads() {
        let mut usual = 0;
        for day in
            ["2026-11-30", "2024-02-29", "2023-02-29", "0001-01-01", "9999-12-31", "2026-13-01", "2026-1a-01"]
        {
            for clock in [
                "T07:31:35.536Z",
                "T23:59:60.000Z",
                "T24:00:00.000Z",
                "t07:31:35.536Z",
                "T07:31:35Z",
                " 07:31:35.536Z",
            ] {
                let text = format!("{day}{clock}");
                let json = format!("\"{text}\"");
                let parsed: Option<Timestamp> = text.parse().ok();
                if let Some(time) = usual_time(json.as_bytes()) {
                    assert_eq!(Some(time), parsed, "{text}");
                    usual += 1;
                }
                let value = Raw::first(json.as_bytes()).map(|(value, _)| value);
                assert_eq!(time(value), parsed, "{text}");
            }
        }
        assert_eq!(usual, 3);
    }
}
