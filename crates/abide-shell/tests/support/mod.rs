//! The corpora, as rows.
#![allow(dead_code, reason = "each test file uses a part")]

pub mod promises;

use serde_json::Value;

pub const SYNTAX: &str = include_str!("../../../../corpus/syntax.jsonl");
pub const FACTS: &str = include_str!("../../../../corpus/facts.jsonl");
pub const SHELL: &str = include_str!("../../../../corpus/shell.jsonl");
pub const COMPOSITIONS: &str = include_str!("../../../../corpus/compositions.jsonl");

/// The rows of a corpus.
pub fn rows(corpus: &str) -> impl Iterator<Item = Value> + '_ {
    corpus.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}")))
}

/// A field of a row that has to be there and to be text.
pub fn text<'r>(row: &'r Value, field: &str) -> &'r str {
    row[field].as_str().unwrap_or_else(|| panic!("no `{field}` in {row}"))
}

/// The list of texts in a field of a row; empty where there is none.
pub fn texts<'r>(row: &'r Value, field: &str) -> Vec<&'r str> {
    let list = row[field].as_array().map(Vec::as_slice).unwrap_or_default();
    list.iter().map(|item| item.as_str().unwrap_or_else(|| panic!("not text: {row}"))).collect()
}
