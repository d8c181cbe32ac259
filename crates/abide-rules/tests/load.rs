//! What a person is told about a rules file: each complaint with the text it
//! underlines. Nothing here needs the shell.

use abide_rules::{Diagnostic, Kind, OnError, Overrides, Position, RuleSet, Severity};

/// Loads and checks `text`: code, underlined text and help of each complaint.
fn complaints(text: &str) -> Vec<(&'static str, String, String)> {
    let mut rules = RuleSet::new();
    let mut found = rules.load("rules.json", text);
    found.extend(rules.finish());
    found.extend(rules.check());
    found.extend(rules.run_examples());
    // What is merely worth knowing has a test of its own.
    found.retain(|d| d.severity != Severity::Note);
    let row = |d: Diagnostic| (d.code, text[d.span.range()].to_owned(), d.help.unwrap_or_default());
    found.into_iter().map(row).collect()
}

/// A file with one rule that has these fields after its id.
fn rule(fields: &str) -> String {
    format!(r#"[{{"id": "r", {fields}}}]"#)
}

/// File, code, underlined text, a part of the help.
const CASES: &[(&str, &str, &str, &str)] = &[
    (r#"{"rules": ["#, "json-syntax", "", ""),
    (r#"{"rules": [],}"#, "json-syntax", ",", ""),
    (r#"[{"id": "a", "pattern": "\s"}]"#, "json-syntax", r"\", ""),
    ("{}", "not-rules", "{}", ""),
    (r#"{"rules": {}}"#, "not-rules", "{}", ""),
    ("[1]", "not-object", "1", ""),
    (r#"{"rules": [], "extra": 1}"#, "unknown-field", "\"extra\"", "one of"),
    (r#"{"rules": [], "on_eror": "block"}"#, "unknown-field", "\"on_eror\"", "`on_error`"),
    (r#"{"rules": [], "on_error": "blok"}"#, "unknown-value", "\"blok\"", "`block`"),
    (r#"{"extends": ["pack:pnpm", "pack:npm"]}"#, "cannot-extend", "\"pack:npm\"", ""),
    (r#"{"extends": "git-safety"}"#, "cannot-extend", "\"git-safety\"", "`pack:git-safety`"),
    (r#"{"rules": [], "extends": [1]}"#, "wrong-type", "1", ""),
    (r#"{"rules": [], "wrappers": {}}"#, "wrong-type", "{}", ""),
    (r#"{"rules": [], "wrappers": ["x"]}"#, "wrong-type", "\"x\"", r#"{"name": "x"}"#),
    (r#"{"rules": [], "wrappers": [{}]}"#, "missing-name", "{}", ""),
    (r#"{"rules": [], "wrappers": [{"name": "x", "options": []}]}"#, "unknown-field", "\"options\"", ""),
    (r#"[{"kind": "advice"}]"#, "missing-id", "{", ""),
    (r#"[{"id": "a b", "kind": "advice"}]"#, "bad-id", "\"a b\"", ""),
    (r#"[{"id": "", "kind": "advice"}]"#, "bad-id", "\"\"", ""),
    (r#"[{"id": 7, "kind": "advice"}]"#, "wrong-type", "7", ""),
    (r#"[{"id": "a"}]"#, "missing-kind", "{", "`forbid_command`"),
    (r#"[{"id": "a", "pattern": "^x "}]"#, "missing-kind", "{", "`forbid_command`"),
    (r#"{"extends": "pack:bun", "rules": [{"id": "use-bnu"}]}"#, "missing-kind", "{", "`use-bun`"),
    (r#"{"extends": "pack:bun", "rules": [{"id": "use-bun", "unless": "("}]}"#, "bad-pattern", "(", ""),
    (
        r#"[{"id": "a", "kind": "protect_paths", "pattern": "x"}]"#,
        "unknown-kind",
        "\"protect_paths\"",
        "`protect_path`",
    ),
    (
        r#"[{"id": "a", "kind": "forbid", "pattern": "^x "}]"#,
        "unknown-kind",
        "\"forbid\"",
        "one of `forbid_command`, `forbid_tool`",
    ),
    (
        r#"[{"id": "a", "kind": "protect_path", "tool": "edit", "pattern": "src/*.{js,ts}"}]"#,
        "braces-in-glob",
        "\"src/*.{js,ts}\"",
        r#"`["src/*.js", "src/*.ts"]`"#,
    ),
    (r#"[{"id": "a", "kind": "forbid_tool"}]"#, "missing-pattern", "{", "advice"),
    (r#"[{"id": "a", "kind": "forbid_tool", "pattern": ""}]"#, "missing-pattern", "\"\"", ""),
    (
        r#"[{"id": "a", "kind": "advice"}, {"id": "a", "kind": "advice"}]"#,
        "duplicate-id",
        "\"a\"",
        "the first",
    ),
    (r#"[{"id": "a", "kind": "advice", "mesage": "x"}]"#, "unknown-field", "\"mesage\"", "`message`"),
    (r#"[{"id": "a", "kind": "advice", "when": "main"}]"#, "wrong-type", "\"main\"", ""),
    (
        r#"[{"id": "a", "kind": "forbid_tool", "pattern": "^X", "when": {"brnch": "main"}}]"#,
        "unknown-field",
        "\"brnch\"",
        "`branch`",
    ),
    (r#"[{"id": "a", "kind": "advice", "when": {"branch": [""]}}]"#, "empty-text", "\"\"", ""),
    (r#"[{"id": "a", "kind": "advice", "text": "x", "text": "y"}]"#, "duplicate-field", "\"text\"", ""),
    (r#"{"rules": [], "rules": []}"#, "duplicate-field", "\"rules\"", ""),
    (r#"[{"id": "a", "kind": "forbid_tool", "pattern": "^X", "unless": ""}]"#, "empty-text", "\"\"", ""),
    (r#"[{"id": "a", "kind": "forbid_tool", "pattern": "^X", "unless": "("}]"#, "bad-pattern", "(", ""),
    (r#"[{"id": "a", "kind": "advice", "enabled": "no"}]"#, "wrong-type", "\"no\"", ""),
    (
        r#"[{"id": "a", "kind": "protect_path", "pattern": "x", "tool": "read|shel"}]"#,
        "unknown-tool",
        "\"read|shel\"",
        "`shell`",
    ),
    (
        r#"[{"id": "a", "kind": "protect_path", "pattern": "x", "action": "warm"}]"#,
        "unknown-value",
        "\"warm\"",
        "`warn`",
    ),
    (r#"[{"id": "a", "kind": "forbid_command", "pattern": "^x", "unless": [1]}]"#, "wrong-type", "1", ""),
    // The name of a tool.
    (
        r#"[{"id": "a", "kind": "protect_path", "pattern": "x", "tool": ["edit", "write"]}]"#,
        "wrong-type",
        r#"["edit", "write"]"#,
        r#""edit|write""#,
    ),
    (
        r#"[{"id": "a", "kind": "protect_path", "pattern": "x", "tool": "Edit, Write"}]"#,
        "unknown-tool",
        "\"Edit, Write\"",
        r#""edit|write""#,
    ),
    (
        r#"[{"id": "a", "kind": "forbid_tool", "pattern": "x", "tool": "WebFetch"}]"#,
        "unknown-tool",
        "\"WebFetch\"",
        "`pattern`: `\"^WebFetch$\"`",
    ),
    (
        r#"[{"id": "a", "kind": "forbid_command", "pattern": "^x ", "tool": "edit"}]"#,
        "never-applies",
        "\"edit\"",
        "leave `tool` out",
    ),
    // Fields that do nothing.
    (
        r#"[{"id": "a", "kind": "forbid_tool", "pattern": "^X", "replacement": "Y"}]"#,
        "idle-field",
        "\"Y\"",
        "",
    ),
    (r#"[{"id": "a", "kind": "forbid_tool", "pattern": "^X", "follow": true}]"#, "idle-field", "true", ""),
    (
        r#"[{"id": "a", "kind": "advice", "when": {"branch": "main"}}]"#,
        "idle-field",
        r#"{"branch": "main"}"#,
        "",
    ),
    // Examples.
    (
        r#"[{"id": "a", "kind": "forbid_tool", "pattern": "^X", "examples": ["X"]}]"#,
        "wrong-type",
        "[\"X\"]",
        "block",
    ),
    (
        r#"[{"id": "a", "kind": "forbid_tool", "pattern": "^X", "examples": {"blocks": []}}]"#,
        "unknown-field",
        "\"blocks\"",
        "`block`",
    ),
    (
        r#"[{"id": "a", "kind": "forbid_tool", "pattern": "^X", "examples": {"block": "Tool X"}}]"#,
        "wrong-type",
        "\"Tool X\"",
        "",
    ),
    (
        r#"[{"id": "a", "kind": "forbid_tool", "pattern": "^X", "examples": {"block": [7]}}]"#,
        "wrong-type",
        "7",
        "",
    ),
    (
        r#"[{"id": "a", "kind": "forbid_command", "pattern": "^x ", "follow": true, "examples": {"block": ["./x.sh"]}}]"#,
        "block-example-passes",
        "\"./x.sh\"",
        "no files",
    ),
    // Patterns: the place inside the JSON string.
    (r#"[{"id": "a", "kind": "forbid_command", "pattern": "^a\\s(b"}]"#, "bad-pattern", "(b", ""),
    (r#"[{"id": "a", "kind": "forbid_command", "pattern": "^\u00e9\\q"}]"#, "bad-pattern", r"\\q", ""),
    (r#"[{"id": "a", "kind": "forbid_command", "pattern": "^a++"}]"#, "bad-pattern", "++", ""),
    (r#"[{"id": "a", "kind": "forbid_command", "pattern": "^(?>a)"}]"#, "bad-pattern", "(?>", ""),
    (r#"[{"id": "a", "kind": "forbid_command", "pattern": "^a(?i)"}]"#, "bad-pattern", "(?i)", ""),
    (
        r#"[{"id": "a", "kind": "forbid_command", "pattern": "^a ", "unless": ["^b", "*c"]}]"#,
        "bad-pattern",
        "*",
        "",
    ),
    (r#"[{"id": "a", "kind": "forbid_command", "pattern": ".*"}]"#, "bad-pattern", ".*", ""),
    (r#"[{"id": "a", "kind": "forbid_command", "pattern": "^\\w"}]"#, "bad-pattern", r"^\\w", ""),
    (r#"[{"id": "a", "kind": "protect_path", "pattern": "**"}]"#, "bad-pattern", "\"**\"", ""),
    (r#"[{"id": "a", "kind": "protect_path", "pattern": "../x"}]"#, "bad-pattern", "\"../x\"", ""),
    // Pitfalls.
    (
        r#"[{"id": "a", "kind": "protect_path", "pattern": "/dist/**"}]"#,
        "absolute-glob",
        "\"/dist/**\"",
        "`./dist/**`",
    ),
    (r#"[{"id": "a", "kind": "forbid_command", "pattern": "npm"}]"#, "unanchored-command", "\"npm\"", "^npm"),
    (
        r#"[{"id": "a", "kind": "forbid_command", "pattern": "npm install"}]"#,
        "unanchored-command",
        "\"npm install\"",
        r"`^npm install(?:\\s|$)`",
    ),
    (
        r#"[{"id": "a", "kind": "forbid_command", "pattern": "\\bgit\\s+push\\b"}]"#,
        "unanchored-command",
        r#""\\bgit\\s+push\\b""#,
        r"`^git\\s+push(?:\\s|$)`",
    ),
    (
        r#"[{"id": "a", "kind": "forbid_command", "pattern": "npm|yarn"}]"#,
        "unanchored-command",
        "\"npm|yarn\"",
        r"`^(?:npm|yarn)(?:\\s|$)`",
    ),
    (
        r#"[{"id": "a", "kind": "forbid_command", "pattern": "^npm\\b"}]"#,
        "word-boundary-after-name",
        r#""^npm\\b""#,
        "",
    ),
    (
        r#"[{"id": "a", "kind": "forbid_command", "pattern": "^x(?:\\w+)+y"}]"#,
        "nested-repeat",
        r"(?:\\w+)+",
        "",
    ),
    (
        r#"[{"id": "a", "kind": "forbid_command", "pattern": "^npm"}]"#,
        "open-ended-name",
        r#""^npm""#,
        r"(?:\\s|$)",
    ),
    (r#"[{"id": "a", "kind": "forbid_command", "pattern": "^npm\b"}]"#, "control-character", r"\b", r"`\\b`"),
    (
        r#"[{"id": "a", "kind": "protect_path", "pattern": "^dist/.*"}]"#,
        "regex-for-glob",
        "\"^dist/.*\"",
        "`dist/**`",
    ),
    (r#"[{"id": "a", "kind": "protect_path", "pattern": "src/[abc"}]"#, "unclosed-set", "\"src/[abc\"", ""),
    (
        r#"[{"id": "a", "kind": "forbid_tool", "pattern": "^X"}, {"id": "b", "kind": "forbid_tool", "pattern": "^X"}]"#,
        "shadowed",
        "\"^X\"",
        "",
    ),
    (
        r#"[{"id": "a", "kind": "forbid_tool", "pattern": "^X", "unless": ["^Y", "^X"]}]"#,
        "never-applies",
        r#"["^Y", "^X"]"#,
        "",
    ),
    // What is suggested and forbidden too.
    (
        r#"[{"id": "a", "kind": "forbid_command", "pattern": "^npm ", "replacement": "npm ci", "message": "m"}]"#,
        "replacement-blocked",
        "\"npm ci\"",
        "",
    ),
    (
        r#"[{"id": "a", "kind": "forbid_command", "pattern": "^npm ", "message": "m",
            "rewrite": {"^npm i$": "pnpm i", "^npm x (\\S+)": "npm exec -- \\1", "^npm (\\S+)": "\\1"}}]"#,
        "replacement-blocked",
        r#""npm exec -- \\1""#,
        "",
    ),
];

#[test]
fn each_mistake_is_reported_once_and_in_its_place() {
    for (text, code, underlined, help) in CASES {
        let found = complaints(text);
        assert_eq!(found.len(), 1, "{text}: {found:?}");
        assert_eq!((found[0].0, found[0].1.as_str()), (*code, *underlined), "{text}");
        assert!(found[0].2.contains(help), "{text}: {:?}", found[0].2);
    }
}

#[test]
fn all_mistakes_of_a_rule_are_reported_at_once() {
    let text = r#"[{"kind": "forbid_command", "tool": "raed", "action": "blok", "unless": 3, "follow": "yes",
                    "when": {"brnch": "main"}, "remote": 1}]"#;
    let codes: Vec<_> = complaints(text).into_iter().map(|(code, text, _)| (code, text)).collect();
    let told = [
        ("missing-id", "{"),
        ("missing-pattern", "{"),
        ("unknown-tool", "\"raed\""),
        ("wrong-type", "3"),
        ("unknown-value", "\"blok\""),
        ("wrong-type", "1"),
        ("unknown-field", "\"brnch\""),
        ("wrong-type", "\"yes\""),
    ];
    assert_eq!(codes, told.map(|(code, text)| (code, text.to_owned())));
}

#[test]
fn a_broken_rule_leaves_the_others_in_force() {
    let mut rules = RuleSet::new();
    let text = r#"{"rules": [{"id": "a", "pattern": "^x"}, 5, {"id": "b", "kind": "forbid_tool", "pattern": "^X"}]}"#;
    assert_eq!(rules.load("rules.json", text).len(), 2);
    let ids: Vec<_> = rules.rules().iter().map(|rule| rule.id.as_str()).collect();
    assert_eq!(ids, ["b"]);
}

#[test]
fn the_nearest_file_wins_on_the_same_id() {
    let mut rules = RuleSet::new();
    rules.load("near", &rule(r#""kind": "forbid_tool", "pattern": "^Near""#));
    rules.load("far", &rule(r#""kind": "forbid_tool", "pattern": "^Far""#));
    assert_eq!(rules.rules().len(), 1);
    assert_eq!(rules.rules()[0].matcher.text(), "^Near");
    assert_eq!(rules.place(&rules.rules()[0]).0, "near");
}

#[test]
fn a_list_and_an_object_mean_the_same() {
    for text in [rule(r#""kind": "advice""#), format!(r#"{{"rules": {}}}"#, rule(r#""kind": "advice""#))] {
        let mut rules = RuleSet::new();
        assert!(rules.load("rules.json", &text).is_empty());
        assert_eq!(rules.rules()[0].kind, Kind::Advice);
    }
}

#[test]
fn settings_of_the_file_are_read() {
    let mut rules = RuleSet::new();
    let text = r#"{"$schema": "x", "on_error": "block", "overrides": "file", "rules": []}"#;
    assert!(rules.load("rules.json", text).is_empty());
    assert_eq!((rules.on_error(), rules.overrides()), (OnError::Block, Overrides::File));
}

#[test]
fn positions_count_lines_and_characters_from_one() {
    let text = "{\n  \"é\": 1";
    assert_eq!(Position::of(text, 0), Position { line: 1, column: 1 });
    assert_eq!(Position::of("\u{feff}{}", 3), Position { line: 1, column: 1 });
    let one = text.find('1').unwrap() as u32;
    assert_eq!(Position::of(text, one).to_string(), "2:8");
}

#[test]
fn what_is_worth_knowing_is_a_note() {
    for (text, codes) in [
        (r#"{"rules": []}"#.to_owned(), &["no-rules"][..]),
        (rule(r#""kind": "protect_path", "pattern": "x", "message": "m""#), &["shell-not-covered"]),
        (rule(r#""kind": "protect_path", "pattern": "x", "message": "m", "tool": "edit""#), &[]),
        (rule(r#""kind": "forbid_tool", "pattern": "^X""#), &["no-message"]),
        (rule(r#""kind": "forbid_tool", "pattern": "^X", "text": "t""#), &[]),
        (rule(r#""kind": "forbid_command", "pattern": "^x ", "replacement": "y""#), &[]),
        (rule(r#""kind": "advice""#), &[]),
    ] {
        let mut rules = RuleSet::new();
        assert!(rules.load("rules.json", &text).is_empty(), "{text}");
        let found = rules.check();
        assert!(found.iter().all(|d| d.severity == Severity::Note), "{text}: {found:?}");
        assert_eq!(found.iter().map(|d| d.code).collect::<Vec<_>>(), codes, "{text}");
    }
}

#[test]
fn examples_are_tried_as_if_when_held() {
    let mut rules = RuleSet::new();
    let file = rule(
        r#""kind": "forbid_command", "pattern": "^git push", "when": {"branch": "release/*"},
           "examples": {"block": ["git push"], "allow": ["git pull"]}"#,
    );
    assert!(rules.load("rules.json", &file).is_empty());
    assert_eq!(rules.run_examples(), []);
}

#[test]
fn on_error_holds_in_a_file_that_is_no_json() {
    for (text, on_error) in [
        (r#"{"on_error":"block","rules":[{"id":"a"},]}"#, OnError::Block),
        (r#"{"rules": [], } "on_error" : "block"}"#, OnError::Block),
        (r#"{"on_error": "allow", "rules": [,]}"#, OnError::Allow),
        (r#"{"rules": [{"message": "say \"on_error\": \"block\""},]}"#, OnError::Allow),
    ] {
        let mut rules = RuleSet::new();
        assert_eq!(rules.load("rules.json", text)[0].code, "json-syntax");
        assert_eq!(rules.on_error(), on_error, "{text}");
    }
}

#[test]
fn the_nearest_file_that_says_it_decides_on_errors() {
    let mut rules = RuleSet::new();
    rules.load("near", r#"{"on_error": "block", "rules": []}"#);
    rules.load("far", r#"{"on_error": "allow", "rules": []}"#);
    assert_eq!(rules.on_error(), OnError::Block);
}
