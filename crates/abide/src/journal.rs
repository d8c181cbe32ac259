//! What abide decided, in `log.jsonl` of its state folder, and when each agent
//! last called.
//!
//! A line of JSON for every decision that was not a plain pass, in one write.
//! Secrets are masked, and nothing of the environment is kept. A file of
//! [`MOST_LOG`] bytes moves to `log.jsonl.1`, in the place of an older one.
//! Trouble with any of this is nobody's business but `abide doctor`'s: it
//! never changes a verdict, and is never said to a model.

use crate::folders;
use crate::mask::mask;
use abide_rules::{Action, Hit, Input, ToolCall};
use jiff::{Timestamp, Unit};
use serde_json::{Value, json};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// The size at which a log is put aside, in bytes.
const MOST_LOG: u64 = 8 << 20;
/// The longest command or path that is kept, in characters.
const MOST_TEXT: usize = 2000;
/// Heartbeats nearer to each other are one.
const BEAT: Duration = Duration::from_secs(60);

/// Where the log is.
pub fn log_file() -> Option<PathBuf> {
    Some(folders::state()?.join("log.jsonl"))
}

/// Notes what became of a call that broke a rule.
pub fn note(call: &ToolCall, hit: &Hit, action: Action) {
    let mut line = line(call.agent, action.name());
    let said = match &call.input {
        Input::Shell(command) | Input::PowerShell(command) => ("command", kept(command)),
        Input::Files(_, paths) => ("paths", paths.iter().map(|path| kept(path)).collect()),
        Input::Changes(changes) => ("paths", changes.iter().map(|(_, path)| kept(path)).collect()),
        Input::Search { folder, .. } => ("paths", folder.iter().map(|path| kept(path)).collect()),
    };
    line["rule"] = hit.rule.as_str().into();
    line["tool"] = call.tool.as_str().into();
    line[said.0] = said.1;
    line["cwd"] = call.cwd.as_str().into();
    line["session"] = call.session.as_deref().into();
    line["call"] = call.id.as_deref().into();
    line["subagent"] = call.subagent.into();
    append(&line);
}

/// Notes that abide failed, and what came of it.
pub fn note_failure(agent: &str, text: &str, blocked: bool) {
    let mut line = line(agent, "error");
    line["text"] = kept(text);
    line["blocked"] = blocked.into();
    append(&line);
}

/// Notes that an agent called.
pub fn beat(agent: &str) {
    let Some(file) = heartbeat_file(agent) else { return };
    let age = fs::metadata(&file).and_then(|data| data.modified()).ok().map(|time| time.elapsed());
    if matches!(age, Some(Ok(age)) if age < BEAT) {
        return;
    }
    let touch = || File::create(&file)?.set_modified(SystemTime::now());
    if touch().is_err() && file.parent().is_some_and(|folder| fs::create_dir_all(folder).is_ok()) {
        let _ = touch();
    }
}

/// When an agent last called, to the minute.
pub fn last_call(agent: &str) -> Option<SystemTime> {
    fs::metadata(heartbeat_file(agent)?).and_then(|data| data.modified()).ok()
}

fn heartbeat_file(agent: &str) -> Option<PathBuf> {
    Some(folders::state()?.join("heartbeat").join(agent))
}

fn line(agent: &str, decision: &str) -> Value {
    let now = Timestamp::now().round(Unit::Millisecond).unwrap_or_default();
    json!({ "time": now.to_string(), "agent": agent, "decision": decision })
}

fn kept(text: &str) -> Value {
    let text: String = text.chars().take(MOST_TEXT).collect();
    mask(&text).into()
}

fn append(line: &Value) {
    if let Some(path) = log_file() {
        let _ = append_to(&path, &format!("{line}\n"));
    }
}

fn append_to(path: &Path, line: &str) -> io::Result<()> {
    let open = || OpenOptions::new().append(true).create(true).open(path);
    let mut file = match open() {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            fs::create_dir_all(path.parent().unwrap_or(path))?;
            open()?
        }
        other => other?,
    };
    if file.metadata()?.len() > MOST_LOG {
        put_aside(path, &file);
        file = open()?;
    }
    file.write_all(line.as_bytes())
}

/// Moves a full log away. Of several processes that see it full, the one that
/// gets the lock does, and only if the file at `path` is still the full one.
fn put_aside(path: &Path, file: &File) {
    let still_full = || fs::metadata(path).is_ok_and(|data| data.len() > MOST_LOG);
    if file.try_lock().is_ok() && still_full() {
        let _ = fs::rename(path, path.with_extension("jsonl.1"));
    }
}
