//! The views that a pattern is matched against: text with everything taken
//! out that is only text.

use super::source::Source;
use super::walk::Walker;
use crate::syntax::PartKind;
use crate::{Mapped, Span};

impl Walker<'_> {
    /// Makes the `written` view of the commands that were found since `found`
    /// in a text, leaving out what was found since `cuts` to be only
    /// text. A text within a text has cuts of its own: what an `echo` only
    /// says is a command all the same when a shell reads it afterwards.
    pub fn views(&mut self, found: usize, cuts: usize) {
        if self.found.len() == found {
            return;
        }
        let cuts = merged(self.cuts[cuts..].to_vec());
        let mut cost = cuts.len();
        for found in &mut self.found[found..] {
            if found.slice.is_empty() {
                continue;
            }
            let mut written = Mapped::default();
            written.push_without(&found.source.text, found.slice.range(), &cuts);
            found.command.written = written;
            cost += found.slice.len() / 8;
            found.slice = Span::default();
        }
        self.spend(cost);
    }
}

/// The whole line without what is only text, quotes emptied.
pub(super) fn line(source: &Source, cuts: &[Span]) -> Mapped {
    let mut cuts = cuts.to_vec();
    // From the end, a quote comes before those that stand in it, and the others
    // come in order.
    let mut last = Span::default();
    for part in source.tree.parts.iter().rev() {
        if part.span.start >= last.start && part.span.end <= last.end {
            continue;
        }
        let (prefix, close) = match part.kind {
            PartKind::Single => (1, '\''),
            PartKind::Ansi => (2, '\''),
            PartKind::Double { .. } => (1 + u32::from(source.str(part.span).starts_with('$')), '"'),
            _ => continue,
        };
        last = part.span;
        cuts.push(source.inside(part.span, prefix, close));
    }
    for document in source.tree.here_docs.iter() {
        cuts.push(document.body);
    }
    let mut line = Mapped::default();
    line.push_without(&source.text, 0..source.text.text().len(), &merged(cuts));
    line
}

/// The spans in order, those that touch made one.
fn merged(mut spans: Vec<Span>) -> Vec<Span> {
    spans.retain(|span| !span.is_empty());
    // Most of them are in order, which only the stable sort makes use of.
    spans.sort();
    let mut merged: Vec<Span> = Vec::with_capacity(spans.len());
    for span in spans {
        match merged.last_mut() {
            Some(last) if span.start <= last.end => last.end = last.end.max(span.end),
            _ => merged.push(span),
        }
    }
    merged
}
