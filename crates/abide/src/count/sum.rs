//! Counting, one file after the other: nothing of a file is needed for the next one.

use super::after::{Ran, did_run, followed, was_stopped};
use super::asked::Asked;
use super::examples::{Example, Newest};
use super::figures::OfRule;
use super::judged::{Broken, Common, File, Judged};
use super::sets::Rules;
use super::tally::Tally;
use super::time::{Span, When};
use abide_agents::history::Outcome;
use abide_rules::{Rule, Tools};
use foldhash::quality::FixedState;
use foldhash::{HashMap, HashSet};
use std::hash::BuildHasher;
use std::path::Path;

/// What was counted so far.
pub struct Sum<'r> {
    tally: Tally,
    sessions: HashSet<u64>,
    kinds: HashSet<Tools>,
    span: Span,
    /// By the number of the rule.
    rules: Vec<One<'r>>,
    asked: &'r Asked,
}

/// What is counted of one rule, beside its figures.
struct One<'r> {
    rule: &'r Rule,
    /// Whether anybody asked for it.
    asked_for: bool,
    /// Sessions that broke it.
    sessions: HashSet<u64>,
    span: Span,
    newest: Newest,
}

impl<'r> Sum<'r> {
    /// Nothing yet.
    pub fn by(
        rules: &'r Rules,
        asked_for: impl Fn(&Rule) -> bool,
        asked: &'r Asked,
        examples: usize,
    ) -> Self {
        let one = |rule| One {
            rule,
            asked_for: asked_for(rule),
            sessions: HashSet::default(),
            span: Span::default(),
            newest: Newest::of(examples),
        };
        Sum {
            tally: Tally { rules: rules.iter().map(|_| OfRule::default()).collect(), ..Tally::default() },
            sessions: HashSet::default(),
            kinds: HashSet::default(),
            span: Span::default(),
            rules: rules.iter().map(one).collect(),
            asked,
        }
    }

    /// Counts the calls of a file that are no copies.
    pub fn add(&mut self, file: &File, log: &Judged, is_copy: impl Fn(usize) -> bool) {
        let Some(agent) = file.agent.map(|agent| agent.name) else { return };
        let ran = Ran::of(log);
        let mut broken = log.broken.iter().peekable();
        // How many calls count that have the same in common, and of these how many
        // broke each rule, with what outcome and in which week.
        let mut counted = vec![0; log.common.len()];
        let mut breaks: HashMap<(u32, u32, Outcome, Option<i64>), usize> = HashMap::default();
        for at in 0..log.calls.len() {
            let broken = broken.next_if(|broken| broken.at as usize == at);
            if is_copy(at) {
                continue;
            }
            let call = Counted { agent, log, at };
            let common = log.calls[at].common;
            counted[common as usize] += 1;
            let Some(broken) = broken else {
                self.add_call(&call, false);
                continue;
            };
            let rules = &log.ties(broken.at).broken;
            self.add_call(&call, rules.iter().any(|rule| self.rules[*rule as usize].asked_for));
            for rule in rules.iter().copied() {
                if !self.rules[rule as usize].asked_for {
                    continue;
                }
                *breaks.entry((rule, common, call.outcome(), call.when().week())).or_default() += 1;
                self.add_break(rule, &call, broken, &ran, &file.path);
            }
        }
        for (common, calls) in log.common.iter().zip(counted).filter(|(_, calls)| *calls > 0) {
            self.add_all(agent, log, common, calls);
        }
        for ((rule, common, outcome, week), calls) in breaks {
            let common = &log.common[common as usize];
            let of = &mut self.tally.rules[rule as usize];
            of.add_all(agent, &log.names[common.project as usize], calls);
            of.add_outcome(outcome, week, calls);
            self.rules[rule as usize].sessions.insert(session(agent, log, common));
        }
    }

    /// Counts a call, and whether it broke a rule.
    fn add_call(&mut self, call: &Counted, broke: bool) {
        self.span.add(call.when());
        let tally = &mut self.tally;
        tally.broken += usize::from(broke);
        tally.stopped += usize::from(broke && call.was_stopped());
        if let Some(week) = call.when().week() {
            tally.weeks.entry(week).or_default().add(1, broke, call.was_stopped());
        }
    }

    /// Counts that it broke this rule.
    fn add_break(&mut self, rule: u32, call: &Counted, broken: &Broken, ran: &Ran, file: &Path) {
        let one = &mut self.rules[rule as usize];
        let asked = self.asked.about(call.session(), broken.id, &one.rule.id);
        let stopped = call.was_stopped();
        let followed = stopped.then(|| followed(call.log, broken, rule));
        let allowed = asked && did_run(call.outcome()) || stopped && ran.later(call.log, broken);
        self.tally.rules[rule as usize].add(followed, stopped || asked, allowed);
        one.span.add(call.when());
        let Some(shown) = &broken.shown else { return };
        one.newest.add(call.when().time(), || Example {
            agent: call.agent,
            session: call.session().to_owned(),
            time: call.when().time(),
            cwd: call.log.names[broken.cwd as usize].clone(),
            project: Some(call.project().to_owned()).filter(|name| !name.is_empty()),
            shown: (**shown).clone(),
            outcome: call.outcome(),
            file: file.to_owned(),
            line: broken.line as usize,
        });
    }

    /// Counts calls that have this in common.
    fn add_all(&mut self, agent: &'static str, log: &Judged, common: &Common, calls: usize) {
        let ties = &log.ties[common.ties as usize];
        self.tally.calls += calls;
        *self.tally.agents.entry(agent).or_default() += calls;
        for rule in &ties.about {
            self.tally.rules[*rule as usize].chances += calls;
        }
        for rule in &ties.instead {
            self.tally.rules[*rule as usize].instead += calls;
        }
        self.kinds.insert(ties.kind);
        self.sessions.insert(session(agent, log, common));
    }

    /// All that was counted.
    pub fn tally(self) -> Tally {
        let Sum { mut tally, sessions, kinds, span, rules, .. } = self;
        tally.sessions = sessions.len();
        (tally.first, tally.last) = (span.first(), span.last());
        for (of, One { rule, sessions, span, newest, .. }) in tally.rules.iter_mut().zip(rules) {
            of.sessions = sessions.len();
            (of.first, of.last) = (span.first(), span.last());
            of.tried = kinds.iter().any(|kind| rule.tools.meets(*kind));
            of.examples = newest.list();
        }
        tally
    }
}

/// A session in a few bytes, as calls are known by a hash as well.
fn session(agent: &'static str, log: &Judged, common: &Common) -> u64 {
    FixedState::default().hash_one((agent, &log.names[common.session as usize]))
}

/// One call that counts.
pub(super) struct Counted<'f> {
    /// Whose.
    agent: &'static str,
    log: &'f Judged,
    at: usize,
}

impl<'f> Counted<'f> {
    fn common(&self) -> &'f Common {
        &self.log.common[self.log.calls[self.at].common as usize]
    }

    /// When it was made.
    pub fn when(&self) -> When {
        self.log.calls[self.at].time
    }

    /// What became of it.
    pub fn outcome(&self) -> Outcome {
        self.log.calls[self.at].outcome
    }

    /// Whether it was stopped before it ran.
    pub fn was_stopped(&self) -> bool {
        was_stopped(self.outcome())
    }

    /// The root of its project; empty if its log names no folder.
    fn project(&self) -> &'f str {
        &self.log.names[self.common().project as usize]
    }

    fn session(&self) -> &'f str {
        &self.log.names[self.common().session as usize]
    }
}
