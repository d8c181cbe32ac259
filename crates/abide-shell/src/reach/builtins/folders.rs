//! `cd`, `pushd` and `popd`: the folder that the shell may be in.

use super::super::array::Array;
use super::super::outcome::{Outcome, Stream};
use super::super::simple::Call;
use super::super::state::Value;
use super::super::walk::Walker;
use super::{operands, text};
use crate::value::fields::Few;
use crate::{Field, KnownFile, Mapped};
use std::borrow::Cow;

/// The names under which the folder stack and the folders before the last `cd`
/// are kept; no variable can have them.
const FOLDER_STACK: &str = "~pushd";
const BEFORE: &str = "~cd";

/// The deepest folder that is followed, in names from where the line starts.
const DEEPEST_FOLDER: usize = 32;

/// The deepest folder stack that is followed.
const DEEPEST_STACK: usize = 32;

pub(super) fn cd(walker: &mut Walker<'_>, call: &Call<'_>, _: &Stream) -> Outcome {
    let folders = match operands(&call.argv) {
        [] => walker.context.home.map(str::to_string).into_iter().collect(),
        [folder] if text(folder) == "-" => kept(walker, BEFORE),
        [folder, ..] => walker.moved(folder),
    };
    move_to(walker, folders);
    Outcome::silent(None)
}

/// Goes to one of these folders, or stays where it is if that fails.
fn move_to(walker: &mut Walker<'_>, folders: Vec<String>) {
    let before = walker.state.folders().to_vec();
    keep(walker, BEFORE, before);
    walker.state.set_folders(folders);
    walker.state.set_stayed(true);
}

pub(super) fn pushd(walker: &mut Walker<'_>, call: &Call<'_>, _: &Stream) -> Outcome {
    let here = walker.state.folders().first().cloned().unwrap_or_default();
    let mut stack = kept(walker, FOLDER_STACK);
    match operands(&call.argv) {
        [folder, ..] if !text(folder).starts_with('+') => {
            stack.push(here);
            let folders = walker.moved(folder);
            move_to(walker, folders);
        }
        _ => {
            let back = stack.pop();
            stack.push(here);
            move_to(walker, back.into_iter().collect());
        }
    }
    keep_stack(walker, stack);
    Outcome::silent(None)
}

pub(super) fn popd(walker: &mut Walker<'_>, _: &Call<'_>, _: &Stream) -> Outcome {
    let mut stack = kept(walker, FOLDER_STACK);
    let back = stack.pop();
    move_to(walker, back.into_iter().collect());
    keep_stack(walker, stack);
    Outcome::silent(None)
}

fn keep_stack(walker: &mut Walker<'_>, mut stack: Vec<String>) {
    if stack.len() > DEEPEST_STACK {
        stack.remove(0);
    }
    keep(walker, FOLDER_STACK, stack);
}

/// The folders under a name; none if there are none yet.
fn kept(walker: &Walker<'_>, name: &str) -> Vec<String> {
    match walker.state.variable(name).map(|values| values.as_slice()) {
        Some([Value::Array(entries)]) => entries.texts().map(|folder| folder.text().to_string()).collect(),
        _ => Vec::new(),
    }
}

fn keep(walker: &mut Walker<'_>, name: &str, folders: Vec<String>) {
    let folders = folders.iter().map(|folder| Mapped::made(folder));
    walker.state.set_variable(name, vec![Value::Array(Array::list(folders))]);
}

impl Walker<'_> {
    /// The folders that `cd folder` leads to from here.
    pub fn moved(&self, folder: &Field) -> Vec<String> {
        if !folder.known || folder.glob {
            return Vec::new();
        }
        let path = text(folder);
        let folders = self.state.folders().iter().map(|from| join_path(from, path).into_owned());
        folders.filter(|folder| folder.split('/').count() <= DEEPEST_FOLDER).collect()
    }

    /// The text of a file that the line wrote, where it is known.
    pub fn written(&self, path: &str) -> Stream {
        self.known_file(path).cloned().flatten()
    }

    /// What the line knows of a file that it wrote: `Some(None)` where its
    /// text is not known.
    pub fn known_file(&self, path: &str) -> Option<&Option<Mapped>> {
        if !self.state.has_files() && self.context.files.is_empty() {
            return None;
        }
        let places = self.places(path);
        places.iter().find_map(|place| self.state.file(place)).or_else(|| self.lying_file(path, &places))
    }

    /// A file that lay there before the line ran.
    fn lying_file(&self, path: &str, places: &[Cow<'_, str>]) -> Option<&Option<Mapped>> {
        let cwd = self.context.cwd.unwrap_or_default();
        let is_it = |place: &str, known: &str| {
            place == known || known.strip_prefix(cwd).and_then(|rest| rest.strip_prefix('/')) == Some(place)
        };
        let names =
            |file: &&KnownFile| file.path == path || places.iter().any(|place| is_it(place, &file.path));
        self.context.files.iter().find(names).map(|file| &file.text)
    }

    /// The names under which a file may be known: one for each folder that the
    /// shell may be in, from the folder that the line starts in.
    pub fn places<'p>(&self, path: &'p str) -> Few<Cow<'p, str>> {
        let place = |from: &str| {
            let whole = join_path(from, path);
            let inside = |whole: &str| {
                let inside = self.context.cwd.and_then(|cwd| whole.strip_prefix(cwd)?.strip_prefix('/'));
                inside.map_or(0, |inside| whole.len() - inside.len())
            };
            match whole {
                Cow::Borrowed(whole) => Cow::Borrowed(&whole[inside(whole)..]),
                Cow::Owned(whole) => Cow::Owned(whole[inside(&whole)..].to_string()),
            }
        };
        let folders = self.state.folders();
        let mut places: Few<Cow<'p, str>> = folders.iter().map(|from| place(from)).collect();
        if folders.iter().all(|from| !from.is_empty()) {
            let start = place("");
            if !places.contains(&start) {
                places.push(start);
            }
        }
        places
    }

    /// The folder the shell is in, absolute, where that is known.
    pub fn folder(&self) -> Option<String> {
        self.absolute(self.state.folders())
    }

    /// The same for the one that it was in before.
    pub fn folder_before(&self) -> Option<String> {
        self.absolute(&kept(self, BEFORE))
    }

    fn absolute(&self, folders: &[String]) -> Option<String> {
        match folders {
            [folder] => Some(join_path(self.context.cwd?, folder).into_owned()),
            _ => None,
        }
    }
}

/// `path` as seen from the folder `from`, with `.` and `..` folded.
fn join_path<'p>(from: &str, path: &'p str) -> Cow<'p, str> {
    let whole = if path.starts_with('/') || path.starts_with('~') || from.is_empty() {
        Cow::Borrowed(path)
    } else {
        Cow::Owned(format!("{from}/{path}"))
    };
    let root = whole.starts_with('/');
    let mut names = whole.as_bytes().split(|byte| *byte == b'/').skip(usize::from(root));
    if names.all(|name| !matches!(name, b"" | b"." | b"..")) {
        return whole;
    }
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
    Cow::Owned(format!("{}{}", if root { "/" } else { "" }, folded.join("/")))
}
