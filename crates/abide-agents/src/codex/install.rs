//! Codex's hook settings and its record of trust, as measured on 0.171.0.

use crate::install::{
    Base, Folder, Form, Hook, Install, Place, Question, Starts, Trust, for_every_tool, object,
};
use jsonc_parser::cst::CstInputValue;
use jsonc_parser::json;
use serde_json::{Value, json as plain};
use sha2::{Digest, Sha256};
use toml_edit::DocumentMut;

const APPROVE: &str = "Approve it in Codex with `/hooks`, and again whenever the line changes: \
                       Codex skips a hook that nobody approved, and `codex exec` does so without a word";

pub(crate) const INSTALL: Install = Install {
    programs: &["codex"],
    settings: Folder { variable: Some("CODEX_HOME"), below_home: ".codex" },
    user: &[place(Base::Settings, "hooks.json"), place(Base::Settings, "config.toml")],
    project: &[place(Base::Project, ".codex/hooks.json"), place(Base::Project, ".codex/config.toml")],
    starts: Starts::LoginShell,
    off: &[],
    payload,
    trust,
    plugin: None,
};

const fn place(base: Base, path: &'static str) -> Place {
    let toml = path.as_bytes()[path.len() - 1] == b'l';
    let form = if toml { Form::Toml(entry) } else { Form::Json(entry) };
    Place { base, path, form, instead: toml, note: Some(APPROVE) }
}

/// `timeout` is in seconds, by default 600; running out lets the call run.
fn entry(hook: &Hook) -> CstInputValue {
    let groups =
        for_every_tool([("type", json!("command")), ("command", json!(hook.line())), ("timeout", json!(10))]);
    object([("hooks", object([("PreToolUse", groups)]))])
}

fn payload(cwd: &str, command: &str) -> String {
    plain!({
        "session_id": "01a22b5e-e749-7cc2-9dfd-db7c087fe0a2",
        "turn_id": "01a22b5e-e76a-7be3-a158-464d52a37468",
        "cwd": cwd,
        "hook_event_name": "PreToolUse",
        "permission_mode": "default",
        "tool_name": "Bash",
        "tool_input": { "command": command },
        "tool_use_id": "call_001_0",
    })
    .to_string()
}

/// Codex notes what a person approved in its own settings, also for hooks of
/// a project: the place of the hook and a hash of what it says.
fn trust(question: &Question) -> Trust {
    let settings = question.settings.join("config.toml");
    let settings = (question.read)(&settings).and_then(|text| text.parse::<DocumentMut>().ok());
    let text = |path: [&str; 3]| {
        let mut item = settings.as_ref()?.as_item();
        for name in path {
            item = item.get(name)?;
        }
        item.as_str().map(str::to_owned)
    };
    if question.project_file {
        let project = question.project.to_string_lossy();
        if text(["projects", &project, "trust_level"]).as_deref() != Some("trusted") {
            return Trust::Missing(format!(
                "start Codex in {project} and trust the folder, then approve the hook with `/hooks`"
            ));
        }
    }
    let (_, group, handler) = question.entry.at;
    let key = format!("{}:pre_tool_use:{group}:{handler}", question.file.display());
    let Some(state) = settings.as_ref().and_then(|settings| settings.get("hooks")?.get("state")?.get(&key))
    else {
        return Trust::Missing("approve the hook in Codex with `/hooks`".into());
    };
    match state.get("trusted_hash").and_then(|hash| hash.as_str()) {
        Some(hash) if hash == hash_of(&question.entry.handler, &question.entry.group) => Trust::Given,
        _ => Trust::Missing(
            "the hook has changed since it was approved: approve it again with `/hooks`".into(),
        ),
    }
}

/// What Codex takes for the content of a hook: SHA-256 of compact JSON with
/// sorted members, and with what it fills in.
fn hash_of(handler: &Value, group: &Value) -> String {
    let definition = plain!({
        "event_name": "pre_tool_use",
        "hooks": [{
            "async": handler.get("async").cloned().unwrap_or(false.into()),
            "command": handler["command"],
            "timeout": handler.get("timeout").cloned().unwrap_or(600.into()),
            "type": handler["type"],
        }],
        "matcher": group["matcher"],
    });
    let digest = Sha256::digest(definition.to_string().as_bytes());
    let hex: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    format!("sha256:{hex}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_is_the_one_that_codex_writes() {
        // Written by Codex 0.171.0 for this hook, as `cargo xtask e2e codex` installs it.
        let command = "/tmp/abide-e2e-bA0cwc/tools/abide hook codex";
        let handler = plain!({"type": "command", "command": command, "timeout": 10});
        let group = plain!({"matcher": "*", "hooks": [handler]});
        let hash = "sha256:99b2c1766748dbd23667c6aa8f2f2e9e2924adae4127a545b3d621ecc5273fc9";
        assert_eq!(hash_of(&handler, &group), hash);
    }
}
