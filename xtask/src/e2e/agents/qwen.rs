//! Qwen Code.

use super::{Act, Agent, Call, Launch, NODE, Package, Stage, Way};
use serde_json::json;
use std::io;

pub const AGENT: Agent = Agent {
    id: "qwen",
    name: "qwen",
    title: "Qwen Code",
    package: Package { folder: "qwen", name: "@qwen-code/qwen-code", version: "0.24.4" },
    program: "qwen",
    needs: &[NODE],
    prepare,
    launch,
    calls,
    approve: None,
    ways: WAYS,
    trust: "nothing to approve for user hooks",
};

const WAYS: &[Way] = &[
    Way::flags("`--safe-mode`", &["--safe-mode"]),
    Way::flags("`--bare`", &["--bare"]),
    Way::change("`disableAllHooks`", |stage| {
        let path = stage.home().join(".qwen/settings.json");
        let settings = std::fs::read_to_string(&path)?;
        std::fs::write(&path, settings.replacen('{', "{\"disableAllHooks\": true,", 1))
    }),
];

fn prepare(stage: &Stage, _: &str) -> io::Result<()> {
    let (command, args) = stage.mcp_server()?;
    let (command, args) = (json!(command), json!(args));
    let settings = format!(
        r#"{{
  // kept as it is
  "security": {{"auth": {{"selectedType": "openai"}}}},
  "general": {{"disableAutoUpdate": true, "enableAutoUpdate": false}},
  "privacy": {{"usageStatisticsEnabled": false}},
  "telemetry": {{"enabled": false}},
  "model": {{"name": "scripted"}},
  "mcpServers": {{"demo": {{"command": {command}, "args": {args}, "trust": true}}}}
}}
"#
    );
    stage.write_home(".qwen/settings.json", &settings)
}

fn launch(_: &Stage, address: &str, prompt: &str) -> Launch {
    Launch::new(&["-y", "-p", prompt])
        .with("OPENAI_API_KEY", "no-key")
        .with("OPENAI_BASE_URL", format!("{address}/v1"))
        .with("OPENAI_MODEL", "scripted")
}

fn calls(act: &Act, stage: &Stage) -> Vec<Call> {
    match act {
        Act::Shell(line) => vec![Call::new(
            "run_shell_command",
            json!({"command": line, "is_background": false, "description": "step"}),
        )],
        Act::Read(name) => vec![Call::new("read_file", json!({"file_path": stage.file(name)}))],
        Act::Edit(name) => vec![
            Call::new("read_file", json!({"file_path": stage.file(name)})),
            Call::new(
                "edit",
                json!({"file_path": stage.file(name), "old_string": "old", "new_string": "new"}),
            ),
        ],
        Act::Mcp("get_note") => vec![Call::new("mcp__demo__get_note", json!({"text": "x"}))],
        Act::Mcp(_) => vec![Call::new("mcp__demo__put_note", json!({"text": "x"}))],
        Act::Delegate(task) => vec![Call::new(
            "agent",
            json!({"description": "step", "prompt": task, "subagent_type": "general-purpose"}),
        )],
    }
}
