//! What happens when abide itself cannot do its work.

use crate::project::{Project, USE_PNPM, bash};

#[test]
fn input_that_is_not_json_is_reported_and_the_call_runs() {
    let project = Project::new().rules(USE_PNPM);
    for (stdin, complaint) in [
        ("", "no tool call on standard input"),
        ("npm i", "not JSON"),
        ("[]", "not a JSON object"),
        ("{}", "no \"tool_name\""),
        (r#"{"tool_name":"Bash","tool_input":{}}"#, "the Bash call has no command"),
        (r#"{"tool_name":"Bash","hook_event_name":"PostToolUse"}"#, "hook it at PreToolUse"),
    ] {
        for agent in ["claude", "codex"] {
            let outcome =
                project.hook(agent, stdin.as_bytes()).exits(1).complains(complaint).complains("abide: ");
            assert_eq!(outcome.stdout, "");
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
    Project::new().rules("{\"rules\": [").call(bash("npm i")).exits(1).complains("rules.json");
}

#[test]
fn a_broken_rule_does_not_take_the_others_with_it() {
    let rules = r#"[{"id": "broken", "kind": "forbid_command", "pattern": "("},
                    {"id": "npm", "kind": "forbid_command", "pattern": "^npm\\s", "message": "No npm."}]"#;
    let project = Project::new().rules(rules);
    project.call(bash("npm i")).blocks("No npm");
    project.call(bash("ls")).exits(1).complains("broken");
}

#[test]
fn a_slip_in_the_hook_line_never_blocks() {
    let project = Project::new();
    project.hook("clude", b"{}").exits(1).complains("abide: error: invalid value 'clude'");
    project.run(&["hook", "claude", "--rulez", "x"], b"{}").exits(1).complains("abide: error");
    project.run(&["hook"], b"{}").exits(1);
    project
        .run(&["hook", "claude", "--rules", "none.json"], br#"{"tool_name":"Read"}"#)
        .exits(1)
        .complains("none.json");
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
