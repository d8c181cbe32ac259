//! Codes beside what they start.

pub(super) use super::NOTHING;
use super::{Given, Start, starts};
use crate::tables::Language;
use crate::{Access, Mapped};

/// What the code starts: `$ text` for a shell, `a|b` for words, `< file`.
pub(super) fn found(language: Language, code: &str) -> Vec<String> {
    let arguments = [Mapped::source("-c", 0), Mapped::source("npm arg", 0)];
    // The arguments of make say what it makes.
    let some = if language == Language::Make { 1 } else { 2 };
    let given = Given { arguments: &arguments[..some], ..NOTHING };
    let mut shown = Vec::new();
    for start in starts(language, &Mapped::source(code, 0), &given).unwrap() {
        let tells = match &start {
            Start::Print(_) => false,
            Start::Write { text, .. } => text.as_ref().is_some_and(|text| !text.is_empty()),
            _ => true,
        };
        if tells {
            shown.push(show(start));
        }
    }
    shown
}

fn show(start: Start) -> String {
    match start {
        Start::Script(text) => format!("$ {}", text.text()),
        Start::Program(words) => words.iter().map(Mapped::text).collect::<Vec<_>>().join("|"),
        Start::Print(text) => text.text().to_string(),
        Start::Write { path, text, appends } => {
            let text = text.as_ref().map_or("?", Mapped::text);
            format!("{} {} {text}", path.text(), if appends { "+=" } else { "=" })
        }
        Start::Open { path, access } => match access {
            Access::Read => format!("< {}", path.text()),
            Access::Write => format!("> {}", path.text()),
            Access::Delete => format!("rm {}", path.text()),
            Access::Both => format!("<> {}", path.text()),
        },
        Start::Piped { start, input, output } => {
            let input = input.map_or(String::new(), |text| format!(" <<< {}", text.text()));
            let output = output.map_or(String::new(), |path| format!(" > {}", path.text()));
            show(*start) + &input + &output
        }
    }
}

/// Checks a table of codes beside what they start.
pub(super) fn check(language: Language, rows: &[(&str, &[&str])]) {
    let wrong: Vec<String> = rows
        .iter()
        .map(|(code, expected)| (code, expected, found(language, code)))
        .filter(|(_, expected, found)| found != *expected)
        .map(|(code, expected, found)| format!("{code}\n  expected {expected:?}\n  found {found:?}"))
        .collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// What one step in a hostile text repeats, and what stands around it.
const HOSTILE: &[(Language, &str, &str, &str)] = &[
    (Language::Python, "", "os.system('npm i')\n", ""),
    (Language::Python, "a='x'\n", "a=a+a\n", "os.system(a)"),
    (Language::Python, "os.system(f'", "{a}", "')"),
    (Language::Ruby, "File.open('c', 'w') { |f| ", "f.puts 'npm i';", "}"),
    (Language::Python, "f = open('c', 'w')\n", "f.write('npm i')\n", ""),
    (Language::Python, "", "open('c', 'a').write(open('c').read() + 'x')\n", ""),
    (Language::Perl, "open(F, '>', 'c');", "print F 'npm i';", ""),
    (Language::Awk, "BEGIN {", "print \"npm i\" | \"sh\";", "}"),
    (Language::Awk, "function f(x) { system(x); f(x); f(x) } BEGIN {", "f(\"npm i\");", "}"),
    (Language::Awk, "", "function f(x) { f(x) }", "BEGIN { f(1) }"),
    (Language::Awk, "BEGIN {", "while ((getline l < \"c\") > 0) ", "system(l) }"),
    (Language::Awk, "BEGIN { x = \"a\";", "x = x x;", "system(x) }"),
    (Language::Awk, "BEGIN { system(", "(", ""),
    (Language::Awk, "function f(x) { return x } BEGIN { system(", "f(", "\"npm i\""),
    (Language::Python, "l=[]\n", "l.append('a')\n", "subprocess.run(l)"),
    (Language::Python, "import subprocess, json\n", "subprocess.run(['tee', 'c'], input='npm i')\n", ""),
    (Language::Python, "import json\na='[\"x\"]'\n", "a=json.dumps([a, json.loads(a)])\n", "os.system(a)"),
    (Language::Python, "json.loads('", "[", "')"),
    (Language::Ruby, "l = []\n", "l << 'a'\n", "system(*l)"),
    (Language::Python, "", "f(", ""),
    (Language::Python, "", "x = ", "1"),
    (Language::Python, "", "a if b else ", "1"),
    (Language::Python, "", "-", "1"),
    (Language::Python, "def f(x):\n  os.system(x)\n", "f('a')\n", ""),
    (Language::Python, "c='print(1);'\n", "exec(c)\n", ""),
    (Language::Python, "", "[x for x in ", "1"),
    (Language::Python, "", "[", "x for x in y"),
    (Language::Python, "", "lambda x: ", "1"),
    (Language::Python, "", "map(lambda c: ", "1"),
    (Language::Python, "from functools import partial\nf = os.system\n", "f = partial(f)\n", "f('a')"),
    (Language::Python, "", "for a, (", "b"),
    (Language::Python, "x = [", "'a' if b else 'c', ", "]\nsubprocess.run(x)"),
    (Language::Python, "", "class A:\n  def f(self): self.f()\n", "A().f()"),
    (Language::Python, "l = [", "'a', ", "]\nfor a in zip(l, l): os.system(a)"),
    (Language::JavaScript, "", "a => ", "1"),
    (Language::JavaScript, "", "f(a => { ", ""),
    (Language::JavaScript, "", "(a, b) => (", ""),
    (Language::JavaScript, "", "const [a, [", ""),
    (Language::JavaScript, "", "class A { f() { ", ""),
    (Language::JavaScript, "const f = c => c; let x = 'a';", "x = f(x + x);", "exec(x)"),
    (Language::JavaScript, "", "`${", ""),
    (Language::JavaScript, "", "x = /[a\n", ""),
    (Language::JavaScript, "", "const f = (", ""),
    (Language::JavaScript, "", "a ? ", "b"),
    (Language::Perl, "", "print <<A;\n", ""),
    (Language::Perl, "", "s{", ""),
    (Language::Perl, "", "@{[", ""),
    (Language::Ruby, "", "%w[", ""),
    (Language::Ruby, "", "\"#{", ""),
    (Language::Php, "", "<?php ", ""),
    (Language::Lua, "", "[=", ""),
    (Language::Lisp, "", "(", ""),
    (Language::Lisp, "", "(system \"a\" ", ""),
    (Language::Calls, "", "f(", ""),
    (Language::AppleScript, "", "do script \"a\" & ", ""),
    (Language::Crontab, "", "* * * * * a\n", ""),
    (Language::Tcl, "", "[", ""),
    (Language::Tcl, "", "set a $a$a\n", ""),
    (Language::Tcl, "proc f {x} {f $x; f $x}\n", "f a\n", ""),
    (Language::Tcl, "", "foreach x {a b c} {", ""),
    (Language::Tcl, "", "puts [open c w] x\n", ""),
    (Language::Awk, "BEGIN{x=\"a\";", "x=x x;", "system(x)}"),
    (Language::Awk, "", "print \"x\" \"y\" (", ""),
    (Language::Sed, "", "s[a[b[\n", ""),
    (Language::Vim, "", "set x|", ""),
    (Language::Make, "A=x\n", "A=$(A)$(A)\n", "all:\n\t$(A)\n"),
    (Language::Make, "D=\nC=$(D)", "$(D)", "\nB=$(C)$(C)$(C)\nA=$(B)$(B)$(B)\nall:\n\t$(A)$(A)$(A)\n"),
    (Language::Make, "", "a: a b\nb: a\n\tnpm i\n", ""),
    (Language::Make, "a:", " a", "\n\tnpm i\n"),
    (Language::Make, "", "$(shell ", ""),
    (Language::Ed, "", "!a\n", ""),
    (Language::Sql, "", "\\! npm i\n", ""),
    (Language::Sql, "", "\\i -\n", ""),
    (Language::Sql, "", "copy t from program 'npm i' ", ""),
    (Language::Sql, "", "'", ""),
    (Language::Sql, "", "(", ""),
    (Language::AppleScript, "set a to \"x\"\n", "set a to a & a\n", "do shell script a"),
    (Language::AppleScript, "", "set a to ", "\"x\""),
    (Language::AppleScript, "do shell script \"x\"", " & a", ""),
];

/// A limit is a fine answer; a panic, a full stack or a long wait is not.
#[test]
fn hostile_code_is_read_in_little_time_and_on_a_small_stack() {
    let read = || {
        for (language, before, step, after) in HOSTILE {
            let code = format!("{before}{}{after}", step.repeat(20_000));
            let _ = starts(*language, &Mapped::source(&code, 0), &NOTHING);
        }
    };
    let thread = std::thread::Builder::new().stack_size(2 << 20).spawn(read).unwrap();
    thread.join().unwrap();
}

/// Every text that code may be cut off at is read to its end.
#[test]
fn code_that_is_cut_off_anywhere_is_read() {
    let whole = "import os as é\nos.system(f'npm {x[\"é\"]!r}' % ('a', *b)) # é\n\
        `${a}` s{x}{y}e; <<~E\nqw(a) %w[b] [[c]] \"#{d}\" /e/ s/é/è/e\n\tall: ; $(shell x)\nE\n{{[(\n\
        \\i -é\n.read --\nsystem ;\ncopy é from program 'é'\nset é to \"é\" & é";
    let languages = [
        Language::AppleScript,
        Language::Awk,
        Language::Calls,
        Language::Crontab,
        Language::Ed,
        Language::JavaScript,
        Language::Lisp,
        Language::Lua,
        Language::Make,
        Language::Perl,
        Language::Php,
        Language::Python,
        Language::Ruby,
        Language::Sed,
        Language::Sql,
        Language::Tcl,
        Language::Vim,
    ];
    for language in languages {
        for (at, _) in whole.char_indices() {
            for part in [&whole[..at], &whole[at..]] {
                let _ = starts(language, &Mapped::source(part, 0), &NOTHING);
            }
        }
    }
}
