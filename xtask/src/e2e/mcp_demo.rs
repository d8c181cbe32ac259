//! A small MCP server over standard input and output, registered with the
//! agents as `demo`: `get_note`, which the rules allow, and `put_note`, which
//! they forbid. Each call leaves a mark in a file, so that "not run" is a fact.

use serde_json::{Value, json};
use std::fs::OpenOptions;
use std::io::{self, BufRead, Write};
use std::path::Path;

const TOOLS: &[(&str, &str)] = &[("get_note", "Read the note"), ("put_note", "Store a note")];

/// Serves until standard input ends.
pub fn main(marks: &Path) -> io::Result<()> {
    for line in io::stdin().lock().lines() {
        let Ok(message) = serde_json::from_str::<Value>(&line?) else { continue };
        if let Some(answer) = answer(&message, marks)? {
            let mut stdout = io::stdout().lock();
            writeln!(stdout, "{answer}")?;
            stdout.flush()?;
        }
    }
    Ok(())
}

/// The answer to a request; notifications have no `id` and get none.
fn answer(message: &Value, marks: &Path) -> io::Result<Option<Value>> {
    let (id, params) = (&message["id"], &message["params"]);
    if id.is_null() {
        return Ok(None);
    }
    let result = match message["method"].as_str().unwrap_or_default() {
        "initialize" => json!({
            "protocolVersion": params["protocolVersion"].as_str().unwrap_or("2025-06-18"),
            "capabilities": {"tools": {}},
            "serverInfo": {"name": "demo", "version": "1"},
        }),
        "tools/list" => json!({"tools": TOOLS.iter().map(|(name, description)| json!({
            "name": name, "description": description,
            "inputSchema": {"type": "object", "properties": {"text": {"type": "string"}}},
        })).collect::<Vec<_>>()}),
        "tools/call" => {
            let tool = params["name"].as_str().unwrap_or_default();
            let mut file = OpenOptions::new().create(true).append(true).open(marks)?;
            writeln!(file, "mcp {tool}")?;
            json!({"content": [{"type": "text", "text": format!("{tool} done")}]})
        }
        "ping" => json!({}),
        _ => {
            let error = json!({"code": -32601, "message": "no such method"});
            return Ok(Some(json!({"jsonrpc": "2.0", "id": id, "error": error})));
        }
    };
    Ok(Some(json!({"jsonrpc": "2.0", "id": id, "result": result})))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_leaves_a_mark() {
        let folder = tempfile::tempdir().unwrap();
        let marks = folder.path().join("marks");
        let ask = |method: &str, params: Value| {
            let message = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params});
            answer(&message, &marks).unwrap().unwrap()
        };
        assert_eq!(ask("tools/list", json!({}))["result"]["tools"][1]["name"], "put_note");
        assert_eq!(
            ask("tools/call", json!({"name": "put_note"}))["result"]["content"][0]["text"],
            "put_note done"
        );
        assert_eq!(std::fs::read_to_string(&marks).unwrap(), "mcp put_note\n");
        assert_eq!(ask("resources/list", json!({}))["error"]["code"], -32601);
        assert!(answer(&json!({"method": "notifications/initialized"}), &marks).unwrap().is_none());
    }
}
