//! Which entries of a hook file are abide's own: those whose command runs
//! `abide hook`, wherever the program lies and whatever wraps it.

use super::Started;
use crate::line_of;
use serde_json::Value;

/// What a hook object starts. The member is `command` in most agents;
/// Copilot's is named after the shell.
pub(super) fn started(handler: &Value) -> Option<Started> {
    let line = ["command", "bash", "powershell"].iter().find_map(|name| handler.get(name)?.as_str());
    // Kiro puts it one level deeper.
    let Some(line) = line else { return started(handler.get("action")?) };
    let arguments = handler.get("args").and_then(Value::as_array);
    let Some(arguments) = arguments else { return Some(Started::Line(line.to_owned())) };
    let mut words = vec![line.to_owned()];
    words.extend(arguments.iter().filter_map(Value::as_str).map(str::to_owned));
    Some(Started::Words(words))
}

/// The program that is started, if this is `abide hook`.
pub(super) fn program(started: &Started) -> Option<String> {
    let line = match started {
        Started::Line(line) => line.clone(),
        Started::Words(words) => line_of(words),
    };
    let reach = abide_shell::reach(&line, &abide_shell::Context::default());
    reach.commands.iter().find_map(|command| {
        let words: Vec<&str> = command.argv.iter().map(|word| word.value.text()).collect();
        let [program, "hook", ..] = words[..] else { return None };
        let name = program.rsplit(['/', '\\']).next()?;
        matches!(name, "abide" | "abide.exe").then(|| program.to_owned())
    })
}
