//! Copilot CLI's hook files, as measured on 1.0.102.

use crate::install::{Base, Folder, Form, Hook, Install, Place, Question, Starts, Switch, Trust, object};
use jsonc_parser::cst::CstInputValue;
use jsonc_parser::json;
use serde_json::{Value, json as plain};

pub(crate) const INSTALL: Install = Install {
    programs: &["copilot"],
    settings: Folder { variable: Some("COPILOT_HOME"), below_home: ".copilot" },
    user: &[Place {
        base: Base::Settings,
        path: "hooks/abide.json",
        form: Form::Json(entry),
        instead: false,
        note: Some(
            "Copilot blocks every tool when a hook is missing or fails: run `abide uninstall` before you remove the program",
        ),
    }],
    project: &[Place {
        base: Base::Project,
        path: ".github/hooks/abide.json",
        form: Form::Json(entry),
        instead: false,
        note: Some(
            "Copilot reads the hooks of a project only in folders that you trust, and skips them elsewhere without a word",
        ),
    }],
    starts: Starts::Bash,
    off: &[
        Switch { base: Base::Settings, path: "config.json", members: &["disableAllHooks"], value: true },
        Switch { base: Base::Settings, path: "settings.json", members: &["disableAllHooks"], value: true },
    ],
    payload,
    trust,
    plugin: None,
};

/// Without `matcher`, since `*` matches no tool here. `timeoutSec` is by
/// default 30; running out lets the call run.
fn entry(hook: &Hook) -> CstInputValue {
    let powershell = format!("& '{}' {}", hook.program.replace('\'', "''"), hook.arguments().join(" "));
    let handler = object([
        ("type", json!("command")),
        ("bash", json!(hook.line())),
        ("powershell", json!(powershell)),
        ("timeoutSec", json!(10)),
    ]);
    let hooks = object([("preToolUse", CstInputValue::Array(vec![handler]))]);
    object([("version", json!(1)), ("hooks", hooks)])
}

fn payload(cwd: &str, command: &str) -> String {
    plain!({
        "sessionId": "7fdbce72-0000-4000-8000-000000000000",
        "timestamp": 1_796_024_240_228_u64,
        "cwd": cwd,
        "toolName": "bash",
        "toolArgs": { "command": command, "description": "step", "initial_wait": 5, "mode": "sync" },
    })
    .to_string()
}

/// Hooks of a project run in trusted folders only.
fn trust(question: &Question) -> Trust {
    if !question.project_file {
        return Trust::NotNeeded;
    }
    let trusted = ["config.json", "settings.json"].iter().any(|file| {
        let text = (question.read)(&question.settings.join(file)).unwrap_or_default();
        let value: Value = serde_json::from_str(&text).unwrap_or_default();
        let folders = value.get("trustedFolders").and_then(Value::as_array);
        folders
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .any(|folder| question.project.starts_with(folder))
    });
    if trusted {
        return Trust::Given;
    }
    Trust::Missing(format!("start Copilot in {} and trust the folder", question.project.display()))
}
