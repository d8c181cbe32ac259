//! Kiro CLI's hook JSON, both ways, by its documentation (CLI 2 and 3).
//!
//! The envelope of [`pre_tool_use`](crate::pre_tool_use); the event's name is
//! written `preToolUse` or `PreToolUse`. Exit code 2 blocks and gives standard
//! error to the model; any other code lets the call run and shows standard
//! error to the person as a warning; there is no way to ask, so `ask` blocks.

use crate::exit_code;
use crate::payload::{Payload, Sent};
use crate::pre_tool_use::open as opened;
use crate::tool::{Fields, HERE, Own, Shape, Tools};
use crate::{Answer, WireError, mcp};
use abide_rules::{FileKind, Input, Verdict};

const FOLDER: Fields = &["working_dir", "cwd"];

/// Kiro's own tools, under the names of both versions.
pub(crate) const TOOLS: Tools = &[
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

/// Takes a call out of what was sent.
pub(crate) fn open(bytes: &[u8]) -> Result<Sent, WireError> {
    let sent = opened(bytes)?;
    // A tool of a server is `@<server>/<tool>`.
    let names = sent.tool.strip_prefix('@').and_then(|name| name.split_once('/'));
    Ok(Sent { names: names.map(|(server, tool)| mcp::usual(server, tool)).into_iter().collect(), ..sent })
}

/// Says a verdict.
pub(crate) fn answer(verdict: &Verdict) -> Answer {
    exit_code::answer(verdict, 1)
}
