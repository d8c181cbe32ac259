//! What does bash really run, and does abide say the same?
//!
//! Lines are made by putting ways to run (or only to mention) a command one
//! inside the other. Bash runs each in a sandbox whose programs write down how
//! they were started; abide lists what it thinks would run. What differs is
//! printed, and is either a bug or a fact worth a row in `corpus/`.

mod compose;
mod sandbox;
mod ways;

use abide_shell::{Context, End, reach};
use compose::{Composer, Line};
use sandbox::{Run, Sandbox};
use std::collections::BTreeMap;
use std::process::ExitCode;

/// What was asked for on the command line.
pub struct Options {
    count: usize,
    seed: u64,
    depth: usize,
    ask: Vec<String>,
}

impl Options {
    pub fn parse(mut arguments: impl Iterator<Item = String>) -> Option<Self> {
        let mut options = Options { count: 300, seed: 1, depth: 3, ask: Vec::new() };
        while let Some(argument) = arguments.next() {
            match argument.as_str() {
                "--count" => options.count = arguments.next()?.parse().ok()?,
                "--seed" => options.seed = arguments.next()?.parse().ok()?,
                "--depth" => options.depth = arguments.next()?.parse().ok()?,
                "--ask" => options.ask.extend(arguments.by_ref()),
                _ => return None,
            }
        }
        Some(options)
    }
}

pub fn main(options: &Options) -> ExitCode {
    let sandbox = match Sandbox::new() {
        Ok(sandbox) => sandbox,
        Err(message) => {
            eprintln!("xtask: {message}");
            return ExitCode::FAILURE;
        }
    };
    if options.ask.is_empty() {
        compare(options, &sandbox);
    } else {
        options.ask.iter().for_each(|line| ask(line, &sandbox));
    }
    ExitCode::SUCCESS
}

/// Prints what bash and abide say of one line.
fn ask(line: &str, sandbox: &Sandbox) {
    println!("{line}");
    match sandbox.run(line) {
        Ok(run) => {
            run.started.iter().for_each(|words| println!("  bash   {}", words.join(" ")));
            if run.timed_out {
                println!("  bash   did not end in time");
            }
            run.errors.lines().for_each(|error| println!("         {error}"));
        }
        Err(error) => println!("  bash   could not be asked: {error}"),
    }
    let reach = reach(line, &context());
    for command in &reach.commands {
        let dead = if command.dead { " (not reached)" } else { "" };
        println!("  abide  {}{dead}", command.run.text());
    }
    if reach.end != End::Clean {
        println!("  abide  {:?}", reach.end);
    }
}

/// Makes lines, asks both, and prints what differs.
fn compare(options: &Options, sandbox: &Sandbox) {
    let mut composer = Composer::new(options.seed, options.depth);
    let lines: Vec<Line> = (0..options.count).map(|_| composer.line()).collect();
    let mut tally = Tally::default();
    for (line, run) in lines.iter().zip(sandbox.run_all(lines.iter().map(|line| line.text.as_str()))) {
        match run {
            Ok(run) if run.timed_out => tally.unclear += 1,
            Ok(run) => tally.add(line, &run),
            Err(error) => {
                eprintln!("xtask: {error}");
                tally.unclear += 1;
            }
        }
    }
    tally.print();
}

fn context() -> Context<'static> {
    Context { home: Some(sandbox::HOME), cwd: Some(sandbox::PROJECT), ..Context::default() }
}

/// Whether abide lists the command of `line` as one that would run.
fn listed(line: &Line) -> bool {
    let wanted = line.base.join(" ");
    let reach = reach(&line.text, &context());
    reach.commands.iter().filter(|command| !command.dead).any(|command| {
        command.run.text().strip_prefix(&*wanted).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
    })
}

fn started(line: &Line, run: &Run) -> bool {
    run.started
        .iter()
        .any(|words| words.len() >= line.base.len() && words.iter().zip(line.base).all(|(a, b)| a == b))
}

#[derive(Default)]
struct Tally {
    ran: usize,
    caught: usize,
    idle: usize,
    blocked: usize,
    unclear: usize,
    /// Lines that differ, by the ways they are made of.
    missed: BTreeMap<String, Vec<String>>,
    made_up: BTreeMap<String, Vec<String>>,
}

impl Tally {
    fn add(&mut self, line: &Line, run: &Run) {
        let (ran, listed) = (started(line, run), listed(line));
        if ran {
            self.ran += 1;
            self.caught += usize::from(listed);
        } else {
            self.idle += 1;
            self.blocked += usize::from(listed);
        }
        let differing = match (ran, listed) {
            (true, false) => &mut self.missed,
            (false, true) => &mut self.made_up,
            _ => return,
        };
        differing.entry(line.ways.join(" < ")).or_default().push(line.text.clone());
    }

    fn print(&self) {
        for (title, differing) in [("ran, not listed", &self.missed), ("listed, did not run", &self.made_up)]
        {
            for (ways, lines) in differing {
                lines.iter().for_each(|line| println!("{title}: {line:?}\n    {ways}"));
            }
        }
        println!("ran {}, of these listed {}", self.ran, self.caught);
        println!("not run {}, of these listed {}", self.idle, self.blocked);
        if self.unclear > 0 {
            println!("without an answer {}", self.unclear);
        }
    }
}
