//! The ways: what can stand around a command.

mod mentions;
mod programs;
mod shell;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

/// All of them.
pub fn ways() -> impl Iterator<Item = &'static Way> {
    [programs::WAYS, shell::WAYS, mentions::WAYS].into_iter().flatten()
}

/// The commands that are looked for.
pub const BASES: &[&[&str]] =
    &[&["npm", "i"], &["npm", "ci"], &["rm", "-rf", "build"], &["git", "push", "--force", "origin", "main"]];

/// What a text can be used as. What comes first here can stand wherever what
/// comes later can.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fills {
    /// A program with its arguments: another program can start it.
    Program,
    /// The words of one command, which only a shell can start.
    Words,
    /// Any line of bash, here-documents included.
    Line,
}

impl Fills {
    pub fn accepts(self, other: Fills) -> bool {
        other <= self
    }
}

/// A text to put around another one, which stands
///
/// | at | |
/// | --- | --- |
/// | `{}` | as it is |
/// | `{q}` | in single quotes |
/// | `{d}` | in double quotes |
/// | `{s}` | as a string of Python, JavaScript or awk |
/// | `{qs}` | as such a string, inside single quotes |
/// | `{qp}` | as a string of Perl, inside single quotes |
///
/// | `{js}` | as a program of jq |
/// | `{ansi}` | in `$'..'`, every byte an escape |
/// | `{printf}` | as a format of printf, every byte an escape |
/// | `{64}`, `{hex}`, `{rev}` | in base64, in hexadecimal, from its end |
///
/// `{!}` is a pair of braces.
pub struct Way {
    pub name: &'static str,
    pub takes: Fills,
    pub gives: Fills,
    text: &'static str,
}

impl Way {
    pub fn around(&self, inner: &str) -> String {
        let string = format!("\"{}\"", escape(inner, "\"\\").replace('\n', "\\n").replace('\t', "\\t"));
        let perl = string.replace('$', r"\$").replace('@', r"\@");
        let mut rest = self.text;
        let mut text = String::new();
        while let Some((before, (place, after))) =
            rest.split_once('{').and_then(|(before, after)| Some((before, after.split_once('}')?)))
        {
            text.push_str(before);
            match place {
                "" => text.push_str(inner),
                "!" => text.push_str("{}"),
                "q" => text.push_str(&format!("'{}'", inside_single_quotes(inner))),
                "d" => text.push_str(&format!("\"{}\"", escape(inner, "\"\\$`"))),
                "s" => text.push_str(&string),
                "qs" => text.push_str(&inside_single_quotes(&string)),
                "qp" => text.push_str(&inside_single_quotes(&perl)),
                "js" => text.push_str(&format!("'{}'", inside_single_quotes(&string))),
                "ansi" => text.push_str(&format!("$'{}'", bytes(inner, "\\x"))),
                "printf" => text.push_str(&format!("'{}'", bytes(inner, "\\x"))),
                "hex" => text.push_str(&bytes(inner, "")),
                "64" => text.push_str(&STANDARD.encode(inner)),
                "rev" => {
                    let reversed: String = inner.chars().rev().collect();
                    text.push_str(&format!("'{}'", inside_single_quotes(&reversed)));
                }
                _ => {
                    // A brace of the shell's own.
                    text.push('{');
                    rest = &rest[before.len() + 1..];
                    continue;
                }
            }
            rest = after;
        }
        text.push_str(rest);
        text
    }
}

fn inside_single_quotes(text: &str) -> String {
    text.replace('\'', r"'\''")
}

/// Each byte in hexadecimal, behind `prefix`.
fn bytes(text: &str, prefix: &str) -> String {
    text.bytes().map(|byte| format!("{prefix}{byte:02x}")).collect()
}

/// `text` with a backslash before each of `special`.
fn escape(text: &str, special: &str) -> String {
    text.chars().flat_map(|c| special.contains(c).then_some('\\').into_iter().chain([c])).collect()
}

const fn program(name: &'static str, text: &'static str) -> Way {
    Way { name, takes: Fills::Program, gives: Fills::Program, text }
}

const fn words(name: &'static str, text: &'static str) -> Way {
    Way { name, takes: Fills::Words, gives: Fills::Words, text }
}

/// A program made of any line.
const fn command(name: &'static str, text: &'static str) -> Way {
    Way { name, takes: Fills::Line, gives: Fills::Program, text }
}

/// A command of the shell itself made of any line.
const fn shell(name: &'static str, text: &'static str) -> Way {
    Way { name, takes: Fills::Line, gives: Fills::Words, text }
}

const fn line(name: &'static str, text: &'static str) -> Way {
    Way { name, takes: Fills::Line, gives: Fills::Line, text }
}

/// A line made of the words of one command.
const fn of_words(name: &'static str, text: &'static str) -> Way {
    Way { name, takes: Fills::Words, gives: Fills::Line, text }
}
