//! What the model reads when a call is stopped.
//!
//! Short, about 120 tokens: what, which rule and where it stands, what to do
//! instead, the ready line. There is no full stop at the end, because some
//! agents go on in the same line.

use crate::call::Input;
use crate::judge::{Breach, Case, Cause, program};
use crate::place;
use crate::rule::{Kind, Rule};
use crate::set::Overrides;
use crate::verdict::{Action, Hit};
use abide_shell::{Command, Limit, Span};

/// The most characters of a command or path that are quoted.
const MAX_QUOTE: usize = 80;

/// Stands in a command as it runs for a blank that splits no words.
const BLANK_IN_WORD: char = '\u{2423}';

/// A longer suggestion, in bytes, is not worth its tokens.
const MAX_SUGGESTION: usize = 600;

/// How commands of git leave a file out.
const LEAVES_OUT: &[(&str, &str)] =
    &[(" checkout ", "':!NAME'"), (" restore ", "':!NAME'"), (" add ", "':!NAME'"), (" clean ", "-e NAME")];

/// The most other rules that are told.
const MAX_OTHERS: usize = 3;

/// The reason for one breach.
pub(crate) fn reason(
    case: &Case<'_>,
    breach: &Breach<'_>,
    span: Option<Span>,
    suggestion: Option<&str>,
) -> String {
    let suggestion = suggestion.filter(|text| text.len() <= MAX_SUGGESTION);
    let text = match (&breach.cause, breach.rule.from_tools_file) {
        (Cause::Command(_), true) => tools_file(case, breach, suggestion),
        _ => rules_file(case, breach, span, suggestion),
    };
    format!("abide: {text}")
}

/// A hit of no rule: the call could not be checked.
pub(crate) fn builtin(id: &str, reason: String) -> Hit {
    Hit { rule: id.into(), reason, enabled: true, ..Hit::default() }
}

/// The reason for a command line over a limit.
pub(crate) fn too_large(limit: Limit) -> String {
    let what = match limit {
        Limit::Size => "this command is too large to check",
        Limit::Depth => "this command is nested too deeply to check",
        Limit::Steps => "this command takes too many steps to check",
    };
    format!("abide: {what}; split it")
}

/// The reason if the rules cannot be read and `on_error` is `block`.
pub(crate) fn broken_file(error: &str) -> String {
    format!("abide: the rules cannot be read, so nothing may run ({error}); ask the user to mend them")
}

/// The words of a tools file: command, replacement, and the ways to allow it.
fn tools_file(case: &Case<'_>, breach: &Breach<'_>, suggestion: Option<&str>) -> String {
    let tool = &breach.rule.id;
    let replacement = breach.rule.replacement.as_deref().unwrap_or_default();
    let root = case.root();
    let mut lines = vec![format!("Blocked: `{tool}` is not allowed here, use `{replacement}` instead.")];
    lines.extend(suggestion.map(|suggestion| format!("  suggested: {suggestion}")));
    let overrides = case.rules.overrides();
    if overrides < Overrides::None {
        let git = format!("git -C \"{root}\" rev-parse --path-format=absolute --git-path info/exclude");
        lines.extend([
            String::new(),
            "Allow it anyway with one of:".into(),
            format!("  * add \"{tool}\" to {root}/.agent-allow-cli-tools (persistent, per-repo),"),
            format!("    and keep it out of git: echo '.agent-allow-*' >> \"$({git})\""),
        ]);
    }
    if overrides < Overrides::File {
        lines.push(format!("  * set AGENT_ALLOW_CLI_TOOLS={tool} (one-off, colon-separated)"));
    }
    lines.join("\n")
}

/// The program or tool that comes to a file which the call does not name: `grep -r x .`.
fn reaches<'c>(case: &'c Case<'_>, path: &str, at: Option<(usize, Span)>) -> Option<&'c str> {
    let (by, written) = match (&case.call.input, at) {
        (Input::Search { folder, glob }, _) => {
            (case.call.tool.as_str(), [folder, glob].map(|text| text.as_deref().unwrap_or_default()).concat())
        }
        (_, at) => {
            let (command, span) = at?;
            let written = case.line.as_ref()?.source.get(span.range())?;
            (program(case.command(command)?), written.to_owned())
        }
    };
    let named = written.to_lowercase().contains(&place::name(path).to_lowercase());
    (!named).then_some(by)
}

/// What breaks which rule, and where that stands.
fn headline(case: &Case<'_>, breach: &Breach<'_>, span: Option<Span>) -> String {
    let rule = breach.rule;
    let source = rule.source.clone().unwrap_or_else(|| {
        let (file, position) = case.rules.place(rule);
        format!("{file}:{}", position.line)
    });
    // What still may run must not be called forbidden.
    let (forbidden, protected) = match rule.action {
        Action::Block => ("is forbidden by", "is protected by"),
        Action::Ask => ("needs the user's consent under", "needs the user's consent under"),
        Action::Warn => ("goes against", "goes against"),
    };
    let named = format!("rule {} ({source})", rule.id);
    match &breach.cause {
        Cause::OutOfSteps => format!("{named} took too many steps on this call; split it"),
        Cause::Broken(error) => {
            format!("{named} cannot be checked ({error}); ask the user to mend it")
        }
        Cause::Script(script) if script.path.is_some() => {
            let path = script.path.as_deref().unwrap_or_default();
            format!("{}, named in {}:{}, {protected} {named}", quote(path), script.file, script.line)
        }
        Cause::Path { path, at } => match reaches(case, path, *at) {
            Some(program) => {
                format!("{}, which {} would reach, {protected} {named}", quote(path), quote(program))
            }
            None => format!("{} {protected} {named}", quote(path)),
        },
        Cause::Script(script) => {
            format!("{} in {}:{} {forbidden} {named}", quote(&script.text), script.file, script.line)
        }
        Cause::Tool => format!("tool {} {forbidden} {named}", quote(&case.call.tool)),
        Cause::Command(index) => {
            let shown = case.command(*index).map(|command| shown(command, rule)).unwrap_or_default();
            format!("{} {forbidden} {named}", quote(&shown))
        }
        Cause::Line(_) => {
            let source = case.line.as_ref().map_or("", |line| line.source);
            let what = span.and_then(|span| source.get(span.range())).unwrap_or(source);
            format!("{} {forbidden} {named}", quote(what))
        }
    }
}

fn rules_file(case: &Case<'_>, breach: &Breach<'_>, span: Option<Span>, suggestion: Option<&str>) -> String {
    let rule = breach.rule;
    let mut text = headline(case, breach, span);
    if breach.is_unchecked() {
        return text;
    }
    if let Some(message) = rule.message.as_deref().or(rule.text.as_deref()) {
        text.push('\n');
        text.push_str(message.trim().trim_end_matches('.'));
    } else if let (None, Some(replacement), Kind::ForbidCommand) = (suggestion, &rule.replacement, rule.kind)
    {
        text.push_str(&format!("\nUse `{replacement}` instead"));
    }
    if let Cause::Path { path, at } = &breach.cause
        && reaches(case, path, *at).is_some()
    {
        let run = at.and_then(|at| case.command(at.0)).map_or("", |command| command.run.text());
        text.push_str("\nName the folders that are meant");
        let how = LEAVES_OUT.iter().find(|(words, _)| run.starts_with("git ") && run.contains(words));
        if let Some((_, how)) = how {
            text.push_str(&format!(", or leave this out: {}", how.replace("NAME", place::name(path))));
        }
    }
    if let Some(suggestion) = suggestion {
        text.push_str(&format!("\nReady to run: {suggestion}"));
    }
    text
}

/// What else would stop the line, a line for each rule: the agent should
/// not learn of them one by one. A line that is ready to run breaks none of them.
pub(crate) fn others(case: &Case<'_>, breach: &Breach<'_>, suggestion: Option<&str>) -> String {
    if breach.rule.from_tools_file || suggestion.is_some_and(|text| text.len() <= MAX_SUGGESTION) {
        return String::new();
    }
    let others = case.others(breach);
    let line = |other: &Breach<'_>| {
        let said = other.rule.message.as_deref().or(other.rule.text.as_deref());
        let said =
            said.map(str::to_owned).or_else(|| Some(format!("Use `{}`", other.rule.replacement.as_deref()?)));
        let said = said.as_deref().and_then(|said| said.trim().lines().next()).unwrap_or_default();
        let said = if other.is_unchecked() { "" } else { said.trim_end_matches('.') };
        let colon = if said.is_empty() { "" } else { ": " };
        format!("\nAlso: {}{colon}{said}", headline(case, other, case.span(&other.cause)))
    };
    let mut text: String = others.iter().take(MAX_OTHERS).map(line).collect();
    if let Some(more) = others.len().checked_sub(MAX_OTHERS).filter(|more| *more > 0) {
        text.push_str(&format!("\nAlso: {more} more, which `abide explain` lists"));
    }
    text
}

/// The command as the rule saw it: as it runs, or else as it is written. What
/// stands in the line may be quoted, encoded or spread over several places.
pub(crate) fn shown(command: &Command, rule: &Rule) -> String {
    let run = command.run.text();
    if !crate::judge::run_breaks(command, rule) {
        return command.written.text().to_owned();
    }
    let word = |word: &str| match word.contains(BLANK_IN_WORD) {
        true => format!("\"{}\"", word.replace(BLANK_IN_WORD, " ")),
        false => word.to_owned(),
    };
    run.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

/// `text` in backquotes, on one line and cut short.
fn quote(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(MAX_QUOTE) {
        Some((end, _)) => format!("`{}…`", &line[..end]),
        None => format!("`{line}`"),
    }
}
