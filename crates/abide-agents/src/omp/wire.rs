//! omp's tool calls, as an extension passes them on (see [`extension`](crate::extension)).
//!
//! Read on omp 18.2.3, a fork of pi that runs on Bun; what was not seen there is
//! by its manual. Paths arrive as the model wrote them, with what omp lets stand
//! after one ([`path`]). The extension turns exit code 2 into `{ block: true, reason }`;
//! where it throws or takes longer than 30 s, omp blocks.
//!
//! Two tools run programs beside `bash`: `eval`, whose Python and JavaScript
//! start processes that no event tells of, and `hub`, which starts an
//! application. Both are judged as the command lines that would do the same.
//! What the JavaScript of `eval` asks of omp's own tools (`tool.bash(...)`)
//! raises events of its own.

use super::{edit, eval, path};
use crate::extension::open as opened;
use crate::payload::{Payload, Sent};
use crate::tool::{Fields, HERE, Own, Shape, Tools};
use crate::{WireError, line_of, mcp};
use abide_rules::{FileKind, Input};

/// Where a call names the folder it runs in.
const FOLDER: Fields = &["cwd"];

/// omp's own tools. A tool of a server is `mcp__<server>_<tool>`.
pub(crate) const TOOLS: Tools = &[
    ("bash", Shape::Shell(&["command"], FOLDER)),
    ("powershell", Shape::PowerShell(&["command"], FOLDER)),
    ("eval", Shape::Own(Own { needs: "code", folder: FOLDER, read: eval::input })),
    ("hub", Shape::Own(Own { needs: "application", folder: FOLDER, read: hub })),
    ("read", Shape::Own(Own { needs: "path", folder: HERE, read: |call| files(FileKind::Read, call) })),
    ("write", Shape::Own(Own { needs: "path", folder: HERE, read: |call| files(FileKind::Write, call) })),
    ("edit", Shape::Own(Own { needs: "input", folder: HERE, read: edit::changes })),
    ("grep", Shape::Own(Own { needs: "path", folder: HERE, read: grep })),
    ("glob", Shape::Files(FileKind::Other, &["path"])),
];

/// `hub` does much else; only starting an application runs a program.
fn hub(arguments: &Payload) -> Option<Input> {
    let Some((_, application)) = arguments.first(&["application"]) else {
        return Some(Input::Files(FileKind::Other, arguments.path_like()));
    };
    let program = application.as_str()?;
    let words = arguments.listed(&["args"]);
    // A text may be one word or many: a line of them is the wider reading.
    Some(Input::Shell(match arguments.text("args") {
        Some(text) => format!("{program} {text}"),
        None if words.is_empty() => program.to_owned(),
        None => line_of(&[&[program.to_owned()][..], &words].concat()),
    }))
}

fn files(kind: FileKind, arguments: &Payload) -> Option<Input> {
    let paths = arguments.texts(&["path", "file_path"]);
    let local: Vec<&String> = paths.iter().filter(|path| !path::is_elsewhere(path)).collect();
    if local.is_empty() && !paths.is_empty() {
        return Some(Input::Files(FileKind::Other, Vec::new()));
    }
    let mut files: Vec<&str> = local.iter().flat_map(|path| path::files(path)).collect();
    // Only `read` takes a list of paths apart.
    if kind == FileKind::Read {
        files.extend(local.iter().flat_map(|path| path::parts(path)).map(path::file));
    }
    Some(Input::Files(kind, files.into_iter().map(str::to_owned).collect()))
}

/// One path is a file, a folder or a glob; several are joined by `;`.
fn grep(arguments: &Payload) -> Option<Input> {
    let paths = arguments.texts(&["path"]);
    let paths: Vec<&str> = paths.iter().flat_map(|path| path.split(';')).map(str::trim).collect();
    let paths = || {
        paths.iter().filter(|path| !path.is_empty() && !path::is_elsewhere(path)).map(|path| path::file(path))
    };
    Some(match (paths().next(), paths().nth(1)) {
        (None, _) => Input::Search { folder: None, glob: None },
        (Some(glob), None) if glob.contains(['*', '?', '[', '{']) => {
            Input::Search { folder: None, glob: Some(glob.to_owned()) }
        }
        (Some(folder), None) => Input::Search { folder: Some(folder.to_owned()), glob: None },
        _ => Input::Changes(paths().map(|path| (FileKind::Read, path.to_owned())).collect()),
    })
}

/// Takes a call out of what was sent.
pub(crate) fn open(bytes: &[u8]) -> Result<Sent, WireError> {
    finish(opened(bytes)?)
}

/// Takes a call out of a write to a device, and names the tool of a server.
pub(crate) fn finish(mut sent: Sent) -> Result<Sent, WireError> {
    // A write to `xd://NAME` is a call of the tool NAME.
    let device = sent.arguments.text("path").and_then(|path| path.strip_prefix("xd://"));
    if let Some(device) = device.filter(|_| sent.tool == "write") {
        sent.tool = device.to_owned();
        sent.arguments = sent.arguments.take("content")?;
    }
    // The server's name ends at one `_`, or at two as elsewhere.
    let name = sent.tool.strip_prefix("mcp__").filter(|name| !name.contains("__"));
    Ok(Sent { names: name.map(|name| mcp::cuts(name, '_')).unwrap_or_default(), ..sent })
}
