//! Python: `os.system`, `subprocess`, `pty`, `asyncio`, and `open`.

use super::bind::{Target, any_of};
use super::call::Does::{self, *};
use super::evaluate::{Evaluator, Tongue};
use super::pairs::Pairs::{Numbered, Zipped};
use super::path::Part;
use super::text::{Escapes, Piece, Style};
use super::token::{Kind, Lexer, Syntax, tokens};
use super::value::{Name, Value, slice};
use super::{Given, Start};
use crate::tables::{Language, OneOf};
use crate::{Access, Limit, Mapped};
use ecow::eco_format;

static SYNTAX: Syntax =
    Syntax { joined_in: Some(b"([{"), comments: &["#"], blocks: &[], sigils: "", special: string };

static TONGUE: Tongue = Tongue {
    concat: "+",
    member: &["."],
    joins_literals: true,
    symbols: false,
    bare_calls: false,
    flat_lists: false,
    prefixes: OneOf::new(&["await", "return", "yield", "not", "assert", "else", "elif", "while"]),
    comprehensions: true,
    function: lambda,
    same_modules: &[],
    functions: FUNCTIONS,
    output: "sys.stdout",
    statement,
};

/// The library of Python 3.12, and what people use beside it. Sorted.
const FUNCTIONS: &[(&str, Does)] = &[
    ("Path.absolute", Same),
    ("Path.as_posix", Same),
    ("Path.expanduser", Same),
    ("Path.glob", Pattern),
    ("Path.joinpath", JoinPath),
    ("Path.open", Open(Access::Read)),
    ("Path.read_bytes", Read),
    ("Path.read_text", Read),
    ("Path.rename", Rename),
    ("Path.replace", Rename),
    ("Path.resolve", Same),
    ("Path.rglob", Pattern),
    ("Path.rmdir", Remove),
    ("Path.touch", Write),
    ("Path.unlink", Remove),
    ("Path.with_name", PathPart(Part::WithName)),
    ("Path.with_suffix", PathPart(Part::WithEnding)),
    ("Path.write_bytes", WriteText { appends: false }),
    ("Path.write_text", WriteText { appends: false }),
    ("Reader.communicate", List),
    ("Reader.getvalue", Contents),
    ("Reader.read", Contents),
    ("Reader.readline", Contents),
    ("Reader.readlines", Lines),
    ("Shell.communicate", Put("")),
    ("Shell.write", Put("")),
    ("Writer.write", Put("")),
    ("Writer.writelines", Put("")),
    ("__import__", Import),
    ("asyncio.create_subprocess_exec", Words),
    ("asyncio.create_subprocess_shell", Script),
    ("base64.b16decode", Decode("hex")),
    ("base64.b64decode", Decode("base64")),
    ("base64.standard_b64decode", Decode("base64")),
    ("base64.urlsafe_b64decode", Decode("base64")),
    ("binascii.a2b_base64", Decode("base64")),
    ("binascii.a2b_hex", Decode("hex")),
    ("binascii.unhexlify", Decode("hex")),
    ("bytes", Characters),
    ("bytes.fromhex", Decode("hex")),
    ("chr", Characters),
    ("codecs.decode", Decode("")),
    ("codecs.encode", Decode("")),
    ("codecs.open", Open(Access::Read)),
    ("commands.getoutput", Output(&Script)),
    ("commands.getstatusoutput", Script),
    ("compile", Same),
    ("contextlib.redirect_stdout", PrintTo),
    ("dotenv.dotenv_values", ReadUsual(".env")),
    ("dotenv.load_dotenv", ReadUsual(".env")),
    ("enumerate", Pairs(Numbered)),
    ("eval", Code(Language::Python)),
    ("exec", Code(Language::Python)),
    ("fileinput.input", Open(Access::Read)),
    ("functools.partial", Partial),
    ("getattr", Attribute),
    ("glob.glob", Pattern),
    ("glob.iglob", Pattern),
    ("importlib.import_module", Import),
    ("input", Input),
    ("invoke.run", Script),
    ("io.open", Open(Access::Read)),
    ("json.dump", PutJson),
    ("json.dumps", AsJson),
    ("json.load", Json),
    ("json.loads", Json),
    ("list", List),
    ("map", Each),
    ("open", Open(Access::Read)),
    ("os.chmod", Write),
    ("os.environ.get", Environment),
    ("os.execl", ProgramAndWords(0)),
    ("os.execle", ProgramAndWords(0)),
    ("os.execlp", ProgramAndWords(0)),
    ("os.execlpe", ProgramAndWords(0)),
    ("os.execv", ProgramAndArgv(0)),
    ("os.execve", ProgramAndArgv(0)),
    ("os.execvp", ProgramAndArgv(0)),
    ("os.execvpe", ProgramAndArgv(0)),
    ("os.fdopen", Same),
    ("os.getcwd", Constant(".")),
    ("os.getenv", Environment),
    ("os.open", Open(Access::Read)),
    ("os.path.abspath", Same),
    ("os.path.basename", PathPart(Part::Name)),
    ("os.path.dirname", PathPart(Part::Folder)),
    ("os.path.expanduser", Same),
    ("os.path.join", JoinPath),
    ("os.path.realpath", Same),
    ("os.popen", Output(&Script)),
    ("os.posix_spawn", ProgramAndArgv(0)),
    ("os.posix_spawnp", ProgramAndArgv(0)),
    ("os.remove", Remove),
    ("os.removedirs", Remove),
    ("os.rename", Rename),
    ("os.replace", Rename),
    ("os.rmdir", Remove),
    ("os.spawnl", ProgramAndWords(1)),
    ("os.spawnle", ProgramAndWords(1)),
    ("os.spawnlp", ProgramAndWords(1)),
    ("os.spawnlpe", ProgramAndWords(1)),
    ("os.spawnv", ProgramAndArgv(1)),
    ("os.spawnve", ProgramAndArgv(1)),
    ("os.spawnvp", ProgramAndArgv(1)),
    ("os.spawnvpe", ProgramAndArgv(1)),
    ("os.system", Script),
    ("os.truncate", Write),
    ("os.unlink", Remove),
    ("os.write", Put("")),
    ("pathlib.Path", Object("Path")),
    ("pathlib.Path.cwd", Constant(".")),
    ("pathlib.Path.home", Constant("~")),
    ("pathlib.PosixPath", Object("Path")),
    ("pexpect.run", Output(&Script)),
    ("pexpect.spawn", Script),
    ("popen2.popen2", Script),
    ("print", Print(" ", "\n")),
    ("pty.spawn", Argv),
    ("reversed", List),
    ("set", List),
    ("sh.Command", Same),
    ("shlex.join", Join),
    ("shlex.quote", Same),
    ("shlex.split", Split),
    ("shutil.copy", Copy),
    ("shutil.copy2", Copy),
    ("shutil.copyfile", Copy),
    ("shutil.move", Rename),
    ("shutil.rmtree", Remove),
    ("shutil.which", Same),
    ("sorted", List),
    ("str", Same),
    ("subprocess.Popen", Output(&Subprocess)),
    ("subprocess.call", Subprocess),
    ("subprocess.check_call", Subprocess),
    ("subprocess.check_output", Output(&Subprocess)),
    ("subprocess.getoutput", Output(&Script)),
    ("subprocess.getstatusoutput", Script),
    ("subprocess.run", Output(&Subprocess)),
    ("sys.stdout.write", Print("", "")),
    ("textwrap.dedent", Same),
    ("tuple", List),
    ("zip", Pairs(Zipped)),
];

/// What Python code would start.
pub(super) fn starts(code: &Mapped, given: &Given<'_>) -> Result<Vec<Start>, Limit> {
    let mut evaluator = Evaluator::new(&TONGUE, code, tokens(code, &SYNTAX), given);
    evaluator.set("sys.argv", given.arguments);
    evaluator.set_input("sys.stdin");
    evaluator.finish()
}

/// String literals: prefixes, triple quotes, the holes of f-strings.
fn string(lexer: &mut Lexer<'_>) -> bool {
    let rest = lexer.rest();
    let is_prefix = |b: &&u8| matches!(*b | 0x20, b'r' | b'b' | b'u' | b'f' | b't');
    let letters = rest.as_bytes()[..rest.len().min(3)].iter().take_while(is_prefix).count();
    let Some(quote @ (b'"' | b'\'')) = rest.as_bytes().get(letters).copied() else { return false };
    let (prefix, quoted) = rest.split_at(letters);
    let start = lexer.at;
    let triple = if quote == b'"' { "\"\"\"" } else { "'''" };
    let close = if quoted.starts_with(triple) { triple } else { &triple[..1] };
    let raw = prefix.contains(['r', 'R']);
    let style = Style {
        escapes: if raw { Escapes::Raw } else { Escapes::FullOrStays },
        hole: prefix.contains(['f', 'F', 't', 'T']).then_some(hole as _),
        lines: close.len() == 3,
    };
    lexer.at += letters + close.len();
    let pieces = lexer.quoted(None, close, style);
    lexer.push(Kind::Text(pieces), start);
    true
}

/// `{name}`; `{{` and `}}` are braces.
fn hole<'a>(lexer: &mut Lexer<'a>) -> Option<Piece<'a>> {
    let rest = lexer.rest();
    if rest.starts_with("{{") || rest.starts_with("}}") {
        let brace = slice(lexer.code, lexer.at..lexer.at + 1);
        lexer.at += 2;
        return Some(Piece::Known(brace));
    }
    lexer.bracket_hole("{", b'}')
}

/// `import`, `from`, `def`.
fn statement(evaluator: &mut Evaluator<'_>) -> bool {
    match evaluator.peek(0) {
        "import" => import(evaluator),
        "from" if evaluator.is_name(1) => import_from(evaluator),
        "def" if evaluator.is_name(1) => {
            let column = evaluator.column();
            let name = evaluator.peek(1);
            evaluator.at += 2;
            evaluator.define(name, column, false);
        }
        "class" if evaluator.is_name(1) => {
            let column = evaluator.column();
            let name = evaluator.peek(1);
            evaluator.at += 2;
            evaluator.enter_class(name, column);
        }
        "for" => {
            evaluator.at += 1;
            let target = evaluator.targets("in");
            let list = evaluator.expression();
            evaluator.bind(&target, &any_of(&list));
        }
        _ if !evaluator.enclosed && several(evaluator) => {
            let target = evaluator.targets("=");
            let mut values = vec![evaluator.expression()];
            while evaluator.take(",") {
                values.push(evaluator.expression());
            }
            let value = if values.len() == 1 { values.remove(0) } else { Value::list(values) };
            evaluator.bind(&target, &value);
        }
        _ => return evaluator.annotated(0),
    }
    true
}

/// Whether `a, b = ..` begins here.
fn several(evaluator: &Evaluator<'_>) -> bool {
    // Names are few; a longer list is not worth following.
    let names = (0..8).take_while(|at| evaluator.is_name(2 * at) && evaluator.is_mark(2 * at + 1, ","));
    let last = 2 * names.count();
    last > 0 && evaluator.is_name(last) && evaluator.is_mark(last + 1, "=")
}

/// `lambda a, b: ..`
fn lambda(evaluator: &mut Evaluator<'_>) -> Option<Value> {
    if !evaluator.take("lambda") {
        return None;
    }
    let Target::List(parameters) = evaluator.targets(":") else { return None };
    Some(evaluator.function(parameters, Evaluator::expression))
}

/// `a.b.c`
fn dotted(evaluator: &mut Evaluator<'_>) -> Name {
    let mut path = Name::new();
    while evaluator.is_name(0) || evaluator.is_mark(0, ".") {
        if evaluator.is_name(0) && !path.is_empty() && !path.ends_with('.') {
            break;
        }
        path.push_str(evaluator.peek(0));
        evaluator.at += 1;
    }
    path
}

/// Goes through a module that is a file of the line.
fn load(evaluator: &mut Evaluator<'_>, module: &str) {
    evaluator.load(Language::Python, &paths_of_module(module));
}

/// The files that a module may be.
pub(crate) fn paths_of_module(module: &str) -> [String; 3] {
    let path = module.trim_start_matches('.').replace('.', "/");
    [format!("{path}.py"), format!("{path}/__init__.py"), format!("{path}/__main__.py")]
}

fn import(evaluator: &mut Evaluator<'_>) {
    evaluator.at += 1;
    loop {
        let path = dotted(evaluator);
        load(evaluator, &path);
        if evaluator.take("as") {
            let name = evaluator.peek(0);
            evaluator.at += 1;
            evaluator.variables.insert(name.into(), Value::Named(path));
        }
        if !evaluator.take(",") {
            return;
        }
    }
}

fn import_from(evaluator: &mut Evaluator<'_>) {
    evaluator.at += 1;
    let module = dotted(evaluator);
    if !evaluator.take("import") {
        return;
    }
    load(evaluator, &module);
    if evaluator.take("*") {
        for (function, _) in FUNCTIONS {
            if let Some((from, name)) = function.rsplit_once('.')
                && from == module
            {
                evaluator.variables.insert(name.into(), Value::Named((*function).into()));
            }
        }
        return;
    }
    evaluator.take("(");
    while evaluator.is_name(0) {
        let name = evaluator.peek(0);
        evaluator.at += 1;
        let local = if evaluator.take("as") {
            evaluator.at += 1;
            evaluator.tokens[(evaluator.at - 1).min(evaluator.tokens.len() - 1)].word
        } else {
            name
        };
        evaluator.variables.insert(local.into(), Value::Named(eco_format!("{module}.{name}")));
        evaluator.take(",");
    }
    evaluator.take(")");
}

#[cfg(test)]
mod tests {
    use super::super::tests::{NOTHING, check};
    use crate::tables::Language;

    #[test]
    fn calls_that_start_something() {
        check(
            Language::Python,
            &[
                ("import os; os.system('npm i')", &["$ npm i"]),
                ("import os\nos.popen(\"npm i\").read()", &["$ npm i"]),
                ("import subprocess\nsubprocess.run(['npm', 'i'])", &["npm|i"]),
                ("import subprocess\nsubprocess.run(('npm', 'i'), check=True)", &["npm|i"]),
                ("import subprocess\nsubprocess.run(args=['npm', 'i'])", &["npm|i"]),
                ("import subprocess as sp; sp.check_call('npm i', shell=True)", &["$ npm i"]),
                ("import subprocess as sp; sp.check_call('npm i')", &["npm i"]),
                ("from subprocess import run as r, Popen; r(['npm'])\nPopen('x', shell=1)", &["npm", "$ x"]),
                ("from subprocess import *\ncheck_output(['npm','i'])", &["npm|i"]),
                ("from os import (\n  system,\n  popen,\n)\nsystem('npm i')", &["$ npm i"]),
                ("import os; os.execvp('npm', ['npm', 'i'])", &["npm|i"]),
                ("import os; os.execl('/usr/bin/npm', 'npm', 'i')", &["/usr/bin/npm|i"]),
                ("import os; os.spawnlp(os.P_WAIT, 'npm', 'npm', 'i')", &["npm|i"]),
                ("import os; os.posix_spawn('/usr/bin/npm', ['npm', 'i'], os.environ)", &["/usr/bin/npm|i"]),
                ("import pty; pty.spawn(['npm', 'i'])", &["npm|i"]),
                (
                    "import asyncio\nasync def m():\n  await asyncio.create_subprocess_exec('npm', 'i')\nasyncio.run(m())",
                    &["npm|i"],
                ),
                ("cmd = 'npm i'; import os; os.system(cmd)", &["$ npm i"]),
                ("cmd: str = 'npm i'\nos.system(cmd)", &["$ npm i"]),
                ("a = 'npm'\nos.system(a + ' i')", &["$ npm i"]),
                ("a = 'npm'\na += ' i'\nos.system(a)", &["$ npm i"]),
                ("a = 'npm'\nos.system(f'{a} i')", &["$ npm i"]),
                ("os.system(f'npm {x.y} {{}}')", &["$ npm $y {}"]),
                ("os.system('npm %s' % 'i')", &["$ npm i"]),
                ("os.system('npm {}'.format('i'))", &["$ npm i"]),
                ("os.system('npm ' 'i')", &["$ npm i"]),
                ("os.system(r'''npm\ni''')", &["$ npm\ni"]),
                ("os.system('\\x6epm i')", &["$ npm i"]),
                ("os.system(b'npm i')", &["$ npm i"]),
                ("os.system(' '.join(['npm', 'i']))", &["$ npm i"]),
                ("subprocess.run('npm i'.split())", &["npm|i"]),
                ("import shlex\nsubprocess.run(shlex.split('npm i'))", &["npm|i"]),
                ("subprocess.run([*base, 'i'])", &["$base|i"]),
                ("c = ['npm']\nc.append('i')\nsubprocess.run(c)", &["npm|i"]),
                ("c = ['npm'] + ['i']\nsubprocess.run(c + extra)", &["npm|i|$extra"]),
                ("exec(\"import os; os.system('npm i')\")", &["$ npm i"]),
                ("__import__('os').system('npm i')", &["$ npm i"]),
                ("getattr(os, 'system')('npm i')", &["$ npm i"]),
                ("for c in ['npm i', 'npm t']:\n  os.system(c)", &["$ npm i", "$ npm t"]),
                ("def sh(c):\n  return subprocess.run(c, shell=True)\n\nsh('npm i')", &["$ npm i"]),
                ("def sh(*a, **k): pass\ndef b(x, y='i'):\n  os.system(x)\nb(x='npm i')", &["$ npm i"]),
                ("os.system(sys.argv[1])", &["$ npm arg"]),
                ("print(subprocess.check_output(['npm', 'i']))", &["npm|i"]),
                ("x = [os.system('npm i') for _ in range(3)]", &["$ npm i"]),
                ("if True:\n    os.system('npm i')  # note", &["$ npm i"]),
                ("run = os.system\nrun('npm i')", &["$ npm i"]),
                ("with open('x') as f, os.popen('npm i') as g: pass", &["< x", "$ npm i"]),
                ("if x: os.system('npm i')", &["$ npm i"]),
                ("def a():\n  b('npm i')\ndef b(c):\n  os.system(c)\na()", &["$ npm i"]),
                ("def a():\n  a()\n  os.system('npm i')", &["$ npm i"]),
                ("def a():\n  b()\n  def b():\n    os.system('npm i')", &["$ npm i"]),
                ("for a in ('i',): os.system('npm ' + a)", &["$ npm i"]),
                ("try: os.system('npm i')\nexcept: pass", &["$ npm i"]),
                ("class A:\n  def r(self, c): os.system(c)\nA().r('npm i')", &["$ npm i"]),
                ("os.system('npm i' if a else 'npm t')", &["$ npm i", "$ npm t"]),
            ],
        );
    }

    #[test]
    fn text_that_starts_nothing() {
        for code in [
            "print('npm i')",
            "# os.system('npm i')",
            "'''os.system('npm i')'''",
            "x = \"os.system('npm i')\"",
            "print(\"os.system('npm i')\")",
            "def run(x): pass\nrun('npm i')",
            "os.system(cmd)",
            "logging.info('npm i'); shell.system('x')",
            "x.replace('npm i', 'pnpm i')",
            "",
            "os.system(",
            "f'{",
            "'''",
            ")]}",
        ] {
            check(Language::Python, &[(code, &[])]);
        }
    }

    #[test]
    fn files_opened_by_name() {
        check(
            Language::Python,
            &[
                ("print(open('.env').read())", &["< .env"]),
                ("open('.env', 'a').write('X')", &["> .env", ".env += X"]),
                ("open('.env', mode='r+')", &["<> .env"]),
                ("open(p)", &[]),
                ("from pathlib import Path; Path('.env').read_text()", &["< .env"]),
                ("import pathlib; p=pathlib.Path('a')/'.env'; p.write_text('')", &["> a/.env"]),
                ("os.remove(os.path.join('a', '.env'))", &["rm a/.env"]),
                ("import shutil; shutil.copy('.env', 'x')", &["< .env", "> x"]),
                ("Path('.env').exists(); os.path.exists('.env')", &[]),
            ],
        );
    }

    #[test]
    fn deep_brackets_are_a_limit_and_no_panic() {
        let code = crate::Mapped::source(&"f(".repeat(5000), 0);
        assert!(super::starts(&code, &NOTHING).is_err());
    }
}
