//! Text that knows where it came from.
//!
//! Quote removal, expansion and a second parse (`sh -c`, `eval`) all turn
//! source text into other text. [`Mapped`] carries the result together with a
//! map from its bytes back to the bytes of the original source, so that a hit
//! deep inside `bash -c "eval 'npm i'"` is still underlined in the line that
//! the agent wrote.

use crate::Span;
use std::ops::Range;

/// A string with a map from its byte offsets to spans of the original source.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mapped {
    text: String,
    pieces: Vec<Piece>,
}

/// From `at` (an offset into the text) on, the bytes come from `source`.
///
/// INVARIANT: pieces are sorted by `at`, and the first one starts at 0. When
/// a piece and its source have the same length the bytes correspond one to
/// one; otherwise the whole piece stands for the whole source span (`$'\x6e'`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Piece {
    at: u32,
    source: Span,
    /// What it says is not known: the bytes only stand for it.
    opaque: bool,
}

impl Mapped {
    /// Text that is the source itself, starting at byte `offset` of it.
    pub fn source(text: &str, offset: u32) -> Self {
        let mut mapped = Mapped::default();
        mapped.push(text, Span::new(offset, offset + text.len() as u32));
        mapped
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Appends `text`, which stands for the bytes `source` of the original.
    pub fn push(&mut self, text: &str, source: Span) {
        self.push_piece(text, source, false);
    }

    /// Appends text that stands, as it is written, for something not known:
    /// read as bash it is not expanded again.
    pub(crate) fn push_unknown(&mut self, other: &Mapped) {
        for index in 0..other.pieces.len() {
            let range = other.pieces[index].at as usize..other.piece_end(index);
            self.push_piece(&other.text[range], other.pieces[index].source, true);
        }
    }

    /// Whether the byte at `at` stands for something not known.
    pub(crate) fn is_unknown(&self, at: usize) -> bool {
        self.pieces.get(self.index(at)).is_some_and(|piece| piece.opaque)
    }

    fn push_piece(&mut self, text: &str, source: Span, opaque: bool) {
        if text.is_empty() {
            return;
        }
        let at = self.text.len() as u32;
        let straight = text.len() == source.len();
        let grows = straight
            && self.pieces.last().is_some_and(|last| {
                last.source.end == source.start
                    && last.opaque == opaque
                    && (at - last.at) as usize == last.source.len()
            });
        if grows {
            self.pieces.last_mut().expect("checked above").source.end = source.end;
        } else {
            self.pieces.push(Piece { at, source, opaque });
        }
        self.text.push_str(text);
    }

    /// Appends `range` of another mapped text, keeping its origin.
    pub fn push_slice(&mut self, other: &Mapped, range: Range<usize>) {
        let mut at = range.start;
        for index in other.index(at)..other.pieces.len() {
            if at >= range.end {
                break;
            }
            let end = other.piece_end(index).min(range.end);
            let opaque = other.pieces[index].opaque;
            self.push_piece(&other.text[at..end], other.locate(index, at..end), opaque);
            at = end;
        }
    }

    /// Appends all of another mapped text.
    pub fn push_mapped(&mut self, other: &Mapped) {
        self.push_slice(other, 0..other.text.len());
    }

    /// The spans of the original source that the text came from, in order.
    pub fn origins(&self) -> impl Iterator<Item = Span> + '_ {
        self.pieces.iter().map(|piece| piece.source)
    }

    /// Whether the text is empty.
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// Appends `range` of another mapped text, but for the bytes that came
    /// from `cuts`, which are sorted and do not overlap.
    pub(crate) fn push_without(&mut self, other: &Mapped, range: Range<usize>, cuts: &[Span]) {
        let mut at = range.start;
        let first = other.index(at);
        for index in first..other.pieces.len() {
            if at >= range.end {
                break;
            }
            let end = other.piece_end(index).min(range.end);
            let source = other.locate(index, at..end);
            let straight = source.len() == end - at;
            let mut next = cuts.partition_point(|cut| cut.end <= source.start);
            let mut kept = source.start;
            while next < cuts.len() && cuts[next].start < source.end {
                if !straight {
                    kept = source.end;
                    break;
                }
                let cut = cuts[next];
                if cut.start > kept {
                    self.push_part(other, at, source, kept..cut.start);
                }
                kept = kept.max(cut.end);
                next += 1;
            }
            if !straight && kept == source.start {
                self.push(&other.text[at..end], source);
            } else if straight && kept < source.end {
                self.push_part(other, at, source, kept..source.end);
            }
            at = end;
        }
    }

    /// Appends the bytes that came from `part` of a piece which begins at `at`
    /// and corresponds to `source` byte by byte.
    fn push_part(&mut self, other: &Mapped, at: usize, source: Span, part: Range<u32>) {
        let place = |offset: u32| at + (offset - source.start) as usize;
        let text = &other.text[place(part.start)..place(part.end)];
        self.push(text, Span::new(part.start, part.end));
    }

    /// The part of the original source that `range` of this text came from.
    /// An empty range gives the place where text would be inserted.
    pub fn span(&self, range: Range<usize>) -> Span {
        if self.pieces.is_empty() {
            return Span::default();
        }
        let first = self.index(range.start);
        let last = self.index(range.end.max(range.start + 1) - 1);
        let mut span = self.locate(first, range.start..range.end.min(self.piece_end(first)));
        for piece in first + 1..=last {
            let start = self.pieces[piece].at as usize;
            span = span.join(self.locate(piece, start..range.end.min(self.piece_end(piece))));
        }
        span
    }

    /// The piece that holds the byte at `at`.
    fn index(&self, at: usize) -> usize {
        self.pieces.partition_point(|piece| piece.at as usize <= at).saturating_sub(1)
    }

    fn piece_end(&self, index: usize) -> usize {
        self.pieces.get(index + 1).map_or(self.text.len(), |next| next.at as usize)
    }

    fn locate(&self, index: usize, range: Range<usize>) -> Span {
        let piece = self.pieces[index];
        let start = piece.at as usize;
        if self.piece_end(index) - start != piece.source.len() {
            return piece.source;
        }
        let from = piece.source.start + (range.start - start) as u32;
        Span::new(from, from + (range.end.max(range.start) - range.start) as u32)
    }
}
