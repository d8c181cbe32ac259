//! The corpora in `/corpus`: real calls, each with the verdict it should get.
//!
//! `reports.jsonl` holds calls from public bug reports about hooks like this
//! one, `env.jsonl` ways to touch `.env` and lines that only look like one. A
//! row that comes out otherwise stands in a table here with the reason;
//! `docs/decisions.md` says more about those that are a matter of opinion.

use serde_json::Value;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Rows that come out wrong.
const MISSES: &[(&str, &str)] = &[("tool-gemini-shell", "a tool of Gemini CLI, which has another wire")];

/// Rows marked as debatable where abide decides against the report.
const DECIDED: &[(&str, &str)] = &[
    ("case-dir", "upper and lower case are one only where the disk says so"),
    ("cp-example", "writing .env is touching it"),
    ("glob-name", "a program named by a pattern is not known"),
    ("node-envfile", "the file is named, and read"),
    ("pnpm-dlx-npm", "npm runs"),
    ("private-prefix", "a link that only macOS has"),
    ("tool-applypatch-nospace", "Codex does not take such a header"),
    ("tool-codex-stdin", "what a running program reads is data"),
    ("tool-mig-anchored", "a glob with a slash holds at any depth, as the format says"),
    ("unicode-nbsp", "no blank to bash, but one to a regular expression"),
    ("win-backslash", "a backslash is part of a name here"),
];

/// A project with secrets, beside another one and a worktree of it.
const FILES: &[(&str, &str)] = &[
    ("repo/.git/HEAD", "ref: refs/heads/main\n"),
    ("repo/.git/worktrees/wt-feature/HEAD", "ref: refs/heads/feature\n"),
    ("repo/.gitignore", ".env\n.env.*\n!.env.example\nnode_modules/\n"),
    ("repo/.env", "A=1\n"),
    ("repo/.env.local", "A=1\n"),
    ("repo/.env.example", "A=\n"),
    ("repo/web/.env", "A=1\n"),
    ("repo/sub/.env", "A=1\n"),
    ("repo/packages/api/.env", "A=1\n"),
    ("repo/secrets/key.pem", "x\n"),
    ("repo/dist/app.js", "x\n"),
    ("repo/src/a.ts", "x\n"),
    ("repo/.claude/settings.json", "{}\n"),
    ("repo/package.json", "{}\n"),
    ("repo/README.md", "x\n"),
    ("wt-feature/.git", "gitdir: ../repo/.git/worktrees/wt-feature\n"),
    ("other/.git/HEAD", "ref: refs/heads/main\n"),
    ("home/.ssh/id_rsa", "x\n"),
];

struct Tree(tempfile::TempDir);

impl Tree {
    fn new() -> Self {
        let tree = Tree(tempfile::tempdir().unwrap());
        for (path, text) in FILES {
            let path = tree.folder().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        tree
    }

    fn folder(&self) -> PathBuf {
        self.0.path().canonicalize().unwrap()
    }

    fn repo(&self) -> PathBuf {
        self.folder().join("repo")
    }

    /// Whether the call of `payload` is blocked under the rules of this text.
    fn blocks(&self, agent: &str, rules: &str, payload: &str) -> bool {
        let file = self.folder().join("rules.json");
        fs::write(&file, rules).unwrap();
        let payload = payload.replace("REPO", self.repo().to_str().unwrap());
        // Most calls are written as Claude Code makes them, whoever's the report is.
        let tool = serde_json::from_str::<Value>(&payload)
            .ok()
            .and_then(|call| Some(call["tool_name"].as_str()?.to_owned()));
        let own = abide_agents::find(agent)
            .is_some_and(|agent| tool.is_some_and(|tool| agent.tools().any(|own| own == tool)));
        let agent = if own { agent } else { "claude" };
        let mut child = Command::new(env!("CARGO_BIN_EXE_abide"))
            .args(["hook", agent, "--rules", file.to_str().unwrap()])
            .current_dir(self.repo())
            .env_clear()
            .env("HOME", self.folder().join("home"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("abide starts");
        child.stdin.take().unwrap().write_all(payload.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        // A warning for the person is a document too.
        let decides = !output.stdout.is_empty() && !output.stdout.starts_with(b"{\"systemMessage\"");
        output.status.code() == Some(2) || decides
    }

    /// Runs the `setup` of a row, which says how its tree differs.
    fn set_up(&self, setup: &str) {
        let done = Command::new("sh").args(["-c", setup]).current_dir(self.repo()).status().unwrap();
        assert!(done.success(), "{setup}");
    }
}

fn rows(name: &str) -> Vec<Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus").join(name);
    let text = fs::read_to_string(path).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn reports_come_out_as_they_should() {
    let common = Tree::new();
    let (mut wrong, mut certain, mut missed, mut alarms) = (Vec::new(), 0, 0, 0);
    for row in rows("reports.jsonl") {
        let own = row["setup"].as_str().map(|setup| {
            let tree = Tree::new();
            tree.set_up(setup);
            tree
        });
        let tree = own.as_ref().unwrap_or(&common);
        let rules = serde_json::json!({"rules": row["rules"]}).to_string();
        // Text that JSON readers refuse stands in the row as a text.
        let payload = row["payload"].as_str().map_or_else(|| row["call"].to_string(), str::to_owned);
        let blocked = tree.blocks(row["agent"].as_str().unwrap(), &rules, &payload);
        let right = blocked == (row["expected"] == "block");
        let id = row["id"].as_str().unwrap();
        if row.get("debatable").is_none() {
            certain += 1;
            missed += u32::from(!right && !blocked);
            alarms += u32::from(!right && blocked);
        }
        let decided = DECIDED.iter().any(|(known, _)| *known == id);
        let listed = decided || MISSES.iter().any(|(known, _)| *known == id);
        if right && decided {
            wrong.push(format!("{id} comes out right: strike it from the table"));
        } else if !right && !listed {
            wrong.push(format!("{id}: expected {}: {payload}", row["expected"]));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    eprintln!("of {certain} certain rows {missed} are missed, {alarms} are false alarms");
    assert!((missed + alarms) * 50 <= certain && alarms * 100 <= certain);
}

#[test]
fn env_is_protected_from_every_side_and_free_to_be_talked_about() {
    let tree = Tree::new();
    let mut wrong = Vec::new();
    for row in rows("env.jsonl") {
        let payload = serde_json::json!({
            "hook_event_name": "PreToolUse", "cwd": "REPO", "tool_name": row["tool"], "tool_input": row["input"],
        });
        let blocked = tree.blocks("claude", r#"{"extends": "pack:secrets"}"#, &payload.to_string());
        if blocked != (row["expected"] == "block") {
            wrong.push(row.to_string());
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
