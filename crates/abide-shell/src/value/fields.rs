//! Fields: the words of an argument vector while they are being made.
//!
//! A value may be one of several (`for c in npm yarn; do $c i; done`), so a
//! word becomes a few alternative lists of fields. Most words are one list of
//! one field.

use crate::{Field, Mapped, Span};
use smallvec::{SmallVec, smallvec};

/// Several, but most often one.
pub(crate) type Few<T> = SmallVec<[T; 1]>;

/// The most alternatives one command is looked at in. Values beyond it are
/// unknown.
pub(crate) const MOST_ALTERNATIVES: usize = 64;

/// The most fields that all alternatives of one command have together, unless
/// it is so long that even [`LEAST_ALTERNATIVES`] have more.
const MOST_FIELDS: usize = 4096;
const LEAST_ALTERNATIVES: usize = 2;

/// This many bytes of text weigh as much as a field.
const BYTES_OF_FIELD: usize = 64;

/// How many alternatives of something that has so many fields are looked at.
fn most_alternatives(fields: usize) -> usize {
    (MOST_FIELDS / fields.max(1)).clamp(LEAST_ALTERNATIVES, MOST_ALTERNATIVES)
}

/// Leaves out some alternatives of something that has grown to so many fields.
/// Neighbours differ in what was added last, so every second one or so goes:
/// the first word, which names the program, keeps its values the longest.
pub(crate) fn thin<T>(alternatives: &mut Few<T>, fields: usize) {
    if alternatives.len() > LEAST_ALTERNATIVES {
        let step = alternatives.len().div_ceil(most_alternatives(fields));
        let mut index = 0;
        alternatives.retain(|_| (index % step == 0, index += 1).0);
    }
}

/// Every alternative with every one of `values` behind it. Where these would be
/// too many for so many fields, each gets some of the values in turn.
pub(crate) fn cross<T: Clone, V>(
    alternatives: &mut Few<T>,
    values: &[V],
    fields: usize,
    mut append: impl FnMut(&mut T, &V),
) {
    thin(alternatives, fields);
    let each = (most_alternatives(fields) / alternatives.len().max(1)).clamp(1, values.len().max(1));
    let mut crossed = Few::with_capacity(alternatives.len() * each);
    let mut turn = values.iter().cycle();
    for mut alternative in alternatives.drain(..) {
        for _ in 1..each {
            let mut copy = alternative.clone();
            turn.next().into_iter().for_each(|value| append(&mut copy, value));
            crossed.push(copy);
        }
        turn.next().into_iter().for_each(|value| append(&mut alternative, value));
        crossed.push(alternative);
    }
    *alternatives = crossed;
}

/// Alternative lists of fields.
#[derive(Clone, Debug)]
pub(crate) struct Fields {
    lists: Few<Partial>,
}

#[derive(Clone, Debug, Default)]
struct Partial {
    done: Few<Field>,
    open: Option<Field>,
}

/// One of the values that an expansion may have.
#[derive(Clone, Debug)]
pub(crate) enum Expansion {
    /// Nothing at all: an unset variable.
    Nothing,
    /// This text.
    Text(Mapped),
    /// Several fields: `$@`, an array.
    List(Vec<Mapped>),
    /// Fields that are split already, whatever blanks they hold: `${x:+sh -c 'a b'}`.
    Words(Vec<Mapped>),
    /// Not known: stands as it is written.
    Unknown(Mapped),
}

impl Fields {
    pub fn new() -> Self {
        Fields { lists: smallvec![Partial::default()] }
    }

    /// The lists, each with its last field closed.
    pub fn finish(self) -> Few<Few<Field>> {
        let close = |partial: Partial| {
            let mut fields = partial.done;
            fields.extend(partial.open);
            fields
        };
        self.lists.into_iter().map(close).collect()
    }

    /// Appends to the field being made in every list.
    pub fn edit(&mut self, mut edit: impl FnMut(&mut Field)) {
        for list in &mut self.lists {
            edit(list.open.get_or_insert_with(known));
        }
    }

    /// Appends quoted or literal text.
    pub fn text(&mut self, source: &Mapped, span: Span) {
        self.edit(|field| field.value.push_slice(source, span.range()));
    }

    /// Begins a field, even if nothing follows: `""`.
    pub fn begin(&mut self) {
        self.edit(|_| {});
    }

    /// Appends one of `values` in every way. Unquoted text is split at `ifs`.
    pub fn expansion(&mut self, values: &[Expansion], quoted: bool, ifs: &str) {
        if let [value] = values {
            for list in &mut self.lists {
                list.append(value, quoted, ifs);
            }
            return;
        }
        let fields = self.lists.first().map_or(0, Partial::fields);
        cross(&mut self.lists, values, fields, |list, value| list.append(value, quoted, ifs));
    }
}

fn known() -> Field {
    Field { known: true, ..Field::default() }
}

/// Whether bash takes unquoted text like this for a file name pattern.
fn is_pattern(text: &str) -> bool {
    text.contains(['*', '?', '['])
}

impl Partial {
    /// How much it weighs, in fields.
    fn fields(&self) -> usize {
        let open = self.open.as_ref().map_or(0, |field| field.value.len());
        self.done.len() + open / BYTES_OF_FIELD
    }

    fn append(&mut self, value: &Expansion, quoted: bool, ifs: &str) {
        match value {
            Expansion::Nothing => {}
            Expansion::Unknown(text) => {
                let field = self.open.get_or_insert_with(known);
                field.known = false;
                field.value.push_unknown(text);
            }
            Expansion::Text(text) if quoted => self.whole(text),
            Expansion::Text(text) => self.split(text, ifs),
            Expansion::List(list) | Expansion::Words(list) => {
                let whole = quoted || matches!(value, Expansion::Words(_));
                for (index, text) in list.iter().enumerate() {
                    if index > 0 {
                        self.done.extend(self.open.take());
                    }
                    if whole {
                        self.whole(text);
                    } else {
                        self.split(text, ifs);
                    }
                }
            }
        }
    }

    /// Splits unquoted text into fields: white space of `ifs` separates and is
    /// dropped around, any other byte of it ends a field.
    fn split(&mut self, text: &Mapped, ifs: &str) {
        let string = text.text();
        let is_known = !text.has_unknown();
        let mut start = 0;
        let mut ended = false;
        for (at, char) in string.char_indices() {
            if !ifs.contains(char) {
                continue;
            }
            if at > start {
                self.piece(text, start..at, is_known);
                ended = false;
            } else if !char.is_ascii_whitespace() && (ended || self.open.is_none()) {
                self.open.get_or_insert_with(known);
            }
            ended |= !char.is_ascii_whitespace();
            self.done.extend(self.open.take());
            start = at + char.len_utf8();
        }
        if start < string.len() {
            self.piece(text, start..string.len(), is_known);
        }
    }

    /// Quoted text. A pattern that stands for names stays one.
    fn whole(&mut self, text: &Mapped) {
        let field = self.open.get_or_insert_with(known);
        if text.has_unknown() {
            field.known = false;
            field.glob |= is_pattern(text.text());
        }
        field.value.push_mapped(text);
    }

    fn piece(&mut self, text: &Mapped, range: std::ops::Range<usize>, is_known: bool) {
        let field = self.open.get_or_insert_with(known);
        field.known &= is_known;
        field.glob |= is_pattern(&text.text()[range.clone()]);
        field.value.push_slice(text, range);
    }
}
