//! What filters make of a known text: `rev`, `cut`, `base64 -d` and kin.
//!
//! Each answers `None` where it is in doubt: an option that is not read here,
//! or output that is no text.

use super::regex::{LONGEST_INPUT, Regex};
use super::{awk, decode, translate, whole};
use crate::tables::ByName;
use crate::{Mapped, Span};
use std::ops::{Range, RangeInclusive};

type Filter = fn(&[&str], &Mapped) -> Option<Mapped>;

/// Filters by name.
static FILTERS: ByName<Filter> = ByName::new(&[
    ("awk", awk::awk),
    ("base64", decode::base64),
    ("bunzip2", whole::unpack),
    ("bzcat", whole::unpack),
    ("bzip2", whole::pack),
    ("cut", cut),
    ("dos2unix", whole::same),
    ("egrep", grep),
    ("envsubst", whole::same),
    ("expand", whole::same),
    ("fgrep", grep),
    ("gawk", awk::awk),
    ("grep", grep),
    ("gunzip", whole::unpack),
    ("gzip", whole::pack),
    ("head", head),
    ("iconv", whole::same),
    ("jq", super::jq::jq),
    ("mawk", awk::awk),
    ("nl", whole::nl),
    ("openssl", decode::openssl),
    ("paste", whole::paste),
    ("perl", super::sed::perl),
    ("pigz", whole::pack),
    ("pv", whole::same),
    ("rev", rev),
    ("sed", super::sed::sed),
    ("sort", sort),
    ("tac", tac),
    ("tail", tail),
    ("tr", translate::tr),
    ("uniq", uniq),
    ("unxz", whole::unpack),
    ("unzstd", whole::unpack),
    ("xxd", decode::xxd),
    ("xz", whole::pack),
    ("xzcat", whole::unpack),
    ("zcat", whole::unpack),
    ("zstd", whole::pack),
    ("zstdcat", whole::unpack),
]);

/// Whether the program makes text of text in a way that is known here.
pub(crate) fn is_filter(name: &str) -> bool {
    FILTERS.get(name).is_some()
}

/// What the filter makes of `input`; `arguments` are its options, and operands
/// that are no files.
pub(crate) fn filtered(name: &str, arguments: &[&str], input: &Mapped) -> Option<Mapped> {
    FILTERS.get(name)?(arguments, input)
}

/// Options read one by one: their letters and values, then the operands.
pub(super) struct Options<'a> {
    pub given: Vec<(char, &'a str)>,
    pub operands: Vec<&'a str>,
}

/// Long names of options, as their letters.
const LONG: &[(&str, char)] = &[
    ("--bytes", 'c'),
    ("--characters", 'c'),
    ("--complement", 'c'),
    ("--decode", 'd'),
    ("--delete", 'd'),
    ("--delimiter", 'd'),
    ("--expression", 'e'),
    ("--fields", 'f'),
    ("--ignore-garbage", 'i'),
    ("--lines", 'n'),
    ("--numeric-sort", 'n'),
    ("--quiet", 'n'),
    ("--regexp-extended", 'E'),
    ("--reverse", 'r'),
    ("--squeeze-repeats", 's'),
    ("--unique", 'u'),
];

impl<'a> Options<'a> {
    /// Reads the arguments; `values` are the letters that take one.
    pub fn read(arguments: &[&'a str], values: &str) -> Option<Self> {
        let mut options = Options { given: Vec::new(), operands: Vec::new() };
        let mut rest = arguments.iter().copied();
        while let Some(word) = rest.next() {
            if word == "--" {
                options.operands.extend(rest);
                break;
            }
            if word.starts_with("--") {
                let (name, value) = word.split_once('=').unwrap_or((word, ""));
                let letter = LONG.iter().find(|(long, _)| *long == name)?.1;
                let next = values.contains(letter) && !word.contains('=');
                options.given.push((letter, if next { rest.next()? } else { value }));
                continue;
            }
            let Some(letters) = word.strip_prefix('-').filter(|letters| !letters.is_empty()) else {
                options.operands.push(word);
                continue;
            };
            for (at, letter) in letters.char_indices() {
                if !values.contains(letter) {
                    options.given.push((letter, ""));
                    continue;
                }
                let glued = &letters[at + letter.len_utf8()..];
                options.given.push((letter, if glued.is_empty() { rest.next()? } else { glued }));
                break;
            }
        }
        Some(options)
    }

    pub fn has(&self, letter: char) -> bool {
        self.given.iter().any(|(given, _)| *given == letter)
    }

    pub fn value(&self, letter: char) -> Option<&'a str> {
        self.given.iter().find(|(given, _)| *given == letter).map(|(_, value)| *value)
    }

    /// Whether no other options than these are given.
    pub fn only(&self, letters: &str) -> bool {
        self.given.iter().all(|(given, _)| letters.contains(*given))
    }
}

/// The lines of a text, each without its end.
pub(super) fn lines(text: &str) -> Vec<Range<usize>> {
    let mut at = 0;
    text.split_inclusive('\n')
        .map(|line| {
            let start = at;
            at += line.len();
            start..start + line.trim_end_matches('\n').len()
        })
        .collect()
}

pub(super) fn push_line(into: &mut Mapped, input: &Mapped, range: Range<usize>) {
    into.push_slice(input, range);
    let length = into.len();
    let end = into.span(length..length).end;
    into.push("\n", Span::new(end, end));
}

fn of_lines(input: &Mapped, ranges: impl IntoIterator<Item = Range<usize>>) -> Option<Mapped> {
    let mut output = Mapped::default();
    for range in ranges {
        push_line(&mut output, input, range);
    }
    Some(output)
}

/// rev(1)
fn rev(arguments: &[&str], input: &Mapped) -> Option<Mapped> {
    if !arguments.is_empty() {
        return None;
    }
    let mut output = Mapped::default();
    for range in lines(input.text()) {
        for (at, char) in input.text()[range.clone()].char_indices().rev() {
            let start = range.start + at;
            output.push_slice(input, start..start + char.len_utf8());
        }
        push_line(&mut output, input, range.end..range.end);
    }
    Some(output)
}

/// tac(1)
fn tac(arguments: &[&str], input: &Mapped) -> Option<Mapped> {
    arguments.is_empty().then(|| of_lines(input, lines(input.text()).into_iter().rev()))?
}

/// The options of sort(1) that change nothing but the order, and what ends a name:
/// for names that a program lists neither counts.
const ORDERS: &str = "bdfghiknrRsStuVz";

/// sort(1), by the bytes of whole lines
fn sort(arguments: &[&str], input: &Mapped) -> Option<Mapped> {
    let options = Options::read(arguments, "ktS")?;
    let known = if input.names().is_some() { ORDERS } else { "ru" };
    if !options.only(known) || !options.operands.is_empty() {
        return None;
    }
    let mut ranges = lines(input.text());
    ranges.sort_by_key(|range| &input.text()[range.clone()]);
    if options.has('u') {
        ranges.dedup_by_key(|range| &input.text()[range.clone()]);
    }
    if options.has('r') {
        ranges.reverse();
    }
    of_lines(input, ranges)
}

/// uniq(1) without options, but for `-z` behind names that a program lists
fn uniq(arguments: &[&str], input: &Mapped) -> Option<Mapped> {
    let mut ranges = lines(input.text());
    ranges.dedup_by_key(|range| &input.text()[range.clone()]);
    let plain = arguments.is_empty() || (arguments == ["-z"] && input.names().is_some());
    plain.then(|| of_lines(input, ranges))?
}

/// How many lines or bytes `head` and `tail` are asked for: `-n 2`, `-2`.
fn count<'a>(arguments: &[&'a str]) -> Option<(bool, &'a str)> {
    if let [word] = arguments
        && let Some(digits) = word.strip_prefix('-')
        && digits.bytes().all(|b| b.is_ascii_digit())
    {
        return Some((false, digits));
    }
    let options = Options::read(arguments, "nc")?;
    if !options.only("ncq") || !options.operands.is_empty() {
        return None;
    }
    match (options.value('n'), options.value('c')) {
        (lines, None) => Some((false, lines.unwrap_or("10"))),
        (None, Some(bytes)) => Some((true, bytes)),
        _ => None,
    }
}

fn part(input: &Mapped, range: Range<usize>) -> Option<Mapped> {
    let text = input.text();
    let fits = text.is_char_boundary(range.start) && text.is_char_boundary(range.end);
    let mut output = Mapped::default();
    output.push_slice(input, if fits { range } else { return None });
    Some(output)
}

/// head(1)
fn head(arguments: &[&str], input: &Mapped) -> Option<Mapped> {
    let (bytes, count) = count(arguments)?;
    let less = count.starts_with('-');
    let number: usize = count.trim_start_matches(['-', '+']).parse().ok()?;
    let keep = |all: usize| if less { all.saturating_sub(number) } else { number.min(all) };
    if bytes {
        return part(input, 0..keep(input.len()));
    }
    let all = lines(input.text());
    let kept = keep(all.len());
    of_lines(input, all.into_iter().take(kept))
}

/// tail(1)
fn tail(arguments: &[&str], input: &Mapped) -> Option<Mapped> {
    let (bytes, count) = count(arguments)?;
    let from = count.starts_with('+');
    let number: usize = count.trim_start_matches(['-', '+']).parse().ok()?;
    let skip = |all: usize| match from {
        true => number.saturating_sub(1).min(all),
        false => all - number.min(all),
    };
    if bytes {
        return part(input, skip(input.len())..input.len());
    }
    let all = lines(input.text());
    let skipped = skip(all.len());
    of_lines(input, all.into_iter().skip(skipped))
}

/// The most ranges in a list of `cut` that are followed.
const MOST_RANGES: usize = 64;

/// The ranges of a list such as `1,3-5,7-`.
fn ranges(list: &str) -> Option<Vec<RangeInclusive<usize>>> {
    let mut ranges = Vec::new();
    for part in list.split(',') {
        let (low, high) = part.split_once('-').unwrap_or((part, part));
        let low: usize = if low.is_empty() { 1 } else { low.parse().ok()? };
        let high: usize = if high.is_empty() { usize::MAX } else { high.parse().ok()? };
        ranges.push(low..=high);
    }
    (ranges.len() <= MOST_RANGES).then_some(ranges)
}

/// cut(1) with `-f`, `-c` or `-b`
fn cut(arguments: &[&str], input: &Mapped) -> Option<Mapped> {
    let options = Options::read(arguments, "dfcb")?;
    if !options.only("dfcbs") || !options.operands.is_empty() {
        return None;
    }
    let mut output = Mapped::default();
    let by_chars = options.value('c').or(options.value('b'));
    let delimiter = options.value('d').unwrap_or("\t");
    let wanted = ranges(by_chars.or(options.value('f'))?)?;
    for range in lines(input.text()) {
        let line = &input.text()[range.clone()];
        if by_chars.is_none() && !line.contains(delimiter) {
            push_line(&mut output, input, range);
            continue;
        }
        let pieces: Vec<(usize, usize)> = if by_chars.is_some() {
            line.char_indices().map(|(at, char)| (at, at + char.len_utf8())).collect()
        } else {
            let start = |piece: &str| piece.as_ptr() as usize - line.as_ptr() as usize;
            line.split(delimiter).map(|piece| (start(piece), start(piece) + piece.len())).collect()
        };
        let mut before: Option<usize> = None;
        for (index, (start, end)) in pieces.into_iter().enumerate() {
            if !wanted.iter().any(|range| range.contains(&(index + 1))) {
                continue;
            }
            if by_chars.is_none() && before.is_some() {
                // The delimiter that stands in front of it.
                output.push_slice(input, range.start + start - delimiter.len()..range.start + start);
            }
            output.push_slice(input, range.start + start..range.start + end);
            before = Some(end);
        }
        push_line(&mut output, input, range.end..range.end);
    }
    Some(output)
}

/// grep(1) with a pattern that is read here
fn grep(arguments: &[&str], input: &Mapped) -> Option<Mapped> {
    let options = Options::read(arguments, "em")?;
    if !options.only("eFEvxi") || options.has('i') || options.has('x') {
        return None;
    }
    let pattern = options.value('e').or(options.operands.first().copied())?;
    let fixed = options.has('F');
    if !fixed && input.len() > LONGEST_INPUT {
        return None;
    }
    let regex = if fixed { None } else { Some(Regex::new(pattern, options.has('E'))?) };
    let mut kept = Vec::new();
    let mut sure = true;
    for range in lines(input.text()) {
        let line = &input.text()[range.clone()];
        // What is left out is less than what there is.
        if input.is_unknown(range.start) {
            if options.has('v') {
                kept.push(range)
            } else {
                sure = false
            }
            continue;
        }
        let found = match &regex {
            Some(regex) => regex.find(line, 0)?.is_some(),
            None => line.contains(pattern),
        };
        if found != options.has('v') {
            kept.push(range);
        }
    }
    // Lines that are not known may be all that is found.
    (sure || !kept.is_empty()).then(|| of_lines(input, kept))?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn filters_make_what_the_programs_make() {
        let rows: &[(&[&str], &str, Option<&str>)] = &[
            (&["rev"], "i mpn\n", Some("npm i\n")),
            (&["awk", "{print $2, $1}"], "i npm\n", Some("npm i\n")),
            (&["awk", "-F:", "{ print $2 }"], "x:npm i\n", Some("npm i\n")),
            (&["awk", "{print $NF}"], "a npm\n", Some("npm\n")),
            (&["awk", "{print}"], "npm i\n", Some("npm i\n")),
            (&["awk", "/x/{print $1}"], "npm i\nx\n", Some("x\n")),
            (&["awk", "1"], "npm i\n", Some("npm i\n")),
            (&["awk", "NR==2"], "a\nnpm i\n", Some("npm i\n")),
            (&["awk", "NR>1{print $1,$2}"], "a\nnpm i x\n", Some("npm i\n")),
            (&["awk", "!/a/"], "a\nnpm i\n", Some("npm i\n")),
            (&["awk", "!x[$0]++"], "npm i\nnpm i\n", Some("npm i\n")),
            (&["awk", "{$1=\"\"; print}"], "x npm i\n", Some(" npm i\n")),
            (&["awk", "$1==\"x\"{print $2}"], "x npm\ny yarn\n", Some("npm\n")),
            (&["awk", "{print toupper($1)}"], "npm\n", None),
            (&["awk", "END{print}"], "npm\n", None),
            (&["nl"], "npm i\n", Some("     1\tnpm i\n")),
            (&["paste", "-sd "], "npm\ni\n", Some("npm i\n")),
            (&["paste", "-s", "-d", ","], "a\nb\n", Some("a,b\n")),
            (&["jq", "-r", ".a.b"], "{\"a\": {\"b\": \"npm i\"}}", Some("npm i\n")),
            (&["jq", "-r", ".a[]"], "{\"a\": [\"npm i\", \"x\"]}", Some("npm i\nx\n")),
            (&["jq", "-r", ".[0]"], "[\"npm\\u0020i\"]", Some("npm i\n")),
            (&["jq", ".a"], "{\"a\": \"npm i\"}", None),
            (&["jq", "-r", ".a | length"], "{\"a\": \"npm i\"}", None),
            (&["jq", "-r", ".b"], "{\"a\": \"npm i\"}", None),
            (&["perl", "-pe", "s/^x//"], "xnpm i\n", Some("npm i\n")),
            (&["perl", "-pe", ""], "npm i\n", Some("npm i\n")),
            (&["perl", "-ne", "print if /npm/"], "a\nnpm i\n", Some("npm i\n")),
            (&["perl", "-lne", "print $_"], "npm i\n", Some("npm i\n")),
            (&["perl", "-ne", "system($_)"], "npm i\n", None),
            (&["perl", "-e", "print"], "npm i\n", None),
            (&["sed", "1i npm i"], "x\n", Some("npm i\nx\n")),
            (&["sed", "$a\\\nnpm i"], "x\n", Some("x\nnpm i\n")),
            (&["sed", "c\\npm i"], "x\n", Some("npm i\n")),
            (&["sed", "/x/d; s/y/npm/"], "x\ny i\n", Some("npm i\n")),
            (&["sed", "-n", "2,3p"], "a\nnpm i\nb\nc\n", Some("npm i\nb\n")),
            (&["sed", "-n", "/^n/,$p"], "a\nnpm i\nb\n", Some("npm i\nb\n")),
            (&["sed", "1!d"], "npm i\nb\n", Some("npm i\n")),
            (&["sed", "2q"], "npm i\nb\nc\n", Some("npm i\nb\n")),
            (&["awk", "{print $1 $2}"], "npm i\n", None),
            (&["base64", "-d"], "bnBtIGk=\n", Some("npm i")),
            (&["base64", "--decode"], "bnBtIGkK", Some("npm i\n")),
            (&["base64", "-d"], "/w==", None),
            (&["base64"], "npm i", Some("bnBtIGk=\n")),
            (&["xxd", "-r", "-p"], "6e706d2069", Some("npm i")),
            (&["xxd"], "npm", None),
            (&["tac"], "a\nb\n", Some("b\na\n")),
            (&["sort", "-u"], "b\na\nb\n", Some("a\nb\n")),
            (&["sort", "-k2"], "a\n", None),
            (&["uniq"], "a\na\nb\n", Some("a\nb\n")),
            (&["head", "-1"], "a\nb\n", Some("a\n")),
            (&["head", "-n", "1"], "a\nb\n", Some("a\n")),
            (&["head", "-c3"], "npmx", Some("npm")),
            (&["tail", "-n1"], "a\nb\n", Some("b\n")),
            (&["tail", "-n", "+2"], "a\nb\n", Some("b\n")),
            (&["tail", "-c", "+3"], "xxnpm", Some("npm")),
            (&["cut", "-d:", "-f2"], "x:npm i:y\n", Some("npm i\n")),
            (&["cut", "-d", " ", "-f", "2-"], "x npm i\n", Some("npm i\n")),
            (&["cut", "-c3-"], "zznpm\n", Some("npm\n")),
            (&["grep", "npm"], "a\nnpm i\n", Some("npm i\n")),
            (&["grep", "-v", "^a"], "a\nnpm i\n", Some("npm i\n")),
            (&["grep", "-i", "NPM"], "npm i\n", None),
            (&["tr", "a-z", "n-za-m"], "acz v\n", Some("npm i\n")),
            (&["tr", "-d", "z"], "nzpm\n", Some("npm\n")),
            (&["tr", "_", " "], "npm_i", Some("npm i")),
            (&["tr", "[:upper:]", "[:lower:]"], "NPM I", Some("npm i")),
            (&["tr", "-s", " "], "npm   i", Some("npm i")),
            (&["tr", "x", "\\n"], "axb", Some("a\nb")),
            (&["sed", "s/z//"], "znpm i\n", Some("npm i\n")),
            (&["sed", "s/X/npm/g"], "X i X\n", Some("npm i npm\n")),
            (&["sed", "-e", "s|a|n|", "-e", "s|b|pm|"], "ab i\n", Some("npm i\n")),
            (&["sed", "s/\\(i\\) \\(npm\\)/\\2 \\1/"], "i npm\n", Some("npm i\n")),
            (&["sed", "-E", "s/(i) (npm)/\\2 \\1/"], "i npm\n", Some("npm i\n")),
            (&["sed", "s/^# //"], "# npm i\n", Some("npm i\n")),
            (&["sed", "s/.*/sudo &/"], "npm i\n", Some("sudo npm i\n")),
            (&["sed", "s/[0-9]*//"], "12npm\n", Some("npm\n")),
            (&["sed", "-n", "2p"], "a\nnpm i\n", Some("npm i\n")),
            (&["sed", "1d"], "a\nnpm i\n", Some("npm i\n")),
            (&["sed", "y/abc/npm/"], "abc\n", None),
        ];
        for (words, input, expected) in rows {
            let output = filtered(words[0], &words[1..], &Mapped::source(input, 0));
            assert_eq!(output.as_ref().map(Mapped::text), *expected, "{words:?}");
        }
    }
}
