//! `follow`: what the project's own scripts would run when a line runs them.
//!
//! One level deep: a script that runs another script is read, the other one is
//! not. Where the scripts are, and which part of them runs, is in `scripts`.

use super::{Case, Cause};
use crate::call::{Input, ToolCall};
use crate::rule::Rule;
use crate::scripts::Script;
use crate::{message, place, scripts};

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
            let home = self.workspace.home();
            let Some(folder) = place::absolute(&folder, run.folder(), home) else { continue };
            for script in scripts::of(run, &folder, self.folded_root(), self.workspace) {
                found.extend(self.judge_script(command, &script));
            }
        }
        found
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
