//! Facts about this machine: the real [`Workspace`], and the project root.

use abide_rules::Workspace;
use std::path::{Path, PathBuf};

/// The machine that abide runs on.
pub struct Machine {
    home: Option<String>,
}

impl Machine {
    /// Reads what does not change during a run.
    pub fn new() -> Self {
        Machine { home: std::env::var("HOME").ok().filter(|home| home.starts_with('/')) }
    }
}

impl Workspace for Machine {
    fn home(&self) -> Option<&str> {
        self.home.as_deref()
    }

    fn real_path(&self, path: &str) -> Option<String> {
        real_path(Path::new(path), MOST_LINKS)?.into_os_string().into_string().ok()
    }

    fn list(&self, path: &str) -> Vec<String> {
        let Ok(entries) = std::fs::read_dir(path) else { return Vec::new() };
        let mut names: Vec<String> =
            entries.flatten().filter_map(|entry| entry.file_name().into_string().ok()).collect();
        names.sort_unstable();
        names
    }
}

/// As many links to links as Linux follows.
const MOST_LINKS: u8 = 40;

/// The real path of a file that may not exist yet: links are resolved as far
/// as the path exists, and the rest is appended. A link to nothing counts:
/// writing through it creates its target.
fn real_path(path: &Path, links_left: u8) -> Option<PathBuf> {
    if let Ok(real) = path.canonicalize() {
        return Some(real);
    }
    if links_left == 0 {
        return None;
    }
    let parent = path.parent()?;
    if let Ok(target) = path.read_link() {
        return real_path(&parent.join(target), links_left - 1);
    }
    Some(real_path(parent, links_left)?.join(path.file_name()?))
}

/// The project that `cwd` (absolute) lies in: the nearest folder upwards that
/// holds `.git` (a file in a worktree), else `cwd` itself.
pub fn project_root(cwd: &Path) -> &Path {
    cwd.ancestors().find(|folder| folder.join(".git").exists()).unwrap_or(cwd)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(unix)]
    fn links_are_followed_even_to_files_that_do_not_exist() {
        let folder = tempfile::tempdir().unwrap();
        let base = folder.path().canonicalize().unwrap();
        let link = |target: &str, name: &str| std::os::unix::fs::symlink(target, base.join(name)).unwrap();
        std::fs::create_dir(base.join("dist")).unwrap();
        link("dist", "out");
        link("dist/new.js", "hole");
        link("loop", "loop");
        let real = |name: &str| real_path(&base.join(name), MOST_LINKS);
        assert_eq!(real("out/a/b.js"), Some(base.join("dist/a/b.js")));
        assert_eq!(real("hole"), Some(base.join("dist/new.js")));
        assert_eq!(real("nothing"), Some(base.join("nothing")));
        assert_eq!(real("loop"), None);
    }

    #[test]
    fn the_project_root_is_where_git_is() {
        let folder = tempfile::tempdir().unwrap();
        let deep = folder.path().join("a/b");
        std::fs::create_dir_all(&deep).unwrap();
        assert_eq!(project_root(&deep), deep);
        std::fs::write(folder.path().join(".git"), "gitdir: elsewhere").unwrap();
        assert_eq!(project_root(&deep), folder.path());
    }
}
