//! What the hook process leaves behind for the agent.

use serde_json::Value;
use std::borrow::Cow;

/// The output and the exit code of one hook process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// All of standard output.
    pub stdout: String,
    /// All of standard error.
    pub stderr: String,
    /// The exit code.
    pub exit_code: u8,
}

impl Answer {
    /// No output and exit code 0: the agent goes on as if there were no hook.
    ///
    /// This, and never an explicit "allow", is how a call passes: an "allow"
    /// would also skip the person's own permission prompt.
    pub fn silent() -> Self {
        Answer { stdout: String::new(), stderr: String::new(), exit_code: 0 }
    }

    /// No output, but a text on standard error. What the exit code makes of
    /// it is the agent's affair.
    pub(crate) fn noted(text: &str, exit_code: u8) -> Self {
        Answer { stdout: String::new(), stderr: line(&marked(text)), exit_code }
    }

    /// One JSON document on standard output and exit code 0. The fields keep
    /// their order: a person compares this with the agent's manual.
    pub(crate) fn document(fields: &[(&str, Value)]) -> Self {
        let fields: Vec<String> = fields.iter().map(|(name, value)| format!("\"{name}\":{value}")).collect();
        Answer { stdout: line(&format!("{{{}}}", fields.join(","))), ..Answer::silent() }
    }

    /// `{"decision":...,"reason":...}`, which several agents read.
    pub(crate) fn decision(decision: &str, reason: &str) -> Self {
        Answer::document(&[("decision", decision.into()), ("reason", marked(reason).into())])
    }

    /// The same answer with a text on standard error.
    pub(crate) fn and_noted(self, text: &str) -> Self {
        Answer { stderr: line(&marked(text)), ..self }
    }
}

/// The text as abide says it. Every text starts with `abide: `, so that any
/// session log shows who spoke, and none is empty: several agents run a call
/// that is blocked for no reason.
pub(crate) fn marked(text: &str) -> Cow<'_, str> {
    const MARK: &str = "abide: ";
    let text = shown(text.trim_end());
    if text.trim().is_empty() || text.trim() == MARK.trim() {
        return "abide: blocked by a rule of this project".into();
    }
    if text.starts_with(MARK) { text } else { format!("{MARK}{text}").into() }
}

/// `text` with control characters written as `\x1b`: a command line could
/// otherwise move the cursor of the person's terminal, or hide what is said.
pub fn shown(text: &str) -> Cow<'_, str> {
    let odd = |c: char| {
        c.is_control() && !matches!(c, '\n' | '\t')
            || matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    if !text.contains(odd) {
        return text.into();
    }
    let mut plain = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match u32::from(c) {
            code if odd(c) && code < 0x100 => plain.push_str(&format!("\\x{code:02x}")),
            code if odd(c) => plain.push_str(&format!("\\u{{{code:x}}}")),
            _ => plain.push(c),
        }
    }
    plain.into()
}

/// `text` with exactly one line feed at its end.
pub(crate) fn line(text: &str) -> String {
    format!("{}\n", text.trim_end_matches('\n'))
}
