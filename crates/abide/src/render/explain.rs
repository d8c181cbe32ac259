//! What a call would do and what the rules say to it, for reading.

use super::style::{CAREFUL, CODE, FAINT, GOOD, STRONG, count, paint};
use super::{inside, renderer, shorten, width};
use abide_rules::{Action, Hit};
use abide_shell::{Command, Dir, End, Field, Led, Limit, Reach, Span};
use annotate_snippets::{AnnotationKind, Group, Level, Snippet};

/// What stands before a command in the list: its number.
const MARGIN: usize = 6;

/// The commands of a line, numbered, each with the way it was reached.
pub fn commands(reach: &Reach) -> String {
    // An assignment alone starts nothing.
    let starts = |command: &&Command| !command.argv.is_empty() || !command.redirections.is_empty();
    let mut folder = "";
    let rows: Vec<(String, String)> = reach
        .commands
        .iter()
        .filter(starts)
        .map(|command| (words(command), remarks(command, &mut folder)))
        .collect();
    let space = width() - MARGIN;
    let length = |text: &str| text.chars().count();
    // What a remark does not need is the command's.
    let remark = rows.iter().map(|(_, remark)| length(remark)).max().unwrap_or(0).min(space / 2);
    let most = if remark == 0 { space } else { space - remark - 2 };
    let column = rows.iter().map(|(run, _)| length(run).min(most)).max().unwrap_or(0);
    let mut text = format!("{}\n", paint(STRONG, format!("{} would run", count(rows.len(), "command"))));
    for (index, (run, remark)) in rows.iter().enumerate() {
        let run = shorten(run, most);
        let row = match remark.is_empty() {
            true => run,
            false => {
                let remark = shorten(remark, space - column - 2);
                format!("{run:<column$}  {}", paint(FAINT, remark))
            }
        };
        text.push_str(&format!("{:>4}  {row}\n", index + 1));
    }
    text + &ending(reach.end)
}

/// The words a command runs with, quoted where the shell would need it. What
/// is not known stands as it is written.
fn words(command: &Command) -> String {
    let word = |field: &Field| match field.known && !field.glob {
        true => quote(field.value.text()),
        false => field.value.text().to_owned(),
    };
    let words: Vec<String> = command.argv.iter().map(word).collect();
    if words.is_empty() { command.written.text().to_owned() } else { words.join(" ") }
}

/// A word in the quotes that a person would use: `"it's"`.
fn quote(word: &str) -> String {
    match word.contains('\'') && !word.contains(['"', '$', '`', '\\', '!']) {
        true => format!("\"{word}\""),
        false => abide_agents::line_of(&[word]),
    }
}

/// How a command is reached, in which folder it may run if that is another
/// than the last one, and what else is special about it.
fn remarks<'r>(command: &'r Command, folder: &mut &'r str) -> String {
    let mut remarks = Vec::new();
    if !command.route.is_empty() {
        remarks.push(format!("through {}", command.route.join(" > ")));
    }
    let last = command.dirs.last().map_or("", |dir| &dir.path);
    if last != *folder {
        *folder = last;
        let here = match command.dirs.first() {
            Some(Dir { led: Led::Never, .. }) => "",
            _ => ", or here",
        };
        remarks.push(if last.is_empty() { "back here".to_owned() } else { format!("in {last}{here}") });
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

/// A rule that the call breaks, underlined in the command line if there is one.
pub fn broken(hit: &Hit, line: Option<&str>) -> String {
    match hit.action {
        Action::Block if hit.enabled => picture(hit, Level::ERROR, &title(hit), line),
        _ => picture(hit, Level::WARNING, &title(hit), line),
    }
}

/// A rule that the call would break, had the person not allowed it in `by`.
pub fn lifted(hit: &Hit, by: &str, line: Option<&str>) -> String {
    let would = match hit.action {
        Action::Block => "would block",
        Action::Ask => "would ask about",
        Action::Warn => "would warn of",
    };
    picture(hit, Level::NOTE, &format!("{by} allows what {} {would}", hit.rule), line)
}

fn title(hit: &Hit) -> String {
    let rule = &hit.rule;
    match hit.action {
        _ if !hit.enabled => format!("{rule} is not enabled, so this is only counted"),
        Action::Block => format!("blocked by {rule}"),
        Action::Ask => format!("{rule} asks first"),
        Action::Warn => format!("{rule} warns, and the call runs"),
    }
}

fn picture(hit: &Hit, level: Level<'_>, title: &str, line: Option<&str>) -> String {
    let mut group = Group::with_title(level.no_name().primary_title(title));
    if let (Some(line), Some(span)) = (line, hit.span) {
        // One picture holds what fits beside each other; what is far away gets
        // its own, and of long words the beginning is underlined.
        let most = width() - 2 * MARGIN;
        let mark = |span: Span| {
            let range = inside(span, line);
            let end = line[range.clone()]
                .char_indices()
                .nth(most / 2)
                .map_or(range.end, |(at, _)| range.start + at);
            range.start..end
        };
        let mut near = vec![AnnotationKind::Primary.span(mark(span)).label(label(hit))];
        let mut far = Vec::new();
        for also in hit.also.iter().map(|span| mark(*span)) {
            let between = also.end.max(span.end as usize) - also.start.min(span.start as usize);
            let mark = AnnotationKind::Primary.span(also);
            if between <= most { near.push(mark) } else { far.push(Snippet::source(line).annotation(mark)) }
        }
        group = group.element(Snippet::source(line).annotations(near));
        group = far.into_iter().fold(group, Group::element);
    }
    renderer().render(&[group]) + "\n\n"
}

/// What the underlined words do not show themselves.
fn label(hit: &Hit) -> Option<String> {
    let route = (!hit.route.is_empty()).then(|| format!("reached through {}", hit.route.join(" > ")));
    let script = hit.script.as_ref().map(|script| {
        let what = script.text.split_whitespace().collect::<Vec<_>>().join(" ");
        format!("{}:{}: {}", script.file, script.line, shorten(&what, 40))
    });
    let parts: Vec<String> = route.into_iter().chain(script).collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

/// The last lines: what happens, who reads what, how to allow it.
pub fn verdict(hit: &Hit, allow: &[String]) -> String {
    let reads = match hit.action {
        Action::Block => "The agent reads:",
        Action::Ask => "The agent asks with this text, or reads it where it cannot ask:",
        Action::Warn => "The person reads:",
    };
    let mut text = format!("{reads}\n{}", quoted(&hit.reason, 2));
    if hit.action != Action::Warn && !allow.is_empty() {
        text.push_str(&format!("To allow it, {}\n", allow.join(",\n  or ")));
    }
    text
}

/// No rule in force is broken. Whether the call starts anything, what could
/// not be read, and whether the person allowed something.
pub fn pass(starts: bool, lost: Option<&str>, lifted: bool) -> String {
    let verb = if starts { "runs" } else { "passes" };
    match (lost, lifted) {
        (Some(lost), _) => format!("{}, but {lost} could not be read\n", paint(CAREFUL, verb)),
        (None, true) => format!("{}: it is allowed, see above\n", paint(GOOD, verb)),
        (None, false) => format!("{}: no rule is broken\n", paint(GOOD, verb)),
    }
}

/// A text of several lines, set off by a bar.
pub fn quoted(text: &str, indent: usize) -> String {
    let bar = paint(FAINT, "|");
    let rows = text.trim_end().lines().flat_map(|line| wrap(line, width() - indent - 2));
    rows.map(|row| format!("{:indent$}{bar} {}\n", "", paint(CODE, row))).collect()
}

/// `line` in rows of at most `most` characters, but for longer words.
fn wrap(line: &str, most: usize) -> Vec<String> {
    let mut rows = vec![String::new()];
    let mut first = true;
    for word in line.split(' ') {
        let row = rows.last_mut().expect("there is a first row");
        if first || row.chars().count() + 1 + word.chars().count() <= most {
            row.push_str(if first { "" } else { " " });
            row.push_str(word);
        } else {
            rows.push(word.to_owned());
        }
        first = false;
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_line_is_wrapped_between_words() {
        assert_eq!(wrap("one two  three", 7), ["one two", " three"]);
        assert_eq!(wrap("averylongword x", 5), ["averylongword", "x"]);
        assert_eq!(wrap("", 5), [""]);
    }

    #[test]
    fn words_are_quoted_as_a_person_would() {
        assert_eq!(quote("open('dist/x')"), "\"open('dist/x')\"");
        assert_eq!(quote("a b"), "'a b'");
        assert_eq!(quote("it's $5"), r"'it'\''s $5'");
    }
}
