//! Lines made to break a parser.
//!
//! A hook that dies usually lets the command through. Whatever the text, there
//! is no panic and no overflow of the stack, there is an [`End`], and the
//! counted steps stay in proportion to the length. No clock is asked.

#![allow(clippy::disallowed_methods, reason = "a longer run is asked for by a variable")]

mod support;

use abide_shell::End;
use support::promises::read;
use support::{COMPOSITIONS, FACTS, SHELL, SYNTAX, rows};

const MILLION: usize = 1_000_000;

/// `open` and `close` a number of times around `inside`.
fn nested(open: &str, inside: &str, close: &str, times: usize) -> String {
    [&open.repeat(times), inside, &close.repeat(times)].concat()
}

/// A line of `n` parts, each made from its number.
fn parts(n: usize, part: impl Fn(usize) -> String) -> String {
    (0..n).map(part).collect()
}

#[test]
fn constructs_nested_a_hundred_thousand_deep_are_read_or_refused() {
    for (open, close) in [
        ("$(", ")"),
        ("{ ", "; }"),
        ("{", "}"),
        ("( ", " )"),
        ("(", ")"),
        ("$((", "))"),
        ("((", "))"),
        ("${x:-", "}"),
        ("$x${x:=a$x", "}"),
        ("${x:=$x$x${x:=$x$x", "}$x}"),
        ("\"${x:-", "}\""),
        ("\"$(", ")\""),
        ("`", "`"),
        ("<(", ")"),
        ("$[", "]"),
        ("a[", "]"),
        ("${a[", "]}"),
        ("x=(", ")"),
        ("[[ ( ", " ) ]]"),
        ("@(", ")"),
        ("{a,", "}"),
        ("if ", "; then a; fi"),
        ("while ", "; do a; done"),
        ("for x in a; do ", "; done"),
        ("case a in a) ", ";; esac"),
        ("f() { ", "; }"),
        ("! ", ""),
        ("time ", ""),
        ("coproc ", ""),
        ("eval ", ""),
        ("sudo ", ""),
        ("env ", ""),
        ("command ", ""),
        ("xargs ", ""),
        ("bash -c ", ""),
        ("find . -exec ", " ;"),
        ("a && ", ""),
        ("a | ", ""),
        ("$(cat <<E\n", "\nE\n)"),
        ("\"", "\""),
        ("'", "'"),
        ("\\", ""),
        ("$'", "'"),
    ] {
        // The grammar's own brackets go all the way, words that wrap words less far.
        let deepest = if close.is_empty() || open.contains(' ') { 20_000 } else { 100_000 };
        for times in [50, 1_000, deepest] {
            for text in [nested(open, "npm i", close, times), nested(open, "npm i", "", times)] {
                read(&format!("{times} x {open:?}"), &text);
            }
        }
    }
}

#[test]
fn a_megabyte_is_read_or_refused() {
    for part in ["x", "a ", "$a", "$(a)", "`a`", "a|", "a;", "a\n", "(", "\"", "{a,b}", "f(){ f;};f;"] {
        read(&format!("a megabyte of {part:?}"), &part.repeat(MILLION / part.len()));
    }
}

#[test]
fn much_of_anything_is_read_or_refused() {
    for part in [
        "x",
        "a ",
        "$a",
        "a$a",
        "$(a)",
        "$(a) ",
        "`a`",
        "a|",
        "a;",
        "a\n",
        "a&",
        "a&&",
        "a;;",
        "\"",
        "'",
        "\\",
        "#",
        "# ",
        "$",
        "${",
        "${a}",
        "(",
        ")",
        "{",
        "}",
        "{a,b}",
        "{a..z}",
        "[",
        "]",
        "*",
        "?",
        "~",
        "~/",
        "=",
        "a=",
        "a=b ",
        "a=b;",
        "a=$a;",
        "a+=b;",
        "a=(b);",
        "a+=(b);",
        "a[0]=b;",
        "<",
        ">",
        ">f ",
        "<f ",
        "2>&1 ",
        "{x}>f ",
        "<<",
        "<<<",
        "<<<a ",
        "<<E\n",
        "<<E\nE\n",
        "<<E;",
        "<(a) ",
        "!",
        "! ",
        "[[ ",
        "[[ a ]];",
        "((",
        "(( 1 ));",
        "$((1))",
        "$[1]",
        "f(){ a;};",
        "f(){ f;};f;",
        "cd a;",
        "cd ..;",
        "pushd a;",
        "set -- a;",
        "shift;",
        "trap a EXIT;",
        "alias a=b\n",
        "export a;",
        "unset a;",
        "eval a;",
        "eval '",
        "sh -c 'a';",
        "sh -c a;",
        "echo a|sh;",
        "a|sh|",
        "read a<<<b;",
        "echo a>f;",
        "sh f;",
        "echo a>f;sh f;",
        "if a;then b;fi;",
        "case a in a)b;;esac;",
        "for x in a;do b;done;",
        "while a;do b;done;",
        "é",
        "日",
        "\u{1F642}",
        "\u{200B}",
        "\u{0}",
        "\r\n",
        "\t",
        "\n",
        " ",
        "\\\n",
        "$'\\x41'",
        "$\"a\"",
        "@(a)",
        "!(a|b)",
        "xargs ",
        "sudo a;",
        "a()",
        "coproc a;",
        "time a;",
        "if ",
        "then ",
        "fi;",
        "esac;",
        "done;",
        "in ",
        "printf a|",
        "cat f|",
        "(foo; echo x);",
        "`foo; echo x`",
        "x=$(foo || echo a);",
        "x=\"$Y a\"; $x;",
        "x=$(\nalias a=b\na\n);",
        "tmux a \\; ",
        "a\\; ",
    ] {
        for size in [1_000, 30_000] {
            let text = part.repeat(size / part.len());
            read(&format!("{size} bytes of {part:?}"), &text);
            read(&format!("{size} bytes of {part:?}, and then npm"), &format!("{text}\nnpm i"));
        }
    }
}

#[test]
fn operands_in_one_word_are_read_in_proportion_to_their_number() {
    read("operands", &"${a:-b}".repeat(MILLION / 7));
}

#[test]
fn what_is_never_closed_is_an_error_or_harmless() {
    let inside = "npm i ".repeat(50_000);
    for open in [
        "'",
        "\"",
        "`",
        "$(",
        "${",
        "${a:-",
        "$((",
        "((",
        "(",
        "{ ",
        "[[ ",
        "$'",
        "$\"",
        "<(",
        "a=(",
        "a[",
        "@(",
        "if ",
        "while ",
        "for x in ",
        "case a in ",
        "f() { ",
        "cat <<E\n",
        "cat <<'E'\n",
        "\"$(",
        "\"`",
        "\"${a:-\"",
        "$(cat <<E\n",
        "a |",
        "a &&",
        "eval '",
        "sh -c '",
        "sh <<E\n",
        "<<E$[\t\t",
    ] {
        read(&format!("unclosed {open:?}"), &[open, &inside].concat());
        for cut in 0..=open.len() {
            read(&format!("{open:?} cut at {cut}"), &open[..cut]);
        }
    }
}

#[test]
fn many_here_documents_on_one_line_are_read_or_refused() {
    let operators = parts(50_000, |n| format!("<<E{n} "));
    let bodies = parts(50_000, |n| format!("E{n}\n"));
    read("50,000 here-documents", &format!("cat {operators}\n{bodies}npm i"));
    read("50,000 here-documents without a body", &format!("cat {operators}\nnpm i"));
    read("50,000 of one name", &format!("cat {}\n{}", "<<E ".repeat(50_000), "E\n".repeat(50_000)));
    read("50,000 shells", &format!("{}\n{}", "sh <<E;".repeat(20_000), "a\nE\n".repeat(20_000)));
    read("one inside the other", &parts(2_000, |n| format!("sh <<E{n}\n")));
    read("the smallest known to kill a parser", "<<E$[\t\t");
}

#[test]
fn values_that_double_stay_small() {
    for (name, start, step) in [
        ("x=$x$x", "x=a\n", "x=$x$x\n"),
        ("quoted", "x=a\n", "x=\"$x$x\"\n"),
        ("appended", "x=a\n", "x+=$x\n"),
        ("in an array", "x=(a)\n", "x=(\"${x[@]}\" \"${x[@]}\")\n"),
        ("appended to an array", "x=(a)\n", "x+=(\"${x[@]}\")\n"),
        ("as words", "set -- a\n", "set -- $@ $@\n"),
        ("by substitution", "x=a\n", "x=$(echo $x $x)\n"),
        ("by replacement", "x=aa\n", "x=${x//a/aa}\n"),
        ("by a function", "f() { echo a; }\n", "eval \"f() { $(f) $(f); }\"\n"),
        ("by eval", "x='eval $x; eval $x'\n", "eval $x\n"),
        ("by a file", "echo a > f\n", "cat f f > f\n"),
        ("by a quoted word", "x=a\n", "x=${x@Q}\n"),
        ("by printf", "x=a\n", "printf -v x %s%s $x $x\n"),
        ("half known", "x=\"$Y a\"\n", "x=$x$x\n"),
        ("half known and changed", "x=\"$Y a\"\n", "x=\"$x$x\"; x=\"${x,,}\"\n"),
        ("half known by replacement", "x=\"$Y aa\"\n", "x=${x//a/aa}\n"),
        ("half known by output", "x=a\n", "x=$(foo; echo $x $x)\n"),
    ] {
        for times in [10, 40, 2_000] {
            read(&format!("{name}, {times} times"), &format!("{start}{}$x npm i", step.repeat(times)));
        }
    }
}

#[test]
fn bombs_do_not_go_off() {
    for bomb in [
        ":(){ :|:& };:",
        "f() { f; }; f",
        "f() { f; f; }; f",
        "f() { g; g; }; g() { f; f; }; f",
        "f() { f \"$@\" \"$@\"; }; f a",
        "f() { eval f; eval f; }; f",
        "eval 'eval \"$0\"'",
        "x='eval \"$x\"; eval \"$x\"'; eval \"$x\"",
        "x='$x'; eval $x",
        "echo 'sh x; sh x' > x; sh x",
        "echo '. ./x; . ./x' > x; . ./x",
        "alias a='a; a'\na",
        "shopt -s expand_aliases\nalias a='b; b' b='a; a'\na",
        "trap 'trap \"trap x EXIT\" EXIT' EXIT",
        "while true; do npm i; done",
        "for ((;;)); do npm i; done",
        "{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}",
        "echo {1..1000000000}",
        "echo {1..9223372036854775807}",
        "echo {1..10..0} {1..3..-9223372036854775808}",
        "echo {a..\u{7f}}",
        "for a in {1..1000}; do for b in {1..1000}; do for c in {1..1000}; do $a $b $c; done; done; done",
        "for a in 1 2 3 4 5 6 7 8 9; do for b in 1 2 3 4 5 6 7 8 9; do for c in 1 2 3 4 5 6 7 8 9; do for d in 1 2 3 4 5 6 7 8 9; do for e in 1 2 3 4 5 6 7 8 9; do for f in 1 2 3 4 5 6 7 8 9; do $a$b$c$d$e$f; done; done; done; done; done; done",
        "a[9223372036854775807]=npm; ${a[@]} i",
        "a[-1]=npm; ${a[-1]} i",
        "x=npm; ${x:9223372036854775807} ${x:-9223372036854775808:1} ${x: -4} ${x:1:-9}",
        "printf '%999999999s' a | sh",
        "printf -v x '%*s' 999999999 a; $x",
        "shift 9223372036854775807; echo ${99999999999999999999}",
        "echo $((9223372036854775807 + 1)) $((1/0)) $((1 << 99)) $((-9223372036854775808 / -1)) $((2**99))",
        "x='x'; echo $((x)) ${!x}",
        "x=y y=x; echo ${!x} ${!y} $((x))",
        "declare -n x=x; x=1; $x",
        "declare -n x=y y=x; x=1; $x",
        "exec 99999999999999999999>f",
        "echo $'\\U00110000\\uD800\\xff\\777\\c'",
    ] {
        read(bomb, bomb);
        for times in [20, 400] {
            read(bomb, &format!("{bomb}\n").repeat(times));
        }
    }
    read("nested quotes", &(0..12).fold("npm i".to_owned(), |text, _| format!("sh -c {}", quote(&text))));
    read("nested eval", &(0..14).fold("npm i".to_owned(), |text, _| format!("eval {}", quote(&text))));
    let calls = parts(2_000, |n| format!("f{}() {{ f{n}; f{n}; }}\n", n + 1));
    read("a chain of functions", &format!("f0() {{ npm i; }}\n{calls}f2000"));
    let names = parts(20_000, |n| format!("x{n}=a;"));
    read("many names", &format!("{names}(a);(a);$x7"));
    read(
        "many names in many subshells",
        &format!("{}{}", parts(2_000, |n| format!("x{n}=a;")), "(x=b);".repeat(20_000)),
    );
    read("many branches", &parts(5_000, |n| format!("if a; then x{n}=b; cd d{n}; fi;")));
    read("many folders", &format!("{}npm i", parts(20_000, |n| format!("cd d{n}||a;"))));
    read("many cases", &format!("case a in {} esac", parts(50_000, |n| format!("a{n}) cd b{n};;"))));
}

/// `text` in single quotes.
fn quote(text: &str) -> String {
    format!("'{}'", text.replace('\'', "'\\''"))
}

/// A line that gives `text` to programs that make other text of it.
fn through(text: &str, filters: &str) -> String {
    format!("cat <<'E' | {filters} | sh\n{text}\nE\n")
}

#[test]
fn filters_do_little_with_much() {
    let blocks = [("short lines", "a\n".repeat(8_000)), ("one line", "a ".repeat(8_000))];
    let programs = [
        ("sed", parts(4_000, |_| "p;".into())),
        ("sed", parts(4_000, |_| "s/a/aa/g;".into())),
        ("sed", parts(4_000, |_| "/a*a*a*a*b/p;".into())),
        ("sed", format!("s/{}/b/", "a".repeat(7_000))),
        ("sed", format!("s/{}b/b/", "a*".repeat(7_000))),
        ("sed", format!("s/{}/b/", "x\\?".repeat(20_000))),
        ("sed", format!("s/a/{}/g", "&".repeat(10_000))),
        ("sed", format!("1i {}", "x".repeat(100_000))),
        ("sed", "9223372036854775807,99999999999999999999p".into()),
        ("sed", "(".repeat(100_000)),
        ("sed -E", format!("s/{}//", "(".repeat(100_000))),
        ("sed", "s/[".repeat(100_000)),
        ("grep", "a*a*a*a*a*b".into()),
        ("grep", "a".repeat(100_000)),
        ("perl -pe", parts(4_000, |_| "s/a/aa/g;".into())),
        ("perl -ne", parts(4_000, |_| "print;".into())),
        ("perl -ne", "print if /".repeat(10_000)),
        ("awk", format!("{{print {}$0}}", "$0,".repeat(10_000))),
        ("awk", format!("{{{}}}", "print;".repeat(10_000))),
        ("awk", format!("{{{}print}}", "$1=\"\";".repeat(10_000))),
        ("awk", "BEGIN{while(1){x=x x;print x}}".into()),
        ("awk", "{$99999999999999999999=\"\"; print $9223372036854775807}".into()),
        ("awk", "NR>9223372036854775807".into()),
        ("awk", "!s[$0]++".into()),
        ("awk", "{".repeat(100_000)),
        ("awk -F", "a".into()),
        ("jq -r", ".[]".repeat(30_000)),
        ("jq -r", ".a".repeat(30_000)),
        ("jq -r", ".[99999999999999999999]".into()),
        ("jq -r", parts(10_000, |_| ".+.|".into()) + "."),
        ("jq -r", "[".repeat(100_000)),
        ("cut -d' ' -f", parts(60, |n| format!("{n}-,")) + "1-"),
        ("head -n", "99999999999999999999".into()),
        ("tail -n", "+9223372036854775807".into()),
        ("paste -sd", "é".into()),
    ];
    for (name, text) in &blocks {
        for (program, code) in &programs {
            let line = through(text, &format!("{program} {}", quote(code)));
            read(&format!("{program} {code:.20} on {name}"), &line);
        }
    }
    for (name, text) in [
        ("arrays", nested("[", "\"npm i\"", "]", 100_000)),
        ("maps", nested("{\"a\":", "1", "}", 100_000)),
        ("open arrays", "[".repeat(500_000)),
        ("open texts", "[\"\\".repeat(100_000)),
        ("halves of pairs", format!("[\"{}\"]", "\\ud800".repeat(2_000))),
        ("one key", format!("{{{}}}", "\"a\":\"é\",".repeat(1_500))),
    ] {
        for program in [".a", ".[]", ".a[]", ".[0]"] {
            read(name, &through(&text, &format!("jq -r '{program}'")));
        }
    }
}

#[test]
fn filters_one_behind_the_other_make_no_more_than_fits() {
    for filter in [
        "sed s/a/aa/g",
        "sed p",
        "sed 's/.*/&&/'",
        "perl -pe s/a/aa/g",
        "perl -pe print",
        "awk '{print $0,$0}'",
        "awk '{print;print}'",
        "jq -r .+.",
        "gzip",
        "gzip | gunzip",
        "xz | xz -d",
        "base64",
        "base64 | base64 -d",
        "nl",
        "paste -sd,",
        "xargs",
        "envsubst",
        "sort -u",
        "tee f g",
        "cat - -",
        "gunzip",
    ] {
        for times in [20, 200, 2_000] {
            let chain = vec![filter; times].join(" | ");
            read(&format!("{times} x {filter}"), &format!("echo 'npm a aaa' | {chain} | sh"));
            read(&format!("{times} x {filter} with names"), &format!("find . | {chain} | xargs cat"));
        }
    }
    // The same much again and again.
    for filter in [
        "sed -n '/a*a*a*b/p'",
        "grep 'a*a*a*b'",
        "awk '!s[$0]++'",
        "awk '/a*a*a*b/'",
        "perl -pe 's/a*a*a*b//'",
    ] {
        let start = format!("x='{}'\n", parts(390, |_| format!("{}\n", "a".repeat(40))));
        read(filter, &format!("{start}{}", format!("echo \"$x\" | {filter} | sh\n").repeat(500)));
    }
}

#[test]
fn readers_of_other_languages_keep_the_promises() {
    for (name, part) in [
        ("psql", "\\! npm i\n"),
        ("psql", "\\i -\n"),
        ("psql", "copy t from program 'npm i' "),
        ("sqlite3 x.db", ".shell npm i\n"),
        ("sqlite3 x.db", ".read x.sql\n"),
        ("mysql", "system npm i;\n"),
        ("mysql", "source --\n"),
        ("duckdb", "select read_csv('"),
        ("duckdb", "("),
        ("ipython", "!npm i\n"),
        ("ipython", "!!"),
        ("ipython", "%sx \n"),
        ("osascript", "do shell script \"a\" & "),
        ("osascript", "set a to a & a\n"),
        ("make -f -", "a: a\n\tnpm i\n"),
        ("make -f - a b", "a b: b a\n\t$(MAKE) a\n"),
        ("make -f -", "A=$(A)$(B)\nB=$(A)$(A)\na:\n\t$(A)\n"),
        ("make -f -", "a: $(shell $(shell "),
        ("awk -f -", "{system(\"npm i\")}\n"),
        ("sed -f - x", "1e npm i\n"),
        ("xargs", "a '"),
        ("xargs -I{} sh -c", "{} "),
        ("sh", "let x=x+1\n"),
    ] {
        for size in [1_000, 30_000, 1_000_000] {
            read(
                &format!("{size} bytes of {part:?} for {name}"),
                &format!("{name} <<'E'\n{}\nE\n", part.repeat(size / part.len())),
            );
        }
        read(name, &format!("{name} <<'E'\n{}\nE\n", part.trim_end()));
    }
}

#[test]
fn numbers_at_their_ends_do_no_harm() {
    for line in [
        "seq 1 9223372036854775807 | xargs rm -rf",
        "seq -9223372036854775808 9223372036854775807 | sh",
        "seq 9223372036854775806 9223372036854775807 | xargs echo | sh",
        "seq -9223372036854775808 -9223372036854775807 | sh",
        "seq 9223372036854775807 -9223372036854775808 | sh",
        "seq 99999999999999999999 | sh; seq 1 0 5; seq 1 1e9; seq -w 9; seq '' ''",
        "for i in $(seq 1 64); do for j in $(seq 1 64); do for k in $(seq 1 64); do npm $i$j$k; done; done; done",
        "let x=9223372036854775807+1; let x=1/0 y=x%0 'z=-9223372036854775808/-1' 'x=1<<99' 2**99; $x",
        "let x=x; let x++ x++ ++x x=(((; let; let ''; let \"x=$y\"",
        "x=\"$Y abc\"; echo ${x:0} ${x:9223372036854775807} ${x: -9223372036854775808} ${x: -3} ${x:1:-9} ${x: -99} ${x:0:0}",
        "x=\"$Y é日\"; echo ${x: -1} ${x: -2} ${x: -3} ${x: -4} ${x#$Y} ${x%日} ${x//é/$x} ${x^^} ${x@Q}",
        "set -- a; echo ${@:9223372036854775807} ${@: -9223372036854775808} ${@:0:9223372036854775807}",
        "head -c 9223372036854775807 f | sh; tail -c +99999999999999999999 f; head -n -0 <<< a | sh",
        "cut -c 9223372036854775807-1 <<< npm | sh; cut -f 0 <<< a; cut -c 18446744073709551615- <<< a",
    ] {
        read(line, line);
        for times in [20, 400] {
            read(line, &format!("{line}\n").repeat(times));
        }
    }
    read("a long let", &format!("let x={}1", "(".repeat(100_000)));
    read("a long sum", &format!("let x={}1", "1+".repeat(100_000)));
    read("much let", &"let x=x+x\n".repeat(50_000));
}

#[test]
fn sequences_may_span_all_numbers() {
    for line in [
        "echo {-9223372036854775808..9223372036854775807}",
        "echo {-9223372036854775808..9223372036854775807..4611686018427387904}",
    ] {
        read(line, line);
    }
}

#[test]
fn an_array_may_not_begin_with_a_digit() {
    for line in ["export 0=(", "local 1=(a)", "declare 0=(a) npm i"] {
        read(line, line);
    }
}

#[test]
fn what_is_too_long_is_said_to_be() {
    let longest = "a".repeat(1 << 20);
    assert_eq!(read("the longest", &longest).end, End::Clean);
    assert!(matches!(read("one more", &format!("{longest}a")).end, End::Limit(_)));
}

/// A generator of numbers that gives the same ones each time.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    /// A number below `end`.
    fn below(&mut self, end: usize) -> usize {
        (self.next() >> 11) as usize % end.max(1)
    }

    fn pick<'t>(&mut self, from: &[&'t str]) -> &'t str {
        from[self.below(from.len())]
    }
}

const TOKENS: &[&str] = &[
    " ",
    " ",
    " ",
    "\n",
    "\n",
    "\t",
    ";",
    ";;",
    ";&",
    ";;&",
    "&",
    "&&",
    "|",
    "|&",
    "||",
    "(",
    ")",
    "((",
    "))",
    "{ ",
    "; }",
    "{",
    "}",
    "[[ ",
    " ]]",
    "[",
    "]",
    "!",
    "<",
    ">",
    ">>",
    ">|",
    "&>",
    "<>",
    "2>&1",
    "{x}>",
    "<<E\n",
    "\nE\n",
    "<<-'E'\n",
    "<<<",
    "<(",
    ">(",
    "$(",
    "`",
    "${",
    "${x:-",
    "${x/",
    "${!",
    "${#",
    "@P}",
    "[@]",
    "$((",
    "$[",
    "$",
    "$x",
    "$@",
    "$*",
    "$1",
    "\"",
    "'",
    "$'",
    "$\"",
    "\\",
    "\\\n",
    "#",
    " #",
    "~",
    "*",
    "?",
    "@(",
    "!(",
    "{a,b}",
    "{1..3}",
    "=",
    "+=",
    "x=",
    "a=(",
    "x[",
    "if ",
    "then ",
    "else ",
    "elif ",
    "fi",
    "for x in ",
    "for ((",
    "do ",
    "done",
    "while ",
    "until ",
    "case x in ",
    "esac",
    "select x ",
    "function f ",
    "f()",
    "coproc ",
    "time ",
    "in ",
    "npm i",
    "a",
    "x",
    "0",
    "é",
    "日",
    "\u{1F642}",
    "eval ",
    "sh -c ",
    "bash -s ",
    "sudo -u ",
    "env -S ",
    "xargs -I{} ",
    "$(dirname ",
    "$(basename ",
    "$(realpath ",
    "python3 -c ",
    "node -e ",
    "cd ",
    "find . -exec ",
    " \\;",
    " +",
    "trap ",
    " EXIT",
    "exec ",
    "command ",
    "builtin ",
    "cd ",
    "read ",
    "export ",
    "declare -A ",
    "local ",
    "set -- ",
    "shift",
    "return",
    "exit",
    "alias ",
    "source ",
    "echo ",
    "printf %s ",
    "cat ",
    "> f",
    "< f",
    "sed s/a/b/ ",
    "git commit -m ",
    "python3 -c ",
    "awk ",
    "-",
    "--",
    "/",
    ".",
    "\r",
    "\u{0}",
    "\u{7f}",
    "\u{a0}",
];

fn soup(random: &mut Random) -> String {
    (0..1 + random.below(40)).map(|_| random.pick(TOKENS)).collect()
}

/// A line with something taken out, put in, doubled, or put together with another.
fn mutant(random: &mut Random, pool: &[String]) -> String {
    let mut text = pool[random.below(pool.len())].clone();
    for _ in 0..1 + random.below(4) {
        let from = text.floor_char_boundary(random.below(text.len() + 1));
        let to = text.ceil_char_boundary((from + random.below(9)).min(text.len()));
        match random.below(6) {
            0 => drop(text.drain(from..to)),
            1 | 2 => text.insert_str(from, random.pick(TOKENS)),
            3 => text.truncate(from),
            4 => text.insert_str(from, &text[from..to].repeat(3)),
            _ => {
                let other = &pool[random.below(pool.len())];
                let at = other.floor_char_boundary(random.below(other.len() + 1));
                text.replace_range(to.., &other[at..]);
            }
        }
    }
    text
}

/// How many texts of each kind are tried; `ABIDE_ROUNDS` asks for more, and
/// `ABIDE_SEED` for others.
fn number(variable: &str, otherwise: u64) -> u64 {
    std::env::var(variable).ok().and_then(|value| value.parse().ok()).unwrap_or(otherwise)
}

#[test]
fn soups_of_tokens_and_mutants_of_lines_keep_the_promises() {
    let pool: Vec<String> = [SYNTAX, SHELL, COMPOSITIONS, FACTS]
        .into_iter()
        .flat_map(rows)
        .filter_map(|row| row["text"].as_str().or(row["cmd"].as_str()).map(str::to_owned))
        .filter(|line| line.len() < 400)
        .collect();
    let mut random = Random(number("ABIDE_SEED", 0x5EED) | 1);
    for _ in 0..number("ABIDE_ROUNDS", 6_000) {
        for text in [soup(&mut random), mutant(&mut random, &pool)] {
            // The name of a panic elsewhere is the last line here.
            let outcome = std::panic::catch_unwind(|| read("random", &text));
            assert!(outcome.is_ok(), "{text:?}");
        }
    }
}

/// What a program makes of a name has its place where the name is, and the
/// name may begin with a character of several bytes.
#[test]
fn names_that_programs_make_have_a_place() {
    for program in ["dirname", "basename", "realpath", "readlink -f", "echo", "printf %s", "yes"] {
        for name in ["\u{1F642}", "'\u{1F642}'", "é/日", "日/", "$x\u{1F642}"] {
            read("a made name", &format!("cat $({program} {name}) \"$({program} {name})\""));
        }
    }
    read(
        "code with a made name",
        "node -e 'for (const [a, b] of Object.entries({é: \"日\"})) exec(a + b)' 日",
    );
}
