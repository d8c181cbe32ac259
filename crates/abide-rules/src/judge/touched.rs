//! The paths that a call touches, and in which way.

use super::Case;
use super::tree::{self, Shopt, Tree};
use crate::call::{FileKind, Input, Workspace};
use crate::patch;
use crate::rule::Tools;
use abide_shell::{Access, Command, FileUse, Listing, NAMES, Name, Span, Walk};
use std::cell::OnceCell;

/// One path a call touches.
pub(super) struct Touched {
    /// Absolute, `.` and `..` folded.
    pub path: String,
    /// The real path, where it differs; asked for once.
    real: OnceCell<Option<String>>,
    /// What is done to it.
    pub how: How,
    /// For shell calls: who does it.
    pub by: Option<By>,
    /// If it is a folder, the same is done to what lies in it.
    deep: Option<Walk>,
    below: OnceCell<Vec<String>>,
}

/// What is done to a file.
#[derive(Clone, Copy)]
pub(super) struct How {
    /// The kinds of call that this is.
    pub tools: Tools,
    /// It is the target of `>` or `>>`, which only write.
    pub only_redirected: bool,
}

/// The command that names a path.
#[derive(Clone, Copy)]
pub(super) struct By {
    pub command: usize,
    pub span: Span,
    pub remote: bool,
}

impl Touched {
    fn new(path: String, how: How, by: Option<By>) -> Self {
        Touched { path, real: OnceCell::new(), how, by, deep: None, below: OnceCell::new() }
    }

    /// Whether a command names it here.
    pub fn is_named_at(&self, span: Span) -> bool {
        self.by.is_some_and(|by| by.span == span)
    }

    /// The real path, if it is another one.
    pub fn real(&self, workspace: &dyn Workspace) -> Option<&str> {
        let real = || workspace.real_path(&self.path).filter(|real| *real != self.path);
        self.real.get_or_init(real).as_deref()
    }

    /// The paths below it that are touched too.
    pub fn below(&self, tree: &Tree<'_>) -> &[String] {
        self.below.get_or_init(|| match &self.deep {
            Some(walk) => tree.below(&self.path, walk),
            None => Vec::new(),
        })
    }
}

impl Case<'_> {
    /// All paths that the call touches.
    pub(super) fn paths_of_call(&self) -> Vec<Touched> {
        let one = |kind: FileKind, path: &String| {
            let path = self.absolute(&self.call.cwd, path);
            Touched::new(path, How { tools: of_kind(kind), only_redirected: false }, None)
        };
        match &self.call.input {
            Input::Files(kind, paths) => paths.iter().map(|path| one(*kind, path)).collect(),
            Input::Search { folder, glob } => self.paths_of_search(folder.as_deref(), glob.as_deref()),
            Input::Changes(changes) => changes.iter().map(|(kind, path)| one(*kind, path)).collect(),
            Input::Shell(source) | Input::PowerShell(source) => {
                let shopt =
                    Shopt { dotglob: source.contains("dotglob"), globstar: source.contains("globstar") };
                let commands = self.line.as_ref().map_or(&[][..], |line| &line.reach.commands);
                (0..commands.len()).flat_map(|index| self.paths_of_command(commands, index, shopt)).collect()
            }
        }
    }

    /// What a tool that searches as ripgrep does reads.
    fn paths_of_search(&self, folder: Option<&str>, glob: Option<&str>) -> Vec<Touched> {
        let how = How { tools: of_kind(FileKind::Read), only_redirected: false };
        let start = self.absolute(&self.call.cwd, folder.unwrap_or("."));
        let name = |pattern: &str| {
            let pattern = pattern.trim_start_matches('/').to_owned();
            Name { path: pattern.contains('/'), pattern, any_case: false }
        };
        let mut walk = Walk { skips_ignored: true, folders: Some(false), ..Walk::default() };
        walk.except.push(name(".git"));
        let mut touched = Vec::new();
        match glob.map(|glob| (glob, glob.strip_prefix('!'))) {
            Some((_, Some(except))) => walk.except.push(name(except)),
            Some((only, None)) => {
                // A file that is looked for by its name need not be there yet.
                touched.push(Touched::new(self.absolute(&start, only), how, None));
                walk.only.push(alternatives(only).iter().map(|only| name(only)).collect());
            }
            None => {}
        }
        touched.push(Touched { deep: Some(walk), ..Touched::new(start, how, None) });
        touched
    }

    pub(super) fn paths_of_command(&self, commands: &[Command], index: usize, shopt: Shopt) -> Vec<Touched> {
        let command = &commands[index];
        let mut touched = self.paths_of_patch(commands, index);
        let files = command.files();
        if files.is_empty() {
            return touched;
        }
        let folders = self.folders(command);
        let searches = files.iter().any(|file| file.deep || file.glob);
        let real = if searches { self.real_folders(commands, index) } else { Vec::new() };
        let walk = if files.iter().any(|file| file.deep) { command.walk() } else { Walk::default() };
        for file in files {
            let how = how(&file);
            let by = Some(By { command: index, span: file.span, remote: command.remote });
            if let Some(lister) = listed_by(commands, index, &file) {
                touched.extend(self.paths_listed(commands, lister, how, by));
                continue;
            }
            for from in &folders {
                let path = self.place_of(from, &file);
                let looks = real.contains(from);
                let mut expanded =
                    if file.glob && looks { self.tree.expand(&path, shopt) } else { Vec::new() };
                if file.glob && expanded.is_empty() {
                    expanded = self.tree.somewhere(&path);
                }
                let deep = (file.deep && looks && !self.reads_a_pipe(command, &file)).then_some(&walk);
                touched.extend(
                    std::iter::once(path)
                        .chain(expanded)
                        .map(|path| Touched { deep: deep.cloned(), ..Touched::new(path, how, by) }),
                );
            }
        }
        touched
    }

    /// What `apply_patch` in a shell line does: Codex takes it for its own tool.
    fn paths_of_patch(&self, commands: &[Command], index: usize) -> Vec<Touched> {
        let command = &commands[index];
        if !PATCHERS.contains(&super::program(command)) {
            return Vec::new();
        }
        let by = Some(By { command: index, span: super::place(command), remote: command.remote });
        let said = command.argv.get(1).map(|field| field.value.text());
        let texts = match said.or(command.input.as_ref().map(|input| input.text())) {
            Some(text) => vec![text.to_owned()],
            None => self.read_patches(commands, index),
        };
        let mut touched = Vec::new();
        for (kind, path) in texts.iter().flat_map(|text| patch::files(text)) {
            let tools = of_kind(kind).or(Tools::SHELL).or(Tools::SHELL_WRITE);
            for folder in self.folders(command) {
                let path = self.absolute(&self.absolute(&folder, command.folder()), &path);
                touched.push(Touched::new(path, How { tools, only_redirected: false }, by));
            }
        }
        touched
    }

    /// The patches in files: `apply_patch < p`, `cat p | apply_patch`.
    fn read_patches(&self, commands: &[Command], index: usize) -> Vec<String> {
        let command = &commands[index];
        let line = self.line.as_ref().map_or("", |line| line.source);
        let before = line.get(..command.span.start as usize).unwrap_or_default().trim_end();
        let piped = before.ends_with('|') && !before.ends_with("||");
        let feeder = commands[..index].last().filter(|_| piped);
        let mut texts = Vec::new();
        for reader in feeder.into_iter().chain([command]) {
            for file in reader.files().iter().filter(|file| file.access == Access::Read) {
                for folder in self.folders(reader) {
                    texts.extend(self.workspace.read(&self.place_of(&folder, file), LONGEST_PATCH));
                }
            }
        }
        texts
    }

    /// The files whose names a lister printed, or gave to a command that it runs.
    fn paths_listed(&self, commands: &[Command], lister: usize, how: How, by: Option<By>) -> Vec<Touched> {
        let mut at = lister;
        let mut picked = Walk::default();
        let (starts, mut walk, by_content) = loop {
            let Some(Listing { starts, walk, by_content, of }) = commands[at].listing() else {
                return Vec::new();
            };
            let Some(of) = of else { break (starts, walk, by_content) };
            picked.only.extend(walk.only);
            picked.except.extend(walk.except);
            let Some(before) = lister_at(commands, at, of) else { return Vec::new() };
            at = before;
        };
        walk.only.extend(picked.only);
        walk.except.extend(picked.except);
        let real = self.real_folders(commands, at);
        let mut touched = Vec::new();
        for folder in self.folders(&commands[at]) {
            let looks = real.contains(&folder);
            let starts = starts.iter().map(|start| self.absolute(&folder, start));
            let starts = starts.flat_map(|start| match tree::is_pattern(&start) {
                true if looks => self.tree.expand(&start, Shopt::default()),
                true => Vec::new(),
                false => vec![start],
            });
            for start in starts {
                if by_content {
                    // Some file: what is so of all that lie there is so of it.
                    if looks {
                        touched.push(Touched::new(self.absolute(&start, NAMES), how, by));
                    }
                    continue;
                }
                // A file that is looked for by its name need not be there yet.
                let named = walk.only.iter().flatten().filter_map(|name| tree::named(&start, name));
                touched.extend(named.map(|path| Touched::new(path, how, by)));
                let deep = looks.then(|| walk.clone());
                touched.push(Touched { deep, ..Touched::new(start, how, by) });
            }
        }
        touched
    }

    /// Whether a program that would go through the current folder reads what
    /// another one prints instead: `cat x | rg y`.
    fn reads_a_pipe(&self, command: &Command, file: &FileUse<'_>) -> bool {
        let implied = file.span.start == command.span.start && file.path == ".";
        let line = self.line.as_ref().map_or("", |line| line.source);
        let before = line.get(..command.span.start as usize).unwrap_or_default().trim_end();
        implied && before.ends_with(['|', '&']) && !before.ends_with("||") && !before.ends_with("&&")
    }
}

/// The most patterns that one with braces is taken apart into.
const MOST_ALTERNATIVES: usize = 64;

/// `*.{js,ts}` as `*.js` and `*.ts`.
fn alternatives(glob: &str) -> Vec<String> {
    let (mut done, mut open) = (Vec::new(), vec![glob.to_owned()]);
    while let Some(glob) = open.pop() {
        // The innermost braces: none stand between these two.
        let close = glob.find('}');
        let pair = close.and_then(|close| Some((glob[..close].rfind('{')?, close)));
        match pair {
            Some((start, end)) if open.len() + done.len() < MOST_ALTERNATIVES => {
                let each = glob[start + 1..end].split(',');
                open.extend(each.map(|one| format!("{}{one}{}", &glob[..start], &glob[end + 1..])));
            }
            _ => done.push(glob),
        }
    }
    done
}

/// The names of Codex's patch program.
const PATCHERS: &[&str] = &["apply_patch", "applypatch"];

/// The longest file that is read as a patch, in bytes.
const LONGEST_PATCH: usize = 1 << 20;

/// Whether a line may call `apply_patch`.
pub(super) fn may_patch(line: &str) -> bool {
    PATCHERS.iter().any(|name| line.contains(name))
}

/// What a file tool does, as the kinds of call that rules name.
pub(super) fn of_kind(kind: FileKind) -> Tools {
    match kind {
        FileKind::Edit => Tools::EDIT.or(Tools::CREATE),
        FileKind::Write => Tools::WRITE.or(Tools::CREATE),
        FileKind::Read => Tools::READ,
        FileKind::Delete => Tools::EDIT.or(Tools::DELETE),
        FileKind::Other => Tools::OTHER,
    }
}

/// What a command does to a file.
fn how(file: &FileUse<'_>) -> How {
    let (reads, writes, deletes) = (file.access.reads(), file.access.writes(), file.access == Access::Delete);
    let tools = [
        (true, Tools::SHELL),
        (reads, Tools::SHELL_READ),
        (writes, Tools::SHELL_WRITE),
        (writes && !deletes, Tools::CREATE),
        (deletes, Tools::DELETE),
        (file.commits, Tools::COMMIT),
    ];
    let tools = tools.iter().filter(|(is_so, _)| *is_so).fold(Tools::default(), |all, row| all.or(row.1));
    How { tools, only_redirected: file.redirected && !reads }
}

/// The command that says which files are meant: the find that puts their names in
/// place of `{}`, which stands where the command at `index` does, or one whose
/// output became a word of it.
fn listed_by(commands: &[Command], index: usize, file: &FileUse<'_>) -> Option<usize> {
    let span = match file.path {
        NAMES => file.span,
        path if path.contains("{}") => commands[index].span,
        _ => return None,
    };
    lister_at(commands, index, span)
}

/// The command before the one at `index` that stands here and prints names.
fn lister_at(commands: &[Command], index: usize, span: Span) -> Option<usize> {
    commands[..index].iter().rposition(|other| other.span == span && other.listing().is_some())
}
