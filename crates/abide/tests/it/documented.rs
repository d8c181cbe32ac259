//! The fields of a JSON document, held against the tables that describe them.

use crate::project::{Project, bash};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;

/// Fields that were found, each with the types that it had: `rules[].id`.
#[derive(Default)]
pub struct Fields(BTreeMap<String, Vec<&'static str>>);

/// Objects whose names are values: `*` stands for each.
const MAPS: &[&str] = &["agents", "installed", "skipped", "outcomes", "by_project"];

impl Fields {
    pub fn add(&mut self, document: &Value) {
        self.walk(document, "");
    }

    fn walk(&mut self, value: &Value, name: &str) {
        let kind = match value {
            Value::Null => "null",
            Value::Bool(_) => "boolean",
            Value::Number(_) => "number",
            Value::String(_) => "string",
            Value::Array(list) => {
                return list.iter().for_each(|value| self.walk(value, &format!("{name}[]")));
            }
            Value::Object(object) => {
                for (key, value) in object {
                    let map = MAPS.contains(&name.rsplit('.').next().unwrap()) && !value.is_array();
                    let key = if map { "*" } else { key };
                    let name = if name.is_empty() { key.to_owned() } else { format!("{name}.{key}") };
                    self.walk(value, &name);
                }
                return;
            }
        };
        self.0.entry(name.to_owned()).or_default().push(kind);
    }
}

/// Fields as the tables of a page have them. Rows about whole objects are for the
/// reader.
pub struct Documented<'p>(BTreeMap<&'p str, Vec<&'p str>>);

impl<'p> Documented<'p> {
    pub fn of(page: &'p str, sections: &[&str]) -> Self {
        let section = |title: &&str| {
            page.split(&format!("## {title}\n")).nth(1).unwrap().split("\n## ").next().unwrap()
        };
        let rows = sections.iter().flat_map(|title| section(title).lines());
        let rows = rows.filter_map(|line| line.strip_prefix("| `")?.split_once("` | "));
        let rows = rows.map(|(field, rest)| (field, rest.split(" | ").next().unwrap().split(", ").collect()));
        Documented(rows.filter(|(_, types): &(&str, Vec<&str>)| types != &["object"]).collect())
    }

    /// Every field that was found is documented with its types, and every one that
    /// is documented was found.
    #[track_caller]
    pub fn holds(&self, found: &Fields) {
        for (field, kinds) in &found.0 {
            let types = self.0.get(field.as_str()).unwrap_or_else(|| panic!("{field} is not documented"));
            for kind in kinds {
                assert!(types.contains(kind), "{field} is documented as {types:?}, and is {kind}");
            }
        }
        for (field, types) in &self.0 {
            let kinds =
                found.0.get(*field).unwrap_or_else(|| panic!("{field} is documented, and never there"));
            for kind in types {
                assert!(kinds.contains(kind), "{field} is never {kind}");
            }
        }
    }
}

const PAGE: &str = include_str!("../../../../docs/json.md");

const RULES: &str = r#"{"extends": "none.json", "guard": false, "rules": [
    {"id": "npm", "kind": "forbid_command", "pattern": "^npm(?:\\s|$)", "replacement": "pnpm", "follow": true},
    {"id": "dist", "kind": "protect_path", "pattern": "dist/**", "tool": "edit|shell"},
    {"id": "bun", "kind": "forbid_command", "pattern": "^bun(?:\\s|$)"},
    {"id": "spoilt", "kind": "forbid_command", "pattern": "("},
    {"id": "odd", "kind": "forbid_comand", "pattern": "^x "}
]}"#;

fn json_of(project: &Project, arguments: &[&str]) -> Value {
    serde_json::from_str(&project.abide(arguments).stdout).expect("one document")
}

#[test]
fn the_fields_of_explain_are_documented() {
    let project =
        Project::new().rules(RULES).file(".agent-allow-cli-tools", "bun\n").file("x.sh", "npm ci\n");
    let mut found = Fields::default();
    for arguments in [
        &["cd web && sudo npm ci; npm i; docker exec c bun i > dist/x"][..],
        &["npm ci"],
        &["./x.sh"],
        &["--tool", "Edit", "--path", "dist/app.js"],
    ] {
        let mut document = json_of(&project, &[&["explain", "--json"], arguments].concat());
        // What is lifted has the form of a hit.
        let lifted: Vec<Value> =
            document["lifted"].as_array_mut().unwrap().iter_mut().map(|one| one["hit"].take()).collect();
        document["hits"].as_array_mut().unwrap().extend(lifted);
        document["lifted"]
            .as_array_mut()
            .unwrap()
            .iter_mut()
            .for_each(|one| _ = one.as_object_mut().unwrap().remove("hit"));
        found.add(&document);
    }
    Documented::of(PAGE, &["Complaints", "abide explain"]).holds(&found);
}

#[test]
fn the_fields_of_check_are_documented() {
    let mut found = Fields::default();
    found.add(&json_of(&Project::new().rules(RULES), &["check", "--json"]));
    Documented::of(PAGE, &["Complaints", "abide check"]).holds(&found);
}

#[cfg(unix)]
#[test]
fn the_fields_of_doctor_are_documented() {
    use std::os::unix::fs::PermissionsExt;
    let project = Project::new().rules(RULES).file("bin/claude", "#!/bin/sh\necho 2.1.0\n");
    let bin = project.root().join("bin");
    fs::set_permissions(bin.join("claude"), fs::Permissions::from_mode(0o755)).unwrap();
    let project = project.variable("PATH", &format!("{}:/usr/bin:/bin", bin.display()));
    project.abide(&["install", "claude", "codex"]).exits(0);
    project.call(bash("ls"));
    let mut found = Fields::default();
    found.add(&json_of(&project, &["doctor", "--json", "claude", "codex"]));
    let path = project.home().join(".claude/settings.json");
    let spoilt = fs::read_to_string(&path).unwrap().replace(env!("CARGO_BIN_EXE_abide"), "/nowhere/abide");
    fs::write(&path, spoilt).unwrap();
    found.add(&json_of(&project, &["doctor", "--json", "claude"]));
    Documented::of(PAGE, &["abide doctor"]).holds(&found);
}

#[test]
fn a_failure_is_a_document_too() {
    let document = json_of(&Project::new(), &["check", "--json", "none.json"]);
    assert_eq!(document["ok"], json!(false));
    assert!(document["error"].is_string() && document.get("help").is_some(), "{document:#}");
}
