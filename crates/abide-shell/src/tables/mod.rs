//! Data about programs: which words of their arguments are commands, files,
//! text or something else.
//!
//! One room for each family of programs; [`row`] says what a row can tell and
//! [`arguments`](crate::arguments) applies rows to argument vectors. To teach
//! abide a program, add one row to the room where it belongs, with the manual
//! that the row was read from.

mod agents;
mod build;
mod builtins;
mod develop;
mod feed;
mod files;
pub mod find;
mod git;
mod interpreters;
mod names;
mod net;
mod option;
mod package;
pub mod parallel;
mod part;
mod powershell;
mod privilege;
mod reading;
mod remote;
pub mod row;
mod run;
mod runners;
mod sieve;
mod text;
pub mod walk;

pub use interpreters::MODULES;
pub use names::{ByName, OneOf};
pub use package::{MANAGERS, package_scripts};
pub use row::{Arg, Feeds, Language, Opt, Order, Program, Role};
pub use sieve::Sieve;

use names::Places;

/// The rooms. Those of programs that read options with getopt_long(3), or as
/// it does, take the beginning of an option's name for the name.
static ROOMS: [(&[Program], Names); 16] = [
    (agents::ROWS, Names::Whole),
    (build::ROWS, Names::Whole),
    (builtins::ROWS, Names::Beginnings),
    (develop::ROWS, Names::Whole),
    (feed::ROWS, Names::Beginnings),
    (files::ROWS, Names::Beginnings),
    (git::ROWS, Names::Beginnings),
    (interpreters::ROWS, Names::Whole),
    (net::ROWS, Names::Beginnings),
    (powershell::ROWS, Names::Whole),
    (privilege::ROWS, Names::Beginnings),
    (reading::ROWS, Names::Whole),
    (remote::ROWS, Names::Whole),
    (run::ROWS, Names::Beginnings),
    (runners::ROWS, Names::Whole),
    (text::ROWS, Names::Beginnings),
];

/// How the names of long options may be written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Names {
    Whole,
    Beginnings,
}

/// One name of a program, and one of its rows.
#[derive(Clone, Copy)]
struct Entry {
    name: &'static str,
    row: &'static Program,
    names: Names,
}

/// Every name of every row, sorted while the crate compiles. Rows of one
/// name stand together, the program's own first.
static INDEX: [Entry; count()] = sorted();

/// Where in [`INDEX`] the rows of one program begin, and where they end.
static FAMILIES: [(usize, usize); count()] = families();

/// Where a program stands in [`FAMILIES`].
static PLACES: Places<4096> = places();

const fn families() -> [(usize, usize); count()] {
    let (mut families, mut found, mut at) = ([(0, 0); count()], 0, 0);
    while at < INDEX.len() {
        let start = at;
        while at < INDEX.len() && !less(INDEX[start].name, INDEX[at].name) {
            at += 1;
        }
        families[found] = (start, at);
        found += 1;
    }
    families
}

const fn places() -> Places<4096> {
    let (mut places, mut at) = (Places::NONE, 0);
    while at < FAMILIES.len() && FAMILIES[at].1 > 0 {
        places = places.with(INDEX[FAMILIES[at].0].name, at);
        at += 1;
    }
    places
}

/// All rows of the program called `name` (a base name): that of the program
/// itself and those of its subcommands.
fn rows(name: &str) -> &'static [Entry] {
    let found = PLACES.find(name, |at| INDEX[FAMILIES[at].0].name == name);
    found.map_or(&[], |at| &INDEX[FAMILIES[at].0..FAMILIES[at].1])
}

/// Whether any table knows the program called `name` (a base name).
pub fn is_known(name: &str) -> bool {
    !Family::of(name).0.is_empty()
}

/// Programs that run others in the same place as another one does.
const KIN: &[(&str, &str)] = &[("uv", "uv"), ("uvx", "uv")];

/// Whether what one of the two programs runs may as well be run by the other.
pub fn are_kin(one: &str, other: &str) -> bool {
    let kin = |name: &str| KIN.iter().find(|(program, _)| *program == name).map(|(_, kin)| kin);
    kin(one).is_some() && kin(one) == kin(other)
}

/// What stands for a program, or a level of subcommands, that has no row.
pub static UNKNOWN: Program = row::row("");

/// All rows of one program: its own and those of its subcommands.
#[derive(Clone, Copy)]
pub struct Family(&'static [Entry]);

impl Family {
    /// The rows for a program's base name. A version at its end is no part of
    /// the name: `python3.12` is `python`.
    pub fn of(name: &str) -> Family {
        let found = rows(name);
        let bare = name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
        Family(if found.is_empty() && bare.len() < name.len() { rows(bare) } else { found })
    }

    /// Whether long options may be abbreviated.
    pub fn abbreviates(self) -> bool {
        self.0.first().is_some_and(|entry| entry.names == Names::Beginnings)
    }

    /// Whether there are rows for subcommands.
    pub fn has_subcommands(self) -> bool {
        self.0.iter().any(|entry| entry.row.is_subcommand())
    }

    /// The row at this path of subcommands; `UNKNOWN` where there are only
    /// rows further down.
    pub fn at(self, path: &[&str]) -> Option<&'static Program> {
        let first = path.first().map(|word| Sieve::one(word));
        let may_be = |entry: &&Entry| first.is_none_or(|first| entry.row.may_begin(first));
        let mut found = None;
        for entry in self.0.iter().filter(may_be) {
            match entry.row.below(path) {
                Some("") => return Some(entry.row),
                Some(_) => found = Some(&UNKNOWN),
                None => {}
            }
        }
        found
    }
}

/// How many names the programs of all rows have.
const fn count() -> usize {
    let (mut total, mut room) = (0, 0);
    while room < ROOMS.len() {
        let mut row = 0;
        while row < ROOMS[room].0.len() {
            let name = ROOMS[room].0[row].name.as_bytes();
            total += 1;
            let mut at = 0;
            while at < name.len() && name[at] != b' ' {
                total += (name[at] == b'|') as usize;
                at += 1;
            }
            row += 1;
        }
        room += 1;
    }
    total
}

const fn sorted() -> [Entry; count()] {
    let mut entries = [Entry { name: "", row: &ROOMS[0].0[0], names: ROOMS[0].1 }; count()];
    let (mut filled, mut room) = (0, 0);
    while room < ROOMS.len() {
        let mut row = 0;
        while row < ROOMS[room].0.len() {
            let (mut rest, mut more) = (ROOMS[room].0[row].name, true);
            while more {
                let (mut end, bytes) = (0, rest.as_bytes());
                while end < bytes.len() && bytes[end] != b'|' && bytes[end] != b' ' {
                    end += 1;
                }
                more = end < bytes.len() && bytes[end] == b'|';
                let (name, after) = rest.split_at(end);
                rest = if more { after.split_at(1).1 } else { "" };
                let (row, names) = (&ROOMS[room].0[row], ROOMS[room].1);
                entries[filled] = Entry { name, row, names };
                filled += 1;
            }
            row += 1;
        }
        room += 1;
    }
    heap_sort(&mut entries);
    entries
}

/// Sorting at compile time needs a `const fn`, which the library has none of.
const fn heap_sort(entries: &mut [Entry]) {
    let mut root = entries.len() / 2;
    while root > 0 {
        root -= 1;
        sift_down(entries, root, entries.len());
    }
    let mut end = entries.len();
    while end > 1 {
        end -= 1;
        entries.swap(0, end);
        sift_down(entries, 0, end);
    }
}

const fn sift_down(entries: &mut [Entry], mut root: usize, end: usize) {
    while 2 * root + 1 < end {
        let mut child = 2 * root + 1;
        if child + 1 < end && before(&entries[child], &entries[child + 1]) {
            child += 1;
        }
        if !before(&entries[root], &entries[child]) {
            return;
        }
        entries.swap(root, child);
        root = child;
    }
}

const fn before(left: &Entry, right: &Entry) -> bool {
    less(left.name, right.name)
        || !less(right.name, left.name) && !left.row.is_subcommand() && right.row.is_subcommand()
}

const fn less(left: &str, right: &str) -> bool {
    let (left, right) = (left.as_bytes(), right.as_bytes());
    let mut at = 0;
    while at < left.len() && at < right.len() {
        if left[at] != right[at] {
            return left[at] < right[at];
        }
        at += 1;
    }
    left.len() < right.len()
}

#[cfg(test)]
mod tests;
