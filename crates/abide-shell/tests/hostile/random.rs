//! Tokens put together at random, and lines of the corpora spoilt at random.

#![allow(clippy::disallowed_methods, reason = "a longer run is asked for by a variable")]

use super::support::promises::read;
use super::support::{COMPOSITIONS, FACTS, SHELL, SYNTAX, rows};

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
