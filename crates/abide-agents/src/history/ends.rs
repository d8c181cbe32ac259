//! Where JSON values end.
//!
//! Most of a log is long texts full of escapes, so this is where most of the time
//! of reading one goes. Escapes and quotes are looked for in 64 bytes at a time.

use memchr::memchr2;

/// Shorter values are walked over again: that is quicker than to look them up.
const LONG: usize = 64;
/// What is nested deeper, or comes after so many values, is walked over again:
/// no line makes this take memory without bounds.
const DEEPEST: usize = 64;
const MOST: usize = 100_000;

/// The ends of the long values in one text, by their beginnings.
#[derive(Debug, Default)]
pub(crate) struct Ends {
    /// Beginnings and ends, in order.
    known: Vec<(usize, usize)>,
    /// Places in `known` of values that have begun, the innermost last.
    open: Vec<Option<usize>>,
}

/// For texts that are walked over as they are asked about.
pub(crate) static UNKNOWN: Ends = Ends { known: Vec::new(), open: Vec::new() };

impl Ends {
    /// The length of the value that `rest` begins with, which stands at `at`.
    pub fn length(&self, at: usize, rest: &[u8]) -> Option<usize> {
        let short = match rest.first()? {
            b'"' => end_of_text(&rest[..rest.len().min(LONG)]),
            b'{' | b'[' => None,
            _ => end(rest),
        };
        short.or_else(|| {
            let found = self.known.binary_search_by_key(&at, |(start, _)| *start);
            found.map_or_else(|_| end(rest), |found| Some(self.known[found].1 - at))
        })
    }

    /// Where the value ends that `bytes` begin with, as [`end`]; keeps the ends
    /// of what is in it.
    pub fn find(&mut self, bytes: &[u8]) -> Option<usize> {
        self.known.clear();
        self.open.clear();
        if !matches!(bytes.first()?, b'{' | b'[') {
            return end(bytes);
        }
        walk(bytes, |met| match met {
            Met::Text(start, end) if end - start >= LONG && self.known.len() < MOST => {
                self.known.push((start, end));
            }
            Met::Opening(at, depth) if depth < DEEPEST => {
                let room = self.known.len() < MOST;
                self.open.push(room.then_some(self.known.len()));
                self.known.extend(room.then_some((at, at)));
            }
            Met::Closing(at, depth) if depth < DEEPEST => self.close(at + 1),
            _ => {}
        })
    }

    fn close(&mut self, end: usize) {
        let Some(place) = self.open.pop().flatten() else { return };
        self.known[place].1 = end;
        // A short one holds no long one, so it is the last.
        if end - self.known[place].0 < LONG {
            self.known.truncate(place);
        }
    }
}

/// Where the value ends that `bytes` begin with. Brackets are counted, not
/// matched: what is balanced is taken for whole.
pub(crate) fn end(bytes: &[u8]) -> Option<usize> {
    match bytes.first()? {
        b'"' => end_of_text(bytes),
        b'{' | b'[' => walk(bytes, |_| ()),
        b'-' | b'0'..=b'9' | b't' | b'f' | b'n' => {
            let plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"+-.".contains(byte);
            Some(bytes.iter().position(|byte| !plain(byte)).unwrap_or(bytes.len()))
        }
        _ => None,
    }
}

/// What is met on a walk over a list or an object.
enum Met {
    /// A text, from its first quote to behind its last.
    Text(usize, usize),
    /// A bracket, inside so many others.
    Opening(usize, usize),
    /// As `Opening`.
    Closing(usize, usize),
}

/// Where the list or object ends that `bytes` begin with.
fn walk(bytes: &[u8], mut meet: impl FnMut(Met)) -> Option<usize> {
    let mut depth = 0usize;
    let mut at = 0;
    loop {
        match bytes.get(at)? {
            b'"' => {
                let end = at + end_of_text(&bytes[at..])?;
                meet(Met::Text(at, end));
                at = end;
                continue;
            }
            b'{' | b'[' => {
                meet(Met::Opening(at, depth));
                depth += 1;
            }
            b'}' | b']' => {
                depth -= 1;
                meet(Met::Closing(at, depth));
                if depth == 0 {
                    return Some(at + 1);
                }
            }
            _ => {}
        }
        at += 1;
    }
}

/// Where the text ends whose first quote is the first of `bytes`.
fn end_of_text(bytes: &[u8]) -> Option<usize> {
    let first = first_mark(bytes)?;
    if bytes[first] == b'"' {
        return Some(first + 1);
    }
    // A text with one escape mostly has many.
    let mut at = first;
    let mut escaped = false;
    while let Some(block) = bytes[at..].first_chunk::<64>() {
        let quotes = places(block, b'"');
        // A backslash that is escaped escapes nothing.
        let slashes = places(block, b'\\') & !u64::from(escaped);
        let found = quotes & !(behind_odd_runs(slashes) | u64::from(escaped));
        if found != 0 {
            return Some(at + found.trailing_zeros() as usize + 1);
        }
        escaped = slashes.leading_ones() % 2 == 1;
        at += 64;
    }
    for (more, byte) in bytes[at..].iter().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => return Some(at + more + 1),
            _ => {}
        }
    }
    None
}

/// Where the first quote or backslash is behind the first of `bytes`.
fn first_mark(bytes: &[u8]) -> Option<usize> {
    let mut at = 1;
    // Most texts are names and numbers: no call is worth its while for these.
    while let Some(word) = bytes.get(at..).and_then(|rest| rest.first_chunk::<8>()).filter(|_| at < LONG) {
        let marks = equal(word, b'"') | equal(word, b'\\');
        if marks != 0 {
            return Some(at + marks.trailing_zeros() as usize / 8);
        }
        at += 8;
    }
    Some(at + memchr2(b'"', b'\\', bytes.get(at..)?)?)
}

/// The highest bit of each byte that is `wanted`.
fn equal(word: &[u8; 8], wanted: u8) -> u64 {
    const LOWEST: u64 = u64::from_le_bytes([1; 8]);
    const ALL_BUT_HIGHEST: u64 = u64::from_le_bytes([0x7f; 8]);
    let differs = u64::from_le_bytes(*word) ^ (u64::from(wanted) * LOWEST);
    !(((differs & ALL_BUT_HIGHEST) + ALL_BUT_HIGHEST) | differs | ALL_BUT_HIGHEST)
}

/// Where `wanted` stands in the block, the first byte the lowest bit.
fn places(block: &[u8; 64], wanted: u8) -> u64 {
    // Brings the highest bits of eight bytes together in the highest byte.
    const TOGETHER: u64 = 0x0002_0408_1020_4081;
    let (words, _) = block.as_chunks::<8>();
    words.iter().enumerate().fold(0, |places, (number, word)| {
        places | (equal(word, wanted).wrapping_mul(TOGETHER) >> 56) << (8 * number)
    })
}

/// The bits right behind runs of ones whose length is odd: what an odd number of
/// backslashes escapes.
fn behind_odd_runs(ones: u64) -> u64 {
    const EVEN: u64 = 0x5555_5555_5555_5555;
    let starts = ones & !(ones << 1);
    // Adding its first bit to a run carries to the bit behind it.
    let behind = |starts: u64| ones.wrapping_add(starts) & !ones;
    behind(starts & EVEN) & !EVEN | behind(starts & !EVEN) & EVEN
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The plain way to say it.
    fn slowly(bytes: &[u8]) -> Option<usize> {
        let mut at = 1;
        while at < bytes.len() {
            match bytes[at] {
                b'"' => return Some(at + 1),
                b'\\' => at += 2,
                _ => at += 1,
            }
        }
        None
    }

    #[test]
    fn a_text_ends_at_its_first_quote_without_an_odd_number_of_backslashes_before_it() {
        // Every text of the small alphabet, before and behind places where blocks meet.
        for before in [0, 1, 30, 61, 62, 63, 64, 65, 126] {
            for shape in 0..3usize.pow(7) {
                let letter = |place: u32| b"\\\"x"[shape / 3usize.pow(place) % 3];
                let mut text = b"\"\\x".to_vec();
                text.extend(std::iter::repeat_n(b'y', before));
                text.extend((0..7).map(letter));
                text.extend([b'z'; 70]);
                let short = text.len() - 70;
                for text in [&text[..], &text[..short]] {
                    assert_eq!(end_of_text(text), slowly(text), "{}", String::from_utf8_lossy(text));
                }
            }
        }
        for run in 1..200 {
            let text = [b"\"", &b"\\".repeat(run)[..], b"\" \"", &[b' '; 64]].concat();
            assert_eq!(end_of_text(&text), slowly(&text), "{run}");
        }
    }

    #[test]
    fn what_is_known_of_a_value_is_what_a_walk_over_it_finds() {
        let long = "\\\"lorem\\n".repeat(20);
        let deep = "[".repeat(100) + &long.replace('\\', "") + &"]".repeat(100);
        let deep = deep.replace('"', "");
        let text = format!(
            r#"{{"a":"{long}","b":[1,{{"c":"{long}"}},"short"],"d":{{}},"e":{deep},"f":["{long}"]}} tail"#
        );
        let mut ends = Ends::default();
        assert_eq!(ends.find(text.as_bytes()), end(text.as_bytes()));
        assert!(ends.known.len() >= 6);
        for (start, known) in &ends.known {
            assert_eq!(end(&text.as_bytes()[*start..]), Some(known - start));
        }
        assert!(ends.known.is_sorted());
    }

    #[test]
    fn deep_nesting_takes_no_memory() {
        let deep = "[".repeat(1 << 20) + &"]".repeat(1 << 20);
        let mut ends = Ends::default();
        assert_eq!(ends.find(deep.as_bytes()), Some(2 << 20));
        assert!(ends.known.len() <= DEEPEST);
    }
}
