//! `read` and `mapfile`: variables that get what the line says is read.

use super::super::array::Array;
use super::super::outcome::{Outcome, Stream};
use super::super::simple::Call;
use super::super::state::Value;
use super::super::walk::Walker;
use super::text;
use crate::Mapped;
use crate::value::fields::MOST_ALTERNATIVES;

/// Options of `read` that take a value.
const READ_VALUES: &str = "adinNptu";

pub(super) fn read(walker: &mut Walker<'_>, call: &Call<'_>, input: &Stream) -> Outcome {
    let mut names: Vec<&str> = Vec::new();
    let mut array = None;
    let mut input = input.clone();
    let mut delimiter = '\n';
    let mut index = 1;
    while let Some(word) = call.argv.get(index).map(text) {
        index += 1;
        let Some(letters) = word.strip_prefix('-').filter(|_| names.is_empty()) else {
            names.push(word);
            continue;
        };
        if let Some(at) = letters.find(|c| READ_VALUES.contains(c)) {
            let glued = &letters[at + 1..];
            let value = if glued.is_empty() { call.argv.get(index).map(text) } else { Some(glued) };
            index += usize::from(glued.is_empty());
            match &letters[at..at + 1] {
                "a" => array = value,
                "d" => delimiter = delimiter_of(value),
                "u" => input = walker.written(&format!("/dev/fd/{}", value.unwrap_or_default())),
                _ => {}
            }
        }
    }
    if names.is_empty() {
        names.push("REPLY");
    }
    let read: Vec<Mapped> = input.as_ref().map_or(Vec::new(), |text| parts(text, delimiter));
    let ifs = walker.ifs();
    let count = if walker.reads_all { read.len().min(MOST_ALTERNATIVES) } else { 1 };
    let read = &read[..count.min(read.len())];
    if let Some(name) = array {
        let values = read.iter().map(|line| words_array(line, &ifs)).collect();
        walker.assign_variable(name, or_unknown(values));
        return Outcome::silent(None);
    }
    for (index, name) in names.iter().enumerate() {
        let last = index + 1 == names.len();
        let values = read.iter().map(|line| Value::Text(field_of(line, index, last, &ifs))).collect();
        walker.assign_variable(name, or_unknown(values));
    }
    Outcome::silent(None)
}

/// What `-d` says: the first character, or NUL of an empty text.
fn delimiter_of(value: Option<&str>) -> char {
    value.and_then(|value| value.chars().next()).unwrap_or('\0')
}

fn or_unknown(values: Vec<Value>) -> Vec<Value> {
    if values.is_empty() { vec![Value::Unknown] } else { values }
}

/// The word at `index` of a line, or all that is left for the last name.
fn field_of(line: &Mapped, index: usize, last: bool, ifs: &str) -> Mapped {
    let ranges = field_ranges(line.text(), ifs);
    let mut field = Mapped::default();
    if let Some(range) = ranges.get(index) {
        let end = if last { ranges[ranges.len() - 1].end } else { range.end };
        field.push_slice(line, range.start..end);
    }
    field
}

fn words_array(line: &Mapped, ifs: &str) -> Value {
    let entry = |range: std::ops::Range<usize>| {
        let mut word = Mapped::default();
        word.push_slice(line, range);
        word
    };
    Value::Array(Array::list(field_ranges(line.text(), ifs).into_iter().map(entry)))
}

pub(super) fn mapfile(walker: &mut Walker<'_>, call: &Call<'_>, input: &Stream) -> Outcome {
    let mut name = "MAPFILE";
    let mut delimiter = '\n';
    let mut index = 1;
    while let Some(word) = call.argv.get(index).map(text) {
        index += 1;
        match word {
            // The callback gets an index and a line.
            "-C" => {
                if let Some(callback) = call.argv.get(index) {
                    let script = callback.value.clone();
                    walker.within("mapfile -C", |walker| walker.script(script, None));
                }
                index += 1;
            }
            "-d" => {
                delimiter = delimiter_of(call.argv.get(index).map(text));
                index += 1;
            }
            "-n" | "-O" | "-s" | "-u" | "-c" => index += 1,
            _ if word.starts_with('-') => {}
            _ => name = word,
        }
    }
    let value = match input {
        Some(text) => Value::Array(Array::list(parts(text, delimiter))),
        None => Value::Unknown,
    };
    walker.assign_variable(name, vec![value]);
    Outcome::silent(Some(true))
}

/// Parts of the input that end with a delimiter, without that; nothing behind the last one. Names
/// of files that a program lists end as their reader wants it (`find -print0`), and here with a
/// line, whatever it is.
pub(in crate::reach) fn parts(input: &Mapped, delimiter: char) -> Vec<Mapped> {
    let delimiter = if input.names().is_some() { '\n' } else { delimiter };
    let mut at = 0;
    let part = |part: &str| {
        let mut mapped = Mapped::default();
        mapped.push_slice(input, at..at + part.strip_suffix(delimiter).unwrap_or(part).len());
        at += part.len();
        mapped
    };
    input.text().split_inclusive(delimiter).map(part).collect()
}

/// Byte ranges of the fields of a line: white space of `ifs` separates and is
/// dropped around, any other byte of it ends a field.
fn field_ranges(line: &str, ifs: &str) -> Vec<std::ops::Range<usize>> {
    let blank = |char: char| char.is_ascii_whitespace() && ifs.contains(char);
    let mut ranges = Vec::new();
    let mut at = line.len() - line.trim_start_matches(blank).len();
    while at < line.len() {
        let end = line[at..].find(|char| ifs.contains(char)).map_or(line.len(), |end| at + end);
        ranges.push(at..end);
        let rest = line[end..].trim_start_matches(blank);
        let mark = rest.chars().next().filter(|char| ifs.contains(*char));
        let rest = &rest[mark.map_or(0, char::len_utf8)..];
        at = line.len() - rest.trim_start_matches(blank).len();
    }
    ranges
}

/// Byte ranges of the blank-separated words of a line.
pub(in crate::reach) fn word_ranges(line: &str) -> Vec<std::ops::Range<usize>> {
    let mut ranges = Vec::new();
    let mut start = None;
    for (at, char) in line.char_indices().chain([(line.len(), ' ')]) {
        match (char.is_ascii_whitespace() || char == '\0', start) {
            (true, Some(from)) => {
                ranges.push(from..at);
                start = None;
            }
            (false, None) => start = Some(at),
            _ => {}
        }
    }
    ranges
}
