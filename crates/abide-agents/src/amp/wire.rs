//! Amp's tool calls, as a plugin passes them on (see [`extension`](crate::extension)), by its
//! documentation.
//!
//! The plugin handles `tool.call`, turns exit code 2 into
//! `{ action: "reject-and-continue", message }`, and must say
//! `{ action: "allow" }` to everything else: there is no neutral answer.

use crate::tool::{Fields, Shape, Tools};
use abide_rules::FileKind;

/// Where a shell call names its folder.
const FOLDER: Fields = &["workdir", "cwd"];

/// Amp's own tools, and their names in older versions (from `Bash` on).
pub(crate) const TOOLS: Tools = &[
    ("shell_command", Shape::Shell(&["command", "cmd"], FOLDER)),
    ("apply_patch", Shape::Patch(&["patchText", "patch", "input"])),
    ("create_file", Shape::Files(FileKind::Write, &["path"])),
    ("edit_file", Shape::Files(FileKind::Edit, &["path"])),
    ("Bash", Shape::Shell(&["cmd", "command"], FOLDER)),
    ("Read", Shape::Files(FileKind::Read, &["path"])),
    ("Grep", Shape::Search(&["path"], &["glob"])),
    ("glob", Shape::Files(FileKind::Other, &["path"])),
];
