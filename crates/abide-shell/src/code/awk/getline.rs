//! `getline`: lines of a command or of a file, one after the other in a loop.

use super::function::DEEPEST;
use super::{Program, lines_of};
use crate::code::Start;
use crate::code::token::Kind;
use crate::{Access, Mapped};

/// The lines that were read, and the variable that each goes to; without one it is the record.
pub(super) struct Lines<'a> {
    variable: Option<&'a str>,
    lines: Vec<Mapped>,
}

impl<'a> Program<'a> {
    pub fn is_name(&self, at: usize) -> bool {
        self.tokens.get(at).is_some_and(|token| matches!(token.kind, Kind::Name))
    }

    /// `"cmd" | getline x`, behind the command.
    pub fn getline_of(&mut self, command: Option<&Mapped>) {
        if !(matches!(self.peek(0), "|" | "|&") && self.peek(1) == "getline") {
            return;
        }
        self.at += 2;
        let variable = self.variable();
        let Some(command) = command else { return };
        let start = Start::Script(command.clone());
        let printed = (self.given.output)(&start);
        self.found.push(start);
        self.read(variable, printed);
    }

    /// `getline x < "file"`; without a file, from the input.
    pub fn getline(&mut self) {
        self.at += 1;
        let variable = self.variable();
        if self.peek(0) != "<" {
            return self.read(variable, self.given.input.cloned());
        }
        self.at += 1;
        let path = self.text();
        let text = path.as_ref().and_then(|path| match path.text() {
            "-" | "/dev/stdin" => self.given.input.cloned(),
            path => (self.given.file)(path),
        });
        self.open(path, Access::Read);
        self.read(variable, text);
    }

    /// The variable behind `getline`.
    fn variable(&mut self) -> Option<&'a str> {
        let name = self.is_name(self.at).then(|| self.peek(0));
        self.at += usize::from(name.is_some());
        name
    }

    fn read(&mut self, variable: Option<&'a str>, text: Option<Mapped>) {
        let lines = text.filter(|text| self.affords(text)).map(|text| lines_of(&text)).unwrap_or_default();
        self.put(variable, lines.first().cloned());
        self.read = Some(Lines { variable, lines });
    }

    fn put(&mut self, variable: Option<&str>, line: Option<Mapped>) {
        match (variable, line) {
            (None, line) => self.record = line,
            (Some(name), Some(line)) => drop(self.variables.insert(name.to_owned(), line)),
            (Some(name), None) => drop(self.variables.remove(name)),
        }
    }

    /// `while (.. getline x ..) body`: the body for each of the lines, or once.
    pub fn repeat(&mut self) {
        let open = self.at + 1;
        self.at += 2;
        if self.depth >= DEEPEST {
            return;
        }
        self.depth += 1;
        let condition = self.behind(open);
        let body = condition..self.statement_end(condition);
        self.read = None;
        self.all(condition);
        let Lines { variable, lines } =
            self.read.take().unwrap_or(Lines { variable: None, lines: Vec::new() });
        let fits = self.left > body.len() * lines.len();
        let rest = lines.into_iter().skip(1).filter(|_| fits);
        for line in std::iter::once(None).chain(rest.map(Some)) {
            if line.is_some() {
                self.left -= body.len();
                self.put(variable, line);
            }
            self.at = body.start;
            self.all(body.end);
        }
        self.depth -= 1;
    }

    /// Where the statement ends that begins at `start`.
    fn statement_end(&self, start: usize) -> usize {
        let mut at = start;
        while let Some(token) = self.tokens.get(at) {
            match (&token.kind, token.word) {
                (Kind::Mark, "{") => return self.behind(at),
                (Kind::Mark, "(") => at = self.behind(at),
                (Kind::Mark, ";" | "}") => return at,
                (Kind::Line, _) if at > start => return at,
                _ => at += 1,
            }
        }
        at
    }
}
