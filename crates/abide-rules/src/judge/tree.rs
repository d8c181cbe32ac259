//! The files on the disk that a command line stands for: file name patterns,
//! and programs that go through folders.
//!
//! Looking is bounded by the number of names that one call may look at, so
//! that a call in a huge tree costs no more than in a large one. What lies
//! beyond the bound is not known, and what is not known breaks no rule.

use super::ignored::Ignored;
use crate::call::{Entry, Workspace};
use crate::glob::Glob;
use crate::place;
use abide_shell::{Name, Walk};
use std::cell::Cell;

/// The most names that one call looks at.
const MOST_NAMES: usize = 10_000;

/// Folders with much in them that is seldom meant: looked through last.
const LAST: &[&str] = &[".git", "node_modules", "target", ".venv"];

/// How many bytes of a name a pattern must begin with to be looked for in folders
/// that are not known.
const LEAST_SAID: usize = 2;

/// What the patterns of the shell match.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Shopt {
    /// `*` matches names that begin with a dot (`shopt -s dotglob`).
    pub dotglob: bool,
    /// `**` crosses folders (`shopt -s globstar`).
    pub globstar: bool,
}

/// The disk, seen through what is left of a budget.
pub(super) struct Tree<'w> {
    workspace: &'w dyn Workspace,
    names_left: Cell<usize>,
}

impl<'w> Tree<'w> {
    pub fn new(workspace: &'w dyn Workspace) -> Self {
        Tree { workspace, names_left: Cell::new(MOST_NAMES) }
    }

    fn list(&self, folder: &str) -> Vec<Entry> {
        let left = self.names_left.get();
        if left == 0 {
            return Vec::new();
        }
        let mut entries = self.workspace.list(if folder.is_empty() { "/" } else { folder });
        entries.truncate(left);
        self.names_left.set(left - entries.len());
        entries
    }

    /// The files that the pattern `path` (absolute) stands for.
    pub fn expand(&self, path: &str, shopt: Shopt) -> Vec<String> {
        let mut found = vec![String::new()];
        let mut certain = true;
        for part in path.split('/').skip(1) {
            if !is_pattern(part) {
                found.iter_mut().for_each(|folder| *folder = format!("{folder}/{part}"));
                found.retain(|path| certain || self.workspace.exists(path));
                continue;
            }
            certain = false;
            if part == "**" && shopt.globstar {
                let below = |folder: &String| self.folders_below(folder, shopt);
                found = found.iter().flat_map(below).collect();
                continue;
            }
            let glob = Glob::name(part);
            let mut next = Vec::new();
            for folder in &found {
                for Entry { name, .. } in self.list(folder) {
                    let hidden = name.starts_with('.') && !part.starts_with('.') && !shopt.dotglob;
                    if !hidden && glob.matches_name(&name) {
                        next.push(format!("{folder}/{name}"));
                    }
                }
            }
            found = next;
        }
        found
    }

    /// The files that a pattern in a folder that is not known may stand for:
    /// `$DIR/.en*`. One that says little, as `*.json` does, may be any.
    pub fn somewhere(&self, path: &str) -> Vec<String> {
        let Some((folder, name)) = path.rsplit_once('/') else { return Vec::new() };
        let Some(unknown) = folder.find("/$") else { return Vec::new() };
        let says = name.find(['*', '?', '[']).is_some_and(|literal| literal >= LEAST_SAID);
        if !says {
            return Vec::new();
        }
        let name = Name { pattern: name.to_owned(), path: false, any_case: false };
        self.below(&folder[..unknown], &Walk { only: vec![vec![name]], ..Walk::default() })
    }

    fn folders_below(&self, start: &str, shopt: Shopt) -> Vec<String> {
        let mut folders = vec![start.to_owned()];
        let mut at = 0;
        while let Some(folder) = folders.get(at).cloned() {
            let inner = self.list(&folder).into_iter();
            let inner = inner.filter(|entry| entry.folder && (shopt.dotglob || !entry.name.starts_with('.')));
            folders.extend(inner.map(|entry| format!("{folder}/{}", entry.name)));
            at += 1;
        }
        folders
    }

    /// What a walk from `start` (absolute) comes to, `start` itself left out:
    /// paths, those nearest first.
    pub fn below(&self, start: &str, walk: &Walk) -> Vec<String> {
        let names = Names::of(walk);
        let mut ignored =
            (walk.skips_ignored || walk.only_ignored).then(|| Ignored::new(self.workspace, start));
        let (mut found, mut last) = (Vec::new(), Vec::new());
        let mut folders = vec![(start.trim_end_matches('/').to_owned(), 1, false)];
        let mut at = 0;
        loop {
            if at == folders.len() {
                folders.append(&mut last);
            }
            let Some((folder, depth, in_ignored)) = folders.get(at).cloned() else { return found };
            at += 1;
            for Entry { name, folder: is_folder } in self.list(&folder) {
                let path = format!("{folder}/{name}");
                let seen = &path[start.trim_end_matches('/').len() + 1..];
                if names.except(&name, seen) || (walk.only_ignored && name == ".git") {
                    continue;
                }
                let wanted = names.only(&name, seen);
                // A pattern that names it shows what is hidden or ignored.
                let shown = wanted && !walk.only.is_empty() && !is_folder;
                let hidden = walk.skips_hidden && name.starts_with('.');
                let is_ignored =
                    in_ignored || ignored.as_mut().is_some_and(|ignored| ignored.names(&path, is_folder));
                if (hidden || is_ignored && walk.skips_ignored) && !shown {
                    continue;
                }
                let passed = walk.only_ignored && !is_ignored;
                if wanted && !passed && walk.folders.is_none_or(|folders| folders == is_folder) {
                    found.push(path.clone());
                }
                if is_folder && walk.depth.is_none_or(|most| depth < most) {
                    let queue = if LAST.contains(&name.as_str()) { &mut last } else { &mut folders };
                    queue.push((path, depth + 1, is_ignored));
                }
            }
        }
    }
}

/// The name patterns of a walk, compiled.
struct Names {
    only: Vec<Vec<NameGlob>>,
    except: Vec<NameGlob>,
}

struct NameGlob {
    glob: Glob,
    path: bool,
    any_case: bool,
}

impl Names {
    fn of(walk: &Walk) -> Self {
        let all = |names: &[Name]| names.iter().map(NameGlob::new).collect();
        Names { only: walk.only.iter().map(|group| all(group)).collect(), except: all(&walk.except) }
    }

    fn only(&self, name: &str, path: &str) -> bool {
        self.only.iter().all(|group| group.iter().any(|glob| glob.matches(name, path)))
    }

    fn except(&self, name: &str, path: &str) -> bool {
        self.except.iter().any(|glob| glob.matches(name, path))
    }
}

impl NameGlob {
    fn new(name: &Name) -> Self {
        let pattern = name.pattern.trim_start_matches("./").trim_end_matches('/');
        let pattern = if name.any_case { pattern.to_lowercase() } else { pattern.to_owned() };
        let glob = if name.path { Glob::across(&pattern) } else { Glob::name(&pattern) };
        NameGlob { glob, path: name.path, any_case: name.any_case }
    }

    fn matches(&self, name: &str, path: &str) -> bool {
        let one = |text: &str| match self.any_case {
            true => self.glob.matches_name(&text.to_lowercase()),
            false => self.glob.matches_name(text),
        };
        // `*/dist/*` is for what find calls `./dist/x`.
        if self.path { one(path) || one(&format!("./{path}")) } else { one(name) }
    }
}

/// Whether the shell would take a name for a pattern.
pub(super) fn is_pattern(part: &str) -> bool {
    part.contains(['*', '?', '['])
}

/// The path below `start` of a file that find would look for by this name.
pub(super) fn named(start: &str, name: &Name) -> Option<String> {
    (!is_pattern(&name.pattern)).then(|| place::fold(start, &name.pattern))
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Disk;
    impl Workspace for Disk {
        fn home(&self) -> Option<&str> {
            None
        }
        fn real_path(&self, _: &str) -> Option<String> {
            None
        }
        fn list(&self, path: &str) -> Vec<Entry> {
            let names: &[&str] = match path {
                "/r" => &[".env", ".git/", ".gitignore", "README", "a/", "b/", "out/"],
                "/r/a" => &[".env", "x.js"],
                "/r/b" => &["c/", "x.ts"],
                "/r/b/c" => &["y.ts"],
                "/r/.git" => &["HEAD"],
                "/r/out" => &["o.js"],
                _ => &[],
            };
            let entry = |name: &&str| Entry {
                name: name.trim_end_matches('/').to_owned(),
                folder: name.ends_with('/'),
            };
            names.iter().map(entry).collect()
        }
        fn read(&self, path: &str, _: usize) -> Option<String> {
            (path == "/r/.gitignore").then(|| "# built\n/out/\n.env\n!a/.env\n".to_owned())
        }
    }

    #[test]
    fn patterns_are_expanded_as_bash_does() {
        let dotglob = Shopt { dotglob: true, ..Shopt::default() };
        let globstar = Shopt { globstar: true, ..Shopt::default() };
        for (pattern, shopt, expected) in [
            ("/r/.e*", Shopt::default(), &["/r/.env"][..]),
            ("/r/*", Shopt::default(), &["/r/README", "/r/a", "/r/b", "/r/out"]),
            ("/r/*/x.*", Shopt::default(), &["/r/a/x.js", "/r/b/x.ts"]),
            ("/r/*/.env", Shopt::default(), &["/r/a/.env"]),
            ("/r/[ab]/x.?s", Shopt::default(), &["/r/a/x.js", "/r/b/x.ts"]),
            ("/r/none*", Shopt::default(), &[]),
            ("/r/*env", dotglob, &["/r/.env"]),
            ("/r/**/*.ts", Shopt::default(), &["/r/b/x.ts"]),
            ("/r/**/*.ts", globstar, &["/r/b/x.ts", "/r/b/c/y.ts"]),
        ] {
            let mut found = Tree::new(&Disk).expand(pattern, shopt);
            found.sort();
            let mut expected = expected.to_vec();
            expected.sort();
            assert_eq!(found, expected, "{pattern}");
        }
    }

    #[test]
    fn walks_come_to_what_their_names_and_options_say() {
        let name = |pattern: &str| Name { pattern: pattern.into(), path: false, any_case: false };
        let found = |walk: Walk| Tree::new(&Disk).below("/r", &walk).join(" ").replace("/r/", "");
        let all = ".env .git .gitignore README a b out a/.env a/x.js b/c b/x.ts out/o.js b/c/y.ts .git/HEAD";
        assert_eq!(found(Walk::default()), all);
        let ts = Walk { only: vec![vec![name("*.ts")]], ..Walk::default() };
        assert_eq!(found(ts.clone()), "b/x.ts b/c/y.ts");
        assert_eq!(found(Walk { except: vec![name("c")], ..ts.clone() }), "b/x.ts");
        assert_eq!(found(Walk { depth: Some(2), ..ts }), "b/x.ts");
        let tidy = Walk { skips_hidden: true, skips_ignored: true, ..Walk::default() };
        assert_eq!(found(tidy.clone()), "README a b a/x.js b/c b/x.ts b/c/y.ts");
        assert_eq!(found(Walk { only: vec![vec![name(".env")]], ..tidy }), ".env a/.env");
        let tracked = Walk { skips_ignored: true, ..Walk::default() };
        assert_eq!(found(tracked), ".gitignore README a b a/.env a/x.js b/c b/x.ts b/c/y.ts");
        let ignored = Walk { only_ignored: true, ..Walk::default() };
        assert_eq!(found(ignored), ".env out out/o.js");
        assert_eq!(found(Walk { folders: Some(true), ..Walk::default() }), ".git a b out b/c");
    }

    #[test]
    fn looking_ends_when_its_budget_does() {
        let tree = Tree::new(&Disk);
        tree.names_left.set(3);
        assert_eq!(tree.below("/r", &Walk::default()), ["/r/.env", "/r/.git", "/r/.gitignore"]);
        assert_eq!(tree.expand("/r/*", Shopt::default()), [""; 0]);
    }
}
