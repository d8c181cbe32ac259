//! omp's logs: `sessions/-<folder>/<time>_<session>.jsonl`, of
//! [`entries`](crate::history::entries).
//!
//! Seen on 18.2.3. The first row is a title, the header comes second. An entry
//! `tool_execution_start` repeats every call, and is passed over: only messages
//! count. What the code of `eval` calls leaves no trace of its own.

use super::wire;
use crate::history::json::Raw;
use crate::history::{DEEP, History, Root, entries};
use crate::install::Folder;

pub(crate) const HISTORY: History = History {
    roots: &[Root {
        folder: Folder { variable: None, below_home: ".omp/agent" },
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
    finish: wire::finish,
};

/// What pi does not write.
fn knows(row: Raw<'_>) -> bool {
    let [kind, title, custom] = row.pick(["type", "title", "customType"]);
    kind.is_some_and(|kind| kind.is("title")) && title.is_some()
        || custom.is_some_and(|custom| custom.is("tool_execution_start") || custom.is("session_exit"))
}
