//! tr(1): sets of characters, `-d`, `-s` and `-c`.

use super::filter::Options;
use crate::Mapped;

/// The most characters of a set that are followed.
const LARGEST_SET: usize = 4096;

/// What tr makes of `input`.
pub(super) fn tr(arguments: &[&str], input: &Mapped) -> Option<Mapped> {
    // A set may begin with a dash; options stand in front of it.
    let count = arguments.iter().take_while(|word| is_option(word)).count();
    let options = Options::read(&arguments[..count], "")?;
    let operands = &arguments[count..];
    let operands = operands.strip_prefix(&["--"]).unwrap_or(operands);
    if !options.only("dsct") {
        return None;
    }
    let (deletes, squeezes) = (options.has('d'), options.has('s'));
    let first = set(operands.first()?)?;
    let second = operands.get(1).map_or(Some(Vec::new()), |text| set(text))?;
    let inverted = options.has('c');
    let place = |char: char| match (first.iter().position(|&other| other == char), inverted) {
        (found, false) => found,
        (None, true) => Some(usize::MAX),
        (Some(_), true) => None,
    };
    let squeezed = |char: char| {
        let last = if second.is_empty() { place(char).is_some() } else { second.contains(&char) };
        squeezes && last
    };
    let mut output = Mapped::default();
    let mut before = None;
    for (at, char) in input.text().char_indices() {
        let range = at..at + char.len_utf8();
        let made = match place(char) {
            Some(_) if deletes => continue,
            Some(index) if !second.is_empty() => second[index.min(second.len() - 1)],
            _ => char,
        };
        if before == Some(made) && squeezed(made) {
            continue;
        }
        before = Some(made);
        if made == char {
            output.push_slice(input, range);
        } else {
            output.push(made.encode_utf8(&mut [0; 4]), input.span(range));
        }
    }
    Some(output)
}

fn is_option(word: &str) -> bool {
    let letters = word.strip_prefix('-').unwrap_or_default();
    word.starts_with("--") && word.len() > 2
        || !letters.is_empty() && letters.bytes().all(|b| b"dsctC".contains(&b))
}

/// Classes of characters of the C locale.
const CLASSES: &[(&str, &str)] = &[
    ("[:alnum:]", "0-9A-Za-z"),
    ("[:alpha:]", "A-Za-z"),
    ("[:blank:]", "\\t "),
    ("[:digit:]", "0-9"),
    ("[:lower:]", "a-z"),
    ("[:punct:]", "!-/:-@[-`{-~"),
    ("[:space:]", "\\t-\\r "),
    ("[:upper:]", "A-Z"),
];

/// The characters of a set, ranges written out.
fn set(text: &str) -> Option<Vec<char>> {
    let mut chars = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        if let Some((name, class)) = CLASSES.iter().find(|(name, _)| rest.starts_with(name)) {
            chars.extend(set(class)?);
            rest = &rest[name.len()..];
            continue;
        }
        if rest.starts_with("[:") || rest.starts_with("[=") {
            return None;
        }
        let low = one(&mut rest)?;
        let mut high = low;
        if rest.len() > 1 && rest.starts_with('-') {
            rest = &rest[1..];
            high = one(&mut rest)?;
        }
        if chars.len() + (high as usize).saturating_sub(low as usize) > LARGEST_SET {
            return None;
        }
        chars.extend(low..=high);
    }
    Some(chars)
}

/// The character at the start, escapes decoded.
fn one(rest: &mut &str) -> Option<char> {
    let mut chars = rest.chars();
    let first = chars.next()?;
    *rest = chars.as_str();
    if first != '\\' {
        return Some(first);
    }
    let digits = rest.bytes().take(3).take_while(|b| (b'0'..=b'7').contains(b)).count();
    if digits > 0 {
        let value = u32::from_str_radix(&rest[..digits], 8).ok()?;
        *rest = &rest[digits..];
        return char::from_u32(value);
    }
    let Some(letter) = chars.next() else { return Some('\\') };
    *rest = chars.as_str();
    Some(match letter {
        'n' => '\n',
        't' => '\t',
        'r' => '\r',
        'v' => '\u{b}',
        'f' => '\u{c}',
        other => other,
    })
}
