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
fn shells_complete_its_arguments_and_packagers_get_a_manual() {
    let project = Project::new().file("a-file", "");
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        project.abide(&["completions", shell]).exits(0).says("uninstall").says("fail-over");
    }
    project.abide(&["completions", "tcsh"]).exits(2).complains("[possible values: bash,");
    project.abide(&["man", "man1"]).exits(0);
    let page = |name: &str| std::fs::read_to_string(project.root().join("man1").join(name)).unwrap();
    assert!(page("abide.1").contains("abide\\-count(1)") && page("abide-count.1").contains("until"));
    project.abide(&["man", "a-file"]).exits(2).complains("cannot write into a-file");
}

#[test]
fn a_wrong_use_is_told_in_one_voice() {
    Project::new().abide(&["hok"]).exits(2).complains("abide: error: ");
    let foo = Project::new().abide(&["foo"]).exits(2).complains("unrecognized subcommand 'foo'");
    assert!(!foo.stderr.contains("hook"), "{foo:#?}");
    Project::new().abide(&["chek"]).exits(2).complains("help: a similar subcommand exists: 'check'");
    Project::new().abide(&[]).exits(2).complains("Usage: abide");
}
