//! rules.json: from a rule file to a verdict on one tool call.
//!
//! Pure but for [`Workspace`], the few facts about the machine that a rule
//! may ask for. What `abide hook` blocks and what `abide count` counts is
//! decided here, by the same [`RuleSet::judge`].

#![forbid(unsafe_code)]

mod call;
mod chance;
mod check;
mod diagnostic;
mod glob;
mod json;
mod judge;
mod lint;
mod load;
mod message;
mod packs;
pub mod patch;
pub mod pattern;
mod place;
mod rewrite;
mod rule;
mod scripts;
mod set;
mod suggest;
mod tools;
mod verdict;
mod written;

pub use abide_shell::Wrapper;
pub use call::{Entry, FileKind, Input, ToolCall, Workspace};
pub use diagnostic::{Diagnostic, Position, Severity};
pub use judge::Account;
pub use load::{SCHEMA, lowers_guard};
pub use packs::PACKS;
pub use rule::{Kind, LazyGlob, Matcher, Rule, Tools, When};
pub use set::{OnError, Overrides, RuleSet};
pub use verdict::{Action, Hit, InScript, Verdict};
