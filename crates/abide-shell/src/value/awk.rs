//! awk(1) on known text: programs of one pattern and one action that prints
//! fields, `NR>1 {print $2, $1}`.

use super::filter::{Options, lines, push_line};
use super::regex::{LONGEST_INPUT, LONGEST_OUTPUT, Regex};
use crate::Mapped;
use foldhash::HashSet;
use std::ops::Range;

/// For which lines the action is.
enum Pattern<'a> {
    All,
    /// `NR == 2`, with the comparison.
    Number(&'a str, usize),
    /// `/regex/`, or `!/regex/`
    Regex(Regex, bool),
    /// `$1 == "text"`
    Field(usize, &'a str),
    /// `!seen[$0]++`: each line once.
    New,
}

impl<'a> Pattern<'a> {
    fn read(text: &'a str) -> Option<Self> {
        let (bare, negated) = text.strip_prefix('!').map_or((text, false), |rest| (rest.trim(), true));
        if let Some(regex) = bare.strip_prefix('/').and_then(|rest| rest.strip_suffix('/')) {
            return Some(Pattern::Regex(Regex::new(regex, true)?, !negated));
        }
        if negated && bare.ends_with("[$0]++") {
            return Some(Pattern::New);
        }
        if text.is_empty() || text.parse::<u32>().is_ok_and(|number| number > 0) {
            return Some(Pattern::All);
        }
        let start = text.find(['=', '<', '>', '!'])?;
        let end = start + text[start..].find(|c| !"=<>!".contains(c))?;
        let (left, right) = (text[..start].trim(), text[end..].trim());
        match (left, &text[start..end]) {
            ("NR" | "FNR", sign) => Some(Pattern::Number(sign, right.parse().ok()?)),
            (field, "==") => {
                let text = right.strip_prefix('"')?.strip_suffix('"').filter(|text| !text.contains('\\'))?;
                Some(Pattern::Field(field.strip_prefix('$')?.parse().ok()?, text))
            }
            _ => None,
        }
    }
}

/// One line, cut into fields.
struct Record<'a> {
    line: Range<usize>,
    fields: Vec<Range<usize>>,
    input: &'a Mapped,
}

impl Record<'_> {
    fn field(&self, number: usize) -> Range<usize> {
        match number {
            0 => self.line.clone(),
            _ => self.fields.get(number - 1).cloned().unwrap_or(self.line.end..self.line.end),
        }
    }

    fn text(&self, number: usize) -> &str {
        &self.input.text()[self.field(number)]
    }
}

pub(super) fn awk(arguments: &[&str], input: &Mapped) -> Option<Mapped> {
    let options = Options::read(arguments, "F")?;
    let [program] = options.operands.as_slice() else { return None };
    let separator = options.value('F').unwrap_or(" ");
    let plain = options.only("F") && separator.len() == 1 && separator != "\\";
    if !plain || input.len() > LONGEST_INPUT {
        return None;
    }
    let (pattern, action) = match program.split_once('{') {
        Some((pattern, rest)) => (pattern, rest.trim_end().strip_suffix('}')?),
        None => (*program, "print"),
    };
    let pattern = Pattern::read(pattern.trim())?;
    let mut output = Mapped::default();
    let mut seen: HashSet<&str> = HashSet::default();
    for (index, line) in lines(input.text()).into_iter().enumerate() {
        let record = Record { fields: fields(input.text(), line.clone(), separator), line, input };
        let holds = match &pattern {
            Pattern::All => true,
            Pattern::Number(sign, number) => compares(index + 1, sign, *number)?,
            Pattern::Regex(regex, wanted) => regex.find(record.text(0), 0)?.is_some() == *wanted,
            Pattern::Field(number, text) => record.text(*number) == *text,
            Pattern::New => seen.insert(&input.text()[record.line.clone()]),
        };
        if holds {
            act(action, &record, &mut output)?;
        }
    }
    Some(output)
}

fn compares(left: usize, sign: &str, right: usize) -> Option<bool> {
    Some(match sign {
        "==" => left == right,
        "!=" => left != right,
        "<" => left < right,
        "<=" => left <= right,
        ">" => left > right,
        ">=" => left >= right,
        _ => return None,
    })
}

fn fields(text: &str, line: Range<usize>, separator: &str) -> Vec<Range<usize>> {
    let place = |piece: &str| piece.as_ptr() as usize - text.as_ptr() as usize;
    let range = |piece: &str| place(piece)..place(piece) + piece.len();
    match separator {
        " " => text[line].split_whitespace().map(range).collect(),
        _ => text[line].split(separator).map(range).collect(),
    }
}

/// Runs `$1=""; print $2, $1` on a record.
fn act(action: &str, record: &Record<'_>, output: &mut Mapped) -> Option<()> {
    let mut emptied: Vec<usize> = Vec::new();
    for statement in action.split([';', '\n']).map(str::trim).filter(|statement| !statement.is_empty()) {
        if let Some((field, "\"\"")) = statement.split_once('=').map(|(a, b)| (a.trim(), b.trim())) {
            emptied.push(field.strip_prefix('$')?.parse().ok()?);
            continue;
        }
        let printed = statement.strip_prefix("print")?;
        if printed.starts_with(|c: char| c.is_alphanumeric()) {
            return None;
        }
        for (index, field) in printed.trim().split(',').enumerate() {
            if output.len() > LONGEST_OUTPUT {
                return None;
            }
            let number: usize = match field.trim() {
                "" if printed.trim().is_empty() => 0,
                "$NF" => record.fields.len(),
                field => field.strip_prefix('$')?.parse().ok()?,
            };
            if index > 0 {
                output.push_behind(" ");
            }
            if number > 0 || emptied.is_empty() {
                let range = if emptied.contains(&number) { 0..0 } else { record.field(number) };
                output.push_slice(record.input, range);
                continue;
            }
            // A line whose fields were set is put together again.
            for number in 1..=record.fields.len() {
                if number > 1 {
                    output.push_behind(" ");
                }
                if !emptied.contains(&number) {
                    output.push_slice(record.input, record.field(number));
                }
            }
        }
        push_line(output, record.input, record.line.end..record.line.end);
    }
    Some(())
}
