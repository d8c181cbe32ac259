//! `abide doctor`: is every agent really guarded?
//!
//! Nothing is believed that can be tried: each hook line is run as its agent
//! would run it, once with a call that a rule forbids and once with one that
//! none does.

mod probe;

use crate::failure::{Failure, why};
use crate::install::{agents, bases};
use crate::render::style::{BAD, CAREFUL, CODE, FAINT, GOOD, STRONG, count, paint};
use crate::rules::{self, Loaded};
use crate::sites::{Bases, Content, Scope, Site, program_of};
use crate::workspace::{MOST_BYTES, Place, read_text};
use crate::{files, folders, journal, render, when};
use abide_agents::install::{Entry, Question, Switch, Trust};
use abide_agents::{AGENTS, Agent};
use abide_rules::Severity;
use clap::{Arg, ArgAction, ArgMatches, Command};
use jiff::Timestamp;
use probe::{Probe, Result as Tried};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

const EXAMPLES: &str = "\
Without AGENT: every agent that is found on this machine. Run it in the project
that you care about: trust and rules differ from one to the next.

Exit codes:
  0  every agent is guarded, and every rule is enforced
  1  something is missing; it is said what
  2  nothing could be looked at";

/// The arguments of `doctor`.
pub fn command() -> Command {
    let names: Vec<&str> = AGENTS.iter().map(|agent| agent.name).collect();
    Command::new("doctor")
        .about("See whether every agent is really guarded")
        .after_help(EXAMPLES)
        .arg(Arg::new("agent").value_name("AGENT").num_args(0..).value_parser(names).help("Which agents"))
        .arg(
            Arg::new("json")
                .long("json")
                .action(ArgAction::SetTrue)
                .help("Print one JSON document (docs/json.md)"),
        )
}

/// Runs the subcommand.
pub fn run(args: &ArgMatches) -> Result<ExitCode, Failure> {
    let bases = bases()?;
    let agents = agents(args, &bases)?;
    let probe = Probe::new()
        .map_err(|error| Failure::new(format!("cannot make a folder to try in: {}", why(&error))))?;
    let reports: Vec<Report> = agents.into_iter().map(|agent| Report::of(agent, &bases, &probe)).collect();
    let loaded = rules::load(files::find(&Place::of(&bases.project, None), None));
    let rules = Rules::of(&loaded);
    let ok = reports.iter().all(Report::is_guarded) && rules.problems.is_empty();
    if args.get_flag("json") {
        let agents: Vec<Value> = reports.iter().map(Report::document).collect();
        let document =
            json!({ "ok": ok, "project": bases.project, "agents": agents, "rules": rules.document() });
        render::print(&format!("{document:#}\n"))?;
    } else {
        let text: String = reports.iter().map(|report| report.text() + "\n").collect();
        render::print(&(text + &rules.text()))?;
    }
    Ok(ExitCode::from(u8::from(!ok)))
}

/// What there is to say about one agent.
struct Report {
    agent: &'static Agent,
    program: Option<PathBuf>,
    version: Option<String>,
    hooks: Vec<HookReport>,
    /// Because of these the agent is not guarded.
    problems: Vec<String>,
    /// These are worth knowing.
    notes: Vec<String>,
    last_call: Option<Timestamp>,
}

/// What there is to say about one entry of one file.
struct HookReport {
    file: PathBuf,
    scope: Scope,
    tried: Tried,
    trust: Trust,
    current: bool,
    /// The list of the file that it stands in.
    list: String,
    /// What the person has to know about the file.
    note: Option<&'static str>,
}

impl Report {
    fn of(agent: &'static Agent, bases: &Bases, probe: &Probe) -> Self {
        let program = program_of(agent);
        let mut report = Report {
            agent,
            version: program.as_deref().and_then(probe::version),
            program,
            hooks: Vec::new(),
            problems: Vec::new(),
            notes: Vec::new(),
            last_call: journal::last_call(agent.name).and_then(|time| time.try_into().ok()),
        };
        // Where the home folder is the project, both scopes have the same files.
        let mut sites = bases.sites(agent, Scope::User);
        for site in bases.sites(agent, Scope::Project) {
            if sites.iter().all(|other| other.path != site.path) {
                sites.push(site);
            }
        }
        sites.iter().for_each(|site| report.look_at(site, bases, probe));
        report.conclude(bases);
        report
    }

    fn look_at(&mut self, site: &Site, bases: &Bases, probe: &Probe) {
        let shown = folders::shown(&site.path);
        let text = match &site.content {
            Content::Missing => return,
            Content::Unreadable(why) => return self.problems.push(format!("{shown} cannot be read: {why}")),
            Content::Text(text) => text,
        };
        let entries = match site.place.form.entries(text, &crate::sites::hook(site.agent, "")) {
            Ok(entries) => entries,
            Err(error) => {
                return self
                    .problems
                    .push(format!("{shown} is broken, {} may not read it: {error}", self.agent.title));
            }
        };
        for entry in entries {
            let hook = HookReport {
                file: site.path.clone(),
                scope: site.scope,
                tried: entry.gap.clone().map_or_else(|| probe.run(site, &entry), Tried::Wrong),
                trust: trust(site, &entry, bases),
                current: entry.current,
                list: entry.at.0,
                note: site.place.note,
            };
            self.hooks.push(hook);
        }
    }

    fn conclude(&mut self, bases: &Bases) {
        let name = self.agent.name;
        let again = format!("run `abide install {name}` again");
        for hook in &self.hooks {
            let file = folders::shown(&hook.file);
            if let Tried::Wrong(why) = &hook.tried {
                self.problems.push(format!("the hook in {file} does not work: {why}; {again}"));
            }
            match &hook.trust {
                Trust::Missing(what) => self.problems.push(format!("{file} is not trusted: {what}")),
                Trust::Unknown(what) => self.notes.push(format!("{file}: {what}")),
                Trust::NotNeeded => self.notes.extend(hook.note.map(str::to_owned)),
                Trust::Given => {}
            }
            if !hook.current && matches!(hook.tried, Tried::Right) {
                self.notes.push(format!("{file} is not what this version would write; {again}"));
            }
        }
        // A hook that works makes up for one that does not.
        if self.hooks.iter().any(HookReport::works) {
            self.notes.append(&mut self.problems);
        } else if self.hooks.is_empty() && self.problems.is_empty() {
            self.problems.push(format!("no hook is set up: run `abide install {name}`"));
        }
        if let Some(first) = self.hooks.first() {
            let same: Vec<&HookReport> = self.hooks.iter().filter(|hook| hook.list == first.list).collect();
            if same.len() > 1 {
                let places: Vec<String> = same.iter().map(|hook| folders::shown(&hook.file)).collect();
                self.notes.push(format!("abide may run once for each of these: {}", places.join(", ")));
            }
        }
        // One file may have a hook for each kind of tool.
        let said = |hook: &HookReport| (hook.file.clone(), matches!(hook.tried, Tried::Right));
        self.hooks.dedup_by_key(|hook| said(hook));
        if self.program.is_none() {
            self.notes.push("its program is not in PATH".to_owned());
        }
        if self.agent.measured.is_empty() {
            self.notes.push("set up by its documentation: never tried with the real program".to_owned());
        }
        let off = self.agent.install.off.iter().filter_map(|switch| switched_off(self.agent, switch, bases));
        self.problems.extend(off);
    }

    fn is_guarded(&self) -> bool {
        self.problems.is_empty()
    }

    fn text(&self) -> String {
        let version = self.version.as_deref().map(|version| format!(" {version}")).unwrap_or_default();
        let state = if self.is_guarded() { paint(GOOD, "guarded") } else { paint(BAD, "not guarded") };
        let mut text = format!("{}{version}  {state}\n", paint(STRONG, self.agent.title));
        for hook in &self.hooks {
            let said = match &hook.tried {
                Tried::Right => paint(GOOD, "blocks what it should, and nothing else"),
                Tried::Wrong(_) => paint(BAD, "does not work"),
            };
            text.push_str(&format!("  {}  {said}\n", folders::shown(&hook.file)));
        }
        self.problems
            .iter()
            .for_each(|problem| text.push_str(&format!("  {}: {problem}\n", paint(BAD, "problem"))));
        self.notes.iter().for_each(|note| text.push_str(&format!("  {}: {note}\n", paint(CAREFUL, "note"))));
        let called = match self.last_call {
            Some(time) => format!("last called {}", when::ago(time)),
            None if self.hooks.is_empty() => return text,
            None => "has not called yet".to_owned(),
        };
        text + &format!("  {}\n", paint(FAINT, called))
    }

    fn document(&self) -> Value {
        let hooks = self.hooks.iter().map(|hook| {
            let (trust, why) = match &hook.trust {
                Trust::NotNeeded => ("not needed", None),
                Trust::Given => ("given", None),
                Trust::Missing(what) => ("missing", Some(what)),
                Trust::Unknown(what) => ("unknown", Some(what)),
            };
            let problem = match &hook.tried {
                Tried::Right => None,
                Tried::Wrong(why) => Some(why),
            };
            json!({
                "file": hook.file,
                "scope": if hook.scope == Scope::User { "user" } else { "project" },
                "works": problem.is_none(),
                "problem": problem,
                "current": hook.current,
                "trust": trust,
                "trust_help": why,
            })
        });
        json!({
            "agent": self.agent.name,
            "title": self.agent.title,
            "program": self.program,
            "version": self.version,
            "guarded": self.is_guarded(),
            "hooks": hooks.collect::<Vec<_>>(),
            "problems": self.problems,
            "notes": self.notes,
            "last_call": self.last_call.map(|time| time.to_string()),
        })
    }
}

impl HookReport {
    fn works(&self) -> bool {
        matches!(self.tried, Tried::Right) && !matches!(self.trust, Trust::Missing(_))
    }
}

fn trust(site: &Site, entry: &Entry, bases: &Bases) -> Trust {
    (site.agent.install.trust)(&Question {
        file: &site.path,
        entry,
        project_file: site.scope == Scope::Project,
        project: &bases.project,
        home: &bases.home,
        settings: &bases.settings(site.agent.install.settings),
        read: &|path: &Path| read_text(path, MOST_BYTES).ok(),
    })
}

/// Says it, if a setting turns all hooks of the agent off.
fn switched_off(agent: &'static Agent, switch: &Switch, bases: &Bases) -> Option<String> {
    let path = bases.folder(agent, switch.base).join(switch.path);
    let text = read_text(&path, MOST_BYTES).ok()?;
    let value = abide_agents::install::setting(&text, switch.members)?;
    let name = switch.members.join(".");
    (value == Value::Bool(switch.value))
        .then(|| format!("`{name}` in {} turns all hooks off", folders::shown(&path)))
}

/// What there is to say about the rules here.
struct Rules {
    number: usize,
    files: Vec<String>,
    problems: Vec<String>,
    notes: Vec<String>,
    warnings: usize,
}

impl Rules {
    fn of(loaded: &Loaded) -> Self {
        let all = || loaded.diagnostics.iter().cloned().chain(loaded.rules.check());
        let mut problems = loaded.unreadable.clone();
        problems.extend(all().filter(|d| d.severity == Severity::Error).map(|d| loaded.in_a_line(&d)));
        let guard = |name: &str| name.starts_with("pack:self");
        let own = loaded.rules.rules().iter().filter(|rule| !guard(loaded.rules.place(rule).0));
        let lowers = loaded.files.iter().filter(|file| file.own && abide_rules::lowers_guard(&file.text));
        let lowered = lowers
            .map(|file| format!("agents may change rules and hooks: {} says `\"guard\": false`", file.name));
        Rules {
            number: own.count(),
            files: loaded.files.iter().map(|file| file.name.clone()).collect(),
            problems,
            notes: lowered.chain(loaded.notes.iter().cloned()).collect(),
            warnings: all().filter(|d| d.severity == Severity::Warning).count(),
        }
    }

    fn text(&self) -> String {
        if self.files.is_empty() && self.problems.is_empty() {
            let tour = paint(CODE, "abide tour");
            return format!("{}: none here; {tour} shows how to start\n", paint(STRONG, "Rules"));
        }
        let mut text = format!(
            "{}: {} in {}\n",
            paint(STRONG, "Rules"),
            count(self.number, "rule"),
            self.files.join(", ")
        );
        self.problems
            .iter()
            .for_each(|problem| text.push_str(&format!("  {}: {problem}\n", paint(BAD, "problem"))));
        self.notes.iter().for_each(|note| text.push_str(&format!("  {}: {note}\n", paint(CAREFUL, "note"))));
        if self.warnings > 0 {
            let warnings = count(self.warnings, "warning");
            text.push_str(&format!(
                "  {}: {warnings}; {} shows them\n",
                paint(CAREFUL, "note"),
                paint(CODE, "abide check")
            ));
        }
        text
    }

    fn document(&self) -> Value {
        json!({
            "rules": self.number,
            "files": self.files,
            "problems": self.problems,
            "notes": self.notes,
            "warnings": self.warnings,
        })
    }
}
