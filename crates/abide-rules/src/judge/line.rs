//! The views of a command line that `forbid_command` is matched against.
//!
//! Each command as it runs, each command as written, then the whole line: the
//! order says what is reported, one match is enough for all.
//!
//! The line as a whole is for patterns about more than one command, such as
//! `\bpytest\b.*\|\s*tail\b`. A pattern that spells out no separator is about
//! one command: when it matches only across two (`.*` in `^git\b.*\spush\b.*\s-f`
//! on `git push && rm -f x`), it mixes up what they are.

use super::{Answer, Cause, lifted, matches};
use crate::call::{ToolCall, Workspace};
use crate::rule::{Matcher, Rule};
use abide_shell::{Command, Context, Mapped, Reach, Wrapper};
use foldhash::HashSet;

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
    pub fn read(source: &'c str, call: &ToolCall, workspace: &dyn Workspace, wrappers: &[Wrapper]) -> Self {
        let cwd = Some(call.cwd.as_str()).filter(|cwd| !cwd.is_empty());
        let root = call.root.as_deref();
        let shell = call.input.shell();
        let context = Context { home: workspace.home(), cwd, root, wrappers, files: &[], shell };
        Line::new(source, abide_shell::reach(source, &context))
    }

    /// A line that was read already.
    pub fn new(source: &'c str, reach: Reach) -> Self {
        let views = views(&reach);
        Line { source, reach, views }
    }

    /// What of the line breaks `rule`. Commands named in `allowed` do not
    /// break a rule that offers a replacement for a command, and commands for
    /// which the rule does not hold (`holds`) break nothing.
    pub fn breach(
        &self,
        rule: &Rule,
        allowed: &HashSet<String>,
        holds: impl Fn(&Command) -> bool,
    ) -> Answer<Cause> {
        if let Matcher::Regex(pattern) = &rule.matcher
            && !pattern.may_match_any(&self.views)
        {
            return Ok(None);
        }
        let about_a_command = rule.replacement.is_some() && !allowed.is_empty();
        for (index, command) in self.commands(rule) {
            if about_a_command && allowed.contains(program(command)) {
                continue;
            }
            if command_breaks(command, rule)? && holds(command) {
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
        if !self.commands(rule).any(|(_, command)| holds(command)) {
            return Ok(None);
        }
        let regex = pattern.regex().ok().filter(|regex| regex.names_separator());
        let found = regex.and_then(|regex| regex.search(line).ok().flatten());
        Ok(found.map(|range| Cause::Line(self.reach.line.span(range))))
    }

    /// Every command that breaks `rule`; those that give no answer do not.
    pub fn breaking<'l>(
        &'l self,
        rule: &'l Rule,
        allowed: &'l HashSet<String>,
    ) -> impl Iterator<Item = (usize, &'l Command)> {
        let exempt =
            move |command: &Command| rule.replacement.is_some() && allowed.contains(program(command));
        self.commands(rule)
            .filter(move |(_, command)| !exempt(command) && command_breaks(command, rule).unwrap_or(false))
    }

    /// The commands that `rule` looks at. Those of a unit that does not parse
    /// are among them: bash versions differ in where they give up.
    pub fn commands<'l>(&'l self, rule: &'l Rule) -> impl Iterator<Item = (usize, &'l Command)> {
        let all = self.reach.commands.iter().enumerate();
        all.filter(|(index, command)| {
            (rule.remote || !command.remote) && !self.is_as_asked(*index, command, rule)
        })
    }

    /// Whether a command runs in what the rule wants to be used: `python x` of
    /// `uv run python x`, where the replacement is `uv run`.
    pub fn is_as_asked(&self, index: usize, command: &Command, rule: &Rule) -> bool {
        let Some(replacement) = rule.replacement.as_deref().filter(|text| text.contains(' ')) else {
            return false;
        };
        let mut around = self.around(index);
        around.any(|outer| self.reach.commands[outer].is_wrapped_by(replacement, program(command)))
    }

    /// The commands that a command runs in, the nearest first: `sudo sh -c 'npm ci'`
    /// and `sh -c 'npm ci'` are around `npm ci`.
    pub fn around(&self, index: usize) -> impl Iterator<Item = usize> {
        let mut route = self.reach.commands[index].route.as_slice();
        let before = (0..if route.is_empty() { 0 } else { index }).rev();
        before.filter(move |outer| {
            let outer = &self.reach.commands[*outer].route;
            let around = route.len() > outer.len() && route.starts_with(outer);
            if around {
                route = &route[..outer.len()];
            }
            around
        })
    }
}

/// All views of what a line reaches, one a row.
fn views(reach: &Reach) -> String {
    let commands = reach.commands.iter().flat_map(|command| [&command.written, &command.run]);
    let each = || std::iter::once(&reach.line).chain(commands.clone()).map(Mapped::text);
    let mut views = String::with_capacity(each().map(|view| view.len() + 1).sum());
    for view in each() {
        views.push_str(view);
        views.push('\n');
    }
    views
}

/// The name of the program a command runs, as patterns see it.
pub(crate) fn program(command: &Command) -> &str {
    command.run.text().split(' ').next().unwrap_or_default()
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

/// Whether the command breaks the rule as it runs, and not only as written.
pub(crate) fn run_breaks(command: &Command, rule: &Rule) -> bool {
    let run = command.run.text();
    matches!(rule.matcher, Matcher::Program(_))
        || matches(&rule.matcher, run).unwrap_or(false) && !lifted(rule, run).unwrap_or(false)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RuleSet;
    use crate::judge::Cause::{Command as At, Line as Whole};
    use abide_shell::{End, Field, Span};

    /// The command `text`, written in `source`, all of it known.
    fn command(source: &str, text: &str) -> Command {
        let start = source.find(text).expect("the command stands in the line") as u32;
        let mut at = start as usize;
        let field = |word: &str| {
            at += source[at..].find(word).expect("the word stands in the line");
            Field { value: Mapped::source(word, at as u32), known: true, ..Field::default() }
        };
        let mut command = Command::default();
        command.span = Span::new(start, start + text.len() as u32);
        command.written = Mapped::source(text, start);
        command.run = Mapped::source(text, start);
        command.argv = text.split(' ').map(field).collect::<Vec<_>>().into();
        command
    }

    fn line<'s>(source: &'s str, commands: &[&str]) -> Line<'s> {
        let commands = commands.iter().map(|text| command(source, text)).collect();
        let line = Mapped::source(source, 0);
        Line::new(source, Reach { line, commands, end: End::Clean, steps: 0 })
    }

    fn breach(line: &Line<'_>, rule: &str, allowed: &[&str]) -> Option<Cause> {
        let mut set = RuleSet::new();
        let file = format!(r#"[{{"id": "r", "kind": "forbid_command", {rule}}}]"#);
        assert!(set.load("rules.json", &file).is_empty());
        let allowed = allowed.iter().map(|name| name.to_string()).collect();
        line.breach(&set.rules()[0], &allowed, |_| true).ok().expect("a sound rule")
    }

    #[test]
    fn a_command_is_found_before_the_line() {
        let line = line("cd web && npm ci", &["cd web", "npm ci"]);
        assert_eq!(breach(&line, r#""pattern": "^npm(?:\\s|$)""#, &[]), Some(At(1)));
        assert_eq!(breach(&line, r#""pattern": "^cd\\b.*&&\\s*npm""#, &[]), Some(Whole(Span::new(0, 13))));
        assert_eq!(breach(&line, r#""pattern": "^cd\\b.*npm""#, &[]), None);
        assert_eq!(breach(&line, r#""pattern": "^yarn""#, &[]), None);
    }

    #[test]
    fn unless_lifts_the_view_it_matches() {
        let rule = r#""pattern": "^npm publish", "unless": "--dry-run""#;
        let source = "npm publish --dry-run; npm publish x";
        let both = line(source, &["npm publish --dry-run", "npm publish x"]);
        assert_eq!(breach(&both, rule, &[]), Some(At(1)));
        let dry = line("npm publish --dry-run", &["npm publish --dry-run"]);
        assert_eq!(breach(&dry, rule, &[]), None);
    }

    #[test]
    fn commands_elsewhere_are_passed_over_on_request() {
        let mut line = line("ssh host npm ci", &["ssh host npm ci", "npm ci"]);
        line.reach.commands[1].remote = true;
        assert_eq!(breach(&line, r#""pattern": "^npm""#, &[]), Some(At(1)));
        assert_eq!(breach(&line, r#""pattern": "^npm", "remote": false"#, &[]), None);
    }

    #[test]
    fn a_dead_command_is_still_checked() {
        let mut line = line("npm ci; (", &["npm ci"]);
        line.reach.commands[0].dead = true;
        assert_eq!(breach(&line, r#""pattern": "^npm ci$""#, &[]), Some(At(0)));
    }

    #[test]
    fn an_allowed_command_breaks_no_rule_that_would_replace_it() {
        let line = line("npm ci", &["npm ci"]);
        let swap = r#""pattern": "^npm(?:\\s|$)", "replacement": "pnpm""#;
        assert_eq!(breach(&line, swap, &["npm"]), None);
        assert_eq!(breach(&line, swap, &["yarn"]), Some(At(0)));
        // A rule about how npm is used is not about the tool.
        assert_eq!(breach(&line, r#""pattern": "^npm ci""#, &["npm"]), Some(At(0)));
    }
}
