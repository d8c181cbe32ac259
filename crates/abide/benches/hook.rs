//! What a hook costs: one process of `abide hook` beside one of `/bin/true`.
//!
//! Both are started in turn, again and again, in one run, so that whatever
//! else the machine does hits them alike; their minimum and median wall times
//! are compared. Run it with `cargo bench -p abide --bench hook`.
//!
//! What is started is a copy of the program, as `cargo install` makes one: the
//! file that a linker writes lies in memory in single pages, and mapping those
//! takes a third of what `/bin/true` takes, once more.

use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Rounds that count, after a tenth as many that warm up.
const ROUNDS: usize = 1000;
/// Rules in the file.
const RULES: usize = 100;
/// What the ratio to `/bin/true` should stay below.
const GOAL: f64 = 1.3;

/// The calls: an ordinary one, a long one, one that is blocked, a file.
const CALLS: &[(&str, &str, &str)] = &[
    ("pass", "Bash", r#"{"command":"git status --short && cargo test -q 2>&1 | tail -20"}"#),
    ("pass, names npm", "Bash", r#"{"command":"git commit -m \"drop npm\" && grep -rn npm docs | head"}"#),
    ("block", "Bash", r#"{"command":"cd web && timeout 30 npm ci && npm test"}"#),
    ("edit", "Edit", r#"{"file_path":"/repo/src/app.js","old_string":"a","new_string":"b"}"#),
];

fn main() {
    let project = tempfile::tempdir().expect("a temporary folder");
    let root = project.path().canonicalize().expect("a real path");
    fs::create_dir_all(root.join(".git")).unwrap();
    fs::create_dir_all(root.join(".abide")).unwrap();
    fs::write(root.join(".abide/rules.json"), rules()).unwrap();
    let program = root.join("program");
    fs::copy(env!("CARGO_BIN_EXE_abide"), &program).expect("a copy of the program");
    println!("{RULES} rules, {ROUNDS} rounds, interleaved; wall time of one process\n");
    println!("{:<18}{:>12}{:>12}{:>10}{:>10}", "", "min", "median", "x min", "x median");

    let mut worst: f64 = 0.0;
    for (name, tool, input) in CALLS {
        let payload = root.join("payload.json");
        let text = format!(
            r#"{{"session_id":"s","cwd":{:?},"hook_event_name":"PreToolUse","tool_name":"{tool}","tool_input":{input},"tool_use_id":"t"}}"#,
            root.to_str().unwrap()
        );
        fs::write(&payload, text).unwrap();
        let nothing = || run(Path::new("/bin/true"), &[], &root, &payload);
        let hook = || run(&program, &["hook", "claude"], &root, &payload);
        let (mut base, mut ours) = (Vec::new(), Vec::new());
        for round in 0..ROUNDS + ROUNDS / 10 {
            let pair = (nothing(), hook());
            if round >= ROUNDS / 10 {
                base.push(pair.0);
                ours.push(pair.1);
            }
        }
        let (base, ours) = (Summary::of(base), Summary::of(ours));
        let ratios = (ours.min / base.min, ours.median / base.median);
        println!("{:<18}{:>9.0} us{:>9.0} us", "/bin/true", base.min, base.median);
        println!("{name:<18}{:>9.0} us{:>9.0} us{:>10.2}{:>10.2}", ours.min, ours.median, ratios.0, ratios.1);
        worst = worst.max(ratios.0);
    }
    println!("\nworst ratio of the minimum: {worst:.2} (goal: at most {GOAL})");
}

fn run(program: &Path, arguments: &[&str], cwd: &Path, stdin: &Path) -> Duration {
    let mut command = Command::new(program);
    command.args(arguments).current_dir(cwd).env("CLAUDE_PROJECT_DIR", cwd).env("XDG_CONFIG_HOME", cwd);
    command.stdin(File::open(stdin).expect("the payload")).stdout(Stdio::null()).stderr(Stdio::null());
    let start = Instant::now();
    command.status().expect("a process");
    start.elapsed()
}

/// Wall times in microseconds.
struct Summary {
    min: f64,
    median: f64,
}

impl Summary {
    fn of(mut times: Vec<Duration>) -> Self {
        times.sort_unstable();
        let micros = |time: Duration| time.as_secs_f64() * 1e6;
        Summary { min: micros(times[0]), median: micros(times[times.len() / 2]) }
    }
}

/// Rules of the shapes that people write: each command, path and tool another.
fn rules() -> String {
    let rule = |index: usize| {
        match index % 5 {
        0 if index == 0 => r#"{"id":"use-pnpm","kind":"forbid_command","pattern":"^npm(?:\\s|$)","message":"Use pnpm.","replacement":"pnpm"}"#.to_owned(),
        0 => format!(r#"{{"id":"r{index}","kind":"forbid_command","pattern":"^tool{index}(?:\\s|$)","message":"Not this."}}"#),
        1 => format!(r#"{{"id":"r{index}","kind":"forbid_command","pattern":"^git\\b.*\\ssub{index}\\b.*\\s--force\\b","message":"Not this."}}"#),
        2 => format!(r#"{{"id":"r{index}","kind":"forbid_command","pattern":"^rm{index}\\b(?=.*\\s-[a-z]*r)(?=.*\\s-[a-z]*f)","message":"Not this."}}"#),
        3 => format!(r#"{{"id":"r{index}","kind":"protect_path","tool":"edit|write|shell","pattern":"generated{index}/**","message":"Not this."}}"#),
        _ => format!(r#"{{"id":"r{index}","kind":"forbid_tool","pattern":"^mcp__server{index}__","message":"Not this."}}"#),
    }
    };
    let rules: Vec<String> = (0..RULES).map(rule).collect();
    format!(r#"{{"rules":[{}]}}"#, rules.join(",\n"))
}
