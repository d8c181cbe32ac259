//! How many of the ways in which bash reaches a command are seen, and how
//! often a line that only mentions one is blocked.
//!
//! `corpus/shell.jsonl` and `corpus/compositions.jsonl` hold lines, each with
//! what real bash did with it: whether a command that breaks the row's rule
//! ran. Four rules as a person would write them are judged on all of them.
//! The floors below are what is reached today: they only go up. To see the
//! table and the lines behind it:
//!
//! ```text
//! cargo test -p abide-rules --test reach -- --nocapture
//! ```

mod support;

use abide_rules::RuleSet;
use serde_json::Value;
use std::collections::BTreeMap;
use support::{Disk, rules, shell};

const SHELL: &str = include_str!("../../../corpus/shell.jsonl");
const COMPOSITIONS: &str = include_str!("../../../corpus/compositions.jsonl");

/// The least number of lines to catch in a family, of those in which bash ran
/// the command.
const FLOORS: &[(&str, usize)] = &[
    ("alias", 15),
    ("builtin", 115),
    ("compound", 155),
    ("expand", 185),
    ("feed", 135),
    ("file", 65),
    ("function", 65),
    ("heredoc", 105),
    ("interp", 55),
    ("mix", 603),
    ("ops", 145),
    ("priv", 110),
    ("quote", 155),
    ("shell", 185),
    ("size", 35),
    ("subst", 175),
    ("syntax", 59),
    ("tool", 100),
    ("wrap", 190),
];

/// The most lines that may be blocked though bash did not run the command.
/// A family that is not here has none: these only go down.
const CEILINGS: &[(&str, usize)] = &[];

/// A line, and what bash did with it.
struct Row {
    id: String,
    family: String,
    class: String,
    rule: &'static str,
    runs: bool,
    line: String,
}

#[derive(Default)]
struct Tally {
    ran: usize,
    caught: usize,
    idle: usize,
    blocked: usize,
}

fn four_rules() -> RuleSet {
    rules(
        r#"[
        {"id": "npm", "kind": "forbid_command", "pattern": "^npm(?:\\s|$)"},
        {"id": "git", "kind": "forbid_command",
         "pattern": "^git\\b.*\\spush\\b.*(?:\\s--force(?:-with-lease)?\\b|\\s-[a-zA-Z]*f[a-zA-Z]*\\b|\\s\\+\\S)"},
        {"id": "rm", "kind": "forbid_command",
         "pattern": "^rm\\b(?=.*\\s(?:-[a-zA-Z]*[rR][a-zA-Z]*|--recursive)(?:\\s|$))(?=.*\\s(?:-[a-zA-Z]*f[a-zA-Z]*|--force)(?:\\s|$))"},
        {"id": "cat", "kind": "protect_path", "tool": "read|shell", "pattern": ".env"}
        ]"#,
    )
}

fn rows(corpus: &str) -> Vec<Row> {
    let row = |line: &str| {
        let row: Value = serde_json::from_str(line).expect("a row is one JSON object");
        let text =
            |field: &str| row[field].as_str().unwrap_or_else(|| panic!("no {field}: {row}")).to_owned();
        let rule = ["npm", "git", "rm", "cat"].into_iter().find(|rule| row["rule"] == *rule);
        Row {
            id: text("id"),
            family: text("family"),
            class: text("class"),
            rule: rule.unwrap_or_else(|| panic!("not a rule: {row}")),
            runs: row["runs"].as_bool().expect("`runs` is true or false"),
            line: text("cmd"),
        }
    };
    corpus.lines().map(row).collect()
}

/// The rows that `wanted` takes, judged, family by family. Rows that differ
/// from bash are printed.
fn judge(corpus: &str, wanted: impl Fn(&Row) -> bool) -> BTreeMap<String, Tally> {
    let set = four_rules();
    let mut tallies: BTreeMap<String, Tally> = BTreeMap::new();
    for row in rows(corpus).iter().filter(|row| wanted(row)) {
        // A line may break several rules: `npm exec -- git push --force` does.
        let hits = set.hits(&shell(&row.line), &Disk);
        let blocked = hits.iter().any(|hit| hit.rule == row.rule || hit.rule == "limit");
        let tally = tallies.entry(row.family.clone()).or_default();
        if row.runs {
            tally.ran += 1;
            tally.caught += usize::from(blocked);
        } else {
            tally.idle += 1;
            tally.blocked += usize::from(blocked);
        }
        if blocked != row.runs {
            println!("{} {}: {:?}", if blocked { "FALSE " } else { "MISSED" }, row.id, row.line);
        }
    }
    tallies
}

fn print(title: &str, tallies: &BTreeMap<String, Tally>) {
    println!("\n{title:<16} {:>6} {:>6} {:>7} {:>9} {:>7}", "ran", "caught", "%", "not run", "blocked");
    let mut all = Tally::default();
    for (family, tally) in tallies {
        line(family, tally);
        all.ran += tally.ran;
        all.caught += tally.caught;
        all.idle += tally.idle;
        all.blocked += tally.blocked;
    }
    line("all", &all);
}

fn line(name: &str, tally: &Tally) {
    let share = match tally.ran {
        0 => String::from("-"),
        ran => format!("{:.1}", 100.0 * tally.caught as f64 / ran as f64),
    };
    println!(
        "{name:<16} {:>6} {:>6} {share:>7} {:>9} {:>7}",
        tally.ran, tally.caught, tally.idle, tally.blocked
    );
}

/// What a family has to reach, by its name.
fn of(table: &[(&str, usize)], family: &str) -> usize {
    table.iter().find(|(name, _)| *name == family).map_or(0, |(_, count)| *count)
}

/// What got worse than the tables say.
fn worse(tallies: &BTreeMap<String, Tally>) -> Vec<String> {
    let mut worse = Vec::new();
    for (family, tally) in tallies {
        let (floor, ceiling) = (of(FLOORS, family), of(CEILINGS, family));
        if tally.caught < floor {
            worse.push(format!("{family}: {} of {} caught, {floor} before", tally.caught, tally.ran));
        }
        if tally.blocked > ceiling {
            worse.push(format!("{family}: {} of {} blocked, {ceiling} before", tally.blocked, tally.idle));
        }
    }
    worse
}

#[test]
fn commands_are_caught_in_every_family_and_text_never_is() {
    let tallies = judge(SHELL, |row| row.class == "local");
    print("shell.jsonl", &tallies);
    assert!(FLOORS.iter().all(|(family, _)| *family == "mix" || tallies.contains_key(*family)));
    assert_eq!(worse(&tallies), Vec::<String>::new());
}

#[test]
fn compositions_of_two_and_three_ways_are_caught() {
    let tallies = judge(COMPOSITIONS, |row| row.class == "local");
    print("compositions", &tallies);
    assert_eq!(worse(&tallies), Vec::<String>::new());
}

/// Dead code, other machines, lines that only dash refuses: `corpus/README.md`
/// says what each class is. Not a promise: printed, and never asserted.
#[test]
fn what_a_policy_decides_is_reported_apart() {
    let both = [SHELL, COMPOSITIONS].concat();
    for class in ["unreached", "remote", "dash", "machine", "policy"] {
        print(class, &judge(&both, |row| row.class == class));
    }
}
