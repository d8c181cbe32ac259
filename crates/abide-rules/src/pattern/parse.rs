//! From the text of a Python `str` pattern to a tree.
//!
//! The grammar is the one of Python 3.9 to 3.13 where they agree: what one of
//! them refuses is refused here, so that a rules file loads everywhere. That
//! leaves out atomic groups, possessive quantifiers (both since 3.11) and a
//! global flag that is not at the start (an error since 3.11). `\N{...}` is
//! refused too: it would need the table of all Unicode names.

use super::PatternError;
use super::ast::{Fold, Node, Place, Repeat};
use super::class::{Category, Class, Item};
use super::escape::{self, Escape};
use abide_shell::Span;

/// Deeper patterns are refused; Python's own parser gives up near 300.
const MAX_DEPTH: u32 = 200;

/// Python's MAXREPEAT.
const MAX_REPEAT: u64 = u32::MAX as u64;

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
    let mut parser = Parser {
        text: pattern,
        groups: vec![Some((0, u64::MAX))],
        ..Parser::default()
    };
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
    Ok(Parsed {
        node,
        groups,
        uses_captures: parser.uses_captures,
    })
}

#[derive(Clone, Copy, Default)]
struct Flags {
    ascii: bool,
    unicode: bool,
    ignore_case: bool,
    multi_line: bool,
    dot_all: bool,
    verbose: bool,
}

impl Flags {
    fn fold(self) -> Fold {
        match (self.ignore_case, self.ascii) {
            (false, _) => Fold::Exact,
            (true, false) => Fold::Unicode,
            (true, true) => Fold::Ascii,
        }
    }

    fn slot(&mut self, flag: char) -> Option<&mut bool> {
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
struct Parser<'p> {
    text: &'p str,
    at: usize,
    flags: Flags,
    /// The width of each closed group; `None` while it is open.
    groups: Vec<Option<(u64, u64)>>,
    names: Vec<(&'p str, u32)>,
    /// Groups from this number on belong to the lookbehind being read.
    lookbehind: Option<u32>,
    /// Conditions on groups by number, which may come later.
    forward: Vec<(u32, usize)>,
    uses_captures: bool,
    /// Whether nothing but global flags was read so far.
    started: bool,
}

type Result<T, E = PatternError> = std::result::Result<T, E>;

impl<'p> Parser<'p> {
    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn next(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += c.len_utf8();
        Some(c)
    }

    fn eat(&mut self, text: &str) -> bool {
        let found = self.text[self.at..].starts_with(text);
        if found {
            self.at += text.len();
        }
        found
    }

    fn error(&self, start: usize, message: impl Into<String>) -> PatternError {
        PatternError {
            message: message.into(),
            span: Span::new(start as u32, self.at.max(start) as u32),
        }
    }

    fn alternation(&mut self, depth: u32) -> Result<Node> {
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
    fn sequence(&mut self, depth: u32) -> Result<Node> {
        let mut nodes: Vec<(Node, usize)> = Vec::new();
        while let Some(c) = self.peek().filter(|c| !matches!(c, '|' | ')')) {
            let start = self.at;
            if self.flags.verbose && (c.is_ascii_whitespace() || c == '\x0b') {
                self.next();
                continue;
            }
            if self.flags.verbose && c == '#' {
                self.at += self.text[self.at..]
                    .find('\n')
                    .map_or(self.text.len() - self.at, |n| n + 1);
                continue;
            }
            if self.eat("(?#") {
                let close = self.text[self.at..].find(')');
                let close =
                    close.ok_or_else(|| self.error(start, "missing ), unterminated comment"))?;
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
                nodes.push((
                    Node::Repeat(Box::new(Repeat {
                        node,
                        min,
                        max,
                        greedy,
                        span,
                    })),
                    from,
                ));
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
                let item = Item::Category {
                    category,
                    negate,
                    ascii,
                };
                Node::Set(Box::new(Class::new(vec![item], false, Fold::Exact)))
            }
            Escape::WordEdge { negate } => Node::At(Place::WordEdge { ascii, negate }),
            Escape::Start => Node::At(Place::Start),
            Escape::End => Node::At(Place::End),
            Escape::Group(group) => self.backreference(group, start)?,
        })
    }

    fn backreference(&mut self, group: u32, start: usize) -> Result<Node> {
        if self.groups.get(group as usize).copied().flatten().is_none() {
            return Err(self.error(start, "cannot refer to an open group"));
        }
        self.outside_lookbehind(group, start)?;
        self.uses_captures = true;
        Ok(Node::Backreference {
            group,
            fold: self.flags.fold(),
        })
    }

    fn outside_lookbehind(&self, group: u32, start: usize) -> Result<()> {
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
        Ok(Node::Set(Box::new(Class::new(
            items,
            negate,
            self.flags.fold(),
        ))))
    }

    fn set_item(&mut self, set: usize) -> Result<Item> {
        let c = self
            .next()
            .ok_or_else(|| self.error(set, "unterminated character set"))?;
        let c = match c {
            '\\' => match escape::inside(self.text, &mut self.at)? {
                Escape::Category(category, negate) => {
                    return Ok(Item::Category {
                        category,
                        negate,
                        ascii: self.flags.ascii,
                    });
                }
                Escape::Char(c) => c,
                _ => unreachable!("a set holds characters and categories"),
            },
            c => c.into(),
        };
        Ok(Item::Range(c, c))
    }

    /// Reads a group after its `(`; `None` for global flags.
    fn group(&mut self, start: usize, depth: u32) -> Result<Option<Node>> {
        let unfinished = |parser: &Self| parser.error(start, "unexpected end of pattern");
        if !self.eat("?") {
            return self.capture(start, None, depth).map(Some);
        }
        let c = self.next().ok_or_else(|| unfinished(self))?;
        Ok(Some(match c {
            ':' => {
                let node = self.body(start, depth)?;
                Node::Group(Box::new(node), None)
            }
            'P' if self.eat("<") => {
                let name = self.name('>', start)?;
                return self.capture(start, Some(name), depth).map(Some);
            }
            'P' if self.eat("=") => {
                let name = self.name(')', start)?;
                let group = self.named(name, start)?;
                self.backreference(group, start)?
            }
            'P' => {
                let next = self.next().ok_or_else(|| unfinished(self))?;
                return Err(self.error(start, format!("unknown extension ?P{next}")));
            }
            '=' | '!' => self.look(start, c == '!', false, depth)?,
            '<' => match self.next().ok_or_else(|| unfinished(self))? {
                c @ ('=' | '!') => self.look(start, c == '!', true, depth)?,
                c => return Err(self.error(start, format!("unknown extension ?<{c}"))),
            },
            '(' => self.conditional(start, depth)?,
            '>' => return Err(self.error(start, "atomic groups need Python 3.11")),
            'a' | 'i' | 'L' | 'm' | 's' | 'u' | 'x' | '-' => return self.flags(start, c, depth),
            c => return Err(self.error(start, format!("unknown extension ?{c}"))),
        }))
    }

    /// Reads the contents of a group and its `)`. Flags set inside end here.
    fn body(&mut self, start: usize, depth: u32) -> Result<Node> {
        self.started = true;
        let node = self.alternation(depth + 1)?;
        match self.eat(")") {
            true => Ok(node),
            false => Err(self.error(start, "missing ), unterminated subpattern")),
        }
    }

    fn capture(&mut self, start: usize, name: Option<&'p str>, depth: u32) -> Result<Node> {
        let group = self.groups.len() as u32;
        self.groups.push(None);
        if let Some(name) = name {
            if let Some((_, other)) = self.names.iter().find(|(known, _)| *known == name) {
                let message = format!(
                    "redefinition of group name '{name}' as group {group}; was group {other}"
                );
                return Err(self.error(start, message));
            }
            self.names.push((name, group));
        }
        let node = self.body(start, depth)?;
        self.groups[group as usize] = Some(node.width(&self.groups));
        Ok(Node::Group(Box::new(node), Some(group)))
    }

    fn look(&mut self, start: usize, negate: bool, behind: bool, depth: u32) -> Result<Node> {
        let outer = self.lookbehind;
        if behind && outer.is_none() {
            self.lookbehind = Some(self.groups.len() as u32);
        }
        let node = self.body(start, depth)?;
        self.lookbehind = outer;
        let behind = match (behind, node.width(&self.groups)) {
            (false, _) => None,
            (true, (low, high)) if low == high && low < MAX_REPEAT => Some(low as u32),
            (true, _) => {
                return Err(self.error(start, "look-behind requires fixed-width pattern"));
            }
        };
        Ok(Node::Look {
            behind,
            negate,
            node: Box::new(node),
        })
    }

    /// Reads `(?(1)yes|no)` after its second `(`.
    fn conditional(&mut self, start: usize, depth: u32) -> Result<Node> {
        self.started = true;
        let at = self.at;
        let name = self.until(')', start)?;
        let group = match name.parse::<u32>() {
            Ok(0) => return Err(self.error(at, "bad group number")),
            Ok(group) if group < MAX_REPEAT as u32 / 2 => {
                self.forward.push((group, at));
                group
            }
            _ if is_identifier(name) => self.named(name, at)?,
            _ => return Err(self.error(at, format!("bad character in group name '{name}'"))),
        };
        self.outside_lookbehind(group, at)?;
        self.uses_captures = true;
        if depth >= MAX_DEPTH {
            return Err(self.error(start, "groups nest too deeply"));
        }
        let yes = self.sequence(depth + 1)?;
        let no = if self.eat("|") {
            self.sequence(depth + 1)?
        } else {
            Node::Empty
        };
        if self.peek() == Some('|') {
            return Err(self.error(start, "conditional backref with more than two branches"));
        }
        if !self.eat(")") {
            return Err(self.error(start, "missing ), unterminated subpattern"));
        }
        Ok(Node::Conditional {
            group,
            yes: Box::new(yes),
            no: Box::new(no),
        })
    }

    fn until(&mut self, end: char, start: usize) -> Result<&'p str> {
        let text: &'p str = self.text;
        let rest = &text[self.at..];
        let Some((name, _)) = rest.split_once(end) else {
            self.at = text.len();
            return Err(self.error(start, format!("missing {end}, unterminated name")));
        };
        self.at += name.len() + end.len_utf8();
        if name.is_empty() {
            return Err(self.error(start, "missing group name"));
        }
        Ok(name)
    }

    fn name(&mut self, end: char, start: usize) -> Result<&'p str> {
        let name = self.until(end, start)?;
        match is_identifier(name) {
            true => Ok(name),
            false => Err(self.error(start, format!("bad character in group name '{name}'"))),
        }
    }

    fn named(&self, name: &str, start: usize) -> Result<u32> {
        let known = self.names.iter().find(|(known, _)| *known == name);
        known
            .map(|(_, group)| *group)
            .ok_or_else(|| self.error(start, format!("unknown group name '{name}'")))
    }

    /// Reads `(?i)` or `(?i-s:...)` from its first letter on.
    fn flags(&mut self, start: usize, first: char, depth: u32) -> Result<Option<Node>> {
        let outer = self.flags;
        let (mut on, mut off) = (Flags::default(), Flags::default());
        let mut c = first;
        let mut letters = 0;
        let mut turning_off = false;
        loop {
            match c {
                'L' => {
                    return Err(self.error(
                        start,
                        "bad inline flags: cannot use 'L' flag with a str pattern",
                    ));
                }
                '-' if !turning_off => {
                    turning_off = true;
                    letters = 0;
                }
                'a' | 'u' if turning_off => {
                    return Err(self.error(
                        start,
                        "bad inline flags: cannot turn off flags 'a', 'u' and 'L'",
                    ));
                }
                ':' if letters > 0 => break,
                ')' if !turning_off => break,
                c => {
                    let set = if turning_off { &mut off } else { &mut on };
                    *set.slot(c).ok_or_else(|| {
                        self.error(start, format!("bad inline flags: unexpected '{c}'"))
                    })? = true;
                    letters += 1;
                }
            }
            c = self
                .next()
                .ok_or_else(|| self.error(start, "bad inline flags: missing -, : or )"))?;
        }
        if on.ascii && on.unicode {
            return Err(self.error(
                start,
                "bad inline flags: flags 'a', 'u' and 'L' are incompatible",
            ));
        }
        let mut flags = outer;
        for letter in "auimsx".chars() {
            let (on, off) = (
                *on.slot(letter).expect("a flag"),
                *off.slot(letter).expect("a flag"),
            );
            if on && off {
                return Err(self.error(start, "bad inline flags: flag turned on and off"));
            }
            *flags.slot(letter).expect("a flag") &= !off;
            *flags.slot(letter).expect("a flag") |= on;
        }
        // The kind of letters is one choice: the inner one replaces the outer.
        if on.ascii || on.unicode {
            (flags.ascii, flags.unicode) = (on.ascii, on.unicode);
        }
        if c == ')' {
            if self.started || depth > 0 {
                return Err(self.error(start, "global flags not at the start of the expression"));
            }
            if outer.ascii && on.unicode || outer.unicode && on.ascii {
                return Err(self.error(start, "ASCII and UNICODE flags are incompatible"));
            }
            self.flags = flags;
            return Ok(None);
        }
        self.flags = flags;
        let node = self.body(start, depth)?;
        self.flags = outer;
        Ok(Some(Node::Group(Box::new(node), None)))
    }
}

fn is_identifier(name: &str) -> bool {
    let mut chars = name.chars();
    chars.next().is_some_and(|c| c == '_' || c.is_alphabetic())
        && chars.all(|c| Category::Word.contains(c.into(), false))
}
