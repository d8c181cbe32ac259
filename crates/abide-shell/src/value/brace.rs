//! Brace expansion: `{npm,pnpm}`, `n{pm,}`, `{1..3}`.
//!
//! It comes before every other expansion and knows nothing of them, so it
//! works on the parts of a word: a [`Piece`] is a whole part, or a slice of a
//! literal one.

use crate::Span;
use crate::syntax::{Part, PartKind, Tree, Word};

/// A part of a word, or a slice of a literal part.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Piece {
    /// The part at this place of the tree.
    Part(usize),
    /// These bytes of a literal.
    Text(Span),
    /// An element of a sequence `{1..3}` that stands at this span.
    Made(String, Span),
}

/// The most words that one word expands to.
const MOST: usize = 256;

/// The most tokens that are looked at in one word.
const MOST_STEPS: usize = 64 * MOST;

/// The words that `word` stands for, if it holds a brace expression.
pub(crate) fn expand(text: &str, tree: &Tree, word: &Word) -> Option<Vec<Vec<Piece>>> {
    if !word.brace {
        return None;
    }
    let tokens = tokens(text, tree, word);
    let mut expander = Expander { tokens: &tokens, steps: 0, found: false };
    let words = expander.words(0, tokens.len())?;
    expander.found.then_some(words)
}

#[derive(Clone, Debug)]
enum Token {
    Open(Span),
    Close(Span),
    Comma(Span),
    Other(Piece, Option<String>),
}

fn tokens(text: &str, tree: &Tree, word: &Word) -> Vec<Token> {
    let mut tokens = Vec::new();
    for (index, part) in tree.parts[word.parts].iter().enumerate() {
        let Part { span, kind: PartKind::Literal } = part else {
            tokens.push(Token::Other(Piece::Part(word.parts.at(index)), None));
            continue;
        };
        let mut start = span.start;
        let flush = |start: u32, end: u32, tokens: &mut Vec<Token>| {
            if end > start {
                let slice = Span::new(start, end);
                tokens.push(Token::Other(Piece::Text(slice), Some(text[slice.range()].into())));
            }
        };
        for (offset, byte) in text[span.range()].bytes().enumerate() {
            let at = span.start + offset as u32;
            let here = Span::new(at, at + 1);
            let token = match byte {
                b'{' => Token::Open(here),
                b'}' => Token::Close(here),
                b',' => Token::Comma(here),
                _ => continue,
            };
            flush(start, at, &mut tokens);
            tokens.push(token);
            start = at + 1;
        }
        flush(start, span.end, &mut tokens);
    }
    tokens
}

struct Expander<'t> {
    tokens: &'t [Token],
    steps: usize,
    /// Whether there was a brace expression at all.
    found: bool,
}

impl Expander<'_> {
    /// The words of the tokens from `start` up to `end`; `None` where there
    /// are too many, or none but the text itself.
    fn words(&mut self, start: usize, end: usize) -> Option<Vec<Vec<Piece>>> {
        let mut words: Vec<Vec<Piece>> = vec![Vec::new()];
        let mut at = start;
        while at < end {
            self.steps += 1;
            if self.steps > MOST_STEPS {
                return None;
            }
            let group = match &self.tokens[at] {
                Token::Open(_) => self.group(at, end),
                _ => None,
            };
            let Some(group) = group else {
                let piece = self.piece(at);
                for word in &mut words {
                    word.push(piece.clone());
                }
                at += 1;
                continue;
            };
            self.found = true;
            let choices = match group.sequence {
                Some(made) => made,
                None => {
                    let mut choices = Vec::new();
                    let mut from = at + 1;
                    for &comma in group.commas.iter().chain([&group.close]) {
                        choices.extend(self.words(from, comma)?);
                        from = comma + 1;
                    }
                    choices
                }
            };
            if words.len() * choices.len() > MOST {
                return None;
            }
            words = words
                .iter()
                .flat_map(|word| choices.iter().map(move |choice| [&word[..], choice].concat()))
                .collect();
            at = group.close + 1;
        }
        Some(words)
    }

    /// The brace expression that opens at `open`, if it is one.
    fn group(&mut self, open: usize, end: usize) -> Option<Group> {
        let mut depth = 0usize;
        let mut commas = Vec::new();
        for at in open + 1..end {
            self.steps += 1;
            match &self.tokens[at] {
                Token::Open(_) => depth += 1,
                Token::Comma(_) if depth == 0 => commas.push(at),
                Token::Close(_) if depth > 0 => depth -= 1,
                Token::Close(span) => {
                    let sequence = self.sequence(open, at, *span);
                    let is_group = !commas.is_empty() || sequence.is_some();
                    return is_group.then_some(Group { close: at, commas, sequence });
                }
                _ => {}
            }
        }
        None
    }

    fn sequence(&self, open: usize, close: usize, span: Span) -> Option<Vec<Vec<Piece>>> {
        let [Token::Other(_, Some(text))] = &self.tokens[open + 1..close] else { return None };
        let span = Span::new(span.start - text.len() as u32, span.start);
        let made = sequence(text)?;
        Some(made.into_iter().map(|text| vec![Piece::Made(text, span)]).collect())
    }

    fn piece(&self, at: usize) -> Piece {
        match &self.tokens[at] {
            Token::Open(span) | Token::Close(span) | Token::Comma(span) => Piece::Text(*span),
            Token::Other(piece, _) => piece.clone(),
        }
    }
}

struct Group {
    close: usize,
    commas: Vec<usize>,
    sequence: Option<Vec<Vec<Piece>>>,
}

/// `first..last` or `first..last..step`, of numbers or single letters.
fn sequence(text: &str) -> Option<Vec<String>> {
    let mut ends = text.split("..");
    let (first, last) = (ends.next()?, ends.next()?);
    let step = ends.next().map_or(Some(1), |step| step.parse::<i64>().ok())?;
    if ends.next().is_some() {
        return None;
    }
    let (low, high, width) = match (first.parse::<i64>(), last.parse::<i64>()) {
        (Ok(low), Ok(high)) => {
            let padded = |text: &str| text.trim_start_matches('-').starts_with('0') && text.len() > 1;
            let width = if padded(first) || padded(last) { first.len().max(last.len()) } else { 0 };
            (low, high, Some(width))
        }
        _ => {
            let letter = |text: &str| match text.as_bytes() {
                [byte] if byte.is_ascii_alphabetic() => Some(i64::from(*byte)),
                _ => None,
            };
            (letter(first)?, letter(last)?, None)
        }
    };
    let step = step.unsigned_abs().max(1);
    let count = (high.abs_diff(low) / step).checked_add(1)?;
    if count > MOST as u64 {
        return None;
    }
    let value = |index: u64| {
        let offset = index.wrapping_mul(step) as i64;
        if high >= low { low.wrapping_add(offset) } else { low.wrapping_sub(offset) }
    };
    let show = |value: i64| match width {
        Some(width) => format!("{value:0width$}"),
        None => char::from(value as u8).to_string(),
    };
    Some((0..count).map(|index| show(value(index))).collect())
}
