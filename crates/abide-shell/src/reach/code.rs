//! Interpreters: what the code that a line hands to them would start.

use super::Redirection;
use super::feed::{script_in_new_shell, split_words};
use super::modules;
use super::outcome::{Outcome, Stream};
use super::output;
use super::simple::{Call, base_name, is_stdin, used_text, words_of};
use super::state::Value;
use super::walk::Walker;
use crate::arguments::{self, Use};
use crate::code::{Given, Start, paths_of_module, starts};
use crate::tables::{ByName, Language, Program, Role};
use crate::{Field, Mapped};
use std::cell::RefCell;

/// An interpreter that is about to run code.
pub(super) struct Interpreter<'a, 'c> {
    pub name: &'a str,
    pub call: &'a Call<'c>,
    pub uses: &'a [Use],
    pub row: Option<&'static Program>,
    pub input: &'a Stream,
}

/// Files that make(1) reads where no other is named, in its order.
const MAKEFILES: &[&str] = &["GNUmakefile", "makefile", "Makefile"];

/// Scripts that are programs of their own.
const COMMAND_LINES: &[(Language, &str, &str)] = &[
    (Language::JavaScript, "corepack", "corepack"),
    (Language::JavaScript, "corepack.js", "corepack"),
    (Language::JavaScript, "npm", "npm"),
    (Language::JavaScript, "npm-cli.js", "npm"),
    (Language::JavaScript, "npx", "npx"),
    (Language::JavaScript, "npx-cli.js", "npx"),
    (Language::JavaScript, "pnpm", "pnpm"),
    (Language::JavaScript, "pnpm.cjs", "pnpm"),
    (Language::JavaScript, "pnpm.js", "pnpm"),
    (Language::JavaScript, "yarn", "yarn"),
    (Language::JavaScript, "yarn.cjs", "yarn"),
    (Language::JavaScript, "yarn.js", "yarn"),
    (Language::Php, "artisan", "artisan"),
    (Language::Python, "manage.py", "django-admin"),
];

/// Programs that read commands from their input, and the option they need.
static READERS: ByName<(Language, &str)> = ByName::new(&[
    ("Invoke-Expression", (Language::PowerShell, "")),
    ("cmd", (Language::Cmd, "")),
    ("duckdb", (Language::Sql, "")),
    ("ed", (Language::Ed, "")),
    ("ex", (Language::Vim, "")),
    ("iex", (Language::PowerShell, "")),
    ("mariadb", (Language::Sql, "")),
    ("mysql", (Language::Sql, "")),
    ("nvim", (Language::Vim, "-e")),
    ("powershell", (Language::PowerShell, "")),
    ("psql", (Language::Sql, "")),
    ("pwsh", (Language::PowerShell, "")),
    ("red", (Language::Ed, "")),
    ("sqlite3", (Language::Sql, "")),
    ("vi", (Language::Vim, "-e")),
    ("vim", (Language::Vim, "-e")),
]);

/// Lines of IPython that are for a shell: `!npm i`.
fn magic(code: &Mapped) -> Vec<Start> {
    let mut at = 0;
    let mut found = Vec::new();
    for line in code.text().split_inclusive('\n') {
        let start =
            ["!!", "!", "%sx ", "%system "].iter().find_map(|mark| line.trim_start().strip_prefix(mark));
        if let Some(script) = start {
            let mut text = Mapped::default();
            text.push_slice(code, at + line.len() - script.len()..at + line.len());
            found.push(Start::Script(text));
        }
        at += line.len();
    }
    found
}

/// How many bytes a pattern in code must say of a name to be looked for on the disk:
/// what `*` finds is seldom all opened.
const LEAST_SAID: usize = 2;

/// Whether code that opens this opens the files that the pattern stands for.
fn is_pattern(path: &str) -> bool {
    let name = base_name(path);
    let said = name.bytes().filter(|byte| byte.is_ascii_alphanumeric()).count();
    path.contains(['*', '?', '[']) && said >= LEAST_SAID
}

impl Interpreter<'_, '_> {
    /// Walks all code that the interpreter gets, and gives what it prints,
    /// where that is known. Several texts of code are parts of one program
    /// (`perl -e .. -e ..`).
    pub fn run(&self, walker: &mut Walker<'_>) -> Stream {
        let mut code: Option<(Language, Mapped)> = None;
        let mut printed = None;
        self.load_by_environment(walker);
        for used in self.uses {
            match used.role {
                Role::Code(language) if language != Language::Shell => {
                    let text = used_text(&self.call.argv, used);
                    let (_, whole) = code.get_or_insert((language, Mapped::default()));
                    if !whole.is_empty() {
                        whole.push_behind("\n");
                    }
                    whole.push_mapped(&text);
                }
                Role::CodeWords(language) => {
                    let words = &self.call.argv[used.word..];
                    if words.len() > 1 || words[0].value.text() != "-" {
                        code = Some((language, super::builtins::joined(words)));
                    }
                }
                Role::Loads(language) => self.load(walker, language, used),
                Role::RunFile(language) if language != Language::Shell => {
                    printed = self.file(walker, language, used);
                }
                _ => {}
            }
        }
        if let Some(module) = self.module() {
            let paths = paths_of_module(module);
            let (path, code) = paths.iter().find_map(|path| Some((path, walker.written(path)?)))?;
            let label = || format!("{} -m {module}", self.name);
            return self.code(walker, Language::Python, &code, &label, path);
        }
        if let Some((language, code)) = code {
            let label = || format!("{} {}", self.name, self.option()).trim_end().to_string();
            return self.code(walker, language, &code, &label, "-e");
        }
        if let Some(language) = self.reads_code_from_input() {
            let code = self.input.clone()?;
            let inner = Interpreter { input: &None, ..*self };
            return inner.code(walker, language, &code, &|| format!("{} < input", self.name), "-");
        }
        if self.is_make() && !self.uses.iter().any(|used| matches!(used.role, Role::RunFile(_))) {
            let written = MAKEFILES.iter().find_map(|path| Some((path, walker.written(path)?)));
            let (path, code) = written?;
            return self.code(walker, Language::Make, &code, &|| format!("{} {path}", self.name), path);
        }
        printed
    }

    /// The option that code is given with, for the route.
    fn option(&self) -> &str {
        let options = self.call.argv[1..].iter().map(|field| field.value.text());
        options
            .take(3)
            .find(|word| {
                matches!(
                    *word,
                    "-c" | "-e" | "-E" | "-r" | "-p" | "--eval" | "-pe" | "-ne" | "-Command" | "/c"
                )
            })
            .unwrap_or("")
    }

    fn is_make(&self) -> bool {
        self.row
            .is_some_and(|row| row.options.iter().any(|option| option.role == Role::RunFile(Language::Make)))
    }

    /// The language that the interpreter reads from its input, where its
    /// arguments name no code.
    fn reads_code_from_input(&self) -> Option<Language> {
        let has = |option: &str| self.call.argv.iter().any(|field| field.value.text().starts_with(option));
        let other = self.uses.iter().any(|used| matches!(used.role, Role::RunFile(_) | Role::Code(_)));
        if let Some((language, option)) = READERS.get(self.name)
            && has(option)
            && !other
        {
            return Some(*language);
        }
        let Some(Role::RunFile(language)) = self.row?.operands.first() else { return None };
        let words = || self.call.argv[1..].iter().map(|field| field.value.text());
        let module = *language == Language::Python && words().any(|word| word.starts_with("-m"));
        (*language != Language::Shell && !other && !module).then_some(*language)
    }

    /// The module that Python runs: `python3 -m x`.
    fn module(&self) -> Option<&str> {
        let words = || self.call.argv[1..].iter().map(|field| field.value.text());
        let (_, module) = words().zip(words().skip(1)).find(|(option, _)| *option == "-m")?;
        Some(module).filter(|_| self.is_python())
    }

    fn is_python(&self) -> bool {
        self.row.is_some_and(|row| row.operands.first() == Some(&Role::RunFile(Language::Python)))
    }

    /// Walks a module that is run before the rest, where the line wrote it.
    fn load(&self, walker: &mut Walker<'_>, language: Language, used: &Use) {
        let module = used_text(&self.call.argv, used);
        let found = modules::paths(language, module.text())
            .into_iter()
            .find_map(|path| Some((walker.written(&path)?, path)));
        if let Some((code, path)) = found {
            let label = || format!("{} {path}", self.name);
            let inner = Interpreter { input: &None, ..*self };
            inner.code(walker, language, &code, &label, &path);
        }
    }

    /// The same for the options that stand in a variable: `NODE_OPTIONS='-r ./x.js' node y.js`.
    fn load_by_environment(&self, walker: &mut Walker<'_>) {
        let Some(options) = modules::OPTIONS.get(self.name).filter(|_| walker.state.has_variables()) else {
            return;
        };
        let text = match walker.state.variable(options).map(|values| values.as_slice()) {
            Some([Value::Text(text)]) => text.clone(),
            _ => return,
        };
        let Some(words) = split_words(&text) else { return };
        let argv: Vec<Field> = self.call.argv[..1].iter().cloned().chain(words).collect();
        let reading = arguments::read(&words_of(self.name, &argv));
        let call = self.call.inner(argv);
        let inner = Interpreter { call: &call, ..*self };
        for used in &reading.uses {
            if let Role::Loads(language) = used.role {
                inner.load(walker, language, used);
            }
        }
    }

    pub fn file(&self, walker: &mut Walker<'_>, language: Language, used: &Use) -> Stream {
        let path = used_text(&self.call.argv, used);
        let file = base_name(path.text());
        let name = COMMAND_LINES.iter().find(|(of, script, _)| *of == language && *script == file);
        if let Some((.., name)) = name {
            let mut argv = self.call.argv[used.word..].to_vec();
            argv[0].value = Mapped::default();
            argv[0].value.push(name, path.span(0..path.len()));
            let call = self.call.inner(argv);
            let input = self.input.clone();
            walker.within(self.name, |walker| walker.subshell(|walker| walker.program(call, input)));
            return None;
        }
        let stdin = path.text() == "-" || is_stdin(path.text());
        let code = if stdin { self.input.clone() } else { walker.written(path.text()) };
        let code = code?;
        let label = || format!("{} {}", self.name, path.text());
        let inner = Interpreter { input: if stdin { &None } else { self.input }, ..*self };
        inner.code(walker, language, &code, &label, path.text())
    }

    /// Walks what `code` would start, reached through `label`, and gives what
    /// it prints.
    pub fn code(
        &self,
        walker: &mut Walker<'_>,
        language: Language,
        code: &Mapped,
        label: &dyn Fn() -> String,
        script: &str,
    ) -> Stream {
        let input = self.read(walker, language);
        let length = input.as_ref().map_or(0, |input| input.len());
        if !walker.spend(super::walk::STEPS_PER_TEXT + code.len() + length) {
            return None;
        }
        // sed has no words for its arguments.
        let arguments = if language == Language::Sed { Vec::new() } else { self.arguments(language, script) };
        let found = {
            let walker = RefCell::new(&mut *walker);
            let variable = |name: &str| match walker.borrow().state.variable(name)?.as_slice() {
                [Value::Text(text)] => Some(text.clone()),
                _ => None,
            };
            let file = |path: &str| walker.borrow().written(path);
            let output = |start: &Start| self.output(&mut walker.borrow_mut(), start);
            let prints = matches!(self.option(), "-p" | "--print" | "-pe");
            let given = Given {
                arguments: &arguments,
                input: input.as_ref(),
                file: &file,
                output: &output,
                variable: &variable,
                prints,
                dry: self.uses.iter().any(|used| used.role == Role::DryRun),
                depth: 0,
            };
            starts(language, code, &given)
        };
        let found = found.map(|mut found| {
            if self.name == "ipython" {
                found.extend(magic(code));
            }
            found
        });
        let found = match found {
            Ok(found) => found,
            Err(limit) => {
                walker.limit.get_or_insert(limit);
                return None;
            }
        };
        self.note_files(walker, &found);
        let mut printed: Stream = None;
        for start in found {
            if let Start::Print(text) = start {
                let all: &mut Mapped = printed.get_or_insert_default();
                if !walker.fits(all.len() + text.len()) {
                    return None;
                }
                all.push_mapped(&text);
            } else {
                self.start(walker, start, None, &label());
            }
        }
        printed
    }

    /// What the code reads: some read the files that their arguments name, one after the other.
    fn read(&self, walker: &mut Walker<'_>, language: Language) -> Stream {
        let reads = matches!(language, Language::Awk | Language::Perl | Language::Ruby | Language::Sed);
        let files = self.uses.iter().filter(|used| reads && matches!(used.role, Role::Read | Role::Both));
        let files: Vec<Use> = files.cloned().collect();
        output::cat(walker, self.call, &files, self.input)
    }

    /// The arguments of the code, the name of its script first.
    fn arguments(&self, language: Language, script: &str) -> Vec<Mapped> {
        let mut name = Mapped::default();
        name.push(script, self.call.origin);
        // The goals of make are names of files.
        let goal = |role: Role| language == Language::Make && role == Role::Name;
        let plain = |used: &&Use| {
            matches!(used.role, Role::Plain | Role::Positional | Role::Read | Role::Both | Role::Free)
                || goal(used.role)
        };
        let given = self.uses.iter().filter(plain).map(|used| used_text(&self.call.argv, used));
        std::iter::once(name).chain(given).collect()
    }

    /// The files that the code opens are files of the interpreter's command,
    /// which was noted just now.
    fn note_files(&self, walker: &mut Walker<'_>, found: &[Start]) {
        let call = self.call;
        let Some(noted) = walker.found.last_mut() else { return };
        if noted.span != call.origin || noted.argv != call.argv {
            return;
        }
        for start in found {
            let Start::Open { path, access } = start else { continue };
            let target = Field {
                value: path.clone(),
                known: path.is_known(),
                glob: is_pattern(path.text()),
                free: false,
            };
            noted.opened.push(Redirection { access: *access, target });
        }
    }

    /// What something prints that code would start. It is started, and noted, later on.
    fn output(&self, walker: &mut Walker<'_>, start: &Start) -> Stream {
        // What it starts itself is not followed as far as that.
        if walker.muted {
            return None;
        }
        walker.muted = true;
        let outcome = walker.subshell(|walker| self.start(walker, start.clone(), None, ""));
        walker.muted = false;
        outcome.stream()
    }

    /// Starts what code starts, and tells what came of it.
    fn start(&self, walker: &mut Walker<'_>, start: Start, input: Stream, label: &str) -> Outcome {
        match start {
            Start::Script(script) => return script_in_new_shell(walker, label, script, Vec::new(), input),
            Start::Piped { start, input, output } => {
                let outcome = self.start(walker, *start, input, label);
                if let Some(path) = output {
                    let text = walker.behind(path.text(), outcome.stream());
                    walker.wrote(path.text(), text);
                }
                return outcome;
            }
            Start::Program(words) => {
                let field = |value: Mapped| Field { known: value.is_known(), value, ..Field::default() };
                let argv: Vec<Field> = words.into_iter().map(field).collect();
                let call = self.call.inner(argv);
                return walker.within(label, |walker| walker.subshell(|walker| walker.program(call, input)));
            }
            Start::Write { path, text, appends } => {
                let text = if appends { walker.behind(path.text(), text) } else { text };
                walker.wrote(path.text(), text);
            }
            Start::Open { .. } | Start::Print(_) => {}
        }
        Outcome::unknown()
    }
}
