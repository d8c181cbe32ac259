//! pi's tool calls, as an extension passes them on (see [`extension`](crate::extension)).
//!
//! Read on pi 0.73.1 and 1.6.0. Paths arrive as the model wrote them. The
//! extension takes `cwd` and the session from its context, as the event has
//! neither, and turns exit code 2 into `{ block: true, reason }`.
//!
//! `codemode` (1.x) is a script whose calls of tools raise events of their
//! own, so its code is not looked into. What a person types after `!` is no
//! tool call.

use crate::tool::{HERE, Shape, Tools};
use abide_rules::FileKind;

/// pi's own tools. A tool of a server is `mcp__<server>__<tool>`.
pub(crate) const TOOLS: Tools = &[
    ("bash", Shape::Shell(&["command"], HERE)),
    ("read", Shape::Files(FileKind::Read, &["path"])),
    ("edit", Shape::Files(FileKind::Edit, &["path"])),
    ("write", Shape::Files(FileKind::Write, &["path"])),
    ("grep", Shape::Search(&["path"], &["glob"])),
    ("find", Shape::Files(FileKind::Other, &["path"])),
    ("ls", Shape::Files(FileKind::Other, &["path"])),
    ("codemode", Shape::Files(FileKind::Other, &["path"])),
];
