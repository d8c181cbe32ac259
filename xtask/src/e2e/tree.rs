//! Every file below a folder with its bytes, to see what a program left.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// What stands at a path.
#[derive(Debug, PartialEq)]
enum Entry {
    Folder,
    /// The bytes and the permissions.
    File(Vec<u8>, u32),
    Link(PathBuf),
}

/// A folder as it was at one moment.
#[derive(Debug, PartialEq)]
pub struct Tree(BTreeMap<PathBuf, Entry>);

impl Tree {
    pub fn of(folder: &Path) -> io::Result<Self> {
        let mut entries = BTreeMap::new();
        let mut open = vec![folder.to_owned()];
        while let Some(next) = open.pop() {
            for entry in fs::read_dir(&next)? {
                let path = entry?.path();
                let metadata = path.symlink_metadata()?;
                let entry = if metadata.is_symlink() {
                    Entry::Link(fs::read_link(&path)?)
                } else if metadata.is_dir() {
                    open.push(path.clone());
                    Entry::Folder
                } else {
                    Entry::File(fs::read(&path)?, metadata.permissions().mode() & 0o7777)
                };
                entries.insert(path.strip_prefix(folder).map_err(io::Error::other)?.to_owned(), entry);
            }
        }
        Ok(Tree(entries))
    }

    /// What is different in `after`, one short line each.
    pub fn differences(&self, after: &Tree) -> Vec<String> {
        let gone = self.0.iter().filter_map(|(path, entry)| match after.0.get(path) {
            None => Some(format!("{} is gone", path.display())),
            Some(now) if now != entry => Some(format!("{} is different", path.display())),
            Some(_) => None,
        });
        let new = after.0.keys().filter(|path| !self.0.contains_key(*path));
        gone.chain(new.map(|path| format!("{} is new", path.display()))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_are_named() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::write(path("same"), "1").unwrap();
        fs::write(path("changed"), "1").unwrap();
        fs::write(path("gone"), "1").unwrap();
        let before = Tree::of(folder.path()).unwrap();
        fs::write(path("changed"), "1\n").unwrap();
        fs::remove_file(path("gone")).unwrap();
        fs::create_dir(path("new")).unwrap();
        let after = Tree::of(folder.path()).unwrap();
        assert_eq!(before.differences(&after), ["changed is different", "gone is gone", "new is new"]);
        assert!(after.differences(&after).is_empty());
    }
}
