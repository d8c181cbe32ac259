//! How fast a history is counted: logs of Claude Code, made for the purpose, of 50,000
//! calls in 127 MB and of other sizes.
//!
//! Beside it, in turn and in the same run, ripgrep looks for `tool_use` in the same
//! files (grep, where there is no ripgrep): what any reader of them must at least do.
//! Made-up sessions repeat seven commands, and equal calls are judged twice; so the
//! same logs are counted with every command made another, which is the hardest
//! case, and with all calls in one file, which must keep every core busy as well.
//!
//! Run it with `cargo bench -p abide --bench count`; with `ABIDE_BENCH_MB=2000` it
//! goes on to 2 GB, for which the disk needs room, to as many bytes of calls without
//! outputs, and to a million calls in one log; with 6000 they are more than memory keeps.
//! `abide scan --history` reads the same logs on one core, and prints a line for each call.

#[path = "../tests/it/logs.rs"]
mod logs;

use std::ffi::OsStr;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use std::{fs, io};

/// Calls of a session, unless all are in one.
const CALLS: usize = 500;
/// Makes 100 sessions 127 MB.
const OUTPUT: usize = 1290;
/// The sizes that are always counted, in sessions.
const SESSIONS: [usize; 2] = [13, 100];

fn main() {
    let most: Option<usize> =
        std::env::var("ABIDE_BENCH_MB").ok().map(|most| most.parse().expect("megabytes"));
    let larger = most.map(|most| most * 100 / 127).filter(|most| *most > 100);
    let columns = ["wall", "MB/s", "x", "peak memory", "calls/s"];
    println!(
        "{:<38}{:>10}{:>9}{:>7}{:>13}{:>11}",
        "best of the rounds", columns[0], columns[1], columns[2], columns[3], columns[4]
    );
    for sessions in SESSIONS.into_iter().chain(larger) {
        history("", sessions, CALLS, OUTPUT, |_| ());
    }
    history(", every command another", 100, CALLS, OUTPUT, vary);
    history(", in two files", 1, 100 * CALLS / 2, OUTPUT, |_| ());
    if let Some(most) = most {
        history(", without outputs", most * 2, CALLS, 0, |_| ());
        history(", in one file without outputs", most, CALLS, 0, join);
    }
}

/// Runs a program: the wall time, and its peak memory in KiB.
type Run<'r> = &'r dyn Fn() -> (Duration, u64);

/// Makes a history, and counts it.
fn history(what: &str, sessions: usize, calls: usize, output: usize, change: fn(&Path)) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let base = folder.path().canonicalize().expect("a real path");
    let (home, root) = (base.join("home"), base.join("repo"));
    fs::create_dir_all(root.join(".git")).unwrap();
    let project = root.to_str().unwrap();
    let plan = logs::Plan { home: &home, project, sessions, calls, output };
    let (_, write) = logs::AGENTS.iter().find(|(agent, _)| *agent == "claude").expect("its logs");
    let truth = write(&plan);
    change(&home);
    let size = size_of(&home) as f64 / 1e6;
    println!("\n{size:.0} MB, {} calls{what}", truth.calls);

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
    let scan = || {
        let mut command = Command::new(env!("CARGO_BIN_EXE_abide"));
        run(
            command.arg("scan").args([OsStr::new("--history"), home.as_ref()]).arg("--rules").arg(&three),
            &home,
            &root,
        )
    };
    let runs: [(&str, Run<'_>); 4] = [
        (name, &search),
        ("abide count, 3 rules", &|| count(&three)),
        ("abide count, 100 rules", &|| count(&hundred)),
        ("abide scan, 3 rules", &scan),
    ];
    let rounds = if size > 500.0 { 3 } else { 9 };
    let mut best = [(Duration::MAX, 0); 4];
    for _ in 0..rounds {
        for (best, (_, run)) in best.iter_mut().zip(&runs) {
            let run = run();
            *best = (best.0.min(run.0), best.1.max(run.1));
        }
    }
    for ((name, _), (wall, memory)) in runs.iter().zip(best) {
        let seconds = wall.as_secs_f64();
        println!(
            "  {name:<36}{:>7.0} ms{:>9.0}{:>7.2}{:>10} MB{:>11.0}",
            seconds * 1e3,
            size / seconds,
            seconds / best[0].0.as_secs_f64(),
            memory / 1024,
            truth.calls as f64 / seconds
        );
    }
}

/// Adds to every command what no other call has, by the call's id: what a fork repeats
/// stays what it is.
fn vary(folder: &Path) {
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            vary(&path);
            continue;
        }
        let text = fs::read_to_string(&path).expect("a log");
        let varied = text.lines().map(|line| {
            let id = line.split_once("\"id\":\"").and_then(|(_, rest)| rest.split_once('"'));
            let more = id.map_or(String::new(), |(id, _)| format!(" && cat {id}.txt"));
            line.replace("\",\"description\":\"step\"", &format!("{more}\",\"description\":\"step\"")) + "\n"
        });
        fs::write(&path, varied.collect::<String>()).expect("a log");
    }
}

/// Makes one log of all.
fn join(folder: &Path) {
    let mut logs = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        let paths = fs::read_dir(folder).expect("a folder").flatten().map(|entry| entry.path());
        let (inner, files): (Vec<_>, Vec<_>) = paths.partition(|path| path.is_dir());
        folders.extend(inner);
        logs.extend(files);
    }
    logs.sort_unstable();
    let (first, others) = logs.split_first().expect("a log");
    let mut one = fs::File::options().append(true).open(first).expect("a log");
    for log in others {
        io::copy(&mut fs::File::open(log).expect("a log"), &mut one).expect("room on the disk");
        fs::remove_file(log).expect("a log");
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
