//! A text that is read as bash, and where it came from.

use crate::syntax::{List, Part, Script, Tree, parse, parse_expansions};
use crate::{Mapped, Span};
use std::ops::Range;

/// The line itself, or a text that the line hands to a second parse.
pub(super) struct Source {
    /// The text, with a map to the line.
    pub text: Mapped,
    pub tree: Tree,
    pub script: Script,
}

impl Source {
    /// Reads `text` as a script, at nesting `depth`.
    pub fn script(text: Mapped, depth: u32) -> Self {
        let (tree, script) = parse(text.text(), depth);
        Source { text, tree, script }
    }

    /// Reads `text` as the body of a here-document: text with expansions.
    pub fn expansions(text: Mapped, depth: u32) -> (Self, List<Part>) {
        let (tree, script, parts) = parse_expansions(text.text(), depth);
        (Source { text, tree, script }, parts)
    }

    /// The bytes of this text at `span`.
    pub fn str(&self, span: Span) -> &str {
        &self.text.text()[span.range()]
    }

    /// What stands between the `prefix` bytes that open a quote and the byte
    /// that closes it, which is missing in a text that does not parse.
    pub fn inside(&self, span: Span, prefix: u32, close: char) -> Span {
        let start = (span.start + prefix).min(span.end);
        let closed = self.str(Span::new(start, span.end)).ends_with(close);
        Span::new(start, span.end - u32::from(closed))
    }

    /// The byte that closes the part at `span`, or the place where it is missing.
    pub fn closing(&self, span: Span, close: char) -> Span {
        Span::new(self.inside(span, 1, close).end, span.end)
    }

    /// The part of the line that `span` of this text came from.
    pub fn origin(&self, span: Span) -> Span {
        self.text.span(span.range())
    }

    /// The text at `range`, with its map.
    pub fn slice(&self, range: Range<usize>) -> Mapped {
        let mut slice = Mapped::default();
        slice.push_slice(&self.text, range);
        slice
    }
}
