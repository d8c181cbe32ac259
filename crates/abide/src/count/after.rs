//! What came after a call was stopped, as far as its log says.
//!
//! Looked at are the next [`NEXT`] calls of the same session, made by the same side
//! (the agent, or its subagents) once the answer was there: calls that were made
//! together with the stopped one say nothing. Of these, a *try* is a call that the
//! rule is about.

use super::judge::{File, Seen};
use abide_agents::history::{Entry, Outcome};
use std::collections::HashMap;

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

/// What came after the call at this place of a file, which a rule stopped.
pub fn followed(file: &File, at: usize, rule: u32) -> Followed {
    let stopped = &file.calls[at];
    let same = |seen: &&Seen| (seen.session, seen.subagent) == (stopped.what.session, stopped.what.subagent);
    let next = file.calls.get(stopped.answered as usize..).unwrap_or_default().iter();
    let next = next.map(|call| &call.what).filter(same).take(NEXT);
    let mut tries =
        next.filter(|seen| file.ties[seen.ties as usize].about.binary_search(&rule).is_ok()).peekable();
    if tries.peek().is_none() {
        return Followed::GaveUp;
    }
    let text = |seen: &Seen| seen.broke.as_ref().map(|broke| broke.text);
    let breaks = |seen: &&Seen| seen.broke.as_ref().is_some_and(|broke| broke.rules.contains(&rule));
    match tries.find(breaks) {
        None => Followed::Obeyed,
        Some(again) if text(again) == text(&stopped.what) => Followed::Repeated,
        Some(_) => Followed::AnotherWay,
    }
}

/// Where calls that break rules ran last, by session and text.
pub struct Ran(HashMap<(u32, u64), usize>);

impl Ran {
    /// Those of a file.
    pub fn of(file: &File) -> Self {
        let ran = |(at, call): (usize, &Entry<Seen>)| {
            let broke = call.what.broke.as_ref().filter(|_| did_run(call.outcome))?;
            Some(((call.what.session, broke.text), at))
        };
        Ran(file.calls.iter().enumerate().filter_map(ran).collect())
    }

    /// Whether the same command ran later in the session, or the same path was
    /// touched.
    pub fn later(&self, at: usize, seen: &Seen) -> bool {
        let last = seen.broke.as_ref().and_then(|broke| self.0.get(&(seen.session, broke.text)));
        last.is_some_and(|last| *last > at)
    }
}
