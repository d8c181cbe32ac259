//! Do the real agents obey abide?
//!
//! A real agent is installed from its package, pointed at a scripted model on
//! 127.0.0.1, given a small project with rules, and made to call its tools.
//! What happened is read from the disk, and what the model was told from the
//! requests. Nothing but this machine is reached while an agent runs.
//!
//! - `agents`: the agents, one row each; `fetch`: how they come here
//! - `model`: the scripted model, one file a protocol
//! - `stage`: the isolated home and project; `process`: starting and ending
//! - `scenarios`: what is tried; `play`: one start of an agent; `report`: the
//!   tables

mod agents;
mod fetch;
pub mod mcp_demo;
mod model;
mod play;
mod process;
mod report;
mod scenarios;
mod stage;
mod tree;

use crate::build;
use agents::{AGENTS, Agent};
use play::Setting;
use report::{Cell, Column, Row};
use scenarios::SCENARIOS;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// What was asked for on the command line.
pub struct Options {
    agents: Vec<&'static Agent>,
    json: Option<PathBuf>,
    write_docs: bool,
    /// Try the ways round the hook too.
    ways: bool,
    /// Only install the agents.
    fetch: bool,
    keep: bool,
    limit: Duration,
    abide: Option<PathBuf>,
}

impl Options {
    /// Reads the arguments.
    ///
    /// # Errors
    ///
    /// Says which argument is none.
    pub fn parse(mut arguments: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut options = Options {
            agents: Vec::new(),
            json: None,
            write_docs: false,
            ways: false,
            fetch: false,
            keep: false,
            limit: Duration::from_secs(120),
            abide: None,
        };
        while let Some(argument) = arguments.next() {
            let mut value = || arguments.next().ok_or(format!("{argument} wants a value"));
            match argument.as_str() {
                "--all" => options.agents = AGENTS.iter().collect(),
                "--json" => options.json = Some(value()?.into()),
                "--write-docs" => (options.write_docs, options.ways) = (true, true),
                "--ways" => options.ways = true,
                "--fetch" => options.fetch = true,
                "--keep" => options.keep = true,
                "--limit" => {
                    let seconds = value()?.parse().map_err(|_| "--limit wants seconds".to_owned())?;
                    options.limit = Duration::from_secs(seconds);
                }
                "--abide" => options.abide = Some(value()?.into()),
                id => options.agents.push(agents::find(id).ok_or_else(|| unknown(id))?),
            }
        }
        if options.agents.is_empty() {
            return Err(unknown(""));
        }
        Ok(options)
    }
}

fn unknown(id: &str) -> String {
    let known: Vec<&str> = AGENTS.iter().map(|agent| agent.id).collect();
    let known = known.join(", ");
    if id.is_empty() {
        format!("name an agent, or --all: {known}")
    } else {
        format!("{id} is none of: {known}")
    }
}

pub fn main(options: &Options) -> ExitCode {
    match run(options) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("e2e: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(options: &Options) -> Result<ExitCode, String> {
    let target = build::target_folder()?;
    let cache = fetch::cache(&target);
    let found: Vec<_> = options.agents.iter().map(|agent| (*agent, programs(&cache, agent))).collect();
    if options.fetch {
        for (agent, programs) in &found {
            let said =
                programs.as_ref().map_or_else(|why| format!("cannot be had: {why}"), |_| "is here".into());
            println!("{} {} {said}", agent.title, agent.package.version);
        }
        return Ok(ExitCode::SUCCESS);
    }
    let abide = match &options.abide {
        Some(path) => path.canonicalize().map_err(|error| format!("{}: {error}", path.display()))?,
        None if found.iter().any(|(_, programs)| programs.is_ok()) => build::abide()?,
        // Nothing will be tried.
        None => PathBuf::new(),
    };
    let rows: Vec<Row> =
        found.into_iter().map(|(agent, programs)| try_agent(agent, programs, options, &abide)).collect();
    let table = report::table(&rows);
    let ways = report::ways(&rows);
    [&table, &ways].iter().filter(|table| !table.is_empty()).for_each(|table| println!("{table}"));
    report::notes(&rows).iter().for_each(|note| println!("{note}"));
    if let Some(path) = &options.json {
        let text = format!("{:#}\n", report::document(&rows));
        fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    if options.write_docs {
        // Else an agent would vanish from the table without a word.
        if rows.len() < AGENTS.len() || rows.iter().any(|row| row.skipped.is_some()) {
            return Err("docs/agents.md is left as it is: not every agent was tried".into());
        }
        write_docs(&[("table", &table), ("ways", &ways)])?;
    }
    let failed = rows.iter().any(Row::failed);
    Ok(if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// Puts tables into their places in docs/agents.md.
fn write_docs(tables: &[(&str, &str)]) -> Result<(), String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/agents.md");
    let mut text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    for (name, table) in tables {
        text =
            report::written(&text, name, table).ok_or(format!("docs/agents.md has no place for {name}"))?;
    }
    fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))
}

/// The agent's program, and the folders of the packages that it needs; or why
/// it cannot be had.
type Programs = Result<(PathBuf, Vec<PathBuf>), String>;

fn programs(cache: &Path, agent: &Agent) -> Programs {
    let folder = fetch::fetch(cache, &agent.package)?;
    let needs: Result<_, _> = agent.needs.iter().map(|package| fetch::fetch(cache, package)).collect();
    let program = folder.join(fetch::PROGRAMS).join(agent.program);
    if !program.exists() {
        return Err(format!("{} is not in its package", agent.program));
    }
    Ok((program, needs?))
}

fn try_agent(agent: &'static Agent, programs: Programs, options: &Options, abide: &Path) -> Row {
    let mut row = Row {
        id: agent.id,
        title: agent.title,
        version: agent.package.version,
        cells: Vec::new(),
        skipped: None,
        again: Vec::new(),
        trust: agent.trust,
        ways: Vec::new(),
    };
    let (program, needs) = match programs {
        Ok(found) => found,
        Err(why) => {
            row.skipped = Some(why);
            return row;
        }
    };
    let setting =
        Setting { abide, program: &program, needs: &needs, limit: options.limit, keep: options.keep };
    for scenario in SCENARIOS {
        let (name, begun) = (scenario.name, Instant::now());
        let play = || {
            (scenario.run)(agent, &setting).unwrap_or_else(|error| {
                let unreached = |column: &Column| (*column, Cell::Unreached(error.to_string()));
                scenario.columns.iter().map(unreached).collect()
            })
        };
        let mut cells = play();
        // Agents are slow to start on a busy machine, and some then give up.
        let unreached = |cell: &Cell| matches!(cell, Cell::Unreached(_));
        if let Some((_, Cell::Unreached(why))) = cells.iter().find(|(_, cell)| unreached(cell)) {
            row.again.push(format!("{name} was played twice: at first {why}"));
            cells = play();
        }
        eprintln!("e2e: {} {name}: {:.1} s", agent.id, begun.elapsed().as_secs_f64());
        row.cells.extend(cells);
    }
    if options.ways {
        match scenarios::ways(agent, &setting) {
            Ok(ways) => row.ways = ways,
            Err(error) => row.again.push(format!("the ways round the hook were not tried: {error}")),
        }
    }
    row
}
