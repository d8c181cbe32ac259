//! From the text of a rules.json to rules, with every complaint in its place.
//!
//! This runs at every tool call, so it compiles nothing and decodes no
//! example: what needs a compiled pattern is in `check`.

use crate::Action;
use crate::diagnostic::{Diagnostic, Severity};
use crate::json::{self, Member, Value};
use crate::pattern::Pattern;
use crate::rule::{Kind, LazyGlob, Matcher, Rule, Tools};
use crate::set::{OnError, Overrides};
use abide_shell::Span;
use std::borrow::Cow;
use std::collections::HashSet;

/// What a file holds.
#[derive(Default)]
pub struct Loaded {
    pub rules: Vec<Rule>,
    pub on_error: Option<OnError>,
    pub overrides: Option<Overrides>,
    pub diagnostics: Vec<Diagnostic>,
}

/// The fields of a rule. `Loader::rule` takes their values in this order.
const FIELDS: [&str; 15] = [
    "id",
    "kind",
    "pattern",
    "tool",
    "source",
    "text",
    "message",
    "replacement",
    "unless",
    "action",
    "remote",
    "enabled",
    "examples",
    "when",
    "follow",
];

/// The fields of the file. `Loader::top` takes their values in this order.
const TOP_FIELDS: [&str; 6] = ["rules", "on_error", "overrides", "$schema", "extends", "wrappers"];

/// Fields that are known but have no effect yet.
const NOT_ENFORCED: [&str; 4] = ["when", "follow", "extends", "wrappers"];

const ACTIONS: &[(&str, Action)] = &[("block", Action::Block), ("ask", Action::Ask), ("warn", Action::Warn)];
const ON_ERROR: &[(&str, OnError)] = &[("block", OnError::Block), ("allow", OnError::Allow)];
const OVERRIDES: &[(&str, Overrides)] =
    &[("file", Overrides::File), ("none", Overrides::None), ("all", Overrides::All)];

/// Reads a rules.json called `name`, the set's file number `file`.
pub fn load<'f>(text: &'f str, name: &'f str, file: usize) -> Loaded {
    let mut loader = Loader { name, file, id: None, loaded: Loaded::default() };
    match json::parse_but(text, "examples") {
        Ok(value) => loader.top(&value),
        Err(error) => loader.error("json-syntax", error.message, error.span),
    }
    loader.loaded
}

struct Loader<'f> {
    name: &'f str,
    file: usize,
    /// The id of the rule being read.
    id: Option<Cow<'f, str>>,
    loaded: Loaded,
}

/// A value cannot be used; a diagnostic says why.
struct Refused;

/// The value of a field, if it is there.
type Field<'v, 'a> = Option<&'v Value<'a>>;

impl<'f> Loader<'f> {
    fn top(&mut self, value: &Value<'f>) {
        let rules = match value.members() {
            Some(members) => {
                let [rules, on_error, overrides, ..] = self.fields(members, TOP_FIELDS);
                self.loaded.on_error = self.choice("on_error", on_error, ON_ERROR).unwrap_or(None);
                self.loaded.overrides = self.choice("overrides", overrides, OVERRIDES).unwrap_or(None);
                rules
            }
            None => Some(value),
        };
        let Some(rules) = rules else {
            return self.error("not-rules", "the file has no `rules` list", value.span);
        };
        if !matches!(rules.node, json::Node::List(_)) {
            let message = format!("the rules must be a list, not {}", rules.kind());
            return self.error("not-rules", message, rules.span);
        }
        let mut ids = HashSet::with_capacity(rules.list().len());
        self.loaded.rules.reserve(rules.list().len());
        for value in rules.list() {
            let rule = self.rule(value);
            let repeated = self.id.take().filter(|id| !ids.insert(id.clone()));
            if let Some(id) = repeated {
                let span = value.get("id").map_or(value.span, |id| id.span);
                self.error("duplicate-id", format!("another rule has the id `{id}` already"), span);
            } else if let Ok(rule) = rule {
                self.loaded.rules.push(rule);
            }
        }
    }

    fn rule(&mut self, value: &Value<'f>) -> Result<Rule, Refused> {
        let Some(members) = value.members() else {
            let message = format!("a rule must be an object, not {}", value.kind());
            self.error("not-object", message, value.span);
            return Err(Refused);
        };
        let known = self.fields(members, FIELDS);
        let [id, kind, pattern, tool, source, text, message, replacement, ..] = known;
        let [.., unless, action, remote, enabled, _examples, _when, _follow] = known;
        let start = Span::new(value.span.start, value.span.start + 1);
        let id = self.id(id, start)?;
        let kind = self.kind(kind, start)?;
        Ok(Rule {
            id,
            kind,
            matcher: self.matcher(pattern, kind, start)?,
            tools: self.tools(tool, kind)?,
            source: self.string("source", source)?,
            text: self.string("text", text)?,
            message: self.string("message", message)?,
            replacement: self.string("replacement", replacement)?.filter(|text| !text.is_empty()),
            unless: self.unless(unless, kind)?,
            action: self.choice("action", action, ACTIONS)?.unwrap_or_default(),
            remote: self.boolean("remote", remote)?.unwrap_or(true),
            enabled: self.boolean("enabled", enabled)?.unwrap_or(true),
            file: self.file,
            span: value.span,
            from_tools_file: false,
        })
    }

    /// The values of the fields `names`, each in its place. The last of two
    /// members with one name counts, as in Python.
    fn fields<'v, 'a, const N: usize>(
        &mut self,
        members: &'v [Member<'a>],
        names: [&str; N],
    ) -> [Field<'v, 'a>; N] {
        let mut values = [None; N];
        for member in members {
            let key = member.key.as_ref();
            let mut warn = |code, message| {
                self.report(Severity::Warning, code, message, member.key_span);
            };
            match names.iter().position(|name| *name == key) {
                None => {
                    warn("unknown-field", format!("unknown field `{key}`"));
                    self.help(did_you_mean(key, &names));
                }
                Some(at) => {
                    if values[at].replace(&member.value).is_some() {
                        warn("duplicate-field", format!("`{key}` stands here twice; this one counts"));
                    }
                    if NOT_ENFORCED.contains(&key) {
                        warn("not-enforced", format!("`{key}` is not enforced by this version"));
                    }
                }
            }
        }
        values
    }

    fn id(&mut self, field: Field<'_, 'f>, start: Span) -> Result<String, Refused> {
        let (Some(id), Some(value)) = (self.text("id", field)?, field) else {
            self.error("missing-id", "a rule needs an `id`", start);
            return Err(Refused);
        };
        let allowed = |byte: u8| byte.is_ascii_alphanumeric() || b".-_".contains(&byte);
        if !(1..=64).contains(&id.len()) || !id.bytes().all(allowed) {
            let message = "an id has 1 to 64 letters, digits, dots, dashes or underscores";
            self.error("bad-id", message, value.span);
            return Err(Refused);
        }
        self.id = Some(id.clone());
        Ok(id.into_owned())
    }

    fn kind(&mut self, field: Field<'_, '_>, start: Span) -> Result<Kind, Refused> {
        match self.choice("kind", field, Kind::NAMES)? {
            Some(kind) => Ok(kind),
            None => {
                self.error("missing-kind", "a rule needs a `kind`", start);
                self.help(one_of(&Kind::NAMES.iter().map(|row| row.0).collect::<Vec<_>>()));
                Err(Refused)
            }
        }
    }

    fn matcher(&mut self, field: Field<'_, '_>, kind: Kind, start: Span) -> Result<Matcher, Refused> {
        let pattern = self.string("pattern", field)?;
        if kind == Kind::Advice {
            return Ok(Matcher::Nothing);
        }
        match (pattern, field) {
            (Some(pattern), _) if !pattern.is_empty() => Ok(matcher(kind, pattern)),
            (_, Some(value)) => {
                let message = "an empty pattern would match everything";
                self.error("missing-pattern", message, value.span);
                Err(Refused)
            }
            (_, None) => {
                self.error("missing-pattern", "a rule needs a `pattern`", start);
                self.help("only `advice` has none");
                Err(Refused)
            }
        }
    }

    fn unless(&mut self, field: Field<'_, '_>, kind: Kind) -> Result<Vec<Matcher>, Refused> {
        let Some(field) = field else {
            return Ok(Vec::new());
        };
        let entries = match &field.node {
            json::Node::List(entries) => entries.as_slice(),
            _ => std::slice::from_ref(field),
        };
        let mut unless = Vec::new();
        for entry in entries {
            match entry.text().filter(|text| !text.is_empty()) {
                Some(text) => unless.push(matcher(kind, text.into_owned())),
                None => {
                    let message = "`unless` is a pattern or a list of patterns";
                    self.error("wrong-type", message, entry.span);
                    return Err(Refused);
                }
            }
        }
        Ok(unless)
    }

    fn tools(&mut self, field: Field<'_, '_>, kind: Kind) -> Result<Tools, Refused> {
        let (Some(text), Some(value)) = (self.text("tool", field)?, field) else {
            return Ok(match kind {
                Kind::ForbidCommand => Tools::SHELL,
                Kind::ProtectPath => Tools::EDIT.or(Tools::WRITE),
                Kind::ForbidTool | Kind::Advice => Tools::ANY,
            });
        };
        let mut tools = Tools::default();
        for name in text.split('|').map(str::trim) {
            let set = self.word("unknown-tool", "tool", name, value.span, Tools::NAMES)?;
            if set.meets(Tools::CREATE.or(Tools::COMMIT)) {
                let message = format!("tool `{name}` is not enforced by this version");
                self.report(Severity::Warning, "not-enforced", message, value.span);
            }
            tools = tools.or(set);
        }
        Ok(tools)
    }

    fn text<'a>(&mut self, name: &str, field: Field<'_, 'a>) -> Result<Option<Cow<'a, str>>, Refused> {
        match field.map(|value| (value.text(), value)) {
            None => Ok(None),
            Some((Some(text), _)) => Ok(Some(text)),
            Some((None, value)) => Err(self.wrong_type(name, "a string", value)),
        }
    }

    fn string(&mut self, name: &str, field: Field<'_, '_>) -> Result<Option<String>, Refused> {
        self.text(name, field).map(|text| text.map(Cow::into_owned))
    }

    fn boolean(&mut self, name: &str, field: Field<'_, '_>) -> Result<Option<bool>, Refused> {
        match field.map(|value| (&value.node, value)) {
            None => Ok(None),
            Some((json::Node::Bool(value), _)) => Ok(Some(*value)),
            Some((_, value)) => Err(self.wrong_type(name, "true or false", value)),
        }
    }

    /// A field whose value is one of a few words.
    fn choice<T: Copy>(
        &mut self,
        name: &str,
        field: Field<'_, '_>,
        words: &[(&str, T)],
    ) -> Result<Option<T>, Refused> {
        let (Some(text), Some(value)) = (self.text(name, field)?, field) else {
            return Ok(None);
        };
        let code = if name == "kind" { "unknown-kind" } else { "unknown-value" };
        self.word(code, name, &text, value.span, words).map(Some)
    }

    fn word<T: Copy>(
        &mut self,
        code: &'static str,
        name: &str,
        text: &str,
        span: Span,
        words: &[(&str, T)],
    ) -> Result<T, Refused> {
        if let Some((_, value)) = words.iter().find(|row| row.0 == text) {
            return Ok(*value);
        }
        self.error(code, format!("unknown {name} `{text}`"), span);
        self.help(did_you_mean(text, &words.iter().map(|row| row.0).collect::<Vec<_>>()));
        Err(Refused)
    }

    fn wrong_type(&mut self, name: &str, wanted: &str, value: &Value<'_>) -> Refused {
        let message = format!("`{name}` must be {wanted}, not {}", value.kind());
        self.error("wrong-type", message, value.span);
        Refused
    }

    fn error(&mut self, code: &'static str, message: impl Into<String>, span: Span) {
        self.report(Severity::Error, code, message, span);
    }

    fn report(&mut self, severity: Severity, code: &'static str, message: impl Into<String>, span: Span) {
        self.loaded.diagnostics.push(Diagnostic {
            severity,
            code,
            message: message.into(),
            help: None,
            file: self.name.into(),
            span,
            rule: self.id.as_deref().map(String::from),
        });
    }

    /// Adds to the last diagnostic how to mend it.
    fn help(&mut self, help: impl Into<String>) {
        if let Some(last) = self.loaded.diagnostics.last_mut() {
            last.help = Some(help.into());
        }
    }
}

fn matcher(kind: Kind, text: String) -> Matcher {
    match kind {
        Kind::ProtectPath => Matcher::Glob(LazyGlob::new(text)),
        _ => Matcher::Regex(Pattern::new(text)),
    }
}

fn did_you_mean(written: &str, words: &[&str]) -> String {
    let likeness = words.iter().map(|word| (strsim::jaro_winkler(written, word), word));
    match likeness.max_by(|a, b| a.0.total_cmp(&b.0)) {
        Some((likeness, word)) if likeness > 0.8 => format!("did you mean `{word}`?"),
        _ => one_of(words),
    }
}

fn one_of(words: &[&str]) -> String {
    format!("one of `{}`", words.join("`, `"))
}
