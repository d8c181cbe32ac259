//! `abide explain`: what a call would run, and what the rules say to it.

mod tools;

use crate::failure::{Failure, why};
use crate::files::Found;
use crate::render::{self, explain as show};
use crate::rules::Loaded;
use crate::{files, folders, rules, workspace};
use abide_rules::{Action, Diagnostic, Hit, Overrides, Rule, RuleSet, ToolCall, Verdict, Workspace};
use abide_shell::{Context, Reach, Wrapper, reach};
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use serde_json::{Value, json};
use std::cmp::Reverse;
use std::ffi::OsString;
use std::iter::once;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

const EXAMPLES: &str = "\
A line in quotes may have options behind it. Without quotes, everything from
the first word on is the command: `abide explain npm ci --json` is about
`npm ci --json`. An example of a rule is read as `abide check` reads it:
`Read PATH`, `Edit PATH`, `Write PATH`, `Delete PATH` and `Tool NAME` are no commands.

Examples:
  abide explain 'cd web && sudo -u root npm ci'
  abide explain 'Edit dist/app.js'
  abide explain --tool apply_patch --path dist/app.js
  abide explain --tool PowerShell 'gc .env'
  abide explain --json 'npm ci' | jq .verdict
  pbpaste | abide explain -                 the command line from standard input

Exit codes:
  0  the call may run, perhaps with a warning
  1  a rule blocks it, or would ask
  2  abide could not say, or some rules could not be read";

/// The arguments of `explain`.
pub fn command() -> Command {
    Command::new("explain")
        .about("Show what a command line would run, and which rules hit where")
        .after_help(EXAMPLES)
        .arg(
            Arg::new("command")
                .value_name("COMMAND")
                .help("The command line, best in single quotes; `-` reads it from standard input")
                .num_args(1..)
                .trailing_var_arg(true)
                .required_unless_present_any(["tool", "path"])
                .conflicts_with("path"),
        )
        .arg(
            Arg::new("tool")
                .long("tool")
                .value_name("NAME")
                .help("Another tool than Bash: Edit, Read, mcp__server__tool; PowerShell with a COMMAND"),
        )
        .arg(
            Arg::new("path")
                .long("path")
                .value_name("PATH")
                .requires("tool")
                .help("A path that the tool is given"),
        )
        .arg(
            Arg::new("cwd")
                .long("cwd")
                .value_name("DIR")
                .default_value(".")
                .value_parser(value_parser!(PathBuf))
                .help("The folder that the call runs in"),
        )
        .arg(files::rules_option())
        .arg(
            Arg::new("json")
                .long("json")
                .action(ArgAction::SetTrue)
                .help("Print one JSON document (docs/json.md)"),
        )
}

/// Runs the subcommand.
pub fn run(args: &ArgMatches) -> Result<ExitCode, Failure> {
    let folder: &PathBuf = args.get_one("cwd").expect("it has a default");
    let only: Option<&PathBuf> = args.get_one("rules");
    let cwd = folder.canonicalize().map_err(|error| {
        Failure::new(format!("cannot enter {}: {}", folder.display(), why(&error)))
            .help("--cwd takes a folder that exists")
    })?;
    let place = workspace::Place::of(&cwd, None);
    let root = place.root.clone();
    let found = files::find(&place, only.map(PathBuf::as_path));
    // The same files as a hook reads, and once more as if nothing were allowed.
    let allowed = Allowed::of(&found);
    let loaded = rules::load(found);
    let call = ToolCall {
        cwd: cwd.to_string_lossy().into_owned(),
        root: Some(root.to_string_lossy().into_owned()),
        ..call(args)?
    };
    let machine = workspace::Machine::new();
    let reach = read(&call, &machine, loaded.rules.wrappers());
    if loaded.files.is_empty() {
        // What a line would run is known without rules.
        if let (Some(reach), false) = (&reach, args.get_flag("json")) {
            render::print(&format!("{}\n", show::commands(reach)))?;
        }
        return Err(loaded.nothing());
    }
    loaded.unreadable.iter().chain(&loaded.notes).for_each(|note| anstream::eprintln!("abide: note: {note}"));

    let mut hits = loaded.rules.hits(&call, &machine);
    // What decides comes first.
    hits.sort_by_key(|hit| Reverse((hit.enabled, hit.action)));
    let told = Told {
        verdict: loaded.rules.judge(&call, &machine),
        lifted: allowed.lifts(&call, &machine, &hits),
        hits,
        reach,
        errors: loaded.errors(),
    };
    if told.hits.is_empty() && told.lifted.is_empty() {
        tools::says_enough(&call)?;
    }
    if args.get_flag("json") {
        render::print(&format!("{:#}\n", told.document(&loaded)))?;
    } else {
        render::print(&told.report(&call, &loaded, &root))?;
    }
    Ok(ExitCode::from(match &told.verdict {
        Verdict::Violation(hit) if hit.action != Action::Warn => 1,
        _ if loaded.lost(&told.errors).is_some() => 2,
        _ => 0,
    }))
}

/// `abide explain 'npm ci' --json`: the words with the options before the line,
/// if a line in quotes stands before them.
pub fn options_first(matches: &ArgMatches, words: &[OsString]) -> Option<Vec<OsString>> {
    let args = matches.subcommand_matches("explain")?;
    let command = args.get_many::<String>("command")?;
    let (before, rest) = words.split_at(words.len().checked_sub(command.len())?);
    let (line, options) = rest.split_first()?;
    let quoted = line.to_str()?.contains(char::is_whitespace) && before.last()? != "--";
    let behind = options.first()?.to_str()?.starts_with('-');
    let words = || [before, options, &["--".into(), line.clone()]].concat();
    (quoted && behind).then(words)
}

/// The call that the arguments describe.
fn call(args: &ArgMatches) -> Result<ToolCall, Failure> {
    let text = |name: &str| args.get_one::<String>(name).map(String::as_str);
    let line = line(args)?;
    match text("tool") {
        Some(tool) => tools::call(tool, text("path").unwrap_or_default(), &line),
        // So an example of a rule can be asked about as it stands there.
        None => Ok(ToolCall { agent: "claude", ..ToolCall::from_example(&line) }),
    }
}

/// The command line that the arguments give, if they give one.
fn line(args: &ArgMatches) -> Result<String, Failure> {
    let words: Vec<&String> = args.get_many("command").unwrap_or_default().collect();
    Ok(match words.as_slice() {
        [dash] if *dash == "-" => std::io::read_to_string(std::io::stdin())
            .map_err(|error| Failure::new(format!("cannot read standard input: {}", why(&error))))?
            .trim_end_matches('\n')
            .to_owned(),
        [line] => String::clone(line),
        [.., last] if mixes_line_and_words(words[0], last) => {
            return Err(Failure::new("a line in quotes and words beside it")
                .help("put the whole line in one pair of quotes, or `--` before its words"));
        }
        // Without quotes around it, the person's own shell has split the line.
        words => abide_agents::line_of(words),
    })
}

/// Whether several words hold a whole line: the first one, or one that
/// [`options_first`] put last.
fn mixes_line_and_words(first: &str, last: &str) -> bool {
    let mut typed = std::env::args();
    let moved = typed.by_ref().last().is_some_and(|word| word != last);
    moved || (first.contains(char::is_whitespace) && !std::env::args().any(|word| word == "--"))
}

/// The rules as they would be without what the person allowed.
struct Allowed {
    /// With nothing allowed, and with the allow file alone.
    strict: Option<(RuleSet, RuleSet)>,
}

impl Allowed {
    fn of(found: &Found) -> Self {
        if found.allow_file.is_empty() && found.allow_variable.is_empty() {
            return Allowed { strict: None };
        }
        let by_file = Found { allow_variable: String::new(), ..found.clone() };
        let none = found.clone().without_overrides();
        Allowed { strict: Some((rules::load(none).rules, rules::load(by_file).rules)) }
    }

    /// The rules that the call would break otherwise, and what lifts each.
    fn lifts(&self, call: &ToolCall, machine: &dyn Workspace, hits: &[Hit]) -> Vec<(Hit, &'static str)> {
        let Some((none, by_file)) = &self.strict else { return Vec::new() };
        let has = |hits: &[Hit], rule: &str| hits.iter().any(|hit| hit.rule == rule);
        let by_file = by_file.hits(call, machine);
        let lifted = none.hits(call, machine).into_iter().filter(|hit| hit.enabled && !has(hits, &hit.rule));
        lifted
            .map(|hit| {
                let by = if has(&by_file, &hit.rule) { files::ALLOW_VARIABLE } else { files::ALLOW_FILE };
                (hit, by)
            })
            .collect()
    }
}

/// What the line of a call would run.
fn read(call: &ToolCall, machine: &workspace::Machine, wrappers: &[Wrapper]) -> Option<Reach> {
    let (shell, line) = call.input.line()?;
    let (cwd, root) = (Some(call.cwd.as_str()), call.root.as_deref());
    Some(reach(line, &Context { home: machine.home(), cwd, root, wrappers, files: &[], shell }))
}

/// What there is to tell about a call.
struct Told {
    verdict: Verdict,
    hits: Vec<Hit>,
    /// Hits that something allows, and what that is.
    lifted: Vec<(Hit, &'static str)>,
    /// What a command line would run.
    reach: Option<Reach>,
    /// Why some rules are not enforced.
    errors: Vec<Diagnostic>,
}

impl Told {
    /// What is wrong with the rules, the commands, the rules that hit, the
    /// verdict.
    fn report(&self, call: &ToolCall, loaded: &Loaded, root: &Path) -> String {
        let mut text = String::new();
        self.errors.iter().for_each(|error| text.push_str(&format!("{}\n\n", loaded.in_full(error))));
        if let Some(reach) = &self.reach {
            text.push_str(&show::commands(reach));
            text.push('\n');
        }
        let line = call.input.line().map(|(_, line)| line);
        self.hits.iter().for_each(|hit| text.push_str(&show::broken(hit, line)));
        self.lifted.iter().for_each(|(hit, by)| text.push_str(&show::lifted(hit, by, line)));
        text + &match &self.verdict {
            Verdict::Violation(hit) => show::verdict(hit, &self.ways_to_allow(hit, &loaded.rules, root)),
            Verdict::Pass => {
                let lost = loaded.lost(&self.errors);
                show::pass(self.starts(), lost.as_deref(), !self.lifted.is_empty())
            }
        }
    }

    /// Whether anything would run at all: of a line that bash cannot parse, nothing may.
    fn starts(&self) -> bool {
        let alive = |reach: &Reach| reach.commands.iter().any(|command| !command.dead);
        self.reach.as_ref().is_none_or(alive)
    }

    /// How the person can let the call run, as far as the rules leave it to them.
    fn ways_to_allow(&self, hit: &Hit, rules: &RuleSet, root: &Path) -> Vec<String> {
        let others = self.hits.iter().filter(|other| other.rule != hit.rule);
        let others = others.filter(|other| other.enabled && other.action != Action::Warn);
        let stop: Vec<&str> = once(hit).chain(others).map(|hit| hit.rule.as_str()).collect();
        if stop.iter().any(|rule| rules.is_guard(rule)) {
            let own = folders::config().map(|folder| folder.join("abide/rules.json"));
            let own = own.map_or_else(|| "your own rules".to_owned(), |file| folders::shown(&file));
            return vec![format!("do it yourself, or write `\"guard\": false` into {own}")];
        }
        // What blocks because the call could not be checked is no rule.
        let spoilt = |rule: &str| self.errors.iter().any(|error| error.rule.as_deref() == Some(rule));
        let broken = stop.iter().any(|rule| *rule == "broken-rules" || spoilt(rule));
        let mend = broken.then(|| "mend the rules; `abide check` shows what is wrong".to_owned());
        // A rule of `.abide/tools` has said so itself.
        let untold = |rule: &Rule| rule.id == hit.rule && !(rule.from_tools_file && stop.len() == 1);
        if !rules.rules().iter().any(untold) {
            return mend.into_iter().collect();
        }
        let file = format!("add {} to {}", render::listed(&stop), root.join(files::ALLOW_FILE).display());
        let variable = format!("set {}={}", files::ALLOW_VARIABLE, stop.join(":"));
        let lifts = match rules.overrides() {
            Overrides::All => vec![file, variable],
            Overrides::File => vec![file],
            Overrides::None => Vec::new(),
        };
        mend.into_iter().chain(lifts).collect()
    }

    /// The same for programs. Spans are byte offsets into the command line.
    fn document(&self, loaded: &Loaded) -> Value {
        let lifted = |(hit, by): &(Hit, &str)| json!({"by": by, "hit": hit_document(hit)});
        json!({
            "verdict": match &self.verdict {
                Verdict::Pass => "pass",
                Verdict::Violation(hit) => hit.action.name(),
            },
            "commands": self.reach.as_ref().map(|reach| reach.commands.iter().map(command_document).collect::<Vec<_>>()),
            "hits": self.hits.iter().map(hit_document).collect::<Vec<_>>(),
            "lifted": self.lifted.iter().map(lifted).collect::<Vec<_>>(),
            "diagnostics": self.errors.iter().map(|error| loaded.document(error)).collect::<Vec<_>>(),
        })
    }
}

fn command_document(command: &abide_shell::Command) -> Value {
    json!({
        "run": command.run.text(),
        "argv": command.argv.iter().map(|field| field.value.text()).collect::<Vec<_>>(),
        "written": command.written.text(),
        "span": [command.span.start, command.span.end],
        "route": command.route,
        "dirs": command.dirs.iter().map(|dir| &dir.path).collect::<Vec<_>>(),
        "remote": command.remote,
        "dead": command.dead,
    })
}

fn hit_document(hit: &Hit) -> Value {
    json!({
        "rule": hit.rule,
        "action": hit.action.name(),
        "enabled": hit.enabled,
        "span": hit.span.map(|span| [span.start, span.end]),
        "also": hit.also.iter().map(|span| [span.start, span.end]).collect::<Vec<_>>(),
        "script": hit.script.as_ref().map(|script| {
            json!({"file": script.file, "line": script.line, "text": script.text})
        }),
        "route": hit.route,
        "path": hit.path,
        "suggestion": hit.suggestion,
        "reason": hit.reason,
    })
}
