//! Kiro's hook files, by its documentation for Kiro CLI 3; nothing here was
//! run.

use crate::install::{Base, Folder, Form, Hook, Install, Place, Starts, no_trust, object};
use jsonc_parser::cst::CstInputValue;
use jsonc_parser::json;
use serde_json::json as plain;

pub(crate) const INSTALL: Install = Install {
    programs: &["kiro-cli", "kiro"],
    settings: Folder { variable: Some("KIRO_HOME"), below_home: ".kiro" },
    user: &[place(Base::Settings, "hooks/abide.json")],
    project: &[place(Base::Project, ".kiro/hooks/abide.json")],
    starts: Starts::Sh,
    off: &[],
    payload,
    trust: no_trust,
    plugin: None,
};

const fn place(base: Base, path: &'static str) -> Place {
    let note = Some("Kiro CLI 2 reads hooks from each agent's own file only: add it there by hand");
    Place { base, path, form: Form::Json(entry), instead: false, note }
}

/// `timeout` is in seconds. Without `matcher`, for every tool.
fn entry(hook: &Hook) -> CstInputValue {
    let handler = object([
        ("name", json!("abide")),
        ("trigger", json!("PreToolUse")),
        ("action", object([("type", json!("command")), ("command", json!(hook.line()))])),
        ("timeout", json!(10)),
        ("enabled", json!(true)),
    ]);
    object([("version", json!("v1")), ("hooks", CstInputValue::Array(vec![handler]))])
}

fn payload(cwd: &str, command: &str) -> String {
    plain!({
        "hook_event_name": "PreToolUse",
        "cwd": cwd,
        "tool_name": "shell",
        "tool_input": { "command": command },
    })
    .to_string()
}
