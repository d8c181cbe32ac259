//! Running a program over a text: `re.search`.
//!
//! A backtracking matcher that tries alternatives in Python's order. Whether
//! a split leads to a match depends only on where it is in the program and in
//! the text (and on whether the loops around it have consumed something in
//! this round, since Python leaves a loop after an empty round), so a split that failed at some place is never tried there again:
//! the work is linear in the text, lookarounds included. This does not hold
//! for patterns that ask what a group captured (backreferences, conditions),
//! nor for the body of a lookaround that matched once; those steps are
//! counted, and running out of them is an answer of its own.

use super::Groups;
use super::ast::{Fold, Place};
use super::class::{Category, lower};
use super::program::{Inst, Program};
use std::ops::Range;

/// The steps any search may take, beside those that grow with the text.
const BASE_STEPS: u64 = 1_000_000;

/// The steps allowed for each split and byte of the text. One is enough for a
/// pattern without lookarounds and backreferences.
const STEPS_PER_PLACE: u64 = 8;

/// The most steps of any search: well below half a second.
const MOST_STEPS: u64 = 12_000_000;

/// The most instructions of any search, those between two splits too.
const MOST_WORK: u64 = 45_000_000;

/// The steps ran out: whether the pattern matches is not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfSteps;

/// The first match of `program` in `text`, in bytes.
pub fn search(program: &Program, text: &str) -> Result<Option<Range<usize>>, OutOfSteps> {
    Search::new(program, text).first()
}

/// The first match, and what each group captured.
pub fn groups(program: &Program, text: &str) -> Result<Option<Groups>, OutOfSteps> {
    let mut search = Search::new(program, text);
    let Some(found) = search.first()? else { return Ok(None) };
    let groups = (1..program.slots / 2).map(|group| search.captured(group as u32));
    Ok(Some(std::iter::once(Some(found)).chain(groups).collect()))
}

const UNSET: usize = usize::MAX;

/// What to do when the way taken leads nowhere.
enum Frame {
    /// Go on at this instruction and position.
    Retry { pc: usize, at: usize },
    /// Put the old value back into a slot, then look further.
    Restore { slot: usize, value: usize },
}

struct Search<'s> {
    program: &'s Program,
    text: &'s str,
    /// One bit for each case of a split and position: it was tried there in vain (or is
    /// being tried right now). Empty if captures decide.
    failed: Vec<u64>,
    /// The bits set inside a lookaround.
    trail: Vec<usize>,
    /// How many lookarounds are running, one inside the other.
    looks: u32,
    slots: Vec<usize>,
    stack: Vec<Frame>,
    /// The splits that may still be taken.
    steps: u64,
    /// The instructions that may still be run.
    work: u64,
}

impl<'s> Search<'s> {
    /// The next place after `start` where a match could begin.
    fn next_start(&self, start: usize) -> Option<usize> {
        let after = start + self.text[start..].chars().next()?.len_utf8();
        match self.program.code[0] {
            Inst::Char(c) => {
                let c = char::from_u32(c)?;
                self.text[after..].find(c).map(|offset| after + offset)
            }
            _ => Some(after),
        }
    }

    fn new(program: &'s Program, text: &'s str) -> Self {
        let places = (program.splits * (text.len() + 1)) as u64;
        let memo = if program.uses_captures { 0 } else { places as usize };
        Search {
            program,
            text,
            failed: vec![0; memo.div_ceil(64)],
            trail: Vec::new(),
            looks: 0,
            slots: vec![UNSET; program.slots],
            stack: Vec::new(),
            work: MOST_WORK,
            steps: (BASE_STEPS + STEPS_PER_PLACE * places).min(MOST_STEPS),
        }
    }

    fn first(&mut self) -> Result<Option<Range<usize>>, OutOfSteps> {
        let mut start = 0;
        loop {
            if let Some(end) = self.run(0, start)? {
                return Ok(Some(start..end));
            }
            if self.program.anchored {
                return Ok(None);
            }
            start = match self.next_start(start) {
                Some(next) => next,
                None => return Ok(None),
            };
        }
    }

    /// The end of a match that begins at instruction `pc` and byte `at`.
    fn run(&mut self, mut pc: usize, mut at: usize) -> Result<Option<usize>, OutOfSteps> {
        let base = self.stack.len();
        loop {
            self.work = self.work.checked_sub(1).ok_or(OutOfSteps)?;
            let next = match &self.program.code[pc] {
                Inst::Accept => return Ok(Some(at)),
                Inst::Jump(target) => Some((*target, at)),
                Inst::Char(wanted) => self.one(at, |c| c == *wanted).map(|at| (pc + 1, at)),
                Inst::Set(class) => self.one(at, |c| class.contains(c)).map(|at| (pc + 1, at)),
                Inst::Dot { all } => self.one(at, |c| *all || c != u32::from('\n')).map(|at| (pc + 1, at)),
                Inst::At(place) => self.is_at(*place, at).then_some((pc + 1, at)),
                Inst::Split { first, second, id, rounds } => {
                    self.steps = self.steps.checked_sub(1).ok_or(OutOfSteps)?;
                    if self.first_visit(*id, rounds, at) {
                        self.stack.push(Frame::Retry { pc: *second, at });
                        Some((*first, at))
                    } else {
                        None
                    }
                }
                Inst::Save(slot) => {
                    self.set(*slot, at);
                    Some((pc + 1, at))
                }
                Inst::EmptyRound { slot, exit } => {
                    Some((if self.slots[*slot] == at { *exit } else { pc + 1 }, at))
                }
                Inst::Look { behind, negate, next } => {
                    let (next, negate) = (*next, *negate);
                    let found = match behind {
                        None => self.look(pc + 1, at, negate)?,
                        Some(width) => match self.back(at, *width) {
                            Some(from) => self.look(pc + 1, from, negate)?,
                            None => false,
                        },
                    };
                    (found != negate).then_some((next, at))
                }
                Inst::Backreference { group, fold } => {
                    self.steps = self.steps.checked_sub(1).ok_or(OutOfSteps)?;
                    self.repeats(*group, *fold, at)?.map(|at| (pc + 1, at))
                }
                Inst::Conditional { group, no } => {
                    Some((if self.captured(*group).is_some() { pc + 1 } else { *no }, at))
                }
            };
            match next.or_else(|| self.backtrack(base)) {
                Some(next) => (pc, at) = next,
                None => return Ok(None),
            }
        }
    }

    fn backtrack(&mut self, base: usize) -> Option<(usize, usize)> {
        while self.stack.len() > base {
            match self.stack.pop()? {
                Frame::Retry { pc, at } => return Some((pc, at)),
                Frame::Restore { slot, value } => self.slots[slot] = value,
            }
        }
        None
    }

    /// Whether the body of a lookaround matches. Its alternatives are given up
    /// once it does; its captures stay, unless it is negative.
    fn look(&mut self, pc: usize, at: usize, negate: bool) -> Result<bool, OutOfSteps> {
        let (base, marks) = (self.stack.len(), self.trail.len());
        self.looks += 1;
        let found = self.run(pc, at)?.is_some();
        self.looks -= 1;
        if found {
            // Splits on the way to the match did not fail: forget them.
            for mark in self.trail.drain(marks..) {
                self.failed[mark / 64] &= !(1 << (mark % 64));
            }
            if negate {
                while self.stack.len() > base {
                    self.backtrack(base);
                }
            } else {
                let tail = self.stack.split_off(base);
                self.stack.extend(tail.into_iter().filter(|f| matches!(f, Frame::Restore { .. })));
            }
        } else if self.looks == 0 {
            self.trail.clear();
        }
        Ok(found)
    }

    fn first_visit(&mut self, id: usize, rounds: &[usize], at: usize) -> bool {
        if self.failed.is_empty() {
            return true;
        }
        let empty = |case: usize, slot: &usize| case << 1 | usize::from(self.slots[*slot] == at);
        let mark = (id + rounds.iter().fold(0, empty)) * (self.text.len() + 1) + at;
        let (word, bit) = (mark / 64, 1 << (mark % 64));
        let new = self.failed[word] & bit == 0;
        self.failed[word] |= bit;
        if new && self.looks > 0 {
            self.trail.push(mark);
        }
        new
    }

    fn set(&mut self, slot: usize, at: usize) {
        self.stack.push(Frame::Restore { slot, value: self.slots[slot] });
        self.slots[slot] = at;
    }

    /// The position after one character that satisfies `test`.
    fn one(&self, at: usize, test: impl Fn(u32) -> bool) -> Option<usize> {
        match self.text.as_bytes().get(at)? {
            byte @ ..=127 => test(u32::from(*byte)).then_some(at + 1),
            _ => {
                let c = self.text[at..].chars().next()?;
                test(c.into()).then_some(at + c.len_utf8())
            }
        }
    }

    /// The position `width` characters before `at`.
    fn back(&self, at: usize, width: u32) -> Option<usize> {
        let mut before = self.text[..at].char_indices();
        match width {
            0 => Some(at),
            width => before.nth_back(width as usize - 1).map(|(at, _)| at),
        }
    }

    fn is_at(&self, place: Place, at: usize) -> bool {
        let rest = &self.text.as_bytes()[at..];
        match place {
            Place::Start => at == 0,
            Place::LineStart => at == 0 || self.text.as_bytes()[at - 1] == b'\n',
            Place::End => rest.is_empty(),
            Place::LastLineEnd => matches!(rest, [] | [b'\n']),
            Place::LineEnd => matches!(rest, [] | [b'\n', ..]),
            Place::WordEdge { ascii, negate } => {
                let word = |c: char| Category::Word.contains(c.into(), ascii);
                let before = self.text[..at].chars().next_back().is_some_and(word);
                let after = self.text[at..].chars().next().is_some_and(word);
                // Python (before 3.14) finds neither \b nor \B in an empty text.
                !self.text.is_empty() && (before != after) != negate
            }
        }
    }

    fn captured(&self, group: u32) -> Option<Range<usize>> {
        let (start, end) = (self.slots[2 * group as usize], self.slots[2 * group as usize + 1]);
        (start != UNSET && end != UNSET && start <= end).then_some(start..end)
    }

    /// The position after another copy of what the group captured.
    fn repeats(&mut self, group: u32, fold: Fold, at: usize) -> Result<Option<usize>, OutOfSteps> {
        let Some(captured) = self.captured(group) else {
            return Ok(None);
        };
        self.steps = self.steps.checked_sub(captured.len() as u64).ok_or(OutOfSteps)?;
        let mut at = at;
        for wanted in self.text[captured].chars() {
            let wanted = lower(wanted.into(), fold);
            match self.one(at, |c| lower(c, fold) == wanted) {
                Some(next) => at = next,
                None => return Ok(None),
            }
        }
        Ok(Some(at))
    }
}
