//! Rules and hooks are guarded against the agents themselves.

use crate::project::{Project, USE_PNPM, bash, tool};
use serde_json::json;
use std::fs;

const ALWAYS: &str = r#"{"rules": []}"#;

fn own_rules(project: &Project, text: &str) {
    let folder = project.home().join(".config/abide");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("rules.json"), text).unwrap();
}

#[test]
fn rules_and_hooks_are_not_changed_by_an_agent() {
    let project = Project::new().rules(USE_PNPM);
    let root = project.root();
    for path in [".abide/rules.json", ".abide/tools", ".agent-allow-cli-tools", ".claude/settings.local.json"]
    {
        let path = root.join(path);
        project
            .call(tool("Write", json!({ "file_path": path, "content": "" })))
            .blocks("Only the person may change");
        project.call(tool("Read", json!({ "file_path": path }))).passes();
    }
    for line in [
        "echo npm > .agent-allow-cli-tools",
        "cd .abide && rm rules.json",
        "cp /tmp/settings.json ~/.claude/settings.json",
        "sed -i s/block/warn/ ~/.config/abide/rules.json",
        "sudo -u me abide uninstall",
        "claude --bare -p hi",
        "tar cf /tmp/x.tar --remove-files .abide",
        "rsync -a --remove-source-files .abide/ /tmp/x",
        "gio trash .abide",
        "rm -f ~/.cargo/bin/abide",
        "cp /bin/true /usr/local/bin/abide",
        "cargo uninstall abide",
        "sudo apt-get -y purge abide",
    ] {
        project.call(bash(line)).blocks("self-");
    }
    for line in [
        "cat .abide/rules.json",
        "abide check",
        "git add .abide",
        "claude -p 'what does --bare do'",
        "abide uninstall --dry-run",
        "abide uninstall --help",
        "cargo install abide",
        "cargo test -p abide",
        "cargo uninstall abide-x",
        "~/.cargo/bin/abide check",
        "rsync -a .abide/ /tmp/x",
        "tar cf /tmp/x.tar .abide",
        "find . -name node_modules -prune -exec rm -rf {} \\;",
    ] {
        project.call(bash(line)).passes();
    }
}

#[test]
fn folders_that_variables_move_are_guarded_where_they_are() {
    let moved = [
        ("XDG_CONFIG_HOME", "abide/rules.json"),
        ("XDG_CONFIG_HOME", "amp/plugins/abide.ts"),
        ("XDG_STATE_HOME", "abide/install.json"),
        ("CLAUDE_CONFIG_DIR", "settings.json"),
        ("CODEX_HOME", "hooks.json"),
    ];
    for (variable, file) in moved {
        let project = Project::new().rules(ALWAYS).variable(variable, "/elsewhere/x");
        let path = format!("/elsewhere/x/{file}");
        project.call(tool("Edit", json!({ "file_path": path }))).blocks("Only the person may change");
        project.call(bash(&format!("rm {path}"))).blocks("Only the person may change");
        project.call(bash(&format!("cat {path}"))).passes();
    }
}

/// Servers of files are one more door, and their names say what they do.
#[test]
fn tools_of_mcp_servers_are_held_too() {
    let project = Project::new().rules(USE_PNPM);
    let path = project.root().join(".abide/rules.json");
    for (name, input) in [
        ("mcp__filesystem__write_file", json!({ "path": path, "content": "{}" })),
        ("mcp__filesystem__move_file", json!({ "source": path, "destination": "/tmp/x" })),
        ("mcp__fs__delete", json!({ "uri": format!("file://{}", path.display()) })),
        ("mcp__fs__writeFiles", json!({ "files": [{ "path": path, "content": "" }] })),
        ("mcp__jetbrains__replace_text_in_file", json!({ "pathInProject": ".abide/rules.json" })),
    ] {
        project.call(tool(name, input)).blocks("Only the person may change");
    }
    project.call(tool("mcp__desktop__start_process", json!({ "command": "npm ci" }))).blocks("use-pnpm");
    project.call(tool("mcp__filesystem__read_file", json!({ "path": path }))).passes();
    project.call(tool("mcp__filesystem__list_directory", json!({ "path": path.parent() }))).passes();
}

#[test]
fn only_the_persons_own_rules_lower_the_guard() {
    let change = || bash("echo npm > .agent-allow-cli-tools");
    // A project cannot, nor what is allowed in it, nor a rule of the same name.
    let lowered = r#"{"guard": false, "rules": [{"id": "self-rules", "kind": "advice"}]}"#;
    let project = Project::new().rules(lowered).file(".agent-allow-cli-tools", "self-rules\nself-hooks\n");
    project
        .call(change())
        .exits(2)
        .says("self-rules")
        .complains("`guard` in .abide/rules.json does not count");
    project.call(bash("rm .abide/rules.json")).exits(2).says("self-rules");

    let project = Project::new().rules(ALWAYS).variable("AGENT_ALLOW_CLI_TOOLS", "self-rules");
    project.call(change()).blocks("self-rules");
    own_rules(&project, r#"{"guard": false}"#);
    project.call(change()).passes();
    own_rules(&project, r#"{"guard": true, "rules": []}"#);
    project.call(change()).blocks("self-rules");
}

#[test]
fn one_named_file_of_rules_is_all_there_is() {
    let project = Project::new().file("only.json", ALWAYS);
    let call = br#"{"tool_name":"Bash","tool_input":{"command":"rm .abide/x"}}"#;
    project.run(&["hook", "claude", "--rules", "only.json"], call).passes();
}

/// What install writes is what the guard covers, in every place.
#[test]
fn every_file_that_install_writes_is_guarded() {
    for agent in abide_agents::AGENTS {
        let project = Project::new().rules(ALWAYS);
        for scope in ["--user", "--project"] {
            if scope == "--project" && agent.install.project.is_empty() {
                continue;
            }
            let said = project.abide(&["install", agent.name, scope]).exits(0);
            let line = said.stdout.lines().next().unwrap_or_default();
            let shown = line.split("  ").nth(1).unwrap_or_default();
            let path = shown
                .replace('~', project.home().to_str().unwrap())
                .replace("/repo", project.root().to_str().unwrap());
            assert!(fs::exists(&path).unwrap(), "{}: {path}: {said:?}", agent.name);
            project.call(tool("Edit", json!({ "file_path": path }))).blocks("Only the person may change");
            project.call(bash(&format!("echo x > {path}"))).blocks("Only the person may change");
        }
    }
}

/// `explain` names no way round that does not work.
#[test]
fn what_the_guard_stops_is_explained_truly() {
    let project = Project::new().rules(USE_PNPM);
    let said = project.abide(&["explain", "rm -r .abide"]).exits(1).stdout;
    assert!(said.contains("blocked by self-rules") && !said.contains(".agent-allow-cli-tools"), "{said}");
    assert!(said.contains("`\"guard\": false` into ~/.config/abide/rules.json"), "{said}");
}
