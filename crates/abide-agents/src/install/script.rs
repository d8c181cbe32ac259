//! Hook files that are programs of abide's own.

use super::{EditError, Entry, Hook, Started};
use serde_json::{Value, json};

/// Stands in one of the first lines of every program that abide writes.
pub const MARK: &str = "written by `abide install`";

/// The extension of agents that raise `tool_call` events.
pub(crate) fn tool_call_extension(hook: &Hook) -> String {
    script_of(include_str!("tool_call.ts"), hook)
}

/// What that extension sends.
pub(crate) fn tool_call_payload(cwd: &str, command: &str) -> String {
    json!({
        "tool_name": "bash",
        "tool_input": { "command": command },
        "tool_use_id": "call_2",
        "session_id": "01a22b5e-0000-7000-8000-000000000000",
        "cwd": cwd,
    })
    .to_string()
}

/// A program in JavaScript: how abide is asked, then `rest`, which tells the
/// agent.
pub(crate) fn script_of(rest: &str, hook: &Hook) -> String {
    let program = Value::from(hook.program.as_str()).to_string();
    let arguments = json!(hook.arguments()).to_string();
    let ask = include_str!("ask.js").replace("__PROGRAM__", &program);
    ask.replace("__ARGUMENTS__", &arguments) + rest
}

/// The text itself: such a file has no other owner.
pub(super) fn add(old: Option<&str>, new: String) -> Result<String, EditError> {
    match old {
        Some(old) if !is_ours(old) && !old.trim().is_empty() => Err(EditError {
            message: "is a program that abide did not write; move it, or call abide from it".into(),
        }),
        _ => Ok(new),
    }
}

/// Whether abide wrote the program.
pub(super) fn is_ours(text: &str) -> bool {
    text.lines().take(3).any(|line| line.contains(MARK))
}

/// What the program calls. It names abide in a line `PROGRAM = "..."`, with
/// the path as a JSON text, or as a line of sh.
pub(super) fn entry(text: &str, template: fn(&Hook) -> String, agent: &'static str) -> Option<Entry> {
    if !is_ours(text) {
        return None;
    }
    let program = text.lines().find_map(|line| {
        let value = line.strip_prefix("const ABIDE = ")?.trim_end().trim_end_matches(';');
        serde_json::from_str::<String>(value).ok()
    });
    let (call, current) = match program {
        Some(program) => {
            let current = template(&Hook { program: program.clone(), agent }) == text;
            (Started::Words(vec![program, "hook".into(), agent.into()]), current)
        }
        None => {
            let call = Started::Line(text.lines().find(|line| line.contains(" hook "))?.to_owned());
            let program = super::ours::program(&call)?;
            (call, template(&Hook { program, agent }) == text)
        }
    };
    Some(Entry {
        call,
        current,
        gap: None,
        at: (String::new(), 0, 0),
        handler: Value::Null,
        group: Value::Null,
    })
}
