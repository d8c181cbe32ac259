//! Claude Code's logs: `projects/<folder>/<session>.jsonl`.
//!
//! Seen from 1.0 to 2.1.332. Only rows of the types `assistant` and `user`
//! count. Newer versions write down what they send to the model as well
//! (`api-request`, `api-request-blob`), and `progress` rows of the main file
//! repeat what a subagent's own file has: all of these hold the same calls again.
//!
//! A subagent is a flag on the row (`isSidechain`), wherever its rows are: among
//! those of the session (1.x), in a file beside it (2.0.37 on), or in
//! `<session>/subagents/` (2.1.2 on). Its `sessionId` is that of the session.
//!
//! What a person types after `!` is a row of the type `user` whose content is a
//! text, and so is no call.
//!
//! The folder is named after the one that Claude Code was started in, every
//! character but letters and digits a `-`. That cannot be turned back, but it
//! tells which folder above a row's `cwd` it was.

use crate::history::json::Raw;
use crate::history::{
    Became, DEEP, Found, History, One, Origin, Outcome, Reader, Root, Sink, as_it_is, is_ours, spelled_above,
    time,
};
use crate::install::Folder;
use crate::payload::Sent;
use memchr::memmem::Finder;
use std::sync::LazyLock;

pub(crate) const HISTORY: History = History {
    roots: &[Root {
        folder: Folder { variable: Some("CLAUDE_CONFIG_DIR"), below_home: ".claude" },
        below: "projects",
        depth: DEEP,
    }],
    endings: &[".jsonl"],
    within: None,
    project_file: None,
    query: None,
    knows,
    needles: &["\"tool_use"],
    pieces: true,
    start: |origin| Box::new(Claude { origin: origin.clone(), ..Claude::default() }),
    finish: as_it_is,
};

/// Rows that others write as well, or that only Qwen Code does, are left alone.
fn knows(row: Raw<'_>) -> bool {
    let [kind, session, message, provenance] = row.pick(["type", "sessionId", "message", "provenance"]);
    let (Some(kind), Some(_), None) = (kind, session, provenance) else { return false };
    match message {
        Some(message) => (kind.is("assistant") || kind.is("user")) && message.get("content").is_some(),
        None => OTHER_ROWS.iter().any(|other| kind.is(other)),
    }
}

/// Rows without a message that may stand first in a file.
const OTHER_ROWS: &[&str] = &[
    "queue-operation",
    "permission-mode",
    "mode",
    "last-prompt",
    "atis-latch",
    "progress",
    "attachment",
    "ai-title",
    "custom-title",
    "agent-name",
];

#[derive(Default)]
struct Claude {
    origin: Origin,
    /// The folder that the session was started in.
    root: Option<String>,
}

impl Reader for Claude {
    fn waits(&self) -> bool {
        self.root.is_none()
    }

    fn object(&mut self, row: Raw<'_>, sink: &mut Sink<'_>) {
        let [kind, message, cwd, session, when, sidechain, branch, result] = row.pick([
            "type",
            "message",
            "cwd",
            "sessionId",
            "timestamp",
            "isSidechain",
            "gitBranch",
            "toolUseResult",
        ]);
        if self.root.is_none()
            && let Some(cwd) = cwd.and_then(Raw::owned)
        {
            let origin = &self.origin;
            let root = spelled_above(&cwd, |folder| origin.is_below(&spelled(folder)));
            self.root = Some(root.unwrap_or(&cwd).to_owned());
        }
        let Some(content) = message.and_then(|message| message.get("content")) else { return };
        let kind = kind.unwrap_or(content);
        if kind.is("user") {
            return results(row, content, result, sink);
        }
        if !kind.is("assistant") {
            return;
        }
        let time = time(when);
        for block in content.items() {
            let [kind, id, name, input] = block.pick(["type", "id", "name", "input"]);
            let tool = name.filter(|name| name.is_text() && !name.is(""));
            let (Some(kind), Some(tool), Some(input)) = (kind, tool, input) else { continue };
            if !kind.is("tool_use") {
                continue;
            }
            let parts = [
                Some(tool.bytes()),
                Some(input.bytes()),
                cwd.map(Raw::bytes),
                session.map(Raw::bytes),
                branch.map(Raw::bytes),
                sidechain.map(Raw::bytes),
                self.root.as_deref().map(str::as_bytes),
            ];
            let id = id.and_then(Raw::text_bytes).unwrap_or_default();
            let one = One { id: &id, time, arguments: input };
            sink.call_of(parts, one, || Found {
                exits: tool.text().is_some_and(|tool| tool == "Bash"),
                sent: Sent {
                    tool: tool.owned().unwrap_or_default(),
                    arguments: input.payload(),
                    cwd: cwd.and_then(Raw::owned).or_else(|| self.root.clone()).unwrap_or_default(),
                    root: self.root.clone(),
                    session: session.and_then(Raw::owned),
                    subagent: sidechain.is_some_and(Raw::is_true),
                    ..Sent::default()
                },
                branch: branch.and_then(Raw::owned),
                time,
            });
        }
    }
}

/// The results in the row of a user; `result` is what it says of the one of a tool.
fn results(row: Raw<'_>, content: Raw<'_>, result: Option<Raw<'_>>, sink: &mut Sink<'_>) {
    for block in content.items() {
        let [kind, id, error, said] = block.pick(["type", "tool_use_id", "is_error", "content"]);
        let (Some(kind), Some(id)) = (kind, id.and_then(Raw::text_bytes)) else { continue };
        if kind.is("tool_result") {
            sink.outcome(&id, became(row, error.is_some_and(Raw::is_true), said, result));
        }
    }
}

/// How the note begins that a person stopped a call.
const INTERRUPTED: &str = "[Request interrupted by user";

static INTERRUPTED_IN: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new(INTERRUPTED));

/// What became of a call, by the row of its result.
fn became(row: Raw<'_>, error: bool, said: Option<Raw<'_>>, result: Option<Raw<'_>>) -> Became {
    if !error {
        let stopped = result.and_then(|result| result.get("interrupted")).is_some_and(Raw::is_true);
        return if stopped { Outcome::Interrupted } else { Outcome::Ran }.into();
    }
    // It had begun. What it printed may be long, and is not read.
    if let Some(said) = said.filter(|said| said.starts_with("Exit code ")) {
        return if said.holds(&INTERRUPTED_IN) { Outcome::Interrupted } else { Outcome::Failed }.into();
    }
    let said = said.map(Raw::said).unwrap_or_default();
    let text = said.trim_start();
    if text.starts_with("Exit code ") {
        return if text.contains(INTERRUPTED) { Outcome::Interrupted } else { Outcome::Failed }.into();
    }
    of_error(row, text)
}

/// The same by an error without an exit code.
fn of_error(row: Raw<'_>, text: &str) -> Became {
    let [denial, decision, result] = row.pick(["toolDenialKind", "permissionDecision", "toolUseResult"]);
    if let Some(reason) = text.strip_prefix("PreToolUse:").and_then(|rest| rest.split_once(" hook error: ")) {
        return Outcome::blocked(without_command(reason.1)).into();
    }
    let inside = text.strip_prefix("<tool_use_error>");
    if is_ours(inside.unwrap_or(text)) {
        return Outcome::BlockedByAbide.into();
    }
    if let Some(decision) = decision
        && decision.get("decision").is_some_and(|decision| decision.is("reject"))
    {
        let hook = decision.get("source").is_some_and(|source| source.is("hook"));
        return if hook { Outcome::BlockedByHook } else { Outcome::Refused }.into();
    }
    match denial {
        Some(denial) if denial.is("interrupted") => return Outcome::Interrupted.into(),
        // Hooks written as modules of Claude Code's deny so.
        Some(denial) if denial.is("permission-rule") && inside.is_some() => {
            return Outcome::BlockedByHook.into();
        }
        Some(_) => return Outcome::Refused.into(),
        None => {}
    }
    let known = |table: &[&str]| table.iter().any(|start| text.starts_with(start));
    if known(REFUSALS) || is_folder_guard(inside.unwrap_or(text)) {
        return Outcome::Refused.into();
    }
    if text.starts_with(INTERRUPTED) {
        return Outcome::Interrupted.into();
    }
    let bare = result.and_then(Raw::text).is_some_and(|result| result.starts_with("Error: "));
    if !bare || inside.is_some() || known(ERRORS) {
        return Outcome::Failed.into();
    }
    // Some versions hand on a hook's reason as it is. A command that failed
    // has its exit code before everything else, so one without it did not run.
    let says_so = text.to_ascii_uppercase().contains("BLOCKED") || text.contains("hook");
    let outcome = if says_so { Outcome::BlockedByHook } else { Outcome::Failed };
    Became { outcome, exits: Outcome::BlockedByHook }
}

/// The reason in `[command of the hook]: reason`.
fn without_command(text: &str) -> &str {
    let bracket = text.strip_prefix('[').and_then(|rest| rest.split_once("]: "));
    bracket.map_or(text, |(_, reason)| reason)
}

/// How refusals by a person, or for want of one, begin. From logs of 1.0.31 to
/// 2.1.332.
const REFUSALS: &[&str] = &[
    "The user doesn't want to proceed with this tool use",
    "The user doesn't want to take this action right now",
    "Permission to use ",
    "Permission for this tool use was denied",
    "User rejected tool use",
];

/// How errors begin that are Claude Code's own, and no exit code comes with.
const ERRORS: &[&str] = &[
    "Command timed out",
    "Sibling tool call errored",
    "InputValidationError",
    "No such tool available",
    "Tool use is not allowed",
    "File has not been read yet",
    "Error: ",
];

/// `cd in '/' was blocked. For security, ...`
fn is_folder_guard(text: &str) -> bool {
    let text = text.strip_prefix("ERROR: ").unwrap_or(text);
    text.lines().next().is_some_and(|line| line.contains(" was blocked. For security"))
}

/// A folder as it is spelled in the names of log folders.
fn spelled(folder: &str) -> String {
    folder.chars().map(|letter| if letter.is_ascii_alphanumeric() { letter } else { '-' }).collect()
}
