//! Since when abide has been the hook of each agent, by the record of what it
//! installed.

use crate::ledger::Ledger;
use crate::sites::{Bases, Scope};
use abide_agents::AGENTS;
use jiff::Timestamp;
use std::path::Path;

/// The agents that have the hook, for all projects or for this one, each with the
/// first time that it was installed.
pub fn installed(root: &Path) -> Vec<(&'static str, Timestamp)> {
    let (Ok(ledger), Some(bases)) = (Ledger::open(true), Bases::of(root)) else { return Vec::new() };
    if ledger.files().is_empty() {
        return Vec::new();
    }
    let since = |agent: &'static abide_agents::Agent| {
        let sites = [Scope::User, Scope::Project].map(|scope| bases.sites(agent, scope));
        let times = sites.iter().flatten().filter_map(|site| ledger.find(&site.path)?.since);
        Some((agent.name, times.min()?))
    };
    AGENTS.iter().filter_map(since).collect()
}
