//! Builtins of bash that run something, or change what the shell knows.

mod folders;
mod input;
mod variables;

pub(super) use input::{parts, word_ranges};

use super::outcome::{Outcome, Stream};
use super::simple::{Call, is_stdin};
use super::state::Value;
use super::walk::Walker;
use crate::tables::ByName;
use crate::{Field, Mapped};
use std::rc::Rc;

type Builtin = fn(&mut Walker<'_>, &Call<'_>, &Stream) -> Outcome;

/// bash(1), "SHELL BUILTIN COMMANDS". Those that only print or wait are
/// ordinary programs to us.
static BUILTINS: ByName<Builtin> = ByName::new(&[
    ("[", |_, _, _| Outcome::silent(None)),
    (".", source),
    ("alias", variables::alias),
    ("break", leave_loop),
    ("cd", folders::cd),
    ("compgen", compgen),
    ("continue", leave_loop),
    ("declare", variables::declare),
    ("eval", eval),
    ("exit", leave),
    ("export", variables::declare),
    ("false", |_, _, _| Outcome::silent(Some(false))),
    ("hash", hash),
    ("let", evaluate),
    ("local", variables::declare),
    ("mapfile", input::mapfile),
    ("popd", folders::popd),
    ("pushd", folders::pushd),
    ("read", input::read),
    ("readarray", input::mapfile),
    ("readonly", variables::declare),
    ("return", leave_function),
    ("set", variables::set),
    ("shift", variables::shift),
    ("shopt", variables::shopt),
    ("source", source),
    ("test", |_, _, _| Outcome::silent(None)),
    ("trap", trap),
    ("true", |_, _, _| Outcome::silent(Some(true))),
    (":", |_, _, _| Outcome::silent(Some(true))),
    ("typeset", variables::declare),
    ("unalias", variables::unalias),
    ("unset", variables::unset),
]);

/// Runs the builtin of this name, if it is one.
pub(super) fn run(walker: &mut Walker<'_>, name: &str, call: &Call<'_>, input: &Stream) -> Option<Outcome> {
    if call.argv[0].value.text() != name {
        return None;
    }
    let builtin = BUILTINS.get(name)?;
    Some(builtin(walker, call, input))
}

/// Whether bash has a builtin of this name.
pub(super) fn exists(name: &str) -> bool {
    BUILTINS.get(name).is_some()
        || matches!(name, "builtin" | "command" | "exec" | "echo" | "printf" | "test" | "[")
}

/// Builtins that run commands and of which there is no program.
const NO_PROGRAMS: &[&str] = &[".", "builtin", "complete", "exec", "mapfile", "readarray", "source"];

/// Whether no program of this name can be started: `env eval x` fails.
pub(super) fn is_no_program(name: &str) -> bool {
    NO_PROGRAMS.contains(&name) || BUILTINS.get(name).is_some()
}

/// Variables whose value bash runs by itself.
const RUN_BY_BASH: &[&str] = &["PROMPT_COMMAND", "PS4"];

/// What setting this variable makes bash run.
pub(super) fn special_variable(walker: &mut Walker<'_>, name: &str, values: &[Value]) {
    if !RUN_BY_BASH.contains(&name) {
        return;
    }
    for value in values {
        let Value::Text(text) = value else { continue };
        walker.within(name, |walker| {
            if name == "PS4" {
                walker.expanded_text(text.clone());
            } else {
                walker.subshell(|walker| walker.script(text.clone(), None));
            }
        });
    }
}

fn text(field: &Field) -> &str {
    field.value.text()
}

/// The arguments behind the options.
fn operands(argv: &[Field]) -> &[Field] {
    let mut rest = &argv[1..];
    while let Some(first) = rest.first() {
        match text(first) {
            "--" => return &rest[1..],
            option if option.starts_with('-') && option.len() > 1 => rest = &rest[1..],
            _ => break,
        }
    }
    rest
}

fn leave(_: &mut Walker<'_>, _: &Call<'_>, _: &Stream) -> Outcome {
    Outcome { leaves: true, ..Outcome::silent(None) }
}

/// Outside of every loop bash only complains, and goes on.
fn leave_loop(walker: &mut Walker<'_>, _: &Call<'_>, _: &Stream) -> Outcome {
    Outcome { leaves: walker.loops > 0, ..Outcome::silent(None) }
}

/// So it does outside of functions and sourced files.
fn leave_function(walker: &mut Walker<'_>, _: &Call<'_>, _: &Stream) -> Outcome {
    Outcome { leaves: walker.functions > 0, ..Outcome::silent(None) }
}

/// The arguments with blanks between, as one text.
pub(super) fn joined(fields: &[Field]) -> Mapped {
    let mut script = Mapped::default();
    for (index, field) in fields.iter().enumerate() {
        if index > 0 {
            script.push_word(&field.value);
        } else {
            script = field.value.clone();
        }
    }
    script
}

fn eval(walker: &mut Walker<'_>, call: &Call<'_>, input: &Stream) -> Outcome {
    let arguments = match call.argv.get(1).map(text) {
        Some("--") => &call.argv[2..],
        _ => &call.argv[1..],
    };
    let script = joined(arguments);
    walker.within("eval", |walker| walker.script(script, input.clone()))
}

fn source(walker: &mut Walker<'_>, call: &Call<'_>, input: &Stream) -> Outcome {
    let [file, arguments @ ..] = operands(&call.argv) else { return Outcome::unknown() };
    let path = text(file);
    let script = if is_stdin(path) { input.clone() } else { walker.written(path) };
    let Some(script) = script else { return Outcome::unknown() };
    let outer = walker.state.positional().cloned();
    if !arguments.is_empty() {
        walker.state.set_positional(Some(Rc::new(arguments.to_vec())));
    }
    let label = format!("{} {path}", text(&call.argv[0]));
    walker.functions += 1;
    let outcome = walker.within(&label, |walker| walker.script(script, None));
    walker.functions -= 1;
    if !arguments.is_empty() {
        walker.state.set_positional(outer);
    }
    Outcome { leaves: false, ..outcome }
}

fn trap(walker: &mut Walker<'_>, call: &Call<'_>, _: &Stream) -> Outcome {
    let rest = match call.argv.get(1).map(text) {
        Some("-p" | "-l" | "-P") => &[],
        Some("--") => &call.argv[2..],
        _ => &call.argv[1..],
    };
    // `trap - EXIT` and `trap EXIT` take a trap away.
    if let [action, _, ..] = rest
        && text(action) != "-"
    {
        let script = action.value.clone();
        walker.within("trap", |walker| walker.subshell(|walker| walker.script(script, None)));
    }
    Outcome::silent(Some(true))
}

/// `compgen -C command`, `compgen -F function`: what would complete a word.
fn compgen(walker: &mut Walker<'_>, call: &Call<'_>, _: &Stream) -> Outcome {
    for pair in call.argv.windows(2).filter(|pair| matches!(text(&pair[0]), "-C" | "-F")) {
        let label = format!("compgen {}", text(&pair[0]));
        let script = pair[1].value.clone();
        walker.within(&label, |walker| walker.subshell(|walker| walker.script(script, None)));
    }
    Outcome::unknown()
}

/// `hash -p path name` makes a program known by another name.
fn hash(walker: &mut Walker<'_>, call: &Call<'_>, _: &Stream) -> Outcome {
    if let [_, option, path, name] = &call.argv[..]
        && text(option) == "-p"
        && path.known
    {
        super::paths::keep(walker, text(name), path.value.clone());
    }
    Outcome::silent(None)
}

fn evaluate(walker: &mut Walker<'_>, call: &Call<'_>, _: &Stream) -> Outcome {
    for field in &call.argv[1..] {
        walker.evaluated(text(field));
        // What was quoted is expanded in subscripts only.
        if text(field).contains('[') && text(field).contains(['$', '`']) {
            walker.expanded_text(field.value.clone());
        }
    }
    Outcome::silent(None)
}
