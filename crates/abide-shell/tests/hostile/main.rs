//! Lines made to break a parser.
//!
//! A hook that dies usually lets the command through. Whatever the text, there
//! is no panic and no overflow of the stack, there is an [`End`], and the
//! counted steps stay in proportion to the length. No clock is asked.

mod programs;
mod random;
#[path = "../support/mod.rs"]
mod support;
mod syntax;
mod values;

const MILLION: usize = 1_000_000;

/// `open` and `close` a number of times around `inside`.
fn nested(open: &str, inside: &str, close: &str, times: usize) -> String {
    [&open.repeat(times), inside, &close.repeat(times)].concat()
}

/// A line of `n` parts, each made from its number.
fn parts(n: usize, part: impl Fn(usize) -> String) -> String {
    (0..n).map(part).collect()
}

/// `text` in single quotes.
fn quote(text: &str) -> String {
    format!("'{}'", text.replace('\'', "'\\''"))
}
