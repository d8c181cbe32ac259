//! sed: the `e` command, the `e` flag of `s`, and the files of `w` and `r`.
//!
//! Every address and every pattern is taken to match.

use super::value::slice;
use super::{Given, Start};
use crate::{Access, Limit, Mapped};

struct Script<'a> {
    code: &'a Mapped,
    text: &'a str,
    at: usize,
}

/// What a sed script would start.
pub(super) fn starts(code: &Mapped, given: &Given<'_>) -> Result<Vec<Start>, Limit> {
    let mut script = Script { code, text: code.text(), at: 0 };
    let mut found = Vec::new();
    while script.at < script.text.len() {
        script.command(given, &mut found);
    }
    Ok(found)
}

impl Script<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn step(&mut self) -> Option<char> {
        let char = self.rest().chars().next()?;
        self.at += char.len_utf8();
        Some(char)
    }

    /// What is left of the line.
    fn line(&mut self) -> Mapped {
        let skip = self.rest().len() - self.rest().trim_start_matches([' ', '\t']).len();
        self.at += skip;
        let end = self.at + self.rest().find('\n').unwrap_or(self.rest().len());
        let line = slice(self.code, self.at..end);
        self.at = end;
        line
    }

    /// Goes behind the next `delimiter`.
    fn part(&mut self, delimiter: char) -> std::ops::Range<usize> {
        let start = self.at;
        let mut set = false;
        while let Some(char) = self.step() {
            match char {
                '\\' => {
                    self.step();
                }
                '[' => set = true,
                ']' => set = false,
                _ if char == delimiter && !(set && char != '/' && self.rest().contains(']')) => {
                    return start..self.at - char.len_utf8();
                }
                _ => {}
            }
        }
        start..self.at
    }

    fn command(&mut self, given: &Given<'_>, found: &mut Vec<Start>) {
        let Some(char) = self.step() else { return };
        match char {
            // Addresses: `/re/`, `\cREc`
            '/' => {
                self.part('/');
            }
            '\\' => {
                if let Some(delimiter) = self.step() {
                    self.part(delimiter);
                }
            }
            's' => self.substitution(given, found),
            'y' => {
                if let Some(delimiter) = self.step() {
                    self.part(delimiter);
                    self.part(delimiter);
                }
            }
            'e' => {
                let script = self.line();
                if !script.text().trim().is_empty() {
                    found.push(Start::Script(script));
                } else if let Some(input) = given.input {
                    run_lines(input, found);
                }
            }
            'w' | 'W' => {
                let printed = format!("{}p", &self.text[..self.at - 1]);
                self.written(&[&printed], given, found);
            }
            'r' | 'R' => drop(self.file(Access::Read, found)),
            '#' | 'a' | 'i' | 'c' | ':' | 'b' | 't' | 'T' => self.text(char),
            _ => {}
        }
    }

    fn file(&mut self, access: Access, found: &mut Vec<Start>) -> Option<Mapped> {
        let path =
            Some(self.line()).filter(|path| !path.is_empty() && !path.text().starts_with("/dev/std"))?;
        found.push(Start::Open { path: path.clone(), access });
        Some(path)
    }

    /// The file that comes next gets what the first of these scripts prints that is understood.
    fn written(&mut self, scripts: &[&str], given: &Given<'_>, found: &mut Vec<Start>) {
        let Some(path) = self.file(Access::Write, found) else { return };
        let print = |input| scripts.iter().find_map(|script| crate::value::sed::sed(&["-n", script], input));
        found.push(Start::Write { path, text: given.input.and_then(print), appends: false });
    }

    /// Text up to the end of its line, and of the lines that continue it.
    fn text(&mut self, command: char) {
        let label = matches!(command, ':' | 'b' | 't' | 'T');
        while let Some(char) = self.step() {
            match char {
                '\\' if !label => {
                    self.step();
                }
                '\n' => return,
                ';' | '}' if label => return,
                _ => {}
            }
        }
    }

    /// `s/../../flags`: with `e`, what came out is run.
    fn substitution(&mut self, given: &Given<'_>, found: &mut Vec<Start>) {
        let start = self.at - 1;
        let Some(delimiter) = self.step() else { return };
        let pattern = self.part(delimiter);
        let replacement = self.part(delimiter);
        let mut runs = false;
        while let Some(flag) = self.rest().chars().next() {
            match flag {
                'e' => runs = true,
                'w' => {
                    let (before, own) = (&self.text[..start], &self.text[start..self.at]);
                    let (all, own) = (format!("{before}{own}p"), format!("{own}p"));
                    self.at += 1;
                    self.written(&[&all, &own], given, found);
                    break;
                }
                _ if flag.is_ascii_alphanumeric() => {}
                _ => break,
            }
            self.at += 1;
        }
        if runs {
            // `.*` finds all of a line, which may be known.
            let whole = matches!(&self.text[pattern.clone()], ".*" | "^.*$" | "^.*" | ".*$");
            let line = given.input.filter(|_| whole).map(first_line);
            let script = self.replacement(replacement.clone(), line.as_ref());
            if let (false, Some(input)) = (whole, given.input) {
                // Only lines that it changes are run.
                let command = format!(
                    "s{delimiter}{}{delimiter}{}{delimiter}p",
                    &self.text[pattern], &self.text[replacement]
                );
                if let Some(changed) = crate::value::sed::sed(&["-n", &command], input) {
                    return run_lines(&changed, found);
                }
            }
            if !script.text().trim().is_empty() {
                found.push(Start::Script(script));
            }
        }
    }

    /// The text of a replacement; what the pattern matched is not known.
    fn replacement(&self, range: std::ops::Range<usize>, line: Option<&Mapped>) -> Mapped {
        let mut made = Mapped::default();
        let mut kept = range.start;
        let mut at = range.start;
        let bytes = self.text.as_bytes();
        while at < range.end {
            let length = match bytes[at] {
                b'&' => 1,
                b'\\' => 2,
                _ => {
                    at += 1;
                    continue;
                }
            };
            made.push_slice(self.code, kept..at);
            let next = bytes.get(at + 1).copied();
            kept = (at + length).min(range.end);
            match next {
                _ if length == 1 => {
                    if let Some(line) = line {
                        made.push_mapped(line);
                    }
                }
                Some(b'n') => made.push("\n", self.code.span(at..kept)),
                Some(b'0'..=b'9') | None => {}
                // The backslash goes, what it stood before stays.
                Some(_) => kept = at + 1,
            }
            at = kept.max(at + length);
        }
        made.push_slice(self.code, kept.min(range.end)..range.end);
        made
    }
}

/// How many lines are followed that are run one by one.
const MOST_RUN: usize = 16;

/// Every line is a script of its own.
fn run_lines(text: &Mapped, found: &mut Vec<Start>) {
    let mut at = 0;
    for line in text.text().split_inclusive('\n').take(MOST_RUN) {
        found.push(Start::Script(slice(text, at..at + line.len())));
        at += line.len();
    }
}

/// The first line of a text, without its end.
fn first_line(text: &Mapped) -> Mapped {
    let end = text.text().find('\n').unwrap_or(text.len());
    slice(text, 0..end)
}

#[cfg(test)]
mod tests {
    use super::super::tests::check;
    use crate::tables::Language;

    #[test]
    fn sed_scripts() {
        check(
            Language::Sed,
            &[
                ("s/.*/npm i/e", &["$ npm i"]),
                ("s|.*|npm i|ge", &["$ npm i"]),
                ("1e npm i", &["$ npm i"]),
                ("/x/{e npm i\n}", &["$ npm i"]),
                ("$!s/x/y/; s,x,npm i,e", &["$ npm i"]),
                ("s/a/b/w out", &["> out"]),
                ("r .env", &["< .env"]),
                ("w .env\np", &["> .env"]),
                ("s/x/npm\\/i/e", &["$ npm/i"]),
                ("s/npm i/pnpm i/", &[]),
                ("s/e npm i/x/g; /e npm i/d", &[]),
                ("a\\\ne npm i\n", &[]),
                ("# e npm i", &[]),
                ("y/e/x/", &[]),
                (":e;te;p", &[]),
                ("s/", &[]),
                ("s/é/è/e", &["$ è"]),
            ],
        );
    }
}
