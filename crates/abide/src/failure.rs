//! What went wrong, said in one voice.
//!
//! ```text
//! abide: error: cannot enter web: no such file or directory
//!   help: --cwd takes a folder that exists
//! ```

use crate::render;
use anstyle::{AnsiColor, Style};
use serde_json::json;
use std::process::ExitCode;

/// A failure that ends a subcommand with exit code 2.
#[derive(Debug)]
pub struct Failure {
    message: String,
    help: Option<String>,
}

impl Failure {
    /// A failure: one line, without a full stop.
    pub fn new(message: impl Into<String>) -> Self {
        Failure { message: message.into(), help: None }
    }

    /// Adds what the person can do about it.
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// What went wrong.
    pub fn says(&self) -> &str {
        &self.message
    }

    /// What the person can do about it.
    pub fn helps(&self) -> Option<&str> {
        self.help.as_deref()
    }

    /// Says it on standard error; to a program that asked for JSON, as one
    /// document on standard output.
    pub fn report(self, json: bool) -> ExitCode {
        if json {
            let document = json!({"ok": false, "error": self.message, "help": self.help});
            if render::print(&format!("{document:#}\n")).is_ok() {
                return ExitCode::from(2);
            }
        }
        let error: Style = AnsiColor::Red.on_default().bold();
        let help: Style = AnsiColor::Cyan.on_default();
        anstream::eprintln!("abide: {error}error{error:#}: {}", self.message);
        if let Some(text) = self.help {
            anstream::eprintln!("  {help}help{help:#}: {text}");
        }
        ExitCode::from(2)
    }
}

/// Why the system refused, in the middle of a sentence: without a capital and
/// without `(os error 2)`.
pub fn why(error: &std::io::Error) -> String {
    let text = error.to_string();
    let text = text.split(" (os error").next().unwrap_or_default();
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_lowercase().chain(letters).collect())
}
