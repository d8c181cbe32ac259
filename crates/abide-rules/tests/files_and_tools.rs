//! Verdicts on calls that are no shell commands.

mod support;

use abide_rules::FileKind::{self, Edit, Other, Read, Write};
use abide_rules::{Action, Input, ToolCall, Verdict};
use support::{Disk, call, rules};

fn touches(kind: FileKind, path: &str) -> ToolCall {
    ToolCall { tool: "Tool".into(), input: Input::Files(kind, vec![path.into()]), ..call() }
}

fn blocked(file: &str, call: &ToolCall) -> Option<String> {
    match rules(file).judge(call, &Disk) {
        Verdict::Pass => None,
        Verdict::Violation(hit) => Some(hit.reason),
    }
}

#[test]
fn a_path_rule_checks_the_kinds_of_call_it_names() {
    let rule = |tool: &str| format!(r#"[{{"id": "r", "kind": "protect_path", "pattern": ".env"{tool}}}]"#);
    for (tool, kinds) in [
        ("", &[Edit, Write][..]),
        (r#", "tool": "read""#, &[Read]),
        (r#", "tool": "read|edit""#, &[Read, Edit]),
        (r#", "tool": "any""#, &[Read, Edit, Write, Other]),
        (r#", "tool": "shell""#, &[]),
        (r#", "tool": "read", "enabled": false"#, &[]),
    ] {
        for kind in [Read, Edit, Write, Other] {
            let hit = blocked(&rule(tool), &touches(kind, "app/.env"));
            assert_eq!(hit.is_some(), kinds.contains(&kind), "{tool} {kind:?}");
        }
    }
}

#[test]
fn paths_are_made_absolute_folded_and_resolved() {
    let rules = r#"[{"id": "r", "kind": "protect_path", "pattern": "./dist/**"}]"#;
    for (path, hit) in [
        ("dist/app.js", true),
        ("/repo/dist/app.js", true),
        ("web/../dist/app.js", true),
        ("./dist", true),
        ("web/dist/app.js", false),
        ("/elsewhere/dist/app.js", false),
        // A link on the disk of the tests.
        ("link/app.js", true),
    ] {
        assert_eq!(blocked(rules, &touches(Edit, path)).is_some(), hit, "{path}");
    }
    let home = r#"[{"id": "r", "kind": "protect_path", "pattern": "~/.zshrc"}]"#;
    assert!(blocked(home, &touches(Edit, "~/.zshrc")).is_some());
    assert!(blocked(home, &touches(Edit, "/home/me/.zshrc")).is_some());
}

#[test]
fn unless_lifts_a_rule_for_the_paths_it_matches() {
    let rules =
        r#"[{"id": "r", "kind": "protect_path", "pattern": "*.lock", "unless": ["a.lock", "vendor/**"]}]"#;
    assert!(blocked(rules, &touches(Edit, "b.lock")).is_some());
    assert!(blocked(rules, &touches(Edit, "a.lock")).is_none());
    assert!(blocked(rules, &touches(Edit, "vendor/b.lock")).is_none());
}

#[test]
fn a_tool_rule_searches_the_name_as_written() {
    let rules = r#"[{"id": "no-slack", "kind": "forbid_tool", "pattern": "^(?:mcp__slack__|mcp_slack_)", "message": "Show the draft."}]"#;
    let tool = |name: &str| ToolCall { tool: name.into(), ..call() };
    assert_eq!(
        blocked(rules, &tool("mcp__slack__post")).unwrap(),
        "abide: tool `mcp__slack__post` is forbidden by rule no-slack (rules.json:1)\nShow the draft"
    );
    assert!(blocked(rules, &tool("mcp__github__create_issue")).is_none());
}

#[test]
fn a_tool_is_known_by_each_name_that_its_agent_may_mean() {
    let rule = |more: &str| {
        format!(r#"[{{"id": "a", "kind": "forbid_tool", "pattern": "^mcp__a__", "message": "No."{more}}}]"#)
    };
    let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
    let x = ToolCall { tool: "a-b-c".into(), names: names(&["mcp__a__b-c", "mcp__a-b__c"]), ..call() };
    assert!(blocked(&rule(""), &x).unwrap().contains("a-b-c"));
    assert_eq!(blocked(&rule(r#", "unless": "^mcp__a-b__""#), &x), None);
    let other = ToolCall { tool: "b-c".into(), names: names(&["mcp__b__c"]), ..call() };
    assert_eq!(blocked(&rule(""), &other), None);
    // The agent knows better than the spelling does.
    let known = ToolCall { tool: "mcp_a_b_c".into(), names: names(&["mcp__a_b__c"]), ..call() };
    assert_eq!(blocked(&rule(""), &known), None);
}

#[test]
fn blocking_beats_asking_and_asking_beats_warning() {
    let rule = |id: &str, action: &str| {
        format!(r#"{{"id": "{id}", "kind": "forbid_tool", "pattern": "^X", "action": "{action}"}}"#)
    };
    let file =
        format!("[{},{},{},{}]", rule("w", "warn"), rule("a", "ask"), rule("b", "block"), rule("c", "block"));
    let set = rules(&file);
    let x = ToolCall { tool: "X".into(), ..call() };
    let Verdict::Violation(hit) = set.judge(&x, &Disk) else { panic!("passed") };
    assert_eq!((hit.rule.as_str(), hit.action), ("b", Action::Block));
    let all: Vec<_> = set.hits(&x, &Disk).into_iter().map(|hit| hit.rule).collect();
    assert_eq!(all, ["w", "a", "b", "c"]);
}

#[test]
fn a_broken_pattern_fails_open_and_is_named() {
    let file = r#"[{"id": "bad", "kind": "forbid_tool", "pattern": "^X(?>y)"}]"#;
    let set = rules(file);
    let x = ToolCall { tool: "Xy".into(), ..call() };
    assert!(matches!(set.judge(&x, &Disk), Verdict::Pass));
    assert_eq!(set.broken()[0].rule.as_deref(), Some("bad"));
}

#[test]
fn a_broken_pattern_blocks_where_the_file_says_so() {
    let file =
        r#"{"on_error": "block", "rules": [{"id": "bad", "kind": "forbid_tool", "pattern": "^X(?>y)"}]}"#;
    let reason = blocked(file, &ToolCall { tool: "Xy".into(), ..call() }).unwrap();
    assert!(
        reason.starts_with("abide: rule bad (rules.json:1) cannot be checked (atomic groups"),
        "{reason}"
    );
}

#[test]
fn a_file_that_cannot_be_read_blocks_with_its_place() {
    for (text, place) in [
        ("{\"on_error\":\"block\",\n\"rules\":[{},]}", "rules.json:2:12: JSON has no trailing commas"),
        (
            r#"{"on_error":"block","rules":[{"id":"a","kind":"nope"}]}"#,
            "rules.json:1:47: unknown kind `nope`",
        ),
    ] {
        let mut set = abide_rules::RuleSet::new();
        set.load("rules.json", text);
        let Verdict::Violation(hit) = set.judge(&touches(Read, "x"), &Disk) else { panic!("passed") };
        assert!(hit.reason.contains(place), "{}", hit.reason);
    }
}

#[test]
fn running_out_of_steps_blocks_and_names_the_rule() {
    let file = r#"[{"id": "slow", "kind": "forbid_tool", "pattern": "^(a|aa)+\\1b"}]"#;
    let reason = blocked(file, &ToolCall { tool: "a".repeat(60), ..call() }).unwrap();
    assert_eq!(reason, "abide: rule slow (rules.json:1) took too many steps on this call; split it");
}

#[test]
fn an_allowed_rule_id_lifts_the_rule() {
    let mut set = rules(r#"[{"id": "r", "kind": "forbid_tool", "pattern": "^X"}]"#);
    set.allow_env("other:r");
    assert!(matches!(set.judge(&ToolCall { tool: "X".into(), ..call() }, &Disk), Verdict::Pass));
}

#[test]
fn overrides_none_takes_no_names() {
    let mut set =
        rules(r#"{"overrides": "none", "rules": [{"id": "r", "kind": "forbid_tool", "pattern": "^X"}]}"#);
    set.allow_env("r");
    set.allow_file("r");
    assert!(matches!(set.judge(&ToolCall { tool: "X".into(), ..call() }, &Disk), Verdict::Violation(_)));
}
