//! Parameters: the values that `$name` and `${name...}` may have.
//!
//! A variable that the line did not set may come from the environment: it is
//! not known, and stands as it is written.

use super::expand::{IFS, LONGEST_VALUE, expansion};
use super::source::Source;
use super::state::Value;
use super::walk::Walker;
use crate::syntax::{self, Parameter, ParameterOperator};
use crate::value::escape::{self, Dialect};
use crate::value::fields::{Expansion, Few, MOST_ALTERNATIVES};
use crate::value::operator;
use crate::{Field, Mapped, Span};
use std::rc::Rc;

/// How many references bash follows from one name to the next (`declare -n`).
const MOST_REFERENCES: u32 = 8;

impl Walker<'_> {
    /// Values that together are too long stay unknown: `x=$x$x` doubles.
    pub(super) fn bound(
        &mut self,
        source: &Rc<Source>,
        span: Span,
        parameter: &Parameter,
        values: &mut Vec<Expansion>,
    ) {
        let size = |value: &Expansion| match value {
            Expansion::Text(text) | Expansion::Unknown(text) => text.len(),
            Expansion::List(list) | Expansion::Words(list) => list.iter().map(|text| text.len() + 8).sum(),
            Expansion::Nothing => 0,
        };
        let total: usize = values.iter().map(size).sum();
        if !self.fits(total) {
            *values = vec![outline_parameter(source, span, parameter)];
        }
        self.spend(total.min(LONGEST_VALUE) / 8);
    }

    /// The values that `$name` or `${name...}` may have.
    pub(super) fn parameter(
        &mut self,
        source: &Rc<Source>,
        span: Span,
        parameter: &Parameter,
        quoted: bool,
    ) -> Vec<Expansion> {
        use ParameterOperator as Op;
        // Operands hold further parameters: past the limit each would go on.
        if self.limit.is_some() {
            return vec![outline_parameter(source, span, parameter)];
        }
        let mut keys = None;
        if let Some(parts) = parameter.subscript {
            keys = Some(self.quoted_parts(source, parts));
        }
        let name = source.str(parameter.name);
        let own = outline_parameter(source, span, parameter);
        let mut values = self.lookup(name, keys.as_deref(), quoted);
        if parameter.indirect {
            let all = |key: &Field| matches!(key.value.text(), "@" | "*");
            values = match keys.as_deref() {
                Some([key]) if all(key) => self.keys(name),
                _ => self.indirect(values),
            };
        }
        if parameter.length {
            return vec![own];
        }
        match parameter.operator {
            Op::None => self.known_or(values, own),
            Op::Bad => {
                self.abandoned = true;
                vec![own]
            }
            Op::Default { colon } | Op::Assign { colon } => {
                let mut result = Vec::new();
                for value in values {
                    let text = matches!(&value, Expansion::Text(text) if !(colon && text.is_empty()));
                    let list = matches!(&value, Expansion::List(list) if !list.is_empty());
                    if text || list {
                        result.push(value);
                        continue;
                    }
                    if matches!(value, Expansion::Unknown(_)) && !self.unset {
                        result.push(own.clone());
                    }
                    let operand = self.operand(source, parameter, quoted);
                    if matches!(parameter.operator, Op::Assign { .. }) {
                        self.assign_default(name, &operand);
                    }
                    result.extend(operand);
                }
                result.truncate(MOST_ALTERNATIVES);
                result
            }
            Op::Alternative { colon } => {
                let mut result = Vec::new();
                for value in values {
                    match value {
                        Expansion::Nothing => result.push(Expansion::Nothing),
                        Expansion::Text(text) if colon && text.is_empty() => {
                            result.push(Expansion::Nothing);
                        }
                        Expansion::Unknown(_) => {
                            result.push(Expansion::Nothing);
                            result.extend(self.operand(source, parameter, quoted));
                        }
                        _ => result.extend(self.operand(source, parameter, quoted)),
                    }
                }
                result.truncate(MOST_ALTERNATIVES);
                result
            }
            Op::Require { .. } => {
                self.operand(source, parameter, quoted);
                self.known_or(values, own)
            }
            Op::Transform => self.transform(source, parameter, values, own),
            _ => {
                let operand = self.quoted_parts(source, parameter.operand);
                self.spend(operator::STEPS * values.len());
                let changed = values.into_iter().map(|value| {
                    let change = |text: &Mapped| changed(source, parameter, &operand, text);
                    match &value {
                        Expansion::Text(text) => change(text).map_or_else(|| own.clone(), Expansion::Text),
                        Expansion::List(list) => slice_list(source, parameter, list)
                            .or_else(|| list.iter().map(change).collect::<Option<Vec<_>>>())
                            .map_or_else(|| own.clone(), Expansion::List),
                        Expansion::Nothing => Expansion::Nothing,
                        Expansion::Unknown(_) | Expansion::Words(_) => own.clone(),
                    }
                });
                changed.collect()
            }
        }
    }

    /// The values, with what is not known standing as it is written.
    pub(super) fn known_or(&self, values: Vec<Expansion>, own: Expansion) -> Vec<Expansion> {
        let named = |value| match value {
            Expansion::Unknown(_) if self.unset => Expansion::Nothing,
            Expansion::Unknown(_) => own.clone(),
            value => value,
        };
        values.into_iter().map(named).collect()
    }

    /// What stands behind the operator. Where the whole is not quoted, what is quoted in it is kept whole.
    fn operand(&mut self, source: &Rc<Source>, parameter: &Parameter, quoted: bool) -> Vec<Expansion> {
        let parts = &source.tree.parts[parameter.operand];
        let quotes = |part: &syntax::Part| {
            use syntax::PartKind::{Ansi, Double, Escape, Single};
            matches!(part.kind, Single | Ansi | Double { .. } | Escape)
        };
        let assigns = matches!(parameter.operator, ParameterOperator::Assign { .. });
        if !quoted && !assigns && parts.iter().any(quotes) {
            let lists = self.split_parts(source, parameter.operand);
            let words = |list: Few<Field>| list.into_iter().map(|field| field.value).collect();
            return lists.into_iter().map(|list| Expansion::Words(words(list))).collect();
        }
        let fields = self.quoted_parts(source, parameter.operand);
        fields.into_iter().map(expansion).collect()
    }

    fn assign_default(&mut self, name: &str, operand: &[Expansion]) {
        let value = |expansion: &Expansion| match expansion {
            Expansion::Text(text) => Value::Text(text.clone()),
            _ => Value::Unknown,
        };
        self.state.set_variable(name, operand.iter().map(value).collect());
    }

    /// `${x@P}` expands the value once more; the others only change its form.
    fn transform(
        &mut self,
        source: &Rc<Source>,
        parameter: &Parameter,
        values: Vec<Expansion>,
        own: Expansion,
    ) -> Vec<Expansion> {
        let operator = source.str(parameter.operand_span);
        let transformed = |value: Expansion, walker: &mut Self| match (&value, operator) {
            (Expansion::Text(text), "P" | "E") if text.has_unknown() => own.clone(),
            (Expansion::Text(text), "P") => expansion(walker.expanded_text(text.clone())),
            (Expansion::Text(text), "U") => Expansion::Text(operator::case(text, true, true)),
            (Expansion::Text(text), "L") => Expansion::Text(operator::case(text, false, true)),
            (Expansion::Text(text), "u") => Expansion::Text(operator::case(text, true, false)),
            (Expansion::Text(text), "E") => {
                let mut decoded = Mapped::default();
                escape::decode(&mut decoded, text, 0..text.len(), Dialect::Ansi);
                Expansion::Text(decoded)
            }
            // Quoted so that it can be read again: the value itself, for that.
            (Expansion::Text(_), "Q" | "K" | "k") => value,
            _ => own.clone(),
        };
        values.into_iter().map(|value| transformed(value, self)).collect()
    }

    /// `${!name[@]}`: the keys of an array.
    fn keys(&self, name: &str) -> Vec<Expansion> {
        let of = |value: &Value| match value {
            Value::Array(entries) => Expansion::List(entries.keys().map(|key| Mapped::made(key)).collect()),
            _ => Expansion::Unknown(Mapped::default()),
        };
        let values = self.state.variable(name);
        values.map_or(vec![Expansion::Unknown(Mapped::default())], |values| values.iter().map(of).collect())
    }

    /// `${!name}`: the variable that the value names.
    fn indirect(&mut self, values: Vec<Expansion>) -> Vec<Expansion> {
        let mut result = Vec::new();
        for value in values {
            match value {
                Expansion::Text(text) if text.is_known() => {
                    result.extend(self.lookup(text.text(), None, true));
                }
                _ => result.push(Expansion::Unknown(Mapped::default())),
            }
        }
        result
    }

    /// The values of a parameter; `keys` are those of its subscript.
    fn lookup(&mut self, name: &str, keys: Option<&[Field]>, quoted: bool) -> Vec<Expansion> {
        let unknown = || vec![Expansion::Unknown(Mapped::default())];
        let arguments = self.state.positional();
        match name {
            "@" | "*" => {
                let Some(fields) = arguments else { return unknown() };
                let list: Vec<Mapped> = fields.iter().map(as_value).collect();
                return vec![all(list, self.separator(name == "*" && quoted).as_deref())];
            }
            "#" | "?" | "$" | "!" | "-" => return unknown(),
            "_" => {
                let word = self.last_word.clone();
                return word.map_or_else(unknown, |word| vec![Expansion::Text(word)]);
            }
            _ => {}
        }
        if let Ok(number) = name.parse::<usize>() {
            if number == 0 {
                return self.variable("0", None);
            }
            let Some(fields) = arguments else { return unknown() };
            return vec![match fields.get(number - 1) {
                Some(field) => expansion(field.clone()),
                None => Expansion::Nothing,
            }];
        }
        let Some(keys) = keys else { return self.variable(name, None) };
        let mut result = Vec::new();
        for key in keys {
            let key = key.known.then(|| key.value.text().to_string());
            match key.as_deref() {
                Some("@" | "*") => {
                    let separator = self.separator(quoted && key.as_deref() == Some("*"));
                    result.extend(self.variable(name, Some(None)).into_iter().map(|value| match value {
                        Expansion::List(list) => all(list, separator.as_deref()),
                        value => value,
                    }));
                }
                Some(key) => result.extend(self.variable(name, Some(Some(key)))),
                None => result.extend(unknown()),
            }
        }
        result
    }

    /// What stands between the values in `"$*"`: the first character of IFS.
    fn separator(&self, joined: bool) -> Option<String> {
        joined.then(|| self.ifs().chars().take(1).collect())
    }

    /// The values of a variable: all of an array for `Some(None)`, one of its
    /// elements for `Some(Some(key))`.
    fn variable(&mut self, name: &str, key: Option<Option<&str>>) -> Vec<Expansion> {
        self.referred(name, key, MOST_REFERENCES)
    }

    fn referred(&mut self, name: &str, key: Option<Option<&str>>, references: u32) -> Vec<Expansion> {
        let Some(values) = self.state.variable(name).cloned() else {
            return vec![self.outside(name)];
        };
        let mut result = Vec::new();
        for value in values.iter() {
            result.push(match (value, key) {
                (Value::Unset, _) => Expansion::Nothing,
                (Value::Text(text), None | Some(None) | Some(Some("0"))) => Expansion::Text(text.clone()),
                (Value::Text(_), Some(Some(_))) => Expansion::Nothing,
                (Value::Array(entries), Some(None)) => Expansion::List(entries.texts().cloned().collect()),
                (Value::Array(entries), key) => {
                    let wanted = key.flatten().unwrap_or("0");
                    let negative = wanted.strip_prefix('-').and_then(|n| n.parse::<usize>().ok());
                    let entry = match negative {
                        Some(back) => entries.texts().rev().nth(back.wrapping_sub(1)),
                        None => entries.get(wanted),
                    };
                    entry.map_or(Expansion::Nothing, |text| Expansion::Text(text.clone()))
                }
                (Value::Reference(other), key) if references > 0 && self.spend(1) => {
                    result.extend(self.referred(other, key, references - 1));
                    continue;
                }
                (Value::Reference(_) | Value::Unknown, _) => Expansion::Unknown(Mapped::default()),
            });
        }
        result
    }

    /// A variable that the line did not set.
    fn outside(&self, name: &str) -> Expansion {
        let value = match name {
            "HOME" => self.context.home.map(str::to_string),
            "PWD" => self.folder(),
            "OLDPWD" => self.folder_before(),
            // Bash takes none from the environment.
            "IFS" => Some(IFS.to_string()),
            "BASH" | "SHELL" => Some("/bin/bash".to_string()),
            _ => None,
        };
        match value {
            Some(text) => {
                let mut value = Mapped::default();
                value.push(&text, Span::default());
                Expansion::Text(value)
            }
            None => Expansion::Unknown(Mapped::default()),
        }
    }
}

/// All values as a list, or as one text.
fn all(list: Vec<Mapped>, separator: Option<&str>) -> Expansion {
    let Some(separator) = separator else { return Expansion::List(list) };
    let mut values = list.into_iter();
    let mut joined = values.next().unwrap_or_default();
    for value in values {
        if separator == " " {
            joined.push_word(&value);
        } else {
            let place = value.span(0..0).start;
            joined.push(separator, Span::new(place, place));
            joined.push_mapped(&value);
        }
    }
    Expansion::Text(joined)
}

/// `$name` as it is written, or `${name}` for one with an operator.
fn outline_parameter(source: &Source, span: Span, parameter: &Parameter) -> Expansion {
    let bare = parameter.subscript.is_none() && parameter.operator == ParameterOperator::None;
    if bare {
        return Expansion::Unknown(source.slice(span.range()));
    }
    let mut text = source.slice(span.start as usize..parameter.name.end as usize);
    text.push("}", source.origin(source.closing(span, '}')));
    Expansion::Unknown(text)
}

/// The value of a field that is one of several. A pattern stands for names.
fn as_value(field: &Field) -> Mapped {
    if field.glob { field.value.as_unknown() } else { field.value.clone() }
}

/// What an operator makes of a known value; `None` where that is not known.
fn changed(source: &Source, parameter: &Parameter, operand: &[Field], value: &Mapped) -> Option<Mapped> {
    use ParameterOperator as Op;
    if value.has_unknown() && parameter.operator == Op::Slice {
        return slice_bounds(source, parameter).and_then(|(offset, length)| end_of(value, offset, length));
    }
    let [operand] = operand else { return None };
    let pattern = operator::pattern(operand);
    match parameter.operator {
        Op::Case { upper, all } => Some(operator::case(value, upper, all)),
        Op::StripPrefix { .. } if !operand.known => operator::strip_text(value, &operand.value),
        _ if !operand.known => None,
        Op::StripPrefix { longest } => operator::strip_prefix(value, &pattern, longest),
        Op::StripSuffix { longest } => operator::strip_suffix(value, &pattern, longest),
        Op::Replace { all } => {
            let text = operand.value.text();
            let cut = text.find('/').unwrap_or(text.len());
            let mut new = Mapped::default();
            new.push_slice(&operand.value, (cut + 1).min(text.len())..text.len());
            operator::replace(value, &text[..cut], &new, all)
        }
        Op::Slice => {
            let (offset, length) = slice_bounds(source, parameter)?;
            operator::substring(value, offset, length)
        }
        _ => None,
    }
}

/// `${x:0}`, and `${x: -4}` where so much of the end is known.
fn end_of(value: &Mapped, offset: i64, length: Option<i64>) -> Option<Mapped> {
    if length.is_some() || offset > 0 {
        return None;
    }
    if offset == 0 {
        return Some(value.clone());
    }
    let end = operator::substring(value, offset, None)?;
    end.is_known().then_some(end)
}

/// The two numbers of `${x:offset:length}`.
fn slice_bounds(source: &Source, parameter: &Parameter) -> Option<(i64, Option<i64>)> {
    let text = source.str(parameter.operand_span);
    let mut numbers = text.split(':').map(|number| number.trim().parse::<i64>().ok());
    let offset = numbers.next()??;
    match numbers.next() {
        None => Some((offset, None)),
        Some(length) => Some((offset, Some(length?))),
    }
}

/// `${@:2}` and `${a[@]:1:2}` cut a list, not its elements. The list of
/// positional parameters counts from 1.
fn slice_list(source: &Source, parameter: &Parameter, list: &[Mapped]) -> Option<Vec<Mapped>> {
    if parameter.operator != ParameterOperator::Slice {
        return None;
    }
    let (offset, length) = slice_bounds(source, parameter)?;
    let positional = matches!(source.str(parameter.name), "@" | "*");
    let offset = usize::try_from(offset).ok()?.saturating_sub(usize::from(positional));
    let rest = list.get(offset..).unwrap_or_default();
    let length = match length {
        None => rest.len(),
        Some(length) => usize::try_from(length).ok()?.min(rest.len()),
    };
    Some(rest[..length].to_vec())
}
