//! What a person sees. Everything here makes text with colour codes in it;
//! [`print`] takes them out again when the output is no terminal, or under
//! `NO_COLOR`.

use crate::failure::{Failure, why};
use abide_shell::Span;
use annotate_snippets::Renderer;
use std::io::{ErrorKind, Write};
use std::ops::Range;

pub mod count;
pub mod diagnostic;
pub mod diff;
pub mod document;
pub mod explain;
pub mod page;
pub mod report;
pub mod rows;
pub mod style;

/// Writes `text` to standard output. A reader that went away early (`| head`)
/// has what it wanted: that is no error.
pub fn print(text: &str) -> Result<(), Failure> {
    let mut stdout = anstream::stdout().lock();
    match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(unwritten(&error)),
        _ => Ok(()),
    }
}

/// Standard output did not take what was written.
pub fn unwritten(error: &std::io::Error) -> Failure {
    Failure::new(format!("cannot write standard output: {}", why(error)))
}

/// The columns that a line may fill: `COLUMNS`, or those of the terminal. A
/// file or a pipe has none; there, 100 is what a person can read.
pub fn width() -> usize {
    let said = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    let terminal = || terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
    said.or_else(terminal).unwrap_or(100).max(40)
}

/// Draws complaints, cut to [`width`].
fn renderer() -> Renderer {
    Renderer::styled().term_width(width())
}

/// `text` on one line of at most `most` characters.
pub fn shorten(text: &str, most: usize) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(most) {
        Some(_) => line.chars().take(most.saturating_sub(1)).chain(['…']).collect(),
        None => line,
    }
}

/// `path` in at most `most` characters: folders in its middle are left out first,
/// its name last, since it says most.
pub fn shorten_path(path: &str, most: usize) -> String {
    let long = |text: &str| text.chars().count() > most;
    if !long(path) {
        return path.to_owned();
    }
    let name = path.rfind('/').map_or(path, |at| &path[at + 1..]);
    let fits = |end: &usize| !long(&format!("{}…/{name}", &path[..=*end]));
    let folders = path.match_indices('/').map(|(at, _)| at).take_while(|at| fits(at));
    match folders.last() {
        Some(end) => format!("{}…/{name}", &path[..=end]),
        None if !long(name) => name.to_owned(),
        None => {
            let letters: Vec<char> = name.chars().collect();
            let (start, end) = (most.saturating_sub(1) / 2, most.saturating_sub(1).div_ceil(2));
            letters[..start].iter().chain(&['…']).chain(&letters[letters.len() - end..]).collect()
        }
    }
}

/// A range that can be underlined in `text`, whatever the span is.
fn inside(span: Span, text: &str) -> Range<usize> {
    let border = |at: u32| (0..=text.len().min(at as usize)).rev().find(|at| text.is_char_boundary(*at));
    let [start, end] = [span.start, span.end].map(|at| border(at).unwrap_or(0));
    start.min(end)..end
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_path_keeps_its_name_and_its_beginning() {
        let path = "~/.claude/projects/-home-me-work-shop/0f3a8b1c.jsonl:218";
        for (most, short) in [
            (80, path),
            (46, "~/.claude/projects/…/0f3a8b1c.jsonl:218"),
            (30, "~/.claude/…/0f3a8b1c.jsonl:218"),
            (29, "~/…/0f3a8b1c.jsonl:218"),
            (21, "0f3a8b1c.jsonl:218"),
            (9, "0f3a…:218"),
            (1, "…"),
        ] {
            assert_eq!(shorten_path(path, most), short, "{most}");
        }
    }
}
