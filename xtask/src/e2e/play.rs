//! One agent, started once: on a stage, with abide installed, against a script.

use super::agents::Agent;
use super::model::{Model, Record, Script};
use super::process::{self, Ended};
use super::stage::Stage;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

const PROMPT: &str = "Do the next step of the task.";

/// What a run needs.
pub struct Setting<'s> {
    /// The abide to be tried.
    pub abide: &'s Path,
    /// The agent's program.
    pub program: &'s Path,
    /// Folders of packages that the agent needs.
    pub needs: &'s [PathBuf],
    /// How long an agent may run.
    pub limit: Duration,
    /// Leave the stages on the disk.
    pub keep: bool,
}

/// How a start differs from a plain one.
#[derive(Clone, Copy)]
pub struct Variation {
    /// The folder of the project to start in; the project itself if empty.
    pub folder: &'static str,
    /// Arguments beside the usual ones.
    pub flags: &'static [&'static str],
    /// Leave out what a person must approve.
    pub unapproved: bool,
    /// What is done when abide is installed and the agent not yet started.
    pub change: fn(&Stage) -> io::Result<()>,
}

impl Variation {
    pub const NONE: Variation = Variation { folder: "", flags: &[], unapproved: false, change: |_| Ok(()) };
}

/// Starts the agent and lets it play the script.
pub fn play(
    agent: &Agent,
    setting: &Setting,
    stage: &Stage,
    script: Script,
    variation: &Variation,
) -> io::Result<(Ended, Record)> {
    let model = Model::start(script)?;
    (agent.prepare)(stage, &model.address())?;
    install(agent, stage)?;
    if let Some(approve) = agent.approve.filter(|_| !variation.unapproved) {
        approve(stage, setting.program)?;
    }
    (variation.change)(stage)?;
    let launch = (agent.launch)(stage, &model.address(), PROMPT);
    let mut command = stage.command(setting.program);
    command.current_dir(stage.project().join(variation.folder));
    command.args(&launch.arguments).args(variation.flags).envs(launch.environment);
    let ended = process::run(&mut command, stage.root(), setting.limit)?;
    Ok((ended, model.record()))
}

/// Runs `abide install` as a person does.
pub fn install(agent: &Agent, stage: &Stage) -> io::Result<()> {
    let ended = abide(stage, &["install", agent.name, "--user"])?;
    if ended.code == Some(0) { Ok(()) } else { Err(io::Error::other(format!("install: {}", ended.story()))) }
}

/// Runs abide on a stage.
pub fn abide(stage: &Stage, arguments: &[&str]) -> io::Result<Ended> {
    let mut command = stage.command(&stage.abide());
    process::run(command.args(arguments), stage.root(), Duration::from_secs(30))
}

/// Why there is no result: how the agent ended, and how far it came.
pub fn unreached(record: &Record, ended: &Ended) -> String {
    let (requests, results) = (record.requests.len(), record.results.len());
    format!("{requests} requests, {results} results; {}", ended.story())
}

/// The beginning, in one line.
pub fn excerpt(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(200).collect()
}

/// Leaves the stage for a look, with all that the model was sent.
pub fn leave(stage: Stage, setting: &Setting, record: &Record) {
    if setting.keep {
        let requests: Vec<_> =
            record.requests.iter().map(|(path, body)| format!("{path} {body}\n")).collect();
        let _ = fs::write(stage.root().join("requests"), requests.concat());
        eprintln!("e2e: kept {}", stage.keep().display());
    }
}
