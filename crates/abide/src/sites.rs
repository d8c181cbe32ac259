//! Where agents look for hooks on this machine.

use crate::failure::why;
use crate::folders;
use crate::workspace::{MOST_BYTES, read_text};
use abide_agents::install::{Base, Entry, Folder, Hook, Place};
use abide_agents::{AGENTS, Agent};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// For whom hooks are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// All projects of the person.
    User,
    /// This project.
    Project,
}

/// The folders that places are below.
#[derive(Clone, Debug)]
pub struct Bases {
    /// The home folder.
    pub home: PathBuf,
    /// The person's configuration.
    pub config: PathBuf,
    /// The root of the project.
    pub project: PathBuf,
}

impl Bases {
    /// For a project. `None` without a home folder.
    pub fn of(project: &Path) -> Option<Self> {
        Some(Bases { home: folders::home()?, config: folders::config()?, project: project.to_path_buf() })
    }

    /// The settings folder of an agent.
    pub fn settings(&self, folder: Folder) -> PathBuf {
        folder.variable.and_then(folders::absolute).unwrap_or_else(|| self.home.join(folder.below_home))
    }

    /// The folder of `base`, for an agent.
    pub fn folder(&self, agent: &Agent, base: Base) -> PathBuf {
        match base {
            Base::Settings => self.settings(agent.install.settings),
            Base::Home => self.home.clone(),
            Base::Config => self.config.clone(),
            Base::Project => self.project.clone(),
        }
    }

    /// Whether the settings folder of an agent is there, and holds more than the
    /// settings of other agents: `~/.gemini` is Antigravity's too.
    pub fn has_settings(&self, agent: &Agent) -> bool {
        let others: Vec<PathBuf> = (AGENTS.iter().filter(|other| other.name != agent.name))
            .flat_map(|other| {
                let places = other.install.user.iter();
                let files = places.map(|place| place.below(|base| self.folder(other, base)));
                files.chain([self.settings(other.install.settings)])
            })
            .collect();
        let Ok(entries) = self.settings(agent.install.settings).read_dir() else { return false };
        let mut entries = entries.flatten().map(|entry| entry.path()).peekable();
        let of_others = |path: PathBuf| others.iter().any(|other| other.starts_with(&path));
        entries.peek().is_none() || !entries.all(of_others)
    }

    /// All places of an agent in a scope, with what is there.
    pub fn sites(&self, agent: &'static Agent, scope: Scope) -> Vec<Site> {
        let places = match scope {
            Scope::User => agent.install.user,
            Scope::Project => agent.install.project,
        };
        let site = |place: &'static Place| {
            let path = place.below(|base| self.folder(agent, base));
            Site { agent, place, scope, content: Content::of(&path), path }
        };
        places.iter().map(site).collect()
    }

    /// The places that abide is to be written to: every place, but only one of
    /// those that stand for each other.
    pub fn chosen(&self, agent: &'static Agent, scope: Scope) -> Vec<Site> {
        let mut chosen: Vec<Site> = Vec::new();
        for site in self.sites(agent, scope) {
            let Some(last) = chosen.last_mut().filter(|_| site.place.instead) else {
                chosen.push(site);
                continue;
            };
            let hooks_there = site.content.text().is_some_and(|text| site.place.form.holds_hooks(text));
            let better = !site.entries().is_empty() && last.entries().is_empty()
                || hooks_there && matches!(last.content, Content::Missing);
            if better {
                *last = site;
            }
        }
        chosen
    }
}

/// One file that an agent reads hooks from.
#[derive(Clone)]
pub struct Site {
    /// Whose.
    pub agent: &'static Agent,
    /// What the agent says about it.
    pub place: &'static Place,
    /// For whom it counts.
    pub scope: Scope,
    /// Where it is.
    pub path: PathBuf,
    /// What is there.
    pub content: Content,
}

impl Site {
    /// abide's entries in it; none where the file cannot be read as what it
    /// should be.
    pub fn entries(&self) -> Vec<Entry> {
        let entries = |text| self.place.form.entries(text, &hook(self.agent, "")).ok();
        self.content.text().and_then(entries).unwrap_or_default()
    }
}

/// What is at the path of a [`Site`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// Nothing.
    Missing,
    /// This text.
    Text(String),
    /// Something that cannot be read, and why.
    Unreadable(String),
}

impl Content {
    /// What is at `path`.
    pub fn of(path: &Path) -> Self {
        match read_text(path, MOST_BYTES) {
            Ok(text) => Content::Text(text),
            Err(error) if error.kind() == ErrorKind::NotFound => Content::Missing,
            Err(error) => Content::Unreadable(why(&error)),
        }
    }

    /// The text, if there is one.
    pub fn text(&self) -> Option<&str> {
        match self {
            Content::Text(text) => Some(text),
            _ => None,
        }
    }
}

/// The call of `program` as the hook of an agent.
pub fn hook(agent: &Agent, program: &str) -> Hook {
    Hook { program: program.to_owned(), agent: agent.name }
}

/// The program of an agent that `PATH` leads to.
pub fn program_of(agent: &Agent) -> Option<PathBuf> {
    agent.install.programs.iter().find_map(|name| in_path(name))
}

/// Where `PATH` leads for a name.
pub fn in_path(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(name)).find(|file| is_program(file))
}

#[cfg(unix)]
fn is_program(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    file.metadata().is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_program(file: &Path) -> bool {
    file.is_file() || file.with_extension("exe").is_file() || file.with_extension("cmd").is_file()
}

/// The path by which hooks should call this program: the one that `PATH` gives,
/// if it leads here, since that stays when the program is replaced by a newer
/// one; else where it really is.
pub fn own_path() -> Result<PathBuf, String> {
    let here = std::env::current_exe().map_err(|error| why(&error))?;
    let real = here.canonicalize().unwrap_or_else(|_| here.clone());
    let by_name = in_path("abide").filter(|path| path.is_absolute());
    Ok(by_name.filter(|path| path.canonicalize().is_ok_and(|path| path == real)).unwrap_or(here))
}
