//! The line with every breaking command swapped for its replacement.
//!
//! Only the program word is swapped, by its span, so this works inside
//! `sh -c '...'` and on lines of many rows. A suggestion that would be wrong
//! is worse than none: the new line is read again, must run the commands that
//! were meant, and must pass every rule.

use crate::call::{Input, ToolCall};
use crate::judge::{Case, Line};
use crate::rule::{Kind, Matcher, Rule};
use abide_shell::{Command, End, Span};

/// One word to swap.
struct Swap<'c> {
    span: Span,
    replacement: &'c str,
    /// The words behind the program: they must survive.
    rest: Vec<&'c str>,
}

/// The new line. `None` if a breaking command has no replacement, if its
/// program word does not stand in the line as it is (`$tool install`), or if
/// the new line would not do.
pub(crate) fn suggestion(case: &Case<'_>) -> Option<String> {
    let line = case.line.as_ref()?;
    let swaps = swaps(case, line)?;
    let mut text = String::with_capacity(line.source.len());
    let mut at = 0;
    for swap in &swaps {
        text.push_str(line.source.get(at..swap.span.start as usize)?);
        text.push_str(swap.replacement);
        at = swap.span.end as usize;
    }
    text.push_str(&line.source[at..]);
    runs_what_was_meant(case, &text, &swaps).then_some(text)
}

fn swaps<'c>(case: &'c Case<'_>, line: &'c Line<'_>) -> Option<Vec<Swap<'c>>> {
    let rules = &case.rules.rules;
    let offers: Vec<(&Rule, &str)> = rules
        .iter()
        .filter(|rule| rule.kind == Kind::ForbidCommand && rule.enabled && !case.rules.is_lifted(rule))
        .filter_map(|rule| Some((rule, rule.replacement.as_deref()?)))
        .collect();
    let mut swaps: Vec<Swap<'c>> = Vec::new();
    for (index, command) in line.reach.commands.iter().enumerate() {
        let breaks = |(rule, _): &&(&Rule, &str)| {
            (rule.remote || !command.remote)
                && !line.is_as_asked(index, command, rule)
                && !case.rules.allowed.contains(crate::judge::program(command))
                && program_breaks(command, rule)
        };
        if let Some((_, replacement)) = offers.iter().find(breaks) {
            let span = written_program(command, line.source)?;
            let rest = command.argv[1..].iter().map(|field| field.value.text()).collect();
            swaps.push(Swap { span, replacement, rest });
        }
    }
    swaps.sort_by_key(|swap| swap.span);
    // One word may be reached twice, as in the body of a loop.
    swaps.dedup_by_key(|swap| swap.span);
    let apart = swaps.windows(2).all(|pair| pair[0].span.end <= pair[1].span.start);
    (apart && !swaps.is_empty()).then_some(swaps)
}

/// Whether the command breaks the rule by its program word: `sudo npm i`
/// matches `\bnpm\b` too, but the word to swap is in `npm i`.
fn program_breaks(command: &Command, rule: &Rule) -> bool {
    let run = command.run.text();
    match &rule.matcher {
        Matcher::Program(name) => crate::judge::program(command) == name,
        Matcher::Regex(pattern) if pattern.may_match(run) => {
            let word = run.split(' ').next().map_or(0, str::len);
            let found = pattern.regex().ok().and_then(|regex| regex.search(run).ok().flatten());
            let breaks = || crate::judge::command_breaks(command, rule).unwrap_or(false);
            found.is_some_and(|found| found.start < word) && breaks()
        }
        _ => false,
    }
}

/// Where the program word stands, if it stands in the command as it is.
fn written_program(command: &Command, source: &str) -> Option<Span> {
    let program = &command.argv.first()?.value;
    let span = program.span(0..program.text().len());
    let inside = command.span.start <= span.start && span.end <= command.span.end;
    (inside && source.get(span.range()) == Some(program.text())).then_some(span)
}

fn runs_what_was_meant(case: &Case<'_>, text: &str, swaps: &[Swap<'_>]) -> bool {
    let call = ToolCall { input: Input::Shell(text.to_owned()), ..case.call.clone() };
    let line = Line::read(text, &call, case.workspace, &case.rules.wrappers);
    let runs = |swap: &Swap<'_>| {
        let wanted = || swap.replacement.split_whitespace().chain(swap.rest.iter().copied());
        line.reach
            .commands
            .iter()
            .any(|command| command.argv.iter().map(|field| field.value.text()).eq(wanted()))
    };
    line.reach.end == End::Clean && swaps.iter().all(runs) && case.rules.passes(&call, case.workspace)
}
