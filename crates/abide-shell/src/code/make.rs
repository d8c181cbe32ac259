//! Makefiles: recipe lines, `target: ; command`, `$(shell ..)`, `VAR != ..`.
//!
//! Every recipe is taken to run, whichever target make is asked for, and so is
//! every `$(shell ..)`, although make runs that of `X = $(shell ..)` only where
//! it comes to use `X`.

use super::Start;
use super::text::split;
use super::value::slice;
use crate::Mapped;
use foldhash::HashMap;
use std::ops::Range;

/// How often a reference in the value of a reference is followed.
const DEEPEST: u32 = 4;

/// How many calls of `shell` are followed one inside the other.
const DEEPEST_CALL: usize = 8;

/// The longest line after expansion, in bytes.
const LONGEST: usize = 16 * 1024;

struct Makefile<'a> {
    code: &'a Mapped,
    variables: HashMap<String, Mapped>,
    found: Vec<Start>,
}

/// What a makefile would start.
pub(super) fn starts(code: &Mapped) -> Vec<Start> {
    let mut makefile = Makefile { code, variables: HashMap::default(), found: Vec::new() };
    let mut in_rule = false;
    for range in lines(code.text()) {
        let line = &code.text()[range.clone()];
        if in_rule && line.starts_with('\t') {
            makefile.recipe(range.start + 1..range.end);
        } else {
            in_rule = makefile.line(range) || (in_rule && line.trim().is_empty());
        }
    }
    makefile.found
}

/// The lines; one that ends in a backslash goes on.
fn lines(text: &str) -> Vec<Range<usize>> {
    let mut lines = Vec::new();
    let (mut start, mut at) = (0, 0);
    for line in text.split_inclusive('\n') {
        at += line.len();
        let bare = line.trim_end_matches('\n');
        if bare.ends_with('\\') && line.len() > bare.len() {
            continue;
        }
        lines.push(start..at - (line.len() - bare.len()));
        start = at;
    }
    lines
}

impl Makefile<'_> {
    /// A line that is no recipe; tells whether a rule begins here.
    fn line(&mut self, range: Range<usize>) -> bool {
        let line = &self.code.text()[range.clone()];
        if line.trim_start().starts_with('#') {
            return false;
        }
        if let Some(at) = assignment(line) {
            self.assign(range, at);
            return false;
        }
        self.shell_calls(range.clone());
        let Some(colon) = line.find(':') else { return false };
        if let Some(semicolon) = line[colon..].find(';') {
            self.recipe(range.start + colon + semicolon + 1..range.end);
        }
        true
    }

    /// `NAME = value`, where the `=` stands at `at`.
    fn assign(&mut self, range: Range<usize>, at: usize) {
        let line = &self.code.text()[range.clone()];
        let name = line[..at].trim_end_matches(['!', ':', '?', '+', ' ', '\t']);
        let name = name.split_whitespace().last().unwrap_or_default().to_string();
        let value = line[at + 1..].len() - line[at + 1..].trim_start().len();
        let text = slice(self.code, range.start + at + 1 + value..range.end);
        if line[..at].ends_with('!') {
            let script = self.expanded(&text, 0);
            self.found.push(Start::Script(script));
        } else {
            self.shell_calls(range);
            self.variables.insert(name, text);
        }
    }

    /// A line for a shell, behind its `@`, `-` and `+`.
    fn recipe(&mut self, range: Range<usize>) {
        let line = &self.code.text()[range.clone()];
        let start = range.start + line.len() - line.trim_start_matches([' ', '\t', '@', '-', '+']).len();
        self.shell_calls(range.clone());
        let script = self.expanded(&slice(self.code, start..range.end), 0);
        if !script.text().trim().is_empty() {
            self.found.push(Start::Script(script));
        }
    }

    /// The scripts of `$(shell ..)`.
    fn shell_calls(&mut self, range: Range<usize>) {
        let line = &self.code.text()[range.clone()];
        for open in ["$(shell ", "${shell "] {
            let mut around: Vec<usize> = Vec::new();
            for (at, _) in line.match_indices(open) {
                around.retain(|&end| end > at);
                if around.len() >= DEEPEST_CALL {
                    continue;
                }
                let start = at + open.len();
                let end = start + closing(&line[start..]);
                around.push(end);
                let text = slice(self.code, range.start + start..range.start + end);
                let script = self.expanded(&text, 0);
                self.found.push(Start::Script(script));
            }
        }
    }

    /// The text with the variables of the makefile put in. `$$` is `$`.
    fn expanded(&self, text: &Mapped, depth: u32) -> Mapped {
        let mut made = Mapped::default();
        let string = text.text();
        let mut kept = 0;
        let mut at = 0;
        while let Some(offset) = string[at..].find('$') {
            at += offset;
            let rest = &string[at + 1..];
            made.push_slice(text, kept..at);
            let (name, end) = match rest.chars().next() {
                Some('(' | '{') => {
                    let length = closing(&rest[1..]);
                    let end = (at + 2 + length + 1).min(string.len());
                    (rest[1..1 + length].to_string(), end)
                }
                Some('$') | None => {
                    made.push_slice(text, at..at + 1);
                    (String::new(), (at + 2).min(string.len()))
                }
                Some(other) => (other.to_string(), at + 1 + other.len_utf8()),
            };
            match self.variables.get(&name) {
                Some(value) if depth < DEEPEST && made.text().len() < LONGEST => {
                    made.push_mapped(&self.expanded(value, depth + 1));
                }
                _ if name == "MAKE" => made.push("make", text.span(at..end)),
                _ if name.is_empty() => {}
                _ => super::value::push_placeholder(&mut made, text, at..at),
            }
            kept = end;
            at = end;
        }
        made.push_slice(text, kept..string.len());
        made
    }
}

/// Where the bracket that is open is closed.
fn closing(text: &str) -> usize {
    let mut depth = 0;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'(' | b'{' => depth += 1,
            b')' | b'}' if depth == 0 => return at,
            b')' | b'}' => depth -= 1,
            _ => {}
        }
    }
    text.len()
}

/// Where the `=` of an assignment stands, if the line is one.
fn assignment(line: &str) -> Option<usize> {
    let at = line.find('=')?;
    let name = line[..at].trim_end_matches(['!', ':', '?', '+']).trim();
    let name = split(&Mapped::source(name, 0));
    let word = name.last()?.text();
    let plain = !word.contains([':', '$', ';', '"', '\'']);
    let prefixed = name.len() == 1 || matches!(name[0].text(), "export" | "override" | "define");
    (plain && prefixed).then_some(at)
}

#[cfg(test)]
mod tests {
    use super::super::tests::check;
    use crate::tables::Language;

    #[test]
    fn makefiles() {
        check(
            Language::Make,
            &[
                ("all:\n\t@npm i\n", &["$ npm i"]),
                ("all: dep\n\t-@npm i && x\n\n\tnpm t\n", &["$ npm i && x", "$ npm t"]),
                ("all: ; @npm i", &["$ npm i"]),
                ("X := $(shell npm i)\n", &["$ npm i"]),
                ("X != npm i\n", &["$ npm i"]),
                ("N = npm\nall:\n\t$(N) i $$X\n", &["$ npm i $X"]),
                ("A = $(A)\nall:\n\tx\n", &["$ x"]),
                (".PHONY: all\n# npm i\nX = npm i\n", &[]),
                ("all:\n\tnpm \\\n\ti\n", &["$ npm \\\n\ti"]),
                ("\tnpm i\n", &[]),
                ("$(shell npm i", &["$ npm i"]),
            ],
        );
    }
}
