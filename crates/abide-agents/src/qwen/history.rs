//! Qwen Code's logs: `projects/<folder>/chats/<session>.jsonl`.
//!
//! Seen on 0.15.10 and 0.24.4: the rows of Claude Code with the messages of
//! Gemini CLI. A call is a `functionCall` of a message of the type `assistant`, its
//! result a row `tool_result`. Rows of the subtype `ui_telemetry` tell of the
//! same call once more and are passed over.

use crate::history::json::Raw;
use crate::history::{DEEP, Found, History, Outcome, Reader, Root, Sink, as_it_is, is_ours, time};
use crate::install::Folder;
use crate::payload::Sent;

pub(crate) const HISTORY: History = History {
    roots: &[Root { folder: Folder { variable: None, below_home: ".qwen" }, below: "projects", depth: DEEP }],
    endings: &[".jsonl"],
    within: Some("chats"),
    project_file: None,
    query: None,
    knows,
    needles: &["\"functionCall\"", "\"tool_result\""],
    pieces: true,
    start: |_| Box::new(Qwen::default()),
    finish: as_it_is,
};

fn knows(row: Raw<'_>) -> bool {
    let [session, provenance, message, payload] =
        row.pick(["sessionId", "provenance", "message", "systemPayload"]);
    session.is_some()
        && (provenance.is_some()
            || payload.is_some()
            || message.is_some_and(|message| message.get("parts").is_some()))
}

#[derive(Default)]
struct Qwen {
    /// Where the session began.
    root: Option<String>,
}

impl Reader for Qwen {
    fn waits(&self) -> bool {
        self.root.is_none()
    }

    fn object(&mut self, row: Raw<'_>, sink: &mut Sink<'_>) {
        let [kind, message, cwd, session, when, result, branch] =
            row.pick(["type", "message", "cwd", "sessionId", "timestamp", "toolCallResult", "gitBranch"]);
        let cwd = cwd.and_then(Raw::owned);
        self.root = self.root.take().or_else(|| cwd.clone());
        let Some(kind) = kind else { return };
        let parts = message.and_then(|message| message.get("parts"));
        if kind.is("tool_result") {
            let responses = parts.into_iter().flat_map(Raw::items);
            let response = responses.filter_map(|part| part.get("functionResponse")).next();
            let id = result.and_then(|result| result.get("callId")).or_else(|| response?.get("id"));
            if let Some(id) = id.and_then(Raw::text) {
                sink.outcome(id.as_bytes(), outcome(result, response));
            }
            return;
        }
        if !kind.is("assistant") {
            return;
        }
        for part in parts.into_iter().flat_map(Raw::items) {
            let Some(call) = part.get("functionCall") else { continue };
            let [id, name, args] = call.pick(["id", "name", "args"]);
            let Some(name) = name.and_then(Raw::owned) else { continue };
            let sent = Sent {
                tool: name,
                arguments: args.map(Raw::payload).unwrap_or_default(),
                cwd: cwd.clone().unwrap_or_default(),
                root: self.root.clone(),
                session: session.and_then(Raw::owned),
                id: id.and_then(Raw::owned),
                ..Sent::default()
            };
            let found =
                Found { sent, time: time(when), branch: branch.and_then(Raw::owned), ..Found::default() };
            sink.call(found, args.unwrap_or(call));
        }
    }
}

fn outcome(result: Option<Raw<'_>>, response: Option<Raw<'_>>) -> Outcome {
    let [status, kind] = result.map(|result| result.pick(["status", "errorType"])).unwrap_or_default();
    let [output, error] = response
        .and_then(|response| response.get("response"))
        .map(|response| response.pick(["output", "error"]))
        .unwrap_or_default();
    let error = error.and_then(Raw::owned).unwrap_or_default();
    let is = |wanted: &str| status.is_some_and(|status| status.is(wanted));
    if is("success") {
        // Only shell calls say so, among what they tell the model.
        let output = output.and_then(Raw::owned).unwrap_or_default();
        let shell = output.starts_with("Command: ");
        let code = output.lines().filter_map(|line| line.strip_prefix("Exit Code: ")).next_back();
        let code = code.filter(|_| shell).and_then(|code| code.trim().parse().ok());
        Outcome::of_exit(code.unwrap_or(0))
    } else if is_ours(&error) {
        Outcome::BlockedByAbide
    } else if is("cancelled") {
        Outcome::Interrupted
    } else if kind.is_some_and(|kind| kind.is("execution_denied")) {
        let refused = error.contains("User denied") || error.contains("denied by polic");
        if refused { Outcome::Refused } else { Outcome::BlockedByHook }
    } else if is("error") {
        Outcome::Failed
    } else {
        Outcome::Unknown
    }
}
