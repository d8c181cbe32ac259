//! From a tree to a list of instructions.
//!
//! The instructions are those of a backtracking matcher; what makes it linear
//! is in `search`, which remembers the [`Inst::Split`]s that led nowhere.

use super::ast::{Fold, Node, Place, Repeat};
use super::class::Class;

/// Longer programs are refused: `(?:a{1000}){1000}` would take a gigabyte.
const MAX_INSTRUCTIONS: usize = 50_000;

/// Loops with empty rounds nested deeper than this are told apart no more:
/// whether there is a match stays right, which of several may not.
const MAX_ROUNDS: usize = 4;

/// One instruction. Targets are indexes into the program.
#[derive(Clone, Debug)]
pub enum Inst {
    /// This code point.
    Char(u32),
    /// One character of a set.
    Set(Class),
    /// Any character; a newline only with `all`.
    Dot { all: bool },
    /// A place between characters.
    At(Place),
    /// Try `first`, then `second`. What follows depends on the instruction,
    /// the position, and for each slot in `rounds` on whether the round of
    /// that loop is empty so far: `id` numbers the first of these cases.
    Split { first: usize, second: usize, id: usize, rounds: Vec<usize> },
    /// Go on at another instruction.
    Jump(usize),
    /// Keep the position in a slot: groups take two each, then loops one.
    Save(usize),
    /// Leave a loop whose last round, begun at the position in `slot`, was empty.
    EmptyRound { slot: usize, exit: usize },
    /// Run the instructions from the next one to their `Accept`, `behind`
    /// characters back, then go on at `next`.
    Look { behind: Option<u32>, negate: bool, next: usize },
    /// The text that a group captured.
    Backreference { group: u32, fold: Fold },
    /// Go to `no` where the group captured nothing.
    Conditional { group: u32, no: usize },
    /// The pattern, or the body of a look, has matched.
    Accept,
}

/// A compiled pattern.
#[derive(Clone, Debug)]
pub struct Program {
    /// The instructions; matching begins at the first.
    pub code: Vec<Inst>,
    /// The number of splits, each counted once for each case.
    pub splits: usize,
    /// The number of slots.
    pub slots: usize,
    /// Whether a match depends on what was captured on the way to a split.
    /// Then a split that failed once may succeed another time.
    pub uses_captures: bool,
    /// Whether a match can begin only at the start of the text.
    pub anchored: bool,
}

/// Compiles a tree. `None` if the program would be too long.
pub fn compile(node: &Node, groups: u32, uses_captures: bool) -> Option<Program> {
    let slots = if uses_captures { 2 * (groups as usize + 1) } else { 0 };
    let anchored = starts_anchored(node);
    let program = Program { code: Vec::new(), splits: 0, slots, uses_captures, anchored };
    let mut compiler = Compiler { program, rounds: Vec::new() };
    compiler.node(node)?;
    compiler.push(Inst::Accept)?;
    Some(compiler.program)
}

fn starts_anchored(node: &Node) -> bool {
    match node {
        Node::At(Place::Start) => true,
        Node::Group(node, _) => starts_anchored(node),
        Node::Concat(nodes) => nodes.first().is_some_and(starts_anchored),
        Node::Alternate(nodes) => nodes.iter().all(starts_anchored),
        _ => false,
    }
}

struct Compiler {
    program: Program,
    /// The slots of the loops around this place whose rounds may be empty.
    rounds: Vec<usize>,
}

impl Compiler {
    fn push(&mut self, inst: Inst) -> Option<usize> {
        self.program.code.push(inst);
        (self.program.code.len() <= MAX_INSTRUCTIONS).then(|| self.program.code.len() - 1)
    }

    fn here(&self) -> usize {
        self.program.code.len()
    }

    fn slot(&mut self) -> usize {
        self.program.slots += 1;
        self.program.slots - 1
    }

    /// A split whose targets are set once they are known.
    fn split(&mut self) -> Option<usize> {
        let id = self.program.splits;
        let rounds = self.rounds[self.rounds.len().saturating_sub(MAX_ROUNDS)..].to_vec();
        self.program.splits += 1 << rounds.len();
        self.push(Inst::Split { first: 0, second: 0, id, rounds })
    }

    /// Points the split at `into` (once more) or `past` (enough).
    fn aim(&mut self, at: usize, into: usize, past: usize, greedy: bool) {
        if let Inst::Split { first, second, .. } = &mut self.program.code[at] {
            (*first, *second) = if greedy { (into, past) } else { (past, into) };
        }
    }

    fn node(&mut self, node: &Node) -> Option<()> {
        match node {
            Node::Empty => {}
            Node::Char(c) => drop(self.push(Inst::Char(*c))?),
            Node::Set(class) => drop(self.push(Inst::Set((**class).clone()))?),
            Node::Dot { all } => drop(self.push(Inst::Dot { all: *all })?),
            Node::At(place) => drop(self.push(Inst::At(*place))?),
            Node::Concat(nodes) => nodes.iter().try_for_each(|node| self.node(node))?,
            Node::Alternate(branches) => self.alternate(branches)?,
            Node::Group(node, group) => {
                let group = group.filter(|_| self.program.uses_captures);
                // A group counts as captured from its end on, so its start
                // waits in a slot of its own until then.
                let slots = group.map(|group| 2 * group as usize);
                if let Some(slot) = slots {
                    self.push(Inst::Save(slot))?;
                }
                self.node(node)?;
                if let Some(slot) = slots {
                    self.push(Inst::Save(slot + 1))?;
                }
            }
            Node::Repeat(repeat) => self.repeat(repeat)?,
            Node::Look { behind, negate, node } => {
                let at = self.push(Inst::Look { behind: *behind, negate: *negate, next: 0 })?;
                // The loops around it have no say inside a look.
                let rounds = std::mem::take(&mut self.rounds);
                self.node(node)?;
                self.rounds = rounds;
                self.push(Inst::Accept)?;
                let end = self.here();
                if let Inst::Look { next, .. } = &mut self.program.code[at] {
                    *next = end;
                }
            }
            Node::Backreference { group, fold } => {
                self.push(Inst::Backreference { group: *group, fold: *fold })?;
            }
            Node::Conditional { group, yes, no } => {
                let at = self.push(Inst::Conditional { group: *group, no: 0 })?;
                self.node(yes)?;
                let jump = self.push(Inst::Jump(0))?;
                self.program.code[at] = Inst::Conditional { group: *group, no: self.here() };
                self.node(no)?;
                self.program.code[jump] = Inst::Jump(self.here());
            }
        }
        Some(())
    }

    fn alternate(&mut self, branches: &[Node]) -> Option<()> {
        let (last, rest) = branches.split_last()?;
        let mut jumps = Vec::new();
        for branch in rest {
            let split = self.split()?;
            self.node(branch)?;
            jumps.push(self.push(Inst::Jump(0))?);
            self.aim(split, split + 1, self.here(), true);
        }
        self.node(last)?;
        for jump in jumps {
            self.program.code[jump] = Inst::Jump(self.here());
        }
        Some(())
    }

    /// `x{2,4}` is `xx(?:x(?:x)?)?`, `x{2,}` is `xxx*`.
    fn repeat(&mut self, repeat: &Repeat) -> Option<()> {
        for _ in 0..repeat.min {
            self.node(&repeat.node)?;
            // A body without instructions can be left at once.
            if repeat.node == Node::Empty {
                return Some(());
            }
        }
        let Some(max) = repeat.max else {
            return self.forever(repeat);
        };
        let mut splits = Vec::new();
        for _ in repeat.min..max {
            splits.push(self.split()?);
            self.node(&repeat.node)?;
        }
        let end = self.here();
        for split in splits {
            self.aim(split, split + 1, end, repeat.greedy);
        }
        Some(())
    }

    fn forever(&mut self, repeat: &Repeat) -> Option<()> {
        let slot = repeat.node.nullable().then(|| self.slot());
        let split = self.split()?;
        if let Some(slot) = slot {
            self.push(Inst::Save(slot))?;
            self.rounds.push(slot);
        }
        self.node(&repeat.node)?;
        if slot.is_some() {
            self.rounds.pop();
        }
        let check = slot.map(|slot| self.push(Inst::EmptyRound { slot, exit: 0 }));
        self.push(Inst::Jump(split))?;
        let end = self.here();
        if let (Some(at), Some(slot)) = (check.flatten(), slot) {
            self.program.code[at] = Inst::EmptyRound { slot, exit: end };
        }
        self.aim(split, split + 1, end, repeat.greedy);
        Some(())
    }
}
