//! Running a hook as its agent would.

use crate::sites::Site;
use crate::workspace::Place;
use crate::{files, hook, rules};
use abide_agents::Answer;
use abide_agents::install::{Entry, Started, Starts};
use serde_json::Value;
use std::fs;
use std::io::{self, Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// What came of trying a hook.
pub enum Result {
    /// It blocked the one call and let the other pass.
    Right,
    /// It did not, and how.
    Wrong(String),
}

/// A project with one rule, to try hooks in.
pub struct Probe {
    folder: TempDir,
}

const RULE: &str = "doctor-probe";
const RULES: &str = r#"{"overrides": "none", "rules": [
  {"id": "doctor-probe", "kind": "forbid_command", "pattern": "^abide-doctor-probe$", "message": "A trial"}
]}"#;
/// What the rule forbids, and what it does not.
const FORBIDDEN: &str = "abide-doctor-probe";
const HARMLESS: &str = "echo abide-doctor-probe";

/// The patience with a hook, and with a program that is asked for its version.
const PATIENCE: Duration = Duration::from_secs(10);
/// The patience with a pipe that stays open when the program has ended.
const LAST_WORDS: Duration = Duration::from_millis(300);
/// How much of what a program writes is kept, in bytes.
const MOST_KEPT: usize = 1 << 16;

impl Probe {
    /// Makes the project, in the folder for temporary files.
    pub fn new() -> io::Result<Self> {
        let folder = tempfile::Builder::new().prefix("abide-doctor-").tempdir()?;
        for name in [".git", ".abide", "state"] {
            fs::create_dir(folder.path().join(name))?;
        }
        fs::write(folder.path().join(".abide/rules.json"), RULES)?;
        Ok(Probe { folder })
    }

    /// Runs an entry with both calls.
    pub fn run(&self, site: &Site, entry: &Entry) -> Result {
        for (line, forbidden) in [(FORBIDDEN, true), (HARMLESS, false)] {
            let payload = (site.agent.install.payload)(&self.folder.path().to_string_lossy(), line);
            let answer = match self.ask(site, entry, &payload) {
                Ok(answer) => answer,
                Err(why) => return Result::Wrong(why),
            };
            // What this abide would say: the form is the agent's, so it tells
            // a block from a pass whatever version is installed.
            let place = Place::of(self.folder.path(), None);
            let load = |_: &Place| rules::load(files::find(&place, None));
            let wanted = hook::judge(site.agent, payload.as_bytes(), load).answer;
            let names_rule = answer.stdout.contains(RULE) || answer.stderr.contains(RULE);
            if answer.exit_code != wanted.exit_code || names_rule != forbidden {
                let what =
                    if forbidden { "let a forbidden call pass" } else { "did not let a harmless call pass" };
                return Result::Wrong(format!("it {what} ({})", said(&answer)));
            }
        }
        Result::Right
    }

    fn ask(&self, site: &Site, entry: &Entry, payload: &str) -> std::result::Result<Answer, String> {
        let mut command = match &entry.call {
            _ if site.place.form.is_executable() => Command::new(&site.path),
            Started::Words(words) => {
                let mut command = Command::new(&words[0]);
                command.args(&words[1..]);
                command
            }
            Started::Line(line) => {
                let mut command = Command::new(shell(site.agent.install.starts));
                command.arg("-c").arg(line);
                command
            }
        };
        command.current_dir(self.folder.path());
        for variable in site.agent.root_variables {
            command.env(variable, self.folder.path());
        }
        // The trial is no call of the agent.
        command.env("XDG_STATE_HOME", self.folder.path().join("state"));
        run(&mut command, payload)
    }
}

fn shell(starts: Starts) -> String {
    match starts {
        Starts::Sh | Starts::Script => "/bin/sh".to_owned(),
        Starts::Bash => "bash".to_owned(),
        Starts::LoginShell => std::env::var("SHELL").unwrap_or_else(|_| "/bin/sh".to_owned()),
    }
}

/// Runs a program to its end. Only the first part of what it writes is kept.
fn run(command: &mut Command, input: &str) -> std::result::Result<Answer, String> {
    let why = |error: io::Error| format!("it cannot be started: {}", crate::failure::why(&error));
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    let mut child = command.spawn().map_err(why)?;
    let stdout = Drain::of(child.stdout.take().expect("it is piped"));
    let stderr = Drain::of(child.stderr.take().expect("it is piped"));
    let _ = child.stdin.take().expect("it is piped").write_all(input.as_bytes());
    let start = Instant::now();
    let status = loop {
        match child.try_wait().map_err(why)? {
            Some(status) => break status,
            None if start.elapsed() > PATIENCE => {
                kill_all(&mut child);
                return Err(format!("it took more than {} seconds", PATIENCE.as_secs()));
            }
            None => std::thread::sleep(Duration::from_millis(2)),
        }
    };
    let (stdout, stderr) = (stdout.text(), stderr.text());
    let code = status.code().ok_or_else(|| format!("it was ended by a signal ({status})"))?;
    Ok(Answer { stdout, stderr, exit_code: code.try_into().unwrap_or(u8::MAX) })
}

/// Ends a program and what it has started.
fn kill_all(child: &mut Child) {
    if cfg!(unix) {
        // Its process group has its number.
        let group = format!("kill -9 -{}", child.id());
        let _ = Command::new("/bin/sh").args(["-c", &group]).stderr(Stdio::null()).status();
    }
    let _ = child.kill();
    let _ = child.wait();
}

/// What comes out of a pipe, taken while the program runs: a full pipe would
/// stop it, and something it leaves running may hold the pipe open for long.
struct Drain {
    kept: Arc<Mutex<Vec<u8>>>,
    reader: JoinHandle<()>,
}

impl Drain {
    fn of(mut pipe: impl Read + Send + 'static) -> Self {
        let kept = Arc::new(Mutex::new(Vec::new()));
        let here = Arc::clone(&kept);
        let reader = std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(read @ 1..) = pipe.read(&mut bytes) {
                let mut kept = here.lock().unwrap_or_else(PoisonError::into_inner);
                let room = MOST_KEPT.saturating_sub(kept.len());
                kept.extend_from_slice(&bytes[..read.min(room)]);
            }
        });
        Drain { kept, reader }
    }

    /// What came, when the program has ended.
    fn text(self) -> String {
        let start = Instant::now();
        while !self.reader.is_finished() && start.elapsed() < LAST_WORDS {
            std::thread::sleep(Duration::from_millis(1));
        }
        String::from_utf8_lossy(&self.kept.lock().unwrap_or_else(PoisonError::into_inner)).into_owned()
    }
}

fn said(answer: &Answer) -> String {
    let text = [&answer.stderr, &answer.stdout].into_iter().find(|text| !text.trim().is_empty());
    let text = text.map_or_else(
        || "no output".to_owned(),
        |text| abide_agents::shown(&crate::render::shorten(text, 200)).into_owned(),
    );
    format!("exit code {}, {text}", answer.exit_code)
}

/// The version of a program: as its package says, else as it says itself.
pub fn version(program: &Path) -> Option<String> {
    let real = program.canonicalize().ok()?;
    let package = real.ancestors().skip(1).take(4).find_map(|folder| {
        let text = fs::read_to_string(folder.join("package.json")).ok()?;
        let document: Value = serde_json::from_str(&text).ok()?;
        document["name"].as_str()?;
        Some(document["version"].as_str()?.to_owned())
    });
    package.or_else(|| {
        let answer = run(Command::new(program).arg("--version"), "").ok()?;
        let words = answer.stdout.split_whitespace().map(|word| word.trim_start_matches('v').to_owned());
        let mut words = words.filter(|word| word.bytes().all(|byte| byte.is_ascii_graphic()));
        words.find(|word| word.starts_with(|c: char| c.is_ascii_digit()) && word.contains('.'))
    })
}
