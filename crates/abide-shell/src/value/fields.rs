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
        let Some(first) = values.first() else { return };
        let fit = MOST_ALTERNATIVES / self.lists.len().max(1);
        if fit <= 1 {
            self.lists.iter_mut().for_each(|list| list.append(first, quoted, ifs));
            return;
        }
        let mut lists = Few::with_capacity(self.lists.len() * values.len().min(fit));
        for list in &self.lists {
            for value in values.iter().take(fit) {
                let mut list = list.clone();
                list.append(value, quoted, ifs);
                lists.push(list);
            }
        }
        self.lists = lists;
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
            Expansion::List(list) => {
                for (index, text) in list.iter().enumerate() {
                    if index > 0 {
                        self.done.extend(self.open.take());
                    }
                    if quoted {
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
