//! Compound commands.

use super::Parser;
use super::list::ListEnd;
use super::scan::{Reserved, ends_word};
use super::tree::*;
use super::word::Context;
use crate::Span;

impl Parser<'_> {
    pub(super) fn command(&mut self) -> Command {
        let start = self.pos;
        if self.peek() == b'(' {
            return self.parenthesis(start);
        }
        match self.reserved() {
            Some((word, length)) => self.compound(start, word, length),
            None => self.simple(start),
        }
    }

    /// `( list )` or `(( expression ))`
    fn parenthesis(&mut self, start: usize) -> Command {
        if self.peek_at(1) == b'('
            && let Some(close) = self.arithmetic_end(self.pos + 1)
        {
            self.pos += 2;
            let parts = self.arithmetic_parts(close);
            return self.redirected(start, Kind::Arithmetic { parts });
        }
        if !self.enter() {
            return self.nothing(start);
        }
        self.pos += 1;
        let body = self.body(ListEnd::Paren);
        self.leave();
        self.expect(b")");
        self.redirected(start, Kind::Subshell { body })
    }

    fn compound(&mut self, start: usize, word: Reserved, length: usize) -> Command {
        use Reserved::*;
        if !self.enter() {
            return self.nothing(start);
        }
        self.pos += length;
        let command = match word {
            OpenBrace => {
                let body = self.body(ListEnd::Brace);
                self.expect(b"}");
                self.redirected(start, Kind::Group { body })
            }
            If => {
                let kind = self.if_clauses();
                self.redirected(start, kind)
            }
            While | Until => {
                let mark = self.scratch.clauses.len();
                let condition = self.body(ListEnd::Words(&[Do]));
                let body = self.do_done();
                self.scratch.clauses.push(Clause { condition, body });
                let clause = self.tree.clauses.take(&mut self.scratch.clauses, mark);
                self.redirected(start, Kind::While { until: word == Until, clause })
            }
            For | Select => {
                let kind = self.for_loop();
                self.redirected(start, kind)
            }
            Case => {
                let kind = self.case();
                self.redirected(start, kind)
            }
            Function => self.function_keyword(start),
            Coproc => self.coproc(start),
            Conditional => {
                let words = self.conditional();
                self.redirected(start, Kind::Conditional { words })
            }
            // `time` and `!` are read before; the rest closes something.
            _ => {
                self.pos -= length;
                self.fail();
                self.nothing(start)
            }
        };
        self.leave();
        command
    }

    /// A command that could not be read.
    pub(super) fn nothing(&mut self, start: usize) -> Command {
        Command {
            span: self.span_from(start),
            kind: Kind::Simple { assignments: List::default(), words: List::default() },
            redirections: List::default(),
        }
    }

    pub(super) fn expect(&mut self, token: &[u8]) {
        if !self.eat(token) {
            self.fail();
        }
    }

    fn expect_reserved(&mut self, word: Reserved) {
        if !self.eat_reserved(word) {
            self.fail();
        }
    }

    /// A compound command with the redirections that follow it.
    fn redirected(&mut self, start: usize, kind: Kind) -> Command {
        let mark = self.scratch.redirections.len();
        let mut end = self.pos;
        loop {
            self.blanks();
            if !self.redirection() {
                break;
            }
            end = self.pos;
        }
        let redirections = self.tree.redirections.take(&mut self.scratch.redirections, mark);
        Command { span: Span::new(start as u32, end as u32), kind, redirections }
    }

    fn if_clauses(&mut self) -> Kind {
        use Reserved::*;
        let mark = self.scratch.clauses.len();
        loop {
            let condition = self.body(ListEnd::Words(&[Then]));
            self.expect_reserved(Then);
            let body = self.body(ListEnd::Words(&[Elif, Else, Fi]));
            self.scratch.clauses.push(Clause { condition, body });
            if !self.eat_reserved(Elif) {
                break;
            }
        }
        if self.eat_reserved(Else) {
            let body = self.body(ListEnd::Words(&[Fi]));
            self.scratch.clauses.push(Clause { condition: List::default(), body });
        }
        self.expect_reserved(Fi);
        Kind::If { clauses: self.tree.clauses.take(&mut self.scratch.clauses, mark) }
    }

    fn do_done(&mut self) -> List<Step> {
        self.expect_reserved(Reserved::Do);
        let body = self.body(ListEnd::Words(&[Reserved::Done]));
        self.expect_reserved(Reserved::Done);
        body
    }

    /// `do list; done`, or `{ list; }`, which `for` and `select` take too.
    fn loop_body(&mut self) -> List<Step> {
        if !self.eat_reserved(Reserved::OpenBrace) {
            return self.do_done();
        }
        let body = self.body(ListEnd::Brace);
        self.expect(b"}");
        body
    }

    fn for_loop(&mut self) -> Kind {
        self.blanks();
        if self.at(b"((") {
            return self.for_arithmetic();
        }
        let name = self.word(Context::Plain).span;
        if name.is_empty() {
            self.fail();
        }
        self.blanks();
        let mut words = None;
        if self.peek() == b';' {
            self.pos += 1;
        } else {
            self.blank_lines();
            if self.at(b"in") && self.bytes.get(self.pos + 2).is_none_or(|&b| ends_word(b)) {
                self.pos += 2;
                let mark = self.scratch.words.len();
                loop {
                    self.blanks();
                    let word = self.word(Context::Plain);
                    if word.span.is_empty() {
                        break;
                    }
                    self.scratch.words.push(word);
                }
                words = Some(self.tree.words.take(&mut self.scratch.words, mark));
                match self.peek() {
                    b';' => self.pos += 1,
                    b'\n' => {}
                    _ => self.fail(),
                }
            }
        }
        self.blank_lines();
        let body = self.loop_body();
        Kind::For { name, words, body }
    }

    fn for_arithmetic(&mut self) -> Kind {
        let Some(close) = self.arithmetic_end(self.pos + 1) else {
            self.fail();
            return Kind::ForArithmetic { head: List::default(), body: List::default() };
        };
        self.pos += 2;
        let head = self.arithmetic_parts(close);
        self.blanks();
        self.eat(b";");
        self.blank_lines();
        let body = self.loop_body();
        Kind::ForArithmetic { head, body }
    }

    fn case(&mut self) -> Kind {
        self.blanks();
        let subject = self.word(Context::Plain);
        if subject.span.is_empty() {
            self.fail();
        }
        let word = self.tree.words.one(subject);
        self.blank_lines();
        self.expect(b"in");
        let mark = self.scratch.arms.len();
        loop {
            self.blank_lines();
            if self.at_end() {
                self.fail();
                break;
            }
            if self.eat_reserved(Reserved::Esac) {
                break;
            }
            let arm = self.arm();
            self.scratch.arms.push(arm);
        }
        Kind::Case { word, arms: self.tree.arms.take(&mut self.scratch.arms, mark) }
    }

    fn arm(&mut self) -> Arm {
        self.eat(b"(");
        let mark = self.scratch.words.len();
        loop {
            self.blanks();
            let pattern = self.word(Context::Plain);
            if pattern.span.is_empty() {
                self.fail();
            }
            self.scratch.words.push(pattern);
            self.blanks();
            if !self.eat(b"|") {
                break;
            }
        }
        let patterns = self.tree.words.take(&mut self.scratch.words, mark);
        self.expect(b")");
        let body = self.list(ListEnd::Arm);
        let end = if self.eat(b";;&") {
            ArmEnd::TryNext
        } else if self.eat(b";&") {
            ArmEnd::RunNext
        } else {
            self.eat(b";;");
            ArmEnd::Leave
        };
        Arm { patterns, body, end }
    }

    fn function_keyword(&mut self, start: usize) -> Command {
        self.blanks();
        let name = self.word(Context::Plain).span;
        if name.is_empty() {
            self.fail();
        }
        self.blanks();
        // `function f ()`, or a subshell for a body: `function f (list)`.
        let place = self.pos;
        if self.eat(b"(") {
            self.blanks();
            if !self.eat(b")") {
                self.pos = place;
            }
        }
        self.function_body(start, name)
    }

    pub(super) fn function_body(&mut self, start: usize, name: Span) -> Command {
        self.blank_lines();
        let compound = self.peek() == b'(' || self.reserved().is_some();
        if !compound {
            self.fail();
            return self.nothing(start);
        }
        let body = self.command();
        let body = self.tree.commands.one(body);
        Command {
            span: self.span_from(start),
            kind: Kind::Function { name, body },
            redirections: List::default(),
        }
    }

    /// `coproc` with a name only before a compound command.
    fn coproc(&mut self, start: usize) -> Command {
        self.blanks();
        let place = self.pos;
        self.name_run();
        let named = self.pos > place;
        self.blanks();
        let compound = self.peek() == b'(' || self.reserved().is_some();
        if !(named && compound) || self.is_reserved_at(place) {
            self.pos = place;
        }
        let body = self.command();
        let body = self.tree.commands.one(body);
        Command { span: self.span_from(start), kind: Kind::Coproc { body }, redirections: List::default() }
    }

    fn is_reserved_at(&mut self, place: usize) -> bool {
        let here = std::mem::replace(&mut self.pos, place);
        let reserved = self.reserved().is_some();
        self.pos = here;
        reserved
    }

    /// The words of `[[ ... ]]`, patterns and operators included.
    fn conditional(&mut self) -> List<Word> {
        let mark = self.scratch.words.len();
        let mut context = Context::Plain;
        loop {
            self.blank_lines();
            if self.at_end() {
                self.fail();
                break;
            }
            if context == Context::Plain {
                match (self.peek(), self.peek_at(1)) {
                    (b'&', b'&') | (b'|', b'|') => {
                        self.pos += 2;
                        continue;
                    }
                    (b'<' | b'>', next) if next != b'(' => {
                        self.pos += 1;
                        continue;
                    }
                    (b'(' | b')', _) => {
                        self.pos += 1;
                        continue;
                    }
                    _ => {}
                }
            }
            let word = self.word(context);
            if word.span.is_empty() {
                self.fail();
                break;
            }
            let text = self.literal(&word);
            if text == Some("]]") {
                break;
            }
            context = if text == Some("=~") { Context::Regex } else { Context::Plain };
            self.scratch.words.push(word);
        }
        self.tree.words.take(&mut self.scratch.words, mark)
    }
}
