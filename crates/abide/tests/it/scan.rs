//! `abide scan`: calls on standard input, a verdict a line.

use crate::project::{Project, USE_PNPM};
use serde_json::Value;

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).expect("one document a line")).collect()
}

#[test]
fn every_call_gets_its_verdict() {
    let project = Project::new().rules(USE_PNPM);
    let calls = [
        r#"{"agent":"claude","tool_name":"Bash","tool_input":{"command":"cd web && npm ci"},"cwd":"/repo"}"#,
        "",
        r#"{"agent":"codex","tool_name":"Bash","tool_input":{"command":"git commit -m 'drop npm'"}}"#,
        r#"{"agent":"copilot","toolName":"bash","toolArgs":{"command":"npm i"},"cwd":"/repo"}"#,
        r#"{"tool_name":"Bash","tool_input":{"command":"npm t"}}"#,
    ];
    let outcome = project.run(&["scan"], calls.join("\n").as_bytes()).exits(0);
    let verdicts = lines(&outcome.stdout);
    let told: Vec<_> =
        verdicts.iter().map(|v| (v["line"].as_u64().unwrap(), v["verdict"].as_str().unwrap())).collect();
    assert_eq!(told, [(1, "block"), (3, "pass"), (4, "block"), (5, "block")]);
    assert_eq!(
        (verdicts[0]["rule"].as_str(), verdicts[0]["rules"][0].as_str()),
        (Some("use-pnpm"), Some("use-pnpm"))
    );
    assert!(verdicts[0]["reason"].as_str().unwrap().contains("cd web && pnpm ci"));
    assert!(verdicts[1]["rule"].is_null());
}

#[test]
fn what_is_no_call_is_said_and_the_next_one_read() {
    let project = Project::new().rules(USE_PNPM);
    let calls = b"{\"tool_name\n{\"agent\":\"x\"}\n[]\n{\"tool_name\":\"Bash\",\"tool_input\":{}}\n{\"tool_name\":\"Bash\",\"tool_input\":{\"command\":\"npm i\"}}";
    let verdicts = lines(&project.run(&["scan"], calls).exits(0).stdout);
    assert_eq!(verdicts.len(), 5);
    for (at, words) in ["not JSON", "no agent `x`; there are claude", "not a JSON object", "has no command"]
        .iter()
        .enumerate()
    {
        assert!(verdicts[at]["error"].as_str().unwrap().contains(words), "{}", verdicts[at]);
    }
    assert_eq!(verdicts[4]["verdict"], "block");
}

#[test]
fn the_worst_of_several_decides_and_disabled_rules_are_only_named() {
    let project = Project::new().rules(
        r#"{"rules": [
        {"id": "warned", "kind": "forbid_command", "pattern": "^npm(?:\\s|$)", "action": "warn"},
        {"id": "asked", "kind": "forbid_command", "pattern": "^npm\\s+ci", "action": "ask"},
        {"id": "counted", "kind": "forbid_command", "pattern": "^npm\\s+x", "enabled": false}
    ]}"#,
    );
    let call =
        |command: &str| format!("{{\"tool_name\":\"Bash\",\"tool_input\":{{\"command\":\"{command}\"}}}}\n");
    let calls = [call("npm ci"), call("npm x"), call("true; npm x")].concat();
    let verdicts = lines(&project.run(&["scan"], calls.as_bytes()).exits(0).stdout);
    assert_eq!((verdicts[0]["verdict"].as_str(), verdicts[0]["rule"].as_str()), (Some("ask"), Some("asked")));
    assert_eq!(
        (verdicts[1]["verdict"].as_str(), verdicts[1]["rules"][1].as_str()),
        (Some("warn"), Some("counted"))
    );
}

#[test]
fn without_rules_there_is_nothing_to_judge_by() {
    Project::new().run(&["scan"], b"").exits(2).complains("no rules found");
}
