//! The answer, byte by byte, as the agents read it.

use crate::project::{Project, USE_PNPM, bash, tool};
use serde_json::json;

#[test]
fn a_block_in_full() {
    let outcome = Project::new().rules(USE_PNPM).call(bash("cd web && sudo npm ci")).blocks("use-pnpm");
    insta::assert_snapshot!(format!(
        "exit {}\n--- stdout\n{}--- stderr\n{}",
        outcome.code, outcome.stdout, outcome.stderr
    ));
}

#[test]
fn codex_gets_no_full_stop_of_ours() {
    let outcome = Project::new().rules(USE_PNPM).codex(bash("npm ci")).blocks("use-pnpm");
    assert!(!outcome.stderr.trim_end().ends_with('.'), "{outcome:#?}");
}

#[test]
fn a_call_as_the_agent_really_sent_it() {
    let project = Project::new()
        .rules(r#"[{"id": "e", "kind": "protect_path", "pattern": "dist/**", "message": "No."}]"#);
    let read = |name: &str| {
        let path = format!("{}/../abide-agents/tests/fixtures/{name}.json", env!("CARGO_MANIFEST_DIR"));
        std::fs::read_to_string(path).unwrap().replace("/repo", project.root().to_str().unwrap())
    };
    project.hook("claude", read("claude-Edit").as_bytes()).blocks("No");
    project.hook("claude", read("claude-Read").as_bytes()).passes();
    project.hook("claude", read("claude-Bash").as_bytes()).passes();
    project.hook("codex", read("codex-Bash").as_bytes()).passes();
}

#[test]
fn a_byte_order_mark_and_blanks_are_skipped() {
    let project = Project::new().rules(USE_PNPM);
    project
        .hook(
            "claude",
            b"\xef\xbb\xbf \n{\"tool_name\":\"Bash\",\"tool_input\":{\"command\":\"npm i\"}}\r\n\n",
        )
        .blocks("use-pnpm");
}

#[test]
fn fields_that_are_not_known_or_not_there_do_not_matter() {
    let project = Project::new().rules(USE_PNPM);
    project
        .hook(
            "claude",
            br#"{"tool_name":"Bash","tool_input":{"command":"npm i","x":{}},"y":[1],"agent_id":null}"#,
        )
        .blocks("use-pnpm");
}

#[test]
fn ask_and_warn_have_their_own_forms() {
    let rules =
        |action: &str| USE_PNPM.replace("\"source\"", &format!("\"action\": \"{action}\", \"source\""));
    let ask = Project::new().rules(&rules("ask"));
    ask.call(bash("npm i")).exits(0).says("\"permissionDecision\":\"ask\"");
    ask.codex(bash("npm i")).blocks("use-pnpm");
    let warn = Project::new().rules(&rules("warn"));
    warn.call(bash("npm i")).exits(0).says("{\"systemMessage\":\"abide: ");
    let codex = warn.codex(bash("npm i")).exits(0).complains("use-pnpm");
    assert_eq!(codex.stdout, "");
}

#[test]
fn tools_of_servers_are_judged_by_name_and_by_path() {
    let rules = r#"[{"id": "s", "kind": "forbid_tool", "pattern": "^mcp__slack__", "message": "No posts."},
                    {"id": "e", "kind": "protect_path", "tool": "any", "pattern": ".env", "message": "No secrets."}]"#;
    let project = Project::new().rules(rules);
    project.call(tool("mcp__slack__post", json!({"text": "hi"}))).blocks("No posts");
    project.call(tool("mcp__fs__read_text_file", json!({"path": "config/.env"}))).blocks("No secrets");
    project.call(tool("mcp__fs__read_text_file", json!({"path": "config/.env.example"}))).passes();
    project.call(tool("NotebookEdit", json!({"notebook_path": ".env/n.ipynb"}))).blocks("No secrets");
}
