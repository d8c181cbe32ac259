//! From the logs to what each call broke.
//!
//! Files are read in parallel, and each call is judged as it is read: what is
//! kept of it is small, so that a history may be larger than memory.

use super::Wanted;
use super::read;
use super::sources::Source;
use super::verdicts::Verdicts;
use abide_agents::Agent;
use abide_agents::history::{Calls, Entry, Event, Record, Skip};
use abide_rules::{Input, RuleSet, ToolCall, Tools};
use indicatif::ProgressBar;
use jiff::Timestamp;
use std::borrow::Borrow;
use std::collections::{BTreeMap, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::PathBuf;
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
    /// An index into [`File::ties`]: the rules it has to do with.
    pub ties: u32,
    /// Whether a subagent made it.
    pub subagent: bool,
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
    /// An index into [`File::names`]: the folder of the call.
    pub cwd: u32,
    /// The same for two calls of the same command or path.
    pub text: u64,
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

/// What rules a call has to do with, whether it broke them or not. Few sets of
/// them are met in a file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Ties {
    /// What kind of call it is, as rules see it.
    pub kind: Tools,
    /// Indexes of the rules that it could have broken, in order.
    pub about: Vec<u32>,
    /// Of those whose replacement it ran.
    pub instead: Vec<u32>,
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
    /// The sets of rules that its calls have to do with.
    pub ties: Vec<Ties>,
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
                let mut judge = Judge { rules, wanted, verdicts: Verdicts::by(rules) };
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
    verdicts: Verdicts<'r>,
}

impl Judge<'_> {
    fn file(&mut self, source: &Source, bar: &ProgressBar) -> File {
        let (wanted, count) = (self.wanted, self.rules.rules().len());
        let mut calls = Calls::default();
        let mut names: Each<String> = Each::default();
        let mut ties = Each::default();
        let mut skipped: BTreeMap<&'static str, (usize, usize)> = BTreeMap::new();
        let mut skip = |why, line| skipped.entry(why).or_insert((0, line)).0 += 1;
        let mut take = |agent: &'static Agent, event| match event {
            Event::Call(record) if wanted.takes(agent, &record) => {
                calls.add(*record, |record| self.call(record, &mut names, &mut ties));
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
            ties: ties.list,
            skipped,
            failure,
        };
        file.forget(count, wanted.examples);
        file
    }

    fn call(&mut self, record: Record, names: &mut Each<String>, ties: &mut Each<Ties>) -> Seen {
        let Record { mut call, time, branch, line, .. } = record;
        let session = names.index(call.session.take().as_deref().unwrap_or_default());
        let subagent = call.subagent;
        let verdict = self.verdicts.on(call, branch);
        let call = &verdict.call;
        Seen {
            time,
            session,
            project: names.index(call.root.as_deref().unwrap_or_default()),
            ties: ties.index(&verdict.ties),
            subagent,
            broke: (!verdict.broken.is_empty()).then(|| {
                let (text, shown) = shown(call, verdict.path.as_deref());
                let cwd = names.index(call.cwd.as_str());
                Box::new(Broke { rules: verdict.broken.clone(), line, shown: Some(shown), text, cwd })
            }),
        }
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

/// Things that many calls share, each once.
struct Each<T> {
    list: Vec<T>,
    known: HashMap<T, u32>,
}

impl<T> Default for Each<T> {
    fn default() -> Self {
        Each { list: Vec::new(), known: HashMap::new() }
    }
}

impl<T: Clone + Eq + Hash> Each<T> {
    fn index<Q>(&mut self, thing: &Q) -> u32
    where
        T: Borrow<Q>,
        Q: Eq + Hash + ToOwned<Owned = T> + ?Sized,
    {
        if let Some(at) = self.known.get(thing) {
            return *at;
        }
        let at = number(self.list.len());
        self.list.push(thing.to_owned());
        self.known.insert(thing.to_owned(), at);
        at
    }
}

fn number(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

/// What is shown of a call, and the hash of all of it.
pub fn shown(call: &ToolCall, path: Option<&str>) -> (u64, Shown) {
    let text = match (&call.input, path) {
        (Input::Shell(line), _) => line,
        (_, Some(path)) => path,
        (Input::Files(_, paths), _) => paths.first().unwrap_or(&call.tool),
        (Input::Changes(changes), _) => changes.first().map_or(&call.tool, |(_, path)| path),
        (Input::Search { folder, .. }, _) => folder.as_ref().unwrap_or(&call.tool),
    };
    let end = (0..=text.len().min(MOST_TEXT)).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    let mut hash = DefaultHasher::new();
    (&call.cwd, text).hash(&mut hash);
    let text = text[..end].to_owned();
    let shown = if matches!(call.input, Input::Shell(_)) { Shown::Command(text) } else { Shown::Path(text) };
    (hash.finish(), shown)
}
