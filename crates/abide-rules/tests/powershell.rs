//! What agents type into PowerShell, beside the rules that it breaks.
//!
//! `corpus/powershell.jsonl` was written by the manual: no PowerShell was there to
//! confirm it. A row with `open` is known to come out wrong.

mod support;

use abide_rules::{Input, ToolCall};
use serde_json::Value;
use support::{Disk, call, rules};

const ROWS: &str = include_str!("../../../corpus/powershell.jsonl");

const RULES: &str = r#"{"rules": [
    {"id": "npm", "kind": "forbid_command", "pattern": "^npm(?:\\s|$)"},
    {"id": "force", "kind": "forbid_command", "pattern": "^git\\b.*\\spush\\b.*\\s(?:--force|-f)"},
    {"id": "rm", "kind": "forbid_command", "pattern": "^rm\\s+-rf"},
    {"id": "env", "kind": "protect_path", "tool": "read|edit|write|shell", "pattern": ".env"}
]}"#;

#[test]
fn powershell_breaks_the_rules_that_it_breaks() {
    let rules = rules(RULES);
    let mut wrong = Vec::new();
    for row in ROWS.lines() {
        let row: Value = serde_json::from_str(row).unwrap();
        let line = row["cmd"].as_str().unwrap();
        let input = Input::PowerShell(line.to_owned());
        let call = ToolCall { tool: "PowerShell".into(), input, ..call() };
        let broken: Vec<String> = rules.hits(&call, &Disk).into_iter().map(|hit| hit.rule).collect();
        let expected: Vec<&str> =
            row["breaks"].as_array().unwrap().iter().map(|rule| rule.as_str().unwrap()).collect();
        if (broken == expected) == (row["open"] == true) {
            wrong.push(format!("{line:?}: {broken:?} instead of {expected:?}"));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}
