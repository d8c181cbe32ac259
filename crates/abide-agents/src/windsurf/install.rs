//! Windsurf's hook settings, by its documentation; nothing here was run.

use crate::install::{Base, Folder, Form, Hook, Install, Place, Starts, no_trust, object};
use jsonc_parser::cst::CstInputValue;
use jsonc_parser::json;
use serde_json::json as plain;

pub(crate) const INSTALL: Install = Install {
    programs: &["windsurf"],
    settings: Folder { variable: None, below_home: ".codeium/windsurf" },
    user: &[place(Base::Settings, "hooks.json")],
    project: &[place(Base::Project, ".windsurf/hooks.json")],
    starts: Starts::Sh,
    off: &[],
    payload,
    trust: no_trust,
    plugin: None,
};

const fn place(base: Base, path: &'static str) -> Place {
    Place { base, path, form: Form::Json(entry), instead: false, note: None }
}

/// One list for each kind of tool. `show_output` lets the person see a
/// warning.
fn entry(hook: &Hook) -> CstInputValue {
    let event = |name| {
        let handler = object([("command", json!(hook.line())), ("show_output", json!(true))]);
        (name, CstInputValue::Array(vec![handler]))
    };
    let events = ["pre_run_command", "pre_write_code", "pre_read_code", "pre_mcp_tool_use"];
    object([("hooks", object(events.map(event)))])
}

fn payload(cwd: &str, command: &str) -> String {
    plain!({
        "agent_action_name": "pre_run_command",
        "trajectory_id": "0",
        "tool_info": { "command_line": command, "cwd": cwd },
    })
    .to_string()
}
