//! What a call has to do with each rule.

mod support;

use abide_rules::{FileKind, Input, RuleSet, ToolCall};
use support::{Disk, call, rules, shell};

const RULES: &str = r#"[
    {"id": "npm", "kind": "forbid_command", "pattern": "^npm(?:\\s|$)", "replacement": "pnpm"},
    {"id": "npx", "kind": "forbid_command", "pattern": "^npx(?:\\s|$)", "replacement": "pnpm dlx"},
    {"id": "force", "kind": "forbid_command", "pattern": "^git\\b.*\\s--force(?:\\s|$)"},
    {"id": "here", "kind": "forbid_command", "pattern": "^yarn(?:\\s|$)", "replacement": "pnpm", "remote": false},
    {"id": "tail", "kind": "forbid_command", "pattern": "\\btail\\b"},
    {"id": "lock", "kind": "protect_path", "pattern": "*.lock", "tool": "edit|write|shell-write"}
]"#;

/// The rules that a line is about, and those whose replacement it runs.
fn of(rules: &RuleSet, line: &str) -> (String, String) {
    let account = rules.account(&shell(line), &Disk);
    let names =
        |all: Vec<usize>| all.iter().map(|at| rules.rules()[*at].id.as_str()).collect::<Vec<_>>().join(" ");
    (names(account.about), names(account.instead))
}

#[test]
fn a_line_is_about_the_rules_that_name_its_programs() {
    let rules = rules(RULES);
    for (line, about) in [
        ("npm ci", "npm tail"),
        ("sudo sh -c 'git status'", "force tail"),
        ("git commit -m 'drop npm'", "force tail"),
        ("ls", "tail"),
        ("npm ci && git push", "npm force tail"),
        ("ssh host yarn", "tail"),
        ("cat yarn.lock", "tail"),
        ("echo x > yarn.lock", "tail lock"),
    ] {
        assert_eq!(of(&rules, line).0, about, "{line}");
    }
    let edit = Input::Files(FileKind::Edit, vec!["src/main.rs".into()]);
    let account = rules.account(&ToolCall { input: edit, ..call() }, &Disk);
    assert_eq!(account.about, [5]);
}

#[test]
fn what_rewrites_make_counts_but_not_what_is_shorter_than_a_replacement() {
    let rules = rules(
        r#"[
        {"id": "npm", "kind": "forbid_command", "pattern": "^npm\\s", "rewrite": {"^npm (?=\\w)": "pnpm "}},
        {"id": "npx", "kind": "forbid_command", "pattern": "^npx\\s", "replacement": "pnpm dlx",
            "rewrite": {"^npx tsc\\b": "pnpm exec tsc"}},
        {"id": "yarn", "kind": "forbid_command", "pattern": "^yarn\\s", "replacement": "pnpm"}
    ]"#,
    );
    for (line, instead) in [
        ("pnpm ci", "npm yarn"),
        ("pnpm dlx cowsay", "npx"),
        ("pnpm exec tsc", "npm npx yarn"),
        ("npx tsc || pnpm exec tsc", "npm yarn"),
    ] {
        assert_eq!(of(&rules, line).1, instead, "{line}");
    }
}

#[test]
fn the_replacement_counts_where_it_really_runs() {
    let rules = rules(RULES);
    for (line, instead) in [
        ("pnpm ci", "npm here"),
        ("cd web && sudo -u root sh -c 'pnpm ci'", "npm here"),
        ("pnpm dlx cowsay", "npx"),
        ("/usr/bin/pnpm i", "npm here"),
        ("pnpm-check i", ""),
        ("echo pnpm ci", ""),
        ("git commit -m 'use pnpm'", ""),
        ("ssh host pnpm ci", "npm"),
        // A line that breaks the rule has not kept it.
        ("npm ci || pnpm ci", "here"),
    ] {
        assert_eq!(of(&rules, line).1, instead, "{line}");
    }
}
