//! Patterns in the dialect of Python's `re`, for `str`, matched as
//! `re.search` does.
//!
//! The same rules file must mean the same in Python, and the common crates
//! speak other dialects: `regex` has no lookarounds, `$` and sets differ, and
//! a pattern with `\w` costs half a millisecond to compile, at every tool
//! call. So this is a small matcher of its own: a pattern is read (`parse`,
//! `group`, `escape`) into a tree (`ast`, `class`), turned into instructions
//! (`program`) and run (`search`). `tests/python_re` holds what real Python
//! answered for some thousand patterns.
//!
//! Compiling is lazy twice over: [`Pattern`] does nothing before its first
//! search, and nothing then if the text lacks a word that every match must
//! hold (`literals`).

mod ast;
mod class;
mod escape;
mod everything;
mod group;
mod literals;
mod names;
mod parse;
mod program;
mod search;
mod unicode;

pub(crate) use ast::{Node, Place};
pub use literals::Literals;
pub(crate) use names::{Name, names};
pub use search::OutOfSteps;

use abide_shell::Span;
use program::Program;
use std::ops::Range;
use std::sync::OnceLock;

/// Why a pattern is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatternError {
    /// What is wrong, in Python's words where Python refuses it too.
    pub message: String,
    /// Bytes of the pattern.
    pub span: Span,
}

/// A match and its groups.
pub type Groups = Vec<Option<Range<usize>>>;

/// A compiled pattern.
#[derive(Clone, Debug)]
pub struct Regex {
    program: Program,
    names_separator: bool,
}

impl Regex {
    /// Compiles `pattern`.
    pub fn new(pattern: &str) -> Result<Self, PatternError> {
        let parsed = parse::parse(pattern)?;
        Self::of(pattern, &parsed, parsed.uses_captures)
    }

    /// Compiles a pattern whose groups are asked for: it takes more steps.
    pub fn with_groups(pattern: &str) -> Result<Self, PatternError> {
        let parsed = parse::parse(pattern)?;
        Self::of(pattern, &parsed, true)
    }

    fn of(pattern: &str, parsed: &parse::Parsed, uses_captures: bool) -> Result<Self, PatternError> {
        let program = program::compile(&parsed.node, parsed.groups, uses_captures);
        let names_separator = parsed.node.any(&ast::names_separator);
        program.map(|program| Regex { program, names_separator }).ok_or_else(|| PatternError {
            message: "the pattern is too large: its repeats unfold to too many steps".into(),
            span: Span::new(0, pattern.len() as u32),
        })
    }

    /// Whether the pattern spells out what stands between two commands: `|`,
    /// `&`, `;` or a newline.
    pub fn names_separator(&self) -> bool {
        self.names_separator
    }

    /// The bytes of the first match in `text`.
    pub fn search(&self, text: &str) -> Result<Option<Range<usize>>, OutOfSteps> {
        search::search(&self.program, text)
    }

    /// The bytes of the first match in `text`, and then those of each group that
    /// took part in it. For a pattern compiled [`Regex::with_groups`].
    pub fn groups(&self, text: &str) -> Result<Option<Groups>, OutOfSteps> {
        search::groups(&self.program, text)
    }

    /// How many groups the pattern has, if it was compiled with them.
    pub fn group_count(&self) -> usize {
        (self.program.slots / 2).saturating_sub(1)
    }
}

/// Reads `pattern` into a tree, for those who look at its shape.
pub(crate) fn tree(pattern: &str) -> Result<Node, PatternError> {
    parse::parse(pattern).map(|parsed| parsed.node)
}

/// A pattern that is compiled at its first use.
///
/// Few are ever compiled, and every call of an agent loads all rules: what most
/// do without is boxed.
#[derive(Debug, Default)]
pub struct Pattern {
    text: String,
    /// How long the word behind `^` is that every match begins with; 0 where none
    /// is known.
    leading: OnceLock<usize>,
    literals: OnceLock<Literals>,
    compiled: OnceLock<Result<Box<Regex>, Box<PatternError>>>,
}

impl Pattern {
    /// Keeps the text of a pattern; it may turn out to be none.
    pub fn new(text: impl Into<String>) -> Self {
        Pattern { text: text.into(), ..Pattern::default() }
    }

    /// The pattern as written.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether `text` may hold a match: `false` is certain.
    pub fn may_match(&self, text: &str) -> bool {
        text.starts_with(self.leading_word()) && self.has_literals(text)
    }

    /// Whether a row of `texts` may hold a match: `false` is certain.
    pub fn may_match_any(&self, texts: &str) -> bool {
        let word = self.leading_word();
        (word.is_empty() || texts.contains(word)) && self.has_literals(texts)
    }

    /// The word behind `^` that every match begins with, and so the text; empty where none
    /// is known.
    fn leading_word(&self) -> &str {
        let length = || literals::leading_word(&self.text).map_or(0, str::len);
        match *self.leading.get_or_init(length) {
            0 => "",
            length => &self.text[1..=length],
        }
    }

    fn has_literals(&self, text: &str) -> bool {
        self.literals.get_or_init(|| Literals::of(&self.text)).may_match(text)
    }

    /// The compiled pattern, or why there is none. One that matches
    /// everything is none: it would forbid every call.
    pub fn regex(&self) -> Result<&Regex, &PatternError> {
        let compile = || {
            let regex = Box::new(Regex::new(&self.text)?);
            match everything::complaint(&regex) {
                None => Ok(regex),
                Some(message) => {
                    let span = Span::new(0, self.text.len() as u32);
                    Err(Box::new(PatternError { message: message.into(), span }))
                }
            }
        };
        self.compiled.get_or_init(compile).as_deref().map_err(|error| &**error)
    }

    /// Why the pattern is broken, if it was used and is.
    pub fn failure(&self) -> Option<&PatternError> {
        self.compiled.get().and_then(|compiled| compiled.as_ref().err()).map(|error| &**error)
    }
}
