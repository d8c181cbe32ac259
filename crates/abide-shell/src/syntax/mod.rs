//! From text to a tree of bash constructs.
//!
//! Bash reads a script one *complete command* at a time: it parses up to the
//! newline that ends a command, runs it, and reads on. So does this parser. It
//! gives the units in order, and after a syntax error the units from there on
//! are still read, but marked `broken`: bash would run none of them.
//!
//! The parser is one recursive descent over bytes. It never panics, never
//! nests deeper than [`MAX_DEPTH`], and looks at each byte a bounded number of
//! times; the count is in [`Script::steps`]. An error does not unwind: it ends
//! the text at the place of the error ([`Parser::fail`]), so that every level
//! above closes with what it has, and what was seen is still there.
//!
//! Who lives here: the nodes (`tree`); lists and pipelines (`list`), compound
//! commands (`command`) and simple ones (`simple`); redirections and
//! here-documents (`redirect`); words (`word`) and what `${ }` holds
//! (`parameter`); the tokens between them (`scan`), and the question whether
//! `((` is arithmetic (`paren`).

mod command;
mod list;
mod parameter;
mod paren;
mod redirect;
mod scan;
mod simple;
mod tree;
mod word;

pub(crate) use tree::*;

use crate::{Limit, Span};
use paren::Parens;
use redirect::Pending;
use smallvec::SmallVec;

/// The deepest nesting of constructs that is read.
pub(crate) const MAX_DEPTH: u32 = 200;

/// Parses `text`, which stands at nesting `depth`, as a script.
pub(crate) fn parse(text: &str, depth: u32) -> (Tree, Script) {
    let mut parser = Parser::new(text, depth);
    let script = parser.script();
    (parser.tree, script)
}

/// Parses `text` as the body of a here-document: text with expansions. What
/// stands in an unfinished expansion is left out.
pub(crate) fn parse_expansions(text: &str, depth: u32) -> (Tree, Script, List<Part>) {
    let mut parser = Parser::new(text, depth);
    let parts = parser.body_parts(Span::new(0, text.len() as u32));
    let steps = text.len() as u64 + parser.extra_steps;
    let script = Script { units: Vec::new(), error: None, limit: parser.limit, steps };
    (parser.tree, script, parts)
}

impl<'t> Parser<'t> {
    fn new(text: &'t str, depth: u32) -> Self {
        let mut tree = Tree::default();
        // About one word for six bytes of what agents type: one growth
        // instead of many.
        tree.words.reserve(text.len() / 6);
        tree.parts.reserve(text.len() / 6);
        Parser {
            text,
            bytes: text.as_bytes(),
            pos: 0,
            end: text.len(),
            depth,
            failure: None,
            limit: None,
            extra_steps: 0,
            substitutions: 0,
            pending: Vec::new(),
            parens: Parens::default(),
            scratch: Scratch::default(),
            tree,
        }
    }
}

/// Nodes whose list is not complete yet. Those of most lines need no memory of
/// their own.
#[derive(Default)]
struct Scratch {
    steps: SmallVec<[Step; 8]>,
    commands: SmallVec<[Command; 4]>,
    words: SmallVec<[Word; 16]>,
    parts: SmallVec<[Part; 8]>,
    assignments: SmallVec<[Assignment; 1]>,
    redirections: SmallVec<[Redirection; 2]>,
    clauses: SmallVec<[Clause; 1]>,
    arms: SmallVec<[Arm; 1]>,
}

struct Parser<'t> {
    text: &'t str,
    bytes: &'t [u8],
    pos: usize,
    /// Where the text ends for now: before the end of `bytes` inside a
    /// here-document body or an arithmetic expression, and after a failure.
    end: usize,
    depth: u32,
    failure: Option<Span>,
    limit: Option<Limit>,
    /// Bytes looked at more than once.
    extra_steps: u64,
    /// How many `$(` are open: a here-document may then end at their `)`.
    substitutions: u32,
    /// Here-documents whose bodies begin after the next newline.
    pending: Vec<Pending>,
    parens: Parens,
    scratch: Scratch,
    tree: Tree,
}

impl Parser<'_> {
    fn script(&mut self) -> Script {
        let whole = self.end;
        let mut units = Vec::new();
        let mut error = None;
        loop {
            self.blank_lines();
            if self.pos >= whole || self.limit.is_some() {
                break;
            }
            let body = self.unit();
            let failure = self.failure.take();
            if error.is_none() {
                error = failure;
            }
            if !body.is_empty() {
                units.push(Unit { body, broken: error.is_some() });
            }
            if failure.is_some() && self.limit.is_none() {
                self.end = whole;
                self.pending.clear();
                self.skip_offender();
            }
        }
        Script { units, error, limit: self.limit, steps: whole as u64 + self.extra_steps }
    }

    /// Steps over the token that bash would complain about.
    fn skip_offender(&mut self) {
        self.substitutions = 0;
        let start = self.pos;
        while self.pos < self.end && !scan::ends_word(self.bytes[self.pos]) {
            self.pos += 1;
        }
        if self.pos == start && self.pos < self.end {
            self.pos += 1;
        }
    }

    /// Reports a syntax error at the current place and ends the text there.
    fn fail(&mut self) {
        if self.failure.is_none() {
            let at = self.pos as u32;
            let next = self.text[self.pos..].chars().next().map_or(0, char::len_utf8);
            self.failure = Some(Span::new(at, at + next as u32));
        }
        self.end = self.pos;
    }

    /// Goes one level deeper; `false` where that is too deep to be read.
    fn enter(&mut self) -> bool {
        if self.depth >= MAX_DEPTH {
            self.give_up(Limit::Depth);
            return false;
        }
        self.depth += 1;
        true
    }

    fn leave(&mut self) {
        self.depth -= 1;
    }

    fn give_up(&mut self, limit: Limit) {
        self.limit.get_or_insert(limit);
        self.fail();
    }

    fn span_from(&self, start: usize) -> Span {
        Span::new(start as u32, self.pos as u32)
    }
}
