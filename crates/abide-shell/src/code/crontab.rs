//! crontab(5): a command for a shell behind the times at which it runs.
//!
//! Environment lines and comments start nothing. A `%` ends the command, and
//! what follows is its input; `\%` is the sign itself.

use super::Start;
use super::value::slice;
use crate::Mapped;

/// Times that stand in front of a command: minute, hour, day, month, weekday.
const TIMES: usize = 5;

/// What the lines of a crontab would start.
pub(super) fn starts(code: &Mapped) -> Vec<Start> {
    let mut found = Vec::new();
    let mut at = 0;
    for line in code.text().split_inclusive('\n') {
        let start = at;
        at += line.len();
        let command = command(line.trim_end());
        if !command.is_empty() {
            let offset = command.as_ptr() as usize - line.as_ptr() as usize;
            found.push(Start::Script(slice(code, start + offset..start + offset + command.len())));
        }
    }
    found
}

/// The command of a line; empty where there is none.
fn command(line: &str) -> &str {
    let mut rest = line.trim_start();
    let is_time = |word: &str| word.starts_with(|c: char| c.is_ascii_digit() || c == '*');
    let times = match rest.as_bytes().first() {
        Some(b'@') => 1,
        _ if is_time(rest) => TIMES,
        _ => return "",
    };
    for _ in 0..times {
        let Some(end) = rest.find([' ', '\t']) else { return "" };
        rest = rest[end..].trim_start();
    }
    let input = rest.match_indices('%').find(|(at, _)| !rest[..*at].ends_with('\\'));
    &rest[..input.map_or(rest.len(), |(at, _)| at)]
}

#[cfg(test)]
mod tests {
    use super::super::tests::check;
    use crate::tables::Language;

    #[test]
    fn crontabs() {
        check(
            Language::Crontab,
            &[
                ("* * * * * npm i", &["$ npm i"]),
                ("0 3 * * 1-5\tcd /srv && npm i\n", &["$ cd /srv && npm i"]),
                ("@reboot npm i", &["$ npm i"]),
                ("# 0 3 * * * npm i\nPATH=/bin\n*/5 * * * * npm ci", &["$ npm ci"]),
                ("0 0 * * * mail -s x me%npm i", &["$ mail -s x me"]),
                ("0 0 * * * date +\\%s", &["$ date +\\%s"]),
                ("* * npm", &[]),
                ("npm i", &[]),
                ("@", &[]),
            ],
        );
    }
}
