//! Agents without command hooks: pi, omp, OpenCode and Amp load a file of
//! TypeScript or JavaScript, and that file calls `abide hook AGENT`. What the
//! two say to each other is abide's own, the same for all of them.
//!
//! The file writes one document to abide's standard input:
//!
//! ```json
//! {"tool_name": "bash", "tool_input": {"command": "npm i"},
//!  "cwd": "/repo", "root": "/repo", "session_id": "01a2", "tool_use_id": "call_2"}
//! ```
//!
//! `tool_name` and `tool_input` are the agent's own, untouched: what they mean
//! is read here. `cwd` is where the session is, never the folder that the call
//! names for itself. `root` is where the agent was started, if that is known to
//! be another folder. Everything but the first two may be left out.
//!
//! It then does as the exit code says, and heeds the first line that fits:
//!
//! | exit code | standard output | what the file does |
//! | --- | --- | --- |
//! | 2 | `ask` and a line feed | asks the person, with standard error as the text, and blocks unless they agree. Where it cannot ask (no terminal, no such function), it blocks |
//! | 2 | anything else | blocks; standard error, its blanks trimmed, is the reason for the model, and is never empty |
//! | 0 | | lets the call run; a text on standard error is a warning for the person |
//! | any other, a signal, no such program, no answer in time | | lets the call run; a text on standard error, or what went wrong, is a warning for the person |
//!
//! So a file that heeds nothing but `exit code 2 blocks` is safe. Under
//! `"on_error": "block"` abide's own failures end with 2 as well.

use crate::answer::line;
use crate::payload::{Payload, Sent};
use crate::{Answer, WireError, exit_code};
use abide_rules::{Action, Verdict};

/// Takes a call out of the document.
pub(crate) fn open(bytes: &[u8]) -> Result<Sent, WireError> {
    let mut call = Payload::read(bytes)?;
    Ok(Sent {
        tool: call.owned("tool_name").ok_or(WireError::NoTool)?,
        arguments: call.take("tool_input")?,
        cwd: call.owned("cwd").unwrap_or_default(),
        root: call.first_text(&["root"]),
        session: call.owned("session_id"),
        id: call.owned("tool_use_id"),
        ..Sent::default()
    })
}

/// Says a verdict to an agent that has no way to ask.
pub(crate) fn answer_without_prompt(verdict: &Verdict) -> Answer {
    exit_code::answer(verdict, 0)
}

/// Says a verdict.
pub(crate) fn answer(verdict: &Verdict) -> Answer {
    let answer = answer_without_prompt(verdict);
    match verdict {
        Verdict::Violation(hit) if hit.action == Action::Ask => Answer { stdout: line("ask"), ..answer },
        _ => answer,
    }
}

/// Says that abide itself failed.
pub(crate) use crate::exit_code::fail;
