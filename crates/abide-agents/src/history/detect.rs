//! Whose log is this? By its content: files are renamed, copied and gathered.

use super::json::Raw;
use crate::{AGENTS, Agent};

/// How a log is laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// An object a line.
    Lines,
    /// One object over many lines.
    Document,
    /// Lines of text.
    Text,
    /// An SQLite database.
    Database,
}

/// Every SQLite database begins so.
const DATABASE: &[u8] = b"SQLite format 3\0";

/// Whose log it is, by its first bytes; some 64 KiB are enough. `None` if it is
/// nobody's that abide knows.
pub fn detect(head: &[u8]) -> Option<(&'static Agent, Kind)> {
    if head.starts_with(DATABASE) {
        let asked = |agent: &&Agent| agent.history.as_ref().is_some_and(|history| history.query.is_some());
        return AGENTS.iter().find(asked).map(|agent| (agent, Kind::Database));
    }
    let head = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head);
    let first = head.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii).find(|line| !line.is_empty())?;
    if first == b"{" {
        return document(head).map(|agent| (agent, Kind::Document));
    }
    if first.starts_with(b"user:") || first.starts_with(b"assistant:") {
        return crate::find("cursor").map(|agent| (agent, Kind::Text));
    }
    let rows = head.split(|byte| *byte == b'\n').filter_map(Raw::first).map(|(row, _)| row);
    let owner = rows.filter(|row| row.is_object()).find_map(owner);
    // A whole document may stand on one line that is longer than the head.
    owner.or_else(|| document(head)).map(|agent| (agent, Kind::Lines))
}

/// The agent that writes such objects.
fn owner(row: Raw<'_>) -> Option<&'static Agent> {
    AGENTS.iter().find(|agent| agent.history.as_ref().is_some_and(|history| (history.knows)(row)))
}

/// The agent that writes such a document, by what its beginning shows.
fn document(head: &[u8]) -> Option<&'static Agent> {
    let holds = |names: &[&str]| {
        names.iter().all(|name| memchr::memmem::find(head, format!("\"{name}\"").as_bytes()).is_some())
    };
    DOCUMENTS.iter().find(|(_, names)| holds(names)).and_then(|(agent, _)| crate::find(agent))
}

/// Agents that write, or export, a session as one document, and the names that
/// stand at its beginning.
const DOCUMENTS: &[(&str, &[&str])] = &[
    ("gemini", &["sessionId", "projectHash"]),
    ("gemini", &["sessionId", "startTime", "messages"]),
    ("opencode", &["info", "messages"]),
    ("opencode", &["info", "directory"]),
];
