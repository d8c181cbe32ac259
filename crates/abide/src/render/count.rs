//! What `abide count` prints for a person: a table that fits 80 columns.

use super::report::{Report, Standing};
use crate::count::examples::Example;
use crate::count::figures::OfRule;
use crate::count::{Followed, Shown};
use crate::mask::mask;
use crate::render::style::{BAD, CAREFUL, CODE, FAINT, GOOD, STRONG, count, paint};
use crate::render::{columns, shorten, shorten_path, width, wrapped};
use crate::{folders, when};
use abide_agents::shown;
use abide_rules::Rule;
use anstyle::Style;
use std::path::Path;

/// The widest table; wider lines are hard to follow.
const MOST_WIDTH: usize = 100;
/// Where the lines below a rule begin.
const MARGIN: usize = 8;
/// The columns before the id of a rule.
const COLUMNS: &str = "broken    ran  stopped   share  last        ";

/// The whole text.
pub fn text(report: &Report) -> String {
    let mut text = heading(report);
    let broken = report.with(Standing::is_broken);
    if !broken.is_empty() {
        text.push_str(&format!("{}\n", paint(FAINT, format!("{COLUMNS}rule"))));
    }
    for at in broken {
        text.push_str(&rule(report, at));
    }
    if report.tally.calls > 0 {
        let ids = |rules: Vec<usize>| {
            rules.iter().map(|at| report.of(*at).0.id.clone()).collect::<Vec<_>>().join(", ")
        };
        let kept = report.with(|standing| *standing == Standing::Kept);
        text.push_str(&section(GOOD, "never broken", &[ids(kept)]));
        let mut reasons: Vec<(String, Vec<String>)> = Vec::new();
        for (at, why) in report.dead() {
            let id = report.of(at).0.id.clone();
            match reasons.iter_mut().find(|(known, _)| *known == why) {
                Some((_, ids)) => ids.push(id),
                None => reasons.push((why, vec![id])),
            }
        }
        let lines: Vec<String> =
            reasons.iter().map(|(why, ids)| format!("{}: {why}", ids.join(", "))).collect();
        text.push_str(&section(FAINT, "could not have been broken", &lines));
    }
    let faults: Vec<String> = report.rules.faults().into_iter().map(str::to_owned).collect();
    text + &section(BAD, "could not be read, so nothing was judged by it", &faults) + &skipped(report)
}

/// Lines below a heading, if there are any.
fn section(style: Style, heading: &str, lines: &[String]) -> String {
    let lines: String =
        lines.iter().filter(|line| !line.is_empty()).map(|line| paragraph(line, MARGIN)).collect();
    if lines.is_empty() { lines } else { format!("\n{}\n{lines}", paint(style, heading)) }
}

fn heading(report: &Report) -> String {
    let tally = report.tally;
    let whole = format!("{} in {}", count(tally.calls, "call"), count(tally.sessions, "session"));
    let place = match report.all_projects {
        true => "all projects".to_owned(),
        false => shorten_path(&folders::shown(report.root), room(columns(&whole) + 4)),
    };
    let mut text = format!("{} of {}\n", paint(STRONG, whole), shown(&place));
    if let (Some(first), Some(last)) = (tally.first, tally.last) {
        let agents = tally.agents.iter().map(|(agent, calls)| format!("{agent} {calls}"));
        let agents = agents.collect::<Vec<_>>().join(", ");
        let told = paragraph(&format!("{}; {agents}", when::days(first, last)), 0);
        text.push_str(&paint(FAINT, told));
    }
    if let Some(note) = report.note() {
        text.push_str(&paint(CAREFUL, paragraph(note, 0)));
    }
    if report.tally.calls > 0 {
        text.push('\n');
    }
    text
}

fn rule(report: &Report, at: usize) -> String {
    let (rule, of) = report.of(at);
    let stopped = of.stopped();
    let ran = of.broken - stopped;
    let last = of.last.map(when::day).unwrap_or_default();
    let style = if ran > 0 { BAD } else { STRONG };
    let broken = paint(style, format!("{:>6}", of.broken));
    let numbers = format!(" {ran:>6} {stopped:>8} {:>6.1}%  {last:<10}  ", of.share() * 100.0);
    let id = shorten(&shown(&rule.id), room(COLUMNS.len()));
    let mut text = format!("{broken}{numbers}{}\n", paint(STRONG, id));
    let quoted = rule.text.as_deref().map(|text| format!("\"{text}\", ")).unwrap_or_default();
    let headline = shorten(&shown(&format!("{quoted}{}", report.source(at))), room(MARGIN));
    text.push_str(&format!("{:MARGIN$}{headline}\n", ""));
    for (style, told) in facts(report, rule, of) {
        text.push_str(&paint(style, paragraph(&told, MARGIN)));
    }
    of.newest().take(report.examples).for_each(|example| text.push_str(&self::example(example)));
    text
}

/// What is told of a rule beside its numbers.
fn facts(report: &Report, rule: &Rule, of: &OfRule) -> Vec<(Style, String)> {
    let outcomes: Vec<String> = of
        .outcomes
        .iter()
        .map(|(outcome, number)| format!("{number} {}", outcome.name().replace('_', " ")))
        .collect();
    let agents: Vec<String> = of.agents.iter().map(|(agent, number)| format!("{agent} {number}")).collect();
    let mut places = count(of.sessions, "session");
    if of.projects.len() > 1 {
        places.push_str(&format!(" of {}", count(of.projects.len(), "project")));
    }
    let mut facts = vec![(FAINT, format!("{}; {}; {places}", outcomes.join(", "), agents.join(", ")))];
    if let Some(kept) = report.kept(rule, of) {
        let all = of.instead + of.broken;
        let what = rule.only_replacement().map_or("a replacement".to_owned(), |words| format!("`{words}`"));
        let told = format!("{what} was used in {} of {all} calls, {:.0}%", of.instead, kept * 100.0);
        facts.push((FAINT, told));
    }
    let ways: Vec<String> = Followed::NAMES
        .iter()
        .filter_map(|(way, _, words)| of.followed.get(way).map(|number| format!("{words} {number}")))
        .collect();
    if !ways.is_empty() {
        facts.push((FAINT, format!("after it was stopped: {}", ways.join(", "))));
    }
    if of.is_doubtful() {
        let told = format!("a person let {} of {} run: it may forbid too much", of.allowed, of.held);
        facts.push((CAREFUL, told));
    }
    facts
}

/// Two lines: what it was, and where it stands.
fn example(example: &Example) -> String {
    let (Shown::Command(text) | Shown::Path(text)) = &example.shown;
    let time = example.time.map(|time| format!("{} ", when::day(time))).unwrap_or_default();
    let what = shorten(&shown(&mask(text)), room(MARGIN + 2 + time.len()));
    let place = shorten_path(&at(&example.file, Some(example.line)), room(MARGIN + 2));
    let what = format!("{:MARGIN$}- {time}{}", "", paint(CODE, what));
    format!("{what}\n{:MARGIN$}  {}\n", "", paint(FAINT, place))
}

/// What was not read, and where to look.
fn skipped(report: &Report) -> String {
    let mut text = String::new();
    let skipped = report.skipped();
    if skipped.is_empty() {
        return text;
    }
    let told = paragraph(&format!("not read: {skipped}"), 0);
    text.push_str(&format!("\n{}", paint(CAREFUL, told)));
    for skipped in report.tally.skipped.iter().take(5) {
        let why = skipped.why.as_ref().map(|why| format!(": {why}")).unwrap_or_default();
        let why = shorten(&shown(&why), room(2) / 2);
        let place = shorten_path(&at(&skipped.path, skipped.line), room(2 + columns(&why)));
        text.push_str(&format!("  {}\n", paint(FAINT, place + &why)));
    }
    let more = report.tally.skipped.len().saturating_sub(5);
    if more > 0 {
        text.push_str(&format!("  {}\n", paint(FAINT, format!("and in {more} other places; see --json"))));
    }
    text
}

fn at(path: &Path, line: Option<usize>) -> String {
    let line = line.map(|line| format!(":{line}")).unwrap_or_default();
    shown(&format!("{}{line}", folders::shown(path))).into_owned()
}

fn room(before: usize) -> usize {
    width().min(MOST_WIDTH).saturating_sub(before)
}

/// A text in lines that fit, behind so many blanks.
fn paragraph(text: &str, before: usize) -> String {
    wrapped(&shown(text), before, room(before))
}
