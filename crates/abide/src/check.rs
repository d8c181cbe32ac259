//! `abide check`: are the rules right?

use crate::failure::Failure;
use crate::{files, rules, workspace};
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

/// Check the rules and try their examples
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The rules file to check, instead of those that count here
    file: Option<PathBuf>,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// Runs the subcommand.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let cwd = std::env::current_dir().map_err(|error| Failure::new(format!("no working folder: {error}")))?;
    let loaded = rules::load(files::find(&cwd, workspace::project_root(&cwd), args.file.as_deref()));
    let _ = (&loaded.rules, args.json);
    todo!()
}
