//! Kiro CLI's hook JSON, both ways, by its documentation (CLI 2 and 3).
//!
//! The envelope of [`pre_tool_use`](crate::pre_tool_use); the event's name is
//! written `preToolUse` or `PreToolUse`. Exit code 2 blocks and gives standard
//! error to the model; any other code lets the call run and shows standard
//! error to the person as a warning; there is no way to ask, so `ask` blocks.

use crate::payload::Payload;
use crate::payload::Sent;
use crate::pre_tool_use::open as opened;
use crate::tool::{self, Fields, HERE, Own, Shape, Tools};
use crate::{Answer, WireError, mcp};
use abide_rules::{Action, FileKind, Input, OnError, ToolCall, Verdict};

const FOLDER: Fields = &["working_dir", "cwd"];

/// Kiro's own tools, under the names of both versions.
const TOOLS: Tools = &[
    ("shell", Shape::Shell(&["command"], FOLDER)),
    ("execute_bash", Shape::Shell(&["command"], FOLDER)),
    ("execute_cmd", Shape::Shell(&["command"], FOLDER)),
    ("read", Shape::Lists(FileKind::Read, &["operations", "path"])),
    ("fs_read", Shape::Lists(FileKind::Read, &["operations", "path"])),
    ("read_file", Shape::Files(FileKind::Read, &["path"])),
    ("write", Shape::Own(Own { needs: "path", folder: HERE, read: write })),
    ("fs_write", Shape::Own(Own { needs: "path", folder: HERE, read: write })),
    ("str_replace", Shape::Files(FileKind::Edit, &["path"])),
    ("grep", Shape::Search(&["path"], &["include"])),
    ("glob", Shape::Files(FileKind::Other, &["path"])),
];

/// The tool that is several: its `command` says which.
fn write(arguments: &Payload) -> Option<Input> {
    let kind = match arguments.text("command") {
        Some("create") | None => FileKind::Write,
        Some(_) => FileKind::Edit,
    };
    Some(Input::Files(kind, arguments.texts(&["path"])))
}

/// The names of its own tools.
pub(crate) fn tools() -> Vec<&'static str> {
    tool::names(TOOLS)
}

/// Reads one hook call.
pub(crate) fn read(bytes: &[u8]) -> Result<ToolCall, WireError> {
    tool::call("kiro", TOOLS, open(bytes)?)
}

/// What is wrong with the paths of a call.
pub(crate) fn doubt(bytes: &[u8]) -> Option<WireError> {
    tool::doubt(TOOLS, &open(bytes).ok()?)
}

fn open(bytes: &[u8]) -> Result<Sent, WireError> {
    let sent = opened(bytes)?;
    // A tool of a server is `@<server>/<tool>`.
    let names = sent.tool.strip_prefix('@').and_then(|name| name.split_once('/'));
    Ok(Sent { names: names.map(|(server, tool)| mcp::usual(server, tool)).into_iter().collect(), ..sent })
}

/// Says a verdict.
pub(crate) fn answer(verdict: &Verdict) -> Answer {
    let Verdict::Violation(hit) = verdict else {
        return Answer::silent();
    };
    match hit.action {
        Action::Block | Action::Ask => Answer::noted(&hit.reason, 2),
        Action::Warn => Answer::noted(&hit.reason, 1),
    }
}

/// Says that abide itself failed.
pub(crate) fn fail(text: &str, on_error: OnError) -> Answer {
    match on_error {
        OnError::Allow => Answer::noted(text, 1),
        OnError::Block => Answer::noted(text, 2),
    }
}
