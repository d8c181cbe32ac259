//! `abide install` and `abide uninstall`.

use crate::project::{Outcome, Project};
use abide_agents::{AGENTS, install};
use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;

/// Every file and folder below `folder`, but for abide's own notes.
fn tree(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(&next).unwrap().flatten() {
            let path = entry.path();
            let name = path.strip_prefix(folder).unwrap().to_str().unwrap().to_owned();
            if name.starts_with(".local") {
                continue;
            }
            match path.is_dir() {
                true => {
                    found.insert(name + "/", Vec::new());
                    folders.push(path);
                }
                false => drop(found.insert(name, fs::read(&path).unwrap())),
            }
        }
    }
    found
}

fn all(project: &Project, arguments: &[&str]) -> Outcome {
    let names = AGENTS.iter().map(|agent| agent.name);
    project.abide(
        &arguments[..1]
            .iter()
            .copied()
            .chain(names)
            .chain(arguments[1..].iter().copied())
            .collect::<Vec<_>>(),
    )
}

/// Files that people have, each with what must stay as it is.
const THEIRS: &[(&str, &str)] = &[
    (
        ".claude/settings.json",
        "{\n\t// mine\n\t\"hooks\": {\"PreToolUse\": [{\"matcher\": \"Bash\", \"hooks\": [{\"type\": \"command\", \"command\": \"true\"}]}],}, /* x */\r\n}",
    ),
    (".codex/hooks.json", "{\"hooks\":{}}"),
    (".gemini/settings.json", "\u{feff}{\r\n  \"theme\": \"x\"\r\n}\r\n"),
    (".qwen/settings.json", "\n\n"),
    (".cursor/hooks.json", "{\"version\":1,\"hooks\":{\"afterFileEdit\":[{\"command\":\"fmt\"}]}}"),
    (".factory/hooks.json", "{}"),
    (".copilot/config.json", "{}"),
];

#[test]
fn what_install_changes_uninstall_gives_back_byte_for_byte() {
    for theirs in [&[][..], THEIRS] {
        let project = Project::new();
        for (path, text) in theirs {
            let path = project.home().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        let (home, root) = (tree(&project.home()), tree(&project.root()));
        let dry = all(&project, &["install", "--dry-run"]).exits(0);
        assert!(dry.stdout.contains("Nothing was written") && tree(&project.home()) == home, "{dry:?}");

        all(&project, &["install"]).exits(0);
        for agent in AGENTS.iter().filter(|agent| !agent.install.project.is_empty()) {
            project.abide(&["install", agent.name, "--project"]).exits(0);
        }
        let (installed, in_project) = (tree(&project.home()), tree(&project.root()));
        assert!(installed.len() >= home.len() + 9 && in_project.len() > root.len());
        // A second time there is nothing to do.
        let again = all(&project, &["install"]).exits(0);
        assert_eq!(again.stdout.matches("is there already").count(), AGENTS.len(), "{again:?}");
        assert!(!again.stdout.contains("Next:"), "{again:?}");
        assert_eq!(tree(&project.home()), installed);

        project.abide(&["uninstall", "--dry-run"]).exits(0);
        assert_eq!(tree(&project.home()), installed);
        project.abide(&["uninstall"]).exits(0);
        assert_eq!(tree(&project.home()), home);
        assert_eq!(tree(&project.root()), root);
        project.abide(&["uninstall"]).exits(0).says("abide stands in no settings here");
    }
}

#[test]
fn comments_order_layout_and_line_ends_stay() {
    let project = Project::new();
    for (path, text) in THEIRS {
        let path = project.home().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    all(&project, &["install"]).exits(0);
    let read = |path: &str| fs::read_to_string(project.home().join(path)).unwrap();
    let claude = read(".claude/settings.json");
    assert!(
        claude.starts_with("{\n\t// mine\n\t\"hooks\": {\"PreToolUse\": [")
            && claude.contains("/* x */\r\n}"),
        "{claude}"
    );
    assert!(
        claude
            .contains("{\"matcher\": \"Bash\", \"hooks\": [{\"type\": \"command\", \"command\": \"true\"}]}"),
        "{claude}"
    );
    let gemini = read(".gemini/settings.json");
    assert!(gemini.starts_with("\u{feff}{\r\n  \"theme\": \"x\",\r\n  \"hooks\""), "{gemini:?}");
    assert_eq!(gemini.matches('\n').count(), gemini.matches("\r\n").count(), "{gemini:?}");
    assert!(read(".cursor/hooks.json").contains("{\"command\":\"fmt\"}"));
}

/// Somebody else's change since is kept; only what is abide's goes.
#[test]
fn what_others_changed_since_stays() {
    let project = Project::new();
    all(&project, &["install"]).exits(0);
    let path = project.home().join(".claude/settings.json");
    let installed = fs::read_to_string(&path).unwrap();
    fs::write(&path, installed.replacen("{\n", "{\n  \"model\": \"opus\", // new\n", 1)).unwrap();
    let said = project.abide(&["uninstall", "claude"]).exits(0).says("without abide");
    assert_eq!(
        fs::read_to_string(&path).unwrap().split_whitespace().collect::<String>(),
        "{\"model\":\"opus\"//new}",
        "{said:?}"
    );
    project.abide(&["uninstall"]).exits(0);
}

/// What was there before the first install counts, not what the second found.
#[test]
fn a_second_install_does_not_forget_what_was_before() {
    let project = Project::new();
    let path = project.home().join(".codex/hooks.json");
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    // An older entry of abide, written by hand and wrapped.
    let before = r#"{"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [
        {"type": "command", "command": "mine"}, {"type": "command", "command": "timeout 5 /old/abide hook codex"}]}]}}"#;
    fs::write(&path, before).unwrap();
    project.abide(&["install", "codex"]).exits(0);
    let installed = fs::read_to_string(&path).unwrap();
    assert!(
        !installed.contains("/old/abide")
            && installed.contains("\"mine\"")
            && installed.contains("abide hook codex"),
        "{installed}"
    );
    project.abide(&["uninstall"]).exits(0);
    let after = fs::read_to_string(&path).unwrap();
    assert!(after.contains("\"mine\"") && !after.contains("abide"), "{after}");
}

#[test]
fn a_link_is_written_through_and_permissions_stay() {
    let project = Project::new();
    let store = project.home().join("dotfiles");
    fs::create_dir_all(&store).unwrap();
    fs::create_dir_all(project.home().join(".claude")).unwrap();
    fs::write(store.join("claude.json"), "{}").unwrap();
    fs::set_permissions(store.join("claude.json"), fs::Permissions::from_mode(0o600)).unwrap();
    let link = project.home().join(".claude/settings.json");
    symlink("../dotfiles/claude.json", &link).unwrap();
    project.abide(&["install", "claude"]).exits(0);
    assert!(link.is_symlink() && fs::read_to_string(store.join("claude.json")).unwrap().contains("abide"));
    assert_eq!(fs::metadata(store.join("claude.json")).unwrap().permissions().mode() & 0o777, 0o600);
    project.abide(&["uninstall"]).exits(0);
    assert!(link.is_symlink() && fs::read_to_string(&link).unwrap() == "{}");
}

#[test]
fn a_file_that_cannot_be_edited_is_left_alone_and_the_others_are_written() {
    let project = Project::new();
    let home = project.home();
    let put = |path: &str, text: &str| {
        let path = home.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    put(".claude/settings.json", "{\"hooks\": {]}");
    put(".codex/hooks.json", "{\"hooks\": []}");
    put(".pi/agent/extensions/abide.ts", "export default 1");
    put(".gemini/settings.json", &"[".repeat(100_000));
    fs::create_dir_all(home.join(".qwen/settings.json")).unwrap();
    put(".cursor/hooks.json", "{}");
    fs::set_permissions(home.join(".cursor/hooks.json"), fs::Permissions::from_mode(0o444)).unwrap();
    let before = tree(&home);
    let said =
        project.abide(&["install", "claude", "codex", "pi", "gemini", "qwen", "cursor", "omp"]).exits(1);
    for complaint in [
        "~/.claude/settings.json  not changed: line 1, column 12: ",
        "~/.codex/hooks.json  not changed: `hooks` is not an object",
        "~/.pi/agent/extensions/abide.ts  not changed: is a program that abide did not write",
        "~/.gemini/settings.json  not changed: line 1, column ",
        "~/.qwen/settings.json  not changed: cannot be read: ",
        "~/.cursor/hooks.json  not changed: cannot write ~/.cursor/hooks.json: it is read-only",
        "~/.omp/agent/extensions/abide.ts  made",
    ] {
        assert!(said.stdout.contains(complaint), "{complaint}: {}", said.stdout);
    }
    project.abide(&["uninstall", "omp"]).exits(0);
    assert_eq!(tree(&home), before);
}

#[test]
fn without_a_name_the_agents_of_the_machine_are_found() {
    let project = Project::new();
    project.abide(&["install"]).exits(2).complains("found no agent on this machine");
    fs::create_dir_all(project.home().join(".claude")).unwrap();
    let said = project.abide(&["install"]).exits(0);
    assert!(
        said.stdout.starts_with("Claude Code  ~/.claude/settings.json  made")
            && !said.stdout.contains("Codex"),
        "{said:?}"
    );
    project.abide(&["install", "clade"]).exits(2).complains("claude");
}

/// Claude Code 2.0.30 knows no `args` and would run abide without any word.
#[test]
fn claude_starts_a_line_and_an_entry_with_args_is_renewed() {
    let project = Project::new();
    let path = project.home().join(".claude/settings.json");
    project.abide(&["install", "claude"]).exits(0);
    let line = fs::read_to_string(&path).unwrap();
    assert!(line.contains(" hook claude\"") && !line.contains("args"), "{line}");
    fs::write(&path, line.replace(" hook claude\"", "\", \"args\": [\"hook\", \"claude\"]")).unwrap();
    project.abide(&["install", "claude"]).exits(0).says("changed");
    let renewed = fs::read_to_string(&path).unwrap();
    assert!(renewed.split_whitespace().eq(line.split_whitespace()), "{renewed}");
}

#[test]
fn a_plugin_is_a_folder_of_its_own() {
    for arguments in
        [&["install", "claude", "--plugin", "plug"][..], &["install", "claude", "--plugin", "plug", "--mod"]]
    {
        let project = Project::new();
        project.abide(arguments).exits(0).says("claude --plugin-dir");
        let read = |path: &str| fs::read_to_string(project.root().join("plug").join(path)).unwrap();
        assert!(read(".claude-plugin/plugin.json").contains("\"name\": \"abide\""));
        let hooks = read("hooks/hooks.json");
        let module = arguments.contains(&"--mod");
        assert_eq!(hooks.contains("\"./register.ts\""), module);
        assert_eq!(hooks.contains("PreToolUse"), !module);
        assert!(!module || read("hooks/register.ts").contains("\"hook\",\"claude\""));
        assert!(tree(&project.home()).is_empty());
        project.abide(arguments).exits(0);
    }
    let project = Project::new().file("plug/hooks/hooks.json", "{}");
    project.abide(&["install", "claude", "--plugin", "plug"]).exits(2).complains("is there already");
    project.abide(&["install", "codex", "--plugin", "plug"]).exits(2).complains("only of claude");
}

#[test]
fn a_damaged_note_of_changes_stops_before_anything_is_changed() {
    let project = Project::new();
    project.abide(&["install", "claude"]).exits(0);
    let note = project.home().join(".local/state/abide/install.json");
    fs::write(&note, "{").unwrap();
    let before = tree(&project.home());
    project.abide(&["install", "codex"]).exits(2).complains("is damaged");
    project.abide(&["uninstall"]).exits(2).complains("move it away");
    assert_eq!(tree(&project.home()), before);
    fs::remove_file(&note).unwrap();
    project.abide(&["uninstall"]).exits(0);
    assert_eq!(fs::read_to_string(project.home().join(".claude/settings.json")).unwrap().trim(), "{}");
}

/// A folder of an agent whose name is no text: macOS has none such.
#[cfg(target_os = "linux")]
#[test]
fn a_place_that_cannot_be_noted_is_left_alone() {
    use std::os::unix::ffi::OsStrExt;
    let project = Project::new();
    let home = project.home().join(std::ffi::OsStr::from_bytes(b"\xff"));
    fs::create_dir_all(&home).unwrap();
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_abide"))
        .args(["install", "claude"])
        .current_dir(project.root())
        .env_clear()
        .env("HOME", &home)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
    assert_ne!(output.status.code(), Some(0), "{said}");
    assert!(said.contains("its name is not UTF-8"), "{said}");
    assert!(!home.join(".claude/settings.json").exists());
}

/// The scripts that agents load, run by Node with abide in the place they name.
#[test]
fn the_mark_of_a_script_stands_in_every_script() {
    for agent in AGENTS {
        for place in agent.install.user {
            if let install::Form::Script(text) | install::Form::Executable(text) = place.form {
                let hook = install::Hook { program: "/a b/abide".into(), agent: agent.name };
                assert!(
                    text(&hook).lines().take(3).any(|line| line.contains(install::MARK)),
                    "{}",
                    agent.name
                );
            }
        }
    }
}
