//! Simple commands, with their assignments, and function definitions that
//! begin like one.

use super::Parser;
use super::scan::{is_name, starts_name};
use super::tree::*;
use super::word::Context;
use crate::Span;

/// Builtins that take `name=( ... )` as an argument.
const DECLARES: [&str; 7] = ["declare", "typeset", "local", "export", "readonly", "alias", "eval"];

/// The longest subscript of an assignment that is looked for, in bytes.
const LONGEST_SUBSCRIPT: usize = 4096;

impl Parser<'_> {
    pub(super) fn simple(&mut self, start: usize) -> Command {
        let words = self.scratch.words.len();
        let assignments = self.scratch.assignments.len();
        let redirections = self.scratch.redirections.len();
        let mut end = start;
        let mut declares = false;
        loop {
            if self.redirection() {
                end = self.pos;
                self.blanks();
                continue;
            }
            let named = self.scratch.words.len() > words;
            if !named && let Some(assignment) = self.assignment() {
                self.scratch.assignments.push(assignment);
                end = self.pos;
                self.blanks();
                continue;
            }
            // `declare name=( ... )`: kept as an assignment of the command.
            if named
                && declares
                && self.is_array_argument()
                && let Some(assignment) = self.assignment()
            {
                self.scratch.assignments.push(assignment);
                end = self.pos;
                self.blanks();
                continue;
            }
            let word = self.word(Context::Plain);
            if word.span.is_empty() {
                break;
            }
            end = self.pos;
            if !named {
                declares = self.literal(&word).is_some_and(|name| DECLARES.contains(&name));
            }
            self.scratch.words.push(word);
            self.blanks();
            let first_only = !named
                && self.scratch.assignments.len() == assignments
                && self.scratch.redirections.len() == redirections;
            if first_only && self.peek() == b'(' {
                self.scratch.words.truncate(words);
                return self.function(start, word.span);
            }
        }
        if end == start {
            self.fail();
        }
        Command {
            span: Span::new(start as u32, end as u32),
            kind: Kind::Simple {
                assignments: self.tree.assignments.take(&mut self.scratch.assignments, assignments),
                words: self.tree.words.take(&mut self.scratch.words, words),
            },
            redirections: self.tree.redirections.take(&mut self.scratch.redirections, redirections),
        }
    }

    /// `name ()` was a function definition, if `)` follows.
    pub(super) fn function(&mut self, start: usize, name: Span) -> Command {
        self.pos += 1;
        self.blanks();
        if !self.eat(b")") {
            self.fail();
            return self.nothing(start);
        }
        self.function_body(start, name)
    }

    pub(super) fn is_array_argument(&self) -> bool {
        let rest = &self.bytes[self.pos..self.end];
        let name = rest.iter().take_while(|&&b| is_name(b)).count();
        let rest = &rest[name..];
        name > 0 && (rest.starts_with(b"=(") || rest.starts_with(b"+=("))
    }

    /// `name=`, `name+=` or `name[subscript]=` with its value, where one
    /// begins here.
    pub(super) fn assignment(&mut self) -> Option<Assignment> {
        if !starts_name(self.peek()) {
            return None;
        }
        let start = self.pos;
        let name = self.name_run();
        let subscript = if self.peek() == b'[' {
            let Some(close) = self.subscript_end() else {
                self.pos = start;
                return None;
            };
            self.pos += 1;
            let end = std::mem::replace(&mut self.end, close);
            let parts = self.part_list(Context::Arithmetic);
            if self.failure.is_none() {
                self.end = end;
                self.pos = close + 1;
            }
            Some(parts)
        } else {
            None
        };
        let append = self.at(b"+=");
        if !append && self.peek() != b'=' {
            self.pos = start;
            return None;
        }
        self.pos += 1 + usize::from(append);
        let value = if self.peek() == b'(' {
            AssignmentValue::Array(self.array())
        } else {
            AssignmentValue::Word(self.word(Context::Plain))
        };
        Some(Assignment { span: self.span_from(start), name, subscript, append, value })
    }

    /// Where the subscript ends that begins here, if an assignment follows.
    /// Longer ones than [`LONGEST_SUBSCRIPT`] are read as ordinary words, which
    /// hides nothing but the name they assign to.
    pub(super) fn subscript_end(&mut self) -> Option<usize> {
        let limit = (self.pos + LONGEST_SUBSCRIPT).min(self.end);
        let mut depth = 0u32;
        let mut at = self.pos;
        while at < limit {
            match self.bytes[at] {
                b'\\' => at += 1,
                b'\'' => at = self.find(b'\'', at + 1),
                b'"' => at = self.find_unescaped(b'"', at + 1),
                b'[' => depth += 1,
                b']' => {
                    depth -= 1;
                    if depth == 0 {
                        break;
                    }
                }
                b'\n' => return None,
                _ => {}
            }
            at += 1;
        }
        self.extra_steps += (at.min(self.end) - self.pos) as u64;
        let rest = &self.bytes[(at + 1).min(self.end)..self.end];
        let assigns = rest.starts_with(b"=") || rest.starts_with(b"+=");
        (at < limit && depth == 0 && assigns).then_some(at)
    }

    /// The elements of `name=( ... )`.
    pub(super) fn array(&mut self) -> List<Word> {
        let mark = self.scratch.words.len();
        self.pos += 1;
        loop {
            self.blank_lines();
            if self.peek() == b')' {
                self.pos += 1;
                break;
            }
            let word = self.word(Context::Plain);
            if word.span.is_empty() {
                self.fail();
                break;
            }
            self.scratch.words.push(word);
        }
        self.tree.words.take(&mut self.scratch.words, mark)
    }
}
