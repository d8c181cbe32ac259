//! What is known of the machine that a call was made on.
//!
//! A log tells of files that are not on this disk, or are others: so only what the
//! call itself says counts, unless the person says that it was made here.

use crate::workspace::Machine;
use abide_rules::{Entry, Workspace};

/// The facts that came with a call.
pub struct Told<'m> {
    /// The machine, if it is this one.
    pub machine: Option<&'m Machine>,
    /// The home folder.
    pub home: Option<String>,
    /// The git branch.
    pub branch: Option<String>,
}

impl Workspace for Told<'_> {
    fn home(&self) -> Option<&str> {
        self.home.as_deref().or_else(|| self.machine?.home())
    }

    fn real_path(&self, path: &str) -> Option<String> {
        self.machine?.real_path(path)
    }

    fn list(&self, path: &str) -> Vec<Entry> {
        self.machine.map_or_else(Vec::new, |machine| machine.list(path))
    }

    fn exists(&self, path: &str) -> bool {
        self.machine.is_some_and(|machine| machine.exists(path))
    }

    fn read(&self, path: &str, most: usize) -> Option<String> {
        self.machine?.read(path, most)
    }

    fn branch(&self, folder: &str) -> Option<String> {
        self.branch.clone().or_else(|| self.machine?.branch(folder))
    }

    fn ignores_case(&self) -> bool {
        self.machine.is_some_and(Machine::ignores_case)
    }
}

/// The home that a folder lies in, by where systems keep homes.
pub fn home_above(folder: &str) -> Option<String> {
    let name = |below: &str| {
        let name = folder.strip_prefix(below)?.split('/').next().filter(|name| !name.is_empty())?;
        Some(format!("{below}{name}"))
    };
    let root = || (folder == "/root" || folder.starts_with("/root/")).then(|| "/root".to_owned());
    name("/home/").or_else(|| name("/Users/")).or_else(root)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn homes_are_where_systems_keep_them() {
        for (folder, home) in [
            ("/home/ann/shop/web", Some("/home/ann")),
            ("/Users/ann", Some("/Users/ann")),
            ("/root/x", Some("/root")),
            ("/rootless", None),
            ("/home/", None),
            ("/srv/shop", None),
        ] {
            assert_eq!(home_above(folder).as_deref(), home, "{folder}");
        }
    }
}
