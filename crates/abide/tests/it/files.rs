//! Which rules count where.

use crate::project::{Project, USE_PNPM, bash, tool};
use serde_json::json;

/// A rule file with one rule that forbids `command`.
fn forbid(id: &str, command: &str) -> String {
    json!([{"id": id, "kind": "forbid_command", "pattern": format!("^{command}(?:\\s|$)"), "message": format!("No {command}.")}])
        .to_string()
}

#[test]
fn every_folder_from_the_call_up_to_the_root_has_a_say() {
    let project =
        Project::new().rules(&forbid("top", "npm")).file("web/.abide/rules.json", &forbid("web", "yarn"));
    project.call_in("web", bash("npm i")).blocks("No npm");
    project.call_in("web", bash("yarn")).blocks("No yarn");
    project.call_in("", bash("yarn")).passes();
}

#[test]
fn the_nearest_rule_of_an_id_wins() {
    let project =
        Project::new().rules(&forbid("pm", "npm")).file("web/.abide/rules.json", &forbid("pm", "yarn"));
    project.call_in("web", bash("npm i")).passes();
    project.call_in("web", bash("yarn")).blocks("No yarn");
    project.call_in("", bash("npm i")).blocks("No npm");
}

#[test]
fn the_person_has_rules_for_every_project() {
    let project = Project::new();
    std::fs::create_dir_all(project.home().join(".config/abide")).unwrap();
    std::fs::write(project.home().join(".config/abide/rules.json"), forbid("mine", "npm")).unwrap();
    std::fs::write(project.home().join(".config/abide/tools"), "yarn pnpm\n").unwrap();
    project.call(bash("npm i")).blocks("No npm");
    project.call(bash("yarn")).blocks("`yarn` is not allowed");
}

#[test]
fn a_named_file_replaces_the_search() {
    let project = Project::new().rules(&forbid("top", "npm")).file("other.json", &forbid("other", "yarn"));
    let hook = |command: &str| {
        let payload = json!({"tool_name": "Bash", "cwd": project.root(), "tool_input": {"command": command}});
        project.run(&["hook", "claude", "--rules", "other.json"], payload.to_string().as_bytes())
    };
    hook("npm i").passes();
    hook("yarn").blocks("No yarn");
}

#[test]
fn a_call_outside_the_project_is_under_its_rules() {
    let project = Project::new().rules(USE_PNPM);
    let project = {
        let root = project.root();
        project.variable("CLAUDE_PROJECT_DIR", root.to_str().unwrap())
    };
    let payload = json!({"tool_name": "Bash", "cwd": "/", "tool_input": {"command": "npm i"}});
    project.hook("claude", payload.to_string().as_bytes()).blocks("Use pnpm");
}

#[test]
fn an_agent_started_in_a_folder_is_under_the_rules_of_the_project() {
    let rules = r#"[{"id": "d", "kind": "protect_path", "pattern": "./dist/**", "message": "Generated."}]"#;
    for git in [true, false] {
        let project = Project::new().rules(rules).file("src/a.js", "");
        if !git {
            std::fs::remove_dir(project.root().join(".git")).unwrap();
        }
        let edit = || tool("Edit", json!({"file_path": project.root().join("dist/a.js")}));
        let edits: Vec<_> = (0..2).map(|_| edit()).collect();
        let src = project.root().join("src");
        let outside = json!({"tool_name": "Edit", "cwd": "/", "tool_input": {"file_path": project.root().join("dist/a.js")}});
        let project = project.variable("CLAUDE_PROJECT_DIR", src.to_str().unwrap());
        for (cwd, edit) in ["src", ""].into_iter().zip(edits) {
            project.call_in(cwd, edit).blocks("Generated");
        }
        project.hook("claude", outside.to_string().as_bytes()).blocks("Generated");
    }
    // Started elsewhere altogether.
    let project = Project::new().rules(USE_PNPM).variable("CLAUDE_PROJECT_DIR", "/usr");
    project.call(bash("npm i")).blocks("Use pnpm");
}

#[test]
#[cfg(unix)]
fn what_is_no_file_is_never_waited_for() {
    let fifo = |project: &Project, path: &str| {
        let path = project.root().join(path);
        assert!(std::process::Command::new("mkfifo").arg(path).status().unwrap().success());
    };
    for path in [".abide/rules.json", ".abide/tools", ".agent-allow-cli-tools"] {
        let project = Project::new().file(".abide/x", "");
        fifo(&project, path);
        project.call(bash("ls")).fails_open("it is a pipe or a device, not a file");
    }
    let device = Project::new().file(".abide/x", "");
    std::os::unix::fs::symlink("/dev/zero", device.root().join(".abide/rules.json")).unwrap();
    device.call(bash("ls")).fails_open("it is a pipe or a device, not a file");
    let large = Project::new().file(".abide/rules.json", &" ".repeat((4 << 20) + 1));
    large.call(bash("ls")).fails_open("it is longer than 4194304 bytes");
    let dotenv = Project::new().rules(USE_PNPM).variable("AGENT_ALLOW_CLI_TOOLS", "npm");
    fifo(&dotenv, ".env");
    dotenv.call(bash("npm i")).exits(2).complains("AGENT_ALLOW_CLI_TOOLS is ignored");
    let script = Project::new().rules(&USE_PNPM.replace("\"source\"", "\"follow\": true, \"source\""));
    fifo(&script, "package.json");
    fifo(&script, "x.sh");
    script.call(bash("pnpm run build; sh x.sh")).exits(0);
}

#[test]
#[cfg(unix)]
fn scripts_that_lead_nowhere_or_in_circles_are_read_to_an_end() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let long = format!("npm i\n{}", "echo a\n".repeat(1_500_000));
    let project = Project::new()
        .rules(&USE_PNPM.replace("\"source\"", "\"follow\": true, \"source\""))
        .file("self.sh", ". ./self.sh\nsh self.sh\n")
        .file("one.sh", ". ./two.sh\nnpm i\n")
        .file("two.sh", ". ./one.sh\ncat one.sh two.sh | sh\n")
        .file("long.sh", &long)
        .file("folder.sh/x", "npm i\n")
        .file("closed.sh", "npm i\n")
        .file("Makefile", "a: b\n\t$(MAKE) a\nb: a\n\tmake b\n");
    let path = |name: &str| project.root().join(name);
    assert!(std::process::Command::new("mkfifo").arg(path("fifo.sh")).status().unwrap().success());
    symlink("/dev/zero", path("zero.sh")).unwrap();
    symlink("b.sh", path("a.sh")).unwrap();
    symlink("a.sh", path("b.sh")).unwrap();
    symlink("..", path("up")).unwrap();
    std::fs::set_permissions(path("closed.sh"), std::fs::Permissions::from_mode(0o000)).unwrap();
    let names = [
        "self.sh",
        "two.sh",
        "long.sh",
        "folder.sh",
        "fifo.sh",
        "zero.sh",
        "a.sh",
        "up",
        "/dev/zero",
        "/dev/stdin",
    ];
    for name in names {
        for line in [
            "sh F",
            ". ./F",
            "bash < F",
            "cat F | sh",
            "tac F | tac | sh",
            "eval \"$(cat F)\"",
            "xargs < F",
            "jq -r .a F | sh",
        ] {
            project.call(bash(&line.replace('F', name))).exits(0);
        }
    }
    for line in
        ["make", "make a b", "make -f fifo.sh", "find . | xargs cat | sh", "cat *.sh | sh", "sh closed.sh"]
    {
        project.call(bash(line));
    }
    project.call(bash("sh one.sh")).blocks("Use pnpm");
}

#[test]
fn a_path_is_judged_by_the_file_it_leads_to() {
    let rules = r#"[{"id": "d", "kind": "protect_path", "pattern": "dist/**", "message": "Generated."}]"#;
    let project = Project::new().rules(rules).file("dist/app.js", "x");
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("dist", project.root().join("out")).unwrap();
        project
            .call(tool("Edit", json!({"file_path": project.root().join("out/app.js")})))
            .blocks("Generated");
    }
    project
        .call(tool("Edit", json!({"file_path": project.root().join("src/../dist/app.js")})))
        .blocks("Generated");
    project.call(tool("Edit", json!({"file_path": project.root().join("src/app.js")}))).passes();
}

#[test]
fn without_git_the_rules_lie_in_the_nearest_folder_above() {
    let project = Project::new().rules(USE_PNPM).file("a/b/x", "");
    std::fs::remove_dir(project.root().join(".git")).unwrap();
    project.call_in("a/b", bash("npm i")).blocks("Use pnpm");
    project.abide(&["explain", "--cwd", "a/b", "npm i"]).exits(1);
}

#[test]
fn where_no_rules_were_found_is_said() {
    let project = Project::new().file("a/x", "");
    let missing = project.abide(&["explain", "--cwd", "a", "ls"]).exits(2);
    missing.complains("no rules found in /repo/a/.abide, /repo/.abide, /home/.config/abide");
}

#[test]
#[cfg(unix)]
fn rules_that_lead_nowhere_are_reported() {
    let link = Project::new().file(".abide/x", "");
    std::os::unix::fs::symlink("gone.json", link.root().join(".abide/rules.json")).unwrap();
    link.call(bash("ls")).fails_open("rules.json is a link to gone.json, which is not there");
    let file = Project::new().file(".abide", "");
    file.call(bash("ls")).fails_open("/repo/.abide is no folder");
}

#[test]
fn a_search_reads_what_lies_in_the_tree() {
    let rules = r#"[{"id": "e", "kind": "protect_path", "tool": "read", "pattern": ".env", "message": "No secrets."}]"#;
    let project = Project::new().rules(rules).file("web/.env", "x").file("src/a.js", "x");
    let root = project.root();
    for input in [
        json!({"pattern": "x"}),
        json!({"pattern": "x", "path": root}),
        json!({"pattern": "x", "path": "web/.env"}),
        json!({"pattern": "x", "glob": ".env"}),
        json!({"pattern": "x", "glob": ".env*"}),
        json!({"pattern": "x", "glob": "**/.e*"}),
        json!({"pattern": "x", "glob": "{*.js,.env*}"}),
        json!({"pattern": "x", "path": ".", "glob": "*"}),
        json!({"pattern": "x", "path": "src", "glob": ".env"}),
    ] {
        project.call(tool("Grep", input)).blocks("No secrets");
    }
    for input in [
        json!({"pattern": ".env", "path": "src"}),
        json!({"pattern": "x", "glob": "*.js"}),
        json!({"pattern": "x", "glob": "!.env"}),
        json!({"pattern": "x", "type": "js"}),
        json!({"pattern": "x", "type": "js", "glob": "!src"}),
    ] {
        project.call(tool("Grep", input)).passes();
    }
    project
        .call(tool("Grep", json!({"pattern": "x", "type": "js", "path": "web/.env"})))
        .blocks("No secrets");
    // What the call does not name, the text does.
    let whole = project.call(tool("Grep", json!({"pattern": "x"})));
    whole
        .blocks("web/.env`, which `Grep` would reach, is protected")
        .blocks("Name the folders that are meant");
    let named = project.call(tool("Grep", json!({"pattern": "x", "glob": ".env"}))).blocks("No secrets");
    assert!(!named.stdout.contains("would reach"), "{named:#?}");
    // To list names is not to read.
    project.call(tool("Glob", json!({"pattern": ".env*"}))).passes();
    // What git ignores is not searched, but where it is named.
    let project = project.file(".gitignore", ".env\n");
    project.call(tool("Grep", json!({"pattern": "x"}))).passes();
    project.call(tool("Grep", json!({"pattern": "x", "glob": ".env*"}))).blocks("No secrets");
}
