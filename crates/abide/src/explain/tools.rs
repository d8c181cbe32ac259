//! Calls of file tools and other tools, by name: `--tool Edit --path dist/x`.

use crate::failure::Failure;
use abide_agents::{AGENTS, Agent, WireError};
use abide_rules::{FileKind, Input, ToolCall};
use serde_json::json;

/// A call of a tool with a path or a command line, as the first agent that knows
/// the tool reads it. They go into every field where an agent may look for them.
pub fn call(tool: &str, path: &str, line: &str) -> Result<ToolCall, Failure> {
    let known: Vec<&str> = AGENTS.iter().flat_map(Agent::tools).collect();
    if !known.contains(&tool) {
        let slip = |name: &&&str| strsim::osa_distance(&tool.to_lowercase(), &name.to_lowercase()) <= 1;
        if let Some(near) = known.iter().find(slip) {
            return Err(Failure::new(format!("no agent has a tool of the name `{tool}`"))
                .help(format!("did you mean `{near}`?")));
        }
        if !path.is_empty() && !tool.starts_with("mcp") && !tool.starts_with("MCP:") {
            anstream::eprintln!(
                "abide: note: no agent has a file tool of the name `{tool}`; only rules with \"tool\": \"any\" look at its path"
            );
        }
    }
    let arguments = match line {
        "" => json!({
            "file_path": path, "notebook_path": path, "path": path, "input": format!("*** Update File: {path}"),
        }),
        line => json!({"command": line, "cmd": line, "command_line": line, "CommandLine": line}),
    };
    let payload = json!({"tool_name": tool, "tool_input": arguments}).to_string();
    let mut calls = Vec::new();
    for agent in AGENTS {
        match agent.read(payload.as_bytes()) {
            Ok(call) => calls.push(call),
            Err(WireError::NoCommand { .. }) => {
                return Err(Failure::new(format!("{tool} runs a command line"))
                    .help(format!("give the line: abide explain --tool {tool} 'COMMAND'")));
            }
            Err(_) => {}
        }
    }
    if !line.is_empty() {
        let call = calls.into_iter().find(|call| call.input.line().is_some());
        return call.ok_or_else(|| {
            Failure::new(format!("{tool} runs no command line")).help("for a tool of files: --path PATH")
        });
    }
    let known = calls.iter().position(|call| !matches!(call.input, Input::Files(FileKind::Other, _)));
    let mut call = if calls.is_empty() { ToolCall::default() } else { calls.swap_remove(known.unwrap_or(0)) };
    let paths = || if path.is_empty() { Vec::new() } else { vec![path.to_owned()] };
    match &mut call.input {
        Input::Files(_, files) => *files = paths(),
        Input::Changes(_) => call.input = Input::Files(FileKind::Edit, paths()),
        Input::Shell(_) | Input::PowerShell(_) | Input::Search { .. } => {}
    }
    Ok(call)
}

/// Refuses to say that a tool for files may run when no file is named. Rules
/// about the tool itself are asked before.
pub fn says_enough(call: &ToolCall) -> Result<(), Failure> {
    match &call.input {
        Input::Files(kind, paths) if *kind != FileKind::Other && paths.is_empty() => {
            Err(Failure::new(format!("{} touches a file, and none is named", call.tool))
                .help("add --path PATH"))
        }
        _ => Ok(()),
    }
}
