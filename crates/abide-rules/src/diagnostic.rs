//! A complaint about a rules file, pointing into it.
//!
//! Nothing here renders: the command line draws the snippet, this says where.

use abide_shell::Span;
use std::fmt;

/// How much a diagnostic matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Worth knowing; nothing is wrong in abide.
    Note,
    /// Probably not what was meant. The rule is enforced as it stands.
    Warning,
    /// The rule (or the whole file) is not enforced.
    Error,
}

/// One complaint about one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// How much it matters.
    pub severity: Severity,
    /// A stable name: `unknown-kind`, `bad-pattern`.
    pub code: &'static str,
    /// What is wrong, one line without a full stop.
    pub message: String,
    /// How to mend it.
    pub help: Option<String>,
    /// The file, as it was named to the rule set.
    pub file: String,
    /// The bytes of the file it is about.
    pub span: Span,
    /// The rule's id, where it has one.
    pub rule: Option<String>,
}

/// At the start of a file; no editor shows it.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// A place in a text as editors count it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// From 1.
    pub line: usize,
    /// From 1, in characters.
    pub column: usize,
}

impl Position {
    /// Where byte `offset` of `text` stands.
    pub fn of(text: &str, offset: u32) -> Self {
        let before = text.get(..offset as usize).unwrap_or(text);
        let start = before.rfind('\n').map_or(0, |newline| newline + 1);
        Position {
            line: before.matches('\n').count() + 1,
            column: before[start..].trim_start_matches(BYTE_ORDER_MARK).chars().count() + 1,
        }
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}
