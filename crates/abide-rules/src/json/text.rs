//! Strings of a file: decoded when asked for, and every byte of them found again.

use std::borrow::Cow;

/// A string as it stands in the file, between its quotes.
#[derive(Clone, Copy, Debug)]
pub struct Text<'a> {
    pub(super) raw: &'a str,
    /// Whether it has escapes: most have none, and need no second look.
    pub(super) escaped: bool,
}

impl<'a> Text<'a> {
    /// The string with its escapes resolved.
    pub fn decode(self) -> Cow<'a, str> {
        let mut rest = self.raw;
        if !self.escaped {
            return Cow::Borrowed(rest);
        }
        let mut out = String::with_capacity(rest.len());
        while let Some(at) = rest.bytes().position(|byte| byte == b'\\') {
            out.push_str(&rest[..at]);
            let (c, length) = unescape(&rest[at..]);
            out.push(c);
            rest = &rest[at + length..];
        }
        out.push_str(rest);
        Cow::Owned(out)
    }

    /// Where byte `decoded` of the decoded string stands in the raw one.
    pub(super) fn offset(self, decoded: u32) -> u32 {
        let (mut raw, mut out) = (0, 0);
        while out < decoded as usize && raw < self.raw.len() {
            let (c, length) = match self.raw[raw..].chars().next() {
                Some('\\') => unescape(&self.raw[raw..]),
                Some(c) => (c, c.len_utf8()),
                None => break,
            };
            out += c.len_utf8();
            raw += length;
        }
        raw as u32
    }
}

/// The character that the escape at the start of `text` stands for, and the
/// bytes it takes. Half a surrogate pair becomes U+FFFD.
fn unescape(text: &str) -> (char, usize) {
    const SIMPLE: &[(u8, char)] = &[(b'n', '\n'), (b't', '\t'), (b'r', '\r'), (b'b', '\x08'), (b'f', '\x0c')];
    let unit = |at: usize| {
        let hex = text.get(at..at + 6)?.strip_prefix("\\u")?;
        u16::from_str_radix(hex, 16).ok()
    };
    match text.as_bytes()[1] {
        b'u' => {
            let first = unit(0).unwrap_or(0xfffd);
            let pair = [first, unit(6).unwrap_or(0)];
            match char::decode_utf16(pair).next() {
                Some(Ok(c)) => (c, if c.len_utf16() == 2 { 12 } else { 6 }),
                _ => (char::REPLACEMENT_CHARACTER, 6),
            }
        }
        byte => match SIMPLE.iter().find(|row| row.0 == byte) {
            Some((_, c)) => (*c, 2),
            None => (char::from(byte), 2),
        },
    }
}
