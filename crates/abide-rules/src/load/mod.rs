//! From the text of a rules.json to rules, with every complaint in its place.
//!
//! This runs at every tool call, so it compiles nothing and decodes no
//! example: what needs a compiled pattern is in `check`.

mod change;
mod fields;

use crate::Action;
use crate::diagnostic::Diagnostic;
use crate::json::{self, Value};
use crate::pattern::Pattern;
use crate::rule::{Kind, LazyGlob, Matcher, Rule, Tools, When};
use crate::set::{OnError, Overrides};
use abide_shell::{Span, Wrapper};
pub(crate) use change::{Change, Said};
pub(crate) use fields::{did_you_mean, like, one_of};
use foldhash::HashSet;
use std::borrow::Cow;

/// What a file holds.
#[derive(Default)]
pub struct Loaded {
    pub rules: Vec<Rule>,
    /// What the file changes in rules of others.
    pub changes: Vec<Change>,
    pub on_error: Option<OnError>,
    pub overrides: Option<Overrides>,
    /// The packs and files that this one extends, and where they stand.
    pub extends: Vec<(String, Span)>,
    pub wrappers: Vec<Wrapper>,
    pub diagnostics: Vec<Diagnostic>,
}

/// The JSON schema of a rules.json, draft 2020-12, for editors. Nothing here reads it.
pub const SCHEMA: &str = include_str!("../../rules.schema.json");

/// The fields of a rule. `Loader::rule` takes their values in this order.
pub(crate) const FIELDS: [&str; 16] = [
    "id",
    "kind",
    "pattern",
    "tool",
    "source",
    "text",
    "message",
    "replacement",
    "rewrite",
    "unless",
    "action",
    "remote",
    "enabled",
    "examples",
    "when",
    "follow",
];

/// The fields of the file. `Loader::top` takes their values in this order.
const TOP_FIELDS: [&str; 7] = ["rules", "on_error", "overrides", "$schema", "extends", "wrappers", "guard"];

const ON_ERROR: &[(&str, OnError)] = &[("block", OnError::Block), ("allow", OnError::Allow)];
const OVERRIDES: &[(&str, Overrides)] =
    &[("file", Overrides::File), ("none", Overrides::None), ("all", Overrides::All)];

/// Reads a rules.json called `name`, the set's file number `file`.
pub fn load<'f>(text: &'f str, name: &'f str, file: usize) -> Loaded {
    let mut loader = Loader { name, file, id: None, loaded: Loaded::default() };
    match json::parse_but(text, &["examples", "rewrite"]) {
        Ok(value) => loader.top(&value),
        Err(error) => {
            loader.error("json-syntax", error.message, error.span);
            loader.loaded.on_error = blocks_on_error(text).then_some(OnError::Block);
        }
    }
    loader.loaded
}

/// Whether a text that is no JSON still says `"on_error": "block"`: the policy
/// must hold for the commonest of all errors. Inside another string the quotes
/// would be escaped.
fn blocks_on_error(text: &str) -> bool {
    text.split("\"on_error\"").skip(1).any(|rest| {
        let value = rest.trim_start().strip_prefix(':').map(str::trim_start);
        value.is_some_and(|value| value.starts_with("\"block\""))
    })
}

/// Whether a rules.json says `"guard": false`: rules and hooks are then not
/// guarded by the pack `self`. Whose file may say so is for the caller.
///
/// ```
/// assert!(abide_rules::lowers_guard(r#"{"guard": false, "rules": []}"#));
/// assert!(!abide_rules::lowers_guard(r#"{"rules": [{"message": "\"guard\": false"}]}"#));
/// ```
pub fn lowers_guard(text: &str) -> bool {
    let says_no = |value: Value<'_>| matches!(value.get("guard"), Some(value) if matches!(value.node, json::Node::Bool(false)));
    text.contains("\"guard\"") && json::parse_but(text, &["rules"]).is_ok_and(says_no)
}

struct Loader<'f> {
    name: &'f str,
    file: usize,
    /// The id of the rule being read.
    id: Option<Cow<'f, str>>,
    loaded: Loaded,
}

/// An entry of the list of rules.
enum Entry {
    Rule(Rule),
    /// One without a kind: it changes a rule of another file.
    Change(Change),
}

/// A value cannot be used; a diagnostic says why.
struct Refused;

/// The value of a field, if it is there.
type Field<'v, 'a> = Option<&'v Value<'a>>;

impl<'f> Loader<'f> {
    fn top(&mut self, value: &Value<'f>) {
        let rules = match value.members() {
            Some(members) => {
                let [rules, on_error, overrides, _schema, extends, wrappers, guard] =
                    self.fields(members, TOP_FIELDS);
                let _ = self.boolean("guard", guard);
                self.loaded.on_error = self.choice("on_error", on_error, ON_ERROR).unwrap_or(None);
                self.loaded.overrides = self.choice("overrides", overrides, OVERRIDES).unwrap_or(None);
                self.loaded.extends = self.texts("extends", extends).unwrap_or_default();
                self.wrappers(wrappers);
                // A file may hold nothing but what it extends.
                match rules {
                    None if extends.is_some() || guard.is_some() => return,
                    rules => rules,
                }
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
        let mut ids = HashSet::with_capacity_and_hasher(rules.list().len(), Default::default());
        self.loaded.rules.reserve(rules.list().len());
        for value in rules.list() {
            let rule = self.rule(value);
            let repeated = self.id.take().filter(|id| !ids.insert(id.clone()));
            if let Some(id) = repeated {
                let span = value.get("id").map_or(value.span, |id| id.span);
                self.error("duplicate-id", format!("another rule has the id `{id}` already"), span);
                self.help("the first one counts, and this one does not: give it another id");
            } else {
                match rule {
                    Ok(Entry::Rule(rule)) => self.loaded.rules.push(rule),
                    Ok(Entry::Change(change)) => self.loaded.changes.push(change),
                    Err(Refused) => {}
                }
            }
        }
    }

    /// `[{"name": "with-env", "value_options": ["-f"]}]`. A wrapper that is
    /// broken is left out.
    fn wrappers(&mut self, field: Field<'_, 'f>) {
        let Some(value) = field else { return };
        if !matches!(value.node, json::Node::List(_)) {
            self.wrong_type("wrappers", "a list of objects", value);
            return;
        }
        for entry in value.list() {
            let Some(members) = entry.members() else {
                self.wrong_type("wrappers", "a list of objects", entry);
                if let Some(name) = entry.text() {
                    self.help(format!("write `{{\"name\": \"{name}\"}}`"));
                }
                continue;
            };
            let [name, value_options] = self.fields(members, ["name", "value_options"]);
            let (name, options) = (self.string("name", name), self.texts("value_options", value_options));
            match (name, options) {
                (Ok(Some(name)), Ok(options)) if !name.is_empty() => self.loaded.wrappers.push(Wrapper {
                    name,
                    value_options: options.into_iter().map(|(option, _)| option).collect(),
                }),
                (Ok(None | Some(_)), Ok(_)) => {
                    self.error("missing-name", "a wrapper needs a `name`", entry.span)
                }
                _ => {}
            }
        }
    }

    fn rule(&mut self, value: &Value<'f>) -> Result<Entry, Refused> {
        let Some(members) = value.members() else {
            let message = format!("a rule must be an object, not {}", value.kind());
            self.error("not-object", message, value.span);
            return Err(Refused);
        };
        let known = self.fields(members, FIELDS);
        let [id, kind, pattern, tool, source, text, message, replacement, rewrite, ..] = known;
        let [.., unless, action, remote, enabled, _examples, when, follow] = known;
        let start = Span::new(value.span.start, value.span.start + 1);
        // Every field is read before the first mistake refuses the rule, so that all
        // of them are told at once.
        let id = self.id(id, start);
        let kind = self.kind(kind, pattern.is_some(), start);
        let known_kind = kind.as_ref().ok().copied().flatten();
        let matchers = known_kind.map(|kind| self.matchers(pattern, kind, start));
        let tools = self.tools(tool, known_kind);
        let [source, text] = [self.said("source", source), self.said("text", text)];
        let [message, replacement] = [self.said("message", message), self.said("replacement", replacement)];
        let rewrite = self.rewrite(rewrite);
        let unless = unless.map(|_| self.texts("unless", unless)).transpose();
        let action = self.choice("action", action, Action::NAMES);
        let [remote, enabled] = [self.boolean("remote", remote), self.boolean("enabled", enabled)];
        let (when, follow) = (self.when(when), self.boolean("follow", follow));
        let said = Said {
            tools: tools?,
            source: source?,
            text: text?,
            message: message?,
            replacement: replacement?,
            rewrite: rewrite?,
            unless: unless?.map(|texts| texts.into_iter().map(|(text, _)| text).collect()),
            action: action?,
            remote: remote?,
            enabled: enabled?,
            when: when?,
            follow: follow?,
        };
        let id = id?;
        let (file, span) = (self.file, value.span);
        let (Some(kind), Some(matchers)) = (kind?, matchers) else {
            return Ok(Entry::Change(Change { id, said, file, span }));
        };
        let (matcher, or) = matchers?;
        let mut rule = Rule { file, span, or, ..Rule::new(id, kind, matcher) };
        said.put_into(&mut rule);
        Ok(Entry::Rule(rule))
    }

    /// A text without the blanks around it; `None` if nothing is left.
    fn said(&mut self, name: &str, field: Field<'_, 'f>) -> Result<Option<String>, Refused> {
        let text = self.string(name, field)?;
        Ok(text.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty()))
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

    /// The kind. Without one, and without a pattern, it is a change of another rule.
    fn kind(
        &mut self,
        field: Field<'_, '_>,
        has_pattern: bool,
        start: Span,
    ) -> Result<Option<Kind>, Refused> {
        match self.choice("kind", field, Kind::NAMES)? {
            None if has_pattern => {
                self.error("missing-kind", "a rule needs a `kind`", start);
                self.help(one_of(&Kind::NAMES.iter().map(|row| row.0).collect::<Vec<_>>()));
                Err(Refused)
            }
            kind => Ok(kind),
        }
    }

    /// The pattern, and the others of a list of globs.
    fn matchers(
        &mut self,
        field: Field<'_, 'f>,
        kind: Kind,
        start: Span,
    ) -> Result<(Matcher, Vec<Matcher>), Refused> {
        let patterns = match kind {
            Kind::ProtectPath => self.texts("pattern", field)?.into_iter().map(|(text, _)| text).collect(),
            _ => Vec::from_iter(self.string("pattern", field)?),
        };
        if kind == Kind::Advice {
            return Ok((Matcher::Nothing, Vec::new()));
        }
        let mut matchers =
            patterns.into_iter().filter(|text| !text.is_empty()).map(|text| matcher_of(kind, text));
        if let Some(first) = matchers.next() {
            return Ok((first, matchers.collect()));
        }
        match field {
            Some(value) => {
                self.error("missing-pattern", "an empty pattern would match everything", value.span)
            }
            None => {
                self.error("missing-pattern", "a rule needs a `pattern`", start);
                self.help("only `advice` has none");
            }
        }
        Err(Refused)
    }

    /// `{"^npm ci$": "pnpm install --frozen-lockfile"}`: read when it is needed.
    fn rewrite(&mut self, field: Field<'_, 'f>) -> Result<Option<(usize, Span)>, Refused> {
        match field {
            Some(value) if value.members().is_none() => {
                let form = "an object such as {\"^npm ci$\": \"pnpm install --frozen-lockfile\"}";
                Err(self.wrong_type("rewrite", form, value))
            }
            field => Ok(field.map(|value| (self.file, value.span))),
        }
    }

    /// `{"branch": "main"}`, or a list of branches.
    fn when(&mut self, field: Field<'_, 'f>) -> Result<Option<When>, Refused> {
        let Some(value) = field else { return Ok(None) };
        let Some(members) = value.members() else {
            return Err(self.wrong_type("when", "an object such as {\"branch\": \"main\"}", value));
        };
        let [branch] = self.fields(members, ["branch"]);
        let branch = self.texts("branch", branch)?.into_iter().map(|(branch, _)| branch).collect();
        Ok(Some(When { branch }))
    }

    fn tools(&mut self, field: Field<'_, '_>, kind: Option<Kind>) -> Result<Option<Tools>, Refused> {
        if let Some(value) = field
            && let names @ [_, ..] = value.list()
        {
            self.wrong_type("tool", "one string", value);
            let names: Vec<_> = names.iter().filter_map(Value::text).collect();
            if let Some(names) = tool_names(&names.join("|")) {
                self.help(format!("write `\"{names}\"`"));
            }
            return Err(Refused);
        }
        let (Some(text), Some(value)) = (self.text("tool", field)?, field) else {
            return Ok(None);
        };
        let mut tools = Tools::default();
        for name in text.split('|').map(str::trim) {
            match self.word("unknown-tool", "tool", name, value.span, Tools::NAMES) {
                Ok(set) => tools = tools.or(set),
                Err(refused) => {
                    if let Some(names) = tool_names(&text) {
                        self.help(format!("write `\"{names}\"`"));
                    } else if kind == Some(Kind::ForbidTool) {
                        self.help(format!("the name of a tool goes into `pattern`: `\"^{name}$\"`"));
                    }
                    return Err(refused);
                }
            }
        }
        Ok(Some(tools))
    }
}

/// `Edit, Write` as the format writes it: `edit|write`. `None` if these are
/// other names.
fn tool_names(text: &str) -> Option<String> {
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '-').filter(|word| !word.is_empty());
    let name = |word: &str| {
        let word = word.to_ascii_lowercase();
        let word = if word == "bash" { "shell" } else { word.as_str() };
        Tools::NAMES.iter().map(|row| row.0).find(|name| *name == word)
    };
    let names: Vec<&str> = words.map(name).collect::<Option<_>>()?;
    (!names.is_empty()).then(|| names.join("|"))
}

pub(crate) fn matcher_of(kind: Kind, text: String) -> Matcher {
    match kind {
        Kind::ProtectPath => Matcher::Glob(LazyGlob::new(text)),
        _ => Matcher::Regex(Pattern::new(text)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;
    use std::collections::BTreeSet;

    /// The schema that editors read is held against what is read here.
    #[test]
    fn the_schema_has_the_fields_and_the_words() {
        let schema: Value = serde_json::from_str(SCHEMA).unwrap();
        let fields = |what: &str| -> BTreeSet<String> {
            schema["$defs"][what]["properties"].as_object().unwrap().keys().cloned().collect()
        };
        assert_eq!(fields("rule"), FIELDS.map(str::to_owned).into());
        assert_eq!(fields("file"), TOP_FIELDS.map(str::to_owned).into());
        let words = |what: &str, field: &str| -> Vec<&str> {
            let words = schema["$defs"][what]["properties"][field]["enum"].as_array().unwrap();
            words.iter().filter_map(Value::as_str).collect()
        };
        assert_eq!(words("rule", "kind"), Kind::NAMES.iter().map(|row| row.0).collect::<Vec<_>>());
        assert_eq!(words("rule", "action"), Action::NAMES.iter().map(|row| row.0).collect::<Vec<_>>());
        assert_eq!(words("file", "overrides"), OVERRIDES.iter().map(|row| row.0).collect::<Vec<_>>());
        assert_eq!(words("file", "on_error"), ON_ERROR.iter().map(|row| row.0).collect::<Vec<_>>());
        let tools = schema["$defs"]["rule"]["properties"]["tool"]["pattern"].as_str().unwrap();
        for (name, _) in Tools::NAMES {
            assert!(tools.contains(&format!("|{name}")) || tools.contains(&format!("({name}")), "{name}");
        }
    }
}
