//! What was decided about a call, and why.

use abide_shell::Span;

/// What a rule does when a call breaks it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Action {
    /// Let it run, tell the person and count it.
    Warn,
    /// Ask through the agent's own permission prompt, where it has one.
    Ask,
    /// Do not let it run.
    #[default]
    Block,
}

impl Action {
    /// Each, and its name in rules files and documents.
    pub const NAMES: &[(&str, Action)] =
        &[("block", Action::Block), ("ask", Action::Ask), ("warn", Action::Warn)];

    /// Its name there.
    pub fn name(self) -> &'static str {
        Self::NAMES.iter().find(|(_, action)| *action == self).map_or("", |(name, _)| name)
    }
}

/// The verdict on one call.
#[derive(Clone, Debug, Default)]
pub enum Verdict {
    /// No rule is broken.
    #[default]
    Pass,
    /// A rule is broken.
    Violation(Hit),
}

/// A place in a script of the project.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InScript {
    /// The file, as the line or the project calls it: `./x.sh`, `package.json`.
    pub file: String,
    /// The line of the file, from 1.
    pub line: usize,
    /// What stands there.
    pub text: String,
}

/// One rule broken by one call.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hit {
    /// The rule's id; `limit` for a command line that is too large to check.
    pub rule: String,
    /// What to do about it.
    pub action: Action,
    /// The bytes of the command line that broke it; `None` for file and tool calls.
    pub span: Option<Span>,
    /// Where else in the line commands break it, in order. `RuleSet::hits`
    /// looks for them, `RuleSet::judge` does not.
    pub also: Vec<Span>,
    /// Where a script that the line runs breaks the rule, if that does.
    pub script: Option<Box<InScript>>,
    /// How the command was reached, outermost first.
    pub route: Vec<String>,
    /// The whole line with every breaking command swapped for the replacement.
    pub suggestion: Option<String>,
    /// What the model reads.
    pub reason: String,
    /// The path that broke a `protect_path` rule, absolute.
    pub path: Option<String>,
    /// `false` for a rule with `"enabled": false`, which is only counted:
    /// listed by `RuleSet::hits`, never by `RuleSet::judge`.
    pub enabled: bool,
}
