//! STOPGAP until `abide install` is there: writes the wiring by hand.

use super::agents::Agent;
use super::stage::Stage;
use serde_json::json;
use std::io;

pub fn install(agent: &Agent, stage: &Stage) -> io::Result<()> {
    let abide = stage.abide().to_string_lossy().into_owned();
    match agent.name {
        "claude" => {
            let hook =
                json!({"type": "command", "command": abide, "args": ["hook", "claude"], "timeout": 10});
            let hooks = json!({"hooks": {"PreToolUse": [{"matcher": "*", "hooks": [hook]}]}});
            stage.write_home(".claude/settings.json", &hooks.to_string())
        }
        "codex" => {
            let hook = json!({"type": "command", "command": format!("{abide} hook codex"), "timeout": 10});
            let hooks = json!({"hooks": {"PreToolUse": [{"matcher": "*", "hooks": [hook]}]}});
            stage.write_home(".codex/hooks.json", &hooks.to_string())
        }
        _ => Ok(()),
    }
}
