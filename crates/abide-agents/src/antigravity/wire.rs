//! Antigravity's hook JSON, both ways, by documentation: the `PreToolUse`
//! event, and what others saw on its CLI 1.1.2.
//!
//! A hook must always decide; a document that is missing or broken blocks.
//! There `allow` does not take the place of the person's own permission
//! prompt, so it is what a pass says. `force_ask` asks the person even where
//! they have said "always allow" before, which `ask` does not.

use crate::payload::{Payload, Sent};
use crate::tool::{Shape, Tools};
use crate::{Answer, WireError};
use abide_rules::{Action, FileKind, OnError, Verdict};

/// Antigravity's own tools.
pub(crate) const TOOLS: Tools = &[
    ("run_command", Shape::Shell(&["CommandLine"], &["Cwd"])),
    ("view_file", Shape::Files(FileKind::Read, &["AbsolutePath"])),
    ("write_to_file", Shape::Files(FileKind::Write, &["TargetFile"])),
    ("replace_file_content", Shape::Files(FileKind::Edit, &["TargetFile"])),
    ("multi_replace_file_content", Shape::Files(FileKind::Edit, &["TargetFile"])),
    ("grep_search", Shape::Search(&["SearchPath"], &["Includes"])),
    ("list_dir", Shape::Files(FileKind::Other, &["DirectoryPath"])),
    ("find_by_name", Shape::Files(FileKind::Other, &["SearchDirectory"])),
];

/// Takes a call out of what was sent.
pub(crate) fn open(bytes: &[u8]) -> Result<Sent, WireError> {
    let mut call = Payload::read(bytes)?;
    call.expect("hook_event_name", "PreToolUse")?;
    let root = call.first_of("workspacePaths");
    let session = call.owned("conversationId");
    let mut about = call.take("toolCall")?;
    let (tool, arguments) = match about.owned("name") {
        Some(tool) => (tool, about.take("args")?),
        // As most agents write it, for tests by hand.
        None => (call.owned("tool_name").ok_or(WireError::NoTool)?, call.take("tool_input")?),
    };
    let cwd = root.clone().or_else(|| call.first_text(&["cwd"])).unwrap_or_default();
    Ok(Sent { tool, arguments, cwd, root, session, ..Sent::default() })
}

/// Says a verdict.
pub(crate) fn answer(verdict: &Verdict) -> Answer {
    let Verdict::Violation(hit) = verdict else {
        return allow();
    };
    match hit.action {
        Action::Block => Answer::decision("deny", &hit.reason),
        Action::Ask => Answer::decision("force_ask", &hit.reason),
        Action::Warn => allow().and_noted(&hit.reason),
    }
}

/// Says that abide itself failed.
pub(crate) fn fail(text: &str, on_error: OnError) -> Answer {
    match on_error {
        OnError::Allow => allow().and_noted(text),
        OnError::Block => Answer::decision("deny", text),
    }
}

fn allow() -> Answer {
    Answer::document(&[("decision", "allow".into())])
}
