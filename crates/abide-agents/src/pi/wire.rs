//! pi's tool calls, as an extension passes them on (see [`extension`]).
//!
//! Read on pi 0.73.1 and 1.6.0. Paths arrive as the model wrote them. The
//! extension takes `cwd` and the session from its context, as the event has
//! neither, and turns exit code 2 into `{ block: true, reason }`.
//!
//! `codemode` (1.x) is a script whose calls of tools raise events of their
//! own, so its code is not looked into. What a person types after `!` is no
//! tool call.

use crate::extension::{self, open};
use crate::tool::{self, HERE, Shape, Tools};
use crate::{Answer, WireError};
use abide_rules::{FileKind, OnError, ToolCall, Verdict};

/// pi's own tools. A tool of a server is `mcp__<server>__<tool>`.
const TOOLS: Tools = &[
    ("bash", Shape::Shell(&["command"], HERE)),
    ("read", Shape::Files(FileKind::Read, &["path"])),
    ("edit", Shape::Files(FileKind::Edit, &["path"])),
    ("write", Shape::Files(FileKind::Write, &["path"])),
    ("grep", Shape::Search(&["path"], &["glob"])),
    ("find", Shape::Files(FileKind::Other, &["path"])),
    ("ls", Shape::Files(FileKind::Other, &["path"])),
    ("codemode", Shape::Files(FileKind::Other, &["path"])),
];

/// The names of its own tools.
pub(crate) fn tools() -> Vec<&'static str> {
    tool::names(TOOLS)
}

/// Reads one hook call.
pub(crate) fn read(bytes: &[u8]) -> Result<ToolCall, WireError> {
    tool::call("pi", TOOLS, open(bytes)?)
}

/// What is wrong with the paths of a call.
pub(crate) fn doubt(bytes: &[u8]) -> Option<WireError> {
    tool::doubt(TOOLS, &open(bytes).ok()?)
}

/// Says a verdict.
pub(crate) fn answer(verdict: &Verdict) -> Answer {
    extension::answer(verdict)
}

/// Says that abide itself failed.
pub(crate) fn fail(text: &str, on_error: OnError) -> Answer {
    extension::fail(text, on_error)
}
