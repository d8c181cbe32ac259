//! xargs: the words it reads become arguments of its command.

use super::builtins::{parts, word_ranges};
use super::outcome::Stream;
use crate::value::fields::MOST_ALTERNATIVES;
use crate::{Field, Mapped};

/// How xargs cuts what it reads.
#[derive(Default)]
pub(super) struct Options {
    /// What stands between two words (`-0`, `-d`), in place of blanks and line ends.
    delimiter: Option<char>,
    /// How many words each command gets at most (`-n`).
    most: Option<usize>,
}

/// The options of xargs(1) that take a value.
const VALUED: &str = "adEILnPRsSJ";

impl Options {
    /// The options among the words of xargs before its command.
    pub fn read(words: &[&str]) -> Self {
        let mut options = Options::default();
        let mut words = words.iter().skip(1).copied();
        while let Some(word) = words.next() {
            if let Some(long) = word.strip_prefix("--") {
                let (name, value) = long.split_once('=').unwrap_or((long, ""));
                match name {
                    "null" => options.delimiter = Some('\0'),
                    "delimiter" | "max-args" if value.is_empty() => {
                        options.set(&name[..1], words.next().unwrap_or_default());
                    }
                    _ => options.set(&name[..name.len().min(1)], value),
                }
                continue;
            }
            let letters = word.strip_prefix('-').unwrap_or_default();
            let value = letters.find(|letter| VALUED.contains(letter));
            if letters[..value.unwrap_or(letters.len())].contains('0') {
                options.delimiter = Some('\0');
            }
            if let Some(at) = value {
                let glued = &letters[at + 1..];
                let value = if glued.is_empty() { words.next().unwrap_or_default() } else { glued };
                options.set(&letters[at..at + 1], value);
            }
        }
        options
    }

    fn set(&mut self, option: &str, value: &str) {
        match option {
            "d" => {
                self.delimiter = match value {
                    "\\n" => Some('\n'),
                    "\\t" => Some('\t'),
                    "\\0" => Some('\0'),
                    _ => value.chars().next(),
                }
            }
            "n" | "m" => self.most = value.parse().ok().filter(|most| *most > 0),
            _ => {}
        }
    }

    /// The words of the input.
    fn words(&self, input: &Mapped) -> Vec<Mapped> {
        self.delimiter.map_or_else(|| words(input), |delimiter| parts(input, delimiter))
    }
}

/// The commands that xargs runs: what it reads stands behind the other words,
/// or, line by line, in place of `replace`. What is not known stays as it is
/// written.
pub(super) fn fed(
    argv: Vec<Field>,
    replace: Option<&Mapped>,
    options: &Options,
    input: &Stream,
) -> Vec<Vec<Field>> {
    let Some(replace) = replace.map(Mapped::text).filter(|text| !text.is_empty()) else {
        let read: Vec<Field> = input.iter().flat_map(|input| options.words(input)).map(read_field).collect();
        let most = options.most.filter(|most| read.len() > *most);
        let some = read.chunks(most.unwrap_or(read.len().max(1))).take(MOST_ALTERNATIVES);
        let fed: Vec<Vec<Field>> = some.map(|some| [argv.as_slice(), some].concat()).collect();
        return if fed.is_empty() { vec![argv] } else { fed };
    };
    let lines = match input {
        Some(text) => {
            let lines = parts(text, options.delimiter.unwrap_or('\n'));
            lines.into_iter().take(MOST_ALTERNATIVES).map(Some).collect()
        }
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
