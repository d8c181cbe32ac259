//! `abide explain`: what a person sees of a call.

use crate::project::{Project, USE_PNPM};
use serde_json::Value;

const RULES: &str = r#"{"rules": [
    {"id": "use-pnpm", "kind": "forbid_command", "pattern": "^npm(?:\\s|$)", "message": "Use pnpm.", "replacement": "pnpm"},
    {"id": "no-dist", "kind": "protect_path", "tool": "edit|write|shell", "pattern": "dist/**", "message": "Generated."}
]}"#;

#[test]
fn every_command_is_listed_and_every_hit_underlined() {
    let project = Project::new().rules(RULES);
    let line = "cd web && sudo -u root sh -c \"npm ci\" > dist/log; echo npm";
    insta::assert_snapshot!(project.abide(&["explain", line]).exits(1).stdout);
}

#[test]
fn a_line_that_breaks_nothing_says_so() {
    let project = Project::new().rules(RULES);
    insta::assert_snapshot!(
        project.abide(&["explain", "git commit -m 'drop npm' && ls dist"]).exits(0).stdout
    );
}

#[test]
fn a_line_of_many_lines_is_underlined_where_it_is() {
    let project = Project::new().rules(RULES);
    insta::assert_snapshot!(
        project.run(&["explain", "-"], b"set -e\nif true; then\n  npm i\nfi\n").exits(1).stdout
    );
}

#[test]
fn a_file_tool_is_explained_too() {
    let project = Project::new().rules(RULES);
    let edit = project.abide(&["explain", "--tool", "Edit", "--path", "dist/app.js"]).exits(1);
    insta::assert_snapshot!(edit.stdout);
    project.abide(&["explain", "--tool", "apply_patch", "--path", "dist/app.js"]).exits(1).says("no-dist");
    project.abide(&["explain", "--tool", "Read", "--path", "dist/app.js"]).exits(0).says("no rule is broken");
}

#[test]
fn the_line_needs_no_quotes() {
    Project::new()
        .rules(USE_PNPM)
        .abide(&["explain", "sudo", "npm", "i", "--save-dev", "x"])
        .exits(1)
        .says("use-pnpm");
}

#[test]
fn the_folder_can_be_named() {
    let project = Project::new().file("web/.abide/rules.json", RULES);
    project.abide(&["explain", "--cwd", "web", "npm i"]).exits(1);
    project.abide(&["explain", "npm i"]).exits(2).complains("no rules found");
    project.abide(&["explain", "--cwd", "none", "npm i"]).exits(2).complains("cannot enter none");
}

#[test]
fn the_same_for_programs() {
    let outcome = Project::new().rules(RULES).abide(&["explain", "--json", "ls && sudo npm ci"]).exits(1);
    let answer: Value = serde_json::from_str(&outcome.stdout).unwrap();
    assert_eq!(answer["verdict"], "block");
    let runs: Vec<&str> =
        answer["commands"].as_array().unwrap().iter().map(|c| c["run"].as_str().unwrap()).collect();
    assert_eq!(runs, ["ls", "sudo npm ci", "npm ci"]);
    assert_eq!(answer["hits"][0]["route"], serde_json::json!(["sudo"]));
    assert_eq!(answer["hits"][0]["suggestion"], "ls && sudo pnpm ci");
}

#[test]
fn colours_come_only_where_they_are_wanted() {
    let plain = Project::new().rules(RULES).abide(&["explain", "npm i"]);
    assert!(!plain.stdout.contains('\x1b'), "not a terminal: {plain:#?}");
    let forced = Project::new().rules(RULES).variable("CLICOLOR_FORCE", "1");
    assert!(forced.abide(&["explain", "npm i"]).stdout.contains("\x1b["));
    let never = forced.variable("NO_COLOR", "1");
    assert!(!never.abide(&["explain", "npm i"]).stdout.contains('\x1b'));
}
