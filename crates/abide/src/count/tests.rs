//! What is counted does not hang on how logs are cut for reading.

use super::judge::{self, File};
use super::sets::Sets;
use super::{Wanted, bar, read, sources};
use crate::files::Found;
use crate::rules;
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
        let File { path, agent, calls, names, ties, skipped, failure } = file;
        let agent = agent.map(|agent| agent.name);
        format!("{path:?} {agent:?} {calls:#?} {names:?} {ties:?} {skipped:?} {failure:?}\n")
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
        assert_eq!(cut, ["claude", "qwen"].contains(agent), "{agent}");
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
