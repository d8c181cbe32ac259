//! `abide install`: tells the agents of this machine to call abide.

use crate::failure::{Failure, why};
use crate::ledger::{Before, Ledger};
use crate::render;
use crate::render::diff::diff;
use crate::render::style::{BAD, CAREFUL, CODE, FAINT, GOOD, STRONG, paint};
use crate::sites::{Bases, Content, Scope, Site, hook, own_path, program_of};
use crate::workspace::Place;
use crate::{folders, plugin};
use abide_agents::{AGENTS, Agent};
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

const EXAMPLES: &str = "\
Without AGENT: every agent that is found on this machine. Each change is shown;
comments, order and layout of the files stay, and `abide uninstall` gives them
back. Trust is left to you: what an agent wants approved is said at the end.

  abide install --dry-run        what would change
  abide install claude codex     these two, for all your projects
  abide install --project        for everybody who works in this project
  abide install claude --plugin DIR
                                 as a plugin of Claude Code, in a folder

Exit codes:
  0  done, or nothing to do
  1  a file could not be changed; the others were
  2  nothing was done";

/// The arguments of `install`.
pub fn command() -> Command {
    Command::new("install")
        .about("Tell the agents of this machine to call abide")
        .after_help(EXAMPLES)
        .args(scope_options())
        .arg(
            Arg::new("plugin")
                .long("plugin")
                .value_name("DIR")
                .value_parser(value_parser!(PathBuf))
                .conflicts_with_all(["user", "project"])
                .help("Write a plugin of Claude Code into DIR instead of changing settings"),
        )
        .arg(
            Arg::new("mod")
                .long("mod")
                .action(ArgAction::SetTrue)
                .requires("plugin")
                .help("Make the plugin a TypeScript mod instead of a command hook"),
        )
}

/// What `install` and `uninstall` have in common.
pub fn scope_options() -> [Arg; 4] {
    let names: Vec<&str> = AGENTS.iter().map(|agent| agent.name).collect();
    [
        Arg::new("agent").value_name("AGENT").num_args(0..).value_parser(names).help("Which agents"),
        Arg::new("user")
            .long("user")
            .action(ArgAction::SetTrue)
            .conflicts_with("project")
            .help("For all your projects"),
        Arg::new("project")
            .long("project")
            .action(ArgAction::SetTrue)
            .help("For this project, in files that can be committed"),
        Arg::new("dry-run")
            .long("dry-run")
            .action(ArgAction::SetTrue)
            .help("Show the changes and write nothing"),
    ]
}

/// The agents that were named.
pub fn named(args: &ArgMatches) -> Vec<&'static Agent> {
    let names = args.get_many::<String>("agent").into_iter().flatten();
    names.filter_map(|name| abide_agents::find(name)).collect()
}

/// Runs the subcommand.
pub fn run(args: &ArgMatches) -> Result<ExitCode, Failure> {
    let program = own_path().map_err(|why| Failure::new(format!("cannot tell where abide is: {why}")))?;
    let program = program.to_str().ok_or_else(|| Failure::new("the path of abide is not UTF-8"))?.to_owned();
    let dry = args.get_flag("dry-run");
    if let Some(folder) = args.get_one::<PathBuf>("plugin") {
        return plugin::write(&named(args), folder, args.get_flag("mod"), &program, dry);
    }
    let bases = bases()?;
    let scope = if args.get_flag("project") { Scope::Project } else { Scope::User };
    let agents = agents(args, &bases)?;
    let mut ledger = Ledger::open(dry)?;
    let mut shown = String::new();
    let mut notes: Vec<&str> = Vec::new();
    let (mut failed, mut changed_any) = (false, false);
    for agent in agents {
        let sites = bases.chosen(agent, scope);
        if sites.is_empty() {
            shown.push_str(&heading(agent, None, &paint(CAREFUL, "has no hooks of a project; use --user")));
            failed |= args.contains_id("agent");
        }
        for site in sites {
            let said = match change(&site, &program, &mut ledger, dry) {
                Ok(None) => paint(GOOD, "is there already"),
                Ok(Some(changed)) => {
                    notes.extend(site.place.note);
                    changed_any = true;
                    let what = match (site.content == Content::Missing, dry) {
                        (true, true) => "would be made",
                        (true, false) => "made",
                        (false, true) => "would change",
                        (false, false) => "changed",
                    };
                    format!("{}\n{changed}", paint(GOOD, what))
                }
                Err(failure) => {
                    failed = true;
                    failure_in(&failure)
                }
            };
            shown.push_str(&heading(agent, Some(&site.path), &said));
        }
    }
    notes.sort_unstable();
    notes.dedup();
    shown.push_str(&closing(&notes, &program, scope, dry, changed_any || failed));
    render::print(&shown)?;
    Ok(ExitCode::from(u8::from(failed)))
}

/// Writes the entry into one file. Gives the difference, if there is one.
fn change(site: &Site, program: &str, ledger: &mut Ledger, dry: bool) -> Result<Option<String>, Failure> {
    let hook = hook(site.agent, program);
    let old = match &site.content {
        Content::Missing => None,
        Content::Text(text) => Some(text.as_str()),
        Content::Unreadable(why) => return Err(Failure::new(format!("cannot be read: {why}"))),
    };
    let wrong = |error: abide_agents::install::EditError| {
        Failure::new(error.to_string()).help("mend the file, or move it away, and install again")
    };
    let new = site.place.form.add(old, &hook).map_err(wrong)?;
    if old == Some(new.as_str()) {
        return Ok(None);
    }
    let shown = diff(old.unwrap_or_default(), &new);
    if !dry {
        // What abide wrote itself, unchanged since, is not what was before.
        let known = old.is_some_and(|old| ledger.before(&site.path, old).is_some());
        let before = match old {
            _ if known => None,
            None => Some(Before::Missing),
            Some(old) => {
                let bare = site.place.form.remove(old, &hook).map_err(wrong)?;
                let made = ledger.find(&site.path).is_some_and(|record| record.was_missing());
                Some(if bare.empty && made { Before::Missing } else { Before::Bytes(bare.text.into()) })
            }
        };
        ledger.change(&site.path, before, &new, site.place.form.is_executable())?;
    }
    Ok(Some(shown))
}

/// The folders of this machine and of the project around the working folder.
pub fn bases() -> Result<Bases, Failure> {
    let cwd = std::env::current_dir()
        .map_err(|error| Failure::new(format!("no working folder: {}", why(&error))))?;
    Bases::of(&Place::of(&cwd, None).root).ok_or_else(|| {
        Failure::new("there is no home folder").help("set HOME to the folder of your settings")
    })
}

/// The agents that were named, else those that are here.
pub fn agents(args: &ArgMatches, bases: &Bases) -> Result<Vec<&'static Agent>, Failure> {
    let named = named(args);
    if !named.is_empty() {
        return Ok(named);
    }
    let here: Vec<&Agent> = AGENTS.iter().filter(|agent| is_here(agent, bases)).collect();
    if here.is_empty() {
        let names: Vec<&str> = AGENTS.iter().map(|agent| agent.name).collect();
        return Err(Failure::new("found no agent on this machine")
            .help(format!("name one, to be ready for it: abide install {}", names.join("|"))));
    }
    Ok(here)
}

/// Whether an agent is on this machine: its program is, or its settings are.
pub fn is_here(agent: &Agent, bases: &Bases) -> bool {
    program_of(agent).is_some() || bases.has_settings(agent)
}

/// `Claude Code  ~/.claude/settings.json  changed`.
pub fn heading(agent: &Agent, path: Option<&Path>, said: &str) -> String {
    let path = path.map(|path| format!("  {}", folders::shown(path))).unwrap_or_default();
    format!("{}{path}  {said}\n", paint(STRONG, agent.title))
}

/// A failure about one file, among others that went well.
pub fn failure_in(failure: &Failure) -> String {
    let help = failure.helps().map(|help| format!("\n  {}: {help}", paint(CODE, "help"))).unwrap_or_default();
    format!("{}: {}{help}", paint(BAD, "not changed"), failure.says())
}

fn closing(notes: &[&str], program: &str, scope: Scope, dry: bool, news: bool) -> String {
    let mut text = String::new();
    for note in notes {
        text.push_str(&format!("{}: {note}.\n", paint(CAREFUL, "note")));
    }
    if scope == Scope::Project {
        text.push_str(&format!(
            "{}: these files call {program}: whoever else works here needs abide at that very path.\n",
            paint(CAREFUL, "note")
        ));
    }
    if program.contains("/target/") || Path::new(program).starts_with(std::env::temp_dir()) {
        let place = folders::shown(Path::new(program));
        text.push_str(&format!(
            "{}: hooks call {place}, which the next build or clean-up may take away.\n",
            paint(CAREFUL, "note")
        ));
    }
    if dry {
        return text + &paint(FAINT, "Nothing was written.") + "\n";
    }
    if !news {
        return text;
    }
    text + &format!("Next: {} runs each hook as its agent would.\n", paint(CODE, "abide doctor"))
}
