//! From the logs to what each call broke.
//!
//! Files are read in parallel, and each call is judged as it is read: what is
//! kept of it is small, so that a history may be larger than memory.

use super::Wanted;
use super::past::Memory;
use super::read;
use super::sources::Source;
use crate::workspace::Place;
use abide_agents::Agent;
use abide_agents::history::{Calls, Entry, Event, Record, Skip};
use abide_rules::{FileKind, Input, Kind, RuleSet, ToolCall, Tools};
use indicatif::ProgressBar;
use jiff::Timestamp;
use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// More threads would hold more lines in memory than they save time.
const MOST_THREADS: usize = 8;
/// The longest command that is kept as an example, in bytes.
const MOST_TEXT: usize = 2000;

/// What is known of a call that was judged.
#[derive(Debug)]
pub struct Seen {
    /// When it was made.
    pub time: Option<Timestamp>,
    /// An index into [`File::names`]: the session.
    pub session: u32,
    /// The same: the root of the project.
    pub project: u32,
    /// What kind of call it is, as rules see it.
    pub kind: Tools,
    /// What it broke.
    pub broke: Option<Box<Broke>>,
}

/// What a call broke.
#[derive(Debug)]
pub struct Broke {
    /// Indexes of rules.
    pub rules: Vec<u32>,
    /// The line of the log.
    pub line: usize,
    /// The folder of the call.
    pub cwd: String,
    /// The command or the path, unless it is certainly no example.
    pub shown: Option<Shown>,
}

/// What is shown of a call.
#[derive(Clone, Debug)]
pub enum Shown {
    /// A command line.
    Command(String),
    /// A path, or the name of a tool.
    Path(String),
}

/// What one file says.
pub struct File {
    /// Where it is.
    pub path: PathBuf,
    /// Whose it is; none if abide does not know it.
    pub agent: Option<&'static Agent>,
    /// The calls in it, each once.
    pub calls: Vec<Entry<Seen>>,
    /// Texts that many calls share.
    pub names: Vec<String>,
    /// What was passed over: how often, and the first line.
    pub skipped: BTreeMap<&'static str, (usize, usize)>,
    /// Why it, or the rest of it, could not be read.
    pub failure: Option<String>,
}

/// Reads and judges all files; what they say, in the same order.
pub fn all(sources: &[Source], rules: &RuleSet, wanted: &Wanted, bar: &ProgressBar) -> Vec<File> {
    let threads = std::thread::available_parallelism().map_or(2, usize::from).min(MOST_THREADS);
    // The largest first, so that no thread is left with it at the end.
    let mut order: Vec<usize> = (0..sources.len()).collect();
    order.sort_by_key(|at| std::cmp::Reverse(sources[*at].size));
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::with_capacity(sources.len()));
    std::thread::scope(|scope| {
        for _ in 0..threads.min(sources.len()) {
            scope.spawn(|| {
                let mut judge = Judge { rules, wanted, machine: Memory::new(), places: HashMap::new() };
                while let Some(at) = order.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let file = judge.file(&sources[*at], bar);
                    done.lock().unwrap_or_else(|broken| broken.into_inner()).push((*at, file));
                }
            });
        }
    });
    let mut files = done.into_inner().unwrap_or_else(|broken| broken.into_inner());
    files.sort_unstable_by_key(|(at, _)| *at);
    files.into_iter().map(|(_, file)| file).collect()
}

/// Judges the calls of one file after the other.
struct Judge<'r> {
    rules: &'r RuleSet,
    wanted: &'r Wanted,
    machine: Memory,
    /// The project of a folder and of where the session began.
    places: HashMap<(String, Option<String>), String>,
}

impl Judge<'_> {
    fn file(&mut self, source: &Source, bar: &ProgressBar) -> File {
        let (wanted, count) = (self.wanted, self.rules.rules().len());
        let mut calls = Calls::default();
        let mut names = Names::default();
        let mut skipped: BTreeMap<&'static str, (usize, usize)> = BTreeMap::new();
        let mut skip = |why, line| skipped.entry(why).or_insert((0, line)).0 += 1;
        let mut take = |agent: &'static Agent, event| match event {
            Event::Call(record) if wanted.takes(agent, &record) => {
                calls.add(*record, |record| self.call(record, &mut names));
            }
            Event::Call(record) => {
                if wanted.project.is_some() && record.call.cwd.is_empty() {
                    skip("unknown_folder", record.line);
                }
            }
            Event::Outcome(id, outcome) => calls.learn(id, outcome),
            Event::Skipped(line, Skip::Broken) => skip("broken_lines", line),
            Event::Skipped(line, Skip::NoCommand) => skip("calls_without_command", line),
        };
        let mut behind = 0;
        let read = read::read(source, &wanted.folders, &mut take, &mut |bytes| {
            behind += bytes;
            bar.inc(bytes);
        });
        bar.inc(source.size.saturating_sub(behind));
        let (agent, failure) = match read {
            Ok(agent) => (agent, None),
            Err(why) => (None, Some(why)),
        };
        let mut file = File {
            path: source.path.clone(),
            agent,
            calls: calls.entries,
            names: names.list,
            skipped,
            failure,
        };
        file.forget(count, wanted.examples);
        file
    }

    fn call(&mut self, record: Record, names: &mut Names) -> Seen {
        let Record { mut call, time, branch, line, .. } = record;
        let root = self.root(&call);
        call.root = Some(root.clone());
        let broken = self.rules.broken_by(&call, &self.machine.then(branch));
        let rules: Vec<u32> = broken.iter().filter_map(|(at, _)| u32::try_from(*at).ok()).collect();
        Seen {
            time,
            session: names.index(call.session.as_deref().unwrap_or_default()),
            project: names.index(&root),
            kind: kind(&call),
            broke: (!rules.is_empty()).then(|| {
                let path = broken.iter().find_map(|(_, path)| path.as_deref());
                Box::new(Broke { rules, line, shown: Some(shown(&call, path)), cwd: call.cwd.clone() })
            }),
        }
    }

    /// The root of the call's project, as the hook finds it.
    fn root(&mut self, call: &ToolCall) -> String {
        let key = (call.cwd.clone(), call.root.clone());
        let place = || {
            let cwd = Path::new(if call.cwd.starts_with('/') { call.cwd.as_str() } else { "/" });
            let said = call.root.as_deref().map(Path::new).filter(|root| root.is_absolute());
            Place::of(cwd, said).root.to_string_lossy().into_owned()
        };
        self.places.entry(key).or_insert_with(place).clone()
    }
}

impl File {
    /// Forgets texts that can be nobody's example: of each rule the newest count.
    fn forget(&mut self, rules: usize, examples: usize) {
        let mut newest: Vec<usize> =
            (0..self.calls.len()).filter(|at| self.calls[*at].what.broke.is_some()).collect();
        newest.sort_by_key(|at| std::cmp::Reverse(self.calls[*at].what.time));
        let mut left = vec![examples; rules];
        for at in newest {
            let Some(broke) = &mut self.calls[at].what.broke else { continue };
            let mut needed = false;
            for rule in &broke.rules {
                let left = &mut left[*rule as usize];
                needed |= *left > 0;
                *left = left.saturating_sub(1);
            }
            if !needed {
                broke.shown = None;
            }
        }
    }
}

/// Texts, each once.
#[derive(Default)]
struct Names {
    list: Vec<String>,
    known: HashMap<String, u32>,
}

impl Names {
    fn index(&mut self, name: &str) -> u32 {
        if let Some(at) = self.known.get(name) {
            return *at;
        }
        let at = u32::try_from(self.list.len()).unwrap_or(u32::MAX);
        self.list.push(name.to_owned());
        self.known.insert(name.to_owned(), at);
        at
    }
}

/// What a rule's `tool` calls such a call.
fn kind(call: &ToolCall) -> Tools {
    let of_file = |kind: &FileKind| match kind {
        FileKind::Edit => Tools::EDIT,
        FileKind::Write => Tools::WRITE.or(Tools::CREATE),
        FileKind::Read => Tools::READ,
        FileKind::Delete => Tools::EDIT.or(Tools::DELETE),
        FileKind::Other => Tools::OTHER,
    };
    match &call.input {
        Input::Shell(_) => {
            [Tools::SHELL_READ, Tools::SHELL_WRITE, Tools::CREATE, Tools::COMMIT, Tools::DELETE]
                .into_iter()
                .fold(Tools::SHELL, Tools::or)
        }
        Input::Files(kind, _) => of_file(kind),
        Input::Search { .. } => Tools::READ,
        Input::Changes(changes) => {
            changes.iter().fold(Tools::default(), |all, (kind, _)| all.or(of_file(kind)))
        }
    }
}

/// Whether a rule is about calls of a kind.
pub fn is_about(rule: &abide_rules::Rule, kind: Tools) -> bool {
    rule.kind != Kind::Advice && rule.tools.meets(kind)
}

fn shown(call: &ToolCall, path: Option<&str>) -> Shown {
    let text = match (&call.input, path) {
        (Input::Shell(line), _) => line,
        (_, Some(path)) => path,
        (Input::Files(_, paths), _) => paths.first().unwrap_or(&call.tool),
        (Input::Changes(changes), _) => changes.first().map_or(&call.tool, |(_, path)| path),
        (Input::Search { folder, .. }, _) => folder.as_ref().unwrap_or(&call.tool),
    };
    let end = (0..=text.len().min(MOST_TEXT)).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    let text = text[..end].to_owned();
    if matches!(call.input, Input::Shell(_)) { Shown::Command(text) } else { Shown::Path(text) }
}
