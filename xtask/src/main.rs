//! Tools for those who work on abide: `cargo xtask`.

#![forbid(unsafe_code)]

#[cfg(unix)]
mod build;
#[cfg(unix)]
mod contrib;
// Processes are started, found and ended as on Unix.
#[cfg(unix)]
mod e2e;
mod oracle;
// Chromium is spoken to over files that a Unix shell hands on.
#[cfg(unix)]
mod page;

use std::process::ExitCode;

const HELP: &str = "\
Usage: cargo xtask oracle [--count N] [--seed S] [--depth D]   compare abide with bash on N made-up lines
       cargo xtask oracle --ask LINE...                        what bash and abide say of these lines
       cargo xtask e2e AGENT... | --all                        try abide on the real agents
       cargo xtask contrib [duckdb] [spark]                    try the jobs of contrib/ on made-up logs
       cargo xtask page [--abide FILE]                         open the page of `abide count --html` in Chromium

oracle:
  --count N   how many lines (300)
  --seed S    begin somewhere else (1): the same seed makes the same lines
  --depth D   how many ways stand one inside the other, at most (3)

Lines are run by the real bash, in a sandbox without network, without rights
and with a copy of a small project. Needs Linux, bash, bubblewrap and gcc.

e2e:
  --json FILE     write what came of it
  --ways          try the known ways round the hook too
  --write-docs    do that, and put the tables into docs/agents.md
  --fetch         only install the agents
  --limit S       how long an agent may run, in seconds (120)
  --abide FILE    try this program instead of building one
  --keep          leave the temporary folders, with all that the model was sent

Agents come from npm into target/agents, or into $ABIDE_E2E_AGENTS. They talk
to a scripted model on this machine, in a home and a project of their own.
Needs node and npm; an agent that cannot be had is skipped, and named.

contrib:
  --fetch         only install what the jobs need, into target/contrib
  --abide FILE    try this program instead of building one

Needs Python with venv and pip, and for Spark Java 17; a job that cannot be had
is skipped, and named.

page:
  --abide FILE    try this program instead of building one

Needs Chromium; without it nobody looks at the page. Pictures are in target/page.
";

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    match arguments.next().as_deref() {
        Some("oracle") => match oracle::Options::parse(arguments) {
            Some(options) => oracle::main(&options),
            None => usage(),
        },
        #[cfg(unix)]
        Some("e2e") => ended(e2e::Options::parse(arguments).map(|options| e2e::main(&options))),
        #[cfg(unix)]
        Some("contrib") => ended(contrib::Options::parse(arguments).map(|options| contrib::main(&options))),
        #[cfg(unix)]
        Some("page") => ended(page::main(arguments)),
        // Started by the agents, not by a person.
        #[cfg(unix)]
        Some("mcp-demo") => match arguments.next().map(|marks| e2e::mcp_demo::main(marks.as_ref())) {
            Some(Ok(())) => ExitCode::SUCCESS,
            _ => ExitCode::FAILURE,
        },
        Some("help" | "--help" | "-h") => {
            print!("{HELP}");
            ExitCode::SUCCESS
        }
        _ => usage(),
    }
}

#[cfg(unix)]
fn ended(code: Result<ExitCode, String>) -> ExitCode {
    code.unwrap_or_else(|error| {
        eprintln!("xtask: {error}");
        ExitCode::from(2)
    })
}

fn usage() -> ExitCode {
    eprint!("{HELP}");
    ExitCode::from(2)
}
