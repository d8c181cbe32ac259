//! OpenCode.

use super::{Act, Agent, Call, Launch, Package, Stage, Way};
use serde_json::json;
use std::io;
use std::os::unix::fs::symlink;

pub const AGENT: Agent = Agent {
    id: "opencode",
    name: "opencode",
    title: "OpenCode",
    package: Package { folder: "opencode", name: "opencode-ai", version: "1.18.33" },
    program: "opencode",
    // At its first start it installs this into the folder of its settings,
    // and waits for that.
    needs: &[PLUGIN],
    prepare,
    launch,
    calls,
    approve: None,
    ways: WAYS,
    trust: "nothing to approve for user plugins",
};

const PLUGIN: Package =
    Package { folder: "opencode-plugin", name: "@opencode-ai/plugin", version: "1.18.33" };

const WAYS: &[Way] = &[
    Way::flags("`--pure`", &["--pure"]),
    Way::change("a plugin that does not load", |stage| {
        let plugins = stage.home().join(".config/opencode/plugins");
        for file in std::fs::read_dir(plugins)? {
            std::fs::write(file?.path(), "throw new Error('broken');\n")?;
        }
        Ok(())
    }),
];

fn prepare(stage: &Stage, address: &str) -> io::Result<()> {
    let (program, args) = stage.mcp_server()?;
    let command: Vec<String> = std::iter::once(program).chain(args).collect();
    let provider = json!({
        "npm": "@ai-sdk/openai-compatible", "name": "Loop",
        "options": {"baseURL": format!("{address}/v1"), "apiKey": "no-key"},
        "models": {"scripted": {"name": "Scripted"}},
    });
    let config = json!({
        "model": "loop/scripted", "small_model": "loop/scripted", "autoupdate": false, "share": "disabled",
        "permission": {"*": "allow"},
        "mcp": {"demo": {"type": "local", "command": command, "enabled": true}},
        "provider": {"loop": provider},
    });
    stage.write_home(".config/opencode/opencode.json", &config.to_string())?;
    let plugin =
        stage.needed(&PLUGIN).ok_or_else(|| io::Error::other("the plugin's package is not there"))?;
    for name in ["package.json", "package-lock.json", "node_modules"] {
        symlink(plugin.join(name), stage.home().join(".config/opencode").join(name))?;
    }
    Ok(())
}

fn launch(_: &Stage, _: &str, prompt: &str) -> Launch {
    Launch::new(&["run", "-m", "loop/scripted", prompt])
        .with("OPENCODE_DISABLE_AUTOUPDATE", "1")
        .with("OPENCODE_DISABLE_MODELS_FETCH", "1")
        .with("OPENCODE_DISABLE_LSP_DOWNLOAD", "1")
}

fn calls(act: &Act, stage: &Stage) -> Vec<Call> {
    let read = |name: &str| Call::new("read", json!({"filePath": stage.file(name)}));
    match act {
        Act::Shell(line) => vec![Call::new("bash", json!({"command": line, "description": "step"}))],
        Act::Read(name) => vec![read(name)],
        Act::Edit(name) => vec![
            read(name),
            Call::new("edit", json!({"filePath": stage.file(name), "oldString": "old", "newString": "new"})),
        ],
        Act::Mcp("get_note") => vec![Call::new("demo_get_note", json!({"text": "x"}))],
        Act::Mcp(_) => vec![Call::new("demo_put_note", json!({"text": "x"}))],
        Act::Delegate(task) => vec![Call::new(
            "task",
            json!({"description": "step", "prompt": task, "subagent_type": "general"}),
        )],
    }
}
