//! Amp's plugin folder, by public sources; nothing here was run.

use crate::install::{Base, Folder, Form, Hook, Install, Place, Starts, no_trust};
use serde_json::json as plain;

pub(crate) const INSTALL: Install = Install {
    programs: &["amp"],
    settings: Folder { variable: None, below_home: ".config/amp" },
    user: &[Place {
        base: Base::Config,
        path: "amp/plugins/abide.ts",
        form: Form::Script(plugin),
        instead: false,
        note: Some("Amp loads no plugin when PLUGINS=off is set"),
    }],
    project: &[],
    starts: Starts::Script,
    off: &[],
    payload,
    trust: no_trust,
    plugin: None,
};

fn plugin(hook: &Hook) -> String {
    crate::install::script_of(include_str!("plugin.ts"), hook)
}

/// What the plugin sends.
fn payload(cwd: &str, command: &str) -> String {
    plain!({ "tool_name": "shell_command", "tool_input": { "command": command }, "cwd": cwd }).to_string()
}
