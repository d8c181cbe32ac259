//! Hook files in TOML, edited as text by `toml_edit`.

use super::json::{Owner, entries_of, is_ours, owner, plain};
use super::{EditError, Entry, Hook, lines};
use jsonc_parser::cst::CstInputValue;
use serde_json::{Map, Value};
use toml_edit::{Array, ArrayOfTables, DocumentMut, InlineTable, Item, Table, TableLike};

/// The text with the entries of `template`.
pub(super) fn add(old: Option<&str>, template: CstInputValue) -> Result<String, EditError> {
    let old = old.unwrap_or_default();
    let mut document = parse(old)?;
    merge(document.as_table_mut(), &plain(template), "", false)?;
    Ok(lines::kept(old, &document.to_string()))
}

/// The text without abide's elements in the lists of `template`.
pub(super) fn remove(
    old: Option<&str>,
    template: CstInputValue,
    empty: &mut bool,
) -> Result<String, EditError> {
    let old = old.unwrap_or_default();
    let mut document = parse(old)?;
    prune(document.as_table_mut(), &plain(template));
    *empty = document.as_table().is_empty();
    Ok(lines::kept(old, &document.to_string()))
}

/// What calls abide in the lists of the template.
pub(super) fn entries(
    text: &str,
    template: fn(&Hook) -> CstInputValue,
    agent: &'static str,
) -> Result<Vec<Entry>, EditError> {
    let document = parse(text)?;
    Ok(entries_of(&table_value(document.as_table()), template, agent))
}

/// Whether the file has hooks.
pub(super) fn holds_hooks(text: &str) -> bool {
    parse(text).is_ok_and(|document| {
        let hooks = document.get("hooks").and_then(Item::as_table_like);
        // `hooks.state` is what the agent notes about hooks elsewhere.
        hooks.is_some_and(|hooks| hooks.iter().any(|(name, _)| name != "state"))
    })
}

fn parse(text: &str) -> Result<DocumentMut, EditError> {
    text.parse::<DocumentMut>().map_err(|error| {
        let before = &text[..error.span().map_or(0, |span| span.start.min(text.len()))];
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        EditError { message: format!("line {line}, column {column}: {}", error.message()) }
    })
}

/// Inside `{ ... }`, what is new has to be written in braces too.
fn merge(table: &mut dyn TableLike, template: &Value, path: &str, inline: bool) -> Result<(), EditError> {
    for (name, wanted) in template.as_object().into_iter().flatten() {
        let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
        let fresh = || match wanted {
            _ if inline => Item::Value(inline_value(wanted)),
            Value::Object(_) => {
                let mut between = Table::new();
                between.set_implicit(true);
                Item::Table(between)
            }
            Value::Array(_) => Item::ArrayOfTables(ArrayOfTables::new()),
            scalar => item(scalar),
        };
        let there = table.entry(name).or_insert_with(fresh);
        match wanted {
            Value::Object(_) => {
                let inline = there.is_inline_table();
                let there = there.as_table_like_mut().ok_or_else(|| not_a(&path, "a table"))?;
                merge(there, wanted, &path, inline)?;
            }
            Value::Array(wanted) => settle(there, wanted).ok_or_else(|| not_a(&path, "a list of tables"))?,
            _ => {}
        }
    }
    Ok(())
}

fn not_a(path: &str, wanted: &str) -> EditError {
    EditError { message: format!("`{path}` is not {wanted}") }
}

/// Makes `wanted` abide's only elements of a list, each in its old place.
/// `None` if it is no list of tables.
fn settle(list: &mut Item, wanted: &[Value]) -> Option<()> {
    if let Some(list) = list.as_array_of_tables_mut() {
        settle_tables(list, wanted);
        return Some(());
    }
    let list = list.as_array_mut().filter(|list| list.iter().all(toml_edit::Value::is_inline_table))?;
    settle_values(list, wanted);
    Some(())
}

/// `[[...]]`
fn settle_tables(list: &mut ArrayOfTables, wanted: &[Value]) {
    let mut wanted = wanted.iter();
    let mut at = 0;
    while let Some(element) = list.get_mut(at) {
        let value = table_value(element);
        match owner(&value) {
            Owner::Others => {}
            Owner::Both => take_out(element),
            Owner::Ours => match wanted.next() {
                Some(wanted) if *wanted == value => {}
                Some(wanted) => {
                    let decor = element.decor().clone();
                    *element = table(wanted);
                    *element.decor_mut() = decor;
                }
                None => {
                    list.remove(at);
                    continue;
                }
            },
        }
        at += 1;
    }
    wanted.for_each(|wanted| list.push(table(wanted)));
}

/// `[{ ... }, { ... }]`
fn settle_values(list: &mut Array, wanted: &[Value]) {
    let mut wanted = wanted.iter();
    let mut at = 0;
    while let Some(element) = list.get_mut(at) {
        let value = plain_value(element);
        match owner(&value) {
            Owner::Others => {}
            Owner::Both => element.as_inline_table_mut().into_iter().for_each(|group| take_out(group)),
            Owner::Ours => match wanted.next() {
                Some(wanted) if *wanted == value => {}
                Some(wanted) => drop(list.replace(at, inline_value(wanted))),
                None => {
                    list.remove(at);
                    continue;
                }
            },
        }
        at += 1;
    }
    wanted.for_each(|wanted| list.push(inline_value(wanted)));
}

/// Takes abide's handlers out of a group that holds others too.
fn take_out(group: &mut dyn TableLike) {
    let Some(handlers) = group.get_mut("hooks") else { return };
    if let Some(handlers) = handlers.as_array_of_tables_mut() {
        handlers.retain(|handler| !is_ours(&table_value(handler)));
    } else if let Some(handlers) = handlers.as_array_mut() {
        handlers.retain(|handler| !is_ours(&plain_value(handler)));
    }
}

fn prune(table: &mut dyn TableLike, template: &Value) {
    for (name, template) in template.as_object().into_iter().flatten() {
        let Some(there) = table.get_mut(name) else { continue };
        let emptied = match template {
            Value::Object(_) => there.as_table_like_mut().is_some_and(|inner| {
                let before = inner.len();
                prune(inner, template);
                before > 0 && inner.is_empty()
            }),
            Value::Array(_) => {
                let before = length(there);
                settle(there, &[]).is_some() && before > 0 && length(there) == 0
            }
            _ => false,
        };
        if emptied {
            table.remove(name);
        }
    }
}

fn length(list: &Item) -> usize {
    list.as_array_of_tables().map_or(0, ArrayOfTables::len) + list.as_array().map_or(0, Array::len)
}

fn table(value: &Value) -> Table {
    let mut table = Table::new();
    // Scalars first: below a table of its own they would belong to that.
    let members = || value.as_object().into_iter().flatten();
    for (name, value) in members().filter(|(_, value)| !value.is_array()) {
        table.insert(name, item(value));
    }
    for (name, value) in members() {
        if let Some(elements) = value.as_array() {
            table.insert(name, Item::ArrayOfTables(elements.iter().map(self::table).collect()));
        }
    }
    table
}

fn inline_value(value: &Value) -> toml_edit::Value {
    match value {
        Value::Object(members) => members
            .iter()
            .map(|(name, value)| (name.as_str(), inline_value(value)))
            .collect::<InlineTable>()
            .into(),
        Value::Array(elements) => elements.iter().map(inline_value).collect::<Array>().into(),
        scalar => item(scalar).into_value().unwrap_or_else(|_| "".into()),
    }
}

fn item(scalar: &Value) -> Item {
    match scalar {
        Value::Bool(value) => toml_edit::value(*value),
        Value::Number(number) => toml_edit::value(number.as_i64().unwrap_or_default()),
        Value::String(text) => toml_edit::value(text.as_str()),
        _ => Item::None,
    }
}

fn table_value(table: &dyn TableLike) -> Value {
    table.iter().map(|(name, item)| (name.to_owned(), item_value(item))).collect::<Map<_, _>>().into()
}

fn item_value(item: &Item) -> Value {
    match item {
        Item::None => Value::Null,
        Item::Value(value) => plain_value(value),
        Item::Table(table) => table_value(table),
        Item::ArrayOfTables(list) => list.iter().map(|table| table_value(table)).collect(),
    }
}

fn plain_value(value: &toml_edit::Value) -> Value {
    match value {
        toml_edit::Value::String(text) => text.value().as_str().into(),
        toml_edit::Value::Integer(number) => (*number.value()).into(),
        toml_edit::Value::Float(number) => (*number.value()).into(),
        toml_edit::Value::Boolean(value) => (*value.value()).into(),
        toml_edit::Value::Datetime(time) => time.value().to_string().into(),
        toml_edit::Value::Array(list) => list.iter().map(plain_value).collect(),
        toml_edit::Value::InlineTable(table) => table_value(table),
    }
}
