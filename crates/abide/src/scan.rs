//! `abide scan`: tool calls in, verdicts out, a line each.
//!
//! The judge as a filter, for those who keep the logs of many machines in a store
//! of their own: nothing is remembered between lines and nothing is written, so any
//! number of processes may share the work.
//!
//! A line of input is the document that a hook gets, with the agent's name in
//! `agent`:
//!
//! ```json
//! {"agent": "claude", "tool_name": "Bash", "tool_input": {"command": "npm i"}, "cwd": "/repo"}
//! ```

use crate::count::rules_here;
use crate::failure::{Failure, why};
use crate::files;
use crate::workspace::{Machine, Place};
use abide_agents::{AGENTS, Agent};
use abide_rules::{Action, Hit, RuleSet};
use clap::{Arg, ArgMatches, Command, value_parser};
use serde_json::{Value, json};
use std::io::{BufRead, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

const EXAMPLES: &str = "\
Reads a tool call a line, in the form that the agent sends to a hook, with the agent's
name in `agent` (by default claude), and answers each with one line:

  {\"line\":1,\"verdict\":\"block\",\"rule\":\"use-pnpm\",\"rules\":[\"use-pnpm\"],\"reason\":\"...\"}

verdict is pass, block, ask or warn; `rules` has every rule that is broken. A line that is
no call is answered with {\"line\":2,\"error\":\"...\"}, and the next one is read.

  abide scan --rules rules.json < calls.jsonl > verdicts.jsonl

Exit codes: 0 when every line was answered, 2 when abide could not go on.";

/// The arguments of `scan`.
pub fn command() -> Command {
    Command::new("scan")
        .about("Judge tool calls from standard input, a line each")
        .after_help(EXAMPLES)
        .arg(
            Arg::new("project")
                .long("project")
                .value_name("PATH")
                .value_parser(value_parser!(PathBuf))
                .default_value(".")
                .help("The project whose rules count"),
        )
        .arg(files::rules_option())
}

/// Runs the subcommand.
pub fn run(args: &ArgMatches) -> Result<ExitCode, Failure> {
    let (folder, place, (loaded, starter)) = rules_here(args)?;
    if starter {
        return Err(Failure::new(format!("no rules found for {}", folder.display()))
            .help("--rules FILE names a rules file; `abide tour` shows how to start"));
    }
    loaded.problems().iter().for_each(|problem| anstream::eprintln!("abide: note: {problem}"));
    let mut input = std::io::stdin().lock();
    let mut output = std::io::BufWriter::new(std::io::stdout().lock());
    let machine = Machine::new();
    let (mut bytes, mut number) = (Vec::new(), 0usize);
    loop {
        bytes.clear();
        let read = input.read_until(b'\n', &mut bytes);
        match read {
            Ok(0) => break,
            Ok(_) => number += 1,
            Err(error) => return Err(Failure::new(format!("cannot read standard input: {}", why(&error)))),
        }
        if bytes.trim_ascii().is_empty() {
            continue;
        }
        let mut answer = judge(&loaded.rules, &machine, &bytes, &place);
        answer["line"] = number.into();
        if let Err(error) = writeln!(output, "{answer}") {
            return ended(&error);
        }
    }
    output.flush().map_or_else(|error| ended(&error), |()| Ok(ExitCode::SUCCESS))
}

/// A reader that went away early has what it wanted.
fn ended(error: &std::io::Error) -> Result<ExitCode, Failure> {
    match error.kind() {
        ErrorKind::BrokenPipe => Ok(ExitCode::SUCCESS),
        _ => Err(crate::render::unwritten(error)),
    }
}

fn judge(rules: &RuleSet, machine: &Machine, bytes: &[u8], place: &Place) -> Value {
    let agent = match agent(bytes) {
        Ok(agent) => agent,
        Err(why) => return json!({ "error": why }),
    };
    let mut call = match agent.read(bytes) {
        Ok(call) => call,
        Err(error) => return json!({ "error": error.to_string() }),
    };
    let here = || place.root.to_string_lossy().into_owned();
    if call.cwd.is_empty() {
        call.cwd = here();
    }
    // Globs are seen from the root of the call's own project.
    let said = call.root.as_deref().map(Path::new).filter(|root| root.is_absolute());
    let of_call = Path::new(&call.cwd).is_absolute().then(|| Place::of(Path::new(&call.cwd), said));
    call.root = Some(of_call.map_or_else(here, |place| place.root.to_string_lossy().into_owned()));
    let hits = rules.hits(&call, machine);
    // As the hook: what blocks comes before what asks, and that before a warning.
    let enabled = hits.iter().filter(|hit| hit.enabled);
    let worst = enabled.reduce(|worst, hit| if hit.action > worst.action { hit } else { worst });
    json!({
        "verdict": worst.map_or("pass", verdict),
        "rule": worst.map(|hit| &hit.rule),
        "rules": hits.iter().map(|hit| &hit.rule).collect::<Vec<_>>(),
        "reason": worst.map(|hit| &hit.reason),
    })
}

/// The agent that a call names.
fn agent(bytes: &[u8]) -> Result<&'static Agent, String> {
    let name = abide_agents::history::json::Raw::first(bytes)
        .and_then(|(call, _)| call.get("agent")?.owned())
        .unwrap_or_else(|| "claude".to_owned());
    let names = || AGENTS.iter().map(|agent| agent.name).collect::<Vec<_>>().join(", ");
    abide_agents::find(&name).ok_or_else(|| format!("there is no agent `{name}`; there are {}", names()))
}

fn verdict(hit: &Hit) -> &'static str {
    match hit.action {
        Action::Block => "block",
        Action::Ask => "ask",
        Action::Warn => "warn",
    }
}
