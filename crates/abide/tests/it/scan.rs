//! `abide scan`: calls on standard input, a verdict a line.

use crate::logs::{self, Plan};
use crate::project::{Project, USE_PNPM};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;

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
fn an_id_comes_back_whatever_it_is() {
    let project = Project::new().rules(USE_PNPM);
    let calls = [
        r#"{"id":"a\u00e9\"b","tool_name":"Bash","tool_input":{"command":"npm i"}}"#,
        r#"{"id":18446744073709551615,"tool_name":"Bash","tool_input":{"command":"ls"}}"#,
        r#"{"id":{"host":"h","n":[1,null]},"agent":"x"}"#,
        r#"{"tool_name":"Bash","tool_input":{"id":"of the tool","command":"ls"}}"#,
    ];
    let verdicts = lines(&project.run(&["scan"], calls.join("\n").as_bytes()).exits(0).stdout);
    assert_eq!(verdicts[0]["id"], "a\u{e9}\"b");
    assert_eq!(verdicts[1]["id"], 18_446_744_073_709_551_615_u64);
    assert_eq!(verdicts[2]["id"], json!({"host": "h", "n": [1, null]}));
    assert!(verdicts[2]["error"].is_string());
    assert!(verdicts[3].get("id").is_none());
}

#[test]
fn lines_may_be_spoilt_in_every_way() {
    let project = Project::new().rules(USE_PNPM);
    let call = br#"{"tool_name":"Bash","tool_input":{"command":"npm i"}}"#;
    let not_utf8 = b"{\"tool_name\":\"Bash\",\"tool_input\":{\"command\":\"npm i \xff\xfe\"}}";
    let long = [&b"{\"x\":\""[..], &b"x".repeat(17 << 20), b"\"}"].concat();
    let mark = b"\xef\xbb\xbf";
    let input = [
        &[&mark[..], call, b"\r\n"].concat(),
        &b" \r\n"[..],
        &[&not_utf8[..], b"\r\n"].concat(),
        &[&long[..], b"\n"].concat(),
        &[&mark[..], call, b"\n"].concat(),
        call,
    ];
    let verdicts = lines(&project.run(&["scan"], &input.concat()).exits(0).stdout);
    let told: Vec<_> = verdicts
        .iter()
        .map(|v| (v["line"].as_u64().unwrap(), v["verdict"].as_str().or(v["error"].as_str()).unwrap()))
        .collect();
    let long = "longer than 16 MiB";
    assert_eq!(told, [(1, "block"), (3, "block"), (4, long), (5, "block"), (6, "block")]);
}

#[test]
fn a_line_is_answered_before_the_next_one_is_asked_for() {
    use std::io::{BufRead, BufReader, Write};
    let project = Project::new().rules(USE_PNPM);
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_abide"))
        .arg("scan")
        .current_dir(project.root())
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let mut questions = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
    for (command, verdict) in [("npm i", "block"), ("ls", "pass"), ("npm t", "block")] {
        let call = json!({"tool_name": "Bash", "tool_input": {"command": command}});
        writeln!(questions, "{call}").unwrap();
        let answer: Value = serde_json::from_str(&answers.next().unwrap().unwrap()).unwrap();
        assert_eq!(answer["verdict"], verdict, "{command}");
    }
    drop(questions);
    assert!(child.wait().unwrap().success());
}

#[test]
fn this_disk_has_no_say_in_calls_of_another_machine() {
    let rules = r#"{"rules": [
        {"id": "generated", "kind": "protect_path", "tool": "edit|write|shell", "pattern": "./dist/**"},
        {"id": "keys", "kind": "protect_path", "tool": "read|shell", "pattern": "~/.ssh/**"},
        {"id": "main", "kind": "forbid_command", "pattern": "^git\\s+commit", "when": {"branch": "main"}}
    ]}"#;
    // Here, `out` leads to what is protected, and the branch is main.
    let project =
        Project::new().rules(rules).file("dist/a.js", "").file(".git/HEAD", "ref: refs/heads/main\n");
    std::os::unix::fs::symlink("dist", project.root().join("out")).unwrap();
    let root = project.root().to_str().unwrap().to_owned();
    let call = |tool: &str, input: Value, cwd: &str, more: Value| {
        let mut call = json!({"tool_name": tool, "tool_input": input, "cwd": cwd});
        call.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        call
    };
    let bash = |command: &str, cwd: &str, more| call("Bash", json!({ "command": command }), cwd, more);
    let rows = [
        // The call, what is broken if it was made elsewhere, and if here.
        (call("Edit", json!({"file_path": "out/a.js"}), &root, json!({})), None, Some("generated")),
        (bash("rm d*/a.js", &root, json!({})), None, Some("generated")),
        (bash("git commit", &root, json!({})), None, Some("main")),
        (bash("git commit", &root, json!({"branch": "main"})), Some("main"), Some("main")),
        (bash("git commit", &root, json!({"branch": "x"})), None, None),
        // Folders that are nowhere.
        (bash("echo > dist/x", "/srv/shop/web", json!({})), Some("generated"), Some("generated")),
        (bash("echo > dist/x", "/srv/shop/web", json!({"project": "/srv/shop"})), None, None),
        (
            bash("echo > ../dist/x", "/srv/shop/web", json!({"project": "/srv/shop"})),
            Some("generated"),
            Some("generated"),
        ),
        // A home is where systems keep it, or where the line says.
        (bash("cat /home/ann/.ssh/id", "/home/ann/x", json!({})), Some("keys"), None),
        (bash("cat /home/bob/.ssh/id", "/home/ann/x", json!({})), None, None),
        (bash("cat /h/ann/.ssh/id", "/h/ann/x", json!({"home": "/h/ann"})), Some("keys"), Some("keys")),
        (bash("cat ~/.ssh/id", "/srv/shop", json!({})), Some("keys"), Some("keys")),
        (bash("cat ~/.ssh/id", "/Users/ann/x", json!({})), Some("keys"), Some("keys")),
    ];
    let input: String = rows.iter().map(|(call, ..)| format!("{call}\n")).collect();
    for (arguments, here) in [(&["scan"][..], false), (&["scan", "--local"], true)] {
        let verdicts = lines(&project.run(arguments, input.as_bytes()).exits(0).stdout);
        for ((call, elsewhere, local), verdict) in rows.iter().zip(&verdicts) {
            let expected = if here { local } else { elsewhere };
            assert_eq!(verdict["rule"].as_str(), *expected, "{arguments:?} {call}");
        }
    }
}

#[test]
fn logs_of_every_agent_become_a_line_for_each_call() {
    for (agent, make) in logs::AGENTS {
        let project = Project::new().rules(USE_PNPM);
        let home = project.home();
        let plan = Plan { home: &home, project: "/srv/shop", sessions: 4, calls: 23, output: 80 };
        let truth = make(&plan);
        let rows = lines(&project.abide(&["scan", "--history", home.to_str().unwrap()]).exits(0).stdout);
        // Each call once, whichever logs it stands in: the newest that knows what became of it.
        let mut calls: BTreeMap<&str, &Value> = BTreeMap::new();
        let worth = |row: &Value| (row["outcome"] != "unknown", row["time"].as_str().map(str::to_owned));
        for row in &rows {
            if let Some(error) = row["error"].as_str() {
                // Gemini keeps what the person typed in a file of its own.
                assert!(row["file"].as_str().unwrap().ends_with("/logs.json"), "{error}");
                continue;
            }
            assert_eq!(row["agent"], *agent, "{row}");
            let known = calls.entry(row["id"].as_str().unwrap()).or_insert(row);
            if worth(row) > worth(known) {
                *known = row;
            }
        }
        let sessions: BTreeSet<_> = calls.values().map(|row| row["session"].as_str()).collect();
        let broken: Vec<_> = calls.values().filter(|row| row["verdict"] == "block").collect();
        assert_eq!((calls.len(), sessions.len()), (truth.calls, truth.sessions), "{agent}");
        assert_eq!(broken.len(), truth.broken, "{agent}");
        for (outcome, number) in &truth.outcomes {
            let of = broken.iter().filter(|row| row["outcome"] == **outcome).count();
            assert_eq!(of, *number, "{agent} {outcome}");
        }
        for row in broken {
            assert_eq!((&row["rule"], &row["rules"]), (&json!("use-pnpm"), &json!(["use-pnpm"])));
            assert!(row["command"].as_str().unwrap().contains("npm"), "{row}");
        }
        assert!(
            calls.values().filter(|row| row["verdict"] == "pass").all(|row| row.get("command").is_none())
        );
    }
}

#[test]
fn what_a_log_lacks_is_said_beside_its_calls() {
    let project = Project::new().rules(USE_PNPM);
    let home = project.home();
    logs::claude(&Plan { home: &home, project: "/srv/shop", sessions: 1, calls: 7, output: 0 });
    let folder = home.join(".claude/projects/x");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("empty.jsonl"), "").unwrap();
    fs::write(folder.join("notes.jsonl"), "{\"a\":1}\n").unwrap();
    let row = r#"{"type":"mode","sessionId":"s","cwd":"/srv/shop"}"#;
    fs::write(folder.join("cut.jsonl"), format!("{row}\n{{\"type\":\"assistant\",\"tool_use")).unwrap();
    let rows = lines(&project.abide(&["scan", "--history", home.to_str().unwrap()]).exits(0).stdout);
    let mut errors: Vec<_> = rows
        .iter()
        .filter_map(|row| {
            let file = row["file"].as_str().unwrap().rsplit('/').next().unwrap();
            Some((file, row["line"].as_u64(), row["error"].as_str()?))
        })
        .collect();
    errors.sort_unstable();
    assert_eq!(
        errors,
        [("cut.jsonl", Some(2), "broken line"), ("notes.jsonl", None, "no log that abide knows")]
    );
    // The first session stands in two logs, as it was forked.
    assert_eq!(rows.len() - errors.len(), 2 * 7);
    project.abide(&["scan", "--history", "nowhere"]).exits(2).complains("--history takes");
}

#[test]
fn secrets_of_logs_are_masked() {
    let project = Project::new().rules(USE_PNPM);
    let row = json!({"type": "assistant", "sessionId": "s", "cwd": "/x", "message": {"content": [{"type": "tool_use", "id": "t", "name": "Bash", "input": {"command": "NPM_TOKEN=hunter2hunter2 npm i"}}]}});
    let file = project.home().join("s.jsonl");
    fs::write(&file, row.to_string()).unwrap();
    let outcome = project.abide(&["scan", "--history", file.to_str().unwrap()]).exits(0);
    assert!(!outcome.says("NPM_TOKEN=*** npm i").stdout.contains("hunter2"));
}

#[test]
fn without_rules_there_is_nothing_to_judge_by() {
    Project::new().run(&["scan"], b"").exits(2).complains("no rules found");
}

#[test]
fn nothing_is_judged_without_the_rules_that_were_asked_for() {
    let call = br#"{"tool_name":"Bash","tool_input":{"command":"npm i"}}"#;
    let project = Project::new().rules(r#"{"rules": ["#).file(
        "one.json",
        r#"{"rules": [
        {"id": "spoilt", "kind": "forbid_command", "pattern": "("}]}"#,
    );
    for (arguments, complaint) in [
        (&["scan", "--rules", "missing.json"][..], "cannot read missing.json"),
        (&["scan", "--rules", ".abide/rules.json"], "rules.json:1:"),
        (&["scan"], ".abide/rules.json:1:"),
        (&["scan", "--rules", "one.json"], "rule spoilt is not enforced"),
    ] {
        let outcome = project.run(arguments, call).exits(2).complains("abide: error: ").complains(complaint);
        assert_eq!(outcome.stdout, "", "{arguments:?}");
    }
}
