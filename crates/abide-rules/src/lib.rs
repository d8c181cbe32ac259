//! rules.json: from a rule file to a verdict on one tool call.
//!
//! Pure but for [`Workspace`], the few facts about the machine that a rule
//! may ask for. What `abide hook` blocks and what `abide count` counts is
//! decided here, by the same [`RuleSet::judge`].

mod call;
mod diagnostic;
pub mod pattern;
mod verdict;

pub use call::{FileKind, Input, ToolCall, Workspace};
pub use diagnostic::{Diagnostic, Position, Severity};
pub use verdict::{Action, Hit, Verdict};
