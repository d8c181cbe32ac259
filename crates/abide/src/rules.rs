//! From the files that were found to a rule set.

use crate::failure::{Failure, why};
use crate::files::{ALLOW_FILE, ALLOW_VARIABLE, Format, Found, RuleFile, without_mark};
use crate::render::style::count;
use crate::workspace::{MOST_BYTES, read_text};
use crate::{folders, render};
use abide_rules::{Diagnostic, OnError, Position, RuleSet, Severity};
use serde_json::{Value, json};
use std::collections::{HashMap, HashSet};
use std::path::PathBuf;

/// A rule set, and what there is to say about it.
pub struct Loaded {
    /// The rules, the nearest file first.
    pub rules: RuleSet,
    /// Where they come from.
    pub files: Vec<RuleFile>,
    /// What is wrong inside the files.
    pub diagnostics: Vec<Diagnostic>,
    /// Files that could not be read at all.
    pub unreadable: Vec<String>,
    /// What else the person should know.
    pub notes: Vec<String>,
    /// Where rules were looked for.
    searched: Vec<PathBuf>,
}

/// Why a rule, or a whole file, is not enforced.
pub struct Fault {
    /// The rule; `None` for a file, or where it has no id.
    pub rule: Option<String>,
    /// One line.
    pub text: String,
}

/// Loads what was found. A broken file or rule is left out and reported.
pub fn load(found: Found) -> Loaded {
    let mut rules = RuleSet::new();
    let mut diagnostics = Vec::new();
    let mut notes = found.notes;
    let (own, others): (Vec<_>, Vec<_>) =
        found.files.iter().filter(|file| abide_rules::lowers_guard(&file.text)).partition(|file| file.own);
    if found.guard && own.is_empty() {
        rules.load_guard(&folders::moved());
    }
    notes.extend(others.iter().map(|file| {
        format!("`guard` in {} does not count: it belongs in the rules of your own configuration", file.name)
    }));
    for file in &found.files {
        diagnostics.extend(match file.format {
            Format::Json => rules.load_with(&file.name, &file.text, &mut |path| {
                let text = read_text(&found.root.join(path), MOST_BYTES);
                text.map(without_mark).map_err(|error| why(&error))
            }),
            Format::Tools => rules.load_tools(&file.name, &file.text),
        });
    }
    diagnostics.extend(rules.finish());
    // After the rules, which may say that some overrides do not count.
    rules.allow_file(&found.allow_file);
    rules.allow_env(&found.allow_variable);
    Loaded {
        rules,
        files: found.files,
        diagnostics,
        unreadable: found.problems,
        notes,
        searched: found.searched,
    }
}

impl Loaded {
    /// Everything because of which a rule was not enforced, a line each.
    pub fn problems(&self) -> Vec<String> {
        let errors = self.diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Error);
        self.in_lines(errors.chain(&self.rules.broken()))
    }

    /// Everything because of which rules are not enforced, patterns that no call
    /// has needed yet among it, a line each.
    pub fn faults(&self) -> Vec<Fault> {
        let whole = self.unreadable.iter().map(|text| Fault { rule: None, text: text.clone() });
        let errors = self.errors().into_iter();
        whole.chain(errors.map(|error| Fault { text: self.in_a_line(&error), rule: error.rule })).collect()
    }

    fn in_lines<'d>(&self, errors: impl IntoIterator<Item = &'d Diagnostic>) -> Vec<String> {
        let lines = errors.into_iter().map(|diagnostic| self.in_a_line(diagnostic));
        self.unreadable.iter().cloned().chain(lines).collect()
    }

    /// A file of rules that cannot be read at all, if there is one: what would be
    /// judged without it is not what was asked for.
    pub fn unread(&self) -> Option<Failure> {
        let whole = |error: &&Diagnostic| matches!(lost(error), Lost::File | Lost::Extended);
        let error = || self.diagnostics.iter().find(whole).map(|error| self.in_a_line(error));
        let told = self.unreadable.first().cloned().or_else(error)?;
        Some(Failure::new(told).help("`abide check FILE` shows what is wrong in it"))
    }

    /// Everything because of which rules are not enforced, patterns that no
    /// call has needed yet among it.
    pub fn errors(&self) -> Vec<Diagnostic> {
        let all = self.diagnostics.iter().cloned().chain(self.rules.check());
        all.filter(|diagnostic| diagnostic.severity == Severity::Error).collect()
    }

    /// The rules that no call can break, and why.
    pub fn idle(&self) -> HashMap<String, String> {
        let lifted = self.rules.rules().iter().filter(|rule| self.rules.is_lifted(rule));
        let lifted =
            lifted.map(|rule| (rule.id.clone(), format!("allowed by {ALLOW_FILE} or {ALLOW_VARIABLE}")));
        let useless = self.rules.check().into_iter();
        let useless = useless.filter(|found| matches!(found.code, "never-applies" | "bad-pattern"));
        useless.filter_map(|found| Some((found.rule?, found.message))).chain(lifted).collect()
    }

    /// What is not enforced because of `errors`: `1 rule`, `2 rules and 1 file`.
    /// `None` if that is nothing.
    pub fn lost(&self, errors: &[Diagnostic]) -> Option<String> {
        let lost = |wanted: Lost| errors.iter().filter(move |error| lost(error) == wanted);
        let rules: HashSet<_> = lost(Lost::Rule).map(|error| error.rule.as_ref().ok_or(error.span)).collect();
        let files = lost(Lost::File).chain(lost(Lost::Extended)).count() + self.unreadable.len();
        let entries = lost(Lost::Entry).count();
        let parts = [(rules.len(), "rule"), (files, "file"), (entries, "setting")];
        let parts: Vec<String> = parts
            .iter()
            .filter(|(number, _)| *number > 0)
            .map(|(number, noun)| count(*number, noun))
            .collect();
        (!parts.is_empty()).then(|| render::listed(&parts))
    }

    /// There is no rules file: why, and what to do.
    pub fn nothing(&self) -> Failure {
        if let Some(problem) = self.unreadable.first() {
            return Failure::new(problem.clone());
        }
        let folders: Vec<String> = self.searched.iter().map(|folder| folder.display().to_string()).collect();
        Failure::new(format!("no rules found in {}", folders.join(", ")))
            .help("write .abide/rules.json; `abide tour` shows how to start")
    }

    /// A complaint with the lines of the file it is about.
    pub fn in_full(&self, diagnostic: &Diagnostic) -> String {
        let consequence = match (lost(diagnostic), self.rules.on_error()) {
            _ if diagnostic.severity != Severity::Error => None,
            (Lost::Entry, _) => None,
            (_, OnError::Block) => Some("while this is so, calls are blocked (`on_error`)"),
            (Lost::Rule, OnError::Allow) => Some("this rule is not enforced"),
            (Lost::File, OnError::Allow) => Some("no rule of the file is enforced"),
            (Lost::Extended, OnError::Allow) => {
                Some("the other rules of the file are enforced, these are not")
            }
        };
        render::diagnostic::render(diagnostic, self.text(diagnostic), consequence)
    }

    /// A complaint for programs. Lines and columns count from 1.
    pub fn document(&self, diagnostic: &Diagnostic) -> Value {
        let position = self.position(diagnostic);
        json!({
            "severity": match diagnostic.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
                Severity::Note => "note",
            },
            "code": diagnostic.code,
            "message": diagnostic.message,
            "help": diagnostic.help,
            "file": diagnostic.file,
            "line": position.line,
            "column": position.column,
            "rule": diagnostic.rule,
        })
    }

    fn position(&self, diagnostic: &Diagnostic) -> Position {
        Position::of(self.text(diagnostic), diagnostic.span.start)
    }

    /// A complaint in one line, with its place.
    pub fn in_a_line(&self, diagnostic: &Diagnostic) -> String {
        let rule =
            diagnostic.rule.as_deref().map(|id| format!(" (rule {id} is not enforced)")).unwrap_or_default();
        format!("{}:{}: {}{rule}", diagnostic.file, self.position(diagnostic), diagnostic.message)
    }

    fn text(&self, diagnostic: &Diagnostic) -> &str {
        self.rules.files().find(|(name, _)| *name == diagnostic.file).map_or("", |(_, text)| text)
    }
}

/// What a load error takes away.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Lost {
    Rule,
    File,
    /// Another file, or a pack, that this one extends.
    Extended,
    /// A setting of the file, or a wrapper.
    Entry,
}

/// What is not enforced because of `error`.
fn lost(error: &Diagnostic) -> Lost {
    match error.code {
        "json-syntax" | "not-rules" => Lost::File,
        "cannot-extend" => Lost::Extended,
        // The rule holds; what it is believed to do is wrong.
        "block-example-passes" | "allow-example-blocked" | "ready-example-differs" | "bad-rewrite" => {
            Lost::Entry
        }
        "missing-id" | "bad-id" | "not-object" => Lost::Rule,
        _ if error.rule.is_some() => Lost::Rule,
        _ => Lost::Entry,
    }
}
