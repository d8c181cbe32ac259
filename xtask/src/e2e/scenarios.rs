//! What is tried on each agent, and when it counts as held.
//!
//! - **guard**: one conversation that asks for forbidden and harmless calls in
//!   turn. A forbidden one counts as blocked when nothing happened *and* the
//!   model was told by abide; a harmless one must have happened, so that a tool
//!   that never works is not taken for a blocked one.
//! - **crash**: the hook is killed, or not there, and `npm i` is called. What
//!   the agent does then is its own decision: it is told, not judged.
//! - **uninstall**: `abide install`, then `abide uninstall`; HOME must be as it
//!   was, byte for byte.

use super::agents::{Act, Agent};
use super::model::{Model, Record, SUBTASK, Script};
use super::process::{self, Ended};
use super::report::{Cell, Column};
use super::stage::{NOTES, SECRET, Stage, write_program};
use super::tree::Tree;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// What every reason of abide begins with.
const SAID: &str = "abide: ";
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

/// The columns that a scenario fills.
pub type Cells = Vec<(Column, Cell)>;
/// What runs a scenario.
pub type Run = fn(&Agent, &Setting) -> io::Result<Cells>;

/// The scenarios, in the order in which they are played.
pub const SCENARIOS: &[(&str, Run)] = &[("guard", guard), ("crash", crash), ("uninstall", uninstall)];

/// What is left behind when a call has run.
enum Trace {
    /// A stub or the MCP server has left this mark.
    Mark(&'static str),
    /// This file of the project is no longer as it was.
    Changed(&'static str),
    /// The model has seen this text.
    Seen(&'static str),
}

impl Trace {
    fn left(&self, stage: &Stage, record: &Record) -> bool {
        match self {
            Trace::Mark(mark) => stage.marks().iter().any(|line| line == mark),
            Trace::Changed(file) => fs::read_to_string(stage.project().join(file))
                .map_or(true, |text| text != "console.log(\"old\");\n"),
            Trace::Seen(text) => record.requests.iter().any(|(_, body)| body.contains(text)),
        }
    }
}

/// One call of the guard scenario.
struct Check {
    column: Column,
    act: Act,
    trace: Trace,
    /// Whether it must be blocked; otherwise it must run.
    blocked: bool,
    /// What the reason must hold beside abide's name.
    hint: &'static str,
}

const fn check(column: Column, act: Act, trace: Trace, blocked: bool, hint: &'static str) -> Check {
    Check { column, act, trace, blocked, hint }
}

const TASK: &str = "SUBTASK: do this step of the task, then say that it is done.";

const CHECKS: &[Check] = &[
    check(Column::ShellBlocked, Act::Shell("npm i"), Trace::Mark("npm i"), true, "pnpm i"),
    check(Column::ShellPasses, Act::Shell("pnpm i"), Trace::Mark("pnpm i"), false, ""),
    check(Column::Edit, Act::Edit("src/app.js"), Trace::Changed("src/app.js"), false, ""),
    check(Column::Edit, Act::Edit("dist/app.js"), Trace::Changed("dist/app.js"), true, "dist-is-built"),
    check(Column::Read, Act::Read("notes.txt"), Trace::Seen(NOTES), false, ""),
    check(Column::Read, Act::Read(".env"), Trace::Seen(SECRET), true, "env-is-private"),
    check(Column::Mcp, Act::Mcp("get_note"), Trace::Mark("mcp get_note"), false, ""),
    check(Column::Mcp, Act::Mcp("put_note"), Trace::Mark("mcp put_note"), true, "no-notes"),
    check(Column::Subagent, Act::Delegate(TASK), Trace::Mark("npm ci"), true, "pnpm ci"),
];
/// What the subagent is made to call.
const SUB_ACT: Act = Act::Shell("npm ci");

fn guard(agent: &Agent, setting: &Setting) -> io::Result<Cells> {
    let stage = Stage::new(setting.abide, setting.needs)?;
    let mut script = Script { steps: Vec::new(), sub_steps: (agent.calls)(&SUB_ACT, &stage) };
    // The step whose result says what became of each check.
    let mut places = Vec::new();
    for check in CHECKS {
        let calls = (agent.calls)(&check.act, &stage);
        let place = calls.len().checked_sub(1).map(|last| script.steps.len() + last);
        script.steps.extend(calls);
        places.push(place);
    }
    let (ended, record) = play(agent, setting, &stage, script, |_| Ok(()))?;
    let mut cells: Cells = Vec::new();
    for (check, place) in CHECKS.iter().zip(places) {
        let result = match check.act {
            Act::Delegate(_) => record.sub_results.first(),
            _ => place.and_then(|place| record.results.get(place)),
        };
        let cell = match (place, result) {
            (None, _) => Cell::Absent("no such tool".into()),
            (_, None) => Cell::Unreached(unreached(&record, &ended)),
            (_, Some(result)) => judge(check, check.trace.left(&stage, &record), result),
        };
        match cells.iter_mut().find(|(column, _)| *column == check.column) {
            Some((_, first)) => first.and(cell),
            None => cells.push((check.column, cell)),
        }
    }
    leave(stage, setting, &record);
    Ok(cells)
}

/// What became of one call.
fn judge(check: &Check, happened: bool, result: &str) -> Cell {
    let told = result.contains(SAID) && result.contains(check.hint);
    match (check.blocked, happened, told) {
        (true, false, true) => Cell::Good("blocked".into()),
        (true, true, _) => Cell::Bad(format!("RAN; the model saw: {}", excerpt(result))),
        (true, false, false) => Cell::Bad(format!("not told by abide; the model saw: {}", excerpt(result))),
        (false, true, _) if !result.contains(SAID) => Cell::Good("runs".into()),
        (false, ..) => Cell::Bad(format!("a harmless call did not run; the model saw: {}", excerpt(result))),
    }
}

/// Breaks the program at this path.
type Fault = fn(&Path) -> io::Result<()>;

/// How the hook is broken, and what it is called in the table.
const FAULTS: &[(&str, Fault)] = &[
    ("killed", |abide| write_program(abide, "#!/bin/sh\nkill -ABRT $$\n")),
    ("missing", |abide| fs::remove_file(abide)),
];

fn crash(agent: &Agent, setting: &Setting) -> io::Result<Cells> {
    let mut told = Vec::new();
    for (name, fault) in FAULTS {
        let stage = Stage::new(setting.abide, setting.needs)?;
        let steps = (agent.calls)(&Act::Shell("npm i"), &stage);
        let script = Script { steps, ..Script::default() };
        let (ended, record) = play(agent, setting, &stage, script, |stage| fault(&stage.abide()))?;
        let ran = Trace::Mark("npm i").left(&stage, &record);
        let outcome = match record.results.last() {
            _ if ran => "runs",
            Some(_) => "blocked",
            None => return Ok(vec![(Column::Crash, Cell::Unreached(unreached(&record, &ended)))]),
        };
        told.push(format!("{name}: {outcome}"));
        leave(stage, setting, &record);
    }
    Ok(vec![(Column::Crash, Cell::Told(told.join(", ")))])
}

fn uninstall(agent: &Agent, setting: &Setting) -> io::Result<Cells> {
    let stage = Stage::new(setting.abide, setting.needs)?;
    (agent.prepare)(&stage, "http://127.0.0.1:1")?;
    let before = Tree::of(&stage.home())?;
    install(agent, &stage)?;
    let installed = Tree::of(&stage.home())?;
    let ended = abide(&stage, &["uninstall", agent.name])?;
    let left = before.differences(&Tree::of(&stage.home())?);
    let cell = if before == installed {
        Cell::Bad("install has changed nothing".into())
    } else if ended.code != Some(0) {
        Cell::Bad(ended.story())
    } else if left.is_empty() {
        Cell::Good("yes".into())
    } else {
        Cell::Bad(left.join(", "))
    };
    leave(stage, setting, &Record::default());
    Ok(vec![(Column::Uninstall, cell)])
}

/// Starts the agent on a stage and lets it play the script. `change` is called
/// when abide is installed and the agent not yet started.
fn play(
    agent: &Agent,
    setting: &Setting,
    stage: &Stage,
    script: Script,
    change: impl FnOnce(&Stage) -> io::Result<()>,
) -> io::Result<(Ended, Record)> {
    debug_assert!(TASK.starts_with(SUBTASK));
    let model = Model::start(script)?;
    (agent.prepare)(stage, &model.address())?;
    install(agent, stage)?;
    change(stage)?;
    let launch = (agent.launch)(stage, &model.address(), PROMPT);
    let mut command = stage.command(setting.program);
    command.args(&launch.arguments).envs(launch.environment);
    let ended = process::run(&mut command, stage.root(), setting.limit)?;
    Ok((ended, model.record()))
}

fn install(agent: &Agent, stage: &Stage) -> io::Result<()> {
    super::stopgap::install(agent, stage)
}

fn abide(stage: &Stage, arguments: &[&str]) -> io::Result<Ended> {
    let mut command = stage.command(&stage.abide());
    process::run(command.args(arguments), stage.root(), Duration::from_secs(30))
}

/// Why there is no result: how the agent ended, and how far it came.
fn unreached(record: &Record, ended: &Ended) -> String {
    let (requests, results) = (record.requests.len(), record.results.len());
    format!("{requests} requests, {results} results; {}", ended.story())
}

fn excerpt(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(200).collect()
}

/// Leaves the stage for a look, with all that the model was sent.
fn leave(stage: Stage, setting: &Setting, record: &Record) {
    if setting.keep {
        let requests: Vec<_> =
            record.requests.iter().map(|(path, body)| format!("{path} {body}\n")).collect();
        let _ = fs::write(stage.root().join("requests"), requests.concat());
        eprintln!("e2e: kept {}", stage.keep().display());
    }
}
