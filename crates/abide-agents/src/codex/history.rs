//! Codex's logs: `sessions/<year>/<month>/<day>/rollout-*.jsonl`.
//!
//! Seen from 0.2x to 0.171.0. Rows are `{timestamp, type, payload}`; up to 0.29
//! a payload stands alone, without a time, and the folder is known only from
//! what the model is told (`<environment_context>`).
//!
//! A call is a `function_call`, `custom_tool_call` or `local_shell_call`; its
//! result names the same `call_id`. Events tell of the same call once more
//! (`item_completed`, `exec_command_end`, `patch_apply_end`), again by its id, so
//! of those only the outcome is taken. But the calls that a script of code mode
//! makes are known from their events alone, under ids of their own, and those that
//! a hook blocked there only from what the script printed.
//!
//! Left out are scripts of code mode themselves, keys typed into a running
//! program (`write_stdin`) and what a person typed (`user_shell`): Codex calls no
//! hook for these.
//!
//! A forked session begins with its parent's rows. The first `session_meta` is
//! its own.

use crate::history::json::Raw;
use crate::history::{DEEP, Found, History, Outcome, Reader, Root, Sink, arguments, as_it_is, is_ours, time};
use crate::install::Folder;
use crate::payload::{Payload, Sent};
use jiff::Timestamp;
use std::collections::HashSet;

pub(crate) const HISTORY: History = History {
    roots: &[
        Root { folder: FOLDER, below: "sessions", depth: DEEP },
        Root { folder: FOLDER, below: "archived_sessions", depth: DEEP },
    ],
    endings: &[".jsonl", ".jsonl.zst"],
    within: None,
    project_file: None,
    query: None,
    knows,
    needles: &[
        "\"call_id\"",
        "\"item_completed\"",
        "\"session_meta\"",
        "\"turn_context\"",
        "<environment_context>",
    ],
    pieces: false,
    start: |_| Box::new(Codex::default()),
    finish: as_it_is,
};

const FOLDER: Folder = Folder { variable: Some("CODEX_HOME"), below_home: ".codex" };

fn knows(row: Raw<'_>) -> bool {
    let [kind, payload, record, instructions, call] =
        row.pick(["type", "payload", "record_type", "instructions", "call_id"]);
    let wrapped = ["session_meta", "response_item", "event_msg", "turn_context", "compacted"];
    let is = |kinds: &[&str]| kind.is_some_and(|kind| kinds.iter().any(|known| kind.is(known)));
    payload.is_some() && is(&wrapped)
        || record.is_some()
        || kind.is_none() && instructions.is_some()
        || call.is_some() && is(&["function_call", "local_shell_call", "custom_tool_call"])
}

#[derive(Default)]
struct Codex {
    begun: bool,
    session: Option<String>,
    /// When the session began: old rows have no time of their own.
    time: Option<Timestamp>,
    root: Option<String>,
    cwd: String,
    branch: Option<String>,
    subagent: bool,
    /// Ids of calls that a row of their own told of.
    told: HashSet<String>,
    /// Scripts of code mode.
    scripts: HashSet<String>,
}

impl Reader for Codex {
    fn waits(&self) -> bool {
        !self.begun
    }

    fn object(&mut self, row: Raw<'_>, sink: &mut Sink<'_>) {
        let [kind, payload, when] = row.pick(["type", "payload", "timestamp"]);
        let when = time(when);
        match (kind, payload) {
            (Some(kind), Some(payload)) if kind.is("session_meta") => self.begin(payload, when),
            (Some(kind), Some(payload)) if kind.is("turn_context") => {
                self.cwd = payload.get("cwd").and_then(Raw::owned).unwrap_or(std::mem::take(&mut self.cwd));
            }
            (Some(kind), Some(payload)) if kind.is("response_item") => self.item(payload, when, sink),
            (Some(kind), Some(payload)) if kind.is("event_msg") => self.event(payload, when, sink),
            (None, None) if !self.begun && row.get("id").is_some() => self.begin(row, when),
            (Some(_), None) => self.item(row, when.or(self.time), sink),
            _ => {}
        }
    }
}

impl Codex {
    /// Only the first header is this session's own.
    fn begin(&mut self, meta: Raw<'_>, time: Option<Timestamp>) {
        if std::mem::replace(&mut self.begun, true) {
            return;
        }
        let [id, session, cwd, source, parent] =
            meta.pick(["id", "session_id", "cwd", "source", "parent_thread_id"]);
        self.session = session.or(id).and_then(Raw::owned);
        self.time = time;
        self.root = cwd.and_then(Raw::owned);
        self.cwd = self.root.clone().unwrap_or_default();
        self.branch = meta.at(&["git", "branch"]).and_then(Raw::owned);
        self.subagent = source.is_some_and(Raw::is_object) || parent.and_then(Raw::owned).is_some();
    }

    fn item(&mut self, item: Raw<'_>, time: Option<Timestamp>, sink: &mut Sink<'_>) {
        let [kind, id, name, space] = item.pick(["type", "call_id", "name", "namespace"]);
        let Some(kind) = kind.and_then(Raw::text) else { return };
        let Some(id) = id.and_then(Raw::owned) else {
            if kind == "message" {
                self.environment(item);
            }
            return;
        };
        let [given, input, action, output] = item.pick(["arguments", "input", "action", "output"]);
        let name = name.and_then(Raw::owned).unwrap_or_default();
        match kind.as_ref() {
            "function_call" if name == "write_stdin" => {}
            "function_call" => {
                let space = space.and_then(Raw::owned).filter(|space| space.starts_with("mcp__"));
                let name = space.map_or(name.clone(), |space| format!("{space}__{name}"));
                let payload = given.map(Raw::payload).unwrap_or_default();
                self.call(name, payload, id, time, given.unwrap_or(item), sink);
            }
            // The name of the tool that runs scripts of code mode.
            "custom_tool_call" if name == "exec" => drop(self.scripts.insert(id)),
            "custom_tool_call" => {
                let text = input.and_then(Raw::owned).unwrap_or_default();
                self.call(name, arguments("input", text.into()), id, time, input.unwrap_or(item), sink);
            }
            "local_shell_call" => {
                let payload = action.map(Raw::payload).unwrap_or_default();
                self.call("local_shell".into(), payload, id, time, action.unwrap_or(item), sink);
            }
            "function_call_output" | "custom_tool_call_output" | "local_shell_call_output" => {
                let Some(output) = output else { return };
                if self.scripts.contains(&id) {
                    return self.blocked_in_script(&id, output, time, sink);
                }
                sink.outcome(&id, outcome(&output.said()));
            }
            _ => {}
        }
    }

    fn event(&mut self, event: Raw<'_>, time: Option<Timestamp>, sink: &mut Sink<'_>) {
        let [kind, id, item, code, success] = event.pick(["type", "call_id", "item", "exit_code", "success"]);
        if let (Some(item), true) = (item, kind.is_some_and(|kind| kind.is("item_completed"))) {
            return self.completed(item, time, sink);
        }
        let Some(id) = id.and_then(Raw::text) else { return };
        if let Some(code) = code.and_then(Raw::number) {
            sink.outcome(id.as_bytes(), Outcome::of_exit(code));
        } else if let Some(success) = success {
            sink.outcome(id.as_bytes(), if success.is_true() { Outcome::Ran } else { Outcome::Failed });
        }
    }

    /// Something that was done: by a call that a row tells of, or by a script.
    fn completed(&mut self, item: Raw<'_>, time: Option<Timestamp>, sink: &mut Sink<'_>) {
        let [kind, id, status, code, source] = item.pick(["type", "id", "status", "exit_code", "source"]);
        let (Some(kind), Some(id)) = (kind.and_then(Raw::text), id.and_then(Raw::owned)) else { return };
        if source.is_some_and(|source| source.is("user_shell")) {
            return;
        }
        let failed = status.is_some_and(|status| status.is("failed"));
        let outcome = match (code.and_then(Raw::number), status) {
            (Some(code), _) => Outcome::of_exit(code),
            (None, _) if failed => Outcome::Failed,
            (None, Some(status)) if status.is("completed") => Outcome::Ran,
            (None, Some(status)) if status.is("declined") => Outcome::Refused,
            _ => Outcome::Unknown,
        };
        if !self.told.contains(&id) {
            let [command, changes, server, tool, given] =
                item.pick(["command", "changes", "server", "tool", "arguments"]);
            let (name, payload, text) = match (kind.as_ref(), command, changes) {
                ("CommandExecution", Some(command), _) => {
                    let words = serde_json::from_slice(command.bytes()).unwrap_or_default();
                    ("exec_command".to_owned(), arguments("cmd", words), command)
                }
                ("FileChange", _, Some(changes)) => {
                    ("apply_patch".to_owned(), arguments("input", patch(changes).into()), changes)
                }
                ("McpToolCall", ..) => {
                    let part = |part: Option<Raw<'_>>| part.and_then(Raw::owned).unwrap_or_default();
                    let name = crate::mcp::usual(&part(server), &part(tool));
                    (name, given.map(Raw::payload).unwrap_or_default(), given.unwrap_or(item))
                }
                _ => return,
            };
            let here = item.get("cwd").and_then(Raw::owned).map(|url| of_url(&url));
            let before = here.map(|here| std::mem::replace(&mut self.cwd, here));
            self.call(name, payload, id.clone(), time, text, sink);
            self.cwd = before.unwrap_or(std::mem::take(&mut self.cwd));
        }
        sink.outcome(&id, outcome);
    }

    /// Calls of a script that a hook blocked, from what the script printed.
    fn blocked_in_script(&mut self, id: &str, output: Raw<'_>, time: Option<Timestamp>, sink: &mut Sink<'_>) {
        let texts: Vec<_> = match output.text() {
            Some(text) => vec![text],
            None => output.items().filter_map(|item| item.get("text")?.text()).collect(),
        };
        for (number, text) in texts.iter().enumerate() {
            let Some((_, told)) = text.split_once(BLOCKED) else { continue };
            let Some((reason, command)) = told.split_once(". Command: ") else { continue };
            let (name, field) = match command.starts_with("*** Begin Patch") {
                true => ("apply_patch", "input"),
                false => ("exec_command", "cmd"),
            };
            let id = format!("{id}#{number}");
            self.call(name.to_owned(), arguments(field, command.into()), id.clone(), time, output, sink);
            sink.outcome(&id, Outcome::blocked(reason));
        }
    }

    fn call(
        &mut self,
        tool: String,
        arguments: Payload,
        id: String,
        time: Option<Timestamp>,
        text: Raw<'_>,
        sink: &mut Sink<'_>,
    ) {
        self.told.insert(id.clone());
        // What a hook is told, whatever the model called it.
        let shell = ["exec_command", "shell", "shell_command", "local_shell"].contains(&tool.as_str());
        let sent = Sent {
            names: if shell { vec!["Bash".to_owned()] } else { Vec::new() },
            tool,
            arguments,
            cwd: self.cwd.clone(),
            root: self.root.clone(),
            session: self.session.clone(),
            id: Some(id),
            subagent: self.subagent,
        };
        sink.call(Found { sent, time, branch: self.branch.clone(), ..Found::default() }, text);
    }

    /// The folder, from what old versions tell the model.
    fn environment(&mut self, message: Raw<'_>) {
        if self.root.is_some() {
            return;
        }
        let said = message.get("content").map(Raw::said).unwrap_or_default();
        let cwd = said.split_once("<cwd>").and_then(|(_, rest)| rest.split_once("</cwd>"));
        if let Some((cwd, _)) = cwd {
            self.cwd = cwd.to_owned();
            self.root = Some(cwd.to_owned());
        }
    }
}

const BLOCKED: &str = "Command blocked by PreToolUse hook: ";

/// Texts by which Codex says that a call did not run, and why. They may have a
/// few words before them, but never an exit code.
const REFUSALS: &[(&str, Outcome)] = &[
    ("aborted by user", Outcome::Interrupted),
    ("rejected by user", Outcome::Refused),
    ("approval policy is Never; reject command", Outcome::Refused),
    ("approval policy is never; reject command", Outcome::Refused),
    ("rejected: blocked by policy", Outcome::Refused),
    ("This action was rejected due to unacceptable risk", Outcome::Refused),
];

/// How errors begin that are not a program's own.
const FAILURES: &[&str] = &[
    "unsupported call",
    "failed in sandbox",
    "exec_command failed",
    "failed to parse",
    "apply_patch verification failed",
];

/// What became of a call, by what the model was told. A call that failed in the
/// sandbox did start.
fn outcome(text: &str) -> Outcome {
    if let Some(reason) = text.strip_prefix(BLOCKED) {
        return Outcome::blocked(reason);
    }
    if is_ours(text) {
        return Outcome::BlockedByAbide;
    }
    if let Some((told, _)) = Raw::first(text.as_bytes()).filter(|(told, _)| told.is_object()) {
        if let Some(code) = told.at(&["metadata", "exit_code"]).and_then(Raw::number) {
            return Outcome::of_exit(code);
        }
        return Outcome::Ran;
    }
    // Before `Output:` it is Codex that speaks, behind it the program.
    let head = text.split("\nOutput:").next().unwrap_or_default();
    let code = head.lines().find_map(|line| {
        line.strip_prefix("Exit code: ").or_else(|| line.strip_prefix("Process exited with code "))
    });
    if let Some(code) = code {
        return Outcome::of_exit(code.trim().parse().unwrap_or(1));
    }
    let head: String = head.chars().take(300).collect();
    let refused = REFUSALS.iter().find(|(words, _)| head.contains(words));
    match refused {
        Some((_, outcome)) => *outcome,
        None if FAILURES.iter().any(|start| text.starts_with(start)) => Outcome::Failed,
        None => Outcome::Ran,
    }
}

/// The patch that makes these changes, as far as its files go.
fn patch(changes: Raw<'_>) -> String {
    let mut patch = "*** Begin Patch\n".to_owned();
    changes.members(|name, change| {
        let path = String::from_utf8_lossy(name);
        let [kind, moved] = change.pick(["type", "move_path"]);
        let verb = match kind {
            Some(kind) if kind.is("add") => "Add",
            Some(kind) if kind.is("delete") => "Delete",
            _ => "Update",
        };
        patch.push_str(&format!("*** {verb} File: {path}\n"));
        if let Some(moved) = moved.and_then(Raw::owned) {
            patch.push_str(&format!("*** Move to: {moved}\n"));
        }
        if verb == "Update" {
            // A patch that changes nothing is none.
            patch.push_str("@@\n-a\n+b\n");
        } else if verb == "Add" {
            patch.push_str("+\n");
        }
        true
    });
    patch + "*** End Patch\n"
}

/// The path of a `file://` URL.
fn of_url(url: &str) -> String {
    let Some(path) = url.strip_prefix("file://") else { return url.to_owned() };
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.as_bytes();
    while let Some((first, behind)) = rest.split_first() {
        let hex = |two: &[u8]| u8::from_str_radix(std::str::from_utf8(two).ok()?, 16).ok();
        match (first, behind.get(..2).and_then(hex)) {
            (b'%', Some(byte)) => {
                bytes.push(byte);
                rest = &behind[2..];
            }
            _ => {
                bytes.push(*first);
                rest = behind;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
