//! `abide count` on made-up histories, whose truth is known.

use crate::logs::{self, PLAY, Plan, Truth};
use crate::project::{Project, USE_PNPM};
use crate::versions::VERSIONS;
use serde_json::{Value, json};
use std::fs;

/// Sessions and calls of each agent.
const SESSIONS: usize = 4;
const CALLS: usize = 23;

fn write(project: &Project, write: logs::Write) -> Truth {
    let (home, root) = (project.home(), project.root());
    write(&Plan {
        home: &home,
        project: root.to_str().unwrap(),
        sessions: SESSIONS,
        calls: CALLS,
        output: 80,
    })
}

fn counted(project: &Project, arguments: &[&str]) -> Value {
    let outcome = project.abide(&[&["count", "--json"], arguments].concat()).exits(0);
    serde_json::from_str(&outcome.stdout).expect("one document")
}

/// What a document says of "never npm".
fn truth(document: &Value) -> Truth {
    let number = |value: &Value| value.as_u64().unwrap() as usize;
    let rule = document["rules"].as_array().unwrap().iter().find(|rule| rule["id"] == "use-pnpm").unwrap();
    let outcomes = rule["outcomes"].as_object().unwrap().iter();
    Truth {
        calls: number(&document["calls"]),
        sessions: number(&document["sessions"]),
        broken: number(&rule["broken"]),
        outcomes: outcomes.map(|(name, count)| (name.clone(), number(count))).collect(),
    }
}

#[test]
fn every_call_of_every_agent_is_counted_once() {
    for (agent, make) in logs::AGENTS {
        let project = Project::new().rules(USE_PNPM);
        let expected = write(&project, *make);
        let document = counted(&project, &[]);
        assert_eq!(truth(&document), expected, "{agent}");
        assert_eq!(document["skipped"], json!({}), "{agent}");
        let rule = &document["rules"][0];
        assert_eq!(rule["agents"], json!({ *agent: expected.broken }));
        assert_eq!((&rule["sessions"], &rule["projects"]), (&json!(SESSIONS), &json!(1)), "{agent}");
    }
}

#[test]
fn every_call_of_other_versions_is_counted_once_with_what_became_of_it() {
    for (version, agent, make) in VERSIONS {
        let project = Project::new().rules(USE_PNPM);
        let expected = write(&project, *make);
        let document = counted(&project, &["--history", project.home().to_str().unwrap()]);
        assert_eq!(truth(&document), expected, "{agent} {version}");
        assert_eq!(document["skipped"], json!({}), "{agent} {version}");
        assert_eq!(document["rules"][0]["agents"], json!({ *agent: expected.broken }), "{version}");
    }
}

#[test]
fn the_agents_together_are_the_sum_of_each() {
    let project = Project::new().rules(USE_PNPM);
    let truths: Vec<Truth> = logs::AGENTS.iter().map(|(_, make)| write(&project, *make)).collect();
    let document = truth(&counted(&project, &[]));
    assert_eq!(document.calls, truths.iter().map(|truth| truth.calls).sum::<usize>());
    assert_eq!(document.broken, truths.iter().map(|truth| truth.broken).sum::<usize>());
    assert_eq!(document.sessions, SESSIONS * logs::AGENTS.len());
    // The same files, gathered in one folder.
    let gathered = counted(&project, &["--history", project.home().to_str().unwrap()]);
    assert_eq!(truth(&gathered), document);
    let some = truth(&counted(&project, &["--agent", "codex", "--agent", "qwen"]));
    assert_eq!(some.calls, 2 * SESSIONS * CALLS);
}

#[test]
fn examples_are_the_newest_and_say_where_they_stand() {
    let project = Project::new().rules(USE_PNPM);
    write(&project, logs::claude);
    let document = counted(&project, &["--examples", "2"]);
    let examples = document["rules"][0]["examples"].as_array().unwrap();
    assert_eq!(examples.len(), 2);
    for example in examples {
        let file =
            project.home().parent().unwrap().join(example["file"].as_str().unwrap().trim_start_matches('/'));
        let line = example["line"].as_u64().unwrap() as usize;
        let text = fs::read_to_string(file).unwrap();
        let row: Value = serde_json::from_str(text.lines().nth(line - 1).unwrap()).unwrap();
        assert_eq!(row["message"]["content"][1]["input"]["command"], example["command"]);
        let mut time = row["timestamp"].as_str().unwrap().to_owned();
        time.truncate(19);
        assert!(example["time"].as_str().unwrap().starts_with(&time));
        assert_eq!((&example["agent"], &example["session"]), (&json!("claude"), &json!("session-00003")));
    }
}

#[test]
fn subagents_can_be_left_out_or_counted_alone() {
    let project = Project::new().rules(USE_PNPM);
    write(&project, logs::claude);
    let calls = |arguments: &[&str]| truth(&counted(&project, arguments)).calls;
    assert_eq!(calls(&["--subagents", "only"]), CALLS);
    assert_eq!(calls(&["--subagents", "without"]), (SESSIONS - 1) * CALLS);
}

#[test]
fn a_time_narrows_what_counts() {
    let project = Project::new().rules(USE_PNPM);
    write(&project, logs::claude);
    let calls = |arguments: &[&str]| truth(&counted(&project, arguments)).calls;
    assert_eq!(calls(&["--since", "2026-01-01T00:00:23Z"]), 3 * CALLS);
    assert_eq!(calls(&["--until", "2026-01-01T00:00:23Z"]), CALLS);
    assert_eq!(calls(&["--since", "2027-01-01T00:00Z"]), 0);
    project.abide(&["count", "--since", "soon"]).exits(2).complains("30d");
}

#[test]
fn sessions_of_other_projects_are_theirs() {
    let project = Project::new().rules(USE_PNPM);
    let home = project.home();
    let elsewhere = Plan { home: &home, project: "/elsewhere/x", sessions: 2, calls: 5, output: 0 };
    logs::claude(&elsewhere);
    write(&project, logs::codex);
    assert_eq!(truth(&counted(&project, &[])).calls, SESSIONS * CALLS);
    let all = counted(&project, &["--all-projects"]);
    assert_eq!(truth(&all).calls, SESSIONS * CALLS + 10);
    assert_eq!(all["rules"][0]["projects"], 2);
}

#[test]
fn the_folder_of_an_agent_may_be_moved() {
    let project = Project::new().rules(USE_PNPM);
    write(&project, logs::claude);
    let moved = project.home().join("moved");
    fs::rename(project.home().join(".claude"), &moved).unwrap();
    assert_eq!(truth(&counted(&project, &[])).calls, 0);
    let project = project.variable("CLAUDE_CONFIG_DIR", moved.to_str().unwrap());
    assert_eq!(truth(&counted(&project, &[])).calls, SESSIONS * CALLS);
}

#[test]
fn what_is_spoilt_is_named_and_the_rest_counts() {
    let project = Project::new().rules(USE_PNPM);
    write(&project, logs::claude);
    let folder = project.home().join(".claude/projects/x");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("empty.jsonl"), "").unwrap();
    fs::write(folder.join("notes.jsonl"), "{\"a\":1}\n").unwrap();
    let cut = format!(
        r#"{{"type":"assistant","sessionId":"s","cwd":{:?},"message":{{"content":[{{"type":"tool_use","id":"toolu_x","name":"Bash","input":{{"command":"npm i"#,
        project.root()
    );
    let row = format!("{{\"type\":\"mode\",\"sessionId\":\"s\",\"cwd\":{:?}}}\n", project.root());
    fs::write(folder.join("cut.jsonl"), format!("{row}{cut}\n{row}{cut}")).unwrap();
    let document = counted(&project, &[]);
    assert_eq!(truth(&document).calls, SESSIONS * CALLS);
    let skipped = &document["skipped"];
    assert_eq!((&skipped["broken_lines"], &skipped["unknown_files"]), (&json!(2), &json!(1)), "{skipped}");
    assert_eq!(skipped["places"][0]["line"], 2);
    project.abide(&["count"]).exits(0).says("2 broken lines, 1 unknown file\n").says("cut.jsonl:2");
}

#[test]
fn a_line_that_cannot_be_about_a_call_is_passed_over_unread() {
    let project = Project::new().rules(USE_PNPM);
    let row = json!({"type": "mode", "sessionId": "s", "cwd": project.root()});
    let folder = project.home().join(".claude/projects/x");
    fs::create_dir_all(&folder).unwrap();
    let written = |spoilt: &str| {
        fs::write(folder.join("s.jsonl"), format!("{row}\n{spoilt}\n{row}\n")).unwrap();
        counted(&project, &[])["skipped"]["broken_lines"].take()
    };
    assert_eq!(written("garbage{"), Value::Null);
    assert_eq!(written("garbage{\"tool_use\""), 1);
}

#[test]
fn a_line_may_be_longer_than_is_kept_of_it() {
    let project = Project::new().rules(USE_PNPM);
    let folder = project.home().join(".claude/projects/x");
    fs::create_dir_all(&folder).unwrap();
    let row = |kind: &str, block: Value| {
        json!({"type": kind, "sessionId": "s", "cwd": project.root(), "message": {"role": kind, "content": [block]}})
            .to_string()
    };
    let call = |id: &str, tool: &str, input: Value| {
        row("assistant", json!({"type": "tool_use", "id": id, "name": tool, "input": input}))
    };
    let long = "npm \"i\"\n".repeat(3 << 20);
    let result = format!("Exit code 1\n{long}");
    let rows = [
        call("toolu_1", "Bash", json!({"command": "npm ci"})),
        row(
            "user",
            json!({"type": "tool_result", "tool_use_id": "toolu_1", "content": result, "is_error": true}),
        ),
        // What is written is long, but not where.
        call("toolu_2", "Write", json!({"file_path": "a.txt", "content": long})),
        // What is run may be anything.
        call("toolu_3", "Bash", json!({"command": long})),
        call("toolu_4", "Bash", json!({"command": "npm i"})),
    ];
    fs::write(folder.join("s.jsonl"), rows.join("\n")).unwrap();
    let document = counted(&project, &[]);
    let truth = truth(&document);
    assert_eq!((truth.calls, truth.broken), (3, 2));
    assert_eq!(truth.outcomes.get("failed"), Some(&1));
    assert_eq!(document["skipped"]["calls_too_long"], 1);
    assert_eq!(document["skipped"]["places"][0]["line"], 4);
}

#[test]
fn what_is_not_short_even_without_its_long_texts_is_passed_over() {
    let project = Project::new().rules(USE_PNPM);
    write(&project, logs::claude);
    let folder = project.home().join(".claude/projects").read_dir().unwrap().next().unwrap().unwrap().path();
    let path = folder.join("session-00000.jsonl");
    let text = fs::read_to_string(&path).unwrap();
    let row = format!("{{\"tool_use\":[{}0]}}\n", "\"xxxxxxxxxxxxx\",".repeat(17 << 16));
    fs::write(&path, row.clone() + &text).unwrap();
    let document = counted(&project, &[]);
    assert_eq!(truth(&document).calls, SESSIONS * CALLS);
    // Nothing in the first bytes says whose it is.
    assert_eq!(document["skipped"]["unknown_files"], 1);
    let at = text.find('\n').unwrap() + 1;
    fs::write(&path, format!("{}{row}{}", &text[..at], &text[at..])).unwrap();
    let document = counted(&project, &[]);
    assert_eq!(truth(&document).calls, SESSIONS * CALLS);
    assert_eq!(document["skipped"]["broken_lines"], 1);
}

#[test]
fn packed_logs_are_read() {
    let project = Project::new().rules(USE_PNPM);
    write(&project, logs::codex);
    let folder = project.home().join(".codex/sessions/2026/01/01");
    let name = folder.join("rollout-00001.jsonl");
    let packed = ruzstd::encoding::compress_to_vec(
        fs::File::open(&name).unwrap(),
        ruzstd::encoding::CompressionLevel::Fastest,
    );
    fs::write(folder.join("rollout-00001.jsonl.zst"), packed).unwrap();
    fs::remove_file(name).unwrap();
    let document = counted(&project, &[]);
    assert_eq!((truth(&document).calls, &document["skipped"]), (SESSIONS * CALLS, &json!({})));
}

#[test]
fn a_database_that_is_none_of_an_agents_is_named() {
    let project = Project::new().rules(USE_PNPM);
    let folder = project.home().join(".local/share/opencode");
    fs::create_dir_all(&folder).unwrap();
    rusqlite::Connection::open(folder.join("opencode.db"))
        .unwrap()
        .execute_batch("create table x (y)")
        .unwrap();
    let document = counted(&project, &[]);
    assert_eq!(document["skipped"]["unreadable_files"], 1);
    assert!(document["skipped"]["places"][0]["why"].as_str().unwrap().contains("no such table"));
}

#[test]
#[cfg(unix)]
fn a_folder_that_cannot_be_read_is_named() {
    let project = Project::new().rules(USE_PNPM);
    let expected = write(&project, logs::claude);
    // Unlike a folder without rights, a link round in a circle stops root too.
    let folder = project.home().join(".codex/sessions");
    fs::create_dir_all(folder.parent().unwrap()).unwrap();
    std::os::unix::fs::symlink("sessions", &folder).unwrap();
    let document = counted(&project, &[]);
    assert_eq!(truth(&document), expected);
    let place = &document["skipped"]["places"][0];
    assert_eq!(
        (&document["skipped"]["unreadable_files"], &place["what"]),
        (&json!(1), &json!("unreadable_files"))
    );
    assert!(place["file"].as_str().unwrap().ends_with(".codex/sessions"), "{place}");
    assert!(place["why"].as_str().unwrap().contains("symbolic links"), "{place}");
}

#[test]
fn counting_is_for_ci_too() {
    let project = Project::new().rules(USE_PNPM);
    let broken = write(&project, logs::claude).broken;
    project.abide(&["count", "--fail-over", &broken.to_string()]).exits(0);
    project.abide(&["count", "--fail-over", &(broken - 1).to_string()]).exits(1);
    project.abide(&["count", "--rule", "use-pnmp"]).exits(2).complains("did you mean `use-pnpm`?");
    project.abide(&["count", "--project", "nowhere"]).exits(2).complains("--project takes a folder");
    project.abide(&["count", "--history", "nowhere"]).exits(2).complains("--history takes");
}

#[test]
fn every_break_can_be_had_as_a_line() {
    let project = Project::new().rules(USE_PNPM);
    let expected = write(&project, logs::claude);
    let file = project.root().join("events.jsonl");
    let arguments = ["--examples", "1", "--emit", file.to_str().unwrap()];
    assert_eq!(counted(&project, &arguments)["rules"][0]["examples"].as_array().unwrap().len(), 1);
    let text = fs::read_to_string(&file).unwrap();
    let events: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(events.len(), expected.broken);
    for (outcome, number) in &expected.outcomes {
        assert_eq!(events.iter().filter(|event| event["outcome"] == **outcome).count(), *number, "{outcome}");
    }
    let times: Vec<_> = events.iter().map(|event| event["time"].as_str().unwrap().to_owned()).collect();
    assert!(times.is_sorted());
    assert!(events.iter().all(|event| event["rule"] == "use-pnpm" && event["line"].is_u64()));
    assert!(events.iter().all(|event| event["project"] == project.root().to_str().unwrap()));
    // The report says each command once, as without them.
    let examples = |arguments: &[&str]| {
        let document = counted(&project, &[&["--examples", "1000"], arguments].concat());
        document["rules"][0]["examples"].clone()
    };
    assert_eq!(examples(&["--emit", "again.jsonl"]), examples(&[]));
    let page =
        |arguments: &[&str]| project.abide(&[&["count", "--html", "-"], arguments].concat()).exits(0).stdout;
    assert_eq!(page(&["--emit", "again.jsonl"]), page(&[]));
    // On standard output they take the place of the report.
    let printed = project.abide(&["count", "--emit", "-"]).exits(0).stdout;
    assert_eq!(printed.lines().count(), expected.broken);
    project.abide(&["count", "--emit", "nowhere/x"]).exits(2).complains("cannot write nowhere/x");
    project
        .abide(&["count", "--emit", "x/y.parquet"])
        .exits(2)
        .complains("copy (from 'x/y.jsonl') to 'x/y.parquet'");
}

#[test]
fn what_could_not_be_written_as_a_whole_leaves_the_old_file() {
    let project = Project::new().rules(USE_PNPM).file("page.html", "old").file("events.jsonl", "old");
    write(&project, logs::claude);
    for (option, name) in [("--html", "page.html"), ("--emit", "events.jsonl")] {
        // A page of a few blocks is what this disk has room for.
        let run = format!("trap '' XFSZ; ulimit -f 1; exec \"$0\" count {option} {name}");
        let output = std::process::Command::new("sh")
            .args(["-c", &run, env!("CARGO_BIN_EXE_abide")])
            .env("HOME", project.home())
            .current_dir(project.root())
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!((output.status.code(), said.contains(&format!("cannot write {name}"))), (Some(2), true));
        assert_eq!(fs::read_to_string(project.root().join(name)).unwrap(), "old", "{said}");
        project.abide(&["count", option, name]).exits(0);
        assert!(fs::read_to_string(project.root().join(name)).unwrap().len() > 1000);
        project.abide(&["count", option, "/dev/full"]).exits(2).complains("cannot write /dev/full");
        project.abide(&["count", option, "/dev/null"]).exits(0).says("use-pnpm");
    }
    let names = fs::read_dir(project.root()).unwrap().flatten().map(|entry| entry.file_name());
    assert!(!names.into_iter().any(|name| name.to_string_lossy().contains("abide-new")));
}

#[test]
fn a_log_may_begin_with_a_long_line() {
    let project = Project::new().rules(USE_PNPM);
    let truth = write(&project, logs::claude);
    let long = serde_json::json!({"message": {"role": "user", "content": "x".repeat(300_000)}, "type": "user", "sessionId": "s"});
    let mut folders = vec![project.home().join(".claude")];
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let text = fs::read_to_string(&path).unwrap();
            fs::write(&path, format!("{long}\n{text}")).unwrap();
        }
    }
    let counted = counted(&project, &[]);
    assert_eq!(
        (counted["calls"].as_u64(), &counted["skipped"]),
        (Some(truth.calls as u64), &serde_json::json!({}))
    );
}

#[test]
fn standard_output_is_asked_for_once() {
    let project = Project::new().rules(USE_PNPM);
    project
        .abide(&["count", "--emit", "-", "--html", "-"])
        .exits(2)
        .complains("--emit and --html cannot both be standard output");
    for option in ["--emit", "--html"] {
        let told = format!("{option} and --csv cannot both be standard output");
        project.abide(&["count", option, "-", "--csv"]).exits(2).complains(&told);
        project.abide(&["count", option, "-", "--json"]).exits(2).says("cannot both be standard output");
    }
}

#[test]
fn what_nothing_can_fit_is_said() {
    let project = Project::new().rules(USE_PNPM);
    let times = ["count", "--since", "2026-11-20", "--until", "2026-11-10"];
    project
        .abide(&times)
        .exits(2)
        .complains("--since (2026-11-20 00:00) is after --until (2026-11-10 23:59)");
    project.abide(&["count", "--since", "2026-11-10", "--until", "2026-11-10"]).exits(0);
    project.abide(&["count", "--rule", "unheard-of"]).exits(2).complains("there are use-pnpm\n");
}

#[test]
fn a_table_for_spreadsheets_quotes_what_it_must() {
    let rules = USE_PNPM.replace("\"source\"", "\"text\": \"Use \\\"pnpm\\\", never npm\", \"source\"");
    let project = Project::new().rules(&rules);
    let truth = write(&project, logs::claude);
    let text = project.abide(&["count", "--csv"]).exits(0).stdout;
    let mut lines = text.lines();
    assert!(
        lines
            .next()
            .unwrap()
            .starts_with("id,text,source,broken,chances,sessions,projects,first,last,ran,failed,")
    );
    let start = format!("use-pnpm,\"Use \"\"pnpm\"\", never npm\",AGENTS.md:3,{},68,4,1,", truth.broken);
    let line = lines.next().unwrap();
    assert!(line.starts_with(&start), "{line}");
    // 36 of the calls ran or may have, 16 used pnpm.
    assert!(
        text.lines()
            .next()
            .unwrap()
            .ends_with("kept,obeyed,another_way,repeated,gave_up,held,allowed,doubtful")
    );
    assert!(line.contains(",16,0.2353,") && line.ends_with(",12,0,false"), "{line}");
}

#[test]
fn without_rules_the_starter_pack_is_counted() {
    let project = Project::new();
    let expected = write(&project, logs::claude);
    assert_eq!(truth(&counted(&project, &[])).broken, expected.broken);
    project.abide(&["count"]).exits(0).says("no rules here, so the starter rules were counted");
}

#[test]
fn without_logs_it_says_where_it_looked() {
    let project = Project::new().rules(USE_PNPM);
    project
        .abide(&["count"])
        .exits(0)
        .says("0 calls in 0 sessions")
        .says("No call was counted: the logs hold none of this project")
        .complains("no logs found in ~/.claude/projects");
}

#[test]
fn secrets_are_masked() {
    let project = Project::new().rules(USE_PNPM);
    let row = json!({"type": "assistant", "sessionId": "s", "cwd": project.root().join(format!("ghp_{}", "a1B2".repeat(9))), "message": {"content": [{"type": "tool_use", "id": "t", "name": "Bash", "input": {"command": "NPM_TOKEN=hunter2hunter2 npm i"}}]}});
    let folder = project.home().join(".claude/projects/x");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("s.jsonl"), row.to_string()).unwrap();
    for more in [&[][..], &["--json"], &["--emit", "-"], &["--html", "-"]] {
        let outcome = project.abide(&[&["count"], more].concat()).exits(0).says("NPM_TOKEN=*** npm i");
        for secret in ["hunter2", "a1B2a1B2"] {
            assert!(!outcome.stdout.contains(secret), "{more:?}: {}", outcome.stdout);
        }
    }
}

#[test]
fn the_table_fits_80_columns() {
    let rules = r#"{"rules": [
        {"id": "use-pnpm", "kind": "forbid_command", "pattern": "^npm(?:\\s|$)", "message": "Use pnpm.",
         "text": "Use pnpm in this project, never npm, and that holds for scripts and for hooks as well", "source": "AGENTS.md:3"},
        {"id": "no-yarn", "kind": "forbid_command", "pattern": "^yarn(?:\\s|$)", "message": "Use pnpm."},
        {"id": "lock", "kind": "protect_path", "pattern": "*.lock"}
    ]}"#;
    let project = Project::new().rules(rules).variable("COLUMNS", "80").variable("TZ", "UTC");
    for (_, make) in logs::AGENTS {
        write(&project, *make);
    }
    let outcome = project.abide(&["count"]).exits(0);
    for line in outcome.stdout.lines() {
        assert!(line.chars().count() <= 80, "{line}");
    }
    outcome
        .says("never broken\n        no-yarn\n")
        .says("could not have been broken\n        lock: no call was of the kind that it looks at\n")
        .says("\"Use pnpm in this project");
}

#[test]
fn the_play_is_what_the_hook_says_of_it() {
    let project = Project::new().rules(USE_PNPM);
    for (command, breaks, _) in PLAY {
        let outcome = project.call(crate::project::bash(command));
        if *breaks {
            outcome.blocks("use-pnpm")
        } else {
            outcome.passes()
        };
    }
}

#[test]
fn a_call_in_no_known_folder_is_of_no_project() {
    let project = Project::new().rules(USE_PNPM);
    let folder = project.home().join(".claude/projects/x");
    fs::create_dir_all(&folder).unwrap();
    let row = json!({"type": "assistant", "sessionId": "s", "message": {"content": [{"type": "tool_use", "id": "t", "name": "Bash", "input": {"command": "npm i"}}]}});
    fs::write(folder.join("s.jsonl"), row.to_string()).unwrap();
    let rule = counted(&project, &["--all-projects"])["rules"][0].take();
    assert_eq!((&rule["broken"], &rule["projects"], &rule["by_project"]), (&json!(1), &json!(0), &json!({})));
    project.abide(&["count", "--all-projects", "--emit", "-"]).exits(0).says("\"project\":null");
    assert_eq!(counted(&project, &[])["skipped"]["unknown_folder"], 1);
}

#[test]
#[cfg(target_os = "linux")]
fn the_names_of_folders_need_not_be_text() {
    use std::os::unix::ffi::OsStrExt;
    let project = Project::new().rules(USE_PNPM);
    let folder = project.home().join(".claude/projects").join(std::ffi::OsStr::from_bytes(b"x\xff"));
    fs::create_dir_all(&folder).unwrap();
    let row = json!({"type": "assistant", "sessionId": "s", "cwd": project.root(), "message": {"content": [{"type": "tool_use", "id": "t", "name": "Bash", "input": {"command": "npm i"}}]}});
    fs::write(folder.join("s.jsonl"), format!("{row}\n{{\"type\": \"tool_use\"")).unwrap();
    for form in ["--examples=1", "--csv", "--emit=-", "--html=page.html"] {
        project.abide(&["count", form]).exits(0);
    }
    let document = counted(&project, &[]);
    let place = &document["skipped"]["places"][0];
    assert!(place["file"].as_str().unwrap().ends_with("x\u{fffd}/s.jsonl"), "{document}");
}

#[test]
fn a_rule_that_was_asked_for_counts_alone() {
    let rules = r#"{"rules": [
        {"id": "use-pnpm", "kind": "forbid_command", "pattern": "^npm\\b"},
        {"id": "no-grep", "kind": "forbid_command", "pattern": "^grep\\b"}
    ]}"#;
    let project = Project::new().rules(rules);
    let expected = write(&project, logs::claude);
    let all = counted(&project, &[]);
    let one = counted(&project, &["--rule", "use-pnpm"]);
    assert_eq!(truth(&one).broken, expected.broken);
    assert_eq!(one["broken"], expected.broken);
    assert!(all["broken"].as_u64() > one["broken"].as_u64());
    assert_eq!(one["calls"], all["calls"]);
    let limit = expected.broken.to_string();
    project.abide(&["count", "--rule", "use-pnpm", "--fail-over", &limit]).exits(0);
    project.abide(&["count", "--fail-over", &limit]).exits(1);
}

#[test]
fn rules_that_hold_nothing_are_named() {
    let project = Project::new().rules(r#"{"rules": []}"#);
    write(&project, logs::claude);
    project.abide(&["count"]).exits(0).says("The files of rules hold no rule, so nothing was judged.");
}

#[test]
fn rules_that_cannot_be_read_are_not_kept_rules() {
    for (rules, place) in [
        (r#"{"rules": ["#, ".abide/rules.json:1:"),
        (r#"{"rules": [{"id": "spoilt", "kind": "forbid_command", "pattern": "("}]}"#, "rule spoilt is not"),
    ] {
        let project = Project::new().rules(rules);
        write(&project, logs::claude);
        let text = project.abide(&["count"]).exits(0).says("could not be read, so nothing was judged by it");
        assert!(text.says(place).stderr.is_empty(), "{rules}");
        project.abide(&["count", "--fail-over", "0"]).exits(2);
        project.abide(&["count", "--rules", ".abide/rules.json", "--fail-over", "0"]).exits(2);
        let csv = project.abide(&["count", "--csv"]).exits(0).complains(place);
        assert!(!csv.stdout.contains("hold no rule"));
        assert!(counted(&project, &[])["faults"][0].as_str().unwrap().contains(place));
    }
    // Of one rule only what is wrong with it is told.
    let project = Project::new().rules(
        r#"{"rules": [{"id": "spoilt", "kind": "forbid_command", "pattern": "("},
            {"id": "git", "kind": "forbid_command", "pattern": "^git nothing$"}]}"#,
    );
    write(&project, logs::claude);
    project.abide(&["count", "--rule", "git", "--fail-over", "0"]).exits(0);
    project.abide(&["count", "--rule", "spoilt", "--fail-over", "0"]).exits(2);
    let project = Project::new();
    let missing = project.abide(&["count", "--rules", "missing.json"]).exits(2);
    assert_eq!(missing.complains("cannot read missing.json").stdout, "");
}

#[test]
fn wide_letters_take_two_columns() {
    let project = Project::new().rules(USE_PNPM).variable("COLUMNS", "80");
    let command = format!("npm {}", "\u{4e0d}".repeat(80));
    let row = json!({"type": "assistant", "sessionId": "s", "cwd": project.root(), "message": {"content": [{"type": "tool_use", "id": "t", "name": "Bash", "input": {"command": command}}]}});
    let folder = project.home().join(".claude/projects/x");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("s.jsonl"), row.to_string()).unwrap();
    let outcome = project.abide(&["count"]).exits(0);
    let line = outcome.stdout.lines().find(|line| line.contains('\u{4e0d}')).unwrap();
    assert!((30..=33).contains(&line.matches('\u{4e0d}').count()), "{line}");
}
