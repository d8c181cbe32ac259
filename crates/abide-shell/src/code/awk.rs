//! awk: `system(..)`, `"cmd" | getline`, `print | "cmd"`, `print > "file"`.

use super::text::{Escapes, Style, double_quoted, split};
use super::token::{Kind, Lexer, Syntax, Token, tokens};
use super::value::slice;
use super::{Given, Start, is_shell};
use crate::{Access, Limit, Mapped};
use foldhash::HashMap;

static SYNTAX: Syntax =
    Syntax { joined_in: Some(b"(["), comments: &["#"], blocks: &[], sigils: "", special: literal };

/// The most lines of known input that a program is followed over.
const MOST_LINES: usize = 16;

/// How much variables and fields may come to, in bytes.
const MOST_PUT_IN: usize = 1 << 20;

/// How deep functions of the program are entered.
const DEEPEST_CALL: u32 = 4;

struct Program<'a> {
    given: &'a Given<'a>,
    tokens: &'a [Token<'a>],
    at: usize,
    variables: HashMap<String, Mapped>,
    /// The functions of the program: their parameters, and where their bodies begin.
    functions: HashMap<&'a str, (Vec<&'a str>, usize)>,
    calls: u32,
    record: Option<Mapped>,
    /// What variables and fields may still come to.
    left: usize,
    found: Vec<Start>,
    /// What was printed to each command.
    pipes: Vec<(Mapped, Mapped)>,
    /// The files that were written.
    files: Vec<String>,
}

/// What an awk program would start: once for each line that it is known to read.
pub(super) fn starts(code: &Mapped, given: &Given<'_>) -> Result<Vec<Start>, Limit> {
    let tokens = tokens(code, &SYNTAX);
    let mut variables = HashMap::default();
    for argument in given.arguments {
        if let Some((name, _)) = argument.text().split_once('=') {
            let value = slice(argument, name.len() + 1..argument.len());
            variables.insert(name.to_string(), value);
        }
    }
    let mut records: Vec<Option<Mapped>> = Vec::new();
    if let Some(input) = given.input {
        let mut at = 0;
        for line in input.text().split_inclusive('\n').take(MOST_LINES) {
            records.push(Some(slice(input, at..at + line.trim_end_matches('\n').len())));
            at += line.len();
        }
    }
    if records.is_empty() {
        records.push(None);
    }
    let mut program = Program {
        given,
        tokens: &tokens,
        at: 0,
        variables: HashMap::default(),
        functions: HashMap::default(),
        calls: 0,
        record: None,
        left: MOST_PUT_IN,
        found: Vec::new(),
        pipes: Vec::new(),
        files: Vec::new(),
    };
    for record in records {
        program.variables.clone_from(&variables);
        program.record = record;
        program.at = 0;
        program.all(tokens.len());
    }
    let mut found = program.found;
    for (command, printed) in program.pipes {
        let name = command.text().split_whitespace().next().unwrap_or_default();
        if is_shell(name) {
            found.push(Start::Script(printed));
        }
        found.push(Start::Script(command));
    }
    found.retain(|start| !matches!(start, Start::Script(text) if text.is_empty()));
    found.dedup();
    Ok(found)
}

fn literal(lexer: &mut Lexer<'_>) -> bool {
    let start = lexer.at;
    match lexer.byte() {
        Some(b'"') => return double_quoted(lexer),
        Some(b'/') if lexer.wants_value(&["print", "printf", "return", "in"]) => {
            lexer.at += 1;
            lexer.quoted(None, "/", Style { lines: false, ..Style::plain(Escapes::Raw) });
            lexer.push(Kind::Regex, start);
        }
        _ => return false,
    }
    true
}

impl<'a> Program<'a> {
    fn peek(&self, ahead: usize) -> &'a str {
        self.tokens.get(self.at + ahead).map_or("", |token| match token.kind {
            Kind::Name | Kind::Mark => token.word,
            _ => "",
        })
    }

    /// Goes through the program up to a token.
    fn all(&mut self, end: usize) {
        while self.at < end {
            match (self.peek(0), self.peek(1)) {
                ("function" | "func", name) => {
                    self.at += 2;
                    let parameters = self.parameters();
                    // What it is called with is not known yet.
                    parameters.iter().for_each(|name| drop(self.variables.remove(*name)));
                    self.functions.insert(name, (parameters, self.at));
                }
                (name, "(") if self.functions.contains_key(name) => self.enter(name),
                ("system", "(") => {
                    self.at += 2;
                    let script = self.text();
                    self.found.extend(script.map(Start::Script));
                }
                ("print" | "printf", _) => self.print(),
                ("getline", _) => {
                    let target = if self.peek(1) == "<" { 2 } else { 3 };
                    self.at += 1;
                    if self.peek(target - 2) == "<" {
                        self.at += target - 1;
                        let path = self.text();
                        self.open(path, Access::Read);
                    }
                }
                (_, "=") if matches!(self.tokens[self.at].kind, Kind::Name) => {
                    let name = self.peek(0).to_string();
                    self.at += 2;
                    let value = self.text();
                    self.getline(value.as_ref());
                    match value {
                        Some(value) => self.variables.insert(name, value),
                        None => self.variables.remove(&name),
                    };
                }
                _ => {
                    let before = self.at;
                    let text = self.text();
                    self.getline(text.as_ref());
                    self.at += usize::from(self.at == before);
                }
            }
        }
    }

    /// The names between the brackets that begin here.
    fn parameters(&mut self) -> Vec<&'a str> {
        let mut names = Vec::new();
        while self.at < self.tokens.len() && self.peek(0) != ")" {
            if matches!(self.tokens[self.at].kind, Kind::Name) {
                names.push(self.peek(0));
            }
            self.at += 1;
        }
        self.at += 1;
        names
    }

    /// Goes through the body of a function with the arguments that begin here.
    fn enter(&mut self, name: &str) {
        let (parameters, body) = self.functions[name].clone();
        self.at += 2;
        let mut arguments = vec![self.text()];
        while self.peek(0) == "," {
            self.at += 1;
            arguments.push(self.text());
        }
        let mut depth = 0;
        let mut end = body;
        while let Some(token) = self.tokens.get(end) {
            match (&token.kind, token.word) {
                (Kind::Mark, "{") => depth += 1,
                (Kind::Mark, "}") => depth -= 1,
                _ => {}
            }
            end += 1;
            if depth <= 0 && end > body + 1 {
                break;
            }
        }
        let cost = end - body;
        if self.calls >= DEEPEST_CALL || self.left <= cost {
            return;
        }
        self.left -= cost;
        self.calls += 1;
        let before = self.variables.clone();
        for (name, argument) in parameters.into_iter().zip(arguments) {
            match argument {
                Some(argument) => drop(self.variables.insert(name.to_owned(), argument)),
                None => drop(self.variables.remove(name)),
            }
        }
        let at = std::mem::replace(&mut self.at, body);
        self.all(end);
        self.at = at;
        self.variables = before;
        self.calls -= 1;
    }

    /// `"cmd" | getline`
    fn getline(&mut self, text: Option<&Mapped>) {
        if matches!(self.peek(0), "|" | "|&") && self.peek(1) == "getline" {
            self.found.extend(text.cloned().map(Start::Script));
        }
    }

    fn print(&mut self) {
        let formats = self.peek(0) == "printf";
        self.at += 1;
        let mut printed = self.text();
        if printed.is_none() && matches!(self.peek(0), "|" | "|&" | ">" | ">>" | ";" | "}") {
            printed = self.record.clone().filter(|record| self.affords(record));
        }
        let mut others = Vec::new();
        while self.peek(0) == "," {
            self.at += 1;
            others.push(self.text());
        }
        printed = printed.and_then(|first| match formats {
            true => formatted(&first, others),
            false => Some(spaced(first, others)),
        });
        let line = if formats { Start::Print } else { line };
        let mut depth = 0;
        while let Some(token) = self.tokens.get(self.at) {
            match (&token.kind, self.peek(0)) {
                (Kind::Line, _) | (_, ";" | "}") => return self.found.extend(printed.map(line)),
                (_, "(") => depth += 1,
                (_, ")") => depth -= 1,
                (_, "|" | "|&") if self.peek(1) != "getline" => {
                    self.at += 1;
                    return self.pipe(printed.map(line));
                }
                (_, mark @ (">" | ">>")) if depth <= 0 => {
                    self.at += 1;
                    let path = self.text();
                    if path.as_ref().is_some_and(|path| path.text() == "/dev/stdout") {
                        return self.found.extend(printed.map(line));
                    }
                    self.open(path.clone(), Access::Write);
                    return self.write(path, printed.map(line), mark == ">>");
                }
                (_, "system" | "getline") => return,
                _ => {}
            }
            self.at += 1;
        }
    }

    /// All that is printed to one command is its input.
    fn pipe(&mut self, printed: Option<Start>) {
        let Some(command) = self.text() else { return };
        let printed = match printed {
            Some(Start::Print(text)) if self.affords(&text) => text,
            _ => Mapped::default(),
        };
        match self.pipes.iter_mut().find(|(known, _)| known.text() == command.text()) {
            Some((_, all)) => all.push_mapped(&printed),
            None => self.pipes.push((command, printed)),
        }
    }

    /// A file is made new by what is printed to it first.
    fn write(&mut self, path: Option<Mapped>, printed: Option<Start>, appends: bool) {
        let Some(path) = path.filter(|path| !path.text().starts_with("/dev/std")) else { return };
        let text = match printed {
            Some(Start::Print(text)) if self.affords(&text) => Some(text),
            _ => None,
        };
        let known = self.files.iter().any(|file| file == path.text());
        if !known {
            self.files.push(path.text().to_owned());
        }
        self.found.push(Start::Write { path, text, appends: appends || known });
    }

    fn open(&mut self, path: Option<Mapped>, access: Access) {
        if let Some(path) = path
            && !path.text().starts_with("/dev/std")
        {
            self.found.push(Start::Open { path, access });
        }
    }

    /// Texts and variables side by side are one text.
    fn text(&mut self) -> Option<Mapped> {
        while self.peek(0) == "(" {
            self.at += 1;
        }
        let mut made: Option<Mapped> = None;
        while let Some(token) = self.tokens.get(self.at) {
            let part = match (&token.kind, self.peek(0)) {
                (Kind::Text(pieces), _) => match pieces.first() {
                    Some(super::text::Piece::Known(text)) => Some(text.clone()),
                    _ => None,
                },
                (Kind::Name, "ENVIRON" | "ARGV") if self.peek(1) == "[" => self.element(),
                (Kind::Name, "substr") if self.peek(1) == "(" => self.substring(),
                (Kind::Name, name) => self.variables.get(name).cloned().filter(|value| self.affords(value)),
                (_, "$") => self.field(),
                _ => None,
            };
            let Some(part) = part.filter(|_| made.as_ref().is_none_or(|made| made.len() < 4096)) else {
                break;
            };
            made.get_or_insert_default().push_mapped(&part);
            self.at += 1;
        }
        while made.is_some() && self.peek(0) == ")" {
            self.at += 1;
        }
        made
    }

    /// `ENVIRON["X"]`, `ARGV[1]`: goes to the closing bracket.
    fn element(&mut self) -> Option<Mapped> {
        let index = self.tokens.get(self.at + 2)?;
        let value = match &index.kind {
            Kind::Text(pieces) => match pieces.first()? {
                super::text::Piece::Known(name) => (self.given.variable)(name.text()),
                _ => None,
            },
            _ => {
                let number: usize = index.word.parse().ok()?;
                self.given.arguments.get(number).cloned()
            }
        };
        let value = value.filter(|value| self.peek(3) == "]" && self.affords(value))?;
        self.at += 3;
        Some(value)
    }

    /// `substr(text, from)` with a number: goes to the closing bracket.
    fn substring(&mut self) -> Option<Mapped> {
        let start = self.at;
        self.at += 2;
        let text = self.text();
        let from = self.tokens.get(self.at + 1).filter(|_| self.peek(0) == "," && self.peek(2) == ")");
        let from = from.and_then(|token| token.word.parse::<usize>().ok());
        let Some((text, from)) = text.zip(from) else {
            self.at = start;
            return None;
        };
        self.at += 2;
        let from = text.text().char_indices().nth(from.saturating_sub(1)).map_or(text.len(), |(at, _)| at);
        Some(slice(&text, from..text.len()))
    }

    fn affords(&mut self, text: &Mapped) -> bool {
        self.left = self.left.saturating_sub(1 + text.len());
        self.left > 0
    }

    /// `$0`, `$1`: goes to its number.
    fn field(&mut self) -> Option<Mapped> {
        let token = self.tokens.get(self.at + 1)?;
        let number: usize = token.word.parse().ok()?;
        let record = self.record.clone().filter(|record| self.affords(record))?;
        let field = if number == 0 { record } else { split(&record).get(number - 1)?.clone() };
        self.at += 1;
        Some(field)
    }
}

/// The texts with blanks between, up to the first that is not known.
fn spaced(mut first: Mapped, others: Vec<Option<Mapped>>) -> Mapped {
    for text in others.into_iter().map_while(|text| text) {
        first.push_behind(" ");
        first.push_mapped(&text);
    }
    first
}

/// The format with the texts in the places of its `%s` and `%d`. `None` where it
/// has other places, or a text is not known.
fn formatted(format: &Mapped, texts: Vec<Option<Mapped>>) -> Option<Mapped> {
    let mut made = Mapped::default();
    let mut texts = texts.into_iter();
    let mut kept = 0;
    while let Some(at) = format.text()[kept..].find('%').map(|at| kept + at) {
        made.push_slice(format, kept..at);
        kept = at + 2;
        match format.text().as_bytes().get(at + 1)? {
            b's' | b'd' => made.push_mapped(&texts.next()??),
            b'%' => made.push_slice(format, at..at + 1),
            _ => return None,
        }
    }
    made.push_slice(format, kept..format.len());
    Some(made)
}

/// What `print` prints of a text.
fn line(mut text: Mapped) -> Start {
    text.push_behind("\n");
    Start::Print(text)
}

#[cfg(test)]
mod tests {
    use super::super::tests::check;
    use crate::tables::Language;

    #[test]
    fn awk_programs() {
        check(
            Language::Awk,
            &[
                ("BEGIN{system(\"npm i\")}", &["$ npm i"]),
                ("BEGIN { system(\"npm \" \"i\") }", &["$ npm i"]),
                ("BEGIN{c = \"npm i\"; system(c)}", &["$ npm i"]),
                ("BEGIN{\"npm i\" | getline}", &["$ npm i"]),
                ("BEGIN{\"npm i\" | getline x; print x}", &["$ npm i"]),
                ("BEGIN{while ((\"npm i\" | getline l) > 0) print l}", &["$ npm i"]),
                ("BEGIN{c=\"npm i\"; while ((c | getline l) > 0) print}", &["$ npm i"]),
                ("BEGIN{print \"x\" | \"npm i\"}", &["$ npm i"]),
                ("BEGIN{print \"npm i\" | \"sh\"}", &["$ npm i\n", "$ sh"]),
                ("BEGIN{printf \"x\" |& \"npm i\"}", &["$ npm i"]),
                ("/x/ { system(\"npm i\") } # note", &["$ npm i"]),
                ("{print > \".env\"}", &["> .env"]),
                ("{ print $1 >> \"x.txt\" }", &["> x.txt"]),
                ("BEGIN{getline l < \".env\"; print l}", &["< .env"]),
                ("/npm ci/{n++} END{print n}", &[]),
                ("NR>1{print $1}", &[]),
                ("{print \"npm i\"}", &[]),
                ("$1 == \"npm\" { print (a > b) }", &[]),
                ("# system(\"npm i\")", &[]),
                ("BEGIN{x=\"system(npm i)\"}", &[]),
                ("{ print $1, $2 > \"/dev/stderr\" }", &[]),
                ("BEGIN{print \"", &[]),
            ],
        );
    }
}
