//! Facts about this machine: the real [`Workspace`], and the project root.

use abide_rules::{Entry, Workspace};
use std::fs::File;
use std::io::{self, Read, Seek};
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

    fn list(&self, path: &str) -> Vec<Entry> {
        let Ok(entries) = std::fs::read_dir(path) else { return Vec::new() };
        let entry = |entry: std::fs::DirEntry| {
            let folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
            Some(Entry { name: entry.file_name().into_string().ok()?, folder })
        };
        let mut entries: Vec<Entry> = entries.flatten().filter_map(entry).collect();
        entries.sort_unstable_by(|a, b| a.name.cmp(&b.name));
        entries
    }

    fn exists(&self, path: &str) -> bool {
        Path::new(path).symlink_metadata().is_ok()
    }

    fn read(&self, path: &str, most: usize) -> Option<String> {
        read_text(Path::new(path), most).ok()
    }

    fn branch(&self, folder: &str) -> Option<String> {
        let git = Path::new(folder).ancestors().map(|folder| folder.join(".git")).find(|git| git.exists())?;
        let head = read_text(&git_folder(&git)?.join("HEAD"), MOST_BYTES).ok()?;
        head.trim_end().strip_prefix("ref: refs/heads/").map(str::to_owned)
    }

    fn ignores_case(&self) -> bool {
        cfg!(any(windows, target_os = "macos"))
    }
}

/// The folder that `.git` is, or names: in a worktree it is a file that holds
/// `gitdir: FOLDER`.
fn git_folder(git: &Path) -> Option<PathBuf> {
    if git.is_dir() {
        return Some(git.to_path_buf());
    }
    let text = read_text(git, MOST_BYTES).ok()?;
    Some(git.parent()?.join(text.trim_end().strip_prefix("gitdir: ")?))
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

/// The longest file that abide reads for itself.
pub const MOST_BYTES: usize = 4 << 20;

/// The text of a file of at most `most` bytes. Nothing but a regular file is
/// opened: a pipe or a device would keep the agent waiting for ever.
pub fn read_text(path: &Path, most: usize) -> io::Result<String> {
    let data = std::fs::metadata(path)?;
    if !data.is_file() && !data.is_dir() {
        return Err(io::Error::other("it is a pipe or a device, not a file"));
    }
    let file = File::open(path)?;
    // Room for all of it at once, and for seeing that it ends there: without, it
    // is read in pieces of 32, 64, 128 bytes.
    let mut text = String::with_capacity(most.min(data.len() as usize) + 1);
    let read = (&file).take(most as u64 + 1).read_to_string(&mut text);
    read.map_err(|error| if error.kind() == io::ErrorKind::InvalidData { no_utf8(file) } else { error })?;
    if text.len() > most {
        return Err(io::Error::other(format!("it is longer than {most} bytes")));
    }
    Ok(text)
}

/// What to do about a file that is no UTF-8.
fn no_utf8(mut file: File) -> io::Error {
    let mut mark = [0; 2];
    let wide = file.rewind().and_then(|()| file.read_exact(&mut mark)).is_ok()
        && matches!(mark, [0xff, 0xfe] | [0xfe, 0xff]);
    let text = if wide { "it is UTF-16: save it as UTF-8" } else { "it is no UTF-8 text" };
    io::Error::new(io::ErrorKind::InvalidData, text)
}

/// Where a call is, and which rules it is under.
#[derive(Clone, Debug, Default)]
pub struct Place {
    /// The folder of the project, which globs and names are seen from.
    pub root: PathBuf,
    /// The folders whose rules count, nearest first.
    pub folders: Vec<PathBuf>,
}

impl Place {
    /// For a call in `cwd` (absolute), of an agent that was started in `said`.
    ///
    /// An agent may be started in a folder of the project, and may leave it
    /// later: both folders are under the rules from there up to their root
    /// (see [`root_below`]), so neither hides rules that the other is under.
    pub fn of(cwd: &Path, said: Option<&Path>) -> Self {
        let home = std::env::var_os("HOME").map(PathBuf::from);
        Place::below(cwd, said, home.as_deref())
    }

    fn below(cwd: &Path, said: Option<&Path>, home: Option<&Path>) -> Self {
        let here = root_below(cwd, home);
        let Some(said) = said else {
            return Place { root: here.to_path_buf(), folders: folders(cwd, &[here]) };
        };
        let project = root_below(said, home);
        let mut all = folders(cwd, &[here, project]);
        for folder in folders(said, &[here, project]) {
            if !all.contains(&folder) {
                all.push(folder);
            }
        }
        // The project stays what it is while the agent changes folders, unless
        // it is one without rules.
        let has_rules = |root: &Path| root.join(".abide").symlink_metadata().is_ok();
        let root = if has_rules(here) && !has_rules(project) { here } else { project };
        Place { root: root.to_path_buf(), folders: all }
    }
}

/// From `start` up to the highest of `roots` that it lies in.
fn folders(start: &Path, roots: &[&Path]) -> Vec<PathBuf> {
    let above = roots.iter().filter(|root| start.starts_with(root));
    let top = above.min_by_key(|root| root.components().count()).copied().unwrap_or(start);
    start.ancestors().take_while(|folder| folder.starts_with(top)).map(Path::to_path_buf).collect()
}

/// The project that `cwd` (absolute) lies in: the nearest folder upwards that
/// holds `.git` (a file in a worktree), else the nearest that holds `.abide`,
/// up to the home folder, else `cwd` itself.
fn root_below<'c>(cwd: &'c Path, home: Option<&Path>) -> &'c Path {
    if let Some(folder) = cwd.ancestors().find(|folder| folder.join(".git").exists()) {
        return folder;
    }
    let top = home.filter(|home| cwd.starts_with(home)).unwrap_or(Path::new("/"));
    let mut below = cwd.ancestors().take_while(|folder| folder.starts_with(top));
    below.find(|folder| folder.join(".abide").symlink_metadata().is_ok()).unwrap_or(cwd)
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
    fn the_branch_is_read_without_git() {
        let folder = tempfile::tempdir().unwrap();
        let write = |path: &str, text: &str| {
            let path = folder.path().join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        };
        write("main/.git/HEAD", "ref: refs/heads/main\n");
        write("main/src/a.rs", "");
        write("main/.git/worktrees/w/HEAD", "ref: refs/heads/feature/x\n");
        write("w/.git", "gitdir: ../main/.git/worktrees/w\n");
        write("detached/.git/HEAD", "0123456789abcdef\n");
        let branch = |path: &str| Machine::new().branch(folder.path().join(path).to_str().unwrap());
        assert_eq!(branch("main/src").as_deref(), Some("main"));
        assert_eq!(branch("main/not/there").as_deref(), Some("main"));
        assert_eq!(branch("w").as_deref(), Some("feature/x"));
        assert_eq!(branch("detached"), None);
    }

    #[test]
    fn the_agents_folder_hides_no_rules() {
        let folder = tempfile::tempdir().unwrap();
        let base = folder.path();
        for path in ["repo/.git", "repo/.abide", "repo/src/deep", "repo/sub/lib/.git", "tmp"] {
            std::fs::create_dir_all(base.join(path)).unwrap();
        }
        let place = |cwd: &str, said: &str| {
            let place = Place::below(&base.join(cwd), Some(&base.join(said)), Some(base));
            let name = |path: &PathBuf| path.strip_prefix(base).unwrap().display().to_string();
            (name(&place.root), place.folders.iter().map(name).collect::<Vec<_>>().join(" "))
        };
        let expect = |root: &str, folders: &str| (root.to_owned(), folders.to_owned());
        assert_eq!(place("repo/src", "repo/src"), expect("repo", "repo/src repo"));
        assert_eq!(place("repo/src/deep", "repo/src"), expect("repo", "repo/src/deep repo/src repo"));
        assert_eq!(place("tmp", "repo/src"), expect("repo", "tmp repo/src repo"));
        assert_eq!(place("repo", "tmp"), expect("repo", "repo tmp"));
        assert_eq!(place("repo/sub/lib", "repo"), expect("repo", "repo/sub/lib repo/sub repo"));
    }

    #[test]
    fn the_project_root_is_where_git_is() {
        let folder = tempfile::tempdir().unwrap();
        let deep = folder.path().join("a/b");
        std::fs::create_dir_all(&deep).unwrap();
        assert_eq!(root_below(&deep, None), deep);
        std::fs::create_dir(folder.path().join(".abide")).unwrap();
        assert_eq!(root_below(&deep, None), folder.path());
        assert_eq!(root_below(&deep, Some(&folder.path().join("a"))), deep);
        std::fs::remove_dir(folder.path().join(".abide")).unwrap();
        std::fs::write(folder.path().join(".git"), "gitdir: elsewhere").unwrap();
        assert_eq!(root_below(&deep, None), folder.path());
    }
}
