//! What a call would do and what the rules say to it, for reading.

use super::inside;
use super::style::{BAD, CAREFUL, CODE, FAINT, GOOD, STRONG, count, paint};
use abide_rules::{Action, Hit};
use abide_shell::{Command, End, Field, Limit, Reach};
use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};

/// The most characters of a command that are shown in the list.
const WIDTH: usize = 64;

/// The commands of a line, numbered, each with the way it was reached.
pub fn commands(reach: &Reach) -> String {
    let runs: Vec<String> = reach.commands.iter().map(|command| shorten(&words(command))).collect();
    let width = runs.iter().map(|run| run.chars().count()).max().unwrap_or(0);
    let mut text = format!("{}\n", paint(STRONG, format!("{} would run", count(runs.len(), "command"))));
    let mut folder = "";
    for (index, (command, run)) in reach.commands.iter().zip(&runs).enumerate() {
        let remarks = remarks(command, &mut folder);
        let row = match remarks.is_empty() {
            true => run.clone(),
            false => format!("{run:<width$}  {}", paint(FAINT, remarks)),
        };
        text.push_str(&format!("{:>4}  {row}\n", index + 1));
    }
    text + &ending(reach.end)
}

/// The words a command runs with, quoted where the shell would need it. What
/// is not known stands as it is written.
fn words(command: &Command) -> String {
    let word = |field: &Field| match field.known && !field.glob {
        true => abide_agents::line_of(&[field.value.text()]),
        false => field.value.text().to_owned(),
    };
    let words: Vec<String> = command.argv.iter().map(word).collect();
    if words.is_empty() { command.written.text().to_owned() } else { words.join(" ") }
}

/// How a command is reached, in which folder it may run if that is another
/// than the last one, and what else is special about it.
fn remarks<'r>(command: &'r Command, folder: &mut &'r str) -> String {
    let mut remarks = Vec::new();
    if !command.route.is_empty() {
        remarks.push(format!("through {}", command.route.join(" > ")));
    }
    let last = command.dirs.last().map_or("", |dir| &dir.0);
    if last != *folder {
        *folder = last;
        remarks.push(if last.is_empty() {
            "back at the start".to_owned()
        } else {
            format!("from here in {last}")
        });
    }
    if command.remote {
        remarks.push("elsewhere".to_owned());
    }
    if command.dead {
        remarks.push("in a part that bash cannot parse".to_owned());
    }
    remarks.join(", ")
}

fn ending(end: End) -> String {
    let limit = match end {
        End::Clean => return String::new(),
        End::Error(_) => {
            return paint(CAREFUL, "  bash would report a syntax error in this line\n");
        }
        End::Limit(Limit::Size) => "is too long",
        End::Limit(Limit::Depth) => "nests too deep",
        End::Limit(Limit::Steps) => "takes too much work to read",
    };
    paint(CAREFUL, format!("  the line {limit}: the rest was not read\n"))
}

/// A rule that a command line breaks, underlined in the line.
pub fn in_line(hit: &Hit, line: &str) -> String {
    let Some(span) = hit.span else { return beside(hit) };
    let mut annotation = AnnotationKind::Primary.span(inside(span, line));
    if !hit.route.is_empty() {
        annotation = annotation.label(format!("reached through {}", hit.route.join(" > ")));
    }
    let level = if hit.action == Action::Block { Level::ERROR } else { Level::WARNING };
    let group = level
        .with_name(said(hit))
        .primary_title(&hit.rule)
        .element(Snippet::source(line).annotation(annotation));
    Renderer::styled().render(&[group]) + "\n\n"
}

/// A rule that is broken as well, where there is no line to underline.
pub fn beside(hit: &Hit) -> String {
    let said = paint(colour(hit.action), said(hit));
    format!("also {said} by {}\n", paint(STRONG, &hit.rule))
}

/// The last lines: what happens, what the agent reads, how to allow it.
pub fn verdict(first: Option<&Hit>, allow: &str) -> String {
    let Some(hit) = first else { return format!("{}: no rule is broken\n", paint(GOOD, "runs")) };
    let mut text = format!("{} by {}\n", paint(colour(hit.action), said(hit)), paint(STRONG, &hit.rule));
    if hit.action != Action::Warn {
        text.push_str("The agent reads:\n");
        text.push_str(&quoted(&hit.reason, 2));
    }
    text.push_str(&format!("To allow it: {allow}\n"));
    text
}

/// A text of several lines, set off by a bar.
pub fn quoted(text: &str, indent: usize) -> String {
    let bar = paint(FAINT, "|");
    text.trim_end().lines().map(|line| format!("{:indent$}{bar} {}\n", "", paint(CODE, line))).collect()
}

fn said(hit: &Hit) -> &'static str {
    match hit.action {
        _ if !hit.enabled => "only counted",
        Action::Block => "blocked",
        Action::Ask => "asked about",
        Action::Warn => "warned about",
    }
}

fn colour(action: Action) -> anstyle::Style {
    if action == Action::Block { BAD } else { CAREFUL }
}

/// One line of at most [`WIDTH`] characters.
pub fn shorten(text: &str) -> String {
    let line = text.replace('\n', " ");
    if line.chars().count() <= WIDTH {
        return line;
    }
    line.chars().take(WIDTH - 3).chain("...".chars()).collect()
}
