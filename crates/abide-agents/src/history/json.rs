//! JSON of logs, read where it stands.
//!
//! A log is mostly text that nobody asks for: what tools printed, what models
//! thought. So nothing is parsed but the fields that are wanted: [`Raw`] is the
//! text of one value, [`Raw::pick`] walks over an object once and hands out the
//! texts of some members. Where long values end is found in one walk over a line
//! and kept (`ends.rs`), so that what a tool printed is passed over once, however
//! deep in the line it stands.
//!
//! It is also more patient than a parser. Logs are torn when two programs write
//! to one file, are cut when a disk is full, and are spoilt by programs that
//! redact them: an escape that JSON does not know (`\*`), bytes that are no
//! UTF-8, or half of a surrogate pair spoil one text at most, never the line.

use super::ends::{Ends, UNKNOWN, end};
use crate::payload::Payload;
use memchr::memmem::Finder;
use std::borrow::Cow;

/// The text of one JSON value, without blanks around it.
#[derive(Clone, Copy, Debug)]
pub struct Raw<'a> {
    text: &'a [u8],
    /// Of the object that it is a part of.
    ends: &'a Ends,
}

impl<'a> Raw<'a> {
    /// The value that `bytes` begin with, and what follows it. `None` if it
    /// does not end, or is no value.
    pub fn first(bytes: &'a [u8]) -> Option<(Raw<'a>, &'a [u8])> {
        let start = bytes.trim_ascii_start();
        let end = end(start)?;
        Some((Raw::of(&start[..end], &UNKNOWN), &start[end..]))
    }

    /// The whole of `text`, whose `ends` were found.
    pub(crate) fn of(text: &'a [u8], ends: &'a Ends) -> Self {
        Raw { text, ends }
    }

    /// Where the value ends that begins in this one at `start`.
    #[inline]
    fn end(self, start: usize) -> Option<usize> {
        let rest = self.text.get(start..)?;
        let length = self.ends.length(self.ends.place(rest), rest)?;
        Some(start + length).filter(|end| *end <= self.text.len())
    }

    /// A value in this one.
    #[inline]
    fn part(self, start: usize, end: usize) -> Option<Raw<'a>> {
        Some(Raw { text: self.text.get(start..end)?, ends: self.ends })
    }

    /// Where the blanks end that begin in this one at `at`; mostly there are none.
    #[inline]
    fn behind_blanks(self, mut at: usize) -> usize {
        while self.text.get(at).is_some_and(|byte| *byte <= b' ' && byte.is_ascii_whitespace()) {
            at += 1;
        }
        at
    }

    /// Where the next member or item may begin, behind a comma.
    #[inline]
    fn behind_comma(self, at: usize) -> usize {
        let at = self.behind_blanks(at);
        if self.text.get(at) == Some(&b',') { self.behind_blanks(at + 1) } else { at }
    }

    /// The bytes of the value.
    pub fn bytes(self) -> &'a [u8] {
        self.text
    }

    /// Whether it is an object.
    pub fn is_object(self) -> bool {
        self.text.first() == Some(&b'{')
    }

    /// Whether it is a text.
    pub fn is_text(self) -> bool {
        self.text.first() == Some(&b'"')
    }

    /// Whether it is `true`.
    pub fn is_true(self) -> bool {
        self.text == b"true"
    }

    /// The members of those names, in one walk; of several with one name the
    /// first. Nothing, if this is no object.
    // Where it is inlined the names are known, and comparing takes no call.
    #[inline(always)]
    pub fn pick<const N: usize>(self, names: [&str; N]) -> [Option<Raw<'a>>; N] {
        let mut picked = [None; N];
        let mut left = N;
        self.members(|name, value| {
            for (picked, wanted) in picked.iter_mut().zip(names) {
                if wanted.as_bytes() == name {
                    left -= usize::from(picked.is_none());
                    picked.get_or_insert(value);
                    break;
                }
            }
            left > 0
        });
        picked
    }

    /// The member of that name.
    pub fn get(self, name: &str) -> Option<Raw<'a>> {
        self.pick([name])[0]
    }

    /// The member that a path of names leads to.
    pub fn at(self, path: &[&str]) -> Option<Raw<'a>> {
        path.iter().try_fold(self, |value, name| value.get(name))
    }

    /// Hands out members by their names as they are written, until `take` says
    /// that it has enough.
    #[inline(always)]
    pub fn members(self, mut take: impl FnMut(&'a [u8], Raw<'a>) -> bool) {
        if !self.is_object() {
            return;
        }
        let text = self.text;
        let mut at = 1;
        let mut along = self.ends.along(self.ends.place(text), at);
        loop {
            // Mostly there are no blanks.
            let name = match text.get(at..) {
                Some([b',', b'"', ..]) => at + 1,
                _ => self.behind_comma(at),
            };
            let Some(name_end) = along.end_of_text(name, text) else { return };
            let colon = self.behind_blanks(name_end);
            let value = match text.get(colon..) {
                Some([b':', first, ..]) if *first > b' ' => colon + 1,
                Some([b':', ..]) => self.behind_blanks(colon + 1),
                _ => return,
            };
            let Some(end) = along.end(value, text) else { return };
            let (Some(name), Some(value)) = (text.get(name + 1..name_end - 1), self.part(value, end)) else {
                return;
            };
            if !take(name, value) {
                return;
            }
            at = end;
        }
    }

    /// The items of a list; nothing, if this is no list.
    pub fn items(self) -> impl Iterator<Item = Raw<'a>> {
        let mut at = 1;
        std::iter::from_fn(move || {
            let item = self.behind_comma(at);
            at = self.end(item).filter(|_| self.text.starts_with(b"["))?;
            self.part(item, at)
        })
    }

    /// The text, if it is one.
    pub fn text(self) -> Option<Cow<'a, str>> {
        let inside = self.text.strip_prefix(b"\"")?.strip_suffix(b"\"")?;
        if memchr::memchr(b'\\', inside).is_none() {
            return Some(lossy(inside));
        }
        let quoted = lossy(self.text);
        let read = serde_json::from_str(&quoted);
        Some(Cow::Owned(
            read.or_else(|_| serde_json::from_str(&mended(&quoted)))
                .unwrap_or_else(|_| String::from_utf8_lossy(inside).into_owned()),
        ))
    }

    /// The text as bytes, which need not be UTF-8: enough for what is only compared.
    pub fn text_bytes(self) -> Option<Cow<'a, [u8]>> {
        let inside = self.text.strip_prefix(b"\"")?.strip_suffix(b"\"")?;
        match memchr::memchr(b'\\', inside) {
            None => Some(Cow::Borrowed(inside)),
            Some(_) => self.text().map(|text| Cow::Owned(text.into_owned().into_bytes())),
        }
    }

    /// The text, owned, unless it is empty.
    pub fn owned(self) -> Option<String> {
        self.text().filter(|text| !text.is_empty()).map(Cow::into_owned)
    }

    /// Whether it is this text; `wanted` needs no escapes.
    pub fn is(self, wanted: &str) -> bool {
        let inside = self.text.strip_prefix(b"\"").and_then(|text| text.strip_suffix(b"\""));
        inside == Some(wanted.as_bytes())
    }

    /// Whether it is a text that begins so and goes on; `start` needs no escapes.
    pub fn starts_with(self, start: &str) -> bool {
        self.text.strip_prefix(b"\"").is_some_and(|text| text.starts_with(start.as_bytes()))
    }

    /// Whether `words` stand in it somewhere; they need no escapes.
    pub fn holds(self, words: &Finder<'_>) -> bool {
        words.find(self.text).is_some()
    }

    /// The whole number, if it is one.
    pub fn number(self) -> Option<i64> {
        std::str::from_utf8(self.text).ok()?.parse().ok()
    }

    /// The object, or the text that holds one, as arguments of a tool.
    pub(crate) fn payload(self) -> Payload {
        if let Some(text) = self.text() {
            return Raw::first(text.as_bytes()).map(|(value, _)| value.object()).unwrap_or_default();
        }
        self.object()
    }

    fn object(self) -> Payload {
        let mend = |_| Payload::read(mended(&String::from_utf8_lossy(self.text)).as_bytes());
        Payload::read(self.text).or_else(mend).unwrap_or_default()
    }

    /// A text, or the texts in a list of `{"text": ..}`, one a line.
    pub fn said(self) -> String {
        match self.text() {
            Some(text) => text.into_owned(),
            None => {
                let text = |item: Raw<'a>| item.text().or_else(|| item.get("text")?.text());
                self.items().filter_map(text).collect::<Vec<_>>().join("\n")
            }
        }
    }
}

/// As [`String::from_utf8_lossy`], which is slow where there is nothing to mend.
fn lossy(bytes: &[u8]) -> Cow<'_, str> {
    std::str::from_utf8(bytes).map_or_else(|_| String::from_utf8_lossy(bytes), Cow::Borrowed)
}

/// `json` with escapes that JSON does not know taken literally, control
/// characters escaped, and halves of surrogate pairs replaced.
fn mended(json: &str) -> String {
    let mut mended = String::with_capacity(json.len() + 16);
    let mut letters = json.char_indices();
    let mut inside = false;
    while let Some((at, letter)) = letters.next() {
        match letter {
            '"' => inside = !inside,
            '\\' if inside => {
                let unit = |at: usize| {
                    json.get(at..at + 6)
                        .filter(|escape| escape.starts_with("\\u"))
                        .and_then(|escape| u16::from_str_radix(&escape[2..], 16).ok())
                };
                let known = json[at + 1..].starts_with(['"', '\\', '/', 'b', 'f', 'n', 'r', 't']);
                let (text, skip) = match (known, unit(at), unit(at + 6)) {
                    (true, ..) => (&json[at..at + 2], 1),
                    (_, Some(0xd800..=0xdbff), Some(0xdc00..=0xdfff)) => (&json[at..at + 12], 11),
                    (_, Some(0xd800..=0xdfff), _) => ("\\ufffd", 5),
                    (_, Some(_), _) => (&json[at..at + 6], 5),
                    _ => ("\\\\", 0),
                };
                mended.push_str(text);
                letters.by_ref().take(skip).for_each(drop);
                continue;
            }
            control @ '\0'..='\x1f' if inside => {
                mended.push_str(&format!("\\u{:04x}", u32::from(control)));
                continue;
            }
            _ => {}
        }
        mended.push(letter);
    }
    mended
}

#[cfg(test)]
mod tests {
    use super::*;

    fn raw(text: &str) -> Raw<'_> {
        Raw::first(text.as_bytes()).unwrap().0
    }

    #[test]
    fn only_what_is_wanted_is_read() {
        let row = raw(r#" {"a":[1,{"b":"}"}], "c" : "x\"y", "d":-1.5e3,"e":null,"c":"second"} tail"#);
        let [c, d, z] = row.pick(["c", "d", "z"]);
        assert_eq!(c.unwrap().text().unwrap(), "x\"y");
        assert_eq!((d.unwrap().bytes(), z.is_none()), (&b"-1.5e3"[..], true));
        assert!(row.at(&["a", "b"]).is_none());
        assert_eq!(row.get("a").unwrap().items().count(), 2);
    }

    #[test]
    fn a_value_without_an_end_is_none() {
        for torn in ["", "{", "{\"a\":\"b", "{\"a\":{}", "[1,", "\"a\\", "\"a\\\""] {
            assert!(Raw::first(torn.as_bytes()).is_none(), "{torn}");
        }
    }

    /// All that a value holds, as far as it can be read.
    fn told(value: Raw<'_>) -> String {
        let mut text = String::from_utf8_lossy(value.bytes()).into_owned();
        value.members(|name, value| {
            text += &format!("\n{}: {}", String::from_utf8_lossy(name), told(value));
            true
        });
        value.items().for_each(|item| text += &format!("\n- {}", told(item)));
        text
    }

    #[test]
    fn of_spoilt_lines_the_same_is_read_by_marks_as_without() {
        let line = r#"{"a":{"b":[{"type":"x","text":"one \"two\" \\ {"},{"c":[]}, 1.5,true]},"d" : "\\","e":{"f":"npm \n","g":null},"h":"lorem ipsum, dolor sit amet"}"#;
        let mut ends = Ends::default();
        let mut random = 7u64;
        let mut next = |below: usize| {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            (random >> 20) as usize % below
        };
        let mut whole = 0;
        for _ in 0..20_000 {
            let mut bytes = line.repeat(2).into_bytes();
            for _ in 0..1 + next(4) {
                let Some(at) = (!bytes.is_empty()).then(|| next(bytes.len())) else { break };
                match next(4) {
                    0 => drop(bytes.drain(at..(at + next(40)).min(bytes.len()))),
                    1 => bytes.insert(at, b"\"\\{}[],: x"[next(10)]),
                    2 => bytes[at] = b"\"\\{}[],: x"[next(10)],
                    _ => bytes.truncate(at + 1),
                }
            }
            if bytes.first() != Some(&b'{') {
                continue;
            }
            let by_marks = ends.find(&bytes).map(|end| told(Raw::of(&bytes[..end], &ends)));
            assert_eq!(by_marks, Raw::first(&bytes).map(|(row, _)| told(row)));
            whole += usize::from(by_marks.is_some());
        }
        assert!(whole > 5000, "{whole}");
    }

    #[test]
    fn two_values_on_a_line_are_two() {
        let (first, rest) = Raw::first(b"{\"a\":1}{\"a\":2}").unwrap();
        assert_eq!(first.get("a").unwrap().number(), Some(1));
        assert_eq!(raw(std::str::from_utf8(rest).unwrap()).get("a").unwrap().number(), Some(2));
    }

    #[test]
    fn spoilt_texts_are_read_as_far_as_they_go() {
        for (json, text) in [
            (r#""a \*b""#, r"a \*b"),
            (r#""x \ud800 \ud83d\ude00 \u00e9""#, "x \u{fffd} \u{1f600} é"),
            ("\"a\tb\\n\"", "a\tb\n"),
        ] {
            assert_eq!(raw(json).text().unwrap(), text, "{json}");
        }
        assert_eq!(Raw::first(b"\"a\xffb\"").unwrap().0.text().unwrap(), "a\u{fffd}b");
        let spoilt = raw(r#"{"command":"mail \***@***.***"}"#);
        assert_eq!(spoilt.payload().text("command"), Some(r"mail \***@***.***"));
    }

    #[test]
    fn arguments_may_be_a_text_that_holds_an_object() {
        assert_eq!(raw(r#""{\"cmd\":\"npm i\"}""#).payload().text("cmd"), Some("npm i"));
        assert_eq!(raw("\"no object\"").payload().text("cmd"), None);
    }

    #[test]
    fn deep_nesting_takes_no_stack() {
        let deep = "[".repeat(1 << 20);
        assert!(Raw::first(deep.as_bytes()).is_none());
        let closed = format!("{deep}{}", "]".repeat(1 << 20));
        assert_eq!(raw(&closed).bytes().len(), 2 << 20);
    }
}
