//! The tree of entries that pi writes, and its fork omp.
//!
//! The first row is the header (the second one in omp), and every other one an
//! entry of a tree whose branches are all in the file. A call is a `toolCall` of an
//! assistant's message, its result a message of the role `toolResult`. What a
//! script of `codemode` called stands only in `nestedCalls` of its result. What a
//! person types after `!` is a message of the role `bashExecution`, and no call.
//!
//! A call that an extension blocked looks like one that failed, but for the reason.

use super::json::Raw;
use super::{Found, Origin, Outcome, Reader, Sink, is_ours, time};
use crate::payload::Sent;

/// Every line that matters holds one of these.
pub(crate) const NEEDLES: &[&str] = &["\"toolCall\"", "\"toolResult\"", "\"session\""];

/// Makes a reader of such a log.
pub(crate) fn start(origin: &Origin) -> Box<dyn Reader> {
    Box::new(Entries { session: origin.stem().to_owned(), ..Entries::default() })
}

#[derive(Default)]
struct Entries {
    /// Whether the header was read.
    begun: bool,
    session: String,
    root: Option<String>,
}

impl Reader for Entries {
    fn waits(&self) -> bool {
        !self.begun
    }

    fn object(&mut self, row: Raw<'_>, sink: &mut Sink<'_>) {
        let [kind, message, when] = row.pick(["type", "message", "timestamp"]);
        let Some(kind) = kind else { return };
        if kind.is("session") {
            self.begun = true;
            let [id, cwd] = row.pick(["id", "cwd"]).map(|text| text.and_then(Raw::owned));
            self.session = id.unwrap_or(std::mem::take(&mut self.session));
            self.root = self.root.take().or(cwd);
            return;
        }
        let Some(message) = message else { return };
        let [role, content, id] = message.pick(["role", "content", "toolCallId"]);
        let Some(role) = role else { return };
        if role.is("toolResult") {
            let id = id.and_then(Raw::owned).unwrap_or_default();
            sink.outcome(&id, outcome(message, content));
            return self.nested(message, when, sink);
        }
        for block in content.filter(|_| role.is("assistant")).into_iter().flat_map(Raw::items) {
            let [kind, id, name, args] = block.pick(["type", "id", "name", "arguments"]);
            if kind.is_some_and(|kind| kind.is("toolCall")) {
                self.call([id, name, args, when], block, sink);
            }
        }
    }
}

impl Entries {
    fn call(&self, [id, name, args, when]: [Option<Raw<'_>>; 4], whole: Raw<'_>, sink: &mut Sink<'_>) {
        let Some(name) = name.and_then(Raw::owned) else { return };
        let sent = Sent {
            tool: name,
            arguments: args.map(Raw::payload).unwrap_or_default(),
            cwd: self.root.clone().unwrap_or_default(),
            root: self.root.clone(),
            session: Some(self.session.clone()),
            id: id.and_then(Raw::owned),
            ..Sent::default()
        };
        sink.call(Found { sent, time: time(when), branch: None, ..Found::default() }, args.unwrap_or(whole));
    }

    fn nested(&self, message: Raw<'_>, when: Option<Raw<'_>>, sink: &mut Sink<'_>) {
        let calls = message.at(&["nestedCalls", "calls"]).into_iter().flat_map(Raw::items);
        for call in calls {
            let [id, name, args, status, error] = call.pick(["id", "name", "arguments", "status", "error"]);
            self.call([id, name, args, when], call, sink);
            let ok = status.is_some_and(|status| status.is("ok"));
            let said = error.map(Raw::said).unwrap_or_default();
            let outcome = if ok { Outcome::Ran } else { of_error(&said) };
            sink.outcome(id.and_then(Raw::owned).unwrap_or_default(), outcome);
        }
    }
}

fn outcome(message: Raw<'_>, content: Option<Raw<'_>>) -> Outcome {
    let [error, details] = message.pick(["isError", "details"]);
    if error.is_some_and(Raw::is_true) {
        return of_error(&content.map(Raw::said).unwrap_or_default());
    }
    // omp alone says it here.
    Outcome::of_exit(details.and_then(|details| details.get("exitCode")?.number()).unwrap_or(0))
}

/// What the two say when an extension gives no reason.
const BLOCKED: &str = "Tool execution was blocked";

fn of_error(text: &str) -> Outcome {
    let last = text.trim_end().lines().next_back().unwrap_or_default();
    if last.starts_with("Command exited with code ") || last.starts_with("Command timed out") {
        Outcome::Failed
    } else if is_ours(text) {
        Outcome::BlockedByAbide
    } else if text.starts_with(BLOCKED) {
        Outcome::BlockedByHook
    } else if last.starts_with("Command aborted") || text.starts_with("Operation aborted") {
        Outcome::Interrupted
    } else {
        Outcome::Failed
    }
}
