//! From what the files say to what there is to tell: each call once, by rule.

use super::after::{Ran, did_run, followed, was_stopped};
use super::asked::Asked;
use super::figures::{OfRule, Week};
use super::judge::{Broken, Call, Common, File, Shown, Ties};
use super::sets::Rules;
use super::time::{Span, When};
use abide_agents::history::{AsItIs, Outcome};
use abide_rules::{Kind, Rule};
use foldhash::HashSet;
use jiff::Timestamp;
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

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
        let beaten = beaten(&files);
        let asked_for: Vec<bool> = rules.iter().map(asked_for).collect();
        let mut sessions = HashSet::default();
        let mut breaking: Vec<HashSet<_>> = rules.iter().map(|_| HashSet::default()).collect();
        let mut kinds = HashSet::default();
        let mut shown = Vec::new();
        let mut span = Span::default();
        let mut spans = vec![Span::default(); breaking.len()];
        for (number, file) in files.iter().enumerate() {
            let Some(agent) = file.agent.map(|agent| agent.name) else { continue };
            let ran = Ran::of(file);
            let mut broken = file.broken.iter().zip(0u32..).peekable();
            // How many calls count that have the same in common.
            let mut counted = vec![0; file.common.len()];
            let mut breaks: HashMap<(u32, u32), usize> = HashMap::default();
            for at in 0..file.calls.len() {
                let broke = broken.next_if(|(broken, _)| broken.at as usize == at);
                if beaten.contains(&stands(number, at)) {
                    continue;
                }
                let call = Counted { agent, file, at };
                let common = file.calls[at].common;
                counted[common as usize] += 1;
                span.add(call.when());
                let broken_rules = broke.iter().flat_map(|(broken, _)| broken.what.rules.iter());
                let mut broken_rules = broken_rules.filter(|rule| asked_for[**rule as usize]).peekable();
                tally.add(&call, broken_rules.peek().is_some());
                let Some((broken, place)) = broke.filter(|_| broken_rules.peek().is_some()) else { continue };
                if broken.what.shown.is_some() {
                    shown.push((call.when(), number, place));
                }
                for rule in broken_rules {
                    let at = *rule as usize;
                    *breaks.entry((*rule, common)).or_default() += 1;
                    spans[at].add(call.when());
                    let asked = asked.about(call.session().1, broken.id, &rules.rule(at).id);
                    let stopped = call.was_stopped();
                    let followed = stopped.then(|| followed(file, broken, *rule));
                    let allowed = asked && did_run(call.outcome()) || stopped && ran.later(file, broken);
                    tally.rules[at].add(&call, followed, stopped || asked, allowed);
                }
            }
            for (common, calls) in file.common.iter().zip(counted).filter(|(_, calls)| *calls > 0) {
                let ties = &file.ties[common.ties as usize];
                tally.add_ties(agent, ties, calls);
                kinds.insert(ties.kind);
                sessions.insert((agent, file.names[common.session as usize].as_str()));
            }
            for ((rule, common), calls) in breaks {
                let common = &file.common[common as usize];
                tally.rules[rule as usize].add_all(agent, &file.names[common.project as usize], calls);
                breaking[rule as usize].insert((agent, file.names[common.session as usize].as_str()));
            }
        }
        tally.sessions = sessions.len();
        (tally.first, tally.last) = (span.first(), span.last());
        for (at, (of, rule)) in tally.rules.iter_mut().zip(rules.iter()).enumerate() {
            of.sessions = breaking[at].len();
            (of.first, of.last) = (spans[at].first(), spans[at].last());
            of.tried = kinds.iter().any(|kind| rule.tools.meets(*kind));
        }
        // The newest first; among equals the first of the files.
        shown.sort_by_key(|(time, number, place)| (Reverse(*time), *number, *place));
        for (_, number, place) in shown {
            tally.show(&files[number], place as usize, examples);
        }
        tally.skipped = files.into_iter().flat_map(skipped).collect();
        tally
    }

    /// Counts a call, and whether it broke a rule.
    fn add(&mut self, call: &Counted, broke: bool) {
        self.broken += usize::from(broke);
        self.stopped += usize::from(broke && call.was_stopped());
        if let Some(week) = call.when().week() {
            self.weeks.entry(week).or_default().add(broke, call.was_stopped());
        }
    }

    /// Counts calls that have to do with the same rules.
    fn add_ties(&mut self, agent: &'static str, ties: &Ties, calls: usize) {
        self.calls += calls;
        *self.agents.entry(agent).or_default() += calls;
        for rule in &ties.about {
            self.rules[*rule as usize].chances += calls;
        }
        for rule in &ties.instead {
            self.rules[*rule as usize].instead += calls;
        }
    }

    /// Shows a call that broke rules, where there is room for it.
    fn show(&mut self, file: &File, place: usize, examples: usize) {
        let Broken { at, what: broke, .. } = &file.broken[place];
        let (Some(shown), Some(agent)) = (&broke.shown, file.agent) else { return };
        let call = Counted { agent: agent.name, file, at: *at as usize };
        for rule in broke.rules.iter() {
            let of = &mut self.rules[*rule as usize];
            let known = || of.examples.iter().any(|example| example.shown == **shown);
            if of.examples.len() < examples && (examples == usize::MAX || !known()) {
                of.examples.push(Example {
                    agent: agent.name,
                    session: call.session().1.to_owned(),
                    time: call.when().time(),
                    cwd: file.names[broke.cwd as usize].clone(),
                    project: Some(call.project().to_owned()).filter(|name| !name.is_empty()),
                    shown: Shown::clone(shown),
                    outcome: call.outcome(),
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
pub(super) struct Counted<'f> {
    /// Whose.
    pub agent: &'static str,
    file: &'f File,
    at: usize,
}

impl<'f> Counted<'f> {
    fn common(&self) -> &'f Common {
        &self.file.common[self.file.calls[self.at].common as usize]
    }

    /// When it was made.
    pub fn when(&self) -> When {
        self.file.calls[self.at].time
    }

    /// What became of it.
    pub fn outcome(&self) -> Outcome {
        self.file.calls[self.at].outcome
    }

    /// Whether it was stopped before it ran.
    pub fn was_stopped(&self) -> bool {
        was_stopped(self.outcome())
    }

    /// The root of its project; empty if its log names no folder.
    pub fn project(&self) -> &'f str {
        &self.file.names[self.common().project as usize]
    }

    fn session(&self) -> (&'static str, &'f str) {
        (self.agent, &self.file.names[self.common().session as usize])
    }
}

/// Where a call stands: the file, and the place in it.
type Stands = (u32, u32);

fn stands(file: usize, at: usize) -> Stands {
    let number = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    (number(file), number(at))
}

/// The calls are compared in so many parts, each by itself: a map of all would be the
/// largest thing in memory.
const PARTS: usize = 16;

/// The records that do not count, because another record of the same call does.
fn beaten(files: &[File]) -> HashSet<Stands> {
    let next = AtomicUsize::new(0);
    let parts =
        || std::iter::from_fn(|| Some(next.fetch_add(1, Ordering::Relaxed)).filter(|part| *part < PARTS));
    let some = || parts().flat_map(|part| beaten_of(files, part)).collect::<Vec<_>>();
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..super::judge::threads()).map(|_| scope.spawn(some)).collect();
        threads.into_iter().flat_map(|thread| thread.join().unwrap_or_default()).collect()
    })
}

/// Those of one part.
fn beaten_of(files: &[File], part: usize) -> Vec<Stands> {
    let calls: usize = files.iter().map(|file| file.calls.len()).sum();
    let mut best: std::collections::HashMap<u64, Stands, AsItIs> = Default::default();
    best.reserve(calls / PARTS);
    let mut beaten = Vec::new();
    for (number, file) in files.iter().enumerate() {
        // Bits that tables of hashes use neither for places nor for tags.
        let in_part = |call: &Call| (call.key >> 40) as usize % PARTS == part;
        for (at, call) in file.calls.iter().enumerate().filter(|(_, call)| in_part(call)) {
            let here = stands(number, at);
            let known = best.entry(call.key).or_insert(here);
            if *known == here {
                continue;
            }
            let better = worth(call) > worth(&files[known.0 as usize].calls[known.1 as usize]);
            beaten.push(if better { std::mem::replace(known, here) } else { here });
        }
    }
    beaten
}

/// By which of two records of one call the better one is chosen.
fn worth(call: &Call) -> (bool, When) {
    (call.outcome != Outcome::Unknown, call.time)
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
