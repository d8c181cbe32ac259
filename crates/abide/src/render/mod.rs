//! What a person sees. Everything here makes text with colour codes in it;
//! [`print`] takes them out again when the output is no terminal, or under
//! `NO_COLOR`.

use abide_shell::Span;
use std::io::Write;
use std::ops::Range;

pub mod diagnostic;
pub mod explain;
pub mod style;

/// Writes `text` to standard output. A reader that went away early (`| head`)
/// has what it wanted: that is no error.
pub fn print(text: &str) {
    let mut stdout = anstream::stdout().lock();
    let _ = stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush());
}

/// A range that can be underlined in `text`, whatever the span is.
fn inside(span: Span, text: &str) -> Range<usize> {
    let border = |at: u32| (0..=text.len().min(at as usize)).rev().find(|at| text.is_char_boundary(*at));
    let [start, end] = [span.start, span.end].map(|at| border(at).unwrap_or(0));
    start.min(end)..end
}
