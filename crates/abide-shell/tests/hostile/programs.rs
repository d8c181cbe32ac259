//! Programs that make text of text, and readers of other languages.

use super::support::promises::read;
use super::{nested, parts, quote};

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
