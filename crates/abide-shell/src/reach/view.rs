//! The views that a pattern is matched against: text with everything taken
//! out that is only text.

use super::Unwritten;
use super::simple::{base_name, behind_folder};
use super::source::Source;
use super::walk::Walker;
use crate::arguments::Use;
use crate::syntax::PartKind;
use crate::{Field, Mapped, Span};

impl Walker<'_> {
    /// Makes the `written` view of the commands that were found since `found`
    /// in a text, leaving out what was found since `cuts` to be only
    /// text. A text within a text has cuts of its own: what an `echo` only
    /// says is a command all the same when a shell reads it afterwards.
    pub fn views(&mut self, found: usize, cuts: usize) {
        if self.found.len() == found {
            return;
        }
        let cuts = match &self.cuts[cuts..] {
            [] => Vec::new(),
            cuts => merged(cuts.to_vec()),
        };
        let mut cost = cuts.len();
        let first = self.unwritten.partition_point(|unwritten| unwritten.index < found);
        for Unwritten { index, source, slice } in self.unwritten.drain(first..) {
            let written = &mut self.found[index].written;
            written.push_without(&source.text, slice.range(), &cuts);
            cost += slice.len() / 8;
        }
        self.spend(cost);
    }
}

/// The whole line without what is only text, quotes emptied.
pub(super) fn line(source: &Source, cuts: &[Span]) -> Mapped {
    let documents = source.tree.here_docs.iter();
    let mut all = Vec::with_capacity(cuts.len() + source.tree.parts.len() / 2 + documents.len());
    all.extend_from_slice(cuts);
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
        all.push(source.origin(source.inside(part.span, prefix, close)));
    }
    all[cuts.len()..].reverse();
    all.extend(documents.map(|document| source.origin(document.body)));
    let mut line = Mapped::default();
    line.push_without(&source.text, 0..source.text.len(), &merged(all));
    line
}

/// The spans in order, those that touch made one.
fn merged(mut spans: Vec<Span>) -> Vec<Span> {
    spans.retain(|span| !span.is_empty());
    // Most of them are in order, which only the stable sort makes use of.
    spans.sort();
    spans.dedup_by(|next, last| {
        let touches = next.start <= last.end;
        last.end = if touches { last.end.max(next.end) } else { last.end };
        touches
    });
    spans
}

/// The words a command runs with, joined by one blank, free text left out.
pub(super) fn run(argv: &[Field], uses: &[Use]) -> Mapped {
    let mut view = Mapped::default();
    let mut uses = uses.iter().filter(|used| used.role.is_free()).peekable();
    for (index, field) in argv.iter().enumerate() {
        let text = field.value.text();
        let cut = uses.peek().is_some_and(|used| used.word <= index);
        if index > 0 && !cut && !has_blanks(text) {
            view.push_word(&field.value);
            continue;
        }
        let mut kept = 0..text.len();
        if index == 0 {
            let name = base_name(text);
            let start = text.len() - behind_folder(text).len();
            kept = start..start + name.len();
        }
        let mut word = Mapped::default();
        let mut start = kept.start;
        let mut cut = false;
        while let Some(used) = uses.next_if(|used| used.word <= index) {
            if used.word == index {
                word.push_slice(&field.value, start..used.span.range().start);
                start = used.span.range().end;
                cut = true;
            }
        }
        word.push_slice(&field.value, start..kept.end);
        if cut && word.is_empty() {
            continue;
        }
        let word = without_blanks(word);
        if index == 0 {
            view = word;
        } else {
            view.push_word(&word);
        }
    }
    view
}

/// Stands for a blank inside a word, so that a pattern can tell it from the
/// blank between two words: `git -c user.name='A B' push` has five words.
const BLANK_IN_WORD: &str = "\u{2423}";

fn has_blanks(word: &str) -> bool {
    // Most words are of letters and marks alone, which is quick to see.
    !word.bytes().all(|byte| byte.is_ascii_graphic()) && word.contains(char::is_whitespace)
}

/// A word with its blanks made visible.
fn without_blanks(word: Mapped) -> Mapped {
    if !has_blanks(word.text()) {
        return word;
    }
    let mut visible = Mapped::default();
    let mut kept = 0;
    for (at, blank) in word.text().match_indices(char::is_whitespace) {
        visible.push_slice(&word, kept..at);
        kept = at + blank.len();
        visible.push(BLANK_IN_WORD, word.span(at..kept));
    }
    visible.push_slice(&word, kept..word.len());
    visible
}
