//! The views of a command line that `forbid_command` is matched against.
//!
//! Each command as it runs, each command as written, then the whole line: the
//! order says what is reported, one match is enough for all.

use super::{Answer, Cause, lifted, matches};
use crate::call::{ToolCall, Workspace};
use crate::rule::{Matcher, Rule};
use abide_shell::{Command, Context, Reach};
use std::collections::HashSet;

/// A command line and what it would run.
pub(crate) struct Line<'c> {
    /// The line as the agent wrote it.
    pub source: &'c str,
    /// What it would run.
    pub reach: Reach,
    /// All views, one a row: a word that is missing here is in none of them.
    views: String,
}

impl<'c> Line<'c> {
    /// Reads a line in the place where the call runs.
    pub fn read(source: &'c str, call: &ToolCall, workspace: &dyn Workspace) -> Self {
        let cwd = Some(call.cwd.as_str()).filter(|cwd| !cwd.is_empty());
        let context = Context {
            home: workspace.home(),
            cwd,
            ..Context::default()
        };
        Line::new(source, abide_shell::reach(source, &context))
    }

    /// A line that was read already.
    pub fn new(source: &'c str, reach: Reach) -> Self {
        let mut views = reach.line.text().to_owned();
        for command in &reach.commands {
            for view in [&command.written, &command.run] {
                views.push('\n');
                views.push_str(view.text());
            }
        }
        Line {
            source,
            reach,
            views,
        }
    }

    /// What of the line breaks `rule`. Commands named in `allowed` do not
    /// break a rule that offers a replacement for a command.
    pub fn breach(&self, rule: &Rule, allowed: &HashSet<String>) -> Answer<Cause> {
        if let Matcher::Regex(pattern) = &rule.matcher
            && !pattern.may_match(&self.views)
        {
            return Ok(None);
        }
        let about_a_command = rule.replacement.is_some() && !allowed.is_empty();
        for (index, command) in self.commands(rule) {
            if about_a_command && allowed.contains(program(command)) {
                continue;
            }
            if command_breaks(command, rule)? {
                return Ok(Some(Cause::Command(index)));
            }
        }
        // What is allowed as a command is not to be found again in the line.
        if about_a_command {
            return Ok(None);
        }
        let line = self.reach.line.text();
        let Matcher::Regex(pattern) = &rule.matcher else {
            return Ok(None);
        };
        if !matches(&rule.matcher, line)? || lifted(rule, line)? {
            return Ok(None);
        }
        let found = pattern
            .regex()
            .ok()
            .and_then(|regex| regex.search(line).ok().flatten());
        Ok(found.map(|range| Cause::Line(self.reach.line.span(range))))
    }

    /// The commands that `rule` looks at. Those of a unit that does not parse
    /// are among them: bash versions differ in where they give up.
    pub fn commands(&self, rule: &Rule) -> impl Iterator<Item = (usize, &Command)> {
        let remote = rule.remote;
        self.reach
            .commands
            .iter()
            .enumerate()
            .filter(move |(_, command)| remote || !command.remote)
    }
}

/// The base name of the program a command runs.
pub(crate) fn program(command: &Command) -> &str {
    match command.argv.first() {
        Some(field) => field.value.text().rsplit('/').next().unwrap_or_default(),
        None => "",
    }
}

/// Whether one command, as it runs or as written, breaks the rule.
pub(crate) fn command_breaks(command: &Command, rule: &Rule) -> Result<bool, super::Unknown> {
    if let Matcher::Program(name) = &rule.matcher {
        return Ok(program(command) == name);
    }
    let (run, written) = (command.run.text(), command.written.text());
    if matches(&rule.matcher, run)? && !lifted(rule, run)? {
        return Ok(true);
    }
    Ok(written != run && matches(&rule.matcher, written)? && !lifted(rule, written)?)
}
