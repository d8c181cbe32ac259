//! The two-column tools file, and the lists of what stays allowed.
//!
//! A line `npm pnpm` forbids the command `npm` and names `pnpm` instead; the
//! replacement takes the rest of the line, so `npx pnpm dlx` works. Blank
//! lines and lines that start with `#` are passed over.

use crate::diagnostic::{Diagnostic, Severity};
use crate::rule::{Kind, Matcher, Rule};
use abide_shell::Span;

/// The rules of a tools file, and a warning for each line that is none.
pub fn load(text: &str, name: &str, file: usize) -> (Vec<Rule>, Vec<Diagnostic>) {
    let (mut rules, mut diagnostics) = (Vec::new(), Vec::new());
    let mut start = 0;
    for line in text.split('\n') {
        let trimmed = line.trim();
        let offset = start + (line.len() - line.trim_start().len());
        let span = Span::new(offset as u32, (offset + trimmed.len()) as u32);
        start += line.len() + 1;
        if trimmed.is_empty() || trimmed.starts_with('#') {
            continue;
        }
        let mut warn = |code, message, help| {
            diagnostics.push(Diagnostic {
                severity: Severity::Warning,
                code,
                message,
                help: Some(help),
                file: name.into(),
                span,
                rule: None,
            });
        };
        match trimmed.split_once(char::is_whitespace) {
            Some((tool, replacement)) => {
                let replacement = replacement.trim_start();
                if let Some(message) = oddity(tool, replacement) {
                    let help = "write the command, a blank, and what to use instead: `npm pnpm`";
                    warn("odd-tools-line", message, help.into());
                } else if let Some(note) = replacement.find(" #").and_then(|at| replacement.get(at + 1..)) {
                    let message =
                        format!("`{note}` becomes part of the replacement, which takes the whole line");
                    warn("odd-tools-line", message, "write a note on a line of its own".into());
                }
                rules.push(rule(tool, replacement, file, span));
            }
            None => warn(
                "bad-tools-line",
                format!("`{trimmed}` has no replacement beside it, so the line does nothing"),
                format!("write the command and what to use instead: `{trimmed} OTHER`"),
            ),
        }
    }
    (rules, diagnostics)
}

/// Why a line is hardly what was meant: `npm => pnpm`, `npm: pnpm`.
fn oddity(tool: &str, replacement: &str) -> Option<String> {
    if tool.contains('/') {
        return Some(format!("`{tool}` is a path; a command is known by its last name"));
    }
    let in_name = |c: char| c.is_alphanumeric() || "._+-@[".contains(c);
    let begins_program = |c: char| c.is_alphanumeric() || "._/~$\"'".contains(c);
    let odd = if !tool.chars().all(in_name) || tool.starts_with('-') {
        tool
    } else if !replacement.starts_with(begins_program) {
        replacement.split_whitespace().next().unwrap_or_default()
    } else {
        return None;
    };
    Some(format!("`{odd}` is hardly the name of a command"))
}

fn rule(tool: &str, replacement: &str, file: usize, span: Span) -> Rule {
    Rule {
        replacement: Some(replacement.into()),
        file,
        span,
        from_tools_file: true,
        ..Rule::new(tool.into(), Kind::ForbidCommand, Matcher::Program(tool.into()))
    }
}

/// The names in a `.agent-allow-cli-tools`: the first word of each line.
pub fn allowed_in_file(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter_map(|line| line.split_whitespace().next()).filter(|name| !name.starts_with('#'))
}

/// The names in `AGENT_ALLOW_CLI_TOOLS`: split on white space,
/// colons and commas.
pub fn allowed_in_env(value: &str) -> impl Iterator<Item = &str> {
    value.split(|c: char| c.is_whitespace() || c == ':' || c == ',').filter(|name| !name.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_replacement_takes_the_rest_of_the_line() {
        let text = "# x y\n\nnpm\tpnpm\r\n  npx  pnpm dlx  \nlonely\n";
        let (rules, diagnostics) = load(text, "tools", 0);
        let pairs: Vec<_> =
            rules.iter().map(|r| (r.id.as_str(), r.replacement.as_deref().unwrap())).collect();
        assert_eq!(pairs, [("npm", "pnpm"), ("npx", "pnpm dlx")]);
        assert_eq!(diagnostics.len(), 1);
        assert_eq!(&text[diagnostics[0].span.range()], "lonely");
    }

    #[test]
    fn lines_that_are_hardly_meant_are_told() {
        for (line, odd) in [
            ("=bad =>", "`=bad`"),
            ("npm => pnpm", "`=>`"),
            ("npm: pnpm", "`npm:`"),
            ("npm # pnpm", "`#`"),
            ("-x y", "`-x`"),
            ("yarn pnpm # note", "`# note` becomes part"),
            ("/usr/bin/npm pnpm", "`/usr/bin/npm`"),
        ] {
            let (_, found) = load(line, "tools", 0);
            assert_eq!(found.len(), 1, "{line}");
            assert!(found[0].message.starts_with(odd), "{line}: {}", found[0].message);
        }
        for line in ["pip3.11 uv pip", "g++ clang++", "[ test", "x ./y", "npx \"$HOME/bin/x\" y"] {
            assert!(load(line, "tools", 0).1.is_empty(), "{line}");
        }
    }

    #[test]
    fn allow_lists_take_the_first_word_and_drop_comments() {
        let file: Vec<_> = allowed_in_file("# all\nnpm # this client\n\n  yarn\n#pip\n").collect();
        assert_eq!(file, ["npm", "yarn"]);
        let env: Vec<_> = allowed_in_env("npm:yarn, pip\n::").collect();
        assert_eq!(env, ["npm", "yarn", "pip"]);
    }
}
