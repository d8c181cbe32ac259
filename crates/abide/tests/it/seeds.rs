//! The patterns that abide promises to understand, each through the real
//! hook: every `block` example must block and every `allow` example must not.

use crate::project::{Call, Project, bash, tool};
use serde_json::{Value, json};

const PATTERNS: &str = include_str!("../fixtures/patterns.json");

/// `Read /repo/x`, `Edit ..`, `Write ..` and `Tool name` are tools; anything
/// else is a command. `/repo` is the project.
fn call(project: &Project, example: &str) -> Call {
    let path = |path: &str| json!({"file_path": path.replace("/repo", project.root().to_str().unwrap())});
    match example.split_once(' ') {
        Some((name @ ("Read" | "Edit" | "Write"), rest)) => tool(name, path(rest)),
        Some(("Tool", name)) => tool(name, json!({})),
        _ => bash(example),
    }
}

#[test]
fn all_71_examples_hold() {
    let file: Value = serde_json::from_str(PATTERNS).unwrap();
    let mut seen = 0;
    let mut wrong = Vec::new();
    for rule in file["rules"].as_array().unwrap() {
        // Each rule alone, as its examples are written for it alone.
        let project = Project::new().rules(&json!([rule]).to_string());
        for (expected, code) in [("block", 2), ("allow", 0)] {
            for example in rule["examples"][expected].as_array().unwrap() {
                let example = example.as_str().unwrap();
                let outcome = project.call(call(&project, example));
                seen += 1;
                if outcome.code != code {
                    wrong.push(format!("{} should {expected}: {example}", rule["id"]));
                }
            }
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
    assert_eq!(seen, 71);
}

#[test]
fn check_agrees_about_them() {
    Project::new().rules(PATTERNS).abide(&["check"]).exits(0).says("71 examples");
}

#[test]
fn the_starter_and_the_pack_agree_on_force_push() {
    let pattern = |text: &str| {
        let file: Value = serde_json::from_str(text).unwrap();
        let rules = file["rules"].as_array().unwrap().clone();
        rules.into_iter().find(|rule| rule["id"] == "no-force-push").unwrap()["pattern"].clone()
    };
    let pack = abide_rules::PACKS.iter().find(|pack| pack.0 == "git-safety").unwrap().2;
    assert_eq!(pattern(include_str!("../../assets/starter.json")), pattern(pack));
}

#[test]
fn a_bare_list_is_a_rules_file_too() {
    let rules = r#"[{"id": "a", "kind": "forbid_command", "pattern": "^npm\\s", "message": "No."}]"#;
    Project::new().rules(rules).call(bash("npm i")).blocks("No");
}

#[test]
fn both_agents_are_under_the_same_rules() {
    let project = Project::new().rules(PATTERNS);
    project.call(bash("npm ci")).blocks("Run it with pnpm");
    project.codex(bash("npm ci")).blocks("Run it with pnpm");
    project
        .codex(tool(
            "apply_patch",
            json!({"command": "*** Begin Patch\n*** Update File: dist/app.js\n@@\n-a\n+b\n*** End Patch"}),
        ))
        .blocks("generator");
    project.codex(tool("apply_patch", json!({"command": "*** Begin Patch\n*** Update File: src/a.js\n@@\n-a\n+dist/app.js\n*** End Patch"}))).passes();
}
