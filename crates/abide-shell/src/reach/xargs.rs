//! xargs: the words it reads become arguments of its command.

use super::builtins::{lines, word_ranges};
use super::outcome::Stream;
use crate::value::fields::MOST_ALTERNATIVES;
use crate::{Field, Mapped};

/// The commands that xargs runs: what it reads stands behind the other words,
/// or, line by line, in place of `replace`. What is not known stays as it is
/// written.
pub(super) fn fed(argv: Vec<Field>, replace: Option<&Mapped>, input: &Stream) -> Vec<Vec<Field>> {
    let Some(replace) = replace.map(Mapped::text).filter(|text| !text.is_empty()) else {
        let read = input.iter().flat_map(words).map(read_field);
        return vec![argv.into_iter().chain(read).collect()];
    };
    let lines = match input {
        Some(text) => lines(text).into_iter().take(MOST_ALTERNATIVES).map(Some).collect(),
        None => vec![None],
    };
    let fill = |line: Option<Mapped>| {
        // The program itself stays as it is written.
        let rest = argv[1..].iter().map(|field| replaced(field.clone(), replace, line.as_ref()));
        argv.first().cloned().into_iter().chain(rest).collect()
    };
    lines.into_iter().map(fill).collect()
}

/// The words of the input: quotes and backslashes keep blanks in one, as
/// xargs(1) has it without `-0`.
fn words(input: &Mapped) -> Vec<Mapped> {
    let text = input.text();
    let slice = |range: std::ops::Range<usize>| {
        let mut word = Mapped::default();
        word.push_slice(input, range);
        word
    };
    if !text.contains(['\'', '"', '\\']) {
        return word_ranges(text).into_iter().map(slice).collect();
    }
    let (mut words, mut open, mut quote, mut escaped) = (Vec::new(), None, None, false);
    for (at, char) in text.char_indices() {
        let end = at + char.len_utf8();
        match (quote, char) {
            _ if escaped => escaped = false,
            (None, '\\') => {
                escaped = true;
                open.get_or_insert_with(Mapped::default);
                continue;
            }
            (None, '\'' | '"') => {
                quote = Some(char);
                open.get_or_insert_with(Mapped::default);
                continue;
            }
            (Some(mark), _) if mark == char => {
                quote = None;
                continue;
            }
            (None, _) if char.is_ascii_whitespace() => {
                words.extend(open.take());
                continue;
            }
            _ => {}
        }
        open.get_or_insert_with(Mapped::default).push_slice(input, at..end);
    }
    words.extend(open);
    words
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
