//! `abide check`: exit codes and what a person reads.

use crate::project::{Project, USE_PNPM};
use serde_json::Value;

#[test]
fn rules_that_are_right_exit_0() {
    let outcome = Project::new().rules(include_str!("../../assets/starter.json")).abide(&["check"]).exits(0);
    insta::assert_snapshot!(outcome.stdout);
    assert_eq!(outcome.stderr, "");
}

#[test]
fn a_wrong_rule_exits_1_and_is_underlined() {
    let rules = r#"{
  "rules": [
    {"id": "a", "kind": "protect_paths", "pattern": "dist/**"},
    {"id": "b", "kind": "forbid_command", "pattern": "^npm(", "message": "No."},
    {"id": "c", "kind": "forbid_command", "pattern": "^yarn\\s", "mesage": "No."}
  ]
}
"#;
    insta::assert_snapshot!(Project::new().rules(rules).abide(&["check"]).exits(1).stdout);
}

#[test]
fn an_example_that_does_not_hold_exits_1() {
    let rules = r#"{
  "rules": [
    {"id": "npm", "kind": "forbid_command", "pattern": "^npm\\s", "message": "No.",
     "examples": {"block": ["npm i", "pnpm i"], "allow": ["npm ci", "echo npm i"]}}
  ]
}
"#;
    insta::assert_snapshot!(Project::new().rules(rules).abide(&["check"]).exits(1).stdout);
}

#[test]
fn text_that_is_not_json_exits_1_and_is_underlined() {
    insta::assert_snapshot!(
        Project::new().rules("{\"rules\": [\n  {\"id\": \"a\",}\n]}\n").abide(&["check"]).exits(1).stdout
    );
}

#[test]
fn one_file_can_be_named() {
    let project = Project::new().rules("[").file("other.json", USE_PNPM).file("swap/tools", "npm pnpm\n");
    project.abide(&["check", "other.json"]).exits(0).says("1 rule");
    project.abide(&["check", "swap/tools"]).exits(0).says("1 rule");
}

#[test]
fn nothing_to_check_exits_2() {
    Project::new().abide(&["check"]).exits(2).complains("abide: error: no rules found").complains("  help: ");
    Project::new().abide(&["check", "none.json"]).exits(2).complains("cannot read none.json");
    Project::new().abide(&["check", "--frobnicate"]).exits(2).complains("abide: error");
}

#[test]
fn the_same_for_programs() {
    let project = Project::new().rules(r#"[{"id": "a", "kind": "nope", "pattern": "x"}]"#);
    let outcome = project.abide(&["check", "--json"]).exits(1);
    let answer: Value = serde_json::from_str(&outcome.stdout).unwrap();
    let first = &answer["diagnostics"][0];
    assert_eq!((&first["severity"], &first["line"]), (&"error".into(), &1.into()), "{answer:#}");
    assert_eq!(answer["ok"], false);
}

#[test]
fn examples_test_the_rule_and_not_the_machine() {
    let project = Project::new()
        .rules(include_str!("../../assets/starter.json"))
        .file(".agent-allow-cli-tools", "npm\nenv-is-private\n")
        .variable("AGENT_ALLOW_CLI_TOOLS", "no-force-push");
    project.abide(&["check"]).exits(0).says("all is well");
}

#[test]
fn a_failure_is_json_for_programs_too() {
    let outcome = Project::new().abide(&["check", "--json", "none.json"]).exits(2);
    let answer: Value = serde_json::from_str(&outcome.stdout).unwrap();
    assert_eq!(answer["error"], "cannot read none.json: no such file or directory");
}

#[test]
fn a_byte_order_mark_is_no_part_of_the_rules() {
    let project = Project::new().rules(&format!("\u{feff}{USE_PNPM}"));
    project.abide(&["check"]).exits(0).says("1 rule");
}

#[test]
fn complaints_fit_the_terminal() {
    let rules =
        format!(r#"[{{"id": "a", "message": "{}", "kind": "nope", "pattern": "x"}}]"#, "word ".repeat(40));
    let outcome = Project::new().rules(&rules).variable("COLUMNS", "80").abide(&["check"]).exits(1);
    assert!(outcome.stdout.lines().all(|row| row.chars().count() <= 80), "{}", outcome.stdout);
}

#[test]
fn what_cannot_be_extended_leaves_the_rules_of_the_file() {
    let project = Project::new().rules(
        r#"{"extends": "pack:npm", "rules": [{"id": "dist", "kind": "protect_path", "pattern": "dist/**"}]}"#,
    );
    let outcome = project.abide(&["check"]).exits(1).says("the other rules of the file are enforced");
    assert!(!outcome.stdout.contains("no rule of the file"), "{}", outcome.stdout);
    outcome.says("edit|write|shell-write");
}

#[test]
fn warnings_count_where_they_are_asked_to() {
    let warns =
        Project::new().rules(r#"[{"id": "a", "kind": "forbid_command", "pattern": "npm", "message": "m"}]"#);
    warns.abide(&["check"]).exits(0).says("1 warning");
    warns.abide(&["check", "--strict"]).exits(1).says("1 warning");
    warns.abide(&["check", "--strict", "--json"]).exits(1).says("\"ok\": false");
    Project::new().rules(USE_PNPM).abide(&["check", "--strict"]).exits(0);
}

#[test]
fn editors_get_a_schema() {
    let project = Project::new();
    let schema = project.abide(&["check", "--schema"]).exits(0).stdout;
    let schema: serde_json::Value = serde_json::from_str(&schema).unwrap();
    assert!(schema["$defs"]["rule"]["properties"]["pattern"].is_object());
    Project::new().rules(r#"{"$schema": "./rules.schema.json", "rules": []}"#).abide(&["check"]).exits(0);
}
