//! ed: lines with `!command`, `r !command`, `w !command`, and files.

use super::Start;
use super::value::slice;
use crate::{Access, Mapped};

/// What a script for ed would start.
pub(super) fn starts(code: &Mapped) -> Vec<Start> {
    let mut found = Vec::new();
    let (mut at, mut typing) = (0, false);
    for line in code.text().split_inclusive('\n') {
        let start = at;
        at += line.len();
        let bare = line.trim_end_matches('\n');
        if typing {
            typing = bare != ".";
            continue;
        }
        // Addresses: numbers, marks and `/re/`.
        let command = bare.trim_start_matches(|c: char| c.is_ascii_digit() || " ,;.$+-%".contains(c));
        let offset = start + bare.len() - command.len();
        let Some(letter) = command.chars().next() else { continue };
        let argument = command[letter.len_utf8()..].trim_start();
        let range = |text: &str| offset + command.len() - text.len()..offset + command.len();
        match letter {
            'a' | 'i' | 'c' if argument.is_empty() => typing = true,
            '!' => found.push(Start::Script(slice(code, range(argument)))),
            'r' | 'w' | 'W' | 'e' | 'E' => {
                let argument = argument.strip_prefix('q').unwrap_or(argument).trim_start();
                if let Some(script) = argument.strip_prefix('!') {
                    found.push(Start::Script(slice(code, range(script))));
                } else if !argument.is_empty() {
                    let access = if matches!(letter, 'w' | 'W') { Access::Write } else { Access::Read };
                    found.push(Start::Open { path: slice(code, range(argument)), access });
                }
            }
            _ => {}
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::tests::check;
    use crate::tables::Language;

    #[test]
    fn ed_scripts() {
        check(
            Language::Ed,
            &[
                ("!npm i\nq\n", &["$ npm i"]),
                ("r !npm i\nq\n", &["$ npm i"]),
                ("1,$w !npm i\n", &["$ npm i"]),
                ("w .env\n", &["> .env"]),
                ("a\n!npm i\n.\nw\n", &[]),
                ("s/!npm i/x/\n", &[]),
            ],
        );
    }
}
