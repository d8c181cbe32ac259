//! jq(1) on known JSON: programs that are a path to texts, `.scripts.build`.

use super::filter::Options;
use super::regex::LONGEST_INPUT;
use crate::Mapped;

/// How deep brackets may nest.
const DEEPEST: u32 = 32;

enum Json {
    Text(Mapped),
    List(Vec<Json>),
    Map(Vec<(String, Json)>),
    /// A number, or a word.
    Other,
}

/// jq(1) with `-r`, where what it comes to are texts
pub(super) fn jq(arguments: &[&str], input: &Mapped) -> Option<Mapped> {
    let options = Options::read(arguments, "").filter(|options| options.only("rejMcaS"))?;
    let [program] = options.operands.as_slice() else { return None };
    if !(options.has('r') || options.has('j')) || input.len() > LONGEST_INPUT {
        return None;
    }
    let mut reader = Reader { input, at: 0 };
    let document = reader.value(0)?;
    let mut values = vec![&document];
    for step in steps(program)? {
        let mut next = Vec::new();
        for value in values {
            match (&step, value) {
                (Step::Each, Json::List(items)) => next.extend(items),
                (Step::Each, Json::Map(entries)) => next.extend(entries.iter().map(|(_, value)| value)),
                (Step::Key(key), Json::Map(entries)) => {
                    next.push(entries.iter().rev().find(|(name, _)| name == key).map(|(_, value)| value)?);
                }
                (Step::Index(index), Json::List(items)) => next.push(items.get(*index)?),
                _ => return None,
            }
        }
        values = next;
    }
    let mut output = Mapped::default();
    for value in values {
        let Json::Text(text) = value else { return None };
        output.push_mapped(text);
        if !options.has('j') {
            output.push_behind("\n");
        }
    }
    Some(output)
}

/// The text that a program is, if it is nothing else: `"npm i"`.
pub(crate) fn literal(program: &Mapped) -> Option<Mapped> {
    let mut reader = Reader { input: program, at: 0 };
    reader.skip_blanks();
    let text = reader.text()?;
    // What stands in `\(..)` is code.
    (reader.rest().trim().is_empty() && !program.text().contains("\\(")).then_some(text)
}

enum Step {
    Key(String),
    Index(usize),
    Each,
}

/// The steps of `.a.b[0]`, `.a[]`, `.["a"]`.
fn steps(program: &str) -> Option<Vec<Step>> {
    let mut steps = Vec::new();
    let mut rest = program.trim().strip_prefix('.')?;
    while !rest.is_empty() {
        rest = rest.strip_prefix('.').unwrap_or(rest);
        if let Some(inside) = rest.strip_prefix('[') {
            let (index, after) = inside.split_once(']')?;
            steps.push(match (index, index.strip_prefix('"').and_then(|key| key.strip_suffix('"'))) {
                ("", _) => Step::Each,
                (_, Some(key)) => Step::Key(key.to_owned()),
                (index, None) => Step::Index(index.parse().ok()?),
            });
            rest = after;
            continue;
        }
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
        if end == 0 {
            return None;
        }
        steps.push(Step::Key(rest[..end].to_owned()));
        rest = &rest[end..];
    }
    Some(steps)
}

struct Reader<'a> {
    input: &'a Mapped,
    at: usize,
}

impl Reader<'_> {
    fn rest(&self) -> &str {
        &self.input.text()[self.at..]
    }

    fn skip_blanks(&mut self) {
        self.at += self.rest().len() - self.rest().trim_start().len();
    }

    fn takes(&mut self, mark: char) -> bool {
        self.skip_blanks();
        let found = self.rest().starts_with(mark);
        self.at += usize::from(found);
        found
    }

    fn value(&mut self, depth: u32) -> Option<Json> {
        if depth > DEEPEST {
            return None;
        }
        if self.takes('{') {
            let mut entries = Vec::new();
            while !self.takes('}') {
                self.skip_blanks();
                let key = self.text()?;
                self.takes(':').then_some(())?;
                entries.push((key.text().to_owned(), self.value(depth + 1)?));
                self.takes(',');
            }
            return Some(Json::Map(entries));
        }
        if self.takes('[') {
            let mut items = Vec::new();
            while !self.takes(']') {
                items.push(self.value(depth + 1)?);
                self.takes(',');
            }
            return Some(Json::List(items));
        }
        if self.rest().starts_with('"') {
            return self.text().map(Json::Text);
        }
        let end = self.rest().find(|c: char| !c.is_ascii_alphanumeric() && !"+-.".contains(c));
        let length = end.unwrap_or(self.rest().len());
        self.at += length;
        (length > 0).then_some(Json::Other)
    }

    fn text(&mut self) -> Option<Mapped> {
        self.takes('"').then_some(())?;
        let mut text = Mapped::default();
        loop {
            let end = self.rest().find(['"', '\\'])?;
            text.push_slice(self.input, self.at..self.at + end);
            self.at += end + 1;
            if self.input.text().as_bytes()[self.at - 1] == b'"' {
                return Some(text);
            }
            let start = self.at - 1;
            let letter = self.rest().chars().next()?;
            self.at += letter.len_utf8();
            let char = match letter {
                'n' => '\n',
                't' => '\t',
                'r' => '\r',
                'b' => '\u{8}',
                'f' => '\u{c}',
                'u' => {
                    let digits = self.rest().get(..4)?;
                    let char = char::from_u32(u32::from_str_radix(digits, 16).ok()?)?;
                    self.at += 4;
                    char
                }
                other => other,
            };
            text.push(char.encode_utf8(&mut [0; 4]), self.input.span(start..self.at));
        }
    }
}
