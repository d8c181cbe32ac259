//! Languages of which only calls with literals are read: R, Julia, Octave,
//! Elixir, Erlang, Raku, Crystal, Groovy. Their comments begin with `#` or `//`,
//! and their names hardly meet.

use super::call::Does::{self, *};
use super::evaluate::{Evaluator, Tongue};
use super::text::{Escapes, Style};
use super::token::{Kind, Lexer, Syntax, tokens};
use super::{Given, Start};
use crate::tables::OneOf;
use crate::{Limit, Mapped};

static SYNTAX: Syntax = Syntax {
    joined_in: Some(b"(["),
    comments: &["#", "//"],
    blocks: &[("/*", "*/")],
    sigils: "$@",
    special: string,
};

static TONGUE: Tongue = Tongue {
    concat: "+",
    member: &[".", "::", ":"],
    joins_literals: false,
    symbols: false,
    bare_calls: true,
    flat_lists: false,
    prefixes: OneOf::new(&["return", "not", "my", "val", "var", "def"]),
    comprehensions: false,
    function: |_| None,
    same_modules: &[],
    functions: FUNCTIONS,
    output: "",
    statement: |_| false,
};

/// R 4.4, Julia 1.10, Octave 9, Elixir 1.17, Erlang/OTP 27, Raku, Crystal 1.13. Sorted.
const FUNCTIONS: &[(&str, Does)] = &[
    ("Process.exec", Spawn),
    ("Process.new", Spawn),
    ("Process.run", Spawn),
    ("System.cmd", Spawn),
    ("System.shell", Script),
    ("base.system", Script),
    ("c", List),
    ("cat", Print(" ", "")),
    ("exec", Script),
    ("os.cmd", Script),
    ("pipe", Script),
    ("println", Print("", "\n")),
    ("run", Words),
    ("say", Print("", "\n")),
    ("shell", Script),
    ("system", Script),
    ("system2", Spawn),
    ("unix", Script),
];

/// What the code would start.
pub(super) fn starts(code: &Mapped, given: &Given<'_>) -> Result<Vec<Start>, Limit> {
    Evaluator::new(&TONGUE, code, tokens(code, &SYNTAX), given).finish()
}

/// `"..."`, `'...'`, and what Julia and Crystal run between backquotes.
fn string(lexer: &mut Lexer<'_>) -> bool {
    let start = lexer.at;
    let Some(quote @ ("\"" | "'" | "`")) = lexer.rest().get(..1) else { return false };
    lexer.at += 1;
    let pieces = lexer.quoted(None, quote, Style::plain(Escapes::Full));
    let kind = if quote == "`" { Kind::Command(pieces) } else { Kind::Text(pieces) };
    lexer.push(kind, start);
    true
}

#[cfg(test)]
mod tests {
    use super::super::tests::check;
    use super::FUNCTIONS;
    use crate::tables::Language;

    #[test]
    fn functions_are_sorted() {
        assert!(FUNCTIONS.is_sorted_by_key(|(name, _)| *name));
    }

    #[test]
    fn calls_with_literals() {
        check(
            Language::Calls,
            &[
                ("system(\"npm i\")", &["$ npm i"]),
                ("system2(\"npm\", c(\"i\"))", &["npm|i"]),
                ("x <- 'npm i'; system(paste(x))", &[]),
                ("run(`npm i`)", &["$ npm i", "$value"]),
                ("System.cmd(\"npm\", [\"i\"])", &["npm|i"]),
                ("System.shell(\"npm i\")", &["$ npm i"]),
                ("os:cmd(\"npm i\"), halt().", &["$ npm i"]),
                ("shell 'npm i'", &["$ npm i"]),
                ("run 'npm', 'i'", &["npm|i"]),
                ("system \"npm i\"", &["$ npm i"]),
                ("Process.run(\"npm\", [\"i\"])", &["npm|i"]),
                ("print(\"npm i\")", &[]),
                ("# system(\"npm i\")", &[]),
                ("// system(\"npm i\")", &[]),
                ("x = \"system('npm i')\"", &[]),
                ("\"", &[]),
            ],
        );
    }
}
