//! From a command line to the simple commands that would run.

mod array;
mod assign;
mod builtins;
mod code;
mod compound;
mod descriptors;
mod environment;
mod expand;
mod feed;
mod files;
mod find;
mod git;
mod listing;
mod modules;
mod outcome;
mod output;
mod package;
mod parallel;
mod parameter;
mod paths;
mod redirect;
mod simple;
mod source;
mod state;
#[cfg(test)]
mod tests;
mod view;
mod walk;
mod xargs;

use crate::arguments::Reading;
use crate::powershell::as_bash;
use crate::syntax::parse;
use crate::{Mapped, Span};
use std::rc::Rc;

pub use files::{FileUse, Name, Walk};
pub use listing::Listing;

/// The longest text that is read, in bytes.
const LONGEST_TEXT: usize = 1 << 20;

/// A command whose `written` view waits until all of its source was read.
struct Unwritten {
    /// Its place among the commands that were found.
    index: usize,
    source: Rc<source::Source>,
    /// Where it is written there.
    slice: Span,
}

/// What is known about the place where the line would run.
#[derive(Clone, Debug, Default)]
pub struct Context<'a> {
    /// The value of `$HOME` and of `~`.
    pub home: Option<&'a str>,
    /// The value of `$PWD`: the folder the line starts in, absolute.
    pub cwd: Option<&'a str>,
    /// The root of the git work tree that this folder is in, absolute.
    pub root: Option<&'a str>,
    /// Programs of the project that run the command after their options, as
    /// `sudo` does.
    pub wrappers: &'a [Wrapper],
    /// Files whose text is known.
    pub files: &'a [KnownFile],
    /// The shell that reads the line.
    pub shell: Shell,
}

/// A shell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Shell {
    /// bash, and those that read what it reads.
    #[default]
    Bash,
    /// PowerShell, as `pwsh` or `powershell.exe`.
    PowerShell,
}

/// A file that lies there, and what it holds.
#[derive(Clone, Debug, Default)]
pub struct KnownFile {
    /// Its path, absolute; or the pattern, or [`NAMES`](crate::NAMES), that the
    /// line names it by.
    pub path: String,
    /// Its text. The bytes may come from behind the end of the line.
    pub text: Option<Mapped>,
}

/// A program that runs another command, which no table knows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wrapper {
    /// Its base name.
    pub name: String,
    /// Its options that take the next word as their value: `-f`, `--file`.
    pub value_options: Vec<String>,
}

/// Every simple command that a line could start.
#[derive(Clone, Debug)]
pub struct Reach {
    /// The whole line with the contents of quotes, here-document bodies and
    /// comments emptied.
    pub line: Mapped,
    /// The commands, in the order bash would meet them.
    pub commands: Vec<Command>,
    /// Whether the text was read to its end.
    pub end: End,
    /// Work done, in counted steps: grows linearly with the text.
    pub steps: u64,
}

/// How the reading of a text ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// All of the text is bash.
    Clean,
    /// Bash would report a syntax error at this span. Commands of the units
    /// before it run; those of the broken unit are marked `dead`.
    Error(Span),
    /// A budget ran out: what follows was not read.
    Limit(Limit),
}

/// The budget that ran out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// The text is longer than the most that is read, in bytes.
    Size,
    /// Constructs nest deeper than is read.
    Depth,
    /// Expanding and re-reading the text took more steps than allowed.
    Steps,
}

/// One simple command that could run.
#[derive(Clone, Debug, Default)]
pub struct Command {
    /// Where it is written, in bytes of the original text.
    pub span: Span,
    /// Its source slice (assignments and redirections included), free text emptied.
    pub written: Mapped,
    /// The words it runs with, joined by one blank: base name of the program
    /// first, free text left out.
    pub run: Mapped,
    /// The argument vector after quote removal and expansion, free text included.
    pub argv: Rc<Vec<Field>>,
    /// Redirections in source order.
    pub redirections: Vec<Redirection>,
    /// Files that the code it runs opens by name (`python3 -c "open('.env')"`).
    pub opened: Vec<Redirection>,
    /// What it reads on its standard input, where the line tells it.
    pub input: Option<Mapped>,
    /// The commands it was reached through, outermost first: `["sudo", "sh -c"]`.
    pub route: Vec<String>,
    /// The folders it may run in. The folder the line starts in is always the
    /// first.
    pub dirs: Rc<[Dir]>,
    /// It is a wrapper of the project: the command that it runs begins at this
    /// word, and only the words before are its own.
    pub wraps: Option<usize>,
    /// It runs on another machine or in a container.
    pub remote: bool,
    /// Bash would not get here: the unit does not parse.
    pub dead: bool,
    /// What its words are to its program.
    reading: Rc<Reading>,
}

/// One field of an argument vector.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Field {
    /// The text; parts that are not known stand as they are written (`$UNKNOWN`).
    pub value: Mapped,
    /// Whether every byte is known.
    pub known: bool,
    /// Whether it holds an unquoted `*`, `?` or `[`: a file name pattern.
    pub glob: bool,
    /// Whether the program only says or searches this text.
    pub free: bool,
}

/// One redirection to or from a file (not a here-document, not `2>&1`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Redirection {
    /// `Read` for `<`, `Write` for `>`, `>>`, `>|`, `&>`; `Both` for `<>`.
    pub access: Access,
    /// The file.
    pub target: Field,
}

/// What a command does with a file it names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Access {
    /// Only reads it.
    Read,
    /// Only writes it.
    Write,
    /// It is gone afterwards (`rm`, the sources of `mv`).
    Delete,
    /// Reads or writes it, or it is not known which.
    Both,
}

impl Access {
    /// Whether it reads the file, or may.
    pub fn reads(self) -> bool {
        matches!(self, Access::Read | Access::Both)
    }

    /// Whether it changes the file, or may.
    pub fn writes(self) -> bool {
        self != Access::Read
    }
}

/// A folder that a command may run in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dir {
    /// Absolute, or relative to the folder the line starts in (`""` is that
    /// folder itself), or starting with `~`.
    pub path: String,
    /// Whether bash would be there.
    pub led: Led,
}

/// Whether bash would be in a folder when a command runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Led {
    /// The commands before it lead there.
    There,
    /// It stays there if a `cd` before it fails: `cd x; npm i`.
    IfFailed,
    /// It does not: if the `cd` before it fails, the command does not run, as in
    /// `cd x && npm i`. What such a command names is still looked for in the
    /// folder the line starts in, because the format of the rules wants that.
    Never,
}

/// How bash would end reading `source`, without looking at what it runs.
pub fn syntax_end(source: &str) -> End {
    if source.len() > LONGEST_TEXT {
        return End::Limit(Limit::Size);
    }
    let (_, script) = parse(source, 0);
    end(script.limit, script.error)
}

fn end(limit: Option<Limit>, error: Option<Span>) -> End {
    match (limit, error) {
        (Some(limit), _) => End::Limit(limit),
        (None, Some(span)) => End::Error(span),
        (None, None) => End::Clean,
    }
}

/// Lists every simple command that `source` could start.
pub fn reach(source: &str, context: &Context<'_>) -> Reach {
    let unread =
        |limit| Reach { line: Mapped::default(), commands: Vec::new(), end: End::Limit(limit), steps: 0 };
    if source.len() > LONGEST_TEXT {
        return unread(Limit::Size);
    }
    let mut text = Mapped::source(source, 0);
    if context.shell == Shell::PowerShell {
        match as_bash(&text) {
            Ok(bash) => text = bash,
            Err(limit) => return unread(limit),
        }
    }
    let parsed = Rc::new(source::Source::script(text, 0));
    let mut walker = walk::Walker::new(context, source.len());
    walker.expect(parsed.tree.commands.len());
    walker.units(&parsed, None);
    let end = end(walker.limit, parsed.script.error.map(|error| parsed.origin(error)));
    let line = view::line(&parsed, &walker.cuts);
    let steps = parsed.script.steps + walker.steps;
    Reach { line, commands: walker.found, end, steps }
}
