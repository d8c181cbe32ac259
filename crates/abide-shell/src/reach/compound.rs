//! Compound commands: which of the commands in an `if`, a loop or a `case` may
//! run, and what is known after them.

use super::outcome::{Outcome, Stream, one_of};
use super::source::Source;
use super::state::Value;
use super::walk::Walker;
use crate::syntax::{Arm, ArmEnd, Clause, Command, Kind, List, Step, Word};
use crate::value::pattern::Pattern;
use crate::{Field, Mapped, Span};
use std::rc::Rc;

impl Walker<'_> {
    pub(super) fn compound(&mut self, source: &Rc<Source>, command: &Command, input: Stream) -> Outcome {
        match command.kind {
            Kind::Simple { .. } => Outcome::unknown(),
            Kind::Subshell { body } => {
                let outcome = self.subshell(|walker| walker.list(source, body, input));
                Outcome { leaves: false, ..outcome }
            }
            Kind::Group { body } => self.list(source, body, input),
            Kind::If { clauses } => self.clauses(source, clauses, input),
            Kind::While { until, clause } => {
                let clause = source.tree.clauses[clause.at(0)];
                self.while_loop(source, until, clause, input)
            }
            Kind::For { name, words, body } => self.for_loop(source, name, words, body, input),
            Kind::ForArithmetic { head, body } => {
                self.arithmetic(source, head);
                self.loop_body(source, body, input)
            }
            Kind::Case { word, arms } => self.case(source, word, arms, input),
            Kind::Function { name, body } => {
                self.define(source, source.str(name), body.at(0));
                Outcome::silent(Some(true))
            }
            Kind::Coproc { body } => {
                let body = source.tree.commands[body.at(0)];
                self.subshell(|walker| walker.command(source, &body, None));
                Outcome::silent(None)
            }
            Kind::Conditional { words } => {
                for word in &source.tree.words[words] {
                    self.quoted_word(source, word);
                }
                Outcome::silent(None)
            }
            Kind::Arithmetic { parts } => {
                self.arithmetic(source, parts);
                Outcome::silent(None)
            }
        }
    }

    /// Walks what may run or not.
    fn branch(&mut self, run: impl FnOnce(&mut Self) -> Outcome) -> Outcome {
        let mark = self.state.mark();
        let outcome = run(self);
        self.last_word = None;
        let ran = self.state.take_changes(mark);
        let skipped = self.state.take_changes(mark);
        self.state.unite(vec![skipped, ran]);
        let partly = outcome.stream();
        Outcome { output: outcome.output.filter(Mapped::is_empty), partly, ..Outcome::unknown() }
    }

    fn loop_body(&mut self, source: &Rc<Source>, body: List<Step>, input: Stream) -> Outcome {
        self.loops += 1;
        let outcome = self.branch(|walker| walker.list(source, body, input));
        self.loops -= 1;
        outcome
    }

    fn clauses(&mut self, source: &Rc<Source>, clauses: List<Clause>, input: Stream) -> Outcome {
        let start = self.state.mark();
        let mut branches = Vec::new();
        let mut outcomes: Vec<Outcome> = Vec::new();
        let mut complete = false;
        for clause in &source.tree.clauses[clauses] {
            let stayed = self.state.stayed();
            let holds = if clause.condition.is_empty() {
                Some(true)
            } else {
                self.list(source, clause.condition, input.clone()).status
            };
            // `if cd x; then` goes on where that worked.
            self.state.set_stayed(stayed);
            if holds == Some(false) {
                continue;
            }
            outcomes.push(self.list(source, clause.body, input.clone()));
            if holds == Some(true) && branches.is_empty() {
                return outcomes.remove(0);
            }
            branches.push(self.state.take_changes(start));
            if holds == Some(true) {
                complete = true;
                break;
            }
        }
        if !complete {
            branches.push(self.state.take_changes(start));
            outcomes.push(Outcome::silent(Some(true)));
        }
        self.state.unite(branches);
        self.last_word = None;
        one_of(&outcomes)
    }

    fn while_loop(&mut self, source: &Rc<Source>, until: bool, clause: Clause, input: Stream) -> Outcome {
        let outer = std::mem::replace(&mut self.reads_all, true);
        let holds = self.list(source, clause.condition, input.clone()).status;
        self.reads_all = outer;
        if holds == Some(until) {
            return Outcome::silent(Some(true));
        }
        self.loop_body(source, clause.body, input)
    }

    fn for_loop(
        &mut self,
        source: &Rc<Source>,
        name: Span,
        words: Option<List<Word>>,
        body: List<Step>,
        input: Stream,
    ) -> Outcome {
        let fields = match words {
            Some(words) => self.words(source, words).into_iter().flatten().collect(),
            None => self.state.positional().map_or(Vec::new(), |fields| fields.as_ref().clone()),
        };
        if words.is_some() && fields.is_empty() {
            return Outcome::silent(Some(true));
        }
        let value = |field: Field| match (field.known, field.glob) {
            // A file name pattern stands for names that are not known.
            (_, true) => Value::Text(field.value.as_unknown()),
            (_, false) => Value::of(field),
        };
        let mut values: Vec<Value> = Vec::new();
        for field in fields {
            let value = value(field);
            if !values.contains(&value) {
                values.push(value);
            }
            if values.len() > crate::value::fields::MOST_ALTERNATIVES {
                values.push(Value::Unknown);
                break;
            }
        }
        if values.is_empty() {
            values.push(Value::Unknown);
        }
        self.state.set_variable(source.str(name), values);
        self.loop_body(source, body, input)
    }

    fn case(&mut self, source: &Rc<Source>, word: List<Word>, arms: List<Arm>, input: Stream) -> Outcome {
        let subjects = self.quoted_word(source, &source.tree.words[word.at(0)]);
        let mark = self.state.mark();
        let mut branches = Vec::new();
        let mut outcomes = Vec::new();
        let mut falls = false;
        let mut certain = false;
        for arm in &source.tree.arms[arms] {
            let matches = self.arm_matches(source, &subjects, arm);
            if matches == Some(false) && !falls {
                continue;
            }
            outcomes.push(self.list(source, arm.body, input.clone()));
            falls = arm.end == ArmEnd::RunNext;
            let last = matches == Some(true) && arm.end == ArmEnd::Leave;
            if last && branches.is_empty() {
                return outcomes.remove(0);
            }
            branches.push(self.state.take_changes(mark));
            certain |= matches == Some(true);
            if last {
                break;
            }
        }
        if !certain {
            branches.push(self.state.take_changes(mark));
            outcomes.push(Outcome::silent(Some(true)));
        }
        self.state.unite(branches);
        one_of(&outcomes)
    }

    /// Whether the arm is the one for every subject, or for none of them.
    fn arm_matches(&mut self, source: &Rc<Source>, subjects: &[Field], arm: &Arm) -> Option<bool> {
        let mut answer = Some(false);
        for word in &source.tree.words[arm.patterns] {
            for pattern in self.quoted_word(source, word) {
                let known = pattern.known && !pattern.value.text().contains(['(', '\\']);
                let quoted = !word.glob;
                let matcher = Pattern::new(pattern.value.text(), |_| quoted);
                let matched = known.then_some(()).and_then(|()| {
                    let mut all = subjects
                        .iter()
                        .map(|subject| subject.known.then(|| matcher.matches(subject.value.text())));
                    let first = all.next()??;
                    all.all(|other| other == Some(first)).then_some(first)
                });
                // `*` is for whatever there is.
                if matched == Some(true) || (word.glob && pattern.value.text() == "*") {
                    return Some(true);
                }
                if matched.is_none() {
                    answer = None;
                }
            }
        }
        answer
    }
}
