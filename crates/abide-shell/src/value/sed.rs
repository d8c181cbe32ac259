//! Simple sed scripts, and perl's that are like them: `s/a/b/`, `2p`, `1d`.

use super::filter::{Options, lines};
use super::regex::{Groups, LONGEST_INPUT, LONGEST_OUTPUT, Regex};
use crate::{Mapped, Span};
use std::ops::Range;

/// One command of a sed script.
enum Command<'a> {
    Substitute {
        regex: Regex,
        new: &'a str,
        all: bool,
        number: usize,
        prints: bool,
    },
    Print,
    Delete,
    Quit,
    /// Text in front of the line, behind it, or in its place.
    Insert(&'a str),
    Append(&'a str),
    Change(&'a str),
}

/// The lines that a command is for.
enum Address {
    Line(usize),
    Last,
    Regex(Regex),
}

impl Address {
    /// Takes the address at the start of a script. `None` where it is not read here.
    fn read(rest: &mut &str, extended: bool) -> Option<Option<Self>> {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        if digits > 0 {
            let number = rest[..digits].parse().ok()?;
            *rest = &rest[digits..];
            return Some(Some(Address::Line(number)));
        }
        if let Some(after) = rest.strip_prefix('$') {
            *rest = after;
            return Some(Some(Address::Last));
        }
        let Some(body) = rest.strip_prefix('/') else { return Some(None) };
        let pattern = part(body, '/')?;
        *rest = &body[pattern.len() + 1..];
        if pattern.is_empty() || pattern.contains("\\/") {
            return None;
        }
        Some(Some(Address::Regex(Regex::new(pattern, extended)?)))
    }

    fn holds(&self, line: &str, number: usize, last: bool) -> Option<bool> {
        Some(match self {
            Address::Line(wanted) => *wanted == number,
            Address::Last => last,
            Address::Regex(regex) => regex.find(line, 0)?.is_some(),
        })
    }
}

/// A command with its addresses.
struct Row<'a> {
    first: Option<Address>,
    to: Option<Address>,
    negated: bool,
    command: Command<'a>,
    /// The range that `first` begins is open.
    open: bool,
}

impl Row<'_> {
    fn holds(&mut self, line: &str, number: usize, last: bool) -> Option<bool> {
        let Some(first) = &self.first else { return Some(true) };
        let Some(to) = &self.to else { return Some(first.holds(line, number, last)? != self.negated) };
        let mut inside = self.open;
        if self.open {
            self.open = !to.holds(line, number, last)?;
        } else if first.holds(line, number, last)? {
            inside = true;
            self.open = !matches!(to, Address::Line(end) if *end <= number) && !last;
        }
        Some(inside != self.negated)
    }
}

/// sed(1): what a script of simple commands makes of `input`.
pub(crate) fn sed(arguments: &[&str], input: &Mapped) -> Option<Mapped> {
    let options = Options::read(arguments, "e")?;
    if !options.only("enEru") || input.len() > LONGEST_INPUT {
        return None;
    }
    let mut scripts: Vec<&str> = options.given.iter().filter(|(l, _)| *l == 'e').map(|(_, s)| *s).collect();
    if scripts.is_empty() {
        scripts = vec![options.operands.first()?];
    }
    let extended = options.has('E') || options.has('r');
    let mut rows = Vec::new();
    for script in scripts {
        let mut rest = script;
        while !rest.trim_start_matches([' ', ';', '\n']).is_empty() {
            rows.push(row(&mut rest, extended)?);
        }
    }
    edited(&mut rows, input, options.has('n'))
}

/// perl(1) with `-p` or `-n`, where the code only substitutes or prints the line.
pub(super) fn perl(arguments: &[&str], input: &Mapped) -> Option<Mapped> {
    let options = Options::read(arguments, "eE").filter(|options| options.only("plneEw"))?;
    let prints = options.has('p');
    if !(prints || options.has('n')) || !options.operands.is_empty() || input.len() > LONGEST_INPUT {
        return None;
    }
    let mut rows = Vec::new();
    for code in options.given.iter().filter(|(letter, _)| matches!(letter, 'e' | 'E')).map(|(_, code)| *code)
    {
        for statement in code.split(';').map(str::trim).filter(|statement| !statement.is_empty()) {
            rows.push(perl_row(statement)?);
        }
    }
    edited(&mut rows, input, !prints)
}

/// `s/a/b/g`, `print`, `print if /a/`
fn perl_row(statement: &str) -> Option<Row<'_>> {
    if let Some(printed) = statement.strip_prefix("print") {
        let condition = printed.trim().strip_prefix("$_").unwrap_or(printed.trim()).trim();
        let (mut rest, negated) = match condition.strip_prefix("if ") {
            Some(rest) => (rest.trim(), false),
            None => (
                condition.strip_prefix("unless ").unwrap_or(condition).trim(),
                condition.starts_with("unless "),
            ),
        };
        let first = Address::read(&mut rest, true)?.filter(|first| matches!(first, Address::Regex(_)));
        let whole = rest.is_empty() && first.is_some() != condition.is_empty();
        return whole.then_some(Row { first, to: None, negated, command: Command::Print, open: false });
    }
    // What Perl puts in a replacement is written with a dollar.
    let mut rest = statement;
    let row = statement.starts_with('s').then(|| row(&mut rest, true))??;
    let plain =
        matches!(&row.command, Command::Substitute { new, .. } if !new.contains(['$', '&', '@', '\\']));
    plain.then_some(row)
}

/// What the commands make of the lines of `input`.
fn edited(rows: &mut [Row<'_>], input: &Mapped, quiet: bool) -> Option<Mapped> {
    let mut output = Mapped::default();
    let ranges = lines(input.text());
    let count = ranges.len();
    for (index, range) in ranges.into_iter().enumerate() {
        let mut line = Mapped::default();
        line.push_slice(input, range);
        let place = line.span(0..0).start;
        let made = |text: &str| {
            let mut made = Mapped::default();
            made.push(text, Span::new(place, place));
            made
        };
        let (mut deleted, mut quits, mut after) = (false, false, Vec::new());
        for row in rows.iter_mut() {
            if deleted || quits || !row.holds(line.text(), index + 1, index + 1 == count)? {
                continue;
            }
            if output.len() > LONGEST_OUTPUT {
                return None;
            }
            match &row.command {
                Command::Print => push_line(&mut output, &line),
                Command::Delete => deleted = true,
                Command::Quit => quits = true,
                Command::Insert(text) => push_line(&mut output, &made(text)),
                Command::Append(text) => after.push(made(text)),
                Command::Change(text) => {
                    push_line(&mut output, &made(text));
                    deleted = true;
                }
                Command::Substitute { prints, .. } => {
                    let (changed, found) = substituted(&line, &row.command)?;
                    line = changed;
                    if found && *prints {
                        push_line(&mut output, &line);
                    }
                }
            }
        }
        if !quiet && !deleted {
            push_line(&mut output, &line);
        }
        after.iter().for_each(|text| push_line(&mut output, text));
        if quits {
            break;
        }
    }
    Some(output)
}

fn push_line(output: &mut Mapped, line: &Mapped) {
    output.push_mapped(line);
    let length = output.len();
    let end = output.span(length..length).end;
    output.push("\n", Span::new(end, end));
}

/// The command at the start of a script, with the lines it is for.
fn row<'a>(rest: &mut &'a str, extended: bool) -> Option<Row<'a>> {
    let mut text = rest.trim_start_matches([' ', ';', '\n']);
    let first = Address::read(&mut text, extended)?;
    let to = match text.strip_prefix(',') {
        Some(after) => {
            text = after;
            Some(Address::read(&mut text, extended)??)
        }
        None => None,
    };
    text = text.trim_start();
    let negated = text.starts_with('!');
    text = text.trim_start_matches(['!', ' ']);
    let mut chars = text.chars();
    let letter = chars.next()?;
    let command = match letter {
        'p' => Command::Print,
        'd' => Command::Delete,
        'q' => Command::Quit,
        'i' | 'a' | 'c' => {
            let body = chars.as_str().trim_start_matches([' ', '\t']);
            let body = body.strip_prefix('\\').unwrap_or(body);
            let body = body.strip_prefix('\n').unwrap_or(body);
            let line = body.lines().next().unwrap_or_default();
            // A line that goes on, and escapes, are not read here.
            if line.contains('\\') || line.is_empty() || to.is_some() {
                return None;
            }
            chars = body[line.len()..].chars();
            match letter {
                'i' => Command::Insert(line),
                'a' => Command::Append(line),
                _ => Command::Change(line),
            }
        }
        's' => {
            let delimiter = chars.next()?;
            let body = chars.as_str();
            let pattern = part(body, delimiter)?;
            let new_start = pattern.len() + delimiter.len_utf8();
            let new = part(&body[new_start..], delimiter)?;
            let after = &body[new_start + new.len() + delimiter.len_utf8()..];
            let length = after.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(after.len());
            let flags = &after[..length];
            // Escaped delimiters, `e`, `w` and the rest are not read here.
            if !flags.bytes().all(|b| b"gp0123456789".contains(&b))
                || pattern.contains(&format!("\\{delimiter}"))
            {
                return None;
            }
            let number = flags.trim_matches(['g', 'p']);
            chars = after[length..].chars();
            Command::Substitute {
                regex: Regex::new(pattern, extended)?,
                new,
                all: flags.contains('g'),
                number: if number.is_empty() { 1 } else { number.parse().ok()? },
                prints: flags.contains('p'),
            }
        }
        _ => return None,
    };
    *rest = chars.as_str();
    let ended =
        rest.is_empty() || rest.trim_start_matches(' ').starts_with([';', '\n']) || rest.trim().is_empty();
    ended.then_some(Row { first, to, negated, command, open: false })
}

/// The text up to `delimiter`, which does not count behind a backslash.
fn part(text: &str, delimiter: char) -> Option<&str> {
    let mut escaped = false;
    for (at, char) in text.char_indices() {
        if char == delimiter && !escaped {
            return Some(&text[..at]);
        }
        escaped = char == '\\' && !escaped;
    }
    None
}

fn substituted(line: &Mapped, command: &Command<'_>) -> Option<(Mapped, bool)> {
    let Command::Substitute { regex, new, all, number, .. } = command else { return None };
    let text = line.text();
    let mut output = Mapped::default();
    let (mut kept, mut from, mut count) = (0, 0, 0);
    while from <= text.len() {
        let Some(groups) = regex.find(text, from)? else { break };
        let (start, end) = groups[0]?;
        count += 1;
        from = if end > start { end } else { end + text[end..].chars().next().map_or(1, char::len_utf8) };
        if count < *number {
            continue;
        }
        output.push_slice(line, kept..start);
        replace(&mut output, line, new, &groups, start..end)?;
        kept = end;
        if !all {
            break;
        }
    }
    output.push_slice(line, kept..text.len());
    Some((output, count >= *number))
}

/// Appends a replacement: `&` and `\1` are what was found.
fn replace(
    output: &mut Mapped,
    line: &Mapped,
    new: &str,
    groups: &Groups,
    found: Range<usize>,
) -> Option<()> {
    let span = line.span(found.clone());
    let mut chars = new.chars();
    while let Some(char) = chars.next() {
        if output.len() > LONGEST_OUTPUT {
            return None;
        }
        let group = match char {
            '&' => Some(0),
            '\\' => {
                let next = chars.next()?;
                match next.to_digit(10) {
                    Some(digit) => Some(digit as usize),
                    None if matches!(next, 'U' | 'L' | 'u' | 'l' | 'E') => return None,
                    None => {
                        let char = match next {
                            'n' => '\n',
                            't' => '\t',
                            other => other,
                        };
                        output.push(char.encode_utf8(&mut [0; 4]), span);
                        continue;
                    }
                }
            }
            _ => None,
        };
        match group {
            Some(group) => {
                if let Some((start, end)) = groups[group] {
                    output.push_slice(line, start..end);
                }
            }
            None => output.push(char.encode_utf8(&mut [0; 4]), span),
        }
    }
    Some(())
}
