//! Options and subcommands are looked for often and found seldom.

/// One bit for each of some names: one whose bit is not here is not among them.
#[derive(Clone, Copy, Debug)]
pub struct Sieve(u128);

impl Sieve {
    pub const NONE: Sieve = Sieve(0);

    /// The names that stand in a text with this byte between them, up to `end`.
    pub const fn of(names: &str, between: u8, end: u8) -> Sieve {
        let (mut bits, mut start, mut at, names) = (0, 0, 0, names.as_bytes());
        while at < names.len() && names[at] != end {
            if at + 1 == names.len() || names[at + 1] == between || names[at + 1] == end {
                bits |= bit(names[start + (at + 1 - start) / 2], names[at], at + 1 - start);
                start = at + 2;
            }
            at += 1;
        }
        Sieve(bits)
    }

    /// All names of both.
    pub const fn and(self, other: Sieve) -> Sieve {
        Sieve(self.0 | other.0)
    }

    /// One name alone.
    pub fn one(name: &str) -> Sieve {
        let bytes = name.as_bytes();
        Sieve(bytes.last().map_or(0, |last| bit(bytes[bytes.len() / 2], *last, bytes.len())))
    }

    /// Whether `one` may be among these.
    pub fn has(self, one: Sieve) -> bool {
        self.0 & one.0 != 0
    }
}

/// The bit of a name with this middle, this last byte and this length.
const fn bit(middle: u8, last: u8, len: usize) -> u128 {
    1 << ((middle as usize * 31 + last as usize * 7 + len) % 128)
}
