//! Lisps: `(shell-command "npm i")` of Emacs, `(system "npm i")` of Guile,
//! `(shell "npm i")` of Babashka. A list is a call of its first symbol.

use super::Start;
use super::text::{Piece, double_quoted};
use super::token::{Kind, Syntax, Token, tokens};
use crate::Mapped;

static SYNTAX: Syntax =
    Syntax { joined_in: None, comments: &[";"], blocks: &[("#|", "|#")], sigils: "", special: double_quoted };

/// What a function does with its arguments.
#[derive(Clone, Copy)]
enum Does {
    /// The first is text for a shell.
    Script,
    /// This one is the program, and those from that one on are its words.
    Program(usize, usize),
    /// All are words; a lone one is text for a shell.
    Words,
}

/// Emacs Lisp 30, Guile 3, clojure.java.shell, babashka.process, UIOP 3. Sorted.
const FUNCTIONS: &[(&str, Does)] = &[
    ("async-shell-command", Does::Script),
    ("call-process", Does::Program(0, 4)),
    ("call-process-shell-command", Does::Script),
    ("clojure.java.shell/sh", Does::Words),
    ("compile", Does::Script),
    ("p/process", Does::Words),
    ("p/sh", Does::Words),
    ("p/shell", Does::Words),
    ("process", Does::Words),
    ("process-file", Does::Program(0, 4)),
    ("process-lines", Does::Program(0, 1)),
    ("sh", Does::Words),
    ("sh/sh", Does::Words),
    ("shell", Does::Words),
    ("shell-command", Does::Script),
    ("shell-command-to-string", Does::Script),
    ("shell/sh", Does::Words),
    ("start-process", Does::Program(2, 3)),
    ("start-process-shell-command", Does::Script),
    ("system", Does::Script),
    ("system*", Does::Words),
    ("uiop:run-program", Does::Words),
];

/// The longest list whose arguments are read, in tokens.
const MOST_TOKENS: usize = 256;

/// What Lisp code would start.
pub(super) fn starts(code: &Mapped) -> Vec<Start> {
    let tokens = tokens(code, &SYNTAX);
    let mut found = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        if token.word != "(" || !matches!(token.kind, Kind::Mark) {
            continue;
        }
        let (name, from) = symbol(code, &tokens, at + 1);
        if let Ok(row) = FUNCTIONS.binary_search_by(|(known, _)| known.cmp(&name)) {
            found.extend(call(FUNCTIONS[row].1, &arguments(&tokens[from..])));
        }
    }
    found
}

/// The symbol whose tokens begin at `at`, and the token behind it.
fn symbol<'c>(code: &'c Mapped, tokens: &[Token<'_>], at: usize) -> (&'c str, usize) {
    let Some(first) = tokens.get(at) else { return ("", at) };
    let (start, mut end, mut next) = (first.start as usize, first.start as usize, at);
    while let Some(token) = tokens.get(next) {
        let part = matches!(token.kind, Kind::Name | Kind::Number | Kind::Mark);
        if !part || token.start as usize != end || matches!(token.word, "(" | ")" | "[" | "]") {
            break;
        }
        (end, next) = (token.range().end, next + 1);
    }
    (&code.text()[start..end], next)
}

/// The arguments up to the closing bracket: a text, or nothing for any other.
fn arguments(tokens: &[Token<'_>]) -> Vec<Option<Mapped>> {
    let mut arguments = Vec::new();
    let mut depth = 0;
    let mut end = usize::MAX;
    // Each list is looked at from its own beginning.
    for token in tokens.iter().take(MOST_TOKENS) {
        match token.word {
            ")" | "]" | "}" if depth == 0 => break,
            ")" | "]" | "}" => depth -= 1,
            open @ ("(" | "[" | "{") => {
                if depth == 0 && open == "(" {
                    arguments.push(None);
                }
                depth += 1;
            }
            _ if depth > 0 => {}
            _ => match &token.kind {
                Kind::Text(pieces) => arguments.push(known(pieces)),
                // The marks of one symbol stand side by side.
                _ if token.start as usize != end => arguments.push(None),
                _ => {}
            },
        }
        end = token.range().end;
    }
    arguments
}

fn known(pieces: &[Piece<'_>]) -> Option<Mapped> {
    match pieces {
        [Piece::Known(text)] => Some(text.clone()),
        _ => None,
    }
}

fn call(does: Does, arguments: &[Option<Mapped>]) -> Option<Start> {
    let text = |at: usize| arguments.get(at).cloned().flatten();
    let words = |from: usize| arguments.iter().skip(from).flatten().cloned();
    match does {
        Does::Script => text(0).map(Start::Script),
        Does::Program(program, from) => {
            Some(Start::Program([text(program)?].into_iter().chain(words(from)).collect()))
        }
        Does::Words if words(0).count() == 1 => words(0).next().map(Start::Script),
        Does::Words => Some(Start::Program(words(0).collect())).filter(|_| words(0).count() > 0),
    }
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
    fn lisp_programs() {
        check(
            Language::Lisp,
            &[
                ("(shell-command \"npm i\")", &["$ npm i"]),
                ("(progn (message \"x\") (shell-command-to-string \"npm i\"))", &["$ npm i"]),
                ("(call-process \"npm\" nil nil nil \"i\")", &["npm|i"]),
                ("(start-process \"x\" nil \"npm\" \"i\")", &["npm|i"]),
                ("(system \"npm i\")", &["$ npm i"]),
                ("(system* \"npm\" \"i\")", &["npm|i"]),
                ("(shell \"npm i\")", &["$ npm i"]),
                ("(clojure.java.shell/sh \"npm\" \"i\")", &["npm|i"]),
                ("(shell {:dir \"web\"} \"npm i\")", &["$ npm i"]),
                ("(message \"npm i\")", &[]),
                ("; (system \"npm i\")", &[]),
                ("\"(system x)\"", &[]),
                ("(system", &[]),
                ("(", &[]),
            ],
        );
    }
}
