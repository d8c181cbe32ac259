//! Factory Droid's hook settings, by public sources; nothing here was run.

use crate::install::{
    Base, Folder, Form, Hook, Install, Place, Starts, Switch, for_every_tool, no_trust, object,
};
use jsonc_parser::cst::CstInputValue;
use jsonc_parser::json;
use serde_json::json as plain;

pub(crate) const INSTALL: Install = Install {
    programs: &["droid"],
    settings: Folder { variable: None, below_home: ".factory" },
    user: &[place(Base::Settings, "hooks.json")],
    project: &[place(Base::Project, ".factory/hooks.json")],
    starts: Starts::Sh,
    off: &[Switch { base: Base::Settings, path: "settings.json", members: &["hooksDisabled"], value: true }],
    payload,
    trust: no_trust,
    plugin: None,
};

const fn place(base: Base, path: &'static str) -> Place {
    let note = Some("Droid takes up changes of hooks after you reviewed them with `/hooks`");
    Place { base, path, form: Form::Json(entry), instead: false, note }
}

/// Events stand at the top level. `timeout` is in seconds.
fn entry(hook: &Hook) -> CstInputValue {
    let groups =
        for_every_tool([("type", json!("command")), ("command", json!(hook.line())), ("timeout", json!(10))]);
    object([("PreToolUse", groups)])
}

fn payload(cwd: &str, command: &str) -> String {
    plain!({
        "session_id": "0",
        "cwd": cwd,
        "hook_event_name": "PreToolUse",
        "tool_name": "Execute",
        "tool_input": { "command": command },
    })
    .to_string()
}
