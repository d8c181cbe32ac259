//! `abide hook AGENT`: the answer to one tool call.
//!
//! One JSON document comes in on standard input; the answer in the agent's
//! own form goes out. This is the hot path, run before every tool of an agent:
//! it builds no argument parser, reads only the rule files that count, and
//! starts no thread.
//!
//! abide's own failures (input it cannot read, rules it cannot load, a bug)
//! let the call run with a text on standard error, because a broken guard
//! should not stop all work; `"on_error": "block"` in the rules turns that
//! round. Input over a limit is no failure: it blocks.

use crate::failure::why;
use crate::rules::{self, Loaded};
use crate::workspace::{Machine, Place};
use crate::{files, journal};
use abide_agents::{AGENTS, Agent, Answer, WireError, shown};
use abide_rules::{FileKind, Input, OnError, ToolCall, Verdict};
use clap::{Arg, ArgMatches, Command};
use std::ffi::OsString;
use std::io::{IsTerminal, Read, Write};
use std::mem::ManuallyDrop;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

const EXAMPLES: &str = "\
The agent runs this, by a line in its settings (see README.md). To try it:
  echo '{\"tool_name\":\"Bash\",\"tool_input\":{\"command\":\"npm i\"}}' |
    abide hook claude

Exit codes:
  0  the call may run: no output, or a warning, or a document that makes the
     agent ask first. For gemini, qwen, copilot, cline and antigravity a
     document says that it is blocked, too; the last two get one for every call
  1  abide failed, and the call runs; standard error says why. Where this code
     would do harm it is 0: for claude and gemini, which are told on standard
     output, and for copilot, cline and antigravity. kiro is warned with it
  2  the call is blocked; standard error says why, and for claude, codex and
     cursor the JSON on standard output";

/// What follows from a mistake in the rules, for the person who reads of it here first.
const JUDGED_WITHOUT: &str = "Calls are judged without it until it is mended; `abide check` shows how.";

/// The arguments of `hook`.
pub fn command() -> Command {
    let agents: Vec<&str> = AGENTS.iter().map(|agent| agent.name).collect();
    Command::new("hook")
        .about("Answer one tool call of an agent (the agent runs this)")
        .after_help(EXAMPLES)
        .arg(
            Arg::new("agent")
                .value_name("AGENT")
                .required(true)
                .value_parser(agents)
                .help("The agent that calls"),
        )
        .arg(files::rules_option())
}

/// Runs `hook` from the words after it, if they are a plain `AGENT` or
/// `AGENT --rules FILE`. Anything else is for the argument parser.
pub fn from_args(mut words: impl Iterator<Item = OsString>) -> Option<ExitCode> {
    let agent = abide_agents::find(words.next()?.to_str()?)?;
    let rules = match words.next() {
        None => None,
        Some(flag) if flag == "--rules" => Some(PathBuf::from(words.next()?)),
        Some(_) => return None,
    };
    words.next().is_none().then(|| answer(agent, rules.as_deref()))
}

/// Runs `hook` from parsed arguments.
pub fn run(args: &ArgMatches) -> ExitCode {
    let name: &String = args.get_one("agent").expect("it is required");
    let agent = abide_agents::find(name).expect("the parser knows the same names");
    answer(agent, args.get_one("rules").map(PathBuf::as_path))
}

/// Tells of arguments that cannot be understood, in the form of the agent
/// that they name: a slip in its settings must not stop its work.
pub fn misused(complaint: &str) -> Option<ExitCode> {
    let mut words = std::env::args_os().skip(1);
    let agent = words.next().filter(|word| word == "hook").and_then(|_| words.next())?;
    let agent = abide_agents::find(agent.to_str()?)?;
    Some(say(&(agent.fail)(complaint, OnError::Allow)))
}

fn answer(agent: &'static Agent, only: Option<&Path>) -> ExitCode {
    report_panics(agent);
    if std::io::stdin().is_terminal() {
        eprintln!(
            "abide: {} runs this and sends a tool call on standard input; try `abide explain`",
            agent.title
        );
    }
    let mut payload = Vec::with_capacity(16 << 10);
    if let Err(error) = std::io::stdin().lock().read_to_end(&mut payload) {
        let text = format!("cannot read standard input: {}", why(&error));
        journal::note_failure(agent.name, &text, blocks_on_error());
        return say(&fail(agent, &text));
    }
    let judged = judge(agent, &payload, |place| rules::load(files::find(place, only)));
    // The agent has its answer before anything is noted.
    let code = say(&judged.answer);
    journal::beat(agent.name);
    match (&judged.failure, &judged.call) {
        (Some(failure), _) => journal::note_failure(agent.name, failure, blocks_on_error()),
        (None, Some(call)) => {
            if let Verdict::Violation(hit) = &judged.verdict {
                journal::note(call, hit, agent.action(hit));
            }
        }
        (None, None) => {}
    }
    code
}

/// What came of one call.
pub struct Judged {
    /// What the agent gets.
    pub answer: Answer,
    call: Option<ToolCall>,
    verdict: Verdict,
    /// Why abide could not judge, if it could not.
    failure: Option<String>,
}

impl Judged {
    fn failed(agent: &Agent, call: Option<ToolCall>, text: String) -> Self {
        Judged { answer: fail(agent, &text), call, verdict: Verdict::Pass, failure: Some(text) }
    }
}

/// From the bytes of a hook call to the answer: the whole walk. `load` gets
/// the place of the call.
pub fn judge(agent: &Agent, payload: &[u8], load: impl FnOnce(&Place) -> Loaded) -> Judged {
    let call = agent.read(payload);
    let cwd = call.as_ref().ok().and_then(|call| absolute(&call.cwd));
    // Agents start the hook in the folder of the call.
    let cwd = cwd.or_else(|| absolute(".")).unwrap_or_else(|| PathBuf::from("/"));
    let said = call.as_ref().ok().and_then(|call| call.root.as_deref()).and_then(absolute);
    let place = Place::of(&cwd, said.or_else(|| started_in(agent)).as_deref());
    // The process ends soon: giving the rules' memory back piece by piece
    // would be a twentieth of its work.
    let loaded = ManuallyDrop::new(load(&place));
    BLOCK_ON_ERROR.store(loaded.rules.on_error() == OnError::Block, Ordering::Relaxed);

    let mut lacks = None;
    let mut call = match call {
        Ok(call) => call,
        // Its name may be forbidden all the same.
        Err(WireError::NoCommand { tool }) => {
            lacks = Some(WireError::NoCommand { tool: tool.clone() }.to_string());
            let input = Input::Files(FileKind::Other, Vec::new());
            ToolCall { agent: agent.name, tool, input, ..ToolCall::default() }
        }
        Err(error @ WireError::TooDeep) => {
            let text = error.to_string();
            let answer = (agent.fail)(&text, OnError::Block);
            return Judged { answer, ..Judged::failed(agent, None, text) };
        }
        Err(error) => return Judged::failed(agent, None, error.to_string()),
    };
    // A folder as Windows writes it may come from there in a log or a test.
    if !has_drive(&call.cwd) {
        call.cwd = cwd.to_string_lossy().into_owned();
        call.root = Some(place.root.to_string_lossy().into_owned());
    }
    let verdict = loaded.rules.judge(&call, &Machine::new());
    if let Verdict::Pass = verdict {
        if let Some(lacks) = lacks {
            return Judged::failed(agent, None, lacks);
        }
        // What could not be loaded might have said otherwise.
        let problems = loaded.problems();
        if !problems.is_empty() {
            let told = format!("{}\n{JUDGED_WITHOUT}", problems.join("\n"));
            return Judged::failed(agent, Some(call), told);
        }
        // Content that is written can be long: it is not read twice for nothing.
        let unsure = match &call.input {
            Input::Shell(_) | Input::PowerShell(_) => false,
            Input::Files(kind, paths) => paths.is_empty() || *kind == FileKind::Read,
            Input::Search { .. } => true,
            Input::Changes(changes) => changes.is_empty(),
        };
        let doubt = unsure.then(|| agent.doubt(payload)).flatten();
        if let Some(doubt) = doubt {
            return Judged::failed(agent, Some(call), doubt.to_string());
        }
    }
    let mut answer = (agent.answer)(&verdict);
    if let Verdict::Violation(_) = verdict {
        let notes = loaded.notes.iter().map(|note| format!("abide: note: {}\n", shown(note)));
        answer.stderr.extend(notes);
    }
    Judged { answer, call: Some(call), verdict, failure: None }
}

fn has_drive(path: &str) -> bool {
    cfg!(not(windows))
        && matches!(path.as_bytes(), [letter, b':', b'\\' | b'/', ..] if letter.is_ascii_alphabetic())
}

/// `path` seen from the folder where the hook runs. There is none where the
/// path is empty, or is one of Windows on another system.
fn absolute(path: &str) -> Option<PathBuf> {
    if path.is_empty() || has_drive(path) {
        return None;
    }
    let path = Path::new(path);
    if path.is_absolute() {
        return Some(path.to_path_buf());
    }
    let here = std::env::current_dir().ok()?;
    Some(if path == Path::new(".") { here } else { here.join(path) })
}

/// Where a variable of the agent's says that it was started.
fn started_in(agent: &Agent) -> Option<PathBuf> {
    let mut said = agent.root_variables.iter().filter_map(std::env::var_os).map(PathBuf::from);
    said.find(|root| root.is_absolute())
}

/// Whether the rules say `"on_error": "block"`. A panic can happen anywhere,
/// so its hook must find this without being handed it.
static BLOCK_ON_ERROR: AtomicBool = AtomicBool::new(false);

fn blocks_on_error() -> bool {
    BLOCK_ON_ERROR.load(Ordering::Relaxed)
}

fn fail(agent: &Agent, text: &str) -> Answer {
    (agent.fail)(text, if blocks_on_error() { OnError::Block } else { OnError::Allow })
}

/// Answers a panic by the failure policy, in one line: the model must not get
/// a backtrace, and an abort would let the call run whatever the policy says.
fn report_panics(agent: &'static Agent) {
    std::panic::set_hook(Box::new(move |panic| {
        let place = panic.location().map(|at| format!(" ({}:{})", at.file(), at.line())).unwrap_or_default();
        let text = format!("internal error{place}; please report it");
        let answer = fail(agent, &text);
        write(&answer);
        journal::note_failure(agent.name, &text, blocks_on_error());
        std::process::exit(answer.exit_code.into());
    }));
}

fn say(answer: &Answer) -> ExitCode {
    write(answer);
    ExitCode::from(answer.exit_code)
}

/// An agent that closed its end still gets the exit code.
fn write(answer: &Answer) {
    let _ = std::io::stdout().write_all(answer.stdout.as_bytes());
    let _ = std::io::stdout().flush();
    let _ = std::io::stderr().write_all(answer.stderr.as_bytes());
}
