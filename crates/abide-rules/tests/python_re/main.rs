//! Patterns mean what real Python says they mean: every row of the corpus.

#![allow(clippy::disallowed_methods, reason = "tests read their corpus")]

use abide_rules::pattern::{Literals, Pattern, Regex};

#[derive(Debug, PartialEq)]
enum Answer {
    Error,
    Nothing,
    Match(usize, usize),
}

fn rows() -> Vec<(String, String, Answer)> {
    let path = std::env::var("PYTHON_RE_CORPUS")
        .unwrap_or(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/python_re/corpus.jsonl").into());
    let corpus = std::fs::read_to_string(path).expect("the corpus");
    corpus
        .lines()
        .map(|line| {
            let (pattern, text, answer): (String, String, serde_json::Value) =
                serde_json::from_str(line).expect(line);
            let answer = match answer {
                serde_json::Value::Null => Answer::Nothing,
                serde_json::Value::String(_) => Answer::Error,
                span => {
                    let end = |i: usize| span[i].as_u64().expect("a byte offset") as usize;
                    Answer::Match(end(0), end(1))
                }
            };
            (pattern, text, answer)
        })
        .collect()
}

#[test]
fn every_row_gets_the_answer_that_python_gives() {
    let mut wrong = Vec::new();
    for (pattern, text, expected) in rows() {
        let got = match Regex::new(&pattern) {
            Err(_) => Answer::Error,
            Ok(regex) => match regex.search(&text).expect("few steps") {
                None => Answer::Nothing,
                Some(found) => Answer::Match(found.start, found.end),
            },
        };
        if got != expected {
            wrong.push(format!("{pattern:?} in {text:?}: {got:?}, Python says {expected:?}"));
        }
    }
    assert!(wrong.is_empty(), "{} rows differ\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn the_words_of_a_pattern_never_hide_a_match() {
    for (pattern, text, expected) in rows() {
        if matches!(expected, Answer::Match(..)) {
            let words = Literals::of(&pattern);
            let may_match = Pattern::new(pattern.as_str()).may_match(&text);
            assert!(may_match, "{pattern:?} in {text:?}: {words:?}");
        }
    }
}
