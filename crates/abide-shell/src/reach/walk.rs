//! Lists, pipelines and functions: which of their commands would run, and what
//! is known when they do. Compound commands are in `compound`.
//!
//! This is bash read slowly: a walk over the tree that runs nothing, but keeps
//! what bash would know at each place. Where it cannot know which way bash
//! goes, it goes both ways and unites what they leave behind; where it does
//! know (`false && ...`, text after `exit`), it goes only that way.

use super::array::Array;
use super::expand::LONGEST_VALUE;
use super::outcome::{Choices, Outcome, Printed, Stream};
use super::source::Source;
use super::state::{Function, Name, State, Value, Values};
use super::{Context, Unwritten};
use crate::syntax::{self, AssignmentValue, Joint, Kind, List, MAX_DEPTH, Step};
use crate::{Command, Field, Limit, Mapped, Span};
use ecow::eco_format;
use foldhash::{HashMap, HashSet};
use std::hash::BuildHasher;
use std::rc::Rc;

/// Steps that any line may take, and steps for each byte of it. A step is
/// about a tenth of a microsecond of work.
const STEPS: u64 = 400_000;
const STEPS_PER_BYTE: u64 = 4;

/// As large are the scripts that configure programs, which run scripts that they
/// write themselves: each of their bytes may take more.
const LARGE_SCRIPT: u64 = 160_000;
const MORE_PER_BYTE: u64 = 16;

fn most_steps(length: usize) -> u64 {
    let length = length as u64;
    STEPS + STEPS_PER_BYTE * length + MORE_PER_BYTE * length.min(LARGE_SCRIPT)
}

/// Steps for each argument of a command that is noted, and for each text that
/// is read anew.
const STEPS_PER_FIELD: usize = 4;
pub(super) const STEPS_PER_TEXT: usize = 32;

/// The most commands that a line may run.
const MOST_COMMANDS: usize = 50_000;

pub(super) struct Walker<'c> {
    pub context: &'c Context<'c>,
    pub state: State,
    pub found: Vec<Command>,
    pub unwritten: Vec<Unwritten>,
    /// Hashes of the commands that were noted.
    seen: HashSet<u64>,
    /// Hashes of the calls of functions that were followed.
    called: HashSet<u64>,
    /// What scripts came to in a shell of their own, by the hash of all that
    /// this depends on.
    pub walked: HashMap<u64, Outcome>,
    /// Parts of the line that are only text, in the order they were met.
    pub cuts: Vec<Span>,
    pub route: Vec<String>,
    pub limit: Option<Limit>,
    pub depth: u32,
    pub steps: u64,
    most_steps: u64,
    /// The unit does not parse: bash would not get here.
    pub dead: bool,
    /// Commands run on another machine.
    pub remote: bool,
    /// Found commands are not noted: they were before.
    pub muted: bool,
    /// Variables that the environment may hold are taken for unset.
    pub unset: bool,
    /// An expansion failed: the rest of the unit does not run.
    pub abandoned: bool,
    /// `read` is the condition of a loop: it gets every line.
    pub reads_all: bool,
    /// How many units were read: an alias works from the next one on.
    pub unit: u32,
    /// Variables that are local to the open functions, and what they were.
    pub locals: Vec<(String, Option<Values>)>,
    /// The last word of the command before, `$_`, where it is known.
    pub last_word: Option<Mapped>,
    /// How many loops are open: `break` leaves one.
    pub loops: u32,
    /// How many functions and sourced files are open: `return` leaves one.
    pub functions: u32,
    /// How many process substitutions there were.
    pub processes: u32,
    /// What reads the files of `>( list )`.
    pub readers: HashMap<String, (Rc<Source>, List<Step>)>,
}

impl<'c> Walker<'c> {
    pub fn new(context: &'c Context<'c>, length: usize) -> Self {
        Walker {
            context,
            state: State::default(),
            found: Vec::new(),
            unwritten: Vec::new(),
            seen: HashSet::default(),
            called: HashSet::default(),
            walked: HashMap::default(),
            cuts: Vec::new(),
            route: Vec::new(),
            limit: None,
            depth: 0,
            steps: 0,
            most_steps: most_steps(length),
            dead: false,
            remote: false,
            muted: false,
            unset: false,
            abandoned: false,
            reads_all: false,
            unit: 0,
            locals: Vec::new(),
            last_word: None,
            loops: 0,
            functions: 0,
            processes: 0,
            readers: HashMap::default(),
        }
    }

    /// Makes room for as many commands: one growth instead of many.
    pub fn expect(&mut self, commands: usize) {
        self.found.reserve(commands);
        self.unwritten.reserve(commands);
        self.seen.reserve(commands);
    }

    /// Counts work; `false` where there was too much of it.
    pub fn spend(&mut self, steps: usize) -> bool {
        self.steps += steps as u64;
        if self.steps > self.most_steps {
            self.limit.get_or_insert(Limit::Steps);
        }
        self.limit.is_none()
    }

    /// Counts work that is about to be done; `false` where it would be too much,
    /// and is better left.
    pub fn affords(&mut self, steps: usize) -> bool {
        let fits = self.steps.saturating_add(steps as u64) <= self.most_steps;
        fits && self.spend(steps)
    }

    /// Whether a text of this many bytes may be followed. The line itself is
    /// never longer: what is was made by doubling, and what it would run is
    /// not known.
    pub fn fits(&mut self, length: usize) -> bool {
        if length > LONGEST_VALUE {
            self.limit.get_or_insert(Limit::Steps);
        }
        length <= LONGEST_VALUE
    }

    /// Notes a command, unless the very same was noted before, and where it is
    /// written in its source, if it does not stand in the slice of another one.
    pub fn note(&mut self, source: &Rc<Source>, slice: Span, command: Command) {
        if self.muted {
            return;
        }
        if self.found.len() == MOST_COMMANDS {
            self.limit.get_or_insert(Limit::Steps);
        }
        if !self.spend(1 + STEPS_PER_FIELD * command.argv.len()) {
            return;
        }
        let key = (command.span, command.run.text(), &command.route);
        if self.seen.insert(self.seen.hasher().hash_one(key)) {
            if !slice.is_empty() {
                self.unwritten.push(Unwritten { index: self.found.len(), source: source.clone(), slice });
            }
            self.found.push(command);
        }
    }

    /// Runs a part of the walk as a text of its own, reached through `name`.
    pub fn within<T>(&mut self, name: &str, run: impl FnOnce(&mut Self) -> T) -> T {
        self.route.push(name.to_string());
        let result = run(self);
        self.route.pop();
        result
    }

    /// Runs a part of the walk in a subshell: its changes do not leak.
    pub fn subshell<T>(&mut self, run: impl FnOnce(&mut Self) -> T) -> T {
        let mark = self.state.mark();
        let abandoned = self.abandoned;
        let last_word = self.last_word.clone();
        let result = run(self);
        self.last_word = last_word;
        self.state.rollback(mark);
        self.abandoned = abandoned;
        result
    }

    /// Runs a part of the walk one level deeper, unless that is too deep.
    pub fn deeper(&mut self, run: impl FnOnce(&mut Self) -> Outcome) -> Outcome {
        if self.depth >= MAX_DEPTH {
            self.limit.get_or_insert(Limit::Depth);
            return Outcome::unknown();
        }
        self.depth += 1;
        let outcome = run(self);
        self.depth -= 1;
        outcome
    }

    /// The hash of all that it depends on what a script does in a new shell.
    pub fn key_of(&self, script: &Mapped, arguments: &[Field], input: &Stream) -> u64 {
        let arguments: Vec<_> = arguments.iter().map(|field| (field.value.text(), field.known)).collect();
        let flags = (self.dead, self.remote, self.muted, self.unset, self.reads_all);
        let input = input.as_ref().map(Mapped::text);
        let place = script.span(0..script.len());
        let key = (self.state.stamps(), flags, script.text(), place, arguments, input);
        self.walked.hasher().hash_one(key)
    }

    /// Reads and walks `text` as a script in the current shell.
    pub fn script(&mut self, text: Mapped, input: Stream) -> Outcome {
        if text.text().trim_ascii().is_empty() {
            return Outcome::silent(Some(true));
        }
        if !self.spend(STEPS_PER_TEXT + text.len() / 4) {
            return Outcome::unknown();
        }
        let source = Rc::new(Source::script(text, self.depth));
        self.deeper(|walker| walker.units(&source, input))
    }

    /// Walks a parsed script unit by unit.
    pub fn units(&mut self, source: &Rc<Source>, input: Stream) -> Outcome {
        let cuts = self.cuts.len();
        let found = self.found.len();
        self.spend(source.script.steps as usize / 8);
        if let Some(limit) = source.script.limit {
            self.limit.get_or_insert(limit);
        }
        self.cut_comments(source);
        let mut outcome = Outcome::silent(Some(true));
        let mut printed = Printed::default();
        for unit in &source.script.units {
            self.unit += 1;
            let outer = self.dead;
            self.dead |= unit.broken;
            outcome = self.list(source, unit.body, input.clone());
            self.dead = outer;
            self.abandoned = false;
            if self.depth == 0 {
                self.state.keep_changes();
            }
            printed.add(&outcome);
            if outcome.leaves || self.limit.is_some() {
                break;
            }
        }
        self.views(found, cuts);
        let (output, partly) = printed.finish();
        let choices = if source.script.units.len() == 1 { outcome.choices } else { Vec::new() };
        Outcome { output, partly, choices, ..outcome }
    }

    fn cut_comments(&mut self, source: &Source) {
        for &comment in &source.tree.comments {
            self.cuts.push(source.origin(comment));
        }
    }

    /// Walks the pipelines of a list.
    pub fn list(&mut self, source: &Rc<Source>, steps: List<Step>, input: Stream) -> Outcome {
        let mut printed = Printed::default();
        let mut choices = Choices::default();
        let mut status = Some(true);
        // Where the and-or list began to depend on what is not known.
        let mut doubt: Option<usize> = None;
        let mut moves = Moves::new(self);
        for step in &source.tree.steps[steps] {
            if self.limit.is_some() || self.abandoned {
                break;
            }
            let runs = match step.joint {
                Joint::Then => {
                    self.settle(&mut doubt);
                    moves.end(self);
                    moves = Moves::new(self);
                    true
                }
                Joint::And => status != Some(false),
                Joint::Or => {
                    if status.is_none() {
                        self.settle(&mut doubt);
                    }
                    status != Some(true)
                }
            };
            if !runs {
                continue;
            }
            if step.joint != Joint::Then && status.is_none() && doubt.is_none() {
                doubt = Some(self.state.mark());
            }
            let before = status;
            if step.joint == Joint::And {
                moves.worked(self);
            }
            let outcome = if step.background {
                self.subshell(|walker| walker.pipeline(source, step, input.clone()))
            } else {
                self.pipeline(source, step, input.clone())
            };
            moves.note(self);
            printed.add(&outcome);
            choices.add(&outcome, step.joint != Joint::Then && before.is_none());
            printed.certain &= !choices.branched;
            status = match (step.joint, before) {
                (Joint::Then, _) => outcome.status,
                // `a && b` with `a` unknown fails if either does.
                (Joint::And, None) => outcome.status.filter(|ok| !ok),
                (Joint::Or, None) => outcome.status.filter(|ok| *ok),
                _ => outcome.status,
            };
            if outcome.leaves && !step.background {
                let Some(mark) = doubt.take() else {
                    return Outcome { status, leaves: true, ..choices.outcome(printed) };
                };
                // What goes on did not come this way.
                self.state.rollback(mark);
                if step.joint == Joint::Or {
                    moves.worked(self);
                    moves = Moves::new(self);
                }
            }
        }
        self.settle(&mut doubt);
        moves.end(self);
        Outcome { status, ..choices.outcome(printed) }
    }

    /// Unites the state with what it was where the doubt began.
    fn settle(&mut self, doubt: &mut Option<usize>) {
        if let Some(mark) = doubt.take()
            && self.state.mark() > mark
        {
            let ran = self.state.take_changes(mark);
            let skipped = self.state.take_changes(mark);
            self.state.unite(vec![skipped, ran]);
        }
    }

    fn pipeline(&mut self, source: &Rc<Source>, step: &Step, input: Stream) -> Outcome {
        let commands = &source.tree.commands[step.pipeline];
        let mut outcome = match commands {
            [] => Outcome::silent(Some(true)),
            [command] => self.command(source, command, input),
            several => {
                let mut stream = input;
                let mut last = Outcome::unknown();
                for (index, command) in several.iter().enumerate() {
                    let run = |walker: &mut Self| walker.command(source, command, stream.take());
                    let is_last = index + 1 == several.len();
                    last = if is_last { self.subshell(run) } else { self.piped(run) };
                    stream = last.stream();
                }
                Outcome { leaves: false, ..last }
            }
        };
        if step.negated {
            outcome.status = outcome.status.map(|ok| !ok);
        }
        outcome
    }

    /// Walks one command, its redirections first.
    pub fn command(&mut self, source: &Rc<Source>, command: &syntax::Command, input: Stream) -> Outcome {
        if !self.spend(1) {
            return Outcome::unknown();
        }
        if let Kind::Simple { assignments, words } = command.kind {
            return self.simple(source, command, assignments, words, input);
        }
        self.deeper(|walker| {
            let files = walker.redirections(source, command.redirections, input);
            let before = walker.open_descriptors(&files);
            let outcome = walker.compound(source, command, files.input.clone());
            if !files.targets.is_empty() {
                walker.note_redirections(source, command, &files);
            }
            let outcome = walker.write_files(&files, outcome);
            walker.close_descriptors(before, &files);
            outcome
        })
    }

    pub(super) fn define(&mut self, source: &Rc<Source>, name: &str, body: usize) {
        let function = Function { source: source.clone(), body, certain: !self.dead, exported: false };
        // Bash calls this one by itself, for a program that is not there.
        if name == "command_not_found_handle" {
            self.call(name, &function, Vec::new(), None);
        }
        self.state.set_function(name, Some(function));
    }

    /// Calls a function with these arguments.
    pub fn call(&mut self, name: &str, function: &Function, arguments: Vec<Field>, input: Stream) -> Outcome {
        let label = format!("{name}()");
        // A function that calls itself finds nothing new.
        if self.route.iter().filter(|step| **step == label).count() > 1 {
            return Outcome::unknown();
        }
        let texts: Vec<&str> = arguments.iter().map(|field| field.value.text()).collect();
        let key = (Rc::as_ptr(&function.source), function.body, texts);
        let again = !self.called.insert(self.called.hasher().hash_one(key));
        // Functions that call each other all over are walked many times: when half
        // of the steps are gone, a call like one before is taken to do the same.
        if again && self.steps > self.most_steps / 2 {
            return Outcome::unknown();
        }
        let source = function.source.clone();
        let body = source.tree.commands[function.body];
        let outer = self.state.positional().cloned();
        self.state.set_positional(Some(Rc::new(arguments)));
        let loops = std::mem::take(&mut self.loops);
        let locals = self.locals.len();
        self.functions += 1;
        let outcome =
            self.deeper(|walker| walker.within(&label, |walker| walker.command(&source, &body, input)));
        self.functions -= 1;
        self.loops = loops;
        while self.locals.len() > locals {
            if let Some((name, values)) = self.locals.pop() {
                self.state.restore_variable(&name, values);
            }
        }
        self.state.set_positional(outer);
        Outcome { leaves: false, ..outcome }
    }

    /// The values of an assignment, as the variable will hold them.
    pub fn assigned(&mut self, source: &Rc<Source>, value: &AssignmentValue) -> Vec<Value> {
        match value {
            AssignmentValue::Word(word) => {
                let fields = self.quoted_word(source, word);
                fields.into_iter().map(Value::of).collect()
            }
            AssignmentValue::Array(words) => {
                let lists = self.words(source, *words);
                let array = |list: Vec<Field>| {
                    let entry = |(index, field): (usize, Field)| keyed(index, field);
                    Value::Array(Array::new(list.into_iter().enumerate().map(entry).collect()))
                };
                lists.into_iter().map(array).collect()
            }
        }
    }
}

/// Whether the `cd`s of an and-or list can have failed.
struct Moves {
    /// Whether one may have, before the list.
    before: bool,
    /// Whether one of the list may have.
    inside: bool,
}

impl Moves {
    fn new(walker: &Walker<'_>) -> Self {
        Moves { before: walker.state.stayed(), inside: false }
    }

    fn note(&mut self, walker: &Walker<'_>) {
        self.inside |= walker.state.stayed() && !self.before;
    }

    /// What comes next only runs if those of the list worked: `cd x && y`, or
    /// what follows `cd x || exit`.
    fn worked(&self, walker: &mut Walker<'_>) {
        walker.state.set_stayed(self.before);
    }

    /// What follows the list runs if they failed, too.
    fn end(&self, walker: &mut Walker<'_>) {
        walker.state.set_stayed(self.before || self.inside);
    }
}

/// An element of an array: `value` at its index, or `[key]=value`, which is
/// no file name pattern.
fn keyed(index: usize, mut field: Field) -> (Name, Mapped) {
    let key = field.value.text().starts_with('[') && field.value.text().contains("]=");
    if field.glob && !key {
        field.value = field.value.as_unknown();
    }
    let text = field.value.text();
    let split = text.strip_prefix('[').and_then(|rest| rest.split_once("]="));
    let Some((key, _)) = split else { return (eco_format!("{index}"), field.value) };
    let mut value = Mapped::default();
    value.push_slice(&field.value, key.len() + 3..text.len());
    (key.into(), value)
}
