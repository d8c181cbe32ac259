//! Gemini CLI's hook JSON, both ways: the `BeforeTool` event.
//!
//! Read on Gemini CLI 0.61.0. Paths arrive as the model wrote them.
//!
//! | answer | what Gemini does |
//! | --- | --- |
//! | exit 0, `{"decision":"deny","reason":R}` | blocks, the model reads R, no warning |
//! | exit 0, other text on standard output | runs, shows the text to the person |
//! | exit 0, `{"decision":"ask"}` | hangs without a terminal, so `ask` blocks |
//! | exit 2 and more, with a text anywhere | blocks, and warns of a failed hook |
//! | exit 2 and more, without a text | **runs** |
//!
//! So a failure of abide never ends in an exit code: the one way to let the
//! call run and be heard is a text on standard output.

use crate::answer::{line, marked};
use crate::payload::{Payload, Sent};
use crate::tool::{Shape, Tools};
use crate::{Answer, WireError, mcp};
use abide_rules::{Action, FileKind, OnError, Verdict};

/// Gemini's own tools: 0.61.0, and the names of fields in older versions.
pub(crate) const TOOLS: Tools = &[
    ("run_shell_command", Shape::Shell(&["command"], &["dir_path", "directory"])),
    ("read_file", Shape::Files(FileKind::Read, &["file_path", "absolute_path"])),
    ("read_many_files", Shape::Globs(&["include", "paths"])),
    ("write_file", Shape::Files(FileKind::Write, &["file_path"])),
    ("replace", Shape::Files(FileKind::Edit, &["file_path"])),
    ("grep_search", Shape::Search(&["dir_path", "path"], &["include_pattern", "include"])),
    ("search_file_content", Shape::Search(&["dir_path", "path"], &["include"])),
    ("glob", Shape::Files(FileKind::Other, &["dir_path", "path"])),
    ("list_directory", Shape::Files(FileKind::Other, &["dir_path", "path"])),
];

/// Takes a call out of what was sent.
pub(crate) fn open(bytes: &[u8]) -> Result<Sent, WireError> {
    let mut call = Payload::read(bytes)?;
    call.expect("hook_event_name", "BeforeTool")?;
    // A tool of a server is `mcp_<server>_<tool>`, which cannot be taken
    // apart where names hold `_`; here the two stand alone.
    let server = call.take("mcp_context")?;
    let names = server.text("server_name").zip(server.text("tool_name"));
    Ok(Sent {
        tool: call.owned("tool_name").ok_or(WireError::NoTool)?,
        names: names.map(|(server, tool)| mcp::usual(server, tool)).into_iter().collect(),
        arguments: call.take("tool_input")?,
        cwd: call.owned("cwd").unwrap_or_default(),
        session: call.owned("session_id"),
        ..Sent::default()
    })
}

/// Says a verdict.
pub(crate) fn answer(verdict: &Verdict) -> Answer {
    let Verdict::Violation(hit) = verdict else {
        return Answer::silent();
    };
    match hit.action {
        Action::Block | Action::Ask => Answer::decision("deny", &hit.reason),
        Action::Warn => told(&hit.reason),
    }
}

/// Says that abide itself failed.
pub(crate) fn fail(text: &str, on_error: OnError) -> Answer {
    match on_error {
        OnError::Allow => told(text),
        OnError::Block => Answer::decision("deny", text),
    }
}

/// Lets the call run and shows `text` to the person.
fn told(text: &str) -> Answer {
    Answer { stdout: line(&marked(text)), ..Answer::silent() }
}
