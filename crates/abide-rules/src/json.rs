//! JSON with the place of every value.
//!
//! The rules file is read at every tool call, so strings are kept as slices
//! of the file and decoded only when they are asked for. Accepts what
//! Python's `json` accepts, but for `NaN` and `Infinity`, which no rule holds,
//! and a byte order mark.

use abide_shell::Span;
use std::borrow::Cow;

/// Deeper files are refused.
const MAX_DEPTH: u32 = 64;

/// One value.
#[derive(Clone, Debug)]
pub struct Value<'a> {
    /// Its bytes in the file, quotes and brackets included.
    pub span: Span,
    /// What it is.
    pub node: Node<'a>,
}

/// What a value is.
#[derive(Clone, Debug)]
pub enum Node<'a> {
    Null,
    Bool(bool),
    Number,
    Text(Text<'a>),
    List(Vec<Value<'a>>),
    Object(Vec<Member<'a>>),
}

/// One member of an object.
#[derive(Clone, Debug)]
pub struct Member<'a> {
    pub key: Cow<'a, str>,
    /// The bytes of the key, quotes included.
    pub key_span: Span,
    pub value: Value<'a>,
}

/// A string as it stands in the file, between its quotes.
#[derive(Clone, Copy, Debug)]
pub struct Text<'a> {
    raw: &'a str,
    /// Whether it has escapes: most have none, and need no second look.
    escaped: bool,
}

/// Why a text is no JSON.
#[derive(Clone, Debug)]
pub struct Error {
    pub message: &'static str,
    pub span: Span,
}

impl<'a> Value<'a> {
    /// The decoded string, if this is one.
    pub fn text(&self) -> Option<Cow<'a, str>> {
        match &self.node {
            Node::Text(text) => Some(text.decode()),
            _ => None,
        }
    }

    /// The members, if this is an object.
    pub fn members(&self) -> Option<&[Member<'a>]> {
        match &self.node {
            Node::Object(members) => Some(members),
            _ => None,
        }
    }

    /// The value of a member; the last of several counts, as in Python.
    pub fn get(&self, key: &str) -> Option<&Value<'a>> {
        self.members()?.iter().rfind(|member| member.key == key).map(|member| &member.value)
    }

    /// The values of a list; no values if this is none.
    pub fn list(&self) -> &[Value<'a>] {
        match &self.node {
            Node::List(values) => values,
            _ => &[],
        }
    }

    /// The kind of value, for messages.
    pub fn kind(&self) -> &'static str {
        match self.node {
            Node::Null => "null",
            Node::Bool(_) => "a boolean",
            Node::Number => "a number",
            Node::Text(_) => "a string",
            Node::List(_) => "a list",
            Node::Object(_) => "an object",
        }
    }

    /// Where bytes `inner` of the decoded string stand in the file.
    pub fn locate(&self, inner: Span) -> Span {
        let Node::Text(text) = &self.node else {
            return self.span;
        };
        let start = self.span.start + 1;
        Span::new(start + text.offset(inner.start), start + text.offset(inner.end))
    }
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
    fn offset(self, decoded: u32) -> u32 {
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

/// Reads a whole file.
pub fn parse(text: &str) -> Result<Value<'_>, Error> {
    parse_but(text, "")
}

/// Reads a whole file, but keeps nothing of what stands in members called
/// `skimmed`: they are checked and come out empty.
pub fn parse_but<'a>(text: &'a str, skimmed: &'static str) -> Result<Value<'a>, Error> {
    let mut reader = Reader { text, bytes: text.as_bytes(), at: 0, skimmed, keep: true };
    // A byte order mark, as Windows editors write it.
    if text.starts_with('\u{feff}') {
        reader.at = '\u{feff}'.len_utf8();
    }
    reader.blanks();
    let value = reader.value(0)?;
    reader.blanks();
    match reader.peek() {
        None => Ok(value),
        Some(_) => Err(reader.expected("text after the end of the JSON value")),
    }
}

struct Reader<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
    skimmed: &'static str,
    /// Whether lists and objects keep what they hold.
    keep: bool,
}

impl<'a> Reader<'a> {
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn blanks(&mut self) {
        while let Some(b' ' | b'\n' | b'\r' | b'\t') = self.peek() {
            self.at += 1;
        }
    }

    fn eat(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    fn error(&self, message: &'static str) -> Error {
        let length = self.text.get(self.at..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
        Error { message, span: Span::new(self.at as u32, (self.at + length) as u32) }
    }

    /// The error at a byte that does not belong here.
    fn expected(&self, message: &'static str) -> Error {
        match self.peek() {
            Some(b'/' | b'#') => self.error("JSON has no comments"),
            _ => self.error(message),
        }
    }

    /// Passes over the comma behind a value; `close` must not follow it.
    fn comma(&mut self, close: u8, message: &'static str) -> Result<(), Error> {
        let comma = self.at;
        if !self.eat(b',') {
            return Err(self.expected(message));
        }
        self.blanks();
        if self.peek() == Some(close) {
            self.at = comma;
            return Err(self.error("JSON has no trailing commas"));
        }
        Ok(())
    }

    fn span(&self, start: usize) -> Span {
        Span::new(start as u32, self.at as u32)
    }

    fn value(&mut self, depth: u32) -> Result<Value<'a>, Error> {
        if depth > MAX_DEPTH {
            return Err(self.error("nested too deeply"));
        }
        let start = self.at;
        let node = match self.peek() {
            Some(b'"') => Node::Text(self.string()?),
            Some(b'{') => Node::Object(self.object(depth)?),
            Some(b'[') => Node::List(self.list(depth)?),
            Some(b'-' | b'0'..=b'9') => self.number()?,
            Some(b't') => self.word("true", Node::Bool(true))?,
            Some(b'f') => self.word("false", Node::Bool(false))?,
            Some(b'n') => self.word("null", Node::Null)?,
            Some(b'\'') => return Err(self.error("JSON strings stand in double quotes")),
            Some(_) => return Err(self.expected("expected a value here")),
            None => return Err(self.error("the file ends where a value should stand")),
        };
        Ok(Value { span: self.span(start), node })
    }

    fn word(&mut self, word: &str, node: Node<'a>) -> Result<Node<'a>, Error> {
        if !self.text[self.at..].starts_with(word) {
            return Err(self.error("expected a value here"));
        }
        self.at += word.len();
        Ok(node)
    }

    fn number(&mut self) -> Result<Node<'a>, Error> {
        let start = self.at;
        while let Some(b'-' | b'+' | b'.' | b'e' | b'E' | b'0'..=b'9') = self.peek() {
            self.at += 1;
        }
        let digits = self.text[start..self.at].trim_start_matches('-');
        let padded = digits.len() > 1 && digits.starts_with('0') && digits.as_bytes()[1].is_ascii_digit();
        let bare_point =
            digits.split('.').skip(1).any(|rest| !rest.starts_with(|c: char| c.is_ascii_digit()));
        if padded || bare_point || self.text[start..self.at].parse::<f64>().is_err() {
            self.at = start;
            return Err(self.error("not a JSON number"));
        }
        Ok(Node::Number)
    }

    fn string(&mut self) -> Result<Text<'a>, Error> {
        let open = self.at;
        let mut escaped = false;
        self.at += 1;
        loop {
            let rest = &self.bytes[self.at..];
            let special = rest.iter().position(|byte| SPECIAL[usize::from(*byte)]);
            self.at += special.unwrap_or(rest.len());
            match self.peek() {
                Some(b'"') => break,
                Some(b'\\') => {
                    self.escape()?;
                    escaped = true;
                }
                Some(_) => {
                    return Err(self.error(
                        "a string holds no line break or control character: write \\n, \\t or \\u00XX",
                    ));
                }
                None => {
                    self.at = open;
                    return Err(self.error("this string is not closed"));
                }
            }
        }
        self.at += 1;
        Ok(Text { raw: &self.text[open + 1..self.at - 1], escaped })
    }

    fn escape(&mut self) -> Result<(), Error> {
        let rest = &self.bytes[self.at + 1..];
        self.at += match rest.first() {
            Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => 2,
            Some(b'u') if rest.len() > 4 && rest[1..5].iter().all(u8::is_ascii_hexdigit) => 6,
            _ => {
                return Err(
                    self.error("JSON has no such escape; a backslash of a regex is written twice: \\\\s")
                );
            }
        };
        Ok(())
    }

    fn list(&mut self, depth: u32) -> Result<Vec<Value<'a>>, Error> {
        self.at += 1;
        let mut values = Vec::new();
        self.blanks();
        if self.eat(b']') {
            return Ok(values);
        }
        loop {
            self.blanks();
            let value = self.value(depth + 1)?;
            if self.keep {
                values.push(value);
            }
            self.blanks();
            if self.eat(b']') {
                return Ok(values);
            }
            self.comma(b']', "expected `,` or `]` here")?;
        }
    }

    fn object(&mut self, depth: u32) -> Result<Vec<Member<'a>>, Error> {
        self.at += 1;
        let mut members = Vec::with_capacity(if self.keep { 8 } else { 0 });
        self.blanks();
        if self.eat(b'}') {
            return Ok(members);
        }
        loop {
            self.blanks();
            let start = self.at;
            if self.peek() != Some(b'"') {
                return Err(self.expected("expected a name in double quotes here"));
            }
            let key = self.string()?.decode();
            let key_span = self.span(start);
            self.blanks();
            if !self.eat(b':') {
                return Err(self.error("expected `:` here"));
            }
            self.blanks();
            let kept = self.keep;
            self.keep = kept && key != self.skimmed;
            let value = self.value(depth + 1)?;
            self.keep = kept;
            if kept {
                members.push(Member { key, key_span, value });
            }
            self.blanks();
            if self.eat(b'}') {
                return Ok(members);
            }
            self.comma(b'}', "expected `,` or `}` here")?;
        }
    }
}

/// Bytes that do not stand for themselves in a string: most of a rules file is
/// strings, and one look into a table is the fastest test.
const SPECIAL: [bool; 256] = {
    let mut special = [false; 256];
    let mut control = 0;
    while control < 0x20 {
        special[control] = true;
        control += 1;
    }
    special[b'"' as usize] = true;
    special[b'\\' as usize] = true;
    special
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_decoded_and_located() {
        let text = r#"{"a": "x\\s\u00e9\ud83d\ude00|y"}"#;
        let value = parse(text).unwrap();
        let member = value.get("a").unwrap();
        assert_eq!(member.text().unwrap(), "x\\sé😀|y");
        let decoded = member.text().unwrap();
        let at = decoded.find('y').unwrap() as u32;
        assert_eq!(&text[member.locate(Span::new(at, at + 1)).range()], "y");
        assert_eq!(&text[member.locate(Span::new(1, 3)).range()], "\\\\s");
    }

    #[test]
    fn the_last_of_two_members_counts() {
        assert_eq!(parse(r#"{"a": "x", "a": "y"}"#).unwrap().get("a").unwrap().text().unwrap(), "y");
    }

    #[test]
    fn what_python_refuses_is_refused() {
        for text in [
            "",
            "{",
            "[1,]",
            "{\"a\":1,}",
            "{a:1}",
            "'a'",
            "[1 2]",
            "\"a\nb\"",
            "\"\\q\"",
            "\"\\u12\"",
            "01",
            "1.",
            "tru",
            "// x\n{}",
            "{} x",
            "\"a",
            "\"\\",
        ] {
            assert!(parse(text).is_err(), "{text:?}");
        }
    }

    #[test]
    fn a_comma_too_many_and_comments_are_told_by_their_names() {
        for (text, message, underlined) in [
            ("[1 , ]", "JSON has no trailing commas", ","),
            ("{\"a\": [{}],\n}", "JSON has no trailing commas", ","),
            ("[1, // x\n2]", "JSON has no comments", "/"),
            ("{ // x\n}", "JSON has no comments", "/"),
            ("{\"a\": 1 /* x */}", "JSON has no comments", "/"),
            ("{} # x", "JSON has no comments", "#"),
            ("[,]", "expected a value here", ","),
        ] {
            let error = parse(text).expect_err(text);
            assert_eq!((error.message, &text[error.span.range()]), (message, underlined), "{text}");
        }
    }

    #[test]
    fn what_python_accepts_is_accepted() {
        for text in [
            "{}",
            "\u{feff}{}",
            " [ ] ",
            "[1, -2.5e+3, true, false, null, \"\\/\\b\"]",
            "\"\\ud800\"",
            "0",
            "[[[]]]",
        ] {
            assert!(parse(text).is_ok(), "{text:?}");
        }
    }
}
