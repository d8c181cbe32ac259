//! The line with every breaking command swapped for its replacement.
//!
//! Only the program word is swapped, or the words that a row of `rewrite` is about, by their
//! span, so this works inside `sh -c '...'` and on lines of many rows. A suggestion that would be
//! wrong is worse than none: the new line is read again, must run the commands that were meant, and
//! must pass every rule.

use crate::call::ToolCall;
use crate::judge::{Case, Line, program};
use crate::rewrite::{Rewritten, rewrite};
use crate::rule::{Kind, Matcher, Rule};
use abide_shell::{Command, End, Mapped, Span};
use std::borrow::Cow;

/// Words to swap.
struct Swap<'c> {
    span: Span,
    /// What takes their place.
    text: Cow<'c, str>,
    /// The words behind them: they must survive.
    rest: Vec<&'c str>,
}

/// The new line. `None` if nothing takes the place of a breaking command, if its
/// words do not stand in the line as they are (`$tool install`), or if the new line
/// would not do. With `only`, as if there were no other rule.
pub(crate) fn suggestion(case: &Case<'_>, only: Option<&Rule>) -> Option<String> {
    let line = case.line.as_ref()?;
    let swaps = swaps(case, line, only)?;
    let mut text = String::with_capacity(line.source.len());
    let mut at = 0;
    for swap in &swaps {
        text.push_str(line.source.get(at..swap.span.start as usize)?);
        text.push_str(&swap.text);
        at = swap.span.end as usize;
    }
    text.push_str(&line.source[at..]);
    runs_what_was_meant(case, &text, &swaps, only).then_some(text)
}

fn swaps<'c>(case: &'c Case<'_>, line: &'c Line<'_>, only: Option<&Rule>) -> Option<Vec<Swap<'c>>> {
    let rules = &case.rules.rules;
    let asked = |rule: &&Rule| match only {
        Some(only) => std::ptr::eq(*rule, only),
        None => rule.enabled && !case.rules.is_lifted(rule),
    };
    let offers: Vec<&Rule> = rules
        .iter()
        .filter(|rule| rule.kind == Kind::ForbidCommand && rule.has_instead())
        .filter(asked)
        .collect();
    let mut swaps: Vec<Swap<'c>> = Vec::new();
    let mut swapped = Vec::new();
    for (index, command) in line.reach.commands.iter().enumerate() {
        let breaks = |rule: &&&Rule| {
            (rule.remote || !command.remote)
                && !line.is_as_asked(index, command, rule)
                && !case.rules.allowed.contains(program(command))
                && program_breaks(command, rule)
        };
        if let Some(rule) = offers.iter().find(breaks) {
            // What runs inside of a command that is swapped goes with it.
            if line.around(index).any(|outer| swapped.contains(&outer)) {
                continue;
            }
            let swap = swap(case, line, command, rule)?;
            // `uv run uv add x`: nobody means a program that starts itself.
            let starts = swap.text.split(' ').next();
            if line.around(index).any(|outer| Some(program(&line.reach.commands[outer])) == starts) {
                return None;
            }
            swapped.push(index);
            swaps.push(swap);
        }
    }
    swaps.sort_by_key(|swap| swap.span);
    // One word may be reached twice, as in the body of a loop.
    swaps.dedup_by_key(|swap| swap.span);
    let apart = swaps.windows(2).all(|pair| pair[0].span.end <= pair[1].span.start);
    (apart && !swaps.is_empty()).then_some(swaps)
}

/// What `rule` makes of a command that breaks it.
fn swap<'c>(case: &'c Case<'_>, line: &Line<'_>, command: &'c Command, rule: &'c Rule) -> Option<Swap<'c>> {
    let (words, text) = match rule.rewrite {
        Some((file, table)) => {
            let table = case.rules.files[file].text.get(table.range())?;
            let Rewritten { end, text } = rewrite(table, command.run.text())?;
            (words_up_to(command.run.text(), end)?, Cow::Owned(text.trim().to_owned()))
        }
        None => (1, Cow::Borrowed(rule.replacement.as_deref()?)),
    };
    let (gone, rest) = command.argv.split_at_checked(words)?;
    // Free text is no part of what runs, and must not be lost.
    let whole = gone.iter().skip(1).map(|field| field.value.text());
    if !whole.eq(command.run.text().split(' ').take(words).skip(1)) {
        return None;
    }
    let text_of = |field: &'c abide_shell::Field| field.value.text();
    let span = written(command, gone.iter().map(|field| &field.value), line.source)?;
    Some(Swap { span, text, rest: rest.iter().map(text_of).collect() })
}

/// How many whole words end before byte `end`; `None` if it is in the middle of one.
fn words_up_to(run: &str, end: usize) -> Option<usize> {
    let (before, behind) = run.split_at_checked(end)?;
    let whole = behind.is_empty() || before.ends_with(' ') || behind.starts_with(' ');
    whole.then(|| before.split_whitespace().count())
}

/// Whether the command breaks the rule by its program word: `sudo npm i`
/// matches `\bnpm\b` too, but the word to swap is in `npm i`.
fn program_breaks(command: &Command, rule: &Rule) -> bool {
    let run = command.run.text();
    match &rule.matcher {
        Matcher::Program(name) => program(command) == name,
        Matcher::Regex(pattern) if pattern.may_match(run) => {
            let word = run.split(' ').next().map_or(0, str::len);
            let found = pattern.regex().ok().and_then(|regex| regex.search(run).ok().flatten());
            let breaks = || crate::judge::command_breaks(command, rule).unwrap_or(false);
            found.is_some_and(|found| found.start < word) && breaks()
        }
        _ => false,
    }
}

/// Where words stand, if they stand in the command as they are, one behind the other.
fn written<'w>(
    command: &Command,
    words: impl DoubleEndedIterator<Item = &'w Mapped> + Clone,
    source: &str,
) -> Option<Span> {
    let place = |word: &Mapped| word.span(0..word.text().len());
    let (first, last) = (place(words.clone().next()?), place(words.clone().next_back()?));
    let span = Span::new(first.start, last.end.max(first.start));
    let inside = command.span.start <= span.start && span.end <= command.span.end;
    let stand = source.get(span.range())?.split_whitespace().eq(words.map(Mapped::text));
    (inside && stand).then_some(span)
}

fn runs_what_was_meant(case: &Case<'_>, text: &str, swaps: &[Swap<'_>], only: Option<&Rule>) -> bool {
    let call = ToolCall { input: case.call.input.with_line(text), ..case.call.clone() };
    let line = Line::read(text, &call, case.workspace, &case.rules.wrappers);
    let runs = |swap: &Swap<'_>| {
        let wanted = || swap.text.split_whitespace().chain(swap.rest.iter().copied());
        line.reach
            .commands
            .iter()
            .any(|command| command.argv.iter().map(|field| field.value.text()).eq(wanted()))
    };
    let passes = || match only {
        Some(rule) => !case.rules.breaks(rule, &call, case.workspace),
        None => case.rules.passes(&call, case.workspace),
    };
    line.reach.end == End::Clean && swaps.iter().all(runs) && passes()
}
