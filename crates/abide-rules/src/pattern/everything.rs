//! Patterns that match everything, and so forbid everything.

use super::Regex;

/// Ordinary commands: a pattern that matches them all is a mistake.
const COMMANDS: &[&str] = &[
    "ls",
    "pwd",
    "git status",
    "git diff --stat",
    "cat README.md",
    "grep -rn TODO src",
    "cargo test",
    "python3 -m pytest -q",
    "make build",
    "mkdir -p out/logs",
    "Read",
    "mcp__github__create_issue",
];

/// What is wrong with `regex`, if it matches everything.
pub fn complaint(regex: &Regex) -> Option<&'static str> {
    let matches = |text: &str| matches!(regex.search(text), Ok(Some(_)));
    if matches("") {
        Some("the pattern matches an empty command, so it would match everything")
    } else if COMMANDS.iter().all(|command| matches(command)) {
        Some("the pattern matches every ordinary command")
    } else {
        None
    }
}
