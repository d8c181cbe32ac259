//! From what a reader finds in a line to records.

use super::json::Raw;
use super::record::{Became, Event, Record, Said, Skip};
use super::repeated::{Parts, Repeated};
use super::{History, id_of};
use crate::payload::Sent;
use crate::{Agent, tool};
use abide_rules::Input;
use foldhash::quality::FixedState;
use jiff::Timestamp;
use std::hash::{BuildHasher, Hash, Hasher};
use std::rc::Rc;

/// Where a reader puts what it finds.
pub(crate) struct Sink<'s> {
    pub agent: &'static Agent,
    pub history: &'static History,
    /// The document, if it is one; a line needs no count of the lines in it.
    pub document: &'s [u8],
    /// The number of the line, or of the first one.
    pub line: usize,
    /// As [`Log::shortened`](super::Log::shortened).
    pub cut: usize,
    pub repeated: &'s mut Repeated,
    pub take: &'s mut dyn FnMut(Event),
}

/// A call that a reader found.
#[derive(Default)]
pub(crate) struct Found {
    pub sent: Sent,
    pub time: Option<Timestamp>,
    pub branch: Option<String>,
    /// As [`Said::exits`].
    pub exits: bool,
}

/// What is said of one call alone.
pub(crate) struct One<'l> {
    pub id: &'l [u8],
    pub time: Option<Timestamp>,
    /// As [`Sink::call`].
    pub arguments: Raw<'l>,
}

impl Sink<'_> {
    /// A call. `arguments` is its text in the log, by which it is known again.
    pub fn call(&mut self, mut found: Found, arguments: Raw<'_>) {
        let id = found.sent.id.take().unwrap_or_default();
        let one = One { id: id.as_bytes(), time: found.time, arguments };
        let key = self.key(&one, &found.sent.tool, found.sent.session.as_deref());
        let said = self.said(found, arguments);
        self.tell(&one, key, said);
    }

    /// The same for a call that hangs on nothing but `parts` beside what is said of it
    /// alone: if it equals an earlier one in these, it is not made again. Its tool is what
    /// the log says it is.
    pub fn call_of(&mut self, parts: Parts<'_>, one: One<'_>, make: impl FnOnce() -> Found) {
        let said = match self.repeated.get(parts) {
            Some(known) => Ok(known),
            None => self.said(make(), one.arguments).inspect(|said| self.repeated.keep(said)),
        };
        let key = |said: &Rc<Said>| self.key(&one, &said.call.tool, said.call.session.as_deref());
        let key = said.as_ref().map_or(0, key);
        self.tell(&one, key, said);
    }

    /// As [`Record::key`].
    fn key(&self, one: &One<'_>, tool: &str, session: Option<&str>) -> u64 {
        let mut hash = FixedState::default().build_hasher();
        (self.agent.name, one.id, tool, one.arguments.bytes()).hash(&mut hash);
        if one.id.len() < LONG_ID {
            match one.time {
                Some(time) => time.as_nanosecond().hash(&mut hash),
                None => session.hash(&mut hash),
            }
        }
        hash.finish()
    }

    /// What a call would do.
    fn said(&self, found: Found, arguments: Raw<'_>) -> Result<Rc<Said>, Skip> {
        let Found { mut sent, branch, exits, .. } = found;
        // A path of a call is seen from where the session is.
        sent.root = sent.root.filter(|root| !root.is_empty());
        let call =
            (self.history.finish)(sent).and_then(|sent| tool::call(self.agent.name, self.agent.tools, sent));
        match call {
            Ok(call) if is_cut(&call.input, arguments, self.cut) => Err(Skip::TooLong),
            Ok(call) => Ok(Rc::new(Said { call, branch, exits })),
            Err(_) => Err(Skip::NoCommand),
        }
    }

    fn tell(&mut self, one: &One<'_>, key: u64, said: Result<Rc<Said>, Skip>) {
        let line = self.line + self.lines_before(one.arguments.bytes());
        (self.take)(match said {
            Ok(said) => Event::Call(Record { said, time: one.time, line, key, id: id_of(one.id) }),
            Err(why) => Event::Skipped(line, why),
        });
    }

    /// What became of the call with this id.
    pub fn outcome(&mut self, id: impl AsRef<[u8]>, became: impl Into<Became>) {
        (self.take)(Event::Outcome(id_of(id.as_ref()), became.into()));
    }

    /// Something that could not be read.
    pub fn skip(&mut self, why: Skip) {
        (self.take)(Event::Skipped(self.line, why));
    }

    /// The lines of the document before a part of it.
    fn lines_before(&self, part: &[u8]) -> usize {
        let at = (part.as_ptr() as usize).wrapping_sub(self.document.as_ptr() as usize);
        self.document.get(..at).map_or(0, |before| memchr::memchr_iter(b'\n', before).count())
    }
}

/// Whether a text that says what is run or changed is not whole. Other long texts are
/// contents, about which nobody asks.
fn is_cut(input: &Input, arguments: Raw<'_>, cut: usize) -> bool {
    match input {
        Input::Shell(line) | Input::PowerShell(line) => line.len() >= cut,
        Input::Changes(_) => arguments.bytes().len() >= cut,
        Input::Files(..) | Input::Search { .. } => false,
    }
}

/// Ids of this many bytes are made up by chance and never twice.
const LONG_ID: usize = 20;
