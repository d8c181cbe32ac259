//! What `abide count` tells of each rule beside how often it was broken.

use crate::documented::{Documented, Fields};
use crate::project::{Project, USE_PNPM};
use serde_json::{Value, json};
use std::fs;
use std::path::PathBuf;

const BLOCKED: &str = "abide: `npm` is forbidden by rule use-pnpm (.abide/rules.json:1)";
const REFUSED: &str = "The user doesn't want to proceed with this tool use. The tool use was rejected";

/// A session of Claude Code, written line by line.
struct Session<'p> {
    project: &'p Project,
    name: &'static str,
    folder: PathBuf,
    rows: Vec<Value>,
    calls: usize,
}

impl<'p> Session<'p> {
    fn of(project: &'p Project, name: &'static str) -> Self {
        Session { project, name, folder: project.root(), rows: Vec::new(), calls: 0 }
    }

    /// The agent makes a call; what became of it stands behind.
    fn runs(self, command: &str) -> Self {
        self.asks(&[command]).answers("ran")
    }

    fn stopped(self, command: &str) -> Self {
        self.asks(&[command]).answers(BLOCKED)
    }

    fn refused(self, command: &str) -> Self {
        self.asks(&[command]).answers(REFUSED)
    }

    fn edits(mut self, path: &str) -> Self {
        self = self.calls_tool("Edit", json!({ "file_path": path }));
        self.answers("ran")
    }

    /// Calls that are made together.
    fn asks(self, commands: &[&str]) -> Self {
        commands.iter().fold(self, |all, command| all.calls_tool("Bash", json!({ "command": command })))
    }

    fn calls_tool(mut self, tool: &str, input: Value) -> Self {
        self.calls += 1;
        let call = json!([{"type": "tool_use", "id": self.id(self.calls), "name": tool, "input": input}]);
        self.row("assistant", call);
        self
    }

    /// What became of the last call.
    fn answers(self, text: &str) -> Self {
        let last = self.calls;
        self.answers_to(last, text)
    }

    fn answers_to(mut self, call: usize, text: &str) -> Self {
        let error = text != "ran";
        let answer = json!([{"type": "tool_result", "tool_use_id": self.id(call), "content": text, "is_error": error}]);
        self.row("user", answer);
        self
    }

    fn id(&self, call: usize) -> String {
        format!("toolu_{}_{call:020}", self.name)
    }

    fn row(&mut self, kind: &str, content: Value) {
        let time = format!("2026-11-{:02}T10:00:{:02}Z", 2 + self.rows.len() / 60, self.rows.len() % 60);
        self.rows.push(json!({"type": kind, "sessionId": self.name, "cwd": self.folder,
            "timestamp": time, "message": {"role": kind, "content": content}}));
    }

    fn ends(self) {
        let folder = self.project.home().join(".claude/projects/x");
        fs::create_dir_all(&folder).unwrap();
        let lines: String = self.rows.iter().map(|row| format!("{row}\n")).collect();
        fs::write(folder.join(format!("{}.jsonl", self.name)), lines).unwrap();
    }
}

/// What is told of the first rule.
fn rule(project: &Project) -> Value {
    document(project)["rules"][0].take()
}

fn document(project: &Project) -> Value {
    let outcome = project.abide(&["count", "--json"]).exits(0);
    serde_json::from_str(&outcome.stdout).expect("one document")
}

#[test]
fn the_replacement_is_counted_where_it_really_ran() {
    let project = Project::new().rules(USE_PNPM);
    Session::of(&project, "s")
        .runs("npm ci")
        .runs("pnpm ci")
        .runs("cd web && sudo sh -c 'pnpm test'")
        .runs("git commit -m 'use pnpm'")
        .runs("npm -v; pnpm -v")
        .runs("ls")
        .ends();
    let rule = rule(&project);
    assert_eq!((&rule["broken"], &rule["instead"], &rule["kept"]), (&json!(2), &json!(2), &json!(0.5)));
    assert_eq!(rule["chances"], 4);
}

#[test]
fn what_followed_a_block_is_told() {
    let project = Project::new().rules(USE_PNPM);
    Session::of(&project, "obeyed").stopped("npm ci").runs("ls").runs("pnpm ci").ends();
    Session::of(&project, "other").stopped("npm ci").runs("sh -c 'npm ci'").runs("pnpm ci").ends();
    Session::of(&project, "same").stopped("npm ci").runs("npm ci").runs("pnpm ci").ends();
    Session::of(&project, "given-up").refused("npm ci").runs("ls").runs("git status").ends();
    let mut late = Session::of(&project, "too-late").stopped("npm ci");
    for _ in 0..10 {
        late = late.runs("ls");
    }
    late.runs("npm ci").ends();
    let rule = rule(&project);
    assert_eq!(rule["followed"], json!({"obeyed": 1, "another_way": 1, "repeated": 1, "gave_up": 2}));
}

#[test]
fn what_a_rewrite_makes_is_used_instead_and_obeys() {
    let rule_of = |fields: &str, stopped: &str, ran: &str| {
        let project =
            Project::new().rules(&format!(r#"[{{"id": "r", "kind": "forbid_command", {fields}}}]"#));
        Session::of(&project, "s").stopped(stopped).runs(ran).ends();
        (rule(&project), project.abide(&["count"]).exits(0).stdout)
    };
    let npx = r#""pattern": "^npx(?:\\s|$)", "replacement": "pnpm dlx", "rewrite": {"^npx tsc\\b": "pnpm exec tsc"}"#;
    let cargo = r#""pattern": "^cargo test(?:\\s|$)", "rewrite": {"^cargo test$": "just test", "^cargo (\\w+)": "just \\1"}"#;
    for (fields, stopped, ran) in [
        (npx, "npx tsc --watch", "pnpm exec tsc --watch"),
        (npx, "npx cowsay", "pnpm dlx cowsay"),
        (cargo, "cargo test", "just test"),
    ] {
        let (rule, said) = rule_of(fields, stopped, ran);
        assert_eq!((&rule["instead"], &rule["kept"]), (&json!(1), &json!(0.5)), "{ran}");
        assert_eq!(rule["followed"]["obeyed"], 1, "{ran}");
        assert!(said.contains("a replacement was used in 1 of 2 calls, 50%"), "{said}");
    }
    let (rule, _) = rule_of(npx, "npx tsc", "pnpm install");
    assert_eq!((&rule["instead"], &rule["followed"]["gave_up"]), (&json!(0), &json!(1)));
}

#[test]
fn calls_made_before_the_block_was_known_are_no_answer_to_it() {
    let project = Project::new().rules(USE_PNPM);
    Session::of(&project, "s")
        .asks(&["npm ci", "npm test"])
        .answers_to(1, BLOCKED)
        .answers_to(2, BLOCKED)
        .runs("pnpm ci")
        .ends();
    assert_eq!(
        rule(&project)["followed"],
        json!({"obeyed": 2, "another_way": 0, "repeated": 0, "gave_up": 0})
    );
}

#[test]
fn what_a_person_let_run_makes_a_rule_doubtful() {
    let project = Project::new().rules(USE_PNPM);
    Session::of(&project, "s").stopped("npm ci").stopped("npm test").runs("npm ci").ends();
    let told = rule(&project);
    assert_eq!(
        (&told["held"], &told["allowed"], &told["doubtful"]),
        (&json!(2), &json!(1), &json!(true)),
        "{told}"
    );
    Session::of(&project, "t").stopped("npm x").stopped("npm y").ends();
    assert_eq!(rule(&project)["doubtful"], false);
}

#[test]
fn a_person_who_was_asked_and_allowed_it_counts_too() {
    let project = Project::new().rules(&USE_PNPM.replace("\"kind\"", "\"action\": \"ask\", \"kind\""));
    Session::of(&project, "s").runs("npm ci").runs("npm test").ends();
    assert_eq!(rule(&project)["held"], 0, "nothing says that a person was asked");
    let id = format!("toolu_s_{:020}", 1);
    let hook = json!({"session_id": "s", "cwd": project.root(), "hook_event_name": "PreToolUse",
        "tool_name": "Bash", "tool_input": {"command": "npm ci"}, "tool_use_id": id});
    project.hook("claude", hook.to_string().as_bytes()).exits(0);
    let told = rule(&project);
    assert_eq!((&told["held"], &told["allowed"]), (&json!(1), &json!(1)), "{told}");
}

#[test]
fn the_rule_that_did_most_damage_comes_first() {
    let project = Project::new().rules(
        r#"{"rules": [
        {"id": "npm", "kind": "forbid_command", "pattern": "^npm(?:\\s|$)"},
        {"id": "yarn", "kind": "forbid_command", "pattern": "^yarn(?:\\s|$)"},
        {"id": "bun", "kind": "forbid_command", "pattern": "^bun(?:\\s|$)"},
        {"id": "lock", "kind": "protect_path", "pattern": "*.lock"}
    ]}"#,
    );
    Session::of(&project, "s").stopped("npm a").stopped("npm b").runs("yarn").runs("bun").ends();
    let rules = document(&project)["rules"].take();
    let order: Vec<(&str, u64)> = rules
        .as_array()
        .unwrap()
        .iter()
        .map(|rule| (rule["id"].as_str().unwrap(), rule["damage"].as_u64().unwrap()))
        .collect();
    assert_eq!(order, [("yarn", 3), ("bun", 3), ("npm", 2), ("lock", 0)]);
}

#[test]
fn weeks_begin_on_monday() {
    let project = Project::new().rules(USE_PNPM);
    Session::of(&project, "s").runs("npm ci").stopped("npm ci").edits("a.txt").ends();
    // 2026-11-02 is a Monday.
    let weeks = json!([{"week": "2026-11-02", "broken": 2, "stopped": 1, "calls": 3}]);
    assert_eq!(document(&project)["weeks"], weeks);
}

#[test]
fn the_documented_fields_are_those_of_the_document() {
    let documented = Documented::of(include_str!("../../../../docs/count.md"), &["The JSON document"]);
    // One document with everything in it, and one with as little as there can be.
    let project = Project::new().rules(
        r#"{"rules": [
        {"id": "npm", "kind": "forbid_command", "pattern": "^npm(?:\\s|$)", "replacement": "pnpm", "text": "No npm"},
        {"id": "lock", "kind": "protect_path", "pattern": "*.lock"},
        {"id": "slack", "kind": "forbid_command", "pattern": "^slack(?:\\s|$)", "tool": "edit"},
        {"id": "spoilt", "kind": "forbid_command", "pattern": "("}
    ]}"#,
    );
    fs::create_dir_all(project.home().join(".claude/projects/x")).unwrap();
    fs::write(project.home().join(".claude/projects/x/odd.jsonl"), "{\"a\":1}\n").unwrap();
    fs::write(project.home().join(".claude/projects/x/odd.jsonl.zst"), "no zstd").unwrap();
    let broken = json!({"type": "mode", "sessionId": "s", "cwd": project.root()}).to_string();
    fs::write(project.home().join(".claude/projects/x/cut.jsonl"), broken + "\n{\"tool_use\": 1,").unwrap();
    project.abide(&["install", "claude"]).exits(0);
    Session::of(&project, "s").runs("npm ci").stopped("npm i").edits("a.lock").ends();
    let mut found = Fields::default();
    let all = project.abide(&["count", "--json", "--history", project.home().to_str().unwrap()]).exits(0);
    found.add(&serde_json::from_str(&all.stdout).unwrap());
    let project = Project::new().rules(USE_PNPM);
    Session::of(&project, "s").runs("npm ci").ends();
    let log = project.home().join(".claude/projects/x/s.jsonl");
    let timeless = fs::read_to_string(&log).unwrap().replace("timestamp", "was");
    fs::write(&log, timeless).unwrap();
    found.add(&document(&project));

    documented.holds(&found);
}

#[test]
fn a_call_in_a_folder_is_under_the_rules_there() {
    let project = Project::new()
        .rules(USE_PNPM)
        .file(
            "web/.abide/rules.json",
            r#"{"rules": [
            {"id": "use-pnpm", "kind": "forbid_command", "pattern": "^npm ci(?:\\s|$)"},
            {"id": "no-ls", "kind": "forbid_command", "pattern": "^ls(?:\\s|$)"}
        ]}"#,
        )
        .file("docs/.abide/rules.json", "{\"rules\": [{\"id\": \"odd\", \"kind\": \"forbid\"}]}");
    let web = project.root().join("web");
    Session::of(&project, "root").runs("npm i").runs("ls").ends();
    Session { folder: web.clone(), ..Session::of(&project, "web") }
        .runs("npm i")
        .runs("npm ci")
        .runs("ls")
        .ends();
    Session { folder: project.root().join("docs"), ..Session::of(&project, "docs") }.runs("npm i").ends();

    let told = |arguments: &[&str]| {
        let outcome = project.abide(&[&["count", "--json"], arguments].concat()).exits(0);
        let document: Value = serde_json::from_str(&outcome.stdout).unwrap();
        let rules = document["rules"].as_array().unwrap().iter();
        let rules =
            rules.map(|rule| (rule["source"].as_str().unwrap().to_owned(), rule["broken"].as_u64().unwrap()));
        (rules.collect::<Vec<_>>(), outcome)
    };
    let expected = [("AGENTS.md:3", 2), ("web/.abide/rules.json:2", 1), ("web/.abide/rules.json:3", 1)];
    let expected = expected.map(|(source, broken)| (source.to_owned(), broken));
    let (rules, outcome) = told(&[]);
    assert_eq!(rules, expected);
    outcome.complains("docs/.abide/rules.json:1:");
    // From another folder of the project, it is the same.
    let (mut rules, _) = told(&["--project", "web"]);
    rules.sort();
    assert_eq!(rules, expected);
    // A file that is named is all there is.
    assert_eq!(told(&["--rules", ".abide/rules.json"]).0, [("AGENTS.md:3".to_owned(), 4)]);
    assert_eq!(told(&["--rule", "no-ls"]).0.len(), 1);
    // Each call of these is blocked by the hook, or passes, just so.
    project.call_in("web", crate::project::bash("npm i")).passes();
    project.call_in("web", crate::project::bash("ls")).blocks("no-ls");
}

#[test]
fn what_is_told_does_not_hang_on_which_thread_was_first() {
    let mut project = Project::new().rules(USE_PNPM).variable("TZ", "UTC");
    // Rules of equal damage in folders, some of them from one pack, whose rules are
    // fewer where a folder has its own in their place.
    let names = ["a", "b", "c", "d", "e", "f", "g", "h"];
    for (number, name) in names.iter().enumerate() {
        let own = ["use-uv-pip", "other"][number % 2];
        let rules = json!({"extends": ["pack:uv"], "rules": [{"id": own, "kind": "forbid_command", "pattern": "^ls\\b"}]});
        project = project.file(&format!("{name}/.abide/rules.json"), &rules.to_string());
    }
    for name in names {
        let folder = project.root().join(name);
        Session { folder, ..Session::of(&project, name) }.runs("ls").runs("pip install x").ends();
    }
    let told = || {
        let page = project.abide(&["count", "--html", "page.html"]).exits(0);
        let text = fs::read_to_string(project.root().join("page.html")).unwrap();
        // It ends with the time at which it was made.
        let (text, _) = text.split_once("<footer>").unwrap();
        let documents = ["--json", "--csv", "--emit=-"];
        let documents = documents.map(|form| project.abide(&["count", form]).exits(0).stdout);
        (page.stdout, text.to_owned(), documents)
    };
    let first = told();
    assert!(first.2[1].matches("pack:uv").count() >= 1, "{}", first.2[1]);
    for _ in 0..20 {
        assert_eq!(told(), first);
    }
}
