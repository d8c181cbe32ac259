//! Text that knows where it came from.
//!
//! Quote removal, expansion and a second parse (`sh -c`, `eval`) all turn
//! source text into other text. [`Mapped`] carries the result together with a
//! map from its bytes back to the bytes of the original source, so that a hit
//! deep inside `bash -c "eval 'npm i'"` is still underlined in the line that
//! the agent wrote.
//!
//! Most words are a slice of the source and stay one: they share its text.
//! Only what is put together from several places is a text of its own.

use crate::Span;
use smallvec::{SmallVec, smallvec};
use std::ops::Range;
use std::rc::Rc;

/// A string with a map from its byte offsets to spans of the original source.
/// Cloning it is cheap.
#[derive(Clone, Debug, Default)]
pub struct Mapped(Repr);

#[derive(Clone, Debug, Default)]
enum Repr {
    #[default]
    Empty,
    /// The bytes from `start` up to `end` of `text`, which came one by one
    /// from the original source, from `origin` on.
    Slice {
        text: Rc<str>,
        start: u32,
        end: u32,
        origin: u32,
    },
    Built(Rc<Built>),
}

/// Text that was put together.
#[derive(Clone, Debug, Default)]
struct Built {
    text: String,
    pieces: SmallVec<[Piece; 2]>,
}

/// The word that stands for names of files that a program printed. Its place is
/// that of the command, whose [`crate::Command::listing`] tells which files.
pub const NAMES: &str = "$found";

/// From `at` (an offset into the text) on, the bytes come from `source`.
///
/// INVARIANT: pieces are sorted by `at`, and the first one starts at 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Piece {
    at: u32,
    source: Span,
    /// What it says is not known: the bytes only stand for it.
    opaque: bool,
    /// Its bytes and those of its source correspond one to one; else all of it
    /// stands for all of its source (`$'\x6e'`).
    exact: bool,
}

impl Piece {
    /// The source of `part`, where the piece is at `whole`.
    fn locate(&self, whole: &Range<usize>, part: Range<usize>) -> Span {
        if !self.exact {
            return self.source;
        }
        let from = self.source.start + (part.start - whole.start) as u32;
        Span::new(from, from + (part.end.max(part.start) - part.start) as u32)
    }
}

impl Mapped {
    /// Text that is the source itself, starting at byte `offset` of it.
    pub fn source(text: &str, offset: u32) -> Self {
        if text.is_empty() {
            return Mapped::default();
        }
        Mapped(Repr::Slice { text: text.into(), start: 0, end: text.len() as u32, origin: offset })
    }

    /// Text that stands nowhere in the source.
    pub(crate) fn made(text: &str) -> Self {
        let mut made = Mapped::default();
        made.push(text, Span::default());
        made
    }

    /// The text.
    pub fn text(&self) -> &str {
        match &self.0 {
            Repr::Empty => "",
            Repr::Slice { text, start, end, .. } => &text[*start as usize..*end as usize],
            Repr::Built(built) => &built.text,
        }
    }

    /// How many bytes the text has.
    pub fn len(&self) -> usize {
        match &self.0 {
            Repr::Empty => 0,
            Repr::Slice { start, end, .. } => (end - start) as usize,
            Repr::Built(built) => built.text.len(),
        }
    }

    /// Whether the text is empty.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Appends `text`, which stands for the bytes `source` of the original.
    pub fn push(&mut self, text: &str, source: Span) {
        if !text.is_empty() {
            self.build().push(text, source, false, text.len() == source.len());
        }
    }

    /// Appends `text`, which stands nowhere in the source, behind what is there.
    pub(crate) fn push_behind(&mut self, text: &str) {
        let place = self.count().checked_sub(1).map_or(0, |last| self.piece(last).1.source.end);
        self.push(text, Span::new(place, place));
    }

    /// Appends `text`, which stands for something not known.
    pub(crate) fn push_stand_in(&mut self, text: &str, source: Span) {
        self.build().push(text, source, true, false);
    }

    /// Appends text that stands, as it is written, for something not known:
    /// read as bash it is not expanded again.
    pub(crate) fn push_unknown(&mut self, other: &Mapped) {
        for index in 0..other.count() {
            let (range, piece) = other.piece(index);
            self.build().push(&other.text()[range], piece.source, true, piece.exact);
        }
    }

    /// The same text, standing for something not known: a file name pattern,
    /// say, for the names that it matches.
    pub(crate) fn as_unknown(&self) -> Mapped {
        let mut unknown = Mapped::default();
        unknown.push_unknown(self);
        unknown
    }

    /// Whether any of the text stands for something not known.
    pub(crate) fn has_unknown(&self) -> bool {
        matches!(&self.0, Repr::Built(built) if built.pieces.iter().any(|piece| piece.opaque))
    }

    /// Whether any of the text is known, blanks aside, or stands for names of files.
    pub(crate) fn has_known(&self) -> bool {
        match &self.0 {
            Repr::Empty => false,
            Repr::Slice { .. } => !self.text().trim().is_empty(),
            Repr::Built(_) => (0..self.count()).any(|index| {
                let (range, piece) = self.piece(index);
                let text = &self.text()[range];
                if piece.opaque { text == NAMES } else { !text.trim().is_empty() }
            }),
        }
    }

    /// Where the command stands whose names of files are in it.
    pub(crate) fn names(&self) -> Option<Span> {
        let Repr::Built(_) = &self.0 else { return None };
        let mut pieces = (0..self.count()).map(|index| self.piece(index));
        pieces
            .find(|(range, piece)| piece.opaque && &self.text()[range.clone()] == NAMES)
            .map(|(_, p)| p.source)
    }

    /// Whether the byte at `at` stands for something not known.
    pub(crate) fn is_unknown(&self, at: usize) -> bool {
        match &self.0 {
            Repr::Built(built) => built.pieces.get(built.index(at)).is_some_and(|piece| piece.opaque),
            _ => false,
        }
    }

    /// Whether all of `range` is known.
    pub(crate) fn is_known_in(&self, range: Range<usize>) -> bool {
        match &self.0 {
            Repr::Built(_) => self.parts(range).all(|(_, piece)| !piece.opaque),
            _ => true,
        }
    }

    /// What is known of it, the rest left out.
    pub(crate) fn known_part(&self) -> Mapped {
        let mut known = Mapped::default();
        for index in 0..self.count() {
            let (range, piece) = self.piece(index);
            if !piece.opaque {
                known.push_slice(self, range);
            }
        }
        known
    }

    /// Whether all of it is known.
    pub(crate) fn is_known(&self) -> bool {
        match &self.0 {
            Repr::Built(built) => built.pieces.iter().all(|piece| !piece.opaque),
            _ => true,
        }
    }

    /// Appends `range` of another mapped text, keeping its origin.
    pub fn push_slice(&mut self, other: &Mapped, range: Range<usize>) {
        if range.is_empty() || self.share(other, &range) {
            return;
        }
        for (part, piece) in other.parts(range) {
            self.build().push(&other.text()[part], piece.source, piece.opaque, piece.exact);
        }
    }

    /// Appends all of another mapped text.
    pub fn push_mapped(&mut self, other: &Mapped) {
        if matches!(self.0, Repr::Empty) {
            self.0 = other.0.clone();
        } else {
            self.push_slice(other, 0..other.len());
        }
    }

    /// Appends a blank and another mapped text. Where the source has the two
    /// just so, one blank apart, it stays a slice.
    pub(crate) fn push_word(&mut self, word: &Mapped) {
        if let (Repr::Slice { text: mine, end, .. }, Repr::Slice { text, start, end: new_end, .. }) =
            (&mut self.0, &word.0)
            && *start == *end + 1
            && Rc::ptr_eq(mine, text)
            && text.as_bytes()[*end as usize] == b' '
        {
            *end = *new_end;
            return;
        }
        let place = word.span(0..0).start;
        self.push(" ", Span::new(place, place));
        self.push_mapped(word);
    }

    /// Whether both are the same text, known in the same parts, wherever they
    /// stand.
    pub(crate) fn says(&self, other: &Mapped) -> bool {
        let unknown = |text: &Mapped| {
            let pieces = (0..text.count()).map(|index| text.piece(index));
            pieces.filter(|(_, piece)| piece.opaque).flat_map(|(range, _)| range).collect::<Vec<_>>()
        };
        self.text() == other.text()
            && (self.is_known() && other.is_known() || unknown(self) == unknown(other))
    }

    /// The spans of the original source that the text came from, in order.
    pub fn origins(&self) -> impl Iterator<Item = Span> + '_ {
        (0..self.count()).map(|index| self.piece(index).1.source)
    }

    /// The part of the original source that `range` of this text came from.
    /// An empty range gives the place where text would be inserted.
    pub fn span(&self, range: Range<usize>) -> Span {
        if self.count() == 0 {
            return Span::default();
        }
        let first = self.index(range.start);
        let last = self.index(range.end.max(range.start + 1) - 1);
        let (whole, piece) = self.piece(first);
        let mut span = piece.locate(&whole, range.start..range.end.min(whole.end));
        for index in first + 1..=last {
            let (whole, piece) = self.piece(index);
            span = span.join(piece.locate(&whole, whole.start..range.end.min(whole.end)));
        }
        span
    }

    /// Appends `range` of another mapped text, but for the bytes that came
    /// from `cuts`, which are sorted and do not overlap.
    pub(crate) fn push_without(&mut self, other: &Mapped, range: Range<usize>, cuts: &[Span]) {
        let mut kept: SmallVec<[Range<usize>; 8]> = SmallVec::new();
        for (part, Piece { source, exact, .. }) in other.parts(range) {
            let first = cuts.partition_point(|cut| cut.end <= source.start);
            let touching = cuts[first..].iter().take_while(|cut| cut.start < source.end);
            if !exact {
                if touching.count() == 0 {
                    kept.push(part);
                }
                continue;
            }
            let place = |offset: u32| part.start + (offset - source.start) as usize;
            let mut start = source.start;
            for cut in touching {
                if cut.start > start {
                    kept.push(place(start)..place(cut.start));
                }
                start = start.max(cut.end.min(source.end));
            }
            if start < source.end {
                kept.push(place(start)..part.end);
            }
        }
        if kept.len() > 1 {
            self.reserve(kept.iter().map(Range::len).sum(), kept.len());
        }
        for part in kept {
            self.push_slice(other, part);
        }
    }

    /// Makes room for text of so many bytes, from so many places.
    pub(crate) fn reserve(&mut self, bytes: usize, places: usize) {
        let built = self.build();
        built.text.reserve(bytes);
        built.pieces.reserve(places);
    }

    /// Takes `range` of the other text as it is, where this one is empty or
    /// ends just before it.
    fn share(&mut self, other: &Mapped, range: &Range<usize>) -> bool {
        let Repr::Slice { text, start, origin, .. } = &other.0 else { return false };
        let (from, to) = (start + range.start as u32, start + range.end as u32);
        match &mut self.0 {
            Repr::Empty => {
                let origin = origin + range.start as u32;
                self.0 = Repr::Slice { text: text.clone(), start: from, end: to, origin };
                true
            }
            Repr::Slice { text: mine, end, .. } if *end == from && Rc::ptr_eq(mine, text) => {
                *end = to;
                true
            }
            _ => false,
        }
    }

    /// This text as one that can grow.
    fn build(&mut self) -> &mut Built {
        if let Repr::Slice { origin, .. } = self.0 {
            let text = self.text();
            let source = Span::new(origin, origin + text.len() as u32);
            let piece = Piece { at: 0, source, opaque: false, exact: true };
            let mut grown = String::with_capacity((2 * text.len()).max(64));
            grown.push_str(text);
            self.0 = Repr::Built(Rc::new(Built { text: grown, pieces: smallvec![piece] }));
        } else if matches!(self.0, Repr::Empty) {
            self.0 = Repr::Built(Rc::default());
        }
        match &mut self.0 {
            Repr::Built(built) => Rc::make_mut(built),
            _ => unreachable!("it was built just above"),
        }
    }

    fn count(&self) -> usize {
        match &self.0 {
            Repr::Empty => 0,
            Repr::Slice { .. } => 1,
            Repr::Built(built) => built.pieces.len(),
        }
    }

    /// The piece at `index`, and the bytes of the text that it covers.
    fn piece(&self, index: usize) -> (Range<usize>, Piece) {
        match &self.0 {
            Repr::Built(built) => (built.range(index), built.pieces[index]),
            Repr::Slice { start, end, origin, .. } => {
                let length = end - start;
                let source = Span::new(*origin, origin + length);
                (0..length as usize, Piece { at: 0, source, opaque: false, exact: true })
            }
            Repr::Empty => (0..0, Piece { at: 0, source: Span::default(), opaque: false, exact: true }),
        }
    }

    /// The pieces that `range` of the text is made of: which bytes of the text
    /// each covers, and where these come from.
    fn parts(&self, range: Range<usize>) -> impl Iterator<Item = (Range<usize>, Piece)> + '_ {
        (self.index(range.start)..self.count()).map_while(move |index| {
            let (whole, piece) = self.piece(index);
            let part = whole.start.max(range.start)..whole.end.min(range.end);
            let source = piece.locate(&whole, part.clone());
            (part.start < range.end).then_some((part, Piece { source, ..piece }))
        })
    }

    /// The piece that holds the byte at `at`.
    fn index(&self, at: usize) -> usize {
        match &self.0 {
            Repr::Built(built) => built.index(at),
            _ => 0,
        }
    }
}

impl Built {
    fn push(&mut self, text: &str, source: Span, opaque: bool, exact: bool) {
        let at = self.text.len() as u32;
        let grows = exact
            && self
                .pieces
                .last()
                .is_some_and(|last| last.source.end == source.start && last.opaque == opaque && last.exact);
        match self.pieces.last_mut() {
            Some(last) if grows => last.source.end = source.end,
            _ => self.pieces.push(Piece { at, source, opaque, exact }),
        }
        self.text.push_str(text);
    }

    fn index(&self, at: usize) -> usize {
        self.pieces.partition_point(|piece| piece.at as usize <= at).saturating_sub(1)
    }

    fn range(&self, index: usize) -> Range<usize> {
        let end = self.pieces.get(index + 1).map_or(self.text.len(), |next| next.at as usize);
        self.pieces[index].at as usize..end
    }
}

impl PartialEq for Mapped {
    fn eq(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Repr::Built(a), Repr::Built(b)) if Rc::ptr_eq(a, b) => true,
            (Repr::Slice { origin: a, .. }, Repr::Slice { origin: b, .. }) => {
                a == b && self.text() == other.text()
            }
            _ => self.text() == other.text() && self.origins().eq(other.origins()),
        }
    }
}

impl Eq for Mapped {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slices_of_the_source_share_it_and_know_their_place() {
        let source = Mapped::source("echo npm i", 0);
        let mut word = Mapped::default();
        word.push_slice(&source, 5..8);
        word.push_slice(&source, 8..10);
        assert_eq!((word.text(), word.span(0..3)), ("npm i", Span::new(5, 8)));
        assert!(matches!(word.0, Repr::Slice { .. }));
    }

    #[test]
    fn text_from_several_places_knows_each_of_them() {
        let source = Mapped::source("n\"pm\" i", 0);
        let mut word = Mapped::default();
        word.push_slice(&source, 0..1);
        word.push_slice(&source, 2..4);
        assert_eq!((word.text(), word.span(0..3)), ("npm", Span::new(0, 4)));
        assert_eq!(word.span(1..2), Span::new(2, 3));
    }

    #[test]
    fn decoded_text_stands_for_all_it_came_from() {
        let mut word = Mapped::default();
        word.push("n", Span::new(2, 6));
        word.push("pm", Span::new(6, 8));
        assert_eq!(word.span(0..1), Span::new(2, 6));
        assert_eq!(word.span(1..3), Span::new(6, 8));
    }

    #[test]
    fn cuts_leave_the_rest_with_its_place() {
        let source = Mapped::source("git commit -m 'drop npm' x", 0);
        let mut view = Mapped::default();
        view.push_without(&source, 0..26, &[Span::new(15, 23)]);
        assert_eq!(view.text(), "git commit -m '' x");
        assert_eq!(view.span(17..18), Span::new(25, 26));
    }
}
