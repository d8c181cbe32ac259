//! What a call has to do with each rule, for those who count calls.

use super::{Case, Cause};
use crate::call::{ToolCall, Workspace};
use crate::chance::{Chances, Instead};
use crate::judge::line::program;
use crate::rule::{Kind, Rule, Tools};
use crate::set::RuleSet;

/// What a call has to do with the rules. Numbers are places in
/// [`RuleSet::rules`], in order.
#[derive(Debug, Default)]
pub struct Account {
    /// What kind of call it is: a rule whose `tools` do not meet it looks away.
    pub kind: Tools,
    /// Those it breaks, `"enabled": false` or not, each with the path that broke
    /// it. A line too large to be read breaks none.
    pub broken: Vec<(usize, Option<String>)>,
    /// Those it could have broken: it runs a program that the rule is about, or
    /// touches a file in a way that the rule looks at.
    pub about: Vec<usize>,
    /// Those it keeps by what they say to use instead: it runs the replacement, or what
    /// a row of `rewrite` makes.
    pub instead: Vec<usize>,
}

impl RuleSet {
    /// What a call has to do with each rule. Builds no text: for those who judge
    /// many calls and show few.
    ///
    /// ```
    /// use abide_rules::{Input, RuleSet, ToolCall};
    /// # struct Nowhere;
    /// # impl abide_rules::Workspace for Nowhere {
    /// #     fn home(&self) -> Option<&str> { None }
    /// #     fn real_path(&self, _: &str) -> Option<String> { None }
    /// #     fn list(&self, _: &str) -> Vec<abide_rules::Entry> { Vec::new() }
    /// # }
    /// let mut rules = RuleSet::new();
    /// rules.load_tools("tools", "npm pnpm\nnpx pnpm dlx");
    /// let line = |line: &str| ToolCall { input: Input::Shell(line.into()), ..ToolCall::default() };
    /// let account = rules.account(&line("cd web && sudo pnpm ci"), &Nowhere);
    /// assert!(account.broken.is_empty());
    /// assert_eq!((account.about, account.instead), (vec![0], vec![0]));
    /// ```
    pub fn account(&self, call: &ToolCall, workspace: &dyn Workspace) -> Account {
        let case = Case::new(self, call, workspace, |_| true);
        let chances = self.chances.get_or_init(|| Chances::of(&self.rules, &self.files));
        let path = |cause: Cause| match cause {
            Cause::Path { path, .. } => Some(path),
            Cause::Script(script) => script.path,
            _ => None,
        };
        let rules = self.rules.iter().enumerate();
        let broken: Vec<_> =
            rules.filter_map(|(at, rule)| Some((at, path(case.breach(rule)?.cause)))).collect();
        let breaks = |at: usize| broken.iter().any(|(broken, _)| *broken == at);
        let mut instead = case.instead(chances);
        instead.retain(|at| !breaks(*at));
        let mut about = case.by_program(chances);
        about.extend((0..self.rules.len()).filter(|at| breaks(*at) || case.could_break(&self.rules[*at])));
        about.extend(&instead);
        about.sort_unstable();
        about.dedup();
        Account { kind: case.kind, broken, about, instead }
    }
}

impl Case<'_> {
    /// The rules about commands that are about a program of the line.
    fn by_program(&self, chances: &Chances) -> Vec<usize> {
        let commands = self.line.iter().flat_map(|line| &line.reach.commands);
        let about = commands.flat_map(|command| {
            let looks = |at: &usize| self.rules.rules[*at].remote || !command.remote;
            chances.about(program(command)).filter(looks)
        });
        about.filter(|at| self.looks_at(&self.rules.rules[*at])).collect()
    }

    /// Whether the call is of those that a rule about paths or tools looks at.
    fn could_break(&self, rule: &Rule) -> bool {
        self.looks_at(rule)
            && match rule.kind {
                Kind::ProtectPath => self.touched().iter().any(|touched| self.concerns(rule, touched)),
                Kind::ForbidTool => true,
                Kind::ForbidCommand | Kind::Advice => false,
            }
    }

    /// The rules of which a command of the line runs what they say to use instead, in
    /// a place where the rule holds. `pnpm dlx` stands for `npx` and not for `npm`, if
    /// there is a rule for each: the longest replacement is meant, and nothing shorter.
    fn instead(&self, chances: &Chances) -> Vec<usize> {
        let mut found = Vec::new();
        let commands = self.line.iter().flat_map(|line| &line.reach.commands);
        for command in commands.filter(|command| !command.dead) {
            let run = command.run.text();
            let runs = |words: &str| {
                run.strip_prefix(words).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
            };
            let fits = |instead: &&Instead| {
                let rule = &self.rules.rules[instead.rule];
                runs(&instead.words)
                    && (rule.remote || !command.remote)
                    && self.looks_at(rule)
                    && self.holds_for(rule, command)
            };
            let fitting: Vec<_> = chances.instead.iter().filter(fits).collect();
            let replacements = fitting.iter().filter(|instead| instead.is_replacement);
            let longest = replacements.map(|instead| instead.words.len()).max().unwrap_or(0);
            let meant = fitting.iter().filter(|instead| instead.words.len() >= longest);
            found.extend(meant.map(|instead| instead.rule));
        }
        found.sort_unstable();
        found.dedup();
        found
    }
}
