//! Handles of Perl: `open` to a file or a command, and what is printed to them.

use super::super::effect::access_of;
use super::super::evaluate::Evaluator;
use super::super::files::{READER, SHELL, WRITER, lines_of};
use super::super::token::Kind;
use super::super::value::{Item, Value, slice};
use crate::{Access, Mapped};
use ecow::eco_format;

impl Evaluator<'_> {
    /// `open(F, "npm i |")`, `open(F, "-|", "npm", "i")`, `open(F, "<", path)`: the handle then is the
    /// file, or the shell that reads what is printed to it.
    pub fn perl_open(&mut self, items: &[&Item]) {
        let text = |index: usize| match items.get(index).map(|item| &item.value) {
            Some(Value::Text(text)) => Some(text.clone()),
            _ => None,
        };
        let Some(mode) = text(1) else { return };
        let from = self.found.len();
        // `sysopen(F, path, flags)`
        if let [_, path, flags] = items
            && (flags.value.is_number() || self.source[flags.range.clone()].contains("O_"))
        {
            let opened = self.open(&[path, flags], None, Access::Read);
            return self.set_handle(items[0], opened);
        }
        let trimmed = mode.text().trim();
        let start = mode.len() - mode.text().trim_start().len();
        let whole = start..start + trimmed.len();
        let opened = if matches!(trimmed, "-|" | "|-") {
            self.system(&items[2..]);
            match items.get(2) {
                Some(program) if trimmed == "|-" => self.shell_pipe(&program.value.clone()),
                _ => self.output(from),
            }
        } else if let [_, _, file, ..] = items {
            self.open_for(Some(file), access_of(trimmed), trimmed.starts_with(">>"))
        } else if trimmed.starts_with('|') {
            let program = Value::Text(trimmed_slice(&mode, whole.start + 1..whole.end));
            self.script(&program);
            self.shell_pipe(&program)
        } else if trimmed.ends_with('|') {
            self.script(&Value::Text(trimmed_slice(&mode, whole.start..whole.end - 1)));
            self.output(from)
        } else {
            let signs = trimmed.len() - trimmed.trim_start_matches(['<', '>', '+', ' ']).len();
            let path = Value::Text(slice(&mode, whole.start + signs..whole.end));
            let item = Item { value: path, ..items[1].clone() };
            self.open_for(Some(&item), access_of(&trimmed[..signs]), trimmed.starts_with(">>"))
        };
        self.set_handle(items[0], opened);
    }

    fn set_handle(&mut self, handle: &Item, opened: Value) {
        let handle = self.source[handle.range.clone()].rsplit([' ', '(']).next().unwrap_or_default();
        match opened {
            Value::Unknown(_) => {}
            Value::Object(READER, text) => {
                self.variables.insert(eco_format!("<{handle}>"), Value::either(lines_of(&text)));
                self.variables.insert(handle.into(), Value::Object(READER, text));
            }
            opened => drop(self.variables.insert(handle.into(), opened)),
        }
    }
}

/// The file or shell that is printed to, and how many tokens go up to what is printed: `print F ..`,
/// `print {$f} ..`, `print(F ..`.
pub fn handle(evaluator: &Evaluator<'_>) -> Option<(Value, usize)> {
    let open = usize::from(evaluator.is_mark(1, "{") || evaluator.is_mark(1, "("));
    let braces = usize::from(evaluator.is_mark(1, "{"));
    let length = 2 + open + braces;
    let begins = matches!(evaluator.kind(length), Some(Kind::Text(_) | Kind::Name | Kind::Words(_)))
        || evaluator.is_mark(length, "(");
    match evaluator.variables.get(evaluator.peek(1 + open)) {
        Some(handle @ Value::Object(WRITER | SHELL, _)) if begins => Some((handle.clone(), length)),
        _ => None,
    }
}

/// `range` of a text without the blanks around it.
fn trimmed_slice(text: &Mapped, range: std::ops::Range<usize>) -> Mapped {
    let part = &text.text()[range.clone()];
    let start = range.start + part.len() - part.trim_start().len();
    slice(text, start..start + part.trim().len())
}
