//! The files that a command reads and writes.
//!
//! Which words of a program are files, and what it does with them, stands in
//! `tables`. A file that is named here need not exist: nothing is looked up.

use super::simple::{base_name, is_script, words_of};
use super::{Access, Command};
use crate::Span;
use crate::arguments::{Reading, Use};
use crate::tables::{self, Language, Role};
use smallvec::SmallVec;

/// A file that a command names.
#[derive(Clone, Debug)]
pub struct FileUse<'a> {
    /// The path as the program gets it: relative to `folder`, absolute, or
    /// starting with `~` where home is not known.
    pub path: &'a str,
    /// The folder that the program changes to first (`git -C`, `tar -C`),
    /// relative to each of the command's `dirs`; empty for those themselves.
    pub folder: &'a str,
    /// Where the path is written.
    pub span: Span,
    /// What the command does with it.
    pub access: Access,
    /// Whether it is a file name pattern that bash would expand.
    pub glob: bool,
    /// It becomes part of a commit (`git add`).
    pub commits: bool,
    /// If it is a folder, the same is done to what lies below it, as far as
    /// the command's [`Walk`] goes.
    pub deep: bool,
    /// It is the target of a redirection.
    pub redirected: bool,
}

/// How a command goes through the folders it is given.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Walk {
    /// Groups of names: of each group, one must match.
    pub only: Vec<Vec<Name>>,
    /// Files and folders with such a name are passed over.
    pub except: Vec<Name>,
    /// Files whose names begin with a dot are passed over.
    pub skips_hidden: bool,
    /// What `.gitignore` names is passed over.
    pub skips_ignored: bool,
    /// All else is passed over.
    pub only_ignored: bool,
    /// How many folders deep it goes; `None` for all.
    pub depth: Option<u32>,
    /// `Some(true)`: only folders. `Some(false)`: only other files.
    pub folders: Option<bool>,
}

/// A pattern of file names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// The pattern: `*.ts`.
    pub pattern: String,
    /// It is for the whole path, seen from where the walk begins.
    pub path: bool,
    /// Upper and lower case are the same.
    pub any_case: bool,
}

impl Command {
    /// The files this command names: arguments (the value of `--option=value`
    /// too) and redirection targets, with what is known of the access.
    /// Empty for programs that only look at a name (`ls`, `stat`, `test`, `[`).
    pub fn files(&self) -> Vec<FileUse<'_>> {
        let mut files: Vec<FileUse<'_>> = Vec::new();
        if let Some(program) = self.argv.first() {
            let Reading { uses, walk, .. } = &*self.reading;
            let mut folder = "";
            let mut operand = false;
            for used in uses {
                let field = &self.argv[used.word];
                let path = &field.value.text()[used.span.range()];
                if is_folder(used.role) {
                    folder = path;
                }
                if used.role == Role::Into {
                    files.push(FileUse {
                        path: ".",
                        folder,
                        span: field.value.span(used.span.range()),
                        access: Access::Write,
                        glob: false,
                        commits: false,
                        deep: false,
                        redirected: false,
                    });
                    continue;
                }
                let Some(access) = used.role.access() else { continue };
                operand |= !field.value.text().starts_with('-');
                files.push(FileUse {
                    path,
                    folder,
                    span: field.value.span(used.span.range()),
                    access,
                    glob: field.glob,
                    commits: used.role == Role::Staged,
                    // What is copied or moved is gone through; the folder that it
                    // comes into is not.
                    deep: walk.is_some_and(|(_, rest)| used.role != Role::Write || rest == Role::Write),
                    redirected: false,
                });
            }
            if let Some((walk, role)) = walk
                && walk.here
                && !operand
                && let Some(access) = role.access()
            {
                files.push(FileUse {
                    path: ".",
                    folder,
                    span: program.value.span(0..program.value.len()),
                    access,
                    glob: false,
                    commits: *role == Role::Staged,
                    deep: true,
                    redirected: false,
                });
            }
        }
        let redirections = self.redirections.iter().map(|redirection| (redirection, true));
        let opened = self.opened.iter().map(|opened| (opened, false));
        files.extend(redirections.chain(opened).map(|(redirection, redirected)| {
            let value = &redirection.target.value;
            FileUse {
                path: value.text(),
                folder: "",
                span: value.span(0..value.len()),
                access: redirection.access,
                glob: redirection.target.glob,
                commits: false,
                // Code that removes a folder removes what is in it.
                deep: redirection.access == Access::Delete,
                redirected,
            }
        }));
        files.extend(self.patched());
        files
    }

    /// The files that a patch on standard input changes, for programs that
    /// apply it.
    fn patched(&self) -> Vec<FileUse<'_>> {
        let mut files = Vec::new();
        let words = |at: usize| self.argv.get(at).map_or("", |field| field.value.text());
        let applies =
            matches!((base_name(words(0)), words(1)), ("patch" | "gpatch", _) | ("git", "apply" | "am"));
        let Some(patch) = self.input.as_ref().filter(|_| applies) else { return files };
        let mut start = 0;
        for line in patch.text().split_inclusive('\n') {
            let named = line.strip_prefix("--- ").or_else(|| line.strip_prefix("+++ "));
            // A date may stand behind a tab.
            let path = named.map(|named| named.trim_end().split('\t').next().unwrap_or_default());
            let path =
                path.map(|path| path.strip_prefix("a/").or_else(|| path.strip_prefix("b/")).unwrap_or(path));
            if let Some(path) = path.filter(|path| !path.is_empty() && *path != "/dev/null") {
                let at = start + line.find(path).unwrap_or_default();
                files.push(FileUse {
                    path,
                    folder: "",
                    span: patch.span(at..at + path.len()),
                    access: Access::Both,
                    glob: false,
                    commits: false,
                    deep: false,
                    redirected: false,
                });
            }
            start += line.len();
        }
        files
    }

    /// The last folder that the program itself changes to (`git -C`), relative
    /// to each of its `dirs`; empty for those themselves.
    pub fn folder(&self) -> &str {
        let last = self.reading.uses.iter().rfind(|used| is_folder(used.role));
        last.map_or("", |used| self.used(used))
    }

    /// Whether it is the wrapper that `text` names (`uv run`, `docker compose exec
    /// app php`), where that names none or this `program` to be run in it.
    pub fn is_wrapped_by(&self, text: &str, program: &str) -> bool {
        let words: Vec<&str> = text.split_ascii_whitespace().chain([program]).collect();
        let meant = crate::arguments::read(&words);
        let runs = |used: &&Use| matches!(used.role, Role::Command | Role::Scoped);
        let Some(at) = meant.uses.iter().find(runs).map(|used| used.word) else { return false };
        let row = |row: Option<&'static tables::Program>| row.map(std::ptr::from_ref);
        let same = row(self.reading.row) == row(meant.row)
            || self.argv.first().is_some_and(|name| tables::are_kin(name.value.text(), words[0]));
        same && words[at] == program
    }

    /// Its subcommand, where the tables know one, and the words behind that: `switch` and
    /// `-c x` of `git -C app switch -c x`.
    pub fn subcommand(&self) -> Option<(&str, impl Iterator<Item = &str>)> {
        let at = self.reading.start.checked_sub(1).filter(|at| *at > 0)?;
        let mut words = self.argv.get(at..)?.iter().map(|field| field.value.text());
        Some((words.next()?, words))
    }

    /// Whether it only says what it would do (`make -n`).
    pub fn is_dry_run(&self) -> bool {
        self.reading.uses.iter().any(|used| used.role == Role::DryRun)
    }

    /// How the command goes through folders: of use for its `deep` files.
    pub fn walk(&self) -> Walk {
        let Some(program) = self.argv.first() else { return Walk::default() };
        let words = self.own_words(base_name(program.value.text()));
        if super::find::is_find(words[0]) {
            return tables::find::walk(&words);
        }
        let Some((walk, _)) = self.reading.walk else { return Walk::default() };
        let (mut only, mut except) = (Vec::new(), Vec::new());
        for used in &self.reading.uses {
            let pattern = self.used(used);
            let name = |pattern: &str| Name {
                pattern: pattern.to_owned(),
                path: pattern.trim_end_matches('/').contains('/'),
                any_case: false,
            };
            match (used.role, pattern.strip_prefix('!')) {
                (Role::Only, None) => only.push(name(pattern)),
                (Role::Only, Some(pattern)) => except.push(name(pattern)),
                (Role::Except, _) => {
                    // Without what it holds, a folder is only a name.
                    let folder = pattern.strip_suffix("/*").or_else(|| pattern.strip_suffix("/**"));
                    except.extend(folder.map(|folder| Name { path: true, ..name(folder) }));
                    except.push(name(pattern));
                }
                _ => {}
            }
        }
        Walk {
            only: if only.is_empty() { Vec::new() } else { vec![only] },
            except,
            skips_hidden: walk.skips_hidden,
            skips_ignored: walk.skips_ignored,
            only_ignored: walk.only_ignored,
            ..Walk::default()
        }
    }

    /// The file whose text a shell would run: the program itself if it is named
    /// by a path, the script of `bash x.sh` or `bash < x.sh`, the file of
    /// `source x`.
    pub fn runs_file(&self) -> Option<&str> {
        let program = self.argv.first()?.value.text();
        if program.contains('/') && !tables::is_known(base_name(program)) {
            return Some(program);
        }
        let runs = |used: &&Use| used.role == Role::RunFile(Language::Shell);
        let uses = &self.reading.uses;
        if let Some(used) = uses.iter().find(runs) {
            return Some(self.used(used));
        }
        // `bash < x.sh`
        let shell = self.reading.row?.operands.first() == Some(&Role::RunFile(Language::Shell));
        let reads_input = shell && !uses.iter().any(|used| is_script(used.role) || used.role == Role::Query);
        let mut read = self.redirections.iter().filter(|redirection| redirection.access == Access::Read);
        read.find(|_| reads_input).map(|redirection| redirection.target.value.text())
    }

    /// The text of a use.
    pub(super) fn used(&self, used: &Use) -> &str {
        &self.argv[used.word].value.text()[used.span.range()]
    }

    /// Its words, without those of the command that a wrapper of the project
    /// runs.
    pub(super) fn own_words<'a>(&'a self, name: &'a str) -> SmallVec<[&'a str; 16]> {
        let mut words = words_of(name, &self.argv);
        words.truncate(self.wraps.unwrap_or(words.len()));
        words
    }
}

/// Whether later words are resolved in the folder that this one names.
fn is_folder(role: Role) -> bool {
    matches!(role, Role::Dir | Role::Into)
}
