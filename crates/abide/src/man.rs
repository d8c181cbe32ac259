//! `abide man`: the manual, for those who make packages.

use crate::cli;
use crate::failure::{Failure, why};
use clap::{Arg, ArgMatches, Command, value_parser};
use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

/// The arguments of `man`.
pub fn command() -> Command {
    let folder = Arg::new("folder").value_name("DIR").required(true).value_parser(value_parser!(PathBuf));
    Command::new("man")
        .about("Write manual pages, one for each subcommand, into a folder")
        .arg(folder.help("Where to: ~/.local/share/man/man1"))
}

/// Runs the subcommand.
pub fn run(args: &ArgMatches) -> Result<ExitCode, Failure> {
    let folder: &PathBuf = args.get_one("folder").expect("it is required");
    fs::create_dir_all(folder)
        .and_then(|()| clap_mangen::generate_to(cli::command(), folder))
        .map_err(|error| Failure::new(format!("cannot write into {}: {}", folder.display(), why(&error))))?;
    Ok(ExitCode::SUCCESS)
}
