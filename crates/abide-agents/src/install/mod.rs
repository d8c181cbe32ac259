//! How an agent is told to call abide before each tool, and how to see
//! whether it has been told.
//!
//! An agent's `install.rs` is data: its programs, the [`Place`]s where hooks
//! are written, what turns hooks off, and what a person has to approve. The
//! editing is here: [`Form::add`] and [`Form::remove`] take the text of a file and
//! give the new text, in which nothing but abide's own entries is different:
//! comments, order, indentation and line ends of the rest stay.
//!
//! Nothing here reads or writes files.

mod json;
mod lines;
mod ours;
mod script;
mod toml;

pub(crate) use json::{for_every_tool, object, plain};
pub use script::MARK;
pub(crate) use script::{script_of, tool_call_extension, tool_call_payload};

use crate::line_of;
use jsonc_parser::cst::CstInputValue;
use std::fmt;
use std::path::{Path, PathBuf};

/// How one agent is told.
pub struct Install {
    /// The names of the agent's program, looked for in `PATH`.
    pub programs: &'static [&'static str],
    /// The folder of the agent's own settings.
    pub settings: Folder,
    /// Where hooks for all projects of a person are written, best first.
    pub user: &'static [Place],
    /// Where hooks for one project are written, best first.
    pub project: &'static [Place],
    /// How the agent starts what stands in those places.
    pub starts: Starts,
    /// What turns all hooks off.
    pub off: &'static [Switch],
    /// The payload of a shell call, as the agent sends it: the folder of the
    /// call and the command line.
    pub payload: fn(&str, &str) -> String,
    /// Whether the agent will run an entry that is there.
    pub trust: fn(&Question) -> Trust,
    /// abide as a plugin of the agent, if it has such.
    pub plugin: Option<Plugin>,
}

/// abide as a plugin, in a folder of its own.
#[derive(Clone, Copy)]
pub struct Plugin {
    /// The names and the texts of its files; the flag asks for the form in the
    /// agent's own scripting language.
    pub files: fn(&Hook, bool) -> Vec<(&'static str, String)>,
    /// How to load it: what stands before and after the folder.
    pub load: [&'static str; 2],
}

/// A folder that an environment variable may move.
#[derive(Clone, Copy, Debug)]
pub struct Folder {
    /// The variable that names the folder itself.
    pub variable: Option<&'static str>,
    /// Else the path below the home folder.
    pub below_home: &'static str,
}

/// One file that hooks may be written to.
#[derive(Clone, Copy)]
pub struct Place {
    /// What `path` is below.
    pub base: Base,
    /// The path, with `/`.
    pub path: &'static str,
    /// What the file holds.
    pub form: Form,
    /// Whether it takes the place of the one before it, when it holds hooks
    /// already and the other is not there.
    pub instead: bool,
    /// What the person has to do, or to know, after it is written.
    pub note: Option<&'static str>,
}

/// What the path of a [`Place`] is below.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Base {
    /// [`Install::settings`].
    Settings,
    /// The home folder.
    Home,
    /// `$XDG_CONFIG_HOME`, by default `~/.config`.
    Config,
    /// The root of the project.
    Project,
}

/// What a file of hooks holds. The functions give all that a new file would
/// hold; in a file that is there, objects are merged, lists get abide's
/// elements, and scalars that are there stay.
#[derive(Clone, Copy)]
pub enum Form {
    /// JSON, perhaps with comments.
    Json(fn(&Hook) -> CstInputValue),
    /// TOML.
    Toml(fn(&Hook) -> CstInputValue),
    /// A program of abide's own that the agent loads.
    Script(fn(&Hook) -> String),
    /// The same, with the executable bit.
    Executable(fn(&Hook) -> String),
}

/// How the agent starts the command of an entry that gives no argument
/// vector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Starts {
    /// `/bin/sh -c`.
    Sh,
    /// `bash -c`.
    Bash,
    /// The person's login shell with `-c`.
    LoginShell,
    /// A script of abide's own starts the program directly.
    Script,
}

/// A setting that turns all hooks off.
#[derive(Clone, Copy, Debug)]
pub struct Switch {
    /// What `path` is below.
    pub base: Base,
    /// The file, JSON.
    pub path: &'static str,
    /// The members on the way to the setting.
    pub members: &'static [&'static str],
    /// Its value when hooks are off.
    pub value: bool,
}

/// What is to be called.
#[derive(Clone, Debug)]
pub struct Hook {
    /// The absolute path of abide.
    pub program: String,
    /// The agent's name, as in `abide hook claude`.
    pub agent: &'static str,
}

impl Hook {
    /// The words after the program.
    pub fn arguments(&self) -> [&str; 2] {
        ["hook", self.agent]
    }

    /// The whole as one line for a shell.
    pub fn line(&self) -> String {
        line_of(&[self.program.as_str(), "hook", self.agent])
    }
}

/// An entry of a file that calls abide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// What is started.
    pub call: Started,
    /// Whether it is what [`Form::add`] would write for its program.
    pub current: bool,
    /// Why the agent would not ask it about every call, if so.
    pub gap: Option<String>,
    /// The list it stands in, where it stands there, and where it stands in
    /// the group there: `("hooks.PreToolUse", 0, 0)`.
    pub at: (String, usize, usize),
    /// The object that starts it, as JSON. A script has none.
    pub handler: serde_json::Value,
    /// The object around `handler` that holds its matcher, if there is one.
    pub group: serde_json::Value,
}

/// What an entry starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Started {
    /// A line for a shell.
    Line(String),
    /// A program and its arguments.
    Words(Vec<String>),
}

/// What [`Form::remove`] leaves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Removed {
    /// The text that remains.
    pub text: String,
    /// Whether nothing of anybody's is left in it.
    pub empty: bool,
}

/// A text that cannot be edited.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EditError {
    /// What is wrong, and where.
    pub message: String,
}

impl fmt::Display for EditError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for EditError {}

/// What is asked about an entry that is there.
pub struct Question<'a> {
    /// The file it stands in.
    pub file: &'a Path,
    /// The entry.
    pub entry: &'a Entry,
    /// Whether the file belongs to the project.
    pub project_file: bool,
    /// The root of the project.
    pub project: &'a Path,
    /// The home folder.
    pub home: &'a Path,
    /// The agent's settings folder.
    pub settings: &'a Path,
    /// Reads a file, if it can be read.
    pub read: &'a dyn Fn(&Path) -> Option<String>,
}

/// Whether the agent will run an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trust {
    /// The agent asks nobody.
    NotNeeded,
    /// A person approved it.
    Given,
    /// A person has to do this first.
    Missing(String),
    /// Only the agent knows; the text says how to look.
    Unknown(String),
}

/// Never a question.
pub(crate) fn no_trust(_: &Question) -> Trust {
    Trust::NotNeeded
}

impl Form {
    /// The text of the file with the entry of `hook` in it, exactly once.
    /// `None` is a file that is not there.
    pub fn add(&self, old: Option<&str>, hook: &Hook) -> Result<String, EditError> {
        match self {
            Form::Json(template) => with_mark(old, |old| json::add(old, template(hook))),
            Form::Toml(template) => with_mark(old, |old| toml::add(old, template(hook))),
            Form::Script(template) | Form::Executable(template) => script::add(old, template(hook)),
        }
    }

    /// The text of the file without abide's entries. Where there are none, it
    /// stays as it is.
    pub fn remove(&self, old: &str, hook: &Hook) -> Result<Removed, EditError> {
        let mut empty = false;
        if self.entries(old, hook)?.is_empty() && !matches!(self, Form::Script(_) | Form::Executable(_)) {
            return Ok(Removed { text: old.to_owned(), empty });
        }
        let text = match self {
            Form::Json(template) => with_mark(Some(old), |old| json::remove(old, template(hook), &mut empty)),
            Form::Toml(template) => with_mark(Some(old), |old| toml::remove(old, template(hook), &mut empty)),
            Form::Script(_) | Form::Executable(_) => {
                empty = script::is_ours(old);
                Ok(if empty { String::new() } else { old.to_owned() })
            }
        }?;
        Ok(Removed { text, empty })
    }

    /// The entries of the file that call abide.
    pub fn entries(&self, text: &str, hook: &Hook) -> Result<Vec<Entry>, EditError> {
        let text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
        match self {
            Form::Json(template) => json::entries(text, *template, hook.agent),
            Form::Toml(template) => toml::entries(text, *template, hook.agent),
            Form::Script(template) | Form::Executable(template) => {
                Ok(script::entry(text, *template, hook.agent).into_iter().collect())
            }
        }
    }

    /// Whether the file holds hooks of any kind.
    pub fn holds_hooks(&self, text: &str) -> bool {
        match self {
            Form::Toml(_) => toml::holds_hooks(text),
            _ => true,
        }
    }

    /// Whether the file is a program.
    pub fn is_executable(&self) -> bool {
        matches!(self, Form::Executable(_))
    }
}

impl Place {
    /// Where the file is.
    pub fn below(&self, folder: impl FnOnce(Base) -> PathBuf) -> PathBuf {
        folder(self.base).join(self.path)
    }
}

/// A setting in JSON, by the members on the way to it.
pub fn setting(text: &str, members: &[&str]) -> Option<serde_json::Value> {
    let value = json::value(text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text))?;
    members.iter().try_fold(&value, |value, name| value.get(name)).cloned()
}

const BYTE_ORDER_MARK: char = '\u{feff}';

/// Edits without the byte order mark, and gives it back.
fn with_mark(
    old: Option<&str>,
    edit: impl FnOnce(Option<&str>) -> Result<String, EditError>,
) -> Result<String, EditError> {
    match old.and_then(|old| old.strip_prefix(BYTE_ORDER_MARK)) {
        Some(rest) => edit(Some(rest)).map(|new| format!("{BYTE_ORDER_MARK}{new}")),
        None => edit(old),
    }
}
