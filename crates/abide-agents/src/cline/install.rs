//! Cline's hook scripts, by public sources; nothing here was run.

use crate::install::{Base, Folder, Form, Hook, Install, MARK, Place, Starts, no_trust};
use serde_json::json as plain;

pub(crate) const INSTALL: Install = Install {
    programs: &["cline"],
    settings: Folder { variable: None, below_home: ".cline" },
    user: &[Place {
        base: Base::Settings,
        path: "hooks/PreToolUse",
        form: Form::Executable(script),
        instead: false,
        note: Some("For Cline in an editor, copy the file to ~/Documents/Cline/Hooks/PreToolUse"),
    }],
    project: &[Place {
        base: Base::Project,
        path: ".clinerules/hooks/PreToolUse",
        form: Form::Executable(script),
        instead: false,
        note: None,
    }],
    starts: Starts::Sh,
    off: &[],
    payload,
    trust: no_trust,
    plugin: None,
};

/// A hook of Cline is a program with the name of its event.
fn script(hook: &Hook) -> String {
    format!(
        "#!/bin/sh\n# Asks abide before each tool; {MARK}, taken away by `abide uninstall`.\nexec {}\n",
        hook.line()
    )
}

fn payload(cwd: &str, command: &str) -> String {
    plain!({
        "hookName": "PreToolUse",
        "taskId": "0",
        "workspaceRoots": [cwd],
        "preToolUse": { "toolName": "execute_command", "parameters": { "command": command } },
    })
    .to_string()
}
