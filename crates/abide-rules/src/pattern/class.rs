//! Character sets, and what Python means by a digit, a space and a word.

use super::ast::Fold;
use super::unicode::{DECIMAL, EXTRA_CASES, SPACE, WORD};

/// `\d`, `\s` or `\w`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Category {
    /// `\d`: a decimal digit.
    Digit,
    /// `\s`: white space.
    Space,
    /// `\w`: a letter, any number, or an underscore.
    Word,
}

impl Category {
    /// Whether `c` belongs; with `ascii`, only ASCII characters can.
    pub fn contains(self, c: u32, ascii: bool) -> bool {
        if c < 128 {
            let c = c as u8;
            return match self {
                Category::Digit => c.is_ascii_digit(),
                // Python's str.isspace counts the separators 0x1c..0x1f too;
                // its ASCII mode does not.
                Category::Space => matches!(c, b' ' | b'\t'..=b'\r') || !ascii && matches!(c, 0x1c..=0x1f),
                Category::Word => c.is_ascii_alphanumeric() || c == b'_',
            };
        }
        let table = match self {
            Category::Digit => DECIMAL,
            Category::Space => SPACE,
            Category::Word => WORD,
        };
        !ascii && in_ranges(table, c)
    }
}

/// One element of a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Item {
    /// Both ends included.
    Range(u32, u32),
    /// A category, or all that is outside it.
    Category { category: Category, negate: bool, ascii: bool },
}

impl Item {
    fn contains(self, c: u32) -> bool {
        match self {
            Item::Range(low, high) => (low..=high).contains(&c),
            Item::Category { category, negate, ascii } => category.contains(c, ascii) != negate,
        }
    }
}

/// A set of characters, with its ASCII half worked out.
#[derive(Clone, Debug, PartialEq)]
pub struct Class {
    ascii: u128,
    items: Vec<Item>,
    negate: bool,
    fold: Fold,
}

impl Class {
    /// The set of `items`, or all that is outside it.
    pub fn new(items: Vec<Item>, negate: bool, fold: Fold) -> Self {
        let items = match fold {
            Fold::Exact => items,
            _ => folded(&items, fold),
        };
        let mut class = Class { ascii: 0, items, negate, fold };
        class.ascii = (0..128).filter(|&c| class.search(c)).fold(0, |set, c| set | 1 << c);
        class
    }

    /// Whether `c` belongs to the set.
    pub fn contains(&self, c: u32) -> bool {
        if c < 128 { self.ascii >> c & 1 == 1 } else { self.search(c) }
    }

    /// Whether the set is written with `c` itself as a member.
    pub fn names(&self, c: u32) -> bool {
        !self.negate && self.items.contains(&Item::Range(c, c))
    }

    fn search(&self, c: u32) -> bool {
        let c = lower(c, self.fold);
        self.items.iter().any(|item| item.contains(c)) != self.negate
    }
}

/// The items with every range replaced by the lower-case characters that
/// match one of its members. Texts are lowered before they are looked up.
fn folded(items: &[Item], fold: Fold) -> Vec<Item> {
    let mut members = Vec::new();
    let mut out = Vec::new();
    for &item in items {
        let Item::Range(low, high) = item else {
            out.push(item);
            continue;
        };
        for c in low..=high {
            let c = lower(c, fold);
            members.push(c);
            if fold == Fold::Unicode {
                members.extend(EXTRA_CASES.iter().filter(|pair| pair.0 == c).map(|pair| pair.1));
            }
        }
    }
    members.sort_unstable();
    members.dedup();
    for c in members {
        match out.last_mut() {
            Some(Item::Range(_, high)) if *high + 1 == c => *high = c,
            _ => out.push(Item::Range(c, c)),
        }
    }
    out
}

/// The simple lower case of `c`.
pub fn lower(c: u32, fold: Fold) -> u32 {
    match fold {
        Fold::Exact => c,
        Fold::Ascii => u8::try_from(c).map_or(c, |byte| byte.to_ascii_lowercase().into()),
        // The full lower case of one character (U+0130) has two: the first is
        // the simple one.
        Fold::Unicode => char::from_u32(c).and_then(|c| c.to_lowercase().next()).map_or(c, u32::from),
    }
}

fn in_ranges(table: &[(u32, u32)], c: u32) -> bool {
    let index = table.partition_point(|range| range.1 < c);
    table.get(index).is_some_and(|range| range.0 <= c)
}
