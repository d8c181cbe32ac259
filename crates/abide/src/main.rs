//! The command line of abide.
//!
//! One file per subcommand: [`hook`], [`check`], [`explain`], [`tour`]. They
//! find the rules ([`files`], [`rules`]) and the facts about this machine
//! ([`workspace`]), ask `abide-rules` for a verdict, and show it
//! ([`render`]). Nothing here decides.

#![cfg_attr(all(target_os = "linux", target_env = "gnu", not(test)), no_main)]

mod check;
mod cli;
mod completions;
mod count;
mod disk;
mod doctor;
#[cfg(all(target_os = "linux", target_env = "gnu", not(test)))]
mod entry;
mod explain;
mod failure;
mod files;
mod folders;
mod hook;
mod install;
mod journal;
mod ledger;
mod log;
mod man;
mod mask;
mod plugin;
mod render;
mod rules;
mod scan;
mod sites;
mod tour;
mod uninstall;
mod when;
mod workspace;

use std::process::ExitCode;

#[cfg(not(all(target_os = "linux", target_env = "gnu", not(test))))]
fn main() -> ExitCode {
    run()
}

fn run() -> ExitCode {
    // Every tool call of an agent comes through here, so `hook` is found by
    // hand: building the argument parser would double the cost of the call.
    let mut args = std::env::args_os().skip(1);
    if args.next().is_some_and(|word| word == "hook")
        && let Some(code) = hook::from_args(args)
    {
        return code;
    }
    cli::run()
}
