//! `abide tour`: the main job, shown on a starter pack of rules.
//!
//! Nothing is staged: each step hands the bytes of a hook call to the same
//! walk as `abide hook`, and shows what comes out.

use crate::failure::Failure;
use crate::render::explain::quoted;
use crate::render::style::{BAD, CODE, FAINT, GOOD, STRONG, paint};
use crate::workspace::Place;
use crate::{files, hook, render, rules};
use clap::{Arg, ArgAction, ArgMatches, Command};
use serde_json::{Value, json};
use std::path::Path;
use std::process::ExitCode;

/// The rules of the tour, ready to be copied into a project.
pub const STARTER: &str = include_str!("../assets/starter.json");

/// The arguments of `tour`.
pub fn command() -> Command {
    let rules = Arg::new("rules").long("rules").action(ArgAction::SetTrue);
    Command::new("tour")
        .about("See a call blocked, and why, in half a minute")
        .arg(rules.help("Print the starter rules alone: `abide tour --rules > .abide/rules.json`"))
}

/// What an agent is about to do, and what there is to see about it.
const STEPS: &[(&str, &str, &str)] = &[
    ("Bash", "npm install", "An agent is about to run"),
    ("Bash", "git commit -m \"drop npm\"", "The same word as text is no command"),
    ("Bash", "cd web && timeout 30 sh -c 'npm ci'", "A command is seen wherever it runs"),
    ("Read", "/repo/.env", "Files are protected through every tool"),
];

/// Where a project without rules begins.
const START: (&str, &str) =
    ("mkdir -p .abide && abide tour --rules > .abide/rules.json", "three rules to start from");

/// What the person can do next.
const NEXT: &[(&str, &str)] = &[
    ("cargo install --locked --path crates/abide", "once, in the folder of abide's source"),
    START,
    ("abide check", "try the rules' own examples"),
    ("abide explain 'sudo npm ci'", "what would run, what is hit"),
    ("abide install && abide doctor", "hook it into your agents, and see that it works"),
];

/// Runs the subcommand.
pub fn run(args: &ArgMatches) -> Result<ExitCode, Failure> {
    if args.get_flag("rules") {
        render::print(STARTER)?;
        return Ok(ExitCode::SUCCESS);
    }
    render::print(&text())?;
    Ok(ExitCode::SUCCESS)
}

fn text() -> String {
    let mut text = format!("{}\n", paint(STRONG, "One rule, as it stands in .abide/rules.json:"));
    text.push_str(&format!("{}\n", paint(CODE, first_rule())));
    for (number, (tool, what, lesson)) in STEPS.iter().enumerate() {
        let heading = paint(STRONG, format!("{}. {lesson}:", number + 1));
        text.push_str(&format!("{heading} {}\n{}", paint(CODE, what), answer(tool, what)));
    }
    // Rules that are there must not be written over.
    let has_rules = Path::new(".abide/rules.json").symlink_metadata().is_ok();
    let heading = match has_rules {
        true => "Now in your project, which has rules (.abide/rules.json):",
        false => "Now in your project:",
    };
    text.push_str(&format!("\n{}\n", paint(STRONG, heading)));
    for (command, why) in NEXT.iter().filter(|step| !has_rules || **step != START) {
        text.push_str(&format!("  {}\n    {}\n", paint(FAINT, format!("{why}:")), paint(CODE, command)));
    }
    text
}

/// What Claude Code gets for this call.
fn answer(tool: &str, what: &str) -> String {
    let field = if tool == "Bash" { "command" } else { "file_path" };
    let payload = json!({
        "session_id": "8e809f8b-a912-41f9-9408-a133ef3338d8",
        "cwd": "/repo",
        "permission_mode": "default",
        "hook_event_name": "PreToolUse",
        "tool_name": tool,
        "tool_input": {field: what},
        "tool_use_id": "toolu_0010000",
    });
    let agent = abide_agents::find("claude").expect("abide knows Claude Code");
    let starter = |_: &Place| rules::load(files::Found::only(".abide/rules.json", STARTER));
    let answer = hook::judge(agent, payload.to_string().as_bytes(), starter).answer;
    match answer.exit_code {
        0 => format!("   {} (exit code 0, no output)\n", paint(GOOD, "runs")),
        code => {
            let reads = serde_json::from_str::<Value>(&answer.stdout).unwrap_or_default();
            let reason =
                reads["hookSpecificOutput"]["permissionDecisionReason"].as_str().unwrap_or(&answer.stderr);
            format!(
                "   {} (exit code {code}); Claude Code reads:\n{}",
                paint(BAD, "blocked"),
                quoted(reason, 3)
            )
        }
    }
}

/// The first rule of the starter pack on four lines, without its examples.
fn first_rule() -> String {
    let pack: Value = serde_json::from_str(STARTER).expect("the starter pack is JSON");
    let rule = &pack["rules"][0];
    let line = |fields: &[&str]| {
        fields.iter().map(|field| format!("\"{field}\": {}", rule[*field])).collect::<Vec<_>>().join(", ")
    };
    format!("  {{ {},\n    {} }}\n", line(&["id", "kind", "pattern"]), line(&["message", "replacement"]))
}
