//! Words: bare text, quotes, variables, here-strings.

use super::{Reader, Value, Word};
use crate::Mapped;

/// Bytes that bash reads as they are inside of a word.
const PLAIN: &[u8] = b"_-./:=+,@%^~*?[]!";

/// Variables that bash has under another name.
const VARIABLES: &[(&str, &str)] = &[
    ("_", "item"),
    ("psitem", "item"),
    ("input", "item"),
    ("home", "HOME"),
    ("pwd", "PWD"),
    ("env:userprofile", "HOME"),
    ("env:home", "HOME"),
];

/// Where a variable may live; to bash it is the same.
const SCOPES: &[&str] = &["global:", "script:", "local:", "private:", "using:", "variable:"];

impl<'a> Reader<'a> {
    /// The words of one argument of a command: several for a list in brackets.
    pub fn argument(&mut self) -> Vec<Word> {
        match (self.byte(0), self.byte(1)) {
            (b'(', _) | (b'@', b'(' | b'{' | b'\'' | b'"') => return self.operand().listed(),
            (b'{', _) => return vec![self.block_word()],
            (b'@', byte) if byte.is_ascii_alphabetic() => {
                let name = self.text[self.at + 1..].split(|c: char| !is_name(c)).next().unwrap_or_default();
                let name = name.to_ascii_lowercase();
                if !matches!(self.byte(1 + name.len()), b'/' | b'-' | b'.') {
                    self.at += 1 + name.len();
                    if let Some(parameters) = self.tables.get(&name) {
                        return parameters.clone();
                    }
                    return vec![self.named_variable(&name, self.at - name.len())];
                }
            }
            _ => {}
        }
        vec![self.word()]
    }

    /// A word up to a blank or a separator.
    fn word(&mut self) -> Word {
        let mut word = Word { plain: Some(String::new()), ..Word::default() };
        let start = self.at;
        while let Some(char) = self.peek() {
            match char {
                '\'' => {
                    let text = self.single(&mut word.bash);
                    word.say(text);
                }
                '"' => {
                    let text = self.double(&mut word.bash);
                    word.say_if(text);
                }
                '$' if self.byte(1) == b'(' => {
                    let value = self.operand();
                    word.append(value);
                }
                '$' if self.at == start => {
                    let value = self.operand();
                    word.append(value);
                }
                '$' => {
                    let variable = self.variable();
                    word.append(Value::of(variable));
                }
                '`' => {
                    self.at += 1;
                    self.escaped(&mut word);
                }
                '#' if self.at == start => break,
                ' ' | '\t' | '\r' | '\n' | '\u{a0}' | ';' | '|' | '&' | '(' | ')' | '{' | '}' | ',' | '>' => {
                    break;
                }
                _ => self.bare(char, &mut word),
            }
        }
        // Whatever begins no word is one of its own, so that reading goes on.
        if self.at == start {
            let char = self.peek().unwrap_or_default();
            self.bare(char, &mut word);
        }
        word
    }

    /// One character that stands for itself; `\` parts the names of a path.
    pub fn bare(&mut self, char: char, word: &mut Word) {
        let start = self.at;
        self.step();
        let range = start..self.at;
        if char == '\\' {
            word.bash.push("/", self.code.span(range));
            return word.say("/");
        }
        if char.is_ascii() && !char.is_ascii_alphanumeric() && !PLAIN.contains(&(char as u8)) {
            word.bash.push("\\", self.code.span(start..start));
        }
        word.bash.push_slice(self.code, range.clone());
        word.say(&self.code.text()[range]);
    }

    /// The character behind a backtick.
    fn escaped(&mut self, word: &mut Word) {
        let Some(char) = self.peek() else { return };
        let start = self.at;
        self.step();
        let made = escape(char);
        let place = self.code.span(start..self.at);
        let before = self.code.span(start..start);
        word.bash.push(if made == '\'' { "''\\'" } else { "'" }, before);
        word.bash.push(made.encode_utf8(&mut [0; 4]), place);
        word.bash.push("'", self.here());
        word.say(made.encode_utf8(&mut [0; 4]));
    }

    /// `'text'`, in which `''` is a quote. Gives the text as it is written.
    pub fn single(&mut self, out: &mut Mapped) -> &'a str {
        let start = self.at + 1;
        let bytes = self.text.as_bytes();
        let mut end = start;
        while end < bytes.len() && !(bytes[end] == b'\'' && bytes.get(end + 1) != Some(&b'\'')) {
            end += if bytes[end] == b'\'' { 2 } else { 1 };
        }
        let end = end.min(bytes.len());
        self.literal(out, start..end);
        self.at = (end + 1).min(bytes.len());
        &self.text[start..end]
    }

    /// Text in single quotes of bash.
    fn literal(&self, out: &mut Mapped, range: std::ops::Range<usize>) {
        let text = &self.text[range.clone()];
        let path = is_path(text);
        out.push("'", self.code.span(range.start..range.start));
        let (mut kept, mut at) = (range.start, range.start);
        while at < range.end {
            let (length, made) = match self.text.as_bytes()[at] {
                b'\'' => (2.min(range.end - at), "'\\''"),
                b'\\' if path => (1, "/"),
                _ => {
                    at += 1;
                    continue;
                }
            };
            out.push_slice(self.code, kept..at);
            out.push(made, self.code.span(at..at + length));
            at += length;
            kept = at;
        }
        out.push_slice(self.code, kept..range.end);
        out.push("'", self.code.span(range.end..range.end));
    }

    /// `"text $x $(command)"`. Gives the text, if all of it is known.
    pub fn double(&mut self, out: &mut Mapped) -> Option<String> {
        self.at += 1;
        self.expandable(out, |reader| match (reader.byte(0), reader.byte(1)) {
            (b'"', b'"') => Some(false),
            (b'"', _) => Some(true),
            _ => None,
        })
    }

    /// `@"`, lines, `"@`, and the same with single quotes.
    pub fn here_string(&mut self, out: &mut Mapped) -> Option<String> {
        let expands = self.byte(1) == b'"';
        let line = self.rest().find('\n').map_or(self.text.len(), |end| self.at + end + 1);
        let close = if expands { "\n\"@" } else { "\n'@" };
        self.at = line;
        if expands {
            let text = self.expandable(out, |reader| reader.rest().starts_with("\n\"@").then_some(true));
            self.at = (self.at + close.len() - 1).min(self.text.len());
            return text;
        }
        // The line feed before the text may be that before its end.
        let begin = if line < self.text.len() { line - 1 } else { line };
        let end = self.text[begin..].find(close).map_or(self.text.len(), |at| (begin + at).max(line));
        out.push("'", self.here());
        for (at, part) in parts(&self.text[line..end]) {
            if at > 0 {
                out.push("'\\''", self.code.span(line + at - 1..line + at));
            }
            out.push_slice(self.code, line + at..line + at + part.len());
        }
        out.push("'", self.code.span(end..end));
        self.at = (end + close.len()).min(self.text.len());
        Some(self.text[line..end].to_owned())
    }

    /// Text in double quotes of bash, up to where `closes` says `true`; at
    /// `false` the quote there is text.
    fn expandable(&mut self, out: &mut Mapped, closes: impl Fn(&Self) -> Option<bool>) -> Option<String> {
        let mut plain = Some(String::new());
        let end = self.rest().find('"').map_or(self.text.len(), |end| self.at + end);
        let path = is_path(&without_values(&self.text[self.at..end]));
        self.say(out, "\"");
        while let Some(char) = self.peek() {
            let start = self.at;
            match closes(self) {
                Some(true) => {
                    self.at += 1;
                    break;
                }
                Some(false) => self.at += 2,
                None if char == '$' && self.begins_variable() => {
                    let word = match self.byte(1) {
                        b'(' => self.operand().joined(),
                        _ => self.variable(),
                    };
                    // Quotes end here and begin again: the word has its own.
                    self.say(out, "\"");
                    out.push_mapped(&word.bash);
                    self.say(out, "\"");
                    plain = None;
                    continue;
                }
                None if char == '`' => {
                    self.at += 1;
                    self.step();
                }
                None => self.step(),
            }
            let made = match char {
                '`' => self.text[start + 1..self.at].chars().next().map_or('`', escape),
                '\\' if path => '/',
                other => other,
            };
            let place = self.code.span(start..self.at);
            if matches!(made, '"' | '\\' | '$' | '`') {
                out.push("\\", place);
            }
            if made == char && self.at == start + char.len_utf8() {
                out.push_slice(self.code, start..self.at);
            } else {
                out.push(made.encode_utf8(&mut [0; 4]), place);
            }
            if let Some(plain) = &mut plain {
                plain.push(made);
            }
        }
        self.say(out, "\"");
        plain
    }

    fn begins_variable(&self) -> bool {
        let next = self.byte(1);
        next.is_ascii_alphanumeric() || matches!(next, b'_' | b'{' | b'(' | b'?' | b'$' | b'^')
    }

    /// `$name`, `${name}`, `$env:NAME`, as a word of bash.
    pub fn variable(&mut self) -> Word {
        let start = self.at;
        self.at += 1;
        if self.eat("{") {
            let length = self.rest().find('}').unwrap_or(self.rest().len());
            let name = self.text[self.at..self.at + length].to_ascii_lowercase();
            self.at = (self.at + length + 1).min(self.text.len());
            return self.named_variable(&name, start);
        }
        let rest = self.rest();
        let mut length = rest.find(|c: char| !is_name(c)).unwrap_or(rest.len());
        if rest[length..].starts_with(':') && !rest[length..].starts_with("::") {
            let more = &rest[length + 1..];
            let name = more.find(|c: char| !is_name(c)).unwrap_or(more.len());
            length += if name > 0 { 1 + name } else { 0 };
        }
        if length == 0 {
            // `$?`, `$$`, `$^`; a lone `$` is text.
            if matches!(rest.as_bytes().first(), Some(b'?' | b'$' | b'^')) {
                self.at += 1;
                let mut word = Word::default();
                self.say_unknown(&mut word.bash, start);
                return word;
            }
            let mut word = Word { plain: Some("$".to_owned()), ..Word::default() };
            word.bash.push("\\$", self.code.span(start..self.at));
            return word;
        }
        let written = &rest[..length];
        let environment = written.len() > 4 && written[..4].eq_ignore_ascii_case("env:");
        let lower = written.to_ascii_lowercase();
        let name = if environment && !VARIABLES.iter().any(|(known, _)| *known == lower) {
            written[4..].to_owned()
        } else {
            lower
        };
        self.at += length;
        self.named_variable(&name, start)
    }

    /// The variable of that name, which is written from `start` up to here.
    fn named_variable(&mut self, name: &str, start: usize) -> Word {
        let place = self.code.span(start..self.at);
        let name = SCOPES.iter().find_map(|scope| name.strip_prefix(scope)).unwrap_or(name);
        let name = VARIABLES.iter().find(|(known, _)| *known == name).map_or(name, |(_, bash)| bash);
        let mut word = Word::default();
        match name {
            "true" => word.bash.push("1", place),
            "false" | "null" => {
                word.bash.push("''", place);
                word.plain = Some(if name == "null" { "/dev/null".to_owned() } else { String::new() });
            }
            "args" => word.bash.push("\"$@\"", place),
            name if name.eq_ignore_ascii_case("comspec") => {
                word.bash.push("cmd", place);
                word.plain = Some("cmd".to_owned());
            }
            name if name.is_empty()
                || name.starts_with(|c: char| c.is_ascii_digit())
                || !name.chars().all(is_name) =>
            {
                self.say_unknown(&mut word.bash, start);
            }
            name => {
                let all = if self.arrays.contains(name) { "[@]" } else { "" };
                for part in ["\"${", name, all, "}\""] {
                    word.bash.push(part, place);
                }
                word.variable = Some(name.to_owned());
            }
        }
        word
    }
}

impl Word {
    pub fn say(&mut self, text: &str) {
        if let Some(plain) = &mut self.plain {
            plain.push_str(text);
        }
    }

    fn say_if(&mut self, text: Option<String>) {
        match text {
            Some(text) => self.say(&text),
            None => self.plain = None,
        }
    }

    /// Puts the words of a value behind what is there.
    fn append(&mut self, value: Value) {
        for word in value.words {
            self.say_if(word.plain);
            self.variable = word.variable.filter(|_| self.bash.is_empty());
            self.bash.push_mapped(&word.bash);
        }
    }
}

fn is_name(char: char) -> bool {
    char.is_ascii_alphanumeric() || char == '_'
}

/// What a backtick makes of the character behind it.
fn escape(char: char) -> char {
    match char {
        'n' => '\n',
        'r' => '\r',
        't' => '\t',
        '0' => '\u{fffd}',
        other => other,
    }
}

/// Whether a text may be a path, whose `\` part names.
fn is_path(text: &str) -> bool {
    text.contains('\\') && !text.contains(['\n', '(', ')', '{', '}', '<', '>', '|', '"', '\'', '*', '+', '^'])
}

/// A text without the `$( )` and `${ }` in it.
fn without_values(text: &str) -> String {
    let mut open = 0;
    let mut dollar = false;
    let outside = |char: &char| {
        let opens = matches!(char, '(' | '{') && (dollar || open > 0);
        let inside = open > 0 || opens;
        open += usize::from(opens);
        open -= usize::from(matches!(char, ')' | '}') && open > 0);
        dollar = *char == '$';
        !inside
    };
    text.chars().filter(outside).collect()
}

/// The parts between single quotes, and where each begins.
fn parts(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    text.split('\'').map(move |part| {
        let start = at;
        at += part.len() + 1;
        (start, part)
    })
}
