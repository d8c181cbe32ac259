//! Regular expressions as sed, awk and perl write them, as far as they are
//! literals, `.`, `[..]`, `*`, `+`, `?`, `^`, `$` and groups.

use std::cell::Cell;

/// Steps that all searches for one expression may take.
const STEPS: usize = 50_000;

/// The most items of an expression: each may be one call inside another.
const MOST_ITEMS: usize = 1024;

/// The longest input that is searched, in bytes.
pub(super) const LONGEST_INPUT: usize = 16 * 1024;

/// The longest text that is made of it, in bytes.
pub(super) const LONGEST_OUTPUT: usize = 256 * 1024;

/// One element of a regular expression.
#[derive(Debug)]
enum Item {
    Char(char),
    Any,
    /// Ranges, and whether they are negated.
    Set(Vec<(char, char)>, bool),
    Start,
    End,
    Open(usize),
    Close(usize),
}

/// How often an element may stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Times {
    Once,
    Any,
    Some,
    Maybe,
}

/// A regular expression. Those that are not read here do not become one.
#[derive(Debug)]
pub(super) struct Regex {
    items: Vec<(Item, Times)>,
    /// The steps that are left.
    steps: Cell<usize>,
}

/// Where a match and its groups stand.
pub(super) type Groups = [Option<(usize, usize)>; 10];

impl Regex {
    /// Reads a basic regular expression, or an extended one.
    pub fn new(text: &str, extended: bool) -> Option<Self> {
        let mut items: Vec<(Item, Times)> = Vec::new();
        let (mut open, mut groups) = (Vec::new(), 0);
        let mut chars = text.char_indices().peekable();
        while let Some((at, char)) = chars.next() {
            let escaped = char == '\\';
            let char = if escaped { chars.next()?.1 } else { char };
            let special = escaped != extended;
            let item = match char {
                '(' if special => {
                    groups += 1;
                    open.push(groups);
                    Item::Open(groups)
                }
                ')' if special => Item::Close(open.pop()?),
                '*' if !escaped && !items.is_empty() => {
                    repeat(&mut items, Times::Any)?;
                    continue;
                }
                '+' if special => {
                    repeat(&mut items, Times::Some)?;
                    continue;
                }
                '?' if special => {
                    repeat(&mut items, Times::Maybe)?;
                    continue;
                }
                '|' | '{' if special => return None,
                _ if escaped && char.is_alphanumeric() => match char {
                    'n' => Item::Char('\n'),
                    't' => Item::Char('\t'),
                    's' => Item::Set(vec![(' ', ' '), ('\t', '\r')], false),
                    'w' => Item::Set(vec![('a', 'z'), ('A', 'Z'), ('0', '9'), ('_', '_')], false),
                    _ => return None,
                },
                _ if escaped => Item::Char(char),
                '.' => Item::Any,
                '^' if at == 0 => Item::Start,
                '$' if chars.peek().is_none() => Item::End,
                '[' => {
                    let (item, length) = set(&text[at..])?;
                    while chars.peek().is_some_and(|(next, _)| *next < at + length) {
                        chars.next();
                    }
                    item
                }
                other => Item::Char(other),
            };
            items.push((item, Times::Once));
        }
        let few = open.is_empty() && groups < 10 && items.len() <= MOST_ITEMS;
        few.then_some(Regex { items, steps: Cell::new(STEPS) })
    }

    /// The first match from `from` on. `None` where it took too long to tell.
    pub fn find(&self, text: &str, from: usize) -> Option<Option<Groups>> {
        for start in (from..=text.len()).filter(|at| text.is_char_boundary(*at)) {
            let mut groups: Groups = [None; 10];
            if let Some(end) = self.at(text, start, 0, &mut groups)? {
                groups[0] = Some((start, end));
                return Some(Some(groups));
            }
        }
        Some(None)
    }

    /// Where the items from `index` on end, if they match at `at`: tries the
    /// longest way first.
    fn at(&self, text: &str, at: usize, index: usize, groups: &mut Groups) -> Option<Option<usize>> {
        self.step()?;
        let Some((item, times)) = self.items.get(index) else { return Some(Some(at)) };
        match item {
            Item::Start if at != 0 => return Some(None),
            Item::End if at != text.len() => return Some(None),
            Item::Start | Item::End => return self.at(text, at, index + 1, groups),
            Item::Open(group) => {
                groups[*group] = Some((at, at));
                return self.at(text, at, index + 1, groups);
            }
            Item::Close(group) => {
                let before = groups[*group];
                groups[*group] = before.map(|(start, _)| (start, at));
                let end = self.at(text, at, index + 1, groups)?;
                if end.is_none() {
                    groups[*group] = before;
                }
                return Some(end);
            }
            _ => {}
        }
        let (least, most) = match times {
            Times::Once => (1, 1),
            Times::Any => (0, usize::MAX),
            Times::Some => (1, usize::MAX),
            Times::Maybe => (0, 1),
        };
        let mut ends = vec![at];
        let mut end = at;
        for char in text[at..].chars().take(most) {
            if !item.accepts(char) {
                break;
            }
            end += char.len_utf8();
            ends.push(end);
            self.step()?;
        }
        for &end in ends.iter().skip(least).rev() {
            if let Some(found) = self.at(text, end, index + 1, groups)? {
                return Some(Some(found));
            }
        }
        Some(None)
    }
}

impl Regex {
    fn step(&self) -> Option<()> {
        self.steps.set(self.steps.get().checked_sub(1)?);
        Some(())
    }
}

/// Makes the last item stand several times. A group is not repeated here.
fn repeat(items: &mut [(Item, Times)], times: Times) -> Option<()> {
    let (item, before) = items.last_mut()?;
    let single = matches!(item, Item::Char(_) | Item::Any | Item::Set(..));
    (single && *before == Times::Once).then(|| *before = times)
}

impl Item {
    fn accepts(&self, char: char) -> bool {
        match self {
            Item::Char(wanted) => *wanted == char,
            Item::Any => true,
            Item::Set(ranges, negated) => {
                ranges.iter().any(|(low, high)| (*low..=*high).contains(&char)) != *negated
            }
            _ => false,
        }
    }
}

/// The bracket expression at the start, and its length in bytes.
fn set(text: &str) -> Option<(Item, usize)> {
    let negated = text[1..].starts_with('^');
    let start = 1 + usize::from(negated);
    let end = start + text.get(start..)?.char_indices().skip(1).find(|(_, c)| *c == ']')?.0;
    let inside = &text[start..end];
    if inside.contains("[:") || inside.contains("[.") {
        return None;
    }
    let chars: Vec<char> = inside.chars().collect();
    let mut ranges = Vec::new();
    let mut index = 0;
    while index < chars.len() {
        if index + 2 < chars.len() && chars[index + 1] == '-' {
            ranges.push((chars[index], chars[index + 2]));
            index += 3;
        } else {
            ranges.push((chars[index], chars[index]));
            index += 1;
        }
    }
    Some((Item::Set(ranges, negated), end + 1))
}
