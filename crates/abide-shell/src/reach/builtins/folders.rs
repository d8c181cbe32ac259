//! `cd`, `pushd` and `popd`: the folder that the shell may be in.

use super::super::simple::Call;
use super::super::state::Value;
use super::super::walk::{Outcome, Stream, Walker};
use super::{operands, text};
use crate::{Field, Mapped};

/// The name under which the folder stack is kept; no variable can have it.
const FOLDER_STACK: &str = "~pushd";

/// The longest path that is followed, in bytes, as on Linux.
const LONGEST_PATH: usize = 4096;

/// The deepest folder stack that is followed.
const DEEPEST_STACK: usize = 32;

pub(super) fn cd(walker: &mut Walker<'_>, call: &Call<'_>, _: &Stream) -> Outcome {
    let folders = match operands(&call.argv) {
        [] => walker.context.home.map(str::to_string).into_iter().collect(),
        [folder] if text(folder) == "-" => Vec::new(),
        [folder, ..] => walker.moved(folder),
    };
    walker.state.set_folders(folders);
    Outcome::silent(None)
}

pub(super) fn pushd(walker: &mut Walker<'_>, call: &Call<'_>, _: &Stream) -> Outcome {
    let here = walker.state.folders().first().cloned().unwrap_or_default();
    let mut stack = folder_stack(walker);
    match operands(&call.argv) {
        [folder, ..] if !text(folder).starts_with('+') => {
            stack.push(here);
            let folders = walker.moved(folder);
            walker.state.set_folders(folders);
        }
        _ => {
            let back = stack.pop();
            stack.push(here);
            walker.state.set_folders(back.into_iter().collect());
        }
    }
    keep_stack(walker, stack);
    Outcome::silent(None)
}

pub(super) fn popd(walker: &mut Walker<'_>, _: &Call<'_>, _: &Stream) -> Outcome {
    let mut stack = folder_stack(walker);
    let back = stack.pop();
    walker.state.set_folders(back.into_iter().collect());
    keep_stack(walker, stack);
    Outcome::silent(None)
}

fn folder_stack(walker: &Walker<'_>) -> Vec<String> {
    match walker.state.variable(FOLDER_STACK).map(|values| values.as_slice()) {
        Some([Value::Array(entries)]) => entries.iter().map(|(folder, _)| folder.clone()).collect(),
        _ => Vec::new(),
    }
}

fn keep_stack(walker: &mut Walker<'_>, mut stack: Vec<String>) {
    if stack.len() > DEEPEST_STACK {
        stack.remove(0);
    }
    let entries = stack.into_iter().map(|folder| (folder, Mapped::default())).collect();
    walker.state.set_variable(FOLDER_STACK, vec![Value::Array(entries)]);
}

impl Walker<'_> {
    /// The folders that `cd folder` leads to from here.
    pub fn moved(&self, folder: &Field) -> Vec<String> {
        if !folder.known || folder.glob {
            return Vec::new();
        }
        let path = text(folder);
        let folders = self.state.folders().iter().map(|from| join_path(from, path));
        folders.filter(|folder| folder.len() <= LONGEST_PATH).collect()
    }

    /// The text of a file that the line wrote, where it is known.
    pub fn written(&self, path: &str) -> Stream {
        let plain = path.strip_prefix("./").unwrap_or(path);
        let found = self.state.file(path).or_else(|| self.state.file(plain));
        found.or_else(|| self.state.file(&format!("./{plain}"))).cloned().flatten()
    }
}

/// `path` as seen from the folder `from`, with `.` and `..` folded.
fn join_path(from: &str, path: &str) -> String {
    let whole = if path.starts_with('/') || path.starts_with('~') || from.is_empty() {
        path.to_string()
    } else {
        format!("{from}/{path}")
    };
    let root = whole.starts_with('/');
    let mut folded: Vec<&str> = Vec::new();
    for name in whole.split('/') {
        match name {
            "" | "." => {}
            ".." if folded.last().is_some_and(|last| *last != ".." && *last != "~") => {
                folded.pop();
            }
            ".." if root => {}
            _ => folded.push(name),
        }
    }
    format!("{}{}", if root { "/" } else { "" }, folded.join("/"))
}
