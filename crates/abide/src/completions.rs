//! `abide completions`: what a shell needs to complete abide's arguments.

use crate::failure::Failure;
use crate::{cli, render};
use clap::{Arg, ArgMatches, Command, value_parser};
use clap_complete::{Shell, generate};
use std::process::ExitCode;

const EXAMPLES: &str = "\
Put it where your shell looks:
  abide completions bash > ~/.local/share/bash-completion/completions/abide
  abide completions fish > ~/.config/fish/completions/abide.fish
  abide completions zsh > ~/.zfunc/_abide     with `fpath+=~/.zfunc` before compinit
  abide completions powershell >> $PROFILE";

/// The arguments of `completions`.
pub fn command() -> Command {
    Command::new("completions")
        .about("Print completions for a shell")
        .after_help(EXAMPLES)
        .arg(Arg::new("shell").value_name("SHELL").required(true).value_parser(value_parser!(Shell)))
}

/// Runs the subcommand.
pub fn run(args: &ArgMatches) -> Result<ExitCode, Failure> {
    let shell: &Shell = args.get_one("shell").expect("it is required");
    let mut script = Vec::new();
    generate(*shell, &mut cli::command(), "abide", &mut script);
    render::print(&String::from_utf8_lossy(&script))?;
    Ok(ExitCode::SUCCESS)
}
