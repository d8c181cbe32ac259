//! Lua: `os.execute`, `io.popen`, `io.open`.

use super::call::Does::{self, *};
use super::evaluate::{Evaluator, Tongue};
use super::text::{Escapes, Piece, Style};
use super::token::{Kind, Lexer, Syntax, tokens};
use super::value::{Value, slice};
use super::{Given, Start};
use crate::tables::{Language, OneOf};
use crate::{Access, Limit, Mapped};

static SYNTAX: Syntax = Syntax {
    joined_in: None,
    comments: &["--", "#!"],
    blocks: &[("--[[", "]]"), ("--[=[", "]=]")],
    sigils: "",
    special: string,
};

static TONGUE: Tongue = Tongue {
    concat: "..",
    member: &[".", ":"],
    joins_literals: false,
    symbols: false,
    bare_calls: false,
    flat_lists: false,
    prefixes: OneOf::new(&[
        "local", "return", "not", "then", "do", "else", "elseif", "while", "until", "end",
    ]),
    comprehensions: false,
    function: |_| None,
    same_modules: &[],
    functions: FUNCTIONS,
    output: "io.stdout",
    statement,
};

/// The library of Lua 5.4, and of Neovim. Sorted.
const FUNCTIONS: &[(&str, Does)] = &[
    ("Reader.read", Contents),
    ("Shell.write", Put("")),
    ("Writer.write", Put("")),
    ("assert", Same),
    ("dofile", Load(Language::Lua)),
    ("io.lines", Read),
    ("io.open", Open(Access::Read)),
    ("io.output", PrintTo),
    ("io.popen", Output(&Script)),
    ("io.read", Input),
    ("io.write", Print("", "")),
    ("load", Code(Language::Lua)),
    ("loadfile", Read),
    ("loadstring", Code(Language::Lua)),
    ("os.execute", Script),
    ("os.getenv", Environment),
    ("os.remove", Remove),
    ("os.rename", Rename),
    ("print", Print("\t", "\n")),
    ("require", Import),
    ("string.char", Characters),
    ("string.format", Format),
    ("tostring", Same),
    ("vim.fn.jobstart", Script),
    ("vim.fn.system", Script),
    ("vim.fn.systemlist", Script),
    ("vim.system", Argv),
];

/// What Lua code would start.
pub(super) fn starts(code: &Mapped, given: &Given<'_>) -> Result<Vec<Start>, Limit> {
    let mut evaluator = Evaluator::new(&TONGUE, code, tokens(code, &SYNTAX), given);
    evaluator.set("arg", given.arguments);
    evaluator.set_input("io.stdin");
    evaluator.finish()
}

/// `"..."`, `'...'`, `[[...]]`, `[==[...]==]`
fn string(lexer: &mut Lexer<'_>) -> bool {
    let start = lexer.at;
    let rest = lexer.rest();
    if let Some(quote @ ("\"" | "'")) = rest.get(..1) {
        lexer.at += 1;
        let style = Style { lines: false, ..Style::plain(Escapes::Full) };
        let pieces = lexer.quoted(None, quote, style);
        lexer.push(Kind::Text(pieces), start);
        return true;
    }
    let Some(inside) = rest.strip_prefix('[') else { return false };
    let level = inside.len() - inside.trim_start_matches('=').len();
    if !inside[level..].starts_with('[') {
        return false;
    }
    let close = format!("]{}]", "=".repeat(level));
    let open = level + 2;
    let length = rest[open..].find(&close).unwrap_or(rest.len() - open);
    let text = slice(lexer.code, start + open..start + open + length);
    lexer.at = (start + open + length + close.len()).min(lexer.text.len());
    lexer.push(Kind::Text(vec![Piece::Known(text)]), start);
    true
}

/// `function f(x)`, `local function f(x)`
fn statement(evaluator: &mut Evaluator<'_>) -> bool {
    let local = usize::from(evaluator.peek(0) == "local");
    if evaluator.peek(local) == "function" && evaluator.is_name(local + 1) {
        let column = evaluator.column();
        let name = evaluator.peek(local + 1);
        evaluator.at += local + 2;
        evaluator.define(name, column, false);
        return true;
    }
    // `for _, c in ipairs({..}) do`
    let pairs = evaluator.peek(0) == "for" && evaluator.is_mark(2, ",") && evaluator.peek(4) == "in";
    if pairs {
        let name = evaluator.peek(3);
        evaluator.at += 6;
        if let Value::Map(entries) = evaluator.expression() {
            let values = entries.iter().map(|(_, value)| value.clone());
            evaluator.variables.insert(name.into(), Value::either(values));
        }
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::super::tests::check;
    use crate::tables::Language;

    #[test]
    fn lua_scripts() {
        check(
            Language::Lua,
            &[
                ("os.execute('npm i')", &["$ npm i"]),
                ("os.execute\"npm i\"", &["$ npm i"]),
                ("os.execute[[npm i]]", &["$ npm i"]),
                ("local f = io.popen('npm i', 'r')", &["$ npm i"]),
                ("local c = 'npm' os.execute(c .. ' i')", &["$ npm i"]),
                ("local function r(c) os.execute(c) end r('npm i')", &["$ npm i"]),
                ("function r(c)\n  os.execute(c)\nend\nr('npm i')", &["$ npm i"]),
                ("for _, c in ipairs({'npm i'}) do os.execute(c) end", &["$ npm i"]),
                ("load(\"os.execute('npm i')\")()", &["$ npm i"]),
                ("io.open('.env', 'w')", &["> .env"]),
                ("io.output('c') io.write('npm i')", &["> c", "c += npm i"]),
                ("local f = io.open('c', 'w') f:write('npm i')", &["> c", "c += npm i"]),
                ("os.execute(('%s i'):format('npm'))", &["$ npm i"]),
                ("print('npm i')", &[]),
                ("-- os.execute('npm i')", &[]),
                ("--[[ os.execute('npm i') ]]", &[]),
                ("x = [[os.execute('npm i')]]", &[]),
                ("[[", &[]),
            ],
        );
    }
}
