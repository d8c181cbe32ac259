//! Programs that print the names of files: what reads the names may touch the
//! files (`find . -name .env | xargs cat`).
//!
//! Which files there are, the disk tells, and that is for others to ask. Here the
//! names are one word, [`NAMES`], which goes through pipes and variables as any
//! text that is not known does. Its place in the source is that of the command
//! that printed it.

use super::Command;
use super::files::{Name, Walk};
use super::outcome::Stream;
use super::simple::{Call, base_name};
use super::walk::Walker;
use crate::mapped::NAMES;
use crate::tables::{self, ByName, Role};
use crate::{Mapped, Span};

/// What a command prints the names of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Listing<'a> {
    /// Folders, and files named one by one.
    pub starts: Vec<&'a str>,
    /// Which of the files below them.
    pub walk: Walk,
    /// What they hold decides which of them are printed (`grep -l`): no file is
    /// among them for certain.
    pub by_content: bool,
    /// The names are those that another command prints, which stands here, as
    /// far as the walk names them (`ls -a | grep env`).
    pub of: Option<Span>,
}

/// How far back the command that runs now may have been noted before.
const RECENT: usize = 32;

/// The names that the command prints, if it is one that does.
pub(super) fn printed(walker: &Walker<'_>, call: &Call<'_>) -> Stream {
    let recent = walker.found.iter().rev().take(RECENT);
    let mut same = recent.filter(|command| command.span == call.origin && command.argv == call.argv);
    same.next()?.listing()?;
    let mut names = Mapped::default();
    names.push(NAMES, call.origin);
    let mut text = names.as_unknown();
    text.push("\n", Span::new(call.origin.end, call.origin.end));
    Some(text)
}

type Lists = for<'a> fn(&'a Command) -> Option<Listing<'a>>;

/// Programs that print names.
static LISTERS: ByName<Lists> = ByName::new(&[
    ("Get-ChildItem", items),
    ("Get-Item", items),
    ("egrep", matching),
    ("fd", fd),
    ("fdfind", fd),
    ("fgrep", matching),
    ("find", find),
    ("gfind", find),
    ("git", tracked),
    ("grep", matching),
    ("ls", ls),
    ("rg", rg),
]);

/// Whether the program prints names of files.
pub(super) fn may_list(name: &str) -> bool {
    LISTERS.get(name).is_some()
}

impl Command {
    /// What it prints the names of, if that is what it does.
    pub fn listing(&self) -> Option<Listing<'_>> {
        let name = base_name(self.argv.first()?.value.text());
        LISTERS.get(name)?(self)
    }

    /// Its own arguments, without a command among them that it runs.
    fn words(&self) -> impl Iterator<Item = &str> {
        let command = self.reading.uses.iter().find(|used| used.role == Role::Command);
        let end = command.map_or(self.argv.len(), |used| used.word.max(1));
        self.argv[1..end].iter().map(|field| field.value.text())
    }

    /// Whether one of the letters, or of the long names, is among its options.
    fn has(&self, letters: &str, names: &[&str]) -> bool {
        let given = |word: &str| match word.strip_prefix("--") {
            Some(_) => names.contains(&word),
            None => word.strip_prefix('-').is_some_and(|word| word.contains(|c| letters.contains(c))),
        };
        self.words().take_while(|word| *word != "--").any(given)
    }

    /// The operands that name folders or files; the current folder without one.
    fn starts(&self) -> Vec<&str> {
        let names = |role: Role| matches!(role, Role::Name | Role::Read);
        let operands = self.reading.uses.iter().filter(|used| names(used.role) && used.span.start == 0);
        let starts: Vec<&str> = operands.map(|used| self.used(used)).collect();
        if starts.is_empty() { vec!["."] } else { starts }
    }
}

/// What find prints, or gives to the commands that it runs.
fn find(command: &Command) -> Option<Listing<'_>> {
    let words = command.own_words("find");
    let starts = tables::find::read(&words).starts;
    let starts = match starts.is_empty() {
        true => vec!["."],
        false => starts.into_iter().map(|at| command.argv[at].value.text()).collect(),
    };
    Some(Listing { starts, walk: tables::find::walk(&words), ..Listing::default() })
}

/// `ls -a`, `ls -R src`
fn ls(command: &Command) -> Option<Listing<'_>> {
    let depth = if command.has("R", &["--recursive"]) { None } else { Some(1) };
    let skips_hidden = !command.has("aA", &["--all", "--almost-all"]);
    let walk = Walk { skips_hidden, depth, ..Walk::default() };
    Some(Listing { starts: command.starts(), walk, ..Listing::default() })
}

/// `Get-ChildItem -Recurse -Filter *.ts src`. To Windows no name is hidden.
fn items(command: &Command) -> Option<Listing<'_>> {
    let deep = command.words().any(|word| matches!(word, "-Recurse" | "-Depth"));
    let mut walk = Walk { depth: if deep { None } else { Some(1) }, ..Walk::default() };
    let only = command.reading.uses.iter().filter(|used| used.role == Role::Free);
    let only = only.map(|used| Name { pattern: command.used(used).to_owned(), path: false, any_case: true });
    let only: Vec<Name> = only.collect();
    if !only.is_empty() {
        walk.only.push(only);
    }
    Some(Listing { starts: command.starts(), walk, ..Listing::default() })
}

/// `grep -rl`, which prints the names of the files that match, and a grep that
/// picks from names that it reads.
fn matching(command: &Command) -> Option<Listing<'_>> {
    if let Some(of) = command.input.as_ref().and_then(Mapped::names)
        && command.starts() == ["."]
        && command.reading.walk.is_none()
    {
        return picked(command, of);
    }
    let names = command.has("lL", &["--files-with-matches", "--files-without-match"]);
    let files = command.reading.walk.is_some() || command.starts() != ["."];
    (names && files).then(|| Listing {
        starts: command.starts(),
        walk: command.walk(),
        by_content: true,
        of: None,
    })
}

/// `grep env` on names: those with such a text in them, or none of these.
fn picked(command: &Command, of: Span) -> Option<Listing<'_>> {
    if command.has("coqlLrR", &["--count", "--only-matching", "--quiet", "--recursive"]) {
        return None;
    }
    let program = base_name(command.argv[0].value.text());
    let fixed = command.has("F", &["--fixed-strings"]) || program == "fgrep";
    let extended = command.has("EP", &["--extended-regexp", "--perl-regexp"]) || program == "egrep";
    let any_case = command.has("i", &["--ignore-case"]);
    let mut names = Vec::new();
    for used in command.reading.uses.iter().filter(|used| used.role == Role::Pattern) {
        let separator = if extended { "|" } else { "\\|" };
        for text in command.used(used).split(if fixed { "\n" } else { separator }) {
            let text = text.trim_matches(['(', ')']);
            let pattern = if fixed { format!("*{text}*") } else { glob_of(text)? };
            names.push(Name { pattern, path: true, any_case });
        }
    }
    let mut walk = Walk::default();
    if command.has("v", &["--invert-match"]) {
        walk.except = names
    } else {
        walk.only.push(names)
    }
    Some(Listing { walk, of: Some(of), ..Listing::default() })
}

/// `rg --files`, `rg -l`
fn rg(command: &Command) -> Option<Listing<'_>> {
    if let Some(of) = command.input.as_ref().and_then(Mapped::names)
        && command.starts() == ["."]
        && !command.has("", &["--files"])
    {
        return picked(command, of);
    }
    let by_content = !command.has("", &["--files"]);
    let names = !by_content || command.has("l", &["--files-with-matches", "--files-without-match"]);
    names.then(|| Listing { starts: command.starts(), walk: command.walk(), by_content, of: None })
}

/// `git ls-files`: what git tracks is seldom what it ignores.
fn tracked(command: &Command) -> Option<Listing<'_>> {
    let lists = command.words().next() == Some("ls-files");
    let walk = Walk { skips_ignored: !command.has("oi", &["--others", "--ignored"]), ..Walk::default() };
    lists.then(|| Listing { starts: command.starts(), walk, ..Listing::default() })
}

/// `fd -H .env src`
fn fd(command: &Command) -> Option<Listing<'_>> {
    let uses = &command.reading.uses;
    let pattern = uses.iter().find(|used| used.role == Role::Pattern).map(|used| command.used(used));
    let all = command.has("u", &["--unrestricted"]);
    let mut walk = Walk {
        skips_hidden: !all && !command.has("H", &["--hidden"]),
        skips_ignored: !all && !command.has("I", &["--no-ignore"]),
        ..Walk::default()
    };
    if let Some(pattern) = pattern.filter(|pattern| !pattern.is_empty()) {
        let glob = command.has("g", &["--glob"]);
        let pattern = if glob { pattern.to_owned() } else { glob_of(pattern)? };
        // Upper case in the pattern makes case count.
        let any_case = !pattern.contains(|c: char| c.is_uppercase());
        walk.only.push(vec![Name { pattern, path: false, any_case }]);
    }
    let values = command.words().zip(command.words().skip(1));
    let endings = values.filter(|(option, _)| matches!(*option, "-e" | "--extension"));
    let only: Vec<Name> = endings
        .map(|(_, ending)| Name { pattern: format!("*.{ending}"), path: false, any_case: true })
        .collect();
    if !only.is_empty() {
        walk.only.push(only);
    }
    Some(Listing { starts: command.starts(), walk, ..Listing::default() })
}

/// The glob for the names that a plain regular expression finds something in.
fn glob_of(regex: &str) -> Option<String> {
    let inner = regex.strip_prefix('^').unwrap_or(regex);
    let end = inner.strip_suffix('$').filter(|rest| !rest.ends_with('\\'));
    let mut glob = String::from(if inner.len() < regex.len() { "" } else { "*" });
    let mut chars = end.unwrap_or(inner).chars().peekable();
    while let Some(char) = chars.next() {
        match char {
            '.' if chars.next_if_eq(&'*').is_some() => glob.push('*'),
            '.' => glob.push('?'),
            '\\' => glob.push(chars.next().filter(|next| ".-_+".contains(*next))?),
            '_' | '-' | '/' => glob.push(char),
            _ if char.is_alphanumeric() => glob.push(char),
            _ => return None,
        }
    }
    glob.push_str(if end.is_some() { "" } else { "*" });
    Some(glob)
}

#[cfg(test)]
mod tests {
    use super::glob_of;
    use crate::{Context, reach};

    fn shown(line: &str) -> Option<String> {
        let reach = reach(line, &Context::default());
        let listing = reach.commands.last()?.listing()?;
        let walk = &listing.walk;
        let names = walk.only.iter().flatten().map(|name| format!(" {}", name.pattern));
        let depth = walk.depth.map(|depth| format!(" {depth} deep")).unwrap_or_default();
        let skips = [(walk.skips_hidden, " no hidden"), (walk.skips_ignored, " no ignored")];
        let skips = skips.iter().filter(|(skips, _)| *skips).map(|(_, text)| *text);
        if let Some(of) = listing.of {
            return Some(format!("{}{}", &line[of.range()], names.collect::<String>()));
        }
        let held = if listing.by_content { " by content" } else { "" };
        Some(
            listing.starts.join(" ")
                + &names.collect::<String>()
                + &depth
                + &skips.collect::<String>()
                + held,
        )
    }

    #[test]
    fn programs_that_print_names() {
        for (line, expected) in [
            ("find . -name .env", Some(". .env")),
            ("find a b -maxdepth 2", Some("a b 2 deep")),
            ("ls", Some(". 1 deep no hidden")),
            ("ls -la src", Some("src 1 deep")),
            ("ls -R", Some(". no hidden")),
            ("grep -rl x .", Some(". by content")),
            ("grep -l x a b", Some("a b by content")),
            ("grep -r x .", None),
            ("grep -l x", None),
            ("rg --files src", Some("src no hidden no ignored")),
            ("rg -l --hidden x", Some(". no ignored by content")),
            ("rg x", None),
            ("git ls-files", Some(". no ignored")),
            ("git ls-files -o app", Some("app")),
            ("git log", None),
            ("fd -H .env", Some(". *?env* no ignored")),
            ("fd -g '*.env' app", Some("app *.env no hidden no ignored")),
            ("ls -a | grep env", Some("ls -a *env*")),
            ("find . | grep -iE '^./(env|key)'", None),
            ("ls -a | grep -E '^\\.env|\\.pem$'", Some("ls -a .env* *.pem")),
            ("ls -a | grep -c env", None),
            ("echo x | grep env", None),
            ("fd '(a|b)'", None),
            ("fd -H -e md -e txt . src", Some("src *?* *.md *.txt no ignored")),
            ("cat x", None),
        ] {
            assert_eq!(shown(line).as_deref(), expected, "{line}");
        }
    }

    #[test]
    fn plain_expressions_are_globs() {
        for (regex, expected) in [
            ("env", Some("*env*")),
            ("^\\.env$", Some(".env")),
            ("\\.rs$", Some("*.rs")),
            ("a.b", Some("*a?b*")),
            ("a.*b$", Some("*a*b")),
            ("a|b", None),
            ("[ab]", None),
            ("a\\$", None),
        ] {
            assert_eq!(glob_of(regex).as_deref(), expected, "{regex}");
        }
    }
}
