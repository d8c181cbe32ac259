//! The folders of the person: home, configuration, state.

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

/// `path` as a person writes it: from `~`, where it is below the home folder.
pub fn shown(path: &Path) -> String {
    match home().and_then(|home| path.strip_prefix(home).ok().map(Path::to_path_buf)) {
        Some(rest) if rest.as_os_str().is_empty() => "~".to_owned(),
        Some(rest) => format!("~/{}", rest.display()),
        None => path.display().to_string(),
    }
}
