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
use std::collections::HashSet;

/// What a file holds.
#[derive(Default)]
pub struct Loaded {
    pub rules: Vec<Rule>,
    pub on_error: Option<OnError>,
    pub overrides: Option<Overrides>,
    pub diagnostics: Vec<Diagnostic>,
}

/// Fields of a rule that are read here or by `check`.
const FIELDS: &[&str] = &[
    "id",
    "kind",
    "pattern",
    "tool",
    "source",
    "text",
    "message",
    "examples",
    "replacement",
    "unless",
    "action",
    "remote",
    "enabled",
    "when",
    "follow",
];

/// Fields of the file.
const TOP_FIELDS: &[&str] = &[
    "rules",
    "$schema",
    "on_error",
    "overrides",
    "extends",
    "wrappers",
];

/// Fields that are known but have no effect yet.
const NOT_ENFORCED: &[&str] = &["when", "follow", "extends", "wrappers"];

const ACTIONS: &[(&str, Action)] = &[
    ("block", Action::Block),
    ("ask", Action::Ask),
    ("warn", Action::Warn),
];
const ON_ERROR: &[(&str, OnError)] = &[("block", OnError::Block), ("allow", OnError::Allow)];
const OVERRIDES: &[(&str, Overrides)] = &[
    ("file", Overrides::File),
    ("none", Overrides::None),
    ("all", Overrides::All),
];

/// Reads a rules.json called `name`, the set's file number `file`.
pub fn load(text: &str, name: &str, file: usize) -> Loaded {
    let mut loader = Loader {
        name,
        file,
        rule: None,
        loaded: Loaded::default(),
    };
    match json::parse(text) {
        Ok(value) => loader.top(&value),
        Err(error) => loader.error("json-syntax", error.message, error.span),
    }
    loader.loaded
}

struct Loader<'f> {
    name: &'f str,
    file: usize,
    /// The id of the rule being read.
    rule: Option<String>,
    loaded: Loaded,
}

/// The field cannot be used; a diagnostic says why.
struct Refused;

impl Loader<'_> {
    fn report(
        &mut self,
        severity: Severity,
        code: &'static str,
        message: impl Into<String>,
        span: Span,
    ) -> &mut Diagnostic {
        self.loaded.diagnostics.push(Diagnostic {
            severity,
            code,
            message: message.into(),
            help: None,
            file: self.name.into(),
            span,
            rule: self.rule.clone(),
        });
        self.loaded.diagnostics.last_mut().expect("just pushed")
    }

    fn error(&mut self, code: &'static str, message: impl Into<String>, span: Span) {
        self.report(Severity::Error, code, message, span);
    }

    fn top(&mut self, value: &Value<'_>) {
        let rules = match value.members() {
            Some(members) => {
                self.unknown_fields(members, TOP_FIELDS);
                self.loaded.on_error = self.choice(value, "on_error", ON_ERROR).unwrap_or_default();
                self.loaded.overrides = self
                    .choice(value, "overrides", OVERRIDES)
                    .unwrap_or_default();
                value.get("rules")
            }
            None => Some(value),
        };
        let Some(rules) = rules else {
            self.error("not-rules", "the file has no `rules` list", value.span);
            return;
        };
        if !matches!(rules.node, json::Node::List(_)) {
            let message = format!("the rules must be a list, not {}", rules.kind());
            self.error("not-rules", message, rules.span);
            return;
        }
        let mut ids = HashSet::with_capacity(rules.list().len());
        for value in rules.list() {
            self.rule = None;
            if let Ok(rule) = self.rule(value)
                && ids.insert(rule.id.clone())
            {
                self.loaded.rules.push(rule);
            } else if let Some(id) = self.rule.clone().filter(|id| ids.contains(id)) {
                let span = value.get("id").map_or(value.span, |id| id.span);
                self.error(
                    "duplicate-id",
                    format!("another rule already has the id `{id}`"),
                    span,
                );
            }
        }
        self.rule = None;
    }

    fn rule(&mut self, value: &Value<'_>) -> Result<Rule, Refused> {
        let Some(members) = value.members() else {
            self.error(
                "not-object",
                format!("a rule must be an object, not {}", value.kind()),
                value.span,
            );
            return Err(Refused);
        };
        let id = self.id(value);
        self.unknown_fields(members, FIELDS);
        let kind = self.kind(value)?;
        let matcher = self.pattern(value, kind)?;
        let rule = Rule {
            id: id?,
            kind,
            matcher,
            tools: self.tools(value, kind)?,
            source: self.string(value, "source")?,
            text: self.string(value, "text")?,
            message: self.string(value, "message")?,
            replacement: self
                .string(value, "replacement")?
                .filter(|text| !text.trim().is_empty()),
            unless: self.unless(value, kind)?,
            action: self.choice(value, "action", ACTIONS)?.unwrap_or_default(),
            remote: self.boolean(value, "remote")?.unwrap_or(true),
            enabled: self.boolean(value, "enabled")?.unwrap_or(true),
            file: self.file,
            span: value.span,
            from_tools_file: false,
        };
        Ok(rule)
    }

    fn id(&mut self, value: &Value<'_>) -> Result<String, Refused> {
        let Some(id) = self.string(value, "id")? else {
            self.error("missing-id", "a rule needs an `id`", start_of(value));
            return Err(Refused);
        };
        let allowed = |byte: u8| byte.is_ascii_alphanumeric() || b".-_".contains(&byte);
        if !(1..=64).contains(&id.len()) || !id.bytes().all(allowed) {
            let span = value.get("id").map_or(value.span, |id| id.span);
            let message = "an id has 1 to 64 letters, digits, dots, dashes or underscores";
            self.error("bad-id", message, span);
            return Err(Refused);
        }
        self.rule = Some(id.clone());
        Ok(id)
    }

    fn kind(&mut self, value: &Value<'_>) -> Result<Kind, Refused> {
        if value.get("kind").is_none() {
            self.error("missing-kind", "a rule needs a `kind`", start_of(value));
            let names: Vec<_> = Kind::NAMES
                .iter()
                .map(|(name, _)| format!("`{name}`"))
                .collect();
            self.help(format!("one of {}", names.join(", ")));
            return Err(Refused);
        }
        self.choice(value, "kind", Kind::NAMES)?.ok_or(Refused)
    }

    fn pattern(&mut self, value: &Value<'_>, kind: Kind) -> Result<Matcher, Refused> {
        let pattern = self.string(value, "pattern")?;
        if kind == Kind::Advice {
            return Ok(Matcher::Nothing);
        }
        match pattern {
            Some(pattern) if !pattern.is_empty() => Ok(matcher(kind, pattern)),
            Some(_) => {
                let span = value
                    .get("pattern")
                    .map_or(value.span, |pattern| pattern.span);
                self.error(
                    "missing-pattern",
                    "an empty pattern would match everything",
                    span,
                );
                Err(Refused)
            }
            None => {
                self.error(
                    "missing-pattern",
                    "a rule needs a `pattern`",
                    start_of(value),
                );
                self.help("only `advice` has none");
                Err(Refused)
            }
        }
    }

    fn unless(&mut self, value: &Value<'_>, kind: Kind) -> Result<Vec<Matcher>, Refused> {
        let Some(field) = value.get("unless") else {
            return Ok(Vec::new());
        };
        let entries = match field.node {
            json::Node::List(ref entries) => entries.as_slice(),
            _ => std::slice::from_ref(field),
        };
        let mut unless = Vec::new();
        for entry in entries {
            match entry.text().filter(|text| !text.is_empty()) {
                Some(text) => unless.push(matcher(kind, text.into_owned())),
                None => {
                    self.error(
                        "wrong-type",
                        "`unless` is a pattern or a list of patterns",
                        entry.span,
                    );
                    return Err(Refused);
                }
            }
        }
        Ok(unless)
    }

    fn tools(&mut self, value: &Value<'_>, kind: Kind) -> Result<Tools, Refused> {
        let Some(text) = self.string(value, "tool")? else {
            return Ok(match kind {
                Kind::ForbidCommand => Tools::SHELL,
                Kind::ProtectPath => Tools::EDIT.or(Tools::WRITE),
                Kind::ForbidTool | Kind::Advice => Tools::ANY,
            });
        };
        let span = value.get("tool").map_or(value.span, |tool| tool.span);
        let mut tools = Tools::default();
        for name in text.split('|').map(str::trim) {
            let Some((_, set)) = Tools::NAMES.iter().find(|row| row.0 == name) else {
                self.error("unknown-tool", format!("unknown tool `{name}`"), span);
                self.suggest(name, Tools::NAMES.iter().map(|row| row.0));
                return Err(Refused);
            };
            if set.meets(Tools::CREATE.or(Tools::COMMIT)) {
                let message = format!("tool `{name}` is not enforced by this version");
                self.report(Severity::Warning, "not-enforced", message, span);
            }
            tools = tools.or(*set);
        }
        Ok(tools)
    }

    fn unknown_fields(&mut self, members: &[Member<'_>], known: &[&str]) {
        for (index, member) in members.iter().enumerate() {
            let key = member.key.as_ref();
            if !known.contains(&key) {
                let message = format!("unknown field `{key}`");
                self.report(Severity::Warning, "unknown-field", message, member.key_span);
                self.suggest(key, known.iter().copied());
            } else if NOT_ENFORCED.contains(&key) {
                let message = format!("`{key}` is not enforced by this version");
                self.report(Severity::Warning, "not-enforced", message, member.key_span);
            } else if members[..index]
                .iter()
                .any(|earlier| earlier.key == member.key)
            {
                let message = format!("`{key}` stands here twice; this one counts");
                self.report(
                    Severity::Warning,
                    "duplicate-field",
                    message,
                    member.key_span,
                );
            }
        }
    }

    fn wrong_type(&mut self, field: &str, wanted: &str, value: &Value<'_>) -> Refused {
        let message = format!("`{field}` must be {wanted}, not {}", value.kind());
        self.error("wrong-type", message, value.span);
        Refused
    }

    fn string(&mut self, object: &Value<'_>, field: &str) -> Result<Option<String>, Refused> {
        match object.get(field) {
            None => Ok(None),
            Some(Value {
                node: json::Node::Text(text),
                ..
            }) => Ok(Some(text.decode().into_owned())),
            Some(value) => Err(self.wrong_type(field, "a string", value)),
        }
    }

    fn boolean(&mut self, object: &Value<'_>, field: &str) -> Result<Option<bool>, Refused> {
        match object.get(field) {
            None => Ok(None),
            Some(Value {
                node: json::Node::Bool(value),
                ..
            }) => Ok(Some(*value)),
            Some(value) => Err(self.wrong_type(field, "true or false", value)),
        }
    }

    /// A field whose value is one of a few words.
    fn choice<T: Copy>(
        &mut self,
        object: &Value<'_>,
        field: &str,
        words: &[(&str, T)],
    ) -> Result<Option<T>, Refused> {
        let Some(text) = self.string(object, field)? else {
            return Ok(None);
        };
        if let Some((_, value)) = words.iter().find(|row| row.0 == text) {
            return Ok(Some(*value));
        }
        let span = object.get(field).map_or(object.span, |value| value.span);
        let code = if field == "kind" {
            "unknown-kind"
        } else {
            "unknown-value"
        };
        self.error(code, format!("unknown {field} `{text}`"), span);
        self.suggest(&text, words.iter().map(|row| row.0));
        Err(Refused)
    }

    fn help(&mut self, help: impl Into<String>) {
        if let Some(last) = self.loaded.diagnostics.last_mut() {
            last.help = Some(help.into());
        }
    }

    /// Adds what may have been meant to the last diagnostic.
    fn suggest<'w>(&mut self, written: &str, words: impl Iterator<Item = &'w str>) {
        let words: Vec<&str> = words.collect();
        let nearest = words
            .iter()
            .map(|word| (strsim::jaro_winkler(written, word), *word));
        let nearest = nearest
            .max_by(|a, b| a.0.total_cmp(&b.0))
            .filter(|(score, _)| *score > 0.8);
        self.help(match nearest {
            Some((_, word)) => format!("did you mean `{word}`?"),
            None => format!("one of `{}`", words.join("`, `")),
        });
    }
}

fn matcher(kind: Kind, text: String) -> Matcher {
    match kind {
        Kind::ProtectPath => Matcher::Glob(LazyGlob::new(text)),
        _ => Matcher::Regex(Pattern::new(text)),
    }
}

/// The opening bracket of an object: all of a long rule is too much to underline.
fn start_of(value: &Value<'_>) -> Span {
    Span::new(value.span.start, value.span.start + 1)
}
