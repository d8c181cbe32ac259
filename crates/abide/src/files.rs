//! Where the rules are.
//!
//! `--rules FILE`, or else, nearest first: `.abide/rules.json` and
//! `.abide/tools` of every folder from the call's own up to the project root,
//! and from the agent's own (see [`Place`]), then `abide/rules.json` and `abide/tools` in the person's configuration
//! folder. What may be used in spite of them: `.agent-allow-cli-tools` in the
//! project root, and the variable `AGENT_ALLOW_CLI_TOOLS`.

use crate::failure::why;
use crate::folders;
use crate::workspace::{MOST_BYTES, Place, read_text};
use clap::{Arg, value_parser};
use std::ffi::OsStr;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// The variable that names commands and rules that stay allowed.
pub const ALLOW_VARIABLE: &str = "AGENT_ALLOW_CLI_TOOLS";
/// The file that does the same, in the project root.
pub const ALLOW_FILE: &str = ".agent-allow-cli-tools";

/// The option that names the one file to use, of every subcommand that judges.
pub fn rules_option() -> Arg {
    Arg::new("rules")
        .long("rules")
        .value_name("FILE")
        .value_parser(value_parser!(PathBuf))
        .help("Use this rules file and no other")
}

/// Everything that was found.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// The folder that the names of files are seen from.
    pub root: PathBuf,
    /// The rule files, nearest first.
    pub files: Vec<RuleFile>,
    /// The text of `.agent-allow-cli-tools`.
    pub allow_file: String,
    /// The value of `AGENT_ALLOW_CLI_TOOLS`.
    pub allow_variable: String,
    /// Files that are there and cannot be read.
    pub problems: Vec<String>,
    /// What else the person should know.
    pub notes: Vec<String>,
    /// Whether rules and hooks are guarded, unless the person says otherwise.
    pub guard: bool,
    /// Where rules were looked for, nearest first.
    pub searched: Vec<PathBuf>,
}

/// One file of rules.
#[derive(Clone, Debug)]
pub struct RuleFile {
    /// Its path as it is shown: from the project root, where it is inside.
    pub name: String,
    /// Its text.
    pub text: String,
    /// How to read it.
    pub format: Format,
    /// Whether it is in the person's configuration, not in a project.
    pub own: bool,
}

/// The two kinds of rule file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// `rules.json`.
    Json,
    /// `tools`: a command and its replacement a line.
    Tools,
}

impl Format {
    /// By the file's name: `tools` and `*.tools` have two columns.
    pub fn of(path: &Path) -> Self {
        let tools =
            path.file_name() == Some(OsStr::new("tools")) || path.extension() == Some(OsStr::new("tools"));
        if tools { Format::Tools } else { Format::Json }
    }
}

/// Finds the rules for a call in this place.
/// A file that cannot be read is a problem, and the others count.
pub fn find(place: &Place, only: Option<&Path>) -> Found {
    let root = &place.root;
    let mut found = Found { root: root.clone(), ..Found::default() };
    match only {
        Some(path) => found.read(root, path.to_path_buf(), Format::of(path), false, true),
        None => {
            found.guard = true;
            found.searched = place.folders.iter().map(|folder| folder.join(".abide")).collect();
            let own = folders::config().map(|config| config.join("abide"));
            found.searched.extend(own.clone());
            // Most folders have none, which one question answers.
            let missing =
                |folder: &PathBuf| folder.metadata().is_err_and(|error| error.kind() == ErrorKind::NotFound);
            for folder in found.searched.clone().into_iter().filter(|folder| !missing(folder)) {
                let own = own.as_ref() == Some(&folder);
                found.read(root, folder.join("rules.json"), Format::Json, own, false);
                found.read(root, folder.join("tools"), Format::Tools, own, false);
            }
        }
    }
    found.read_overrides(place);
    found
}

impl Found {
    /// One file with this text, and no overrides.
    pub fn only(path: &str, text: &str) -> Self {
        let file = RuleFile {
            name: path.to_owned(),
            text: text.to_owned(),
            format: Format::of(Path::new(path)),
            own: false,
        };
        Found { files: vec![file], ..Found::default() }
    }

    fn read(&mut self, root: &Path, path: PathBuf, format: Format, own: bool, must_exist: bool) {
        if let Some(text) = self.text(&path, must_exist) {
            let name = path.strip_prefix(root).unwrap_or(&path).to_string_lossy().into_owned();
            self.files.push(RuleFile { name, text, format, own });
        }
    }

    fn text(&mut self, path: &Path, must_exist: bool) -> Option<String> {
        let error = match read_text(path, MOST_BYTES) {
            Ok(text) => return Some(without_mark(text)),
            Err(error) => error,
        };
        let shown = path.display();
        let problem = match error.kind() {
            _ if must_exist => format!("cannot read {shown}: {}", why(&error)),
            // What is there and leads nowhere was meant to be read.
            ErrorKind::NotFound => match path.read_link() {
                Ok(target) => format!("{shown} is a link to {}, which is not there", target.display()),
                Err(_) => return None,
            },
            ErrorKind::NotADirectory => {
                let folder = path.parent().unwrap_or(path).display();
                format!("{folder} is no folder; the rules belong into {shown}")
            }
            _ => format!("cannot read {shown}: {}", why(&error)),
        };
        if !self.problems.contains(&problem) {
            self.problems.push(problem);
        }
        None
    }

    /// Forgets what the person allowed on this machine.
    pub fn without_overrides(mut self) -> Self {
        self.allow_file.clear();
        self.allow_variable.clear();
        self
    }

    fn read_overrides(&mut self, place: &Place) {
        self.allow_file = self.text(&place.root.join(ALLOW_FILE), false).unwrap_or_default();
        let value = std::env::var(ALLOW_VARIABLE).unwrap_or_default();
        if value.is_empty() {
            return;
        }
        // Some agents and shells load such files of the project into their
        // environment, and an agent can write them: what they may have set is
        // not the person's word.
        let files = place.folders.iter().flat_map(|folder| dotenv_files(folder));
        let doubt = files.filter_map(|path| Some((doubtful(&path)?, path))).next();
        match doubt {
            Some((does, path)) => self.notes.push(format!(
                "{ALLOW_VARIABLE} is ignored: {} {does}, and the agent can write that file",
                path.display()
            )),
            None => self.allow_variable = value,
        }
    }
}

/// Files in `folder` that may be loaded into an agent's environment: `.env`,
/// `.env.local`, `.envrc`.
fn dotenv_files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let names = entries.filter(|entry| entry.file_name().as_encoded_bytes().starts_with(b".env"));
    let mut files: Vec<PathBuf> = names.map(|entry| entry.path()).collect();
    files.push(folder.join(".gemini/.env"));
    files.sort();
    files
}

/// Why the variable may come from this file. A name is enough: its value may
/// be put together from others (`A=npm`, `X=$A`).
fn doubtful(path: &Path) -> Option<&'static str> {
    match read_text(path, MOST_BYTES) {
        Ok(text) => text.contains(ALLOW_VARIABLE).then_some("names it"),
        Err(error) => match error.kind() {
            // A folder `.env` is one of Python's.
            ErrorKind::NotFound | ErrorKind::IsADirectory | ErrorKind::NotADirectory => None,
            _ => Some("may set it and cannot be read"),
        },
    }
}

/// `text` without the byte order mark that some editors write before it.
pub fn without_mark(text: String) -> String {
    match text.strip_prefix('\u{feff}') {
        Some(rest) => rest.to_owned(),
        None => text,
    }
}
