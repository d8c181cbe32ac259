//! What a call does, once it is known which function is called: the programs
//! it starts, the files it opens, the value it gives.

use super::bytes::{characters, decoded, packed};
use super::call::Does;
use super::effect::split_values;
use super::evaluate::Evaluator;
use super::files::{SHELL, lines_of};
use super::path::PATH;
use super::value::{Item, Value, slice};
use crate::{Access, Mapped};
use smallvec::SmallVec;
use std::ops::Range;

impl Evaluator<'_> {
    pub(super) fn perform(
        &mut self,
        does: Does,
        callee: Value,
        arguments: &[Item],
        range: Range<usize>,
    ) -> Value {
        let unknown = Value::Unknown(range.clone());
        let positional: SmallVec<[&Item; 4]> = arguments
            .iter()
            .filter(|item| item.key.is_none() && !matches!(item.value, Value::Map(_)))
            .collect();
        let named = |key: &str| named(arguments, key);
        let first = positional.first().copied();
        let value = |item: Option<&Item>| item.map_or(unknown.clone(), |item| item.value.clone());
        match does {
            Does::Output(does) => {
                let from = self.found.len();
                let given = self.perform(*does, callee, arguments, range);
                return if matches!(given, Value::Object(SHELL, _)) { given } else { self.output(from) };
            }
            Does::Import => return self.module(&value(first), range),
            Does::Same => return value(first.or(arguments.first())),
            Does::Trim => return self.trimmed(first.or(arguments.first())),
            Does::Split => return split_values(&value(first)),
            Does::Join => return self.join(&positional),
            Does::JoinPath => return self.join_path(&positional),
            Does::PathPart(part) => return self.path_part(part, &positional),
            Does::Object(class) => {
                return match self.join_path(&positional) {
                    Value::Text(text) | Value::Object(_, text) => Value::Object(class, text),
                    other => other,
                };
            }
            Does::Constant(text) => {
                let mut made = Mapped::default();
                made.push(text, self.code.span(range));
                return if text == "~" || text == "." {
                    Value::Object(PATH, made)
                } else {
                    Value::Text(made)
                };
            }
            Does::Attribute => {
                if let [object, name, ..] = positional.as_slice()
                    && let Value::Text(name) = &name.value
                {
                    return self.member(object.value.clone(), name.text());
                }
            }
            Does::Environment => {
                let Value::Text(name) = value(first) else { return unknown };
                let usual = positional.get(1).map(|item| item.value.clone());
                return match (self.environment(name.text()), usual) {
                    (Value::Unknown(_), Some(usual)) => usual,
                    (known, _) => known,
                };
            }
            Does::Hand => {
                if let [function, more @ ..] = positional.as_slice() {
                    let more = more.iter().map(|item| item.value.clone()).collect();
                    return self.hand(&function.value, more, range);
                }
            }
            Does::Each => {
                if let [function, list, ..] = positional.as_slice() {
                    return self.hand_each(&function.value, &list.value, range);
                }
            }
            Does::Print(between, end) if named("file").is_some() => {
                let text = self.printed(&positional, between, "");
                let item = Item { key: None, value: text, range, spread: false };
                self.put(&value(named("file")), &[&item], end);
            }
            Does::Print(between, end) => self.print(&positional, between, end),
            Does::PrintTo => {
                let into = match value(first) {
                    Value::Text(_) => self.open_for(first, Access::Write, false),
                    open => open,
                };
                self.variables.insert(self.tongue.output.into(), into);
            }
            Does::Format => return self.formatted_call(&positional),
            Does::PrintFormat => {
                let text = self.formatted_call(&positional);
                let item = Item { key: None, value: text, range, spread: false };
                self.print(&[&item], "", "");
            }
            Does::Partial => return self.partial(arguments, range),
            Does::Pairs(what) => return what.of(&value(arguments.first()), arguments),
            Does::Pattern => {
                return match self.join_path(&positional) {
                    Value::Text(text) | Value::Object(_, text) => {
                        Value::list(vec![Value::Object(PATH, text)])
                    }
                    _ => unknown,
                };
            }
            Does::ReadUsual(usual) => {
                let path = first.or_else(|| named("path"));
                let path = path.cloned().or_else(|| {
                    let value = arguments.iter().find_map(|item| item.value.key("path").cloned())?;
                    Some(Item { key: None, value, range: range.clone(), spread: false })
                });
                match path {
                    Some(path) => self.touch(Some(&path), Access::Read),
                    None => self.touch_usual(usual, range),
                }
            }
            Does::Shift => {
                let called = self.calls > 0 || self.at < self.inside;
                let list = self.variable(if called { "@_" } else { "@ARGV" });
                return match list {
                    Some(Value::List(values)) if !values.is_empty() => values[0].clone(),
                    _ => unknown,
                };
            }
            Does::Input => {
                let Some(input) = self.given.input else { return unknown };
                return Value::Text(slice(input, 0..input.text().trim_end_matches('\n').len()));
            }
            Does::List => {
                return match positional.as_slice() {
                    [only] if matches!(only.value, Value::List(_)) => only.value.clone(),
                    _ => Value::list(self.elements(arguments.iter().cloned())),
                };
            }
            // `$({ stdio: 'inherit' })` gives the function again.
            Does::Script if first.is_none() && arguments.iter().all(|item| item.key.is_none()) => {
                return callee;
            }
            Does::Script => {
                let text = first.or_else(|| arguments.iter().find(|item| item.key.is_some()));
                let list = matches!(text.map(|item| &item.value), Some(Value::List(_)));
                let from = self.found.len();
                if list {
                    self.program(&value(text))
                } else {
                    self.script(&value(text))
                }
                return self.connected(from, &value(text), arguments);
            }
            Does::System => {
                let from = self.found.len();
                // `exec {'npm'} 'name', 'i'` of Perl: the block tells the program.
                let block = match arguments.first().map(|item| &item.value) {
                    Some(Value::Map(entries)) if self.tongue.flat_lists => entries.first(),
                    _ => None,
                };
                match (block, positional.split_first()) {
                    (Some((_, program)), Some((first, rest))) => {
                        let program = Item { value: program.clone(), ..(*first).clone() };
                        let all: Vec<&Item> = std::iter::once(&program).chain(rest.iter().copied()).collect();
                        self.words(&all);
                    }
                    _ => self.system(&positional),
                }
                self.connect(from, named("stdin_data").map(|item| &item.value), None);
            }
            Does::Subprocess => {
                let text =
                    first.or_else(|| named("args")).map(|item| item.value.clone()).unwrap_or(unknown.clone());
                let shell = named("shell").map(|item| &item.value);
                let from = self.found.len();
                self.subprocess(&text, shell);
                let stream = |key: &str| named(key).map(|item| &item.value);
                self.connect(from, stream("input").or(stream("stdin")), stream("stdout"));
                return self.shell_pipe(&text);
            }
            Does::Spawn => {
                let from = self.found.len();
                self.spawn(arguments, &positional);
                return self.connected(from, &value(first), arguments);
            }
            Does::Fork(program) => self.fork(program, &positional),
            Does::Argv => {
                let list = first
                    .map(|item| item.value.clone())
                    .or_else(|| arguments.iter().find_map(|item| item.value.key("cmd").cloned()));
                self.program(&list.unwrap_or(unknown.clone()));
            }
            Does::Words => self.words(&positional),
            Does::ProgramAndArgv(at) => {
                if let [program, argv, ..] = &positional[at.min(positional.len())..]
                    && let Value::List(values) = &argv.value
                {
                    let words = std::iter::once(program.value.clone()).chain(values.iter().skip(1).cloned());
                    self.program(&Value::list(words.collect()));
                }
            }
            Does::ProgramAndWords(at) => {
                if let [program, _, words @ ..] = &positional[at.min(positional.len())..] {
                    let mut all = vec![*program];
                    all.extend(words);
                    self.words(&all);
                }
            }
            Does::Command => {
                let list = arguments.iter().find_map(|item| item.value.key("args").cloned());
                self.program_with(&value(first), list);
            }
            Does::PipeWords(handles) => self.system(&positional[handles.min(positional.len())..]),
            Does::PerlOpen => self.perl_open(&positional),
            Does::RubyOpen => match value(first) {
                Value::Text(text) if text.text().starts_with('|') => {
                    self.script(&Value::Text(slice(&text, 1..text.len())));
                }
                _ => return self.open(&positional, named("mode"), Access::Read),
            },
            Does::Code(language) => {
                for text in value(first).each() {
                    if let Value::Text(text) = text {
                        self.code_in(language, text);
                    }
                }
            }
            Does::Open(usual) => return self.open(&positional, named("mode"), usual),
            Does::Read => return self.read(first),
            Does::Write => self.touch(first, Access::Write),
            Does::Remove => self.touch(first, Access::Delete),
            Does::WriteText { appends } => {
                let flag = |item: &&Item| matches!(&item.value, Value::Named(name) if name == "FILE_APPEND");
                self.write_text(&positional, appends || positional.iter().skip(2).any(flag));
            }
            Does::Json => return self.json(&value(first)),
            Does::AsJson => return self.as_json(&value(arguments.first())),
            Does::PutJson => {
                if let [written, into, ..] = arguments {
                    let text = self.as_json(&written.value);
                    let item = Item { key: None, value: text, range, spread: false };
                    self.put(&into.value, &[&item], "");
                }
            }
            Does::Put(end) => {
                if let [into, texts @ ..] = positional.as_slice() {
                    let named = named("input");
                    let texts: Vec<&Item> = texts.iter().copied().chain(named).collect();
                    self.put(&into.value.clone(), &texts, end);
                }
            }
            Does::Contents => {
                return match value(first) {
                    Value::Object(_, text) => Value::Text(text),
                    other => other,
                };
            }
            Does::Lines => {
                return match value(first) {
                    Value::Object(_, text) | Value::Text(text) => Value::list(lines_of(&text)),
                    other => other,
                };
            }
            Does::Decode(usual) => {
                let encoding = match positional.get(1).map(|item| &item.value) {
                    Some(Value::Text(encoding)) => encoding.text().to_owned(),
                    _ => usual.to_owned(),
                };
                return match value(first) {
                    Value::Text(text) => decoded(&text, &encoding).map_or(unknown, Value::Text),
                    other => other,
                };
            }
            Does::Pack => {
                return match positional.as_slice() {
                    [Item { value: Value::Text(format), .. }, values @ ..]
                    | [values @ .., Item { value: Value::Text(format), .. }] => {
                        let values = self.elements(values.iter().map(|item| (*item).clone()));
                        let values = match values.as_slice() {
                            [Value::List(values)] => values.as_ref().clone(),
                            _ => values,
                        };
                        packed(format.text(), &values, self.code.span(range)).map_or(unknown, Value::Text)
                    }
                    _ => unknown,
                };
            }
            Does::Characters => {
                let numbers = match positional.as_slice() {
                    [only] if matches!(only.value, Value::List(_)) => only.value.clone(),
                    _ => Value::list(self.elements(arguments.iter().cloned())),
                };
                return characters(&numbers, self.code.span(range)).map_or(unknown, Value::Text);
            }
            Does::Load(language) => {
                if let Value::Text(path) = value(first) {
                    let path = path.text();
                    let endings = ["", ".rb", ".php", ".pl", ".lua"];
                    self.load(language, &endings.map(|ending| format!("{path}{ending}")));
                }
            }
            Does::Copy => {
                let text = self.read(first);
                self.copied(&text, positional.get(1).copied());
            }
            Does::Rename => {
                let text = self.text_in(first);
                self.touch(first, Access::Delete);
                self.copied(&text, positional.get(1).copied());
            }
        }
        unknown
    }
}

/// The argument that is given under this name, alone or in a map.
fn named<'i>(arguments: &'i [Item], key: &str) -> Option<&'i Item> {
    arguments.iter().find(|item| item.key.as_deref() == Some(key))
}
