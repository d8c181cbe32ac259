//! Arrays: the elements of a variable, by their keys.

use super::state::Name;
use crate::Mapped;

/// An indexed or associative array.
///
/// INVARIANT: the entries are sorted by [`order`], each key once. Numbers are
/// in their own order then, which is that of `"${name[@]}"`.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Array(Vec<(Name, Mapped)>);

/// Shorter keys first: `9` stands before `10`.
fn order(key: &str) -> (usize, &str) {
    (key.len(), key)
}

impl Array {
    /// The last value of each key.
    pub fn new(mut entries: Vec<(Name, Mapped)>) -> Self {
        if !entries.is_sorted_by(|(a, _), (b, _)| order(a) < order(b)) {
            entries.reverse();
            entries.sort_by(|(a, _), (b, _)| order(a).cmp(&order(b)));
            entries.dedup_by(|(next, _), (first, _)| next == first);
        }
        Array(entries)
    }

    /// These elements, numbered.
    pub fn list(elements: impl IntoIterator<Item = Mapped>) -> Self {
        let numbered = |(index, text): (usize, Mapped)| (ecow::eco_format!("{index}"), text);
        Array::new(elements.into_iter().enumerate().map(numbered).collect())
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// The number behind the last key.
    pub fn next(&self) -> usize {
        self.0.last().and_then(|(key, _)| key.parse::<usize>().ok()).map_or(0, |last| last.saturating_add(1))
    }

    pub fn keys(&self) -> impl Iterator<Item = &Name> {
        self.0.iter().map(|(key, _)| key)
    }

    pub fn texts(&self) -> impl DoubleEndedIterator<Item = &Mapped> {
        self.0.iter().map(|(_, text)| text)
    }

    pub fn get(&self, key: &str) -> Option<&Mapped> {
        self.place(key).ok().map(|at| &self.0[at].1)
    }

    /// Sets an element, or takes it away.
    pub fn put(&mut self, key: &Name, text: Option<Mapped>) {
        match (self.place(key), text) {
            (Ok(at), Some(text)) => self.0[at].1 = text,
            (Ok(at), None) => drop(self.0.remove(at)),
            (Err(at), Some(text)) => self.0.insert(at, (key.clone(), text)),
            (Err(_), None) => {}
        }
    }

    fn place(&self, key: &str) -> Result<usize, usize> {
        // Most are set one behind the other.
        if self.0.last().is_none_or(|(last, _)| order(last) < order(key)) {
            return Err(self.0.len());
        }
        self.0.binary_search_by(|(other, _)| order(other).cmp(&order(key)))
    }
}
