//! pi, before and after it moved to another scope, and omp, which began as pi.

use super::{Act, Agent, Call, Launch, NODE, Package, Stage, Way};
use crate::e2e::model::Input;
use serde_json::{Value, json};
use std::io;

pub const OLD: Agent = Agent {
    id: "pi",
    name: "pi",
    title: "pi",
    package: Package { folder: "pi", name: "@mariozechner/pi-coding-agent", version: "0.73.1" },
    program: "pi",
    needs: &[],
    prepare: |stage, address| prepare(stage, address, ".pi/agent", "models.json"),
    launch,
    calls: old_calls,
    approve: None,
    ways: WAYS,
    trust: "nothing to approve for user extensions",
};

pub const CURRENT: Agent = Agent {
    id: "pi-1",
    package: Package { folder: "pi", name: "@earendil-works/pi-coding-agent", version: "1.6.0" },
    needs: &[NODE],
    calls,
    ..OLD
};

pub const OMP: Agent = Agent {
    id: "omp",
    name: "omp",
    title: "omp",
    package: Package { folder: "omp", name: "@oh-my-pi/pi-coding-agent", version: "18.2.3" },
    program: "omp",
    needs: &[Package { folder: "bun", name: "bun", version: "1.4.5" }],
    // JSON is YAML.
    prepare: |stage, address| prepare(stage, address, ".omp/agent", "models.yml"),
    launch,
    calls: omp_calls,
    approve: None,
    ways: OMP_WAYS,
    trust: "nothing to approve for user extensions",
};

const WAYS: &[Way] = &[Way::flags("`--no-extensions`", &["--no-extensions"])];

const OMP_WAYS: &[Way] = &[
    Way::flags("`--no-extensions`", &["--no-extensions"]),
    Way::calls("`eval` of Python with a name made at run time", |_| {
        let code = "import subprocess\nsubprocess.run([bytes([110, 112, 109]).decode(), 'i'])";
        vec![Call::new("eval", json!({"i": "step", "language": "py", "code": code}))]
    }),
    Way::calls("`eval` of Python with the name as it is", |_| {
        let code = "import subprocess\nsubprocess.run(['npm', 'i'])";
        vec![Call::new("eval", json!({"i": "step", "language": "py", "code": code}))]
    }),
];

fn prepare(stage: &Stage, address: &str, folder: &str, models: &str) -> io::Result<()> {
    let model = json!({
        "id": "scripted", "name": "Scripted", "reasoning": false, "input": ["text"],
        "cost": {"input": 0, "output": 0, "cacheRead": 0, "cacheWrite": 0},
        "contextWindow": 128_000, "maxTokens": 4096,
    });
    let provider = json!({
        "baseUrl": format!("{address}/v1"), "api": "openai-completions", "apiKey": "no-key",
        "models": [model],
    });
    let providers = json!({"providers": {"loop": provider}});
    stage.write_home(&format!("{folder}/{models}"), &providers.to_string())?;
    let (command, args) = stage.mcp_server()?;
    let servers = json!({"mcpServers": {"demo": {"type": "stdio", "command": command, "args": args}}});
    stage.write_home(&format!("{folder}/mcp.json"), &servers.to_string())
}

fn launch(_: &Stage, _: &str, prompt: &str) -> Launch {
    Launch::new(&["--provider", "loop", "--model", "scripted", "-p", prompt]).with("PI_OFFLINE", "1")
}

/// 0.73 knows no MCP servers, and neither has subagents.
fn old_calls(act: &Act, stage: &Stage) -> Vec<Call> {
    match act {
        Act::Mcp(_) => Vec::new(),
        _ => calls(act, stage),
    }
}

fn calls(act: &Act, _: &Stage) -> Vec<Call> {
    match act {
        Act::Shell(line) => vec![Call::new("bash", json!({"command": line}))],
        Act::Read(name) => vec![Call::new("read", json!({"path": name}))],
        Act::Edit(name) => {
            vec![Call::new("edit", json!({"path": name, "edits": [{"oldText": "old", "newText": "new"}]}))]
        }
        // The tools of MCP servers are reached from a script.
        Act::Mcp(tool) => {
            let code = format!("return await tools.mcp__demo__{tool}({{text: 'x'}});");
            vec![Call::new("codemode", json!({"code": code}))]
        }
        Act::Delegate(_) => Vec::new(),
    }
}

fn omp_calls(act: &Act, _: &Stage) -> Vec<Call> {
    let read = |name: &str| Call::new("read", json!({"i": "step", "path": name}));
    match act {
        Act::Shell(line) => vec![Call::new("bash", json!({"i": "step", "command": line}))],
        Act::Read(name) => vec![read(name)],
        // An edit names the tag that reading the file has shown.
        Act::Edit(name) => {
            let edit: fn(&str) -> Value = |shown| json!({"i": "step", "input": patch(shown)});
            vec![read(name), Call { tool: "edit", namespace: None, input: Input::After(edit) }]
        }
        // The tools of MCP servers are files of a kind of its own.
        Act::Mcp(tool) => {
            let path = format!("xd://mcp__demo_{tool}");
            vec![Call::new("write", json!({"i": "step", "path": path, "content": "{\"text\": \"x\"}"}))]
        }
        Act::Delegate(task) => vec![
            Call::new("task", json!({"i": "step", "context": "A project.", "tasks": [{"task": task}]})),
            Call::new("hub", json!({"i": "step", "op": "wait"})),
        ],
    }
}

/// A patch of the first line of a file that was shown with its name and tag in
/// brackets: `[dist/app.js#8DB0]`.
fn patch(shown: &str) -> String {
    let begin = shown.find('[').unwrap_or_default();
    let end = shown[begin..].find(']').map_or(shown.len(), |length| begin + length + 1);
    format!("{}\nPUT 1.=1:\n+console.log(\"new\");", &shown[begin..end])
}
