//! Gemini CLI.

use super::{Act, Agent, Call, Launch, Package, Stage, Way};
use serde_json::json;
use std::io;

pub const AGENT: Agent = Agent {
    id: "gemini",
    name: "gemini",
    title: "Gemini CLI",
    package: Package { folder: "gemini", name: "@google/gemini-cli", version: "0.61.0" },
    program: "gemini",
    needs: &[],
    prepare,
    launch,
    calls,
    approve: None,
    ways: WAYS,
    trust: "the folder must be trusted; here it is in `trustedFolders.json`",
};

const WAYS: &[Way] = &[Way::change("`hooksConfig.enabled: false`", |stage| {
    let path = stage.home().join(".gemini/settings.json");
    let settings = std::fs::read_to_string(&path)?;
    std::fs::write(&path, settings.replacen('{', "{\"hooksConfig\": {\"enabled\": false},", 1))
})];

fn prepare(stage: &Stage, _: &str) -> io::Result<()> {
    let (command, args) = stage.mcp_server()?;
    let (command, args) = (json!(command), json!(args));
    // Comments are allowed, and must come back.
    let settings = format!(
        r#"{{
    // kept as it is
    "security": {{"auth": {{"selectedType": "gemini-api-key"}}}},
    "general": {{"disableAutoUpdate": true, "enableAutoUpdate": false}},
    "privacy": {{"usageStatisticsEnabled": false}},
    "telemetry": {{"enabled": false}},
    "mcpServers": {{"demo": {{"command": {command}, "args": {args}, "trust": true}}}}
}}
"#
    );
    let project = stage.project().to_string_lossy().into_owned();
    stage.write_home(".gemini/trustedFolders.json", &json!({project: "TRUST_FOLDER"}).to_string())?;
    stage.write_home(".gemini/settings.json", &settings)
}

fn launch(_: &Stage, address: &str, prompt: &str) -> Launch {
    Launch::new(&["-y", "-m", "gemini-2.5-flash", "-p", prompt])
        .with("GEMINI_API_KEY", "no-key")
        .with("GOOGLE_GEMINI_BASE_URL", address)
}

fn calls(act: &Act, _: &Stage) -> Vec<Call> {
    let shell =
        |line: String| Call::new("run_shell_command", json!({"command": line, "description": "step"}));
    match act {
        Act::Shell(line) => vec![shell((*line).to_owned())],
        // It refuses to read `.env` with its own tool and then asks no hook.
        Act::Read(name) => {
            vec![Call::new("read_file", json!({"file_path": name})), shell(format!("cat {name}"))]
        }
        Act::Edit(name) => vec![Call::new(
            "replace",
            json!({"file_path": name, "instruction": "step", "old_string": "old", "new_string": "new"}),
        )],
        Act::Mcp("get_note") => vec![Call::new("mcp_demo_get_note", json!({"text": "x"}))],
        Act::Mcp(_) => vec![Call::new("mcp_demo_put_note", json!({"text": "x"}))],
        Act::Delegate(task) => {
            vec![Call::new("invoke_agent", json!({"agent_name": "generalist", "prompt": task}))]
        }
    }
}
