//! The real agents, from their npm packages, at versions of our choice.
//!
//! Each goes into a folder of its own, `NAME-VERSION`, which stays: a later run
//! finds it there. A file in it says that the installation came to its end.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

/// A package of the npm registry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Package {
    /// The name of the folder: `claude`.
    pub folder: &'static str,
    pub name: &'static str,
    pub version: &'static str,
}

const LIMIT: Duration = Duration::from_secs(300);
/// Without a registry npm tries for a minute and more.
const PATIENCE: &[&str] =
    &["--fetch-retries=1", "--fetch-retry-mintimeout=1000", "--fetch-retry-maxtimeout=5000"];

/// Where the agents are kept.
pub fn cache(target: &Path) -> PathBuf {
    std::env::var_os("ABIDE_E2E_AGENTS").map_or_else(|| target.join("agents"), PathBuf::from)
}

impl Package {
    /// The name of its folder.
    pub fn place(&self) -> String {
        format!("{}-{}", self.folder, self.version)
    }
}

/// Where an installed package has its programs.
pub const PROGRAMS: &str = "node_modules/.bin";

/// Installs a package, unless it is there, and gives its folder.
///
/// # Errors
///
/// Says why it cannot be had: there is no npm, no registry, no such package.
pub fn fetch(cache: &Path, package: &Package) -> Result<PathBuf, String> {
    let folder = cache.join(package.place());
    let done = folder.join("installed");
    if done.exists() {
        return Ok(folder);
    }
    eprintln!("e2e: installing {}@{}", package.name, package.version);
    let io = |error: std::io::Error| format!("{}: {error}", folder.display());
    // What is there is half an installation.
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(io)?;
    }
    fs::create_dir_all(&folder).map_err(io)?;
    let mut npm = Command::new("npm");
    npm.args(["install", "--no-audit", "--no-fund", "--loglevel=error", "--save-exact"]).args(PATIENCE);
    npm.arg("--prefix").arg(&folder);
    npm.arg(format!("{}@{}", package.name, package.version)).stdin(Stdio::null());
    let ended = super::process::run(&mut npm, &folder, LIMIT).map_err(|error| format!("npm: {error}"))?;
    if ended.code != Some(0) {
        return Err(format!("npm install {}@{}: {}", package.name, package.version, ended.story()));
    }
    fs::write(&done, "").map_err(io)?;
    Ok(folder)
}
