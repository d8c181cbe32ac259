//! The few colours that abide uses, by what they mean.

use anstyle::{AnsiColor, Style};

/// Blocked, failed.
pub const BAD: Style = AnsiColor::Red.on_default().bold();
/// May run, passed.
pub const GOOD: Style = AnsiColor::Green.on_default().bold();
/// Asks, warns.
pub const CAREFUL: Style = AnsiColor::Yellow.on_default().bold();
/// What the person can type.
pub const CODE: Style = AnsiColor::Cyan.on_default();
/// Headings.
pub const STRONG: Style = Style::new().bold();
/// What may be skipped.
pub const FAINT: Style = Style::new().dimmed();

/// `text` in a style.
pub fn paint(style: Style, text: impl std::fmt::Display) -> String {
    format!("{style}{text}{style:#}")
}

/// `1 rule`, `2 rules`.
pub fn count(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}
