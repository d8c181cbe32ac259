//! A project in a temporary folder, and what abide says in it.
//!
//! ```ignore
//! Project::new().rules(USE_PNPM).call(bash("npm i")).blocks("use-pnpm");
//! ```

use serde_json::{Value, json};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// One rule that many tests use.
pub const USE_PNPM: &str = r#"{"rules": [{
    "id": "use-pnpm", "kind": "forbid_command", "pattern": "^npm(?:\\s|$)",
    "message": "Use pnpm.", "replacement": "pnpm",
    "source": "AGENTS.md:3"
}]}"#;

/// A project folder with `.git` in it, and an empty home beside it.
pub struct Project {
    folder: tempfile::TempDir,
    variables: Vec<(String, String)>,
}

impl Project {
    pub fn new() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let project = Project { folder, variables: Vec::new() };
        fs::create_dir_all(project.root().join(".git")).unwrap();
        fs::create_dir_all(project.home()).unwrap();
        project
    }

    /// Its root, without symbolic links.
    pub fn root(&self) -> PathBuf {
        self.folder.path().canonicalize().unwrap().join("repo")
    }

    /// The home folder of the person.
    pub fn home(&self) -> PathBuf {
        self.folder.path().canonicalize().unwrap().join("home")
    }

    /// Writes a file; `path` is relative to the root.
    pub fn file(self, path: &str, text: &str) -> Self {
        let path = self.root().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
        self
    }

    /// Writes `.abide/rules.json`.
    pub fn rules(self, json: &str) -> Self {
        self.file(".abide/rules.json", json)
    }

    /// Writes `.abide/tools`.
    pub fn tools(self, text: &str) -> Self {
        self.file(".abide/tools", text)
    }

    /// Sets a variable for abide.
    pub fn variable(mut self, name: &str, value: &str) -> Self {
        self.variables.push((name.to_owned(), value.to_owned()));
        self
    }

    /// Claude Code is about to make this call.
    pub fn call(&self, call: Call) -> Outcome {
        self.call_in("", call)
    }

    /// The same, with this folder of the project as the working folder.
    pub fn call_in(&self, cwd: &str, call: Call) -> Outcome {
        let payload = call.payload(&self.root().join(cwd));
        Outcome { call: payload.clone(), ..self.hook("claude", payload.as_bytes()) }
    }

    /// Codex is about to make this call.
    pub fn codex(&self, call: Call) -> Outcome {
        self.hook("codex", call.payload(&self.root()).as_bytes())
    }

    /// An agent sends these bytes.
    pub fn hook(&self, agent: &str, stdin: &[u8]) -> Outcome {
        self.run(&["hook", agent], stdin)
    }

    /// The person types this.
    pub fn abide(&self, arguments: &[&str]) -> Outcome {
        self.run(arguments, b"")
    }

    /// Runs abide in the root, with nothing of this machine's environment.
    pub fn run(&self, arguments: &[&str], stdin: &[u8]) -> Outcome {
        let mut child = Command::new(env!("CARGO_BIN_EXE_abide"))
            .args(arguments)
            .current_dir(self.root())
            .env_clear()
            .env("HOME", self.home())
            .envs(self.variables.iter().map(|(name, value)| (name, value)))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("abide starts");
        // A process that ends without reading is no failure of the test.
        let _ = child.stdin.take().unwrap().write_all(stdin);
        let output = child.wait_with_output().unwrap();
        let home = self.folder.path().canonicalize().unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap().replace(home.to_str().unwrap(), "");
        Outcome {
            call: arguments.join(" "),
            stdout: text(output.stdout),
            stderr: text(output.stderr),
            code: output.status.code().expect("abide ends by itself"),
        }
    }
}

/// What an agent is about to do.
pub struct Call {
    tool: String,
    input: Value,
}

/// A shell command.
pub fn bash(command: &str) -> Call {
    tool("Bash", json!({ "command": command }))
}

/// Any tool.
pub fn tool(name: &str, input: Value) -> Call {
    Call { tool: name.to_owned(), input }
}

impl Call {
    fn payload(&self, cwd: &Path) -> String {
        json!({
            "session_id": "8e809f8b-a912-41f9-9408-a133ef3338d8",
            "cwd": cwd,
            "hook_event_name": "PreToolUse",
            "tool_name": self.tool,
            "tool_input": self.input,
            "tool_use_id": "toolu_0010000",
        })
        .to_string()
    }
}

/// What abide answered. Paths of the temporary folder are cut to `/repo/..`
/// and `/home/..`.
#[derive(Debug)]
pub struct Outcome {
    #[expect(dead_code, reason = "shown when a test fails")]
    pub call: String,
    pub stdout: String,
    pub stderr: String,
    pub code: i32,
}

impl Outcome {
    /// Blocked, in the whole form, with a text that holds `words`.
    #[track_caller]
    pub fn blocks(self, words: &str) -> Self {
        assert_eq!(self.code, 2, "should be blocked: {self:#?}");
        let answer: Value =
            serde_json::from_str(&self.stdout).unwrap_or_else(|_| panic!("not JSON: {self:#?}"));
        let reason = answer["hookSpecificOutput"]["permissionDecisionReason"].as_str().unwrap_or_default();
        assert_eq!(
            answer,
            json!({"hookSpecificOutput": {
                "hookEventName": "PreToolUse", "permissionDecision": "deny", "permissionDecisionReason": reason
            }}),
            "{self:#?}"
        );
        assert_eq!(self.stderr, format!("{reason}\n"), "the same text on both ways: {self:#?}");
        assert!(reason.starts_with("abide: ") && reason.contains(words), "should say {words:?}: {self:#?}");
        self
    }

    /// May run, and nothing is said.
    #[track_caller]
    pub fn passes(self) -> Self {
        assert_eq!(
            (self.code, self.stdout.as_str(), self.stderr.as_str()),
            (0, "", ""),
            "should pass: {self:#?}"
        );
        self
    }

    /// Ended with this exit code.
    #[track_caller]
    pub fn exits(self, code: i32) -> Self {
        assert_eq!(self.code, code, "{self:#?}");
        self
    }

    /// abide failed, says so, and lets the call run.
    #[track_caller]
    pub fn fails_open(self, words: &str) -> Self {
        let decides = self.stdout.contains("deny") || self.stdout.contains("\"ask\"");
        assert!(self.code < 2 && !decides, "{self:#?}");
        self.complains(words)
    }

    /// Says `words` on standard error.
    #[track_caller]
    pub fn complains(self, words: &str) -> Self {
        assert!(self.stderr.contains(words), "should complain of {words:?}: {self:#?}");
        self
    }

    /// Says `words` on standard output.
    #[track_caller]
    pub fn says(self, words: &str) -> Self {
        assert!(self.stdout.contains(words), "should say {words:?}: {self:#?}");
        self
    }
}
