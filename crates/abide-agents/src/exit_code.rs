//! Agents that heed the exit code and standard error alone: 2 blocks, and
//! standard error is the reason for the model; any other code lets the call
//! run. They cannot ask, so `ask` blocks.

use crate::Answer;
use abide_rules::{Action, OnError, Verdict};

/// Says a verdict. A warning leaves with the code `warning`, with which the
/// agent shows standard error to the person, if with any.
pub(crate) fn answer(verdict: &Verdict, warning: u8) -> Answer {
    let Verdict::Violation(hit) = verdict else {
        return Answer::silent();
    };
    match hit.action {
        Action::Block | Action::Ask => Answer::noted(&hit.reason, 2),
        Action::Warn => Answer::noted(&hit.reason, warning),
    }
}

/// Says that abide itself failed.
pub(crate) fn fail(text: &str, on_error: OnError) -> Answer {
    Answer::noted(text, if on_error == OnError::Block { 2 } else { 1 })
}
