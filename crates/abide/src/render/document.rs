//! `abide count --json`. The form is described in docs/count.md, and stays.

use super::report::Report;
use super::rows;
use crate::count::Followed;
use crate::count::figures::{self, OfRule, Week};
use crate::count::tally::Skipped;
use crate::mask::mask;
use serde_json::{Map, Value, json};

/// The whole document.
pub fn document(report: &Report) -> Value {
    let tally = report.tally;
    let mut skipped: Map<String, Value> =
        report.numbers().into_iter().map(|(what, number)| (what.to_owned(), number.into())).collect();
    if !skipped.is_empty() {
        skipped.insert("places".to_owned(), tally.skipped.iter().map(place).collect());
    }
    let installed: Map<String, Value> =
        report.installed.iter().map(|(agent, time)| ((*agent).to_owned(), time.to_string().into())).collect();
    let weeks: Vec<Value> = tally
        .weeks
        .iter()
        .map(|(week, of)| {
            let mut document = self::week(*week, of);
            document["calls"] = of.calls.into();
            document
        })
        .collect();
    json!({
        "version": 1,
        "calls": tally.calls,
        "broken": tally.broken,
        "stopped": tally.stopped,
        "sessions": tally.sessions,
        "agents": tally.agents,
        "first": tally.first.map(|time| time.to_string()),
        "last": tally.last.map(|time| time.to_string()),
        "weeks": weeks,
        "installed": installed,
        "skipped": skipped,
        "faults": report.rules.faults(),
        "rules": report.ranked.iter().map(|at| rule(report, *at)).collect::<Vec<_>>(),
    })
}

fn place(skipped: &Skipped) -> Value {
    json!({
        "what": skipped.what,
        "count": skipped.number,
        "file": skipped.path.to_string_lossy(),
        "line": skipped.line,
        "why": skipped.why,
    })
}

/// A week, by its Monday.
fn week(week: i64, of: &Week) -> Value {
    json!({"week": figures::name(week), "broken": of.broken, "stopped": of.stopped})
}

fn rule(report: &Report, at: usize) -> Value {
    let (rule, of) = report.of(at);
    json!({
        "id": rule.id,
        "text": rule.text,
        "source": report.source(at),
        "broken": of.broken,
        "chances": of.chances,
        "damage": of.damage(),
        "replacement": rule.replacement,
        "instead": of.instead,
        "kept": report.kept(rule, of),
        "sessions": of.sessions,
        "projects": of.projects.len(),
        "by_project": projects(of),
        "agents": of.agents,
        "outcomes": outcomes(of),
        "followed": followed(of),
        "held": of.held,
        "allowed": of.allowed,
        "doubtful": of.is_doubtful(),
        "dead": report.standing(at).why(),
        "weeks": of.weeks.iter().map(|(at, of)| week(*at, of)).collect::<Vec<_>>(),
        "first": of.first.map(|time| time.to_string()),
        "last": of.last.map(|time| time.to_string()),
        "examples": of.newest().take(report.examples).map(rows::document).collect::<Vec<_>>(),
    })
}

fn projects(of: &OfRule) -> Map<String, Value> {
    of.projects.iter().map(|(root, number)| (mask(root).into_owned(), (*number).into())).collect()
}

fn outcomes(of: &OfRule) -> Map<String, Value> {
    of.outcomes.iter().map(|(outcome, number)| (outcome.name().to_owned(), (*number).into())).collect()
}

/// Every way, those that nothing followed too.
fn followed(of: &OfRule) -> Map<String, Value> {
    let times = |followed: &Followed| of.followed.get(followed).copied().unwrap_or_default();
    Followed::NAMES.iter().map(|(way, name, _)| ((*name).to_owned(), times(way).into())).collect()
}
