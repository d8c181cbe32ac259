//! All the rules that hold for a call, from several files.

use crate::chance::Chances;
use crate::diagnostic::{Diagnostic, Position, Severity};
use crate::load::Change;
use crate::place::{fold, parent};
use crate::rule::{Kind, Matcher, Rule};
use crate::written::{At, Files};
use crate::{load, packs, tools};
use abide_shell::{Span, Wrapper};
use foldhash::HashSet;
use std::sync::OnceLock;

/// The rules of one or more files, the nearest file first.
///
/// ```
/// use abide_rules::RuleSet;
///
/// let mut rules = RuleSet::new();
/// let file = r#"[{"id": "use-pnpm", "kind": "forbid_command", "pattern": "^npm(?:\\s|$)"}]"#;
/// assert!(rules.load("rules.json", file).is_empty());
/// assert!(rules.load_tools("tools", "yarn pnpm").is_empty());
/// assert_eq!(rules.rules().len(), 2);
/// ```
#[derive(Debug, Default)]
pub struct RuleSet {
    pub(crate) rules: Vec<Rule>,
    pub(crate) files: Vec<File>,
    /// As the nearest file that says it has it.
    pub(crate) on_error: Option<OnError>,
    pub(crate) overrides: Overrides,
    pub(crate) allowed: HashSet<String>,
    pub(crate) wrappers: Vec<Wrapper>,
    /// What files change in rules of those that are loaded later, the nearest first.
    changes: Vec<Change>,
    /// The file of the rules that no override lifts.
    guard: Option<usize>,
    /// Which rules a command is about; worked out for those who count.
    pub(crate) chances: OnceLock<Chances>,
    /// The first error met while loading.
    pub(crate) load_error: Option<String>,
}

/// A file that was loaded.
#[derive(Debug)]
pub(crate) struct File {
    pub name: String,
    pub text: String,
}

/// What a rule that cannot be checked does to a call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OnError {
    /// The call runs; the rule is reported.
    #[default]
    Allow,
    /// The call is blocked.
    Block,
}

/// Which overrides lift a rule.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Overrides {
    /// `.agent-allow-cli-tools` and `AGENT_ALLOW_CLI_TOOLS`.
    #[default]
    All,
    /// `.agent-allow-cli-tools` only.
    File,
    /// None.
    None,
}

/// How many files may extend each other.
const MOST_EXTENDS: usize = 8;

/// The path of `wanted`, a file beside `file`; both seen from the same place.
fn beside(file: &str, wanted: &str) -> String {
    let absolute = file.starts_with('/');
    let folder = if file.contains('/') { parent(file) } else { "" };
    let path = fold(&format!("/{}", folder.trim_start_matches('/')), wanted);
    if absolute || wanted.starts_with('/') { path } else { path.trim_start_matches('/').to_owned() }
}

impl RuleSet {
    /// No rules.
    pub fn new() -> Self {
        RuleSet::default()
    }

    /// Adds a rules.json; `name` is what diagnostics and reasons call it. A
    /// rule whose id an earlier file has is passed over: load the nearest file
    /// first. A broken rule is reported and left out; the others hold.
    /// Patterns are not compiled: [`RuleSet::check`] does that. A file that
    /// `extends` others is for [`RuleSet::load_with`].
    pub fn load(&mut self, name: &str, text: &str) -> Vec<Diagnostic> {
        self.load_with(name, text, &mut |_| Err("only packs can be extended here".into()))
    }

    /// Adds a rules.json and what it `extends`: packs by their names, and
    /// files beside it, whose text `read` gives, or says why it cannot. `read`
    /// gets the path seen from where `name` is seen. The rules of the file come
    /// before those that it builds upon, so its own win.
    ///
    /// ```
    /// let mut rules = abide_rules::RuleSet::new();
    /// let file = r#"{"extends": ["pack:pnpm", "more.json"], "rules": []}"#;
    /// let mut asked = Vec::new();
    /// let problems = rules.load_with(".abide/rules.json", file, &mut |path| {
    ///     asked.push(path.to_owned());
    ///     Ok(r#"{"extends": "rules.json", "rules": []}"#.to_owned())
    /// });
    /// assert!(problems.is_empty());
    /// assert_eq!(asked, [".abide/more.json"]);
    /// assert!(rules.rules().iter().any(|rule| rule.id == "use-pnpm"));
    /// ```
    pub fn load_with(
        &mut self,
        name: &str,
        text: &str,
        read: &mut dyn FnMut(&str) -> Result<String, String>,
    ) -> Vec<Diagnostic> {
        let mut known = vec![name.to_owned()];
        self.load_extending(name, text, read, &mut known, 0)
    }

    /// `known` are the files that were loaded before: one that two others
    /// build upon, or that builds upon itself, is loaded once.
    fn load_extending(
        &mut self,
        name: &str,
        text: &str,
        read: &mut dyn FnMut(&str) -> Result<String, String>,
        known: &mut Vec<String>,
        depth: usize,
    ) -> Vec<Diagnostic> {
        let file = self.add_file(name, text);
        let loaded = load::load(text, name, file);
        self.on_error = self.on_error.or(loaded.on_error);
        self.overrides = self.overrides.max(loaded.overrides.unwrap_or_default());
        self.wrappers.extend(loaded.wrappers);
        self.add_rules(loaded.rules);
        self.changes.extend(loaded.changes);
        self.keep_error(&loaded.diagnostics);
        let mut diagnostics = loaded.diagnostics;
        for (wanted, span) in loaded.extends {
            let path = match wanted.starts_with(packs::PREFIX) {
                true => wanted.clone(),
                false => beside(name, &wanted),
            };
            if known.contains(&path) {
                continue;
            }
            known.push(path.clone());
            let text = match packs::find(&path) {
                _ if depth == MOST_EXTENDS => {
                    Err(format!("files extend each other deeper than {MOST_EXTENDS}"))
                }
                Some(pack) => pack.map(str::to_owned),
                None => read(&path),
            };
            diagnostics.extend(match text {
                Ok(text) => self.load_extending(&path, &text, read, known, depth + 1),
                Err(why) => {
                    let message = format!("cannot extend `{path}`: {why}");
                    let mut error = self.report_in(file, Severity::Error, "cannot-extend", message, span);
                    let pack = packs::PACKS.iter().find(|pack| pack.0 == wanted);
                    error.help = pack.map(|pack| format!("did you mean `{}{}`?", packs::PREFIX, pack.0));
                    self.keep_error(std::slice::from_ref(&error));
                    vec![error]
                }
            });
        }
        diagnostics
    }

    /// Adds the pack `self`, which guards rules and hooks against agents. Load
    /// it first: no rule of a file takes the place of its rules then, and no
    /// override lifts them. `moved` says where folders of the home folder
    /// really are: `("~/.config", "/data/config")`. Both are guarded.
    pub fn load_guard(&mut self, moved: &[(String, String)]) {
        let text = packs::find(packs::GUARD).and_then(Result::ok).unwrap_or_default();
        self.guard = Some(self.files.len());
        self.load(packs::GUARD, &packs::with_moved(text, moved));
    }

    /// Adds a tools file: two columns, the command and what to use instead.
    pub fn load_tools(&mut self, name: &str, text: &str) -> Vec<Diagnostic> {
        let file = self.add_file(name, text);
        let (rules, diagnostics) = tools::load(text, name, file);
        self.add_rules(rules);
        diagnostics
    }

    /// Complains of each entry without a kind that changes no rule: there is none of that
    /// id in a file that was loaded later. Call it after the last file.
    ///
    /// ```
    /// let mut rules = abide_rules::RuleSet::new();
    /// let file = r#"{"extends": "pack:pnpm", "rules": [
    ///     {"id": "use-pnpm-not-bun", "enabled": false}, {"id": "use-pnmp", "action": "warn"}]}"#;
    /// assert!(rules.load("rules.json", file).is_empty());
    /// assert!(rules.rules().iter().any(|rule| rule.id == "use-pnpm-not-bun" && !rule.enabled));
    /// assert_eq!(rules.finish()[0].help.as_deref(), Some("did you mean `use-pnpm`?"));
    /// ```
    pub fn finish(&mut self) -> Vec<Diagnostic> {
        let ids: Vec<&str> =
            self.rules.iter().filter(|rule| self.guard != Some(rule.file)).map(|rule| &*rule.id).collect();
        let idle = self.changes.iter().filter(|change| !ids.contains(&&*change.id));
        let complaints = idle.map(|change| {
            let message =
                format!("a rule needs a `kind`, and no other file has a rule `{}` to change", change.id);
            let start = Span::new(change.span.start, change.span.start + 1);
            let error = self.report_in(change.file, Severity::Error, "missing-kind", message, start);
            let kinds: Vec<&str> = Kind::NAMES.iter().map(|row| row.0).collect();
            let help = load::like(&change.id, &ids).unwrap_or_else(|| load::one_of(&kinds));
            Diagnostic { help: Some(help), rule: Some(change.id.clone()), ..error }
        });
        let complaints: Vec<Diagnostic> = complaints.collect();
        self.keep_error(&complaints);
        complaints
    }

    /// Adds the names of a `.agent-allow-cli-tools`: commands and rule ids
    /// that stay allowed. Load the rules first: `overrides` in them may
    /// narrow this.
    pub fn allow_file(&mut self, text: &str) {
        if self.overrides < Overrides::None {
            self.allowed.extend(tools::allowed_in_file(text).map(str::to_owned));
        }
    }

    /// Adds the names in the value of `AGENT_ALLOW_CLI_TOOLS`.
    pub fn allow_env(&mut self, value: &str) {
        if self.overrides < Overrides::File {
            self.allowed.extend(tools::allowed_in_env(value).map(str::to_owned));
        }
    }

    /// The names among the overrides that lift nothing: neither the id of a
    /// rule, nor a command for which a rule has a replacement.
    ///
    /// ```
    /// let mut rules = abide_rules::RuleSet::new();
    /// rules.load_tools("tools", "npm pnpm");
    /// rules.allow_file("npm\nyarn # not forbidden at all\n");
    /// assert_eq!(rules.unknown_overrides(), ["yarn"]);
    /// ```
    pub fn unknown_overrides(&self) -> Vec<&str> {
        let swapped = |rule: &Rule, name: &str| match &rule.matcher {
            Matcher::Regex(pattern) if rule.replacement.is_some() => pattern.regex().is_ok_and(|regex| {
                [name.to_owned(), format!("{name} x")]
                    .iter()
                    .any(|line| matches!(regex.search(line), Ok(Some(_))))
            }),
            _ => false,
        };
        let known = |name: &str| self.rules.iter().any(|rule| rule.id == name || swapped(rule, name));
        let mut names: Vec<&str> =
            self.allowed.iter().map(String::as_str).filter(|name| !known(name)).collect();
        names.sort_unstable();
        names
    }

    /// The rules, in the order they are checked.
    pub fn rules(&self) -> &[Rule] {
        &self.rules
    }

    /// What a rule that cannot be checked does to a call.
    pub fn on_error(&self) -> OnError {
        self.on_error.unwrap_or_default()
    }

    /// Which overrides lift a rule.
    pub fn overrides(&self) -> Overrides {
        self.overrides
    }

    /// The project's own wrapper programs, of all files.
    pub fn wrappers(&self) -> &[Wrapper] {
        &self.wrappers
    }

    /// Every file that was loaded with its text, packs too.
    pub fn files(&self) -> impl Iterator<Item = (&str, &str)> {
        self.files.iter().map(|file| (file.name.as_str(), file.text.as_str()))
    }

    /// The name of the file that holds a rule, and where the rule begins.
    pub fn place(&self, rule: &Rule) -> (&str, Position) {
        let file = &self.files[rule.file];
        (&file.name, Position::of(&file.text, rule.span.start))
    }

    /// Rules that turned out to be broken when a call needed them. They were
    /// passed over, or blocked the call if `on_error` says so.
    pub fn broken(&self) -> Vec<Diagnostic> {
        let failure = |rule: &Rule| {
            let failures =
                rule.matchers().filter_map(|(field, at, matcher)| Some((field, at, matcher.failure()?)));
            let (field, at, message) = failures.into_iter().next()?;
            let at = Files::parse(self).written(rule).entry(field, at).map_or(rule.at(), |value| value.at());
            Some(self.diagnostic(rule, Severity::Error, "bad-pattern", message, at))
        };
        self.rules.iter().filter_map(failure).collect()
    }

    /// Whether a rule in force is one of the guard, which no override lifts.
    pub fn is_guard(&self, id: &str) -> bool {
        self.guard.is_some()
            && self.rules.iter().find(|rule| rule.id == id).is_some_and(|rule| self.guard == Some(rule.file))
    }

    /// Whether an override names the rule itself.
    pub fn is_lifted(&self, rule: &Rule) -> bool {
        !self.allowed.is_empty() && self.guard != Some(rule.file) && self.allowed.contains(&rule.id)
    }

    pub(crate) fn diagnostic(
        &self,
        rule: &Rule,
        severity: Severity,
        code: &'static str,
        message: impl Into<String>,
        at: At,
    ) -> Diagnostic {
        let diagnostic = self.report_in(at.file, severity, code, message.into(), at.span);
        Diagnostic { rule: Some(rule.id.clone()), ..diagnostic }
    }

    /// A diagnostic about a file, and no rule in it.
    pub(crate) fn report_in(
        &self,
        file: usize,
        severity: Severity,
        code: &'static str,
        message: String,
        span: Span,
    ) -> Diagnostic {
        let file = self.files[file].name.clone();
        Diagnostic { severity, code, message, help: None, file, span, rule: None }
    }

    fn add_file(&mut self, name: &str, text: &str) -> usize {
        self.files.push(File { name: name.into(), text: text.into() });
        self.files.len() - 1
    }

    fn add_rules(&mut self, mut rules: Vec<Rule>) {
        fn name(rule: &Rule) -> (bool, &str) {
            (rule.from_tools_file, &rule.id)
        }
        self.chances.take();
        let known: HashSet<_> = self.rules.iter().map(name).collect();
        rules.retain(|rule| !known.contains(&name(rule)));
        for rule in rules.iter_mut().filter(|_| !self.changes.is_empty()) {
            let id = rule.id.clone();
            // The nearest file has the last word.
            for change in self.changes.iter().filter(|change| change.id == id).rev() {
                change.said.clone().put_into(rule);
                rule.changed.insert(0, (change.file, change.span));
            }
        }
        self.rules.append(&mut rules);
    }

    fn keep_error(&mut self, diagnostics: &[Diagnostic]) {
        let error = diagnostics.iter().find(|diagnostic| diagnostic.severity == Severity::Error);
        if let (None, Some(error)) = (&self.load_error, error) {
            let file = self.files.iter().find(|file| file.name == error.file);
            let position = Position::of(file.map_or("", |file| &file.text), error.span.start);
            self.load_error = Some(format!("{}:{position}: {}", error.file, error.message));
        }
    }
}
