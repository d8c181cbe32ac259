//! GitHub Copilot CLI's hook JSON, both ways.
//!
//! Read on Copilot CLI 1.0.102. The name under which the hook is registered
//! chooses the dialect: `preToolUse` sends `toolName` and `toolArgs` (an
//! object here, a text that holds one in older documentation), `PreToolUse`
//! sends `tool_name` and `tool_input` with Claude Code's names for the tools
//! but Copilot's own for their fields.
//!
//! | answer | what Copilot does |
//! | --- | --- |
//! | exit 0, `{"permissionDecision":"deny","permissionDecisionReason":R}` | blocks in both dialects, the model reads R |
//! | the same with `"ask"` | asks the person; blocks where there is none (`-p`) |
//! | any exit code but 0, a crash, no such program | **blocks**, the reason is lost |
//! | exit 0, nothing or other text | runs |
//!
//! So a failure of abide that should let the call run must still end in 0.

use crate::answer::marked;
use crate::payload::{Payload, Sent};
use crate::tool::{self, HERE, Own, Shape, Tools};
use crate::{Answer, WireError, mcp};
use abide_rules::{Action, FileKind, Input, OnError, Verdict};

/// Copilot's own tools, in both dialects. The last two are offered to some
/// models only, by its documentation.
pub(crate) const TOOLS: Tools = &[
    ("bash", Shape::Shell(&["command"], HERE)),
    ("powershell", Shape::PowerShell(&["command"], HERE)),
    ("Bash", Shape::Shell(&["command"], HERE)),
    ("PowerShell", Shape::PowerShell(&["command"], HERE)),
    ("view", Shape::Files(FileKind::Read, &["path"])),
    ("Read", Shape::Files(FileKind::Read, &["path", "file_path"])),
    ("edit", Shape::Files(FileKind::Edit, &["path"])),
    ("Edit", Shape::Files(FileKind::Edit, &["path", "file_path"])),
    ("create", Shape::Files(FileKind::Write, &["path"])),
    ("Write", Shape::Files(FileKind::Write, &["path", "file_path"])),
    ("grep", Shape::Search(&["path", "paths"], &["glob"])),
    ("Grep", Shape::Search(&["path", "paths"], &["glob"])),
    ("glob", Shape::Files(FileKind::Other, &["path"])),
    ("Glob", Shape::Files(FileKind::Other, &["path"])),
    ("str_replace_editor", Shape::Own(Own { needs: "path", folder: HERE, read: editor })),
    ("apply_patch", Shape::Patch(&["input", "patch", "command"])),
];

/// The tool that is several: its `command` says which.
fn editor(arguments: &Payload) -> Option<Input> {
    let kind = match arguments.text("command") {
        Some("view") => FileKind::Read,
        Some("create") => FileKind::Write,
        _ => FileKind::Edit,
    };
    Some(Input::Files(kind, arguments.texts(&["path"])))
}

/// Takes a call out of what was sent.
pub(crate) fn open(bytes: &[u8]) -> Result<Sent, WireError> {
    let mut call = Payload::read(bytes)?;
    call.expect("hook_event_name", "PreToolUse")?;
    // The other dialect names no event, but only what is done has a result.
    if call.value("toolResult").is_some() {
        return Err(WireError::Event { name: "postToolUse".into(), wanted: "preToolUse" });
    }
    let tool = call.first_text(&["toolName", "tool_name"]).ok_or(WireError::NoTool)?;
    let arguments = if call.value("toolArgs").is_some() { "toolArgs" } else { "tool_input" };
    finish(Sent {
        tool,
        arguments: call.take(arguments)?,
        cwd: call.owned("cwd").unwrap_or_default(),
        session: call.first_text(&["sessionId", "session_id"]),
        ..Sent::default()
    })
}

/// Says what the name of a tool of a server stands for: it is `<server>-<tool>`.
pub(crate) fn finish(mut sent: Sent) -> Result<Sent, WireError> {
    if sent.names.is_empty() && !tool::has(TOOLS, &sent.tool) {
        sent.names = mcp::cuts(&sent.tool, '-');
    }
    Ok(sent)
}

/// Says a verdict.
pub(crate) fn answer(verdict: &Verdict) -> Answer {
    let Verdict::Violation(hit) = verdict else {
        return Answer::silent();
    };
    match hit.action {
        Action::Block => decide("deny", &hit.reason),
        Action::Ask => decide("ask", &hit.reason),
        Action::Warn => Answer::noted(&hit.reason, 0),
    }
}

/// Says that abide itself failed.
pub(crate) fn fail(text: &str, on_error: OnError) -> Answer {
    match on_error {
        OnError::Allow => Answer::noted(text, 0),
        OnError::Block => decide("deny", text),
    }
}

fn decide(decision: &str, reason: &str) -> Answer {
    Answer::document(&[
        ("permissionDecision", decision.into()),
        ("permissionDecisionReason", marked(reason).into()),
    ])
}
