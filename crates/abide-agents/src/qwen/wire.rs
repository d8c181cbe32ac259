//! Qwen Code's hook JSON, both ways.
//!
//! Read on Qwen Code 0.24.4 and 0.15.10: a fork of Gemini CLI, whose tools it
//! has kept, with the events of Claude Code. Paths arrive absolute.
//!
//! | answer | what Qwen does |
//! | --- | --- |
//! | exit 0, `{"decision":"deny","reason":R}` | blocks, the model reads R |
//! | exit 2, text on standard error | blocks, the model reads the text |
//! | exit 2, nothing on standard error | **runs**, whatever standard output says |
//! | any other exit code | runs |
//!
//! What an `ask` does was not seen, so `ask` blocks.

use crate::Answer;
use crate::tool::{Shape, Tools};
use abide_rules::{Action, FileKind, OnError, Verdict};

/// Qwen's own tools: 0.24.4, and names of older versions.
pub(crate) const TOOLS: Tools = &[
    ("run_shell_command", Shape::Shell(&["command"], &["directory", "dir_path"])),
    ("read_file", Shape::Files(FileKind::Read, &["file_path", "absolute_path"])),
    ("read_many_files", Shape::Globs(&["include", "paths"])),
    ("write_file", Shape::Files(FileKind::Write, &["file_path"])),
    ("edit", Shape::Files(FileKind::Edit, &["file_path"])),
    ("replace", Shape::Files(FileKind::Edit, &["file_path"])),
    ("grep_search", Shape::Search(&["path", "dir_path"], &["glob", "include"])),
    ("search_file_content", Shape::Search(&["path"], &["include"])),
    ("glob", Shape::Files(FileKind::Other, &["path"])),
    ("list_directory", Shape::Files(FileKind::Other, &["path"])),
];

/// Says a verdict.
pub(crate) fn answer(verdict: &Verdict) -> Answer {
    let Verdict::Violation(hit) = verdict else {
        return Answer::silent();
    };
    match hit.action {
        Action::Block | Action::Ask => Answer::decision("deny", &hit.reason),
        Action::Warn => Answer::noted(&hit.reason, 0),
    }
}

/// Says that abide itself failed. Exit code 1 lets the call run.
pub(crate) fn fail(text: &str, on_error: OnError) -> Answer {
    match on_error {
        OnError::Allow => Answer::noted(text, 1),
        OnError::Block => Answer::decision("deny", text),
    }
}
