//! find: the commands of `-exec` and kin.

use super::simple::Call;
use super::walk::{Outcome, Walker};
use crate::Span;

pub(super) fn is_find(name: &str) -> bool {
    matches!(name, "find" | "gfind")
}

/// Predicates that run a command, find(1).
const RUNS: &[&str] = &["-exec", "-execdir", "-ok", "-okdir"];

pub(super) fn run(walker: &mut Walker<'_>, call: &Call<'_>) -> Outcome {
    let mut at = 1;
    while at < call.argv.len() {
        if !RUNS.contains(&call.argv[at].value.text()) {
            at += 1;
            continue;
        }
        let start = at + 1;
        let ends = |index: &usize| {
            let text = call.argv[*index].value.text();
            text == ";" || (text == "+" && *index > start && call.argv[*index - 1].value.text() == "{}")
        };
        let end = (start..call.argv.len()).find(ends).unwrap_or(call.argv.len());
        if end > start {
            let argv = call.argv[start..end].to_vec();
            let inner = Call { argv, slice: Span::default(), ..call.clone() };
            let label = format!("find {}", call.argv[at].value.text());
            walker.within(&label, |walker| walker.subshell(|walker| walker.program(inner, None)));
        }
        at = end + 1;
    }
    Outcome::unknown()
}
