//! What `abide count` has to tell, in whatever form.

use crate::count::figures::OfRule;
use crate::count::sets::Rules;
use crate::count::tally::Tally;
use abide_rules::Rule;
use jiff::Timestamp;
use std::collections::BTreeMap;
use std::path::Path;

/// What there is to tell.
pub struct Report<'r> {
    /// The numbers.
    pub tally: &'r Tally,
    /// The rules they are of.
    pub rules: &'r Rules,
    /// Numbers of the rules to tell of, in order.
    pub ranked: Vec<usize>,
    /// The project.
    pub root: &'r Path,
    /// Whether the project has no rules, and the starter pack was counted.
    pub starter: bool,
    /// Whether the sessions of all projects were read.
    pub all_projects: bool,
    /// How many examples of each rule are wanted.
    pub examples: usize,
    /// Since when abide has been the hook of each agent.
    pub installed: Vec<(&'static str, Timestamp)>,
}

/// How a rule stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Standing {
    /// It was broken.
    Broken,
    /// It could have been broken, and was not.
    Kept,
    /// It could not have been broken, and why.
    Dead(String),
}

impl Standing {
    /// Whether it was broken.
    pub fn is_broken(&self) -> bool {
        *self == Standing::Broken
    }

    /// Why it could not have been broken, if it could not.
    pub fn why(self) -> Option<String> {
        if let Standing::Dead(why) = self { Some(why) } else { None }
    }
}

/// What is passed over: its name in documents, and words for one and for several.
const SKIPPED: &[(&str, &str, &str)] = &[
    ("broken_lines", "broken line", "broken lines"),
    ("calls_too_long", "call too long to judge", "calls too long to judge"),
    ("calls_without_command", "call without a command", "calls without a command"),
    ("unknown_files", "unknown file", "unknown files"),
    ("unknown_folder", "call in an unknown folder", "calls in an unknown folder"),
    ("unreadable_files", "unreadable file", "unreadable files"),
];

impl<'r> Report<'r> {
    /// What must be known before the numbers are read.
    pub fn note(&self) -> Option<&'static str> {
        match (self.tally.calls, self.all_projects) {
            (0, true) => Some("No call was counted: the logs hold none, or none that was asked for."),
            (0, false) => Some(
                "No call was counted: the logs hold none of this project, or none that was asked for. \
                 --all-projects counts those of every project.",
            ),
            _ if self.starter => {
                Some("There are no rules here, so the starter rules were counted (abide tour --rules).")
            }
            _ if self.ranked.is_empty() && !self.rules.faults().is_empty() => {
                Some("The rules could not be read, so nothing was judged.")
            }
            _ if self.ranked.is_empty() => Some("The files of rules hold no rule, so nothing was judged."),
            _ => None,
        }
    }

    /// A rule, and what was counted of it.
    pub fn of(&self, at: usize) -> (&'r Rule, &'r OfRule) {
        (self.rules.rule(at), &self.tally.rules[at])
    }

    /// How a rule stands.
    pub fn standing(&self, at: usize) -> Standing {
        let of = self.of(at).1;
        match self.rules.idle(at) {
            _ if of.broken > 0 => Standing::Broken,
            Some(why) => Standing::Dead(why.to_owned()),
            None if of.tried => Standing::Kept,
            None => Standing::Dead("no call was of the kind that it looks at".to_owned()),
        }
    }

    /// The rules that stand so, in order.
    pub fn with(&self, wanted: impl Fn(&Standing) -> bool) -> Vec<usize> {
        self.ranked.iter().copied().filter(|at| wanted(&self.standing(*at))).collect()
    }

    /// The rules that could not have been broken, and why, in order.
    pub fn dead(&self) -> Vec<(usize, String)> {
        self.ranked.iter().filter_map(|at| Some((*at, self.standing(*at).why()?))).collect()
    }

    /// Where the rule is written down, for people if the file says so.
    pub fn source(&self, at: usize) -> String {
        self.rules.rule(at).source.clone().unwrap_or_else(|| {
            let (file, position) = self.rules.place(at);
            if self.starter { file.to_owned() } else { format!("{file}:{}", position.line) }
        })
    }

    /// How many of the calls that broke the rule or ran what to use instead ran
    /// that, from 0 to 1. `None` without either.
    pub fn kept(&self, rule: &Rule, of: &OfRule) -> Option<f64> {
        let all = of.instead + of.broken;
        (all > 0 && rule.has_instead()).then(|| of.instead as f64 / all as f64)
    }

    /// What was passed over, by name.
    pub fn numbers(&self) -> BTreeMap<&'static str, usize> {
        let mut numbers = BTreeMap::new();
        for skipped in &self.tally.skipped {
            *numbers.entry(skipped.what).or_default() += skipped.number;
        }
        numbers
    }

    /// The same in words.
    pub fn skipped(&self) -> String {
        let words = |(what, number): (&str, usize)| {
            let found = SKIPPED.iter().find(|(name, ..)| *name == what);
            let (one, many) = found.map_or((what, what), |(_, one, many)| (*one, *many));
            format!("{number} {}", if number == 1 { one } else { many })
        };
        self.numbers().into_iter().map(words).collect::<Vec<_>>().join(", ")
    }
}
