//! What `abide uninstall` gives back of odd files, and after odd ends.

use crate::project::{Outcome, Project};
use std::fs;
use std::path::{Path, PathBuf};

fn put(project: &Project, path: &str, text: &str) -> PathBuf {
    let path = project.home().join(path);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(&path, text).unwrap();
    path
}

fn text(path: &Path) -> String {
    fs::read_to_string(path).unwrap()
}

fn doctor_finds_a_hook(project: &Project, agent: &str) -> Outcome {
    project.abide(&["doctor", agent]).says("blocks what it should, and nothing else")
}

/// Every way to write hooks in TOML takes abide's entry, and gives it back.
#[test]
fn settings_of_codex_in_any_notation() {
    for before in [
        "hooks = { Stop = [] }\n[x]\na = 1\n",
        "hooks = { PreToolUse = [ { matcher = \"A\", hooks = [ { type = \"command\", command = \"x\" } ] } ] }\n",
        "[hooks]\nPreToolUse = [ # mine\n  { matcher = \"A\", hooks = [] },\n]\n",
        "hooks.PreToolUse = []\n[x]\n",
        "[[hooks.Stop]]\r\nmatcher = \"A\"\r\n# end\r\n",
        "[[hooks.PreToolUse]]\r\nmatcher = \"A\"\n[x]\r\n",
        "[[hooks.Stop]]\nmatcher = \"A\"",
    ] {
        let project = Project::new();
        let path = put(&project, ".codex/config.toml", before);
        project.abide(&["install", "codex"]).exits(0).says("config.toml  changed");
        let installed = text(&path);
        if !before.contains("\"\n") {
            assert_eq!(before.contains('\r'), installed.contains('\r'), "{installed:?}");
            assert!(!before.contains('\r') || !installed.replace("\r\n", "").contains('\n'), "{installed:?}");
        }
        doctor_finds_a_hook(&project, "codex");
        project.abide(&["install", "codex"]).exits(0).says("is there already");
        project.abide(&["uninstall"]).exits(0);
        assert_eq!(text(&path), before);
    }
}

/// A file that abide is not in is none of its business.
#[test]
fn a_file_without_abide_is_not_touched() {
    let project = Project::new();
    let toml = put(&project, ".codex/config.toml", "hooks = {}\r\n[tui] # x\n");
    let json = put(&project, ".qwen/settings.json", "{\"hooks\": {\"PreToolUse\": [ ]} }");
    project.abide(&["install", "codex"]).exits(0).says("hooks.json  made");
    project.abide(&["uninstall"]).exits(0);
    assert_eq!(text(&toml), "hooks = {}\r\n[tui] # x\n");
    assert_eq!(text(&json), "{\"hooks\": {\"PreToolUse\": [ ]} }");
}

#[test]
fn comments_in_lists_that_abide_leaves_empty_stay() {
    for before in [
        "{\n  \"hooks\": {\n    \"PreToolUse\": [\n      // none yet\n    ]\n  }\n}\n",
        "{\n  \"hooks\": {\n    // none yet\n  }\n}\n",
    ] {
        let project = Project::new();
        let path = put(&project, ".claude/settings.json", before);
        project.abide(&["install", "claude"]).exits(0);
        fs::write(&path, text(&path) + "// later\n").unwrap();
        project.abide(&["uninstall"]).exits(0);
        assert_eq!(text(&path), before.to_owned() + "// later\n");
    }
}

#[test]
fn installs_at_once_forget_nothing() {
    let agents = ["claude", "codex", "gemini", "qwen", "pi", "copilot"];
    let project = Project::new();
    let path = put(&project, ".claude/settings.json", "{\"a\":1}");
    for _ in 0..3 {
        std::thread::scope(|scope| {
            for agent in agents.into_iter().chain(agents) {
                let project = &project;
                scope.spawn(move || project.abide(&["install", agent]).exits(0));
            }
        });
        assert_eq!(text(&path).matches("hook claude").count(), 1);
        project.abide(&["uninstall"]).exits(0);
        assert_eq!(text(&path), "{\"a\":1}");
        for made in [".codex", ".gemini", ".qwen", ".pi", ".copilot", ".local/state/abide/install.json"] {
            assert!(!project.home().join(made).exists(), "{made}");
        }
    }
}

/// Wherever an install is killed, what is there can be given back.
#[test]
fn an_install_that_was_killed_leaves_nothing() {
    let project = Project::new();
    let path = put(&project, ".claude/settings.json", "{\"a\":1}");
    project.abide(&["install", "claude"]).exits(0);
    let (notes, beside) =
        (project.home().join(".local/state/abide"), path.with_file_name(".settings.json.abide-new"));
    // Killed after it was noted, before the file was moved to its place.
    fs::write(&path, "{\"a\":1}").unwrap();
    fs::write(&beside, "{").unwrap();
    fs::write(notes.join("backups/.x.abide-new"), "{").unwrap();
    project.abide(&["uninstall"]).exits(0);
    assert_eq!(text(&path), "{\"a\":1}");
    assert!(!beside.exists() && !notes.join("install.json").exists() && !notes.join("backups").exists());
}

#[test]
fn a_file_that_cannot_be_written_leaves_no_copy() {
    use std::os::unix::fs::PermissionsExt;
    let project = Project::new();
    let path = put(&project, ".claude/settings.json", "{}");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o444)).unwrap();
    project.abide(&["install", "claude"]).exits(1).says("it is read-only");
    let notes = project.home().join(".local/state/abide");
    assert!(!notes.join("backups").exists() && !notes.join("install.json").exists());
}

/// A line that also does something else is the person's.
#[test]
fn a_line_that_does_more_than_call_abide_is_left_alone() {
    let project = Project::new();
    let before = r#"{"hooks": {"PreToolUse": [{"matcher": "*", "hooks": [
        {"type": "command", "command": "tee -a ~/calls.log | abide hook claude"}]}]}}"#;
    let path = put(&project, ".claude/settings.json", before);
    project.abide(&["install", "claude"]).exits(0);
    assert!(text(&path).contains("tee -a ~/calls.log | abide hook claude"));
    fs::write(&path, text(&path) + "\n").unwrap();
    project.abide(&["uninstall"]).exits(0);
    assert!(text(&path).contains("tee -a ~/calls.log") && !text(&path).contains("onFailure"));
    project.abide(&["uninstall"]).exits(0).says("a line that calls abide does other things too");
}
