//! Cline's hook JSON, both ways, by its documentation (the extension, and the
//! CLI 3.0.48).
//!
//! A hook must always print a document: `{"cancel":false}` lets the call run,
//! `{"cancel":true,"errorMessage":R}` blocks it. There is no way to ask, so
//! `ask` blocks. A hook that ends with an error may take the answer of another
//! hook with it, so a failure of abide ends with 0 as well; what it has to say
//! is on standard error.

use crate::answer::marked;
use crate::payload::{Payload, Sent};
use crate::tool::{self, Fields, HERE, Own, Shape, Tools};
use crate::{Answer, WireError, mcp};
use abide_rules::{Action, FileKind, Input, OnError, Verdict};

const PATH: Fields = &["path", "file_path", "absolutePath"];

/// Cline's own tools: the extension's, then the CLI's.
pub(crate) const TOOLS: Tools = &[
    ("execute_command", Shape::Shell(&["command"], HERE)),
    ("read_file", Shape::Files(FileKind::Read, PATH)),
    ("write_to_file", Shape::Files(FileKind::Write, PATH)),
    ("replace_in_file", Shape::Files(FileKind::Edit, PATH)),
    ("search_files", Shape::Search(&["path"], &["file_pattern"])),
    ("list_files", Shape::Files(FileKind::Other, PATH)),
    ("list_code_definition_names", Shape::Files(FileKind::Other, PATH)),
    ("run_commands", Shape::Lines(&["commands", "command"], HERE)),
    ("read_files", Shape::Lists(FileKind::Read, &["files", "paths", "path"])),
    ("editor", Shape::Files(FileKind::Edit, PATH)),
    ("apply_patch", Shape::Patch(&["input", "patch"])),
    (UNNAMED, Shape::Own(Own { needs: "path", folder: HERE, read: unnamed })),
];

/// The name that the extension may give for any tool.
const UNNAMED: &str = "tool";

/// A tool told by its input: only a command has a `command`, and only what
/// changes a file has new text for it.
fn unnamed(arguments: &Payload) -> Option<Input> {
    if let Some((_, command)) = arguments.first(&["command", "commands"]) {
        return tool::command_lines(command).map(Input::Shell);
    }
    let edits = arguments.first(&["content", "diff", "new_text", "old_text", "edits"]).is_some();
    Some(match edits {
        true => Input::Files(FileKind::Edit, arguments.texts(PATH)),
        false => Input::Files(FileKind::Read, arguments.texts(PATH)),
    })
}

/// Takes a call out of what was sent.
pub(crate) fn open(bytes: &[u8]) -> Result<Sent, WireError> {
    let mut call = Payload::read(bytes)?;
    if !matches!(call.text("hookName"), Some("tool_call")) {
        call.expect("hookName", "PreToolUse")?;
    }
    let root = call.first_of("workspaceRoots");
    let session = call.owned("taskId");
    let mut about = call.take("preToolUse")?;
    let (tool, arguments) = match about.first_text(&["toolName", "tool"]) {
        Some(tool) => (tool, about.take("parameters")?),
        // As most agents write it, for tests by hand.
        None => (call.owned("tool_name").ok_or(WireError::NoTool)?, call.take("tool_input")?),
    };
    let cwd = root.clone().or_else(|| call.first_text(&["cwd"])).unwrap_or_default();
    let sent = Sent { cwd, root, session, ..Sent::default() };
    if tool != "use_mcp_tool" {
        return Ok(Sent { tool, arguments, ..sent });
    }
    let mut arguments = arguments;
    let names = arguments.text("server_name").zip(arguments.text("tool_name"));
    let names = names.map(|(server, tool)| mcp::usual(server, tool)).into_iter().collect();
    Ok(Sent { tool, names, arguments: arguments.take("arguments")?, ..sent })
}

/// Says a verdict.
pub(crate) fn answer(verdict: &Verdict) -> Answer {
    let Verdict::Violation(hit) = verdict else {
        return run();
    };
    match hit.action {
        Action::Block | Action::Ask => cancel(&hit.reason),
        Action::Warn => run().and_noted(&hit.reason),
    }
}

/// Says that abide itself failed.
pub(crate) fn fail(text: &str, on_error: OnError) -> Answer {
    match on_error {
        OnError::Allow => run().and_noted(text),
        OnError::Block => cancel(text),
    }
}

fn run() -> Answer {
    Answer::document(&[("cancel", false.into())])
}

fn cancel(reason: &str) -> Answer {
    Answer::document(&[("cancel", true.into()), ("errorMessage", marked(reason).into())])
}
