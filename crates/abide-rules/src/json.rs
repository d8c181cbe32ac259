//! JSON with the place of every value.
//!
//! The rules file is read at every tool call, so strings are kept as slices
//! of the file and decoded only when they are asked for. Accepts what
//! Python's `json` accepts, but for `NaN` and `Infinity`, which no rule holds,
//! and a byte order mark.

#[cfg(test)]
mod tests;
mod text;

use abide_shell::Span;
use std::borrow::Cow;

pub use text::Text;

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

/// Reads a whole file.
pub fn parse(text: &str) -> Result<Value<'_>, Error> {
    parse_but(text, &[])
}

/// Reads a whole file, but keeps nothing of what stands in members called
/// `skimmed`: they are checked and come out empty.
pub fn parse_but<'a>(text: &'a str, skimmed: &'static [&'static str]) -> Result<Value<'a>, Error> {
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
    skimmed: &'static [&'static str],
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
            self.keep = kept && !self.skimmed.contains(&&*key);
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
