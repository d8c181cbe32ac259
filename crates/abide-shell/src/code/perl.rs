//! Perl: `system`, `exec`, backquotes, `qx`, pipes of `open`, `IPC::*`.

use super::call::Does::{self, *};
use super::evaluate::{Evaluator, Tongue};
use super::files::{SHELL, WRITER, lines_of};
use super::text::{Escapes, Piece, Style};
use super::token::{Kind, Lexer, Syntax, tokens};
use super::value::Value;
use super::{Given, Start};
use crate::tables::{Language, OneOf};
use crate::{Limit, Mapped};
use std::rc::Rc;

static SYNTAX: Syntax = Syntax {
    joined_in: None,
    comments: &["#"],
    blocks: &[("\n=pod", "\n=cut"), ("\n=head", "\n=cut"), ("\n__END__", "\u{0}"), ("\n__DATA__", "\u{0}")],
    sigils: "$@%&",
    special: quote,
};

static TONGUE: Tongue = Tongue {
    concat: ".",
    member: &["->", "::"],
    joins_literals: false,
    symbols: false,
    bare_calls: true,
    flat_lists: true,
    prefixes: OneOf::new(&[
        "my", "our", "local", "state", "return", "die", "warn", "not", "do", "else", "while", "until",
        "foreach", "for", "if", "unless", "elsif", "and", "or", "BEGIN", "END",
    ]),
    comprehensions: false,
    function: |_| None,
    same_modules: &[],
    functions: FUNCTIONS,
    statement,
};

/// perlfunc(1) 5.38, IPC::Open2, IPC::Open3, IPC::Run, IPC::System::Simple. Sorted.
const FUNCTIONS: &[(&str, Does)] = &[
    ("CORE.exec", System),
    ("CORE.system", System),
    ("IPC.Open2.open2", PipeWords(2)),
    ("IPC.Open3.open3", PipeWords(3)),
    ("IPC.Run.run", System),
    ("IPC.System.Simple.capture", System),
    ("IPC.System.Simple.run", System),
    ("MIME.Base64.decode_base64", Decode("base64")),
    ("Shell.print", Put("")),
    ("Writer.print", Put("")),
    ("Writer.say", Put("\n")),
    ("capture", System),
    ("capturex", Words),
    ("chr", Characters),
    ("decode_base64", Decode("base64")),
    ("eval", Code(Language::Perl)),
    ("exec", System),
    ("getcwd", Constant(".")),
    ("join", Join),
    ("open", PerlOpen),
    ("open2", PipeWords(2)),
    ("open3", PipeWords(3)),
    ("print", Print("", "")),
    ("printf", PrintFormat),
    ("readpipe", Script),
    ("rename", Rename),
    ("require", Load(Language::Perl)),
    ("say", Print("", "\n")),
    ("shift", Shift),
    ("sprintf", Format),
    ("sysopen", PerlOpen),
    ("system", System),
    ("systemx", Words),
    ("unlink", Write),
];

/// What Perl code would start.
pub(super) fn starts(code: &Mapped, given: &Given<'_>) -> Result<Vec<Start>, Limit> {
    let mut evaluator = Evaluator::new(&TONGUE, code, tokens(code, &SYNTAX), given);
    evaluator.set("@ARGV", given.arguments.get(1..).unwrap_or_default());
    if let Some(input) = given.input {
        let lines = Value::either(lines_of(input));
        for name in ["<>", "<STDIN>", "<ARGV>", "$_"] {
            evaluator.variables.insert(name.into(), lines.clone());
        }
    }
    evaluator.finish()
}

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
fn quote(lexer: &mut Lexer<'_>) -> bool {
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
pub(super) fn here_document(lexer: &mut Lexer<'_>) -> bool {
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

/// `sub`, `my (..) = @_`, `my $x = shift`, `for my $x (..)`.
fn statement(evaluator: &mut Evaluator<'_>) -> bool {
    match evaluator.peek(0) {
        "sub" if evaluator.is_name(1) => {
            let name = evaluator.peek(1);
            evaluator.at += 2;
            evaluator.define(name, 0, true);
        }
        // The handle before a text, no comma between.
        "print" | "printf" | "say" if evaluator.peek(1) == "STDOUT" => {
            let name = Value::Named(evaluator.peek(0).into());
            evaluator.at += 2;
            let items = evaluator.bare_arguments();
            evaluator.call(name, None, items, 0..0);
        }
        word @ ("print" | "printf" | "say") if handle(evaluator).is_some() => {
            let end = if word == "say" { "\n" } else { "" };
            let (handle, length) = handle(evaluator).unwrap_or((Value::Unknown(0..0), 1));
            evaluator.at += length;
            let items = evaluator.bare_arguments();
            evaluator.put(&handle, &items.iter().collect::<Vec<_>>(), end);
        }
        // Each line that is read.
        "while" | "until" if evaluator.is_mark(1, "(") && evaluator.peek(2).starts_with('<') => {
            if let Some(lines) = evaluator.variable(evaluator.peek(2)) {
                evaluator.variables.insert("$_".into(), lines);
            }
            return false;
        }
        "my" | "our" | "local" if evaluator.is_mark(1, "(") => {
            evaluator.at += 1;
            let names = evaluator.parameters();
            if evaluator.take("=")
                && let Value::List(values) = evaluator.expression()
            {
                for (name, value) in names.into_iter().zip(values.iter()) {
                    evaluator.variables.insert(name, value.clone());
                }
            }
        }
        "my" if evaluator.is_name(1) && evaluator.is_mark(2, "=") && evaluator.peek(3) == "shift" => {
            let name = evaluator.peek(1);
            evaluator.at += 4;
            let called = evaluator.calls > 0 || evaluator.at < evaluator.inside;
            let list = if called { "@_" } else { "@ARGV" };
            if let Some(Value::List(values)) = evaluator.variable(list)
                && let Some((first, rest)) = values.split_first()
            {
                evaluator.variables.insert(name.into(), first.clone());
                evaluator.variables.insert(list.into(), Value::list(rest.to_vec()));
            }
        }
        "for" | "foreach" => {
            let my = usize::from(evaluator.peek(1) == "my");
            if !(evaluator.is_name(1 + my) && evaluator.is_mark(2 + my, "(")) {
                return false;
            }
            let name = evaluator.peek(1 + my);
            evaluator.at += 2 + my;
            let list = evaluator.expression();
            if let Value::List(values) = &list {
                evaluator.variables.insert(name.into(), Value::either(values.iter().cloned()));
            } else if matches!(list, Value::Text(_)) {
                evaluator.variables.insert(name.into(), list);
            }
        }
        _ => return false,
    }
    true
}

/// The file or shell that is printed to, and how many tokens go up to what is printed: `print F ..`,
/// `print {$f} ..`, `print(F ..`.
fn handle(evaluator: &Evaluator<'_>) -> Option<(Value, usize)> {
    let open = usize::from(evaluator.is_mark(1, "{") || evaluator.is_mark(1, "("));
    let braces = usize::from(evaluator.is_mark(1, "{"));
    let length = 2 + open + braces;
    let begins = matches!(evaluator.kind(length), Some(Kind::Text(_) | Kind::Name | Kind::Words(_)));
    match evaluator.variables.get(evaluator.peek(1 + open)) {
        Some(handle @ Value::Object(WRITER | SHELL, _)) if begins => Some((handle.clone(), length)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::check;
    use crate::tables::Language;

    #[test]
    fn calls_that_start_something() {
        check(
            Language::Perl,
            &[
                ("system(\"npm i\")", &["$ npm i"]),
                ("system 'npm', 'i';", &["npm|i"]),
                ("system(qw(npm i))", &["npm|i"]),
                ("system qw/npm i/ or die", &["npm|i"]),
                ("exec \"npm i\"", &["$ npm i"]),
                ("exec {'npm'} 'zz', 'i'", &["npm|i"]),
                ("print `npm i`", &["$ npm i"]),
                ("my $x = qx{npm i}; print $x", &["$ npm i"]),
                ("my $c = 'npm'; system(\"$c i\")", &["$ npm i"]),
                ("my $c = 'npm'; system(\"${c} i $y\")", &["$ npm i $y"]),
                ("my $c = 'npm'; system($c . ' i')", &["$ npm i"]),
                ("my @c = ('npm', 'i'); system(@c)", &["npm|i"]),
                ("my @c = ('npm', 'i'); system(join(' ', @c))", &["$ npm i"]),
                ("open(my $f, '-|', 'npm i')", &["$ npm i"]),
                ("open my $f, '-|', 'npm', 'i' or die", &["npm|i"]),
                ("open(F, 'npm i |')", &["$ npm i"]),
                ("open(F, '| npm i')", &["$ npm i"]),
                ("open F, \"npm i|\"; while (<F>) { print }", &["$ npm i"]),
                ("use IPC::Open3; open3(my $i, my $o, my $e, 'npm', 'i')", &["npm|i"]),
                ("use IPC::System::Simple qw(capture); capture('npm i')", &["$ npm i"]),
                ("eval \"system('npm i')\"", &["$ npm i"]),
                ("eval { system('npm i') }", &["$ npm i"]),
                ("s/x/system('npm i')/e", &["$ npm i"]),
                ("$_ = 'x'; s{x}{`npm i`}ge;", &["$ npm i"]),
                ("BEGIN { system('npm i') }", &["$ npm i"]),
                ("if (1) { system('npm i') if $x; }", &["$ npm i"]),
                ("system(<<'E');\nnpm i\nE\nprint 1", &["$ npm i\n"]),
                ("for my $c ('npm i', 'npm t') { system($c) }", &["$ npm i", "$ npm t"]),
                ("sub r { my ($c) = @_; system($c); } r('npm i');", &["$ npm i"]),
                ("sub r { my $c = shift; system $c } r('npm i');", &["$ npm i"]),
                ("sub r { system(shift) } r('npm i');", &["$ npm i"]),
                ("sub r { system(@_) } r('npm', 'i');", &["npm|i"]),
                ("system($ARGV[0])", &["$ npm arg"]),
                ("CORE::system('npm i')", &["$ npm i"]),
                ("die unless system('npm i') == 0", &["$ npm i"]),
            ],
        );
    }

    #[test]
    fn text_that_starts_nothing() {
        for code in [
            "print 'npm i'",
            "print \"system('npm i')\"",
            "# system('npm i')",
            "s/npm i/pnpm i/g",
            "print if /system('npm i')/",
            "tr/a-z/A-Z/; y/a/b/",
            "my %h = (system => 'npm i');",
            "print q(system('npm i'))",
            "\n=pod\n\nsystem('npm i')\n\n=cut\n",
            "qx(",
            "s/",
            "<<E",
        ] {
            check(Language::Perl, &[(code, &[])]);
        }
    }

    #[test]
    fn files_opened_by_name() {
        check(
            Language::Perl,
            &[
                ("open(my $f, '<', '.env'); print <$f>", &["< .env"]),
                ("open(F, '.env')", &["< .env"]),
                ("open(F, '>>.env')", &["> .env"]),
                ("open(F, '>', '.env')", &["> .env"]),
                ("unlink '.env'", &["> .env"]),
            ],
        );
    }
}
