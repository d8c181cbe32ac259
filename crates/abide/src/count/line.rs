//! A line, or a document, on its way into memory.
//!
//! Logs hold what tools printed and files that were written, so a line may be longer
//! than memory has room for, many times over with several threads. Such a line is
//! shortened as it comes: of each long text in it only both ends are kept, where
//! commands, paths and what became of a call stand.

use std::mem::take;

/// The longest line that is read as it is, and the longest that is read at all once
/// it is shortened, in bytes.
pub const MOST_LINE: usize = 16 << 20;
/// As much of either end of a text is kept, in bytes, or a little more.
pub const SIDE: usize = 64 << 10;

/// A line as far as it can be had.
#[derive(Debug, PartialEq, Eq)]
pub enum Line<'l> {
    /// All of it.
    Whole(&'l [u8]),
    /// Without the middles of its long texts.
    Shortened(&'l [u8]),
    /// Too long even so.
    TooLong,
}

/// What has come of a line.
#[derive(Default)]
pub struct Begun {
    kept: Vec<u8>,
    shortening: Option<Shortening>,
    too_long: bool,
}

impl Begun {
    /// Takes in more of the line.
    pub fn push(&mut self, bytes: &[u8]) {
        if self.shortening.is_none() {
            if self.kept.len() + bytes.len() <= MOST_LINE {
                self.kept.extend_from_slice(bytes);
                return;
            }
            let mut shortening = Shortening::default();
            let before = take(&mut self.kept);
            shortening.push(&before, &mut self.kept);
            self.shortening = Some(shortening);
        }
        if let (Some(shortening), false) = (&mut self.shortening, self.too_long) {
            shortening.push(bytes, &mut self.kept);
            self.too_long = self.kept.len() > MOST_LINE;
        }
        if self.too_long {
            self.kept = Vec::new();
        }
    }

    /// Whether nothing has come.
    pub fn is_empty(&self) -> bool {
        self.kept.is_empty() && self.shortening.is_none()
    }

    /// The line, which is at its end.
    pub fn line(&mut self) -> Line<'_> {
        match &mut self.shortening {
            _ if self.too_long => Line::TooLong,
            Some(shortening) => {
                self.kept.append(&mut shortening.tail);
                Line::Shortened(&self.kept)
            }
            None => Line::Whole(&self.kept),
        }
    }

    /// Forgets the line.
    pub fn clear(&mut self) {
        self.kept.clear();
        (self.shortening, self.too_long) = (None, false);
    }
}

/// Where in a JSON line the bytes are that come.
#[derive(Default)]
struct Shortening {
    /// Whether inside a text, and behind a backslash there.
    inside: bool,
    escaped: bool,
    /// How many bytes of the text have come.
    length: usize,
    /// The end of the text, as far as it has come.
    tail: Vec<u8>,
    /// Where in the tail a new one can begin; 0 if not known yet.
    fresh: usize,
}

impl Shortening {
    fn push(&mut self, bytes: &[u8], kept: &mut Vec<u8>) {
        for byte in bytes {
            self.byte(*byte, kept);
        }
    }

    fn byte(&mut self, byte: u8, kept: &mut Vec<u8>) {
        if !self.inside {
            kept.push(byte);
            (self.inside, self.length) = (byte == b'"', 0);
            return;
        }
        // Neither an escape nor a character is cut in two.
        let may_cut = !self.escaped && !(0x80..0xc0).contains(&byte);
        if may_cut && byte == b'"' {
            kept.append(&mut self.tail);
            kept.push(byte);
            (self.inside, self.fresh) = (false, 0);
            return;
        }
        self.escaped = may_cut && byte == b'\\';
        self.length += 1;
        if self.tail.is_empty() && (self.length <= SIDE || !may_cut) {
            kept.push(byte);
            return;
        }
        if self.fresh == 0 && may_cut && self.tail.len() >= SIDE {
            self.fresh = self.tail.len();
        }
        self.tail.push(byte);
        if self.fresh > 0 && self.tail.len() >= 2 * SIDE {
            self.tail.drain(..take(&mut self.fresh));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    /// What is left of a line that comes in pieces of so many bytes.
    fn shortened(line: &str, piece: usize) -> Value {
        let mut begun = Begun::default();
        line.as_bytes().chunks(piece).for_each(|bytes| begun.push(bytes));
        let Line::Shortened(line) = begun.line() else { panic!("it is not shortened") };
        assert!(line.len() < 8 * SIDE, "{} bytes are left", line.len());
        serde_json::from_slice(line).expect("it is still JSON, and UTF-8")
    }

    #[test]
    fn of_a_long_text_both_ends_are_left() {
        for (unit, text) in [("x", "x"), ("é", "é"), ("\\\\", "\\"), ("\\\"", "\""), ("a\\né", "a\né")] {
            let long = unit.repeat(MOST_LINE / unit.len() + 7);
            let line = format!(r#"{{"first":"one","long":"begin {long} end","then":[1,"{{"]}}"#);
            for piece in [4096, 100_001] {
                let left = shortened(&line, piece);
                let whole = format!("begin {} end", text.repeat(SIDE));
                let left_text = left["long"].as_str().unwrap();
                assert!(left_text.starts_with(&whole[..whole.floor_char_boundary(1000)]), "{unit}");
                assert!(left_text.ends_with(&format!("{text}{text} end")), "{unit}");
                assert_eq!((left["first"].as_str(), left["then"][1].as_str()), (Some("one"), Some("{")));
            }
        }
    }

    #[test]
    fn short_texts_are_left_as_they_are_and_too_many_of_them_are_too_long() {
        let items = "\"npm \\\" é\",".repeat(100_000);
        let line = format!("[{items}\"{}\"]", "x".repeat(MOST_LINE));
        let mut begun = Begun::default();
        begun.push(line.as_bytes());
        let Line::Shortened(left) = begun.line() else { panic!("it is not shortened") };
        assert!(left.starts_with(format!("[{items}\"x").as_bytes()));
        begun.clear();
        assert!(begun.is_empty());
        begun.push(b"[1]");
        assert_eq!(begun.line(), Line::Whole(b"[1]"));
        begun.push(items.repeat(20).as_bytes());
        assert_eq!(begun.line(), Line::TooLong);
    }
}
