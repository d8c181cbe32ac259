//! Every agent, by the real process: blocked, let through, and when abide fails.
//! What each answer looks like in full is held in `abide-agents/tests/agents.rs`.

use crate::project::{Outcome, Project, USE_PNPM};
use serde_json::{Value, json};

/// An agent, a call in its own envelope (`LINE` is the command line, `ROOT` the
/// project), and what tells a block: the exit code and a part of what it says.
const AGENTS: &[(&str, &str, i32, &str)] = &[
    ("claude", r#"{"cwd":"ROOT","tool_name":"Bash","tool_input":{"command":LINE}}"#, 2, "\"deny\""),
    ("codex", r#"{"cwd":"ROOT","tool_name":"Bash","tool_input":{"command":LINE}}"#, 2, "\"deny\""),
    (
        "gemini",
        r#"{"cwd":"ROOT","tool_name":"run_shell_command","tool_input":{"command":LINE}}"#,
        0,
        "\"deny\"",
    ),
    (
        "qwen",
        r#"{"cwd":"ROOT","tool_name":"run_shell_command","tool_input":{"command":LINE}}"#,
        0,
        "\"deny\"",
    ),
    ("copilot", r#"{"cwd":"ROOT","toolName":"bash","toolArgs":{"command":LINE}}"#, 0, "\"deny\""),
    (
        "cursor",
        r#"{"cwd":"","workspace_roots":["ROOT"],"tool_name":"Shell","tool_input":{"command":LINE,"cwd":""}}"#,
        2,
        "\"deny\"",
    ),
    ("pi", r#"{"cwd":"ROOT","tool_name":"bash","tool_input":{"command":LINE}}"#, 2, ""),
    ("omp", r#"{"cwd":"ROOT","tool_name":"bash","tool_input":{"command":LINE}}"#, 2, ""),
    ("opencode", r#"{"cwd":"ROOT","tool_name":"bash","tool_input":{"command":LINE}}"#, 2, ""),
    (
        "cline",
        r#"{"workspaceRoots":["ROOT"],"preToolUse":{"toolName":"execute_command","parameters":{"command":LINE}}}"#,
        0,
        "\"cancel\":true",
    ),
    ("kiro", r#"{"cwd":"ROOT","tool_name":"shell","tool_input":{"command":LINE}}"#, 2, ""),
    ("droid", r#"{"cwd":"ROOT","tool_name":"Execute","tool_input":{"command":LINE}}"#, 2, ""),
    (
        "windsurf",
        r#"{"agent_action_name":"pre_run_command","tool_info":{"command_line":LINE,"cwd":"ROOT"}}"#,
        2,
        "",
    ),
    ("amp", r#"{"cwd":"ROOT","tool_name":"shell_command","tool_input":{"command":LINE}}"#, 2, ""),
    (
        "antigravity",
        r#"{"workspacePaths":["ROOT"],"toolCall":{"name":"run_command","args":{"CommandLine":LINE,"Cwd":"ROOT"}}}"#,
        0,
        "\"deny\"",
    ),
];

fn call(project: &Project, (agent, envelope, ..): &(&str, &str, i32, &str), line: &str) -> Outcome {
    let payload = envelope.replace("LINE", &json!(line).to_string());
    let payload = payload.replace("ROOT", project.root().to_str().unwrap());
    project.hook(agent, payload.as_bytes())
}

#[test]
fn no_agent_is_forgotten() {
    let known = abide_agents::AGENTS.iter().map(|agent| agent.name);
    assert!(known.eq(AGENTS.iter().map(|row| row.0)));
}

#[test]
fn every_agent_is_told_of_a_block_and_of_nothing_else() {
    let project = Project::new().rules(USE_PNPM);
    for row @ (agent, _, code, sign) in AGENTS {
        let blocked = call(&project, row, "cd web && npm ci").exits(*code).says(sign);
        let said = format!("{}{}", blocked.stdout, blocked.stderr);
        assert!(said.contains("abide: `npm ci` is forbidden by rule use-pnpm"), "{agent}: {said}");
        let passed = call(&project, row, "pnpm i").exits(0);
        assert!(sign.is_empty() || !passed.stdout.contains(sign), "{agent}: {passed:?}");
        assert!(!format!("{}{}", passed.stdout, passed.stderr).contains("abide"), "{agent}: {passed:?}");
    }
}

#[test]
fn where_a_rule_asks_the_log_says_what_the_agent_was_answered() {
    let asking = ["claude", "copilot", "pi", "omp", "antigravity"];
    for row @ (agent, ..) in AGENTS {
        let project = Project::new().rules(&USE_PNPM.replace("\"kind\"", "\"action\": \"ask\", \"kind\""));
        call(&project, row, "npm ci");
        let (decision, other) = if asking.contains(agent) { ("ask", "block") } else { ("block", "ask") };
        project.abide(&["log", "--decision", decision]).exits(0).says("npm ci");
        project.abide(&["log", "--decision", other]).exits(0).says("nothing of the kind");
    }
}

#[test]
fn a_failure_stops_no_agent_unless_the_rules_say_so() {
    let open = Project::new().rules(USE_PNPM);
    let closed = Project::new().rules(r#"{"on_error": "block", "rules": []}"#);
    for (agent, _, code, sign) in AGENTS {
        for input in [&b"npm i"[..], b"", b"[]"] {
            let ran = open.hook(agent, input);
            assert!(ran.code < 2 && (sign.is_empty() || !ran.stdout.contains(sign)), "{agent}: {ran:?}");
            assert!(format!("{}{}", ran.stdout, ran.stderr).contains("abide: the agent"), "{agent}: {ran:?}");
            closed.hook(agent, input).exits(*code).says(sign);
        }
        // These take another exit code than 0 for a block, or want a document.
        let slip = open.run(&["hook", agent, "--rulez"], b"{}");
        let careful = matches!(*agent, "claude" | "gemini" | "copilot" | "cline" | "antigravity");
        assert_eq!(slip.code, if careful { 0 } else { 1 }, "{agent}: {slip:?}");
    }
}

/// Where a call names a folder of its own, what the line says is seen from there.
#[test]
fn the_folder_of_the_call_counts_and_so_do_the_rules_of_the_session() {
    let rules = r#"[{"id": "e", "kind": "protect_path", "tool": "shell", "pattern": "./web/.env", "message": "No."}]"#;
    let project = Project::new().rules(rules).file("web/x", "");
    let root = project.root();
    let root = root.to_str().unwrap();
    let block = |agent: &str, payload: Value| {
        let said = project.hook(agent, payload.to_string().as_bytes());
        assert!(format!("{}{}", said.stdout, said.stderr).contains("abide: `"), "{agent}: {said:?}");
    };
    let line = "cat .env";
    block(
        "gemini",
        json!({"cwd": root, "tool_name": "run_shell_command", "tool_input": {"command": line, "dir_path": "web"}}),
    );
    block(
        "opencode",
        json!({"cwd": root, "tool_name": "bash", "tool_input": {"command": line, "workdir": "web"}}),
    );
    block("omp", json!({"cwd": root, "tool_name": "bash", "tool_input": {"command": line, "cwd": "./web"}}));
    block(
        "cursor",
        json!({"cwd": "", "workspace_roots": [root], "tool_name": "Shell", "tool_input": {"command": line, "working_directory": "web"}}),
    );
    // From outside, the rules of the project still hold.
    let far = format!("cat {root}/web/.env");
    block(
        "gemini",
        json!({"cwd": root, "tool_name": "run_shell_command", "tool_input": {"command": far, "dir_path": "/tmp"}}),
    );
    block(
        "opencode",
        json!({"cwd": root, "tool_name": "bash", "tool_input": {"command": far, "workdir": "/"}}),
    );
    block(
        "windsurf",
        json!({"agent_action_name": "pre_run_command", "tool_info": {"command_line": far, "cwd": "/tmp"}}),
    );
    block(
        "antigravity",
        json!({"workspacePaths": [root], "toolCall": {"name": "run_command", "args": {"CommandLine": far, "Cwd": "/tmp"}}}),
    );
}

#[test]
fn a_tool_of_a_server_is_one_tool_however_it_is_spelled() {
    let rules =
        r#"[{"id": "s", "kind": "forbid_tool", "pattern": "^mcp__(?:demo__)?run_thing$", "message": "No."}]"#;
    let project = Project::new().rules(rules);
    let block = |agent: &str, payload: Value| {
        let said = project.hook(agent, payload.to_string().as_bytes());
        assert!(
            format!("{}{}", said.stdout, said.stderr).contains("forbidden by rule s"),
            "{agent}: {said:?}"
        );
    };
    for (agent, tool) in [
        ("claude", "mcp__demo__run_thing"),
        ("codex", "mcp__demo__run_thing"),
        ("gemini", "mcp_demo_run_thing"),
        ("cursor", "MCP:run_thing"),
        ("copilot", "demo-run_thing"),
        ("omp", "mcp__demo_run_thing"),
        ("opencode", "demo_run_thing"),
        ("kiro", "@demo/run_thing"),
    ] {
        block(agent, json!({"tool_name": tool, "tool_input": {}}));
    }
    let server = json!({"mcp_server_name": "demo", "mcp_tool_name": "run_thing"});
    block("windsurf", json!({"agent_action_name": "pre_mcp_tool_use", "tool_info": server}));
    let server = json!({"server_name": "demo", "tool_name": "run_thing", "arguments": "{}"});
    block("cline", json!({"preToolUse": {"toolName": "use_mcp_tool", "parameters": server}}));
    project.hook("opencode", br#"{"tool_name":"other_run_thing","tool_input":{}}"#).passes();
}

#[test]
fn code_that_omp_runs_is_judged_as_code() {
    let project =
        Project::new().rules(&format!("{{\"extends\": [\"pack:uv\"], {}", USE_PNPM.trim_start_matches('{')));
    let eval = |language: &str, code: &str| {
        let call = json!({"tool_name": "eval", "tool_input": {"language": language, "code": code}});
        project.hook("omp", call.to_string().as_bytes())
    };
    eval("py", "import subprocess\nsubprocess.run([\"npm\", \"i\"])").exits(2).complains("use-pnpm");
    eval("js", "require('child_process').execSync('npm i')").exits(2).complains("use-pnpm");
    eval("py", "print('npm i')").passes();
    eval("js", "console.log('npm i')").passes();
    eval("js", "await Bun.$`npm i`").exits(2).complains("use-pnpm");
    eval("py", "x = 1\n!npm i").exits(2).complains("use-pnpm");
    eval("py", "%%bash\ncd web\nnpm ci").exits(2).complains("use-pnpm");
    eval("py", "x = 'a'\ny = x != '!npm i'").passes();
    let hub = json!({"tool_name": "hub", "tool_input": {"op": "start", "application": "npm", "args": ["run", "dev"]}});
    project.hook("omp", hub.to_string().as_bytes()).exits(2).complains("use-pnpm");
}

#[test]
fn a_patch_in_a_shell_line_is_a_patch() {
    let rules =
        r#"[{"id": "d", "kind": "protect_path", "tool": "edit", "pattern": "dist/**", "message": "No."}]"#;
    let line =
        "apply_patch <<'EOF'\n*** Begin Patch\n*** Update File: dist/app.js\n@@\n-a\n+b\n*** End Patch\nEOF";
    Project::new().rules(rules).codex(crate::project::bash(line)).blocks("rule d");
}
