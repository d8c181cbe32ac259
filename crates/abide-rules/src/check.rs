//! Everything that can be said about rules before a call breaks one.
//!
//! The hook path compiles only what a call needs; this compiles all, looks
//! for the pitfalls of `lint`, and runs the examples that stand in the file.

use crate::call::{Entry, FileKind, Input, ToolCall, Workspace};
use crate::diagnostic::{Diagnostic, Severity};
use crate::json::{self, Member, Value};
use crate::judge::SHELL;
use crate::lint;
use crate::load;
use crate::pattern;
use crate::rewrite;
use crate::rule::{Kind, Matcher, Rule};
use crate::set::RuleSet;
use crate::written::{At, Files, Spot, Written};
use abide_shell::Span;

/// The folder that examples are run in; it need not exist.
const EXAMPLE_ROOT: &str = "/repo";

/// The words before an example that is not a command line.
const PREFIXES: &[(&str, FileKind)] = &[
    ("Read ", FileKind::Read),
    ("Edit ", FileKind::Edit),
    ("Write ", FileKind::Write),
    ("Delete ", FileKind::Delete),
];

/// The lists of examples, and whether they must break the rule.
const EXAMPLES: &[(&str, bool)] = &[("block", true), ("allow", false)];

/// The lines that are made of others: `{"npm ci": "pnpm install"}`, or `null` for none.
const READY: &str = "ready";

const READY_FORM: &str = r#"write `"ready": {"npm ci": "pnpm install", "npm view x": null}`"#;

const EXAMPLES_FORM: &str = r#"write `"examples": {"block": ["npm ci"], "allow": ["pnpm ci"]}`"#;

/// Fields, and the kinds of rule in which they do nothing.
const IDLE_FIELDS: &[(&str, &[Kind])] = &[
    ("replacement", &[Kind::ProtectPath, Kind::ForbidTool, Kind::Advice]),
    ("rewrite", &[Kind::ProtectPath, Kind::ForbidTool, Kind::Advice]),
    ("follow", &[Kind::ForbidTool, Kind::Advice]),
    ("remote", &[Kind::ForbidTool, Kind::Advice]),
    ("unless", &[Kind::Advice]),
    ("when", &[Kind::Advice]),
    ("tool", &[Kind::Advice]),
    ("action", &[Kind::Advice]),
];

impl RuleSet {
    /// Compiles every pattern and looks for pitfalls. What [`RuleSet::load`]
    /// reported is not reported again.
    pub fn check(&self) -> Vec<Diagnostic> {
        let files = Files::parse(self);
        let mut diagnostics = Vec::new();
        for (index, rule) in self.rules.iter().enumerate() {
            let written = files.written(rule);
            let before = diagnostics.len();
            for (field, position, matcher) in rule.matchers() {
                let value = written.entry(field, position);
                diagnostics.extend(self.check_matcher(rule, matcher, value, field));
            }
            diagnostics.extend(self.rewrite_faults(rule, &written));
            diagnostics.extend(self.shadowed(index, &written));
            diagnostics.extend(self.always_lifted(rule, &written));
            diagnostics.extend(self.idle_fields(rule, &written));
            // What is merely worth knowing can wait until the rule is right.
            if diagnostics.len() == before && !written.is_empty() && !written.misspelt() {
                diagnostics.extend(self.notes(rule, &written));
            }
        }
        diagnostics.extend(self.nothing_enforced(&files));
        diagnostics
    }

    /// Fields that do nothing in a rule of this kind.
    fn idle_fields(&self, rule: &Rule, written: &Written<'_, '_>) -> Vec<Diagnostic> {
        let kind = Kind::NAMES.iter().find(|row| row.1 == rule.kind).map_or("", |row| row.0);
        let idle = IDLE_FIELDS.iter().filter(|(_, kinds)| kinds.contains(&rule.kind));
        let fields = idle.filter_map(|(field, _)| Some((*field, written.get(field)?.at())));
        let mut found: Vec<Diagnostic> = fields
            .map(|(field, at)| {
                let message = format!("`{field}` does nothing in a `{kind}` rule");
                self.diagnostic(rule, Severity::Warning, "idle-field", message, at)
            })
            .collect();
        if rule.kind == Kind::ForbidCommand
            && !rule.tools.meets(SHELL)
            && let Some(tool) = written.get("tool")
        {
            let message =
                "a `forbid_command` rule looks at shell commands only: with this `tool` it never applies";
            let warning = self.diagnostic(rule, Severity::Warning, "never-applies", message, tool.at());
            found.push(Diagnostic { help: Some("leave `tool` out".into()), ..warning });
        }
        found
    }

    /// What is legal, and may not be known.
    fn notes(&self, rule: &Rule, written: &Written<'_, '_>) -> Vec<Diagnostic> {
        let at = |field| written.get(field).map_or(rule.at(), |value| value.at());
        let note = |code, message, help: &str, at| Diagnostic {
            help: Some(help.into()),
            ..self.diagnostic(rule, Severity::Note, code, message, at)
        };
        let mut notes = Vec::new();
        if rule.kind == Kind::ProtectPath && written.get("tool").is_none() {
            notes.push(note(
                "shell-not-covered",
                "without `tool` this holds for edits only: shell commands may still touch it, and reads are free",
                "say which calls are meant, such as `\"tool\": \"edit|write|shell-write\"`",
                at("pattern"),
            ));
        }
        let told = [&rule.message, &rule.text, &rule.replacement].into_iter().any(Option::is_some);
        if rule.kind != Kind::Advice && !told {
            notes.push(note(
                "no-message",
                "the agent is told that this is forbidden, and not what to do instead",
                "add a `message`",
                at("id"),
            ));
        }
        notes
    }

    /// A note if the files hold no rule at all.
    fn nothing_enforced(&self, files: &Files<'_>) -> Option<Diagnostic> {
        if !self.rules.is_empty() || self.load_error.is_some() {
            return None;
        }
        let value = files.values.first()?.as_ref()?;
        let span = value.get("rules").map_or(value.span, |rules| rules.span);
        Some(self.report_in(
            0,
            Severity::Note,
            "no-rules",
            "there is no rule, so nothing is enforced".into(),
            span,
        ))
    }

    /// Runs the `examples` of every rule against that rule alone, and what each
    /// suggests instead against all rules.
    pub fn run_examples(&self) -> Vec<Diagnostic> {
        let files = Files::parse(self);
        let mut diagnostics = Vec::new();
        for rule in &self.rules {
            let written = files.written(rule);
            diagnostics.extend(self.blocked_instead(rule, &written));
            let Some(examples) = written.examples() else {
                continue;
            };
            diagnostics.extend(self.misshapen(rule, examples));
            let file = examples.file;
            let ready = examples.value.get(READY).and_then(Value::members).unwrap_or_default();
            diagnostics.extend(ready.iter().filter_map(|row| self.ready_example(rule, row, file)));
            for (field, breaks) in EXAMPLES {
                for example in examples.value.get(field).map(Value::list).unwrap_or_default() {
                    diagnostics.extend(self.example(rule, Spot { file, value: example }, *breaks));
                }
            }
        }
        diagnostics
    }

    fn check_matcher(
        &self,
        rule: &Rule,
        matcher: &Matcher,
        value: Option<Spot<'_, '_>>,
        field: &str,
    ) -> Vec<Diagnostic> {
        let at = value.map_or(rule.at(), |value| value.at());
        let inner = |inner: Span| At { span: value.map_or(at.span, |spot| spot.value.locate(inner)), ..at };
        match matcher {
            Matcher::Regex(pattern) => match pattern.regex() {
                Err(error) => {
                    let at = if error.span.is_empty() { at } else { inner(error.span) };
                    vec![self.diagnostic(rule, Severity::Error, "bad-pattern", &error.message, at)]
                }
                Ok(_) => {
                    let tree = pattern::tree(pattern.text()).ok();
                    let names_command = rule.kind == Kind::ForbidCommand && field == "pattern";
                    let lints =
                        tree.iter().flat_map(|tree| lint::pitfalls(pattern.text(), tree, names_command));
                    lints
                        .chain(lint::control_character(pattern.text()))
                        .map(|lint| lint.report(self, rule, lint.span.map_or(at, inner)))
                        .collect()
                }
            },
            Matcher::Glob(glob) => match glob.glob() {
                Err(error) => {
                    vec![self.diagnostic(
                        rule,
                        Severity::Error,
                        "bad-pattern",
                        format!("this glob {error}"),
                        at,
                    )]
                }
                Ok(_) => {
                    let lints = lint::glob_pitfalls(matcher.text());
                    lints.iter().map(|lint| lint.report(self, rule, lint.span.map_or(at, inner))).collect()
                }
            },
            Matcher::Program(_) | Matcher::Nothing => Vec::new(),
        }
    }

    /// What is wrong with the rows of `rewrite`.
    fn rewrite_faults(&self, rule: &Rule, written: &Written<'_, '_>) -> Vec<Diagnostic> {
        let Some(Spot { file, value }) = written.get("rewrite") else { return Vec::new() };
        let rows = value.members().unwrap_or_default();
        let report = |row: &Member<'_>| {
            let (message, span) = match rewrite::fault(row)? {
                rewrite::Fault::Pattern(error) => (error.message, self.inside_key(file, row, error.span)),
                rewrite::Fault::Value(message) => (message, row.value.span),
            };
            Some(self.diagnostic(rule, Severity::Warning, "bad-rewrite", message, At { file, span }))
        };
        rows.iter().filter_map(report).collect()
    }

    /// Where bytes `inner` of a key stand in the file; all of the key if there are none.
    fn inside_key(&self, file: usize, row: &Member<'_>, inner: Span) -> Span {
        let key = json::parse(&self.files[file].text[row.key_span.range()]);
        match key.map(|key| key.locate(inner)) {
            Ok(span) if !inner.is_empty() => {
                Span::new(row.key_span.start + span.start, row.key_span.start + span.end)
            }
            _ => row.key_span,
        }
    }

    /// A rule that is never the one reported, because an earlier one breaks
    /// whenever it does.
    fn shadowed(&self, index: usize, written: &Written<'_, '_>) -> Option<Diagnostic> {
        let rule = &self.rules[index];
        let wider = self.rules[..index].iter().find(|other| {
            other.kind == rule.kind
                && rule.kind != Kind::Advice
                && other.enabled
                && other.patterns().eq(rule.patterns())
                && other.from_tools_file == rule.from_tools_file
                && other.tools.covers(rule.tools)
                && other.unless.is_empty()
                && (other.remote || !rule.remote)
                && other.action >= rule.action
        })?;
        let at = written.get("pattern").map_or(rule.at(), |pattern| pattern.at());
        let message = format!("rule `{}` has the same pattern and comes first", wider.id);
        Some(self.diagnostic(rule, Severity::Warning, "shadowed", message, at))
    }

    /// A rule whose `unless` holds all that its `pattern` does.
    fn always_lifted(&self, rule: &Rule, written: &Written<'_, '_>) -> Option<Diagnostic> {
        let lifts = |text: &str| rule.unless.iter().any(|matcher| matcher.text() == text);
        let unless = written.get("unless").filter(|_| rule.patterns().all(lifts))?;
        let message = "`unless` holds all that `pattern` does, so this rule never applies";
        Some(self.diagnostic(rule, Severity::Warning, "never-applies", message, unless.at()))
    }

    /// What is suggested instead, by `replacement` or a row of `rewrite`, and breaks a rule: no such line is
    /// ever called ready to run.
    fn blocked_instead(&self, rule: &Rule, written: &Written<'_, '_>) -> Vec<Diagnostic> {
        let replacement = rule.replacement.clone().map(|text| {
            let at = written.get("replacement").map_or(rule.at(), |field| field.at());
            ("replacement", text, at)
        });
        let rows = written.get("rewrite").into_iter().flat_map(|Spot { file, value }| {
            let rows = value.members().unwrap_or_default().iter();
            let begins = |row: &Member<'_>| {
                let words = rewrite::beginning(&row.value.text()?)?.to_owned();
                Some(("command", words, At { file, span: row.value.span }))
            };
            rows.filter_map(begins).collect::<Vec<_>>()
        });
        let blocked = |(what, text, at): (&str, String, At)| {
            let call = example_call(&text);
            let breaks =
                |other: &&Rule| other.enabled && other.when.always() && self.breaks(other, &call, &Nowhere);
            let other = self.rules.iter().find(breaks)?;
            let message = format!("the {what} `{text}` breaks rule `{}`", other.id);
            Some(self.diagnostic(rule, Severity::Warning, "replacement-blocked", message, at))
        };
        replacement.into_iter().chain(rows).filter_map(blocked).collect()
    }

    /// What stands in `examples` and is not tried.
    fn misshapen(&self, rule: &Rule, Spot { file, value: examples }: Spot<'_, '_>) -> Vec<Diagnostic> {
        let warn = |code, message: String, help: String, span| Diagnostic {
            help: Some(help),
            ..self.diagnostic(rule, Severity::Warning, code, message, At { file, span })
        };
        let Some(members) = examples.members() else {
            let message =
                format!("`examples` must be an object, not {}: these are not tried", examples.kind());
            return vec![warn("wrong-type", message, EXAMPLES_FORM.into(), examples.span)];
        };
        let mut found = Vec::new();
        for member in members {
            let (key, value) = (member.key.as_ref(), &member.value);
            let names: Vec<&str> = EXAMPLES.iter().map(|row| row.0).chain([READY]).collect();
            if key == READY {
                let rows = value.members().unwrap_or_default();
                let fits = |value: &Value<'_>| matches!(value.node, json::Node::Text(_) | json::Node::Null);
                let wrong = rows.iter().map(|row| &row.value).find(|value| !fits(value));
                if let Some(wrong) = wrong.or(value.members().is_none().then_some(value)) {
                    let message = format!("`{READY}` must be an object of strings, not {}", wrong.kind());
                    found.push(warn("wrong-type", message, READY_FORM.into(), wrong.span));
                }
            } else if !names.contains(&key) {
                let message = format!("unknown field `{key}`: these examples are not tried");
                found.push(warn("unknown-field", message, load::did_you_mean(key, &names), member.key_span));
            } else if !matches!(value.node, json::Node::List(_)) {
                let message = format!("`{key}` must be a list of strings, not {}", value.kind());
                found.push(warn("wrong-type", message, EXAMPLES_FORM.into(), value.span));
            } else {
                found.extend(value.list().iter().filter(|example| example.text().is_none()).map(|example| {
                    let message = format!("an example must be a string, not {}", example.kind());
                    warn("wrong-type", message, EXAMPLES_FORM.into(), example.span)
                }));
            }
        }
        found
    }

    /// The line that is made of another is not the one that stands beside it.
    fn ready_example(&self, rule: &Rule, row: &Member<'_>, file: usize) -> Option<Diagnostic> {
        let call = example_call(&row.key);
        let wrong = |code, message, span| {
            Some(self.diagnostic(rule, Severity::Warning, code, message, At { file, span }))
        };
        if !self.breaks(rule, &call, &Nowhere) {
            let message = format!("this `{READY}` example does not break rule `{}`", rule.id);
            return wrong("block-example-passes", message, row.key_span);
        }
        let made = self.ready_line(rule, &call, &Nowhere);
        if made.as_deref() == row.value.text().as_deref() {
            return None;
        }
        let message = match made {
            Some(made) => format!("what is ready to run is `{made}`"),
            None => "no line is ready to run instead".to_owned(),
        };
        wrong("ready-example-differs", message, row.value.span)
    }

    fn example(&self, rule: &Rule, example: Spot<'_, '_>, should_break: bool) -> Option<Diagnostic> {
        let text = example.value.text()?;
        if rule.kind == Kind::Advice || self.breaks(rule, &example_call(&text), &Nowhere) == should_break {
            return None;
        }
        let (code, message) = match should_break {
            true => {
                ("block-example-passes", format!("this `block` example does not break rule `{}`", rule.id))
            }
            false => ("allow-example-blocked", format!("this `allow` example breaks rule `{}`", rule.id)),
        };
        let help = "examples are tried where there are no files, so no script is read";
        Some(Diagnostic {
            help: (rule.follow && should_break).then(|| help.into()),
            ..self.diagnostic(rule, Severity::Warning, code, message, example.at())
        })
    }
}

impl Rule {
    /// Each pattern and each `unless`, with the field and the place in its list.
    pub(crate) fn matchers(&self) -> impl Iterator<Item = (&'static str, usize, &Matcher)> {
        let unless = self.unless.iter().enumerate().map(|(at, matcher)| ("unless", at, matcher));
        let pattern = std::iter::once(&self.matcher).chain(&self.or).enumerate();
        pattern.map(|(at, matcher)| ("pattern", at, matcher)).chain(unless)
    }
}

impl ToolCall {
    /// The call that a text stands for, as examples are written: `Read PATH`, `Edit PATH`,
    /// `Write PATH`, `Delete PATH`, `Tool NAME`, and else a command line. It has no folder yet.
    pub fn from_example(example: &str) -> ToolCall {
        for (prefix, kind) in PREFIXES {
            if let Some(path) = example.strip_prefix(prefix) {
                let input = Input::Files(*kind, vec![path.into()]);
                return ToolCall { tool: prefix.trim_end().into(), input, ..ToolCall::default() };
            }
        }
        match example.strip_prefix("Tool ") {
            Some(tool) => ToolCall { tool: tool.into(), ..ToolCall::default() },
            None => {
                ToolCall { tool: "Bash".into(), input: Input::Shell(example.into()), ..ToolCall::default() }
            }
        }
    }
}

/// The call of an example, in the folder that examples are run in.
fn example_call(example: &str) -> ToolCall {
    let folder = || EXAMPLE_ROOT.to_owned();
    ToolCall { cwd: folder(), root: Some(folder()), ..ToolCall::from_example(example) }
}

/// A machine without files: examples mean the same everywhere.
struct Nowhere;

impl Workspace for Nowhere {
    fn home(&self) -> Option<&str> {
        Some("/home/user")
    }

    fn real_path(&self, _: &str) -> Option<String> {
        None
    }

    fn list(&self, _: &str) -> Vec<Entry> {
        Vec::new()
    }
}
