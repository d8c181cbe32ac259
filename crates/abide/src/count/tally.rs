//! From what the files say to what there is to tell: each call once, by rule.

use super::judge::{File, Seen, Shown, is_about};
use abide_agents::history::{Entry, Outcome};
use abide_rules::{Kind, RuleSet};
use jiff::Timestamp;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::PathBuf;

/// Everything that was counted.
#[derive(Default)]
pub struct Tally {
    /// Calls that were judged.
    pub calls: usize,
    /// Those that broke a rule.
    pub broken: usize,
    /// Sessions that the calls are of.
    pub sessions: usize,
    /// The agents, and their calls.
    pub agents: BTreeMap<&'static str, usize>,
    /// The first and the last call that has a time.
    pub first: Option<Timestamp>,
    /// As `first`.
    pub last: Option<Timestamp>,
    /// By rule, in the order of the rules.
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

/// What is told of one rule.
#[derive(Default)]
pub struct OfRule {
    /// How often it was broken.
    pub broken: usize,
    /// Calls that it is about.
    pub chances: usize,
    /// Sessions that broke it.
    pub sessions: usize,
    /// Projects where it was broken.
    pub projects: usize,
    /// How often by each agent.
    pub agents: BTreeMap<&'static str, usize>,
    /// What became of the calls.
    pub outcomes: BTreeMap<Outcome, usize>,
    /// When it was broken first.
    pub first: Option<Timestamp>,
    /// And last.
    pub last: Option<Timestamp>,
    /// The newest.
    pub examples: Vec<Example>,
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
    pub fn of(files: Vec<File>, rules: &RuleSet, examples: usize) -> Self {
        let mut tally =
            Tally { rules: rules.rules().iter().map(|_| OfRule::default()).collect(), ..Tally::default() };
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
        let mut by_rule: Vec<(HashSet<_>, HashSet<&str>)> =
            rules.rules().iter().map(|_| Default::default()).collect();
        let mut kinds: HashMap<_, usize> = HashMap::new();
        let mut broken = Vec::new();
        for (number, file) in files.iter().enumerate() {
            let Some(agent) = file.agent.map(|agent| agent.name) else { continue };
            for (at, call) in
                file.calls.iter().enumerate().filter(|(at, call)| best[&call.key] == (number, *at))
            {
                let seen = &call.what;
                let session = (agent, file.names[seen.session as usize].as_str());
                tally.calls += 1;
                *tally.agents.entry(agent).or_default() += 1;
                *kinds.entry(seen.kind).or_default() += 1;
                widen(&mut tally.first, &mut tally.last, seen.time);
                sessions.insert(session);
                let Some(broke) = &seen.broke else { continue };
                tally.broken += 1;
                broken.push((seen.time, number, at));
                for rule in broke.rules.iter().map(|rule| *rule as usize) {
                    let of = &mut tally.rules[rule];
                    of.broken += 1;
                    *of.agents.entry(agent).or_default() += 1;
                    *of.outcomes.entry(call.outcome).or_default() += 1;
                    widen(&mut of.first, &mut of.last, seen.time);
                    by_rule[rule].0.insert(session);
                    by_rule[rule].1.insert(&file.names[seen.project as usize]);
                }
            }
        }
        tally.sessions = sessions.len();
        for (at, rule) in rules.rules().iter().enumerate() {
            let of = &mut tally.rules[at];
            (of.sessions, of.projects) = (by_rule[at].0.len(), by_rule[at].1.len());
            of.chances =
                kinds.iter().filter(|(kind, _)| is_about(rule, **kind)).map(|(_, number)| number).sum();
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
        for rule in &broke.rules {
            let of = &mut self.rules[*rule as usize];
            if of.examples.len() < examples {
                of.examples.push(Example {
                    agent: agent.name,
                    session: file.names[seen.session as usize].clone(),
                    time: seen.time,
                    cwd: broke.cwd.clone(),
                    shown: shown.clone(),
                    outcome: file.calls[at].outcome,
                    file: file.path.clone(),
                    line: broke.line,
                });
            }
        }
    }

    /// Indexes of the rules to tell of, most broken first. Rules of other files
    /// than the person's are told of only if they were broken, and advice never.
    pub fn ranked(&self, rules: &RuleSet) -> Vec<usize> {
        let own = |at: &usize| {
            let rule = &rules.rules()[*at];
            let guard = rules.place(rule).0 == "pack:self";
            rule.kind != Kind::Advice && (self.rules[*at].broken > 0 || !guard)
        };
        let mut ranked: Vec<usize> = (0..self.rules.len()).filter(own).collect();
        ranked.sort_by_key(|at| std::cmp::Reverse(self.rules[*at].broken));
        ranked
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
