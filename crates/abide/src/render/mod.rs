//! What a person sees. Everything here makes text with colour codes in it;
//! [`print()`] takes them out again when the output is no terminal, or under
//! `NO_COLOR`.

use crate::failure::{Failure, why};
use abide_shell::Span;
use annotate_snippets::Renderer;
use std::io::{ErrorKind, Write};
use std::ops::Range;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

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

/// The columns that a text fills: letters of Chinese, and emoji, fill two.
pub fn columns(text: &str) -> usize {
    text.width()
}

/// The first letters that fit into so many columns.
fn fitting(letters: impl Iterator<Item = char>, mut room: usize) -> impl Iterator<Item = char> {
    letters.take_while(move |letter| {
        let left = room.checked_sub(letter.width().unwrap_or(0));
        room = left.unwrap_or(0);
        left.is_some()
    })
}

/// `text` on one line of at most `most` columns.
pub fn shorten(text: &str, most: usize) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match columns(&line) > most {
        true => fitting(line.chars(), most.saturating_sub(1)).chain(['…']).collect(),
        false => line,
    }
}

/// `a`, `a and b`, `a, b and c`.
pub fn listed(items: &[impl AsRef<str>]) -> String {
    let mut text = String::new();
    for (index, item) in items.iter().enumerate() {
        text.push_str(match items.len() - index {
            _ if index == 0 => "",
            1 => " and ",
            _ => ", ",
        });
        text.push_str(item.as_ref());
    }
    text
}

/// A text in lines of at most so many columns, behind `before` blanks. A word that
/// is longer than a line is cut.
pub fn wrapped(text: &str, before: usize, most: usize) -> String {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let word = shorten(word, most);
        let line = lines.last_mut().expect("there is one");
        if !line.is_empty() && columns(line) + 1 + columns(&word) > most {
            lines.push(word);
        } else {
            line.push_str(if line.is_empty() { "" } else { " " });
            line.push_str(&word);
        }
    }
    lines.iter().map(|line| format!("{:before$}{line}\n", "")).collect()
}

/// `path` in at most `most` columns: folders in its middle are left out first,
/// its name last, since it says most.
pub fn shorten_path(path: &str, most: usize) -> String {
    let long = |text: &str| columns(text) > most;
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
            let (start, end) = (most.saturating_sub(1) / 2, most.saturating_sub(1).div_ceil(2));
            let end: Vec<char> = fitting(name.chars().rev(), end).collect();
            fitting(name.chars(), start).chain(['…']).chain(end.into_iter().rev()).collect()
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

    #[test]
    fn what_is_cut_fits_by_what_it_fills_on_the_screen() {
        for (text, most, short) in [
            ("npm ci", 6, "npm ci"),
            ("npm  ci\n--x", 8, "npm ci …"),
            ("不要使用", 8, "不要使用"),
            ("不要使用", 7, "不要使…"),
            ("不要使用", 6, "不要…"),
            ("", 0, ""),
        ] {
            assert_eq!(shorten(text, most), short, "{text} {most}");
        }
        assert_eq!(shorten_path("/repo/不要使用.jsonl", 9), "不要…sonl");
        assert_eq!(wrapped("不要 使用 x", 2, 4), "  不要\n  使用\n  x\n");
    }
}
