//! A place where a line can be run without harm, and where every program that
//! is started leaves a note.
//!
//! One small C program, under many names, comes first in `PATH`. It notes its
//! arguments and then becomes the real program, or stands in for it. Around it
//! is bubblewrap: new namespaces, no network, no rights, and of the machine's
//! files only `/usr` and `/etc`, to be read.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// Where things are inside the sandbox.
pub const HOME: &str = "/run/oracle/home";
pub const PROJECT: &str = "/run/oracle/project";

const STUB: &str = include_str!("../../oracle/stub.c");
const LIMIT: Duration = Duration::from_secs(10);

/// Programs that are only noted.
const STAND_INS: &[&str] = &[
    "npm", "npx", "pnpm", "yarn", "rm", "rmdir", "mv", "dd", "chmod", "chown", "kill", "pkill", "curl",
    "wget", "ssh", "scp", "docker", "kubectl", "apt", "mkfs", "shutdown", "reboot",
];
/// Programs that are noted and stand in for what they would start.
const RUNNERS: &[&str] = &["sudo", "doas"];
/// Programs that are noted and then run.
const REAL: &[&str] = &[
    "git", "env", "nice", "nohup", "timeout", "setsid", "stdbuf", "xargs", "find", "sh", "bash", "python3",
    "node", "perl", "awk", "sed", "make", "flock", "script", "strace", "ionice", "taskset",
];

pub struct Sandbox {
    folder: PathBuf,
    runs: AtomicUsize,
}

/// What came of a line.
#[derive(Default)]
pub struct Run {
    /// The words of each program that was started, its base name first.
    pub started: Vec<Vec<String>>,
    pub timed_out: bool,
    /// What was written to standard error.
    pub errors: String,
}

impl Sandbox {
    /// Builds the programs and the project that every run begins with.
    pub fn new() -> Result<Self, String> {
        if !cfg!(target_os = "linux") {
            return Err("the oracle needs Linux: its sandbox is made of namespaces".into());
        }
        for (program, package) in [("bash", "bash"), ("bwrap", "bubblewrap"), ("gcc", "gcc"), ("git", "git")]
        {
            let found =
                Command::new(program).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
            found.map_err(|error| format!("{program}: {error}; install {package}"))?;
        }
        let folder = std::env::temp_dir().join(format!("abide-oracle-{}", std::process::id()));
        let sandbox = Sandbox { folder, runs: AtomicUsize::new(0) };
        sandbox.build().map_err(|error| format!("cannot set up the sandbox: {error}"))?;
        Ok(sandbox)
    }

    fn build(&self) -> io::Result<()> {
        let programs = self.folder.join("bin");
        fs::create_dir_all(&programs)?;
        let source = self.folder.join("stub.c");
        fs::write(&source, STUB)?;
        let stub = self.folder.join("stub");
        succeed(Command::new("gcc").args(["-O1", "-static", "-o"]).arg(&stub).arg(&source))?;
        for name in STAND_INS.iter().chain(RUNNERS).chain(REAL) {
            fs::copy(&stub, programs.join(name))?;
        }
        let project = self.folder.join("project");
        for folder in ["build", "src"] {
            fs::create_dir_all(project.join(folder))?;
        }
        for (name, text) in
            [(".env", "KEY=value\n"), ("list", "one\n"), ("build/a.o", "x\n"), ("src/a.js", "//\n")]
        {
            fs::write(project.join(name), text)?;
        }
        for words in [&["init", "-q", "-b", "main"][..], &["add", "."], &["commit", "-q", "-m", "first"]] {
            let identity = ["-c", "user.email=a@b.c", "-c", "user.name=a", "-c", "commit.gpgsign=false"];
            succeed(Command::new("git").current_dir(&project).args(identity).args(words))?;
        }
        Ok(())
    }

    /// Runs every line, two at a time, and gives the outcomes in their order.
    pub fn run_all<'l>(&self, lines: impl Iterator<Item = &'l str>) -> Vec<io::Result<Run>> {
        let lines: Vec<&str> = lines.collect();
        let next = AtomicUsize::new(0);
        let outcomes = Mutex::new(Vec::new());
        std::thread::scope(|scope| {
            for _ in 0..2 {
                scope.spawn(|| {
                    loop {
                        let index = next.fetch_add(1, Ordering::Relaxed);
                        let Some(line) = lines.get(index) else { break };
                        let outcome = self.run(line);
                        outcomes.lock().expect("no thread panics").push((index, outcome));
                    }
                });
            }
        });
        let mut outcomes = outcomes.into_inner().expect("no thread panics");
        outcomes.sort_by_key(|(index, _)| *index);
        outcomes.into_iter().map(|(_, outcome)| outcome).collect()
    }

    /// Runs one line in a copy of the project.
    pub fn run(&self, line: &str) -> io::Result<Run> {
        let place = self.folder.join(format!("run-{}", self.runs.fetch_add(1, Ordering::Relaxed)));
        fs::create_dir_all(place.join("home"))?;
        succeed(Command::new("cp").arg("-R").arg(self.folder.join("project")).arg(place.join("project")))?;
        fs::write(place.join("log"), "")?;
        let errors = fs::File::create(place.join("errors"))?;
        let mut child = self
            .bubblewrap(&place)
            .args(["/usr/bin/bash", "-c", line])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(errors)
            .spawn()?;
        let begun = Instant::now();
        let mut run = Run::default();
        while child.try_wait()?.is_none() {
            if begun.elapsed() > LIMIT {
                run.timed_out = true;
                child.kill()?;
                child.wait()?;
                break;
            }
            std::thread::sleep(Duration::from_millis(4));
        }
        run.errors = String::from_utf8_lossy(&fs::read(place.join("errors"))?).into_owned();
        run.started = notes(&fs::read(place.join("log"))?);
        fs::remove_dir_all(&place)?;
        Ok(run)
    }

    fn bubblewrap(&self, place: &Path) -> Command {
        let mut command = Command::new("bwrap");
        command.args([
            "--unshare-all",
            "--die-with-parent",
            "--new-session",
            "--cap-drop",
            "ALL",
            "--clearenv",
        ]);
        for folder in ["/usr", "/etc"] {
            command.args(["--ro-bind", folder, folder]);
        }
        for (link, folder) in
            [("/bin", "usr/bin"), ("/sbin", "usr/sbin"), ("/lib", "usr/lib"), ("/lib64", "usr/lib64")]
        {
            command.args(["--symlink", folder, link]);
        }
        command.args(["--dev", "/dev", "--proc", "/proc", "--tmpfs", "/tmp", "--tmpfs", "/usr/local"]);
        // `sh` is bash, as abide reads it; on Debian it is dash.
        if let Ok(sh) = fs::canonicalize("/usr/bin/sh") {
            command.arg("--ro-bind").arg("/usr/bin/bash").arg(sh);
        }
        command.arg("--bind").arg(place).arg("/run/oracle");
        command.arg("--ro-bind").arg(self.folder.join("bin")).arg("/run/oracle/bin");
        command.args(["--setenv", "PATH", "/run/oracle/bin:/usr/bin:/bin", "--setenv", "HOME", HOME]);
        command.args(["--setenv", "LC_ALL", "C.UTF-8", "--chdir", PROJECT]);
        for name in ["GIT_AUTHOR_NAME", "GIT_AUTHOR_EMAIL", "GIT_COMMITTER_NAME", "GIT_COMMITTER_EMAIL"] {
            command.args(["--setenv", name, "a"]);
        }
        command
    }
}

impl Drop for Sandbox {
    fn drop(&mut self) {
        // What is left behind is in the folder for temporary files.
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// A note is a count, and as many words, each ended by a NUL.
fn notes(log: &[u8]) -> Vec<Vec<String>> {
    let mut words = log.split(|&byte| byte == 0).map(|word| String::from_utf8_lossy(word).into_owned());
    let mut notes = Vec::new();
    while let Some(count) = words.next().and_then(|count| count.parse().ok()) {
        notes.push(words.by_ref().take(count).collect());
    }
    notes
}

fn succeed(command: &mut Command) -> io::Result<()> {
    let status = command.status()?;
    if status.success() { Ok(()) } else { Err(io::Error::other(format!("{command:?}: {status}"))) }
}
