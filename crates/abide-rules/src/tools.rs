//! The two-column tools file, and the lists of what stays allowed.
//!
//! A line `npm pnpm` forbids the command `npm` and names `pnpm` instead; the
//! replacement takes the rest of the line, so `npx pnpm dlx` works. Blank
//! lines and lines that start with `#` are passed over.

use crate::Action;
use crate::diagnostic::{Diagnostic, Severity};
use crate::rule::{Kind, Matcher, Rule, Tools, When};
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
        match trimmed.split_once(char::is_whitespace) {
            Some((tool, replacement)) => rules.push(rule(tool, replacement.trim_start(), file, span)),
            None => diagnostics.push(Diagnostic {
                severity: Severity::Warning,
                code: "bad-tools-line",
                message: format!("`{trimmed}` has no replacement beside it, so the line does nothing"),
                help: Some(format!("write the command and what to use instead: `{trimmed} OTHER`")),
                file: name.into(),
                span,
                rule: None,
            }),
        }
    }
    (rules, diagnostics)
}

fn rule(tool: &str, replacement: &str, file: usize, span: Span) -> Rule {
    Rule {
        id: tool.into(),
        kind: Kind::ForbidCommand,
        matcher: Matcher::Program(tool.into()),
        tools: Tools::SHELL,
        source: None,
        text: None,
        message: None,
        replacement: Some(replacement.into()),
        unless: Vec::new(),
        action: Action::Block,
        remote: true,
        enabled: true,
        when: When::default(),
        follow: false,
        file,
        span,
        from_tools_file: true,
    }
}

/// The names in a `.agent-allow-cli-tools`: the first word of each line.
pub fn allowed_in_file(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter_map(|line| line.split_whitespace().next()).filter(|name| !name.starts_with('#'))
}

/// The names in `AGENT_ALLOW_CLI_TOOLS`: split on white space and colons.
pub fn allowed_in_env(value: &str) -> impl Iterator<Item = &str> {
    value.split(|c: char| c.is_whitespace() || c == ':').filter(|name| !name.is_empty())
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
    fn allow_lists_take_the_first_word_and_drop_comments() {
        let file: Vec<_> = allowed_in_file("# all\nnpm # this client\n\n  yarn\n#pip\n").collect();
        assert_eq!(file, ["npm", "yarn"]);
        let env: Vec<_> = allowed_in_env("npm:yarn  pip\n::").collect();
        assert_eq!(env, ["npm", "yarn", "pip"]);
    }
}
