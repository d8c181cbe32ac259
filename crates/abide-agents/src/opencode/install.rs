//! OpenCode's plugin folder, as measured on 1.18.33.

use crate::install::{Base, Folder, Form, Hook, Install, Place, Starts, no_trust};
use serde_json::json as plain;

pub(crate) const INSTALL: Install = Install {
    programs: &["opencode"],
    settings: Folder { variable: None, below_home: ".config/opencode" },
    user: &[Place {
        base: Base::Config,
        path: "opencode/plugins/abide.js",
        form: Form::Script(plugin),
        instead: false,
        note: None,
    }],
    project: &[Place {
        base: Base::Project,
        path: ".opencode/plugins/abide.js",
        form: Form::Script(plugin),
        instead: false,
        note: None,
    }],
    starts: Starts::Script,
    off: &[],
    payload,
    trust: no_trust,
    plugin: None,
};

fn plugin(hook: &Hook) -> String {
    crate::install::script_of(include_str!("plugin.js"), hook)
}

/// What the plugin sends.
fn payload(cwd: &str, command: &str) -> String {
    plain!({
        "tool_name": "bash",
        "tool_input": { "command": command, "description": "step" },
        "tool_use_id": "call_3",
        "session_id": "ses_0",
        "cwd": cwd,
    })
    .to_string()
}
