//! What programs print, where the line tells it.

use super::expand::LONGEST_VALUE;
use super::simple::Call;
use super::walk::{Outcome, Stream, Walker};
use crate::arguments::Use;
use crate::tables::Role;
use crate::value::escape::{Dialect, decode};
use crate::value::filter;
use crate::{Field, Mapped, Span};

type Output = fn(&mut Walker<'_>, &Call<'_>, &[Use], &Stream) -> Stream;

/// Programs whose output is their arguments or their input.
const PRINTS: &[(&str, Output)] =
    &[("cat", cat), ("echo", echo), ("printf", printf), ("pwd", pwd), ("tee", tee)];

/// What the program prints.
pub(super) fn of(
    walker: &mut Walker<'_>,
    name: &str,
    call: &Call<'_>,
    uses: &[Use],
    input: &Stream,
) -> Outcome {
    let prints = PRINTS.iter().find(|(program, _)| *program == name);
    let output = match prints {
        Some((_, prints)) => prints(walker, call, uses, input),
        None if filter::is_filter(name) => filter(walker, name, call, uses, input),
        None => return Outcome::unknown(),
    };
    walker.spend(output.as_ref().map_or(0, |text| text.text().len()));
    Outcome::prints(output.filter(|text| walker.fits(text.text().len())))
}

fn push_newline(output: &mut Mapped) {
    push_made(output, "\n");
}

/// Appends text that stands nowhere in the line.
fn push_made(output: &mut Mapped, text: &str) {
    let place = output.span(0..output.text().len()).end;
    output.push(text, Span::new(place, place));
}

/// What a field adds to the output: the names that a pattern stands for are
/// not known.
fn printed(field: &Field) -> Mapped {
    if field.glob { field.value.as_unknown() } else { field.value.clone() }
}

fn pwd(walker: &mut Walker<'_>, call: &Call<'_>, _: &[Use], _: &Stream) -> Stream {
    let mut output = Mapped::default();
    output.push(&walker.folder()?, call.origin);
    push_newline(&mut output);
    Some(output)
}

fn echo(_: &mut Walker<'_>, call: &Call<'_>, _: &[Use], _: &Stream) -> Stream {
    let mut fields = &call.argv[1..];
    let (mut newline, mut escapes) = (true, false);
    while let Some(first) = fields.first() {
        let text = first.value.text();
        let is_option = text.len() > 1
            && text.starts_with('-')
            && text[1..].bytes().all(|b| matches!(b, b'n' | b'e' | b'E'));
        if !is_option {
            break;
        }
        newline &= !text.contains('n');
        escapes = text.contains('e') || (escapes && !text.contains('E'));
        fields = &fields[1..];
    }
    let shown: Vec<Field> =
        fields.iter().map(|field| Field { value: printed(field), ..field.clone() }).collect();
    let text = super::builtins::joined(&shown);
    let mut output = Mapped::default();
    if !escapes {
        output = text;
    } else if !decode(&mut output, &text, 0..text.text().len(), Dialect::Echo) {
        newline = false;
    }
    if newline {
        push_newline(&mut output);
    }
    Some(output)
}

/// printf(1): the format is used again while arguments are left.
fn printf(walker: &mut Walker<'_>, call: &Call<'_>, _: &[Use], _: &Stream) -> Stream {
    let mut argv = &call.argv[1..];
    let mut variable = None;
    if let [option, name, ..] = argv
        && option.value.text() == "-v"
    {
        variable = Some(name.value.text().to_string());
        argv = &argv[2..];
    }
    if argv.first().is_some_and(|field| field.value.text() == "--") {
        argv = &argv[1..];
    }
    let (format, arguments) = argv.split_first()?;
    let output = formatted(&format.value, arguments);
    let Some(name) = variable else { return output };
    let value = match output {
        Some(text) => super::state::Value::Text(text),
        None => super::state::Value::Unknown,
    };
    walker.assign_variable(&name, vec![value]);
    Some(Mapped::default())
}

fn formatted(format: &Mapped, arguments: &[Field]) -> Stream {
    let mut output = Mapped::default();
    let mut rest = arguments;
    loop {
        let before = rest.len();
        if !once(&mut output, format, &mut rest)? {
            break;
        }
        if rest.is_empty() || rest.len() == before || output.text().len() > LONGEST_VALUE {
            break;
        }
    }
    Some(output)
}

/// Goes through the format once. `Some(false)` where `\c` ended it, `None`
/// for a directive whose output is not known.
fn once(output: &mut Mapped, format: &Mapped, rest: &mut &[Field]) -> Option<bool> {
    let text = format.text();
    let mut at = 0;
    while let Some(offset) = text[at..].find('%') {
        let start = at + offset;
        decode(output, format, at..start, Dialect::Format);
        let flags = text[start + 1..].bytes().take_while(|b| b"-+ #0123456789.".contains(b)).count();
        let end = start + 1 + flags;
        let directive = text.as_bytes().get(end).copied();
        at = (end + 1).min(text.len());
        let mut next = || -> Option<Field> {
            let (first, others) = rest.split_first()?;
            *rest = others;
            Some(first.clone())
        };
        match directive {
            Some(b'%') => output.push_slice(format, start..start + 1),
            Some(b's' | b'q' | b'd' | b'i' | b'u' | b'c') => {
                if let Some(field) = next() {
                    output.push_mapped(&printed(&field));
                }
            }
            Some(b'b') => {
                if let Some(field) = next() {
                    let length = field.value.text().len();
                    if !decode(output, &field.value, 0..length, Dialect::Echo) {
                        return Some(false);
                    }
                }
            }
            _ => return None,
        }
    }
    decode(output, format, at..text.len(), Dialect::Format);
    Some(true)
}

fn cat(walker: &mut Walker<'_>, call: &Call<'_>, uses: &[Use], input: &Stream) -> Stream {
    let files: Vec<&Use> = uses.iter().filter(|used| used.role.access().is_some()).collect();
    if files.is_empty() {
        return input.clone();
    }
    let mut output = Mapped::default();
    for used in files {
        match call.argv[used.word].value.text() {
            "-" | "/dev/stdin" => output.push_mapped(input.as_ref()?),
            path => output.push_mapped(&walker.written(path)?),
        }
    }
    Some(output)
}

fn tee(walker: &mut Walker<'_>, call: &Call<'_>, uses: &[Use], input: &Stream) -> Stream {
    for used in uses.iter().filter(|used| used.role == Role::Write) {
        let path = call.argv[used.word].value.text().to_string();
        walker.wrote(&path, input.clone());
    }
    input.clone()
}

/// A program that makes text of its input, or of the files that it names.
fn filter(walker: &mut Walker<'_>, name: &str, call: &Call<'_>, uses: &[Use], input: &Stream) -> Stream {
    let reads = |used: &&Use| used.role == Role::Read;
    let files: Vec<usize> = uses.iter().filter(reads).map(|used| used.word).collect();
    let text = if files.is_empty() { input.clone() } else { cat(walker, call, uses, input) }?;
    walker.spend(text.text().len());
    let fields = call.argv.iter().enumerate().skip(1);
    let mut arguments = Vec::new();
    for (_, field) in fields.filter(|(index, _)| !files.contains(index)) {
        arguments.push(field.known.then(|| field.value.text())?);
    }
    filter::filtered(name, &arguments, &text)
}
