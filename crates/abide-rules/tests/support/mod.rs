//! A small disk and a call in it.
#![allow(dead_code, reason = "each test file uses a part")]

use abide_rules::{Entry, Hit, Input, RuleSet, ToolCall, Verdict, Workspace};

/// `/repo` with a few files; `/repo/link` leads to `/repo/dist`.
pub struct Disk;

impl Workspace for Disk {
    fn home(&self) -> Option<&str> {
        Some("/home/me")
    }

    fn real_path(&self, path: &str) -> Option<String> {
        Some(match path.strip_prefix("/repo/link") {
            Some(rest) => format!("/repo/dist{rest}"),
            None => path.to_owned(),
        })
    }

    fn list(&self, path: &str) -> Vec<Entry> {
        let names: &[&str] = match path {
            "/repo" => &[".env", ".env.example", "dist/", "src/", "link"],
            "/repo/dist" => &["app.js"],
            _ => &[],
        };
        let entry =
            |name: &&str| Entry { name: name.trim_end_matches('/').into(), folder: name.ends_with('/') };
        names.iter().map(entry).collect()
    }
}

/// A call in `/repo`.
pub fn call() -> ToolCall {
    ToolCall { cwd: "/repo".into(), root: Some("/repo".into()), ..ToolCall::default() }
}

/// A shell call in `/repo`.
pub fn shell(line: &str) -> ToolCall {
    ToolCall { tool: "Bash".into(), input: Input::Shell(line.into()), ..call() }
}

/// The rules of one file, which must load without an error.
pub fn rules(text: &str) -> RuleSet {
    let mut rules = RuleSet::new();
    let errors = rules.load("rules.json", text);
    assert!(errors.is_empty(), "{errors:?}");
    rules
}

/// What stops `line`.
pub fn stopped(rules: &RuleSet, line: &str) -> Option<Hit> {
    match rules.judge(&shell(line), &Disk) {
        Verdict::Pass => None,
        Verdict::Violation(hit) => Some(hit),
    }
}
