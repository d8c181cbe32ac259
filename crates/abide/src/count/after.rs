//! What came after a call was stopped, as far as its log says.
//!
//! Looked at are the next [`NEXT`] calls of the same session, made by the same side
//! (the agent, or its subagents) once the answer was there: calls that were made
//! together with the stopped one say nothing. Of these, a *try* is a call that the
//! rule is about.

use super::judged::{Broken, Judged};
use abide_agents::history::Outcome;
use foldhash::HashMap;

/// How many calls after it may be an answer to a block.
pub const NEXT: usize = 10;

/// What an agent did after a rule stopped it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Followed {
    /// There was a try, and no try broke the rule.
    Obeyed,
    /// A try broke the rule again, by another command or path.
    AnotherWay,
    /// A try broke the rule again, and was the same.
    Repeated,
    /// There was no try.
    GaveUp,
}

impl Followed {
    /// Each, its name in documents, and what a person reads.
    pub const NAMES: &[(Followed, &str, &str)] = &[
        (Followed::Obeyed, "obeyed", "obeyed"),
        (Followed::AnotherWay, "another_way", "tried another way"),
        (Followed::Repeated, "repeated", "repeated it"),
        (Followed::GaveUp, "gave_up", "gave up"),
    ];
}

/// Whether the call was stopped before it ran.
pub fn was_stopped(outcome: Outcome) -> bool {
    matches!(outcome, Outcome::BlockedByAbide | Outcome::BlockedByHook | Outcome::Refused)
}

/// Whether the call certainly began to run.
pub fn did_run(outcome: Outcome) -> bool {
    matches!(outcome, Outcome::Ran | Outcome::Failed)
}

/// What came after a call that a rule stopped, among the calls of its file.
pub fn followed(log: &Judged, stopped: &Broken, rule: u32) -> Followed {
    let common = |at: usize| &log.common[log.calls[at].common as usize];
    let side = |at: usize| (common(at).session, common(at).subagent);
    let next =
        (stopped.answered as usize..log.calls.len()).filter(|at| side(*at) == side(stopped.at as usize));
    let is_about = |at: &usize| log.ties[common(*at).ties as usize].about.binary_search(&rule).is_ok();
    let mut tries = next.take(NEXT).filter(is_about).peekable();
    if tries.peek().is_none() {
        return Followed::GaveUp;
    }
    let broke = |at| log.broke(at).filter(|broken| log.ties(broken.at).broken.contains(&rule));
    match tries.find_map(broke) {
        None => Followed::Obeyed,
        Some(again) if again.text == stopped.text => Followed::Repeated,
        Some(_) => Followed::AnotherWay,
    }
}

/// Where calls that break rules ran last, by session and text.
pub struct Ran(HashMap<(u32, u64), u32>);

impl Ran {
    /// Those of the calls of a file.
    pub fn of(log: &Judged) -> Self {
        let ran = log.broken.iter().filter(|broken| did_run(log.calls[broken.at as usize].outcome));
        Ran(ran.map(|broken| (what(log, broken), broken.at)).collect())
    }

    /// Whether the same command ran later in the session, or the same path was
    /// touched.
    pub fn later(&self, log: &Judged, broken: &Broken) -> bool {
        self.0.get(&what(log, broken)).is_some_and(|last| *last > broken.at)
    }
}

fn what(log: &Judged, broken: &Broken) -> (u32, u64) {
    (log.common[log.calls[broken.at as usize].common as usize].session, broken.text)
}
