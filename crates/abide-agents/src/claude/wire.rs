//! Claude Code's hook JSON, both ways.
//!
//! Read on Claude Code 2.0.30, 2.1.197 and 2.1.332. Paths arrive absolute and
//! `cwd` follows the `cd`s of the session, so it is the folder the call runs in.

use crate::Answer;
use crate::answer::{line, marked};
use crate::pre_tool_use::{ask, deny};
use crate::tool::{HERE, Shape, Tools};
use abide_rules::{Action, FileKind, OnError, Verdict};

/// Claude Code's own tools, those of older versions too.
pub(crate) const TOOLS: Tools = &[
    ("Bash", Shape::Shell(&["command"], HERE)),
    ("Monitor", Shape::Shell(&["command"], HERE)),
    // Read as bash: what is written alike in both is most of it.
    ("PowerShell", Shape::PowerShell(&["command"], HERE)),
    ("Edit", Shape::Files(FileKind::Edit, &["file_path"])),
    ("MultiEdit", Shape::Files(FileKind::Edit, &["file_path"])),
    ("NotebookEdit", Shape::Files(FileKind::Edit, &["notebook_path"])),
    ("Write", Shape::Files(FileKind::Write, &["file_path"])),
    ("Read", Shape::Files(FileKind::Read, &["file_path"])),
    ("NotebookRead", Shape::Files(FileKind::Read, &["notebook_path"])),
    ("Grep", Shape::Search(&["path"], &["glob"])),
    ("Glob", Shape::Files(FileKind::Other, &["path"])),
    ("LS", Shape::Files(FileKind::Other, &["path"])),
];

/// Says a verdict.
pub(crate) fn answer(verdict: &Verdict) -> Answer {
    let Verdict::Violation(hit) = verdict else {
        return Answer::silent();
    };
    match hit.action {
        Action::Block => deny(&hit.reason),
        Action::Ask => ask(&hit.reason),
        Action::Warn => tell(&hit.reason),
    }
}

/// Says that abide itself failed. Not by exit code 1, although that lets the
/// call run in every version: with `"onFailure": "block"` in its settings,
/// Claude Code would block.
pub(crate) fn fail(text: &str, on_error: OnError) -> Answer {
    match on_error {
        OnError::Allow => Answer { stderr: line(&marked(text)), ..tell(text) },
        OnError::Block => deny(text),
    }
}

/// Lets the call go on to the normal permission flow. `systemMessage` is shown
/// to the person only.
fn tell(text: &str) -> Answer {
    Answer::document(&[("systemMessage", marked(text).into())])
}
