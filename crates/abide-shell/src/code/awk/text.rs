//! Texts: literals, variables, fields and calls side by side.

use super::Program;
use super::function::DEEPEST;
use super::print::formatted;
use crate::Mapped;
use crate::code::text::{Piece, split};
use crate::code::token::Kind;
use crate::code::value::slice;

/// The longest text that is put together of several.
const LONGEST: usize = 4096;

impl Program<'_> {
    /// Texts side by side are one text.
    pub fn text(&mut self) -> Option<Mapped> {
        if self.depth >= DEEPEST {
            return None;
        }
        self.depth += 1;
        let mut made: Option<Mapped> = None;
        while made.as_ref().is_none_or(|made| made.len() < LONGEST) {
            let Some(part) = self.term() else { break };
            made.get_or_insert_default().push_mapped(&part);
        }
        self.depth -= 1;
        made
    }

    fn term(&mut self) -> Option<Mapped> {
        let token = self.tokens.get(self.at)?;
        let part = match (&token.kind, self.peek(0)) {
            (Kind::Text(pieces), _) => match pieces.first() {
                Some(Piece::Known(text)) => Some(text.clone()),
                _ => None,
            },
            (_, "(") => {
                let open = self.at;
                self.at += 1;
                let inner = self.text();
                match inner {
                    Some(_) => self.at += usize::from(self.peek(0) == ")"),
                    None => self.at = open,
                }
                return inner;
            }
            (_, name) if self.peek(1) == "(" && self.functions.contains_key(name) => {
                return self.call(name);
            }
            (Kind::Name, "ENVIRON" | "ARGV") if self.peek(1) == "[" => self.element(),
            (Kind::Name, "substr") if self.peek(1) == "(" => return self.substring(),
            (Kind::Name, "sprintf") if self.peek(1) == "(" => {
                self.at += 2;
                let mut arguments = self.arguments().into_iter();
                let format = arguments.next()??;
                return formatted(&format, arguments.collect()).filter(|text| self.affords(text));
            }
            (Kind::Name, name) => self.variables.get(name).cloned().filter(|value| self.affords(value)),
            (_, "$") => self.field(),
            _ => None,
        };
        self.at += usize::from(part.is_some());
        part
    }

    /// `ENVIRON["X"]`, `ARGV[1]`: goes to the closing bracket.
    fn element(&mut self) -> Option<Mapped> {
        let index = self.tokens.get(self.at + 2)?;
        let value = match &index.kind {
            Kind::Text(pieces) => match pieces.first()? {
                Piece::Known(name) => (self.given.variable)(name.text()),
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

    /// `substr(text, from)` with a number.
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
        self.at += 3;
        let from = text.text().char_indices().nth(from.saturating_sub(1)).map_or(text.len(), |(at, _)| at);
        Some(slice(&text, from..text.len()))
    }

    pub fn affords(&mut self, text: &Mapped) -> bool {
        self.left = self.left.saturating_sub(1 + text.len());
        self.left > 0
    }

    /// `$0`, `$1`, `$NF`: goes to its number.
    fn field(&mut self) -> Option<Mapped> {
        let token = self.tokens.get(self.at + 1)?;
        let record = self.record.clone().filter(|record| self.affords(record))?;
        let field = match token.word {
            "NF" => split(&record).pop()?,
            "0" => record,
            number => split(&record).get(number.parse::<usize>().ok()?.checked_sub(1)?)?.clone(),
        };
        self.at += 1;
        Some(field)
    }
}
