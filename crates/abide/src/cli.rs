//! The arguments of every subcommand but the hot path of `hook`.

use crate::failure::Failure;
use crate::{check, explain, hook, tour};
use clap::builder::styling::{AnsiColor, Styles};
use clap::{Command, error::ErrorKind};
use std::process::ExitCode;

const STYLES: Styles = Styles::styled()
    .header(AnsiColor::Yellow.on_default().bold())
    .usage(AnsiColor::Yellow.on_default().bold())
    .literal(AnsiColor::Cyan.on_default())
    .placeholder(AnsiColor::Cyan.on_default().dimmed());

const EXAMPLES: &str = "\
Start here:
  abide tour                               see a call blocked, and why
  abide check                              are my rules right?
  abide explain 'sudo sh -c \"npm ci\"'      what would run, which rule hits
  abide explain --tool Edit --path dist/x  the same for a file
  abide hook claude < call.json            what the agent runs before each tool

Rules are found in .abide/rules.json, from the folder of the call up to the
project root, and in ~/.config/abide/rules.json.";

/// Reads the arguments, runs the subcommand, reports its failure.
pub fn run() -> ExitCode {
    let matches = match command().try_get_matches() {
        Ok(matches) => matches,
        Err(error) => return usage(&error),
    };
    let done = match matches.subcommand() {
        Some(("tour", args)) => tour::run(args),
        Some(("check", args)) => check::run(args),
        Some(("explain", args)) => explain::run(args),
        Some(("hook", args)) => Ok(hook::run(args)),
        _ => unreachable!("a subcommand is required, and these are all"),
    };
    done.unwrap_or_else(Failure::report)
}

fn command() -> Command {
    Command::new("abide")
        .version(env!("CARGO_PKG_VERSION"))
        .about("A project's rules for its coding agents, written once as data, enforced at every tool call")
        .after_help(EXAMPLES)
        .styles(STYLES)
        .max_term_width(100)
        .disable_help_subcommand(true)
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommands([tour::command(), check::command(), explain::command(), hook::command()])
}

/// Help and version go to standard output; a wrong use is told in abide's
/// voice on standard error.
fn usage(error: &clap::Error) -> ExitCode {
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            let _ = error.print();
            ExitCode::SUCCESS
        }
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            let _ = error.print();
            usage_code()
        }
        _ => {
            anstream::eprint!("abide: {}", error.render().ansi());
            usage_code()
        }
    }
}

/// 2, as is usual, but never under `hook`: there it would mean "block", and a
/// slip in the agent's settings would stop all its work.
fn usage_code() -> ExitCode {
    let hook = std::env::args_os().nth(1).is_some_and(|word| word == "hook");
    ExitCode::from(if hook { 1 } else { 2 })
}
