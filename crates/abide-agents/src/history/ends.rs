//! Where JSON values end.
//!
//! Most of a log is long texts full of escapes, so this is where most of the time of
//! reading one goes. One pass over an object marks the quotes at both ends of its
//! texts and the brackets outside of them, a bit for each byte, 64 bytes at a time.
//! Where a value ends is then looked up, however deep in the object it stands.

use fearless_simd::prelude::*;
use fearless_simd::{Level, dispatch, u8x64};
use memchr::memchr2;

/// So many bytes are marked at a time.
const BLOCK: usize = 64;

/// What 64 bytes hold, the first of them the lowest bit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Marks {
    /// Quotes that begin or end a text.
    quotes: u64,
    /// Brackets outside of texts.
    brackets: u64,
}

/// The marks of one object, or of nothing that is known.
#[derive(Debug, Default)]
pub(crate) struct Ends {
    /// Where the object begins in memory.
    base: usize,
    blocks: Vec<Marks>,
    pairs: Pairs,
}

/// For texts that are walked over as they are asked about.
pub(crate) static UNKNOWN: Ends = Ends { base: 0, blocks: Vec::new(), pairs: Pairs { known: Vec::new() } };

impl Ends {
    /// Where in the object a part of it stands.
    #[inline]
    pub fn place(&self, part: &[u8]) -> usize {
        (part.as_ptr() as usize).wrapping_sub(self.base)
    }

    /// The length of the value that `rest` begins with, which stands at `at`.
    #[inline(never)]
    pub fn length(&self, at: usize, rest: &[u8]) -> Option<usize> {
        let known = match rest.first()? {
            b'"' => self.quote(at + 1),
            b'{' | b'[' => self.pairs.closing(at).or_else(|| self.closing(at, rest)),
            _ => None,
        };
        known.map_or_else(|| end(rest), |last| Some(last + 1 - at))
    }

    /// Where the bracket is closed that `rest` begins with.
    fn closing(&self, at: usize, rest: &[u8]) -> Option<usize> {
        // The first may stand in what was taken for a text.
        let mut depth = Depth(1);
        let mut block = (at + 1) / BLOCK;
        let mut brackets = self.blocks.get(block)?.brackets & (u64::MAX << ((at + 1) % BLOCK));
        loop {
            while brackets == 0 {
                block += 1;
                brackets = self.blocks.get(block)?.brackets;
            }
            let bracket = block * BLOCK + brackets.trailing_zeros() as usize;
            if depth.closes(*rest.get(bracket - at)?) {
                return Some(bracket);
            }
            brackets &= brackets - 1;
        }
    }

    /// The first quote from there on.
    #[inline]
    fn quote(&self, from: usize) -> Option<usize> {
        let mut block = from / BLOCK;
        let mut quotes = self.blocks.get(block)?.quotes & (u64::MAX << (from % BLOCK));
        while quotes == 0 {
            block += 1;
            quotes = self.blocks.get(block)?.quotes;
        }
        Some(block * BLOCK + quotes.trailing_zeros() as usize)
    }

    /// Begins to go along what stands from `start` on in a value, which stands at `at`.
    #[inline]
    pub fn along(&self, at: usize, start: usize) -> Along<'_> {
        let block = (at + start) / BLOCK;
        let quotes = self.blocks.get(block).map_or(0, |marks| marks.quotes);
        Along { ends: self, at, block, quotes: quotes & (u64::MAX << ((at + start) % BLOCK)) }
    }

    /// Where the value ends that `bytes` begin with, as [`end`]; marks what is in it.
    pub fn find(&mut self, bytes: &[u8]) -> Option<usize> {
        dispatch!(Level::new(), simd => self.find_by(simd, bytes))
    }

    /// The same with the instructions that this processor has.
    #[inline(always)]
    fn find_by(&mut self, simd: impl Simd, bytes: &[u8]) -> Option<usize> {
        self.base = bytes.as_ptr() as usize;
        self.blocks.clear();
        self.pairs.known.clear();
        if !matches!(bytes.first()?, b'{' | b'[') {
            return end(bytes);
        }
        let (whole, rest) = bytes.as_chunks::<BLOCK>();
        let mut last = [0; BLOCK];
        last[..rest.len()].copy_from_slice(rest);
        let mut place = Place::default();
        let mut depth = Depth::default();
        let mut open = [0; DEEP];
        loop {
            let number = self.blocks.len();
            let block = match whole.get(number) {
                Some(block) => block,
                None if number == whole.len() => &last,
                None => return None,
            };
            let marks = place.marks(simd, block);
            self.blocks.push(marks);
            if marks.quotes == 0 && place.inside != 0 && number < whole.len() {
                // The text is long.
                let more = place.pass(simd, &whole[number + 1..]);
                self.blocks.resize(number + 1 + more, Marks::default());
                continue;
            }
            let mut brackets = marks.brackets;
            while brackets != 0 {
                let bracket = brackets.trailing_zeros() as usize;
                let at = number * BLOCK + bracket;
                let outside = depth.0;
                let closes = depth.closes(block[bracket]);
                if depth.0 > outside {
                    self.pairs.open(at, open.get_mut(outside));
                } else {
                    self.pairs.close(at, open.get(depth.0));
                }
                if closes {
                    return Some(at + 1);
                }
                brackets &= brackets - 1;
            }
        }
    }
}

/// Goes along a value, from one part of it to the next: that is quicker than to look up
/// each. None of its texts may be passed over.
pub(crate) struct Along<'e> {
    ends: &'e Ends,
    /// Where the value stands.
    at: usize,
    block: usize,
    /// The quotes of the block that are still ahead.
    quotes: u64,
}

impl Along<'_> {
    /// Where the part ends that begins at `start` of the value, whose text is `whole`.
    #[inline(always)]
    pub fn end(&mut self, start: usize, whole: &[u8]) -> Option<usize> {
        match whole.get(start)? {
            b'"' => self.end_of_text(start, whole),
            // No quotes are in these.
            b'-' | b'0'..=b'9' | b't' | b'f' | b'n' => Some(end_of_plain(start, whole)),
            _ => self.end_of_list(start, whole),
        }
    }

    /// The same if it is a text.
    #[inline(always)]
    pub fn end_of_text(&mut self, start: usize, whole: &[u8]) -> Option<usize> {
        if whole.get(start) != Some(&b'"') {
            return None;
        }
        // The first quote is the one that it begins with.
        match self.quote() {
            Some(_) => Some(self.quote()? + 1 - self.at),
            None => self.end_of_list(start, whole),
        }
    }

    /// The same for an object or a list, and for what is not marked.
    #[inline(always)]
    fn end_of_list(&mut self, start: usize, whole: &[u8]) -> Option<usize> {
        let end = start + self.ends.length(self.at + start, whole.get(start..)?)?;
        *self = self.ends.along(self.at, end);
        Some(end)
    }

    #[inline(always)]
    fn quote(&mut self) -> Option<usize> {
        while self.quotes == 0 {
            self.block += 1;
            self.quotes = self.ends.blocks.get(self.block)?.quotes;
        }
        let quote = self.block * BLOCK + self.quotes.trailing_zeros() as usize;
        self.quotes &= self.quotes - 1;
        Some(quote)
    }
}

/// Of so many brackets, and those inside of so many others at most, it is kept where they
/// are closed: more than a line has that is not one long list.
const PAIRS: usize = 64;
const DEEP: usize = 8;

/// Where the first brackets of an object are closed.
#[derive(Debug, Default)]
struct Pairs {
    /// Where each stands and where it is closed, in the order of where they stand.
    known: Vec<(usize, usize)>,
}

impl Pairs {
    /// Takes in a bracket that opens; `number` gets which one it is.
    #[inline]
    fn open(&mut self, at: usize, number: Option<&mut usize>) {
        let Some(number) = number else { return };
        *number = self.known.len();
        if self.known.len() < PAIRS {
            self.known.push((at, usize::MAX));
        }
    }

    /// Takes in the bracket that closes the one with this number.
    #[inline]
    fn close(&mut self, at: usize, number: Option<&usize>) {
        if let Some((_, closing)) = number.and_then(|number| self.known.get_mut(*number)) {
            *closing = at;
        }
    }

    /// Where the bracket is closed that stands there, if that is kept.
    #[inline]
    fn closing(&self, at: usize) -> Option<usize> {
        let number = self.known.binary_search_by_key(&at, |(opening, _)| *opening).ok()?;
        Some(self.known[number].1)
    }
}

/// How many brackets are open. They are counted, not matched: what is balanced is
/// taken for whole.
#[derive(Default)]
struct Depth(usize);

impl Depth {
    /// Takes in a bracket; whether it closes the first one.
    #[inline]
    fn closes(&mut self, bracket: u8) -> bool {
        match bracket {
            b'{' | b'[' => self.0 += 1,
            _ => self.0 -= 1,
        }
        self.0 == 0
    }
}

/// Where in a JSON text a block begins.
#[derive(Clone, Copy, Default)]
struct Place {
    /// All ones inside a text, else 0.
    inside: u64,
    /// 1 behind a backslash that escapes what follows, else 0.
    escaped: u64,
}

impl Place {
    /// The marks of the block that begins here, and on to the next one.
    #[inline(always)]
    fn marks(&mut self, simd: impl Simd, block: &[u8; BLOCK]) -> Marks {
        let before = *self;
        let bytes = u8x64::simd_from(simd, *block);
        let all_quotes = bytes.simd_eq(b'"').to_bitmask();
        let all_slashes = bytes.simd_eq(b'\\').to_bitmask();
        let (quotes, escaped) = match all_slashes {
            0 => (all_quotes & !before.escaped, 0),
            _ => {
                // A backslash that is escaped escapes nothing.
                let slashes = all_slashes & !before.escaped;
                let escapes = behind_odd_runs(slashes) | before.escaped;
                (all_quotes & !escapes, u64::from(slashes.leading_ones() % 2))
            }
        };
        if quotes == 0 && before.inside != 0 {
            self.escaped = escaped;
            return Marks::default();
        }
        let inside = before.inside ^ with_odd_many_until(quotes);
        if all_slashes & !inside != 0 {
            return self.marks_one_by_one(block);
        }
        self.inside = ((inside as i64) >> 63) as u64;
        self.escaped = escaped;
        // `[` and `]` are `{` and `}` without this bit.
        let curly = bytes | 0x20;
        let brackets = (curly.simd_eq(b'{') | curly.simd_eq(b'}')).to_bitmask();
        Marks { quotes, brackets: brackets & !inside }
    }

    /// Inside a text, passes over blocks that it goes on in, as far as that is plain to
    /// see: where no quote stands without a backslash before it, and no backslash behind
    /// another one. How many these are.
    #[inline(always)]
    fn pass(&mut self, simd: impl Simd, blocks: &[[u8; BLOCK]]) -> usize {
        let mut escaped = self.escaped;
        let goes_on = |block: &&[u8; BLOCK]| {
            let bytes = u8x64::simd_from(simd, **block);
            let quotes = bytes.simd_eq(b'"').to_bitmask();
            let slashes = bytes.simd_eq(b'\\').to_bitmask();
            let behind = (slashes << 1) | escaped;
            let goes_on = (quotes & !behind) | (slashes & behind) == 0;
            if goes_on {
                escaped = slashes >> (BLOCK - 1);
            }
            goes_on
        };
        let passed = blocks.iter().take_while(goes_on).count();
        self.escaped = escaped;
        passed
    }

    /// The same as [`Place::marks`] for a spoilt text: a backslash escapes nothing outside of texts.
    #[cold]
    fn marks_one_by_one(&mut self, block: &[u8; BLOCK]) -> Marks {
        let mut marks = Marks::default();
        for (at, byte) in block.iter().enumerate() {
            match (self.inside != 0, byte) {
                _ if self.escaped == 1 => self.escaped = 0,
                (true, b'\\') => self.escaped = 1,
                (_, b'"') => {
                    marks.quotes |= 1 << at;
                    self.inside = !self.inside;
                }
                (false, b'{' | b'}' | b'[' | b']') => marks.brackets |= 1 << at,
                _ => {}
            }
        }
        marks
    }
}

/// The bits right behind runs of ones whose length is odd: what an odd number of
/// backslashes escapes.
fn behind_odd_runs(ones: u64) -> u64 {
    const EVEN: u64 = 0x5555_5555_5555_5555;
    let behind = (ones << 1) & !ones;
    let starts = ones & !(ones << 1);
    // Adding its first bit to a run carries to the bit behind it.
    let behind_even_starts = ones.wrapping_add(starts & EVEN) & !ones;
    // A run is odd that starts at an even place and ends before an odd one, or the
    // other way round.
    behind & (behind_even_starts ^ EVEN)
}

/// The bits up to which, and with which, an odd number of ones stand.
fn with_odd_many_until(ones: u64) -> u64 {
    [1, 2, 4, 8, 16, 32].iter().fold(ones, |odd, shift| odd ^ (odd << shift))
}

/// Where the value ends that `bytes` begin with.
pub(crate) fn end(bytes: &[u8]) -> Option<usize> {
    match bytes.first()? {
        b'"' => end_of_text(bytes),
        b'{' | b'[' => {
            let mut depth = Depth::default();
            let mut at = 0;
            loop {
                match bytes.get(at)? {
                    b'"' => at += end_of_text(&bytes[at..])?,
                    bracket @ (b'{' | b'[' | b'}' | b']') => {
                        at += 1;
                        if depth.closes(*bracket) {
                            return Some(at);
                        }
                    }
                    _ => at += 1,
                }
            }
        }
        b'-' | b'0'..=b'9' | b't' | b'f' | b'n' => Some(end_of_plain(0, bytes)),
        _ => None,
    }
}

/// Where the number, or the name of a value, ends that begins at `start`.
#[inline]
fn end_of_plain(start: usize, whole: &[u8]) -> usize {
    let plain = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.');
    let length = whole[start..].iter().position(|byte| !plain(byte));
    length.map_or(whole.len(), |length| start + length)
}

/// Where the text ends whose first quote is the first of `bytes`.
fn end_of_text(bytes: &[u8]) -> Option<usize> {
    let mut at = 1;
    loop {
        at += memchr2(b'"', b'\\', bytes.get(at..)?)?;
        if bytes[at] == b'"' {
            return Some(at + 1);
        }
        at += 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is marked of `bytes` must be what a walk over them finds.
    fn check(ends: &mut Ends, bytes: &[u8]) {
        let whole = end(bytes);
        let shown = || String::from_utf8_lossy(bytes);
        assert_eq!(ends.find(bytes), whole, "{}", shown());
        let mut at = 0;
        while at < whole.unwrap_or(0) {
            let rest = &bytes[at..];
            at += match rest[0] {
                b'"' | b'{' | b'[' => {
                    let length = end(rest);
                    assert_eq!(ends.length(at, rest), length, "{at} of {}", shown());
                    if rest[0] == b'"' { length.unwrap() } else { 1 }
                }
                _ => 1,
            }
        }
    }

    #[test]
    fn a_text_ends_at_its_first_quote_without_an_odd_number_of_backslashes_before_it() {
        let mut ends = Ends::default();
        // Every text of the small alphabet, before and behind places where blocks meet, and
        // behind blocks that hold nothing else.
        for before in [0, 1, 30, 58, 59, 60, 61, 62, 63, 64, 126, 182, 184, 185, 186, 187, 188] {
            for shape in 0..3usize.pow(7) {
                let letter = |place: u32| b"\\\"x"[shape / 3usize.pow(place) % 3];
                let mut text = b"[\"\\x".to_vec();
                text.extend(std::iter::repeat_n(b'y', before));
                text.extend((0..7).map(letter));
                check(&mut ends, &[&text, &b"\"]"[..]].concat());
                text.extend([b'z'; 70]);
                check(&mut ends, &[&text, &b"\"] \"]"[..]].concat());
            }
        }
        for run in 1..200 {
            check(&mut ends, &[b"[\"", &b"\\".repeat(run)[..], b"\" \"]", &[b' '; 64]].concat());
        }
    }

    #[test]
    fn marks_are_those_of_a_walk_in_spoilt_objects_as_well() {
        let mut ends = Ends::default();
        let mut random = 1u64;
        for length in (1..400).cycle().take(40_000) {
            let mut text = b"{".to_vec();
            text.extend((0..length).map(|_| {
                random ^= random << 13;
                random ^= random >> 7;
                random ^= random << 17;
                // Mostly letters, so that what begins goes on for a while.
                b"\"\\\"\\{}[],: xyzxyzxyzxyzxyzxyzxyz"[(random >> 20) as usize % 31]
            }));
            check(&mut ends, &text);
            text.extend(b"\"}}}}]]]]".repeat(9));
            check(&mut ends, &text);
        }
    }

    #[test]
    fn values_at_any_depth_are_known() {
        let long = "\\\"lorem\\n".repeat(20);
        let deep = "[".repeat(100) + &long.replace('\\', "") + &"]".repeat(100);
        let deep = deep.replace('"', "");
        let text = format!(
            r#"{{"a":"{long}","b":[1,{{"c":"{long}"}},"short"],"d":{{}},"e":{deep},"f":["{long}"]}} tail"#
        );
        check(&mut Ends::default(), text.as_bytes());
        let many = format!("[{}1]", r#"{"a":[],"b":[[["c"]]]},"#.repeat(PAIRS));
        check(&mut Ends::default(), many.as_bytes());
    }

    #[test]
    fn deep_nesting_takes_no_more_than_its_marks() {
        let deep = "[".repeat(1 << 20) + &"]".repeat(1 << 20);
        let mut ends = Ends::default();
        assert_eq!(ends.find(deep.as_bytes()), Some(2 << 20));
        assert_eq!(ends.blocks.len(), (2 << 20) / BLOCK);
    }
}
