//! `abide doctor`.

use crate::project::{Project, USE_PNPM, bash};
use abide_agents::AGENTS;
use serde_json::Value;
use std::fs;

#[test]
fn every_hook_that_install_writes_works() {
    let project = Project::new().rules(USE_PNPM);
    let names: Vec<&str> = AGENTS.iter().map(|agent| agent.name).collect();
    project.abide(&[&["install"][..], &names].concat()).exits(0);
    let said = project.abide(&[&["doctor", "--json"][..], &names].concat());
    let document: Value = serde_json::from_str(&said.stdout).unwrap();
    for agent in document["agents"].as_array().unwrap() {
        let hooks = agent["hooks"].as_array().unwrap();
        assert!(!hooks.is_empty(), "{agent:#}");
        assert!(hooks.iter().all(|hook| hook["works"] == true && hook["current"] == true), "{agent:#}");
        // These two run a hook only when a person says so.
        let guarded = !matches!(agent["agent"].as_str().unwrap(), "codex" | "gemini");
        assert_eq!(agent["guarded"], guarded, "{agent:#}");
    }
    assert_eq!(said.code, 1);
    // Trying is not calling.
    assert!(document["agents"][0]["last_call"].is_null());
    project.call(bash("ls")).passes();
    project.abide(&["doctor", "claude"]).exits(0).says("last called just now");
}

#[test]
fn what_does_not_work_is_said() {
    let project = Project::new().rules(USE_PNPM);
    project.abide(&["doctor"]).exits(2).complains("found no agent");
    project.abide(&["doctor", "claude"]).exits(1).says("no hook is set up: run `abide install claude`");
    let path = project.home().join(".claude/settings.json");
    let program = env!("CARGO_BIN_EXE_abide");
    project.abide(&["install", "claude"]).exits(0);
    project
        .abide(&["doctor", "claude"])
        .exits(0)
        .says("Claude Code  guarded")
        .says("its program is not in PATH");
    let good = fs::read_to_string(&path).unwrap();
    for (from, to, says) in [
        (program, "/nowhere/abide", "/nowhere/abide: not found"),
        (" hook claude\"", " hook claude --rules /none.json\"", "let a forbidden call pass"),
        ("\"timeout\": 10", "\"timeout\": 600", "is not what this version would write"),
        (
            "\"hooks\": {",
            "\"disableAllHooks\": true, \"hooks\": {",
            "`disableAllHooks` in ~/.claude/settings.json turns all hooks off",
        ),
        ("{", "", "is broken"),
    ] {
        fs::write(&path, good.replacen(from, to, 1)).unwrap();
        let said = project.abide(&["doctor", "claude"]).says(says);
        assert_eq!(said.code, i32::from(!to.contains("600")), "{said:?}");
    }
}

#[test]
fn trust_is_read_from_what_the_agent_keeps() {
    let project = Project::new().rules(USE_PNPM);
    project.abide(&["install", "codex", "gemini"]).exits(0);
    project.abide(&["doctor", "codex"]).exits(1).says("approve the hook in Codex with `/hooks`");
    let put = |path: &str, text: String| fs::write(project.home().join(path), text).unwrap();
    let hooks = project.home().join(".codex/hooks.json");
    let key = format!("[hooks.state.\"{}:pre_tool_use:0:0\"]\ntrusted_hash = ", hooks.display());
    put(".codex/config.toml", format!("{key}\"sha256:00\"\n"));
    project.abide(&["doctor", "codex"]).exits(1).says("the hook has changed since it was approved");
    // The hash that Codex would write, by the recipe of its trust record.
    use sha2::{Digest, Sha256};
    let definition = format!(
        r#"{{"event_name":"pre_tool_use","hooks":[{{"async":false,"command":"{} hook codex","timeout":10,"type":"command"}}],"matcher":"*"}}"#,
        env!("CARGO_BIN_EXE_abide")
    );
    let hash: String = Sha256::digest(definition).iter().map(|byte| format!("{byte:02x}")).collect();
    put(".codex/config.toml", format!("{key}\"sha256:{hash}\"\n"));
    project.abide(&["doctor", "codex"]).exits(0).says("Codex  guarded");

    put(".gemini/trustedFolders.json", format!("{{\"{}\": \"TRUST_FOLDER\"}}", project.root().display()));
    project.abide(&["doctor", "gemini"]).exits(0);
    put(".gemini/trustedFolders.json", format!("{{\"{}\": \"DO_NOT_TRUST\"}}", project.root().display()));
    project.abide(&["doctor", "gemini"]).exits(1).says("trust the folder");
}

#[test]
fn two_hooks_and_broken_rules_are_said() {
    let project = Project::new().rules(r#"[{"id": "a", "kind": "forbid_command", "pattern": "("}]"#);
    project.abide(&["install", "claude"]).exits(0);
    project.abide(&["install", "claude", "--project"]).exits(0);
    let said = project.abide(&["doctor"]).exits(1);
    let said = said
        .says("abide may run once for each of these: ~/.claude/settings.json, /repo/.claude/settings.json");
    said.says(".abide/rules.json:1:");
}

/// A line that works is not enough: the agent has to run it for every call.
#[test]
fn a_hook_that_is_not_asked_about_every_call_guards_nothing() {
    let project = Project::new();
    let path = project.home().join(".claude/settings.json");
    project.abide(&["install", "claude"]).exits(0);
    let good = fs::read_to_string(&path).unwrap();
    for (from, to, says) in [
        ("\"matcher\": \"*\"", "\"matcher\": \"Bash\"", "its `matcher` is \"Bash\""),
        ("\"type\": \"command\"", "\"type\": \"prompt\"", "its `type` is not \"command\""),
        ("\"timeout\": 10", "\"async\": true", "the agent does not wait for the answer"),
        (" hook claude\"", " hook codex\"", "it is the hook of another agent, codex"),
    ] {
        assert!(good.contains(from), "{good}");
        fs::write(&path, good.replacen(from, to, 1)).unwrap();
        project.abide(&["doctor", "claude"]).exits(1).says("Claude Code  not guarded").says(says);
    }
    fs::write(&path, good.replacen("\"matcher\": \"*\"", "\"matcher\": \"\"", 1)).unwrap();
    project.abide(&["doctor", "claude"]).exits(0);
}

#[test]
fn a_home_that_is_the_project_has_one_hook() {
    let project = Project::new();
    fs::create_dir_all(project.home().join(".git")).unwrap();
    project.abide(&["install", "claude"]).exits(0);
    let said = std::process::Command::new(env!("CARGO_BIN_EXE_abide"))
        .args(["doctor", "claude"])
        .env("HOME", project.home())
        .env_remove("CLAUDE_CONFIG_DIR")
        .current_dir(project.home())
        .output()
        .unwrap();
    let said = String::from_utf8(said.stdout).unwrap();
    assert!(said.contains("Claude Code  guarded") && !said.contains("may run once"), "{said}");
}

#[test]
fn a_guard_that_is_down_is_said() {
    let project = Project::new().rules(USE_PNPM);
    project.abide(&["install", "claude"]).exits(0);
    let own = project.home().join(".config/abide");
    fs::create_dir_all(&own).unwrap();
    fs::write(own.join("rules.json"), r#"{"guard": false}"#).unwrap();
    project.abide(&["doctor", "claude"]).exits(0).says("agents may change rules and hooks");
}

/// What a hook prints and what it leaves running hold nothing up.
#[test]
fn a_hook_that_prints_much_or_leaves_something_running_is_tried_to_its_end() {
    let project = Project::new();
    let path = project.home().join(".claude/settings.json");
    project.abide(&["install", "claude"]).exits(0);
    let good = fs::read_to_string(&path).unwrap();
    let start = std::time::Instant::now();
    for (before, code) in [
        ("sleep 20 & ", 0),
        ("head -c 300000 /dev/zero; printf '\\\\033[2J'; ", 0),
        ("head -c 300000 /dev/zero; exit 3; ", 1),
    ] {
        let line = format!("\"command\": \"{before}");
        fs::write(&path, good.replacen("\"command\": \"", &line, 1)).unwrap();
        let said = project.abide(&["doctor", "claude"]).exits(code);
        assert!(!said.stdout.contains("seconds") && !said.stdout.contains('\u{1b}'), "{said:?}");
    }
    assert!(start.elapsed().as_secs() < 15);
}

/// `~/.gemini` holds the settings of two agents.
#[test]
fn an_agent_is_here_if_something_of_its_own_is() {
    let project = Project::new().rules(USE_PNPM);
    let make = |path: &str| fs::create_dir_all(project.home().join(path)).unwrap();
    make(".gemini/antigravity-cli");
    make(".gemini/config");
    project.abide(&["install"]).exits(0).says("Antigravity");
    let said = project.abide(&["doctor"]).exits(0).says("Antigravity").stdout;
    assert!(!said.contains("Gemini"), "{said}");
    make(".gemini/tmp");
    project.abide(&["doctor"]).exits(1).says("Gemini");
}

/// Whether such a thing was done, no file says.
#[test]
fn what_an_agent_wants_done_by_hand_is_said_again() {
    let project = Project::new().rules(USE_PNPM);
    project.abide(&["install", "cline"]).exits(0).says("copy the file");
    project.abide(&["doctor", "cline"]).exits(0).says("copy the file");
}
