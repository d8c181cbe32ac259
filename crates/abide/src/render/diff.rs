//! What changes in a file.

use super::style::{BAD, FAINT, GOOD, paint};
use similar::{ChangeTag, TextDiff};

/// The lines that differ, with three lines around them.
pub fn diff(old: &str, new: &str) -> String {
    let mut text = String::new();
    let lines = TextDiff::from_lines(old, new);
    for (index, group) in lines.grouped_ops(3).iter().enumerate() {
        if index > 0 {
            text.push_str(&format!("  {}\n", paint(FAINT, "...")));
        }
        for change in group.iter().flat_map(|operation| lines.iter_changes(operation)) {
            let line = abide_agents::shown(change.value().trim_end_matches(['\n', '\r'])).into_owned();
            let line = match change.tag() {
                ChangeTag::Delete => paint(BAD, format!("- {line}")),
                ChangeTag::Insert => paint(GOOD, format!("+ {line}")),
                ChangeTag::Equal => paint(FAINT, format!("  {line}")),
            };
            text.push_str(&format!("  {line}\n"));
        }
    }
    text
}
