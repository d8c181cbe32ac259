//! Tables of names, hashed while the crate compiles: some are asked at every
//! command, most of which they do not hold.

/// Where names stand in a table, by their hash. A name whose place is taken is
/// in the next free one.
///
/// INVARIANT: some of the `N` places, a power of two, are free.
pub struct Places<const N: usize>([u16; N]);

/// Nothing is in this place.
const FREE: u16 = u16::MAX;

impl<const N: usize> Places<N> {
    pub const NONE: Self = Places([FREE; N]);

    /// These places, and the name that stands at `index` of the table.
    pub const fn with(mut self, name: &str, index: usize) -> Self {
        assert!(N.is_power_of_two() && index < FREE as usize);
        let (mut place, mut taken) = (hash(name) % N, 1);
        while self.0[place] != FREE {
            place = (place + 1) % N;
            taken += 1;
            assert!(taken < N, "a place has to stay free");
        }
        self.0[place] = index as u16;
        self
    }

    /// Where the name stands, when `is_it` tells whether it stands at an index.
    pub fn find(&self, name: &str, is_it: impl Fn(usize) -> bool) -> Option<usize> {
        let mut place = hash(name) % N;
        loop {
            match self.0[place] {
                FREE => return None,
                index if is_it(index as usize) => return Some(index as usize),
                _ => place = (place + 1) % N,
            }
        }
    }
}

/// Most names differ in their length, their first, middle or last byte.
const fn hash(name: &str) -> usize {
    let (name, len) = (name.as_bytes(), name.len());
    if len == 0 {
        return 0;
    }
    let bytes =
        name[0] as u32 | (name[len / 2] as u32) << 8 | (name[len - 1] as u32) << 16 | (len as u32) << 24;
    (bytes.wrapping_mul(0x9e37_79b1) >> 16) as usize
}

/// Some names.
pub struct OneOf {
    names: &'static [&'static str],
    places: Places<32>,
}

impl OneOf {
    pub const fn new(names: &'static [&'static str]) -> Self {
        let (mut places, mut at) = (Places::NONE, 0);
        while at < names.len() {
            places = places.with(names[at], at);
            at += 1;
        }
        OneOf { names, places }
    }

    pub fn has(&self, name: &str) -> bool {
        self.places.find(name, |at| self.names[at] == name).is_some()
    }
}

/// A table of names, and what each stands for.
pub struct ByName<T: 'static> {
    rows: &'static [(&'static str, T)],
    places: Places<128>,
}

impl<T> ByName<T> {
    pub const fn new(rows: &'static [(&'static str, T)]) -> Self {
        let (mut places, mut at) = (Places::NONE, 0);
        while at < rows.len() {
            places = places.with(rows[at].0, at);
            at += 1;
        }
        ByName { rows, places }
    }

    pub fn get(&self, name: &str) -> Option<&'static T> {
        let at = self.places.find(name, |at| self.rows[at].0 == name)?;
        Some(&self.rows[at].1)
    }
}
