//! Cursor's hook settings, by its documentation; nothing here was run.

use crate::install::{Base, Folder, Form, Hook, Install, Place, Starts, no_trust, object};
use jsonc_parser::cst::CstInputValue;
use jsonc_parser::json;
use serde_json::json as plain;

pub(crate) const INSTALL: Install = Install {
    programs: &["cursor-agent", "cursor"],
    settings: Folder { variable: None, below_home: ".cursor" },
    user: &[Place {
        base: Base::Settings,
        path: "hooks.json",
        form: Form::Json(entry),
        instead: false,
        note: Some("Cloud agents of Cursor run the hooks of the project only: use --project for those"),
    }],
    project: &[Place {
        base: Base::Project,
        path: ".cursor/hooks.json",
        form: Form::Json(entry),
        instead: false,
        note: Some("Cursor reads it only in a workspace that you trust"),
    }],
    starts: Starts::Sh,
    off: &[],
    payload,
    trust: no_trust,
    plugin: None,
};

/// `preToolUse` covers every tool; `beforeShellExecution` would ask twice.
/// `failClosed` is left out, because it takes silence for a failure.
fn entry(hook: &Hook) -> CstInputValue {
    let handler = object([("command", json!(hook.line())), ("timeout", json!(10))]);
    let hooks = object([("preToolUse", CstInputValue::Array(vec![handler]))]);
    object([("version", json!(1)), ("hooks", hooks)])
}

fn payload(cwd: &str, command: &str) -> String {
    plain!({
        "conversation_id": "0f51217b-0000-4000-8000-000000000000",
        "tool_name": "Shell",
        "tool_input": { "command": command, "cwd": "", "timeout": 30000 },
        "tool_use_id": "17486455-0000-4000-8000-000000000000",
        "cwd": "",
        "hook_event_name": "preToolUse",
        "cursor_version": "3.10.20",
        "workspace_roots": [cwd],
    })
    .to_string()
}
