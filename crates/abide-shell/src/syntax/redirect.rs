//! Redirections, and the bodies of here-documents.

use super::scan::{is_name, starts_name};
use super::tree::*;
use super::{Parser, word::Context};
use crate::Span;

/// A here-document whose body has not been reached.
pub(super) struct Pending {
    document: usize,
    delimiter: Vec<u8>,
}

/// Operators, longest first.
const OPERATORS: [(&[u8], RedirectionOperator); 13] = [
    (b"<<<", RedirectionOperator::HereString),
    (b"<<-", RedirectionOperator::HereDoc),
    (b"<<", RedirectionOperator::HereDoc),
    (b"<&", RedirectionOperator::DuplicateInput),
    (b"<>", RedirectionOperator::ReadWrite),
    (b"<", RedirectionOperator::Read),
    (b">>", RedirectionOperator::Append),
    (b">&", RedirectionOperator::DuplicateOutput),
    (b">|", RedirectionOperator::Write),
    (b">", RedirectionOperator::Write),
    (b"&>>", RedirectionOperator::WriteBoth),
    (b"&>", RedirectionOperator::WriteBoth),
    // Not bash's, but what zsh writes for `&>`.
    (b">>&", RedirectionOperator::WriteBoth),
];

impl Parser<'_> {
    /// How many bytes stand before the operator of a redirection that begins
    /// here (`2` of `2>`, `{fd}` of `{fd}>`); `None` where none begins.
    fn redirection_prefix(&self) -> Option<usize> {
        let mut at = self.pos;
        match self.peek() {
            b'<' | b'>' => {}
            b'&' => return (self.peek_at(1) == b'>').then_some(0),
            b'0'..=b'9' => {
                while at < self.end && self.bytes[at].is_ascii_digit() {
                    at += 1;
                }
            }
            b'{' if starts_name(self.peek_at(1)) => {
                at += 1;
                while at < self.end && is_name(self.bytes[at]) {
                    at += 1;
                }
                if at >= self.end || self.bytes[at] != b'}' {
                    return None;
                }
                at += 1;
            }
            _ => return None,
        }
        if at >= self.end || !matches!(self.bytes[at], b'<' | b'>') {
            return None;
        }
        // `<(` and `>(` begin a word.
        let word = at + 1 < self.end && self.bytes[at + 1] == b'(';
        (!word || at > self.pos).then_some(at - self.pos)
    }

    /// Reads a redirection into the scratch list, where one begins here.
    pub(super) fn redirection(&mut self) -> bool {
        let Some(prefix) = self.redirection_prefix() else { return false };
        let start = self.pos;
        self.pos += prefix;
        let descriptor = self.span_from(start);
        let row = OPERATORS.iter().find(|(text, _)| self.at(text));
        let Some(&(text, operator)) = row else { return false };
        self.pos += text.len();
        self.blanks_before_target();
        let target = self.word(Context::Plain);
        if target.span.is_empty() {
            self.fail();
        }
        let mut here_doc = 0;
        if operator == RedirectionOperator::HereDoc {
            here_doc = self.tree.here_docs.len() as u32;
            let (delimiter, quoted) = self.delimiter(target.span);
            let document = HereDoc { quoted, strip_tabs: text == b"<<-", ..HereDoc::default() };
            self.tree.here_docs.one(document);
            self.pending.push(Pending { document: here_doc as usize, delimiter });
        }
        let span = self.span_from(start);
        self.scratch.redirections.push(Redirection { span, descriptor, operator, target, here_doc });
        true
    }

    /// A comment cannot stand between an operator and its target, but `#` can
    /// begin the target's line no less than any other: `cat <<# x`.
    fn blanks_before_target(&mut self) {
        loop {
            match self.peek() {
                b' ' | b'\t' => self.pos += 1,
                b'\\' if self.peek_at(1) == b'\n' => self.pos += 2,
                _ => return,
            }
        }
    }

    /// The delimiter after quote removal, and whether any of it was quoted.
    /// Nothing else is expanded in it: `<<$x` ends at a line `$x`.
    fn delimiter(&self, span: Span) -> (Vec<u8>, bool) {
        let raw = &self.bytes[span.range()];
        let mut delimiter = Vec::with_capacity(raw.len());
        let mut quoted = false;
        let mut quote = 0;
        let mut at = 0;
        while at < raw.len() {
            match (raw[at], quote) {
                (b'\\', 0) if raw.get(at + 1) == Some(&b'\n') => at += 1,
                (b'\\', 0 | b'"') if at + 1 < raw.len() => {
                    quoted = true;
                    at += 1;
                    delimiter.push(raw[at]);
                }
                (b'$', 0) if matches!(raw.get(at + 1), Some(b'\'' | b'"')) => {}
                (b'\'' | b'"', 0) => {
                    quoted = true;
                    quote = raw[at];
                }
                (byte, open) if byte == open => quote = 0,
                (byte, _) => delimiter.push(byte),
            }
            at += 1;
        }
        (delimiter, quoted)
    }

    /// Reads the bodies that begin at the current line.
    pub(super) fn here_documents(&mut self) {
        for pending in std::mem::take(&mut self.pending) {
            let start = self.pos;
            let document = *self.tree.here_docs.get_mut(pending.document);
            let close = self.body_end(&pending.delimiter, document);
            let after = self.pos;
            let body = Span::new(start as u32, close as u32);
            let parts =
                if document.quoted || body.is_empty() { List::default() } else { self.body_parts(body) };
            self.pos = after;
            if self.limit.is_some() {
                self.end = after;
            }
            *self.tree.here_docs.get_mut(pending.document) = HereDoc { body, parts, ..document };
        }
    }

    /// Finds the line that ends a body that begins here: gives the end of the
    /// body, and steps behind the delimiter.
    fn body_end(&mut self, delimiter: &[u8], document: HereDoc) -> usize {
        loop {
            let line = self.pos;
            if line >= self.end {
                return self.end;
            }
            let next = self.find(b'\n', line);
            let mut from = line;
            while document.strip_tabs && from < next && self.bytes[from] == b'\t' {
                from += 1;
            }
            let text = &self.bytes[from..next];
            // Most lines are told apart by their first byte.
            let begins = text.first() == delimiter.first();
            if begins && text == delimiter {
                self.pos = (next + 1).min(self.end);
                return line;
            }
            // Inside `$( )` the closing parenthesis may follow the delimiter.
            let closes = begins
                && self.substitutions > 0
                && text.starts_with(delimiter)
                && text[delimiter.len()..].contains(&b')');
            if closes {
                self.pos = from + delimiter.len();
                return line;
            }
            self.pos = (next + 1).min(self.end);
            if !document.quoted {
                self.joined_lines(line, next);
            }
        }
    }

    /// A backslash at the end of a line of an unquoted body joins the next one
    /// to it, which then cannot be the delimiter.
    fn joined_lines(&mut self, line: usize, mut next: usize) {
        let mut from = line;
        while next < self.end {
            let slashes = self.bytes[from..next].iter().rev().take_while(|&&b| b == b'\\').count();
            if slashes % 2 == 0 {
                return;
            }
            from = self.pos;
            next = self.find(b'\n', from);
            self.pos = (next + 1).min(self.end);
        }
    }

    /// The expansions in an unquoted body. Bash makes them when the command
    /// runs: an error in one is no syntax error of the script.
    pub(super) fn body_parts(&mut self, body: Span) -> List<Part> {
        let outer = (self.end, self.failure.take(), self.substitutions);
        let pending = std::mem::take(&mut self.pending);
        self.pos = body.start as usize;
        self.end = body.end as usize;
        self.substitutions = 0;
        let mark = self.scratch.parts.len();
        self.parts(Context::HereDoc);
        if self.failure.is_some() && self.limit.is_none() && self.scratch.parts.len() > mark {
            // `$(npm i` that the delimiter cuts off runs nothing.
            self.scratch.parts.pop();
        }
        let parts = self.tree.parts.take(&mut self.scratch.parts, mark);
        self.pending = pending;
        (self.end, self.failure, self.substitutions) = outer;
        parts
    }
}
