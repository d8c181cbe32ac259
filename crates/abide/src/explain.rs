//! `abide explain`: what a call would run, and what the rules say to it.

use crate::failure::Failure;
use crate::render::{self, explain as show};
use crate::{files, rules, workspace};
use abide_agents::AGENTS;
use abide_rules::{Action, FileKind, Hit, Input, ToolCall, Verdict, Workspace};
use abide_shell::{Context, Reach, Wrapper, reach};
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
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

/// The arguments of `explain`.
pub fn command() -> Command {
    Command::new("explain")
        .about("Show what a command line would run, and which rules hit where")
        .after_help(EXAMPLES)
        .arg(
            Arg::new("command")
                .value_name("COMMAND")
                .help("The command line, best in single quotes; `-` reads it from standard input")
                .num_args(1..)
                .trailing_var_arg(true)
                .allow_hyphen_values(true)
                .required_unless_present("tool")
                .conflicts_with("tool"),
        )
        .arg(
            Arg::new("tool")
                .long("tool")
                .value_name("NAME")
                .help("Explain a file tool or another tool instead: Edit, Read, mcp__server__tool"),
        )
        .arg(
            Arg::new("path")
                .long("path")
                .value_name("PATH")
                .requires("tool")
                .help("A path that the tool is given"),
        )
        .arg(
            Arg::new("cwd")
                .long("cwd")
                .value_name("DIR")
                .default_value(".")
                .value_parser(value_parser!(PathBuf))
                .help("The folder that the call runs in"),
        )
        .arg(files::rules_option())
        .arg(Arg::new("json").long("json").action(ArgAction::SetTrue).help("Print one JSON document"))
}

/// Runs the subcommand.
pub fn run(args: &ArgMatches) -> Result<ExitCode, Failure> {
    let folder: &PathBuf = args.get_one("cwd").expect("it has a default");
    let only: Option<&PathBuf> = args.get_one("rules");
    let cwd = folder.canonicalize().map_err(|error| {
        Failure::new(format!("cannot enter {}: {error}", folder.display()))
            .help("--cwd takes a folder that exists")
    })?;
    let root = workspace::project_root(&cwd).to_path_buf();
    let loaded = rules::load(files::find(&cwd, &root, only.map(PathBuf::as_path)));
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
        Input::Shell(line) => Some((line.as_str(), read(line, &cwd, &machine, loaded.rules.wrappers()))),
        Input::Files(..) | Input::Changes(_) => None,
    };
    if args.get_flag("json") {
        render::print(&format!("{:#}\n", document(&verdict, &hits, line.as_ref().map(|(_, reach)| reach))));
    } else {
        render::print(&report(&verdict, &hits, line.as_ref(), &root));
    }
    Ok(ExitCode::from(match &verdict {
        Verdict::Violation(hit) if hit.action != Action::Warn => 1,
        _ => 0,
    }))
}

/// The call that the arguments describe.
fn call(args: &ArgMatches) -> Result<ToolCall, Failure> {
    let text = |name: &str| args.get_one::<String>(name).map(String::as_str);
    if let Some(tool) = text("tool") {
        return Ok(file_call(tool, text("path").unwrap_or_default()));
    }
    let words: Vec<&String> = args.get_many("command").unwrap_or_default().collect();
    let line = match words.as_slice() {
        [dash] if *dash == "-" => std::io::read_to_string(std::io::stdin())
            .map_err(|error| Failure::new(format!("cannot read standard input: {error}")))?
            .trim_end_matches('\n')
            .to_owned(),
        [line] => String::clone(line),
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
    let paths = || if path.is_empty() { Vec::new() } else { vec![path.to_owned()] };
    match &mut call.input {
        Input::Files(_, files) => *files = paths(),
        Input::Changes(_) => call.input = Input::Files(FileKind::Edit, paths()),
        Input::Shell(_) => {}
    }
    call
}

fn read(line: &str, cwd: &Path, machine: &workspace::Machine, wrappers: &[Wrapper]) -> Reach {
    let cwd = cwd.to_string_lossy();
    reach(line, &Context { home: machine.home(), cwd: Some(&cwd), wrappers })
}

/// The commands, the rules that hit, the verdict.
fn report(verdict: &Verdict, hits: &[Hit], line: Option<&(&str, Reach)>, root: &Path) -> String {
    let mut text = String::new();
    if let Some((line, reach)) = line {
        text.push_str(&show::commands(reach));
        text.push('\n');
        hits.iter().for_each(|hit| text.push_str(&show::in_line(hit, line)));
    }
    let first = match verdict {
        Verdict::Violation(hit) => Some(hit),
        Verdict::Pass => None,
    };
    let allow = first.map_or(String::new(), |hit| {
        let file = root.join(files::ALLOW_FILE);
        format!("add {} to {}, or set {}={}", hit.rule, file.display(), files::ALLOW_VARIABLE, hit.rule)
    });
    text.push_str(&show::verdict(first, &allow));
    if line.is_none() {
        let others = hits.iter().filter(|hit| first.is_none_or(|first| first.rule != hit.rule));
        others.for_each(|hit| text.push_str(&show::beside(hit)));
    }
    text
}

/// The same for programs. Spans are byte offsets into the command line.
fn document(verdict: &Verdict, hits: &[Hit], reach: Option<&Reach>) -> serde_json::Value {
    let commands = reach.map(|reach| {
        let command = |command: &abide_shell::Command| {
            json!({
                "run": command.run.text(),
                "argv": command.argv.iter().map(|field| field.value.text()).collect::<Vec<_>>(),
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
