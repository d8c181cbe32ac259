//! What clients of databases read: their own commands (`\\! npm i`, `.shell npm i`,
//! `.read x.sql`), and the few functions of SQL that start a program or open a
//! file. All other SQL is text.

use super::Start;
use super::value::slice;
use crate::{Access, Mapped};
use std::ops::Range;

/// What a command does with the rest of its line.
#[derive(Clone, Copy)]
enum Does {
    Script,
    Open(Access),
}

/// psql(1) 16, sqlite3(1) 3.46, mysql(1) 8.4, DuckDB 1
const COMMANDS: &[(&str, Does)] = &[
    ("\\!", Does::Script),
    ("\\i ", Does::Open(Access::Read)),
    ("\\ir ", Does::Open(Access::Read)),
    ("\\o ", Does::Open(Access::Write)),
    (".shell ", Does::Script),
    (".system ", Does::Script),
    (".read ", Does::Open(Access::Read)),
    (".import ", Does::Open(Access::Read)),
    (".open ", Does::Open(Access::Both)),
    (".output ", Does::Open(Access::Write)),
    (".once ", Does::Open(Access::Write)),
    (".backup ", Does::Open(Access::Write)),
    ("system ", Does::Script),
    ("source ", Does::Open(Access::Read)),
];

/// Words and functions before a text in quotes, in lower case.
const BEFORE_TEXT: &[(&str, Does)] = &[
    ("program ", Does::Script),
    ("infile ", Does::Open(Access::Read)),
    ("outfile ", Does::Open(Access::Write)),
    ("dumpfile ", Does::Open(Access::Write)),
    ("load_file(", Does::Open(Access::Read)),
    ("pg_read_file(", Does::Open(Access::Read)),
    ("pg_read_binary_file(", Does::Open(Access::Read)),
    ("readfile(", Does::Open(Access::Read)),
    ("read_blob(", Does::Open(Access::Read)),
    ("read_csv(", Does::Open(Access::Read)),
    ("read_csv_auto(", Does::Open(Access::Read)),
    ("read_json(", Does::Open(Access::Read)),
    ("read_json_auto(", Does::Open(Access::Read)),
    ("read_text(", Does::Open(Access::Read)),
];

/// The most texts in quotes that are looked at in one line.
const MOST_TEXTS: usize = 64;

/// What the lines would start.
pub(super) fn starts(code: &Mapped) -> Vec<Start> {
    let mut found = Vec::new();
    let mut at = 0;
    for line in code.text().split_inclusive('\n') {
        let start = at + line.len() - line.trim_start().len();
        at += line.len();
        let text = line.trim();
        match COMMANDS.iter().find(|(name, _)| text.starts_with(name)) {
            Some((name, Does::Script)) => {
                let script = slice(code, start + name.len()..start + text.trim_end_matches(';').len());
                found.push(Start::Script(script));
            }
            Some((name, Does::Open(access))) => {
                let rest = &text[name.len()..];
                let mut words = rest.split_whitespace().filter(|word| !word.starts_with('-'));
                let Some(word) = words.next() else { continue };
                let bare = word.trim_matches(['\'', '"']);
                let from = start + bare.as_ptr() as usize - text.as_ptr() as usize;
                found.push(Start::Open { path: slice(code, from..from + bare.len()), access: *access });
            }
            None => found.extend(functions(code, start..start + text.len())),
        }
    }
    found
}

/// `copy t from program 'npm i'`, `read_csv('x.csv')`, `\\copy t from 'x'`
fn functions(code: &Mapped, range: Range<usize>) -> Vec<Start> {
    let line = &code.text()[range.clone()];
    let mut found = Vec::new();
    let mut quotes = line.match_indices('\'').map(|(at, _)| at);
    for _ in 0..MOST_TEXTS {
        let (Some(open), Some(close)) = (quotes.next(), quotes.next()) else { break };
        let before = line[..open].to_ascii_lowercase();
        let copies = before.trim_start().starts_with("\\copy ") || before.trim_start().starts_with("copy ");
        let does = BEFORE_TEXT.iter().find(|(words, _)| before.ends_with(words)).map(|(_, does)| *does);
        let text = slice(code, range.start + open + 1..range.start + close);
        match does {
            Some(Does::Script) => found.push(Start::Script(text)),
            Some(Does::Open(access)) => found.push(Start::Open { path: text, access }),
            None if copies && before.ends_with(" from ") => {
                found.push(Start::Open { path: text, access: Access::Read });
            }
            None if copies && before.ends_with(" to ") => {
                found.push(Start::Open { path: text, access: Access::Write });
            }
            None => {}
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::tests::check;
    use crate::tables::Language;

    #[test]
    fn clients_of_databases() {
        check(
            Language::Sql,
            &[
                ("\\! npm i", &["$  npm i"]),
                ("select 1;\n\\! npm i\n", &["$  npm i"]),
                (".shell npm i", &["$ npm i"]),
                ("system npm i;", &["$ npm i"]),
                (".read .env", &["< .env"]),
                (".import --csv .env t", &["< .env"]),
                (".output '.env'", &["> .env"]),
                ("\\i x.sql", &["< x.sql"]),
                ("COPY t FROM PROGRAM 'npm i'", &["$ npm i"]),
                ("\\copy t from '.env' csv", &["< .env"]),
                ("copy (select 1) to '.env'", &["> .env"]),
                ("select * from read_csv('.env')", &["< .env"]),
                ("select load_file('.env')", &["< .env"]),
                ("select 'npm i', '.shell npm i'", &[]),
                ("-- \\! npm i", &[]),
                ("insert into t values('copy t from program')", &[]),
                ("'", &[]),
            ],
        );
    }
}
