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
    let text = shown(text.trim_end());
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
