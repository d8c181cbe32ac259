//! Cursor's hook JSON, both ways, by its documentation.
//!
//! The manual's page on hooks (as of 2026-03 and 2026-10), a `preToolUse` call
//! that Cursor 3.10.20 sent, and a report on 3.9.16 on Windows. In that call
//! both `cwd` fields were empty texts, so the first of `workspace_roots` says
//! where it runs; on Windows standard input begins with a byte order mark.
//!
//! `preToolUse` covers every tool. Those who hook the older events instead
//! (`beforeShellExecution`, `beforeMCPExecution`, `beforeReadFile`) are
//! answered as well. `afterFileEdit` comes too late to block.
//!
//! A block says it three times: a document on standard output, the reason on
//! standard error, and exit code 2. An `ask` is not enforced at `preToolUse`,
//! so `ask` blocks. Exit code 1 lets the call run. An entry must not say
//! `failClosed`: abide's silence would then block as well. There is no known way to warn a person of a call that runs;
//! standard error is where Cursor's hook log takes it from.

use crate::answer::{line, marked};
use crate::payload::{Payload, Sent};
use crate::tool::{Fields, Shape, Tools};
use crate::{Answer, WireError};
use abide_rules::{Action, FileKind, OnError, Verdict};

/// Where a file tool has its path: in hook calls, and as transcripts show it.
const PATH: Fields = &["file_path", "path", "target_file"];

/// Cursor's own tools. A tool of a server is `MCP:<tool>`; which server it is
/// is not said.
pub(crate) const TOOLS: Tools = &[
    ("Shell", Shape::Shell(&["command"], &["working_directory", "cwd"])),
    ("Read", Shape::Files(FileKind::Read, PATH)),
    ("TabRead", Shape::Files(FileKind::Read, PATH)),
    ("Write", Shape::Files(FileKind::Write, PATH)),
    ("TabWrite", Shape::Files(FileKind::Write, PATH)),
    ("Edit", Shape::Files(FileKind::Edit, PATH)),
    ("StrReplace", Shape::Files(FileKind::Edit, PATH)),
    ("EditNotebook", Shape::Files(FileKind::Edit, &["target_notebook", "file_path", "path"])),
    ("Delete", Shape::Files(FileKind::Delete, PATH)),
    ("Grep", Shape::Search(&["path", "file_path"], &["glob"])),
    ("Glob", Shape::Files(FileKind::Other, &["target_directory", "path"])),
    ("List", Shape::Files(FileKind::Other, PATH)),
    ("LS", Shape::Files(FileKind::Other, PATH)),
];

/// Takes a call out of what was sent.
pub(crate) fn open(bytes: &[u8]) -> Result<Sent, WireError> {
    let mut call = Payload::read(bytes)?;
    let root = call.first_of("workspace_roots").filter(|root| !root.is_empty());
    let (cwd, session) = (call.first_text(&["cwd"]), call.first_text(&["session_id", "conversation_id"]));
    let id = call.first_text(&["tool_use_id"]);
    let (tool, arguments) = match call.text("hook_event_name") {
        // Here the call itself is the input, `cwd` and all.
        Some("beforeShellExecution") => ("Shell".to_owned(), call),
        Some("beforeReadFile" | "beforeTabFileRead") => ("Read".to_owned(), call),
        Some("beforeMCPExecution") => {
            let tool = call.owned("tool_name").ok_or(WireError::NoTool)?;
            (format!("MCP:{tool}"), call.take("tool_input")?)
        }
        _ => {
            call.expect("hook_event_name", "preToolUse")?;
            (call.owned("tool_name").ok_or(WireError::NoTool)?, call.take("tool_input")?)
        }
    };
    Ok(Sent {
        tool,
        arguments,
        cwd: cwd.or(root.clone()).unwrap_or_default(),
        root,
        session,
        id,
        ..Sent::default()
    })
}

/// Says a verdict.
pub(crate) fn answer(verdict: &Verdict) -> Answer {
    let Verdict::Violation(hit) = verdict else {
        return Answer::silent();
    };
    match hit.action {
        Action::Block | Action::Ask => deny(&hit.reason),
        Action::Warn => Answer::noted(&hit.reason, 0),
    }
}

/// Says that abide itself failed.
pub(crate) fn fail(text: &str, on_error: OnError) -> Answer {
    match on_error {
        OnError::Allow => Answer::noted(text, 1),
        OnError::Block => deny(text),
    }
}

fn deny(reason: &str) -> Answer {
    let reason = marked(reason);
    let document = Answer::document(&[
        ("permission", "deny".into()),
        ("user_message", reason.clone().into()),
        ("agent_message", reason.clone().into()),
    ]);
    Answer { stderr: line(&reason), exit_code: 2, ..document }
}
