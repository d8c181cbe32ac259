//! Values that grow, commands that run themselves, and numbers at their ends.

use super::support::promises::read;
use super::{parts, quote};

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
        "declare -n x=y y=x; $x",
        "declare -n x=y; declare -n y=z; declare -n z=x; ${x[0]} ${!x} ${#x} $((x))",
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
    read("many elements", &parts(20_000, |n| format!("a[{n}]=x;")));
    read("many keys", &format!("declare -A a;{}", parts(20_000, |n| format!("a[k{n}]=x;"))));
    read("much output", &format!("true{}", " && echo a".repeat(100_000)));
    read("much output, perhaps", &format!("foo{}", " && echo a".repeat(100_000)));
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
