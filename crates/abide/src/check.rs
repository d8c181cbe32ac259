//! `abide check`: are the rules right?

use crate::failure::{Failure, why};
use crate::files;
use crate::render;
use crate::render::style::{BAD, CAREFUL, GOOD, STRONG, count, paint};
use crate::rules::{self, Loaded};
use crate::workspace::Place;
use abide_rules::{Diagnostic, SCHEMA, Severity};
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use serde_json::{Value, json};
use std::path::PathBuf;
use std::process::ExitCode;

const EXAMPLES: &str = "\
Reads every rules file that a call in this folder would be judged by, or only
FILE, and tries the `examples` of each rule: what is under `block` must break
the rule, what is under `allow` must not, and beside each line under `ready`
stands the line that is ready to run instead. An example is a command line, or
`Read PATH`, `Edit PATH`, `Write PATH`, `Delete PATH`, `Tool NAME`. They run in
an invented, empty folder /repo, whatever is allowed on this machine.

Exit codes:
  0  all is well (warnings count only with --strict)
  1  a rule is wrong, or an example does not hold
  2  there is nothing to check, or it cannot be read";

/// The arguments of `check`.
pub fn command() -> Command {
    Command::new("check")
        .about("Check the rules and try their examples")
        .after_help(EXAMPLES)
        .arg(
            Arg::new("file")
                .value_name("FILE")
                .value_parser(value_parser!(PathBuf))
                .help("The rules file to check, instead of those that count here"),
        )
        .arg(
            Arg::new("schema").long("schema").action(ArgAction::SetTrue).conflicts_with("file").help(
                "Print the JSON schema of rules.json, for editors: `\"$schema\": \"./rules.schema.json\"`",
            ),
        )
        .arg(
            Arg::new("strict")
                .long("strict")
                .action(ArgAction::SetTrue)
                .help("Exit with 1 for warnings too, as in CI"),
        )
        .arg(
            Arg::new("json")
                .long("json")
                .action(ArgAction::SetTrue)
                .help("Print one JSON document (docs/json.md)"),
        )
}

/// Runs the subcommand.
pub fn run(args: &ArgMatches) -> Result<ExitCode, Failure> {
    if args.get_flag("schema") {
        render::print(SCHEMA)?;
        return Ok(ExitCode::SUCCESS);
    }
    let only: Option<&PathBuf> = args.get_one("file");
    let cwd = std::env::current_dir()
        .map_err(|error| Failure::new(format!("no working folder: {}", why(&error))))?;
    let mut found = files::find(&Place::of(&cwd, None), only.map(PathBuf::as_path));
    found.guard = false;
    let idle = idle_overrides(found.clone());
    // Examples test the rule, not what this machine allows.
    let mut loaded = rules::load(found.without_overrides());
    loaded.notes.extend(idle);
    if loaded.files.is_empty() || !loaded.unreadable.is_empty() {
        return Err(loaded.nothing());
    }
    let diagnostics = diagnostics(&loaded);
    let number = |severity| diagnostics.iter().filter(|found| found.severity == severity).count();
    let (errors, warnings) = (number(Severity::Error), number(Severity::Warning));
    let ok = errors == 0 && (warnings == 0 || !args.get_flag("strict"));
    if args.get_flag("json") {
        render::print(&format!("{:#}\n", document(&loaded, &diagnostics, ok)))?;
    } else {
        render::print(&report(&loaded, &diagnostics, errors, warnings))?;
    }
    Ok(ExitCode::from(u8::from(!ok)))
}

/// A note for each name that is allowed and that no rule forbids: a slip, or
/// what is left of a rule.
fn idle_overrides(found: files::Found) -> Vec<String> {
    let rules = rules::load(found).rules;
    let note = |name| {
        format!("`{name}` is allowed in .agent-allow-cli-tools or the variable, and no rule forbids it")
    };
    rules.unknown_overrides().into_iter().map(note).collect()
}

/// Everything that there is to complain of, in the order of the files. An
/// example that does not hold, or a line that cannot be made, is an error here: the
/// rule, or what it is believed to do, is wrong.
fn diagnostics(loaded: &Loaded) -> Vec<Diagnostic> {
    let mut all = [loaded.diagnostics.clone(), loaded.rules.check(), loaded.rules.run_examples()].concat();
    for diagnostic in &mut all {
        if DOES_NOT_HOLD.contains(&diagnostic.code) {
            diagnostic.severity = Severity::Error;
        }
    }
    let file = |name: &str| loaded.rules.files().position(|(file, _)| file == name);
    all.sort_by_key(|diagnostic| (file(&diagnostic.file), diagnostic.span.start));
    all
}

/// The codes of what the rule is believed to do, and does not.
const DOES_NOT_HOLD: &[&str] =
    &["block-example-passes", "allow-example-blocked", "ready-example-differs", "bad-rewrite"];

/// Every complaint, then every file with what is in it, then the verdict.
fn report(loaded: &Loaded, diagnostics: &[Diagnostic], errors: usize, warnings: usize) -> String {
    let mut text = String::new();
    diagnostics.iter().for_each(|diagnostic| text.push_str(&format!("{}\n\n", loaded.in_full(diagnostic))));
    loaded.notes.iter().for_each(|note| text.push_str(&format!("note: {note}\n")));
    for (index, (name, source)) in loaded.rules.files().enumerate() {
        let rules = loaded.rules.rules().iter().filter(|rule| rule.file == index).count();
        let changes = loaded.rules.rules().iter().flat_map(|rule| &rule.changed);
        let changes = match changes.filter(|(file, _)| *file == index).count() {
            0 => String::new(),
            number => format!(", {}", count(number, "change")),
        };
        let examples = match examples(source) {
            0 => String::new(),
            number => format!(", {}", count(number, "example")),
        };
        text.push_str(&format!("{}: {}{changes}{examples}\n", paint(STRONG, name), count(rules, "rule")));
    }
    let (bad, careful) = (paint(BAD, count(errors, "error")), paint(CAREFUL, count(warnings, "warning")));
    text + &match (errors, warnings) {
        (0, 0) => format!("{}\n", paint(GOOD, "all is well")),
        (0, _) => format!("{careful}\n"),
        (_, 0) => format!("{bad}\n"),
        _ => format!("{bad}, {careful}\n"),
    }
}

/// The same for programs. Lines and columns count from 1.
fn document(loaded: &Loaded, diagnostics: &[Diagnostic], ok: bool) -> Value {
    json!({
        "ok": ok,
        "rules": loaded.rules.rules().len(),
        "examples": loaded.rules.files().map(|(_, source)| examples(source)).sum::<usize>(),
        "diagnostics": diagnostics.iter().map(|diagnostic| loaded.document(diagnostic)).collect::<Vec<_>>(),
    })
}

/// The number of examples in a file.
fn examples(source: &str) -> usize {
    let Ok(document) = serde_json::from_str::<Value>(source) else { return 0 };
    let rules = document.get("rules").unwrap_or(&document).as_array().cloned().unwrap_or_default();
    let lists = rules.iter().flat_map(|rule| [&rule["examples"]["block"], &rule["examples"]["allow"]]);
    let ready = rules.iter().filter_map(|rule| rule["examples"]["ready"].as_object());
    lists.filter_map(Value::as_array).map(Vec::len).chain(ready.map(serde_json::Map::len)).sum()
}
