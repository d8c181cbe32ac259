//! Factory Droid's hook JSON, both ways, by its documentation.
//!
//! The envelope is Claude Code's ([`pre_tool_use`](crate::pre_tool_use)), with
//! Droid's own tools. Exit code 2 blocks and gives standard error to the
//! model; any other code lets the call run. What a document on standard output
//! does was not seen, so none is written, and `ask` blocks.

use crate::pre_tool_use::open;
use crate::tool::{self, Fields, HERE, Shape, Tools};
use crate::{Answer, WireError};
use abide_rules::{Action, FileKind, OnError, ToolCall, Verdict};

const PATH: Fields = &["file_path", "path"];

/// Droid's own tools. A tool of a server is `mcp__<server>__<tool>`.
const TOOLS: Tools = &[
    ("Execute", Shape::Shell(&["command"], HERE)),
    ("Read", Shape::Files(FileKind::Read, PATH)),
    ("Create", Shape::Files(FileKind::Write, PATH)),
    ("Write", Shape::Files(FileKind::Write, PATH)),
    ("Edit", Shape::Files(FileKind::Edit, PATH)),
    ("MultiEdit", Shape::Files(FileKind::Edit, PATH)),
    ("ApplyPatch", Shape::Patch(&["input", "patch"])),
    ("Grep", Shape::Search(&["path"], &["glob_pattern", "glob"])),
    ("Glob", Shape::Files(FileKind::Other, &["folder", "path"])),
    ("LS", Shape::Files(FileKind::Other, &["directory_path", "path"])),
];

/// The names of its own tools.
pub(crate) fn tools() -> Vec<&'static str> {
    tool::names(TOOLS)
}

/// Reads one hook call.
pub(crate) fn read(bytes: &[u8]) -> Result<ToolCall, WireError> {
    tool::call("droid", TOOLS, open(bytes)?)
}

/// What is wrong with the paths of a call.
pub(crate) fn doubt(bytes: &[u8]) -> Option<WireError> {
    tool::doubt(TOOLS, &open(bytes).ok()?)
}

/// Says a verdict.
pub(crate) fn answer(verdict: &Verdict) -> Answer {
    let Verdict::Violation(hit) = verdict else {
        return Answer::silent();
    };
    match hit.action {
        Action::Block | Action::Ask => Answer::noted(&hit.reason, 2),
        Action::Warn => Answer::noted(&hit.reason, 0),
    }
}

/// Says that abide itself failed.
pub(crate) fn fail(text: &str, on_error: OnError) -> Answer {
    match on_error {
        OnError::Allow => Answer::noted(text, 1),
        OnError::Block => Answer::noted(text, 2),
    }
}
