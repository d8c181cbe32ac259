//! Tools for those who work on abide: `cargo xtask`.

mod oracle;

use std::process::ExitCode;

const HELP: &str = "\
Usage: cargo xtask oracle [--count N] [--seed S] [--depth D]   compare abide with bash on N made-up lines
       cargo xtask oracle --ask LINE...                        what bash and abide say of these lines

  --count N   how many lines (300)
  --seed S    begin somewhere else (1): the same seed makes the same lines
  --depth D   how many ways stand one inside the other, at most (3)

Lines are run by the real bash, in a sandbox without network, without rights
and with a copy of a small project. Needs Linux, bash, bubblewrap and gcc.
";

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    match arguments.next().as_deref() {
        Some("oracle") => match oracle::Options::parse(arguments) {
            Some(options) => oracle::main(&options),
            None => usage(),
        },
        Some("help" | "--help" | "-h") => {
            print!("{HELP}");
            ExitCode::SUCCESS
        }
        _ => usage(),
    }
}

fn usage() -> ExitCode {
    eprint!("{HELP}");
    ExitCode::from(2)
}
