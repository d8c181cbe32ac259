//! From what the files say to what there is to tell: each call once, by rule.

use super::asked::Asked;
use super::figures::{OfRule, Week};
use super::judged::File;
use super::kept::Kept;
use super::sets::Rules;
use super::sum::Sum;
use crate::failure::Failure;
use abide_rules::{Kind, Rule};
use jiff::Timestamp;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Everything that was counted.
#[derive(Default)]
pub struct Tally {
    /// Calls that were judged.
    pub calls: usize,
    /// Those that broke a rule.
    pub broken: usize,
    /// Of these, those that were stopped before they ran.
    pub stopped: usize,
    /// Sessions that the calls are of.
    pub sessions: usize,
    /// The agents, and their calls.
    pub agents: BTreeMap<&'static str, usize>,
    /// The first and the last call that has a time.
    pub first: Option<Timestamp>,
    /// As `first`.
    pub last: Option<Timestamp>,
    /// By week (see [`week`](super::figures::week)).
    pub weeks: BTreeMap<i64, Week>,
    /// By the number of the rule.
    pub rules: Vec<OfRule>,
    /// What was passed over.
    pub skipped: Vec<Skipped>,
}

/// What was passed over in one file.
pub struct Skipped {
    /// What: `broken_lines`, a name in documents.
    pub what: &'static str,
    /// How often.
    pub number: usize,
    /// Where it was met first.
    pub path: PathBuf,
    /// The line there.
    pub line: Option<usize>,
    /// Why, where a file is to blame.
    pub why: Option<String>,
}

impl Tally {
    /// Counts every call of the files once. Breaks of rules that nobody asked for are
    /// none; of each rule so many examples are shown.
    ///
    /// # Errors
    ///
    /// Something that was put away is lost.
    pub fn of(
        mut kept: Kept,
        rules: &Rules,
        asked_for: impl Fn(&Rule) -> bool,
        asked: &Asked,
        examples: usize,
    ) -> Result<Self, Failure> {
        let copies = kept.copies()?;
        let mut sum = Sum::by(rules, asked_for, asked, examples);
        let mut skipped = Vec::new();
        for (number, file) in kept.files().enumerate() {
            let (file, log) = file?;
            sum.add(&file, &log, |at| copies.has(number, at));
            skipped.extend(self::skipped(file));
        }
        Ok(Tally { skipped, ..sum.tally() })
    }

    /// Numbers of the rules to tell of, those that did most damage first, among
    /// equals in the order of the files. Rules of other files than the person's are
    /// told of only if they were broken, and advice never.
    pub fn ranked(&self, rules: &Rules) -> Vec<usize> {
        let own = |at: &usize| {
            let guard = rules.place(*at).0 == "pack:self";
            rules.rule(*at).kind != Kind::Advice && (self.rules[*at].broken > 0 || !guard)
        };
        let mut ranked: Vec<usize> = (0..self.rules.len()).filter(own).collect();
        let rank = |of: &OfRule| Reverse((of.damage(), of.broken));
        ranked.sort_by_cached_key(|at| (rank(&self.rules[*at]), rules.order(*at)));
        ranked
    }
}

fn skipped(file: File) -> Vec<Skipped> {
    let part = |(what, (number, line)): (&'static str, (usize, usize))| Skipped {
        what,
        number,
        path: file.path.clone(),
        line: Some(line),
        why: None,
    };
    let mut all: Vec<Skipped> = file.skipped.iter().map(|(what, how)| part((what, *how))).collect();
    let whole = |what, why| Skipped { what, number: 1, path: file.path.clone(), line: None, why };
    match (&file.failure, file.agent) {
        (Some(why), _) => all.push(whole("unreadable_files", Some(why.clone()))),
        (None, None) if !super::read::is_empty(&file.path) => all.push(whole("unknown_files", None)),
        _ => {}
    }
    all
}
