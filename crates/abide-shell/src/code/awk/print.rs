//! `print` and `printf`: to the standard output, to commands, to files.

use super::Program;
use crate::code::Start;
use crate::code::token::Kind;
use crate::{Access, Mapped};

impl Program<'_> {
    pub fn print(&mut self) {
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

    pub fn open(&mut self, path: Option<Mapped>, access: Access) {
        if let Some(path) = path
            && !path.text().starts_with("/dev/std")
        {
            self.found.push(Start::Open { path, access });
        }
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
pub(super) fn formatted(format: &Mapped, texts: Vec<Option<Mapped>>) -> Option<Mapped> {
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
