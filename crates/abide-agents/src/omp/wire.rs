//! omp's tool calls, as an extension passes them on (see [`extension`]).
//!
//! Read on omp 18.2.3, a fork of pi that runs on Bun. Paths arrive as the model
//! wrote them, with what omp lets stand after one: `src/a.ts:50-200`,
//! `a.zip:inner`. The extension turns exit code 2 into `{ block: true, reason }`;
//! where it throws or takes longer than 30 s, omp blocks.
//!
//! Two tools run programs beside `bash`: `eval`, whose Python and JavaScript
//! start processes that no event tells of, and `hub`, which starts an
//! application. Both are judged as the command lines that would do the same.
//! What the JavaScript of `eval` asks of omp's own tools (`tool.bash(...)`)
//! raises events of its own.

use super::edit;
use crate::extension::{self, open as opened};
use crate::payload::{Payload, Sent};
use crate::tool::{self, Fields, HERE, Own, Shape, Tools};
use crate::{Answer, WireError, line_of, mcp};
use abide_rules::{FileKind, Input, OnError, ToolCall, Verdict};

/// Where a call names the folder it runs in.
const FOLDER: Fields = &["cwd"];

/// omp's own tools. A tool of a server is `mcp__<server>_<tool>`.
const TOOLS: Tools = &[
    ("bash", Shape::Shell(&["command"], FOLDER)),
    ("eval", Shape::Own(Own { needs: "code", folder: FOLDER, read: eval })),
    ("hub", Shape::Own(Own { needs: "application", folder: FOLDER, read: hub })),
    ("read", Shape::Own(Own { needs: "path", folder: HERE, read: |call| files(FileKind::Read, call) })),
    ("write", Shape::Own(Own { needs: "path", folder: HERE, read: |call| files(FileKind::Write, call) })),
    ("edit", Shape::Own(Own { needs: "input", folder: HERE, read: edit::changes })),
    ("grep", Shape::Search(&["path", "paths"], &["glob"])),
    ("glob", Shape::Files(FileKind::Other, &["path"])),
];

/// The programs that run code as `eval` does. `ipython` and not `python3`: a
/// rule that wants scripts run another way is not about this tool.
const INTERPRETERS: &[(&[&str], [&str; 2])] = &[
    (&["py", "python", "python3"], ["ipython", "-c"]),
    (&["js", "javascript", "ts", "typescript"], ["node", "-e"]),
    (&["rb", "ruby"], ["ruby", "-e"]),
];

fn eval(arguments: &Payload) -> Option<Input> {
    let code = arguments.text("code")?;
    let language = arguments.text("language").unwrap_or("py").to_ascii_lowercase();
    let known = INTERPRETERS.iter().find(|(names, _)| names.contains(&language.as_str()));
    Some(match known {
        Some((_, [program, flag])) => Input::Shell(line_of(&[program, flag, code])),
        None => Input::Files(FileKind::Other, Vec::new()),
    })
}

/// `hub` does much else; only starting an application runs a program.
fn hub(arguments: &Payload) -> Option<Input> {
    let Some((_, application)) = arguments.first(&["application"]) else {
        return Some(Input::Files(FileKind::Other, arguments.path_like()));
    };
    let program = application.as_str()?;
    let words = arguments.listed(&["args"]);
    Some(Input::Shell(match arguments.text("args") {
        // One text may be one word or many; a shell line is the wider reading.
        Some(text) => format!("{} {text}", line_of(&[program])),
        None => line_of(&[&[program.to_owned()][..], &words].concat()),
    }))
}

fn files(kind: FileKind, arguments: &Payload) -> Option<Input> {
    let paths = arguments.texts(&["path", "file_path"]);
    // What omp reads over the network is no file of this machine.
    let remote = |path: &String| path.contains("://") && !path.starts_with("file://");
    let elsewhere = !paths.is_empty() && paths.iter().all(remote);
    let here = paths.iter().filter(|path| !remote(path)).map(|path| edit::without_selector(path).to_owned());
    Some(Input::Files(if elsewhere { FileKind::Other } else { kind }, here.collect()))
}

/// The names of its own tools.
pub(crate) fn tools() -> Vec<&'static str> {
    tool::names(TOOLS)
}

/// Reads one hook call.
pub(crate) fn read(bytes: &[u8]) -> Result<ToolCall, WireError> {
    tool::call("omp", TOOLS, open(bytes)?)
}

/// What is wrong with the paths of a call.
pub(crate) fn doubt(bytes: &[u8]) -> Option<WireError> {
    tool::doubt(TOOLS, &open(bytes).ok()?)
}

fn open(bytes: &[u8]) -> Result<Sent, WireError> {
    let sent = opened(bytes)?;
    // The server's name ends at one `_`, or at two as elsewhere.
    let name = sent.tool.strip_prefix("mcp__").filter(|name| !name.contains("__"));
    Ok(Sent { names: name.map(|name| mcp::cuts(name, '_')).unwrap_or_default(), ..sent })
}

/// Says a verdict.
pub(crate) fn answer(verdict: &Verdict) -> Answer {
    extension::answer(verdict)
}

/// Says that abide itself failed.
pub(crate) fn fail(text: &str, on_error: OnError) -> Answer {
    extension::fail(text, on_error)
}
