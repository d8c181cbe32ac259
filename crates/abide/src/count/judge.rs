//! From the logs to what each call broke.
//!
//! Files, and pieces of large ones, are read in parallel, and each call is judged as
//! it is read: what is left of it ([`judged`](super::judged)) is small, and [`kept`](super::kept)
//! so that a history may be larger than memory.

use super::Wanted;
use super::judged::{Broken, Common, Seen, Shown};
use super::kept::Kept;
use super::part::{Joined, Part, Shared};
use super::read;
use super::sets::Sets;
use super::sources::Source;
use super::verdicts::{Verdict, Verdicts};
use abide_agents::Agent;
use abide_agents::history::{Entry, Event, Record, Said, Skip, Told};
use abide_rules::{Input, ToolCall};
use foldhash::HashMap;
use indicatif::ProgressBar;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;
use std::rc::Rc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// More threads would hold more lines in memory than they save time.
const MOST_THREADS: usize = 8;
/// The longest command that is kept as an example, in bytes.
const MOST_TEXT: usize = 2000;

/// Reads and judges all files, in pieces of so many bytes; what they say is kept in
/// so many bytes of memory.
pub fn all(
    sources: &[Source],
    rules: &Sets,
    wanted: &Wanted,
    piece: u64,
    room: usize,
    bar: &ProgressBar,
) -> Kept {
    // The largest first, so that no thread is left with it at the end.
    let mut order: Vec<usize> = (0..sources.len()).collect();
    order.sort_by_key(|at| std::cmp::Reverse(sources[*at].size));
    let mut work = Vec::new();
    let mut files: Vec<_> = sources.iter().map(|_| Mutex::new(Joined::default())).collect();
    for at in order {
        let pieces = read::pieces(&sources[at], &wanted.folders, piece);
        files[at].get_mut().unwrap_or_else(PoisonError::into_inner).expect(pieces.len());
        work.extend(pieces.into_iter().enumerate().map(|(number, piece)| (at, number, piece)));
    }
    let kept = Mutex::new(Kept::of(sources.len(), room));
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..threads().min(work.len()) {
            scope.spawn(|| {
                let last = (String::new(), None, wanted.has("", None));
                let mut judge = Judge { wanted, verdicts: Verdicts::by(rules), last };
                while let Some((at, number, piece)) = work.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let source = &sources[*at];
                    let part = judge.part(source, piece, bar);
                    let whole = files[*at].lock().unwrap_or_else(PoisonError::into_inner).add(*number, part);
                    let Some((file, calls)) = whole.map(|whole| whole.file(&source.path)) else { continue };
                    kept.lock().unwrap_or_else(PoisonError::into_inner).put(*at, file, calls);
                }
            });
        }
    });
    kept.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// How many threads read.
fn threads() -> usize {
    std::thread::available_parallelism().map_or(2, usize::from).min(MOST_THREADS)
}

/// Judges the calls of one piece after the other.
struct Judge<'r> {
    wanted: &'r Wanted,
    verdicts: Verdicts<'r>,
    /// The folders of the last call, and whether it is one of the project: the next
    /// one mostly has the same.
    last: (String, Option<String>, bool),
}

impl Judge<'_> {
    fn part(&mut self, source: &Source, piece: &Range<u64>, bar: &ProgressBar) -> Part {
        let wanted = self.wanted;
        let size = source.size.min(piece.end).saturating_sub(piece.start);
        let mut part = Part::new(if piece.start == 0 { size } else { 0 }, wanted.examples);
        let mut repeated = Repeated::default();
        let mut take = |agent: &'static Agent, event| match event {
            Event::Call(record) if wanted.takes(agent, &record) && self.is_of_project(&record.said.call) => {
                let Part { calls, broken, later, shared, .. } = &mut part;
                let at = if piece.start == 0 { calls.entries.len() } else { later.len() };
                let judge = |record| {
                    let (seen, broke) = self.call(record, shared, &mut repeated);
                    broken.extend(broke.map(|broke| Broken { at: number(at), ..broke }));
                    seen
                };
                match piece.start {
                    0 => calls.add(record, judge),
                    _ => later.push(Told::Call(Entry::of(record, judge))),
                }
                part.forget();
            }
            Event::Call(record) => {
                if wanted.project.is_some() && record.said.call.cwd.is_empty() {
                    part.skip("unknown_folder", record.line);
                }
            }
            Event::Outcome(id, became) if piece.start == 0 => part.calls.learn(id, became),
            Event::Outcome(id, became) => part.later.push(Told::Outcome(id, became)),
            Event::Skipped(line, Skip::Broken) => part.skip("broken_lines", line),
            Event::Skipped(line, Skip::TooLong) => part.skip("calls_too_long", line),
            Event::Skipped(line, Skip::NoCommand) => part.skip("calls_without_command", line),
        };
        let mut left = size;
        let read = read::read(source, piece, &wanted.folders, &mut take, &mut |bytes| {
            bar.inc(bytes.min(left));
            left = left.saturating_sub(bytes);
        });
        bar.inc(left);
        match read {
            Ok(done) => (part.agent, part.lines) = (done.agent, done.lines),
            Err(why) => part.failure = Some(why),
        }
        part
    }

    fn is_of_project(&mut self, call: &ToolCall) -> bool {
        let (cwd, root, known) = &self.last;
        if (cwd, root) == (&call.cwd, &call.root) {
            return *known;
        }
        let is = self.wanted.has(&call.cwd, call.root.as_deref());
        self.last = (call.cwd.clone(), call.root.clone(), is);
        is
    }

    /// What is left of a call, and of what it broke.
    fn call(
        &mut self,
        record: Record,
        shared: &mut Shared,
        repeated: &mut Repeated,
    ) -> (Seen, Option<Broken>) {
        let Record { said, time, line, id, .. } = record;
        let known = match repeated.get(&Rc::as_ptr(&said)) {
            Some((known, _)) => known.clone(),
            None => {
                let known = self.judged(&said, shared);
                // What the reader does not keep will not come again.
                if Rc::strong_count(&said) > 1 {
                    if repeated.len() >= MOST_REPEATED {
                        repeated.clear();
                    }
                    repeated.insert(Rc::as_ptr(&said), (known.clone(), said));
                }
                known
            }
        };
        let Known { common, verdict, cwd } = known;
        let broke = verdict.shown.as_ref().map(|(text, shown)| Broken {
            at: 0,
            answered: u32::MAX,
            id,
            text: *text,
            line: number(line),
            cwd,
            shown: Some(Arc::clone(shown)),
        });
        (Seen { time: time.into(), common }, broke)
    }

    fn judged(&mut self, said: &Rc<Said>, shared: &mut Shared) -> Known {
        let call = &said.call;
        let verdict = self.verdicts.on(said);
        let nowhere = call.cwd.is_empty() && call.root.is_none();
        let session = shared.names.index(call.session.as_deref().unwrap_or_default());
        let project = shared.names.index(if nowhere { "" } else { verdict.project() });
        let ties = shared.ties.index(&verdict.ties);
        let cwd = match verdict.shown {
            Some(_) => shared.names.index(call.cwd.as_str()),
            None => 0,
        };
        let common = shared.common.index(&Common { session, project, ties, subagent: call.subagent });
        Known { common, verdict, cwd }
    }
}

/// A number in half the room: a log has not so many lines.
fn number(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// What is known of a call that its log may repeat.
#[derive(Clone)]
struct Known {
    /// As [`Seen::common`].
    common: u32,
    verdict: Rc<Verdict>,
    /// As [`Broken::cwd`].
    cwd: u32,
}

/// Calls of a log by where they are in memory, where they are kept.
type Repeated = HashMap<*const Said, (Known, Rc<Said>)>;

/// So many of them are kept; then they are forgotten.
const MOST_REPEATED: usize = 1024;

/// What is shown of a call, and the hash of all of it.
pub fn shown(call: &ToolCall, path: Option<&str>) -> (u64, Shown) {
    let text = match (&call.input, path) {
        (Input::Shell(line) | Input::PowerShell(line), _) => line,
        (_, Some(path)) => path,
        (Input::Files(_, paths), _) => paths.first().unwrap_or(&call.tool),
        (Input::Changes(changes), _) => changes.first().map_or(&call.tool, |(_, path)| path),
        (Input::Search { folder, .. }, _) => folder.as_ref().unwrap_or(&call.tool),
    };
    let end = (0..=text.len().min(MOST_TEXT)).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    let mut hash = DefaultHasher::new();
    (&call.cwd, text).hash(&mut hash);
    let text = text[..end].to_owned();
    let shown = if call.input.line().is_some() { Shown::Command(text) } else { Shown::Path(text) };
    (hash.finish(), shown)
}
