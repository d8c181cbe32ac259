//! Expansion: from words of the tree to fields, in bash's order.
//!
//! A substitution runs commands, so expanding is part of the walk: whatever is
//! met in a word on the way is noted like any other command.

use super::outcome::Outcome;
use super::source::Source;
use super::state::Value;
use super::walk::{STEPS_PER_TEXT, Walker};
use crate::syntax::{Kind, List, Part, PartKind, RedirectionOperator, Step, Word};
use crate::value::brace::{self, Piece};
use crate::value::escape::{self, Dialect};
use crate::value::fields::{Expansion, Few, Fields, cross, thin};
use crate::{Field, Mapped, Span};
use smallvec::smallvec;
use std::borrow::Cow;
use std::rc::Rc;

/// The separators of fields where `IFS` was not changed.
pub(super) const IFS: &str = " \t\n";

/// The longest text that variables and substitutions are followed in, in bytes.
pub(super) const LONGEST_VALUE: usize = 1 << 20;

impl Walker<'_> {
    /// The argument vectors that these words may become.
    pub fn words(&mut self, source: &Rc<Source>, words: List<Word>) -> Few<Vec<Field>> {
        let mut vectors: Few<Vec<Field>> = smallvec![Vec::with_capacity(words.len())];
        for word in &source.tree.words[words] {
            let fields = vectors.first().map_or(0, Vec::len);
            thin(&mut vectors, fields);
            if let Some(field) = plain(source, word) {
                self.spend(1);
                if let Some((last, others)) = vectors.split_last_mut() {
                    others.iter_mut().for_each(|vector| vector.push(field.clone()));
                    last.push(field);
                }
                continue;
            }
            let lists = self.word(source, word, true);
            combine(&mut vectors, lists);
        }
        vectors
    }

    /// The lists of fields that one word may become.
    pub fn word(&mut self, source: &Rc<Source>, word: &Word, split: bool) -> Few<Few<Field>> {
        self.spend(1);
        if let Some(field) = plain(source, word) {
            return smallvec![smallvec![field]];
        }
        let braces = if split { brace::expand(source.text.text(), &source.tree, word) } else { None };
        let Some(words) = braces else {
            let mut fields = Fields::new();
            for (index, part) in source.tree.parts[word.parts].iter().enumerate() {
                self.word_part(source, part, &mut fields, index == 0, split);
            }
            return fields.finish();
        };
        let mut lists: Few<Vec<Field>> = smallvec![Vec::new()];
        for pieces in words {
            self.spend(pieces.len());
            let made = self.pieces(source, &pieces);
            combine(&mut lists, made);
        }
        lists.into_iter().map(Few::from_vec).collect()
    }

    /// One of the words of a brace expression.
    fn pieces(&mut self, source: &Rc<Source>, pieces: &[Piece]) -> Few<Few<Field>> {
        let mut fields = Fields::new();
        for (index, piece) in pieces.iter().enumerate() {
            match piece {
                Piece::Part(at) => {
                    let part = source.tree.parts[*at];
                    self.word_part(source, &part, &mut fields, index == 0, true);
                }
                Piece::Text(span) => self.literal(source, *span, &mut fields, index == 0),
                Piece::Made(text, span) => {
                    let origin = source.origin(*span);
                    fields.edit(|field| field.value.push(text, origin));
                }
            }
        }
        fields.finish()
    }

    /// The values that a word may have where bash does not split it: the
    /// target of a redirection, the subject of a `case`, an assignment.
    pub fn quoted_word(&mut self, source: &Rc<Source>, word: &Word) -> Few<Field> {
        let lists = self.word(source, word, false);
        lists.into_iter().map(join).collect()
    }

    /// Expands these parts as if between double quotes.
    pub fn quoted_parts(&mut self, source: &Rc<Source>, parts: List<Part>) -> Few<Field> {
        let mut fields = Fields::new();
        fields.begin();
        for part in &source.tree.parts[parts] {
            self.part(source, part, &mut fields, true);
        }
        fields.finish().into_iter().map(join).collect()
    }

    /// Expands these parts, and splits what is not quoted of them.
    pub fn split_parts(&mut self, source: &Rc<Source>, parts: List<Part>) -> Few<Few<Field>> {
        let ifs = self.ifs();
        let mut fields = Fields::new();
        for part in &source.tree.parts[parts] {
            match part.kind {
                PartKind::Literal => {
                    let text = Expansion::Text(source.slice(part.span.range()));
                    fields.expansion(&[text], false, &ifs);
                }
                _ => self.part(source, part, &mut fields, false),
            }
        }
        fields.finish()
    }

    fn word_part(&mut self, source: &Rc<Source>, part: &Part, fields: &mut Fields, first: bool, split: bool) {
        match part.kind {
            PartKind::Literal => self.literal(source, part.span, fields, first),
            _ => self.part(source, part, fields, !split),
        }
    }

    /// Unquoted text: a tilde at its front is a home folder.
    fn literal(&mut self, source: &Rc<Source>, span: Span, fields: &mut Fields, first: bool) {
        let text = source.str(span);
        let mut start = span.start;
        if first
            && (text == "~" || text.starts_with("~/"))
            && let Some(home) = self.context.home
        {
            let origin = source.origin(Span::new(start, start + 1));
            fields.edit(|field| field.value.push(home, origin));
            start += 1;
        }
        let glob = text.contains(['*', '?', '[']);
        fields.edit(|field| {
            field.glob |= glob;
            field.value.push_slice(&source.text, start as usize..span.end as usize);
        });
    }

    /// One part, in double quotes or not.
    fn part(&mut self, source: &Rc<Source>, part: &Part, fields: &mut Fields, quoted: bool) {
        let span = part.span;
        match part.kind {
            PartKind::Literal => fields.text(&source.text, span),
            PartKind::Escape if source.str(span) == "\\\n" => {}
            PartKind::Escape => fields.text(&source.text, Span::new(span.start + 1, span.end)),
            PartKind::Single => fields.text(&source.text, source.inside(span, 1, '\'')),
            PartKind::Ansi => {
                let range = source.inside(span, 2, '\'').range();
                fields.edit(|field| {
                    escape::decode(&mut field.value, &source.text, range.clone(), Dialect::Ansi);
                });
            }
            PartKind::Double { parts } => {
                // `"$@"` without arguments is no field at all.
                if !self.is_all_elements(source, parts) {
                    fields.begin();
                }
                for part in &source.tree.parts[parts] {
                    self.part(source, part, fields, true);
                }
            }
            PartKind::Parameter(_) if source.text.is_unknown(span.start as usize) => {
                let own = Expansion::Unknown(source.slice(span.range()));
                fields.expansion(&self.known_or(vec![own.clone()], own), quoted, "");
            }
            PartKind::Parameter(node) => {
                let parameter = source.tree.parameters[node][0];
                let mut values = self.parameter(source, span, &parameter, quoted);
                self.bound(source, span, &parameter, &mut values);
                self.expanded(values, fields, quoted);
            }
            PartKind::Command { body } => {
                let output = match self.read_anew(source, span) {
                    Some(text) => self.subshell(|walker| walker.script(text, None)).texts(),
                    None => self.substitution(source, body),
                };
                self.substituted(source, span, output, fields, quoted);
            }
            PartKind::Backquote { in_double } => {
                let output = self.backquote(source, span, in_double);
                self.substituted(source, span, output, fields, quoted);
            }
            PartKind::Process { body } => {
                let path = self.process(source, span, body);
                fields.edit(|field| field.value.push_mapped(&path));
            }
            PartKind::Arithmetic { parts } => {
                self.arithmetic(source, parts);
                fields.expansion(&[outline(source, span, "$((", "))")], true, "");
            }
        }
    }

    /// Whether the parts are `$@` or `${name[@]}` alone.
    fn is_all_elements(&self, source: &Source, parts: List<Part>) -> bool {
        let [Part { kind: PartKind::Parameter(node), .. }] = source.tree.parts[parts] else {
            return false;
        };
        let parameter = source.tree.parameters[node][0];
        match parameter.subscript {
            None => source.str(parameter.name) == "@",
            Some(key) => matches!(&source.tree.parts[key], [part] if source.str(part.span) == "@"),
        }
    }

    /// What separates fields.
    pub fn ifs(&self) -> Cow<'static, str> {
        match self.state.variable("IFS").map(|values| values.as_slice()) {
            Some([Value::Text(text)]) => Cow::Owned(text.text().to_string()),
            _ => Cow::Borrowed(IFS),
        }
    }

    fn substituted(
        &mut self,
        source: &Rc<Source>,
        span: Span,
        outputs: Vec<Mapped>,
        fields: &mut Fields,
        quoted: bool,
    ) {
        let trimmed = |text: Mapped| {
            let mut trimmed = Mapped::default();
            trimmed.push_slice(&text, 0..text.text().trim_end_matches('\n').len());
            Expansion::Text(trimmed)
        };
        let mut values: Vec<Expansion> = outputs.into_iter().map(trimmed).collect();
        if values.is_empty() {
            values.push(outline(source, span, "$(", ")"));
        }
        self.expanded(values, fields, quoted);
    }

    /// Appends what an expansion gives. Where what is not known is taken for
    /// nothing, that holds for a part of a value as well.
    fn expanded(&mut self, mut values: Vec<Expansion>, fields: &mut Fields, quoted: bool) {
        if self.unset {
            for value in &mut values {
                if let Expansion::Text(text) = value
                    && text.has_unknown()
                    && self.spend(text.len() / 8)
                {
                    *text = text.known_part();
                }
            }
        }
        let ifs = self.ifs();
        fields.expansion(&values, quoted, &ifs);
    }

    /// The text of a substitution that defines aliases: bash reads it line by
    /// line when it runs, so that they hold in later lines.
    fn read_anew(&self, source: &Rc<Source>, span: Span) -> Option<Mapped> {
        let inside = source.inside(span, 2, ')');
        let text = source.str(inside);
        (text.contains("alias") && text.contains('\n')).then(|| source.slice(inside.range()))
    }

    /// `$( list )`: walks it in a subshell and gives what it may print; nothing
    /// where that is not known.
    fn substitution(&mut self, source: &Rc<Source>, body: List<Step>) -> Vec<Mapped> {
        let outer = std::mem::replace(&mut self.reads_all, false);
        let outcome = self.deeper(|walker| walker.piped(|walker| walker.list(source, body, None)));
        self.reads_all = outer;
        if let Some(files) = self.only_reads(source, body) {
            let texts = files.iter().map(|file| self.written(file.value.text()));
            return texts.collect::<Option<Vec<_>>>().unwrap_or_default();
        }
        outcome.texts()
    }

    /// The files of `$(< file)`, which gives what they hold.
    fn only_reads(&mut self, source: &Rc<Source>, body: List<Step>) -> Option<Few<Field>> {
        let [step] = &source.tree.steps[body] else { return None };
        let [command] = &source.tree.commands[step.pipeline] else { return None };
        let Kind::Simple { assignments, words } = command.kind else { return None };
        let [redirection] = &source.tree.redirections[command.redirections] else { return None };
        let reads = redirection.operator == RedirectionOperator::Read && redirection.descriptor.is_empty();
        let target = redirection.target;
        (reads && words.is_empty() && assignments.is_empty()).then(|| self.quoted_word(source, &target))
    }

    /// `` `text` ``: one layer of backslashes goes before it is read.
    fn backquote(&mut self, source: &Rc<Source>, span: Span, in_double: bool) -> Vec<Mapped> {
        let mut text = Mapped::default();
        let inside = source.inside(span, 1, '`');
        let bytes = source.str(inside).as_bytes();
        let mut kept = 0;
        let mut at = 0;
        while at < bytes.len() {
            if bytes[at] != b'\\' {
                at += 1;
                continue;
            }
            let drops = match bytes.get(at + 1) {
                Some(b'$' | b'`' | b'\\') => true,
                Some(b'"') => in_double,
                _ => false,
            };
            let start = inside.start as usize;
            if drops {
                text.push_slice(&source.text, start + kept..start + at);
                kept = at + 1;
            }
            at += 2;
        }
        text.push_slice(&source.text, inside.start as usize + kept..inside.end as usize);
        self.piped(|walker| walker.script(text, None)).texts()
    }

    /// `<( list )`: a file whose text is what the list prints. `>( list )`: one
    /// that the list reads when it is written.
    fn process(&mut self, source: &Rc<Source>, span: Span, body: List<Step>) -> Mapped {
        let mut outputs = self.substitution(source, body);
        let output = if outputs.len() == 1 { outputs.pop() } else { None };
        self.processes += 1;
        let path = format!("/dev/fd/{}", 64 - self.processes.min(63));
        if source.str(span).starts_with('>') {
            self.readers.insert(path.clone(), (source.clone(), body));
        } else {
            self.state.set_file(&path, output);
        }
        let mut value = Mapped::default();
        value.push(&path, source.origin(Span::new(span.start, span.start + 2)));
        value
    }

    /// Walks the substitutions of an arithmetic expression, and those in the
    /// values of the variables it names: bash evaluates these again.
    pub fn arithmetic(&mut self, source: &Rc<Source>, parts: List<Part>) {
        for field in self.quoted_parts(source, parts) {
            self.evaluated(field.value.text());
        }
    }

    /// Walks what evaluating `expression` would run.
    pub fn evaluated(&mut self, expression: &str) {
        if self.depth > 8 {
            return;
        }
        let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
        for name in expression.split(|c| !is_name(c)).filter(|name| !name.is_empty()) {
            let Some(values) = self.state.variable(name).cloned() else { continue };
            for value in values.iter() {
                if let Value::Text(text) = value
                    && text.text().contains(['$', '`'])
                {
                    self.expanded_text(text.clone());
                }
            }
        }
    }

    /// Walks the expansions in a text, as those of a here-document, and gives
    /// what it becomes.
    pub fn expanded_text(&mut self, text: Mapped) -> Field {
        self.spend(STEPS_PER_TEXT + text.len());
        let cuts = self.cuts.len();
        let found = self.found.len();
        let (source, parts) = Source::expansions(text, self.depth);
        let source = Rc::new(source);
        if let Some(limit) = source.script.limit {
            self.limit.get_or_insert(limit);
        }
        let mut made = Field::default();
        self.deeper(|walker| {
            made = walker.quoted_parts(&source, parts).pop().unwrap_or_default();
            Outcome::unknown()
        });
        self.views(found, cuts);
        made
    }
}

/// The field of a word in which nothing is expanded: plain text, and what stands
/// in quotes without an expansion.
fn plain(source: &Source, word: &Word) -> Option<Field> {
    let text = source.text.text().as_bytes();
    if word.brace || word.parts.is_empty() || text[word.span.start as usize] == b'~' {
        return None;
    }
    let mut value = Mapped::default();
    let parts = &source.tree.parts[word.parts];
    for part in parts {
        match part.kind {
            PartKind::Literal => value.push_slice(&source.text, part.span.range()),
            PartKind::Single => {
                value.push_slice(&source.text, source.inside(part.span, 1, '\'').range());
            }
            PartKind::Double { parts } => match source.tree.parts[parts] {
                [] => {}
                [Part { span, kind: PartKind::Literal }] => value.push_slice(&source.text, span.range()),
                _ => return None,
            },
            _ => return None,
        }
    }
    let holds_glob = |part: &Part| part.kind.is_literal() && source.str(part.span).contains(['*', '?', '[']);
    let glob = word.glob && (parts.len() == 1 || parts.iter().any(holds_glob));
    Some(Field { value, known: true, glob, free: false })
}

/// Every vector with every list behind it.
fn combine(vectors: &mut Few<Vec<Field>>, mut lists: Few<Few<Field>>) {
    let fields = vectors.first().map_or(0, Vec::len);
    if lists.len() == 1
        && let (Some(list), Some((last, others))) = (lists.pop(), vectors.split_last_mut())
    {
        others.iter_mut().for_each(|vector| vector.extend(list.iter().cloned()));
        last.extend(list);
    } else {
        cross(vectors, &lists, fields, |vector, list| vector.extend(list.iter().cloned()));
    }
}

/// One field of several, with blanks between.
fn join(list: Few<Field>) -> Field {
    let mut fields = list.into_iter();
    let mut joined = fields.next().unwrap_or(Field { known: true, ..Field::default() });
    for field in fields {
        joined.value.push_word(&field.value);
        joined.known &= field.known;
        joined.glob |= field.glob;
    }
    joined
}

pub(super) fn expansion(field: Field) -> Expansion {
    match field.known || field.value.has_known() {
        true => Expansion::Text(field.value),
        false => Expansion::Unknown(field.value),
    }
}

/// An expansion that is not known, as it is written but without its body:
/// what stands in there is looked at on its own.
fn outline(source: &Source, span: Span, open: &str, close: &str) -> Expansion {
    let mut text = Mapped::default();
    text.push(open, source.origin(Span::new(span.start, span.start + 1)));
    text.push(close, source.origin(source.closing(span, ')')));
    Expansion::Unknown(text)
}
