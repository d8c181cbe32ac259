//! Lines, beside the rules that each breaks. A row with `open` is known to come
//! out wrong.
//!
//! `corpus/powershell.jsonl` is what agents type into PowerShell, `corpus/programs.jsonl`
//! what programs do with the commands and files that they are given. Both were
//! written by the manuals: most of these programs were not there to confirm it.

mod support;

use abide_rules::{Input, ToolCall};
use serde_json::Value;
use support::{Disk, call, rules, shell};

/// Tries every row.
fn each_row_breaks_its_rules(rows: &str, all: &str, made: impl Fn(&str) -> ToolCall) {
    let rules = rules(all);
    let mut wrong = Vec::new();
    for row in rows.lines() {
        let row: Value = serde_json::from_str(row).unwrap();
        let line = row["cmd"].as_str().unwrap();
        let broken: Vec<String> = rules.hits(&made(line), &Disk).into_iter().map(|hit| hit.rule).collect();
        let expected: Vec<&str> =
            row["breaks"].as_array().unwrap().iter().map(|rule| rule.as_str().unwrap()).collect();
        if (broken == expected) == (row["open"] == true) {
            wrong.push(format!("{line:?}: {broken:?} instead of {expected:?}"));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn powershell_breaks_the_rules_that_it_breaks() {
    const ROWS: &str = include_str!("../../../corpus/powershell.jsonl");
    const RULES: &str = r#"[
        {"id": "npm", "kind": "forbid_command", "pattern": "^npm(?:\\s|$)"},
        {"id": "force", "kind": "forbid_command", "pattern": "^git\\b.*\\spush\\b.*\\s(?:--force|-f)"},
        {"id": "rm", "kind": "forbid_command", "pattern": "^rm\\s+-rf"},
        {"id": "env", "kind": "protect_path", "tool": "read|edit|write|shell", "pattern": ".env"}
    ]"#;
    let powershell = |line: &str| {
        let input = Input::PowerShell(line.to_owned());
        ToolCall { tool: "PowerShell".into(), input, ..call() }
    };
    each_row_breaks_its_rules(ROWS, RULES, powershell);
}

#[test]
fn programs_do_with_commands_and_files_what_their_manuals_say() {
    const ROWS: &str = include_str!("../../../corpus/programs.jsonl");
    const RULES: &str = r#"[
        {"id": "npm", "kind": "forbid_command", "pattern": "^npm(?:\\s|$)"},
        {"id": "dist", "kind": "protect_path", "tool": "shell-write", "pattern": "dist/**"},
        {"id": "data", "kind": "protect_path", "tool": "delete", "pattern": "data/**"}
    ]"#;
    each_row_breaks_its_rules(ROWS, RULES, shell);
}
