//! Antigravity's hook settings, by public sources; nothing here was run.

use crate::install::{Base, Folder, Form, Hook, Install, Place, Starts, for_every_tool, no_trust, object};
use jsonc_parser::cst::CstInputValue;
use jsonc_parser::json;
use serde_json::json as plain;

pub(crate) const INSTALL: Install = Install {
    programs: &["antigravity", "agy"],
    settings: Folder { variable: None, below_home: ".gemini/antigravity-cli" },
    user: &[Place {
        base: Base::Home,
        path: ".gemini/config/hooks.json",
        form: Form::Json(entry),
        instead: false,
        note: None,
    }],
    project: &[],
    starts: Starts::Sh,
    off: &[],
    payload,
    trust: no_trust,
    plugin: None,
};

/// Entries have names of their own.
fn entry(hook: &Hook) -> CstInputValue {
    let groups =
        for_every_tool([("type", json!("command")), ("command", json!(hook.line())), ("timeout", json!(10))]);
    object([("abide", object([("PreToolUse", groups)]))])
}

fn payload(cwd: &str, command: &str) -> String {
    plain!({
        "conversationId": "0",
        "workspacePaths": [cwd],
        "toolCall": { "name": "run_command", "args": { "CommandLine": command, "Cwd": cwd } },
    })
    .to_string()
}
