//! Claude Code.

use super::{Act, Agent, Call, Launch, Package, Stage, Variation, Way};
use crate::e2e::play::abide;
use serde_json::json;
use std::io;

const fn row(id: &'static str, version: &'static str) -> Agent {
    Agent {
        id,
        name: "claude",
        title: "Claude Code",
        package: Package { folder: "claude", name: "@anthropic-ai/claude-code", version },
        program: "claude",
        needs: &[],
        prepare,
        launch,
        calls,
        approve: None,
        ways: &[SWITCHED_OFF, OTHER_SOURCES, PLUGIN, MOD],
        trust: "nothing to approve for user settings",
    }
}

pub const CURRENT: Agent = row("claude", "2.1.332");
pub const OLD: Agent =
    Agent { calls: old_calls, ways: &[SWITCHED_OFF, OTHER_SOURCES], ..row("claude-2.0", "2.0.30") };

const SWITCHED_OFF: Way =
    Way::flags("`--settings` with `disableAllHooks`", &["--settings", "{\"disableAllHooks\": true}"]);
const OTHER_SOURCES: Way = Way::flags("`--setting-sources project`", &["--setting-sources", "project"]);
// Not ways round, but other ways in.
const PLUGIN: Way = way_in("none: abide as a plugin", |stage| plugin(stage, &[]));
const MOD: Way = way_in("none: abide as a mod", |stage| plugin(stage, &["--mod"]));

const fn way_in(name: &'static str, change: fn(&Stage) -> io::Result<()>) -> Way {
    let variation = Variation { flags: &["--plugin-dir", "plug"], change, ..Variation::NONE };
    Way { name, variation, calls: None }
}

/// Puts abide into a plugin in the project instead of the settings.
fn plugin(stage: &Stage, options: &[&str]) -> io::Result<()> {
    let folder = stage.project().join("plug");
    let folder = folder.to_str().ok_or_else(|| io::Error::other("the stage is not UTF-8"))?;
    let uninstall: &[&str] = &["uninstall", "claude", "--user"];
    let install = [&["install", "claude", "--plugin", folder], options].concat();
    for arguments in [uninstall, &install] {
        let ended = abide(stage, arguments)?;
        if ended.code != Some(0) {
            return Err(io::Error::other(format!("abide {}: {}", arguments[0], ended.story())));
        }
    }
    Ok(())
}

/// Written as no program would, to see that it comes back like that.
const SETTINGS: &str = "{\n\t\"includeCoAuthoredBy\" : false,\n\n\t\"env\": {}\n}";

fn prepare(stage: &Stage, _: &str) -> io::Result<()> {
    stage.write_home(".claude/settings.json", SETTINGS)?;
    let (command, args) = stage.mcp_server()?;
    let servers = json!({"mcpServers": {"demo": {"command": command, "args": args}}});
    super::super::stage::write(&stage.root().join("mcp.json"), &servers.to_string())
}

fn launch(stage: &Stage, address: &str, prompt: &str) -> Launch {
    let mcp = stage.root().join("mcp.json");
    let arguments = ["-p", prompt, "--output-format", "stream-json", "--verbose"];
    let mut launch = Launch::new(&arguments);
    launch.arguments.push("--dangerously-skip-permissions".into());
    launch.arguments.extend(["--mcp-config".into(), mcp.to_string_lossy().into_owned()]);
    launch
        .with("ANTHROPIC_BASE_URL", address)
        .with("ANTHROPIC_API_KEY", "no-key")
        // Without this it does not skip permissions for root.
        .with("IS_SANDBOX", "1")
        .with("CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1")
        .with("DISABLE_TELEMETRY", "1")
        .with("DISABLE_ERROR_REPORTING", "1")
        .with("DISABLE_AUTOUPDATER", "1")
}

fn calls(act: &Act, stage: &Stage) -> Vec<Call> {
    match act {
        Act::Shell(line) => vec![Call::new("Bash", json!({"command": line, "description": "step"}))],
        Act::Read(name) => vec![Call::new("Read", json!({"file_path": stage.file(name)}))],
        // It refuses to edit what it has not read.
        Act::Edit(name) => vec![
            Call::new("Read", json!({"file_path": stage.file(name)})),
            Call::new(
                "Edit",
                json!({"file_path": stage.file(name), "old_string": "old", "new_string": "new"}),
            ),
        ],
        Act::Mcp("get_note") => vec![Call::new("mcp__demo__get_note", json!({"text": "x"}))],
        Act::Mcp(_) => vec![Call::new("mcp__demo__put_note", json!({"text": "x"}))],
        Act::Delegate(task) => vec![Call::new(
            "Agent",
            json!({"description": "step", "prompt": task, "subagent_type": "general-purpose",
                   "run_in_background": false}),
        )],
    }
}

/// A subagent was started by another name.
fn old_calls(act: &Act, stage: &Stage) -> Vec<Call> {
    match act {
        Act::Delegate(task) => vec![Call::new(
            "Task",
            json!({"description": "step", "prompt": task, "subagent_type": "general-purpose"}),
        )],
        _ => calls(act, stage),
    }
}
