//! What a person sees. Everything here makes text with colour codes in it;
//! [`print`] takes them out again when the output is no terminal, or under
//! `NO_COLOR`.

use std::io::Write;

pub mod diagnostic;
pub mod explain;
pub mod style;

/// Writes `text` to standard output. A reader that went away early (`| head`)
/// has what it wanted: that is no error.
pub fn print(text: &str) {
    let mut stdout = anstream::stdout().lock();
    let _ = stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush());
}
