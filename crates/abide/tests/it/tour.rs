//! `abide tour`, the first thing a person sees, and `--help`.

use crate::project::{Project, bash};

#[test]
fn the_tour_fits_on_a_screen() {
    let outcome = Project::new().abide(&["tour"]).exits(0);
    assert!(outcome.stdout.lines().count() <= 40, "{}", outcome.stdout);
    insta::assert_snapshot!(outcome.stdout);
    let narrow = Project::new().variable("COLUMNS", "80").abide(&["tour"]).exits(0);
    assert!(narrow.stdout.lines().all(|row| row.chars().count() <= 80), "{}", narrow.stdout);
}

#[test]
fn its_rules_are_ready_to_use() {
    let starter = Project::new().abide(&["tour", "--rules"]).exits(0).stdout;
    let project = Project::new().rules(&starter);
    project.abide(&["check"]).exits(0);
    project.call(bash("npm ci")).blocks("use-pnpm");
}

#[test]
fn rules_that_are_there_are_not_written_over() {
    let outcome =
        Project::new().rules("[]").abide(&["tour"]).exits(0).says("which has rules").says("abide check");
    assert!(!outcome.stdout.contains("> .abide/rules.json"), "{}", outcome.stdout);
}

#[test]
fn the_readme_shows_the_same_rules() {
    let readme = include_str!("../../../../README.md");
    assert!(readme.contains(include_str!("../../assets/starter.json").trim_end()));
}

#[test]
fn help_teaches() {
    let project = Project::new();
    insta::assert_snapshot!(project.abide(&["--help"]).exits(0).stdout);
    for command in ["tour", "check", "explain", "hook"] {
        project.abide(&[command, "--help"]).exits(0).says("Usage: abide ");
    }
    for command in ["check", "explain", "hook"] {
        project.abide(&[command, "--help"]).says("Exit codes:");
    }
}

#[test]
fn a_wrong_use_is_told_in_one_voice() {
    Project::new().abide(&["hok"]).exits(2).complains("abide: error: ");
    let foo = Project::new().abide(&["foo"]).exits(2).complains("unrecognized subcommand 'foo'");
    assert!(!foo.stderr.contains("hook"), "{foo:#?}");
    Project::new().abide(&["chek"]).exits(2).complains("help: a similar subcommand exists: 'check'");
    Project::new().abide(&[]).exits(2).complains("Usage: abide");
}
