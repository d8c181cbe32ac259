//! xargs: the words it reads become arguments of its command.

use super::builtins::word_ranges;
use super::walk::Stream;
use crate::{Field, Mapped};

pub(super) fn is_xargs(name: &str) -> bool {
    matches!(name, "xargs" | "gxargs")
}

/// The command with what xargs reads put into it: behind the others, or in
/// place of `replace`. What is not known stays as it is written.
pub(super) fn fed(argv: Vec<Field>, replace: Option<&Mapped>, input: &Stream) -> Vec<Field> {
    let Some(replace) = replace.map(Mapped::text).filter(|text| !text.is_empty()) else {
        let read = input.iter().flat_map(|text| {
            word_ranges(text.text()).into_iter().map(|range| {
                let mut value = Mapped::default();
                value.push_slice(text, range);
                Field { value, known: true, ..Field::default() }
            })
        });
        return argv.into_iter().chain(read).collect();
    };
    let line = input.as_ref().and_then(only_line);
    argv.into_iter().map(|field| replaced(field, replace, line.as_ref())).collect()
}

/// The input, if it is a single line.
fn only_line(input: &Mapped) -> Option<Mapped> {
    let text = input.text().trim_end_matches('\n');
    let mut line = Mapped::default();
    line.push_slice(input, 0..text.len());
    (!text.contains('\n')).then_some(line)
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
