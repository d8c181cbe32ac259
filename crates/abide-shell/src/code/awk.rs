//! awk: `system(..)`, `"cmd" | getline`, `print | "cmd"`, `print > "file"`.

use super::text::{Escapes, Style, double_quoted, split};
use super::token::{Kind, Lexer, Syntax, Token, tokens};
use super::value::slice;
use super::{Given, Start};
use crate::{Access, Limit, Mapped};
use foldhash::HashMap;

static SYNTAX: Syntax =
    Syntax { joined_in: Some(b"(["), comments: &["#"], blocks: &[], sigils: "", special: literal };

/// The most lines of known input that a program is followed over.
const MOST_LINES: usize = 16;

/// How much variables and fields may come to, in bytes.
const MOST_PUT_IN: usize = 1 << 20;

/// Shells that run what is printed into them.
const SHELLS: &[&str] = &["sh", "bash", "dash", "zsh", "ksh"];

struct Program<'a> {
    code: &'a Mapped,
    tokens: &'a [Token<'a>],
    at: usize,
    variables: HashMap<String, Mapped>,
    record: Option<Mapped>,
    /// What variables and fields may still come to.
    left: usize,
    found: Vec<Start>,
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
    let mut found = Vec::new();
    let mut left = MOST_PUT_IN;
    for record in records {
        let variables = variables.clone();
        let mut program =
            Program { code, tokens: &tokens, at: 0, variables, record, left, found: Vec::new() };
        program.all();
        left = program.left;
        found.extend(
            program
                .found
                .into_iter()
                .filter(|start| !matches!(start, Start::Script(text) if text.is_empty())),
        );
    }
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

impl Program<'_> {
    fn peek(&self, ahead: usize) -> &str {
        self.tokens.get(self.at + ahead).map_or("", |token| match token.kind {
            Kind::Name | Kind::Mark => token.word,
            _ => "",
        })
    }

    fn all(&mut self) {
        while self.at < self.tokens.len() {
            match (self.peek(0), self.peek(1)) {
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
                    return self.pipe(printed);
                }
                (_, ">" | ">>") if depth <= 0 => {
                    self.at += 1;
                    let path = self.text();
                    if path.as_ref().is_some_and(|path| path.text() == "/dev/stdout") {
                        return self.found.extend(printed.map(line));
                    }
                    return self.open(path, Access::Write);
                }
                (_, "system" | "getline") => return,
                _ => {}
            }
            self.at += 1;
        }
    }

    fn pipe(&mut self, printed: Option<Mapped>) {
        let Some(command) = self.text() else { return };
        let name = command.text().split_whitespace().next().unwrap_or_default();
        if let Some(printed) = printed
            && SHELLS.contains(&name.rsplit('/').next().unwrap_or(name))
        {
            self.found.push(Start::Script(printed));
        }
        self.found.push(Start::Script(command));
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

    fn affords(&mut self, text: &Mapped) -> bool {
        self.left = self.left.saturating_sub(1 + text.len());
        self.left > 0
    }

    /// `$0`, `$1`: goes to its number.
    fn field(&mut self) -> Option<Mapped> {
        let token = self.tokens.get(self.at + 1)?;
        let number: usize = self.code.text()[token.range()].parse().ok()?;
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
                ("BEGIN{print \"npm i\" | \"sh\"}", &["$ npm i", "$ sh"]),
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
