//! The figures of one rule, and of one week.

use super::after::{Followed, was_stopped};
use super::examples::Example;
use abide_agents::history::Outcome;
use foldhash::HashSet;
use jiff::Timestamp;
use std::collections::BTreeMap;

/// The calls of one week.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Week {
    /// All calls.
    pub calls: usize,
    /// Those that broke a rule.
    pub broken: usize,
    /// Of these, those that were stopped before they ran.
    pub stopped: usize,
}

/// What is told of one rule.
#[derive(Default)]
pub struct OfRule {
    /// How often it was broken.
    pub broken: usize,
    /// Calls that it is about.
    pub chances: usize,
    /// Whether a call was of a kind that it looks at.
    pub tried: bool,
    /// Calls that ran what it says to use instead, and did not break it.
    pub instead: usize,
    /// Sessions that broke it.
    pub sessions: usize,
    /// How often in each project; calls whose log names no folder are in none.
    pub projects: BTreeMap<String, usize>,
    /// How often by each agent.
    pub agents: BTreeMap<&'static str, usize>,
    /// What became of the calls.
    pub outcomes: BTreeMap<Outcome, usize>,
    /// What came after those that were stopped.
    pub followed: BTreeMap<Followed, usize>,
    /// Calls that it held up: they were stopped, or the person was asked.
    pub held: usize,
    /// Those of them that a person let run.
    pub allowed: usize,
    /// How often in each week: all, and those that were stopped.
    pub weeks: BTreeMap<i64, Week>,
    /// When it was broken first.
    pub first: Option<Timestamp>,
    /// And last.
    pub last: Option<Timestamp>,
    /// The newest; if all are wanted, those of the same command or path too.
    pub examples: Vec<Example>,
}

impl OfRule {
    /// How bad it is: a call that ran weighs three times one that was stopped.
    /// What is not known to have run as it was meant lies between.
    pub fn damage(&self) -> usize {
        self.outcomes.iter().map(|(outcome, number)| weight(*outcome) * number).sum()
    }

    /// How many of the calls that it is about broke it, from 0 to 1.
    pub fn share(&self) -> f64 {
        self.broken as f64 / self.chances.max(1) as f64
    }

    /// How many calls were stopped before they ran.
    pub fn stopped(&self) -> usize {
        let stopped = self.outcomes.iter().filter(|(outcome, _)| was_stopped(**outcome));
        stopped.map(|(_, number)| number).sum()
    }

    /// Whether a person let most of what it held up run.
    pub fn is_doubtful(&self) -> bool {
        self.allowed > 0 && self.allowed * 2 >= self.held
    }

    /// The newest examples, each command or path once.
    pub fn newest(&self) -> impl Iterator<Item = &Example> {
        let mut known = HashSet::default();
        self.examples.iter().filter(move |example| known.insert(&example.shown))
    }

    /// Counts what came after a call that broke it, which says whether a person allowed it.
    pub(super) fn add(&mut self, followed: Option<Followed>, held: bool, allowed: bool) {
        if let Some(followed) = followed {
            *self.followed.entry(followed).or_default() += 1;
        }
        self.held += usize::from(held);
        self.allowed += usize::from(allowed);
    }

    /// Counts what became of so many calls that broke it, and when.
    pub(super) fn add_outcome(&mut self, outcome: Outcome, week: Option<i64>, calls: usize) {
        *self.outcomes.entry(outcome).or_default() += calls;
        if let Some(week) = week {
            self.weeks.entry(week).or_default().add(calls, true, was_stopped(outcome));
        }
    }

    /// Counts whose, and where, so many of these calls were.
    pub(super) fn add_all(&mut self, agent: &'static str, project: &str, calls: usize) {
        self.broken += calls;
        *self.agents.entry(agent).or_default() += calls;
        if !project.is_empty() {
            *self.projects.entry(project.to_owned()).or_default() += calls;
        }
    }
}

fn weight(outcome: Outcome) -> usize {
    match outcome {
        Outcome::Ran => 3,
        Outcome::Failed | Outcome::Interrupted | Outcome::Unknown => 2,
        Outcome::BlockedByAbide | Outcome::BlockedByHook | Outcome::Refused => 1,
    }
}

/// The week of a time: how many Mondays (UTC) have passed since the first of 1970.
pub fn week(time: Timestamp) -> i64 {
    week_of(time.as_second())
}

/// The same of a time in seconds since 1970.
pub(super) fn week_of(second: i64) -> i64 {
    // 1970 began on a Thursday.
    (second.div_euclid(86_400) + 3).div_euclid(7)
}

/// The Monday that a week begins with.
pub fn monday(week: i64) -> Timestamp {
    Timestamp::from_second((week * 7 - 3) * 86_400).unwrap_or_default()
}

/// The name of a week: its Monday, `2026-11-30`, wherever the reader is.
pub fn name(week: i64) -> String {
    monday(week).strftime("%Y-%m-%d").to_string()
}

impl Week {
    /// Counts so many calls.
    pub(super) fn add(&mut self, calls: usize, broken: bool, stopped: bool) {
        self.calls += calls;
        self.broken += if broken { calls } else { 0 };
        self.stopped += if broken && stopped { calls } else { 0 };
    }
}
