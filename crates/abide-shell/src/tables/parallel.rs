//! The arguments of parallel(1), GNU 2024: a command and lists of values.

use super::Role;
use crate::arguments;
use std::ops::Range;

/// What a parallel command runs, and on what.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parallel {
    /// The words that, joined by blanks, are shell text with `{}` for a
    /// value. None: each value is shell text itself. Without a `{}` the value
    /// comes last.
    pub template: Range<usize>,
    /// The lists of values. None: the values are read from stdin.
    pub sources: Vec<Source>,
}

/// A list of values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The words of the list.
    pub words: Range<usize>,
    /// They name files that hold the values (`::::`).
    pub files: bool,
}

/// Reads the words of a parallel command; `argv[0]` is parallel itself.
pub fn read(argv: &[&str]) -> Parallel {
    let template = arguments::read(argv).uses.into_iter().find(|one| one.role == Role::ScriptWords);
    let start = template.map_or(argv.len(), |one| one.word);
    let separator = |from: usize| (from..argv.len()).find(|at| is_separator(argv[*at])).unwrap_or(argv.len());
    let mut at = separator(start);
    let mut parallel = Parallel { template: start..at, sources: Vec::new() };
    while at < argv.len() {
        let end = separator(at + 1);
        let files = argv[at].starts_with("::::");
        parallel.sources.push(Source { words: at + 1..end, files });
        at = end;
    }
    parallel
}

fn is_separator(word: &str) -> bool {
    matches!(word, ":::" | ":::+" | "::::" | "::::+")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(line: &str) -> String {
        let argv: Vec<&str> = line.split(' ').collect();
        let parallel = read(&argv);
        let sources = parallel.sources.iter().map(|source| {
            let kind = if source.files { "files" } else { "values" };
            format!("{kind} {}", argv[source.words.clone()].join(" "))
        });
        let template = argv[parallel.template.clone()].join(" ");
        std::iter::once(template).chain(sources).collect::<Vec<_>>().join(", ")
    }

    #[test]
    fn template_and_values() {
        let table = [
            ("parallel npm i ::: a b", "npm i, values a b"),
            ("parallel ::: npm ls", ", values npm ls"),
            (
                "parallel -j 4 --halt now,fail=1 npm {} ::: i ci ::: x :::: f",
                "npm {}, values i ci, values x, files f",
            ),
            ("parallel -j1 npm", "npm"),
            ("parallel", ""),
            ("parallel :::", ", values "),
        ];
        for (line, expected) in table {
            assert_eq!(shown(line), expected, "{line}");
        }
    }
}
