//! Does the parser accept what bash accepts?
//!
//! `corpus/syntax.jsonl` holds texts with the answer of `bash -n`. What bash
//! accepts must be read to its end: a text that abide cannot read is one whose
//! commands it may not see. What bash refuses must be an error, since a line
//! after an error does not run; where abide is more lenient the row says why.

mod support;

#![allow(clippy::disallowed_methods, clippy::disallowed_types, reason = "the referee is a program")]

use abide_shell::{End, syntax_end};
use std::process::{Command, Stdio};
use support::{COMPOSITIONS, SHELL, SYNTAX, rows, text};

/// What bash accepts: the rows of `syntax.jsonl` that say so, and those of the
/// other corpora that do not say otherwise.
fn accepted() -> impl Iterator<Item = String> {
    let own = rows(SYNTAX).filter(|row| row["bash"] == true && row["open"].is_null());
    let others = [SHELL, COMPOSITIONS].into_iter().flat_map(rows).filter(|row| row["bash"] != false);
    own.map(|row| text(&row, "text").to_owned()).chain(others.map(|row| text(&row, "cmd").to_owned()))
}

#[test]
fn what_bash_accepts_is_read_to_its_end() {
    let refused: Vec<_> =
        accepted().map(|text| (syntax_end(&text), text)).filter(|(end, _)| *end != End::Clean).collect();
    assert!(refused.is_empty(), "{} refused:\n{refused:#?}", refused.len());
}

#[test]
fn what_bash_refuses_is_an_error() {
    let accepted: Vec<_> = rows(SYNTAX)
        .filter(|row| row["bash"] == false && row["lenient"].is_null())
        .filter(|row| syntax_end(text(row, "text")) == End::Clean)
        .map(|row| text(&row, "text").to_owned())
        .collect();
    assert!(accepted.is_empty(), "{} accepted:\n{accepted:#?}", accepted.len());
}

/// A row that is marked keeps its mark only as long as it tells the truth.
#[test]
fn marks_are_taken_off_when_they_are_no_longer_true() {
    let stale: Vec<_> = rows(SYNTAX)
        .filter(|row| {
            let clean = syntax_end(text(row, "text")) == End::Clean;
            (!row["open"].is_null() && clean) || (!row["lenient"].is_null() && !clean)
        })
        .map(|row| row.to_string())
        .collect();
    assert!(stale.is_empty(), "take `open` or `lenient` off these rows:\n{}", stale.join("\n"));
}

/// The rows are only as good as the bash that judged them: asks it again.
#[test]
fn bash_itself_agrees_with_the_rows() {
    let Some(version) = bash_version() else { return println!("skipped: no bash here") };
    if !version.starts_with("5.2") {
        return println!("skipped: the rows are about bash 5.2, and this is {version}");
    }
    let texts: Vec<(String, bool)> = rows(SYNTAX)
        .map(|row| (text(&row, "text").to_owned(), row["bash"] == true))
        .filter(|(text, _)| !switches_grammar(text))
        .collect();
    let half = texts.len() / 2;
    let wrong = std::thread::scope(|scope| {
        let first = scope.spawn(|| disagreeing(&texts[..half]));
        let mut wrong = disagreeing(&texts[half..]);
        wrong.extend(first.join().expect("the other half is asked too"));
        wrong
    });
    assert!(wrong.is_empty(), "bash says otherwise of {}:\n{wrong:#?}", wrong.len());
}

/// `bash -n` runs nothing, not even `shopt`, and so it cannot know.
fn switches_grammar(text: &str) -> bool {
    text.contains("shopt -s extglob")
}

fn disagreeing(texts: &[(String, bool)]) -> Vec<&str> {
    texts.iter().filter(|(text, accepted)| bash_accepts(text) != *accepted).map(|(text, _)| &**text).collect()
}

/// Some errors, inside `[[ ]]` say, are reported and leave the status at 0:
/// only silence is consent. An unclosed here-document is a mere warning.
fn bash_accepts(text: &str) -> bool {
    let output = Command::new("bash")
        .args(["-n", "-c", "--", text])
        .stdin(Stdio::null())
        .env_clear()
        .env("PATH", "/usr/bin:/bin")
        .env("LC_ALL", "C.UTF-8")
        .output()
        .expect("bash starts");
    let errors = String::from_utf8_lossy(&output.stderr);
    let complains = |line: &str| !line.trim().is_empty() && !line.contains("warning: here-document");
    output.status.success() && !errors.lines().any(complains)
}

fn bash_version() -> Option<String> {
    let output = Command::new("bash").args(["-c", "echo $BASH_VERSION"]).output().ok()?;
    String::from_utf8(output.stdout).ok().filter(|_| output.status.success())
}
