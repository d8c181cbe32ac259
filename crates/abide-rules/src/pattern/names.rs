//! The programs that a command pattern is about.
//!
//! A pattern that begins with `^` begins with the name of a program:
//! `^npm(?:\s|$)` is about `npm`, `^(?:pip3?|poetry)\s` about `pip`, `pip3` and
//! `poetry`. What cannot be told makes the answer wider, never narrower.

use super::ast::{Node, Place};
use super::class::Class;

/// Names of programs.
#[derive(Clone, Debug, PartialEq)]
pub struct Name {
    /// How they begin.
    pub start: String,
    /// What may follow.
    rest: Rest,
}

/// What may follow the beginning of a name.
#[derive(Clone, Debug, PartialEq)]
enum Rest {
    /// The pattern is not at the end of the name yet.
    Open,
    /// Nothing.
    Nothing,
    /// Any number of these.
    Any(Option<Box<Class>>),
}

impl Name {
    /// One name alone.
    pub fn whole(name: &str) -> Self {
        Name { start: name.to_owned(), rest: Rest::Nothing }
    }

    /// Whether it is one name alone.
    pub fn is_whole(&self) -> bool {
        matches!(self.rest, Rest::Open | Rest::Nothing)
    }

    /// Whether `program` is one of the names.
    pub fn covers(&self, program: &str) -> bool {
        program.strip_prefix(&*self.start).is_some_and(|rest| match &self.rest {
            Rest::Open | Rest::Nothing => rest.is_empty(),
            Rest::Any(Some(class)) => rest.chars().all(|c| class.contains(c.into())),
            Rest::Any(None) => true,
        })
    }

    fn push(mut self, c: char) -> Self {
        match self.rest {
            Rest::Open if is_of_name(c) => self.start.push(c),
            Rest::Open => self.rest = Rest::Nothing,
            Rest::Any(Some(_)) if is_of_name(c) => self.rest = Rest::Any(None),
            Rest::Any(_) | Rest::Nothing => {}
        }
        self
    }

    fn then(mut self, rest: Rest) -> Self {
        match (&self.rest, &rest) {
            (Rest::Open, _) => self.rest = rest,
            (Rest::Any(Some(_)), Rest::Any(_)) => self.rest = Rest::Any(None),
            _ => {}
        }
        self
    }
}

/// More different names than this are not told apart.
const MOST: usize = 64;

/// Larger sets of characters are not written out.
const MOST_MEMBERS: usize = 8;

/// The programs that the commands begin with which a pattern can match.
/// `None`: it may be any.
pub fn names(pattern: &Node) -> Option<Vec<Name>> {
    let start = vec![Name { start: String::new(), rest: Rest::Open }];
    let names = if is_anchored(pattern) { extend(start, pattern)? } else { return None };
    names.iter().all(|name| !name.start.is_empty()).then_some(names)
}

/// Whether every match begins where the command does.
fn is_anchored(node: &Node) -> bool {
    match node {
        Node::At(Place::Start | Place::LineStart) => true,
        Node::Group(node, _) => is_anchored(node),
        Node::Alternate(branches) => branches.iter().all(is_anchored),
        Node::Concat(nodes) => {
            nodes.iter().find(|node| !matches!(node, Node::Look { .. })).is_some_and(is_anchored)
        }
        _ => false,
    }
}

/// The names, each with what `node` adds to it.
fn extend(names: Vec<Name>, node: &Node) -> Option<Vec<Name>> {
    let each = |change: &dyn Fn(Name) -> Name| names.iter().cloned().map(change).collect();
    let extended: Vec<Name> = match node {
        Node::Empty | Node::Look { .. } | Node::At(Place::Start | Place::LineStart) => return Some(names),
        Node::At(Place::WordEdge { .. }) if names.iter().any(|name| name.start.is_empty()) => {
            return Some(names);
        }
        Node::At(_) => each(&|name| name.then(Rest::Nothing)),
        Node::Char(c) => {
            let c = char::from_u32(*c)?;
            each(&|name| name.push(c))
        }
        Node::Set(class) => match members(class)? {
            members if members.is_empty() => each(&|name| name.then(Rest::Nothing)),
            members if members.len() <= MOST_MEMBERS => {
                names.iter().flat_map(|name| members.iter().map(|c| name.clone().push(*c))).collect()
            }
            _ => each(&|name| name.then(Rest::Any(None))),
        },
        Node::Concat(nodes) => nodes.iter().try_fold(names, extend)?,
        Node::Group(node, _) => extend(names, node)?,
        Node::Alternate(branches) => {
            let all = branches.iter().map(|branch| extend(names.clone(), branch));
            all.collect::<Option<Vec<_>>>()?.concat()
        }
        Node::Repeat(repeat) => {
            let once = match (&repeat.node, repeat.max) {
                (node, Some(1)) => extend(names.clone(), node)?,
                (Node::Set(class), _) if !members(class)?.is_empty() => {
                    each(&|name| name.then(Rest::Any(Some(class.clone()))))
                }
                (node, _) => {
                    let once = extend(names.clone(), node)?.into_iter();
                    once.map(|name| name.then(Rest::Any(None))).collect()
                }
            };
            if repeat.min == 0 { [names, once].concat() } else { once }
        }
        Node::Dot { .. } | Node::Backreference { .. } | Node::Conditional { .. } => {
            each(&|name| name.then(Rest::Any(None)))
        }
    };
    distinct(extended)
}

/// Each name once. Whatever follows a name leaves it as it is, once for each branch.
fn distinct(names: Vec<Name>) -> Option<Vec<Name>> {
    let mut distinct: Vec<Name> = Vec::new();
    for name in names {
        if !distinct.contains(&name) {
            distinct.push(name);
        }
        if distinct.len() > MOST {
            return None;
        }
    }
    Some(distinct)
}

/// The characters of names that a set holds.
fn members(class: &Class) -> Option<Vec<char>> {
    let ascii = (0..128u8).map(char::from).filter(|c| is_of_name(*c));
    Some(ascii.filter(|c| class.contains(u32::from(*c))).collect())
}

/// Whether a name may hold this character.
fn is_of_name(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '+' | '/')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pattern;

    #[test]
    fn a_pattern_says_which_programs_it_is_about() {
        for (pattern, programs, others) in [
            (r"^npm(?:\s|$)", "npm", "pnpm npx npm-check"),
            (r"^(?:npm|yarn)\b", "npm yarn", "pnpm"),
            (r"^git\b[^;|&]*\spush\b", "git", "gitk"),
            (r"^pip[0-9.]*(?:\s|$)", "pip pip3 pip3.12", "pipenv uv"),
            (r"^pn(?:pm|px)(?:\s|$)", "pnpm pnpx", "npm"),
            (r"^bunx?(?:\s|$)", "bun bunx", "bunny"),
            (r"^(?:python[0-9.]*|pytest)(?:\s|$)", "python python3.12 pytest", "pythonic"),
            (r"^[ab]x\s", "ax bx", "cx"),
            (r"^x\w+\s", "xy xyz", "y"),
            (r"^docker(?:-compose)?\s+up", "docker docker-compose", "podman"),
            (r"(?i)^go\s", "go Go", "gone"),
            (r"^(?:git|hub)\b.*(?:\s-a?b?(?:[=\s]|$)|\s-c?d?(?:\s|$)|\s\+\S|\s-e?(?:\s|$))", "git hub", "ls"),
        ] {
            let names = names(&pattern::tree(pattern).unwrap()).expect(pattern);
            let covers = |program: &str| names.iter().any(|name| name.covers(program));
            assert!(programs.split(' ').all(covers), "{pattern}: {names:?}");
            assert!(!others.split(' ').any(covers), "{pattern}: {names:?}");
        }
    }

    #[test]
    fn where_it_cannot_be_told_it_may_be_any() {
        for pattern in [r"\bpytest\b.*\|\s*tail\b", "npm", r"(?:^|\s)npm", r"^.*npm", r"^\s*npm", r"^\w"] {
            assert_eq!(names(&pattern::tree(pattern).unwrap()), None, "{pattern}");
        }
    }
}
