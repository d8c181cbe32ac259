//! From the files that were found to a rule set.

use crate::failure::Failure;
use crate::files::{Format, Found, RuleFile};
use crate::render;
use abide_rules::{Diagnostic, Position, RuleSet, Severity};

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
}

/// Loads what was found. A broken file or rule is left out and reported.
pub fn load(found: Found) -> Loaded {
    let mut rules = RuleSet::new();
    let mut diagnostics = Vec::new();
    for file in &found.files {
        diagnostics.extend(match file.format {
            Format::Json => rules.load_with(&file.name, &file.text, &mut |path| {
                std::fs::read_to_string(found.root.join(path)).map_err(|error| error.to_string())
            }),
            Format::Tools => rules.load_tools(&file.name, &file.text),
        });
    }
    // After the rules, which may say that some overrides do not count.
    rules.allow_file(&found.allow_file);
    rules.allow_env(&found.allow_variable);
    Loaded { rules, files: found.files, diagnostics, unreadable: found.problems, notes: found.notes }
}

impl Loaded {
    /// Everything because of which a rule was not enforced, a line each.
    pub fn problems(&self) -> Vec<String> {
        let errors = self.diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Error);
        let broken = self.rules.broken();
        let lines = errors.chain(&broken).map(|diagnostic| self.in_a_line(diagnostic));
        self.unreadable.iter().cloned().chain(lines).collect()
    }

    /// Tells the person on standard error what is wrong, or fails if there is
    /// nothing to judge by.
    pub fn report(&self) -> Result<(), Failure> {
        if self.files.is_empty() {
            return Err(self.nothing());
        }
        let errors = self.diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Error);
        errors.for_each(|error| anstream::eprintln!("{}\n", self.in_full(error)));
        self.unreadable.iter().chain(&self.notes).for_each(|note| anstream::eprintln!("abide: note: {note}"));
        Ok(())
    }

    /// There is no rules file: why, and what to do.
    pub fn nothing(&self) -> Failure {
        match self.unreadable.first() {
            Some(problem) => Failure::new(problem.clone()),
            None => Failure::new("no rules found")
                .help("write .abide/rules.json; `abide tour` shows how to start"),
        }
    }

    /// A complaint with the lines of the file it is about.
    pub fn in_full(&self, diagnostic: &Diagnostic) -> String {
        render::diagnostic::render(diagnostic, self.text(diagnostic))
    }

    /// Where a complaint begins in its file.
    pub fn position(&self, diagnostic: &Diagnostic) -> Position {
        Position::of(self.text(diagnostic), diagnostic.span.start)
    }

    fn in_a_line(&self, diagnostic: &Diagnostic) -> String {
        let rule = diagnostic.rule.as_deref().map(|id| format!(" (rule {id})")).unwrap_or_default();
        format!("{}:{}: {}{rule}", diagnostic.file, self.position(diagnostic), diagnostic.message)
    }

    fn text(&self, diagnostic: &Diagnostic) -> &str {
        self.rules.files().find(|(name, _)| *name == diagnostic.file).map_or("", |(_, text)| text)
    }
}
