//! Codes beside what they start.

use super::{Given, Start, starts};
use crate::tables::Language;
use crate::{Access, Mapped};

/// What the code starts: `$ text` for a shell, `a|b` for words, `< file`.
pub(super) fn found(language: Language, code: &str) -> Vec<String> {
    let given = Given {
        arguments: &[Mapped::source("-c", 0), Mapped::source("npm arg", 0)],
        input: None,
        variable: &|_| None,
        depth: 0,
    };
    let show = |start: Start| match start {
        Start::Script(text) => format!("$ {}", text.text()),
        Start::Program(words) => words.iter().map(Mapped::text).collect::<Vec<_>>().join("|"),
        Start::Open { path, access } => match access {
            Access::Read => format!("< {}", path.text()),
            Access::Write => format!("> {}", path.text()),
            Access::Both => format!("<> {}", path.text()),
        },
    };
    starts(language, &Mapped::source(code, 0), &given).unwrap().into_iter().map(show).collect()
}

/// Checks a table of codes beside what they start.
pub(super) fn check(language: Language, rows: &[(&str, &[&str])]) {
    let wrong: Vec<String> = rows
        .iter()
        .map(|(code, expected)| (code, expected, found(language, code)))
        .filter(|(_, expected, found)| found != *expected)
        .map(|(code, expected, found)| format!("{code}\n  expected {expected:?}\n  found {found:?}"))
        .collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}
