//! What is counted does not hang on how logs are cut for reading.

use super::judge::{self, File};
use super::sets::Sets;
use super::verdicts::Verdicts;
use super::{Wanted, bar, read, sources};
use crate::files::Found;
use crate::rules;
use abide_rules::{FileKind, Input, ToolCall};
use std::fs;
use std::path::Path;

#[path = "../../tests/it/logs.rs"]
mod logs;

const RULES: &str = r#"[{"id": "use-pnpm", "kind": "forbid_command", "pattern": "^npm(?:\\s|$)"}]"#;

/// Logs of an agent in a folder.
fn written(home: &Path, write: logs::Write, calls: usize) -> logs::Truth {
    write(&logs::Plan { home, project: "/repo", sessions: 3, calls, output: 80 })
}

/// All that is known of the files below a folder, read in pieces of so many bytes.
fn told(home: &Path, piece: u64) -> (usize, String) {
    let rules = Sets::of(rules::load(Found::only("rules.json", RULES)), None);
    let wanted = Wanted {
        agents: Vec::new(),
        project: None,
        folders: vec!["/repo".to_owned()],
        since: None,
        until: None,
        subagents: None,
        examples: 5,
    };
    let files = judge::all(&sources::below(home), &rules, &wanted, piece, &bar(0));
    let of_file = |file: &File| {
        let File { path, agent, calls, broken, common, names, ties, skipped, failure } = file;
        let agent = agent.map(|agent| agent.name);
        format!(
            "{path:?} {agent:?} {calls:#?} {broken:#?} {common:?} {names:?} {ties:?} {skipped:?} {failure:?}\n"
        )
    };
    (files.iter().map(|file| file.calls.len()).sum(), files.iter().map(of_file).collect())
}

#[test]
fn pieces_of_any_size_say_what_the_whole_log_says() {
    for (agent, write) in logs::AGENTS {
        let home = tempfile::tempdir().unwrap();
        let truth = written(home.path(), *write, 23);
        let (calls, whole) = told(home.path(), u64::MAX);
        assert!(calls >= truth.calls, "{agent}");
        let cut = sources::below(home.path()).iter().any(|source| read::pieces(source, &[], 199).len() > 1);
        assert_eq!(cut, ["claude", "qwen", "pi", "omp"].contains(agent), "{agent}");
        for size in [199, 1000, 4096] {
            assert!(told(home.path(), size).1 == whole, "{agent} in pieces of {size} bytes");
        }
    }
}

#[test]
fn spoilt_lines_are_spoilt_in_any_piece() {
    let home = tempfile::tempdir().unwrap();
    written(home.path(), logs::claude, 2);
    for source in sources::below(home.path()) {
        let text = fs::read_to_string(&source.path).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        let (torn, whole) = (&lines[1][..40], lines[1]);
        // A mark, ends of Windows, a tear, two objects on a line, and no end.
        let spoilt = format!("\u{feff}{}\r\n{torn}\n\n{torn}{whole}{whole}\r\n{torn}", lines.join("\r\n"));
        fs::write(&source.path, spoilt).unwrap();
    }
    let whole = told(home.path(), u64::MAX);
    assert!(whole.1.contains("broken_lines"));
    for size in [1, 2, 41, 300] {
        assert!(told(home.path(), size) == whole, "in pieces of {size} bytes");
    }
}

/// Rules whose verdicts hang on the branch, the folder, the tool and the path.
const PARTICULAR: &str = r#"[
    {"id": "push", "kind": "forbid_command", "pattern": "^git push", "when": {"branch": "main"}},
    {"id": "dist", "kind": "protect_path", "tool": "edit|write|shell", "pattern": "dist/**"},
    {"id": "web", "kind": "forbid_tool", "pattern": "^WebFetch$"}
]"#;

#[test]
fn equal_calls_have_one_verdict_and_calls_that_differ_their_own() {
    let rules = Sets::of(rules::load(Found::only("rules.json", PARTICULAR)), None);
    let mut calls = Vec::new();
    for input in [
        Input::Shell("git push".into()),
        Input::Shell("rm -r dist".into()),
        Input::Files(FileKind::Edit, vec!["dist/a.js".into()]),
        Input::Files(FileKind::Read, vec!["dist/a.js".into()]),
    ] {
        for tool in ["Bash", "WebFetch"] {
            for cwd in ["/repo", "/repo/sub", "/tmp"] {
                for root in [None, Some("/repo"), Some("/repo/sub")] {
                    for branch in [None, Some("main"), Some("other")] {
                        let call = ToolCall {
                            agent: "claude",
                            tool: tool.into(),
                            input: input.clone(),
                            cwd: cwd.into(),
                            root: root.map(str::to_owned),
                            ..ToolCall::default()
                        };
                        calls.push((call, branch.map(str::to_owned)));
                    }
                }
            }
        }
    }
    let mut known = Verdicts::by(&rules);
    let mut broken = std::collections::HashSet::new();
    // The second time nothing is judged.
    for (call, branch) in calls.iter().chain(&calls) {
        let verdict = known.on(call, branch.as_deref());
        let anew = Verdicts::by(&rules).on(call, branch.as_deref());
        let parts = |verdict: &super::verdicts::Verdict| {
            (verdict.broken.clone(), verdict.shown.clone(), verdict.ties.clone(), verdict.project.clone())
        };
        assert_eq!(parts(&verdict), parts(&anew), "{call:?} {branch:?}");
        broken.insert(verdict.broken.clone());
    }
    assert!(broken.len() >= 4, "{broken:?}");
}
