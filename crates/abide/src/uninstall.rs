//! `abide uninstall`: gives the agents' files back.

use crate::failure::Failure;
use crate::install::{bases, failure_in, heading, named, scope_options};
use crate::ledger::{Before, Ledger};
use crate::render;
use crate::render::diff::diff;
use crate::render::style::{CAREFUL, FAINT, GOOD, paint};
use crate::sites::{Bases, Content, Scope, Site, hook};
use crate::{disk, failure::why, folders};
use abide_agents::{AGENTS, Agent};
use clap::{ArgMatches, Command};
use std::path::Path;
use std::process::ExitCode;

const EXAMPLES: &str = "\
Without AGENT: every agent. A file that nobody changed since `abide install`
is given back byte for byte; in any other, only abide's own entries are taken
out. Projects other than this one are found by what `abide install` noted.

Exit codes:
  0  done, or nothing to do
  1  a file could not be changed; the others were
  2  nothing was done";

/// The arguments of `uninstall`.
pub fn command() -> Command {
    Command::new("uninstall")
        .about("Take abide out of the agents' settings again")
        .after_help(EXAMPLES)
        .args(scope_options())
}

/// Runs the subcommand.
pub fn run(args: &ArgMatches) -> Result<ExitCode, Failure> {
    let bases = bases()?;
    let dry = args.get_flag("dry-run");
    let mut ledger = Ledger::open(dry)?;
    let mut agents = named(args);
    if agents.is_empty() {
        agents = AGENTS.iter().collect();
    }
    let scopes: &[Scope] = match (args.get_flag("user"), args.get_flag("project")) {
        (true, _) => &[Scope::User],
        (_, true) => &[Scope::Project],
        _ => &[Scope::User, Scope::Project],
    };
    let mut shown = String::new();
    let mut failed = false;
    for agent in agents {
        for site in sites(agent, scopes, &bases, &ledger) {
            let said = match give_back(&site, &mut ledger, dry) {
                Ok(None) => continue,
                Ok(Some(text)) => text,
                Err(failure) => {
                    failed = true;
                    failure_in(&failure)
                }
            };
            shown.push_str(&heading(agent, Some(&site.path), &said));
        }
    }
    if shown.is_empty() {
        shown = "abide stands in no settings here.\n".to_owned();
    } else if dry {
        shown.push_str(&format!("{}\n", paint(FAINT, "Nothing was written.")));
    }
    render::print(&shown)?;
    Ok(ExitCode::from(u8::from(failed)))
}

/// The places of an agent here, and those in other projects that were noted.
fn sites(agent: &'static Agent, scopes: &[Scope], bases: &Bases, ledger: &Ledger) -> Vec<Site> {
    let mut sites: Vec<Site> = scopes.iter().flat_map(|scope| bases.sites(agent, *scope)).collect();
    if scopes.len() > 1 {
        for record in ledger.files() {
            let place = agent.install.project.iter().find(|place| record.path.ends_with(place.path));
            let known = sites.iter().any(|site| site.path == record.path);
            if let Some(place) = place.filter(|_| !known) {
                let content = Content::of(&record.path);
                sites.push(Site { agent, place, scope: Scope::Project, path: record.path.clone(), content });
            }
        }
    }
    sites
}

/// Gives one file back. Says what was done, if anything was.
fn give_back(site: &Site, ledger: &mut Ledger, dry: bool) -> Result<Option<String>, Failure> {
    if !dry {
        disk::sweep(&site.path);
    }
    let old = match &site.content {
        Content::Missing => return nothing_to_do(site, ledger, dry).map(|()| None),
        Content::Unreadable(why) => return Err(Failure::new(format!("cannot be read: {why}"))),
        Content::Text(text) => text,
    };
    let before = ledger.before(&site.path, old);
    let exact = before.is_some();
    let before = match before {
        Some(before) => before,
        None => {
            let bare = site.place.form.remove(old, &hook(site.agent, ""));
            let bare = bare.map_err(|error| Failure::new(error.to_string()))?;
            let made = ledger.find(&site.path).is_some_and(|record| record.was_missing());
            let own = site.place.path.contains("abide") || site.place.form.is_executable();
            match bare.empty && (made || own) {
                true => Before::Missing,
                false if bare.text == *old => {
                    let left = (!site.entries().is_empty()).then(|| {
                        let text = "left as it is: a line that calls abide does other things too";
                        format!("{}\n", paint(CAREFUL, text))
                    });
                    return nothing_to_do(site, ledger, dry).map(|()| left);
                }
                false => Before::Bytes(bare.text.into()),
            }
        }
    };
    let how = if exact { "as it was" } else { "without abide" };
    let shown = match &before {
        // All of it was abide's.
        Before::Missing => paint(GOOD, "removed"),
        Before::Bytes(bytes) => {
            format!("{}\n{}", paint(GOOD, how), diff(old, &String::from_utf8_lossy(bytes)))
        }
    };
    if !dry {
        let done = match &before {
            Before::Missing => disk::remove(&site.path),
            Before::Bytes(bytes) => disk::replace(&site.path, bytes, false),
        };
        done.map_err(|error| unwritten(&site.path, &error))?;
        ledger.forget(&site.path)?;
    }
    Ok(Some(shown))
}

/// abide is not in the file, whatever is noted about it.
fn nothing_to_do(site: &Site, ledger: &mut Ledger, dry: bool) -> Result<(), Failure> {
    if ledger.find(&site.path).is_some() && !dry {
        ledger.forget(&site.path)?;
    }
    Ok(())
}

fn unwritten(path: &Path, error: &std::io::Error) -> Failure {
    Failure::new(format!("cannot write {}: {}", folders::shown(path), why(error)))
}
