//! `abide log`: what was decided lately.

use crate::failure::{Failure, why};
use crate::journal;
use crate::render::style::{BAD, CAREFUL, FAINT, GOOD, STRONG, paint};
use crate::render::{self, columns, shorten};
use crate::{folders, when};
use abide_agents::AGENTS;
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use jiff::Timestamp;
use serde_json::Value;
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

const EXAMPLES: &str = "\
Every call that was blocked, asked about, warned about, or that abide could not
judge, newest first. Keys, tokens and passwords of known forms are masked. The
log is ~/.local/state/abide/log.jsonl and stays on this machine; at 8 MiB it is
put aside once.

  abide log --since 7d --rule use-pnpm
  abide log npm web                        calls with both in the line, a path or the rule
  abide log --follow                       as it happens
  abide log --json | jq .command           one JSON document a line";

/// The most columns that the ids of rules fill.
const WIDEST_RULE: usize = 24;

/// The most rules that are named to who asks for another.
const MOST_RULES: usize = 12;

/// The arguments of `log`.
pub fn command() -> Command {
    let names: Vec<&str> = AGENTS.iter().map(|agent| agent.name).collect();
    let text = |name: &'static str, value: &'static str, help: &'static str| {
        Arg::new(name).long(name).value_name(value).help(help)
    };
    Command::new("log")
        .about("See what was blocked lately, and why")
        .after_help(EXAMPLES)
        .arg(Arg::new("words").value_name("WORD").num_args(0..).help("Calls that hold all of these"))
        .arg(text("agent", "AGENT", "Calls of this agent").value_parser(names))
        .arg(text("rule", "ID", "Calls that broke this rule"))
        .arg(
            text("decision", "WHAT", "Calls with this outcome")
                .value_parser(["block", "ask", "warn", "error"]),
        )
        .arg(text("project", "PATH", "Calls in this folder or below").value_parser(value_parser!(PathBuf)))
        .arg(text("since", "TIME", "Not before: 30d, 12h, 2026-10-01").value_parser(when::parse))
        .arg(text("until", "TIME", "Not after").value_parser(when::parse))
        .arg(
            Arg::new("number")
                .short('n')
                .long("number")
                .value_name("N")
                .value_parser(value_parser!(usize))
                .default_value("50")
                .help("At most this many, the newest; 0 for all"),
        )
        .arg(
            Arg::new("follow")
                .short('f')
                .long("follow")
                .action(ArgAction::SetTrue)
                .help("Go on with new ones until interrupted"),
        )
        .arg(
            Arg::new("json").long("json").action(ArgAction::SetTrue).help("Print the lines as they are kept"),
        )
}

/// Runs the subcommand.
pub fn run(args: &ArgMatches) -> Result<ExitCode, Failure> {
    let path = journal::log_file().ok_or_else(|| Failure::new("there is no home folder: HOME is not set"))?;
    let wanted = Wanted::of(args)?;
    let json = args.get_flag("json");
    let mut lines = Tail::of(path.with_extension("jsonl.1")).more()?;
    let mut tail = Tail::of(path);
    lines.extend(tail.more()?);
    let other_rules = wanted.other_rules(&lines);
    lines.retain(|line| wanted.takes(line));
    let number: usize = *args.get_one("number").expect("it has a default");
    let skipped = if number == 0 { 0 } else { lines.len().saturating_sub(number) };
    let shown = &lines[skipped..];
    let mut widths = Widths::of(shown);
    if !args.get_flag("follow") {
        if shown.is_empty() && !json {
            let nothing = format!("nothing of the kind in {}{other_rules}", folders::shown(&tail.path));
            render::print(&paint(FAINT, render::wrapped(&nothing, 0, render::width())))?;
        }
        let texts = shown.iter().rev().map(|line| line.shown(json, &widths));
        render::print(&texts.collect::<String>())?;
        return Ok(ExitCode::SUCCESS);
    }
    // What is new comes last here, as it does.
    render::print(&shown.iter().map(|line| line.shown(json, &widths)).collect::<String>())?;
    loop {
        std::thread::sleep(Duration::from_millis(200));
        let lines = tail.more()?;
        let lines: Vec<Line> = lines.into_iter().filter(|line| wanted.takes(line)).collect();
        widths.widen(&lines);
        render::print(&lines.iter().map(|line| line.shown(json, &widths)).collect::<String>())?;
    }
}

/// How wide columns are.
#[derive(Default)]
struct Widths {
    agent: usize,
    rule: usize,
}

impl Widths {
    fn of(lines: &[Line]) -> Self {
        let mut widths = Widths::default();
        widths.widen(lines);
        widths
    }

    /// Makes room for lines that come later.
    fn widen(&mut self, lines: &[Line]) {
        for line in lines {
            self.agent = self.agent.max(columns(&line.agent()));
            self.rule = self.rule.max(columns(&line.rule()).min(WIDEST_RULE));
        }
    }
}

/// A log that is read as it grows.
struct Tail {
    path: PathBuf,
    /// What is read, and up to which byte it was.
    file: Option<(File, u64)>,
}

impl Tail {
    fn of(path: PathBuf) -> Self {
        Tail { path, file: None }
    }

    /// The lines that are new. One that was put aside is read to its end
    /// before the one in its place.
    fn more(&mut self) -> Result<Vec<Line>, Failure> {
        let mut lines = Vec::new();
        loop {
            if let Some((file, end)) = &mut self.file {
                let read = read(file, end, &mut lines);
                read.map_err(|error| self.unread(&error))?;
            }
            let there = match File::open(&self.path) {
                Ok(file) => file,
                Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(lines),
                Err(error) => return Err(self.unread(&error)),
            };
            if self.file.as_ref().is_some_and(|(file, end)| same(file, &there, *end)) {
                return Ok(lines);
            }
            self.file = Some((there, 0));
        }
    }

    fn unread(&self, error: &io::Error) -> Failure {
        Failure::new(format!("cannot read {}: {}", self.path.display(), why(error)))
    }
}

/// Whether the file at the path of a log is still the one that was read up to
/// `end`.
fn same(read: &File, there: &File, end: u64) -> bool {
    let (Ok(read), Ok(there)) = (read.metadata(), there.metadata()) else { return false };
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        if (read.dev(), read.ino()) != (there.dev(), there.ino()) {
            return false;
        }
    }
    read.len() >= end && there.len() >= end
}

/// One line of the log.
struct Line {
    text: String,
    document: Value,
}

/// Adds the whole lines of a log from the byte `end` on, and moves that behind
/// them. Lines that are no JSON are passed over.
fn read(file: &File, end: &mut u64, lines: &mut Vec<Line>) -> io::Result<()> {
    let mut file = BufReader::new(file);
    file.seek(SeekFrom::Start(*end))?;
    let mut bytes = Vec::new();
    while file.read_until(b'\n', &mut bytes)? > 0 && bytes.ends_with(b"\n") {
        *end += bytes.len() as u64;
        let text = String::from_utf8_lossy(&bytes).trim_end().to_owned();
        if let Ok(document @ Value::Object(_)) = serde_json::from_str(&text) {
            lines.push(Line { text, document });
        }
        bytes.clear();
    }
    Ok(())
}

impl Line {
    fn text(&self, member: &str) -> &str {
        self.document[member].as_str().unwrap_or_default()
    }

    fn time(&self) -> Option<Timestamp> {
        self.text("time").parse().ok()
    }

    fn agent(&self) -> Cow<'_, str> {
        abide_agents::shown(self.text("agent"))
    }

    fn rule(&self) -> Cow<'_, str> {
        abide_agents::shown(self.text("rule"))
    }

    /// What it is about: a command, files, or what went wrong.
    fn what(&self) -> String {
        let paths = self.document["paths"].as_array().into_iter().flatten().filter_map(Value::as_str);
        let paths: Vec<String> = paths.map(|path| folders::shown(Path::new(path))).collect();
        match (self.text("command"), self.text("text")) {
            ("", "") => format!("{} {}", self.text("tool"), paths.join(" ")),
            ("", text) => text.to_owned(),
            (command, _) => command.to_owned(),
        }
    }

    /// One row.
    fn shown(&self, json: bool, widths: &Widths) -> String {
        if json {
            return format!("{}\n", self.text);
        }
        let decision = match self.text("decision") {
            "block" => paint(BAD, format!("{:8}", "blocked")),
            "ask" => paint(CAREFUL, format!("{:8}", "asked")),
            "warn" => paint(CAREFUL, format!("{:8}", "warned")),
            "error" => paint(BAD, format!("{:8}", "failed")),
            other => paint(GOOD, format!("{:8}", abide_agents::shown(other))),
        };
        let time = self.time().map_or_else(String::new, when::shown);
        let (agent, rule) = (format!("{:1$}", self.agent(), widths.agent), self.rule());
        let column = widths.rule;
        let start = format!("{time:16}  {agent}  blocked   {rule:column$}  ");
        let room = render::width().saturating_sub(columns(&start)).max(20);
        let what = abide_agents::shown(&self.what()).into_owned();
        let what = match self.text("decision") {
            // Why abide failed is read to its end.
            "error" => render::wrapped(&what, columns(&start), room).trim().to_owned(),
            _ => shorten(&what, room),
        };
        let rule = match column {
            0 => String::new(),
            column => format!("{}  ", paint(STRONG, format!("{rule:column$}"))),
        };
        format!("{}  {agent}  {decision}  {rule}{what}\n", paint(FAINT, format!("{time:16}")))
    }
}

/// Which lines are wanted.
struct Wanted {
    /// In lower case.
    words: Vec<String>,
    equal: Vec<(&'static str, String)>,
    project: Option<PathBuf>,
    since: Option<Timestamp>,
    until: Option<Timestamp>,
}

impl Wanted {
    fn of(args: &ArgMatches) -> Result<Self, Failure> {
        let equal = ["agent", "rule", "decision"];
        let equal = equal.iter().filter_map(|name| Some((*name, args.get_one::<String>(name)?.clone())));
        let project: Option<&PathBuf> = args.get_one("project");
        let absolute = |path: &PathBuf| {
            let path = std::path::absolute(path)?;
            Ok(path.canonicalize().unwrap_or(path))
        };
        let project = project.map(absolute).transpose();
        let words = args.get_many::<String>("words").into_iter().flatten();
        Ok(Wanted {
            words: words.map(|word| word.to_lowercase()).collect(),
            equal: equal.collect(),
            project: project
                .map_err(|error: io::Error| Failure::new(format!("--project: {}", why(&error))))?,
            since: args.get_one("since").copied(),
            until: args.get_one("until").copied(),
        })
    }

    /// The rules that the log knows instead of the one that is asked for: its id may
    /// be a slip.
    fn other_rules(&self, lines: &[Line]) -> String {
        let rules: BTreeSet<_> = lines.iter().map(Line::rule).filter(|rule| !rule.is_empty()).collect();
        match self.equal.iter().find(|(name, _)| *name == "rule") {
            Some((_, asked)) if !rules.is_empty() && !rules.contains(asked.as_str()) => {
                let rules: Vec<&str> = rules.iter().take(MOST_RULES).map(AsRef::as_ref).collect();
                format!("; rules there: {}", render::listed(&rules))
            }
            _ => String::new(),
        }
    }

    fn takes(&self, line: &Line) -> bool {
        let time = line.time();
        let holds = |words: &[String]| {
            let text = format!("{} {}", line.rule(), line.what()).to_lowercase();
            words.iter().all(|word| text.contains(word))
        };
        (self.words.is_empty() || holds(&self.words))
            && self.equal.iter().all(|(name, value)| line.text(name) == value)
            && self.project.as_ref().is_none_or(|folder| Path::new(line.text("cwd")).starts_with(folder))
            && self.since.is_none_or(|since| time.is_some_and(|time| time >= since))
            && self.until.is_none_or(|until| time.is_some_and(|time| time <= until))
    }
}
