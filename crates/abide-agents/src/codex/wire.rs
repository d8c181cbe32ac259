//! Codex CLI's hook JSON, both ways.
//!
//! Read on Codex 0.171.0. Codex renames its tools for hooks: every command is
//! `Bash` with `{"command": text}`, and the `workdir` of a call arrives as
//! `cwd`. Older and newer names are read as well, as its logs hold them.

use crate::payload::Payload;
use crate::pre_tool_use::{deny, tool_call};
use crate::{Answer, WireError, line_of};
use abide_rules::{Action, FileKind, Input, OnError, ToolCall, Verdict, patch};
use serde_json::Value;

/// What a tool's input means.
enum Shape {
    /// The first of these fields that is there is a command line, or an
    /// argument vector.
    Shell(&'static [&'static str]),
    /// The first of these fields that is there is an `apply_patch` text.
    Patch(&'static [&'static str]),
    /// These fields are paths.
    Files(FileKind, &'static [&'static str]),
}

/// Codex's own tools. Any other tool is `FileKind::Other` with the fields
/// that look like paths.
const TOOLS: &[(&str, Shape)] = &[
    ("Bash", Shape::Shell(&["command", "cmd"])),
    ("exec_command", Shape::Shell(&["cmd", "command"])),
    ("shell", Shape::Shell(&["command"])),
    ("shell_command", Shape::Shell(&["command"])),
    ("local_shell", Shape::Shell(&["command"])),
    ("apply_patch", Shape::Patch(&["command", "input", "patch"])),
    ("view_image", Shape::Files(FileKind::Read, &["path"])),
];

/// The names of its own tools.
pub(crate) fn tools() -> Vec<&'static str> {
    TOOLS.iter().map(|(name, _)| *name).collect()
}

/// Reads one hook call.
pub(crate) fn read(bytes: &[u8]) -> Result<ToolCall, WireError> {
    let call = Payload::read(bytes)?;
    call.expect_event("PreToolUse")?;
    let tool = call.owned("tool_name").ok_or(WireError::NoTool)?;
    let arguments = call.object("tool_input");
    let first = |fields: &[&str]| fields.iter().find_map(|field| arguments.value(field));
    let shape = TOOLS.iter().find(|(name, _)| *name == tool).map(|(_, shape)| shape);
    let input = match shape {
        Some(Shape::Shell(fields)) => match first(fields).and_then(command_line) {
            Some(command) => Input::Shell(command),
            None => return Err(WireError::NoCommand { tool }),
        },
        Some(Shape::Patch(fields)) => {
            let text = first(fields).and_then(Value::as_str).unwrap_or_default();
            Input::Changes(patch::files(text))
        }
        Some(Shape::Files(kind, fields)) => Input::Files(*kind, arguments.texts(fields)),
        None => Input::Files(FileKind::Other, arguments.path_like()),
    };
    Ok(tool_call("codex", &call, tool, input))
}

/// What is wrong with the paths of a call.
pub(crate) fn doubt(bytes: &[u8]) -> Option<WireError> {
    let call = Payload::read(bytes).ok()?;
    let tool = call.owned("tool_name")?;
    let arguments = call.object("tool_input");
    let (_, shape) = TOOLS.iter().find(|(name, _)| *name == tool)?;
    let (field, there) = match shape {
        Shape::Shell(_) => None,
        Shape::Files(_, fields) => arguments.no_text(fields, true),
        Shape::Patch(fields) => {
            let said = fields.iter().copied().find(|field| arguments.value(field).is_some());
            arguments.no_text(&[said.unwrap_or(fields[0])], true)
        }
    }?;
    Some(WireError::NoPath { tool, field, there })
}

/// A command line from a text, or from an argument vector: `["bash", "-lc",
/// TEXT]` runs TEXT, and any other vector is the line that would run it.
fn command_line(value: &Value) -> Option<String> {
    if let Some(text) = value.as_str() {
        return Some(text.to_owned());
    }
    let words: Vec<&str> = value.as_array()?.iter().map(Value::as_str).collect::<Option<_>>()?;
    match words[..] {
        [] => None,
        [shell, "-c" | "-lc", text] if is_shell(shell) => Some(text.to_owned()),
        _ => Some(line_of(&words)),
    }
}

fn is_shell(program: &str) -> bool {
    matches!(program.rsplit('/').next(), Some("bash" | "sh" | "zsh"))
}

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
