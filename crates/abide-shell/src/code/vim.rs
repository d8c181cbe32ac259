//! Vim and ex: `:!command`, `:r !command`, `:w !command`, `system('..')`.

use super::value::slice;
use super::{Given, Start, inner};
use crate::tables::Language;
use crate::{Access, Limit, Mapped};

/// Words in front of a command that only say how it runs.
const MODIFIERS: &[&str] =
    &["silent", "sil", "exe", "execute", "noautocmd", "verbose", "call", "echo", "let"];

/// Commands whose argument is code of another language.
const LANGUAGES: &[(&str, Language)] = &[
    ("lua", Language::Lua),
    ("perl", Language::Perl),
    ("py", Language::Python),
    ("py3", Language::Python),
    ("python", Language::Python),
    ("python3", Language::Python),
    ("ruby", Language::Ruby),
    ("tcl", Language::Tcl),
];

/// Functions that hand their first argument to a shell.
const CALLS: &[&str] = &["system(", "systemlist(", "termopen(", "jobstart(", "job_start(", "term_start("];

/// Commands that read or write a file.
const FILES: &[(&str, Access)] = &[
    ("e", Access::Both),
    ("edit", Access::Both),
    ("r", Access::Read),
    ("read", Access::Read),
    ("sav", Access::Write),
    ("saveas", Access::Write),
    ("so", Access::Read),
    ("source", Access::Read),
    ("w", Access::Write),
    ("wq", Access::Write),
    ("write", Access::Write),
];

/// What Ex commands would start, one on each line.
pub(super) fn starts(code: &Mapped, given: &Given<'_>) -> Result<Vec<Start>, Limit> {
    let mut found = Vec::new();
    let mut at = 0;
    for line in code.text().split_inclusive('\n') {
        let bare = line.trim_end_matches('\n');
        let mut rest = bare;
        // `|` begins another command, but for one that takes all of its line.
        loop {
            let start = at + bare.len() - rest.len();
            let next = rest.find('|').filter(|_| !takes_the_line(rest));
            command(code, start, &rest[..next.unwrap_or(rest.len())], given, &mut found)?;
            let Some(next) = next else { break };
            rest = &rest[next + 1..];
        }
        at += line.len();
    }
    Ok(found)
}

/// Whether the command that begins here has all of its line as an argument:
/// text for a shell, code of another language, a pattern.
fn takes_the_line(line: &str) -> bool {
    let name = line.trim_start_matches(|c: char| c.is_ascii_digit() || ": \t,;.$%".contains(c));
    let length = name.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(name.len());
    let (word, rest) = name.split_at(length);
    let shell = rest.trim_start().starts_with('!') && !matches!(word, "w" | "wq" | "q" | "e" | "qa" | "x")
        || rest.starts_with(" !");
    shell
        || matches!(word, "g" | "global" | "normal" | "norm" | "ter" | "term" | "terminal")
        || MODIFIERS.contains(&word)
        || LANGUAGES.iter().any(|(name, _)| *name == word)
}

fn command(
    code: &Mapped,
    at: usize,
    line: &str,
    given: &Given<'_>,
    found: &mut Vec<Start>,
) -> Result<(), Limit> {
    let range = |text: &str| {
        let start = at + text.as_ptr() as usize - line.as_ptr() as usize;
        start..start + text.len()
    };
    let mut rest = line;
    loop {
        // Addresses, colons and blanks: `:%!sort`, `:1,$w !sh`
        rest = rest.trim_start_matches(|c: char| c.is_ascii_digit() || ": \t,;.$%".contains(c));
        let length = rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len());
        let (name, after) = rest.split_at(length);
        if !MODIFIERS.contains(&name) {
            break;
        }
        rest = after.strip_prefix('!').unwrap_or(after);
        let quoted = rest.trim_start();
        if quoted.starts_with(['"', '\'']) {
            rest = &quoted[1..quoted.len() - usize::from(quoted.len() > 1)];
        }
    }
    if rest.starts_with('"') {
        return Ok(());
    }
    if let Some(script) = rest.strip_prefix('!') {
        found.push(Start::Script(slice(code, range(script))));
        return Ok(());
    }
    let length = rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len());
    let (name, argument) = rest.split_at(length);
    let argument = argument.trim_start();
    if let Some((_, language)) = LANGUAGES.iter().find(|(known, _)| *known == name) {
        found.extend(inner(*language, &slice(code, range(argument)), given)?);
        return Ok(());
    }
    for call in CALLS {
        for (start, _) in rest.match_indices(call) {
            let argument = &rest[start + call.len()..];
            let Some(quote) = argument.chars().next().filter(|c| matches!(c, '"' | '\'')) else { continue };
            let text = argument[1..].split(quote).next().unwrap_or_default();
            found.push(Start::Script(slice(code, range(text))));
        }
    }
    if matches!(name, "ter" | "term" | "terminal") && !argument.is_empty() {
        found.push(Start::Script(slice(code, range(argument))));
    } else if let Some((_, access)) = FILES.iter().find(|(known, _)| *known == name) {
        let forced = argument.strip_prefix('!').map(str::trim_start);
        match forced {
            // `:w!x` writes, `:r !x` runs; a blank in front tells.
            Some(script) if rest[length..].starts_with([' ', '\t']) || name.starts_with('r') => {
                found.push(Start::Script(slice(code, range(script))));
            }
            path => {
                let path = path.unwrap_or(argument).split('|').next().unwrap_or_default().trim_end();
                if !path.is_empty() {
                    found.push(Start::Open { path: slice(code, range(path)), access: *access });
                }
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::tests::check;
    use crate::tables::Language;

    #[test]
    fn ex_commands() {
        check(
            Language::Vim,
            &[
                ("!npm i\nqa!", &["$ npm i"]),
                (":!npm i", &["$ npm i"]),
                ("silent !npm i", &["$ npm i"]),
                ("sil! r !npm i", &["$ npm i"]),
                ("r!npm i", &["$ npm i"]),
                ("%!npm i", &["$ npm i"]),
                ("1,$w !npm i", &["$ npm i"]),
                ("call system('npm i')", &["$ npm i"]),
                ("echo system(\"npm i\")", &["$ npm i"]),
                ("execute '!npm i'", &["$ npm i"]),
                ("terminal npm i", &["$ npm i"]),
                ("set ft=x | !npm i", &["$ npm i"]),
                ("lua os.execute('npm i')", &["$ npm i"]),
                ("python3 import os; os.system('npm i')", &["$ npm i"]),
                ("w .env", &["> .env"]),
                ("w! .env", &["> .env"]),
                ("%s/!npm i/x/g", &[]),
                ("\" !npm i", &[]),
                ("echo 'npm i'", &[]),
                ("exe '", &[]),
                ("wq", &[]),
            ],
        );
    }
}
