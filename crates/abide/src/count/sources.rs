//! Which files may be logs.
//!
//! Those in the folders of the agents, or everything in one folder that looks
//! like a log by its ending. What a file really is, its content says.

use crate::failure::{Failure, why};
use crate::folders;
use abide_agents::AGENTS;
use abide_agents::history::{History, Root};
use std::collections::HashMap;
use std::io::{Error, ErrorKind};
use std::path::{Path, PathBuf};

/// A file that may be a log.
#[derive(Clone, Debug)]
pub struct Source {
    /// Its path.
    pub path: PathBuf,
    /// In bytes.
    pub size: u64,
    /// The path of the project, where a file beside the log holds it.
    pub project: Option<String>,
}

/// What `--history` takes.
const ENDINGS: &[&str] = &[".jsonl", ".json", ".jsonl.zst", ".db", ".txt"];

/// The logs of all agents on this machine, by their paths.
pub fn of_agents() -> Vec<Source> {
    let mut sources = Vec::new();
    for history in AGENTS.iter().filter_map(|agent| agent.history.as_ref()) {
        for root in history.roots {
            let Some(folder) = place(root) else { continue };
            let fits = |path: &Path| ends(path, history.endings) && is_within(path, &folder, history.within);
            walk(&folder, root.depth, &fits, &mut sources);
        }
    }
    finish(sources)
}

/// What `--history` names, as [`below`] finds it.
///
/// # Errors
///
/// It is not there.
pub fn in_history(path: &Path) -> Result<Vec<Source>, Failure> {
    path.metadata().map_err(|error| {
        Failure::new(format!("cannot read {}: {}", path.display(), why(&error)))
            .help("--history takes a folder of logs, or one log")
    })?;
    Ok(below(path))
}

/// All files in a folder, or the one file, that may be logs.
pub fn below(folder: &Path) -> Vec<Source> {
    let mut sources = Vec::new();
    match folder.metadata() {
        Ok(data) if data.is_file() => {
            sources.push(Source { path: folder.to_path_buf(), size: data.len(), project: None });
        }
        _ => walk(folder, 64, &|path| ends(path, ENDINGS), &mut sources),
    }
    finish(sources)
}

fn place(root: &Root) -> Option<PathBuf> {
    let folder = root.folder.variable.and_then(folders::absolute);
    Some(folder.or_else(|| Some(folders::home()?.join(root.folder.below_home)))?.join(root.below))
}

fn ends(path: &Path, endings: &[&str]) -> bool {
    path.file_name()
        .and_then(|name| name.to_str())
        .is_some_and(|name| endings.iter().any(|end| name.ends_with(end)))
}

fn is_within(path: &Path, root: &Path, within: Option<&str>) -> bool {
    let Some(within) = within else { return true };
    let below = path.strip_prefix(root).unwrap_or(path).parent();
    below.is_some_and(|below| below.components().any(|part| part.as_os_str() == within))
}

/// Links to folders are not followed: they may lead round.
fn walk(folder: &Path, depth: usize, fits: &dyn Fn(&Path) -> bool, sources: &mut Vec<Source>) {
    let entries = match folder.read_dir() {
        Ok(entries) => entries,
        Err(error) => return sources.extend(unread(folder, &error)),
    };
    for entry in entries.flatten() {
        let path = entry.path();
        match entry.file_type() {
            Ok(kind) if kind.is_dir() && depth > 1 => walk(&path, depth - 1, fits, sources),
            Ok(kind) if !kind.is_dir() && fits(&path) => match path.metadata() {
                Ok(data) if data.is_file() => {
                    sources.push(Source { path, size: data.len(), project: None });
                }
                // A pipe or a device would be waited for.
                Ok(_) => {}
                Err(error) => sources.extend(unread(&path, &error)),
            },
            _ => {}
        }
    }
}

/// What is there and cannot be looked at is told of as a log that cannot be read:
/// whoever reads it is told why.
fn unread(path: &Path, error: &Error) -> Option<Source> {
    let missing = matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory);
    (!missing).then(|| Source { path: path.to_path_buf(), size: 0, project: None })
}

/// Sorts the files, so that what is found does not hang on the disk's order, and
/// looks for what stands beside them.
fn finish(mut sources: Vec<Source>) -> Vec<Source> {
    sources.sort_unstable_by(|a, b| a.path.cmp(&b.path));
    sources.dedup_by(|a, b| a.path == b.path);
    let names = || AGENTS.iter().filter_map(|agent| agent.history.as_ref()?.project_file);
    let mut known = Known::default();
    for source in &mut sources {
        source.project = names().find_map(|name| beside(&source.path, name, &mut known));
    }
    sources
}

/// What files hold: many logs stand beside one.
type Known = HashMap<PathBuf, Option<String>>;

/// What the nearest file of this name, at most three folders above, holds.
fn beside(path: &Path, name: &str, known: &mut Known) -> Option<String> {
    let mut folders = path.ancestors().skip(1).take(4);
    let text = folders.find_map(|folder| {
        let path = folder.join(name);
        let read = |path: &PathBuf| std::fs::read_to_string(path).ok();
        known.entry(path).or_insert_with_key(read).clone()
    })?;
    Some(text.trim().to_owned()).filter(|text| !text.is_empty())
}

/// Where the agents' logs would be, for a person who has none.
pub fn places() -> Vec<String> {
    let roots = |history: &'static History| history.roots.iter().filter_map(place);
    let all = AGENTS.iter().filter_map(|agent| agent.history.as_ref()).flat_map(roots);
    all.map(|path| folders::shown(&path)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_may_not_be_read_is_a_log_and_what_is_not_there_is_none() {
        let is_told = |kind: ErrorKind| unread(Path::new("/logs/x"), &kind.into()).is_some();
        assert!(is_told(ErrorKind::PermissionDenied) && is_told(ErrorKind::Other));
        assert!(!is_told(ErrorKind::NotFound) && !is_told(ErrorKind::NotADirectory));
    }
}
