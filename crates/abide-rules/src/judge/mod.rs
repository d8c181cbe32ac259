//! From a tool call to a verdict.
//!
//! The rules are asked in the order of the files. Blocking beats asking,
//! asking beats warning; among equals the first rule is reported, and among
//! the lines of a tools file the one whose command comes first.

mod account;
mod branch;
mod folders;
mod follow;
mod ignored;
mod line;
mod paths;
mod tools;
mod touched;
mod tree;

use crate::call::{FileKind, Input, ToolCall, Workspace};
use crate::message;
use crate::pattern::OutOfSteps;
use crate::rule::{Kind, Matcher, Rule, Tools};
use crate::set::{OnError, RuleSet};
use crate::suggest;
use crate::verdict::{Action, Hit, InScript, Verdict};
use abide_shell::{Command, End, Span};
use std::cell::OnceCell;

pub use account::Account;
pub(crate) use line::{Line, command_breaks, program, run_breaks};

/// How a rule was broken.
#[derive(Debug)]
pub(crate) struct Breach<'r> {
    pub rule: &'r Rule,
    pub cause: Cause,
}

/// What broke a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Cause {
    /// This command of the line.
    Command(usize),
    /// These bytes of the line, and no command alone.
    Line(Span),
    /// A path; for a shell call, the command that names it and where.
    Path { path: String, at: Option<(usize, Span)> },
    /// The tool itself.
    Tool,
    /// A script of the project that the line runs.
    Script(follow::InScript),
    /// The pattern took too many steps: not known, so not let through.
    OutOfSteps,
    /// The rule cannot be checked, and the file wants that to block.
    Broken(String),
}

/// Why a rule gives no answer.
pub(crate) enum Unknown {
    OutOfSteps,
    Broken(String),
}

impl From<OutOfSteps> for Unknown {
    fn from(_: OutOfSteps) -> Self {
        Unknown::OutOfSteps
    }
}

type Answer<T> = Result<Option<T>, Unknown>;

impl RuleSet {
    /// The verdict on one call.
    pub fn judge(&self, call: &ToolCall, workspace: &dyn Workspace) -> Verdict {
        let case = Case::new(self, call, workspace, |rule| rule.enabled);
        if let Some(hit) = case.unreadable() {
            return Verdict::Violation(hit);
        }
        match case.worst() {
            Some(breach) => {
                let mut hit = case.hit(&breach);
                hit.reason.push_str(&message::others(&case, &breach, hit.suggestion.as_deref()));
                Verdict::Violation(hit)
            }
            None => Verdict::Pass,
        }
    }

    /// Every rule that the call breaks, in the order of the files; those with
    /// `"enabled": false` too.
    pub fn hits(&self, call: &ToolCall, workspace: &dyn Workspace) -> Vec<Hit> {
        let case = Case::new(self, call, workspace, |_| true);
        let broken = self.rules.iter().filter_map(|rule| case.breach(rule));
        let hit = |breach: Breach<'_>| {
            let mut hit = case.hit(&breach);
            for cause in case.all_causes(&breach) {
                let new = |place: &Span| Some(*place) != hit.span && !hit.also.contains(place);
                hit.also.extend(case.span(&cause).filter(new));
            }
            hit
        };
        case.unreadable().into_iter().chain(broken.map(hit)).collect()
    }

    /// Whether the call breaks no enabled rule. Builds no text.
    pub(crate) fn passes(&self, call: &ToolCall, workspace: &dyn Workspace) -> bool {
        let case = Case::new(self, call, workspace, |rule| rule.enabled);
        case.unreadable().is_none() && case.worst().is_none()
    }

    /// Whether the call breaks `rule`, whatever else it breaks, and as if
    /// `when` held.
    pub(crate) fn breaks(&self, rule: &Rule, call: &ToolCall, workspace: &dyn Workspace) -> bool {
        let case = Case::new(self, call, workspace, |other| std::ptr::eq(rule, other));
        Case { everywhere: true, ..case }.breach(rule).is_some()
    }
}

impl RuleSet {
    /// The line that a `forbid_command` rule makes of one that breaks it, as if there were
    /// no other rule.
    pub(crate) fn ready_line(
        &self,
        rule: &Rule,
        call: &ToolCall,
        workspace: &dyn Workspace,
    ) -> Option<String> {
        let case = Case::new(self, call, workspace, |other| std::ptr::eq(rule, other));
        suggest::suggestion(&case, Some(rule))
    }
}

/// One call with all that judging it needs, worked out once.
pub(crate) struct Case<'c> {
    pub rules: &'c RuleSet,
    pub call: &'c ToolCall,
    pub workspace: &'c dyn Workspace,
    /// What the command line would run; for shell calls only, and only if a
    /// rule asks for it.
    pub line: Option<Line<'c>>,
    kind: Tools,
    /// Whether `when` is taken to hold.
    everywhere: bool,
    roots: paths::Roots,
    tree: tree::Tree<'c>,
    /// The paths it touches, found when the first rule asks for them.
    touched: OnceCell<Vec<touched::Touched>>,
    /// How the scripts that it runs break rules, found likewise.
    scripts: OnceCell<Vec<(&'c Rule, follow::InScript)>>,
    suggestion: OnceCell<Option<String>>,
}

/// All that a shell call may do to files.
pub(crate) const SHELL: Tools = Tools::SHELL
    .or(Tools::SHELL_READ)
    .or(Tools::SHELL_WRITE)
    .or(Tools::CREATE)
    .or(Tools::COMMIT)
    .or(Tools::DELETE);

impl<'c> Case<'c> {
    fn new(
        rules: &'c RuleSet,
        call: &'c ToolCall,
        workspace: &'c dyn Workspace,
        asks: impl Fn(&Rule) -> bool,
    ) -> Self {
        let kind = match &call.input {
            // `apply_patch` edits, wherever it is called.
            Input::Shell(source) | Input::PowerShell(source) if touched::may_patch(source) => {
                SHELL.or(Tools::EDIT).or(Tools::WRITE)
            }
            Input::Shell(_) | Input::PowerShell(_) => SHELL,
            Input::Files(kind, _) => touched::of_kind(*kind),
            Input::Search { .. } => touched::of_kind(FileKind::Read),
            Input::Changes(changes) => {
                changes.iter().fold(Tools::default(), |all, (kind, _)| all.or(touched::of_kind(*kind)))
            }
        };
        let looks = |rule: &Rule| {
            matches!(rule.kind, Kind::ForbidCommand | Kind::ProtectPath)
                && rule.tools.meets(kind)
                && asks(rule)
        };
        let line = call.input.line().filter(|_| rules.rules.iter().any(looks));
        let line = line.map(|(_, source)| Line::read(source, call, workspace, &rules.wrappers));
        Case {
            rules,
            call,
            workspace,
            line,
            kind,
            everywhere: false,
            roots: paths::Roots::default(),
            tree: tree::Tree::new(workspace),
            touched: OnceCell::new(),
            scripts: OnceCell::new(),
            suggestion: OnceCell::new(),
        }
    }

    /// A hit if the line, or the file of rules, could not be read.
    fn unreadable(&self) -> Option<Hit> {
        if let (OnError::Block, Some(error)) = (self.rules.on_error(), &self.rules.load_error) {
            return Some(message::builtin("broken-rules", message::broken_file(error)));
        }
        match &self.line {
            Some(line) => match line.reach.end {
                End::Limit(limit) => Some(message::builtin("limit", message::too_large(limit))),
                _ => None,
            },
            None => None,
        }
    }

    /// The breach to report.
    fn worst(&self) -> Option<Breach<'c>> {
        let mut worst: Option<Breach<'c>> = None;
        for rule in self.rules.rules.iter().filter(|rule| rule.enabled) {
            let settled = worst.as_ref().is_some_and(|breach| breach.action() >= rule.action);
            if settled && !worst.as_ref().is_some_and(|breach| same_tools_file(breach.rule, rule)) {
                continue;
            }
            let Some(breach) = self.breach(rule) else {
                continue;
            };
            let worse = match &worst {
                None => true,
                Some(known) if settled => breach.command() < known.command(),
                Some(known) => breach.action() > known.action(),
            };
            if worse {
                worst = Some(breach);
            }
        }
        worst
    }

    /// What else would stop the call, or warn of it like `worst`, in the order of
    /// the files. A rule that asks is told beside one that blocks: many agents
    /// cannot ask, and for them it blocks the next try.
    pub(crate) fn others(&self, worst: &Breach<'_>) -> Vec<Breach<'c>> {
        let others = self.rules.rules.iter().filter(|rule| rule.enabled && !std::ptr::eq(*rule, worst.rule));
        let found = others.filter_map(|rule| self.breach(rule));
        found.filter(|breach| [worst.action(), Action::Ask].contains(&breach.action())).collect()
    }

    /// How the call breaks `rule`.
    pub(crate) fn breach(&self, rule: &'c Rule) -> Option<Breach<'c>> {
        let answer = match self.answer(rule) {
            Ok(None) if rule.follow && self.looks_at(rule) => Ok(self.script_breach(rule)),
            answer => answer,
        };
        let cause = match answer {
            Ok(cause) => cause?,
            Err(Unknown::OutOfSteps) => Cause::OutOfSteps,
            Err(Unknown::Broken(_)) if self.rules.on_error() == OnError::Allow => return None,
            Err(Unknown::Broken(error)) => Cause::Broken(error),
        };
        Some(Breach { rule, cause })
    }

    /// Whether `rule` is about calls like this one.
    fn looks_at(&self, rule: &Rule) -> bool {
        rule.tools.meets(self.kind) && !self.rules.is_lifted(rule)
    }

    /// How the call itself breaks `rule`, scripts that it runs left alone.
    fn answer(&self, rule: &Rule) -> Answer<Cause> {
        if !self.looks_at(rule) {
            return Ok(None);
        }
        match rule.kind {
            Kind::ForbidCommand if rule.tools.meets(SHELL) => self.command_breach(rule),
            Kind::ProtectPath => self.path_breach(rule),
            Kind::ForbidTool if self.holds_here(rule) => tools::breach(rule, self.call),
            Kind::ForbidCommand | Kind::ForbidTool | Kind::Advice => Ok(None),
        }
    }

    /// What else in the line breaks the rule in the same way.
    fn all_causes(&self, breach: &Breach<'_>) -> Vec<Cause> {
        let rule = breach.rule;
        match (&breach.cause, &self.line) {
            (Cause::Command(_), Some(line)) => {
                let commands = line.breaking(rule, &self.rules.allowed);
                let holds = commands.filter(|(_, command)| self.holds_for(rule, command));
                holds.map(|(index, _)| Cause::Command(index)).collect()
            }
            (Cause::Path { .. }, _) => self.breaking_paths(rule).unwrap_or_default(),
            _ => Vec::new(),
        }
    }

    fn command_breach(&self, rule: &Rule) -> Answer<Cause> {
        match &self.line {
            Some(line) => line.breach(rule, &self.rules.allowed, |command| self.holds_for(rule, command)),
            None => Ok(None),
        }
    }

    fn hit(&self, breach: &Breach<'_>) -> Hit {
        let command = breach.command().and_then(|index| self.command(index));
        let span = self.span(&breach.cause);
        let suggestion = match breach.cause {
            Cause::Command(_) => self.suggestion.get_or_init(|| suggest::suggestion(self, None)).clone(),
            _ => None,
        };
        Hit {
            rule: breach.rule.id.clone(),
            action: breach.action(),
            span,
            also: Vec::new(),
            script: match &breach.cause {
                Cause::Script(follow::InScript { file, line, text, .. }) => {
                    Some(Box::new(InScript { file: file.clone(), line: *line, text: text.clone() }))
                }
                _ => None,
            },
            route: command.map(|command| command.route.clone()).unwrap_or_default(),
            reason: message::reason(self, breach, span, suggestion.as_deref()),
            suggestion,
            path: match &breach.cause {
                Cause::Path { path, .. } => Some(path.clone()),
                Cause::Script(script) => script.path.clone(),
                _ => None,
            },
            enabled: breach.rule.enabled,
        }
    }
}

impl Case<'_> {
    pub(crate) fn command(&self, index: usize) -> Option<&Command> {
        self.line.as_ref()?.reach.commands.get(index)
    }

    /// The bytes of the line that `cause` is about.
    pub(crate) fn span(&self, cause: &Cause) -> Option<Span> {
        match cause {
            Cause::Command(index) | Cause::Script(follow::InScript { command: index, .. }) => {
                self.command(*index).map(place)
            }
            Cause::Line(span) | Cause::Path { at: Some((_, span)), .. } => Some(*span),
            _ => None,
        }
    }
}

impl Breach<'_> {
    /// What to do: what could not be checked blocks.
    pub(crate) fn action(&self) -> Action {
        if self.is_unchecked() { Action::Block } else { self.rule.action }
    }

    /// Whether it is not known that the rule is broken.
    pub(crate) fn is_unchecked(&self) -> bool {
        matches!(self.cause, Cause::OutOfSteps | Cause::Broken(_))
    }

    /// The command that broke the rule.
    pub(crate) fn command(&self) -> Option<usize> {
        match &self.cause {
            Cause::Command(index) | Cause::Path { at: Some((index, _)), .. } => Some(*index),
            Cause::Script(script) => Some(script.command),
            _ => None,
        }
    }
}

/// Where a command stands, without the wrappers before it.
fn place(command: &Command) -> Span {
    let run = command.run.span(0..command.run.text().len());
    // The words may come from elsewhere: `n=npm; $n i`.
    let inside = command.span.start <= run.start && run.end <= command.span.end;
    if inside && !run.is_empty() { run } else { command.span }
}

fn same_tools_file(a: &Rule, b: &Rule) -> bool {
    a.from_tools_file && b.from_tools_file && a.file == b.file
}

/// Whether a regular expression matches `text`.
fn matches(matcher: &Matcher, text: &str) -> Result<bool, Unknown> {
    match matcher {
        Matcher::Regex(pattern) if pattern.may_match(text) => {
            let regex = pattern.regex().map_err(|error| Unknown::Broken(error.message.clone()))?;
            Ok(regex.search(text)?.is_some())
        }
        _ => Ok(false),
    }
}

/// Whether an `unless` of the rule matches the same text.
fn lifted(rule: &Rule, text: &str) -> Result<bool, Unknown> {
    for unless in &rule.unless {
        if matches(unless, text)? {
            return Ok(true);
        }
    }
    Ok(false)
}
