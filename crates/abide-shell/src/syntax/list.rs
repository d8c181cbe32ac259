//! Lists and pipelines.

use super::Parser;
use super::scan::{Reserved, ends_word};
use super::tree::*;

/// What ends a list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ListEnd {
    /// The newline after a complete command.
    Newline,
    /// `)`, left where it is.
    Paren,
    /// `}`, left where it is.
    Brace,
    /// One of these reserved words, left where it is.
    Words(&'static [Reserved]),
    /// `;;`, `;&`, `;;&` or `esac`, left where it is.
    Arm,
}

impl Parser<'_> {
    /// One complete command, up to and over its newline.
    pub(super) fn unit(&mut self) -> List<Step> {
        let steps = self.list(ListEnd::Newline);
        if self.peek() == b'\n' {
            self.newline();
        }
        steps
    }

    /// A list one level deeper: the body of a substitution.
    pub(super) fn nested_list(&mut self, until: ListEnd) -> List<Step> {
        if !self.enter() {
            return List::default();
        }
        let outer = std::mem::take(&mut self.pending);
        let steps = self.list(until);
        // Documents that were not reached inside begin after the outer line.
        let inner = std::mem::replace(&mut self.pending, outer);
        self.pending.extend(inner);
        self.leave();
        steps
    }

    /// A list that may not be empty.
    pub(super) fn body(&mut self, until: ListEnd) -> List<Step> {
        let steps = self.list(until);
        if steps.is_empty() {
            self.fail();
        }
        steps
    }

    pub(super) fn list(&mut self, until: ListEnd) -> List<Step> {
        let mark = self.scratch.steps.len();
        let mut and_or = mark;
        let mut joint = Joint::Then;
        loop {
            if until == ListEnd::Newline && joint == Joint::Then {
                self.blanks();
            } else {
                self.blank_lines();
            }
            if self.at_list_end(until) {
                if joint != Joint::Then {
                    self.fail();
                }
                break;
            }
            let step = self.pipeline(joint);
            if joint == Joint::Then {
                and_or = self.scratch.steps.len();
            }
            self.scratch.steps.push(step);
            self.blanks();
            joint = match (self.peek(), self.peek_at(1)) {
                (b'&', b'&') => self.joint(2, Joint::And),
                (b'|', b'|') => self.joint(2, Joint::Or),
                (b'&', b'\\') | (b'|', b'\\') => self.split_joint(and_or),
                (b'&', _) => {
                    self.background(and_or);
                    self.joint(1, Joint::Then)
                }
                (b';', b';' | b'&') => {
                    if until != ListEnd::Arm {
                        self.fail();
                    }
                    break;
                }
                (b';', _) => self.joint(1, Joint::Then),
                (b'\n', _) if until == ListEnd::Newline => break,
                (b'\n', _) => Joint::Then,
                _ if self.at_end() || self.at_list_end(until) => break,
                _ => {
                    self.fail();
                    break;
                }
            };
            if joint == Joint::Then && until == ListEnd::Newline {
                self.blanks();
                if self.at_end() || self.peek() == b'\n' {
                    break;
                }
            }
        }
        self.tree.steps.take(&mut self.scratch.steps, mark)
    }

    pub(super) fn joint(&mut self, length: usize, joint: Joint) -> Joint {
        self.pos += length;
        joint
    }

    /// `&&` or `||` with a line continuation between the two bytes, or a
    /// single `&` before one.
    pub(super) fn split_joint(&mut self, and_or: usize) -> Joint {
        let first = self.peek();
        self.pos += 1;
        self.continuations();
        match (first, self.peek()) {
            (b'&', b'&') => self.joint(1, Joint::And),
            (b'|', b'|') => self.joint(1, Joint::Or),
            (b'&', _) => {
                self.background(and_or);
                Joint::Then
            }
            _ => {
                self.fail();
                Joint::Then
            }
        }
    }

    pub(super) fn background(&mut self, and_or: usize) {
        for step in &mut self.scratch.steps[and_or..] {
            step.background = true;
        }
    }

    /// Whether the list ends here. A word or byte that ends some other list
    /// ends this one with an error.
    pub(super) fn at_list_end(&mut self, until: ListEnd) -> bool {
        if self.at_end() {
            if !matches!(until, ListEnd::Newline) {
                self.fail();
            }
            return true;
        }
        match self.peek() {
            b')' => {
                if until != ListEnd::Paren {
                    self.fail();
                }
                true
            }
            b';' if until == ListEnd::Arm && matches!(self.peek_at(1), b';' | b'&') => true,
            b'\n' => until == ListEnd::Newline,
            b';' | b'&' | b'|' if !(self.at(b"&>")) => {
                self.fail();
                true
            }
            _ => match self.reserved() {
                Some((word, _)) => self.ends_with(until, word),
                None => false,
            },
        }
    }

    pub(super) fn ends_with(&mut self, until: ListEnd, word: Reserved) -> bool {
        use Reserved::*;
        let expected = match until {
            ListEnd::Newline | ListEnd::Paren => false,
            ListEnd::Brace => word == CloseBrace,
            ListEnd::Words(words) => words.contains(&word),
            ListEnd::Arm => word == Esac,
        };
        let closes = matches!(word, CloseBrace | Do | Done | Elif | Else | Esac | Fi | Then);
        if closes && !expected {
            self.fail();
        }
        closes || expected
    }

    pub(super) fn pipeline(&mut self, joint: Joint) -> Step {
        let mark = self.scratch.commands.len();
        let start = self.pos;
        let negated = self.pipeline_prefix();
        // `time` and `!` may stand alone.
        let prefixed = self.pos > start;
        if !(prefixed && matches!(self.peek(), 0 | b'\n' | b';' | b'&' | b')' | b'|')) {
            self.piped_commands();
        }
        let pipeline = self.tree.commands.take(&mut self.scratch.commands, mark);
        Step { joint, background: false, negated, pipeline }
    }

    /// `!` and `time`, in any number. Tells whether the status is negated.
    pub(super) fn pipeline_prefix(&mut self) -> bool {
        let mut negated = false;
        loop {
            let Some((word @ (Reserved::Bang | Reserved::Time), length)) = self.reserved() else {
                return negated;
            };
            self.pos += length;
            if word == Reserved::Bang {
                negated = !negated;
            } else {
                self.blanks();
                for option in [b"-p".as_slice(), b"--"] {
                    let ends = self.bytes.get(self.pos + 2).is_none_or(|&b| ends_word(b));
                    if self.at(option) && ends {
                        self.pos += 2;
                        self.blanks();
                    }
                }
            }
            self.blanks();
        }
    }

    pub(super) fn piped_commands(&mut self) {
        loop {
            let command = self.command();
            self.scratch.commands.push(command);
            self.blanks();
            if self.peek() != b'|' || self.peek_at(1) == b'|' {
                return;
            }
            if self.peek_at(1) == b'\\' && self.continued_or() {
                return;
            }
            self.pos += 1;
            self.continuations();
            self.eat(b"&");
            self.blank_lines();
            if self.at_end() {
                return self.fail();
            }
            // `a | ! b` and `a | time b`
            self.pipeline_prefix();
        }
    }

    /// `|\` newline `|`
    pub(super) fn continued_or(&mut self) -> bool {
        let start = self.pos;
        self.pos += 1;
        self.continuations();
        let or = self.peek() == b'|';
        self.pos = start;
        or
    }
}
