//! Simple commands: from words to a program and what it does with the rest.
//!
//! A program that runs another one (`sudo`, `sh -c`, `xargs`) is a command
//! itself, and what it runs is one more, reached through it. Which words are
//! commands, scripts or text is not decided here: the rows in `tables` say it.

use super::outcome::{Outcome, Stream};
use super::redirect::Redirected;
use super::source::Source;
use super::walk::Walker;
use super::{builtins, feed, view};
use crate::arguments::{self, Reading, Use};
use crate::syntax::{self, Assignment, List, Word};
use crate::tables::walk::{BELOW, Walk};
use crate::tables::{self, Language, Role};
use crate::value::fields::Few;
use crate::{Command, Field, Mapped, Span};
use smallvec::SmallVec;
use std::rc::Rc;

/// One command about to run.
#[derive(Clone)]
pub(super) struct Call<'a> {
    pub source: &'a Rc<Source>,
    /// Where it is written in its source; empty for a command that stands in
    /// another one (`npm` of `sudo npm`), whose slice shows it already.
    pub slice: Span,
    /// Where it is written in the line.
    pub origin: Span,
    pub argv: Rc<Vec<Field>>,
    pub files: &'a Redirected,
}

impl<'a> Call<'a> {
    /// A command that stands in this one.
    pub fn inner(&self, argv: Vec<Field>) -> Call<'a> {
        let argv = Rc::new(argv);
        Call { source: self.source, slice: Span::default(), origin: self.origin, argv, files: self.files }
    }
}

impl Walker<'_> {
    /// Walks a simple command.
    pub fn simple(
        &mut self,
        source: &Rc<Source>,
        command: &syntax::Command,
        assignments: List<Assignment>,
        words: List<Word>,
        input: Stream,
    ) -> Outcome {
        if let Some(outcome) = self.aliased(source, command, words, &input)
            && self.state.option("expand_aliases") == Some(true)
        {
            return outcome;
        }
        let mut vectors = self.words(source, words);
        self.without_unset(source, words, &mut vectors);
        without_equal(&mut vectors);
        let last_word = match vectors.as_slice() {
            [argv] => argv.last().filter(|field| field.known && !field.glob).map(|field| field.value.clone()),
            _ => None,
        };
        let files = self.redirections(source, command.redirections, input);
        let declares = !words.is_empty() && !source.tree.assignments[assignments].is_empty();
        let assigned = self.assignments(source, assignments, words.is_empty());
        if self.abandoned {
            return Outcome::unknown();
        }
        let call = |argv: Vec<Field>| Call {
            source,
            slice: command.span,
            origin: source.origin(command.span),
            argv: argv.into(),
            files: &files,
        };
        let opens = matches!(vectors.as_slice(), [argv] if argv.len() == 1 && argv[0].value.text() == "exec");
        let before = self.open_descriptors(&files);
        let outcome = if vectors.iter().all(Vec::is_empty) {
            self.assign(assigned);
            self.note_call(&call(Vec::new()), &Rc::default(), None, None);
            Outcome::silent(Some(true))
        } else {
            self.with_assignments(assigned, declares, |walker| {
                walker.alternatives(vectors, |walker, argv| walker.run(call(argv), files.input.clone()))
            })
        };
        self.last_word = last_word;
        let outcome = self.write_files(&files, outcome);
        if opens {
            self.keep_output(&files);
        } else {
            self.close_descriptors(before, &files);
        }
        outcome
    }

    /// A variable of the environment may be unset: `$SUDO npm i` and
    /// `n${x}pm i` run npm then. Only the program's own name is looked at so.
    fn without_unset(&mut self, source: &Rc<Source>, words: List<Word>, vectors: &mut Few<Vec<Field>>) {
        let Some(first) = vectors.first().and_then(|argv| argv.first()) else { return };
        if first.known || self.unset {
            return;
        }
        let muted = std::mem::replace(&mut self.muted, true);
        self.unset = true;
        let again = self.words(source, words);
        self.unset = false;
        self.muted = muted;
        vectors.extend(
            again.into_iter().filter(|argv| {
                argv.first().is_some_and(|program| program.known && !program.value.is_empty())
            }),
        );
    }

    /// Runs each of the vectors that the command may have become.
    fn alternatives(
        &mut self,
        mut vectors: Few<Vec<Field>>,
        mut run: impl FnMut(&mut Self, Vec<Field>) -> Outcome,
    ) -> Outcome {
        if vectors.len() == 1
            && let Some(argv) = vectors.pop()
        {
            return run(self, argv);
        }
        let mark = self.state.mark();
        let mut branches = Vec::new();
        let stamps = self.state.stamps();
        for argv in vectors {
            self.state.files_as_at(stamps);
            run(self, argv);
            branches.push(self.state.take_changes(mark));
        }
        self.state.unite(branches);
        self.state.files_changed();
        Outcome::unknown()
    }

    /// Runs one command: a function, a builtin or a program.
    pub fn run(&mut self, call: Call<'_>, input: Stream) -> Outcome {
        let Some(program) = call.argv.first() else { return Outcome::unknown() };
        let name = program.value.text();
        let function = self.state.function(name).filter(|_| program.known).cloned();
        if let Some(function) = function {
            let arguments = call.argv[1..].to_vec();
            let outcome = self.call(name, &function, arguments, input.clone());
            if function.certain {
                // It hides the program of its name: only the files are left.
                self.cuts.push(call.origin);
                if !call.files.targets.is_empty() {
                    let shown = Call { argv: Rc::default(), slice: Span::default(), ..call };
                    self.note_call(&shown, &Rc::default(), None, None);
                }
                return outcome;
            }
            // It may not be there, and the program of its name is what runs.
            let printed = outcome.texts();
            let outcome = self.builtin_or_program(call, input);
            let known = outcome.output.is_some() || outcome.partly.is_some();
            return match known {
                true => outcome,
                false => Outcome { partly: printed.first().cloned(), choices: printed, ..outcome },
            };
        }
        self.builtin_or_program(call, input)
    }

    /// Runs a builtin or a program, whatever functions there are.
    pub fn builtin_or_program(&mut self, call: Call<'_>, input: Stream) -> Outcome {
        self.start(call, input, true)
    }

    /// Runs a program: `sudo eval x` finds no program `eval`.
    pub fn program(&mut self, call: Call<'_>, input: Stream) -> Outcome {
        self.start(call, input, false)
    }

    fn start(&mut self, mut call: Call<'_>, input: Stream, builtins: bool) -> Outcome {
        let Some(program) = call.argv.first().map(|program| program.value.clone()) else {
            return Outcome::unknown();
        };
        let name = base_name(program.text());
        if CHAINS.contains(&name)
            && let Some(end) = call.argv.iter().position(ends_command)
        {
            let argv = Rc::make_mut(&mut call.argv);
            let mut next = argv.split_off(end + 1);
            next.insert(0, argv[0].clone());
            without_end(argv);
            let next = call.inner(next);
            self.start(call, input, builtins);
            // The parts follow one another: as deep as there are parts.
            return self.deeper(|walker| walker.start(next, None, builtins));
        }
        let weight: usize = call.argv.iter().map(|field| field.value.len() / 8 + 1).sum();
        if !self.spend(weight) {
            return Outcome::unknown();
        }
        let (reading, wraps) = self.read(name, &call.argv);
        let reading = Rc::new(reading);
        for used in reading.uses.iter().filter(|used| used.role.is_free()) {
            // Text that a program only says is no part of any view.
            self.cuts.extend(used_text(&call.argv, used).origins());
            let field = &mut Rc::make_mut(&mut call.argv)[used.word];
            field.free |= used.span.range() == (0..field.value.len());
        }
        self.note_call(&call, &reading, input.clone(), wraps);
        if !builtins && builtins::is_no_program(name) {
            return Outcome::unknown();
        }
        if builtins && let Some(outcome) = builtins::run(self, name, &call, &input) {
            return outcome;
        }
        self.deeper(|walker| feed::run(walker, name, &call, &reading, input))
    }

    /// What each word is to the program, and where the command begins that a
    /// wrapper of the project runs.
    fn read(&self, name: &str, argv: &[Field]) -> (Reading, Option<usize>) {
        let words = words_of(name, argv);
        let wraps = self.wraps(&words);
        let mut reading = read(&words[..wraps.unwrap_or(words.len())]);
        let inner = |word: usize| Use::new(word, 0..words[word].len(), Role::Command);
        reading.uses.extend(wraps.map(inner));
        (reading, wraps)
    }

    /// Notes a command with these words.
    fn note_call(&mut self, call: &Call<'_>, reading: &Rc<Reading>, input: Stream, wraps: Option<usize>) {
        let command = Command {
            span: call.origin,
            written: Mapped::default(),
            run: view::run(&call.argv, &reading.uses),
            argv: call.argv.clone(),
            redirections: call.files.targets.clone(),
            opened: Vec::new(),
            input,
            route: self.route.clone(),
            dirs: self.state.dirs(),
            wraps,
            remote: self.remote,
            dead: self.dead,
            reading: reading.clone(),
        };
        self.note(call.source, call.slice, command);
    }

    /// Where the command begins that a wrapper of the project runs.
    fn wraps(&self, words: &[&str]) -> Option<usize> {
        let wrapper = self.context.wrappers.iter().find(|wrapper| wrapper.name == words[0])?;
        let options: Vec<&str> = wrapper.value_options.iter().map(String::as_str).collect();
        arguments::wrapped(words, &options)
    }

    /// An alias is replaced by its text before the command is read. Whether
    /// the shell expands aliases is only known after `shopt -s
    /// expand_aliases`: some agents' shells do, `bash -c` does not.
    fn aliased(
        &mut self,
        source: &Rc<Source>,
        command: &syntax::Command,
        words: List<Word>,
        input: &Stream,
    ) -> Option<Outcome> {
        if !self.state.has_aliases() {
            return None;
        }
        let words = &source.tree.words[words];
        let known =
            |word: &Word| self.state.alias(source.str(word.span)).filter(|alias| alias.unit < self.unit);
        let label = format!("alias {}", source.str(words.first()?.span));
        known(words.first()?)?;
        if self.route.contains(&label) {
            return None;
        }
        let mut text = Mapped::default();
        let mut start = command.span.start;
        for word in words {
            let Some(alias) = known(word) else { break };
            text.push_slice(&source.text, start as usize..word.span.start as usize);
            text.push_mapped(&alias.text);
            start = word.span.end;
            // With a blank at its end, the next word may be an alias too.
            if !alias.text.text().ends_with([' ', '\t']) {
                break;
            }
        }
        text.push_slice(&source.text, start as usize..command.span.end as usize);
        Some(self.within(&label, |walker| walker.script(text, input.clone())))
    }
}

/// Leaves out vectors that say the same as an earlier one.
fn without_equal(vectors: &mut Few<Vec<Field>>) {
    let says = |a: &Field, b: &Field| (a.known, a.glob) == (b.known, b.glob) && a.value.says(&b.value);
    let mut at = 1;
    while at < vectors.len() {
        let (before, rest) = vectors.split_at(at);
        let equal = |other: &&Vec<Field>| {
            other.len() == rest[0].len() && other.iter().zip(&rest[0]).rev().all(|(a, b)| says(a, b))
        };
        if before.iter().any(|other| equal(&other)) {
            vectors.remove(at);
        } else {
            at += 1;
        }
    }
}

/// The name of a program without its folder, and without the endings that
/// Windows programs have.
pub(super) fn base_name(path: &str) -> &str {
    let name = behind_folder(path);
    match name.as_bytes() {
        [_, .., b'.', b'e', b'x', b'e']
        | [_, .., b'.', b'c', b'm', b'd']
        | [_, .., b'.', b'b', b'a', b't'] => &name[..name.len() - 4],
        _ => name,
    }
}

/// What stands behind the last slash. Paths of programs are short.
pub(super) fn behind_folder(path: &str) -> &str {
    path.bytes().rposition(|byte| byte == b'/').map_or(path, |slash| &path[slash + 1..])
}

/// The words of a vector, with the program's base name as the first.
pub(super) fn words_of<'a>(name: &'a str, argv: &'a [Field]) -> SmallVec<[&'a str; 16]> {
    std::iter::once(name).chain(argv[1..].iter().map(|field| field.value.text())).collect()
}

/// What each word is to the program. The arguments of find are an expression.
fn read(words: &[&str]) -> Reading {
    if !super::find::is_find(words[0]) {
        return arguments::read(words);
    }
    let found = tables::find::read(words);
    let whole = |word: usize, role| Use::new(word, 0..words[word].len(), role);
    let start = if found.deletes { Role::Remove } else { Role::Name };
    let mut uses: SmallVec<[Use; 2]> = found.starts.iter().map(|&word| whole(word, start)).collect();
    uses.extend(found.uses);
    uses.sort_by_key(|used| used.word);
    let below = Walk { here: found.starts.is_empty(), ..BELOW };
    Reading {
        uses,
        walk: (found.deletes && !found.empty).then_some((below, Role::Remove)),
        ..Reading::default()
    }
}

/// The value of a use, with its map.
pub(super) fn used_text(argv: &[Field], used: &Use) -> Mapped {
    let mut text = Mapped::default();
    text.push_slice(&argv[used.word].value, used.span.range());
    text
}

/// Programs whose arguments are several commands of their own, with `;` between.
const CHAINS: &[&str] = &["tmux"];

/// Whether a command of such a program ends with this word: `;`, `-d;`.
fn ends_command(field: &Field) -> bool {
    let text = field.value.text();
    text.ends_with(';') && !text.ends_with("\\;")
}

/// Takes the `;` off the last word.
fn without_end(argv: &mut Vec<Field>) {
    let Some(mut last) = argv.pop() else { return };
    let mut word = Mapped::default();
    word.push_slice(&last.value, 0..last.value.len() - 1);
    if !word.is_empty() {
        last.value = word;
        argv.push(last);
    }
}

/// Whether the path names the standard input.
pub(super) fn is_stdin(path: &str) -> bool {
    matches!(path, "/dev/stdin" | "/dev/fd/0" | "/proc/self/fd/0")
}

/// Whether the use is code for a shell.
pub(super) fn is_script(role: Role) -> bool {
    matches!(role, Role::Script | Role::Code(Language::Shell))
}
