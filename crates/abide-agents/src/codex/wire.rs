//! Codex CLI's hook JSON, both ways.
//!
//! Read on Codex 0.171.0. Codex renames its tools for hooks: every command is
//! `Bash` with `{"command": text}`, and the `workdir` of a call arrives as
//! `cwd`. Older and newer names are read as well, as its logs hold them.
//!
//! What Codex shows no hook: keys typed into a running program
//! (`write_stdin`), and the script of code mode, whose calls come one by one.

use crate::Answer;
use crate::pre_tool_use::deny;
use crate::tool::{Shape, Tools};
use abide_rules::{Action, FileKind, OnError, Verdict};

/// Codex's own tools.
pub(crate) const TOOLS: Tools = &[
    ("Bash", Shape::Shell(&["command", "cmd"], &["workdir"])),
    ("exec_command", Shape::Shell(&["cmd", "command"], &["workdir"])),
    ("shell", Shape::Shell(&["command"], &["workdir"])),
    ("shell_command", Shape::Shell(&["command"], &["workdir"])),
    ("local_shell", Shape::Shell(&["command"], &["working_directory"])),
    ("apply_patch", Shape::Patch(&["command", "input", "patch"])),
    ("view_image", Shape::Files(FileKind::Read, &["path"])),
];

/// Says a verdict. Codex has no prompt to ask with: an `ask` document would
/// let the call run, so `ask` blocks.
pub(crate) fn answer(verdict: &Verdict) -> Answer {
    let Verdict::Violation(hit) = verdict else {
        return Answer::silent();
    };
    match hit.action {
        Action::Block | Action::Ask => block(&hit.reason),
        Action::Warn => Answer::noted(&hit.reason, 0),
    }
}

/// Says that abide itself failed. Exit code 1 lets the call run.
pub(crate) fn fail(text: &str, on_error: OnError) -> Answer {
    match on_error {
        OnError::Allow => Answer::noted(text, 1),
        OnError::Block => block(text),
    }
}

/// Codex writes `. Command: ...` after the reason, so its own full stop goes.
fn block(reason: &str) -> Answer {
    deny(reason.trim_end().trim_end_matches('.'))
}
