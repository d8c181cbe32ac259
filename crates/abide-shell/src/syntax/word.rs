//! Words: quotes and expansions, down to the commands inside substitutions.

use super::Parser;
use super::list::ListEnd;
use super::parameter::is_special_parameter;
use super::scan::{ends_word, is_name};
use super::tree::*;

/// Where a word or a run of parts stands, which decides what is special in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Context {
    /// An ordinary word.
    Plain,
    /// The right side of `=~` in `[[ ]]`: parentheses and `|` belong to it.
    Regex,
    /// Between double quotes.
    Double,
    /// The body of a here-document.
    HereDoc,
    /// The operand of `${name-operand}`; `double` where the expansion stands
    /// between double quotes and the operator keeps single quotes literal.
    Brace { double: bool },
    /// A subscript, up to its `]`.
    Bracket,
    /// An arithmetic expression; its end is known.
    Arithmetic,
}

impl Context {
    /// Whether a single quote quotes here.
    fn single_quotes(self) -> bool {
        !matches!(self, Context::Double | Context::HereDoc | Context::Brace { double: true })
    }

    pub(super) fn is_double(self) -> bool {
        matches!(self, Context::Double | Context::HereDoc | Context::Brace { double: true })
    }
}

impl Parser<'_> {
    /// A word that begins here; empty where none does.
    pub(super) fn word(&mut self, context: Context) -> Word {
        let start = self.pos;
        // Most words are one run of plain bytes.
        self.plain_run();
        let plain = self.at_end() || (ends_word(self.peek()) && !self.goes_on(context, start));
        if plain {
            if self.pos == start {
                return Word { span: self.span_from(start), ..Word::default() };
            }
            let span = self.span_from(start);
            let parts = self.tree.parts.one(Part { span, kind: PartKind::Literal });
            return Word { span, parts, brace: false, glob: false };
        }
        self.word_parts(context, start)
    }

    /// Whether the byte that ends words does not end this one.
    pub(super) fn goes_on(&self, context: Context, start: usize) -> bool {
        match self.peek() {
            b'<' | b'>' => self.peek_at(1) == b'(' || context == Context::Regex,
            b'(' => context == Context::Regex || (self.pos > start && self.after_glob_operator()),
            b')' | b'|' => context == Context::Regex,
            _ => false,
        }
    }

    /// Whether the byte before makes `(` the start of an extended pattern. With
    /// nothing in it, it is the definition of a function `f+`.
    fn after_glob_operator(&self) -> bool {
        matches!(self.bytes[self.pos - 1], b'?' | b'*' | b'+' | b'@' | b'!') && self.peek_at(1) != b')'
    }

    fn word_parts(&mut self, context: Context, start: usize) -> Word {
        let mark = self.scratch.parts.len();
        let (mut brace, mut glob) = (false, false);
        let mut literal = start;
        let mut groups = 0u32;
        loop {
            self.plain_run();
            if self.at_end() {
                break;
            }
            let byte = self.peek();
            match byte {
                b'<' | b'>' if self.peek_at(1) == b'(' => {
                    self.literal_part(literal);
                    self.process_substitution();
                    literal = self.pos;
                }
                b'(' if groups > 0 || self.goes_on(context, start) => {
                    glob |= context != Context::Regex;
                    groups += 1;
                    self.pos += 1;
                }
                b')' if groups > 0 => {
                    groups -= 1;
                    self.pos += 1;
                }
                // Inside an extended pattern only a parenthesis ends it.
                _ if ends_word(byte) && groups > 0 && byte != b'\n' => self.pos += 1,
                _ if ends_word(byte) => {
                    if !(context == Context::Regex && matches!(byte, b'|' | b'<' | b'>')) {
                        break;
                    }
                    self.pos += 1;
                }
                b'{' => {
                    brace = true;
                    self.pos += 1;
                }
                b'*' | b'?' | b'[' => {
                    glob = true;
                    self.pos += 1;
                }
                _ => {
                    let flushed = self.pos;
                    if self.special(context, literal) {
                        literal = self.pos;
                    } else {
                        debug_assert!(self.pos > flushed);
                    }
                }
            }
        }
        if groups > 0 && context != Context::Regex {
            self.fail();
        }
        self.literal_part(literal);
        let parts = self.tree.parts.take(&mut self.scratch.parts, mark);
        Word { span: self.span_from(start), parts, brace, glob }
    }

    /// Reads parts up to what ends `context`, or to the end of the text, into
    /// the scratch list. The closing byte is left where it is.
    pub(super) fn parts(&mut self, context: Context) {
        let mut literal = self.pos;
        let mut brackets = 0u32;
        loop {
            self.run_in(context);
            if self.at_end() {
                break;
            }
            match (self.peek(), context) {
                (b'"', Context::Double) | (b'}', Context::Brace { .. }) => break,
                (b'[', Context::Bracket) => {
                    brackets += 1;
                    self.pos += 1;
                }
                (b']', Context::Bracket) if brackets == 0 => break,
                (b']', Context::Bracket) => {
                    brackets -= 1;
                    self.pos += 1;
                }
                (b'"', Context::HereDoc) => self.pos += 1,
                (b'\'', _) if !context.single_quotes() => self.pos += 1,
                (b'\\' | b'\'' | b'"' | b'$' | b'`', _) => {
                    if self.special(context, literal) {
                        literal = self.pos;
                    }
                }
                (b'<' | b'>', Context::Brace { double: false }) if self.peek_at(1) == b'(' => {
                    self.literal_part(literal);
                    self.process_substitution();
                    literal = self.pos;
                }
                _ => self.pos += 1,
            }
        }
        self.literal_part(literal);
    }

    /// Parts up to what ends `context`, as a list.
    pub(super) fn part_list(&mut self, context: Context) -> List<Part> {
        let mark = self.scratch.parts.len();
        self.parts(context);
        self.tree.parts.take(&mut self.scratch.parts, mark)
    }

    /// Closes the literal that began at `start`.
    fn literal_part(&mut self, start: usize) {
        if self.pos > start {
            let span = self.span_from(start);
            self.scratch.parts.push(Part { span, kind: PartKind::Literal });
        }
    }

    /// A quote, an escape or an expansion. `false` where the byte means only
    /// itself after all and stays in the literal that began at `literal`.
    pub(super) fn special(&mut self, context: Context, literal: usize) -> bool {
        let start = self.pos;
        let Some(opening) = self.opening(context) else {
            self.pos = (start + 1).min(self.end);
            return false;
        };
        self.literal_part(literal);
        let kind = match opening {
            Opening::Escape => self.escape(),
            Opening::Single => self.single(1, PartKind::Single),
            Opening::Ansi => self.ansi(),
            Opening::Double(prefix) => self.double(prefix),
            Opening::Backquote => self.backquote(context),
            Opening::Parameter => self.parameter(),
            Opening::Braced => self.braced(context),
            Opening::Command => self.command_substitution(),
            Opening::Arithmetic(close) => self.arithmetic(close),
            Opening::OldArithmetic => self.old_arithmetic(),
        };
        let span = self.span_from(start);
        self.scratch.parts.push(Part { span, kind });
        true
    }

    /// What begins at this byte, in this context.
    fn opening(&mut self, context: Context) -> Option<Opening> {
        match self.peek() {
            b'\\' => self.is_escape(context).then_some(Opening::Escape),
            b'\'' => context.single_quotes().then_some(Opening::Single),
            b'"' => Some(Opening::Double(1)),
            b'`' => Some(Opening::Backquote),
            b'$' => match self.peek_at(1) {
                b'\'' if context.single_quotes() => Some(Opening::Ansi),
                b'"' if !context.is_double() => Some(Opening::Double(2)),
                b'{' => Some(Opening::Braced),
                b'[' => Some(Opening::OldArithmetic),
                b'(' if self.peek_at(2) == b'(' => match self.arithmetic_end(self.pos + 2) {
                    Some(close) => Some(Opening::Arithmetic(close)),
                    None => Some(Opening::Command),
                },
                b'(' => Some(Opening::Command),
                next if is_name(next) || is_special_parameter(next) => Some(Opening::Parameter),
                _ => None,
            },
            _ => None,
        }
    }

    fn is_escape(&self, context: Context) -> bool {
        if self.pos + 1 >= self.end {
            return false;
        }
        match (self.peek_at(1), context) {
            (b'$' | b'`' | b'\\' | b'\n', _) => true,
            (b'"', Context::HereDoc) => false,
            (b'"' | b'}', Context::Brace { .. }) | (b'"', _) => true,
            (_, context) => !context.is_double(),
        }
    }

    fn escape(&mut self) -> PartKind {
        self.pos += 1;
        let next = self.text[self.pos..].chars().next();
        self.pos += next.map_or(0, char::len_utf8);
        PartKind::Escape
    }

    pub(super) fn single(&mut self, prefix: usize, kind: PartKind) -> PartKind {
        let close = self.find(b'\'', self.pos + prefix);
        self.close_at(close);
        kind
    }

    fn ansi(&mut self) -> PartKind {
        let close = self.find_unescaped(b'\'', self.pos + 2);
        self.close_at(close);
        PartKind::Ansi
    }

    /// Steps behind the closing byte at `close`, or fails at the end.
    pub(super) fn close_at(&mut self, close: usize) {
        if close >= self.end {
            self.pos = self.end;
            self.fail();
        } else {
            self.pos = close + 1;
        }
    }

    /// Steps over the closing byte that has to stand here.
    pub(super) fn close(&mut self, byte: u8) {
        if self.peek() == byte && !self.at_end() {
            self.pos += 1;
        } else {
            self.fail();
        }
    }

    fn double(&mut self, prefix: usize) -> PartKind {
        self.pos += prefix;
        // Most quoted text holds nothing special: no level, no second list.
        if !self.enter() {
            return PartKind::Double { parts: List::default() };
        }
        let parts = self.part_list(Context::Double);
        self.leave();
        self.close(b'"');
        PartKind::Double { parts }
    }

    fn backquote(&mut self, context: Context) -> PartKind {
        let close = self.find_unescaped(b'`', self.pos + 1);
        self.close_at(close);
        PartKind::Backquote { in_double: context.is_double() }
    }

    fn command_substitution(&mut self) -> PartKind {
        if self.peek_at(2) == b'('
            && let Some(close) = self.closing(self.pos + 1)
        {
            return self.late_substitution(close);
        }
        self.pos += 2;
        self.substitutions += 1;
        let body = self.nested_list(ListEnd::Paren);
        self.substitutions = self.substitutions.saturating_sub(1);
        self.close(b')');
        PartKind::Command { body }
    }

    /// `$((a) ... )` up to the `)` at `close`: bash first takes it for an
    /// expression and reads it only when it runs. An error in it is no error of the
    /// text around it.
    fn late_substitution(&mut self, close: usize) -> PartKind {
        let end = std::mem::replace(&mut self.end, close + 1);
        self.pos += 2;
        let mut body = self.nested_list(ListEnd::Paren);
        if self.failure.is_none() && self.pos != close {
            self.fail();
        }
        if self.failure.is_some() && self.limit.is_none() {
            self.failure = None;
            body = List::default();
        }
        if self.limit.is_none() {
            self.end = end;
            self.pos = close + 1;
        }
        PartKind::Command { body }
    }

    fn process_substitution(&mut self) {
        let start = self.pos;
        self.pos += 2;
        self.substitutions += 1;
        let body = self.nested_list(ListEnd::Paren);
        self.substitutions = self.substitutions.saturating_sub(1);
        self.close(b')');
        let span = self.span_from(start);
        self.scratch.parts.push(Part { span, kind: PartKind::Process { body } });
    }

    /// The expression between the current `$((` and the `))` at `close`.
    fn arithmetic(&mut self, close: usize) -> PartKind {
        self.pos += 3;
        let parts = self.arithmetic_parts(close);
        PartKind::Arithmetic { parts }
    }

    /// The parts of an expression up to the `))` at `close`, and behind it.
    pub(super) fn arithmetic_parts(&mut self, close: usize) -> List<Part> {
        if !self.enter() {
            return List::default();
        }
        let end = std::mem::replace(&mut self.end, close);
        let parts = self.part_list(Context::Arithmetic);
        self.leave();
        if self.failure.is_none() {
            self.end = end;
            self.pos = close + 2;
        }
        parts
    }

    fn old_arithmetic(&mut self) -> PartKind {
        self.pos += 2;
        if !self.enter() {
            return PartKind::Arithmetic { parts: List::default() };
        }
        let parts = self.part_list(Context::Bracket);
        self.leave();
        self.close(b']');
        PartKind::Arithmetic { parts }
    }
}

/// What a special byte turns out to begin.
enum Opening {
    Escape,
    Single,
    Ansi,
    /// The length of what stands before the text: `"` or `$"`.
    Double(usize),
    Backquote,
    Parameter,
    Braced,
    Command,
    /// Where the closing `))` stands.
    Arithmetic(usize),
    OldArithmetic,
}
