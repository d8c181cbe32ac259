//! Logs as disks, networks and other programs leave them: what can be read
//! counts, exactly.

use crate::logs::{self, Plan, Truth};
use crate::project::{Project, USE_PNPM};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

/// The logs of an agent, after `spoil` had each file that has lines, and what was
/// true of them before.
fn spoilt(agent: &(&str, logs::Write), spoil: &dyn Fn(&[u8]) -> Vec<u8>) -> (Project, Truth) {
    let project = Project::new().rules(USE_PNPM);
    let (home, root) = (project.home(), project.root());
    let plan = Plan { home: &home, project: root.to_str().unwrap(), sessions: 4, calls: 23, output: 80 };
    let truth = agent.1(&plan);
    for file in files(&home) {
        let bytes = fs::read(&file).unwrap();
        fs::write(&file, spoil(&bytes)).unwrap();
    }
    (project, truth)
}

/// The agents that write logs of lines.
fn agents() -> impl Iterator<Item = &'static (&'static str, logs::Write)> {
    logs::AGENTS.iter().filter(|(agent, _)| *agent != "opencode")
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path));
        } else if path.extension().is_some_and(|ending| ending == "jsonl") {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// The calls that were counted, the breaks, and how many lines were broken.
fn counted(project: &Project) -> (usize, usize, usize) {
    let document: Value = serde_json::from_str(&project.abide(&["count", "--json"]).exits(0).stdout).unwrap();
    let number = |value: &Value| value.as_u64().unwrap_or_default() as usize;
    let rule = &document["rules"][0];
    assert_eq!(rule["id"], "use-pnpm");
    (number(&document["calls"]), number(&rule["broken"]), number(&document["skipped"]["broken_lines"]))
}

fn lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split(|byte| *byte == b'\n').filter(|line| !line.is_empty())
}

fn replaced(text: &[u8], old: &str, new: &[u8]) -> Vec<u8> {
    let mut all = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.windows(old.len()).position(|part| part == old.as_bytes()) {
        all.extend_from_slice(&rest[..at]);
        all.extend_from_slice(new);
        rest = &rest[at + old.len()..];
    }
    all.extend_from_slice(rest);
    all
}

#[test]
fn a_mark_windows_line_ends_blank_lines_and_no_last_line_end_are_nothing() {
    let spoil = |text: &[u8]| {
        let lines: Vec<&[u8]> = lines(text).collect();
        [b"\xef\xbb\xbf", lines.join(&b"\r\n\r\n"[..]).as_slice()].concat()
    };
    for agent in agents() {
        let (project, truth) = spoilt(agent, &spoil);
        assert_eq!(counted(&project), (truth.calls, truth.broken, 0), "{}", agent.0);
    }
}

#[test]
fn bytes_that_are_no_text_spoil_no_call() {
    for agent in agents() {
        let (project, truth) = spoilt(agent, &|text| replaced(text, "lorem", b"lor\xff\xc3m"));
        assert_eq!(counted(&project), (truth.calls, truth.broken, 0), "{}", agent.0);
    }
}

#[test]
fn two_objects_on_a_line_are_two() {
    let spoil = |text: &[u8]| {
        let lines: Vec<&[u8]> = lines(text).collect();
        let pairs: Vec<Vec<u8>> = lines.chunks(2).map(<[_]>::concat).collect();
        pairs.join(&b'\n')
    };
    for agent in agents() {
        let (project, truth) = spoilt(agent, &spoil);
        assert_eq!(counted(&project), (truth.calls, truth.broken, 0), "{}", agent.0);
    }
}

/// Two programs write to one file: the beginning of a line stands before another
/// one, and its end on a line of its own.
#[test]
fn a_line_that_another_one_tears_takes_nothing_with_it() {
    // Cursor's rows have no type, by which a row inside another would be known.
    for agent in agents().filter(|(agent, _)| *agent != "cursor") {
        let spoil = |text: &[u8]| {
            let mut all = Vec::new();
            for (at, line) in lines(text).enumerate() {
                if at > 0 && at % 5 == 0 {
                    all.extend_from_slice(&line[..line.len().min(30)]);
                }
                all.extend_from_slice(line);
                all.push(b'\n');
            }
            all
        };
        let (project, truth) = spoilt(agent, &spoil);
        let (calls, broken, torn) = counted(&project);
        assert_eq!((calls, broken), (truth.calls, truth.broken), "{}", agent.0);
        assert!(torn > 0, "{}: what was torn is told", agent.0);
    }
}

#[test]
fn a_log_that_grows_is_counted_as_far_as_it_goes() {
    for agent in agents() {
        let (project, truth) = spoilt(agent, &<[u8]>::to_vec);
        let whole: Vec<(PathBuf, Vec<u8>)> =
            files(&project.home()).into_iter().map(|file| (file.clone(), fs::read(file).unwrap())).collect();
        let mut before = (0, 0);
        for part in [3, 10, 25, 47, 50, 76, 99, 100] {
            for (file, text) in &whole {
                fs::write(file, &text[..text.len() * part / 100]).unwrap();
            }
            let (calls, broken, cut) = counted(&project);
            assert!(calls >= before.0 && broken >= before.1, "{} at {part} %", agent.0);
            assert!(cut <= whole.len(), "{} at {part} %: {cut} lines", agent.0);
            before = (calls, broken);
        }
        assert_eq!(before, (truth.calls, truth.broken), "{}", agent.0);
    }
}

#[test]
fn a_log_may_grow_while_it_is_read() {
    let claude = &logs::AGENTS[0];
    let (project, truth) = spoilt(claude, &<[u8]>::to_vec);
    let whole: Vec<(PathBuf, Vec<u8>)> =
        files(&project.home()).into_iter().map(|file| (file.clone(), fs::read(file).unwrap())).collect();
    for (file, text) in &whole {
        fs::write(file, &text[..text.len() / 9]).unwrap();
    }
    std::thread::scope(|scope| {
        let write = scope.spawn(|| {
            for part in 1..9 {
                for (file, text) in &whole {
                    use std::io::Write;
                    let end = if part == 8 { text.len() } else { text.len() * (part + 1) / 9 };
                    let piece = &text[text.len() * part / 9..end];
                    fs::File::options().append(true).open(file).unwrap().write_all(piece).unwrap();
                }
            }
        });
        while !write.is_finished() {
            let (calls, broken, _) = counted(&project);
            assert!(calls <= truth.calls && broken <= truth.broken);
        }
    });
    assert_eq!(counted(&project), (truth.calls, truth.broken, 0));
}
