//! Amp's tool calls, as a plugin passes them on (see [`extension`]), by its
//! documentation.
//!
//! The plugin handles `tool.call`, turns exit code 2 into
//! `{ action: "reject-and-continue", message }`, and must say
//! `{ action: "allow" }` to everything else: there is no neutral answer.

use crate::extension::{self, open};
use crate::tool::{self, Fields, Shape, Tools};
use crate::{Answer, WireError};
use abide_rules::{FileKind, OnError, ToolCall, Verdict};

/// Where a shell call names its folder.
const FOLDER: Fields = &["workdir", "cwd"];

/// Amp's own tools, and their names in older versions (from `Bash` on).
const TOOLS: Tools = &[
    ("shell_command", Shape::Shell(&["command", "cmd"], FOLDER)),
    ("apply_patch", Shape::Patch(&["patchText", "patch", "input"])),
    ("create_file", Shape::Files(FileKind::Write, &["path"])),
    ("edit_file", Shape::Files(FileKind::Edit, &["path"])),
    ("Bash", Shape::Shell(&["cmd", "command"], FOLDER)),
    ("Read", Shape::Files(FileKind::Read, &["path"])),
    ("Grep", Shape::Search(&["path"], &["glob"])),
    ("glob", Shape::Files(FileKind::Other, &["path"])),
];

/// The names of its own tools.
pub(crate) fn tools() -> Vec<&'static str> {
    tool::names(TOOLS)
}

/// Reads one hook call.
pub(crate) fn read(bytes: &[u8]) -> Result<ToolCall, WireError> {
    tool::call("amp", TOOLS, open(bytes)?)
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
