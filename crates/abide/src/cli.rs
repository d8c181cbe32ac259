//! The arguments of every subcommand but the hot path of `hook`.

use crate::{
    check, completions, count, doctor, explain, hook, install, log, man, render, scan, tour, uninstall,
};
use clap::Command;
use clap::builder::styling::{AnsiColor, Styles};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use std::ffi::OsString;
use std::io::Write;
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
  abide explain 'Edit dist/x'              the same for a file
  abide count --since 30d                  which rules did past sessions break?
  abide hook claude < call.json            what the agent runs before each tool

Rules are found in .abide/rules.json, from the folder of the call up to the
project root (where .git is, else .abide), and in ~/.config/abide/rules.json.";

/// Reads the arguments, runs the subcommand, reports its failure.
pub fn run() -> ExitCode {
    let words: Vec<OsString> = std::env::args_os().collect();
    let parsed = command().try_get_matches_from(&words).and_then(|matches| {
        match explain::options_first(&matches, &words) {
            Some(words) => command().try_get_matches_from(words),
            None => Ok(matches),
        }
    });
    let matches = match parsed {
        Ok(matches) => matches,
        Err(error) => return usage(error),
    };
    let done = match matches.subcommand() {
        Some(("tour", args)) => tour::run(args),
        Some(("check", args)) => check::run(args),
        Some(("explain", args)) => explain::run(args),
        Some(("install", args)) => install::run(args),
        Some(("uninstall", args)) => uninstall::run(args),
        Some(("doctor", args)) => doctor::run(args),
        Some(("count", args)) => count::run(args),
        Some(("scan", args)) => scan::run(args),
        Some(("log", args)) => log::run(args),
        Some(("completions", args)) => completions::run(args),
        Some(("man", args)) => man::run(args),
        Some(("hook", args)) => Ok(hook::run(args)),
        _ => unreachable!("a subcommand is required, and these are all"),
    };
    let json = matches.subcommand().is_some_and(|(name, args)| {
        matches!(name, "check" | "count" | "explain" | "doctor") && args.get_flag("json")
    });
    done.unwrap_or_else(|failure| failure.report(json))
}

/// The arguments of abide.
pub fn command() -> Command {
    Command::new("abide")
        .version(env!("CARGO_PKG_VERSION"))
        .about("A project's rules for its coding agents, written once as data, enforced at every tool call")
        .after_help(EXAMPLES)
        .styles(STYLES)
        .max_term_width(100)
        .disable_help_subcommand(true)
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommands([
            tour::command(),
            check::command(),
            explain::command(),
            install::command(),
            uninstall::command(),
            doctor::command(),
            count::command(),
            scan::command(),
            log::command(),
            hook::command(),
            completions::command(),
            man::command(),
        ])
}

/// Help and version go to standard output; a wrong use is told in abide's
/// voice on standard error.
fn usage(mut error: clap::Error) -> ExitCode {
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            match error.print().and_then(|()| std::io::stdout().flush()) {
                Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
                    render::unwritten(&error).report(false)
                }
                _ => ExitCode::SUCCESS,
            }
        }
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            let _ = error.print();
            usage_code()
        }
        _ => {
            drop_far_suggestion(&mut error);
            let plain = error.render().to_string().replace("tip:", "help:");
            if let Some(code) = hook::misused(&plain) {
                return code;
            }
            anstream::eprint!("abide: {}", error.render().ansi().to_string().replace("tip:", "help:"));
            usage_code()
        }
    }
}

/// clap offers `hook` for `foo`. More than two letters apart is no slip.
fn drop_far_suggestion(error: &mut clap::Error) {
    let Some(ContextValue::String(typed)) = error.get(ContextKind::InvalidSubcommand).cloned() else {
        return;
    };
    let Some(ContextValue::Strings(offers)) = error.remove(ContextKind::SuggestedSubcommand) else { return };
    let near = |offer: &String| {
        strsim::osa_distance(&typed, offer) <= 2
            && offer.starts_with(typed.chars().next().unwrap_or_default())
    };
    let near: Vec<String> = offers.into_iter().filter(near).collect();
    if !near.is_empty() {
        error.insert(ContextKind::SuggestedSubcommand, ContextValue::Strings(near));
    }
}

/// 2, as is usual, but never under `hook`: there it would mean "block", and a
/// slip in the agent's settings would stop all its work.
fn usage_code() -> ExitCode {
    let hook = std::env::args_os().nth(1).is_some_and(|word| word == "hook");
    ExitCode::from(if hook { 1 } else { 2 })
}
