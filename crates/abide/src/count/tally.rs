//! From what the files say to what there is to tell: each call once, by rule.

use super::after::{Followed, Ran, did_run, followed, was_stopped};
use super::asked::Asked;
use super::judge::{File, Seen, Shown};
use super::sets::Rules;
use abide_agents::history::{Entry, Outcome};
use abide_rules::Kind;
use jiff::Timestamp;
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::PathBuf;

/// Everything that was counted.
#[derive(Default)]
pub struct Tally {
    /// Calls that were judged.
    pub calls: usize,
    /// Those that broke a rule.
    pub broken: usize,
    /// Of these, those that were stopped before they ran.
    pub stopped: usize,
    /// Sessions that the calls are of.
    pub sessions: usize,
    /// The agents, and their calls.
    pub agents: BTreeMap<&'static str, usize>,
    /// The first and the last call that has a time.
    pub first: Option<Timestamp>,
    /// As `first`.
    pub last: Option<Timestamp>,
    /// By week (see [`week`]).
    pub weeks: BTreeMap<i64, Week>,
    /// By the number of the rule.
    pub rules: Vec<OfRule>,
    /// What was passed over.
    pub skipped: Vec<Skipped>,
}

/// What was passed over in one file.
pub struct Skipped {
    /// What: `broken_lines`, a name in documents.
    pub what: &'static str,
    /// How often.
    pub number: usize,
    /// Where it was met first.
    pub path: PathBuf,
    /// The line there.
    pub line: Option<usize>,
    /// Why, where a file is to blame.
    pub why: Option<String>,
}

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
    /// Calls that ran its replacement, and did not break it.
    pub instead: usize,
    /// Sessions that broke it.
    pub sessions: usize,
    /// How often in each project.
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
    /// The newest; if not all are wanted, each command or path once.
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

    /// Whether a person let most of what it held up run.
    pub fn is_doubtful(&self) -> bool {
        self.allowed > 0 && self.allowed * 2 >= self.held
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
    // 1970 began on a Thursday.
    (time.as_second().div_euclid(86_400) + 3).div_euclid(7)
}

/// The Monday that a week begins with.
pub fn monday(week: i64) -> Timestamp {
    Timestamp::from_second((week * 7 - 3) * 86_400).unwrap_or_default()
}

/// One call that broke a rule.
pub struct Example {
    /// Whose.
    pub agent: &'static str,
    /// In which session.
    pub session: String,
    /// When.
    pub time: Option<Timestamp>,
    /// In which folder.
    pub cwd: String,
    /// Of which project.
    pub project: String,
    /// What it was.
    pub shown: Shown,
    /// What became of it.
    pub outcome: Outcome,
    /// The log.
    pub file: PathBuf,
    /// The line there, from 1.
    pub line: usize,
}

impl Tally {
    /// Counts every call of the files once: of several records of one call the
    /// newest that knows the outcome.
    pub fn of(files: Vec<File>, rules: &Rules, asked: &Asked, examples: usize) -> Self {
        let mut tally =
            Tally { rules: rules.iter().map(|_| OfRule::default()).collect(), ..Tally::default() };
        let mut best: HashMap<u64, (usize, usize)> = HashMap::new();
        for (number, file) in files.iter().enumerate() {
            for (at, call) in file.calls.iter().enumerate() {
                let known = best.entry(call.key).or_insert((number, at));
                if worth(call) > worth(&files[known.0].calls[known.1]) {
                    *known = (number, at);
                }
            }
        }
        let mut sessions = HashSet::new();
        let mut breaking: Vec<HashSet<_>> = rules.iter().map(|_| HashSet::new()).collect();
        let mut kinds = HashSet::new();
        let mut broken = Vec::new();
        for (number, file) in files.iter().enumerate() {
            let Some(agent) = file.agent.map(|agent| agent.name) else { continue };
            let ran = Ran::of(file);
            for (at, call) in
                file.calls.iter().enumerate().filter(|(at, call)| best[&call.key] == (number, *at))
            {
                let seen = &call.what;
                let session = (agent, file.names[seen.session as usize].as_str());
                tally.calls += 1;
                *tally.agents.entry(agent).or_default() += 1;
                let ties = &file.ties[seen.ties as usize];
                kinds.insert(ties.kind);
                for rule in &ties.about {
                    tally.rules[*rule as usize].chances += 1;
                }
                for rule in &ties.instead {
                    tally.rules[*rule as usize].instead += 1;
                }
                widen(&mut tally.first, &mut tally.last, seen.time);
                sessions.insert(session);
                let stopped = was_stopped(call.outcome);
                let week = seen.time.map(week);
                if let Some(week) = week {
                    tally.weeks.entry(week).or_default().add(seen.broke.is_some(), stopped);
                }
                let Some(broke) = &seen.broke else { continue };
                tally.broken += 1;
                tally.stopped += usize::from(stopped);
                broken.push((seen.time, number, at));
                for rule in broke.rules.iter() {
                    let of = &mut tally.rules[*rule as usize];
                    of.broken += 1;
                    *of.agents.entry(agent).or_default() += 1;
                    *of.projects.entry(file.names[seen.project as usize].clone()).or_default() += 1;
                    *of.outcomes.entry(call.outcome).or_default() += 1;
                    widen(&mut of.first, &mut of.last, seen.time);
                    breaking[*rule as usize].insert(session);
                    if let Some(week) = week {
                        of.weeks.entry(week).or_default().add(true, stopped);
                    }
                    if stopped {
                        *of.followed.entry(followed(file, at, *rule)).or_default() += 1;
                    }
                    let asked = asked.about(session.1, call.id, &rules.rule(*rule as usize).id);
                    of.held += usize::from(stopped || asked);
                    let allowed = asked && did_run(call.outcome) || stopped && ran.later(at, seen);
                    of.allowed += usize::from(allowed);
                }
            }
        }
        tally.sessions = sessions.len();
        for ((of, rule), sessions) in tally.rules.iter_mut().zip(rules.iter()).zip(&breaking) {
            of.sessions = sessions.len();
            of.tried = kinds.iter().any(|kind| rule.tools.meets(*kind));
        }
        // The newest first; among equals the first of the files.
        broken.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)).then(a.2.cmp(&b.2)));
        for (_, number, at) in broken {
            tally.show(&files[number], at, examples);
        }
        tally.skipped = files.into_iter().flat_map(skipped).collect();
        tally
    }

    fn show(&mut self, file: &File, at: usize, examples: usize) {
        let seen = &file.calls[at].what;
        let (Some(broke), Some(agent)) = (&seen.broke, file.agent) else { return };
        let Some(shown) = &broke.shown else { return };
        for rule in broke.rules.iter() {
            let of = &mut self.rules[*rule as usize];
            let known = || of.examples.iter().any(|example| example.shown == **shown);
            if of.examples.len() < examples && (examples == usize::MAX || !known()) {
                of.examples.push(Example {
                    agent: agent.name,
                    session: file.names[seen.session as usize].clone(),
                    time: seen.time,
                    cwd: file.names[broke.cwd as usize].clone(),
                    project: file.names[seen.project as usize].clone(),
                    shown: Shown::clone(shown),
                    outcome: file.calls[at].outcome,
                    file: file.path.clone(),
                    line: broke.line,
                });
            }
        }
    }

    /// Numbers of the rules to tell of, those that did most damage first, among
    /// equals in the order of the files. Rules of other files
    /// than the person's are told of only if they were broken, and advice never.
    pub fn ranked(&self, rules: &Rules) -> Vec<usize> {
        let own = |at: &usize| {
            let guard = rules.place(*at).0 == "pack:self";
            rules.rule(*at).kind != Kind::Advice && (self.rules[*at].broken > 0 || !guard)
        };
        let mut ranked: Vec<usize> = (0..self.rules.len()).filter(own).collect();
        let rank = |of: &OfRule| Reverse((of.damage(), of.broken));
        ranked.sort_by_cached_key(|at| (rank(&self.rules[*at]), rules.order(*at)));
        ranked
    }
}

impl Week {
    fn add(&mut self, broken: bool, stopped: bool) {
        self.calls += 1;
        self.broken += usize::from(broken);
        self.stopped += usize::from(broken && stopped);
    }
}

/// By which of two records of one call the better one is chosen.
fn worth(call: &Entry<Seen>) -> (bool, Option<Timestamp>) {
    (call.outcome != Outcome::Unknown, call.what.time)
}

fn widen(first: &mut Option<Timestamp>, last: &mut Option<Timestamp>, time: Option<Timestamp>) {
    let Some(time) = time else { return };
    *first = Some(first.map_or(time, |first| first.min(time)));
    *last = Some(last.map_or(time, |last| last.max(time)));
}

fn skipped(file: File) -> Vec<Skipped> {
    let part = |(what, (number, line)): (&'static str, (usize, usize))| Skipped {
        what,
        number,
        path: file.path.clone(),
        line: Some(line),
        why: None,
    };
    let mut all: Vec<Skipped> = file.skipped.iter().map(|(what, how)| part((what, *how))).collect();
    let whole = |what, why| Skipped { what, number: 1, path: file.path.clone(), line: None, why };
    match (&file.failure, file.agent) {
        (Some(why), _) => all.push(whole("unreadable_files", Some(why.clone()))),
        (None, None) if !super::read::is_empty(&file.path) => all.push(whole("unknown_files", None)),
        _ => {}
    }
    all
}
