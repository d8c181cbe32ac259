//! Words: quotes and expansions, down to the commands inside substitutions.

use super::Parser;
use super::command::ListEnd;
use super::scan::{ends_word, is_name, starts_name};
use super::tree::*;
use crate::Span;

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

    fn is_double(self) -> bool {
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
    fn goes_on(&self, context: Context, start: usize) -> bool {
        match self.peek() {
            b'<' | b'>' => self.peek_at(1) == b'(' || context == Context::Regex,
            b'(' => context == Context::Regex || (self.pos > start && self.after_glob_operator()),
            b')' | b'|' => context == Context::Regex,
            _ => false,
        }
    }

    /// Whether the byte before makes `(` the start of an extended pattern.
    fn after_glob_operator(&self) -> bool {
        matches!(self.bytes[self.pos - 1], b'?' | b'*' | b'+' | b'@' | b'!')
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
    fn special(&mut self, context: Context, literal: usize) -> bool {
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

    fn single(&mut self, prefix: usize, kind: PartKind) -> PartKind {
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
    fn close_at(&mut self, close: usize) {
        if close >= self.end {
            self.pos = self.end;
            self.fail();
        } else {
            self.pos = close + 1;
        }
    }

    /// Steps over the closing byte that has to stand here.
    fn close(&mut self, byte: u8) {
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

    fn parameter(&mut self) -> PartKind {
        self.pos += 1;
        let start = self.pos;
        if starts_name(self.peek()) {
            self.name_run();
        } else {
            self.pos += 1;
        }
        PartKind::Parameter(Parameter {
            name: self.span_from(start),
            length: false,
            indirect: false,
            subscript: None,
            operator: ParameterOperator::None,
            operand: List::default(),
            operand_span: Span::new(self.pos as u32, self.pos as u32),
        })
    }

    /// `${ ... }`, in all its forms.
    fn braced(&mut self, context: Context) -> PartKind {
        self.pos += 2;
        if matches!(self.peek(), b' ' | b'\t' | b'\n' | b'|') {
            return self.braced_command();
        }
        if !self.enter() {
            return PartKind::Command { body: List::default() };
        }
        let parameter = self.braced_parameter(context);
        self.leave();
        self.close(b'}');
        PartKind::Parameter(parameter)
    }

    /// `${ list; }`, which bash has from 5.3 on.
    fn braced_command(&mut self) -> PartKind {
        self.pos += usize::from(self.peek() == b'|');
        let body = self.nested_list(ListEnd::Brace);
        self.close(b'}');
        PartKind::Command { body }
    }

    fn braced_parameter(&mut self, context: Context) -> Parameter {
        let prefix = self.peek();
        let next = self.peek_at(1);
        let named = is_name(next) || matches!(next, b'@' | b'*' | b'#' | b'?' | b'$' | b'!' | b'-');
        // `${#}` is the count, `${#-x}` its default; `${#x}` is a length.
        let length = prefix == b'#' && (is_name(next) || (named && self.peek_at(2) == b'}'));
        let indirect = prefix == b'!' && (is_name(next) || matches!(next, b'@' | b'*' | b'#'));
        self.pos += usize::from(length || indirect);
        let name = self.parameter_name();
        let subscript = (self.peek() == b'[').then(|| {
            self.pos += 1;
            let parts = self.part_list(Context::Bracket);
            self.close(b']');
            parts
        });
        let operator = if name.is_empty() { ParameterOperator::Bad } else { self.parameter_operator() };
        let start = self.pos;
        let literal_quotes = matches!(
            operator,
            ParameterOperator::Default { .. }
                | ParameterOperator::Assign { .. }
                | ParameterOperator::Require { .. }
                | ParameterOperator::Alternative { .. }
                | ParameterOperator::Slice
        );
        let double = context.is_double() && literal_quotes;
        let operand = self.part_list(Context::Brace { double });
        let operand_span = self.span_from(start);
        Parameter { name, length, indirect, subscript, operator, operand, operand_span }
    }

    fn parameter_name(&mut self) -> Span {
        let start = self.pos;
        let first = self.peek();
        if starts_name(first) {
            self.name_run();
        } else if first.is_ascii_digit() {
            while self.peek().is_ascii_digit() {
                self.pos += 1;
            }
        } else if is_special_parameter(first) {
            self.pos += 1;
        }
        self.span_from(start)
    }

    fn parameter_operator(&mut self) -> ParameterOperator {
        use ParameterOperator::*;
        const OPERATORS: [(&[u8], ParameterOperator); 20] = [
            (b":-", Default { colon: true }),
            (b":=", Assign { colon: true }),
            (b":?", Require { colon: true }),
            (b":+", Alternative { colon: true }),
            (b":", Slice),
            (b"-", Default { colon: false }),
            (b"=", Assign { colon: false }),
            (b"?", Require { colon: false }),
            (b"+", Alternative { colon: false }),
            (b"##", StripPrefix { longest: true }),
            (b"#", StripPrefix { longest: false }),
            (b"%%", StripSuffix { longest: true }),
            (b"%", StripSuffix { longest: false }),
            (b"//", Replace { all: true }),
            (b"/", Replace { all: false }),
            (b"^^", Case { upper: true, all: true }),
            (b"^", Case { upper: true, all: false }),
            (b",,", Case { upper: false, all: true }),
            (b",", Case { upper: false, all: false }),
            (b"@", Transform),
        ];
        if self.peek() == b'}' {
            return None;
        }
        let row = OPERATORS.iter().find(|(text, _)| self.at(text));
        let Some(&(text, operator)) = row else { return Bad };
        self.pos += text.len();
        operator
    }

    fn command_substitution(&mut self) -> PartKind {
        self.pos += 2;
        self.substitutions += 1;
        let body = self.nested_list(ListEnd::Paren);
        self.substitutions = self.substitutions.saturating_sub(1);
        self.close(b')');
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

    /// `name=`, `name+=` or `name[subscript]=` with its value, where one
    /// begins here.
    pub(super) fn assignment(&mut self) -> Option<Assignment> {
        if !starts_name(self.peek()) {
            return None;
        }
        let start = self.pos;
        let name = self.name_run();
        let subscript = if self.peek() == b'[' {
            let Some(close) = self.subscript_end() else {
                self.pos = start;
                return None;
            };
            self.pos += 1;
            let end = std::mem::replace(&mut self.end, close);
            let parts = self.part_list(Context::Arithmetic);
            if self.failure.is_none() {
                self.end = end;
                self.pos = close + 1;
            }
            Some(parts)
        } else {
            None
        };
        let append = self.at(b"+=");
        if !append && self.peek() != b'=' {
            self.pos = start;
            return None;
        }
        self.pos += 1 + usize::from(append);
        let value = if self.peek() == b'(' {
            AssignmentValue::Array(self.array())
        } else {
            AssignmentValue::Word(self.word(Context::Plain))
        };
        Some(Assignment { span: self.span_from(start), name, subscript, append, value })
    }

    /// Where the subscript ends that begins here, if an assignment follows.
    /// Longer ones than [`LONGEST_SUBSCRIPT`] are read as ordinary words, which
    /// hides nothing but the name they assign to.
    fn subscript_end(&mut self) -> Option<usize> {
        let limit = (self.pos + LONGEST_SUBSCRIPT).min(self.end);
        let mut depth = 0u32;
        let mut at = self.pos;
        while at < limit {
            match self.bytes[at] {
                b'\\' => at += 1,
                b'\'' => at = self.find(b'\'', at + 1),
                b'"' => at = self.find_unescaped(b'"', at + 1),
                b'[' => depth += 1,
                b']' => {
                    depth -= 1;
                    if depth == 0 {
                        break;
                    }
                }
                b'\n' => return None,
                _ => {}
            }
            at += 1;
        }
        self.extra_steps += (at.min(self.end) - self.pos) as u64;
        let rest = &self.bytes[(at + 1).min(self.end)..self.end];
        let assigns = rest.starts_with(b"=") || rest.starts_with(b"+=");
        (at < limit && depth == 0 && assigns).then_some(at)
    }

    /// The elements of `name=( ... )`.
    fn array(&mut self) -> List<Word> {
        let mark = self.scratch.words.len();
        self.pos += 1;
        loop {
            self.blank_lines();
            if self.peek() == b')' {
                self.pos += 1;
                break;
            }
            let word = self.word(Context::Plain);
            if word.span.is_empty() {
                self.fail();
                break;
            }
            self.scratch.words.push(word);
        }
        self.tree.words.take(&mut self.scratch.words, mark)
    }
}

/// The longest subscript of an assignment that is looked for, in bytes.
const LONGEST_SUBSCRIPT: usize = 4096;

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

fn is_special_parameter(byte: u8) -> bool {
    matches!(byte, b'@' | b'*' | b'#' | b'?' | b'-' | b'$' | b'!')
}
