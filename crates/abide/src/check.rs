//! `abide check`: are the rules right?

use crate::failure::Failure;
use crate::{files, rules, workspace};
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use std::path::PathBuf;
use std::process::ExitCode;

const EXAMPLES: &str = "\
Reads every rules file that a call in this folder would be judged by, or only
FILE, and tries the `examples` of each rule: what is under `block` must break
the rule, what is under `allow` must not. An example is a command line, or
`Read PATH`, `Edit PATH`, `Write PATH`, `Tool NAME`; the project is /repo.

Exit codes:
  0  all is well (warnings do not count)
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
        .arg(Arg::new("json").long("json").action(ArgAction::SetTrue).help("Print one JSON document"))
}

/// Runs the subcommand.
pub fn run(args: &ArgMatches) -> Result<ExitCode, Failure> {
    let only: Option<&PathBuf> = args.get_one("file");
    let cwd = std::env::current_dir().map_err(|error| Failure::new(format!("no working folder: {error}")))?;
    let loaded = rules::load(files::find(&cwd, workspace::project_root(&cwd), only.map(PathBuf::as_path)));
    let _ = (&loaded.rules, args.get_flag("json"));
    todo!()
}
