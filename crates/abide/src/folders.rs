//! The folders of the person: home, configuration, state.

use abide_agents::AGENTS;
use std::path::{Path, PathBuf};

/// `$HOME`, if it is absolute.
pub fn home() -> Option<PathBuf> {
    absolute("HOME")
}

/// `$XDG_CONFIG_HOME`, by default `~/.config`.
pub fn config() -> Option<PathBuf> {
    absolute("XDG_CONFIG_HOME").or_else(|| Some(home()?.join(".config")))
}

/// abide's own state: `$XDG_STATE_HOME/abide`, by default
/// `~/.local/state/abide`.
pub fn state() -> Option<PathBuf> {
    let state = absolute("XDG_STATE_HOME").or_else(|| Some(home()?.join(".local/state")))?;
    Some(state.join("abide"))
}

/// The folder that a variable names. A relative one counts as none, as the
/// XDG specification wants it.
pub fn absolute(variable: &str) -> Option<PathBuf> {
    std::env::var_os(variable).map(PathBuf::from).filter(|path| path.is_absolute())
}

/// The folders of the home folder that variables have moved, as they are
/// usually named, and where they are.
pub fn moved() -> Vec<(String, String)> {
    let settings = AGENTS.iter().map(|agent| agent.install.settings);
    let settings = settings.filter_map(|folder| Some((folder.variable?, folder.below_home)));
    let base = [("XDG_CONFIG_HOME", ".config"), ("XDG_STATE_HOME", ".local/state")];
    let place = |(variable, usual)| Some((format!("~/{usual}"), absolute(variable)?.to_str()?.to_owned()));
    base.into_iter().chain(settings).filter_map(place).collect()
}

/// `path` as a person writes it: from `~`, where it is below the home folder.
pub fn shown(path: &Path) -> String {
    match home().and_then(|home| path.strip_prefix(home).ok().map(Path::to_path_buf)) {
        Some(rest) if rest.as_os_str().is_empty() => "~".to_owned(),
        Some(rest) => format!("~/{}", rest.display()),
        None => path.display().to_string(),
    }
}
