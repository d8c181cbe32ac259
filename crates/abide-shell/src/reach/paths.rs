//! Programs under other paths: `command -v npm` tells one, `ln -s` and `cp`
//! make another.

use super::outcome::{Outcome, Stream};
use super::simple::{Call, base_name, is_stdin};
use super::state::{Kept, Value};
use super::walk::Walker;
use crate::arguments::Use;
use crate::tables::{ByName, Role};
use crate::{Field, Mapped, Span};

/// Programs that tell the path of another one, and the options of which they
/// need one; the others need none.
static LOOKUPS: ByName<&[&str]> =
    ByName::new(&[("command", &["-v"]), ("Get-Command", &[]), ("type", &["-P", "-p"]), ("which", &[])]);

/// Programs that make a file of another one.
const COPIES: &[&str] = &["cp", "gcp", "ginstall", "gln", "gmv", "install", "ln", "mv"];

/// Where a program is taken to be.
const FOLDER: &str = "/usr/bin/";

/// What `command -v npm` prints, if this is such a command.
pub(super) fn lookup(walker: &Walker<'_>, name: &str, call: &Call<'_>) -> Option<Outcome> {
    let options = LOOKUPS.get(name)?;
    let mut rest = &call.argv[1..];
    let first = rest.first()?.value.text();
    if !options.is_empty() && !options.contains(&first) {
        return None;
    }
    if first.starts_with('-') {
        rest = &rest[1..];
    }
    let [program] = rest else { return None };
    let word = program.value.text();
    let plain = !word.is_empty() && word.bytes().all(|b| b.is_ascii_alphanumeric() || b"_.+-".contains(&b));
    if !program.known || !plain || word.starts_with('-') || walker.state.function(word).is_some() {
        return None;
    }
    let place = program.value.span(0..0).start;
    let mut output = Mapped::default();
    output.push(FOLDER, Span::new(place, place));
    output.push_mapped(&program.value);
    output.push_behind("\n");
    // Whether there is such a program is not known.
    Some(Outcome { status: None, ..Outcome::prints(Some(output)) })
}

/// The name under which is kept what program a path is; no variable can have it.
fn variable(path: &str) -> String {
    format!("path {}", path.strip_prefix("./").unwrap_or(path))
}

/// Keeps that `name` now starts this program.
pub(super) fn keep(walker: &mut Walker<'_>, name: &str, program: Mapped) {
    walker.state.set_variable(&variable(name), vec![Value::Text(program)]);
}

/// Keeps what a copy or a link makes: the text of a file that the line wrote,
/// or another name of a program.
pub(super) fn copied(walker: &mut Walker<'_>, name: &str, call: &Call<'_>, uses: &[Use], input: &Stream) {
    if !COPIES.contains(&name) {
        return;
    }
    let text = |used: &Use| call.argv[used.word].value.text();
    let source = uses.iter().find(|used| matches!(used.role, Role::Read | Role::Remove));
    let target = uses.iter().rev().find(|used| used.role == Role::Write);
    let (Some(source), Some(target)) = (source, target) else { return };
    let (from, to) = (text(source).to_string(), text(target).to_string());
    let written = if is_stdin(&from) { input.clone() } else { walker.written(&from) };
    if let Some(written) = written {
        walker.wrote(&to, Some(written));
        return;
    }
    let program = call.argv[source.word].value.clone();
    let same = base_name(&from) == base_name(&to);
    if call.argv[source.word].known && from.contains('/') && !same {
        keep(walker, &to, program);
    }
}

/// Walks a program under its old path, if the line made it from another.
pub(super) fn run(walker: &mut Walker<'_>, call: &Call<'_>, input: &Stream) -> Option<Outcome> {
    if !walker.state.keeps(Kept::Path) {
        return None;
    }
    let path = call.argv[0].value.text();
    let values = walker.state.variable(&variable(path))?.clone();
    let [Value::Text(program)] = values.as_slice() else { return None };
    if walker.route.iter().any(|step| step == path) {
        return None;
    }
    let mut argv = call.argv.to_vec();
    argv[0] = Field { value: program.clone(), known: true, ..Field::default() };
    let label = path.to_string();
    let call = call.inner(argv);
    Some(walker.within(&label, |walker| walker.program(call, input.clone())))
}
