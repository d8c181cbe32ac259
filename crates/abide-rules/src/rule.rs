//! One rule, as loaded.

use crate::Action;
use crate::glob::Glob;
use crate::pattern::Pattern;
use abide_shell::Span;
use serde::{Deserialize, Serialize};
use std::sync::OnceLock;

/// A rule of a rules file, or a line of a tools file.
#[derive(Debug)]
pub struct Rule {
    /// 1 to 64 letters, digits, dots, dashes or underscores. For a line of a
    /// tools file, the command it names.
    pub id: String,
    /// What it forbids.
    pub kind: Kind,
    /// What is matched.
    pub matcher: Matcher,
    /// The further globs of a list: a path that one of them matches is
    /// protected.
    pub or: Vec<Matcher>,
    /// Which calls it checks.
    pub tools: Tools,
    /// Where the rule lives: `AGENTS.md:12`.
    pub source: Option<String>,
    /// The rule as written, for headlines.
    pub text: Option<String>,
    /// What the agent reads when the rule blocks.
    pub message: Option<String>,
    /// What to use instead of the matched command word.
    pub replacement: Option<String>,
    /// What the command becomes where another program word is not enough: the file
    /// that holds the table, and its bytes there.
    pub(crate) rewrite: Option<(usize, Span)>,
    /// A match on the same view or path lifts the rule.
    pub unless: Vec<Matcher>,
    /// What to do about a violation.
    pub action: Action,
    /// `false`: commands that run elsewhere are passed over.
    pub remote: bool,
    /// `false`: only counted, never enforced.
    pub enabled: bool,
    /// Where it holds.
    pub when: When,
    /// Whether the project's scripts that a line runs are judged too.
    pub follow: bool,
    /// The file that holds it: an index into the names given to the rule set.
    pub file: usize,
    /// Its bytes in that file.
    pub span: Span,
    /// Whether it is a line of a tools file.
    pub from_tools_file: bool,
    /// What other files change in it, the nearest first: the file, and the bytes there.
    pub changed: Vec<(usize, Span)>,
}

impl Rule {
    /// A rule of which nothing is said but what it matches.
    pub(crate) fn new(id: String, kind: Kind, matcher: Matcher) -> Self {
        let tools = match kind {
            Kind::ForbidCommand => Tools::SHELL,
            Kind::ProtectPath => Tools::EDIT.or(Tools::WRITE),
            Kind::ForbidTool | Kind::Advice => Tools::ANY,
        };
        Rule {
            id,
            kind,
            matcher,
            or: Vec::new(),
            tools,
            source: None,
            text: None,
            message: None,
            replacement: None,
            rewrite: None,
            unless: Vec::new(),
            action: Action::Block,
            remote: true,
            enabled: true,
            when: When::default(),
            follow: false,
            file: 0,
            span: Span::default(),
            from_tools_file: false,
            changed: Vec::new(),
        }
    }

    /// Whether it says what to use instead, by `replacement` or `rewrite`.
    pub fn has_instead(&self) -> bool {
        self.replacement.is_some() || self.rewrite.is_some()
    }

    /// The `replacement`, where that is all it says to use instead.
    pub fn only_replacement(&self) -> Option<&str> {
        self.replacement.as_deref().filter(|_| self.rewrite.is_none())
    }

    /// Its patterns as written.
    pub fn patterns(&self) -> impl Iterator<Item = &str> {
        std::iter::once(&self.matcher).chain(&self.or).map(Matcher::text)
    }
}

/// What a rule forbids.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A command that must not run; the pattern is a regular expression.
    ForbidCommand,
    /// A path that must not be touched; the pattern is a glob.
    ProtectPath,
    /// A tool that must not be used; the pattern is a regular expression.
    ForbidTool,
    /// Kept as text, never checked.
    Advice,
}

impl Kind {
    /// Every kind with its name in the file.
    pub const NAMES: &[(&str, Kind)] = &[
        ("forbid_command", Kind::ForbidCommand),
        ("protect_path", Kind::ProtectPath),
        ("forbid_tool", Kind::ForbidTool),
        ("advice", Kind::Advice),
    ];
}

/// What is matched.
#[derive(Debug)]
pub enum Matcher {
    /// A regular expression.
    Regex(Pattern),
    /// A glob.
    Glob(LazyGlob),
    /// The base name of a program, as a tools file names it.
    Program(String),
    /// Nothing: advice.
    Nothing,
}

impl Matcher {
    /// The pattern as written.
    pub fn text(&self) -> &str {
        match self {
            Matcher::Regex(pattern) => pattern.text(),
            Matcher::Glob(glob) => &glob.text,
            Matcher::Program(name) => name,
            Matcher::Nothing => "",
        }
    }

    /// Compiles what is to be compiled; the error says why that failed.
    pub fn compile(&self) -> Result<(), String> {
        match self {
            Matcher::Regex(pattern) => pattern.regex().map(drop).map_err(|error| error.message.clone()),
            Matcher::Glob(glob) => glob.glob().map(drop).map_err(|error| format!("the glob {error}")),
            Matcher::Program(_) | Matcher::Nothing => Ok(()),
        }
    }

    /// Why the matcher is broken, if it was used and is.
    pub(crate) fn failure(&self) -> Option<String> {
        let used = match self {
            Matcher::Regex(pattern) => pattern.failure().is_some(),
            Matcher::Glob(glob) => matches!(glob.compiled.get(), Some(Err(_))),
            Matcher::Program(_) | Matcher::Nothing => false,
        };
        if used { self.compile().err() } else { None }
    }
}

/// Where a rule holds.
#[derive(Clone, Debug, Default)]
pub struct When {
    /// Globs of git branches, of which one must match the branch that is
    /// checked out where the call runs. None: everywhere.
    pub branch: Vec<String>,
}

/// A glob that is compiled at its first use.
///
/// Few are ever compiled, and every call of an agent loads all rules: what most
/// do without is boxed.
#[derive(Debug, Default)]
pub struct LazyGlob {
    text: String,
    /// Where in the text the longest name is that stands in every path that matches; empty
    /// where that is not known, or the glob may be broken.
    name: OnceLock<(u32, u32)>,
    compiled: OnceLock<Result<Box<Glob>, &'static str>>,
    lowercase: OnceLock<Option<Box<Glob>>>,
}

impl LazyGlob {
    /// Keeps the text of a glob; it may turn out to be none.
    pub fn new(text: impl Into<String>) -> Self {
        LazyGlob { text: text.into(), ..LazyGlob::default() }
    }

    /// The glob for paths in lower case, or why there is none.
    pub(crate) fn lowercase(&self) -> Result<Option<&Glob>, &'static str> {
        self.glob()?;
        let compile = || Glob::new(&self.text.to_lowercase()).ok().map(Box::new);
        Ok(self.lowercase.get_or_init(compile).as_deref())
    }

    /// The glob, if `path` may match it; compiling one costs more than to see
    /// that a name in it is not in the path. One that may be broken is compiled.
    pub(crate) fn glob_for(&self, path: &str) -> Result<Option<&Glob>, &'static str> {
        let (start, end) = *self.name.get_or_init(|| longest_name(&self.text));
        if path.contains(&self.text[start as usize..end as usize]) { self.glob().map(Some) } else { Ok(None) }
    }

    /// The compiled glob, or why there is none.
    pub fn glob(&self) -> Result<&Glob, &'static str> {
        let compile = || Glob::new(&self.text).map(Box::new);
        self.compiled.get_or_init(compile).as_deref().map_err(|error| *error)
    }
}

/// The longest name in a glob that is certainly sound.
fn longest_name(glob: &str) -> (u32, u32) {
    if glob.contains(['[', ']']) || glob.contains("..") {
        return (0, 0);
    }
    let name = glob.split(['*', '?', '/']).max_by_key(|name| name.len()).unwrap_or_default();
    let start = name.as_ptr() as usize - glob.as_ptr() as usize;
    (start as u32, (start + name.len()) as u32)
}

/// A set of the calls that a rule checks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Tools(u16);

impl Tools {
    /// Any shell command.
    pub const SHELL: Tools = Tools(1);
    /// Changes to a file.
    pub const EDIT: Tools = Tools(1 << 1);
    /// Writing a whole file.
    pub const WRITE: Tools = Tools(1 << 2);
    /// Reading a file.
    pub const READ: Tools = Tools(1 << 3);
    /// Files that a shell command may read.
    pub const SHELL_READ: Tools = Tools(1 << 4);
    /// Files that a shell command may write.
    pub const SHELL_WRITE: Tools = Tools(1 << 5);
    /// Calls of no other kind.
    pub const OTHER: Tools = Tools(1 << 6);
    /// A file that does not exist yet.
    pub const CREATE: Tools = Tools(1 << 7);
    /// Files that become part of a commit (`git add`).
    pub const COMMIT: Tools = Tools(1 << 8);
    /// Files that are gone afterwards.
    pub const DELETE: Tools = Tools(1 << 9);
    /// Every call.
    pub const ANY: Tools = Tools(0b111_1111);

    /// Every set with its name in the file.
    pub const NAMES: &[(&str, Tools)] = &[
        ("shell", Tools::SHELL),
        ("edit", Tools::EDIT),
        ("write", Tools::WRITE),
        ("read", Tools::READ),
        ("any", Tools::ANY),
        ("shell-read", Tools::SHELL_READ),
        ("shell-write", Tools::SHELL_WRITE),
        ("create", Tools::CREATE),
        ("commit", Tools::COMMIT),
        ("delete", Tools::DELETE),
    ];

    /// Both sets.
    pub const fn or(self, other: Tools) -> Tools {
        Tools(self.0 | other.0)
    }

    /// This set without the members of `other`.
    pub const fn without(self, other: Tools) -> Tools {
        Tools(self.0 & !other.0)
    }

    /// Whether the sets have a member in common.
    pub const fn meets(self, other: Tools) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether all members of `other` are in this set.
    pub const fn covers(self, other: Tools) -> bool {
        self.0 & other.0 == other.0
    }
}
