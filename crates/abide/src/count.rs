//! `abide count`: which rules the agents' own past sessions broke, and how often.
//!
//! The logs of all agents are read ([`sources`], [`read`]), every call is judged
//! as the hook would have judged it ([`judge`]), each call is counted once
//! ([`tally`]), and the sum is shown ([`crate::render::count`]).

mod after;
mod asked;
mod copies;
mod database;
pub mod examples;
pub mod figures;
mod installed;
mod judge;
mod judged;
mod kept;
pub mod line;
mod part;
mod past;
pub mod read;
mod scratch;
pub mod sets;
pub mod sources;
mod sum;
pub mod tally;
#[cfg(test)]
mod tests;
mod time;
mod verdicts;

pub use after::{Followed, was_stopped};
pub use judge::shown;
pub use judged::Shown;

use crate::failure::{Failure, why};
use crate::render::report::Report;
use crate::rules::Loaded;
use crate::tour::STARTER;
use crate::workspace::Place;
use crate::{disk, files, render, rules, when};
use abide_agents::history::Record;
use abide_agents::{AGENTS, Agent};
use abide_rules::Rule;
use asked::Asked;
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use jiff::Timestamp;
use sets::{Rules, Sets};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use tally::Tally;

const EXAMPLES: &str = "\
Reads the logs that agents keep of their sessions, judges every tool call by the
rules of its folder, as the hook would, and counts. Nothing is changed, and nothing
leaves this machine. Without rules, those of `abide tour --rules` are counted.

  abide count --since 30d
  abide count --rule use-pnpm --examples 20
  abide count --html report.html
  abide count --all-projects --json | jq '.rules[] | {id, broken}'
  abide count --since 1d --fail-over 0     exit 1 if a rule was broken

A call counts once, in however many files it stands, and is one of this project if
it ran in its folder or its session began there.

Exit codes:
  0  counted
  1  more calls than --fail-over broke a rule
  2  abide could not count, or with --fail-over, some rules could not be read";

/// The size of the pieces that large logs are read in, in bytes.
const PIECE: u64 = 16 << 20;

/// The arguments of `count`.
pub fn command() -> Command {
    let names = AGENTS.iter().filter(|agent| agent.history.is_some()).map(|agent| agent.name);
    let names: Vec<&str> = names.collect();
    let text = |name: &'static str, value: &'static str, help: &'static str| {
        Arg::new(name).long(name).value_name(value).help(help)
    };
    Command::new("count")
        .about("Count how often past sessions broke each rule")
        .after_help(EXAMPLES)
        .arg(text("since", "TIME", "Calls not before: 30d, 12h, 2026-10-01").value_parser(when::parse))
        .arg(text("until", "TIME", "Calls not after; a day counts as a whole").value_parser(when::parse_end))
        .arg(
            text("agent", "AGENT", "Calls of this agent; may be repeated")
                .value_parser(names)
                .action(ArgAction::Append),
        )
        .arg(
            text("project", "PATH", "The project whose rules and sessions count")
                .value_parser(value_parser!(PathBuf))
                .default_value("."),
        )
        .arg(
            Arg::new("all-projects")
                .long("all-projects")
                .action(ArgAction::SetTrue)
                .help("Sessions of every project, by the rules of this one"),
        )
        .arg(text("rule", "ID", "This rule alone; may be repeated").action(ArgAction::Append))
        .arg(
            text("examples", "N", "As many examples of each rule: the newest, each command once")
                .value_parser(value_parser!(usize))
                .default_value("3"),
        )
        .arg(
            text("subagents", "WHICH", "Calls of subagents: `only` these, or `without` them")
                .value_parser(["only", "without"]),
        )
        .arg(
            text("fail-over", "N", "Exit 1 if more calls than N broke a rule")
                .value_parser(value_parser!(usize)),
        )
        .arg(
            text("history", "DIR", "Logs in this folder, or this one log, instead of those of the agents")
                .value_parser(value_parser!(PathBuf)),
        )
        .arg(files::rules_option())
        .arg(Arg::new("json").long("json").action(ArgAction::SetTrue).help("Print one JSON document"))
        .arg(
            Arg::new("csv")
                .long("csv")
                .action(ArgAction::SetTrue)
                .conflicts_with("json")
                .help("Print a table with a row for each rule"),
        )
        .arg(
            text(
                "html",
                "FILE",
                "Write a page there, with charts, that needs nothing else; - is standard output",
            )
            .value_parser(value_parser!(PathBuf)),
        )
        .arg(
            text(
                "emit",
                "FILE",
                "Write a line of JSON there for each time that a rule was broken; - is standard output",
            )
            .value_parser(value_parser!(PathBuf)),
        )
}

/// The folder that is asked about, its place, and the rules there (see
/// [`load`]).
pub fn rules_here(args: &ArgMatches) -> Result<(PathBuf, Place, (Loaded, bool)), Failure> {
    let project: &PathBuf = args.get_one("project").expect("it has a default");
    let folder = project.canonicalize().map_err(|error| {
        Failure::new(format!("cannot enter {}: {}", project.display(), why(&error)))
            .help("--project takes a folder that exists")
    })?;
    let place = Place::of(&folder, None);
    let only: Option<&PathBuf> = args.get_one("rules");
    let loaded = load(&place, only.map(PathBuf::as_path));
    if only.is_some() && loaded.0.files.is_empty() {
        return Err(loaded.0.nothing());
    }
    Ok((folder, place, loaded))
}

/// Runs the subcommand.
pub fn run(args: &ArgMatches) -> Result<ExitCode, Failure> {
    let [emit, html]: [Option<&PathBuf>; 2] = ["emit", "html"].map(|option| args.get_one(option));
    emit.map_or(Ok(()), |path| no_parquet(path))?;
    let form = form(args)?;
    in_order(args)?;
    let (_, place, (loaded, starter)) = rules_here(args)?;
    loaded.notes.iter().for_each(|note| anstream::eprintln!("abide: note: {note}"));
    let ids: Vec<&String> = args.get_many("rule").unwrap_or_default().collect();

    let project: &PathBuf = args.get_one("project").expect("it has a default");
    let wanted = Wanted::of(args, &place.root, project);
    let history: Option<&PathBuf> = args.get_one("history");
    let sources = history.map_or_else(|| Ok(sources::of_agents()), |path| sources::in_history(path))?;
    if sources.is_empty() && history.is_none() {
        let note = format!("abide: note: no logs found in {}", sources::places().join(", "));
        anstream::eprint!("{}", render::wrapped(&note, 0, render::width()));
    }
    let bar = bar(sources.iter().map(|source| source.size).sum());
    // A call elsewhere in the project is under the rules there.
    let here = (!args.contains_id("rules") && !starter).then(|| place.clone());
    let sets = Sets::of(loaded, here);
    let kept = judge::all(&sources, &sets, &wanted, PIECE, kept::ROOM, &bar);
    bar.finish_and_clear();
    kept.note().iter().for_each(|note| anstream::eprintln!("abide: note: {note}"));
    let rules = sets.all(ids.iter().map(|id| (*id).clone()).collect());
    let faults = rules.faults();
    // The text says it itself.
    if form.is_some() {
        faults.iter().for_each(|fault| anstream::eprintln!("abide: note: {fault}"));
    }
    ids.iter().try_for_each(|id| known(id, &rules))?;
    let asked_for = |rule: &Rule| ids.is_empty() || ids.iter().any(|id| **id == rule.id);
    let tally = Tally::of(kept, &rules, asked_for, &Asked::on_this_machine(), wanted.examples)?;

    let mut ranked = tally.ranked(&rules);
    ranked.retain(|at| asked_for(rules.rule(*at)));
    let report = Report {
        tally: &tally,
        rules: &rules,
        ranked,
        root: &place.root,
        starter,
        all_projects: wanted.project.is_none(),
        examples: examples(args),
        installed: installed::installed(&place.root),
    };
    for (option, path) in [("--emit", emit), ("--html", html)] {
        let Some(path) = path.filter(|path| !is_stdout(path)) else { continue };
        let mut written = |file: &mut dyn Write| match option {
            "--emit" => render::rows::events(&report).try_for_each(|line| file.write_all(line.as_bytes())),
            _ => file.write_all(render::page::page(&report).as_bytes()),
        };
        disk::fill(path, &mut written).map_err(|error| unwritten(option, path, &error))?;
    }
    render::print(&match form {
        Some("emit") => render::rows::events(&report).collect(),
        Some("html") => render::page::page(&report),
        Some("json") => format!("{:#}\n", render::document::document(&report)),
        Some(_) => render::rows::csv(&report),
        None => render::count::text(&report),
    })?;
    let limit: Option<&usize> = args.get_one("fail-over");
    Ok(ExitCode::from(match limit {
        Some(limit) if tally.broken > *limit => 1,
        // Whether more would have been broken, nobody knows.
        Some(_) if !faults.is_empty() => 2,
        _ => 0,
    }))
}

/// The option that says what standard output is, if it is not the text.
fn form(args: &ArgMatches) -> Result<Option<&'static str>, Failure> {
    let is_file = |option: &&str| args.get_one(option).is_some_and(|path: &PathBuf| is_stdout(path));
    let files = ["emit", "html"].into_iter().filter(is_file);
    let mut forms = files.chain(["json", "csv"].into_iter().filter(|option| args.get_flag(option)));
    let first = forms.next();
    match (first, forms.next()) {
        (Some(one), Some(other)) => {
            Err(Failure::new(format!("--{one} and --{other} cannot both be standard output"))
                .help(format!("give --{one} the name of a file")))
        }
        _ => Ok(first),
    }
}

/// Whether a call can lie between the two times.
fn in_order(args: &ArgMatches) -> Result<(), Failure> {
    let [since, until]: [Option<&Timestamp>; 2] = ["since", "until"].map(|option| args.get_one(option));
    match (since, until) {
        (Some(since), Some(until)) if since > until => Err(Failure::new(format!(
            "--since ({}) is after --until ({}), so no call can count",
            when::shown(*since),
            when::shown(*until)
        ))),
        _ => Ok(()),
    }
}

/// A file that was asked for could not be written.
fn unwritten(option: &str, path: &Path, error: &std::io::Error) -> Failure {
    let failure = Failure::new(format!("cannot write {}: {}", path.display(), why(error)));
    match error.kind() {
        ErrorKind::NotFound | ErrorKind::NotADirectory | ErrorKind::IsADirectory => {
            failure.help(format!("{option} takes a file in a folder that exists"))
        }
        _ => failure,
    }
}

fn is_stdout(path: &Path) -> bool {
    path == Path::new("-")
}

/// Writing Parquet is left to those who read it: see ARCHITECTURE.md.
fn no_parquet(path: &Path) -> Result<(), Failure> {
    if path.extension().is_none_or(|ending| !ending.eq_ignore_ascii_case("parquet")) {
        return Ok(());
    }
    let lines = path.with_extension("jsonl");
    Err(Failure::new("--emit writes lines of JSON, not Parquet").help(format!(
        "--emit {0}, then duckdb -c \"copy (from '{0}') to '{1}'\"",
        lines.display(),
        path.display()
    )))
}

/// How many examples of each rule are wanted.
fn examples(args: &ArgMatches) -> usize {
    *args.get_one("examples").expect("it has a default")
}

/// The rules of a project; where there are none, the starter pack, and `true`.
fn load(place: &Place, only: Option<&Path>) -> (Loaded, bool) {
    let found = files::find(place, only);
    if found.files.is_empty() && found.problems.is_empty() {
        return (rules::load(files::Found::only("abide tour --rules", STARTER)), true);
    }
    (rules::load(found), false)
}

/// Whether a rule of that id is there to be counted.
fn known(id: &str, rules: &Rules) -> Result<(), Failure> {
    let ids = || rules.iter().map(|rule| rule.id.as_str());
    if ids().any(|known| known == id) {
        return Ok(());
    }
    let near = ids().min_by_key(|known| (strsim::osa_distance(known, id), *known));
    let near = near.filter(|near| strsim::osa_distance(near, id) <= 3);
    // Those of the guard are nobody's own.
    let own = (0..).zip(ids()).filter(|(at, _)| rules.place(*at).0 != "pack:self").map(|(_, id)| id);
    let all = || format!("there are {}", own.collect::<Vec<_>>().join(", "));
    let help = near.map_or_else(all, |near| format!("did you mean `{near}`?"));
    Err(Failure::new(format!("there is no rule `{id}`")).help(help))
}

/// Which calls count.
pub struct Wanted {
    agents: Vec<String>,
    /// The project's root, as it is and as it was written.
    project: Option<Vec<PathBuf>>,
    /// Folders that logs may be about.
    folders: Vec<String>,
    since: Option<Timestamp>,
    until: Option<Timestamp>,
    subagents: Option<bool>,
    /// How many calls of each rule are kept to be shown.
    examples: usize,
}

impl Wanted {
    fn of(args: &ArgMatches, root: &Path, written: &Path) -> Self {
        // A link to the project may be what the agents were started in.
        let written = std::path::absolute(written).unwrap_or_else(|_| root.to_path_buf());
        let logical = std::env::var_os("PWD")
            .map(PathBuf::from)
            .filter(|pwd| pwd.is_absolute() && pwd.canonicalize().ok().is_some_and(|real| real == *root));
        let mut roots = vec![root.to_path_buf()];
        if written.canonicalize().is_ok_and(|real| real == root) && !written.ends_with(".") {
            roots.push(written);
        }
        roots.extend(logical);
        Wanted {
            agents: args.get_many("agent").unwrap_or_default().cloned().collect(),
            folders: roots.iter().map(|root| root.to_string_lossy().into_owned()).collect(),
            project: (!args.get_flag("all-projects")).then_some(roots),
            since: args.get_one("since").copied(),
            until: args.get_one("until").copied(),
            subagents: args.get_one::<String>("subagents").map(|which| which == "only"),
            examples: match args.contains_id("emit") {
                true => usize::MAX,
                false if args.contains_id("html") => examples(args).max(render::page::EXAMPLES),
                false => examples(args),
            },
        }
    }

    /// Whether a call counts, wherever it was made.
    fn takes(&self, agent: &Agent, record: &Record) -> bool {
        (self.agents.is_empty() || self.agents.iter().any(|name| name == agent.name))
            && self.since.is_none_or(|since| record.time.is_some_and(|time| time >= since))
            && self.until.is_none_or(|until| record.time.is_some_and(|time| time <= until))
            && self.subagents.is_none_or(|only| record.said.call.subagent == only)
    }

    /// Whether calls in this folder count, of a session that began in that one.
    fn has(&self, cwd: &str, root: Option<&str>) -> bool {
        let inside = |roots: &Vec<PathBuf>| {
            let folders = || [Some(cwd), root].into_iter().flatten();
            roots.iter().any(|root| folders().any(|folder| Path::new(folder).starts_with(root)))
        };
        self.project.as_ref().is_none_or(inside)
    }
}

/// On a terminal, how far the reading is; in a pipe, nothing.
fn bar(bytes: u64) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(bytes), ProgressDrawTarget::stderr());
    let style = ProgressStyle::with_template("{bytes}/{total_bytes} {wide_bar} {bytes_per_sec} {eta}");
    style.map_or(bar.clone(), |style| bar.with_style(style))
}
