//! What went wrong, said in one voice.
//!
//! ```text
//! abide: error: cannot read .abide/rules.json: no such file
//!   help: write one, or name another with --rules FILE
//! ```

use anstyle::{AnsiColor, Style};
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

    /// Says it on standard error.
    pub fn report(self) -> ExitCode {
        let error: Style = AnsiColor::Red.on_default().bold();
        let help: Style = AnsiColor::Cyan.on_default();
        anstream::eprintln!("abide: {error}error{error:#}: {}", self.message);
        if let Some(text) = self.help {
            anstream::eprintln!("  {help}help{help:#}: {text}");
        }
        ExitCode::from(2)
    }
}
