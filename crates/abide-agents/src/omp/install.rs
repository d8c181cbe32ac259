//! omp's extension folder, as measured on 18.2.3.

use crate::install::{Base, Folder, Form, Hook, Install, Place, Starts, no_trust};
use serde_json::json as plain;

pub(crate) const INSTALL: Install = Install {
    programs: &["omp"],
    settings: Folder { variable: None, below_home: ".omp/agent" },
    user: &[Place {
        base: Base::Settings,
        path: "extensions/abide.ts",
        form: Form::Script(extension),
        instead: false,
        note: None,
    }],
    project: &[Place {
        base: Base::Project,
        path: ".omp/extensions/abide.ts",
        form: Form::Script(extension),
        instead: false,
        note: None,
    }],
    starts: Starts::Script,
    off: &[],
    payload,
    trust: no_trust,
    plugin: None,
};

fn extension(hook: &Hook) -> String {
    crate::install::script_of(crate::install::TOOL_CALL_EXTENSION, hook)
}

/// What the extension sends.
fn payload(cwd: &str, command: &str) -> String {
    plain!({
        "tool_name": "bash",
        "tool_input": { "command": command },
        "tool_use_id": "call_2",
        "session_id": "01a22b5e-0000-7000-8000-000000000000",
        "cwd": cwd,
    })
    .to_string()
}
