//! Makefiles: recipe lines, `target: ; command`, `$(shell ..)`, `VAR != ..`.
//!
//! Of the rules, those run that the goals need. Every `$(shell ..)` is taken to
//! run, although make runs that of `X = $(shell ..)` only where it comes to use `X`.

use super::text::split;
use super::value::slice;
use super::{Given, Start};
use crate::Mapped;
use foldhash::HashMap;
use std::cell::Cell;
use std::ops::Range;

/// How often a reference in the value of a reference is followed.
const DEEPEST: u32 = 4;

/// How many calls of `shell` are followed one inside the other.
const DEEPEST_CALL: usize = 8;

/// The longest line after expansion, in bytes.
const LONGEST: usize = 16 * 1024;

/// What a reference costs beside its value.
const REFERENCE: usize = 16;

/// How much references in one makefile may come to, in bytes.
const MOST_EXPANDED: usize = 1 << 20;

struct Makefile<'a> {
    code: &'a Mapped,
    variables: HashMap<String, Mapped>,
    /// What references may still come to.
    left: Cell<usize>,
    rules: Vec<Rule>,
    /// What would start, and the rule whose recipe it is part of.
    found: Vec<(Option<usize>, Start)>,
    /// Recipes are only said.
    dry: bool,
}

/// `targets: prerequisites`
struct Rule {
    targets: Vec<String>,
    needs: Vec<String>,
    /// What it is for is not known, or is a pattern: it may run.
    open: bool,
}

/// What a makefile would start for the goals among the arguments.
pub(super) fn starts(code: &Mapped, given: &Given<'_>) -> Vec<Start> {
    let mut makefile = Makefile {
        code,
        variables: HashMap::default(),
        left: Cell::new(MOST_EXPANDED),
        rules: Vec::new(),
        found: Vec::new(),
        dry: given.dry,
    };
    let mut rule = None;
    for range in lines(code.text()) {
        let line = &code.text()[range.clone()];
        match rule {
            Some(rule) if line.starts_with('\t') => makefile.recipe(range.start + 1..range.end, rule),
            Some(_) if line.trim().is_empty() => {}
            _ => rule = makefile.line(range),
        }
    }
    let needed = makefile.needed(given.arguments.get(1..).unwrap_or_default());
    let runs = |rule: Option<usize>| rule.is_none_or(|rule| needed[rule]);
    makefile.found.into_iter().filter(|(rule, _)| runs(*rule)).map(|(_, start)| start).collect()
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
    /// A line that is no recipe; gives the rule that begins here.
    fn line(&mut self, range: Range<usize>) -> Option<usize> {
        let line = &self.code.text()[range.clone()];
        if line.trim_start().starts_with('#') {
            return None;
        }
        if let Some(at) = assignment(line) {
            self.assign(range, at);
            return None;
        }
        self.shell_calls(range.clone(), None);
        let colon = line.find(':')?;
        let semicolon = line[colon..].find(';').map(|at| colon + at);
        let head = slice(self.code, range.start..range.start + semicolon.unwrap_or(line.len()));
        let rule = self.rule(&head);
        if let Some(semicolon) = semicolon {
            self.recipe(range.start + semicolon + 1..range.end, rule);
        }
        Some(rule)
    }

    fn rule(&mut self, head: &Mapped) -> usize {
        let head = self.expanded(head, 0);
        let (targets, needs) = head.text().split_once(':').unwrap_or((head.text(), ""));
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        let targets = words(targets.trim_end_matches('&'));
        let pattern = |name: &String| name.contains('%') || is_dotted(name) && !is_special(name);
        let open = head.has_unknown() || targets.iter().any(pattern);
        self.rules.push(Rule { targets, needs: words(needs), open });
        self.rules.len() - 1
    }

    /// Which of the rules run for these goals, or for the first target.
    fn needed(&self, words: &[Mapped]) -> Vec<bool> {
        let includes = |line: &str| line.starts_with("include ") || line.contains("$(eval ");
        let text = self.code.text();
        let unknown = words.iter().any(Mapped::has_unknown);
        if unknown || text.lines().any(|line| includes(line.trim_start_matches(['-', 's']))) {
            return vec![true; self.rules.len()];
        }
        let mut wanted: Vec<&str> =
            words.iter().map(Mapped::text).filter(|word| !word.contains('=')).collect();
        if wanted.is_empty() {
            let default = self.variables.get(".DEFAULT_GOAL").map(Mapped::text);
            let mut goals = self.rules.iter().filter(|rule| !rule.open).flat_map(|rule| &rule.targets);
            let first = goals.find(|name| !is_dotted(name));
            wanted.extend(default.or(first.map(String::as_str)));
        }
        let mut rules: HashMap<&str, Vec<usize>> = HashMap::default();
        for (index, rule) in self.rules.iter().enumerate() {
            rule.targets.iter().for_each(|name| rules.entry(name).or_default().push(index));
        }
        let mut needed: Vec<bool> = self.rules.iter().map(|rule| rule.open).collect();
        let of_open = self.rules.iter().filter(|rule| rule.open).flat_map(|rule| &rule.needs);
        wanted.extend(of_open.map(String::as_str));
        while let Some(name) = wanted.pop() {
            for rule in rules.remove(name).unwrap_or_default() {
                needed[rule] = true;
                wanted.extend(self.rules[rule].needs.iter().map(String::as_str));
            }
        }
        needed
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
            self.found.push((None, Start::Script(script)));
        } else {
            self.shell_calls(range, None);
            self.variables.insert(name, text);
        }
    }

    /// A line for a shell, behind its `@`, `-` and `+`.
    fn recipe(&mut self, range: Range<usize>, rule: usize) {
        let line = &self.code.text()[range.clone()];
        let start = range.start + line.len() - line.trim_start_matches([' ', '\t', '@', '-', '+']).len();
        self.shell_calls(range.clone(), Some(rule));
        let signs = &self.code.text()[range.start..start];
        if self.dry && !signs.contains('+') && !line.contains("$(MAKE)") && !line.contains("${MAKE}") {
            return;
        }
        let script = self.expanded(&slice(self.code, start..range.end), 0);
        if !script.text().trim().is_empty() {
            self.found.push((Some(rule), Start::Script(script)));
        }
    }

    /// The scripts of `$(shell ..)`.
    fn shell_calls(&mut self, range: Range<usize>, rule: Option<usize>) {
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
                self.found.push((rule, Start::Script(script)));
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
                Some(value) if depth < DEEPEST && made.len() < LONGEST && self.left.get() > 0 => {
                    let value = self.expanded(value, depth + 1);
                    self.left.set(self.left.get().saturating_sub(REFERENCE + value.len()));
                    made.push_mapped(&value);
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

/// Whether it is a suffix, as in `.c.o`, or one of make's own names.
fn is_dotted(target: &str) -> bool {
    target.starts_with('.') && !target.contains('/')
}

/// `.PHONY` and kin say something about other targets; `.DEFAULT` makes them.
fn is_special(target: &str) -> bool {
    target != ".DEFAULT" && target.bytes().skip(1).all(|byte| byte.is_ascii_uppercase() || byte == b'_')
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
                ("a:\n\techo\nb:\n\tnpm i\n", &["$ echo"]),
                ("a: b\n\techo\nb:\n\tnpm i\n", &["$ echo", "$ npm i"]),
                ("D = b\na: $(D)\nb:\n\tnpm i\n", &["$ npm i"]),
                (".PHONY: a\na:\n\techo\nb:\n\tnpm i\n", &["$ echo"]),
                (".DEFAULT_GOAL := b\na:\n\techo\nb:\n\tnpm i\n", &["$ npm i"]),
                ("a: x.o\n%.o:\n\tnpm i\n", &["$ npm i"]),
                ("include x\na:\n\techo\nb:\n\tnpm i\n", &["$ echo", "$ npm i"]),
            ],
        );
    }
}
