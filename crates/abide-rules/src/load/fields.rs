//! The fields of an object: what they may hold, and what is said when they
//! hold something else.

use super::{Field, Loader, Refused};
use crate::diagnostic::{Diagnostic, Severity};
use crate::json::{self, Member, Value};
use abide_shell::Span;
use std::borrow::Cow;

impl<'f> Loader<'f> {
    /// The values of the fields `names`, each in its place. Of two
    /// members with one name the last counts, and it is an error.
    pub(super) fn fields<'v, 'a, const N: usize>(
        &mut self,
        members: &'v [Member<'a>],
        names: [&str; N],
    ) -> [Field<'v, 'a>; N] {
        let mut values = [None; N];
        for member in members {
            let key = member.key.as_ref();
            let mut report = |severity, code, message| self.report(severity, code, message, member.key_span);
            match names.iter().position(|name| *name == key) {
                None => {
                    report(Severity::Warning, "unknown-field", format!("unknown field `{key}`"));
                    self.help(did_you_mean(key, &names));
                }
                Some(at) => {
                    if values[at].replace(&member.value).is_some() {
                        let message = format!("`{key}` stands here twice: what the first one says is lost");
                        report(Severity::Error, "duplicate-field", message);
                    }
                }
            }
        }
        values
    }

    pub(super) fn text<'a>(
        &mut self,
        name: &str,
        field: Field<'_, 'a>,
    ) -> Result<Option<Cow<'a, str>>, Refused> {
        match field.map(|value| (value.text(), value)) {
            None => Ok(None),
            Some((Some(text), _)) => Ok(Some(text)),
            Some((None, value)) => Err(self.wrong_type(name, "a string", value)),
        }
    }

    pub(super) fn string(&mut self, name: &str, field: Field<'_, '_>) -> Result<Option<String>, Refused> {
        self.text(name, field).map(|text| text.map(Cow::into_owned))
    }

    pub(super) fn boolean(&mut self, name: &str, field: Field<'_, '_>) -> Result<Option<bool>, Refused> {
        match field.map(|value| (&value.node, value)) {
            None => Ok(None),
            Some((json::Node::Bool(value), _)) => Ok(Some(*value)),
            Some((_, value)) => Err(self.wrong_type(name, "true or false", value)),
        }
    }

    /// A field whose value is one of a few words.
    pub(super) fn choice<T: Copy>(
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

    pub(super) fn word<T: Copy>(
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

    pub(super) fn wrong_type(&mut self, name: &str, wanted: &str, value: &Value<'_>) -> Refused {
        let message = format!("`{name}` must be {wanted}, not {}", value.kind());
        self.error("wrong-type", message, value.span);
        Refused
    }

    pub(super) fn error(&mut self, code: &'static str, message: impl Into<String>, span: Span) {
        self.report(Severity::Error, code, message, span);
    }

    pub(super) fn report(
        &mut self,
        severity: Severity,
        code: &'static str,
        message: impl Into<String>,
        span: Span,
    ) {
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
    pub(super) fn help(&mut self, help: impl Into<String>) {
        if let Some(last) = self.loaded.diagnostics.last_mut() {
            last.help = Some(help.into());
        }
    }

    /// A text, or a list of texts; none of them empty.
    pub(super) fn texts(&mut self, name: &str, field: Field<'_, '_>) -> Result<Vec<(String, Span)>, Refused> {
        let Some(field) = field else { return Ok(Vec::new()) };
        let entries = match &field.node {
            json::Node::List(entries) => entries.as_slice(),
            _ => std::slice::from_ref(field),
        };
        let mut texts = Vec::with_capacity(entries.len());
        for entry in entries {
            match entry.text() {
                Some(text) if text.is_empty() => {
                    self.error("empty-text", format!("an empty text in `{name}` says nothing"), entry.span);
                    self.help("leave it out");
                    return Err(Refused);
                }
                Some(text) => texts.push((text.into_owned(), entry.span)),
                None => return Err(self.wrong_type(name, "a text or a list of texts", entry)),
            }
        }
        Ok(texts)
    }
}

pub(crate) fn did_you_mean(written: &str, words: &[&str]) -> String {
    like(written, words).unwrap_or_else(|| one_of(words))
}

/// The word that was meant, if one is like what is written.
pub(crate) fn like(written: &str, words: &[&str]) -> Option<String> {
    // `forbid` may be either.
    let longer: Vec<&str> =
        words.iter().copied().filter(|word| written.len() > 2 && word.starts_with(written)).collect();
    if longer.len() > 1 {
        return Some(one_of(&longer));
    }
    let likeness = words.iter().map(|word| (strsim::jaro_winkler(written, word), word));
    let (likeness, word) = likeness.max_by(|a, b| a.0.total_cmp(&b.0))?;
    (likeness > 0.8).then(|| format!("did you mean `{word}`?"))
}

pub(crate) fn one_of(words: &[&str]) -> String {
    format!("one of `{}`", words.join("`, `"))
}
