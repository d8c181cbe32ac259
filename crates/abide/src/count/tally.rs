//! From what the files say to what there is to tell: each call once, by rule.

use super::after::{Ran, did_run, followed, was_stopped};
use super::asked::Asked;
use super::figures::{OfRule, Week, earlier, week};
use super::judge::{File, Seen, Shown, Ties};
use super::sets::Rules;
use abide_agents::history::{AsItIs, Entry, Outcome};
use abide_rules::{Kind, Rule};
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
    /// Of which project, if the log names a folder.
    pub project: Option<String>,
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
    /// newest that knows the outcome. Breaks of rules that nobody asked for are none.
    pub fn of(
        files: Vec<File>,
        rules: &Rules,
        asked_for: impl Fn(&Rule) -> bool,
        asked: &Asked,
        examples: usize,
    ) -> Self {
        let mut tally =
            Tally { rules: rules.iter().map(|_| OfRule::default()).collect(), ..Tally::default() };
        let best = best(&files);
        let asked_for: Vec<bool> = rules.iter().map(asked_for).collect();
        let mut sessions = HashSet::new();
        let mut breaking: Vec<HashSet<_>> = rules.iter().map(|_| HashSet::new()).collect();
        let mut kinds = HashSet::new();
        let mut broken = Vec::new();
        for (number, file) in files.iter().enumerate() {
            let Some(agent) = file.agent.map(|agent| agent.name) else { continue };
            let ran = Ran::of(file);
            let calls = (0..file.calls.len()).map(|at| Call { agent, file, at });
            for call in calls.filter(|call| best[&call.entry().key] == stands(number, call.at)) {
                let ties = &file.ties[call.seen().ties as usize];
                let broke = call.seen().broke.iter().flat_map(|broke| broke.rules.iter());
                let mut broke = broke.filter(|rule| asked_for[**rule as usize]).peekable();
                tally.add(&call, ties, broke.peek().is_some());
                kinds.insert(ties.kind);
                sessions.insert(call.session());
                if broke.peek().is_some() {
                    broken.push((call.seen().time, number, call.at));
                }
                for rule in broke {
                    let at = *rule as usize;
                    breaking[at].insert(call.session());
                    let asked = asked.about(call.session().1, call.entry().id, &rules.rule(at).id);
                    let stopped = call.was_stopped();
                    let followed = stopped.then(|| followed(file, call.at, *rule));
                    let allowed =
                        asked && did_run(call.outcome()) || stopped && ran.later(call.at, call.seen());
                    tally.rules[at].add(&call, followed, stopped || asked, allowed);
                }
            }
        }
        tally.sessions = sessions.len();
        for ((of, rule), sessions) in tally.rules.iter_mut().zip(rules.iter()).zip(&breaking) {
            of.sessions = sessions.len();
            of.tried = kinds.iter().any(|kind| rule.tools.meets(*kind));
        }
        // The newest first; among equals the first of the files.
        broken.sort_by_key(|(time, number, at)| (Reverse(*time), *number, *at));
        for (_, number, at) in broken {
            tally.show(&files[number], at, examples);
        }
        tally.skipped = files.into_iter().flat_map(skipped).collect();
        tally
    }

    /// Counts a call, and whether it broke a rule.
    fn add(&mut self, call: &Call, ties: &Ties, broke: bool) {
        self.calls += 1;
        self.broken += usize::from(broke);
        self.stopped += usize::from(broke && call.was_stopped());
        *self.agents.entry(call.agent).or_default() += 1;
        self.first = earlier(self.first, call.seen().time);
        self.last = self.last.max(call.seen().time);
        if let Some(week) = call.week() {
            self.weeks.entry(week).or_default().add(broke, call.was_stopped());
        }
        for rule in &ties.about {
            self.rules[*rule as usize].chances += 1;
        }
        for rule in &ties.instead {
            self.rules[*rule as usize].instead += 1;
        }
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
                    project: Some(file.names[seen.project as usize].clone()).filter(|name| !name.is_empty()),
                    shown: Shown::clone(shown),
                    outcome: file.calls[at].outcome,
                    file: file.path.clone(),
                    line: broke.line,
                });
            }
        }
    }

    /// Numbers of the rules to tell of, those that did most damage first, among
    /// equals in the order of the files. Rules of other files than the person's are
    /// told of only if they were broken, and advice never.
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

/// One call that counts.
pub(super) struct Call<'f> {
    /// Whose.
    pub agent: &'static str,
    file: &'f File,
    at: usize,
}

impl<'f> Call<'f> {
    fn entry(&self) -> &'f Entry<Seen> {
        &self.file.calls[self.at]
    }

    /// What is known of it.
    pub fn seen(&self) -> &'f Seen {
        &self.entry().what
    }

    /// What became of it.
    pub fn outcome(&self) -> Outcome {
        self.entry().outcome
    }

    /// Whether it was stopped before it ran.
    pub fn was_stopped(&self) -> bool {
        was_stopped(self.outcome())
    }

    /// The week it was made in.
    pub fn week(&self) -> Option<i64> {
        self.seen().time.map(week)
    }

    /// A text that it shares with others.
    pub fn name(&self, at: u32) -> &'f str {
        &self.file.names[at as usize]
    }

    fn session(&self) -> (&'static str, &'f str) {
        (self.agent, self.name(self.seen().session))
    }
}

/// Where a call stands: the file, and the place in it. There is one for each call of a
/// history, so it is small.
type Stands = (u32, u32);

fn stands(file: usize, at: usize) -> Stands {
    let number = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    (number(file), number(at))
}

/// The record to be counted of each call.
fn best(files: &[File]) -> HashMap<u64, Stands, AsItIs> {
    let mut best: HashMap<u64, Stands, AsItIs> = HashMap::default();
    for (number, file) in files.iter().enumerate() {
        for (at, call) in file.calls.iter().enumerate() {
            let known = best.entry(call.key).or_insert(stands(number, at));
            if worth(call) > worth(&files[known.0 as usize].calls[known.1 as usize]) {
                *known = stands(number, at);
            }
        }
    }
    best
}

/// By which of two records of one call the better one is chosen.
fn worth(call: &Entry<Seen>) -> (bool, Option<Timestamp>) {
    (call.outcome != Outcome::Unknown, call.what.time)
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
