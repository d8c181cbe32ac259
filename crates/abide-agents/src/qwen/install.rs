//! Qwen Code's hook settings, as measured on 0.24.4 and 0.15.10.

use crate::install::{
    Base, Folder, Form, Hook, Install, Place, Starts, Switch, for_every_tool, no_trust, object,
};
use jsonc_parser::cst::CstInputValue;
use jsonc_parser::json;
use serde_json::json as plain;

pub(crate) const INSTALL: Install = Install {
    programs: &["qwen"],
    settings: Folder { variable: None, below_home: ".qwen" },
    user: &[Place {
        base: Base::Settings,
        path: "settings.json",
        form: Form::Json(entry),
        instead: false,
        note: None,
    }],
    project: &[Place {
        base: Base::Project,
        path: ".qwen/settings.json",
        form: Form::Json(entry),
        instead: false,
        note: Some(
            "If you turned folder trust on, Qwen Code runs the hooks of a project only in trusted folders",
        ),
    }],
    starts: Starts::Bash,
    off: &[
        Switch { base: Base::Settings, path: "settings.json", members: &["disableAllHooks"], value: true },
        Switch {
            base: Base::Project,
            path: ".qwen/settings.json",
            members: &["disableAllHooks"],
            value: true,
        },
    ],
    payload,
    trust: no_trust,
    plugin: None,
};

/// `timeout` is in seconds in 0.24.4 and in milliseconds in 0.15.10. Numbers
/// from 1000 are milliseconds in both.
fn entry(hook: &Hook) -> CstInputValue {
    let groups = for_every_tool([
        ("type", json!("command")),
        ("name", json!("abide")),
        ("command", json!(hook.line())),
        ("timeout", json!(10000)),
    ]);
    object([("hooks", object([("PreToolUse", groups)]))])
}

fn payload(cwd: &str, command: &str) -> String {
    plain!({
        "session_id": "369dbe95-8f0e-4f43-9c0c-6d8d5d3f9b11",
        "cwd": cwd,
        "hook_event_name": "PreToolUse",
        "permission_mode": "default",
        "tool_name": "run_shell_command",
        "tool_input": { "command": command, "is_background": false, "description": "step" },
        "tool_use_id": "toolu_0010000",
        "tool_call_id": "call_2",
    })
    .to_string()
}
