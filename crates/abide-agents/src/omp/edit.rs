//! The files that omp's `edit` changes. The tool has several modes, told by
//! their input:
//!
//! - `hashline`: `[a.txt#8DB0]` names a file; the lines below say what is done
//!   to it: `PUT` and `CUT` change it, `REM` deletes it, `MV DEST` moves it.
//!   omp adds `path` and `paths` to such a call.
//! - `apply_patch`: the text of Codex's tool.
//! - `patch`: `path`, and `edits` with `op` (`create`, `update`, `delete`) and
//!   perhaps `rename`.
//! - `replace`, `sloppy`: `path`.

use super::path::file;
use crate::payload::Payload;
use abide_rules::{FileKind, Input, patch};
use serde_json::Value;

/// What the arguments of `edit` change.
pub(super) fn changes(arguments: &Payload) -> Option<Input> {
    let mut changes = Vec::new();
    if let Some(text) = arguments.first_text(&["input", "patch"]) {
        changes = patch::files(&text);
        if changes.is_empty() {
            changes = hashline(&text);
        }
    }
    if let Some(edits) = arguments.value("edits").and_then(Value::as_array) {
        let path = arguments.first_text(&["path", "file_path"]);
        edits.iter().for_each(|edit| entry(edit, path.as_deref(), &mut changes));
    }
    // A path that only these fields name is changed, it is not known how.
    for path in arguments.listed(&["path", "file_path", "paths"]) {
        let path = file(&path).to_owned();
        if changes.iter().all(|(_, known)| *known != path) {
            changes.push((FileKind::Edit, path));
        }
    }
    Some(Input::Changes(changes))
}

/// One of the `edits` of mode `patch`.
fn entry(edit: &Value, path: Option<&str>, changes: &mut Vec<(FileKind, String)>) {
    let text = |field: &str| edit.get(field).and_then(Value::as_str).filter(|text| !text.is_empty());
    let Some(path) = text("path").or(path) else { return };
    let rename = text("rename");
    let kind = match text("op") {
        Some("create") => FileKind::Write,
        Some("delete") => FileKind::Delete,
        _ if rename.is_some() => FileKind::Delete,
        _ => FileKind::Edit,
    };
    add(changes, kind, file(path));
    if let Some(rename) = rename {
        add(changes, FileKind::Edit, rename);
    }
}

fn hashline(text: &str) -> Vec<(FileKind, String)> {
    let mut changes = Vec::new();
    // The file that the lines are about, and whether they say what is done.
    let mut current: Option<(String, bool)> = None;
    for line in text.lines() {
        if let Some(path) = header(line) {
            close(&mut changes, current.replace((path.to_owned(), false)));
            continue;
        }
        let Some((path, said)) = &mut current else { continue };
        let line = line.trim_end();
        let (op, rest) = line.split_once(' ').unwrap_or((line, ""));
        match op {
            "REM" => add(&mut changes, FileKind::Delete, path),
            "MV" if !rest.trim().is_empty() => {
                add(&mut changes, FileKind::Delete, path);
                add(&mut changes, FileKind::Edit, rest.trim().trim_matches('"'));
            }
            _ => continue,
        }
        *said = true;
    }
    close(&mut changes, current);
    changes
}

/// A file that is neither deleted nor moved is edited.
fn close(changes: &mut Vec<(FileKind, String)>, section: Option<(String, bool)>) {
    if let Some((path, false)) = section {
        add(changes, FileKind::Edit, &path);
    }
}

/// The file of a line like `[a.txt#8DB0]`. New text has a `+` before it, so it
/// is no header.
fn header(line: &str) -> Option<&str> {
    let inside = line.trim_end().strip_prefix('[')?.strip_suffix(']')?;
    let path = inside.rsplit_once('#').map_or(inside, |(path, _)| path);
    (!path.is_empty()).then_some(path)
}

fn add(changes: &mut Vec<(FileKind, String)>, kind: FileKind, path: &str) {
    let change = (kind, path.to_owned());
    if !changes.contains(&change) {
        changes.push(change);
    }
}
