//! What happens when abide itself cannot do its work.

use crate::project::{Project, USE_PNPM, bash, tool};
use serde_json::json;

#[test]
fn input_that_is_not_json_is_reported_and_the_call_runs() {
    let project = Project::new().rules(USE_PNPM);
    for (stdin, complaint) in [
        ("", "no tool call on standard input"),
        ("npm i", "not JSON"),
        ("[]", "not a JSON object"),
        ("{}", "names no tool"),
        (r#"{"tool_name":"Bash","tool_input":{}}"#, "the Bash call has no command"),
        (r#"{"tool_name":"Bash","hook_event_name":"PostToolUse"}"#, "hook it at PreToolUse"),
    ] {
        for agent in ["claude", "codex"] {
            let outcome = project.hook(agent, stdin.as_bytes()).fails_open(complaint).complains("abide: ");
            assert!(!outcome.stdout.contains("deny"));
        }
    }
}

#[test]
fn on_error_block_turns_that_round() {
    let project = Project::new().rules(r#"{"on_error": "block", "rules": []}"#);
    project.hook("claude", b"npm i").blocks("not JSON");
    project.hook("codex", b"npm i").blocks("not JSON");
    project.call(bash("ls")).passes();
    Project::new()
        .rules(r#"{"on_error":"block","rules":[{"id":"a"},]}"#)
        .call(bash("ls"))
        .blocks("rules.json:1:40");
}

#[test]
fn rules_that_are_not_json_are_reported_and_the_call_runs() {
    Project::new()
        .rules("{\"rules\": [")
        .call(bash("npm i"))
        .fails_open("rules.json")
        .complains("Calls are judged without it until it is mended; `abide check` shows how");
}

#[test]
fn a_broken_rule_does_not_take_the_others_with_it() {
    let rules = r#"[{"id": "broken", "kind": "forbid_command", "pattern": "("},
                    {"id": "npm", "kind": "forbid_command", "pattern": "^npm\\s", "message": "No npm."}]"#;
    let project = Project::new().rules(rules);
    project.call(bash("npm i")).blocks("No npm");
    project.call(bash("ls")).fails_open("broken");
}

#[test]
fn a_slip_in_the_hook_line_never_blocks() {
    let project = Project::new();
    project.hook("clude", b"{}").exits(1).complains("abide: error: invalid value 'clude'");
    project.run(&["hook", "claude", "--rulez", "x"], b"{}").fails_open("abide: error");
    project.run(&["hook"], b"{}").exits(1);
    project
        .run(&["hook", "claude", "--rules", "none.json"], br#"{"tool_name":"Read"}"#)
        .fails_open("none.json");
}

#[test]
fn input_too_deep_to_read_blocks() {
    let payload =
        format!(r#"{{"tool_name":"mcp__slack__post","tool_input":{}{}}}"#, "[".repeat(500), "]".repeat(500));
    Project::new().rules(USE_PNPM).hook("claude", payload.as_bytes()).blocks("too deep");
}

#[test]
fn a_line_too_large_to_check_blocks() {
    let line = format!("ls {}", "x".repeat(2 << 20));
    Project::new().rules(USE_PNPM).call(bash(&line)).blocks("too large to check");
}

#[test]
fn no_line_is_too_odd_to_answer() {
    let project = Project::new().rules(USE_PNPM);
    let odd = [
        "`",
        "echo `npm i",
        "$(",
        "$((",
        "${",
        "'",
        "\"",
        "$'",
        "$\"",
        "((",
        "[[",
        "{",
        "case x in",
        "for",
        "<<",
        "<<E",
        "cat <<E$[\t\t",
        "<(",
        ">",
        "&&",
        "|",
        ";;",
        "\\",
        "a=(",
        "x[",
        "!",
        "#",
        "\u{0}",
        "\u{feff}npm",
        "é$(é`é",
        "function",
        "coproc",
        "time",
        "select x",
        "if",
        "sh -c",
        "eval",
        "sudo",
        "env -S",
        "find -exec",
        "xargs",
        "",
    ];
    for line in odd {
        let outcome = project.call(bash(line));
        assert_ne!(outcome.code, 1, "abide itself failed: {outcome:#?}");
    }
    for part in ["$(", "(", "{ ", "`", "if ", "a|", "eval ", "sh -c '", "\"$(", "${a:-", "x "] {
        let outcome = project.call(bash(&part.repeat(100_000)));
        assert_ne!(outcome.code, 1, "abide itself failed on many {part:?}: {}", outcome.stderr);
    }
}

#[test]
fn a_path_that_is_no_text_is_reported() {
    use crate::project::tool;
    use serde_json::json;
    let rules =
        r#"[{"id": "s", "kind": "protect_path", "tool": "any", "pattern": ".env", "message": "No."}]"#;
    let project = Project::new().rules(rules);
    for path in [json!([".env"]), json!(null), json!(3)] {
        let read = project.call(tool("Read", json!({ "file_path": path })));
        read.fails_open("\"file_path\" of the Read call is not a text");
    }
    project.call(tool("Edit", json!({}))).fails_open("the Edit call has no \"file_path\"");
    project.call(tool("Grep", json!({"pattern": "x", "glob": 1}))).fails_open("\"glob\"");
    project.call(tool("Grep", json!({"pattern": "x", "glob": [".env"]}))).blocks("rule s");
    project.call(tool("Glob", json!({"pattern": "x", "path": 1}))).fails_open("\"path\"");
    project.call(tool("Grep", json!({"pattern": "x"}))).passes();
    project.call(tool("Glob", json!({"pattern": "x"}))).passes();
    project.call(tool("mcp__x__y", json!({"path": 1}))).passes();
    project.codex(tool("apply_patch", json!({"command": ["x"]}))).fails_open("\"command\"");
    // What the rules say comes first.
    let tools = r#"[{"id": "t", "kind": "forbid_tool", "pattern": "^Read$", "message": "No reads."}]"#;
    Project::new().rules(tools).call(tool("Read", json!({}))).blocks("No reads");
}

#[test]
fn rules_that_stand_twice_are_reported() {
    let twice = r#"{"rules": [{"id": "n", "kind": "forbid_command", "pattern": "^npm"}], "rules": []}"#;
    Project::new().rules(twice).call(bash("npm i")).fails_open("`rules` stands here twice");
}

#[test]
fn control_characters_do_not_reach_the_terminal() {
    let rules = USE_PNPM.replace("^npm(?:\\\\s|$)", "^npm");
    let outcome =
        Project::new().rules(&rules).call(bash("npm i '\u{1b}]0;x\u{7}\u{9b}2J'")).blocks("use-pnpm");
    let odd = |c: char| c.is_control() && c != '\n';
    assert!(!outcome.stderr.contains(odd), "{outcome:#?}");
    outcome.complains("\\x1b]0;x\\x07\\x9b2J");
}

#[test]
#[cfg(target_os = "linux")]
fn output_that_cannot_be_written_is_a_failure() {
    let project = Project::new().rules(USE_PNPM);
    for words in [&["check"][..], &["check", "--json"], &["explain", "npm i"], &["tour"], &["--help"]] {
        let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
        let mut abide = std::process::Command::new(env!("CARGO_BIN_EXE_abide"));
        let output = abide.args(words).current_dir(project.root()).stdout(full).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{words:?}: {said}");
        assert!(said.contains("cannot write standard output: no space left on device"), "{words:?}: {said}");
    }
}

/// The faults of a machine, under every agent: no panic, no text for the
/// model, and the answer that the rules ask for.
#[test]
fn a_broken_machine_stops_no_agent() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    type Fault = fn(&Project);
    let faults: &[(&str, Fault)] = &[
        ("rules are a folder", |project| {
            std::fs::create_dir_all(project.root().join(".abide/rules.json")).unwrap()
        }),
        ("rules are too long", |project| {
            let text = format!("{{\"rules\": [], \"x\": \"{}\"}}", "x".repeat(10 << 20));
            std::fs::create_dir_all(project.root().join(".abide")).unwrap();
            std::fs::write(project.root().join(".abide/rules.json"), text).unwrap();
        }),
        ("rules are not UTF-8", |project| {
            std::fs::create_dir_all(project.root().join(".abide")).unwrap();
            std::fs::write(project.root().join(".abide/rules.json"), b"{\"rules\": [\xff]}").unwrap();
        }),
        ("the disk is full", |project| {
            let state = project.home().join(".local/state/abide");
            std::fs::create_dir_all(&state).unwrap();
            symlink("/dev/full", state.join("log.jsonl")).unwrap();
            symlink("/dev/full", state.join("heartbeat")).unwrap();
        }),
        ("the state is read-only", |project| {
            let state = project.home().join(".local/state");
            std::fs::create_dir_all(&state).unwrap();
            std::fs::set_permissions(&state, std::fs::Permissions::from_mode(0o555)).unwrap();
        }),
    ];
    for (fault, make) in faults {
        for agent in abide_agents::AGENTS {
            let project = Project::new();
            make(&project);
            let root = project.root();
            let ran =
                project.hook(agent.name, (agent.install.payload)(root.to_str().unwrap(), "ls").as_bytes());
            let said = format!("{}{}", ran.stdout, ran.stderr);
            let broken = fault.starts_with("rules");
            assert!(ran.code < 2 && !said.contains("panicked") && !said.contains("deny"), "{fault}: {ran:?}");
            assert_eq!(said.contains("rules.json"), broken, "{}: {fault}: {ran:?}", agent.name);
        }
    }
}

#[test]
fn a_reader_that_went_away_still_gets_the_exit_code() {
    use std::io::Write;
    let project = Project::new().rules(USE_PNPM);
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_abide"))
        .args(["hook", "claude"])
        .current_dir(project.root())
        .env_clear()
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    drop((child.stdout.take(), child.stderr.take()));
    let call = r#"{"tool_name":"Bash","tool_input":{"command":"npm i"}}"#;
    child.stdin.take().unwrap().write_all(call.as_bytes()).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(2));
}

#[test]
fn an_agent_that_sends_nothing_or_far_too_much_is_answered() {
    let project = Project::new().rules(USE_PNPM);
    let closed = std::process::Command::new("sh")
        .args(["-c", "exec \"$0\" hook claude <&-", env!("CARGO_BIN_EXE_abide")])
        .current_dir(project.root())
        .env_clear()
        .output()
        .unwrap();
    assert!(closed.status.code() == Some(0) && closed.stderr.starts_with(b"abide: "), "{closed:?}");
    // A hundred megabytes of content in one call.
    let content = "x".repeat(100 << 20);
    let write =
        format!(r#"{{"tool_name":"Write","tool_input":{{"file_path":"/repo/a","content":"{content}"}}}}"#);
    project.hook("claude", write.as_bytes()).passes();
    let bash = format!(r#"{{"tool_name":"Bash","tool_input":{{"command":"npm i # {content}"}}}}"#);
    project.hook("claude", bash.as_bytes()).blocks("too large to check");
}

#[test]
fn rules_in_another_encoding_are_named_and_how_to_mend_them() {
    let wide =
        |text: &str| [0xfeff].into_iter().chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect();
    for (bytes, told) in
        [(wide(USE_PNPM), "it is UTF-16: save it as UTF-8"), (b"\"\xe9\"".to_vec(), "it is no UTF-8 text")]
    {
        let project = Project::new().rules("");
        std::fs::write(project.root().join(".abide/rules.json"), bytes).unwrap();
        let told = format!("cannot read /repo/.abide/rules.json: {told}");
        project.call(bash("npm ci")).fails_open(&told);
        project.abide(&["check"]).exits(2).complains(&told);
    }
}

/// What it would run is not known; what it is called is.
#[test]
fn a_call_without_a_command_is_judged_by_its_name() {
    let rules = r#"[{"id": "no-powershell", "kind": "forbid_tool", "pattern": "^PowerShell$", "message": "Use Bash."}]"#;
    let project = Project::new().rules(rules);
    project.call(tool("PowerShell", json!({}))).blocks("no-powershell");
    project.call(tool("Bash", json!({}))).fails_open("the Bash call has no command");
}
