//! What a log says about one tool call.

use abide_rules::ToolCall;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use std::rc::Rc;

/// One tool call of the past.
#[derive(Clone, Debug)]
pub struct Record {
    /// What it would do. Calls that a log repeats may share it.
    pub said: Rc<Said>,
    /// When it was made.
    pub time: Option<Timestamp>,
    /// The line of the log, from 1.
    pub line: usize,
    /// What is the same for two records of one call, in whatever file.
    pub key: u64,
    /// By which its result is found, in the same file.
    pub id: u64,
}

/// What a log says of a call, but for its time and its id.
#[derive(Clone, Debug)]
pub struct Said {
    /// The call, as a hook would have seen it. `root` is the folder that the
    /// session was started in.
    pub call: ToolCall,
    /// The git branch that was checked out, where the log says it.
    pub branch: Option<String>,
    /// Whether it is a command whose failure its result begins to tell by the exit
    /// code.
    pub exits: bool,
}

/// What a result says of its call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Became {
    /// What became of it.
    pub outcome: Outcome,
    /// The same, if the call is one of [`Said::exits`].
    pub exits: Outcome,
}

impl From<Outcome> for Became {
    fn from(outcome: Outcome) -> Self {
        Became { outcome, exits: outcome }
    }
}

/// What became of a call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Outcome {
    /// It ran.
    Ran,
    /// It ran, or was tried, and ended with an error.
    Failed,
    /// abide blocked it.
    BlockedByAbide,
    /// Another hook blocked it.
    BlockedByHook,
    /// A person or a permission rule refused it.
    Refused,
    /// It was stopped.
    Interrupted,
    /// The log does not say.
    #[default]
    Unknown,
}

impl Outcome {
    /// Every outcome and its name in documents.
    pub const NAMES: &[(&str, Outcome)] = &[
        ("ran", Outcome::Ran),
        ("failed", Outcome::Failed),
        ("blocked_by_abide", Outcome::BlockedByAbide),
        ("blocked_by_hook", Outcome::BlockedByHook),
        ("refused", Outcome::Refused),
        ("interrupted", Outcome::Interrupted),
        ("unknown", Outcome::Unknown),
    ];

    /// Its name in documents.
    pub fn name(self) -> &'static str {
        Outcome::NAMES.iter().find(|(_, outcome)| *outcome == self).map_or("", |(name, _)| name)
    }

    /// Ran, or failed by its exit code.
    pub(crate) fn of_exit(code: i64) -> Self {
        if code == 0 { Outcome::Ran } else { Outcome::Failed }
    }

    /// Blocked by a hook that gave this reason: abide's begin with its name.
    pub(crate) fn blocked(reason: &str) -> Self {
        if is_ours(reason) { Outcome::BlockedByAbide } else { Outcome::BlockedByHook }
    }

    /// Takes in what a later line says. A result that says why a call never
    /// ran is not taken back by one that only knows that it did not.
    pub fn learn(&mut self, later: Outcome) {
        let settled = matches!(self, Outcome::BlockedByAbide | Outcome::BlockedByHook | Outcome::Refused);
        if !settled && later != Outcome::Unknown {
            *self = later;
        }
    }
}

/// Whether a reason is abide's.
pub(crate) fn is_ours(reason: &str) -> bool {
    reason.trim_start().starts_with("abide: ")
}

/// What a log said.
#[derive(Debug)]
pub enum Event {
    /// A call. The same one may come again: see [`Record::key`].
    Call(Record),
    /// What became of the calls with this id.
    Outcome(u64, Became),
    /// Something that could not be read, in this line.
    Skipped(usize, Skip),
}

/// Why something was not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Skip {
    /// A line, or a part of one, that is no JSON.
    Broken,
    /// A call that does not say what it would do.
    NoCommand,
    /// A call that says so in too long a text.
    TooLong,
}
