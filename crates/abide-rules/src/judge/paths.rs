//! The paths that `protect_path` is matched against.
//!
//! Every path is made absolute and checked as written and, where symbolic
//! links lead elsewhere, as the real path.

use super::{Answer, Case, Cause, Unknown};
use crate::call::{Input, Workspace};
use crate::glob::{Glob, Places};
use crate::rule::{Matcher, Rule, Tools};
use abide_shell::{Access, Command, FileUse, Span};
use std::borrow::Cow;
use std::cell::OnceCell;

/// The most names that expanding the file name patterns of one call looks at.
const MAX_NAMES: usize = 20_000;

/// The paths a call touches, found when the first rule asks for them.
#[derive(Default)]
pub(super) struct Paths {
    touched: OnceCell<Vec<Touched>>,
    root: OnceCell<String>,
    real_root: OnceCell<Option<String>>,
}

/// One path a call touches.
struct Touched {
    /// Absolute, `.` and `..` folded.
    path: String,
    /// The real path, where it differs; asked for once.
    real: OnceCell<Option<String>>,
    /// For shell calls.
    shell: Option<ByShell>,
}

/// How a command line touches a path.
#[derive(Clone, Copy)]
struct ByShell {
    command: usize,
    span: Span,
    access: Access,
    /// It is the target of `>` or `>>`, which only write.
    write_only: bool,
    remote: bool,
}

impl ByShell {
    /// Whether a rule for `tools` looks at this use.
    fn concerns(&self, rule: &Rule) -> bool {
        let tools = rule.tools;
        let writes = tools.meets(Tools::EDIT.or(Tools::WRITE));
        let any_use = tools.meets(Tools::SHELL) && !(self.write_only && tools.meets(Tools::READ) && !writes);
        let reads = tools.meets(Tools::SHELL_READ) && self.access != Access::Write;
        let writes = tools.meets(Tools::SHELL_WRITE) && self.access != Access::Read;
        (any_use || reads || writes) && (rule.remote || !self.remote)
    }
}

impl<'c> Case<'c> {
    /// The first path of the call that breaks `rule`.
    pub(super) fn path_breach(&self, rule: &Rule) -> Answer<Cause> {
        let globs = Globs::of(rule)?;
        let places = Places { root: self.folded_root(), home: self.workspace.home() };
        for touched in self.touched() {
            if touched.shell.is_some_and(|shell| !shell.concerns(rule)) {
                continue;
            }
            let hit = if globs.match_path(&touched.path, &places) {
                Some(&touched.path)
            } else {
                let real = touched.real.get_or_init(|| {
                    self.workspace.real_path(&touched.path).filter(|real| *real != touched.path)
                });
                let real_root = self.real_root();
                let places = Places { root: real_root.unwrap_or(places.root), ..places };
                real.as_ref().filter(|real| globs.match_path(real, &places))
            };
            if let Some(path) = hit {
                let at = touched.shell.map(|shell| (shell.command, shell.span));
                return Ok(Some(Cause::Path { path: path.clone(), at }));
            }
        }
        Ok(None)
    }

    /// The folder that globs call the project.
    pub(crate) fn root(&self) -> &'c str {
        let root = self.call.root.as_deref().filter(|root| !root.is_empty()).unwrap_or(&self.call.cwd);
        if root.len() > 1 { root.trim_end_matches('/') } else { root }
    }

    fn folded_root(&self) -> &str {
        self.paths.root.get_or_init(|| fold(self.root(), ""))
    }

    fn real_root(&self) -> Option<&str> {
        self.paths.real_root.get_or_init(|| self.workspace.real_path(self.folded_root())).as_deref()
    }

    fn touched(&self) -> &[Touched] {
        self.paths.touched.get_or_init(|| match &self.call.input {
            Input::Files(_, paths) => {
                let path = |path: &String| self.absolute(&self.call.cwd, path);
                paths.iter().filter_map(path).map(|path| Touched::new(path, None)).collect()
            }
            Input::Shell(_) => self.touched_by_shell(),
        })
    }

    fn touched_by_shell(&self) -> Vec<Touched> {
        let mut touched: Vec<Touched> = Vec::new();
        let mut names = MAX_NAMES;
        let commands = self.line.iter().flat_map(|line| &line.reach.commands);
        for (index, command) in commands.enumerate() {
            let folders = self.folders(command);
            for file in command.files() {
                let shell = ByShell {
                    command: index,
                    span: file.span,
                    access: file.access,
                    write_only: is_write_redirection(command, &file),
                    remote: command.remote,
                };
                for folder in &folders {
                    let Some(path) = self.absolute(folder, file.path) else {
                        continue;
                    };
                    let expanded =
                        if file.glob { expand(&path, self.workspace, &mut names) } else { Vec::new() };
                    let all = std::iter::once(path).chain(expanded);
                    touched.extend(all.map(|path| Touched::new(path, Some(shell))));
                }
            }
        }
        touched
    }

    /// The folders a command may run in, absolute.
    fn folders(&self, command: &Command) -> Vec<String> {
        let mut folders = Vec::new();
        let start = (command.dirs.is_empty()).then_some("");
        for dir in command.dirs.iter().map(|dir| dir.0.as_str()).chain(start) {
            folders.extend(self.absolute(&self.call.cwd, dir));
        }
        folders.dedup();
        folders
    }

    /// `path` seen from `folder`. `None` where it starts at a home that is not known.
    fn absolute(&self, folder: &str, path: &str) -> Option<String> {
        if let Some(rest) = path.strip_prefix('~') {
            // `~user` is not known; a file may also be called `~x`.
            return match (self.workspace.home(), rest.is_empty() || rest.starts_with('/')) {
                (Some(home), true) => Some(fold(home, rest.trim_start_matches('/'))),
                (None, true) => None,
                _ => Some(fold(folder, path)),
            };
        }
        Some(fold(folder, path))
    }
}

impl Touched {
    fn new(path: String, shell: Option<ByShell>) -> Self {
        Touched { path, real: OnceCell::new(), shell }
    }
}

/// The globs of a rule, compiled.
struct Globs<'r> {
    pattern: &'r Glob,
    unless: Vec<&'r Glob>,
}

impl<'r> Globs<'r> {
    fn of(rule: &'r Rule) -> Result<Self, Unknown> {
        let compile = |matcher: &'r Matcher| match matcher {
            Matcher::Glob(lazy) => lazy.glob().map_err(|error| Unknown::Broken(format!("the glob {error}"))),
            _ => Err(Unknown::Broken("the rule has no glob".into())),
        };
        let unless = rule.unless.iter().map(compile).collect::<Result<_, _>>()?;
        Ok(Globs { pattern: compile(&rule.matcher)?, unless })
    }

    fn match_path(&self, path: &str, places: &Places<'_>) -> bool {
        self.pattern.matches(path, places) && !self.unless.iter().any(|glob| glob.matches(path, places))
    }
}

/// Whether a file is named as the target of a redirection that only writes.
fn is_write_redirection(command: &Command, file: &FileUse<'_>) -> bool {
    file.access == Access::Write
        && command.redirections.iter().any(|redirection| {
            let target = &redirection.target.value;
            redirection.access == Access::Write
                && target.text() == file.path
                && target.span(0..target.text().len()) == file.span
        })
}

/// `path` seen from `folder`, with `.`, `..` and double slashes folded. Paths
/// of Windows come out as Git Bash writes them: `D:\repo` is `/d/repo`.
pub(crate) fn fold(folder: &str, path: &str) -> String {
    let (folder, path) = (slashes(folder, folder), slashes(path, folder));
    let start = if path.starts_with('/') { "" } else { &folder };
    let mut names: Vec<&str> = Vec::new();
    for name in start.split('/').chain(path.split('/')) {
        match name {
            "" | "." => {}
            ".." => drop(names.pop()),
            name => names.push(name),
        }
    }
    format!("/{}", names.join("/"))
}

/// `path` with slashes, if it or the folder it is seen from has a drive letter.
fn slashes<'p>(path: &'p str, folder: &str) -> Cow<'p, str> {
    let drive = |path: &str| {
        let bytes = path.as_bytes();
        matches!(bytes, [letter, b':', b'\\' | b'/', ..] if letter.is_ascii_alphabetic())
    };
    if drive(path) {
        let letter = path[..1].to_ascii_lowercase();
        Cow::Owned(format!("/{letter}{}", path[2..].replace('\\', "/")))
    } else if drive(folder) {
        Cow::Owned(path.replace('\\', "/"))
    } else {
        Cow::Borrowed(path)
    }
}

/// The files that the pattern `path` (absolute) stands for. Looking at more
/// than `names` names ends the search: the pattern itself is checked anyway.
fn expand(path: &str, workspace: &dyn Workspace, names: &mut usize) -> Vec<String> {
    let mut found = vec![String::new()];
    let parts: Vec<&str> = path.split('/').skip(1).collect();
    let Some(first) = parts.iter().position(|part| is_pattern(part)) else {
        return Vec::new();
    };
    for (index, part) in parts.iter().enumerate() {
        if index < first {
            found[0] = format!("{}/{part}", found[0]);
            continue;
        }
        let glob = Glob::name(part);
        let mut next = Vec::new();
        for folder in &found {
            for name in workspace.list(if folder.is_empty() { "/" } else { folder }) {
                let Some(left) = names.checked_sub(1) else {
                    return next;
                };
                *names = left;
                let hidden = name.starts_with('.') && !part.starts_with('.');
                if !hidden && glob.matches_name(&name) {
                    next.push(format!("{folder}/{name}"));
                }
            }
        }
        found = next;
    }
    found
}

fn is_pattern(part: &str) -> bool {
    part.contains(['*', '?', '['])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_folded_as_text() {
        for (folder, path, expected) in [
            ("/repo", "a/./b", "/repo/a/b"),
            ("/repo", "../x", "/x"),
            ("/repo", "../../../x", "/x"),
            ("/repo/", "", "/repo"),
            ("/repo", "/etc//hosts", "/etc/hosts"),
            ("", "x", "/x"),
            ("/repo", r"a\b", r"/repo/a\b"),
            (r"C:\repo", r"dist\a.js", "/c/repo/dist/a.js"),
            ("/d/repo", r"D:\repo\..\x", "/d/x"),
            ("/repo", "c:/x", "/c/x"),
        ] {
            assert_eq!(fold(folder, path), expected);
        }
    }

    struct Tree;
    impl Workspace for Tree {
        fn home(&self) -> Option<&str> {
            None
        }
        fn real_path(&self, _: &str) -> Option<String> {
            None
        }
        fn list(&self, path: &str) -> Vec<String> {
            let names: &[&str] = match path {
                "/r" => &[".env", ".git", "a", "b", "README"],
                "/r/a" => &["x.js", ".env"],
                "/r/b" => &["x.ts"],
                _ => &[],
            };
            names.iter().map(|name| name.to_string()).collect()
        }
    }

    #[test]
    fn patterns_are_expanded_as_bash_does() {
        for (pattern, expected) in [
            ("/r/.e*", &["/r/.env"][..]),
            ("/r/*", &["/r/a", "/r/b", "/r/README"]),
            ("/r/*/x.*", &["/r/a/x.js", "/r/b/x.ts"]),
            ("/r/*/.env", &["/r/a/.env"]),
            ("/r/[ab]/x.?s", &["/r/a/x.js", "/r/b/x.ts"]),
            ("/r/none*", &[]),
        ] {
            assert_eq!(expand(pattern, &Tree, &mut 1000), expected, "{pattern}");
        }
    }

    #[test]
    fn expanding_ends_when_its_budget_does() {
        assert_eq!(expand("/r/*", &Tree, &mut 3), ["/r/a"]);
    }
}
