//! What `abide count` prints: a table that fits 80 columns, or a document.

use crate::count::tally::{Example, OfRule, Skipped, Tally, Week, monday};
use crate::count::{Followed, Shown};
use crate::mask::mask;
use crate::render::style::{BAD, CAREFUL, CODE, FAINT, GOOD, STRONG, count, paint};
use crate::render::{rows, shorten, width};
use crate::{folders, when};
use abide_agents::shown;
use abide_rules::{Rule, RuleSet};
use anstyle::Style;
use jiff::Timestamp;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::path::Path;

/// The widest table; wider lines are hard to follow.
const MOST_WIDTH: usize = 100;

/// What there is to tell.
pub struct Report<'r> {
    /// The numbers.
    pub tally: &'r Tally,
    /// The rules they are of.
    pub rules: &'r RuleSet,
    /// Indexes of the rules to tell of, in order.
    pub ranked: Vec<usize>,
    /// The project.
    pub root: &'r Path,
    /// Whether the project has no rules, and the starter pack was counted.
    pub starter: bool,
    /// Whether the sessions of all projects were read.
    pub all_projects: bool,
    /// How many examples of each rule are wanted.
    pub examples: usize,
}

impl Report<'_> {
    /// For a person.
    pub fn text(&self) -> String {
        let mut text = self.heading();
        let (broken, kept): (Vec<usize>, Vec<usize>) =
            self.ranked.iter().partition(|at| self.tally.rules[**at].broken > 0);
        if !broken.is_empty() {
            let heads = format!("\n{:>7} {:>6} {:>9}  {:<11} rule", "broken", "share", "sessions", "last");
            text.push_str(&format!("{}\n", paint(FAINT, heads.trim_start_matches('\n'))));
        }
        for at in broken {
            text.push_str(&self.rule(&self.rules.rules()[at], &self.tally.rules[at]));
        }
        if self.tally.calls > 0 {
            // A rule that no call was about has not been kept: it was not tried.
            let (tried, idle) = kept.into_iter().partition(|at| self.tally.rules[*at].tried);
            text.push_str(&self.listed(GOOD, "never broken", tried));
            text.push_str(&self.listed(FAINT, "no call was about these", idle));
        }
        text + &self.skipped()
    }

    /// Rules by their ids alone.
    fn listed(&self, style: Style, heading: &str, rules: Vec<usize>) -> String {
        if rules.is_empty() {
            return String::new();
        }
        let names: Vec<&str> = rules.iter().map(|at| self.rules.rules()[*at].id.as_str()).collect();
        format!("\n{}\n{}", paint(style, heading), wrapped(&names.join(", "), 8))
    }

    fn heading(&self) -> String {
        let tally = self.tally;
        let place = match self.all_projects {
            true => "all projects".to_owned(),
            false => folders::shown(self.root),
        };
        let whole = format!("{} in {}", count(tally.calls, "call"), count(tally.sessions, "session"));
        let mut text = format!("{} of {place}\n", paint(STRONG, whole));
        if let (Some(first), Some(last)) = (tally.first, tally.last) {
            let agents = tally.agents.iter().map(|(agent, calls)| format!("{agent} {calls}"));
            let agents = agents.collect::<Vec<_>>().join(", ");
            let told = wrapped(&format!("{} to {}; {agents}", day(first), day(last)), 0);
            text.push_str(&paint(FAINT, told));
        }
        if self.starter {
            let note = "There are no rules here, so the starter rules were counted (abide tour --rules).";
            text.push_str(&format!("{}\n", paint(CAREFUL, note)));
        }
        text.push('\n');
        text
    }

    fn rule(&self, rule: &Rule, of: &OfRule) -> String {
        let share = of.share() * 100.0;
        let last = of.last.map(day).unwrap_or_default();
        let numbers = format!("{:>7} {:>5.1}% {:>9}  {last:<11} ", of.broken, share, of.sessions);
        let broken = paint(BAD, format!("{:>7}", of.broken));
        let mut text = format!("{broken}{}{}\n", &numbers[7..], paint(STRONG, shown(&rule.id)));
        let quoted = rule.text.as_deref().map(|text| format!("\"{text}\", ")).unwrap_or_default();
        let source = self.source(rule);
        text.push_str(&format!("        {}\n", shown(&shorten(&format!("{quoted}{source}"), room(8)))));
        let outcomes = of
            .outcomes
            .iter()
            .map(|(outcome, number)| format!("{number} {}", outcome.name().replace('_', " ")));
        let agents = of.agents.iter().map(|(agent, number)| format!("{agent} {number}"));
        for told in [outcomes.collect::<Vec<_>>(), agents.collect()] {
            text.push_str(&paint(FAINT, wrapped(&told.join(", "), 8)));
        }
        of.examples.iter().take(self.examples).for_each(|example| text.push_str(&line(example)));
        text
    }

    /// Where the rule is written down, for people if the file says so.
    pub fn source(&self, rule: &Rule) -> String {
        rule.source.clone().unwrap_or_else(|| self.place(rule))
    }

    /// How many of the calls that used what the rule forbids, or its replacement,
    /// used the replacement: from 0 to 1. `None` without either.
    pub fn kept(&self, rule: &Rule, of: &OfRule) -> Option<f64> {
        let all = of.instead + of.broken;
        rule.replacement.as_ref().filter(|_| all > 0).map(|_| of.instead as f64 / all as f64)
    }

    fn place(&self, rule: &Rule) -> String {
        let (file, position) = self.rules.place(rule);
        if self.starter { file.to_owned() } else { format!("{file}:{}", position.line) }
    }

    /// What was not read, and where to look.
    fn skipped(&self) -> String {
        let mut text = String::new();
        let numbers = self.numbers();
        if numbers.is_empty() {
            return text;
        }
        let all: Vec<String> =
            numbers.iter().map(|(what, number)| format!("{number} {}", what.replace('_', " "))).collect();
        text.push_str(&format!("\n{} {}\n", paint(CAREFUL, "not read:"), all.join(", ")));
        for skipped in self.tally.skipped.iter().take(5) {
            let why = skipped.why.as_ref().map(|why| format!(": {why}")).unwrap_or_default();
            let what = format!("{}{why}", at(&skipped.path, skipped.line));
            text.push_str(&format!("  {}\n", paint(FAINT, shown(&what))));
        }
        let more = self.tally.skipped.len().saturating_sub(5);
        if more > 0 {
            text.push_str(&format!(
                "  {}\n",
                paint(FAINT, format!("and in {more} other places; see --json"))
            ));
        }
        text
    }

    fn numbers(&self) -> BTreeMap<&'static str, usize> {
        let mut numbers = BTreeMap::new();
        for skipped in &self.tally.skipped {
            *numbers.entry(skipped.what).or_default() += skipped.number;
        }
        numbers
    }

    /// For a program.
    pub fn document(&self) -> Value {
        let mut skipped: Map<String, Value> =
            self.numbers().into_iter().map(|(what, number)| (what.to_owned(), number.into())).collect();
        if !skipped.is_empty() {
            let place = |skipped: &Skipped| json!({"what": skipped.what, "count": skipped.number, "file": skipped.path, "line": skipped.line, "why": skipped.why});
            skipped.insert("places".to_owned(), self.tally.skipped.iter().map(place).collect());
        }
        let rule = |at: &usize| self.rule_document(&self.rules.rules()[*at], &self.tally.rules[*at]);
        let weeks: Vec<Value> =
            self.tally.weeks.iter().map(|(week, of)| week_document(*week, of, true)).collect();
        json!({
            "version": 1,
            "calls": self.tally.calls,
            "broken": self.tally.broken,
            "stopped": self.tally.stopped,
            "sessions": self.tally.sessions,
            "agents": self.tally.agents,
            "first": self.tally.first.map(|time| time.to_string()),
            "last": self.tally.last.map(|time| time.to_string()),
            "weeks": weeks,
            "skipped": skipped,
            "rules": self.ranked.iter().map(rule).collect::<Vec<_>>(),
        })
    }

    fn rule_document(&self, rule: &Rule, of: &OfRule) -> Value {
        let outcomes: Map<String, Value> = of
            .outcomes
            .iter()
            .map(|(outcome, number)| (outcome.name().to_owned(), (*number).into()))
            .collect();
        let followed: Map<String, Value> = Followed::NAMES
            .iter()
            .map(|(followed, name, _)| {
                ((*name).to_owned(), of.followed.get(followed).copied().unwrap_or_default().into())
            })
            .collect();
        let weeks: Vec<Value> = of.weeks.iter().map(|(week, of)| week_document(*week, of, false)).collect();
        json!({
            "id": rule.id,
            "text": rule.text,
            "source": self.source(rule),
            "broken": of.broken,
            "chances": of.chances,
            "instead": of.instead,
            "kept": self.kept(rule, of),
            "damage": of.damage(),
            "sessions": of.sessions,
            "projects": of.projects.len(),
            "agents": of.agents,
            "outcomes": outcomes,
            "followed": followed,
            "held": of.held,
            "allowed": of.allowed,
            "doubtful": of.is_doubtful(),
            "weeks": weeks,
            "first": of.first.map(|time| time.to_string()),
            "last": of.last.map(|time| time.to_string()),
            "examples": of.examples.iter().take(self.examples).map(rows::document).collect::<Vec<_>>(),
        })
    }
}

/// A week, by its Monday.
fn week_document(week: i64, of: &Week, all: bool) -> Value {
    let monday = monday(week).strftime("%Y-%m-%d").to_string();
    let mut document = json!({"week": monday, "broken": of.broken, "stopped": of.stopped});
    if all {
        document["calls"] = of.calls.into();
    }
    document
}

/// Two lines: what it was, and where it stands.
fn line(example: &Example) -> String {
    let (Shown::Command(text) | Shown::Path(text)) = &example.shown;
    let what = shorten(&mask(text), room(10));
    let time = example.time.map(|time| format!("{} ", day(time))).unwrap_or_default();
    let place = at(&example.file, Some(example.line));
    format!(
        "        - {}\n          {}\n",
        paint(CODE, shown(&what)),
        paint(FAINT, shown(&format!("{time}{place}")))
    )
}

fn at(path: &Path, line: Option<usize>) -> String {
    let line = line.map(|line| format!(":{line}")).unwrap_or_default();
    format!("{}{line}", folders::shown(path))
}

fn day(time: Timestamp) -> String {
    when::shown(time).chars().take(10).collect()
}

fn room(before: usize) -> usize {
    width().min(MOST_WIDTH).saturating_sub(before)
}

/// A text in lines that fit, behind so many blanks.
fn wrapped(text: &str, before: usize) -> String {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let line = lines.last_mut().expect("there is one");
        if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > room(before) {
            lines.push(word.to_owned());
        } else {
            line.push_str(if line.is_empty() { "" } else { " " });
            line.push_str(word);
        }
    }
    lines.iter().map(|line| format!("{:before$}{}\n", "", shown(line))).collect()
}
