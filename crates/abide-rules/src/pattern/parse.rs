//! From the text of a Python `str` pattern to a tree.
//!
//! The grammar is the one of Python 3.9 to 3.13 where they agree: what one of
//! them refuses is refused here, so that a rules file loads everywhere. That
//! leaves out atomic groups, possessive quantifiers (both since 3.11) and a
//! global flag that is not at the start (an error since 3.11). `\N{...}` is
//! refused too: it would need the table of all Unicode names.

use super::PatternError;
use super::ast::{Fold, Node, Place, Repeat};
use super::class::{Class, Item};
use super::escape::{self, Escape};
use abide_shell::Span;

/// Deeper patterns are refused; Python's own parser gives up near 300.
pub(super) const MAX_DEPTH: u32 = 200;

/// Python's MAXREPEAT.
pub(super) const MAX_REPEAT: u64 = u32::MAX as u64;

/// The tree of a pattern.
pub struct Parsed {
    /// The pattern.
    pub node: Node,
    /// The number of capture groups.
    pub groups: u32,
    /// Whether a node asks what a group captured.
    pub uses_captures: bool,
}

/// Reads a pattern.
pub fn parse(pattern: &str) -> Result<Parsed, PatternError> {
    let mut parser = Parser { text: pattern, groups: vec![Some((0, u64::MAX))], ..Parser::default() };
    let node = parser.alternation(0)?;
    if parser.peek().is_some() {
        return Err(parser.error(parser.at, "unbalanced parenthesis"));
    }
    for &(group, at) in &parser.forward {
        if group as usize >= parser.groups.len() {
            return Err(parser.error(at, format!("invalid group reference {group}")));
        }
    }
    let groups = parser.groups.len() as u32 - 1;
    Ok(Parsed { node, groups, uses_captures: parser.uses_captures })
}

#[derive(Clone, Copy, Default)]
pub(super) struct Flags {
    pub(super) ascii: bool,
    pub(super) unicode: bool,
    pub(super) ignore_case: bool,
    pub(super) multi_line: bool,
    pub(super) dot_all: bool,
    pub(super) verbose: bool,
}

impl Flags {
    fn fold(self) -> Fold {
        match (self.ignore_case, self.ascii) {
            (false, _) => Fold::Exact,
            (true, false) => Fold::Unicode,
            (true, true) => Fold::Ascii,
        }
    }

    pub(super) fn slot(&mut self, flag: char) -> Option<&mut bool> {
        Some(match flag {
            'a' => &mut self.ascii,
            'u' => &mut self.unicode,
            'i' => &mut self.ignore_case,
            'm' => &mut self.multi_line,
            's' => &mut self.dot_all,
            'x' => &mut self.verbose,
            _ => return None,
        })
    }
}

#[derive(Default)]
pub(super) struct Parser<'p> {
    pub(super) text: &'p str,
    pub(super) at: usize,
    pub(super) flags: Flags,
    /// The width of each closed group; `None` while it is open.
    pub(super) groups: Vec<Option<(u64, u64)>>,
    pub(super) names: Vec<(&'p str, u32)>,
    /// Groups from this number on belong to the lookbehind being read.
    pub(super) lookbehind: Option<u32>,
    /// Conditions on groups by number, which may come later.
    pub(super) forward: Vec<(u32, usize)>,
    pub(super) uses_captures: bool,
    /// Whether nothing but global flags was read so far.
    pub(super) started: bool,
}

pub(super) type Result<T, E = PatternError> = std::result::Result<T, E>;

impl<'p> Parser<'p> {
    pub(super) fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    pub(super) fn next(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += c.len_utf8();
        Some(c)
    }

    pub(super) fn eat(&mut self, text: &str) -> bool {
        let found = self.text[self.at..].starts_with(text);
        if found {
            self.at += text.len();
        }
        found
    }

    pub(super) fn error(&self, start: usize, message: impl Into<String>) -> PatternError {
        PatternError { message: message.into(), span: Span::new(start as u32, self.at.max(start) as u32) }
    }

    pub(super) fn alternation(&mut self, depth: u32) -> Result<Node> {
        if depth > MAX_DEPTH {
            return Err(self.error(self.at, "groups nest too deeply"));
        }
        let mut branches = vec![self.sequence(depth)?];
        while self.eat("|") {
            self.started = true;
            branches.push(self.sequence(depth)?);
        }
        Ok(match branches.len() {
            1 => branches.remove(0),
            _ => Node::Alternate(branches),
        })
    }

    /// Reads up to `|`, `)` or the end.
    pub(super) fn sequence(&mut self, depth: u32) -> Result<Node> {
        let mut nodes: Vec<(Node, usize)> = Vec::new();
        while let Some(c) = self.peek().filter(|c| !matches!(c, '|' | ')')) {
            let start = self.at;
            if self.flags.verbose && (c.is_ascii_whitespace() || c == '\x0b') {
                self.next();
                continue;
            }
            if self.flags.verbose && c == '#' {
                self.at += self.text[self.at..].find('\n').map_or(self.text.len() - self.at, |n| n + 1);
                continue;
            }
            if self.eat("(?#") {
                let close = self.text[self.at..].find(')');
                let close = close.ok_or_else(|| self.error(start, "missing ), unterminated comment"))?;
                self.at += close + 1;
                continue;
            }
            if let Some((min, max)) = self.quantifier()? {
                let (node, from) = self.repeated(nodes.pop(), start)?;
                let greedy = !self.eat("?");
                if greedy && self.eat("+") {
                    let message = "possessive quantifiers need Python 3.11";
                    return Err(self.error(start, message));
                }
                let span = Span::new(from as u32, self.at as u32);
                nodes.push((Node::Repeat(Box::new(Repeat { node, min, max, greedy, span })), from));
                continue;
            }
            if let Some(node) = self.item(depth)? {
                self.started = true;
                nodes.push((node, start));
            }
        }
        Ok(match nodes.len() {
            0 => Node::Empty,
            1 => nodes.remove(0).0,
            _ => Node::Concat(nodes.into_iter().map(|(node, _)| node).collect()),
        })
    }

    /// The node that a quantifier at `start` repeats.
    fn repeated(&self, last: Option<(Node, usize)>, start: usize) -> Result<(Node, usize)> {
        match last {
            None | Some((Node::At(_), _)) => Err(self.error(start, "nothing to repeat")),
            Some((Node::Repeat(_), _)) => Err(self.error(start, "multiple repeat")),
            Some(last) => Ok(last),
        }
    }

    /// Reads `*`, `+`, `?` or `{m,n}`. A brace that is no repeat stays.
    fn quantifier(&mut self) -> Result<Option<(u32, Option<u32>)>> {
        let start = self.at;
        let simple = match self.peek() {
            Some('*') => (0, None),
            Some('+') => (1, None),
            Some('?') => (0, Some(1)),
            Some('{') => return self.braces(start),
            _ => return Ok(None),
        };
        self.at += 1;
        Ok(Some(simple))
    }

    fn braces(&mut self, start: usize) -> Result<Option<(u32, Option<u32>)>> {
        let Some(body) = self.text[start + 1..].split_once('}').map(|(body, _)| body) else {
            return Ok(None);
        };
        let (low, high) = body.split_once(',').unwrap_or((body, body));
        let digits = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
        if body.is_empty() || !digits(low) || !digits(high) {
            return Ok(None);
        }
        self.at = start + body.len() + 2;
        let number = |text: &str| match text.parse::<u64>() {
            Ok(n) if n < MAX_REPEAT => Ok(Some(n as u32)),
            Err(_) if text.is_empty() => Ok(None),
            _ => Err(self.error(start, "the repetition number is too large")),
        };
        let (min, max) = (number(low)?.unwrap_or(0), number(high)?);
        if max.is_some_and(|max| max < min) {
            return Err(self.error(start, "min repeat greater than max repeat"));
        }
        Ok(Some((min, max)))
    }

    /// Reads one item; `None` for global flags.
    fn item(&mut self, depth: u32) -> Result<Option<Node>> {
        let start = self.at;
        let c = self.next().expect("the caller saw a character");
        let flags = self.flags;
        Ok(Some(match c {
            '(' => return self.group(start, depth),
            '[' => self.set(start)?,
            '\\' => self.escape(start)?,
            '.' => Node::Dot { all: flags.dot_all },
            '^' if flags.multi_line => Node::At(Place::LineStart),
            '^' => Node::At(Place::Start),
            '$' if flags.multi_line => Node::At(Place::LineEnd),
            '$' => Node::At(Place::LastLineEnd),
            c => self.literal(c.into()),
        }))
    }

    fn literal(&self, c: u32) -> Node {
        let fold = self.flags.fold();
        // Only letters have case, and only ASCII ones are surely alone in it.
        if fold == Fold::Exact || (c < 128 && !(c as u8).is_ascii_alphabetic()) {
            return Node::Char(c);
        }
        Node::Set(Box::new(Class::new(vec![Item::Range(c, c)], false, fold)))
    }

    fn escape(&mut self, start: usize) -> Result<Node> {
        let ascii = self.flags.ascii;
        let known = self.groups.len() as u32;
        Ok(match escape::outside(self.text, &mut self.at, known)? {
            Escape::Char(c) => self.literal(c),
            Escape::Category(category, negate) => {
                let item = Item::Category { category, negate, ascii };
                Node::Set(Box::new(Class::new(vec![item], false, Fold::Exact)))
            }
            Escape::WordEdge { negate } => Node::At(Place::WordEdge { ascii, negate }),
            Escape::Start => Node::At(Place::Start),
            Escape::End => Node::At(Place::End),
            Escape::Group(group) => self.backreference(group, start)?,
        })
    }

    pub(super) fn backreference(&mut self, group: u32, start: usize) -> Result<Node> {
        if self.groups.get(group as usize).copied().flatten().is_none() {
            return Err(self.error(start, "cannot refer to an open group"));
        }
        self.outside_lookbehind(group, start)?;
        self.uses_captures = true;
        Ok(Node::Backreference { group, fold: self.flags.fold() })
    }

    pub(super) fn outside_lookbehind(&self, group: u32, start: usize) -> Result<()> {
        let Some(first) = self.lookbehind else {
            return Ok(());
        };
        if self.groups.get(group as usize).copied().flatten().is_none() {
            return Err(self.error(start, "cannot refer to an open group"));
        }
        if group >= first {
            let message = "cannot refer to group defined in the same lookbehind subpattern";
            return Err(self.error(start, message));
        }
        Ok(())
    }

    /// Reads a set after its `[`. There are no set operators: `[[]`, `[a&&b]`
    /// and `[a--b]` hold just those characters.
    fn set(&mut self, start: usize) -> Result<Node> {
        let negate = self.eat("^");
        let mut items = Vec::new();
        loop {
            let from = self.at;
            if !items.is_empty() && self.eat("]") {
                break;
            }
            let low = self.set_item(start)?;
            if !self.eat("-") {
                items.push(low);
                continue;
            }
            if self.eat("]") {
                items.extend([low, Item::Range('-'.into(), '-'.into())]);
                break;
            }
            match (low, self.set_item(start)?) {
                (Item::Range(low, _), Item::Range(_, high)) if low <= high => {
                    items.push(Item::Range(low, high));
                }
                _ => {
                    let message = format!("bad character range {}", &self.text[from..self.at]);
                    return Err(self.error(from, message));
                }
            }
        }
        Ok(Node::Set(Box::new(Class::new(items, negate, self.flags.fold()))))
    }

    fn set_item(&mut self, set: usize) -> Result<Item> {
        let c = self.next().ok_or_else(|| self.error(set, "unterminated character set"))?;
        let c = match c {
            '\\' => match escape::inside(self.text, &mut self.at)? {
                Escape::Category(category, negate) => {
                    return Ok(Item::Category { category, negate, ascii: self.flags.ascii });
                }
                Escape::Char(c) => c,
                _ => unreachable!("a set holds characters and categories"),
            },
            c => c.into(),
        };
        Ok(Item::Range(c, c))
    }
}
