//! What the hook process leaves behind for the agent.

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

    /// Lets the call run, with a text on standard error for the person.
    pub(crate) fn noted(text: &str, exit_code: u8) -> Self {
        Answer { stdout: String::new(), stderr: line(&marked(text)), exit_code }
    }
}

/// The text as abide says it. Every text starts with `abide: `, so that any
/// session log shows who spoke.
pub(crate) fn marked(text: &str) -> Cow<'_, str> {
    const MARK: &str = "abide: ";
    let text = text.trim_end();
    if text.starts_with(MARK) { text.into() } else { format!("{MARK}{text}").into() }
}

/// `text` with exactly one line feed at its end.
pub(crate) fn line(text: &str) -> String {
    format!("{}\n", text.trim_end_matches('\n'))
}
