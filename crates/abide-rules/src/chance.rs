//! Which rules a command is about, by the name of its program.
//!
//! A rule about `git push --force` could be broken by any call of `git`, and by no
//! call of `ls`: that is what the share of broken calls is of.

use crate::pattern::{self, Name};
use crate::rewrite;
use crate::rule::{Kind, Matcher, Rule};
use crate::set::File;
use foldhash::HashMap;

/// Rules by the programs that they are about. Numbers are places in the list of
/// rules.
#[derive(Debug, Default)]
pub(crate) struct Chances {
    whole: HashMap<String, Vec<usize>>,
    open: Vec<(Name, usize)>,
    /// Rules that are about any command.
    any: Vec<usize>,
    /// What rules say to use instead.
    pub instead: Vec<Instead>,
}

/// What a rule says to use instead of what it forbids.
#[derive(Debug)]
pub(crate) struct Instead {
    pub rule: usize,
    /// The first words of such a command, as it runs.
    pub words: String,
    /// Whether it is the `replacement`, and not a row of `rewrite`.
    pub is_replacement: bool,
}

impl Chances {
    /// Those of `rules`, the tables of `rewrite` being in `files`.
    pub fn of(rules: &[Rule], files: &[File]) -> Self {
        let mut chances = Chances::default();
        for (at, rule) in rules.iter().enumerate().filter(|(_, rule)| rule.kind == Kind::ForbidCommand) {
            match names(&rule.matcher) {
                Some(names) => names.into_iter().for_each(|name| chances.add(name, at)),
                None => chances.any.push(at),
            }
            let table = rule.rewrite.and_then(|(file, span)| files[file].text.get(span.range()));
            let rewritten = table.map(rewrite::beginnings).unwrap_or_default();
            let words = rule.replacement.iter().map(|words| (words, true));
            let words = words.chain(rewritten.iter().map(|words| (words, false)));
            chances.instead.extend(words.map(|(words, is_replacement)| Instead {
                rule: at,
                words: as_run(words),
                is_replacement,
            }));
        }
        chances
    }

    fn add(&mut self, name: Name, at: usize) {
        if name.is_whole() {
            self.whole.entry(name.start).or_default().push(at);
        } else {
            self.open.push((name, at));
        }
    }

    /// The rules that are about a call of this program.
    pub fn about<'c>(&'c self, program: &'c str) -> impl Iterator<Item = usize> + 'c {
        let whole = self.whole.get(program).into_iter().flatten();
        let open = self.open.iter().filter(|(name, _)| name.covers(program)).map(|(_, at)| at);
        self.any.iter().chain(whole).chain(open).copied()
    }
}

fn names(matcher: &Matcher) -> Option<Vec<Name>> {
    match matcher {
        Matcher::Regex(pattern) => pattern::names(&pattern::tree(pattern.text()).ok()?),
        Matcher::Program(name) => Some(vec![Name::whole(name)]),
        Matcher::Glob(_) | Matcher::Nothing => Some(Vec::new()),
    }
}

/// The words of a replacement as a command shows them that runs with them.
fn as_run(words: &str) -> String {
    let mut words = words.split_whitespace();
    let program = words.next().map_or("", |program| program.rsplit('/').next().unwrap_or(program));
    std::iter::once(program).chain(words).collect::<Vec<_>>().join(" ")
}
