//! xargs: the words it reads become arguments of its command.

use super::builtins::{lines, word_ranges};
use super::walk::Stream;
use crate::value::fields::MOST_ALTERNATIVES;
use crate::{Field, Mapped};

pub(super) fn is_xargs(name: &str) -> bool {
    matches!(name, "xargs" | "gxargs")
}

/// The commands that xargs runs: what it reads stands behind the other words,
/// or, line by line, in place of `replace`. What is not known stays as it is
/// written.
pub(super) fn fed(argv: Vec<Field>, replace: Option<&Mapped>, input: &Stream) -> Vec<Vec<Field>> {
    let Some(replace) = replace.map(Mapped::text).filter(|text| !text.is_empty()) else {
        let read = input.iter().flat_map(|text| {
            word_ranges(text.text()).into_iter().map(|range| {
                let mut value = Mapped::default();
                value.push_slice(text, range);
                read_field(value)
            })
        });
        return vec![argv.into_iter().chain(read).collect()];
    };
    let lines = match input {
        Some(text) => lines(text).into_iter().take(MOST_ALTERNATIVES).map(Some).collect(),
        None => vec![None],
    };
    let fill = |line: Option<Mapped>| {
        argv.iter().map(|field| replaced(field.clone(), replace, line.as_ref())).collect()
    };
    lines.into_iter().map(fill).collect()
}

/// A word that was read: names that a pattern stands for are not known.
fn read_field(value: Mapped) -> Field {
    let unknown = value.has_unknown();
    let glob = unknown && value.text().contains(['*', '?', '[']);
    Field { value, known: !unknown, glob, ..Field::default() }
}

fn replaced(field: Field, replace: &str, line: Option<&Mapped>) -> Field {
    let text = field.value.text();
    if !text.contains(replace) {
        return field;
    }
    let Some(line) = line else { return Field { known: false, ..field } };
    let mut value = Mapped::default();
    let mut at = 0;
    for (start, found) in text.match_indices(replace) {
        value.push_slice(&field.value, at..start);
        value.push_mapped(line);
        at = start + found.len();
    }
    value.push_slice(&field.value, at..text.len());
    Field { value, ..field }
}
