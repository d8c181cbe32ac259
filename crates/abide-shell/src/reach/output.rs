//! What programs print, where the line tells it.

use super::expand::LONGEST_VALUE;
use super::listing;
use super::outcome::{Outcome, Printed, Stream};
use super::simple::{Call, is_stdin};
use super::walk::Walker;
use crate::arguments::Use;
use crate::tables::{ByName, Role};
use crate::value::escape::{Dialect, decode};
use crate::value::{self, filter};
use crate::{Field, Mapped};

type Output = fn(&mut Walker<'_>, &Call<'_>, &[Use], &Stream) -> Stream;

/// Programs whose output is their arguments or their input.
static PRINTS: ByName<Output> = ByName::new(&[
    ("Add-Content", added),
    ("Get-Content", cat),
    ("Join-Path", join_path),
    ("New-Item", stored),
    ("Out-File", stored),
    ("Resolve-Path", path),
    ("Select-Object", passed),
    ("Set-Content", stored),
    ("Sort-Object", passed),
    ("Tee-Object", tee),
    ("Where-Object", passed),
    ("Write-Output", lines),
    ("basename", basename),
    ("cat", cat),
    ("dirname", dirname),
    ("echo", echo),
    ("jq", jq),
    ("printf", printf),
    ("pwd", pwd),
    ("readlink", path),
    ("realpath", path),
    ("seq", seq),
    ("tee", tee),
    ("xargs", xargs),
    ("yes", yes),
]);

/// What the program prints.
pub(super) fn of(
    walker: &mut Walker<'_>,
    name: &str,
    call: &Call<'_>,
    uses: &[Use],
    input: &Stream,
) -> Outcome {
    if listing::may_list(name)
        && let Some(names) = listing::printed(walker, call)
    {
        return Outcome { output: Some(names), ..Outcome::unknown() };
    }
    if let Some(root) = top_level(walker, name, call) {
        return Outcome::prints(Some(root));
    }
    let output = match PRINTS.get(name) {
        Some(prints) => match prints(walker, call, uses, input) {
            None if filter::is_filter(name) => filter(walker, name, call, uses, input),
            output => output,
        },
        None if filter::is_filter(name) => filter(walker, name, call, uses, input),
        None => return Outcome::unknown(),
    };
    walker.spend(output.as_ref().map_or(0, |text| text.len() / 8));
    Outcome::prints(output.filter(|text| walker.fits(text.len())))
}

/// What a field adds to the output: the names that a pattern stands for are
/// not known.
fn printed(field: &Field) -> Mapped {
    if field.glob { field.value.as_unknown() } else { field.value.clone() }
}

fn pwd(walker: &mut Walker<'_>, call: &Call<'_>, _: &[Use], _: &Stream) -> Stream {
    let mut output = Mapped::default();
    output.push(&walker.folder()?, call.origin);
    output.push_behind("\n");
    Some(output)
}

/// What `git rev-parse --show-toplevel` prints.
fn top_level(walker: &Walker<'_>, name: &str, call: &Call<'_>) -> Stream {
    let asks = |at: usize, word: &str| call.argv.get(at).is_some_and(|field| field.value.text() == word);
    if name != "git" || call.argv.len() != 3 || !asks(1, "rev-parse") || !asks(2, "--show-toplevel") {
        return None;
    }
    let (root, folder) = (walker.context.root?, walker.folder()?);
    folder.strip_prefix(root).filter(|rest| rest.is_empty() || rest.starts_with('/'))?;
    let mut output = Mapped::default();
    output.push(root, call.origin);
    output.push_behind("\n");
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
    } else if !decode(&mut output, &text, 0..text.len(), Dialect::Echo) {
        newline = false;
    }
    if newline {
        output.push_behind("\n");
    }
    Some(output)
}

/// `Write-Output`: each argument on a line of its own.
fn lines(_: &mut Walker<'_>, call: &Call<'_>, _: &[Use], _: &Stream) -> Stream {
    let mut output = Mapped::default();
    for field in &call.argv[1..] {
        output.push_mapped(&printed(field));
        output.push_behind("\n");
    }
    Some(output)
}

/// `Join-Path a b`
fn join_path(_: &mut Walker<'_>, call: &Call<'_>, _: &[Use], _: &Stream) -> Stream {
    let mut output = Mapped::default();
    let parts = call.argv[1..].iter().filter(|field| !field.value.text().starts_with('-'));
    for (index, part) in parts.enumerate() {
        output.push_behind(if index > 0 { "/" } else { "" });
        output.push_mapped(&printed(part));
    }
    output.push_behind("\n");
    Some(output)
}

/// What comes out went in.
fn passed(_: &mut Walker<'_>, _: &Call<'_>, _: &[Use], input: &Stream) -> Stream {
    input.clone()
}

/// `Add-Content file text`
fn added(walker: &mut Walker<'_>, call: &Call<'_>, uses: &[Use], input: &Stream) -> Stream {
    put(walker, call, uses, input, true)
}

/// `Set-Content file text`
fn stored(walker: &mut Walker<'_>, call: &Call<'_>, uses: &[Use], input: &Stream) -> Stream {
    put(walker, call, uses, input, false)
}

/// What a cmdlet writes is given to it, or its input.
fn put(walker: &mut Walker<'_>, call: &Call<'_>, uses: &[Use], input: &Stream, appends: bool) -> Stream {
    let given = uses.iter().find(|used| used.role == Role::Free);
    let text = given.map(|used| super::simple::used_text(&call.argv, used)).or_else(|| input.clone());
    for used in uses.iter().filter(|used| used.role == Role::Write) {
        let path = call.argv[used.word].value.text().to_string();
        let text = if appends { walker.behind(&path, text.clone()) } else { text.clone() };
        walker.wrote(&path, text);
    }
    Some(Mapped::default())
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
        if rest.is_empty() || rest.len() == before || output.len() > LONGEST_VALUE {
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
                    let length = field.value.len();
                    if !decode(output, &field.value, 0..length, Dialect::Argument) {
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

pub(super) fn cat(walker: &mut Walker<'_>, call: &Call<'_>, uses: &[Use], input: &Stream) -> Stream {
    let files: Vec<&Use> = uses.iter().filter(|used| used.role.access().is_some()).collect();
    if files.is_empty() {
        return input.clone();
    }
    let mut output = Printed::default();
    for used in files {
        match call.argv[used.word].value.text() {
            path if path == "-" || is_stdin(path) => output.push(input.as_ref()),
            path => output.push(walker.written(path).as_ref()),
        }
    }
    let (all, partly) = output.finish();
    all.or(partly)
}

fn tee(walker: &mut Walker<'_>, call: &Call<'_>, uses: &[Use], input: &Stream) -> Stream {
    for used in uses.iter().filter(|used| used.role == Role::Write) {
        let path = call.argv[used.word].value.text().to_string();
        walker.wrote(&path, input.clone());
    }
    input.clone()
}

/// The operands behind the options, each with its last part known.
fn operands<'c>(call: &'c Call<'_>, values: &[&str]) -> Option<Vec<&'c Mapped>> {
    let mut fields = call.argv[1..].iter();
    let mut operands = Vec::new();
    while let Some(field) = fields.next() {
        match field.value.text() {
            word if values.contains(&word) => _ = fields.next(),
            word if word.len() > 1 && word.starts_with('-') => {}
            word if !field.glob && !field.value.is_unknown(word.len().saturating_sub(1)) => {
                operands.push(&field.value);
            }
            _ => return None,
        }
    }
    Some(operands)
}

/// One line for each part of a text.
fn listed(parts: impl IntoIterator<Item = (Mapped, std::ops::Range<usize>)>) -> Stream {
    let mut output = Mapped::default();
    for (text, range) in parts {
        output.push_slice(&text, range);
        output.push_behind("\n");
    }
    Some(output)
}

/// basename(1): `NAME [SUFFIX]`, `-a NAME..`, `-s SUFFIX NAME..`
fn basename(_: &mut Walker<'_>, call: &Call<'_>, _: &[Use], _: &Stream) -> Stream {
    let mut names = operands(call, &["-s"])?;
    let word = |index: usize| call.argv.get(index).map_or("", |field| field.value.text());
    let option = (1..call.argv.len()).find(|&at| word(at) == "-s").map(|at| word(at + 1));
    let several = option.is_some() || word(1) == "-a";
    let suffix = match (option, names.get(1)) {
        (Some(suffix), _) => suffix,
        (None, Some(suffix)) if !several => suffix.text(),
        _ => "",
    };
    names.truncate(if several { names.len() } else { 1 });
    listed(names.into_iter().map(|name| {
        let text = name.text().trim_end_matches('/');
        let start = text.rfind('/').map_or(0, |at| at + 1);
        let end = text.strip_suffix(suffix).map_or(text.len(), str::len);
        (name.clone(), start..if end > start { end } else { text.len() })
    }))
}

/// dirname(1)
fn dirname(_: &mut Walker<'_>, call: &Call<'_>, _: &[Use], _: &Stream) -> Stream {
    let names = operands(call, &[])?;
    listed(names.into_iter().map(|name| match name.text().trim_end_matches('/').rfind('/') {
        Some(at) => (name.clone(), 0..at.max(1)),
        None => (Mapped::made("."), 0..1),
    }))
}

/// realpath(1), readlink(1) with `-f`: links are not followed.
fn path(walker: &mut Walker<'_>, call: &Call<'_>, _: &[Use], _: &Stream) -> Stream {
    let names = operands(call, &["--relative-to", "--relative-base"])?;
    let link = super::simple::base_name(call.argv[0].value.text()) == "readlink";
    let follows = |field: &Field| matches!(field.value.text(), "-f" | "-e" | "-m");
    if link && !call.argv.iter().any(follows) {
        return None;
    }
    let mut output = Mapped::default();
    for name in names {
        if !name.text().starts_with(['/', '~']) && !name.is_unknown(0) {
            let folder = format!("{}/", walker.folder()?.trim_end_matches('/'));
            output.push_behind(&folder);
        }
        output.push_mapped(name);
        output.push_behind("\n");
    }
    Some(output)
}

/// jq(1) without input, and a text as its program: `jq -nr '"npm i"'`.
fn jq(_: &mut Walker<'_>, call: &Call<'_>, uses: &[Use], _: &Stream) -> Stream {
    let code = uses.iter().find(|used| matches!(used.role, Role::Code(_)))?;
    let program = super::simple::used_text(&call.argv, code);
    let options: Vec<&str> =
        call.argv[1..].iter().map(|field| field.value.text()).filter(|word| word.starts_with('-')).collect();
    let given = |letter: char, name: &str| {
        options.iter().any(|word| *word == name || (!word.starts_with("--") && word.contains(letter)))
    };
    if !given('n', "--null-input") || !given('r', "--raw-output") {
        return None;
    }
    let text = value::jq::literal(&program)?;
    let length = text.len();
    listed([(text, 0..length)])
}

/// The most numbers that are printed here.
const MOST_NUMBERS: i64 = 64;

/// seq(1): `LAST`, or `FIRST LAST`.
fn seq(_: &mut Walker<'_>, call: &Call<'_>, _: &[Use], _: &Stream) -> Stream {
    let number = |field: &Field| field.value.text().parse::<i64>().ok().filter(|_| field.known);
    let numbers = call.argv[1..].iter().map(number).collect::<Option<Vec<_>>>()?;
    let (first, last) = match numbers.as_slice() {
        [last] => (1, *last),
        [first, last] => (*first, *last),
        _ => return None,
    };
    if last.saturating_sub(first) >= MOST_NUMBERS {
        return None;
    }
    let mut output = Mapped::default();
    for number in first..=last {
        output.push(&format!("{number}\n"), call.origin);
    }
    Some(output)
}

/// xargs(1) without a command says the words that it reads.
fn xargs(_: &mut Walker<'_>, call: &Call<'_>, _: &[Use], input: &Stream) -> Stream {
    let text =
        input.as_ref().filter(|text| call.argv.len() == 1 && !text.text().contains(['\'', '"', '\\']))?;
    let mut output = Mapped::default();
    for range in super::builtins::word_ranges(text.text()) {
        let mut word = Mapped::default();
        word.push_slice(text, range);
        if output.is_empty() { output = word } else { output.push_word(&word) }
    }
    output.push_behind("\n");
    Some(output)
}

/// yes(1): its first line; the others are the same.
fn yes(_: &mut Walker<'_>, call: &Call<'_>, _: &[Use], _: &Stream) -> Stream {
    let mut output = super::builtins::joined(&call.argv[1..]);
    if output.is_empty() {
        output.push_behind("y");
    }
    output.push_behind("\n");
    Some(output)
}

/// `sed -i`: the files that the line wrote hold afterwards what sed makes of
/// them.
fn edit(walker: &mut Walker<'_>, call: &Call<'_>, uses: &[Use]) {
    let files: Vec<usize> =
        uses.iter().filter(|used| used.role.access().is_some()).map(|used| used.word).collect();
    let mut arguments = Some(Vec::new());
    for (index, field) in call.argv.iter().enumerate().skip(1) {
        let text = field.value.text();
        if !files.contains(&index) && !text.is_empty() && !in_place(text) {
            arguments = arguments.filter(|_| field.known);
            arguments.iter_mut().for_each(|arguments| arguments.push(text));
        }
    }
    for &file in &files {
        let path = call.argv[file].value.text();
        if let Some(text) = walker.written(path) {
            let edited = arguments.as_ref().and_then(|given| made(walker, "sed", given, &text));
            walker.wrote(path, edited);
        }
    }
}

fn in_place(word: &str) -> bool {
    word.starts_with("-i") || word.starts_with("--in-place")
}

/// A program that makes text of its input, or of the files that it names.
fn filter(walker: &mut Walker<'_>, name: &str, call: &Call<'_>, uses: &[Use], input: &Stream) -> Stream {
    if name == "sed" && call.argv.iter().any(|field| in_place(field.value.text())) {
        edit(walker, call, uses);
        return Some(Mapped::default());
    }
    let reads = |used: &&Use| used.role == Role::Read;
    let files: Vec<usize> = uses.iter().filter(reads).map(|used| used.word).collect();
    let text = if files.is_empty() { input.clone() } else { cat(walker, call, uses, input) }?;
    let fields = call.argv.iter().enumerate().skip(1);
    let mut arguments = Vec::new();
    for (_, field) in fields.filter(|(index, _)| !files.contains(index)) {
        arguments.push(field.known.then(|| field.value.text())?);
    }
    made(walker, name, &arguments, &text)
}

/// How many bytes of a filter's program double what it does with its input.
const PROGRAM: usize = 64;

/// What the filter makes of the text, where there is time for that.
fn made(walker: &mut Walker<'_>, name: &str, arguments: &[&str], text: &Mapped) -> Stream {
    let program: usize = arguments.iter().map(|argument| argument.len()).sum();
    let work = (text.len() * (PROGRAM + program)) / PROGRAM;
    if walker.affords(work) { filter::filtered(name, arguments, text) } else { None }
}
