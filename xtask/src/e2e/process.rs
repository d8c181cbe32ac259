//! Starting an agent so that it ends, and everything that it started with it.

use rustix::process::{Pid, Signal, kill_process, kill_process_group};
use std::fs::{self, File};
use std::io;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// The variable by which the processes of a stage are known.
pub const MARK: &str = "ABIDE_E2E_STAGE";

/// How a program ended.
pub struct Ended {
    /// The exit code, if it ended by itself and not by a signal.
    pub code: Option<i32>,
    /// It did not end in time and was killed.
    pub killed: bool,
    pub stdout: String,
    pub stderr: String,
    pub took: Duration,
}

impl Ended {
    /// How it ended, and what it said first and last.
    pub fn story(&self) -> String {
        let end = match self.code {
            _ if self.killed => format!("killed after {} s", self.took.as_secs()),
            Some(code) => format!("exit code {code}"),
            None => "ended by a signal".to_owned(),
        };
        format!("{end}; stdout: {}; stderr: {}", ends_of(&self.stdout), ends_of(&self.stderr))
    }
}

/// The first and the last lines of what was said.
fn ends_of(text: &str) -> String {
    let mut lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    if lines.len() > 4 {
        lines.drain(2..lines.len() - 2);
    }
    lines.iter().map(|line| line.chars().take(160).collect()).collect::<Vec<String>>().join(" / ")
}

/// Runs `command` for at most `limit`, with its output kept in files of
/// `folder`, which is also the value of [`MARK`] in its environment.
pub fn run(command: &mut Command, folder: &Path, limit: Duration) -> io::Result<Ended> {
    let (out, err) = (folder.join("stdout"), folder.join("stderr"));
    command.stdin(Stdio::null()).stdout(File::create(&out)?).stderr(File::create(&err)?);
    // A group of its own, to be ended as one.
    let mut child = command.process_group(0).spawn()?;
    let begun = Instant::now();
    let mut killed = false;
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break status;
        }
        if begun.elapsed() > limit {
            killed = true;
            end_group(child.id());
            break child.wait()?;
        }
        std::thread::sleep(Duration::from_millis(20));
    };
    end_group(child.id());
    end_strays(folder);
    let text = |path: &Path| fs::read(path).map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    Ok(Ended { code: status.code(), killed, stdout: text(&out)?, stderr: text(&err)?, took: begun.elapsed() })
}

fn end_group(id: u32) {
    if let Some(group) = pid(id) {
        // Mostly there is nobody left in it.
        let _ = kill_process_group(group, Signal::KILL);
    }
}

/// Ends processes that left the group: those with the mark of this stage in
/// their environment, or whose folder is on it.
pub fn end_strays(stage: &Path) {
    let mark = format!("{MARK}={}", stage.display());
    let Ok(processes) = fs::read_dir("/proc") else { return };
    for process in processes.flatten() {
        let Some(id) = process.file_name().to_str().and_then(|name| name.parse().ok()) else { continue };
        let environment = fs::read(process.path().join("environ")).unwrap_or_default();
        let marked = environment.split(|&byte| byte == 0).any(|variable| variable == mark.as_bytes());
        let inside = fs::read_link(process.path().join("cwd")).is_ok_and(|folder| folder.starts_with(stage));
        if let Some(id) = pid(id)
            && (marked || inside)
        {
            let _ = kill_process(id, Signal::KILL);
        }
    }
}

fn pid(id: u32) -> Option<Pid> {
    i32::try_from(id).ok().and_then(Pid::from_raw)
}
