//! Hook files in JSON, edited as text: comments, order and layout of what is
//! not abide's stay.

use super::ours::{call, gap, started};
use super::{EditError, Entry, Hook};
use jsonc_parser::ParseOptions;
use jsonc_parser::cst::{CstArray, CstInputValue, CstNode, CstObject, CstObjectProp, CstRootNode};
use serde_json::{Map, Value};

/// JSON as these agents read it: with comments and commas at the end, but no
/// further liberties, or a file that the agent refuses would seem in order.
const OPTIONS: ParseOptions = ParseOptions {
    allow_comments: true,
    allow_loose_object_property_names: false,
    allow_trailing_commas: true,
    allow_missing_commas: false,
    allow_single_quoted_strings: false,
    allow_hexadecimal_numbers: false,
    allow_unary_plus_numbers: false,
    allow_bare_decimal_point_numbers: false,
    allow_non_finite_numbers: false,
    allow_extended_string_escapes: false,
};

/// An object with its members in this order.
pub(crate) fn object<const N: usize>(members: [(&str, CstInputValue); N]) -> CstInputValue {
    CstInputValue::Object(members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
}

/// The list with one group, for every tool, that many agents take from Claude
/// Code.
pub(crate) fn for_every_tool<const N: usize>(handler: [(&str, CstInputValue); N]) -> CstInputValue {
    let handlers = CstInputValue::Array(vec![object(handler)]);
    CstInputValue::Array(vec![object([("matcher", CstInputValue::from("*")), ("hooks", handlers)])])
}

/// The text with the entries of `template`.
pub(super) fn add(old: Option<&str>, template: CstInputValue) -> Result<String, EditError> {
    let root = parse(old.unwrap_or_default())?;
    if root.value().is_none() {
        // Nothing, or only comments.
        root.set_value(template);
        let text = root.to_string();
        return Ok(if text.ends_with('\n') { text } else { text + "\n" });
    }
    let object = root.object_value().ok_or_else(|| not_a("the file", "an object"))?;
    merge(&object, members(template), "")?;
    Ok(root.to_string())
}

/// The text without abide's elements in the lists of `template`, and without
/// the lists and objects that they leave empty.
pub(super) fn remove(
    old: Option<&str>,
    template: CstInputValue,
    empty: &mut bool,
) -> Result<String, EditError> {
    let root = parse(old.unwrap_or_default())?;
    if let Some(object) = root.object_value() {
        let template = members(template);
        prune(&object, &template);
        *empty = object.properties().iter().all(|member| is_scalar_of(member, &template));
    }
    Ok(root.to_string())
}

/// What the text says, without its comments.
pub(super) fn value(text: &str) -> Option<Value> {
    parse(text).ok()?.to_serde_value()
}

/// What calls abide in the lists of the template.
pub(super) fn entries(
    text: &str,
    template: fn(&Hook) -> CstInputValue,
    agent: &'static str,
) -> Result<Vec<Entry>, EditError> {
    let root = parse(text)?;
    let value = root.to_serde_value().unwrap_or_default();
    Ok(entries_of(&value, template, agent))
}

/// The same for what another format holds.
pub(super) fn entries_of(
    value: &Value,
    template: fn(&Hook) -> CstInputValue,
    agent: &'static str,
) -> Vec<Entry> {
    let mut found = Vec::new();
    let wanted = |program: String| plain(template(&Hook { program, agent }));
    walk(value, &wanted(String::new()), &mut Vec::new(), &mut |path, list| {
        for (at, group) in list.iter().enumerate() {
            for (inside, handler) in handlers(group).into_iter().enumerate() {
                let Some(started) = started(handler) else { continue };
                let Some(calls) = call(&started) else { continue };
                let fresh = wanted(calls.program);
                let fresh = path.iter().try_fold(&fresh, |value, name| value.get(name));
                let current = fresh.and_then(Value::as_array).is_some_and(|fresh| fresh.contains(group));
                let gap = match calls.agent == agent {
                    true => gap(group, handler, fresh.and_then(|fresh| fresh.get(0))),
                    false => Some(format!("it is the hook of another agent, {}", calls.agent)),
                };
                let at = (path.join("."), at, inside);
                let (handler, group) = (handler.clone(), group.clone());
                found.push(Entry { call: started, current, gap, at, handler, group });
            }
        }
    });
    found
}

/// A template as plain JSON.
pub(crate) fn plain(template: CstInputValue) -> Value {
    match template {
        CstInputValue::Null => Value::Null,
        CstInputValue::Bool(value) => value.into(),
        CstInputValue::Number(digits) => {
            digits.parse::<serde_json::Number>().map_or(Value::Null, Value::Number)
        }
        CstInputValue::String(text) => text.into(),
        CstInputValue::Array(items) => items.into_iter().map(plain).collect(),
        CstInputValue::Object(members) => {
            members.into_iter().map(|(name, value)| (name, plain(value))).collect::<Map<_, _>>().into()
        }
    }
}

/// Whose element of a list it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Owner {
    Others,
    Ours,
    /// A group that holds handlers of both.
    Both,
}

/// Whose element of a list `group` is.
pub(super) fn owner(group: &Value) -> Owner {
    let handlers = handlers(group);
    let ours = handlers.iter().filter(|handler| is_ours(handler)).count();
    match ours {
        0 => Owner::Others,
        _ if ours == handlers.len() => Owner::Ours,
        _ => Owner::Both,
    }
}

/// Whether a handler calls abide, and does nothing else.
pub(super) fn is_ours(handler: &Value) -> bool {
    started(handler).and_then(|started| call(&started)).is_some_and(|call| call.alone)
}

/// The objects that start something: those of a group, or the element.
fn handlers(group: &Value) -> Vec<&Value> {
    match group.get("hooks").and_then(Value::as_array) {
        Some(handlers) => handlers.iter().collect(),
        None => vec![group],
    }
}

/// Calls `visit` with every list that the template has and `value` too.
fn walk<'v>(
    value: &'v Value,
    template: &Value,
    path: &mut Vec<String>,
    visit: &mut dyn FnMut(&[String], &'v [Value]),
) {
    match (value, template) {
        (Value::Object(members), Value::Object(template)) => {
            for (name, template) in template {
                if let Some(value) = members.get(name) {
                    path.push(name.clone());
                    walk(value, template, path, visit);
                    path.pop();
                }
            }
        }
        (Value::Array(list), Value::Array(_)) => visit(path, list),
        _ => {}
    }
}

fn parse(text: &str) -> Result<CstRootNode, EditError> {
    CstRootNode::parse(text, &OPTIONS).map_err(|error| EditError {
        message: format!(
            "line {}, column {}: {}",
            error.line_display(),
            error.column_display(),
            error.kind().to_string().to_lowercase()
        ),
    })
}

fn not_a(what: &str, wanted: &str) -> EditError {
    EditError { message: format!("{what} is not {wanted}") }
}

fn members(template: CstInputValue) -> Vec<(String, CstInputValue)> {
    match template {
        CstInputValue::Object(members) => members,
        _ => Vec::new(),
    }
}

/// The member that counts: of two with one name, readers take the last.
fn member(object: &CstObject, name: &str) -> Option<CstObjectProp> {
    object.properties().into_iter().rfind(|member| member.decoded_name().as_deref() == Some(name))
}

fn merge(object: &CstObject, template: Vec<(String, CstInputValue)>, path: &str) -> Result<(), EditError> {
    for (name, wanted) in template {
        let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
        let Some(there) = member(object, &name) else {
            object.append(&name, wanted);
            continue;
        };
        match wanted {
            CstInputValue::Object(wanted) => {
                let there = there.object_value();
                merge(&there.ok_or_else(|| not_a(&format!("`{path}`"), "an object"))?, wanted, &path)?;
            }
            CstInputValue::Array(wanted) => {
                let there = there.array_value();
                settle(&there.ok_or_else(|| not_a(&format!("`{path}`"), "a list"))?, wanted);
            }
            _ => {}
        }
    }
    Ok(())
}

/// Makes `wanted` abide's only elements of a list. One that is there keeps its
/// place, because some agents trust a hook by its place.
fn settle(list: &CstArray, wanted: Vec<CstInputValue>) {
    let mut wanted = wanted.into_iter();
    for element in list.elements() {
        let value = element.to_serde_value().unwrap_or_default();
        match owner(&value) {
            Owner::Others => {}
            Owner::Both => take_out(&element),
            Owner::Ours => match wanted.next() {
                Some(wanted) if plain(wanted.clone()) == value => {}
                Some(wanted) => replace(element, wanted),
                None => element.remove(),
            },
        }
    }
    wanted.for_each(|wanted| _ = list.append(wanted));
}

fn replace(element: CstNode, wanted: CstInputValue) {
    if let Some(object) = element.as_object() {
        object.replace_with(wanted);
    }
}

/// Takes abide's handlers out of a group that holds others too.
fn take_out(group: &CstNode) {
    let handlers = group.as_object().and_then(|group| group.array_value("hooks"));
    for handler in handlers.into_iter().flat_map(|handlers| handlers.elements()) {
        if handler.to_serde_value().is_some_and(|value| is_ours(&value)) {
            handler.remove();
        }
    }
}

/// Removes abide's elements below `object`, and what they leave empty.
fn prune(object: &CstObject, template: &[(String, CstInputValue)]) {
    for (name, template) in template {
        let Some(there) = member(object, name) else { continue };
        let emptied = match template {
            CstInputValue::Object(template) => there.object_value().is_some_and(|inner| {
                let before = inner.properties().len();
                prune(&inner, template);
                before > inner.properties().len() && is_bare(&inner.children())
            }),
            CstInputValue::Array(_) => there.array_value().is_some_and(|list| {
                let before = list.elements().len();
                settle(&list, Vec::new());
                before > list.elements().len() && is_bare(&list.children())
            }),
            _ => false,
        };
        if emptied {
            there.remove();
        }
    }
}

/// Whether nothing stands between the brackets, not even a comment.
fn is_bare(children: &[CstNode]) -> bool {
    children.iter().all(|child| child.is_token() || child.is_whitespace() || child.is_newline())
}

/// Whether a member is one that a new file begins with.
fn is_scalar_of(member: &CstObjectProp, template: &[(String, CstInputValue)]) -> bool {
    let name = member.decoded_name().unwrap_or_default();
    let value = member.value().and_then(|value| value.to_serde_value());
    template.iter().any(|(wanted, template)| {
        let scalar = !matches!(template, CstInputValue::Object(_) | CstInputValue::Array(_));
        scalar && *wanted == name && Some(plain(template.clone())) == value
    })
}
