//! Builtins that set variables, positional parameters, aliases and options.

use super::super::outcome::{Outcome, Stream};
use super::super::simple::Call;
use super::super::state::{Alias, Function, Value};
use super::super::walk::Walker;
use super::{operands, text};
use crate::{Field, Mapped};
use std::rc::Rc;

/// `declare`, `local`, `export`, `readonly`: their `name=value` arguments.
pub(super) fn declare(walker: &mut Walker<'_>, call: &Call<'_>, _: &Stream) -> Outcome {
    let is_option = |field: &&Field| text(field).starts_with(['-', '+']);
    let options: String = call.argv[1..].iter().take_while(is_option).map(text).collect();
    for field in call.argv[1..].iter().skip_while(is_option) {
        let argument = text(field);
        if options.contains('f') {
            if let Some(function) = walker.state.function(argument).cloned() {
                let function = Function { exported: true, ..function };
                walker.state.set_function(argument, Some(function));
            }
            continue;
        }
        let name = argument.split_once('=').map_or(argument, |(name, _)| name);
        let local = text(&call.argv[0]) == "local" || !options.contains('g');
        if walker.functions > 0 && local && !matches!(text(&call.argv[0]), "export" | "readonly") {
            let before = walker.state.variable(name).cloned();
            walker.locals.push((name.to_string(), before));
        }
        if name.len() == argument.len() {
            continue;
        }
        let mut value = Mapped::default();
        value.push_slice(&field.value, name.len() + 1..argument.len());
        let value = match options.contains('n') {
            true => Value::Reference(value.text().to_string()),
            false => Value::of(Field { value, ..field.clone() }),
        };
        walker.assign_variable(name, vec![value]);
    }
    Outcome::silent(Some(true))
}

pub(super) fn unset(walker: &mut Walker<'_>, call: &Call<'_>, _: &Stream) -> Outcome {
    let options: String = call.argv[1..].iter().map(text).take_while(|word| word.starts_with('-')).collect();
    for field in operands(&call.argv) {
        let name = text(field);
        if options.contains('f') || walker.state.variable(name).is_none() {
            walker.state.set_function(name, None);
        }
        if !options.contains('f') {
            walker.state.set_variable(name, vec![Value::Unset]);
        }
    }
    Outcome::silent(Some(true))
}

pub(super) fn set(walker: &mut Walker<'_>, call: &Call<'_>, _: &Stream) -> Outcome {
    let mut index = 1;
    while let Some(word) = call.argv.get(index).map(text) {
        let named = matches!(word, "-o" | "+o");
        let value = call.argv.get(index + 1).map(text);
        if word == "--" || !word.starts_with(['-', '+']) || word.len() < 2 {
            let from = (index + usize::from(word == "--")).min(call.argv.len());
            walker.state.set_positional(Some(Rc::new(call.argv[from..].to_vec())));
            break;
        }
        // `set -n` reads what follows and runs none of it.
        if (word.starts_with('-') && word.contains('n')) || (named && value == Some("noexec")) {
            return Outcome { leaves: word.starts_with('-'), ..Outcome::silent(Some(true)) };
        }
        index += 1 + usize::from(named || word.ends_with('o'));
    }
    Outcome::silent(Some(true))
}

pub(super) fn shift(walker: &mut Walker<'_>, call: &Call<'_>, _: &Stream) -> Outcome {
    let count = match call.argv.get(1) {
        None => Some(1),
        Some(field) => text(field).parse().ok(),
    };
    let fields = walker.state.positional().cloned();
    let rest = fields.zip(count).and_then(|(fields, count): (_, usize)| {
        let rest = fields.get(count..)?;
        walker.spend(rest.len()).then(|| Rc::new(rest.to_vec()))
    });
    walker.state.set_positional(rest);
    Outcome::silent(None)
}

pub(super) fn shopt(walker: &mut Walker<'_>, call: &Call<'_>, _: &Stream) -> Outcome {
    let on = match call.argv.get(1).map(text) {
        Some("-s") => true,
        Some("-u") => false,
        _ => return Outcome::unknown(),
    };
    if call.argv[2..].iter().any(|field| text(field) == "expand_aliases") {
        walker.state.set_option("expand_aliases", on);
    }
    Outcome::silent(Some(true))
}

pub(super) fn alias(walker: &mut Walker<'_>, call: &Call<'_>, _: &Stream) -> Outcome {
    for field in operands(&call.argv) {
        let argument = text(field);
        let Some((name, _)) = argument.split_once('=') else { continue };
        let mut value = Mapped::default();
        value.push_slice(&field.value, name.len() + 1..argument.len());
        let unit = walker.unit;
        walker.state.set_alias(name, Some(Alias { text: value, unit }));
    }
    Outcome::silent(Some(true))
}

pub(super) fn unalias(walker: &mut Walker<'_>, call: &Call<'_>, _: &Stream) -> Outcome {
    for field in operands(&call.argv) {
        walker.state.set_alias(text(field), None);
    }
    Outcome::silent(Some(true))
}
