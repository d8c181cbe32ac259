//! Calls out of the agents' own logs, with what became of them.
//!
//! What one log says does not hang on any other, so each may be read by another
//! process. A call that stands in several of them (forks, resumed sessions) has the
//! same `id` in all.

use super::{Judge, Output, Verdict};
use crate::count::{read, shown, sources};
use crate::failure::Failure;
use crate::render::rows;
use abide_agents::Agent;
use abide_agents::history::{Calls, Event, Record, Said, Skip};
use abide_rules::{Account, ToolCall};
use jiff::Timestamp;
use serde_json::{Map, Value, json};
use std::path::Path;
use std::rc::Rc;

/// Tells of every call in the logs of a folder.
pub fn scan(folder: &Path, judge: &Judge, output: &mut Output) -> Result<(), Failure> {
    for source in sources::in_history(folder)? {
        let file = source.path.to_string_lossy();
        let mut calls = Calls::default();
        let error = |line: Option<usize>, why: &str| {
            fields([("file", json!(file)), ("line", json!(line)), ("error", json!(why))])
        };
        let mut take = |agent: &'static Agent, event| match event {
            Event::Call(record) => calls.add(record, |record| judge.record(agent, record)),
            Event::Outcome(id, outcome) => calls.learn(id, outcome),
            Event::Skipped(line, Skip::Broken) => output.line(error(Some(line), "broken line")),
            Event::Skipped(line, Skip::TooLong) => output.line(error(Some(line), "call too long")),
            Event::Skipped(line, Skip::NoCommand) => output.line(error(Some(line), "call without command")),
        };
        match read::read(&source, &read::WHOLE, &[], &mut take, &mut |_| ()) {
            Ok(done) if done.agent.is_some() || source.size == 0 => {}
            Ok(_) => output.line(error(None, "no log that abide knows")),
            Err(why) => output.line(error(None, &why)),
        }
        for call in calls.entries {
            output.line(call.what.row(call.key, call.outcome.name(), &file));
        }
        if !output.flush() {
            break;
        }
    }
    Ok(())
}

/// What is kept of a call until its log is read: only then it is known what became
/// of it.
struct Row<'r> {
    agent: &'static str,
    tool: String,
    session: Option<String>,
    subagent: bool,
    time: Option<Timestamp>,
    cwd: Option<String>,
    project: Option<String>,
    verdict: Verdict<'r>,
    /// The rules that it could have broken.
    about: Vec<&'r str>,
    /// The command or the path, if it broke a rule.
    shown: Option<(&'static str, String)>,
    line: usize,
}

impl<'r> Judge<'r> {
    fn record(&self, agent: &Agent, record: Record) -> Row<'r> {
        let Record { said, time, line, .. } = record;
        let Said { mut call, branch, .. } = Rc::unwrap_or_clone(said);
        let cwd = Some(call.cwd.clone()).filter(|cwd| !cwd.is_empty());
        self.place(&mut call, None);
        let Account { broken, about, .. } = self.rules.account(&call, &self.told(&call.cwd, None, branch));
        let rules = broken.iter().map(|(at, _)| &self.rules.rules()[*at]);
        let path = broken.iter().find_map(|(_, path)| path.as_deref());
        let ToolCall { ref tool, ref session, subagent, ref root, .. } = call;
        Row {
            agent: agent.name,
            tool: tool.clone(),
            session: session.clone(),
            subagent,
            time,
            project: root.clone().filter(|_| cwd.is_some()),
            cwd,
            verdict: Verdict::of(rules.map(|rule| (rule.id.as_str(), rule.action, rule.enabled))),
            about: about.iter().map(|at| self.rules.rules()[*at].id.as_str()).collect(),
            shown: (!broken.is_empty()).then(|| rows::masked(&shown(&call, path).1)),
            line,
        }
    }
}

impl Row<'_> {
    fn row(self, key: u64, outcome: &str, file: &str) -> Map<String, Value> {
        let mut row = fields([
            ("id", json!(format!("{key:016x}"))),
            ("agent", json!(self.agent)),
            ("tool", json!(self.tool)),
            ("session", json!(self.session)),
            ("subagent", json!(self.subagent)),
            ("time", json!(self.time.map(|time| time.to_string()))),
            ("cwd", json!(self.cwd)),
            ("project", json!(self.project)),
            ("outcome", json!(outcome)),
            ("file", json!(file)),
            ("line", json!(self.line)),
            ("about", json!(self.about)),
        ]);
        self.verdict.tell(&mut row);
        row.extend(self.shown.map(|(name, text)| (name.to_owned(), json!(text))));
        row
    }
}

fn fields<const N: usize>(fields: [(&str, Value); N]) -> Map<String, Value> {
    fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}
