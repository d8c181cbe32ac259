//! Windsurf's hook JSON, both ways, by its documentation (Cascade Hooks, as of
//! 2026-04-27).
//!
//! Every kind of tool has an event of its own, and a call names that instead
//! of the tool. Where the session is, it does not say: the hook is started
//! there. Exit code 2 blocks and gives standard error to the model; any other
//! code lets the call run; there is no way to ask, so `ask` blocks.

use crate::payload::{Payload, Sent};
use crate::tool::{self, Shape, Tools};
use crate::{Answer, WireError, mcp};
use abide_rules::{Action, FileKind, OnError, ToolCall, Verdict};

/// The events that come before something is done.
const TOOLS: Tools = &[
    ("pre_run_command", Shape::Shell(&["command_line"], &["cwd"])),
    ("pre_write_code", Shape::Files(FileKind::Edit, &["file_path"])),
    ("pre_read_code", Shape::Files(FileKind::Read, &["file_path"])),
];

/// The event before a call of a server's tool, which is named in the input.
const OF_A_SERVER: &str = "pre_mcp_tool_use";

/// The names of its own tools.
pub(crate) fn tools() -> Vec<&'static str> {
    tool::names(TOOLS)
}

/// Reads one hook call.
pub(crate) fn read(bytes: &[u8]) -> Result<ToolCall, WireError> {
    tool::call("windsurf", TOOLS, open(bytes)?)
}

/// What is wrong with the paths of a call.
pub(crate) fn doubt(bytes: &[u8]) -> Option<WireError> {
    tool::doubt(TOOLS, &open(bytes).ok()?)
}

fn open(bytes: &[u8]) -> Result<Sent, WireError> {
    let mut call = Payload::read(bytes)?;
    let event = call.first_text(&["agent_action_name", "tool_name"]).ok_or(WireError::NoTool)?;
    if !event.starts_with("pre_") {
        return Err(WireError::Event {
            name: event,
            wanted: "pre_run_command, pre_write_code, pre_read_code, pre_mcp_tool_use",
        });
    }
    let session = call.owned("trajectory_id");
    let id = call.owned("execution_id");
    let input = if call.value("tool_info").is_some() { "tool_info" } else { "tool_input" };
    let mut info = call.take(input)?;
    let sent = Sent { root: Some(".".into()), session, id, ..Sent::default() };
    if event != OF_A_SERVER {
        return Ok(Sent { tool: event, arguments: info, ..sent });
    }
    let tool = info.owned("mcp_tool_name").ok_or(WireError::NoTool)?;
    let server = info.owned("mcp_server_name").unwrap_or_default();
    Ok(Sent {
        names: vec![mcp::usual(&server, &tool)],
        tool,
        arguments: info.take("mcp_tool_arguments")?,
        ..sent
    })
}

/// Says a verdict.
pub(crate) fn answer(verdict: &Verdict) -> Answer {
    let Verdict::Violation(hit) = verdict else {
        return Answer::silent();
    };
    match hit.action {
        Action::Block | Action::Ask => Answer::noted(&hit.reason, 2),
        Action::Warn => Answer::noted(&hit.reason, 0),
    }
}

/// Says that abide itself failed.
pub(crate) fn fail(text: &str, on_error: OnError) -> Answer {
    match on_error {
        OnError::Allow => Answer::noted(text, 1),
        OnError::Block => Answer::noted(text, 2),
    }
}
