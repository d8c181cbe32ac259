//! Facts about bash, one a row: what a line runs, and what it only mentions.
//!
//! `corpus/facts.jsonl` was confirmed by running each line in a sandbox.
//! What ran must be among the commands that abide lists, and what did not run
//! must not.

mod support;

use abide_shell::{Context, reach};
use serde_json::Value;
use support::{FACTS, rows, text, texts};

/// What abide says of a row that bash does not.
fn wrong(row: &Value) -> Vec<String> {
    let reach =
        reach(text(row, "cmd"), &Context { home: Some("/home/u"), cwd: Some("/repo"), ..Context::default() });
    let live: Vec<&str> =
        reach.commands.iter().filter(|command| !command.dead).map(|command| command.run.text()).collect();
    let listed = |wanted: &str| {
        live.iter()
            .any(|run| run.strip_prefix(wanted).is_some_and(|rest| rest.is_empty() || rest.starts_with(' ')))
    };
    let missed = texts(row, "runs").into_iter().filter(|wanted| !listed(wanted));
    let missed = missed.map(|wanted| format!("`{wanted}` runs and is not listed"));
    let made_up = texts(row, "not").into_iter().filter(|wanted| listed(wanted));
    missed.chain(made_up.map(|wanted| format!("`{wanted}` does not run and is listed"))).collect()
}

fn is_marked(row: &Value) -> bool {
    !row["open"].is_null() || !row["decided"].is_null()
}

#[test]
fn what_bash_runs_is_listed_and_what_it_does_not_is_not() {
    let differing: Vec<String> = rows(FACTS)
        .filter(|row| !is_marked(row))
        .filter_map(|row| Some((wrong(&row), row)).filter(|(wrong, _)| !wrong.is_empty()))
        .map(|(wrong, row)| format!("{:?}: {} ({})", text(&row, "cmd"), wrong.join(", "), text(&row, "why")))
        .collect();
    assert!(differing.is_empty(), "{} facts do not hold:\n{}", differing.len(), differing.join("\n"));
}

/// A row that is marked keeps its mark only as long as it tells the truth.
#[test]
fn marks_are_taken_off_when_they_are_no_longer_true() {
    let stale: Vec<String> = rows(FACTS)
        .filter(|row| is_marked(row) && wrong(row).is_empty())
        .map(|row| row.to_string())
        .collect();
    assert!(stale.is_empty(), "take `open` or `decided` off these rows:\n{}", stale.join("\n"));
}

#[test]
fn no_fact_is_written_twice() {
    let mut lines: Vec<String> = rows(FACTS).map(|row| text(&row, "cmd").to_owned()).collect();
    let all = lines.len();
    lines.sort();
    lines.dedup();
    assert_eq!(lines.len(), all);
}
