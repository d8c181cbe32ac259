//! `abide explain`: what a call would run, and what the rules say to it.

use crate::failure::Failure;
use crate::render::explain as show;
use crate::{files, rules, workspace};
use abide_agents::AGENTS;
use abide_rules::{Action, FileKind, Hit, Input, ToolCall, Verdict, Workspace};
use abide_shell::{Context, Reach, reach};
use serde_json::json;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

const EXAMPLES: &str = "\
Examples:
  abide explain 'cd web && sudo -u root npm ci'
  abide explain --tool Edit --path dist/app.js
  abide explain --json 'npm ci' | jq .verdict
  pbpaste | abide explain -                 the command line from standard input

Exit codes:
  0  the call may run
  1  a rule blocks it, or would ask
  2  abide could not say";

/// Show what a command line would run, and which rules hit where
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The command line, best in single quotes; `-` reads it from standard input
    #[arg(required_unless_present = "tool", conflicts_with = "tool")]
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    command: Vec<String>,
    /// Explain a file tool or another tool instead: Edit, Read, mcp__server__tool
    #[arg(long, value_name = "NAME")]
    tool: Option<String>,
    /// A path that the tool is given
    #[arg(long, value_name = "PATH", requires = "tool")]
    path: Option<String>,
    /// The folder that the call runs in
    #[arg(long, value_name = "DIR", default_value = ".")]
    cwd: PathBuf,
    /// Use this rules file and no other
    #[arg(long, value_name = "FILE")]
    rules: Option<PathBuf>,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// Runs the subcommand.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let cwd = args.cwd.canonicalize().map_err(|error| {
        Failure::new(format!("cannot enter {}: {error}", args.cwd.display()))
            .help("--cwd takes a folder that exists")
    })?;
    let root = workspace::project_root(&cwd).to_path_buf();
    let loaded = rules::load(files::find(&cwd, &root, args.rules.as_deref()));
    loaded.report()?;

    let call = ToolCall {
        cwd: cwd.to_string_lossy().into_owned(),
        root: Some(root.to_string_lossy().into_owned()),
        ..call(args)?
    };
    let machine = workspace::Machine::new();
    let verdict = loaded.rules.judge(&call, &machine);
    let hits = loaded.rules.hits(&call, &machine);
    let line = match &call.input {
        Input::Shell(line) => Some((line.as_str(), read(line, &cwd, &machine))),
        Input::Files(..) => None,
    };
    if args.json {
        println!("{:#}", document(&verdict, &hits, line.as_ref().map(|(_, reach)| reach)));
    } else {
        print(&verdict, &hits, line.as_ref(), &root);
    }
    Ok(ExitCode::from(match &verdict {
        Verdict::Violation(hit) if hit.action != Action::Warn => 1,
        _ => 0,
    }))
}

/// The call that the arguments describe.
fn call(args: &Args) -> Result<ToolCall, Failure> {
    if let Some(tool) = &args.tool {
        return Ok(file_call(tool, args.path.as_deref().unwrap_or_default()));
    }
    let line = match args.command.as_slice() {
        [dash] if dash == "-" => std::io::read_to_string(std::io::stdin())
            .map_err(|error| Failure::new(format!("cannot read standard input: {error}")))?
            .trim_end_matches('\n')
            .to_owned(),
        [line] => line.clone(),
        // Without quotes around it, the person's own shell has split the line.
        words => abide_agents::line_of(words),
    };
    Ok(ToolCall {
        agent: "claude",
        tool: "Bash".to_owned(),
        input: Input::Shell(line),
        ..ToolCall::default()
    })
}

/// A call of a tool with a path, as the first agent that knows the tool reads
/// it. The path goes into every field where an agent may look for one.
fn file_call(tool: &str, path: &str) -> ToolCall {
    let arguments = json!({
        "file_path": path, "notebook_path": path, "path": path, "input": format!("*** Update File: {path}"),
    });
    let payload = json!({"tool_name": tool, "tool_input": arguments}).to_string();
    let mut calls: Vec<ToolCall> =
        AGENTS.iter().filter_map(|agent| (agent.read)(payload.as_bytes()).ok()).collect();
    let known = calls.iter().position(|call| !matches!(call.input, Input::Files(FileKind::Other, _)));
    let mut call = if calls.is_empty() { ToolCall::default() } else { calls.swap_remove(known.unwrap_or(0)) };
    if let Input::Files(_, paths) = &mut call.input {
        *paths = if path.is_empty() { Vec::new() } else { vec![path.to_owned()] };
    }
    call
}

fn read(line: &str, cwd: &Path, machine: &workspace::Machine) -> Reach {
    let cwd = cwd.to_string_lossy();
    reach(line, &Context { home: machine.home(), cwd: Some(&cwd), ..Context::default() })
}

fn print(verdict: &Verdict, hits: &[Hit], line: Option<&(&str, Reach)>, root: &Path) {
    if let Some((line, reach)) = line {
        anstream::println!("{}", show::commands(reach));
        hits.iter().for_each(|hit| anstream::println!("{}", show::in_line(hit, line)));
    }
    let first = match verdict {
        Verdict::Violation(hit) => Some(hit),
        Verdict::Pass => None,
    };
    let allow = first.map(|hit| {
        format!(
            "add {} to {}, or set {}={}",
            hit.rule,
            root.join(files::ALLOW_FILE).display(),
            files::ALLOW_VARIABLE,
            hit.rule
        )
    });
    anstream::print!("{}", show::verdict(first, &allow.unwrap_or_default()));
    if line.is_none() {
        let others = hits.iter().filter(|hit| Some(&hit.rule) != first.map(|first| &first.rule));
        others.for_each(|hit| anstream::print!("{}", show::beside(hit)));
    }
}

/// The same for programs. Spans are byte offsets into the command line.
fn document(verdict: &Verdict, hits: &[Hit], reach: Option<&Reach>) -> serde_json::Value {
    let commands = reach.map(|reach| {
        let command = |command: &abide_shell::Command| {
            json!({
                "run": command.run.text(),
                "written": command.written.text(),
                "span": [command.span.start, command.span.end],
                "route": command.route,
                "dirs": command.dirs.iter().map(|dir| &dir.0).collect::<Vec<_>>(),
                "remote": command.remote,
                "dead": command.dead,
            })
        };
        reach.commands.iter().map(command).collect::<Vec<_>>()
    });
    let action = |action: Action| match action {
        Action::Block => "block",
        Action::Ask => "ask",
        Action::Warn => "warn",
    };
    let hit = |hit: &Hit| {
        json!({
            "rule": hit.rule,
            "action": action(hit.action),
            "enabled": hit.enabled,
            "span": hit.span.map(|span| [span.start, span.end]),
            "route": hit.route,
            "path": hit.path,
            "suggestion": hit.suggestion,
            "reason": hit.reason,
        })
    };
    json!({
        "verdict": match verdict {
            Verdict::Pass => "pass",
            Verdict::Violation(hit) => action(hit.action),
        },
        "commands": commands,
        "hits": hits.iter().map(hit).collect::<Vec<_>>(),
    })
}
