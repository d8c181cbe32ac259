//! The `PreToolUse` event, whose envelope and answer several agents share.
//!
//! A block says it three times: a deny document alone on standard output, the
//! same text on standard error, and exit code 2. Measured on Claude Code
//! 2.0.30, 2.1.197 and 2.1.332 and on Codex 0.171.0, each of which reads only
//! one or two of the three. The document must stand alone and hold no further
//! top-level key, and the text must not be empty: otherwise Codex runs the call.

use crate::answer::{line, marked};
use crate::payload::{Payload, Sent};
use crate::{Answer, WireError};
use serde_json::json;

/// The name of the event.
const EVENT: &str = "PreToolUse";

/// Takes a call out of the envelope.
pub(crate) fn open(bytes: &[u8]) -> Result<Sent, WireError> {
    let mut call = Payload::read(bytes)?;
    call.expect("hook_event_name", EVENT)?;
    Ok(Sent {
        tool: call.owned("tool_name").ok_or(WireError::NoTool)?,
        arguments: call.take("tool_input")?,
        cwd: call.owned("cwd").unwrap_or_default(),
        session: call.owned("session_id"),
        id: call.owned("tool_use_id"),
        subagent: call.first(&["agent_id"]).is_some(),
        ..Sent::default()
    })
}

/// What the agent is to do about the call.
#[derive(Clone, Copy)]
pub(crate) enum Decision {
    Deny,
    Ask,
}

/// Blocks the call; the model reads `reason`.
pub(crate) fn deny(reason: &str) -> Answer {
    let reason = marked(reason);
    Answer { stdout: document(Decision::Deny, &reason), stderr: line(&reason), exit_code: 2 }
}

/// Leaves the call to the agent's permission prompt, which shows `reason`.
pub(crate) fn ask(reason: &str) -> Answer {
    Answer { stdout: document(Decision::Ask, &marked(reason)), stderr: String::new(), exit_code: 0 }
}

fn document(decision: Decision, reason: &str) -> String {
    // The keys are written by hand to keep their order: a person compares
    // this with the agent's manual.
    let decision = match decision {
        Decision::Deny => "deny",
        Decision::Ask => "ask",
    };
    line(&format!(
        r#"{{"hookSpecificOutput":{{"hookEventName":"PreToolUse","permissionDecision":"{decision}","permissionDecisionReason":{}}}}}"#,
        json!(reason)
    ))
}
