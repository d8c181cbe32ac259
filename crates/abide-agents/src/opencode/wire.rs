//! OpenCode's tool calls, as a plugin passes them on (see [`extension`](crate::extension)).
//!
//! Read on OpenCode 1.18.33. The plugin hooks `tool.execute.before`, takes the
//! arguments from its second parameter and the folder from its context, and
//! turns exit code 2 into an exception. It has no way to ask, so `ask` blocks.
//! OpenCode waits for ever for a hook: the plugin must give abide a time limit.

use crate::extension::open as opened;
use crate::payload::Sent;
use crate::tool::{self, Fields, Shape, Tools};
use crate::{WireError, mcp};
use abide_rules::FileKind;

const PATH: Fields = &["filePath", "path"];

/// OpenCode's own tools; `apply_patch` stands in for edit and write with some
/// models.
pub(crate) const TOOLS: Tools = &[
    ("bash", Shape::Shell(&["command"], &["workdir"])),
    ("read", Shape::Files(FileKind::Read, PATH)),
    ("edit", Shape::Files(FileKind::Edit, PATH)),
    ("multiedit", Shape::Files(FileKind::Edit, PATH)),
    ("write", Shape::Files(FileKind::Write, PATH)),
    ("apply_patch", Shape::Patch(&["patchText", "patch", "input"])),
    ("patch", Shape::Patch(&["patchText", "patch", "input"])),
    ("grep", Shape::Search(&["path"], &["include", "glob"])),
    ("glob", Shape::Files(FileKind::Other, &["path"])),
    ("list", Shape::Files(FileKind::Other, &["path"])),
];

/// Takes a call out of what was sent.
pub(crate) fn open(bytes: &[u8]) -> Result<Sent, WireError> {
    finish(opened(bytes)?)
}

/// Says what the name of a tool of a server stands for.
pub(crate) fn finish(sent: Sent) -> Result<Sent, WireError> {
    // A tool of a server is `<server>_<tool>`.
    let names = if tool::has(TOOLS, &sent.tool) { Vec::new() } else { mcp::cuts(&sent.tool, '_') };
    Ok(Sent { names, ..sent })
}
