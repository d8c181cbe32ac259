//! Factory Droid's hook JSON, both ways, by its documentation.
//!
//! The envelope is Claude Code's ([`pre_tool_use`](crate::pre_tool_use)), with
//! Droid's own tools. Exit code 2 blocks and gives standard error to the
//! model; any other code lets the call run. What a document on standard output
//! does was not seen, so none is written, and `ask` blocks.

use crate::Answer;
use crate::exit_code;
use crate::tool::{Fields, HERE, Shape, Tools};
use abide_rules::{FileKind, Verdict};

const PATH: Fields = &["file_path", "path"];

/// Droid's own tools. A tool of a server is `mcp__<server>__<tool>`.
pub(crate) const TOOLS: Tools = &[
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

/// Says a verdict.
pub(crate) fn answer(verdict: &Verdict) -> Answer {
    exit_code::answer(verdict, 0)
}
