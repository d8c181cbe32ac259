//! pi's extension folder, as measured on 0.73.1 and 1.6.0.

use crate::install::{Base, Folder, Form, Hook, Install, Place, Question, Starts, Trust};
use serde_json::json as plain;

pub(crate) const INSTALL: Install = Install {
    programs: &["pi"],
    settings: Folder { variable: Some("PI_CODING_AGENT_DIR"), below_home: ".pi/agent" },
    user: &[Place {
        base: Base::Settings,
        path: "extensions/abide.ts",
        form: Form::Script(extension),
        instead: false,
        note: None,
    }],
    project: &[Place {
        base: Base::Project,
        path: ".pi/extensions/abide.ts",
        form: Form::Script(extension),
        instead: false,
        note: Some(
            "pi 1.x reads the extensions of a project only when you trust it, and `pi -p` skips them without a word",
        ),
    }],
    starts: Starts::Script,
    off: &[],
    payload,
    trust,
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

/// Since 1.0 the extensions of a project run only when it is trusted. The form
/// of the record is pi's own.
fn trust(question: &Question) -> Trust {
    if !question.project_file {
        return Trust::NotNeeded;
    }
    Trust::Unknown(
        "pi 1.x loads it only in a trusted project (`pi --approve`); older versions ask nobody".into(),
    )
}
