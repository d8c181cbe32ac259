//! What the tools of an agent do with their input, as a table.
//!
//! Each agent has one table, `TOOLS` in its `wire.rs`: a row is the name of a
//! tool and its [`Shape`], which names the fields that matter. Where an agent
//! has had two names for a field, both are in the row, the newer one first.
//! A tool without a row (MCP servers, the web, subagents) has the fields that
//! look like paths, and does to them what the name of an MCP tool says, else
//! `FileKind::Other`; one whose name says so runs its `command`.
//!
//! Tools that only list names (glob, ls) are `Other` too: a rule about
//! reading is not about them.

use crate::payload::{Payload, Sent};
use crate::{WireError, line_of, mcp};
use abide_rules::{FileKind, Input, ToolCall, patch};
use serde_json::Value;

/// Names of fields, best first.
pub(crate) type Fields = &'static [&'static str];

/// The tools of an agent.
pub(crate) type Tools = &'static [(&'static str, Shape)];

/// For tools that run where the session is.
pub(crate) const HERE: Fields = &[];

/// What tools that search call ripgrep's `--type`.
const TYPE: Fields = &["type"];

/// What a tool's input means.
pub(crate) enum Shape {
    /// The first of the first fields that is there is a command line, or an
    /// argument vector. One of the second fields is the folder it runs in.
    Shell(Fields, Fields),
    /// As `Shell`, for PowerShell.
    PowerShell(Fields, Fields),
    /// As `Shell`, but a list holds command lines, not words.
    Lines(Fields, Fields),
    /// Those of these fields that are there are paths.
    Files(FileKind, Fields),
    /// As `Files`, but a list of paths, or of objects that hold paths, will do.
    Lists(FileKind, Fields),
    /// The first of these fields that is there is an `apply_patch` text.
    Patch(Fields),
    /// What lies below one of the first fields is read, narrowed by a glob in
    /// one of the second ones.
    Search(Fields, Fields),
    /// The files that these fields name are read: paths or globs, one or many.
    Globs(Fields),
    /// Read by a function of the agent's own.
    Own(Own),
}

/// A tool that no other shape fits.
pub(crate) struct Own {
    /// The field without which nothing is known of the call.
    pub needs: &'static str,
    /// The folder it runs in.
    pub folder: Fields,
    /// What the arguments mean; `None` if it should be a command and is none.
    pub read: fn(&Payload) -> Option<Input>,
}

/// Whether the agent has a tool of that name itself.
pub(crate) fn has(tools: Tools, name: &str) -> bool {
    shape(tools, name).is_some()
}

fn shape(tools: Tools, name: &str) -> Option<&'static Shape> {
    tools.iter().find(|(known, _)| *known == name).map(|(_, shape)| shape)
}

/// What the call does, read by the table.
pub(crate) fn call(agent: &'static str, tools: Tools, sent: Sent) -> Result<ToolCall, WireError> {
    let Sent { tool, arguments, cwd, root, names, .. } = sent;
    let shape = shape(tools, &tool);
    let input = match shape {
        Some(shape) => input(shape, &arguments),
        None => {
            let command = arguments.text("command").filter(|_| mcp::runs_commands(&tool, &names));
            Some(match command {
                Some(line) => Input::Shell(line.to_owned()),
                None => Input::Files(mcp::kind(&tool, &names), arguments.path_like()),
            })
        }
    };
    let Some(input) = input else { return Err(WireError::NoCommand { tool }) };
    let folder = match shape {
        Some(
            Shape::Shell(_, folder)
            | Shape::PowerShell(_, folder)
            | Shape::Lines(_, folder)
            | Shape::Own(Own { folder, .. }),
        ) => folder,
        _ => HERE,
    };
    let folder = arguments.first_text(folder);
    // A call elsewhere stays under the rules of where the session is.
    let root = root.or_else(|| folder.as_ref().filter(|_| !cwd.is_empty()).map(|_| cwd.clone()));
    Ok(ToolCall {
        agent,
        tool,
        names,
        input,
        root,
        cwd: match folder {
            Some(folder) => joined(&cwd, &folder),
            None => cwd,
        },
        session: sent.session,
        id: sent.id,
        subagent: sent.subagent,
    })
}

fn input(shape: &Shape, arguments: &Payload) -> Option<Input> {
    Some(match shape {
        Shape::Shell(fields, _) => command(arguments.first(fields)?.1)?,
        Shape::PowerShell(fields, _) => Input::PowerShell(command_line(arguments.first(fields)?.1)?),
        Shape::Lines(fields, _) => Input::Shell(command_lines(arguments.first(fields)?.1)?),
        Shape::Files(kind, fields) => Input::Files(*kind, arguments.texts(fields)),
        Shape::Lists(kind, fields) => Input::Files(*kind, arguments.listed(fields)),
        Shape::Patch(fields) => {
            let text = arguments.first(fields).and_then(|(_, value)| value.as_str());
            Input::Changes(patch::files(text.unwrap_or_default()))
        }
        Shape::Search(folders, globs) => search(arguments, folders, globs),
        Shape::Globs(fields) => {
            let paths = arguments.listed(fields);
            match paths.iter().any(|path| path.contains(['*', '?', '[', '{'])) {
                true => search(arguments, HERE, fields),
                false => Input::Files(FileKind::Read, paths),
            }
        }
        Shape::Own(own) => (own.read)(arguments)?,
    })
}

/// Several folders are taken for the one they lie in, the session's. Which files are of a type is not
/// known, so beside one only what is named counts; to ripgrep, a glob goes before a type.
fn search(arguments: &Payload, folders: Fields, globs: Fields) -> Input {
    let mut folder = arguments.listed(folders);
    let glob = arguments.listed(globs);
    if glob.iter().all(|glob| glob.starts_with('!')) && arguments.first_text(TYPE).is_some() {
        return Input::Files(FileKind::Read, folder);
    }
    Input::Search {
        folder: folder.pop().filter(|_| folder.is_empty()),
        glob: match &glob[..] {
            [] => None,
            [one] => Some(one.clone()),
            several => Some(format!("{{{}}}", several.join(","))),
        },
    }
}

/// What is wrong with the paths of a call. Those of tools that search or list
/// may be left out: they mean the current folder.
pub(crate) fn doubt(tools: Tools, sent: &Sent) -> Option<WireError> {
    let arguments = &sent.arguments;
    let lacking = |field: &'static str| Some((field, arguments.value(field).is_some()));
    let (field, there) = match shape(tools, &sent.tool)? {
        Shape::Shell(..) | Shape::PowerShell(..) | Shape::Lines(..) => None,
        Shape::Files(kind, fields) => arguments.no_text(fields, *kind != FileKind::Other),
        Shape::Lists(FileKind::Other, _) => None,
        Shape::Lists(_, fields) | Shape::Globs(fields) if arguments.listed(fields).is_empty() => {
            lacking(arguments.first(fields).map_or(fields[0], |(field, _)| field))
        }
        Shape::Lists(..) | Shape::Globs(_) => None,
        Shape::Patch(fields) => arguments.no_text(fields, true),
        Shape::Search(folders, globs) => [folders, globs].into_iter().find_map(|fields| {
            let (field, value) = arguments.first(fields)?;
            (!value.is_string() && arguments.listed(fields).is_empty()).then_some((field, true))
        }),
        Shape::Own(own) => match (own.read)(arguments) {
            Some(Input::Files(kind, paths)) if kind != FileKind::Other && paths.is_empty() => {
                lacking(own.needs)
            }
            Some(Input::Changes(changes)) if changes.is_empty() => lacking(own.needs),
            _ => None,
        },
    }?;
    Some(WireError::NoPath { tool: sent.tool.clone(), field, there })
}

/// What a text, or an argument vector, runs: `["powershell.exe", "-Command",
/// TEXT]`, as Codex has it on Windows, runs TEXT in PowerShell.
fn command(value: &Value) -> Option<Input> {
    if let Some([shell, options @ .., text]) = value.as_array().map(Vec::as_slice)
        && let (Some(shell), Some(text)) = (shell.as_str(), text.as_str())
        && is_powershell(shell)
        && options.last().is_some_and(|option| {
            option.as_str().is_some_and(|option| option.eq_ignore_ascii_case("-Command"))
        })
    {
        return Some(Input::PowerShell(text.to_owned()));
    }
    command_line(value).map(Input::Shell)
}

/// A command line from a text, or from an argument vector: `["bash", "-lc",
/// TEXT]` runs TEXT, and any other vector is the line that would run it.
fn command_line(value: &Value) -> Option<String> {
    if let Some(text) = value.as_str() {
        return Some(text.to_owned());
    }
    let words: Vec<&str> = value.as_array()?.iter().map(Value::as_str).collect::<Option<_>>()?;
    match words[..] {
        [] => None,
        [shell, "-c" | "-lc", text] if is_shell(shell) => Some(text.to_owned()),
        _ => Some(line_of(&words)),
    }
}

/// Command lines from a text, a list of texts, or a list of objects that each
/// hold a `command`.
pub(crate) fn command_lines(value: &Value) -> Option<String> {
    let Some(items) = value.as_array() else { return command_line(value) };
    let line = |item: &Value| command_line(item.get("command").unwrap_or(item));
    let lines: Vec<String> = items.iter().map(line).collect::<Option<_>>()?;
    (!lines.is_empty()).then(|| lines.join("\n"))
}

fn is_powershell(program: &str) -> bool {
    let name = program.rsplit(['/', '\\']).next().unwrap_or_default().to_ascii_lowercase();
    matches!(name.strip_suffix(".exe").unwrap_or(&name), "powershell" | "pwsh")
}

fn is_shell(program: &str) -> bool {
    matches!(program.rsplit('/').next(), Some("bash" | "sh" | "zsh"))
}

/// `folder` seen from `cwd`, without `.` and `..`.
fn joined(cwd: &str, folder: &str) -> String {
    let drive = matches!(folder.as_bytes(), [letter, b':', ..] if letter.is_ascii_alphabetic());
    if drive || cwd.contains('\\') {
        let from_root = drive || folder.starts_with('\\');
        return if from_root { folder.to_owned() } else { format!("{cwd}\\{folder}") };
    }
    let mut parts: Vec<&str> = Vec::new();
    let start = if folder.starts_with('/') { "" } else { cwd };
    for part in start.split('/').chain(folder.split('/')) {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|last| *last != "..") => drop(parts.pop()),
            // Above the root is the root.
            ".." if start.starts_with('/') || folder.starts_with('/') => {}
            _ => parts.push(part),
        }
    }
    let root = if start.starts_with('/') || folder.starts_with('/') { "/" } else { "" };
    format!("{root}{}", parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::joined;

    #[test]
    fn a_folder_of_its_own_is_seen_from_the_session() {
        for (cwd, folder, together) in [
            ("/repo", "web", "/repo/web"),
            ("/repo/web", "../api/./x", "/repo/api/x"),
            ("/repo", "/tmp/", "/tmp"),
            ("/repo", ".", "/repo"),
            ("/repo", "../../..", "/"),
            ("", "web", "web"),
            ("", "../web", "../web"),
            (r"C:\repo", "web", r"C:\repo\web"),
            (r"C:\repo", r"D:\x", r"D:\x"),
        ] {
            assert_eq!(joined(cwd, folder), together, "{cwd} {folder}");
        }
    }
}
