//! What `.gitignore` files name, for programs that pass it over.
//!
//! Read are those of the folders from the top of the work tree down to each
//! path; `.git/info/exclude` and the person's own file are not.

use crate::call::Workspace;
use crate::glob::{Glob, Places};
use crate::place;
use foldhash::HashMap;

/// The longest `.gitignore` that is read, in bytes.
const LONGEST: usize = 64 * 1024;

/// The ignored files of one work tree.
pub(super) struct Ignored<'w> {
    workspace: &'w dyn Workspace,
    /// The folder that holds `.git`; where there is none, nothing is ignored.
    top: Option<String>,
    files: HashMap<String, Vec<Line>>,
}

/// One pattern.
struct Line {
    glob: Glob,
    /// `!pattern`
    negated: bool,
    /// `pattern/`
    only_folders: bool,
}

impl<'w> Ignored<'w> {
    /// For paths in the work tree of `start` (absolute).
    pub fn new(workspace: &'w dyn Workspace, start: &str) -> Self {
        let mut folder = start;
        let top = loop {
            if workspace.exists(&place::fold(folder, ".git")) {
                break Some(folder.to_owned());
            }
            if folder == "/" || folder.is_empty() {
                break None;
            }
            folder = place::parent(folder);
        };
        Ignored { workspace, top, files: HashMap::default() }
    }

    /// Whether `path` (absolute) is ignored. The folders above it are taken to
    /// have been asked for: a walk does not enter what is ignored.
    pub fn names(&mut self, path: &str, is_folder: bool) -> bool {
        let Some(top) = self.top.clone() else { return false };
        if is_folder && place::name(path) == ".git" {
            return true;
        }
        let mut folder = place::parent(path).to_owned();
        // The nearest file has the last word, and in it the last line.
        loop {
            let places = Places { root: &folder, home: None };
            let lines = self.lines(&folder);
            let fits = |line: &&Line| (is_folder || !line.only_folders) && line.glob.matches(path, &places);
            if let Some(line) = lines.iter().rev().find(fits) {
                return !line.negated;
            }
            if folder == top || folder == "/" {
                return false;
            }
            folder = place::parent(&folder).to_owned();
        }
    }

    fn lines(&mut self, folder: &str) -> &[Line] {
        let workspace = self.workspace;
        self.files.entry(folder.to_owned()).or_insert_with(|| {
            let text = workspace.read(&place::fold(folder, ".gitignore"), LONGEST).unwrap_or_default();
            text.lines().filter_map(line).collect()
        })
    }
}

fn line(text: &str) -> Option<Line> {
    let text = text.trim_end();
    if text.is_empty() || text.starts_with('#') {
        return None;
    }
    let (negated, pattern) = match text.strip_prefix('!') {
        Some(pattern) => (true, pattern),
        None => (false, text),
    };
    let only_folders = pattern.ends_with('/');
    let pattern = pattern.trim_end_matches('/');
    // In a .gitignore a slash ties the pattern to the folder of the file.
    let pattern = match pattern.strip_prefix("**/") {
        Some(anywhere) if !anywhere.contains('/') => anywhere.to_owned(),
        _ if pattern.contains('/') => format!("./{}", pattern.trim_start_matches('/')),
        _ => pattern.to_owned(),
    };
    // `*` ignores everything; as a rule of abide it would be a mistake.
    let glob = Glob::new(&pattern).unwrap_or_else(|_| Glob::across(&pattern));
    Some(Line { glob, negated, only_folders })
}
