//! Claude Code's hook JSON, both ways.
//!
//! Read on Claude Code 2.0.30, 2.1.197 and 2.1.332. Paths arrive absolute and
//! `cwd` follows the `cd`s of the session, so it is the folder the call runs in.

use crate::answer::{line, marked};
use crate::payload::Payload;
use crate::pre_tool_use::{ask, deny, tool_call};
use crate::{Answer, WireError};
use abide_rules::{Action, FileKind, Input, OnError, ToolCall, Verdict};
use serde_json::json;

/// What a tool's input means.
enum Shape {
    /// This field is a command line.
    Shell(&'static str),
    /// These fields are paths.
    Files(FileKind, &'static [&'static str]),
    /// What lies below `path` is read, narrowed by `glob`.
    Search,
}

/// Claude Code's own tools. Any other tool (MCP servers, agents, the web) is
/// `FileKind::Other` with the fields that look like paths.
const TOOLS: &[(&str, Shape)] = &[
    ("Bash", Shape::Shell("command")),
    ("Monitor", Shape::Shell("command")),
    // Read as bash: what is written alike in both is most of it.
    ("PowerShell", Shape::Shell("command")),
    ("Edit", Shape::Files(FileKind::Edit, &["file_path"])),
    ("MultiEdit", Shape::Files(FileKind::Edit, &["file_path"])),
    ("NotebookEdit", Shape::Files(FileKind::Edit, &["notebook_path"])),
    ("Write", Shape::Files(FileKind::Write, &["file_path"])),
    ("Read", Shape::Files(FileKind::Read, &["file_path"])),
    ("NotebookRead", Shape::Files(FileKind::Read, &["notebook_path"])),
    ("Grep", Shape::Search),
    // These two only list names.
    ("Glob", Shape::Files(FileKind::Other, &["path"])),
    ("LS", Shape::Files(FileKind::Other, &["path"])),
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
    let shape = TOOLS.iter().find(|(name, _)| *name == tool).map(|(_, shape)| shape);
    let input = match shape {
        Some(Shape::Shell(field)) => match arguments.owned(field) {
            Some(command) => Input::Shell(command),
            None => return Err(WireError::NoCommand { tool }),
        },
        Some(Shape::Files(kind, fields)) => Input::Files(*kind, arguments.texts(fields)),
        Some(Shape::Search) => {
            let field = |name: &str| arguments.owned(name).filter(|text| !text.is_empty());
            Input::Search { folder: field("path"), glob: field("glob") }
        }
        None => Input::Files(FileKind::Other, arguments.path_like()),
    };
    Ok(tool_call("claude", &call, tool, input))
}

/// What is wrong with the paths of a call. Those of tools that search may be
/// left out: they mean the current folder.
pub(crate) fn doubt(bytes: &[u8]) -> Option<WireError> {
    let call = Payload::read(bytes).ok()?;
    let tool = call.owned("tool_name")?;
    let arguments = call.object("tool_input");
    let (_, shape) = TOOLS.iter().find(|(name, _)| *name == tool)?;
    let (field, there) = match shape {
        Shape::Shell(_) => None,
        Shape::Files(kind, fields) => arguments.no_text(fields, *kind != FileKind::Other),
        Shape::Search => arguments.no_text(&["path", "glob"], false),
    }?;
    Some(WireError::NoPath { tool, field, there })
}

/// Says a verdict.
pub(crate) fn answer(verdict: &Verdict) -> Answer {
    let Verdict::Violation(hit) = verdict else {
        return Answer::silent();
    };
    match hit.action {
        Action::Block => deny(&hit.reason),
        Action::Ask => ask(&hit.reason),
        // `systemMessage` is shown to the person only. The call goes on to
        // the normal permission flow.
        Action::Warn => {
            let message = json!({ "systemMessage": marked(&hit.reason) });
            Answer { stdout: line(&message.to_string()), ..Answer::silent() }
        }
    }
}

/// Says that abide itself failed. Exit code 1 lets the call run and shows
/// standard error to the person.
pub(crate) fn fail(text: &str, on_error: OnError) -> Answer {
    match on_error {
        OnError::Allow => Answer::noted(text, 1),
        OnError::Block => deny(text),
    }
}
