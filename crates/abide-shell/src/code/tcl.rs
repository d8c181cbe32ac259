//! Tcl and expect: `exec`, `open "|.."`, `spawn`, `system`.

use super::value::{push_placeholder, slice};
use super::{Given, Start, once};
use crate::{Access, Limit, Mapped};
use foldhash::HashMap;
use std::ops::Range;

/// How deep scripts may stand in scripts.
const DEEPEST: u32 = 60;

/// How deep procedures are entered, and over how many elements loops are followed.
const DEEPEST_CALL: u32 = 3;
const MOST_ELEMENTS: usize = 16;

/// The longest value of a variable that is followed, in bytes.
const LONGEST_WORD: usize = 4096;

/// Words that other words of `exec` are not part of.
const REDIRECTIONS: &[&str] = &["|", "|&", "<", "<<", "<@", ">", "2>", ">&", ">>", "2>>", ">>&", "2>@1", "&"];

struct Reader<'a> {
    code: &'a Mapped,
    variables: HashMap<String, Word>,
    /// The files that are open for writing, by what `open` gave.
    files: HashMap<String, Mapped>,
    /// The parameters and bodies of procedures.
    procedures: HashMap<String, (Vec<String>, Range<usize>)>,
    /// How many procedures were entered.
    calls: u32,
    found: Vec<Start>,
    depth: u32,
    /// Bytes that variables may still put into words.
    budget: usize,
}

/// One word: its text, and where it stands if it is in braces.
#[derive(Clone)]
struct Word {
    text: Mapped,
    braces: Option<Range<usize>>,
    /// `{*}`: its elements are words of their own.
    spread: bool,
}

/// What `open` gives for the file of this number.
fn handle(number: usize) -> String {
    format!("file{number}")
}

/// What Tcl code would start.
pub(super) fn starts(code: &Mapped, _: &Given<'_>) -> Result<Vec<Start>, Limit> {
    let mut reader = Reader {
        code,
        variables: HashMap::default(),
        files: HashMap::default(),
        procedures: HashMap::default(),
        calls: 0,
        found: Vec::new(),
        depth: 0,
        budget: 16 * 1024 + 4 * code.len(),
    };
    reader.script(0..code.len())?;
    Ok(once(reader.found))
}

impl Reader<'_> {
    fn script(&mut self, range: Range<usize>) -> Result<(), Limit> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(Limit::Depth);
        }
        let mut at = range.start;
        while at < range.end {
            let words = self.command(&mut at, range.end)?;
            self.run(words)?;
        }
        self.depth -= 1;
        Ok(())
    }

    /// The words of one command; `at` goes behind it.
    fn command(&mut self, at: &mut usize, end: usize) -> Result<Vec<Word>, Limit> {
        let text = self.code.text();
        let bytes = text.as_bytes();
        let mut words = Vec::new();
        loop {
            while *at < end
                && (matches!(bytes[*at], b' ' | b'\t' | b'\r') || text[*at..end].starts_with("\\\n"))
            {
                *at += if bytes[*at] == b'\\' { 2 } else { 1 };
            }
            if *at >= end {
                return Ok(words);
            }
            match bytes[*at] {
                b'\n' | b';' => {
                    *at += 1;
                    return Ok(words);
                }
                b'#' if words.is_empty() => {
                    *at = text[*at..end].find('\n').map_or(end, |line| *at + line);
                }
                _ => words.push(self.word(at, end)?),
            }
        }
    }

    fn word(&mut self, at: &mut usize, end: usize) -> Result<Word, Limit> {
        let text = self.code.text();
        let spread = text[*at..end].starts_with("{*}") && end > *at + 3;
        if spread {
            *at += 3;
        }
        let start = *at;
        match text.as_bytes()[start] {
            b'{' => {
                let inside = start + 1..matching(text, start, end);
                *at = (inside.end + 1).min(end);
                let word = slice(self.code, inside.clone());
                Ok(Word { text: word, braces: Some(inside), spread })
            }
            b'"' => {
                *at += 1;
                let word = self.substituted(at, end, Some(b'"'))?;
                *at = (*at + 1).min(end);
                Ok(Word { text: word, braces: None, spread })
            }
            _ => Ok(Word { text: self.substituted(at, end, None)?, braces: None, spread }),
        }
    }

    /// Text with `$name`, `[script]` and escapes, up to `close` or a blank.
    fn substituted(&mut self, at: &mut usize, end: usize, close: Option<u8>) -> Result<Mapped, Limit> {
        let text = self.code.text();
        let bytes = text.as_bytes();
        let mut made = Mapped::default();
        while *at < end {
            let start = *at;
            match bytes[start] {
                byte if Some(byte) == close => break,
                b' ' | b'\t' | b'\n' | b';' if close.is_none() => break,
                b'\\' => {
                    let char = text[start + 1..end].chars().next().map_or(0, char::len_utf8);
                    *at += 1 + char;
                    match bytes.get(start + 1) {
                        Some(b'n') => made.push("\n", self.code.span(start..*at)),
                        Some(b'\n') => made.push(" ", self.code.span(start..*at)),
                        _ => made.push_slice(self.code, start + 1..*at),
                    }
                }
                b'[' => {
                    let close = matching(text, start, end);
                    *at = (close + 1).min(end);
                    let inside = &text[start + 1..close];
                    match inside.strip_prefix("list ").filter(|list| !list.contains(['[', '$', '{', '"'])) {
                        Some(list) => made.push_slice(self.code, close - list.len()..close),
                        None => {
                            let files = self.files.len();
                            self.script(start + 1..close)?;
                            match self.files.len() > files {
                                true => made.push(&handle(files), self.code.span(start..*at)),
                                false => push_placeholder(&mut made, self.code, start..start),
                            }
                        }
                    }
                }
                b'$' => {
                    let rest = &text[start + 1..end];
                    let braced = rest.starts_with('{');
                    let rest = rest.strip_prefix('{').unwrap_or(rest);
                    let length = rest
                        .find(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':'))
                        .unwrap_or(rest.len());
                    *at = (start + 1 + length + if braced { 2 } else { 0 }).min(end);
                    match self.variables.get(&rest[..length]) {
                        Some(word) if word.text.len() <= self.budget.min(LONGEST_WORD) => {
                            self.budget -= word.text.len();
                            made.push_mapped(&word.text);
                        }
                        _ if length > 0 => push_placeholder(&mut made, self.code, start..*at),
                        _ => made.push_slice(self.code, start..*at),
                    }
                }
                _ => {
                    *at += text[start..].chars().next().map_or(1, char::len_utf8);
                    made.push_slice(self.code, start..*at);
                }
            }
        }
        Ok(made)
    }

    fn run(&mut self, words: Vec<Word>) -> Result<(), Limit> {
        let Some((name, rest)) = words.split_first() else { return Ok(()) };
        match name.text.text().trim_start_matches("::") {
            "exec" | "spawn" => self.exec(rest),
            "open" => self.open(rest),
            "system" => {
                if let [script, ..] = rest {
                    self.found.push(Start::Script(script.text.clone()));
                }
            }
            "set" | "variable" => {
                if let [name, value] = rest {
                    self.variables.insert(name.text.text().to_string(), value.clone());
                }
            }
            "puts" => {
                let line = rest.first().is_none_or(|word| word.text.text() != "-nonewline");
                let rest = &rest[usize::from(!line).min(rest.len())..];
                if let [file, text] = rest
                    && let Some(path) = self.files.get(file.text.text())
                {
                    let mut text = text.text.clone();
                    text.push_behind(if line { "\n" } else { "" });
                    self.found.push(Start::Write { path: path.clone(), text: Some(text), appends: true });
                }
                let handle = rest.len() == 2 && rest[0].text.text() == "stdout";
                if let [text] = &rest[usize::from(handle)..] {
                    let mut text = text.text.clone();
                    text.push_behind(if line { "\n" } else { "" });
                    self.found.push(Start::Print(text));
                }
            }
            "eval" => {
                let words: Vec<Mapped> =
                    rest.iter().flat_map(|word| super::text::split(&word.text)).collect();
                if let Some((_, argv)) = words.split_first().filter(|(first, _)| first.text() == "exec") {
                    let word = |text: &Mapped| Word { text: text.clone(), braces: None, spread: false };
                    self.exec(&argv.iter().map(word).collect::<Vec<_>>());
                }
            }
            "proc" => {
                if let [name, parameters, body] = rest
                    && let Some(body) = body.braces.clone()
                {
                    let parameters = parameters.text.text().split_whitespace().map(str::to_owned).collect();
                    self.procedures.insert(name.text.text().to_owned(), (parameters, body));
                }
            }
            "foreach" => {
                if let [name, list, body] = rest
                    && let Some(body) = body.braces.clone()
                {
                    for element in super::text::split(&list.text).into_iter().take(MOST_ELEMENTS) {
                        self.set(name.text.text(), element);
                        self.charged(body.clone())?;
                    }
                    return Ok(());
                }
            }
            name => {
                if let Some((parameters, body)) = self.procedures.get(name).cloned()
                    && self.calls < DEEPEST_CALL
                {
                    self.calls += 1;
                    for (parameter, value) in parameters.iter().zip(rest) {
                        self.set(parameter, value.text.clone());
                    }
                    self.charged(body)?;
                    self.calls -= 1;
                }
            }
        }
        // Words in braces may be scripts: `if {..} {exec npm i}`.
        if !matches!(
            name.text.text(),
            "puts" | "set" | "exec" | "regexp" | "regsub" | "string" | "append" | "lappend" | "send" | "expr"
        ) {
            for word in rest {
                if let Some(inside) = word.braces.clone() {
                    self.script(inside)?;
                }
            }
        }
        Ok(())
    }

    fn set(&mut self, name: &str, text: Mapped) {
        self.variables.insert(name.to_owned(), Word { text, braces: None, spread: false });
    }

    /// A script that is gone through once more, as long as there is time.
    fn charged(&mut self, body: Range<usize>) -> Result<(), Limit> {
        if self.budget < body.len() {
            return Ok(());
        }
        self.budget -= body.len();
        self.script(body)
    }

    /// `exec ?options? npm i | cat`
    fn exec(&mut self, words: &[Word]) {
        let mut argv = Vec::new();
        let mut words = words.iter();
        while let Some(word) = words.next() {
            let text = word.text.text();
            if text == "<<" && !argv.is_empty() {
                let start = Box::new(Start::Program(std::mem::take(&mut argv)));
                let input = words.next().map(|word| word.text.clone());
                self.found.push(Start::Piped { start, input, output: None });
                continue;
            }
            if argv.is_empty() && matches!(text, "-ignorestderr" | "-keepnewline" | "--" | "-noecho") {
                continue;
            }
            if word.spread {
                argv.extend(super::text::split(&word.text));
            } else if REDIRECTIONS.contains(&text) {
                self.start(&mut argv);
            } else if !(argv.is_empty() && text.starts_with(['<', '>'])) {
                argv.push(word.text.clone());
            }
        }
        self.start(&mut argv);
    }

    fn start(&mut self, argv: &mut Vec<Mapped>) {
        if !argv.is_empty() {
            self.found.push(Start::Program(std::mem::take(argv)));
        }
    }

    fn open(&mut self, words: &[Word]) {
        let Some(first) = words.first() else { return };
        if first.text.text().starts_with('|') {
            let inside = slice(&first.text, 1..first.text.len());
            let word = |text| Word { text, braces: None, spread: false };
            let words: Vec<Word> = super::text::split(&inside).into_iter().map(word).collect();
            return self.exec(&words);
        }
        let access = match words.get(1).map(|mode| mode.text.text()) {
            None | Some("r" | "rb" | "RDONLY") => Access::Read,
            Some("w" | "a" | "wb" | "ab") => Access::Write,
            _ => Access::Both,
        };
        self.found.push(Start::Open { path: first.text.clone(), access });
        if access != Access::Read {
            if words.get(1).is_some_and(|mode| mode.text.text().starts_with('w')) {
                let text = Some(Mapped::default());
                self.found.push(Start::Write { path: first.text.clone(), text, appends: false });
            }
            self.files.insert(handle(self.files.len()), first.text.clone());
        }
    }
}

/// Where the bracket at `start` is closed; `end` if it is not.
fn matching(text: &str, start: usize, end: usize) -> usize {
    let bytes = text.as_bytes();
    let open = bytes[start];
    let close = if open == b'{' { b'}' } else { b']' };
    let (mut depth, mut at) = (0, start);
    while at < end {
        match bytes[at] {
            b'\\' => at += 1,
            byte if byte == open => depth += 1,
            byte if byte == close => {
                depth -= 1;
                if depth == 0 {
                    return at;
                }
            }
            _ => {}
        }
        at += 1;
    }
    end
}

#[cfg(test)]
mod tests {
    use super::super::tests::check;
    use crate::tables::Language;

    #[test]
    fn tcl_scripts() {
        check(
            Language::Tcl,
            &[
                ("exec npm i", &["npm|i"]),
                ("puts [exec npm i]", &["npm|i"]),
                ("exec -ignorestderr npm i 2>@1", &["npm|i"]),
                ("exec sh -c {npm i}", &["sh|-c|npm i"]),
                ("exec echo a | npm i", &["echo|a", "npm|i"]),
                ("set c npm; exec $c i", &["npm|i"]),
                ("set c {npm i}\nexec {*}$c", &["npm|i"]),
                ("exec {*}{npm i}", &["npm|i"]),
                ("eval exec npm i", &["npm|i"]),
                ("eval [list exec npm i]", &["npm|i"]),
                ("set l [list npm i]; exec {*}$l", &["npm|i"]),
                ("if {1} { exec npm i }", &["npm|i"]),
                ("catch {exec npm i} err", &["npm|i"]),
                ("proc f {} {\n  exec npm i\n}\nf", &["npm|i"]),
                ("set f [open \"|npm i\" r]", &["npm|i"]),
                ("open .env r", &["< .env"]),
                ("spawn npm i", &["npm|i"]),
                ("puts {exec npm i}", &[]),
                ("# exec npm i", &[]),
                ("puts \"npm i\"", &[]),
                ("[", &[]),
                ("{", &[]),
            ],
        );
    }
}
