//! What stands in parentheses: captures, looks, conditions, flags, names.

use super::ast::Node;
use super::class::Category;
use super::parse::{Flags, MAX_DEPTH, MAX_REPEAT, Parser, Result};

impl<'p> Parser<'p> {
    /// Reads a group after its `(`; `None` for global flags.
    pub(super) fn group(&mut self, start: usize, depth: u32) -> Result<Option<Node>> {
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
                let message =
                    format!("redefinition of group name '{name}' as group {group}; was group {other}");
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
        Ok(Node::Look { behind, negate, node: Box::new(node) })
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
        let no = if self.eat("|") { self.sequence(depth + 1)? } else { Node::Empty };
        if self.peek() == Some('|') {
            return Err(self.error(start, "conditional backref with more than two branches"));
        }
        if !self.eat(")") {
            return Err(self.error(start, "missing ), unterminated subpattern"));
        }
        Ok(Node::Conditional { group, yes: Box::new(yes), no: Box::new(no) })
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
                    return Err(self.error(start, "bad inline flags: cannot use 'L' flag with a str pattern"));
                }
                '-' if !turning_off => {
                    turning_off = true;
                    letters = 0;
                }
                'a' | 'u' if turning_off => {
                    return Err(self.error(start, "bad inline flags: cannot turn off flags 'a', 'u' and 'L'"));
                }
                ':' if letters > 0 => break,
                ')' if !turning_off => break,
                c => {
                    let set = if turning_off { &mut off } else { &mut on };
                    *set.slot(c)
                        .ok_or_else(|| self.error(start, format!("bad inline flags: unexpected '{c}'")))? =
                        true;
                    letters += 1;
                }
            }
            c = self.next().ok_or_else(|| self.error(start, "bad inline flags: missing -, : or )"))?;
        }
        if on.ascii && on.unicode {
            return Err(self.error(start, "bad inline flags: flags 'a', 'u' and 'L' are incompatible"));
        }
        let mut flags = outer;
        for letter in "auimsx".chars() {
            let (on, off) = (*on.slot(letter).expect("a flag"), *off.slot(letter).expect("a flag"));
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
