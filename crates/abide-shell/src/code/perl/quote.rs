//! What quotes in Perl: strings, `q()` and its kin, here-documents, regular expressions.

use super::super::text::{Escapes, Piece, Style};
use super::super::token::{Kind, Lexer};
use std::rc::Rc;

/// Words after which a regular expression may begin.
const BEFORE_REGEX: &[&str] = &[
    "and", "or", "not", "if", "unless", "while", "until", "split", "grep", "map", "join", "return", "print",
    "x", "lt", "gt", "eq", "ne", "push",
];

fn hole<'a>(lexer: &mut Lexer<'a>) -> Option<Piece<'a>> {
    lexer
        .bracket_hole("@{[", b']')
        .inspect(|_| lexer.at += usize::from(lexer.byte() == Some(b'}')))
        .or_else(|| lexer.bracket_hole("${\\", b'}'))
        .or_else(|| braced_name(lexer))
        .or_else(|| lexer.variable_hole("$@"))
}

/// `${name}` is `$name`.
fn braced_name<'a>(lexer: &mut Lexer<'a>) -> Option<Piece<'a>> {
    let rest = lexer.rest();
    let name = rest.strip_prefix("${")?.split_once('}')?.0;
    if name.is_empty() || Lexer::name_length(name) < name.len() {
        return None;
    }
    lexer.at += name.len() + 3;
    Some(Piece::Hole { tokens: Rc::default(), range: lexer.at - 1 - name.len()..lexer.at - 1 })
}

const DOUBLE: Style = Style { escapes: Escapes::Full, hole: Some(hole), lines: true };
const SINGLE: Style = Style::plain(Escapes::Quote);

/// Operators that quote what follows them.
pub fn quote(lexer: &mut Lexer<'_>) -> bool {
    let start = lexer.at;
    let rest = lexer.rest();
    match rest.as_bytes()[0] {
        b'"' => literal(lexer, DOUBLE),
        b'\'' => literal(lexer, SINGLE),
        b'`' => {
            let pieces = lexer.delimited(DOUBLE);
            lexer.push(Kind::Command(pieces), start);
        }
        b'<' if rest.starts_with("<<") => return here_document(lexer),
        b'<' if lexer.wants_value(BEFORE_REGEX) && reading(rest).is_some() => {
            lexer.at += reading(rest).unwrap_or_default();
            lexer.push(Kind::Name, start);
        }
        b'/' if lexer.wants_value(BEFORE_REGEX) => {
            lexer.delimited(Style::plain(Escapes::Raw));
            lexer.at += Lexer::name_length(lexer.rest());
            lexer.push(Kind::Regex, start);
        }
        // `$x`, `@{..}` and `->q` are no operators; neither is `q =>`.
        b'a'..=b'z' if !matches!(lexer.last(), Some((Kind::Mark, "->" | "::"))) => {
            return operator(lexer);
        }
        _ => return false,
    }
    true
}

/// How long `<STDIN>`, `<$file>` or `<>` is, if it begins here.
fn reading(rest: &str) -> Option<usize> {
    let name = rest.strip_prefix('<')?;
    let sigil = usize::from(name.starts_with('$'));
    let length = sigil + Lexer::name_length(&name[sigil..]);
    name[length..].starts_with('>').then_some(length + 2)
}

fn literal(lexer: &mut Lexer<'_>, style: Style) {
    let start = lexer.at;
    let pieces = lexer.delimited(style);
    lexer.push(Kind::Text(pieces), start);
}

/// `q() qq() qx() qw() m() qr() s()() tr()() y()()`
fn operator(lexer: &mut Lexer<'_>) -> bool {
    let start = lexer.at;
    let rest = lexer.rest();
    let name = &rest[..Lexer::name_length(rest)];
    if !matches!(name, "q" | "qq" | "qx" | "qw" | "m" | "qr" | "s" | "tr" | "y") {
        return false;
    }
    let gap = rest[name.len()..].len() - rest[name.len()..].trim_start().len();
    let Some(delimiter) = rest[name.len() + gap..].chars().next() else { return false };
    let fits = !delimiter.is_alphanumeric()
        && !matches!(delimiter, ',' | ';' | ')')
        && !(delimiter == '=' && (gap > 0 || rest[name.len() + gap..].starts_with("=>")))
        && !(delimiter == '#' && gap > 0);
    if !fits {
        return false;
    }
    lexer.at += name.len() + gap;
    let style = if delimiter == '\'' { SINGLE } else { DOUBLE };
    let raw = Style::plain(Escapes::Raw);
    let kind = match name {
        "q" => Kind::Text(lexer.delimited(SINGLE)),
        "qq" => Kind::Text(lexer.delimited(style)),
        "qx" => Kind::Command(lexer.delimited(style)),
        "qw" => Kind::Words(lexer.words()),
        "m" | "qr" => {
            lexer.delimited(raw);
            Kind::Regex
        }
        _ => return substitution(lexer, name, start),
    };
    if matches!(kind, Kind::Regex) {
        lexer.at += Lexer::name_length(lexer.rest());
    }
    lexer.push(kind, start);
    true
}

/// `s/../../e`: the replacement is code, as a block would be.
fn substitution(lexer: &mut Lexer<'_>, name: &str, start: usize) -> bool {
    let open = lexer.rest().chars().next().unwrap_or('/');
    lexer.delimited(Style::plain(Escapes::Raw));
    if Lexer::closing(open) != open {
        lexer.at += lexer.rest().len() - lexer.rest().trim_start().len();
    } else {
        // The mark in the middle ends one and begins the other.
        lexer.at -= open.len_utf8();
    }
    let from = lexer.at;
    lexer.delimited(Style::plain(Escapes::Raw));
    let end = lexer.at;
    let flags = &lexer.rest()[..Lexer::name_length(lexer.rest())];
    let is_code = name == "s" && flags.contains('e');
    let length = flags.len();
    if is_code && end > from + 1 {
        let close = lexer.text.as_bytes()[end - 1];
        lexer.at = (from + open.len_utf8()).min(end);
        let piece = lexer.hole(close);
        lexer.at = end + length;
        lexer.push(Kind::Text(vec![piece]), start);
        return true;
    }
    lexer.at = end + length;
    lexer.push(Kind::Regex, start);
    true
}

/// `<<"E"`, `<<'E'`, `<<~E`: the lines after this one.
pub fn here_document(lexer: &mut Lexer<'_>) -> bool {
    let start = lexer.at;
    let rest = &lexer.rest()[2..];
    let rest = rest.strip_prefix(['~', '-']).unwrap_or(rest);
    let quote = rest.chars().next().filter(|c| matches!(c, '"' | '\'' | '`'));
    let name = match quote {
        Some(quote) => rest[1..].split(quote).next().unwrap_or_default(),
        None => &rest[..Lexer::name_length(rest)],
    };
    if name.is_empty() || name.starts_with(|c: char| c.is_ascii_digit()) || name.contains('\n') {
        return false;
    }
    let length = lexer.rest().len() - rest.len() + name.len() + if quote.is_some() { 2 } else { 0 };
    let body = lexer.body_start();
    let mut end = body;
    let mut next = lexer.text.len();
    for line in lexer.text[body..].split_inclusive('\n') {
        if line.trim() == name {
            next = end + line.len();
            break;
        }
        end += line.len();
    }
    let style = if quote == Some('\'') { Style::plain(Escapes::None) } else { DOUBLE };
    let token_end = lexer.at + length;
    lexer.at = body;
    let pieces = lexer.until(end, style);
    lexer.at = token_end.min(lexer.text.len());
    lexer.skip_body(body, next);
    let kind = if quote == Some('`') { Kind::Command(pieces) } else { Kind::Text(pieces) };
    lexer.push(kind, start);
    true
}
