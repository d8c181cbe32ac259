//! Words that every match of a pattern must hold, found without compiling it.
//!
//! One pass over the text of the pattern, at well under a microsecond. It may
//! find less than there is, never more: what it does not understand is taken
//! as "could match anything". `^npm(?:\s|$)` gives `npm`; `^(?:npm|yarn)\b`
//! gives one of `npm`, `yarn`; `^git\b.*\spush\b` gives `push`, the longest.

/// One of these words stands in every text that matches. Empty: nothing is known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Literals(Vec<String>);

/// More words than this are not worth looking for.
const MAX_WORDS: usize = 16;

/// Deeper groups are not looked into.
const MAX_DEPTH: u32 = 50;

impl Literals {
    /// The words of `pattern`.
    pub fn of(pattern: &str) -> Self {
        // Without case, or in the verbose form, letters are not what they
        // seem. Both can only begin like this.
        if pattern.contains("(?") && has_flag(pattern) {
            return Literals::default();
        }
        let mut scanner = Scanner { pattern: pattern.as_bytes(), at: 0, depth: 0 };
        let words = scanner.alternation();
        // A stray `)` ends the scan early: such a pattern is refused anyway.
        let whole = scanner.at == pattern.len();
        let words = words.filter(|_| whole).unwrap_or_default();
        let text = |word: Vec<u8>| String::from_utf8(word).ok();
        Literals(words.into_iter().map(text).collect::<Option<_>>().unwrap_or_default())
    }

    /// Whether `text` may match: `false` is certain.
    pub fn may_match(&self, text: &str) -> bool {
        self.0.is_empty() || self.0.iter().any(|word| text.contains(word.as_str()))
    }
}

/// The word that every match of the whole pattern begins with, for patterns
/// like `^npm(?:\s|$)`. Far cheaper than [`Literals::of`], and enough to pass
/// over most rules of a file.
pub fn leading_word(pattern: &str) -> Option<&str> {
    let rest = pattern.strip_prefix('^')?;
    let plain = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b' ' | b'/');
    let mut length = rest.bytes().take_while(|byte| plain(byte)).count();
    if matches!(rest.as_bytes().get(length), Some(b'*' | b'?' | b'{' | b'+')) {
        length = length.checked_sub(1)?;
    }
    // A comment may stand between a character and its quantifier.
    let clear = !rest[length..].starts_with("(?#") && !has_branches(rest.as_bytes());
    (length > 1 && clear).then(|| &rest[..length])
}

/// Whether `|` stands outside of every group. Says yes where it cannot tell.
fn has_branches(pattern: &[u8]) -> bool {
    let (mut at, mut depth) = (0, 0u32);
    while let Some(byte) = pattern.get(at) {
        match byte {
            b'\\' => at += 1,
            b'|' if depth == 0 => return true,
            b'(' => depth += 1,
            b')' if depth == 0 => return true,
            b')' => depth -= 1,
            b'[' => {
                // `]` is plain as the first of a set.
                at += 1 + usize::from(pattern.get(at + 1) == Some(&b'^'));
                at += usize::from(pattern.get(at) == Some(&b']'));
                while pattern.get(at).is_some_and(|byte| *byte != b']') {
                    at += 1 + usize::from(pattern[at] == b'\\');
                }
            }
            _ => {}
        }
        at += 1;
    }
    false
}

/// Whether a group turns on `i` or `x`: `(?i)`, `(?sx:`. Groups that turn on
/// other flags, and comments (`a(?#c)*` repeats the `a`), are rare enough to be
/// counted in.
fn has_flag(pattern: &str) -> bool {
    pattern
        .match_indices("(?")
        .any(|(at, _)| pattern[at + 2..].starts_with(['a', 'i', 'm', 's', 'u', 'x', '-', '#']))
}

struct Scanner<'p> {
    pattern: &'p [u8],
    at: usize,
    depth: u32,
}

/// The words of a part: one of them must be there. `None`: nothing is known.
type Words = Option<Vec<Vec<u8>>>;

impl<'p> Scanner<'p> {
    fn peek(&self) -> Option<u8> {
        self.pattern.get(self.at).copied()
    }

    /// Reads to the end of a group: a word of each branch.
    fn alternation(&mut self) -> Words {
        let mut all = self.sequence();
        while self.peek() == Some(b'|') {
            self.at += 1;
            let branch = self.sequence();
            all = all.zip(branch).map(|(mut all, branch)| {
                all.extend(branch);
                all
            });
        }
        all.filter(|words| words.len() <= MAX_WORDS)
    }

    /// Reads one branch: the best of the words that stand in it.
    fn sequence(&mut self) -> Words {
        let mut best: Words = None;
        let mut run: Vec<u8> = Vec::new();
        while let Some(byte) = self.peek().filter(|byte| !matches!(byte, b'|' | b')')) {
            let start = self.at;
            self.at += 1;
            let item = match byte {
                b'(' => self.group(),
                b'[' => {
                    self.skip_set();
                    Item::Unknown
                }
                b'\\' => self.escape(),
                b'^' | b'$' => Item::Nothing,
                b'.' => Item::Unknown,
                _ => {
                    // All bytes of one character, so that a quantifier takes it whole.
                    while self.peek().is_some_and(|byte| byte & 0xc0 == 0x80) {
                        self.at += 1;
                    }
                    Item::Text(&self.pattern[start..self.at])
                }
            };
            let optional = match self.peek() {
                // `{` may open a repeat of zero; what is no repeat is lost, not wrong.
                Some(b'*' | b'?' | b'{') => Some(true),
                Some(b'+') => Some(false),
                _ => None,
            };
            match (item, optional) {
                (Item::Text(text), None) => run.extend(text),
                (Item::Text(text), Some(false)) => {
                    run.extend(text);
                    better(&mut best, Some(vec![std::mem::take(&mut run)]));
                }
                // A place takes no room: the text goes on.
                (Item::Nothing, None) => {}
                (Item::Words(words), None | Some(false)) => {
                    better(&mut best, Some(vec![std::mem::take(&mut run)]));
                    better(&mut best, words);
                }
                _ => better(&mut best, Some(vec![std::mem::take(&mut run)])),
            }
            if optional.is_some() {
                self.skip_quantifier();
            }
        }
        better(&mut best, Some(vec![run]));
        best
    }

    /// Reads a group after its `(`, up to and with its `)`.
    fn group(&mut self) -> Item<'p> {
        const LOOKS: [&[u8]; 5] = [b"?=", b"?!", b"?<=", b"?<!", b"?("];
        let rest = &self.pattern[self.at..];
        let look = LOOKS.into_iter().find(|start| rest.starts_with(start));
        if let Some(start) = look {
            // The inner parenthesis of a condition is read as a group.
            self.at += start.len() - usize::from(start.ends_with(b"("));
        } else if rest.starts_with(b"?P=") {
            self.skip_past(b')');
            return Item::Unknown;
        } else if rest.starts_with(b"?P<") {
            self.skip_past(b'>');
        } else if rest.starts_with(b"?:") {
            self.at += 2;
        } else if rest.starts_with(b"?") {
            // No group of this dialect: let the parser say so.
            self.depth = MAX_DEPTH;
        }
        self.depth += 1;
        let words = if self.depth > MAX_DEPTH { None } else { self.alternation() };
        self.depth -= 1;
        self.at += 1;
        if look.is_some() { Item::Look } else { Item::Words(words) }
    }

    fn skip_past(&mut self, end: u8) {
        let rest = &self.pattern[self.at..];
        self.at += rest.iter().position(|byte| *byte == end).map_or(rest.len(), |n| n + 1);
    }

    /// Reads an escape after its backslash.
    fn escape(&mut self) -> Item<'p> {
        let Some(byte) = self.peek() else {
            return Item::Unknown;
        };
        self.at += 1;
        match byte {
            b'b' | b'B' | b'A' | b'Z' => Item::Nothing,
            byte if byte.is_ascii_alphanumeric() || byte >= 0x80 => {
                self.skip_code(byte);
                Item::Unknown
            }
            _ => Item::Text(&self.pattern[self.at - 1..self.at]),
        }
    }

    /// Reads the digits of `\x41`, `\u0041`, `\101`, `\12`.
    fn skip_code(&mut self, byte: u8) {
        let (most, radix) = match byte {
            b'x' => (2, 16),
            b'u' => (4, 16),
            b'U' => (8, 16),
            b'0'..=b'9' => (2, 10),
            _ => return,
        };
        for _ in 0..most {
            if self.peek().is_some_and(|byte| char::from(byte).is_digit(radix)) {
                self.at += 1;
            }
        }
    }

    /// Reads a set after its `[`.
    fn skip_set(&mut self) {
        self.at += usize::from(self.peek() == Some(b'^'));
        let first = self.at;
        while let Some(byte) = self.peek() {
            self.at += 1;
            match byte {
                b'\\' => self.at += 1,
                b']' if self.at > first + 1 => return,
                _ => {}
            }
        }
    }

    /// Reads a quantifier, and the `?` or `+` behind it.
    fn skip_quantifier(&mut self) {
        if self.peek() == Some(b'{') {
            let body = self.pattern[self.at + 1..].iter();
            let digits = body.take_while(|byte| byte.is_ascii_digit() || **byte == b',').count();
            let close = self.at + 1 + digits;
            if digits == 0 || self.pattern.get(close) != Some(&b'}') {
                return;
            }
            self.at = close;
        }
        self.at += 1;
        if matches!(self.peek(), Some(b'?' | b'+')) {
            self.at += 1;
        }
    }
}

/// What one item of a sequence tells.
enum Item<'p> {
    /// This text, exactly.
    Text(&'p [u8]),
    /// No room at all: `^`, `\b`.
    Nothing,
    /// A look around: no room either, and its words may be on another side.
    Look,
    /// A group.
    Words(Words),
    /// Some text.
    Unknown,
}

/// Keeps the words whose shortest one is longest.
fn better(best: &mut Words, other: Words) {
    let shortest = |words: &Words| words.iter().flatten().map(Vec::len).min().unwrap_or(0);
    if shortest(&other) > shortest(best) {
        *best = other;
    }
}
