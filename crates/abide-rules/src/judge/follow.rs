//! `follow`: what the project's own scripts would run when a line runs them.
//!
//! One level deep: a script that runs another script is read, the other one is
//! not. Where the scripts are, and which part of them runs, is in `scripts`.
//!
//! A script may also come through other programs (`cat x.sh | sh`), or be of
//! another language. For these the line is read once more, with the text of the
//! files that its commands read, as if it had written them itself. The texts stand
//! behind the line, one after the other, so that every place has a number.

use super::{Case, Cause, Line};
use crate::call::{Input, ToolCall};
use crate::rule::Rule;
use crate::scripts::{LONGEST, Script};
use crate::{message, place, scripts};
use abide_shell::{Context, KnownFile, Mapped, Span};

/// How a script breaks a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct InScript {
    /// The command of the line that runs the script.
    pub command: usize,
    /// The file, as the line or the project calls it: `./x.sh`, `package.json`.
    pub file: String,
    /// The line of the file, from 1.
    pub line: usize,
    /// What stands there.
    pub text: String,
    /// The path that broke a `protect_path` rule, absolute.
    pub path: Option<String>,
}

/// The most files that a line is read with.
const MOST_FILES: usize = 16;

/// A file that the line reads.
struct ReadFile {
    /// What the line knows it by.
    name: String,
    /// Its path, as it is shown.
    shown: String,
    /// Its text, which begins at `start`.
    text: Mapped,
    /// Where its text begins, behind the line.
    start: u32,
    /// The command that reads it.
    command: usize,
}

/// The files by the names that the line has for them: a pattern, and what a
/// program printed, name all that they stand for.
fn known(read: &[ReadFile]) -> Vec<KnownFile> {
    let mut files: Vec<KnownFile> = Vec::new();
    for file in read {
        match files.iter_mut().find(|known| known.path == file.name) {
            Some(known) => known.text.get_or_insert_default().push_mapped(&file.text),
            None => files.push(KnownFile { path: file.name.clone(), text: Some(file.text.clone()) }),
        }
    }
    files
}

impl<'c> Case<'c> {
    /// How a script that the line runs breaks `rule`, the first one.
    pub(super) fn script_breach(&self, rule: &'c Rule) -> Option<Cause> {
        let found = self.scripts.get_or_init(|| self.judge_scripts());
        let first = found.iter().find(|(broken, _)| std::ptr::eq(*broken, rule))?;
        Some(Cause::Script(first.1.clone()))
    }

    /// Reads each script once, for all rules that follow.
    fn judge_scripts(&self) -> Vec<(&'c Rule, InScript)> {
        let Some(line) = &self.line else { return Vec::new() };
        let mut found = Vec::new();
        for (command, run) in line.reach.commands.iter().enumerate().filter(|(_, run)| !run.remote) {
            let Some(folder) = self.folders(run).pop() else { continue };
            let folder = self.absolute(&folder, run.folder());
            for script in scripts::of(run, &folder, self.folded_root(), self.workspace) {
                found.extend(self.judge_script(command, &script));
            }
        }
        found.extend(self.judge_with_files(line));
        found
    }

    /// How the line breaks the rules, read with the files that it reads.
    fn judge_with_files(&self, line: &Line<'c>) -> Vec<(&'c Rule, InScript)> {
        let read = self.files_read(line);
        if read.is_empty() {
            return Vec::new();
        }
        let files = known(&read);
        let cwd = Some(self.call.cwd.as_str()).filter(|cwd| !cwd.is_empty());
        let context = Context {
            home: self.workspace.home(),
            cwd,
            root: self.call.root.as_deref(),
            wrappers: &self.rules.wrappers,
            files: &files,
            shell: self.call.input.shell(),
        };
        let reach = abide_shell::reach(line.source, &context);
        let empty = Case::new(self.rules, self.call, self.workspace, |_| false);
        let case = Case { line: Some(Line::new(line.source, reach)), ..empty };
        let mut found = Vec::new();
        for rule in self.rules.rules.iter().filter(|rule| rule.follow) {
            let Ok(Some(cause)) = case.answer(rule) else { continue };
            let (index, path) = match &cause {
                Cause::Command(index) => (*index, None),
                Cause::Path { path, at: Some((index, _)) } => (*index, Some(path.clone())),
                _ => continue,
            };
            let Some(command) = case.command(index) else { continue };
            let inside = |span: &Span| span.start as usize >= line.source.len();
            let origins = || command.run.origins().chain([command.span]);
            let Some(at) = origins().find(inside) else { continue };
            let Some(file) = read.iter().rev().find(|file| file.start <= at.start) else { continue };
            let before = file.text.text().get(..(at.start - file.start) as usize).unwrap_or_default();
            found.push((
                rule,
                InScript {
                    command: file.command,
                    file: file.shown.clone(),
                    line: 1 + before.matches('\n').count(),
                    text: message::shown(command, rule),
                    path,
                },
            ));
        }
        found
    }

    /// The texts of the project's files that commands of the line read.
    fn files_read(&self, line: &Line<'_>) -> Vec<ReadFile> {
        let commands = &line.reach.commands;
        let mut found: Vec<ReadFile> = Vec::new();
        // Room for the byte that tells the line from the first file.
        let mut start = line.source.len() as u32 + 1;
        for (index, command) in commands.iter().enumerate() {
            let named: Vec<(&str, Span)> = command
                .files()
                .iter()
                .filter(|file| file.access.reads() && !file.deep)
                .map(|file| (file.path, file.span))
                .collect();
            for touched in self.paths_of_command(commands, index, Default::default()) {
                let Some((name, _)) = named.iter().find(|(_, span)| touched.is_named_at(*span)) else {
                    continue;
                };
                for path in std::iter::once(&touched.path).chain(touched.below(&self.tree)) {
                    if found.len() == MOST_FILES {
                        return found;
                    }
                    let plain = place::name(name) == place::name(path);
                    let known = if plain { path } else { *name };
                    let shown = path.strip_prefix(self.folded_root()).unwrap_or(path).trim_start_matches('/');
                    if found.iter().any(|file| file.name == known && file.shown == shown) {
                        continue;
                    }
                    let Some(text) = self.text_of(path) else { continue };
                    let (name, shown) = (known.to_owned(), shown.to_owned());
                    let length = text.len() as u32 + 1;
                    let text = Mapped::source(&text, start);
                    found.push(ReadFile { name, shown, text, start, command: index });
                    start += length;
                }
            }
        }
        found
    }

    /// The text of a file in the project, if it is one and not too long.
    fn text_of(&self, path: &str) -> Option<String> {
        let root = self.folded_root().trim_end_matches('/');
        let inside = path.strip_prefix(root).is_some_and(|rest| rest.starts_with('/'));
        let text = inside.then(|| self.workspace.read(path, LONGEST))??;
        (!text.contains('\0')).then_some(text)
    }

    fn judge_script(&self, command: usize, script: &Script) -> Vec<(&'c Rule, InScript)> {
        let call = ToolCall {
            input: Input::Shell(script.text.clone()),
            cwd: script.folder.clone(),
            ..self.call.clone()
        };
        let case = Case::new(self.rules, &call, self.workspace, |rule| rule.follow);
        let mut found = Vec::new();
        for rule in self.rules.rules.iter().filter(|rule| rule.follow) {
            let Ok(Some(cause)) = case.answer(rule) else { continue };
            let span = case.span(&cause);
            let at = span.map_or(0, |span| span.start as usize);
            let breaks = script.text.get(..at).map_or(0, |before| before.matches('\n').count());
            let written = span.and_then(|span| script.text.get(span.range())).unwrap_or_default();
            let broken = match cause {
                Cause::Command(index) => case.command(index),
                _ => None,
            };
            let text = broken.map_or(written.to_owned(), |command| message::shown(command, rule));
            found.push((
                rule,
                InScript {
                    command,
                    file: script.file.clone(),
                    line: script.line + breaks,
                    text,
                    path: match cause {
                        Cause::Path { path, .. } => Some(path),
                        _ => None,
                    },
                },
            ));
        }
        found
    }
}
