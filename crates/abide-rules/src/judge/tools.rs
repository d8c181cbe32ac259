//! Which tool was called.

use super::{Answer, Cause, lifted, matches};
use crate::call::ToolCall;
use crate::rule::Rule;

/// Looks for the name as the agent wrote it and as most agents write it. What
/// lifts one name lifts the tool.
pub(super) fn breach(rule: &Rule, call: &ToolCall) -> Answer<Cause> {
    let usual = if call.names.is_empty() { usual_name(&call.tool) } else { None };
    let names = || [&call.tool].into_iter().chain(&call.names).chain(&usual);
    for name in names() {
        if matches(&rule.matcher, name)? {
            for name in names() {
                if lifted(rule, name)? {
                    return Ok(None);
                }
            }
            return Ok(Some(Cause::Tool));
        }
    }
    Ok(None)
}

/// The name of a tool of an MCP server in the form `mcp__server__tool`, if it
/// is written in another one: `mcp_server_tool` by Gemini, where the first
/// `_` ends the server's name, and `MCP:tool` by Cursor, which leaves the
/// server out.
fn usual_name(tool: &str) -> Option<String> {
    if let Some(tool) = tool.strip_prefix("MCP:") {
        return Some(format!("mcp__{}", tool.trim_start()));
    }
    let (server, tool) =
        tool.strip_prefix("mcp_")?.split_once('_').filter(|(server, _)| !server.is_empty())?;
    Some(format!("mcp__{server}__{tool}"))
}
