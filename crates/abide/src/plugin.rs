//! `abide install claude --plugin DIR`: abide as a plugin, in a folder that
//! the person hands to the agent.

use crate::failure::{Failure, why};
use crate::render::style::{CODE, FAINT, GOOD, paint};
use crate::sites::hook;
use crate::{disk, folders, render};
use abide_agents::{AGENTS, Agent};
use std::path::Path;
use std::process::ExitCode;

/// Writes the plugin, or shows it.
pub fn write(
    agents: &[&'static Agent],
    folder: &Path,
    module: bool,
    program: &str,
    dry: bool,
) -> Result<ExitCode, Failure> {
    let [agent] = agents else {
        return Err(Failure::new("--plugin is for one agent").help("abide install claude --plugin DIR"));
    };
    let Some(plugin) = agent.install.plugin else {
        let able: Vec<&str> =
            AGENTS.iter().filter(|agent| agent.install.plugin.is_some()).map(|agent| agent.name).collect();
        return Err(Failure::new(format!("abide makes no plugin of {}", agent.title))
            .help(format!("only of {}", able.join(", "))));
    };
    let cannot =
        |path: &Path, error| Failure::new(format!("cannot write {}: {}", path.display(), why(&error)));
    let folder = std::path::absolute(folder).map_err(|error| cannot(folder, error))?;
    let files = (plugin.files)(&hook(agent, program), module);
    // Before anything is written: a folder with other files is not taken over.
    for (name, text) in &files {
        let path = folder.join(name);
        let there = std::fs::read_to_string(&path).ok();
        if there.is_some_and(|there| there != *text && !there.contains("abide")) {
            return Err(Failure::new(format!("{} is there already, and not abide's", path.display()))
                .help("give --plugin a folder of its own"));
        }
    }
    let mut shown = String::new();
    for (name, text) in &files {
        let path = folder.join(name);
        if !dry {
            disk::replace(&path, text.as_bytes(), false).map_err(|error| cannot(&path, error))?;
        }
        shown.push_str(&format!("{}\n{text}", paint(GOOD, folders::shown(&path))));
    }
    if dry {
        shown.push_str(&format!("{}\n", paint(FAINT, "Nothing was written.")));
    }
    let [before, after] = plugin.load;
    shown.push_str(&format!("\n{before}{}{after}\n", paint(CODE, folder.display())));
    render::print(&shown)?;
    Ok(ExitCode::SUCCESS)
}
