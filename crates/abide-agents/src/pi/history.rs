//! pi's logs: `sessions/--<folder>--/<time>_<session>.jsonl`, of
//! [`entries`](crate::history::entries).
//!
//! Seen on 0.73.1 and 1.6.0.

use crate::history::json::Raw;
use crate::history::{DEEP, History, Root, as_it_is, entries};
use crate::install::Folder;

pub(crate) const HISTORY: History = History {
    roots: &[Root {
        folder: Folder { variable: Some("PI_CODING_AGENT_DIR"), below_home: ".pi/agent" },
        below: "sessions",
        depth: DEEP,
    }],
    endings: &[".jsonl"],
    within: None,
    project_file: None,
    query: None,
    knows,
    needles: entries::NEEDLES,
    pieces: true,
    start: entries::start,
    finish: as_it_is,
};

/// A header, or an entry with a message.
fn knows(row: Raw<'_>) -> bool {
    let [kind, id, cwd, message] = row.pick(["type", "id", "cwd", "message"]);
    let Some(kind) = kind else { return false };
    kind.is("session") && id.is_some() && cwd.is_some()
        || kind.is("message") && message.is_some_and(|message| message.get("role").is_some())
}
