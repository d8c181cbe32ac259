//! JavaScript and TypeScript: `child_process`, execa, zx, Bun, Deno, `fs`.

use super::bind::{Target, any_of};
use super::call::Does::{self, *};
use super::evaluate::{Evaluator, Tongue};
use super::pairs::Pairs::{Entries, Keys, Values};
use super::path::Part;
use super::text::{Escapes, Piece, Style};
use super::token::{Kind, Lexer, Syntax, tokens};
use super::value::Value;
use super::{Given, Start};
use crate::tables::{Language, OneOf};
use crate::{Access, Limit, Mapped};

static SYNTAX: Syntax = Syntax {
    joined_in: None,
    comments: &["//", "#!"],
    blocks: &[("/*", "*/")],
    sigils: "$",
    special: string_or_regex,
};

static TONGUE: Tongue = Tongue {
    concat: "+",
    member: &[".", "?."],
    joins_literals: false,
    symbols: false,
    bare_calls: false,
    flat_lists: false,
    prefixes: OneOf::new(&[
        "await", "new", "return", "yield", "typeof", "void", "delete", "throw", "const", "let", "var",
        "async", "else", "do", "export", "default", "case", "using",
    ]),
    comprehensions: false,
    function: arrow,
    same_modules: SAME_MODULES,
    functions: FUNCTIONS,
    output: "process.stdout",
    statement,
};

/// Words after which a regular expression may begin.
const BEFORE_REGEX: &[&str] = &[
    "return",
    "typeof",
    "case",
    "in",
    "of",
    "delete",
    "void",
    "throw",
    "new",
    "do",
    "else",
    "await",
    "yield",
    "instanceof",
];

/// The library of Node 22, Bun, Deno, and packages that run commands. Sorted.
const FUNCTIONS: &[(&str, Does)] = &[
    ("$", Script),
    ("$.sync", Script),
    ("Array.of", List),
    ("Buffer.from", Decode("")),
    ("Bun.$", Script),
    ("Bun.file", Read),
    ("Bun.spawn", Argv),
    ("Bun.spawnSync", Argv),
    ("Bun.write", WriteText { appends: false }),
    ("Deno.Command", Command),
    ("Deno.open", Read),
    ("Deno.readFile", Read),
    ("Deno.readTextFile", Read),
    ("Deno.readTextFileSync", Read),
    ("Deno.remove", Remove),
    ("Deno.removeSync", Remove),
    ("Deno.run", Argv),
    ("Deno.writeTextFile", WriteText { appends: false }),
    ("Deno.writeTextFileSync", WriteText { appends: false }),
    ("Function", Code(Language::JavaScript)),
    ("JSON.parse", Json),
    ("JSON.stringify", AsJson),
    ("Object.entries", Pairs(Entries)),
    ("Object.keys", Pairs(Keys)),
    ("Object.values", Pairs(Values)),
    ("Shell.end", Put("")),
    ("Shell.write", Put("")),
    ("String", Same),
    ("String.fromCharCode", Characters),
    ("String.fromCodePoint", Characters),
    ("String.raw", Same),
    ("Writer.end", Put("")),
    ("Writer.write", Put("")),
    ("Writer.writeFile", Put("")),
    ("atob", Decode("base64")),
    ("bun.$", Script),
    ("child_process.exec", Script),
    ("child_process.execFile", Spawn),
    ("child_process.execFileSync", Output(&Spawn)),
    ("child_process.execSync", Output(&Script)),
    ("child_process.fork", Fork("node")),
    ("child_process.spawn", Spawn),
    ("child_process.spawnSync", Output(&Spawn)),
    ("console.log", Print(" ", "\n")),
    ("cross-spawn", Spawn),
    ("cross-spawn.spawn", Spawn),
    ("cross-spawn.sync", Spawn),
    ("dotenv.config", ReadUsual(".env")),
    ("eval", Code(Language::JavaScript)),
    ("execa", Spawn),
    ("execa.$", Script),
    ("execa.$.sync", Script),
    ("execa.command", Script),
    ("execa.commandSync", Script),
    ("execa.execa", Spawn),
    ("execa.execaCommand", Script),
    ("execa.execaCommandSync", Script),
    ("execa.execaNode", Fork("node")),
    ("execa.execaSync", Spawn),
    ("execa.sync", Spawn),
    ("execaCommand", Script),
    ("execaSync", Spawn),
    ("fs.appendFile", WriteText { appends: true }),
    ("fs.appendFileSync", WriteText { appends: true }),
    ("fs.copyFile", Copy),
    ("fs.copyFileSync", Copy),
    ("fs.cpSync", Copy),
    ("fs.createReadStream", Read),
    ("fs.createWriteStream", Open(Access::Write)),
    ("fs.open", Open(Access::Read)),
    ("fs.openSync", Open(Access::Read)),
    ("fs.outputFile", WriteText { appends: false }),
    ("fs.outputFileSync", WriteText { appends: false }),
    ("fs.readFile", Read),
    ("fs.readFileSync", Read),
    ("fs.remove", Remove),
    ("fs.removeSync", Remove),
    ("fs.rename", Rename),
    ("fs.renameSync", Rename),
    ("fs.rm", Remove),
    ("fs.rmSync", Remove),
    ("fs.rmdir", Remove),
    ("fs.rmdirSync", Remove),
    ("fs.truncateSync", Write),
    ("fs.unlink", Remove),
    ("fs.unlinkSync", Remove),
    ("fs.writeFile", WriteText { appends: false }),
    ("fs.writeFileSync", WriteText { appends: false }),
    ("fs.writeSync", Put("")),
    ("import", Import),
    ("module.createRequire", Constant("require")),
    ("path.basename", PathPart(Part::Name)),
    ("path.dirname", PathPart(Part::Folder)),
    ("path.join", JoinPath),
    ("path.resolve", JoinPath),
    ("process.cwd", Constant(".")),
    ("process.getBuiltinModule", Import),
    ("process.loadEnvFile", ReadUsual(".env")),
    ("process.mainModule.require", Import),
    ("process.stdout.write", Print("", "")),
    ("require", Import),
    ("rimraf", Remove),
    ("rimraf.sync", Remove),
    ("shelljs.exec", Script),
    ("util.promisify", Same),
    ("vm.runInNewContext", Code(Language::JavaScript)),
    ("vm.runInThisContext", Code(Language::JavaScript)),
    ("zx.$", Script),
];

/// Modules with the functions of another one.
const SAME_MODULES: &[(&str, &str)] = &[
    ("cross-spawn.default", "cross-spawn"),
    ("execa.default", "execa"),
    ("fs-extra", "fs"),
    ("fs.promises", "fs"),
    ("graceful-fs", "fs"),
    ("shelljs/global", "shelljs"),
];

/// What JavaScript code would start.
pub(super) fn starts(code: &Mapped, given: &Given<'_>) -> Result<Vec<Start>, Limit> {
    let mut evaluator = Evaluator::new(&TONGUE, code, tokens(code, &SYNTAX), given);
    let mut arguments = given.arguments.to_vec();
    // With `-e` there is no script among the arguments.
    if given.arguments.first().is_some_and(|script| script.text() != "-e") {
        arguments.insert(0, Mapped::made("node"));
    }
    evaluator.set("process.argv", &arguments);
    evaluator.finish()
}

/// The value of a text that is a literal, as JSON is.
pub(super) fn literal(text: &Mapped, given: &Given<'_>) -> Value {
    Evaluator::new(&TONGUE, text, tokens(text, &SYNTAX), given).expression()
}

/// Strings, templates and regular expressions.
fn string_or_regex(lexer: &mut Lexer<'_>) -> bool {
    let start = lexer.at;
    match lexer.byte() {
        Some(quote @ (b'"' | b'\'')) => {
            lexer.at += 1;
            let style = Style { lines: false, ..Style::plain(Escapes::Full) };
            let pieces = lexer.quoted(None, if quote == b'"' { "\"" } else { "'" }, style);
            lexer.push(Kind::Text(pieces), start);
        }
        Some(b'`') => {
            lexer.at += 1;
            let style = Style { escapes: Escapes::Full, hole: Some(hole), lines: true };
            let pieces = lexer.quoted(None, "`", style);
            lexer.push(Kind::Text(pieces), start);
        }
        Some(b'$') if Lexer::name_length(&lexer.rest()[1..]) == 0 => {
            lexer.at += 1;
            lexer.push(Kind::Name, start);
        }
        Some(b'/') if lexer.wants_value(BEFORE_REGEX) => regex(lexer),
        _ => return false,
    }
    true
}

/// `${code}`
fn hole<'a>(lexer: &mut Lexer<'a>) -> Option<Piece<'a>> {
    lexer.bracket_hole("${", b'}')
}

/// `/[/]x/g`
fn regex(lexer: &mut Lexer<'_>) {
    let start = lexer.at;
    let bytes = lexer.text.as_bytes();
    let (mut at, mut set) = (start + 1, false);
    while at < bytes.len() && bytes[at] != b'\n' && (set || bytes[at] != b'/') {
        match bytes[at] {
            b'\\' => at += 1,
            b'[' => set = true,
            b']' => set = false,
            _ => {}
        }
        at += 1;
    }
    at = (at + 1).min(bytes.len());
    while !lexer.text.is_char_boundary(at) {
        at += 1;
    }
    lexer.at = at + Lexer::name_length(&lexer.text[at..]);
    lexer.push(Kind::Regex, start);
}

/// Imports, destructuring and functions.
fn statement(evaluator: &mut Evaluator<'_>) -> bool {
    match evaluator.peek(0) {
        "import" if !evaluator.is_mark(1, "(") && !evaluator.is_mark(1, ".") => import(evaluator),
        "const" | "let" | "var" if evaluator.is_mark(1, "{") || evaluator.is_mark(1, "[") => {
            destructure(evaluator)
        }
        "const" | "let" | "var" if evaluator.annotated(1) => {}
        "function" if evaluator.is_name(1) => {
            let name = evaluator.peek(1);
            evaluator.at += 2;
            evaluator.define(name, 0, true);
        }
        "class" if evaluator.is_name(1) => {
            evaluator.class = Some(evaluator.peek(1).into());
            evaluator.at += 2;
        }
        word if !BEFORE_BLOCK.contains(&word) && is_method(evaluator) => {
            evaluator.at += 1;
            evaluator.define(word, 0, true);
        }
        _ => return false,
    }
    true
}

/// Words before brackets and a block that are no methods.
const BEFORE_BLOCK: &[&str] = &["catch", "for", "function", "if", "switch", "while", "with"];

/// How far ahead the bracket stands that closes the one at `open`. Parameters
/// are few; a longer list is no function worth following.
fn closing(evaluator: &Evaluator<'_>, open: usize) -> Option<usize> {
    let mut depth = 0;
    for ahead in open..open + 40 {
        match evaluator.peek(ahead) {
            "(" => depth += 1,
            ")" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return (ahead > open).then_some(ahead);
        }
    }
    None
}

/// Whether `name(a) {` begins here: a method of a class or an object.
fn is_method(evaluator: &Evaluator<'_>) -> bool {
    evaluator.is_mark(1, "(") && closing(evaluator, 1).is_some_and(|close| evaluator.is_mark(close + 1, "{"))
}

/// `a => ..`, `(a, b) => ..`, `function (a) {..}`
fn arrow(evaluator: &mut Evaluator<'_>) -> Option<Value> {
    let word = usize::from(evaluator.peek(0) == "function");
    let name = usize::from(word == 1 && evaluator.is_name(1));
    let open = word + name;
    let parameters = if word == 0 && evaluator.is_name(0) && evaluator.is_mark(1, "=>") {
        let name = evaluator.peek(0);
        evaluator.at += 2;
        vec![Target::Name(name.into())]
    } else {
        if !evaluator.is_mark(open, "(") {
            return None;
        }
        let arrow = closing(evaluator, open).is_some_and(|close| evaluator.is_mark(close + 1, "=>"));
        if word == 0 && !arrow {
            return None;
        }
        evaluator.at += open + 1;
        let Target::List(parameters) = evaluator.targets(")") else { return None };
        evaluator.take("=>");
        parameters
    };
    Some(evaluator.function(parameters, |evaluator| {
        if evaluator.take("{") {
            evaluator.items(Some("}"));
            return Value::Unknown(0..0);
        }
        evaluator.expression()
    }))
}

/// The names between braces: what they are called there and here.
fn names<'a>(evaluator: &mut Evaluator<'a>, other: &str) -> Vec<(&'a str, &'a str)> {
    let mut names = Vec::new();
    evaluator.take("{");
    while evaluator.is_name(0) {
        let name = evaluator.peek(0);
        evaluator.at += 1;
        let mut local = name;
        if evaluator.take(other) && evaluator.is_name(0) {
            local = evaluator.peek(0);
            evaluator.at += 1;
        }
        names.push((name, local));
        evaluator.take(",");
    }
    evaluator.take("}");
    names
}

/// `const { exec: run } = ..`, `for (const [a, b] of ..)`
fn destructure(evaluator: &mut Evaluator<'_>) {
    evaluator.at += 1;
    let Target::List(targets) = evaluator.targets("=") else { return };
    let Some(target) = targets.first() else { return };
    let each = evaluator.take("of");
    let value = evaluator.expression();
    let value = if each { any_of(&value) } else { value };
    evaluator.bind(target, &value);
}

/// `import a, { b as c } from "m"`, `import * as m from "m"`
fn import(evaluator: &mut Evaluator<'_>) {
    evaluator.at += 1;
    evaluator.take("type");
    let mut whole = Vec::new();
    let mut members = Vec::new();
    loop {
        if evaluator.take("*") {
            evaluator.take("as");
        }
        if evaluator.is_mark(0, "{") {
            members = names(evaluator, "as");
        } else if evaluator.is_name(0) && evaluator.peek(0) != "from" {
            whole.push(evaluator.peek(0));
            evaluator.at += 1;
        }
        if !evaluator.take(",") {
            break;
        }
    }
    evaluator.take("from");
    let start = evaluator.start();
    let Some(Kind::Text(pieces)) = evaluator.kind(0).cloned() else { return };
    evaluator.at += 1;
    let text = evaluator.text(&pieces);
    let module = evaluator.module(&text, start..evaluator.here());
    for name in whole {
        evaluator.variables.insert(name.into(), module.clone());
    }
    for (name, local) in members {
        let member = evaluator.member(module.clone(), name);
        evaluator.variables.insert(local.into(), member);
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::check;
    use crate::tables::Language;

    #[test]
    fn calls_that_start_something() {
        check(
            Language::JavaScript,
            &[
                ("require('child_process').execSync('npm i')", &["$ npm i"]),
                ("require(\"node:child_process\").exec(\"npm i\", () => {})", &["$ npm i"]),
                ("require('child_process').spawnSync('npm', ['i'], {stdio: 'inherit'})", &["npm|i"]),
                ("require('child_process').spawn('npm i', {shell: true})", &["$ npm i"]),
                ("require('child_process').spawn('npm', ['i'], {shell: true})", &["$ npm i"]),
                ("require('child_process').execFile('npm', ['i'], (e) => {})", &["npm|i"]),
                ("const cp = require('child_process'); cp.execSync('npm i')", &["$ npm i"]),
                (
                    "const {execSync: x, spawn} = require('child_process'); x('npm i'); spawn('npm', args)",
                    &["$ npm i", "npm|$args"],
                ),
                ("import { execSync } from 'node:child_process';\nexecSync(`npm i`)", &["$ npm i"]),
                ("import * as cp from 'child_process'; cp.exec('npm i')", &["$ npm i"]),
                ("import cp, {exec as e} from 'child_process'; e('npm i')", &["$ npm i"]),
                ("const {exec} = await import('child_process'); exec('npm i')", &["$ npm i"]),
                ("import('child_process').then(cp => cp.execSync('npm i'))", &["$ npm i"]),
                (
                    "const run = require('util').promisify(require('child_process').exec); await run('npm i')",
                    &["$ npm i"],
                ),
                ("const e = 'npm'; require('child_process').execSync(`${e} ${x.y} i`)", &["$ npm $y i"]),
                ("require('child_process').execSync('npm' + ' ' + 'i')", &["$ npm i"]),
                ("require('child_process').execSync(['npm', 'i'].join(' '))", &["$ npm i"]),
                ("require('child_process')['execSync']('npm i')", &["$ npm i"]),
                ("const {execa} = require('execa'); execa('npm', ['i'])", &["npm|i"]),
                (
                    "import {execa, execaCommand, $} from 'execa'; await execaCommand('npm i'); await $`npm t`; await execa`npm x`",
                    &["$ npm i", "$ npm t", "$ npm x"],
                ),
                ("await $`npm i`", &["$ npm i"]),
                ("await $({cwd: 'x'})`npm i`", &["$ npm i"]),
                ("import {$} from 'bun'; await $`npm i`.quiet()", &["$ npm i"]),
                ("Bun.spawn(['npm', 'i'])", &["npm|i"]),
                ("Bun.spawnSync({cmd: ['npm', 'i']})", &["npm|i"]),
                ("new Deno.Command('npm', {args: ['i']}).output()", &["npm|i"]),
                ("Deno.run({cmd: ['npm', 'i']})", &["npm|i"]),
                ("const shell = require('shelljs'); shell.exec('npm i')", &["$ npm i"]),
                ("require('child_process').fork('x.js', ['a'])", &["node|x.js|a"]),
                (
                    "['npm i', 'npm t'].forEach(c => require('child_process').execSync(c))",
                    &["$ npm i", "$ npm t"],
                ),
                ("for (const c of ['npm i']) { require('child_process').execSync(c) }", &["$ npm i"]),
                (
                    "const cp = require('child_process'); function run(c) { cp.execSync(c) }\nrun('npm i')",
                    &["$ npm i"],
                ),
                (
                    "const cp = require('child_process'); const run = (c) => cp.execSync(c); run('npm i')",
                    &["$ npm i"],
                ),
                (
                    "const cp = require('child_process'); const run = c => { cp.execSync(c) }; run('npm i')",
                    &["$ npm i"],
                ),
                ("eval(\"require('child_process').execSync('npm i')\")", &["$ npm i"]),
                (
                    "x = 1 / 2; y = /['\"]/.test(z); require('child_process').execSync('npm i') // '",
                    &["$ npm i"],
                ),
                ("require('child_process').execSync(process.argv[1])", &["$ -c"]),
                ("console.log(`${require('child_process').execSync('npm i')}`)", &["$ npm i"]),
                ("if (x) { try { require('child_process').execSync('npm i') } catch {} }", &["$ npm i"]),
                (
                    "(async () => { const { stdout } = await require('child_process').execSync('npm i') })()",
                    &["$ npm i"],
                ),
            ],
        );
    }

    #[test]
    fn text_that_starts_nothing() {
        for code in [
            "console.log('npm i')",
            "// require('child_process').execSync('npm i')",
            "/* require('child_process').execSync('npm i') */",
            "x = `require('child_process').execSync('npm i')`",
            "/npm i/.exec('npm i')",
            "regex.exec('npm i'); db.exec('npm i')",
            "exec('npm i'); spawn('npm')",
            "confirm('x'); transform('y')",
            "const o = {exec: 'npm i'}",
            "process.env.X",
            "`${",
            "/[",
        ] {
            check(Language::JavaScript, &[(code, &[])]);
        }
    }

    #[test]
    fn files_opened_by_name() {
        check(
            Language::JavaScript,
            &[
                ("console.log(require('fs').readFileSync('.env','utf8'))", &["< .env"]),
                ("fs.writeFileSync('.env', '')", &["> .env"]),
                ("import {readFile} from 'fs/promises'; await readFile('.env')", &["< .env"]),
                ("import fs from 'node:fs'; fs.promises.writeFile('.env', x)", &["> .env"]),
                ("fs.createReadStream(path.join('a', '.env'))", &["< a/.env"]),
                ("fs.existsSync('.env')", &[]),
                ("Deno.readTextFile('.env'); Bun.file('.env').text()", &["< .env", "< .env"]),
            ],
        );
    }
}
