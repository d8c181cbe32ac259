//! The wire forms of Claude Code and Codex, on hook calls that they sent. Those
//! of every agent are in `agents.rs`.
//!
//! `fixtures/` holds them as captured (Claude Code 2.0.30, 2.1.197, 2.1.332;
//! Codex 0.171.0), only the folders renamed.

mod short;

use abide_agents::{Answer, WireError, find};
use abide_rules::{Action, Hit, ToolCall, Verdict};
use short::short;

fn read(agent: &str, payload: &str) -> Result<ToolCall, WireError> {
    find(agent).unwrap().read(payload.as_bytes())
}

fn fixture(name: &str) -> String {
    let path = format!("{}/tests/fixtures/{name}.json", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

#[test]
fn real_calls_are_understood() {
    let rows = [
        ("claude-Bash", "Bash", "shell: echo RAN > ran.txt; echo npm i"),
        ("claude-2.0.30-Bash", "Bash", "shell: echo RAN > ran.txt; echo npm i"),
        ("claude-2.1.197-Bash", "Bash", "shell: echo RAN > ran.txt; echo npm i"),
        ("claude-Bash-in-subagent", "Bash", "shell: echo sub > ransub.txt"),
        ("claude-Edit", "Edit", "Edit: /repo/dist/app.js"),
        ("claude-Write", "Write", "Write: /repo/src/new.js"),
        ("claude-Read", "Read", "Read: /repo/dist/app.js"),
        ("claude-NotebookEdit", "NotebookEdit", "Edit: /repo/n.ipynb"),
        ("claude-mcp", "mcp__demo__put_note", "Other: dist/app.js"),
        ("claude-Agent", "Agent", "Other: "),
        ("codex-Bash", "Bash", "shell: echo RAN > ran.txt; echo npm i"),
        ("codex-Bash-workdir", "Bash", "shell: pwd; echo RAN > ran.txt"),
        ("codex-codemode-Bash", "Bash", "shell: echo A > rana.txt"),
        ("codex-apply_patch", "apply_patch", "Edit: src/new.js, Delete: src/a.js"),
        ("codex-mcp", "mcp__demo__put_note", "Other: dist/app.js"),
        ("codex-view_image", "view_image", "Read: /repo/.env"),
    ];
    for (name, tool, input) in rows {
        let agent = name.split('-').next().unwrap();
        let call = read(agent, &fixture(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(
            (call.agent, call.tool.as_str(), short(&call.input).as_str()),
            (agent, tool, input),
            "{name}"
        );
        assert!(call.cwd.starts_with("/repo") && call.session.is_some(), "{name}");
        assert_eq!(call.subagent, name.contains("subagent"), "{name}");
    }
}

#[test]
fn the_folder_of_the_call_is_the_one_it_runs_in() {
    assert_eq!(read("codex", &fixture("codex-Bash-workdir")).unwrap().cwd, "/repo/src");
}

#[test]
fn an_event_after_the_tool_ran_is_refused() {
    for name in ["claude-PostToolUse-Edit", "codex-PostToolUse-apply_patch"] {
        let agent = name.split('-').next().unwrap();
        assert_eq!(
            read(agent, &fixture(name)).err(),
            Some(WireError::Event { name: "PostToolUse".into(), wanted: "PreToolUse" }),
            "{name}"
        );
    }
}

#[test]
fn missing_and_unknown_fields_are_tolerated() {
    let rows = [
        (r#"{"tool_name":"Bash","tool_input":{"command":"ls","new":1},"later":{}}"#, "shell: ls"),
        (r#"{"tool_name":"Read"}"#, "Read: "),
        (r#"{"tool_name":"Edit","tool_input":{"file_path":3},"cwd":null,"session_id":7}"#, "Edit: "),
        (
            r#"{"tool_name":"Grep","tool_input":{"pattern":"x","path":"web/","glob":".env"}}"#,
            "search: web/ .env",
        ),
        (r#"{"tool_name":"Grep","tool_input":{"pattern":"x","glob":".env"}}"#, "search: - .env"),
        (r#"{"tool_name":"Grep","tool_input":{"pattern":"x","type":"js"}}"#, "Read: "),
        (r#"{"tool_name":"Grep","tool_input":{"pattern":"x","type":"js","path":".env"}}"#, "Read: .env"),
        (r#"{"tool_name":"Grep","tool_input":{"pattern":"x","type":"js","glob":".env"}}"#, "search: - .env"),
        (r#"{"tool_name":"PowerShell","tool_input":{"command":"gc .env"}}"#, "powershell: gc .env"),
        (r#"{"tool_name":"Glob","tool_input":{"pattern":"*","path":"dist"}}"#, "Other: dist"),
    ];
    for (payload, input) in rows {
        assert_eq!(short(&read("claude", payload).unwrap().input), input, "{payload}");
    }
}

#[test]
fn codex_commands_are_read_from_texts_and_from_words() {
    let rows = [
        (
            r#"{"tool_name":"shell","tool_input":{"command":["bash","-lc","npm i && ls"]}}"#,
            "shell: npm i && ls",
        ),
        (
            r#"{"tool_name":"shell","tool_input":{"command":["git","commit","-m","a b's"]}}"#,
            r"shell: git commit -m 'a b'\''s'",
        ),
        (
            r#"{"tool_name":"shell","tool_input":{"command":["powershell.exe","-NoLogo","-Command","gc .env"]}}"#,
            "powershell: gc .env",
        ),
        (
            r#"{"tool_name":"shell","tool_input":{"command":["C:\\bin\\pwsh.EXE","-command","gc .env"]}}"#,
            "powershell: gc .env",
        ),
        (
            r#"{"tool_name":"shell","tool_input":{"command":["pwsh","-File","x.ps1"]}}"#,
            "shell: pwsh -File x.ps1",
        ),
        (r#"{"tool_name":"exec_command","tool_input":{"cmd":"npm i"}}"#, "shell: npm i"),
        (
            r#"{"tool_name":"apply_patch","tool_input":{"input":"*** Begin Patch\n*** Add File: a b\n+x"}}"#,
            "Edit: a b",
        ),
        (
            r#"{"tool_name":"apply_patch","tool_input":{"patch":"*** Update File: a\n*** Move to: b\n"}}"#,
            "Delete: a, Edit: b",
        ),
    ];
    for (payload, input) in rows {
        assert_eq!(short(&read("codex", payload).unwrap().input), input, "{payload}");
    }
}

#[test]
fn a_shell_call_without_a_command_is_an_error() {
    for agent in ["claude", "codex"] {
        let error = read(agent, r#"{"tool_name":"Bash","tool_input":{}}"#).err();
        assert_eq!(error, Some(WireError::NoCommand { tool: "Bash".into() }));
        assert_eq!(read(agent, "{}").err(), Some(WireError::NoTool));
    }
}

fn verdict(action: Action) -> Verdict {
    Verdict::Violation(Hit {
        rule: "use-pnpm".into(),
        action,
        reason: "Use \"pnpm\".\n  run: pnpm i.".into(),
        ..Hit::default()
    })
}

fn answer(agent: &str, action: Action) -> (String, String, u8) {
    let Answer { stdout, stderr, exit_code } = (find(agent).unwrap().answer)(&verdict(action));
    (stdout, stderr, exit_code)
}

const DENY: &str = r#"{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"#;
const ASK: &str = r#"{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"ask","permissionDecisionReason":"#;

#[test]
fn a_block_is_said_three_times() {
    let text = r#""abide: Use \"pnpm\".\n  run: pnpm i."}}"#;
    let stderr = "abide: Use \"pnpm\".\n  run: pnpm i.\n".to_owned();
    assert_eq!(answer("claude", Action::Block), (format!("{DENY}{text}\n"), stderr, 2));

    // Codex puts a full stop after it.
    let text = r#""abide: Use \"pnpm\".\n  run: pnpm i"}}"#;
    let stderr = "abide: Use \"pnpm\".\n  run: pnpm i\n".to_owned();
    assert_eq!(answer("codex", Action::Block), (format!("{DENY}{text}\n"), stderr, 2));
}

#[test]
fn ask_is_a_prompt_where_there_is_one_and_else_a_block() {
    let text = r#""abide: Use \"pnpm\".\n  run: pnpm i."}}"#;
    assert_eq!(answer("claude", Action::Ask), (format!("{ASK}{text}\n"), String::new(), 0));
    assert_eq!(answer("codex", Action::Ask), answer("codex", Action::Block));
}

#[test]
fn a_warning_reaches_the_person_and_lets_the_call_run() {
    let message = "{\"systemMessage\":\"abide: Use \\\"pnpm\\\".\\n  run: pnpm i.\"}\n";
    assert_eq!(answer("claude", Action::Warn), (message.to_owned(), String::new(), 0));
    assert_eq!(
        answer("codex", Action::Warn),
        (String::new(), "abide: Use \"pnpm\".\n  run: pnpm i.\n".to_owned(), 0)
    );
}
