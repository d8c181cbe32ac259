//! Programs that run other commands: from the roles of their words to the
//! commands and scripts they start.

use super::builtins::{self, joined};
use super::code::Interpreter;
use super::outcome::{Outcome, Stream};
use super::simple::{Call, is_script, is_stdin, used_text, words_of};
use super::state::Value;
use super::walk::Walker;
use super::{environment, find, git, output, package, parallel, paths, xargs};
use crate::arguments::{self, Reading, Use};
use crate::syntax::Kind;
use crate::tables::{Feeds, Language, Program, Role};
use crate::value::escape::{Dialect, decode};
use crate::value::fields::MOST_ALTERNATIVES;
use crate::{Field, Mapped};
use std::rc::Rc;

/// Builtins whose command runs in the shell itself.
const IN_THIS_SHELL: &[&str] = &["builtin", "command"];

/// Runs what the program runs, and gives what it prints, where that is known.
pub(super) fn run(
    walker: &mut Walker<'_>,
    name: &str,
    call: &Call<'_>,
    reading: &Reading,
    input: Stream,
) -> Outcome {
    let Reading { row, uses, .. } = reading;
    if let Some(outcome) = paths::lookup(walker, name, call) {
        return outcome;
    }
    if uses.iter().any(|used| used.role == Role::Query) {
        return Outcome::unknown();
    }
    if let Some(outcome) = paths::run(walker, call, &input) {
        return outcome;
    }
    paths::copied(walker, name, call, uses, &input);
    environment::run(walker, name, call);
    package::run(walker, name, call);
    if git::is_git(name) {
        git::run(walker, call, reading, &input);
    }
    if let Some((language, script)) = own_script(walker, call) {
        let label = call.argv[0].value.text().to_string();
        if language == Language::Shell {
            return script_in_new_shell(walker, &label, script, call.argv[1..].to_vec(), input);
        }
        let interpreter = Interpreter { name, call, uses, row: None, input: &input };
        let printed =
            walker.subshell(|walker| interpreter.code(walker, language, &script, &|| label.clone(), &label));
        return Outcome { status: None, ..Outcome::prints(printed) };
    }
    if find::is_find(name) {
        return find::run(walker, call, &words_of(name, &call.argv));
    }
    if parallel::is_parallel(name) {
        return parallel::run(walker, call, &words_of(name, &call.argv), &input);
    }
    let mut started = Started {
        name,
        call,
        uses,
        row: *row,
        reads_script: reading.reads_script,
        input: &input,
        last: None,
        printed: None,
    };
    if IN_THIS_SHELL.contains(&name) {
        started.all(walker);
    } else {
        walker.subshell(|walker| started.all(walker));
    }
    if let Some(outcome) = started.last {
        return Outcome { leaves: name == "exec", ..outcome };
    }
    let outcome = output::of(walker, name, call, uses, &input);
    match started.printed {
        Some(text) if outcome.output.is_none() => Outcome { status: None, ..Outcome::prints(Some(text)) },
        _ => outcome,
    }
}

/// The text of the program itself, where the line wrote it: `./x.sh`.
fn own_script(walker: &Walker<'_>, call: &Call<'_>) -> Option<(Language, Mapped)> {
    let path = call.argv[0].value.text();
    let batch = path.ends_with(".bat") || path.ends_with(".cmd");
    // Windows looks for programs in the folder it is in.
    let script = (batch || path.contains('/')).then(|| walker.written(path))??;
    let language = match path {
        _ if batch => Some(Language::Cmd),
        _ if path.ends_with(".ps1") => Some(Language::PowerShell),
        _ => script_language(script.text()),
    };
    language.map(|language| (language, script))
}

/// The language of a script: that of a shell, or what its `#!` names.
fn script_language(script: &str) -> Option<Language> {
    let Some(rest) = script.strip_prefix("#!") else { return Some(Language::Shell) };
    let line = rest.lines().next().unwrap_or_default();
    let words = line.split_ascii_whitespace().map(super::simple::base_name);
    words.filter_map(|word| language(&[word])).next()
}

/// The language of an interpreter.
fn language(words: &[&str]) -> Option<Language> {
    match arguments::read(words).row?.operands.first() {
        Some(Role::RunFile(language)) => Some(*language),
        _ => None,
    }
}

/// Walks a script in a shell that is started for it. The very same script, with
/// all that it knows the same, does what it did before: `sh x || bash x`.
pub(super) fn script_in_new_shell(
    walker: &mut Walker<'_>,
    label: &str,
    script: Mapped,
    arguments: Vec<Field>,
    input: Stream,
) -> Outcome {
    let key = walker.key_of(&script, &arguments, &input);
    if let Some(outcome) = walker.walked.get(&key) {
        return outcome.clone();
    }
    // What it starts itself finds nothing new.
    walker.walked.insert(key, Outcome::unknown());
    let outcome = walker.subshell(|walker| {
        walker.state.forget_functions();
        let open = (std::mem::take(&mut walker.loops), std::mem::take(&mut walker.functions));
        walker.state.set_positional(Some(Rc::new(arguments)));
        let outcome = walker.within(label, |walker| walker.script(script, input));
        (walker.loops, walker.functions) = open;
        outcome
    });
    let outcome = Outcome { leaves: false, ..outcome };
    walker.walked.insert(key, outcome.clone());
    outcome
}

/// One program that starts others.
struct Started<'a, 'c> {
    name: &'a str,
    call: &'a Call<'c>,
    uses: &'a [Use],
    row: Option<&'static Program>,
    reads_script: bool,
    input: &'a Stream,
    /// What the last thing it started came to.
    last: Option<Outcome>,
    /// What code that it runs prints, where that is known.
    printed: Stream,
}

impl Started<'_, '_> {
    fn all(&mut self, walker: &mut Walker<'_>) {
        let remote = self.row.is_some_and(|row| row.remote);
        let outer = walker.remote;
        walker.remote |= remote;
        self.startup(walker);
        for used in self.uses {
            self.one(walker, used);
        }
        if self.reads_script_from_input() {
            self.input_script(walker);
        }
        let printed = self.interpreter().run(walker);
        self.printed = printed.or_else(|| self.printed.take());
        walker.remote = outer;
    }

    fn interpreter(&self) -> Interpreter<'_, '_> {
        let Started { name, call, uses, row, input, .. } = *self;
        Interpreter { name, call, uses, row, input }
    }

    /// A shell that runs a script reads the file of `BASH_ENV` first, or `ENV`.
    fn startup(&mut self, walker: &mut Walker<'_>) {
        if !self.is_shell() {
            return;
        }
        for name in ["BASH_ENV", "ENV"] {
            // Shells that it starts read it again: nothing new is found there.
            if walker.route.iter().any(|step| step == name) {
                continue;
            }
            let Some(values) = walker.state.variable(name).cloned() else { continue };
            for value in values.iter() {
                if let Value::Text(path) = value
                    && let Some(script) = walker.written(path.text())
                {
                    script_in_new_shell(walker, name, script, Vec::new(), None);
                }
            }
        }
    }

    fn is_shell(&self) -> bool {
        let first = self.row.and_then(|row| row.operands.first());
        first == Some(&Role::RunFile(Language::Shell))
    }

    fn one(&mut self, walker: &mut Walker<'_>, used: &Use) {
        match used.role {
            Role::Dir => {
                let folder = Field { value: self.text(used), known: self.known(used), ..Field::default() };
                let folders = walker.moved(&folder);
                walker.state.set_folders(folders);
            }
            Role::Env => self.environment(walker, used),
            Role::Command | Role::Package | Role::Scoped => self.command(walker, used),
            Role::Entrypoint if !self.uses.iter().any(|used| used.role == Role::Command) => {
                self.start(walker, vec![self.entrypoint(used)]);
            }
            Role::ScriptWords => {
                let script = joined(&self.words_from(used));
                self.script(walker, script, Vec::new());
            }
            Role::Keys => {
                let words = self.words_from(used);
                self.script(walker, typed(&words), Vec::new());
            }
            Role::ScreenCommand => {
                let words = self.words_from(used);
                match words[0].value.text() {
                    "stuff" => self.script(walker, typed(&words[1..]), Vec::new()),
                    "exec" | "screen" if words.len() > 1 => self.start(walker, words[1..].to_vec()),
                    _ => {}
                }
            }
            Role::ShellArgs => {
                let shell = Field { known: true, ..Field::default() };
                let mut argv = vec![shell];
                argv[0].value.push("sh", self.call.origin);
                argv.extend(self.words_from(used));
                self.start(walker, argv);
            }
            Role::Split => self.split(walker, used),
            Role::Commands => self.commands(walker, &self.text(used)),
            Role::CommandsFile => {
                if let Some(text) = walker.written(self.text(used).text()) {
                    self.commands(walker, &text);
                }
            }
            Role::RunFile(Language::Shell) => self.file(walker, used),
            Role::Script if self.name.starts_with("conc") && package_script(&self.text(used)).is_some() => {
                let script = package_script(&self.text(used)).unwrap_or_default();
                self.script(walker, script, Vec::new());
            }
            role if is_script(role) => {
                let arguments = self.positional(walker);
                self.script(walker, self.text(used), arguments);
            }
            _ => {}
        }
    }

    fn text(&self, used: &Use) -> Mapped {
        used_text(&self.call.argv, used)
    }

    fn known(&self, used: &Use) -> bool {
        self.call.argv[used.word].known
    }

    fn environment(&self, walker: &mut Walker<'_>, used: &Use) {
        let text = self.text(used);
        let Some((name, _)) = text.text().split_once('=') else { return };
        let mut value = Mapped::default();
        value.push_slice(&text, name.len() + 1..text.len());
        let value = Value::of(Field { value, known: self.known(used), ..Field::default() });
        walker.assign_variable(name, vec![value]);
    }

    /// The words from this use on, up to where the program's commands end.
    fn words_from(&self, used: &Use) -> Vec<Field> {
        let argv = &self.call.argv[used.word..];
        let until = self.row.and_then(|row| row.until);
        let end = argv.iter().position(|field| Some(field.value.text()) == until);
        let mut words = argv[..end.unwrap_or(argv.len())].to_vec();
        if let Some(first) = words.first_mut() {
            first.value = self.text(used);
        }
        words
    }

    fn entrypoint(&self, used: &Use) -> Field {
        Field { value: self.text(used), known: self.known(used), ..Field::default() }
    }

    fn command(&mut self, walker: &mut Walker<'_>, used: &Use) {
        // uv runs a script itself: `uv run x.py`, `uv run -`.
        let file = self.text(used);
        if self.name == "uv" && (file.text() == "-" || file.text().ends_with(".py")) {
            self.printed = self.interpreter().file(walker, Language::Python, used);
            return;
        }
        let mut argv = self.words_from(used);
        let entrypoint = self.uses.iter().find(|used| used.role == Role::Entrypoint);
        if let Some(entrypoint) = entrypoint {
            argv.insert(0, self.entrypoint(entrypoint));
        }
        let feeds = self.row.and_then(|row| row.feeds);
        if feeds == Some(Feeds::Names) && !argv.iter().any(|field| field.value.text().contains('{')) {
            argv.push(Field { value: Mapped::made("{}"), ..Field::default() });
        }
        match used.role {
            Role::Package => {
                // What follows is for the program in the package of Nix.
                if argv[0].value.text().contains('#') && argv.get(1).is_some_and(|w| w.value.text() == "--") {
                    argv.remove(1);
                }
                without_version(&mut argv[0]);
            }
            Role::Scoped => without_scope(&mut argv[0]),
            _ => {}
        }
        if feeds == Some(Feeds::Input) {
            let replace = self.uses.iter().find(|used| used.role == Role::Replace);
            let replace = replace.map(|used| self.text(used));
            let file = self.uses.iter().find(|used| used.role == Role::Read);
            let input = file.map_or(self.input.clone(), |used| walker.written(self.text(used).text()));
            let options = xargs::Options::read(&words_of(self.name, &self.call.argv[..used.word]));
            for argv in xargs::fed(argv, replace.as_ref(), &options, &input) {
                self.start(walker, argv);
            }
            return;
        }
        self.start(walker, argv);
    }

    /// Starts another program. Functions and aliases are not for programs.
    fn start(&mut self, walker: &mut Walker<'_>, argv: Vec<Field>) {
        if self.name == "builtin" && !builtins::exists(argv[0].value.text()) {
            return;
        }
        let call = self.call.inner(argv);
        let input = self.input.clone();
        let in_shell = IN_THIS_SHELL.contains(&self.name);
        let outcome = walker.within(self.name, |walker| {
            if in_shell { walker.builtin_or_program(call, input) } else { walker.program(call, input) }
        });
        self.last = Some(outcome);
    }

    fn script(&mut self, walker: &mut Walker<'_>, script: Mapped, arguments: Vec<Field>) {
        let option = if self.is_shell() { " -c" } else { "" };
        let label = format!("{}{option}", self.name);
        let input = self.input.clone();
        self.last = Some(script_in_new_shell(walker, &label, script, arguments, input));
    }

    /// `$1`, `$2`, ... of a script. The first word behind a `-c` script is `$0`.
    fn positional(&self, walker: &mut Walker<'_>) -> Vec<Field> {
        let positional = self.uses.iter().filter(|used| used.role == Role::Positional);
        let mut fields: Vec<Field> = positional.map(|used| self.call.argv[used.word].clone()).collect();
        if self.uses.iter().any(|used| is_script(used.role)) && !fields.is_empty() {
            let name = fields.remove(0);
            walker.state.set_variable("0", vec![Value::Text(name.value)]);
        }
        fields
    }

    /// `env -S 'npm i' x`: the text becomes words in front of the others.
    fn split(&mut self, walker: &mut Walker<'_>, used: &Use) {
        let text = self.text(used);
        let mut argv = vec![self.call.argv[0].clone()];
        let Some(words) = split_words(&text) else { return };
        argv.extend(words);
        argv.extend_from_slice(&self.call.argv[used.word + 1..]);
        if argv.len() > 1 {
            self.start(walker, argv);
        }
    }

    /// Each command of the text is one of this program.
    fn commands(&mut self, walker: &mut Walker<'_>, text: &Mapped) {
        for words in split_commands(text).unwrap_or_default() {
            let argv = self.call.argv[..1].iter().cloned().chain(words).collect();
            self.start(walker, argv);
        }
    }

    fn file(&mut self, walker: &mut Walker<'_>, used: &Use) {
        let path = self.text(used);
        let stdin = path.text() == "-" || is_stdin(path.text());
        let script = if stdin { self.input.clone() } else { walker.written(path.text()) };
        let Some(script) = script else { return };
        let label = format!("{} {}", self.name, path.text());
        let input = if stdin { None } else { self.input.clone() };
        let arguments = self.positional(walker);
        self.last = Some(script_in_new_shell(walker, &label, script, arguments, input));
    }

    /// Whether it is a shell, or starts one, and was given neither script nor command.
    fn reads_script_from_input(&self) -> bool {
        let given = |used: &Use| {
            is_script(used.role)
                || used.role.takes_the_rest()
                || matches!(used.role, Role::RunFile(_) | Role::Query)
        };
        (self.is_shell() || self.reads_script) && !self.uses.iter().any(given)
    }

    fn input_script(&mut self, walker: &mut Walker<'_>) {
        let Some(script) = self.input.clone() else { return };
        let label = format!("{} < input", self.name);
        let arguments = self.positional(walker);
        self.last = Some(script_in_new_shell(walker, &label, script, arguments, None));
    }
}

/// `npm:build` of concurrently is `npm run build`.
fn package_script(text: &Mapped) -> Option<Mapped> {
    let (manager, name) = text.text().split_once(':')?;
    matches!(manager, "npm" | "pnpm" | "yarn" | "bun").then(|| {
        let mut script = Mapped::default();
        script.push_slice(text, 0..manager.len());
        script.push(" run ", text.span(manager.len()..manager.len() + 1));
        script.push_slice(text, text.len() - name.len()..text.len());
        script
    })
}

/// Names of keys, and what they type, tmux(1).
const KEYS: &[(&str, &str)] =
    &[("Enter", "\n"), ("KPEnter", "\n"), ("C-m", "\n"), ("C-j", "\n"), ("Space", " "), ("Tab", "\t")];

/// What is typed into a terminal, which most often runs a shell: `send-keys`
/// of tmux, `stuff` of screen, whose text has escapes.
fn typed(words: &[Field]) -> Mapped {
    let mut script = Mapped::default();
    for word in words {
        let text = word.value.text();
        let key = KEYS.iter().find(|(name, _)| *name == text);
        match key {
            Some((_, typed)) => script.push(typed, word.value.span(0..text.len())),
            None => {
                decode(&mut script, &word.value, 0..text.len(), Dialect::Ansi);
            }
        }
    }
    script
}

/// `npm@9` is npm, `@scope/tool@latest` runs `tool`, and `nixpkgs#npm` npm.
fn without_version(package: &mut Field) {
    let text = package.value.text();
    let start = if let Some(at) = text.find('#') {
        at + 1
    } else if text.starts_with('@') {
        text.find('/').map_or(0, |at| at + 1)
    } else {
        0
    };
    let end = text[start..].find('@').map_or(text.len(), |at| start + at);
    let mut name = Mapped::default();
    name.push_slice(&package.value, start..end);
    package.value = name;
}

/// `test:pytest` is pytest.
fn without_scope(word: &mut Field) {
    let text = word.value.text();
    if let Some(colon) = text.find(':').filter(|colon| !text[..*colon].contains('/')) {
        let mut name = Mapped::default();
        name.push_slice(&word.value, colon + 1..text.len());
        word.value = name;
    }
}

/// The words of a text as a shell would split them, nothing expanded that is
/// not known. `None` where a quote is not closed.
pub(super) fn split_words(text: &Mapped) -> Option<Vec<Field>> {
    Some(split_commands(text)?.concat())
}

/// The words of each command of a text.
fn split_commands(text: &Mapped) -> Option<Vec<Vec<Field>>> {
    let source = Rc::new(super::source::Source::script(text.clone(), 0));
    let context = super::Context::default();
    let mut walker = Walker::new(&context, text.len());
    walker.muted = true;
    let (tree, script) = (&source.tree, &source.script);
    if script.error.is_some() {
        return None;
    }
    let steps = script.units.iter().flat_map(|unit| tree.steps[unit.body].iter());
    let commands = steps.flat_map(|step| tree.commands[step.pipeline].iter());
    let mut split = Vec::new();
    for command in commands.take(MOST_ALTERNATIVES) {
        let mut fields = Vec::new();
        let Kind::Simple { assignments, words } = command.kind else { continue };
        for assignment in &tree.assignments[assignments] {
            let value = source.slice(assignment.span.range());
            fields.push(Field { value, known: true, ..Field::default() });
        }
        fields.extend(walker.words(&source, words).into_iter().next().unwrap_or_default());
        split.push(fields);
    }
    Some(split)
}
