//! A parsed pattern.
//!
//! Flags are resolved while parsing, so a node means the same wherever it
//! stands: there is no "ignore case" left in the tree, only sets that fold.

use super::class::Class;
use abide_shell::Span;

/// One node of a pattern.
#[derive(Clone, Debug, PartialEq)]
pub enum Node {
    /// Nothing: matches the empty text.
    Empty,
    /// This code point. A lone surrogate (`\ud800`) is allowed, as in Python,
    /// and matches no text.
    Char(u32),
    /// One character of a set.
    Set(Box<Class>),
    /// `.`: any character, a newline only with `all`.
    Dot { all: bool },
    /// A place between characters.
    At(Place),
    /// One after the other.
    Concat(Vec<Node>),
    /// The first branch that leads to a match.
    Alternate(Vec<Node>),
    /// `( )`; the number of the group where it captures, from 1.
    Group(Box<Node>, Option<u32>),
    /// A repeated node.
    Repeat(Box<Repeat>),
    /// A look around that consumes nothing.
    Look { behind: Option<u32>, negate: bool, node: Box<Node> },
    /// The text that a group captured.
    Backreference { group: u32, fold: Fold },
    /// `(?(1)yes|no)`: which branch depends on whether the group captured.
    Conditional { group: u32, yes: Box<Node>, no: Box<Node> },
}

/// `x*`, `x{2,5}?`.
#[derive(Clone, Debug, PartialEq)]
pub struct Repeat {
    /// What is repeated.
    pub node: Node,
    /// The fewest times.
    pub min: u32,
    /// The most times; `None` without end.
    pub max: Option<u32>,
    /// Whether more is tried before less.
    pub greedy: bool,
    /// Bytes of the pattern: the node and its quantifier.
    pub span: Span,
}

/// A place between characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// `\A`, and `^` without MULTILINE.
    Start,
    /// `^` with MULTILINE.
    LineStart,
    /// `\Z`.
    End,
    /// `$` without MULTILINE: the end, or before a final newline.
    LastLineEnd,
    /// `$` with MULTILINE.
    LineEnd,
    /// `\b`, and `\B` with `negate`.
    WordEdge { ascii: bool, negate: bool },
}

/// How two characters are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fold {
    /// As they are.
    Exact,
    /// Without case, as Python does for `str`.
    Unicode,
    /// Without case for ASCII letters only (`(?ai)`).
    Ascii,
}

/// Whether this node alone spells out a character that separates commands.
pub fn names_separator(node: &Node) -> bool {
    "|&;\n".chars().map(u32::from).any(|c| match node {
        Node::Char(wanted) => *wanted == c,
        Node::Set(class) => class.names(c),
        _ => false,
    })
}

impl Node {
    /// The nodes directly below this one.
    pub fn children(&self) -> Vec<&Node> {
        match self {
            Node::Concat(nodes) | Node::Alternate(nodes) => nodes.iter().collect(),
            Node::Group(node, _) | Node::Look { node, .. } => vec![node],
            Node::Repeat(repeat) => vec![&repeat.node],
            Node::Conditional { yes, no, .. } => vec![yes, no],
            _ => Vec::new(),
        }
    }

    /// Whether the node can match without consuming a character.
    pub fn nullable(&self) -> bool {
        match self {
            Node::Char(_) | Node::Set(_) | Node::Dot { .. } => false,
            Node::Empty | Node::At(_) | Node::Look { .. } | Node::Backreference { .. } => true,
            Node::Concat(nodes) => nodes.iter().all(Node::nullable),
            Node::Alternate(nodes) => nodes.iter().any(Node::nullable),
            Node::Group(node, _) => node.nullable(),
            Node::Repeat(repeat) => repeat.min == 0 || repeat.node.nullable(),
            Node::Conditional { yes, no, .. } => yes.nullable() || no.nullable(),
        }
    }

    /// Whether any node of the tree satisfies `test`.
    pub fn any(&self, test: &impl Fn(&Node) -> bool) -> bool {
        test(self) || self.children().into_iter().any(|node| node.any(test))
    }

    /// The fewest and the most characters the node consumes. `groups[n]` is
    /// the width of capture group `n`.
    pub fn width(&self, groups: &[Option<(u64, u64)>]) -> (u64, u64) {
        let sum = |a: (u64, u64), b: (u64, u64)| (a.0.saturating_add(b.0), a.1.saturating_add(b.1));
        let either = |a: (u64, u64), b: (u64, u64)| (a.0.min(b.0), a.1.max(b.1));
        match self {
            Node::Empty | Node::At(_) | Node::Look { .. } => (0, 0),
            Node::Char(_) | Node::Set(_) | Node::Dot { .. } => (1, 1),
            Node::Concat(nodes) => nodes.iter().map(|n| n.width(groups)).fold((0, 0), sum),
            Node::Alternate(nodes) => nodes.iter().map(|n| n.width(groups)).reduce(either).unwrap_or((0, 0)),
            Node::Group(node, _) => node.width(groups),
            Node::Repeat(repeat) => {
                let (low, high) = repeat.node.width(groups);
                let most = match repeat.max {
                    Some(max) => high.saturating_mul(max.into()),
                    None if high == 0 => 0,
                    None => u64::MAX,
                };
                (low.saturating_mul(repeat.min.into()), most)
            }
            Node::Backreference { group, .. } => {
                groups.get(*group as usize).copied().flatten().unwrap_or((0, u64::MAX))
            }
            Node::Conditional { yes, no, .. } => either(yes.width(groups), no.width(groups)),
        }
    }
}
