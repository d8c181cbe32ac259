//! Claude Code's hook settings, as measured on 2.0.30, 2.1.197 and 2.1.332.

use crate::install::{
    Base, Folder, Form, Hook, Install, Place, Starts, Switch, for_every_tool, no_trust, object,
};
use jsonc_parser::cst::CstInputValue;
use jsonc_parser::json;
use serde_json::{Value, json as plain};

pub(crate) const INSTALL: Install = Install {
    programs: &["claude"],
    settings: Folder { variable: Some("CLAUDE_CONFIG_DIR"), below_home: ".claude" },
    user: &[Place {
        base: Base::Settings,
        path: "settings.json",
        form: Form::Json(entry),
        instead: false,
        note: None,
    }],
    project: &[Place {
        base: Base::Project,
        path: ".claude/settings.json",
        form: Form::Json(entry),
        instead: false,
        note: Some(
            "Claude Code reads this file only when it is started in the folder of the project, not in one below",
        ),
    }],
    starts: Starts::Sh,
    off: &[
        Switch { base: Base::Settings, path: "settings.json", members: &["disableAllHooks"], value: true },
        Switch {
            base: Base::Project,
            path: ".claude/settings.json",
            members: &["disableAllHooks"],
            value: true,
        },
        Switch {
            base: Base::Project,
            path: ".claude/settings.local.json",
            members: &["disableAllHooks"],
            value: true,
        },
    ],
    payload,
    trust: no_trust,
    plugin: Some(super::plugin::PLUGIN),
};

/// A line for the shell: 2.0.30 does not know `args`, which newer versions start
/// without one, and runs the bare program. That ends with exit code 2, which
/// blocks every call. `timeout` is in seconds: the
/// default of 600 would hold up the agent, and running out lets the call run.
/// `onFailure` (newer than 2.1.197, which ignores it) covers what abide cannot:
/// that it is not there, is killed or takes too long.
fn entry(hook: &Hook) -> CstInputValue {
    let groups = for_every_tool([
        ("type", json!("command")),
        ("command", json!(hook.line().as_str())),
        ("timeout", json!(10)),
        ("onFailure", json!("block")),
    ]);
    object([("hooks", object([("PreToolUse", groups)]))])
}

/// What a new file would hold.
pub(super) fn document(hook: &Hook) -> Value {
    crate::install::plain(entry(hook))
}

fn payload(cwd: &str, command: &str) -> String {
    plain!({
        "session_id": "8e809f8b-a912-41f9-9408-a133ef3338d8",
        "cwd": cwd,
        "permission_mode": "default",
        "hook_event_name": "PreToolUse",
        "tool_name": "Bash",
        "tool_input": { "command": command, "description": "step" },
        "tool_use_id": "toolu_0010000",
    })
    .to_string()
}
