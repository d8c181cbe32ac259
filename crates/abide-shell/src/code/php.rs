//! PHP: `system`, `exec`, `shell_exec`, `passthru`, `popen`, `proc_open`, backquotes.

use super::call::Does::{self, *};
use super::evaluate::{Evaluator, Tongue};
use super::path::Part;
use super::text::{Escapes, Piece, Style};
use super::token::{Kind, Lexer, Syntax, tokens};
use super::value::slice;
use super::{Given, Start};
use crate::tables::{Language, OneOf};
use crate::{Access, Limit, Mapped};

static SYNTAX: Syntax =
    Syntax { joined_in: None, comments: &["//", "#"], blocks: &[("/*", "*/")], sigils: "$", special: quote };

static TONGUE: Tongue = Tongue {
    concat: ".",
    member: &["->", "::"],
    joins_literals: false,
    symbols: false,
    bare_calls: false,
    flat_lists: false,
    prefixes: OneOf::new(&[
        "return", "new", "else", "die", "exit", "throw", "not", "yield", "static", "global",
    ]),
    comprehensions: false,
    function: |_| None,
    same_modules: &[],
    functions: FUNCTIONS,
    output: "STDOUT",
    statement,
};

/// The library of PHP 8.3. Sorted.
const FUNCTIONS: &[(&str, Does)] = &[
    ("array", List),
    ("array_map", Each),
    ("base64_decode", Decode("base64")),
    ("basename", PathPart(Part::Name)),
    ("call_user_func", Hand),
    ("chr", Characters),
    ("copy", Copy),
    ("dirname", PathPart(Part::Folder)),
    ("escapeshellcmd", Same),
    ("eval", Code(Language::Php)),
    ("exec", Output(&Script)),
    ("fgets", Contents),
    ("file", Read),
    ("file_get_contents", Read),
    ("file_put_contents", WriteText { appends: false }),
    ("fopen", Open(Access::Read)),
    ("fputs", Put("")),
    ("fwrite", Put("")),
    ("getcwd", Constant(".")),
    ("getenv", Environment),
    ("hex2bin", Decode("hex")),
    ("implode", Join),
    ("include", Load(Language::Php)),
    ("include_once", Load(Language::Php)),
    ("join", Join),
    ("json_decode", Json),
    ("json_encode", AsJson),
    ("pack", Pack),
    ("parse_ini_file", Read),
    ("passthru", Script),
    ("pcntl_exec", Spawn),
    ("popen", Output(&Script)),
    ("printf", PrintFormat),
    ("proc_open", Script),
    ("readfile", Read),
    ("rename", Rename),
    ("require", Load(Language::Php)),
    ("require_once", Load(Language::Php)),
    ("rmdir", Remove),
    ("rtrim", Trim),
    ("shell_exec", Output(&Script)),
    ("sprintf", Format),
    ("str_rot13", Decode("rot13")),
    ("stream_get_contents", Contents),
    ("system", Script),
    ("touch", Write),
    ("trim", Trim),
    ("unlink", Remove),
];

/// What PHP code would start. A file is text outside `<?php .. ?>`.
pub(super) fn starts(code: &Mapped, given: &Given<'_>) -> Result<Vec<Start>, Limit> {
    let mut inside = Mapped::default();
    let text = code.text();
    let mut at = 0;
    while let Some(open) = text[at..].find("<?") {
        let start = at + open + 2;
        let tag = ["php", "="].iter().find(|tag| text[start..].starts_with(**tag));
        let start = start + tag.map_or(0, |tag| tag.len());
        let end = text[start..].find("?>").map_or(text.len(), |end| start + end);
        inside.push_slice(code, start..end);
        inside.push_behind(";");
        at = (end + 2).min(text.len());
    }
    let code = if at == 0 { code } else { &inside };
    let mut evaluator = Evaluator::new(&TONGUE, code, tokens(code, &SYNTAX), given);
    evaluator.set("$argv", given.arguments);
    evaluator.set_input("STDIN");
    evaluator.finish()
}

fn hole<'a>(lexer: &mut Lexer<'a>) -> Option<Piece<'a>> {
    if lexer.rest().starts_with("{$") {
        lexer.at += 1;
        return Some(lexer.hole(b'}'));
    }
    lexer.variable_hole("$")
}

const DOUBLE: Style = Style { escapes: Escapes::FullOrStays, hole: Some(hole), lines: true };

/// Strings, backquotes, `<<<E`.
fn quote(lexer: &mut Lexer<'_>) -> bool {
    let start = lexer.at;
    let kind = match lexer.rest().as_bytes()[0] {
        b'"' => Kind::Text(lexer.delimited(DOUBLE)),
        b'\'' => Kind::Text(lexer.delimited(Style::plain(Escapes::Quote))),
        b'`' => Kind::Command(lexer.delimited(DOUBLE)),
        // A name of the outermost namespace.
        b'\\' => {
            lexer.at += 1;
            return true;
        }
        b'<' if lexer.rest().starts_with("<<<") => match here_document(lexer) {
            Some(kind) => kind,
            None => return false,
        },
        _ => return false,
    };
    lexer.push(kind, start);
    true
}

/// `<<<E`, `<<<'E'`: up to a line that begins with the name.
fn here_document<'a>(lexer: &mut Lexer<'a>) -> Option<Kind<'a>> {
    let rest = lexer.rest()[3..].trim_start_matches([' ', '\t']);
    let quote = rest.chars().next().filter(|c| matches!(c, '"' | '\''));
    let rest = if quote.is_some() { &rest[1..] } else { rest };
    let name = &rest[..Lexer::name_length(rest)];
    let body = lexer.at + lexer.rest().find('\n')? + 1;
    if name.is_empty() {
        return None;
    }
    let mut end = body;
    for line in lexer.text[body..].split_inclusive('\n') {
        if line.trim_start().starts_with(name) {
            break;
        }
        end += line.len();
    }
    lexer.at = body;
    let pieces = if quote == Some('\'') {
        vec![Piece::Known(slice(lexer.code, body..end))]
    } else {
        lexer.until(end, DOUBLE)
    };
    let indent = lexer.text[end..].len() - lexer.text[end..].trim_start().len();
    lexer.at = (end + indent + name.len()).min(lexer.text.len());
    Some(Kind::Text(pieces))
}

/// `function f($x) {`, `echo x, y;`
fn statement(evaluator: &mut Evaluator<'_>) -> bool {
    if matches!(evaluator.peek(0), "echo" | "print") {
        evaluator.at += 1;
        let items = evaluator.bare_arguments();
        evaluator.print(&items.iter().collect::<Vec<_>>(), "", "");
        return true;
    }
    if evaluator.peek(0) == "function" && evaluator.is_name(1) {
        let name = evaluator.peek(1);
        evaluator.at += 2;
        evaluator.define(name, 0, true);
        return true;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::super::tests::check;
    use crate::tables::Language;

    #[test]
    fn php_scripts() {
        check(
            Language::Php,
            &[
                ("call_user_func('system', 'npm i');", &["$ npm i"]),
                ("$f = 'system'; $f('npm i');", &["$ npm i"]),
                ("array_map('system', ['npm i']);", &["$ npm i"]),
                ("system(json_decode('{\"c\": \"npm i\"}')->c);", &["$ npm i"]),
                ("system(\"npm i\");", &["$ npm i"]),
                ("echo shell_exec('npm i');", &["$ npm i"]),
                ("exec('npm i', $out);", &["$ npm i"]),
                ("passthru('npm ' . 'i');", &["$ npm i"]),
                ("$c = 'npm'; system(\"$c i\"); system(\"{$c} t\");", &["$ npm i", "$ npm t"]),
                ("$c = 'npm'; $c .= ' i'; system($c);", &["$ npm i"]),
                ("echo `npm i`;", &["$ npm i"]),
                ("$p = popen('npm i', 'r');", &["$ npm i"]),
                ("proc_open(['npm', 'i'], [], $p);", &["npm|i"]),
                ("proc_open('npm i', [], $p);", &["$ npm i"]),
                ("pcntl_exec('/usr/bin/npm', ['i']);", &["/usr/bin/npm|i"]),
                ("\\system('npm i');", &["$ npm i"]),
                ("<?php system('npm i');", &["$ npm i"]),
                ("system('x') <?php system('npm i') ?> system('y')", &["$ npm i"]),
                ("foreach (['npm i'] as $c) { system($c); }", &["$ npm i"]),
                ("function r($c) { system($c); } r('npm i');", &["$ npm i"]),
                ("system(implode(' ', ['npm', 'i']));", &["$ npm i"]),
                ("system(<<<E\nnpm i\nE);", &["$ npm i\n"]),
                (
                    "file_get_contents('.env'); file_put_contents('.env', 'x');",
                    &["< .env", "> .env", ".env = x"],
                ),
                ("echo 'npm i';", &[]),
                ("// system('npm i')", &[]),
                ("$x->exec('npm i'); Foo::system('npm i');", &[]),
                ("\"", &[]),
            ],
        );
    }
}
