//! OpenCode's sessions: rows of the database `opencode.db`, or what
//! `opencode export` makes of one session.
//!
//! Seen on 1.18.33. A call is a part of the type `tool` that holds its result as
//! well, in both. The sessions of subagents are sessions with a `parent_id`.
//!
//! The database has tables with keys and tokens too. [`QUERY`] names the three
//! that are read.

use super::wire;
use crate::history::json::Raw;
use crate::history::{Found, History, Outcome, Reader, Root, Sink, is_ours, time};
use crate::install::Folder;
use crate::payload::Sent;

/// Gives objects with `session`, `directory`, `worktree`, `parent` and the text
/// of a part as `part`, as columns of these names.
const QUERY: &str = "select s.id as session, s.directory as directory, p.worktree as worktree, \
     s.parent_id as parent, part.data as part \
     from part join session s on s.id = part.session_id left join project p on p.id = s.project_id \
     where json_valid(part.data) and json_extract(part.data, '$.type') = 'tool' \
     order by part.time_created, part.id";

pub(crate) const HISTORY: History = History {
    roots: &[Root {
        folder: Folder { variable: Some("XDG_DATA_HOME"), below_home: ".local/share" },
        below: "opencode",
        depth: 1,
    }],
    endings: &[".db"],
    within: None,
    project_file: None,
    query: Some(QUERY),
    knows,
    needles: &[""],
    pieces: false,
    start: |_| Box::new(OpenCode),
    finish: wire::finish,
};

/// A row of [`QUERY`], or a session that was exported on one line.
fn knows(row: Raw<'_>) -> bool {
    let [session, part, info, messages] = row.pick(["session", "part", "info", "messages"]);
    session.is_some() && part.is_some() || info.is_some() && messages.is_some()
}

struct OpenCode;

/// The session that a part belongs to.
struct Place {
    session: Option<String>,
    directory: Option<String>,
    subagent: bool,
}

impl Reader for OpenCode {
    fn object(&mut self, row: Raw<'_>, sink: &mut Sink<'_>) {
        let [info, messages] = row.pick(["info", "messages"]);
        if let (Some(info), Some(messages)) = (info, messages) {
            let [id, directory, parent] = info.pick(["id", "directory", "parentID"]);
            let place = Place {
                session: id.and_then(Raw::owned),
                directory: directory.and_then(Raw::owned),
                subagent: parent.and_then(Raw::owned).is_some(),
            };
            for message in messages.items() {
                let parts = message.get("parts").into_iter().flat_map(Raw::items);
                parts.for_each(|part| place.part(part, sink));
            }
            return;
        }
        let [session, directory, parent, part] = row.pick(["session", "directory", "parent", "part"]);
        let place = Place {
            session: session.and_then(Raw::owned),
            directory: directory.and_then(Raw::owned),
            subagent: parent.and_then(Raw::owned).is_some(),
        };
        if let Some(part) = part {
            place.part(part, sink);
        }
    }
}

impl Place {
    fn part(&self, part: Raw<'_>, sink: &mut Sink<'_>) {
        let [kind, tool, id, state] = part.pick(["type", "tool", "callID", "state"]);
        let (Some(kind), Some(tool), Some(state)) = (kind, tool.and_then(Raw::owned), state) else { return };
        if !kind.is("tool") {
            return;
        }
        let [input, start] = [state.get("input"), state.at(&["time", "start"])];
        let id = id.and_then(Raw::owned).unwrap_or_default();
        let sent = Sent {
            tool,
            arguments: input.map(Raw::payload).unwrap_or_default(),
            cwd: self.directory.clone().unwrap_or_default(),
            root: self.directory.clone(),
            session: self.session.clone(),
            id: Some(id.clone()),
            subagent: self.subagent,
            ..Sent::default()
        };
        sink.call(Found { sent, time: time(start), branch: None, ..Found::default() }, input.unwrap_or(part));
        sink.outcome(&id, outcome(state));
    }
}

/// How errors begin that tell why a call did not run.
const ERRORS: &[(&str, Outcome)] = &[
    ("The user rejected permission", Outcome::Refused),
    ("The user has specified a rule which prevents", Outcome::Refused),
    ("The user dismissed", Outcome::Refused),
    ("Tool execution aborted", Outcome::Interrupted),
];

fn outcome(state: Raw<'_>) -> Outcome {
    let [status, error] = state.pick(["status", "error"]);
    let Some(status) = status else { return Outcome::Unknown };
    if status.is("completed") {
        return Outcome::of_exit(state.at(&["metadata", "exit"]).and_then(Raw::number).unwrap_or(0));
    }
    if !status.is("error") {
        return Outcome::Unknown;
    }
    let error = error.and_then(Raw::owned).unwrap_or_default();
    if is_ours(&error) {
        return Outcome::BlockedByAbide;
    }
    let known = ERRORS.iter().find(|(start, _)| error.starts_with(start));
    known.map_or(Outcome::Failed, |(_, outcome)| *outcome)
}
