//! What `abide count` found, as rows for other programs: a CSV table of the rules,
//! and a line of JSON for each time one was broken.

use super::report::Report;
use crate::count::examples::Example;
use crate::count::{Followed, Shown};
use crate::mask::mask;
use abide_agents::history::Outcome;
use serde_json::{Value, json};

/// The columns before and behind those of the outcomes. Others come last, so that
/// columns keep their places.
const COLUMNS: (&[&str], &[&str]) = (
    &["id", "text", "source", "broken", "chances", "sessions", "projects", "first", "last"],
    &[
        "damage",
        "instead",
        "kept",
        "obeyed",
        "another_way",
        "repeated",
        "gave_up",
        "held",
        "allowed",
        "doubtful",
    ],
);

/// A table with a row for each rule. Outcomes have a column each.
pub fn csv(report: &Report) -> String {
    let outcomes = Outcome::NAMES.iter().map(|(name, _)| name);
    let mut text = line(COLUMNS.0.iter().chain(outcomes).chain(COLUMNS.1).map(|name| (*name).to_owned()));
    for at in &report.ranked {
        let (rule, of) = report.of(*at);
        let time = |time: Option<jiff::Timestamp>| time.map(|time| time.to_string()).unwrap_or_default();
        let mut cells = vec![rule.id.clone(), rule.text.clone().unwrap_or_default(), report.source(*at)];
        let numbers = [of.broken, of.chances, of.sessions, of.projects.len()];
        cells.extend(numbers.map(|number| number.to_string()));
        cells.extend([time(of.first), time(of.last)]);
        let outcome = |outcome: &Outcome| of.outcomes.get(outcome).unwrap_or(&0).to_string();
        cells.extend(Outcome::NAMES.iter().map(|(_, name)| outcome(name)));
        cells.extend([of.damage(), of.instead].map(|number| number.to_string()));
        cells.push(report.kept(rule, of).map(|share| format!("{share:.4}")).unwrap_or_default());
        let followed = |way: &Followed| of.followed.get(way).unwrap_or(&0).to_string();
        cells.extend(Followed::NAMES.iter().map(|(way, ..)| followed(way)));
        cells.extend([of.held, of.allowed].map(|number| number.to_string()));
        cells.push(of.is_doubtful().to_string());
        text.push_str(&line(cells.into_iter()));
    }
    text
}

/// A line of cells, quoted where they must be (RFC 4180).
fn line(cells: impl Iterator<Item = String>) -> String {
    let quoted = |cell: String| match cell.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", cell.replace('"', "\"\"")),
        false => cell,
    };
    format!("{}\n", cells.map(quoted).collect::<Vec<_>>().join(","))
}

/// A line of JSON for each example, the oldest first.
pub fn events(report: &Report) -> impl Iterator<Item = String> {
    let mut events: Vec<(&str, &Example)> = Vec::new();
    for at in &report.ranked {
        let id = report.of(*at).0.id.as_str();
        events.extend(report.tally.rules[*at].examples.iter().map(|example| (id, example)));
    }
    events.sort_by_key(|(_, example)| example.time);
    events.into_iter().map(|(id, example)| format!("{}\n", event(id, example)))
}

fn event(rule: &str, example: &Example) -> Value {
    let mut event = document(example);
    event["rule"] = rule.into();
    event["project"] = example.project.as_deref().map(mask).into();
    event
}

/// A call that broke a rule.
pub fn document(example: &Example) -> Value {
    let (name, text) = masked(&example.shown);
    json!({
        "agent": example.agent,
        "session": example.session,
        "time": example.time.map(|time| time.to_string()),
        "cwd": mask(&example.cwd),
        name: text,
        "outcome": example.outcome.name(),
        "file": example.file.to_string_lossy(),
        "line": example.line,
    })
}

/// What is shown of a call, under its name in documents.
pub fn masked(shown: &Shown) -> (&'static str, String) {
    match shown {
        Shown::Command(text) => ("command", mask(text).into_owned()),
        Shown::Path(text) => ("path", mask(text).into_owned()),
    }
}
