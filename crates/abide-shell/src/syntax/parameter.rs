//! Parameter expansions: `$name`, and `${name...}` in all its forms.

use super::Parser;
use super::list::ListEnd;
use super::scan::{is_name, starts_name};
use super::tree::*;
use super::word::Context;
use crate::Span;

impl Parser<'_> {
    pub(super) fn parameter(&mut self) -> PartKind {
        self.pos += 1;
        let start = self.pos;
        if starts_name(self.peek()) {
            self.name_run();
        } else {
            self.pos += 1;
        }
        let parameter = Parameter {
            name: self.span_from(start),
            length: false,
            indirect: false,
            subscript: None,
            operator: ParameterOperator::None,
            operand: List::default(),
            operand_span: Span::new(self.pos as u32, self.pos as u32),
        };
        PartKind::Parameter(self.tree.parameters.one(parameter))
    }

    /// `${ ... }`, in all its forms.
    pub(super) fn braced(&mut self, context: Context) -> PartKind {
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
        PartKind::Parameter(self.tree.parameters.one(parameter))
    }

    /// `${ list; }`, which bash has from 5.3 on.
    pub(super) fn braced_command(&mut self) -> PartKind {
        self.pos += usize::from(self.peek() == b'|');
        let body = self.nested_list(ListEnd::Brace);
        self.close(b'}');
        PartKind::Command { body }
    }

    pub(super) fn braced_parameter(&mut self, context: Context) -> Parameter {
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

    pub(super) fn parameter_name(&mut self) -> Span {
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

    pub(super) fn parameter_operator(&mut self) -> ParameterOperator {
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
}

/// Whether `$` and this byte are a parameter.
pub(super) fn is_special_parameter(byte: u8) -> bool {
    matches!(byte, b'@' | b'*' | b'#' | b'?' | b'-' | b'$' | b'!')
}
