//! The page of `abide count --html`, as text; `cargo xtask page` opens it in a
//! browser.

use crate::logs;
use crate::project::{Project, USE_PNPM};
use serde_json::json;
use std::fs;

fn page(project: &Project, arguments: &[&str]) -> String {
    let file = project.root().join("page.html");
    project.abide(&[&["count", "--html", file.to_str().unwrap()], arguments].concat()).exits(0);
    fs::read_to_string(file).unwrap()
}

/// A session of Claude Code: commands, each with its time.
fn write(project: &Project, calls: impl Iterator<Item = (String, String)>) {
    let row = |(number, (time, command)): (usize, (String, String))| {
        let call = json!({"type": "tool_use", "id": format!("toolu_{number:020}"), "name": "Bash", "input": {"command": command}});
        let row = json!({"type": "assistant", "sessionId": "s", "cwd": project.root(), "timestamp": time, "message": {"content": [call]}});
        format!("{row}\n")
    };
    let folder = project.home().join(".claude/projects/x");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("s.jsonl"), calls.enumerate().map(row).collect::<String>()).unwrap();
}

fn write_one(project: &Project, command: &str) {
    write(project, [("2026-11-02T10:00:00Z".to_owned(), command.to_owned())].into_iter());
}

#[test]
fn the_page_tells_what_the_table_tells() {
    let project = Project::new().rules(USE_PNPM);
    let (home, root) = (project.home(), project.root());
    let plan =
        logs::Plan { home: &home, project: root.to_str().unwrap(), sessions: 4, calls: 23, output: 80 };
    let truth = logs::claude(&plan);
    let page = page(&project, &[]);
    assert!(page.contains(&format!("<strong>{}</strong> tool calls", truth.calls)));
    assert!(page.contains(&format!("use-pnpm</bdi></span> <span class=\"sum\">{} broken", truth.broken)));
    assert!(page.contains("AGENTS.md:3") && page.contains("session-00003.jsonl:"));
    project.abide(&["count", "--html", "nowhere/x"]).exits(2).complains("cannot write nowhere/x");
}

#[test]
fn the_page_loads_nothing_and_runs_nothing() {
    let project = Project::new().rules(USE_PNPM);
    write_one(&project, "npm '</script><script>alert(1)</script>' \"><img src=//x onerror=y>");
    let page = page(&project, &[]);
    for part in ["<script", "<img", "<iframe", "src=\"", "url(", "@import", "http://", "https://"] {
        assert!(!page.contains(part), "{part}");
    }
    assert!(page.contains("npm '&lt;/script&gt;&lt;script&gt;alert(1)"));
    assert_eq!(page.matches("<link").count(), 1);
}

#[test]
fn secrets_are_masked_on_the_page_too() {
    let project = Project::new().rules(USE_PNPM);
    write_one(&project, "NPM_TOKEN=hunter2hunter2 npm i");
    let page = page(&project, &[]);
    assert!(page.contains("NPM_TOKEN=*** npm i") && !page.contains("hunter2"));
}

#[test]
fn the_page_stays_small() {
    let rules: Vec<_> = (0..100)
        .map(|number| json!({"id": format!("rule-{number}"), "kind": "forbid_command", "pattern": format!("^tool{number}(?:\\s|$)"), "text": "Never ".repeat(20)}))
        .collect();
    let project = Project::new().rules(&json!({ "rules": rules }).to_string());
    let call = |number: usize| {
        let words = "word ".repeat(40);
        let command = format!("cd packages/web && sudo -u root sh -c 'tool{} {words}'", number % 100);
        (format!("2026-{:02}-{:02}T10:00:00Z", 1 + number / 28 % 12, 1 + number % 28), command)
    };
    write(&project, (0..5000).map(call));
    let page = page(&project, &["--examples", "50"]);
    assert_eq!(page.matches("<details class=\"rule\"").count(), 100);
    assert!(page.len() < 1_000_000, "{} bytes", page.len());
}

#[test]
fn the_day_of_the_hook_is_marked() {
    let project = Project::new().rules(USE_PNPM);
    fs::create_dir_all(project.home().join(".claude")).unwrap();
    project.abide(&["install", "claude"]).exits(0);
    let now = jiff::Timestamp::now();
    let before = now - jiff::SignedDuration::from_hours(24 * 8);
    write(&project, [before, now].map(|time| (time.to_string(), "npm i".to_owned())).into_iter());
    let page = page(&project, &[]);
    assert!(page.contains("abide in claude</text>"), "{page}");
    assert!(page.contains("Dashed lines: abide was installed in claude on 20"));
}

#[test]
fn weeks_have_the_names_of_their_mondays_in_every_zone() {
    for zone in ["UTC", "America/New_York", "Asia/Tokyo"] {
        let project = Project::new().rules(USE_PNPM).variable("TZ", zone);
        write(&project, [("2026-11-04T10:00:00Z".to_owned(), "npm i".to_owned())].into_iter());
        assert!(page(&project, &[]).contains("week of 2026-11-02:"), "{zone}");
    }
}

#[test]
fn a_page_without_breaks_has_no_empty_chart() {
    let project = Project::new().rules(USE_PNPM);
    write_one(&project, "pnpm i");
    let page = page(&project, &[]);
    assert!(page.contains("No call broke a rule.") && !page.contains("<svg class=\"weeks\""));
}

#[test]
fn a_hook_from_another_time_has_no_line_in_the_chart() {
    let project = Project::new().rules(USE_PNPM);
    fs::create_dir_all(project.home().join(".claude")).unwrap();
    project.abide(&["install", "claude"]).exits(0);
    write(&project, [("2020-11-04T10:00:00Z".to_owned(), "npm i".to_owned())].into_iter());
    let page = page(&project, &[]);
    assert!(
        page.contains("abide was installed in claude on 20") && page.contains(", outside of these weeks. ")
    );
    assert!(!page.contains("Dashed lines"));
}
