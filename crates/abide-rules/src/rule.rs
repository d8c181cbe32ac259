//! One rule, as loaded.

use crate::{Action, pattern::Pattern};
use abide_shell::Span;

/// What a rule forbids.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A command that must not run; the pattern is a regular expression.
    ForbidCommand,
    /// A path that must not be touched; the pattern is a glob.
    ProtectPath,
    /// A tool that must not be used; the pattern is a regular expression.
    ForbidTool,
    /// Kept as text, never checked.
    Advice,
}
