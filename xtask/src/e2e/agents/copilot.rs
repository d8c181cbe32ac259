//! GitHub Copilot CLI, with a model of ours instead of GitHub's.

use super::{Act, Agent, Call, Launch, NODE, Package, Stage, Way};
use serde_json::json;
use std::io;

pub const AGENT: Agent = Agent {
    id: "copilot",
    name: "copilot",
    title: "Copilot CLI",
    package: Package { folder: "copilot", name: "@github/copilot", version: "1.0.102" },
    program: "copilot",
    needs: &[NODE],
    prepare,
    launch,
    calls,
    approve: None,
    ways: WAYS,
    trust: "nothing to approve for user hooks",
};

const WAYS: &[Way] = &[Way::change("`disableAllHooks` in `settings.json` and `config.json`", |stage| {
    let off = "{\"disableAllHooks\": true}";
    stage.write_home(".copilot/settings.json", off)?;
    stage.write_home(".copilot/config.json", off)
})];

fn prepare(stage: &Stage, _: &str) -> io::Result<()> {
    let (command, args) = stage.mcp_server()?;
    let demo = json!({"type": "local", "command": command, "args": args, "tools": ["*"]});
    let servers = json!({"mcpServers": {"demo": demo}});
    stage.write_home(".copilot/mcp-config.json", &servers.to_string())
}

fn launch(_: &Stage, address: &str, prompt: &str) -> Launch {
    Launch::new(&["--allow-all-tools", "--no-auto-update", "-p", prompt])
        .with("COPILOT_PROVIDER_BASE_URL", format!("{address}/v1"))
        .with("COPILOT_PROVIDER_TYPE", "openai")
        .with("COPILOT_PROVIDER_API_KEY", "no-key")
        .with("COPILOT_MODEL", "scripted")
        .with("COPILOT_OFFLINE", "true")
}

fn calls(act: &Act, stage: &Stage) -> Vec<Call> {
    match act {
        Act::Shell(line) => vec![Call::new(
            "bash",
            json!({"command": line, "description": "step", "initial_wait": 5, "mode": "sync"}),
        )],
        Act::Read(name) => vec![Call::new("view", json!({"path": stage.file(name)}))],
        Act::Edit(name) => {
            vec![Call::new("edit", json!({"path": stage.file(name), "old_str": "old", "new_str": "new"}))]
        }
        Act::Mcp("get_note") => vec![Call::new("demo-get_note", json!({"text": "x"}))],
        Act::Mcp(_) => vec![Call::new("demo-put_note", json!({"text": "x"}))],
        Act::Delegate(task) => vec![Call::new(
            "task",
            json!({"description": "step", "prompt": task, "agent_type": "general-purpose", "name": "step",
                   "mode": "sync"}),
        )],
    }
}
