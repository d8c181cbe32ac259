//! `apply_patch` inside a command line, which Codex takes for its own tool.

mod support;

use abide_rules::{Entry, Verdict, Workspace};
use support::{Disk, rules, shell};

/// The small disk, with one patch on it.
struct WithPatch;

impl Workspace for WithPatch {
    fn home(&self) -> Option<&str> {
        Disk.home()
    }

    fn real_path(&self, path: &str) -> Option<String> {
        Disk.real_path(path)
    }

    fn list(&self, path: &str) -> Vec<Entry> {
        Disk.list(path)
    }

    fn read(&self, path: &str, _: usize) -> Option<String> {
        (path == "/repo/p").then(|| "*** Begin Patch\n*** Add File: dist/a.js\n+x\n*** End Patch\n".into())
    }
}

fn blocked(rule: &str, line: &str) -> bool {
    let file = format!(r#"[{{"id": "r", "kind": "protect_path", "pattern": "./dist/**", {rule}}}]"#);
    matches!(rules(&file).judge(&shell(line), &WithPatch), Verdict::Violation(_))
}

#[test]
fn it_edits_the_files_that_it_names() {
    let patch = "*** Begin Patch\n*** Update File: dist/app.js\n@@\n-a\n+b\n*** End Patch";
    for (line, hit) in [
        (format!("apply_patch <<'EOF'\n{patch}\nEOF\n"), true),
        (format!("cd web; cd .. && applypatch <<EOF\n{patch}\nEOF\n"), true),
        (format!("apply_patch \"{patch}\""), true),
        (format!("apply_patch '{patch}'"), true),
        (format!("cat <<'EOF' | apply_patch\n{patch}\nEOF\n"), true),
        (format!("bash -c \"apply_patch '{patch}'\""), true),
        ("cat p | apply_patch".into(), true),
        ("apply_patch < p".into(), true),
        ("cat q | apply_patch".into(), false),
        ("cat p || apply_patch".into(), false),
        (format!("apply_patch '{}'", patch.replace("dist/", "src/")), false),
        (format!("echo '{patch}'"), false),
        (format!("echo apply_patch '{patch}'"), false),
    ] {
        for tool in [r#""tool": "edit|write""#, r#""tool": "shell-write""#, r#""action": "block""#] {
            assert_eq!(blocked(tool, &line), hit, "{tool}: {line}");
        }
        assert!(!blocked(r#""tool": "delete""#, &line), "{line}");
    }
    assert!(blocked(r#""tool": "delete""#, "apply_patch '*** Delete File: dist/app.js'"));
}
