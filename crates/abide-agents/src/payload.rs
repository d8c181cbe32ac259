//! Hook JSON, read with patience.
//!
//! Agents add fields with every version and drop some; a field of another
//! type counts as missing. Two things that JavaScript programs send and
//! strict JSON readers refuse are mended first, because a refused call would
//! run unchecked: a byte order mark, and halves of surrogate pairs (`\ud800`).

use crate::WireError;
use serde_json::{Map, Value};
use std::borrow::Cow;

/// One JSON object.
#[derive(Default)]
pub(crate) struct Payload(Map<String, Value>);

/// One tool call, taken out of the agent's envelope.
#[derive(Default)]
pub(crate) struct Sent {
    /// The tool's name as the agent wrote it.
    pub tool: String,
    /// What that name stands for, as [`abide_rules::ToolCall::names`].
    pub names: Vec<String>,
    /// The tool's own input.
    pub arguments: Payload,
    /// Where the session is; empty if it is not said.
    pub cwd: String,
    /// The folder the agent was started in, if it says so.
    pub root: Option<String>,
    /// The session's id.
    pub session: Option<String>,
    /// The call's id.
    pub id: Option<String>,
    /// Whether a subagent makes the call.
    pub subagent: bool,
}

impl<const N: usize> From<[(&str, Value); N]> for Payload {
    fn from(fields: [(&str, Value); N]) -> Self {
        Payload(fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
    }
}

impl Payload {
    /// Reads standard input.
    pub(crate) fn read(bytes: &[u8]) -> Result<Self, WireError> {
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        if bytes.trim_ascii().is_empty() {
            return Err(WireError::Empty);
        }
        let parsed = serde_json::from_slice(bytes).or_else(|error| {
            let text = String::from_utf8_lossy(bytes);
            match without_half_pairs(&text) {
                Cow::Borrowed(same) if same.len() == bytes.len() => Err(error),
                mended => serde_json::from_str(&mended),
            }
        });
        match parsed {
            Ok(Value::Object(fields)) => Ok(Payload(fields)),
            Ok(_) => Err(WireError::NotObject),
            // The JSON reader gives its depth limit no error code of its own.
            Err(error) if error.to_string().starts_with("recursion limit") => Err(WireError::TooDeep),
            Err(error) => Err(WireError::NotJson(error.to_string())),
        }
    }

    /// Refuses an event that is not "before a tool runs", by the text of the
    /// field that says it. Old versions and tests by hand leave it out. Case
    /// does not count: some agents have had both `preToolUse` and `PreToolUse`.
    pub(crate) fn expect(&self, field: &str, wanted: &'static str) -> Result<(), WireError> {
        match self.text(field) {
            Some(event) if !event.eq_ignore_ascii_case(wanted) => {
                Err(WireError::Event { name: event.to_owned(), wanted })
            }
            _ => Ok(()),
        }
    }

    /// The text of a field.
    pub(crate) fn text(&self, field: &str) -> Option<&str> {
        self.0.get(field)?.as_str()
    }

    /// The text of a field, owned.
    pub(crate) fn owned(&self, field: &str) -> Option<String> {
        self.text(field).map(str::to_owned)
    }

    /// Any field.
    pub(crate) fn value(&self, field: &str) -> Option<&Value> {
        self.0.get(field)
    }

    /// The first of `fields` that is there, and what it holds.
    pub(crate) fn first(&self, fields: &[&'static str]) -> Option<(&'static str, &Value)> {
        let held = |field: &&'static str| self.0.get(*field).map(|value| (*field, value));
        fields.iter().filter_map(held).find(|(_, value)| !value.is_null())
    }

    /// The first of `fields` that is a text and not empty.
    pub(crate) fn first_text(&self, fields: &[&str]) -> Option<String> {
        fields.iter().filter_map(|field| self.owned(field)).find(|text| !text.is_empty())
    }

    /// The texts of those of `fields` that are there, in order.
    pub(crate) fn texts(&self, fields: &[&str]) -> Vec<String> {
        fields.iter().filter_map(|field| self.owned(field)).filter(|text| !text.is_empty()).collect()
    }

    /// As [`Payload::texts`], but a field may also hold a list of texts, or of
    /// objects with the path in a field of theirs.
    pub(crate) fn listed(&self, fields: &[&str]) -> Vec<String> {
        let mut texts = Vec::new();
        for value in fields.iter().filter_map(|field| self.0.get(*field)) {
            let items = value.as_array().map_or(std::slice::from_ref(value), Vec::as_slice);
            for item in items {
                match item {
                    Value::String(text) if !text.is_empty() => texts.push(text.clone()),
                    Value::Object(inner) => {
                        inner.iter().for_each(|(name, value)| collect_paths(name, value, &mut texts));
                    }
                    _ => {}
                }
            }
        }
        texts
    }

    /// What should be a text in one of `fields`, which are names of the same
    /// thing, and is not; where it is `needed`, also that it is missing. The
    /// flag says whether it is there.
    pub(crate) fn no_text(&self, fields: &[&'static str], needed: bool) -> Option<(&'static str, bool)> {
        match self.first(fields) {
            Some((_, Value::String(_))) => None,
            Some((field, _)) => Some((field, true)),
            None => needed.then(|| (fields[0], self.0.contains_key(fields[0]))),
        }
    }

    /// Takes an object out of this one: an object, or a text that holds one.
    /// Anything else is an empty one.
    pub(crate) fn take(&mut self, field: &str) -> Result<Payload, WireError> {
        match self.0.remove(field) {
            Some(Value::Object(fields)) => Ok(Payload(fields)),
            Some(Value::String(text)) if text.trim_start().starts_with('{') => Payload::read(text.as_bytes()),
            _ => Ok(Payload(Map::new())),
        }
    }

    /// The first of the texts in a list.
    pub(crate) fn first_of(&self, list: &str) -> Option<String> {
        self.0.get(list)?.as_array()?.iter().filter_map(Value::as_str).next().map(str::to_owned)
    }

    /// Every text that looks like a path by the name of its field, however
    /// deep it sits: for tools whose input abide does not know.
    pub(crate) fn path_like(&self) -> Vec<String> {
        let mut paths = Vec::new();
        for (name, value) in &self.0 {
            collect_paths(name, value, &mut paths);
        }
        paths
    }
}

/// Endings of field names that hold paths: `path`, `file_path`, `filePath`,
/// `outputFile`, `paths`; `pathInProject`. Compared without case.
const PATH_FIELDS: &[&str] = &[
    "path",
    "paths",
    "file",
    "files",
    "filename",
    "filenames",
    "dir",
    "directory",
    "folder",
    "source",
    "destination",
    "uri",
    "pathinproject",
];

fn collect_paths(name: &str, value: &Value, paths: &mut Vec<String>) {
    match value {
        Value::String(text) if !text.is_empty() && names_path(name) => {
            let path = text.strip_prefix("file://").unwrap_or(text);
            // A text of several lines is content, and another URL is no path.
            if !path.contains('\n') && !path.contains("://") {
                paths.push(path.to_owned());
            }
        }
        Value::Array(items) => items.iter().for_each(|item| collect_paths(name, item, paths)),
        Value::Object(fields) => fields.iter().for_each(|(name, value)| collect_paths(name, value, paths)),
        _ => {}
    }
}

fn names_path(field: &str) -> bool {
    let field = field.to_ascii_lowercase();
    PATH_FIELDS.iter().any(|ending| field.ends_with(ending))
}

/// `json` with every `\uD800`..`\uDFFF` that has no other half replaced by
/// U+FFFD, as JavaScript does when it writes such text to a pipe.
fn without_half_pairs(json: &str) -> Cow<'_, str> {
    let mut mended = String::new();
    let mut copied = 0;
    let mut at = 0;
    while let Some(found) = json[at..].find('\\') {
        let escape = at + found;
        let unit = |at: usize| {
            json.get(at..at + 6)
                .filter(|e| e.starts_with("\\u"))
                .and_then(|e| u16::from_str_radix(&e[2..], 16).ok())
        };
        at = match unit(escape) {
            Some(0xd800..=0xdbff) if matches!(unit(escape + 6), Some(0xdc00..=0xdfff)) => escape + 12,
            Some(0xd800..=0xdfff) => {
                mended.push_str(&json[copied..escape]);
                mended.push_str("\\ufffd");
                copied = escape + 6;
                copied
            }
            // The escaped character may be a backslash or several bytes long.
            _ => escape + 1 + json[escape + 1..].chars().next().map_or(0, char::len_utf8),
        };
    }
    if copied == 0 {
        return Cow::Borrowed(json);
    }
    mended.push_str(&json[copied..]);
    Cow::Owned(mended)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_byte_order_mark_and_a_line_feed_are_skipped() {
        let payload = Payload::read(b"\xef\xbb\xbf{\"a\":\"b\"}\n").unwrap();
        assert_eq!(payload.text("a"), Some("b"));
    }

    #[test]
    fn half_of_a_surrogate_pair_does_not_hide_the_call() {
        let payload = Payload::read(br#"{"a":"npm i # \ud800 \ud83d\ude00 \\ud800 \udc00"}"#).unwrap();
        assert_eq!(payload.text("a"), Some("npm i # \u{fffd} \u{1f600} \\ud800 \u{fffd}"));
    }

    #[test]
    fn bytes_that_are_not_utf8_do_not_hide_the_call() {
        assert_eq!(Payload::read(b"{\"a\":\"npm \xff\"}").unwrap().text("a"), Some("npm \u{fffd}"));
    }

    #[test]
    fn what_is_not_an_object_is_refused() {
        assert_eq!(Payload::read(b" \n").err(), Some(WireError::Empty));
        assert_eq!(Payload::read(b"[]").err(), Some(WireError::NotObject));
        assert!(matches!(Payload::read(b"{\"a\":").err(), Some(WireError::NotJson(_))));
        assert_eq!(
            Payload::read(format!("{{\"a\":{}", "[".repeat(200)).as_bytes()).err(),
            Some(WireError::TooDeep)
        );
    }

    #[test]
    fn paths_are_found_by_the_names_of_their_fields() {
        let payload = Payload::read(
            br#"{"outputPath":"dist/a","edits":[{"file":"b"}],"uri":"file:///c","url":"https://x.y/path","text":"no"}"#,
        );
        let mut paths = payload.unwrap().path_like();
        paths.sort();
        assert_eq!(paths, ["/c", "b", "dist/a"]);
    }
}
