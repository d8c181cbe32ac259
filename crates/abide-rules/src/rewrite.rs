//! `rewrite`: what a command becomes, where another name for its program is not enough.
//!
//! An object of patterns, and of what takes the place of what they match, with `\1` for a group, as in
//! Python's `re.sub`. The first pattern counts that matches the command as it runs from its program on; `null`
//! beside it, or no such pattern, says that nothing does the same. A table is read when a line was blocked, so
//! what it holds costs other calls nothing.

use crate::json::{self, Member, Node};
use crate::pattern::{PatternError, Regex};
use abide_shell::Span;
use std::ops::Range;

/// The first bytes of a command, and what takes their place.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Rewritten {
    pub end: usize,
    pub text: String,
}

/// What becomes of a command that runs as `run`, by the table that `table` is the text of.
pub(crate) fn rewrite(table: &str, run: &str) -> Option<Rewritten> {
    let table = json::parse(table).ok()?;
    for row in table.members()? {
        let groups = Regex::with_groups(&row.key).ok()?.groups(run).ok()?;
        let Some(found) =
            groups.as_ref().and_then(|groups| groups[0].clone()).filter(|found| found.start == 0)
        else {
            continue;
        };
        let text = filled(&row.value.text()?, run, &groups?)?;
        return Some(Rewritten { end: found.end, text });
    }
    None
}

/// What the rows of the table that `table` is the text of make commands begin with: the words before the first
/// group, which are the same whatever was matched.
pub(crate) fn beginnings(table: &str) -> Vec<String> {
    let Ok(table) = json::parse(table) else { return Vec::new() };
    let texts = table.members().unwrap_or_default().iter().filter_map(|row| row.value.text());
    texts.filter_map(|to| Some(beginning(&to)?.to_owned())).collect()
}

/// The whole words of `to` before its first group, which may be a part of a word; `None` if there are none.
pub(crate) fn beginning(to: &str) -> Option<&str> {
    let words = match to.split_once('\\') {
        Some((before, _)) => before.rsplit_once(char::is_whitespace)?.0,
        None => to,
    };
    Some(words.trim()).filter(|words| !words.is_empty())
}

/// `to` with the groups in their places. One that took no part stands for nothing.
fn filled(to: &str, run: &str, groups: &[Option<Range<usize>>]) -> Option<String> {
    let mut parts = to.split('\\');
    let mut text = parts.next()?.to_owned();
    for part in parts {
        let (group, rest) = group(part)?;
        text.push_str(groups.get(group)?.clone().map_or("", |range| &run[range]));
        text.push_str(rest);
    }
    Some(text)
}

/// The group that the digit behind a backslash names, and what follows it.
fn group(part: &str) -> Option<(usize, &str)> {
    let digit = part.chars().next()?.to_digit(10).filter(|digit| *digit > 0)?;
    Some((digit as usize, &part[1..]))
}

/// What is wrong with a row, and where.
pub(crate) enum Fault {
    /// Its pattern, and where in it.
    Pattern(PatternError),
    /// What takes its place.
    Value(String),
}

pub(crate) fn fault(row: &Member<'_>) -> Option<Fault> {
    let regex = match Regex::with_groups(&row.key) {
        Ok(regex) => regex,
        Err(error) => return Some(Fault::Pattern(error)),
    };
    if !row.key.starts_with('^') {
        let message = "it must begin with `^`: what it matches begins with the program".into();
        return Some(Fault::Pattern(PatternError { message, span: Span::default() }));
    }
    let to = match (&row.value.node, row.value.text()) {
        (Node::Null, _) => return None,
        (_, Some(to)) if !to.trim().is_empty() => to,
        (_, Some(_)) => return Some(Fault::Value("an empty text is no command: write `null`".into())),
        _ => {
            return Some(Fault::Value(format!(
                "what a command becomes must be a string or null, not {}",
                row.value.kind()
            )));
        }
    };
    let unknown =
        to.split('\\').skip(1).find(|part| group(part).is_none_or(|(group, _)| group > regex.group_count()));
    unknown.map(|part| {
        let shown: String = part.chars().take(1).collect();
        Fault::Value(format!("`\\{shown}` is no group of the pattern"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_row_that_matches_from_the_program_on_counts() {
        let table = r#"{"^npm ci$": "pnpm install --frozen-lockfile", "^npm (?:run )?(\\w+) --(?= )": "pnpm run \\1",
            "ci": "x", "^npm audit\\b": null, "^npm (-w )?": "pnpm \\1"}"#;
        for (run, becomes) in [
            ("npm ci", Some((6, "pnpm install --frozen-lockfile"))),
            ("npm run build -- --watch", Some((16, "pnpm run build"))),
            ("npm audit fix", None),
            ("npm view", Some((4, "pnpm "))),
            ("npm -w x", Some((7, "pnpm -w "))),
            ("npx x", None),
        ] {
            let becomes = becomes.map(|(end, text)| Rewritten { end, text: text.into() });
            assert_eq!(rewrite(table, run), becomes, "{run}");
        }
    }

    #[test]
    fn a_table_says_what_commands_begin_with_up_to_the_first_group() {
        let table = r#"{"^npm ci$": "pnpm install --frozen-lockfile", "^npm (\\w+) --(?= )": "pnpm run \\1 --",
            "^npm x-(\\w+)": "pnpm dlx  create-\\1", "^npm audit\\b": null, "^time (\\w+)": "\\1"}"#;
        assert_eq!(beginnings(table), ["pnpm install --frozen-lockfile", "pnpm run", "pnpm dlx"]);
    }
}
