//! How fast a history is counted: 127 MB of Claude Code's logs, 50,000 calls, made
//! for the purpose.
//!
//! Beside it, in turn and in the same run, ripgrep looks for `tool_use` in the same
//! files (grep, where there is no ripgrep): what any reader of them must at least do.
//! Run it with `cargo bench -p abide --bench count`.

#[path = "../tests/it/logs.rs"]
mod logs;

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const SESSIONS: usize = 100;
const CALLS: usize = 500;
/// Makes the files 127 MB.
const OUTPUT: usize = 1290;
const ROUNDS: usize = 7;

fn main() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let base = folder.path().canonicalize().expect("a real path");
    let (home, root) = (base.join("home"), base.join("repo"));
    fs::create_dir_all(root.join(".git")).unwrap();
    let plan = logs::Plan {
        home: &home,
        project: root.to_str().unwrap(),
        sessions: SESSIONS,
        calls: CALLS,
        output: OUTPUT,
    };
    let (_, write) = logs::AGENTS.iter().find(|(agent, _)| *agent == "claude").expect("its logs");
    let truth = write(&plan);
    let size = size_of(&home) as f64 / 1e6;
    println!(
        "{size:.0} MB, {} calls, {} sessions; best of {ROUNDS} rounds in turn\n",
        truth.calls, truth.sessions
    );

    let (name, grep) = match Command::new("rg").arg("--version").output() {
        Ok(_) => ("rg -c tool_use", vec!["rg", "-uuu", "-c", "tool_use"]),
        Err(_) => ("grep -rc tool_use", vec!["grep", "-rc", "tool_use"]),
    };
    let rules = |number: usize| {
        let file = base.join(format!("{number}.json"));
        fs::write(&file, self::rules(number)).unwrap();
        file
    };
    let (three, hundred) = (rules(3), rules(100));
    let search = || run(Command::new(grep[0]).args(&grep[1..]).arg(&home), &home, &root);
    let count = |rules: &Path| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_abide"));
        run(command.args(["count", "--json", "--rules"]).arg(rules), &home, &root)
    };
    let mut best = [(Duration::MAX, 0); 3];
    for _ in 0..ROUNDS {
        for (best, run) in best.iter_mut().zip([search(), count(&three), count(&hundred)]) {
            *best = (best.0.min(run.0), best.1.max(run.1));
        }
    }
    let names = [name, "abide count, 3 rules", "abide count, 100 rules"];
    println!("{:<24}{:>10}{:>10}{:>8}{:>14}", "", "wall", "MB/s", "x", "peak memory");
    for (name, (wall, memory)) in names.iter().zip(best) {
        let seconds = wall.as_secs_f64();
        println!(
            "{name:<24}{:>7.0} ms{:>10.0}{:>8.2}{:>11} MB",
            seconds * 1e3,
            size / seconds,
            seconds / best[0].0.as_secs_f64(),
            memory / 1024
        );
    }
}

/// The wall time of a command, and its peak memory in KiB (Linux).
fn run(command: &mut Command, home: &Path, cwd: &Path) -> (Duration, u64) {
    // Not to /dev/null: grep would stop at the first line it finds.
    let output = fs::File::create(cwd.join("output")).expect("a file");
    command.current_dir(cwd).env("HOME", home).stdout(output).stderr(Stdio::null());
    let start = Instant::now();
    let mut child = command.spawn().expect("a process");
    let status = format!("/proc/{}/status", child.id());
    let mut peak = 0;
    while child.try_wait().expect("its end").is_none() {
        let text = fs::read_to_string(&status).unwrap_or_default();
        let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let now = line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok()).unwrap_or(0);
        peak = peak.max(now);
        std::thread::sleep(Duration::from_millis(1));
    }
    (start.elapsed(), peak)
}

/// One rule that the play breaks, and others as projects have them.
fn rules(number: usize) -> String {
    let mut rules =
        vec![r#"{"id": "use-pnpm", "kind": "forbid_command", "pattern": "^npm(?:\\s|$)"}"#.to_owned()];
    for at in 1..number {
        rules.push(match at % 3 {
            0 => format!(r#"{{"id": "tool-{at}", "kind": "forbid_command", "pattern": "^tool{at}(?:\\s|$)"}}"#),
            1 => format!(r#"{{"id": "git-{at}", "kind": "forbid_command", "pattern": "^git\\b.*\\spush\\b.*--flag{at}"}}"#),
            _ => format!(r#"{{"id": "path-{at}", "kind": "protect_path", "tool": "edit|write|shell", "pattern": "generated{at}/**"}}"#),
        });
    }
    format!(r#"{{"rules": [{}]}}"#, rules.join(","))
}

fn size_of(folder: &Path) -> u64 {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries
        .map(|entry| match entry.file_type() {
            Ok(kind) if kind.is_dir() => size_of(&entry.path()),
            _ => entry.metadata().map_or(0, |data| data.len()),
        })
        .sum()
}
