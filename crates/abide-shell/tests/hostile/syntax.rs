//! Too much, too deep and never closed.

use super::support::promises::read;
use super::{MILLION, nested, parts};
use abide_shell::End;

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
