//! The arguments of find(1), GNU findutils 4.9 and FreeBSD: an expression,
//! not options and operands.

use super::Role;
use crate::arguments::Use;
use crate::{Name, Walk};
use std::ops::Range;

/// What a find command starts from and does.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Find {
    /// The words that name where it starts; none means the current folder.
    pub starts: Vec<usize>,
    /// The commands it runs, in order.
    pub commands: Vec<Exec>,
    /// Other words that are a file or text, in order.
    pub uses: Vec<Use>,
    /// It removes what it finds.
    pub deletes: bool,
    /// What it finds is empty: no file whose text could be lost.
    pub empty: bool,
}

/// A command that find runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exec {
    /// Its words, without the `;` or `+` that ends it. Those that hold `{}`
    /// get the names of what is found.
    pub words: Range<usize>,
    /// It runs in the folder of what is found (`-execdir`, `-okdir`).
    pub in_folder: bool,
}

/// Predicates with a value that is neither file nor text.
const VALUES: &[&str] = &[
    "-amin",
    "-atime",
    "-Bmin",
    "-Btime",
    "-cmin",
    "-context",
    "-ctime",
    "-flags",
    "-fstype",
    "-gid",
    "-group",
    "-inum",
    "-links",
    "-maxdepth",
    "-mindepth",
    "-mmin",
    "-mtime",
    "-perm",
    "-regextype",
    "-size",
    "-type",
    "-uid",
    "-used",
    "-user",
    "-xtype",
];

/// Predicates with a value that is searched for or said.
const TEXTS: &[&str] = &[
    "-ilname",
    "-iname",
    "-ipath",
    "-iregex",
    "-iwholename",
    "-lname",
    "-name",
    "-path",
    "-printf",
    "-regex",
    "-wholename",
];

/// Predicates with a value that is a file, of which only the name and dates are looked at.
const NAMES: &[&str] = &["-anewer", "-cnewer", "-mnewer", "-newer", "-samefile"];

/// Predicates with a value that is a file to write.
const WRITES: &[&str] = &["-fls", "-fprint", "-fprint0", "-fprintf"];

/// Reads the words of a find command; `argv[0]` is find itself.
pub fn read(argv: &[&str]) -> Find {
    let mut find = Find::default();
    let mut at = 1;
    let mut in_expression = false;
    while let Some(&word) = argv.get(at) {
        at += 1;
        in_expression |= begins_expression(word);
        match word {
            "-exec" | "-execdir" | "-ok" | "-okdir" => {
                let words = command(argv, at);
                at = words.end + 1;
                find.commands.push(Exec { words, in_folder: word.ends_with("dir") });
            }
            "-delete" => find.deletes = true,
            "-empty" => find.empty = true,
            // What follows `-D` and `-f` here stands before the expression.
            "-D" => at += 1,
            "-f" => {
                find.starts.extend((at < argv.len()).then_some(at));
                at += 1;
            }
            _ if in_expression => {
                let Some(role) = value_of(word) else { continue };
                if let Some(value) = argv.get(at) {
                    find.uses.push(Use::new(at, 0..value.len(), role));
                }
                // The second value of `-fprintf` is its format.
                at += 1 + usize::from(word == "-fprintf");
            }
            _ if is_option(word) => {}
            _ => find.starts.push(at - 1),
        }
    }
    find
}

/// Which of the files below its starts a find comes to, as far as their names
/// tell. Tests of dates, sizes and owners are taken to hold.
pub fn walk(argv: &[&str]) -> Walk {
    let mut walk = Walk::default();
    let mut names: Vec<Name> = Vec::new();
    let mut negated = false;
    let mut either = false;
    let expression = argv.iter().position(|word| begins_expression(word)).unwrap_or(argv.len());
    let mut words = argv[expression..].iter();
    while let Some(&word) = words.next() {
        match word {
            "!" | "-not" => {
                negated = true;
                continue;
            }
            _ if is_or(word) => either = true,
            // What is pruned is left out of what comes after an `-o`, and without
            // one it is what is found.
            "-prune" if words.as_slice().iter().any(|word| is_or(word)) => walk.except.extend(names.pop()),
            "-prune" => {}
            "-name" | "-iname" | "-path" | "-ipath" | "-wholename" | "-iwholename" => {
                let Some(&pattern) = words.next() else { break };
                let any_case = word.starts_with("-i");
                let name = Name {
                    pattern: pattern.to_owned(),
                    path: !word.ends_with("name") || word.contains("whole"),
                    any_case,
                };
                if negated { walk.except.push(name) } else { names.push(name) }
            }
            "-maxdepth" => walk.depth = words.next().and_then(|depth| depth.parse().ok()),
            "-type" => {
                let folder = words.next() == Some(&"d");
                walk.folders = Some(folder != negated);
            }
            "-exec" | "-execdir" | "-ok" | "-okdir" => {
                words.by_ref().take_while(|word| !matches!(**word, ";" | "+")).for_each(drop);
            }
            _ if value_of(word).is_some() => drop(words.next()),
            _ => {}
        }
        negated = false;
    }
    // `-name a -o -name b`: one of them must match. Without `-o`, each.
    walk.only = match either {
        true if names.is_empty() => Vec::new(),
        true => vec![names],
        false => names.into_iter().map(|name| vec![name]).collect(),
    };
    if either {
        walk.folders = None;
    }
    walk
}

/// What the word after a predicate is, if it takes one.
pub fn value_of(predicate: &str) -> Option<Role> {
    let is = |names: &[&str]| names.contains(&predicate);
    match () {
        () if is(VALUES) => Some(Role::Skip),
        () if is(TEXTS) => Some(Role::Free),
        () if is(NAMES) || predicate.starts_with("-newer") => Some(Role::Name),
        () if is(WRITES) => Some(Role::Write),
        () if predicate == "-files0-from" => Some(Role::Read),
        () => None,
    }
}

/// The words of the command that begins at `start`: up to a `;`, or to a `+`
/// right after `{}`. If neither comes, up to the end.
fn command(argv: &[&str], start: usize) -> Range<usize> {
    let start = start.min(argv.len());
    let ends = |at: usize| argv[at] == ";" || argv[at] == "+" && at > start && argv[at - 1] == "{}";
    start..(start..argv.len()).find(|at| ends(*at)).unwrap_or(argv.len())
}

fn is_or(word: &str) -> bool {
    matches!(word, "-o" | "-or" | ",")
}

fn begins_expression(word: &str) -> bool {
    matches!(word, "(" | ")" | "!" | ",") || word.starts_with('-') && !is_option(word)
}

/// Options that stand before the places where find starts.
fn is_option(word: &str) -> bool {
    let level = word.strip_prefix("-O").is_some_and(|rest| rest.bytes().all(|b| b.is_ascii_digit()));
    level || matches!(word, "-H" | "-L" | "-P" | "-E" | "-X" | "-d" | "-s" | "-x" | "-D" | "-f" | "--")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(line: &str) -> String {
        let argv: Vec<&str> = line.split(' ').collect();
        let find = read(&argv);
        let starts = find.starts.iter().map(|at| format!("from {}", argv[*at]));
        let commands = find.commands.iter().map(|exec| {
            let verb = if exec.in_folder { "there" } else { "run" };
            format!("{verb} {}", argv[exec.words.clone()].join(" "))
        });
        let uses = find.uses.iter().map(|one| format!("{:?} {}", one.role, argv[one.word]));
        let deletes = find.deletes.then(|| "delete".to_owned());
        starts.chain(commands).chain(uses).chain(deletes).collect::<Vec<_>>().join(", ")
    }

    #[test]
    fn commands_starts_and_values() {
        let table = [
            ("find . -exec npm ci {} +", "from ., run npm ci {}"),
            (
                "find a b -name x -exec rm -f {} ; -exec echo + ;",
                "from a, from b, run rm -f {}, run echo +, Free x",
            ),
            ("find -L src -execdir npm ci ;", "from src, there npm ci"),
            ("find . -name -exec -o -ok rm {} ;", "from ., run rm {}, Free -exec"),
            ("find ( -maxdepth 0 -o -name x ) -exec npm i ;", "run npm i, Skip 0, Free x"),
            ("find .env -newer .git -fprintf out %p -delete", "from .env, Name .git, Write out, delete"),
            ("find . -exec npm", "from ., run npm"),
            ("find . -exec", "from ., run "),
            ("find . -name", "from ."),
            ("find", ""),
            ("find -O3 -D tree . -okdir a {} + -print", "from ., there a {}"),
        ];
        for (line, expected) in table {
            assert_eq!(shown(line), expected, "{line}");
        }
    }
}
