//! The shape of a table row: what each word of a program's arguments is.
//!
//! Rows are constants built by the functions below, so that one reads almost
//! like the synopsis of a manual page:
//!
//! ```text
//! // timeout(1), coreutils 9.4
//! row("timeout").opts(&[val("-s --signal -k --kill-after")]).operands(&[Skip]).rest(Command),
//! ```

use super::part::Part;
use super::sieve::Sieve;
use super::walk::Walk;
use crate::Access;

pub use super::option::*;

/// What a word of a command, or a part of a word, is to the program that gets it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// An argument of no special meaning. It may name a file.
    Plain,
    /// Text that the program only says or searches.
    Free,
    /// Free text that tells what to look for. As an option's value it stands
    /// in for the first operand (`grep -e`).
    Pattern,
    /// A file that is read.
    Read,
    /// A file that is written.
    Write,
    /// A file that is read or written, or both.
    Both,
    /// A file that is gone afterwards (`rm`, the sources of `mv`).
    Remove,
    /// A file of which only the name is looked at (`ls`, `stat`, `test`).
    Name,
    /// A file whose text the program says (`git commit -F`): read, and its
    /// name is free text.
    TextFile,
    /// A file that becomes part of a commit (`git add`): it is read.
    Staged,
    /// A file name pattern: the only names that a walk looks at (`grep
    /// --include`). With `!` before it, it is as `Except`.
    Only,
    /// A file name pattern: names that a walk passes over (`grep --exclude`).
    Except,
    /// The folder in which the words after it are resolved (`env -C`).
    Dir,
    /// The same, and files come to be in it whether named or not (`tar -x -C`).
    Into,
    /// `NAME=VALUE` put into the environment.
    Env,
    /// `key=value` put into the program's configuration (`git -c`).
    Setting,
    /// From this word on: the argument vector of another command. It goes to
    /// the end, or to the word [`Program::until`].
    Command,
    /// As `Command`, but its first word is a package, as in `npm@9` or
    /// `@scope/tool@latest`.
    Package,
    /// As `Command`, but the name of an environment may stand before its first
    /// word: `test:pytest`.
    Scoped,
    /// The program that gets the words from the `Command` on as arguments
    /// only, in place of the container's own (`docker run --entrypoint`).
    Entrypoint,
    /// Text for a shell.
    Script,
    /// This word and all after it, joined by blanks, are text for a shell.
    ScriptWords,
    /// This word and all after it, joined by blanks, are code for an interpreter.
    CodeWords(Language),
    /// This word and all after it are typed into a terminal: text, and names
    /// of keys such as `Enter` (`tmux send-keys`).
    Keys,
    /// This word and all after it are a command of screen(1): `stuff` types
    /// text, `screen` and `exec` run a program.
    ScreenCommand,
    /// From this word on: the arguments of a shell (`su root -- -c 'npm i'`).
    ShellArgs,
    /// What `sh -c` and kin put into `$0`, `$1`, ... It may name a file.
    Positional,
    /// Text split into words which, followed by the words after this one, are
    /// read again as arguments of the same program (`env -S`).
    Split,
    /// Text that holds commands, each of which is read as arguments of the same
    /// program (`tmux if-shell`).
    Commands,
    /// A file that holds such text (`tmux source-file`).
    CommandsFile,
    /// The words before the ones fed to a command hold this string where each
    /// fed line goes (`xargs -I{}`).
    Replace,
    /// An option with which no command is run and no file is touched
    /// (`sudo -l`, `command -v`, `--help`). Nothing else is then reported.
    Query,
    /// An option with which nothing runs but what runs while code is read
    /// (`perl -c`, `make -n`).
    DryRun,
    /// A module that is a program: the words after it are read by its row (`python -m pip`).
    Module,
    /// Code for an interpreter.
    Code(Language),
    /// A file whose text is run (`bash x.sh`).
    RunFile(Language),
    /// A module, or the file of one, that is run before the rest (`node -r ./x.js`).
    Loads(Language),
    /// Something else that is neither file nor text (a number, a user name).
    Skip,
    /// A word of which only a part is a file. Stands in rows only: it is
    /// reported as the roles of its parts.
    Part(Part),
}

impl Role {
    /// Whether the program only says or searches this text, so that rules
    /// about commands do not look at it.
    pub const fn is_free(self) -> bool {
        use Language::{Awk, Jq, Sed};
        matches!(self, Role::Free | Role::Pattern | Role::TextFile | Role::Code(Awk | Jq | Sed))
    }

    /// What the program does with the file that the word names, if it may
    /// name one. Files of which only the name is looked at are not touched.
    pub const fn access(self) -> Option<Access> {
        match self {
            Role::Plain | Role::Both | Role::Positional => Some(Access::Both),
            Role::Read
            | Role::Staged
            | Role::TextFile
            | Role::RunFile(_)
            | Role::Loads(_)
            | Role::CommandsFile => Some(Access::Read),
            Role::Write => Some(Access::Write),
            Role::Remove => Some(Access::Delete),
            _ => None,
        }
    }

    /// Whether all later words belong to this one.
    pub const fn takes_the_rest(self) -> bool {
        matches!(
            self,
            Role::Command
                | Role::Package
                | Role::Scoped
                | Role::ScriptWords
                | Role::CodeWords(_)
                | Role::Keys
                | Role::ScreenCommand
                | Role::ShellArgs
                | Role::Split
        )
    }
}

/// A language that an interpreter runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Language {
    AppleScript,
    Awk,
    /// Languages of which calls with literals are read.
    Calls,
    /// The command processor of Windows.
    Cmd,
    Crontab,
    Ed,
    Jq,
    JavaScript,
    Lisp,
    Lua,
    Make,
    Perl,
    Php,
    Python,
    Ruby,
    Sed,
    Shell,
    Sql,
    Tcl,
    Vim,
    PowerShell,
    /// PowerShell in base64 (`-EncodedCommand`).
    EncodedPowerShell,
    Other,
}

/// Where options may stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Anywhere before `--`, or before a word that takes the rest.
    Anywhere,
    /// Only before the first operand, as POSIX has it.
    First,
    /// There are none: each word is an operand (`echo`).
    Nowhere,
}

/// A row: how one program, or one subcommand of it, reads its arguments.
#[derive(Debug)]
pub struct Program {
    /// Program and subcommands with blanks between, other names after a `|`:
    /// `docker|podman compose exec`.
    pub name: &'static str,
    /// The subcommands in `name`: `compose exec`.
    path: &'static str,
    /// The names of the first of these.
    first: Sieve,
    /// The options it is known to take.
    pub options: &'static [Opt],
    /// The names of all of these.
    sieve: Sieve,
    /// The options of the row above it (`kubectl` for `kubectl exec`) hold too.
    pub inherits: bool,
    /// Where options may stand.
    pub order: Order,
    /// Whether `-abc` is `-a -b -c`.
    pub clusters: bool,
    /// Whether the first word is a cluster, dash or not (`tar xzf`).
    pub bundled: bool,
    /// What the first operands are.
    pub operands: &'static [Role],
    /// What the other operands are.
    pub rest: Role,
    /// What the last of two or more operands is (the target of `cp`).
    pub last: Option<Role>,
    /// What the first word after `--` is, if it differs.
    pub after: Option<Role>,
    /// What the value of an option is that no row lists (`--x=value`).
    pub unlisted: Role,
    /// `NAME=VALUE` words may stand before the first operand (`env`, `sudo`).
    pub assignments: bool,
    /// The version of something may stand before the first operand (`nvm exec`).
    pub versions: bool,
    /// First operands that are programs, and begin a command.
    pub programs: &'static [&'static str],
    /// Given no command, it starts a shell, or hands what it reads on its
    /// standard input to one.
    pub reads_script: bool,
    /// Its commands run on another machine or in a container.
    pub remote: bool,
    /// The word at which its commands end (`;` for `fd -x`).
    pub until: Option<&'static str>,
    /// It enters the folders that it is given.
    pub walks: Option<Walk>,
    /// What it puts into the words of its commands.
    pub feeds: Option<Feeds>,
}

/// What a program puts behind the words of the command that it runs, or where
/// these say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feeds {
    /// The names of the files that it finds.
    Names,
    /// The words that it reads.
    Input,
}

/// A row that knows nothing yet: every operand is plain.
pub const fn row(name: &'static str) -> Program {
    Program {
        name,
        path: path(name),
        first: Sieve::of(path(name), b'|', b' '),
        options: &[],
        sieve: Sieve::NONE,
        inherits: false,
        order: Order::Anywhere,
        clusters: true,
        bundled: false,
        operands: &[],
        rest: Role::Plain,
        last: None,
        after: None,
        unlisted: Role::Plain,
        assignments: false,
        versions: false,
        programs: &[],
        reads_script: false,
        remote: false,
        until: None,
        walks: None,
        feeds: None,
    }
}

/// What stands after the first blank of a row's name.
const fn path(name: &'static str) -> &'static str {
    let mut at = 0;
    while at < name.len() {
        at += 1;
        if name.as_bytes()[at - 1] == b' ' {
            break;
        }
    }
    name.split_at(at).1
}

/// A program that runs the command that its first operand begins.
pub const fn runs(name: &'static str) -> Program {
    row(name).first().rest(Role::Command)
}

/// A program that reads what it is given and writes only where an option of
/// such a name says: a checker, a viewer, a server, an uploader.
pub const fn reads(name: &'static str) -> Program {
    let mut program = row(name).rest(Role::Read).opts(REPORTS);
    program.unlisted = Role::Read;
    program
}

/// Where programs that only read put what they found.
pub const REPORTS: &[Opt] = &[takes(
    Role::Write,
    "-o --output --output-file --output-dir --output-path --outfile --outdir --out --out-dir --outputDir \
     --outputFile --report --report-file --report-path --report-dir --log-file --logfile --save --html --csv \
     --junitxml --junit-xml --coverage-directory --coverageDirectory --cache-dir --cache-location --dest \
     --output-to --output-file-path --output-signature --output-certificate --bundle --image --baseline --set-baseline \
     --generate-baseline",
)];

impl Program {
    /// The same row under another name.
    pub const fn named(mut self, name: &'static str) -> Self {
        self.name = name;
        self.path = path(name);
        self.first = Sieve::of(self.path, b'|', b' ');
        self
    }

    /// Takes these options.
    pub const fn opts(mut self, options: &'static [Opt]) -> Self {
        self.options = options;
        self.sieve = Sieve::NONE;
        let mut at = 0;
        while at < options.len() {
            self.sieve = self.sieve.and(options[at].sieve);
            at += 1;
        }
        self
    }

    /// Takes the options of the row above it too.
    pub const fn inherits(mut self) -> Self {
        self.inherits = true;
        self
    }

    /// Options end at the first operand.
    pub const fn first(mut self) -> Self {
        self.order = Order::First;
        self
    }

    /// Options may follow operands.
    pub const fn any_order(mut self) -> Self {
        self.order = Order::Anywhere;
        self
    }

    /// Every word is an operand.
    pub const fn no_options(mut self) -> Self {
        self.order = Order::Nowhere;
        self
    }

    /// `-abc` is one option.
    pub const fn no_clusters(mut self) -> Self {
        self.clusters = false;
        self
    }

    /// The first word is a cluster, dash or not.
    pub const fn bundled(mut self) -> Self {
        self.bundled = true;
        self
    }

    /// What the first operands are.
    pub const fn operands(mut self, roles: &'static [Role]) -> Self {
        self.operands = roles;
        self
    }

    /// What all other operands are.
    pub const fn rest(mut self, role: Role) -> Self {
        self.rest = role;
        self
    }

    /// What the last operand is.
    pub const fn last(mut self, role: Role) -> Self {
        self.last = Some(role);
        self
    }

    /// What comes after `--`.
    pub const fn after(mut self, role: Role) -> Self {
        self.after = Some(role);
        self
    }

    /// Takes `NAME=VALUE` words first.
    pub const fn assignments(mut self) -> Self {
        self.assignments = true;
        self
    }

    /// Takes a version first, or none.
    pub const fn versions(mut self) -> Self {
        self.versions = true;
        self
    }

    /// Runs these when it is given one of them as the first operand.
    pub const fn programs(mut self, names: &'static [&'static str]) -> Self {
        self.programs = names;
        self
    }

    /// Reads a script where it is given no command.
    pub const fn reads_script(mut self) -> Self {
        self.reads_script = true;
        self
    }

    /// Runs its commands elsewhere.
    pub const fn remote(mut self) -> Self {
        self.remote = true;
        self
    }

    /// It enters folders.
    pub const fn walks(mut self, walk: Walk) -> Self {
        self.walks = Some(walk);
        self
    }

    /// It puts this into the words of its commands.
    pub const fn feeds(mut self, feeds: Feeds) -> Self {
        self.feeds = Some(feeds);
        self
    }

    /// Its commands end at this word.
    pub const fn until(mut self, word: &'static str) -> Self {
        self.until = Some(word);
        self
    }

    /// Whether it is the row of a subcommand.
    pub const fn is_subcommand(&self) -> bool {
        !self.path.is_empty()
    }

    /// The option with this very name; `one` is its sieve.
    pub fn option(&self, name: &str, one: Sieve) -> Option<&'static Opt> {
        let found = || self.options.iter().find(|opt| opt.is_named(name, one));
        if self.sieve.has(one) { found() } else { None }
    }

    /// Whether `one` may be the first subcommand on the way to this row.
    pub fn may_begin(&self, one: Sieve) -> bool {
        self.first.has(one)
    }

    /// The way from the subcommands `path` down to this row, if it begins
    /// with them.
    pub fn below(&self, path: &[&str]) -> Option<&'static str> {
        path.iter().try_fold(self.path, |left, word| below(left, word))
    }
}

/// What is left of the `path` of a row behind its first word, if one of the
/// names there is `word`.
fn below(path: &'static str, word: &str) -> Option<&'static str> {
    let mut names = path;
    loop {
        let end = names.bytes().position(|byte| byte == b'|' || byte == b' ').unwrap_or(names.len());
        let (name, rest) = names.split_at(end);
        match rest.as_bytes().first() {
            Some(b'|') if name != word => names = &rest[1..],
            _ if name != word || name.is_empty() => return None,
            _ => return Some(rest.find(' ').map_or("", |at| &rest[at + 1..])),
        }
    }
}
