//! `when`: rules that hold on some git branches only.
//!
//! A command is judged by the branch of the folder it runs in, a file by the
//! branch of the folder that holds it, any other call by the folder it is made
//! in. Where there is no branch (no work tree, a detached head) such a rule
//! does not hold.

use super::{Case, program};
use crate::glob::Glob;
use crate::place;
use crate::rule::{Rule, When};
use abide_shell::Command;

impl When {
    /// Whether the rule holds everywhere.
    pub(crate) fn always(&self) -> bool {
        self.branch.is_empty()
    }

    fn allows(&self, branch: &str) -> bool {
        self.branch.iter().any(|glob| Glob::branch(glob).matches_name(branch))
    }
}

impl Case<'_> {
    fn everywhere(&self, rule: &Rule) -> bool {
        self.everywhere || rule.when.always()
    }

    /// Whether `rule` holds in `folder` (absolute).
    pub(super) fn holds_in(&self, rule: &Rule, folder: &str) -> bool {
        self.everywhere(rule) || self.workspace.branch(folder).is_some_and(|branch| rule.when.allows(&branch))
    }

    /// Whether `rule` holds where `command` runs. Where that is one of several
    /// folders, one is enough.
    pub(super) fn holds_for(&self, rule: &Rule, command: &Command) -> bool {
        if self.everywhere(rule) {
            return true;
        }
        if let Some(branch) = self.switched_to(command) {
            return rule.when.allows(branch);
        }
        let mut folders = self.likely_folders(command).into_iter();
        folders.any(|folder| self.holds_in(rule, &self.absolute(&folder, command.folder())))
    }

    /// The branch that the line went to before `command`, in the same folder:
    /// `git switch -c x && git push`.
    fn switched_to(&self, command: &Command) -> Option<&str> {
        let commands = &self.line.as_ref()?.reach.commands;
        let index = commands.iter().position(|other| std::ptr::eq(other, command))?;
        let here = |other: &&Command| other.dirs == command.dirs && other.folder() == command.folder();
        let branch = commands[..index].iter().rev().filter(here).find_map(branch_of)?;
        // `git checkout x` may be about a file.
        let folder = self.folders(command).pop()?;
        (!self.workspace.exists(&self.absolute(&folder, branch))).then_some(branch)
    }

    /// Whether `rule` holds where the call is made.
    pub(super) fn holds_here(&self, rule: &Rule) -> bool {
        self.holds_in(rule, &place::fold(&self.call.cwd, ""))
    }
}

/// The branch that a command goes to.
fn branch_of(command: &Command) -> Option<&str> {
    let (subcommand, mut words) = command.subcommand()?;
    if program(command) != "git" || !matches!(subcommand, "checkout" | "switch") {
        return None;
    }
    let mut operands = Vec::new();
    while let Some(word) = words.next() {
        match word {
            "-b" | "-B" | "-c" | "-C" | "--create" | "--force-create" | "--orphan" => return words.next(),
            "-" | "--" => return None,
            option if option.starts_with('-') => {}
            operand => operands.push(operand),
        }
    }
    // With more operands it is about files.
    if let [branch] = operands[..] { Some(branch) } else { None }
}
