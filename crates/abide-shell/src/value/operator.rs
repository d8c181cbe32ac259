//! What the operators of `${name...}` do to a known value.

use super::pattern::Pattern;
use crate::{Field, Mapped};

/// The longest value that pattern operators are applied to, in bytes:
/// removing a pattern looks at every end of the value.
const LONGEST: usize = 512;

/// The longest one in which a pattern is replaced: that looks at every part.
const LONGEST_REPLACED: usize = 128;

/// What applying an operator may cost, in steps.
pub(crate) const STEPS: usize = 1024;

/// The pattern that an operand stands for. What was quoted in it is not told
/// apart any more: a quoted `*` is rare where it matters.
pub(crate) fn pattern(operand: &Field) -> Pattern {
    Pattern::new(operand.value.text(), |_| false)
}

/// `${x#pattern}` and `${x##pattern}`
pub(crate) fn strip_prefix(value: &Mapped, pattern: &Pattern, longest: bool) -> Option<Mapped> {
    let text = value.text();
    let mut ends = borders(text)?;
    if longest {
        ends.reverse();
    }
    let end = ends.into_iter().find(|&end| pattern.matches(&text[..end])).unwrap_or(0);
    Some(slice(value, end, text.len()))
}

/// `${x#"$root"/}`, where the value begins with `$root/` itself.
pub(crate) fn strip_text(value: &Mapped, front: &Mapped) -> Option<Mapped> {
    let (text, cut) = (value.text(), front.len());
    let same =
        text.starts_with(front.text()) && (0..cut).all(|at| value.is_unknown(at) == front.is_unknown(at));
    same.then(|| slice(value, cut, text.len()))
}

/// `${x%pattern}` and `${x%%pattern}`
pub(crate) fn strip_suffix(value: &Mapped, pattern: &Pattern, longest: bool) -> Option<Mapped> {
    let text = value.text();
    let mut starts = borders(text)?;
    if !longest {
        starts.reverse();
    }
    let found = starts.into_iter().find(|&start| pattern.matches(&text[start..]));
    Some(slice(value, 0, found.unwrap_or(text.len())))
}

/// `${x/pattern/new}` and `${x//pattern/new}`; a pattern that begins with `#`
/// or `%` has to match at the front or at the end.
pub(crate) fn replace(value: &Mapped, wanted: &str, new: &Mapped, all: bool) -> Option<Mapped> {
    let text = value.text();
    if !wanted.contains(['*', '?', '[', '\\']) && !wanted.starts_with(['#', '%']) {
        return Some(replace_text(value, wanted, new, all));
    }
    let borders = borders(text).filter(|_| text.len() <= LONGEST_REPLACED)?;
    let (anchor, wanted) = match wanted.as_bytes().first() {
        Some(b'#') if !all => (Anchor::Front, &wanted[1..]),
        Some(b'%') if !all => (Anchor::End, &wanted[1..]),
        _ => (Anchor::None, wanted),
    };
    let pattern = Pattern::new(wanted, |_| false);
    let mut result = Mapped::default();
    let (mut kept, mut index) = (0, 0);
    while index < borders.len() {
        let start = borders[index];
        if start < kept || (anchor == Anchor::Front && start > 0) {
            index += 1;
            continue;
        }
        let longest =
            borders[index..].iter().rev().copied().find(|&end| {
                (anchor != Anchor::End || end == text.len()) && pattern.matches(&text[start..end])
            });
        index += 1;
        let Some(end) = longest.filter(|&end| end > start || wanted.is_empty()) else { continue };
        result.push_slice(value, kept..start);
        result.push_mapped(new);
        kept = end;
        if !all {
            break;
        }
    }
    result.push_slice(value, kept..text.len());
    Some(result)
}

/// Replaces text that holds no pattern.
fn replace_text(value: &Mapped, wanted: &str, new: &Mapped, all: bool) -> Mapped {
    let text = value.text();
    let most = if all { usize::MAX } else { 1 };
    let mut result = Mapped::default();
    let mut kept = 0;
    let found = text.match_indices(wanted).filter(|(at, found)| value.is_known_in(*at..at + found.len()));
    for (at, found) in found.take(most) {
        if wanted.is_empty() {
            break;
        }
        result.push_slice(value, kept..at);
        result.push_mapped(new);
        kept = at + found.len();
    }
    result.push_slice(value, kept..text.len());
    result
}

#[derive(PartialEq)]
enum Anchor {
    None,
    Front,
    End,
}

/// `${x:offset:length}`, in characters.
pub(crate) fn substring(value: &Mapped, offset: i64, length: Option<i64>) -> Option<Mapped> {
    let borders = borders(value.text())?;
    let count = borders.len() as i64 - 1;
    let start = if offset < 0 { count + offset } else { offset };
    let end = match length {
        None => count,
        Some(length) if length < 0 => count + length,
        Some(length) => start.saturating_add(length).min(count),
    };
    if start < 0 || start >= end {
        return Some(Mapped::default());
    }
    Some(slice(value, borders[start as usize], borders[end as usize]))
}

/// `${x^}`, `${x^^}`, `${x,}`, `${x,,}`
pub(crate) fn case(value: &Mapped, upper: bool, all: bool) -> Mapped {
    let mut result = Mapped::default();
    let mut changed = false;
    for (at, char) in value.text().char_indices() {
        let range = at..at + char.len_utf8();
        if changed && !all {
            result.push_slice(value, at..value.len());
            break;
        }
        changed = true;
        if value.is_unknown(at) {
            result.push_slice(value, range);
            continue;
        }
        let span = value.span(range);
        let new: String = if upper { char.to_uppercase().collect() } else { char.to_lowercase().collect() };
        result.push(&new, span);
    }
    result
}

fn slice(value: &Mapped, start: usize, end: usize) -> Mapped {
    let mut result = Mapped::default();
    result.push_slice(value, start..end);
    result
}

/// The character borders of a text that is short enough to try them all.
fn borders(text: &str) -> Option<Vec<usize>> {
    let borders = || text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
    (text.len() <= LONGEST).then(borders)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str) -> Mapped {
        Mapped::source(text, 0)
    }

    fn glob(text: &str) -> Pattern {
        Pattern::new(text, |_| false)
    }

    #[test]
    fn operators_do_what_bash_does() {
        let text = |mapped: Option<Mapped>| mapped.unwrap().text().to_string();
        assert_eq!(text(strip_suffix(&value("npmzz"), &glob("zz"), false)), "npm");
        assert_eq!(text(strip_suffix(&value("a.b.c"), &glob(".*"), false)), "a.b");
        assert_eq!(text(strip_suffix(&value("a.b.c"), &glob(".*"), true)), "a");
        assert_eq!(text(strip_prefix(&value("a.b.c"), &glob("*."), false)), "b.c");
        assert_eq!(text(strip_prefix(&value("a.b.c"), &glob("*."), true)), "c");
        assert_eq!(text(replace(&value("xpm"), "x", &value("n"), false)), "npm");
        assert_eq!(text(replace(&value("aXbX"), "X", &value("-"), true)), "a-b-");
        assert_eq!(text(replace(&value("aXbX"), "%X", &value("-"), false)), "aXb-");
        assert_eq!(text(substring(&value("zznpm"), 2, None)), "npm");
        assert_eq!(text(substring(&value("npmzz"), 0, Some(-2))), "npm");
        assert_eq!(text(substring(&value("zznpm"), -3, None)), "npm");
        assert_eq!(case(&value("NPM"), false, true).text(), "npm");
        assert_eq!(case(&value("npm"), true, false).text(), "Npm");
    }
}
