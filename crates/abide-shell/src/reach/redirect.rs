//! Redirections: what a command reads, and the files that it and the line
//! before it wrote.

use super::descriptors::Opened;
use super::outcome::{Outcome, Stream};
use super::source::Source;
use super::walk::Walker;
use super::{Access, Redirection};
use crate::syntax::{self, HereDoc, List, RedirectionOperator as Operator};
use crate::{Command, Field, Mapped, Span};
use std::rc::Rc;

/// What the redirections of one command come to.
#[derive(Default)]
pub(super) struct Redirected {
    /// What the command reads on its standard input.
    pub input: Stream,
    /// Redirections to and from files.
    pub targets: Vec<Redirection>,
    /// Files that get what the command prints, and whether it is appended.
    pub(super) outputs: Vec<(String, bool)>,
    /// Other descriptors, and where they lead while the command runs.
    pub(super) opened: Vec<Opened>,
    /// What the command prints does not go where its list's output goes.
    pub(super) diverted: bool,
}

impl Redirected {
    /// Whether the standard output goes to a file.
    pub fn is_diverted(&self) -> bool {
        self.diverted
    }
}

impl Walker<'_> {
    /// Walks the words of redirections.
    pub fn redirections(
        &mut self,
        source: &Rc<Source>,
        list: List<syntax::Redirection>,
        input: Stream,
    ) -> Redirected {
        let mut files = Redirected { input, ..Redirected::default() };
        for redirection in &source.tree.redirections[list] {
            self.redirection(source, redirection, &mut files);
        }
        files
    }

    fn redirection(
        &mut self,
        source: &Rc<Source>,
        redirection: &syntax::Redirection,
        files: &mut Redirected,
    ) {
        let descriptor = source.str(redirection.descriptor);
        match redirection.operator {
            Operator::HereDoc => {
                let document = source.tree.here_docs[redirection.here_doc as usize];
                let text = self.here_document(source, document);
                self.feed(descriptor, text, files);
                return;
            }
            Operator::HereString => {
                let fields = self.quoted_word(source, &redirection.target);
                self.feed(descriptor, here_string(&fields), files);
                return;
            }
            _ => {}
        }
        for target in self.quoted_word(source, &redirection.target) {
            self.file(redirection.operator, descriptor, target, files);
        }
    }

    /// Text that is read from a descriptor; `3<<E` can be named `/dev/fd/3`.
    fn feed(&mut self, descriptor: &str, text: Stream, files: &mut Redirected) {
        if matches!(descriptor, "" | "0") {
            files.input = text;
        } else {
            self.state.set_file(&format!("/dev/fd/{descriptor}"), text);
        }
    }

    fn file(&mut self, operator: Operator, descriptor: &str, target: Field, files: &mut Redirected) {
        let path = target.value.text().to_string();
        let duplicates = matches!(operator, Operator::DuplicateInput | Operator::DuplicateOutput);
        let standard_output = matches!(descriptor, "" | "1");
        if duplicates && (path == "-" || path.trim_end_matches('-').parse::<u32>().is_ok()) {
            if operator == Operator::DuplicateOutput && standard_output {
                files.diverted = true;
                files.outputs.extend(self.descriptor(&path).map(|path| (path, true)));
            } else if operator == Operator::DuplicateOutput {
                self.duplicate(descriptor, &path, files);
            }
            if operator == Operator::DuplicateInput && matches!(descriptor, "" | "0") && path != "-" {
                files.input = self.written(&format!("/dev/fd/{}", path.trim_end_matches('-')));
            }
            return;
        }
        let access = match operator {
            Operator::Read | Operator::DuplicateInput => Access::Read,
            Operator::ReadWrite => Access::Both,
            _ => Access::Write,
        };
        if access != Access::Write {
            let text = self.written(&path);
            self.feed(descriptor, text, files);
            if access == Access::Both {
                files.opened.extend(Opened::new(descriptor, &path, true));
            }
        } else if operator == Operator::WriteBoth || standard_output {
            files.diverted = true;
            files.outputs.push((path, operator == Operator::Append));
        } else {
            files.opened.extend(Opened::new(descriptor, &path, operator == Operator::Append));
        }
        files.targets.push(Redirection { access, target });
    }

    /// The text of a here-document, where it is known. Its literal text is no
    /// part of any command.
    fn here_document(&mut self, source: &Rc<Source>, document: HereDoc) -> Stream {
        let body = document.body;
        if document.quoted {
            self.cuts.push(source.origin(body));
            let mut text = source.slice(body.range());
            if document.strip_tabs {
                text = without_tabs(&text);
            }
            return Some(text);
        }
        for part in &source.tree.parts[document.parts] {
            if matches!(part.kind, syntax::PartKind::Literal | syntax::PartKind::Escape) {
                self.cuts.push(source.origin(part.span));
            }
        }
        let field = self.quoted_parts(source, document.parts).pop()?;
        let text = if document.strip_tabs { without_tabs(&field.value) } else { field.value };
        // A script with something unknown in it is still mostly known.
        Some(text)
    }

    /// Keeps what a file now holds. What reads the file of a `>( list )` gets it.
    pub fn wrote(&mut self, path: &str, text: Stream) {
        if text.is_some()
            && let Some((source, body)) = self.readers.get(path).cloned()
        {
            let text = text.clone();
            self.deeper(|walker| walker.subshell(|walker| walker.list(&source, body, text)));
        }
        let mut places = self.places(path);
        let Some(last) = places.pop() else { return };
        for place in places {
            self.state.set_file(&place, text.clone());
        }
        self.state.set_file(&last, text);
    }

    /// What a file holds with a text behind what it held, which is taken out of it.
    pub fn behind(&mut self, path: &str, text: Stream) -> Stream {
        let known = self.places(path).into_iter().find(|place| self.state.file(place).is_some());
        let before = match known {
            Some(place) => self.state.take_file(&place),
            None => self.written(path),
        };
        let whole = match (before, text) {
            (Some(mut before), Some(text)) => {
                before.push_mapped(&text);
                Some(before)
            }
            (before, text) => before.or(text),
        };
        whole.filter(|whole| self.fits(whole.len()))
    }

    /// Notes what the line knows of the files that a command wrote, and gives
    /// the outcome without what went there.
    pub fn write_files(&mut self, files: &Redirected, outcome: Outcome) -> Outcome {
        for (path, appends) in &files.outputs {
            let text = outcome.stream();
            let text = if *appends { self.behind(path, text) } else { text };
            self.wrote(path, text);
        }
        if files.diverted || self.prints_to_file(&outcome) {
            return Outcome { output: Some(Mapped::default()), ..outcome };
        }
        outcome
    }

    /// Notes the redirections of a compound command, as a command without words.
    pub fn note_redirections(&mut self, source: &Rc<Source>, command: &syntax::Command, files: &Redirected) {
        let list = &source.tree.redirections[command.redirections];
        let (Some(first), Some(last)) = (list.first(), list.last()) else { return };
        let span = Span::new(first.span.start, last.span.end);
        let command = Command {
            span: source.origin(span),
            redirections: files.targets.clone(),
            route: self.route.clone(),
            dirs: self.state.dirs(),
            remote: self.remote,
            dead: self.dead,
            ..Command::default()
        };
        self.note(source, span, command);
    }
}

/// The input that a here-string gives.
fn here_string(fields: &[Field]) -> Stream {
    let [field] = fields else { return None };
    let mut text = field.value.clone();
    text.push_behind("\n");
    Some(text)
}

/// The text without the tabs at the front of its lines.
fn without_tabs(text: &Mapped) -> Mapped {
    let mut stripped = Mapped::default();
    let mut at = 0;
    for line in text.text().split_inclusive('\n') {
        let tabs = line.len() - line.trim_start_matches('\t').len();
        stripped.push_slice(text, at + tabs..at + line.len());
        at += line.len();
    }
    stripped
}
