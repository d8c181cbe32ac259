//! Copilot CLI's logs: `session-state/<session>/events.jsonl`.
//!
//! Seen up to 1.0.102. Of a call, three or four events tell: the message that
//! asks for it, the hooks, `tool.execution_start` and `tool.execution_complete`.
//! The last two are read.

use super::wire;
use crate::history::json::Raw;
use crate::history::{DEEP, Found, History, Origin, Outcome, Reader, Root, Sink, time};
use crate::install::Folder;
use crate::payload::Sent;

pub(crate) const HISTORY: History = History {
    roots: &[Root {
        folder: Folder { variable: Some("COPILOT_HOME"), below_home: ".copilot" },
        below: "session-state",
        depth: DEEP,
    }],
    endings: &[".jsonl"],
    within: None,
    project_file: None,
    query: None,
    knows,
    needles: &["\"tool.execution_", "\"session.", "\"permission."],
    pieces: false,
    start: |origin| Box::new(Copilot { origin: origin.clone(), ..Copilot::default() }),
    finish: wire::finish,
};

fn knows(row: Raw<'_>) -> bool {
    let [kind, data, id] = row.pick(["type", "data", "id"]);
    data.is_some_and(Raw::is_object)
        && id.is_some()
        && kind.and_then(Raw::text).is_some_and(|kind| kind.contains('.'))
}

#[derive(Default)]
struct Copilot {
    origin: Origin,
    session: Option<String>,
    root: Option<String>,
    cwd: Option<String>,
    branch: Option<String>,
    /// Calls that a person was asked about: the question, and the call.
    asked: Vec<(String, String)>,
}

impl Reader for Copilot {
    fn object(&mut self, row: Raw<'_>, sink: &mut Sink<'_>) {
        let [kind, data, when] = row.pick(["type", "data", "timestamp"]);
        let (Some(kind), Some(data)) = (kind.and_then(Raw::text), data) else { return };
        match kind.as_ref() {
            "session.start" | "session.resume" | "session.context_changed" => self.place(data),
            "tool.execution_start" => self.call(data, when, sink),
            "tool.execution_complete" => {
                if let Some(id) = data.get("toolCallId").and_then(Raw::text) {
                    sink.outcome(id.as_bytes(), outcome(data));
                }
            }
            "permission.requested" => {
                let question = data.get("requestId").and_then(Raw::owned);
                let call = data.at(&["permissionRequest", "toolCallId"]).and_then(Raw::owned);
                self.asked.extend(question.zip(call));
            }
            "permission.completed" => self.answered(data, sink),
            _ => {}
        }
    }
}

impl Copilot {
    fn place(&mut self, data: Raw<'_>) {
        let context = data.get("context").unwrap_or(data);
        let [cwd, branch] = context.pick(["cwd", "branch"]).map(|text| text.and_then(Raw::owned));
        self.session = self.session.take().or_else(|| data.get("sessionId")?.owned());
        self.root = self.root.take().or_else(|| cwd.clone());
        self.cwd = cwd.or(self.cwd.take());
        self.branch = branch.or(self.branch.take());
    }

    fn call(&self, data: Raw<'_>, when: Option<Raw<'_>>, sink: &mut Sink<'_>) {
        let [id, name, args, server, tool, parent] = data.pick([
            "toolCallId",
            "toolName",
            "arguments",
            "mcpServerName",
            "mcpToolName",
            "parentToolCallId",
        ]);
        let Some(name) = name.and_then(Raw::owned) else { return };
        let usual = server.and_then(Raw::owned).zip(tool.and_then(Raw::owned));
        let sent = Sent {
            tool: name,
            names: usual.map(|(server, tool)| crate::mcp::usual(&server, &tool)).into_iter().collect(),
            arguments: args.map(Raw::payload).unwrap_or_default(),
            cwd: self.cwd.clone().unwrap_or_default(),
            root: self.root.clone(),
            session: Some(self.session.clone().unwrap_or_else(|| self.origin.stem().to_owned())),
            id: id.and_then(Raw::owned),
            subagent: parent.is_some(),
        };
        sink.call(
            Found { sent, time: time(when), branch: self.branch.clone(), ..Found::default() },
            args.unwrap_or(data),
        );
    }

    fn answered(&mut self, data: Raw<'_>, sink: &mut Sink<'_>) {
        let question = data.get("requestId").and_then(Raw::owned).unwrap_or_default();
        let asked = self.asked.iter().position(|(id, _)| *id == question);
        let call = asked.map(|at| self.asked.swap_remove(at).1);
        let call = data.get("toolCallId").and_then(Raw::owned).or(call);
        let kind = data.at(&["result", "kind"]).and_then(Raw::owned).unwrap_or_default();
        if let (Some(call), true) = (call, kind.starts_with("denied")) {
            sink.outcome(&call, Outcome::Refused);
        }
    }
}

fn outcome(data: Raw<'_>) -> Outcome {
    if data.get("success").is_some_and(Raw::is_true) {
        return Outcome::of_exit(data.at(&["shellExecution", "exitCode"]).and_then(Raw::number).unwrap_or(0));
    }
    let [message, code] = data.get("error").map(|error| error.pick(["message", "code"])).unwrap_or_default();
    let message = message.and_then(Raw::owned).unwrap_or_default();
    match message.strip_prefix("Denied by preToolUse hook") {
        Some(rest) => Outcome::blocked(rest.strip_prefix(": ").unwrap_or_default()),
        None if code.is_some_and(|code| code.is("denied")) => Outcome::Refused,
        None if message.starts_with("Permission denied and could not request permission") => Outcome::Refused,
        None => Outcome::Failed,
    }
}
