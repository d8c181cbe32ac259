//! The table: agents down, what was tried across.

use serde_json::{Map, Value, json};
use std::fmt;

/// What is tried, in the order of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Column {
    ShellBlocked,
    ShellPasses,
    Edit,
    Read,
    Mcp,
    Subagent,
    Subfolder,
    Crash,
    Uninstall,
}

/// The columns with their names in JSON and their titles.
pub const COLUMNS: &[(Column, &str, &str)] = &[
    (Column::ShellBlocked, "shell_blocked", "`npm i`"),
    (Column::ShellPasses, "shell_passes", "`pnpm i`"),
    (Column::Edit, "edit", "edit of `dist/`"),
    (Column::Read, "read", "read of `.env`"),
    (Column::Mcp, "mcp", "MCP tool"),
    (Column::Subagent, "subagent", "subagent"),
    (Column::Subfolder, "subfolder", "started in a subfolder"),
    (Column::Crash, "crash", "hook killed, missing"),
    (Column::Uninstall, "uninstall", "uninstalled byte for byte"),
];

/// What came of one trial.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cell {
    /// As it must be.
    Good(String),
    /// Not as it must be.
    Bad(String),
    /// The agent ended before it came to that.
    Unreached(String),
    /// The agent has no such thing.
    Absent(String),
    /// A fact that is not judged.
    Told(String),
}

impl Cell {
    /// Takes in what came of a second trial for the same column: the worse of
    /// the two stays, and a block says more than a harmless call that ran.
    pub fn and(&mut self, other: Cell) {
        if other.weight() >= self.weight() {
            *self = other;
        }
    }

    fn weight(&self) -> u8 {
        match self {
            Cell::Told(_) => 0,
            Cell::Good(_) => 1,
            Cell::Absent(_) => 2,
            Cell::Unreached(_) => 3,
            Cell::Bad(_) => 4,
        }
    }

    pub fn failed(&self) -> bool {
        matches!(self, Cell::Bad(_) | Cell::Unreached(_))
    }

    fn key(&self) -> &'static str {
        match self {
            Cell::Good(_) => "good",
            Cell::Bad(_) => "bad",
            Cell::Unreached(_) => "unreached",
            Cell::Absent(_) => "absent",
            Cell::Told(_) => "told",
        }
    }

    fn text(&self) -> &str {
        match self {
            Cell::Good(text)
            | Cell::Bad(text)
            | Cell::Unreached(text)
            | Cell::Absent(text)
            | Cell::Told(text) => text,
        }
    }
}

/// In the table: short.
impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Cell::Good(text) | Cell::Told(text) => f.write_str(text),
            Cell::Bad(_) => f.write_str("**NO**"),
            Cell::Unreached(_) => f.write_str("not reached"),
            Cell::Absent(_) => f.write_str("-"),
        }
    }
}

/// What came of one agent.
pub struct Row {
    pub id: &'static str,
    pub title: &'static str,
    pub version: &'static str,
    pub cells: Vec<(Column, Cell)>,
    /// Ways round the hook, with what became of `npm i`.
    pub ways: Vec<(&'static str, String)>,
    /// Why it could not be tried.
    pub skipped: Option<String>,
    /// What had to be tried again.
    pub again: Vec<String>,
    /// What a person would have approved.
    pub trust: &'static str,
}

impl Row {
    pub fn failed(&self) -> bool {
        self.cells.iter().any(|(_, cell)| cell.failed())
    }

    fn cell(&self, wanted: Column) -> Option<&Cell> {
        self.cells.iter().find(|(column, _)| *column == wanted).map(|(_, cell)| cell)
    }
}

/// The table in Markdown; agents that were skipped are not in it, and without
/// any other it is empty.
pub fn table(rows: &[Row]) -> String {
    if rows.iter().all(|row| row.skipped.is_some()) {
        return String::new();
    }
    let titles: Vec<&str> = COLUMNS.iter().map(|(_, _, title)| *title).collect();
    let mut table = format!("| agent | {} |\n|{}\n", titles.join(" | "), " --- |".repeat(titles.len() + 1));
    for row in rows.iter().filter(|row| row.skipped.is_none()) {
        let cells: Vec<String> = COLUMNS
            .iter()
            .map(|(column, ..)| row.cell(*column).map_or_else(|| "?".to_owned(), Cell::to_string))
            .collect();
        table.push_str(&format!("| {} {} | {} |\n", row.title, row.version, cells.join(" | ")));
    }
    table
}

/// The table of the ways round the hook; empty if none was tried.
pub fn ways(rows: &[Row]) -> String {
    let line = |row: &Row, (name, outcome): &(&str, String)| {
        format!("| {} {} | {name} | {outcome} |\n", row.title, row.version)
    };
    let lines: Vec<String> = rows.iter().flat_map(|row| row.ways.iter().map(|way| line(row, way))).collect();
    if lines.is_empty() {
        return String::new();
    }
    format!("| agent | way round the hook | `npm i` |\n| --- | --- | --- |\n{}", lines.concat())
}

/// What the table has no room for: what failed, was tried twice, or skipped.
pub fn notes(rows: &[Row]) -> Vec<String> {
    let mut notes = Vec::new();
    for row in rows {
        let name = format!("{} {}", row.title, row.version);
        if let Some(why) = &row.skipped {
            notes.push(format!("{name}: skipped, because {why}"));
        }
        notes.extend(row.again.iter().map(|again| format!("{name}: {again}")));
        // An agent that does not start is said once, not for every column.
        let mut said: Vec<(&str, Vec<&str>)> = Vec::new();
        for (column, key, _) in COLUMNS {
            let Some(cell) = row.cell(*column).filter(|cell| cell.failed()) else { continue };
            match said.iter_mut().find(|(text, _)| *text == cell.text()) {
                Some((_, keys)) => keys.push(key),
                None => said.push((cell.text(), vec![key])),
            }
        }
        notes.extend(said.iter().map(|(text, keys)| format!("{name}: {}: {text}", keys.join(", "))));
    }
    notes
}

/// The same for programs.
pub fn document(rows: &[Row]) -> Value {
    let row = |row: &Row| {
        let cell = |(_, key, _): &(Column, &str, &str), cell: &Cell| {
            ((*key).to_owned(), json!({"outcome": cell.key(), "text": cell.text()}))
        };
        let cells: Map<String, Value> =
            COLUMNS.iter().filter_map(|column| row.cell(column.0).map(|found| cell(column, found))).collect();
        json!({
            "agent": row.id, "title": row.title, "version": row.version, "trust": row.trust,
            "skipped": row.skipped, "again": row.again, "cells": cells, "ways": row.ways,
        })
    };
    json!({"agents": rows.iter().map(row).collect::<Vec<_>>()})
}

const END: &str = "<!-- end -->\n";

/// The document with what stands between the marks of `name` replaced by
/// `table`; nothing if it has no such marks.
pub fn written(document: &str, name: &str, table: &str) -> Option<String> {
    let mark = format!("<!-- {name}: cargo xtask e2e --all --write-docs -->\n");
    let begin = document.find(&mark)? + mark.len();
    let end = begin + document[begin..].find(END)?;
    Some(format!("{}\n{table}\n{}", &document[..begin], &document[end..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(cells: Vec<(Column, Cell)>) -> Row {
        Row {
            id: "x",
            title: "X",
            version: "1",
            cells,
            skipped: None,
            again: Vec::new(),
            trust: "",
            ways: Vec::new(),
        }
    }

    #[test]
    fn the_worse_of_two_stays() {
        let good = |text: &str| Cell::Good(text.into());
        let mut cell = good("runs");
        cell.and(good("blocked"));
        assert_eq!(cell, good("blocked"));
        cell.and(Cell::Bad("RAN".into()));
        cell.and(good("blocked"));
        assert_eq!(cell, Cell::Bad("RAN".into()));
    }

    #[test]
    fn a_failure_is_in_the_notes_and_in_the_outcome() {
        let rows = [row(vec![(Column::Edit, Cell::Bad("RAN".into()))])];
        assert!(rows[0].failed());
        assert_eq!(notes(&rows), ["X 1: edit: RAN"]);
        assert!(table(&rows).contains("| X 1 | ? | ? | **NO** |"), "{}", table(&rows));
        assert_eq!(document(&rows)["agents"][0]["cells"]["edit"]["outcome"], "bad");
    }

    #[test]
    fn the_table_goes_between_the_marks() {
        let begin = "<!-- table: cargo xtask e2e --all --write-docs -->\n";
        let old = format!("# Agents\n\n{begin}\nold\n\n{END}\nrest\n");
        let new = format!("# Agents\n\n{begin}\nnew\n\n{END}\nrest\n");
        assert_eq!(written(&old, "table", "new\n").unwrap(), new);
        assert_eq!(written(&old, "ways", ""), None);
    }
}
