//! What code in another language would start: `python3 -c "os.system('npm i')"`.
//!
//! One file for each language. Those whose code is expressions and calls
//! (Python, JavaScript, Perl, Ruby, PHP, Lua) share [`token`], which cuts code
//! into tokens, and [`evaluate`], which goes through them once and keeps what is
//! known; each adds its literals and a table of functions. The others are
//! small languages with a reader of their own.
//!
//! Comments and texts that are only printed start nothing. A text, a list of
//! texts, and names that the code sets to such, are known; everything else is
//! not, and stands as `$name`, which matches nothing but itself. Code is read
//! as if every branch and every function ran. Time is linear in its length:
//! what the code makes of its own texts is paid from a counted budget, and
//! nesting is bounded.

mod applescript;
mod apply;
mod awk;
mod bind;
mod bytes;
mod call;
mod calls;
mod crontab;
mod define;
mod ed;
mod effect;
mod evaluate;
mod files;
mod javascript;
mod join;
mod json;
mod lisp;
mod lua;
mod make;
mod pairs;
mod path;
mod perform;
mod perl;
mod php;
mod python;
mod ruby;
mod sed;
mod sql;
mod tcl;
mod term;
#[cfg(test)]
mod tests;
mod text;
mod token;
mod value;
mod vim;

pub(crate) use json::text_in_json;
pub(crate) use python::paths_of_module;

use crate::tables::Language;
use crate::{Access, Limit, Mapped, Span};
use crate::{cmd, powershell};
use foldhash::HashSet;
use smallvec::SmallVec;
use std::hash::{BuildHasher, Hash};

/// Something that code would do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Start {
    /// Text for a shell.
    Script(Mapped),
    /// An argument vector. Parts of the words that are not known are marked so.
    Program(Vec<Mapped>),
    /// One of these, with what it reads, and the file that gets what it prints.
    Piped { start: Box<Start>, input: Option<Mapped>, output: Option<Mapped> },
    /// A file opened by its name.
    Open { path: Mapped, access: Access },
    /// What a file then holds, or what is put behind that. `None` where the text is not known.
    Write { path: Mapped, text: Option<Mapped>, appends: bool },
    /// Text that is printed, with the end of its line.
    Print(Mapped),
}

impl Start {
    /// What tells it from others.
    fn key(&self) -> impl Hash {
        let start = match self {
            Start::Piped { start, .. } => start,
            other => other,
        };
        let streams = match self {
            Start::Piped { input, output, .. } => {
                Some((input.as_ref().map(Mapped::text), output.as_ref().map(Mapped::text)))
            }
            _ => None,
        };
        let prints = matches!(self, Start::Print(_));
        let (access, words, text) = match start {
            Start::Script(text) | Start::Print(text) => (None, std::slice::from_ref(text), None),
            Start::Program(words) => (None, words.as_slice(), None),
            Start::Open { path, access } => (Some(*access), std::slice::from_ref(path), None),
            Start::Write { path, text, appends } => {
                (None, std::slice::from_ref(path), Some((text.as_ref().map(Mapped::text), *appends)))
            }
            Start::Piped { .. } => (None, [].as_slice(), None),
        };
        let span = words.first().map_or(Span::default(), |word| word.span(0..word.len()));
        let words: SmallVec<[&str; 4]> = words.iter().map(Mapped::text).collect();
        (prints, access, words, span, text, streams)
    }
}

/// What is known where the code runs.
#[derive(Clone, Copy)]
pub(crate) struct Given<'a> {
    /// Its arguments; the first one is the name of the script.
    pub arguments: &'a [Mapped],
    /// What it reads on its standard input.
    pub input: Option<&'a Mapped>,
    /// The texts of files, where they are known.
    pub file: &'a dyn Fn(&str) -> Option<Mapped>,
    /// What something that it starts prints, where that is known.
    pub output: &'a dyn Fn(&Start) -> Option<Mapped>,
    /// The variables of its environment.
    pub variable: &'a dyn Fn(&str) -> Option<Mapped>,
    /// What the code comes to is printed (`node -p`).
    pub prints: bool,
    /// The code is only read, and what it would do only said.
    pub dry: bool,
    /// How many codes this one stands in (`exec("exec('..')")`).
    pub depth: u32,
}

/// Code that is given nothing.
const NOTHING: Given<'_> = Given {
    arguments: &[],
    input: None,
    file: &|_| None,
    output: &|_| None,
    variable: &|_| None,
    prints: false,
    dry: false,
    depth: 0,
};

/// Shells that run what they read.
const SHELLS: &[&str] = &["sh", "bash", "dash", "zsh", "ksh"];

/// Whether a program, or its path, is one of these.
fn is_shell(program: &str) -> bool {
    SHELLS.contains(&program.rsplit('/').next().unwrap_or(program))
}

/// How many codes may stand in one another.
const DEEPEST: u32 = 8;

/// What `code` would start, in the order it is written.
pub(crate) fn starts(language: Language, code: &Mapped, given: &Given<'_>) -> Result<Vec<Start>, Limit> {
    match language {
        Language::AppleScript => Ok(applescript::starts(code)),
        Language::Awk => awk::starts(code, given),
        Language::Calls => calls::starts(code, given),
        Language::Cmd => Ok(vec![Start::Script(cmd::as_bash(code))]),
        Language::Crontab => Ok(crontab::starts(code)),
        Language::Ed => Ok(ed::starts(code)),
        Language::JavaScript => javascript::starts(code, given),
        Language::Lisp => Ok(lisp::starts(code)),
        Language::Lua => lua::starts(code, given),
        Language::Make => Ok(make::starts(code, given)),
        // Only `BEGIN` blocks run while it is read.
        Language::Perl if given.dry && !code.text().contains("BEGIN") => Ok(Vec::new()),
        Language::Perl => perl::starts(code, given),
        Language::Php => php::starts(code, given),
        Language::Python => python::starts(code, given),
        Language::Ruby => ruby::starts(code, given),
        Language::Sed => sed::starts(code, given),
        Language::Sql => Ok(sql::starts(code)),
        Language::Tcl => tcl::starts(code, given),
        Language::Vim => vim::starts(code, given),
        Language::Shell => Ok(vec![Start::Script(code.clone())]),
        Language::PowerShell => Ok(vec![Start::Script(powershell::as_bash(code)?)]),
        Language::EncodedPowerShell => match powershell::decoded(code) {
            Some(code) => inner(Language::PowerShell, &code, given),
            None => Ok(Vec::new()),
        },
        Language::Jq | Language::Other => Ok(Vec::new()),
    }
}

/// Each of them once: a function that is called twice was gone through twice.
fn once(mut found: Vec<Start>) -> Vec<Start> {
    let mut seen: HashSet<u64> = HashSet::default();
    found.retain(|start| seen.insert(seen.hasher().hash_one(start.key())));
    found
}

/// What code inside other code would start.
fn inner(language: Language, code: &Mapped, given: &Given<'_>) -> Result<Vec<Start>, Limit> {
    if given.depth >= DEEPEST {
        return Err(Limit::Depth);
    }
    starts(language, code, &Given { depth: given.depth + 1, prints: false, ..*given })
}
