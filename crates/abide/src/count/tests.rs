//! What is counted does not hang on how logs are cut for reading, nor on how much memory
//! there is.

use super::asked::Asked;
use super::judge;
use super::judged::File;
use super::kept::{Kept, ROOM};
use super::sets::{Rules, Sets};
use super::tally::Tally;
use super::verdicts::Verdicts;
use super::{Wanted, bar, read, sources};
use crate::files::Found;
use crate::render::report::Report;
use crate::{render, rules};
use abide_agents::history::Said;
use abide_rules::{FileKind, Input, ToolCall};
use std::fs;
use std::path::Path;
use std::rc::Rc;

#[path = "../../tests/it/logs.rs"]
mod logs;

const RULES: &str = r#"[
    {"id": "use-pnpm", "kind": "forbid_command", "pattern": "^npm(?:\\s|$)"},
    {"id": "no-grep", "kind": "forbid_command", "pattern": "^grep\\s"},
    {"id": "no-commit", "kind": "forbid_command", "pattern": "^git commit"}
]"#;

/// Logs of an agent in a folder.
fn written(home: &Path, write: logs::Write, calls: usize) -> logs::Truth {
    write(&logs::Plan { home, project: "/repo", sessions: 3, calls, output: 80 })
}

/// The files below a folder, read in pieces of so many bytes and kept in so many, and
/// the rules that they were judged by.
fn kept(home: &Path, piece: u64, room: usize) -> (Kept, Rules) {
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
    let kept = judge::all(&sources::below(home), &rules, &wanted, piece, room, &bar(0));
    (kept, rules.all(Vec::new()))
}

/// How many calls they hold, and all that is known of them.
fn told(home: &Path, piece: u64) -> (usize, String) {
    let (mut calls, mut told) = (0, String::new());
    for file in kept(home, piece, ROOM).0.files() {
        let (File { path, agent, skipped, failure }, judged) = file.unwrap();
        let agent = agent.map(|agent| agent.name);
        calls += judged.calls.len();
        told += &format!("{path:?} {agent:?} {judged:#?} {skipped:?} {failure:?}\n");
    }
    (calls, told)
}

/// The document about them, with so many examples of each rule.
fn counted(home: &Path, room: usize, examples: usize) -> String {
    let (kept, rules) = kept(home, u64::MAX, room);
    assert_eq!((kept.are_away(), kept.note()), (room == 0, None));
    let tally = Tally::of(kept, &rules, |_| true, &Asked::default(), examples).unwrap();
    let ranked = tally.ranked(&rules);
    let root = Path::new("/repo");
    let (tally, rules, installed) = (&tally, &rules, Vec::new());
    let report =
        Report { tally, rules, ranked, root, starter: false, all_projects: true, examples, installed };
    format!("{:#}", render::document::document(&report))
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
fn what_memory_has_no_room_for_counts_the_same() {
    let (all, mut calls) = (tempfile::tempdir().unwrap(), 0);
    for (agent, write) in logs::AGENTS {
        let home = tempfile::tempdir().unwrap();
        written(home.path(), *write, 23);
        calls += written(all.path(), *write, 40).calls;
        for examples in [0, 1, 3, usize::MAX] {
            let whole = counted(home.path(), ROOM, examples);
            assert!(counted(home.path(), 0, examples) == whole, "{agent} with {examples} examples");
        }
    }
    let whole = counted(all.path(), ROOM, 3);
    assert!(whole.contains(&format!("\"calls\": {calls}")), "{whole}");
    assert_eq!(counted(all.path(), 0, 3), whole);
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
                        calls.push(Rc::new(Said { call, branch: branch.map(str::to_owned), exits: false }));
                    }
                }
            }
        }
    }
    let mut known = Verdicts::by(&rules);
    let mut broken = std::collections::HashSet::new();
    // The third time nothing is judged.
    for said in calls.iter().chain(&calls).chain(&calls) {
        let verdict = known.on(said);
        let anew = Verdicts::by(&rules).on(said);
        let parts = |verdict: &super::verdicts::Verdict| {
            (verdict.shown.clone(), verdict.ties.clone(), verdict.project().to_owned())
        };
        assert_eq!(parts(&verdict), parts(&anew), "{said:?}");
        broken.insert(verdict.ties.broken.clone());
    }
    assert!(broken.len() >= 4, "{broken:?}");
}
