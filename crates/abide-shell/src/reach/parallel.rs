//! parallel: a template that is shell text, filled with values.

use super::builtins::{joined, parts};
use super::feed::script_in_new_shell;
use super::outcome::{Outcome, Stream};
use super::simple::Call;
use super::walk::Walker;
use crate::tables::parallel;
use crate::value::fields::MOST_ALTERNATIVES;
use crate::{Mapped, Span};

pub(super) fn is_parallel(name: &str) -> bool {
    name == "parallel"
}

/// Walks the template with each value. Values of files are not known, and
/// combinations beyond [`MOST_ALTERNATIVES`] are not looked at.
pub(super) fn run(walker: &mut Walker<'_>, call: &Call<'_>, words: &[&str], input: &Stream) -> Outcome {
    let read = parallel::read(words);
    let template = joined(&call.argv[read.template.clone()]);
    let mut rows: Vec<Vec<Mapped>> = vec![Vec::new()];
    for source in &read.sources {
        let values = &call.argv[source.words.clone()];
        if source.files {
            let texts = values.iter().filter_map(|file| walker.written(file.value.text()));
            let lines: Vec<Mapped> =
                texts.flat_map(|text| parts(&text, '\n')).take(MOST_ALTERNATIVES).collect();
            if !lines.is_empty() {
                rows = each_with(&rows, &lines);
            }
            continue;
        }
        if values.is_empty() {
            continue;
        }
        let values: Vec<Mapped> = values.iter().map(|field| field.value.clone()).collect();
        rows = each_with(&rows, &values);
    }
    if read.sources.is_empty() {
        let file = words.iter().position(|word| matches!(*word, "-a" | "--arg-file"));
        let file = file.and_then(|at| walker.written(words.get(at + 1)?));
        let lines = file.or_else(|| input.clone()).map_or(Vec::new(), |text| parts(&text, '\n'));
        rows = lines.into_iter().take(MOST_ALTERNATIVES).map(|line| vec![line]).collect();
        if rows.is_empty() {
            rows.push(Vec::new());
        }
    }
    for row in rows {
        let script = filled(&template, &row);
        script_in_new_shell(walker, "parallel", script, Vec::new(), None);
    }
    Outcome::unknown()
}

/// Every row with every value behind it.
fn each_with(rows: &[Vec<Mapped>], values: &[Mapped]) -> Vec<Vec<Mapped>> {
    let with = |row: &Vec<Mapped>, value: &Mapped| [&row[..], std::slice::from_ref(value)].concat();
    let each = rows.iter().flat_map(|row| values.iter().map(move |value| with(row, value)));
    each.take(MOST_ALTERNATIVES).collect()
}

/// The template with the values in place of `{}`, `{1}`, ..., or behind it.
fn filled(template: &Mapped, values: &[Mapped]) -> Mapped {
    let text = template.text();
    let mut script = Mapped::default();
    let (mut at, mut kept, mut placed) = (0, 0, false);
    while let Some(open) = text[at..].find('{').map(|offset| at + offset) {
        at = open + 1;
        let Some(close) = text[open..].find('}').map(|offset| open + offset) else { break };
        let number = text[open + 1..close].parse::<usize>();
        let chosen = match (&text[open + 1..close], number) {
            ("", _) => values,
            (_, Ok(number)) => values.get(number.wrapping_sub(1)).map_or(&[][..], std::slice::from_ref),
            _ => continue,
        };
        script.push_slice(template, kept..open);
        push_values(&mut script, chosen);
        placed = true;
        kept = close + 1;
        at = kept;
    }
    script.push_slice(template, kept..text.len());
    if !placed {
        let place = script.span(0..text.len()).end;
        script.push(" ", Span::new(place, place));
        push_values(&mut script, values);
    }
    script
}

fn push_values(script: &mut Mapped, values: &[Mapped]) {
    for (index, value) in values.iter().enumerate() {
        if index > 0 {
            script.push(" ", Span::default());
        }
        script.push_mapped(value);
    }
}
