//! What a log says, agent by agent: lines as the agents write them, cut down to
//! what matters, and the calls that are in them. One trap a test.

mod claude;
mod codex;
mod others;
mod spoilt;

use abide_agents::history::{Calls, Event, Kind, Log, Origin, Outcome, Record, Skip, detect};
use abide_rules::Input;

/// What was read of one log.
struct Told {
    agent: &'static str,
    /// A line for each call: tool, input, outcome.
    calls: Vec<String>,
    records: Vec<Record>,
    skipped: Vec<(usize, Skip)>,
}

/// Reads a log as `abide count` does.
fn read(log: &str) -> Told {
    read_at(&Origin { path: "/logs/log.jsonl".into(), ..Origin::default() }, log.as_bytes())
}

fn read_at(origin: &Origin, bytes: &[u8]) -> Told {
    let (agent, kind) = detect(bytes).expect("somebody's log");
    let mut log = Log::new(agent, kind, origin).expect("an agent with logs");
    let mut calls = Calls::default();
    let mut skipped = Vec::new();
    let mut take = |event| match event {
        Event::Call(record) => calls.add(record, |record| record),
        Event::Outcome(id, outcome) => calls.learn(id, outcome),
        Event::Skipped(line, why) => skipped.push((line, why)),
    };
    match kind {
        Kind::Document => log.line(bytes, &mut take),
        Kind::Text => bytes.split(|byte| *byte == b'\n').for_each(|line| log.text(line, &mut take)),
        _ => bytes.split(|byte| *byte == b'\n').for_each(|line| log.line(line, &mut take)),
    }
    let shown = calls.entries.iter().map(|entry| shown(&entry.what, entry.outcome)).collect();
    let records = calls.entries.into_iter().map(|entry| entry.what).collect();
    Told { agent: agent.name, calls: shown, records, skipped }
}

fn shown(record: &Record, outcome: Outcome) -> String {
    let input = match &record.said.call.input {
        Input::Shell(line) | Input::PowerShell(line) => format!("`{line}`"),
        Input::Files(kind, paths) => format!("{kind:?} {}", paths.join(" ")),
        Input::Search { folder, .. } => format!("Search {}", folder.as_deref().unwrap_or_default()),
        Input::Changes(changes) => {
            changes.iter().map(|(kind, path)| format!("{kind:?} {path}")).collect::<Vec<_>>().join(", ")
        }
    };
    format!("{} {} {}", record.said.call.tool, input.trim_end(), outcome.name())
}

impl Told {
    #[track_caller]
    fn is(self, agent: &str, calls: &[&str]) -> Self {
        assert_eq!(self.agent, agent);
        assert_eq!(self.calls, calls);
        self
    }

    /// Nothing was passed over.
    #[track_caller]
    fn whole(self) -> Self {
        assert_eq!(self.skipped, []);
        self
    }
}
