//! `abide log`, and what the hook notes.

use crate::project::{Project, USE_PNPM, bash, tool};
use serde_json::{Value, json};
use std::fs;
use std::path::PathBuf;

fn log(project: &Project) -> PathBuf {
    project.home().join(".local/state/abide/log.jsonl")
}

#[test]
fn what_was_blocked_is_listed_newest_first() {
    let project = Project::new().rules(USE_PNPM);
    project.call(bash("npm ci")).blocks("use-pnpm");
    project.call(bash("ls")).passes();
    project.call(bash("cd web && npm i")).blocks("use-pnpm");
    let said = project.abide(&["log"]).exits(0).stdout;
    let lines: Vec<&str> = said.lines().collect();
    assert!(
        lines.len() == 2 && lines[0].ends_with("cd web && npm i") && lines[1].ends_with("npm ci"),
        "{said}"
    );
    assert!(
        lines[0].contains("claude") && lines[0].contains("blocked") && lines[0].contains("use-pnpm"),
        "{said}"
    );

    let json = project.abide(&["log", "--json", "-n", "1"]).exits(0).stdout;
    let line: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(line["command"], "cd web && npm i");
    assert_eq!(line["call"], "toolu_0010000");
    assert_eq!(project.abide(&["log", "--rule", "other"]).exits(0).stdout.lines().count(), 1);
    project.abide(&["log", "--rule", "other"]).says("log.jsonl; rules there: use-pnpm");
    assert_eq!(project.abide(&["log", "--json", "--agent", "codex"]).exits(0).stdout, "");
    assert_eq!(
        project.abide(&["log", "--json", "--since", "1h", "--project", "."]).exits(0).stdout.lines().count(),
        2
    );
    assert_eq!(project.abide(&["log", "--json", "--until", "2020-01-01"]).exits(0).stdout, "");
    project.abide(&["log", "--since", "yesterdayish"]).exits(2).complains("write a time such as");
}

#[test]
fn lines_stand_in_columns_and_words_pick_among_them() {
    let project = Project::new().rules(
        r#"[{"id": "use-pnpm", "kind": "forbid_command", "pattern": "^npm "},
            {"id": "e", "kind": "protect_path", "tool": "read", "pattern": ".env"}]"#,
    );
    project.call(bash("cd web && npm ci")).blocks("use-pnpm");
    project.call(tool("Read", json!({ "file_path": "/repo/web/.env" }))).blocks("e");
    let said = |words: &[&str]| project.abide(&[&["log"][..], words].concat()).exits(0).stdout;
    let rows = said(&[]);
    let behind: Vec<&str> = rows.lines().map(|row| row.split_once("blocked   ").unwrap().1).collect();
    assert_eq!(behind, ["e         Read /repo/web/.env", "use-pnpm  cd web && npm ci"]);
    for (words, number) in [(&["web"][..], 2), (&["NPM", "web"], 1), (&["use-pnpm", "env"], 0)] {
        assert_eq!(said(words).matches("blocked").count(), number, "{words:?}");
    }
}

#[test]
fn an_agent_with_a_long_name_stands_in_its_column() {
    let project = Project::new();
    let line = |agent: &str| format!("{{\"agent\":\"{agent}\",\"decision\":\"block\",\"rule\":\"r\"}}\n");
    fs::create_dir_all(log(&project).parent().unwrap()).unwrap();
    fs::write(log(&project), ["pi", "antigravity", "claude"].map(line).concat()).unwrap();
    let said = project.abide(&["log"]).exits(0).stdout;
    let places: Vec<_> = said.lines().map(|row| row.find("blocked").unwrap()).collect();
    assert!(places.len() == 3 && places.iter().all(|place| *place == places[0]), "{said}");
}

#[test]
fn failures_and_files_are_noted_and_secrets_are_not() {
    let rules = r#"[{"id": "e", "kind": "protect_path", "tool": "read", "pattern": ".env", "message": "No."},
                    {"id": "n", "kind": "forbid_command", "pattern": "^npm\\s", "message": "No."}]"#;
    let project = Project::new().rules(rules).variable("SECRET_OF_MINE", "hunter2");
    project.call(tool("Read", json!({ "file_path": "/repo/.env" }))).blocks("e");
    project.call(bash("API_TOKEN=abc123 npm publish --registry https://me:hunter3@x.y")).blocks("n");
    project.hook("claude", b"npm i").fails_open("not JSON");
    let text = fs::read_to_string(log(&project)).unwrap();
    assert!(!text.contains("abc123") && !text.contains("hunter"), "{text}");
    assert!(text.contains(r#""paths":["/repo/.env"]"#) && text.contains(r#""decision":"error""#), "{text}");
    let said = project.abide(&["log"]).exits(0).stdout;
    let why = said.split_once("failed").unwrap().1.split_whitespace().collect::<Vec<_>>().join(" ");
    let kept = text.split(r#""text":""#).nth(1).unwrap().split('"').next().unwrap();
    assert!(kept.len() > 60 && why.contains(kept), "{said}");
    assert!(said.contains("API_TOKEN=*** npm publish --registry https://me:***@x.y"), "{said}");
}

#[test]
fn a_log_that_cannot_be_written_changes_nothing() {
    for trouble in ["a file", "read-only"] {
        let project = Project::new().rules(USE_PNPM);
        let state = project.home().join(".local/state");
        match trouble {
            "a file" => {
                fs::create_dir_all(state.parent().unwrap()).unwrap();
                fs::write(&state, "").unwrap();
            }
            _ => {
                fs::create_dir_all(log(&project)).unwrap();
            }
        }
        let blocked = project.call(bash("npm i")).blocks("use-pnpm");
        assert!(!blocked.stderr.contains("log") && !blocked.stderr.contains("state"), "{blocked:?}");
        project.call(bash("ls")).passes();
    }
    let homeless = Project::new().rules(USE_PNPM).variable("HOME", "");
    homeless.call(bash("npm i")).blocks("use-pnpm");
    homeless.call(bash("ls")).passes();
}

#[test]
fn a_full_log_is_put_aside() {
    let project = Project::new().rules(USE_PNPM);
    project.call(bash("npm a")).blocks("use-pnpm");
    let line = fs::read(log(&project)).unwrap();
    let many = line.repeat((8 << 20) / line.len() + 1);
    fs::write(log(&project), &many).unwrap();
    project.call(bash("npm b")).blocks("use-pnpm");
    assert_eq!(fs::read_to_string(log(&project)).unwrap().lines().count(), 1);
    assert_eq!(fs::read(log(&project).with_extension("jsonl.1")).unwrap(), many);
    assert!(project.abide(&["log", "-n", "2"]).exits(0).stdout.contains("npm a"));
}

#[test]
fn many_hooks_at_once_write_whole_lines() {
    let project = Project::new().rules(USE_PNPM);
    std::thread::scope(|scope| {
        for _ in 0..200 {
            scope.spawn(|| project.call(bash("npm i")).blocks("use-pnpm"));
        }
    });
    let text = fs::read_to_string(log(&project)).unwrap();
    assert_eq!(text.lines().filter(|line| serde_json::from_str::<Value>(line).is_ok()).count(), 200);
}

/// A log that is put aside while it is followed is read to its end first.
#[test]
fn follow_loses_nothing_when_the_log_is_put_aside() {
    use std::process::{Command, Stdio};
    use std::time::Duration;
    let project = Project::new().rules(USE_PNPM);
    project.call(bash("npm first")).blocks("use-pnpm");
    let path = log(&project);
    let mut follower = Command::new(env!("CARGO_BIN_EXE_abide"))
        .args(["log", "--follow", "--json"])
        .env("HOME", project.home())
        .env_remove("XDG_STATE_HOME")
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(Duration::from_millis(500));
    let line = |name: &str, times: usize| format!("{{\"command\":\"{name}\"}}\n").repeat(times);
    let old = fs::read_to_string(&path).unwrap() + &line("second", 1);
    fs::write(&path, old).unwrap();
    fs::rename(&path, path.with_extension("jsonl.1")).unwrap();
    fs::write(&path, line("third", 20)).unwrap();
    std::thread::sleep(Duration::from_millis(700));
    follower.kill().unwrap();
    let said = String::from_utf8(follower.wait_with_output().unwrap().stdout).unwrap();
    let counts = ["first", "second", "third"].map(|name| said.matches(name).count());
    assert_eq!(counts, [1, 1, 20], "{said}");
}

#[test]
fn a_log_that_somebody_wrote_into_sends_nothing_to_the_terminal() {
    let project = Project::new().rules(USE_PNPM).variable("CLICOLOR_FORCE", "1");
    project.call(bash("npm ci")).blocks("use-pnpm");
    let evil = r#"{"agent":"\u001b[2Ja","decision":"\u001b[2Jd","rule":"\u001b[2Jr","command":"\u001b[2Jc"}"#;
    fs::write(log(&project), format!("{evil}\n5\n[]\n")).unwrap();
    let said = project.abide(&["log"]).exits(0).stdout;
    assert!(!said.contains("\u{1b}[2J") && said.lines().count() == 1, "{said:?}");
}
