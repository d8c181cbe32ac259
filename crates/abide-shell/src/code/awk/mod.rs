//! awk: `system(..)`, `"cmd" | getline`, `print | "cmd"`, `print > "file"`.
//!
//! `BEGIN` runs once, the other rules for each line that is known to be read,
//! `END` after them. Every pattern is taken to match.

mod function;
mod getline;
mod print;
mod text;

use super::text::{Escapes, Style, double_quoted};
use super::token::{Kind, Lexer, Syntax, Token, tokens};
use super::value::slice;
use super::{Given, Start, is_shell};
use crate::{Limit, Mapped};
use foldhash::HashMap;
use function::Function;
use getline::Lines;
use std::ops::Range;

static SYNTAX: Syntax =
    Syntax { joined_in: Some(b"(["), comments: &["#"], blocks: &[], sigils: "", special: literal };

/// The most lines of known input that a program is followed over.
const MOST_LINES: usize = 16;

/// How much variables and fields may come to, in bytes.
const MOST_PUT_IN: usize = 1 << 20;

struct Program<'a> {
    given: &'a Given<'a>,
    tokens: &'a [Token<'a>],
    at: usize,
    variables: HashMap<String, Mapped>,
    functions: HashMap<&'a str, Function<'a>>,
    /// How many loops and brackets stand in one another here, and calls of functions.
    depth: u32,
    calls: u32,
    /// What the function that is gone through gives back.
    returned: Option<Mapped>,
    record: Option<Mapped>,
    /// What `getline` read last.
    read: Option<Lines<'a>>,
    /// What variables and fields may still come to.
    left: usize,
    found: Vec<Start>,
    /// What was printed to each command.
    pipes: Vec<(Mapped, Mapped)>,
    /// The files that were written.
    files: Vec<String>,
}

/// When a rule of the program runs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum When {
    Begin,
    Record,
    End,
}

/// What an awk program would start.
pub(super) fn starts(code: &Mapped, given: &Given<'_>) -> Result<Vec<Start>, Limit> {
    let tokens = tokens(code, &SYNTAX);
    let mut variables = HashMap::default();
    for argument in given.arguments {
        if let Some((name, _)) = argument.text().split_once('=') {
            let value = slice(argument, name.len() + 1..argument.len());
            variables.insert(name.to_string(), value);
        }
    }
    let mut program = Program {
        given,
        tokens: &tokens,
        at: 0,
        variables,
        functions: HashMap::default(),
        depth: 0,
        calls: 0,
        returned: None,
        record: None,
        read: None,
        left: MOST_PUT_IN,
        found: Vec::new(),
        pipes: Vec::new(),
        files: Vec::new(),
    };
    let rules = program.rules();
    program.run(&rules, When::Begin);
    let records = given.input.map(lines_of).unwrap_or_default();
    for record in &records {
        program.record = Some(record.clone());
        program.run(&rules, When::Record);
    }
    if records.is_empty() {
        program.run(&rules, When::Record);
    }
    program.run(&rules, When::End);
    let mut found = program.found;
    for (command, printed) in program.pipes {
        let name = command.text().split_whitespace().next().unwrap_or_default();
        if is_shell(name) {
            found.push(Start::Script(printed));
        }
        found.push(Start::Script(command));
    }
    found.retain(|start| !matches!(start, Start::Script(text) if text.is_empty()));
    found.dedup();
    Ok(found)
}

/// The first lines of a text, without their ends.
fn lines_of(text: &Mapped) -> Vec<Mapped> {
    let mut at = 0;
    let mut lines = Vec::new();
    for line in text.text().split_inclusive('\n').take(MOST_LINES) {
        lines.push(slice(text, at..at + line.trim_end_matches('\n').len()));
        at += line.len();
    }
    lines
}

fn literal(lexer: &mut Lexer<'_>) -> bool {
    let start = lexer.at;
    match lexer.byte() {
        Some(b'"') => return double_quoted(lexer),
        Some(b'/') if lexer.wants_value(&["print", "printf", "return", "in"]) => {
            lexer.at += 1;
            lexer.quoted(None, "/", Style { lines: false, ..Style::plain(Escapes::Raw) });
            lexer.push(Kind::Regex, start);
        }
        _ => return false,
    }
    true
}

impl<'a> Program<'a> {
    fn peek(&self, ahead: usize) -> &'a str {
        self.tokens.get(self.at + ahead).map_or("", |token| match token.kind {
            Kind::Name | Kind::Mark => token.word,
            _ => "",
        })
    }

    /// Where the bracket closes that opens at `open`: behind it, or at the end.
    fn behind(&self, open: usize) -> usize {
        let mut depth = 0;
        for (at, token) in self.tokens.iter().enumerate().skip(open) {
            match (&token.kind, token.word) {
                (Kind::Mark, "{" | "(") => depth += 1,
                (Kind::Mark, "}" | ")") => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return at + 1;
            }
        }
        self.tokens.len()
    }

    /// The rules of the program. A rule ends with its block, or with its line.
    fn rules(&self) -> Vec<(When, Range<usize>)> {
        let mut rules = Vec::new();
        let mut at = 0;
        while at < self.tokens.len() {
            let start = at;
            while let Some(token) = self.tokens.get(at) {
                at += 1;
                match (&token.kind, token.word) {
                    (Kind::Line, _) | (Kind::Mark, ";") if at > start + 1 => break,
                    (Kind::Mark, "{") => {
                        at = self.behind(at - 1);
                        break;
                    }
                    _ => {}
                }
            }
            let when = match self.tokens[start].word {
                "BEGIN" | "function" | "func" => When::Begin,
                "END" => When::End,
                _ => When::Record,
            };
            rules.push((when, start..at));
        }
        rules
    }

    fn run(&mut self, rules: &[(When, Range<usize>)], when: When) {
        for (_, rule) in rules.iter().filter(|(own, _)| *own == when) {
            self.at = rule.start;
            self.all(rule.end);
        }
    }

    /// Goes through the program up to a token.
    fn all(&mut self, end: usize) {
        while self.at < end {
            match (self.peek(0), self.peek(1)) {
                ("function" | "func", name) => self.define(name),
                ("while", "(") => self.repeat(),
                ("return", _) => {
                    self.at += 1;
                    let returned = self.text();
                    self.returned = self.returned.take().or(returned);
                }
                ("system", "(") => {
                    self.at += 2;
                    let script = self.text();
                    self.found.extend(script.map(Start::Script));
                }
                ("print" | "printf", _) => self.print(),
                ("getline", _) => self.getline(),
                (_, "=") if matches!(self.tokens[self.at].kind, Kind::Name) => {
                    let name = self.peek(0).to_string();
                    self.at += 2;
                    // `c = c $0`: it is empty at first.
                    if self.peek(0) == name {
                        self.variables.entry(name.clone()).or_default();
                    }
                    let value = self.text();
                    self.getline_of(value.as_ref());
                    match value {
                        Some(value) => self.variables.insert(name, value),
                        None => self.variables.remove(&name),
                    };
                }
                _ => {
                    let before = self.at;
                    let text = self.text();
                    self.getline_of(text.as_ref());
                    self.at += usize::from(self.at == before);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::check;
    use crate::tables::Language;

    #[test]
    fn awk_programs() {
        check(
            Language::Awk,
            &[
                ("BEGIN{system(\"npm i\")}", &["$ npm i"]),
                ("BEGIN { system(\"npm \" \"i\") }", &["$ npm i"]),
                ("BEGIN{c = \"npm i\"; system(c)}", &["$ npm i"]),
                ("BEGIN{\"npm i\" | getline}", &["$ npm i"]),
                ("BEGIN{\"npm i\" | getline x; print x}", &["$ npm i"]),
                ("BEGIN{while ((\"npm i\" | getline l) > 0) print l}", &["$ npm i"]),
                ("BEGIN{c=\"npm i\"; while ((c | getline l) > 0) print}", &["$ npm i"]),
                ("BEGIN{print \"x\" | \"npm i\"}", &["$ npm i"]),
                ("BEGIN{print \"npm i\" | \"sh\"}", &["$ npm i\n", "$ sh"]),
                ("BEGIN{printf \"x\" |& \"npm i\"}", &["$ npm i"]),
                ("/x/ { system(\"npm i\") } # note", &["$ npm i"]),
                ("{print > \".env\"}", &["> .env"]),
                ("{ print $1 >> \"x.txt\" }", &["> x.txt"]),
                ("BEGIN{getline l < \".env\"; print l}", &["< .env"]),
                ("/npm ci/{n++} END{print n}", &[]),
                ("NR>1{print $1}", &[]),
                ("{print \"npm i\"}", &[]),
                ("$1 == \"npm\" { print (a > b) }", &[]),
                ("# system(\"npm i\")", &[]),
                ("BEGIN{x=\"system(npm i)\"}", &[]),
                ("{ print $1, $2 > \"/dev/stderr\" }", &[]),
                ("BEGIN{print \"", &[]),
            ],
        );
    }
}
