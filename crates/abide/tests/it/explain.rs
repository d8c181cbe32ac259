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
fn of_a_line_that_starts_nothing_it_is_not_said_that_it_runs() {
    let project = Project::new().rules(USE_PNPM);
    for line in ["if true; then", "echo $(", "", "# npm i"] {
        project.abide(&["explain", line]).exits(0).says("passes: no rule is broken");
    }
    project.abide(&["explain", "x=1"]).exits(0).says("runs: no rule is broken");
}

#[test]
fn a_line_of_many_lines_is_underlined_where_it_is() {
    let project = Project::new().rules(RULES);
    insta::assert_snapshot!(
        project.run(&["explain", "-"], b"set -e\nif true; then\n  npm i\nfi\n").exits(1).stdout
    );
}

#[test]
fn powershell_is_explained_as_powershell() {
    let project = Project::new().rules(RULES);
    let line = "if (Test-Path web) { & 'n`pm' ci; n`pm ci | Out-File dist\\log }";
    insta::assert_snapshot!(project.abide(&["explain", "--tool", "PowerShell", line]).exits(1).stdout);
    project.abide(&["explain", "--tool", "Edit", "npm ci"]).exits(2).complains("Edit runs no command line");
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
fn an_example_of_a_rule_is_explained_as_check_reads_it() {
    let project = Project::new().rules(
        r#"{"rules": [
        {"id": "no-dist", "kind": "protect_path", "pattern": "dist/**", "message": "Generated."},
        {"id": "no-slack", "kind": "forbid_tool", "pattern": "^mcp__slack__"}
    ]}"#,
    );
    let asked = project.abide(&["explain", "Edit dist/app.js"]).exits(1);
    let named = project.abide(&["explain", "--tool", "Edit", "--path", "dist/app.js"]).exits(1);
    assert_eq!(asked.stdout, named.stdout);
    project.abide(&["explain", "Delete", "dist/app.js"]).exits(1).says("no-dist");
    project.abide(&["explain", "Tool mcp__slack__send"]).exits(1).says("no-slack");
    project.abide(&["explain", "Read dist/app.js"]).exits(0).says("no rule is broken");
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
    project.abide(&["explain", "npm i"]).exits(2).says("1 command would run").complains("no rules found");
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

#[test]
fn options_may_stand_behind_a_line_in_quotes() {
    let project = Project::new().rules(RULES).file("web/x", "");
    project.abide(&["explain", "npm ci", "--json"]).exits(1).says("\"verdict\": \"block\"");
    project.abide(&["explain", "npm ci", "--cwd", "web"]).exits(1).says("blocked by use-pnpm");
    // Without quotes they are the command's own, and so behind `--`.
    project.abide(&["explain", "npm", "ci", "--json"]).exits(1).says("npm ci --json");
    project.abide(&["explain", "--", "my prog", "--json"]).exits(0).says("'my prog' --json");
}

#[test]
fn what_may_be_a_slip_is_refused() {
    let project = Project::new().rules(RULES);
    project.abide(&["explain", "--josn", "ls"]).exits(2).complains("unexpected argument '--josn'");
    project.abide(&["explain", "npm ci", "foo"]).exits(2).complains("a line in quotes and words beside it");
    project.abide(&["explain", "npm ci", "--cwd", ".", "foo"]).exits(2).complains("words beside it");
    project.abide(&["explain", "--path", ".env", "cat"]).exits(2).complains("cannot be used with");
    project.abide(&["explain", "--tool", "READ", "--path", "x"]).exits(2).complains("did you mean `Read`?");
    project.abide(&["explain", "--tool", "Reed", "--path", "x"]).exits(2).complains("did you mean `Read`?");
    project.abide(&["explain", "--tool", "Edit"]).exits(2).complains("add --path PATH");
    project.abide(&["explain", "--tool", "Bash"]).exits(2).complains("runs a command line");
    project
        .abide(&["explain", "--tool", "Frob", "--path", "x"])
        .exits(0)
        .complains("no agent has a file tool");
}

#[test]
fn rules_that_cannot_be_read_are_no_pass() {
    for (rules, lost) in [
        (r#"{"rules": [],}"#, "1 file"),
        (r#"[{"id": "a", "kind": "nope", "pattern": "x"}]"#, "1 rule"),
        (r#"[{"id": "a", "kind": "forbid_command", "pattern": "("}]"#, "1 rule"),
    ] {
        let project = Project::new().rules(rules);
        let told = project.abide(&["explain", "ls"]).exits(2).says("enforced");
        told.says(&format!("runs, but {lost} could not be read"));
        let outcome = project.abide(&["explain", "--json", "ls"]).exits(2);
        let answer: Value = serde_json::from_str(&outcome.stdout).unwrap();
        assert_eq!(answer["diagnostics"].as_array().unwrap().len(), 1, "{answer:#}");
    }
}

#[test]
fn what_no_leave_lifts_is_to_be_mended() {
    let broken = Project::new().rules(r#"{"on_error": "block", "rules": [{"id": "a", "kind": "nope"}]}"#);
    let outcome =
        broken.abide(&["explain", "ls"]).exits(1).says("To allow it, mend the rules; `abide check`");
    assert!(!outcome.stdout.contains(".agent-allow-cli-tools"), "{}", outcome.stdout);
    let spoilt = r#"{"on_error": "block", "rules": [{"id": "a", "kind": "forbid_command", "pattern": "("}]}"#;
    Project::new()
        .rules(spoilt)
        .abide(&["explain", "ls"])
        .exits(1)
        .says("rule a (.abide/rules.json:1) cannot be checked")
        .says("To allow it, mend the rules; `abide check` shows what is wrong,\n  or add a to ");
    let large = "x ".repeat(1 << 20);
    let outcome =
        Project::new().rules(RULES).run(&["explain", "-"], large.as_bytes()).exits(1).says("split it");
    assert!(!outcome.stdout.contains("To allow it"));
}

#[test]
fn leave_is_needed_for_every_rule_that_blocks() {
    let line = "npm ci > dist/log";
    let outcome = Project::new().rules(RULES).abide(&["explain", line]).exits(1);
    outcome.says("To allow it, add use-pnpm and no-dist to ").says("AGENT_ALLOW_CLI_TOOLS=use-pnpm:no-dist");
    let both = Project::new().rules(RULES).variable("AGENT_ALLOW_CLI_TOOLS", "use-pnpm:no-dist");
    both.abide(&["explain", line]).exits(0);
}

#[test]
fn what_is_allowed_names_what_allows_it() {
    let project = Project::new().rules(RULES).file(".agent-allow-cli-tools", "use-pnpm\n");
    project
        .abide(&["explain", "npm i"])
        .exits(0)
        .says(".agent-allow-cli-tools allows what use-pnpm would block");
    let variable = Project::new().rules(RULES).variable("AGENT_ALLOW_CLI_TOOLS", "npm");
    variable
        .abide(&["explain", "npm i"])
        .exits(0)
        .says("AGENT_ALLOW_CLI_TOOLS allows what use-pnpm would block");
}

#[test]
fn a_warning_is_shown_and_needs_no_leave() {
    let project = Project::new().rules(&USE_PNPM.replace("\"source\"", "\"action\": \"warn\", \"source\""));
    let outcome =
        project.abide(&["explain", "npm i"]).exits(0).says("goes against rule use-pnpm").says("Use pnpm");
    assert!(!outcome.stdout.contains("To allow it"), "{outcome:#?}");
}

#[test]
fn every_command_that_breaks_a_rule_is_marked() {
    let project = Project::new().rules(RULES);
    project.abide(&["explain", "npm ci; ls; npm i"]).exits(1).says("| ^^^^^^      ^^^^^\n");
}

#[test]
fn a_script_is_named_in_the_picture() {
    let rules = USE_PNPM.replace("\"source\"", "\"follow\": true, \"source\"");
    let project = Project::new().rules(&rules).file("Makefile", "t:\n\tnpm ci\n");
    project.abide(&["explain", "make t"]).exits(1).says("^^^^^^ Makefile:2: npm ci");
}

#[test]
fn everything_fits_the_terminal() {
    let project = Project::new().rules(RULES).variable("COLUMNS", "80");
    let long = "x".repeat(60);
    let line = format!(
        "cd web && npm ci {long}; echo {long} {long}; sudo env -i sh -c 'timeout 3 npm i {long} {long}'"
    );
    for arguments in [["explain", line.as_str()], ["explain", "python3 -c \"open('dist/x')\""]] {
        let outcome = project.abide(&arguments).exits(1);
        for row in outcome.stdout.lines() {
            assert!(row.chars().count() <= 80, "{row}\n{}", outcome.stdout);
        }
    }
}
