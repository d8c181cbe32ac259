//! Gemini CLI's hook settings, as measured on 0.61.0.

use crate::install::{
    Base, Folder, Form, Hook, Install, Place, Question, Starts, Switch, Trust, for_every_tool, object,
};
use jsonc_parser::cst::CstInputValue;
use jsonc_parser::json;
use serde_json::{Value, json as plain};
use std::path::{Path, PathBuf};

pub(crate) const INSTALL: Install = Install {
    programs: &["gemini"],
    settings: Folder { variable: None, below_home: ".gemini" },
    user: &[Place {
        base: Base::Settings,
        path: "settings.json",
        form: Form::Json(entry),
        instead: false,
        note: Some(
            "Gemini CLI runs hooks only in folders that you trust: it asks when it starts in a new one",
        ),
    }],
    project: &[Place {
        base: Base::Project,
        path: ".gemini/settings.json",
        form: Form::Json(entry),
        instead: false,
        note: Some(
            "Gemini CLI reads the hooks of a project only in folders that you trust, and skips them elsewhere without a word",
        ),
    }],
    starts: Starts::Bash,
    off: &[
        Switch {
            base: Base::Settings,
            path: "settings.json",
            members: &["hooksConfig", "enabled"],
            value: false,
        },
        Switch {
            base: Base::Project,
            path: ".gemini/settings.json",
            members: &["hooksConfig", "enabled"],
            value: false,
        },
    ],
    payload,
    trust,
    plugin: None,
};

/// `timeout` is in milliseconds, by default 60000; running out lets the call
/// run.
fn entry(hook: &Hook) -> CstInputValue {
    let groups = for_every_tool([
        ("type", json!("command")),
        ("name", json!("abide")),
        ("command", json!(hook.line())),
        ("timeout", json!(10000)),
    ]);
    object([("hooks", object([("BeforeTool", groups)]))])
}

fn payload(cwd: &str, command: &str) -> String {
    plain!({
        "session_id": "24737441-d1b4-4d41-8c5e-2a6f7f0a3f10",
        "cwd": cwd,
        "hook_event_name": "BeforeTool",
        "timestamp": "2026-11-30T07:29:22.218Z",
        "tool_name": "run_shell_command",
        "tool_input": { "command": command, "description": "step" },
    })
    .to_string()
}

/// Folder trust: the folder itself or one above it is noted as trusted.
fn trust(question: &Question) -> Trust {
    let read = |path: PathBuf| -> Option<Value> { serde_json::from_str(&(question.read)(&path)?).ok() };
    let settings = read(question.settings.join("settings.json")).unwrap_or_default();
    if settings.pointer("/security/folderTrust/enabled") == Some(&Value::Bool(false)) {
        return Trust::NotNeeded;
    }
    let folders = read(question.settings.join("trustedFolders.json")).unwrap_or_default();
    let trusted = folders.as_object().into_iter().flatten().any(|(folder, level)| {
        let folder = Path::new(folder);
        match level.as_str() {
            Some("TRUST_FOLDER") => question.project.starts_with(folder),
            Some("TRUST_PARENT") => {
                folder.parent().is_some_and(|parent| question.project.starts_with(parent))
            }
            _ => false,
        }
    });
    if trusted {
        return Trust::Given;
    }
    Trust::Missing(format!("start Gemini CLI in {} and trust the folder", question.project.display()))
}
