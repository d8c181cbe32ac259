//! Windsurf's hook JSON, both ways, by its documentation (Cascade Hooks, as of
//! 2026-04-27).
//!
//! Every kind of tool has an event of its own, and a call names that instead
//! of the tool. Where the session is, it does not say: the hook is started
//! there. Exit code 2 blocks and gives standard error to the model; any other
//! code lets the call run; there is no way to ask, so `ask` blocks.

use crate::exit_code;
use crate::payload::{Payload, Sent};
use crate::tool::{Shape, Tools};
use crate::{Answer, WireError, mcp};
use abide_rules::{FileKind, Verdict};

/// The events that come before something is done.
pub(crate) const TOOLS: Tools = &[
    ("pre_run_command", Shape::Shell(&["command_line"], &["cwd"])),
    ("pre_write_code", Shape::Files(FileKind::Edit, &["file_path"])),
    ("pre_read_code", Shape::Files(FileKind::Read, &["file_path"])),
];

/// The event before a call of a server's tool, which is named in the input.
const OF_A_SERVER: &str = "pre_mcp_tool_use";

/// Takes a call out of what was sent.
pub(crate) fn open(bytes: &[u8]) -> Result<Sent, WireError> {
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
    let server = info.text("mcp_server_name");
    Ok(Sent {
        names: server.map(|server| mcp::usual(server, &tool)).into_iter().collect(),
        tool,
        arguments: info.take("mcp_tool_arguments")?,
        ..sent
    })
}

/// Says a verdict.
pub(crate) fn answer(verdict: &Verdict) -> Answer {
    exit_code::answer(verdict, 0)
}
