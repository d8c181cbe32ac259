//! Gemini CLI's logs: `tmp/<project>/chats/session-*.jsonl`, and `.json` in
//! older versions.
//!
//! Seen up to 0.61.0. A line is a message, a change of the header, or a
//! `{"$set": ..}` that may restate messages; older versions wrote one document
//! that holds the messages. Calls stand in `toolCalls` of a message together with
//! their results; a message is written again when its calls have come.
//!
//! `{"$rewindTo": ID}` takes messages back. What their calls did is not taken
//! back with them, so they count.
//!
//! Neither version nor folder is in the log. `.project_root` above it has the
//! path; without one, `projectHash` is compared with those of folders at hand, and
//! newer versions tell the model.

use crate::history::json::Raw;
use crate::history::{DEEP, Found, History, Origin, Outcome, Reader, Root, Sink, as_it_is, time};
use crate::install::Folder;
use crate::payload::Sent;
use sha2::{Digest, Sha256};

pub(crate) const HISTORY: History = History {
    roots: &[Root { folder: Folder { variable: None, below_home: ".gemini" }, below: "tmp", depth: DEEP }],
    endings: &[".jsonl", ".json"],
    within: Some("chats"),
    project_file: Some(".project_root"),
    query: None,
    knows,
    needles: &["\"toolCalls\"", WORKSPACE],
    pieces: false,
    start: |origin| Box::new(Gemini { origin: origin.clone(), ..Gemini::default() }),
    finish: as_it_is,
};

fn knows(row: Raw<'_>) -> bool {
    let [session, hash, start, set, rewind, calls] =
        row.pick(["sessionId", "projectHash", "startTime", "$set", "$rewindTo", "toolCalls"]);
    session.is_some() && (hash.is_some() || start.is_some())
        || set.is_some()
        || rewind.is_some()
        || calls.is_some()
}

#[derive(Default)]
struct Gemini {
    origin: Origin,
    session: Option<String>,
    root: Option<String>,
    subagent: bool,
}

impl Reader for Gemini {
    fn waits(&self) -> bool {
        self.session.is_none()
    }

    fn object(&mut self, row: Raw<'_>, sink: &mut Sink<'_>) {
        let [session, hash, kind, set, messages, calls, written] =
            row.pick(["sessionId", "projectHash", "kind", "$set", "messages", "toolCalls", "timestamp"]);
        if self.session.is_none()
            && let Some(session) = session.and_then(Raw::owned)
        {
            self.session = Some(session);
            self.root = self.origin.project.clone().or_else(|| self.folder(&hash.and_then(Raw::owned)?));
            self.subagent = kind.is_some_and(|kind| kind.is("subagent"));
        }
        if let (None, Some(set)) = (&self.root, set) {
            self.root = folder_told(set);
        }
        let restated = set.and_then(|set| set.get("messages"));
        for message in messages.into_iter().chain(restated).flat_map(Raw::items) {
            self.message(message.pick(["toolCalls", "timestamp"]), sink);
        }
        self.message([calls, written], sink);
    }
}

impl Gemini {
    fn message(&self, [calls, written]: [Option<Raw<'_>>; 2], sink: &mut Sink<'_>) {
        for call in calls.into_iter().flat_map(Raw::items) {
            let [id, name, args, status, when, result] =
                call.pick(["id", "name", "args", "status", "timestamp", "result"]);
            let Some(name) = name.and_then(Raw::owned) else { continue };
            let id = id.and_then(Raw::owned).unwrap_or_default();
            let outcome = outcome(status, result, &name);
            let sent = Sent {
                tool: name,
                arguments: args.map(Raw::payload).unwrap_or_default(),
                cwd: self.root.clone().unwrap_or_default(),
                root: self.root.clone(),
                session: self.session.clone(),
                id: Some(id.clone()),
                subagent: self.subagent,
                ..Sent::default()
            };
            let time = time(when).or_else(|| time(written));
            sink.call(Found { sent, time, branch: None, ..Found::default() }, args.unwrap_or(call));
            sink.outcome(&id, outcome);
        }
    }

    /// The folder at hand that has this hash.
    fn folder(&self, hash: &str) -> Option<String> {
        let hex = |folder: &str| -> String {
            Sha256::digest(folder).iter().map(|byte| format!("{byte:02x}")).collect()
        };
        self.origin.folders.iter().find(|folder| hex(folder) == hash).cloned()
    }
}

/// With this, newer versions begin what they tell the model of folders.
const WORKSPACE: &str = "**Workspace Directories:**";

/// The first folder that the model was told of.
fn folder_told(set: Raw<'_>) -> Option<String> {
    let first = set.get("messages")?.items().next()?;
    let said = first.get("content").map(Raw::said)?;
    let (_, folders) = said.split_once(WORKSPACE)?;
    let folder = folders.lines().find_map(|line| line.trim().strip_prefix("- "))?;
    Some(folder.trim().to_owned()).filter(|folder| folder.starts_with('/'))
}

/// Texts of errors by which Gemini says why a call did not run.
const REFUSALS: &[&str] = &["Tool execution denied by policy", "User denied execution"];

fn outcome(status: Option<Raw<'_>>, result: Option<Raw<'_>>, tool: &str) -> Outcome {
    let Some(status) = status else { return Outcome::Unknown };
    let first = result.and_then(|result| result.items().next());
    let response = first.and_then(|part| part.at(&["functionResponse", "response"]));
    let text = |name: &str| response.and_then(|response| response.get(name)?.owned()).unwrap_or_default();
    if status.is("success") {
        // The exit code is told to the model only, and only if it is not 0.
        let output = if tool == "run_shell_command" { text("output") } else { String::new() };
        let code = output.lines().find_map(|line| line.strip_prefix("Exit Code: "));
        return Outcome::of_exit(code.and_then(|code| code.trim().parse().ok()).unwrap_or(0));
    }
    let error = text("error");
    let refused = REFUSALS.iter().any(|words| error.contains(words));
    if let Some(reason) = error.strip_prefix("Tool execution blocked: ") {
        Outcome::blocked(reason)
    } else if refused {
        Outcome::Refused
    } else if status.is("cancelled") {
        Outcome::Interrupted
    } else if status.is("error") {
        Outcome::Failed
    } else {
        Outcome::Unknown
    }
}
