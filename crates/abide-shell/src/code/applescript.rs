//! AppleScript: `do shell script "npm i"`, and Terminal's `do script`.

use super::Start;
use super::text::{Piece, double_quoted};
use super::token::{Kind, Syntax, Token, tokens};
use super::value::push_placeholder;
use crate::Mapped;
use foldhash::HashMap;

static SYNTAX: Syntax = Syntax {
    joined_in: None,
    comments: &["--", "#"],
    blocks: &[("(*", "*)")],
    sigils: "",
    special: double_quoted,
};

/// The words before a text that is for a shell.
const COMMANDS: &[&[&str]] =
    &[&["do", "shell", "script"], &["do", "script"], &["write", "text"], &["doShellScript", "("]];

/// The longest text that variables are put into, in bytes.
const LONGEST: usize = 4096;

/// How much variables may come to in one script, in bytes.
const MOST_PUT_IN: usize = 1 << 20;

/// What a script would start: texts joined by `&`,, and variables that are set to such.
pub(super) fn starts(code: &Mapped) -> Vec<Start> {
    let tokens = tokens(code, &SYNTAX);
    let word = |at: usize| tokens.get(at).map_or("", |token| token.word);
    let mut found = Vec::new();
    let mut variables: HashMap<&str, Mapped> = HashMap::default();
    let mut left = MOST_PUT_IN;
    for at in 0..tokens.len() {
        // `set c to "npm i"`
        if word(at) == "set" && word(at + 2) == "to" {
            let value = joined(code, &tokens[at + 3..], &variables, &mut left);
            value.map(|value| variables.insert(word(at + 1), value));
        }
        let begun =
            |words: &&&[&str]| words.iter().enumerate().all(|(ahead, known)| word(at + ahead) == *known);
        if let Some(words) = COMMANDS.iter().find(begun) {
            found.extend(joined(code, &tokens[at + words.len()..], &variables, &mut left).map(Start::Script));
        }
    }
    found
}

/// `"npm " & name & " i"`
fn joined(
    code: &Mapped,
    tokens: &[Token<'_>],
    variables: &HashMap<&str, Mapped>,
    left: &mut usize,
) -> Option<Mapped> {
    let mut text = Mapped::default();
    for pair in tokens.chunks(2) {
        match &pair[0].kind {
            Kind::Text(pieces) => pieces.iter().for_each(|piece| {
                if let Piece::Known(known) = piece {
                    text.push_mapped(known);
                }
            }),
            Kind::Name => match variables.get(pair[0].word) {
                Some(value) if text.len() < LONGEST && *left > 0 => {
                    *left = left.saturating_sub(value.len());
                    text.push_mapped(value);
                }
                _ => push_placeholder(&mut text, code, pair[0].range()),
            },
            _ => break,
        }
        if pair.get(1).is_none_or(|mark| mark.word != "&") {
            break;
        }
    }
    (!text.is_empty()).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::super::tests::check;
    use crate::tables::Language;

    #[test]
    fn apple_scripts() {
        check(
            Language::AppleScript,
            &[
                ("do shell script \"npm i\"", &["$ npm i"]),
                ("set x to do shell script \"npm \" & \"i\" with administrator privileges", &["$ npm i"]),
                ("do shell script \"npm i \" & quoted form of p", &["$ npm i $quoted"]),
                ("tell application \"Terminal\" to do script \"npm i\" in window 1", &["$ npm i"]),
                ("do shell script \"echo \\\"a\\\" && npm i\"", &["$ echo \"a\" && npm i"]),
                ("set c to \"npm i\"\ndo shell script c", &["$ npm i"]),
                ("var a = Application.currentApplication(); a.doShellScript(\"npm i\")", &["$ npm i"]),
                ("display dialog \"npm i\"", &[]),
                ("-- do shell script \"npm i\"", &[]),
                ("(* do shell script \"npm i\" *)", &[]),
                ("do shell script", &[]),
                ("\"", &[]),
            ],
        );
    }
}
