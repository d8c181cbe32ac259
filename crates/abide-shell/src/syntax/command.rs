//! Lists, pipelines and commands.

use super::Parser;
use super::scan::{Reserved, ends_word};
use super::tree::*;
use super::word::Context;
use crate::Span;

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
    fn body(&mut self, until: ListEnd) -> List<Step> {
        let steps = self.list(until);
        if steps.is_empty() {
            self.fail();
        }
        steps
    }

    fn list(&mut self, until: ListEnd) -> List<Step> {
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

    fn joint(&mut self, length: usize, joint: Joint) -> Joint {
        self.pos += length;
        joint
    }

    /// `&&` or `||` with a line continuation between the two bytes, or a
    /// single `&` before one.
    fn split_joint(&mut self, and_or: usize) -> Joint {
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

    fn background(&mut self, and_or: usize) {
        for step in &mut self.scratch.steps[and_or..] {
            step.background = true;
        }
    }

    /// Whether the list ends here. A word or byte that ends some other list
    /// ends this one with an error.
    fn at_list_end(&mut self, until: ListEnd) -> bool {
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

    fn ends_with(&mut self, until: ListEnd, word: Reserved) -> bool {
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

    fn pipeline(&mut self, joint: Joint) -> Step {
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
    fn pipeline_prefix(&mut self) -> bool {
        let mut negated = false;
        loop {
            if self.eat_reserved(Reserved::Bang) {
                negated = !negated;
            } else if self.eat_reserved(Reserved::Time) {
                self.blanks();
                for option in [b"-p".as_slice(), b"--"] {
                    let ends = self.bytes.get(self.pos + 2).is_none_or(|&b| ends_word(b));
                    if self.at(option) && ends {
                        self.pos += 2;
                        self.blanks();
                    }
                }
            } else {
                return negated;
            }
            self.blanks();
        }
    }

    fn piped_commands(&mut self) {
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
    fn continued_or(&mut self) -> bool {
        let start = self.pos;
        self.pos += 1;
        self.continuations();
        let or = self.peek() == b'|';
        self.pos = start;
        or
    }

    fn command(&mut self) -> Command {
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
    fn nothing(&mut self, start: usize) -> Command {
        Command {
            span: self.span_from(start),
            kind: Kind::Simple { assignments: List::default(), words: List::default() },
            redirections: List::default(),
        }
    }

    fn expect(&mut self, token: &[u8]) {
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
        let mut falls_through = false;
        if self.eat(b";;&") || self.eat(b";&") {
            falls_through = true;
        } else {
            self.eat(b";;");
        }
        Arm { patterns, body, falls_through }
    }

    fn function_keyword(&mut self, start: usize) -> Command {
        self.blanks();
        let name = self.word(Context::Plain).span;
        if name.is_empty() {
            self.fail();
        }
        self.blanks();
        if self.eat(b"(") {
            self.blanks();
            self.expect(b")");
        }
        self.function_body(start, name)
    }

    fn function_body(&mut self, start: usize, name: Span) -> Command {
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

    fn simple(&mut self, start: usize) -> Command {
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
            if named && declares && self.is_array_argument() {
                // `declare name=( ... )`: kept as an assignment of the command.
                if let Some(assignment) = self.assignment() {
                    self.scratch.assignments.push(assignment);
                }
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
    fn function(&mut self, start: usize, name: Span) -> Command {
        self.pos += 1;
        self.blanks();
        if !self.eat(b")") {
            self.fail();
            return self.nothing(start);
        }
        self.function_body(start, name)
    }

    fn is_array_argument(&self) -> bool {
        let rest = &self.bytes[self.pos..self.end];
        let name = rest.iter().take_while(|&&b| super::scan::is_name(b)).count();
        let rest = &rest[name..];
        name > 0 && (rest.starts_with(b"=(") || rest.starts_with(b"+=("))
    }
}

/// Builtins that take `name=( ... )` as an argument.
const DECLARES: [&str; 7] = ["declare", "typeset", "local", "export", "readonly", "alias", "eval"];
