//! Trusting Codex's hooks, as a person does with `/hooks`.
//!
//! Codex runs a hook only when its settings hold a hash of the hook's entry.
//! Its app-server, JSON-RPC over standard input and output, lists the hooks it
//! has found with their hashes, and writes settings.

use super::Stage;
use crate::e2e::process;
use serde_json::{Map, Value, json};
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::process::{ChildStdin, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

/// How long the server may take for an answer.
const LIMIT: Duration = Duration::from_secs(60);

/// Trusts every hook that Codex finds for the project.
pub fn trust(stage: &Stage, program: &Path) -> io::Result<()> {
    let mut command = stage.command(program);
    command.arg("app-server").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn()?;
    let nothing = || io::Error::other("the app-server has no input or output");
    let stdin = child.stdin.take().ok_or_else(nothing)?;
    let stdout = child.stdout.take().ok_or_else(nothing)?;
    let (sender, lines) = mpsc::channel();
    let reader = std::thread::spawn(move || {
        let lines = BufReader::new(stdout).lines().map_while(Result::ok);
        lines.for_each(|line| drop(sender.send(line)));
    });
    let done = Server { stdin, lines, calls: 0 }.trust(&stage.project());
    // Its input has ended with the `Server`, and what it had to do is done.
    let _ = child.kill();
    child.wait()?;
    process::end_strays(stage.root());
    let _ = reader.join();
    done
}

struct Server {
    stdin: ChildStdin,
    lines: Receiver<String>,
    calls: u64,
}

impl Server {
    fn trust(mut self, project: &Path) -> io::Result<()> {
        let client = json!({"name": "abide-e2e", "version": "1"});
        self.call("initialize", json!({"clientInfo": client, "capabilities": {"experimentalApi": true}}))?;
        self.send(&json!({"jsonrpc": "2.0", "method": "initialized"}))?;
        let listed = self.call("hooks/list", json!({"cwds": [project]}))?;
        let hooks = listed["data"].as_array().into_iter().flatten();
        let hooks = hooks.flat_map(|folder| folder["hooks"].as_array().into_iter().flatten());
        let trusted: Map<String, Value> = hooks
            .filter_map(|hook| {
                Some((hook["key"].as_str()?.to_owned(), json!({"trusted_hash": hook["currentHash"]})))
            })
            .collect();
        if trusted.is_empty() {
            return Err(io::Error::other("Codex has found no hook"));
        }
        let edit = json!({"keyPath": "hooks.state", "value": trusted, "mergeStrategy": "upsert"});
        self.call("config/batchWrite", json!({"edits": [edit], "reloadUserConfig": true}))?;
        Ok(())
    }

    /// Calls a method and waits for its result; what the server says of its
    /// own accord in between is passed over.
    fn call(&mut self, method: &str, params: Value) -> io::Result<Value> {
        self.calls += 1;
        let id = self.calls;
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}))?;
        let lost = |_| io::Error::other(format!("{method}: no answer from the app-server"));
        loop {
            let line = self.lines.recv_timeout(LIMIT).map_err(lost)?;
            let message: Value = serde_json::from_str(&line).unwrap_or_default();
            if message["id"] != id || message.get("method").is_some() {
                continue;
            }
            return match message.get("result") {
                Some(result) => Ok(result.clone()),
                None => Err(io::Error::other(format!("{method}: {}", message["error"]))),
            };
        }
    }

    fn send(&mut self, message: &Value) -> io::Result<()> {
        writeln!(self.stdin, "{message}")?;
        self.stdin.flush()
    }
}
