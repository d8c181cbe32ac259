//! `abide scan`: tool calls in, verdicts out, a line each.
//!
//! The judge as a filter, for those who keep the logs of many machines in a store
//! of their own: nothing is remembered between lines and nothing is written, so any
//! number of processes may share the work. Calls come from standard input in the
//! form that hooks get them ([`calls`]), or out of the agents' own logs
//! ([`history`]). Nothing of this machine's disk has a say in a call of another
//! ([`told`]).

mod calls;
mod history;
mod told;

use crate::count::rules_here;
use crate::failure::Failure;
use crate::files;
use crate::workspace::{Machine, Place};
use abide_rules::{Action, RuleSet, ToolCall};
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use serde_json::{Map, Value};
use std::io::{ErrorKind, Stdout, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use told::{Told, home_above};

const EXAMPLES: &str = "\
Reads a tool call a line, in the form that the agent sends to a hook, with the agent's
name in `agent` (by default claude), and answers each with one line:

  {\"line\":1,\"verdict\":\"block\",\"rule\":\"use-pnpm\",\"rules\":[\"use-pnpm\"],\"reason\":\"...\"}

verdict is pass, block, ask or warn; `rules` has every rule that is broken. An `id` is
repeated in the answer. A line that is no call is answered with {\"line\":2,\"error\":\"...\"},
and the next one is read.

  abide scan --rules rules.json < calls.jsonl > verdicts.jsonl
  abide scan --rules rules.json --history logs/ > calls.jsonl

With --history, the agents' own logs are read instead, and each of their calls is a line.
docs/scan.md has every field.

Exit codes: 0 when every line was answered, 2 when abide could not go on, or when a
file of rules, or one rule in it, cannot be read: then no line is.";

/// The arguments of `scan`.
pub fn command() -> Command {
    let folder = |name: &'static str, help: &'static str| {
        Arg::new(name).long(name).value_parser(value_parser!(PathBuf)).help(help)
    };
    Command::new("scan")
        .about("Judge tool calls of other machines, a line each")
        .after_help(EXAMPLES)
        .arg(folder("project", "The project whose rules count").value_name("PATH").default_value("."))
        .arg(
            folder("history", "Logs in this folder, or this one log, instead of standard input")
                .value_name("DIR"),
        )
        .arg(
            Arg::new("local")
                .long("local")
                .action(ArgAction::SetTrue)
                .help("The calls are of this machine: look at its files, links and git branches"),
        )
        .arg(files::rules_option())
}

/// Runs the subcommand.
pub fn run(args: &ArgMatches) -> Result<ExitCode, Failure> {
    let (folder, _, (loaded, starter)) = rules_here(args)?;
    if starter {
        return Err(Failure::new(format!("no rules found for {}", folder.display()))
            .help("--rules FILE names a rules file; `abide tour` shows how to start"));
    }
    loaded.unread().map_or(Ok(()), Err)?;
    if let Some(fault) = loaded.faults().first() {
        let whole = "a rule that cannot be read would look like one that is kept: no call was judged";
        return Err(Failure::new(fault.text.clone()).help(whole));
    }
    let judge = Judge { rules: &loaded.rules, machine: args.get_flag("local").then(Machine::new) };
    let mut output = Output::default();
    match args.get_one::<PathBuf>("history") {
        Some(path) => history::scan(path, &judge, &mut output)?,
        None => calls::scan(&judge, &mut output)?,
    }
    output.ended()
}

/// Judges single calls.
struct Judge<'r> {
    rules: &'r RuleSet,
    /// This machine, if the calls are of it.
    machine: Option<Machine>,
}

impl Judge<'_> {
    /// Completes the folders of a call: where it runs, and the project that globs
    /// are seen from.
    fn place(&self, call: &mut ToolCall, project: Option<String>) {
        let root = match &self.machine {
            Some(_) if project.is_none() && Path::new(&call.cwd).is_absolute() => {
                let said = call.root.as_deref().map(Path::new).filter(|root| root.is_absolute());
                Some(Place::of(Path::new(&call.cwd), said).root.to_string_lossy().into_owned())
            }
            _ => project.or_else(|| call.root.take()),
        };
        let known = |path: &String| !path.is_empty();
        let root = root.filter(known).or_else(|| Some(call.cwd.clone()).filter(known));
        let root = root.unwrap_or_else(|| "/".to_owned());
        if call.cwd.is_empty() {
            call.cwd.clone_from(&root);
        }
        call.root = Some(root);
    }

    /// What is known of the machine of a call in `cwd`.
    fn told(&self, cwd: &str, home: Option<String>, branch: Option<String>) -> Told<'_> {
        let likely = || home_above(cwd).filter(|_| self.machine.is_none());
        Told { machine: self.machine.as_ref(), home: home.or_else(likely), branch }
    }
}

/// What a call broke.
struct Verdict<'r> {
    /// As the hook: what blocks comes before what asks, and that before a warning.
    worst: Option<(&'r str, Action)>,
    /// Every rule, those with `"enabled": false` too.
    rules: Vec<&'r str>,
}

impl<'r> Verdict<'r> {
    /// Of rules by their ids, each with what it does and whether it is enabled.
    fn of(broken: impl Iterator<Item = (&'r str, Action, bool)>) -> Self {
        let mut verdict = Verdict { worst: None, rules: Vec::new() };
        for (rule, action, enabled) in broken {
            verdict.rules.push(rule);
            if enabled && verdict.worst.is_none_or(|(_, worst)| action > worst) {
                verdict.worst = Some((rule, action));
            }
        }
        verdict
    }

    fn rule(&self) -> Option<&'r str> {
        self.worst.map(|(rule, _)| rule)
    }

    fn tell(&self, line: &mut Map<String, Value>) {
        let name = self.worst.map_or("pass", |(_, action)| action.name());
        line.insert("verdict".to_owned(), name.into());
        line.insert("rule".to_owned(), self.rule().into());
        line.insert("rules".to_owned(), self.rules.clone().into());
    }
}

/// Standard output, until it fails.
struct Output {
    lines: std::io::BufWriter<Stdout>,
    failure: Option<std::io::Error>,
}

impl Default for Output {
    fn default() -> Self {
        Output { lines: std::io::BufWriter::new(std::io::stdout()), failure: None }
    }
}

impl Output {
    fn line(&mut self, line: Map<String, Value>) {
        if self.failure.is_none() {
            let line = Value::Object(line);
            self.failure = writeln!(self.lines, "{line}").err();
        }
    }

    /// Hands on what was written; `false` if nobody reads it.
    fn flush(&mut self) -> bool {
        if self.failure.is_none() {
            self.failure = self.lines.flush().err();
        }
        self.failure.is_none()
    }

    /// A reader that went away early has what it wanted.
    fn ended(mut self) -> Result<ExitCode, Failure> {
        self.flush();
        match self.failure {
            Some(error) if error.kind() != ErrorKind::BrokenPipe => Err(crate::render::unwritten(&error)),
            _ => Ok(ExitCode::SUCCESS),
        }
    }
}
