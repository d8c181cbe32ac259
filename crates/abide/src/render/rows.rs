//! What `abide count` found, as rows for other programs: a CSV table of the rules,
//! and a line of JSON for each time one was broken.

use super::count::Report;
use crate::count::Shown;
use crate::count::tally::Example;
use crate::mask::mask;
use abide_agents::history::Outcome;
use serde_json::{Value, json};

/// A table with a row for each rule. Outcomes have a column each.
pub fn csv(report: &Report) -> String {
    let columns = ["id", "text", "source", "broken", "chances", "sessions", "projects", "first", "last"];
    let outcomes = Outcome::NAMES.iter().map(|(name, _)| *name);
    let mut text = line(columns.into_iter().chain(outcomes).map(str::to_owned));
    for at in &report.ranked {
        let (rule, of) = (&report.rules.rules()[*at], &report.tally.rules[*at]);
        let time = |time: Option<jiff::Timestamp>| time.map(|time| time.to_string()).unwrap_or_default();
        let numbers =
            [of.broken, of.chances, of.sessions, of.projects.len()].map(|number| number.to_string());
        let outcomes =
            Outcome::NAMES.iter().map(|(_, outcome)| of.outcomes.get(outcome).unwrap_or(&0).to_string());
        let cells = [rule.id.clone(), rule.text.clone().unwrap_or_default(), report.source(rule)];
        text.push_str(&line(
            cells.into_iter().chain(numbers).chain([time(of.first), time(of.last)]).chain(outcomes),
        ));
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
        let id = report.rules.rules()[*at].id.as_str();
        events.extend(report.tally.rules[*at].examples.iter().map(|example| (id, example)));
    }
    events.sort_by_key(|(_, example)| example.time);
    events.into_iter().map(|(id, example)| format!("{}\n", event(id, example)))
}

fn event(rule: &str, example: &Example) -> Value {
    let mut event = document(example);
    event["rule"] = rule.into();
    event["project"] = example.project.as_str().into();
    event["outcome"] = example.outcome.name().into();
    event
}

/// A call that broke a rule.
pub fn document(example: &Example) -> Value {
    let (name, text) = masked(&example.shown);
    json!({
        "agent": example.agent,
        "session": example.session,
        "time": example.time.map(|time| time.to_string()),
        "cwd": example.cwd,
        name: text,
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
