//! What a file says, put together from its pieces.
//!
//! A later piece is read before it is known what stands before it: what it tells is
//! kept in order, and taken in when all before it has been. So the sum is that of
//! the file read from its first line to its last.

use super::judged::{Broken, Call, Common, File, Judged, Seen, Ties};
use abide_agents::Agent;
use abide_agents::history::{Calls, Entry, Told};
use foldhash::{HashMap, HashSet};
use std::borrow::Borrow;
use std::collections::BTreeMap;
use std::hash::Hash;
use std::path::Path;

/// When so many more texts are kept than can be shown, those are let go.
const MANY_TEXTS: usize = if cfg!(test) { 1 } else { 10_000 };

/// Most logs have a call in so many bytes, or in more.
const BYTES_A_CALL: u64 = 2048;
/// There is room at once for so many calls at most.
const MANY_CALLS: usize = 10_000;

/// What was skipped: how often, and the first line.
type Skipped = BTreeMap<&'static str, (usize, usize)>;

/// What a piece, or all pieces from the first, said.
pub struct Part {
    pub agent: Option<&'static Agent>,
    /// How many lines it has.
    pub lines: usize,
    /// The calls of the first piece and what followed it.
    pub calls: Calls<Seen>,
    /// What a later piece told.
    pub later: Vec<Told<Seen>>,
    /// The calls that broke a rule, by their places in the one or the other. When they were
    /// answered is not known yet.
    pub broken: Vec<Broken>,
    pub shared: Shared,
    pub failure: Option<String>,
    skipped: Skipped,
    /// How many calls of each rule are shown.
    examples: usize,
    /// How many calls were looked through for texts to let go.
    looked: usize,
}

impl Part {
    /// Nothing yet of so many bytes; so many calls of each rule will be shown.
    pub fn new(bytes: u64, examples: usize) -> Self {
        let calls = usize::try_from(bytes / BYTES_A_CALL).unwrap_or(0).min(MANY_CALLS);
        Part {
            agent: None,
            lines: 0,
            calls: Calls::with_room(calls),
            later: Vec::new(),
            broken: Vec::new(),
            shared: Shared::default(),
            failure: None,
            skipped: Skipped::default(),
            examples,
            looked: 0,
        }
    }

    /// Something in this line was passed over.
    pub fn skip(&mut self, what: &'static str, line: usize) {
        self.skipped.entry(what).or_insert((0, line)).0 += 1;
    }

    /// Takes in the next piece.
    fn follow(&mut self, part: Part) {
        let Part { lines, later, broken, shared, failure, skipped, .. } = part;
        let (names, common) = self.shared.follow(shared);
        let mut broken = broken.into_iter().peekable();
        for (number, mut told) in (0..).zip(later) {
            if let Told::Call(Entry { what: seen, .. }) = &mut told {
                seen.common = common[seen.common as usize];
            }
            let at = self.calls.entries.len();
            self.calls.follow(told);
            let broke = broken.next_if(|broken| broken.at == number);
            // What is known already broke nothing anew.
            if let Some(broke) = broke.filter(|_| self.calls.entries.len() > at) {
                let (cwd, line) = (names[broke.cwd as usize], broke.line + self.lines as u32);
                self.broken.push(Broken { at: at as u32, cwd, line, ..broke });
            }
        }
        for (what, (number, line)) in skipped {
            self.skipped.entry(what).or_insert((0, self.lines + line)).0 += number;
        }
        self.lines += lines;
        self.failure = self.failure.take().or(failure);
        self.forget();
    }

    /// Now and then lets go of texts that can be nobody's example.
    pub fn forget(&mut self) {
        // A later piece has none yet: what its calls share with those before is not known.
        if self.calls.entries.len() - self.looked > MANY_TEXTS {
            self.forget_now();
        }
    }

    /// Lets go of texts that can be nobody's example: of each rule the newest count,
    /// and of these each text once.
    fn forget_now(&mut self) {
        let Part { calls: Calls { entries, .. }, broken, shared, examples, .. } = self;
        let seen = |broke: &Broken| &entries[broke.at as usize].what;
        let mut newest: Vec<&mut Broken> = broken.iter_mut().filter(|broke| broke.shown.is_some()).collect();
        newest.sort_by_key(|broke| std::cmp::Reverse(seen(broke).time));
        let mut left = HashMap::default();
        let mut known = HashSet::default();
        for broke in newest {
            let common = &shared.common.list[seen(broke).common as usize];
            let mut needed = false;
            for rule in &shared.ties.list[common.ties as usize].broken {
                let left = left.entry(*rule).or_insert(*examples);
                if *left > 0 && (*examples == usize::MAX || known.insert((*rule, broke.text))) {
                    needed = true;
                    *left -= 1;
                }
            }
            if !needed {
                broke.shown = None;
            }
        }
        self.looked = entries.len();
    }

    /// What the file of this path says, of which this is all.
    pub fn file(mut self, path: &Path) -> (File, Judged) {
        self.forget_now();
        // What calls were found by goes first.
        let entries = std::mem::take(&mut self.calls).entries;
        for broke in &mut self.broken {
            broke.answered = entries[broke.at as usize].answered;
        }
        // In the room that they have: there may be many.
        let call =
            |Entry { key, outcome, what: Seen { time, common }, .. }| Call { key, time, common, outcome };
        let mut calls: Vec<Call> = entries.into_iter().map(call).collect();
        calls.shrink_to_fit();
        self.broken.shrink_to_fit();
        let Shared { names, ties, common } = self.shared;
        let agent = self.agent.filter(|_| self.failure.is_none());
        (
            File { path: path.to_owned(), agent, skipped: self.skipped, failure: self.failure },
            Judged { calls, broken: self.broken, common: common.list, names: names.list, ties: ties.list },
        )
    }
}

/// The pieces of a file, as they come.
#[derive(Default)]
pub struct Joined {
    pieces: usize,
    taken: usize,
    whole: Option<Box<Part>>,
    waiting: BTreeMap<usize, Part>,
}

impl Joined {
    /// Of how many pieces the file is made.
    pub fn expect(&mut self, pieces: usize) {
        self.pieces = pieces;
    }

    /// Takes in the piece of this number, or has it wait for those before it. The
    /// whole, with the last one.
    pub fn add(&mut self, number: usize, part: Part) -> Option<Box<Part>> {
        self.waiting.insert(number, part);
        while let Some(part) = self.waiting.remove(&self.taken) {
            self.taken += 1;
            match &mut self.whole {
                Some(whole) => whole.follow(part),
                None => self.whole = Some(Box::new(part)),
            }
        }
        // Nothing is left of what joined them: there may be many files.
        if self.taken == self.pieces { std::mem::take(self).whole } else { None }
    }
}

/// What the calls of a piece, or of a file, share.
#[derive(Default)]
pub struct Shared {
    pub names: Each<String>,
    pub ties: Each<Ties>,
    pub common: Each<Common>,
}

impl Shared {
    /// Takes in what calls of the next piece share: where its names are here, and what
    /// they have in common.
    fn follow(&mut self, next: Shared) -> (Vec<u32>, Vec<u32>) {
        let names: Vec<u32> = next.names.list.iter().map(|name| self.names.index(name.as_str())).collect();
        let ties: Vec<u32> = next.ties.list.iter().map(|ties| self.ties.index(ties)).collect();
        let common = next.common.list.iter().map(|common| {
            self.common.index(&Common {
                session: names[common.session as usize],
                project: names[common.project as usize],
                ties: ties[common.ties as usize],
                subagent: common.subagent,
            })
        });
        let common = common.collect();
        (names, common)
    }
}

/// Things that many calls share, each once.
pub struct Each<T> {
    /// In the order in which they came.
    pub list: Vec<T>,
    known: HashMap<T, u32>,
}

impl<T> Default for Each<T> {
    fn default() -> Self {
        Each { list: Vec::new(), known: HashMap::default() }
    }
}

impl<T: Clone + Eq + Hash> Each<T> {
    /// The place of a thing in the list.
    pub fn index<Q>(&mut self, thing: &Q) -> u32
    where
        T: Borrow<Q>,
        Q: Eq + Hash + ToOwned<Owned = T> + ?Sized,
    {
        if let Some(at) = self.known.get(thing) {
            return *at;
        }
        let at = u32::try_from(self.list.len()).unwrap_or(u32::MAX);
        self.list.push(thing.to_owned());
        self.known.insert(thing.to_owned(), at);
        at
    }
}

#[cfg(test)]
mod tests {
    use super::super::time::When;
    use super::*;
    use abide_agents::history::{Record, Said};
    use abide_rules::ToolCall;
    use std::rc::Rc;

    #[test]
    fn of_a_call_few_bytes_are_kept_and_no_room_beside_them() {
        // While its log is read, if it broke a rule as well, and from then on.
        assert_eq!((size_of::<Entry<Seen>>(), size_of::<Broken>(), size_of::<Call>()), (40, 40, 24));
        let mut part = Part::new(1 << 30, 3);
        let said = Rc::new(Said { call: ToolCall::default(), branch: None, exits: false });
        for key in 0..1000 {
            let record = Record { said: Rc::clone(&said), time: None, line: 1, key, id: key };
            part.calls.add(record, |_| Seen { time: When::from(None), common: 0 });
            let (at, id) = (key as u32, key);
            part.broken.push(Broken { at, answered: 0, id, text: 0, line: 1, cwd: 0, shown: None });
        }
        let Judged { calls, broken, .. } = part.file(Path::new("log")).1;
        assert_eq!([calls.len(), calls.capacity(), broken.len(), broken.capacity()], [1000; 4]);
    }
}
