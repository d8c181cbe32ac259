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

/// The call of `abide hook` in a line.
pub(super) struct Call {
    /// The path of abide.
    pub program: String,
    /// The agent that it is told of.
    pub agent: String,
    /// Whether the line does nothing of somebody else's besides.
    pub alone: bool,
}

/// What a line may do before it calls abide: find it, and go where it is.
const FINDING: &[&str] =
    &[":", "[", "[[", "cd", "command", "exec", "exit", "export", "set", "test", "true", "type", "which"];

/// The call of abide, if this is one.
pub(super) fn call(started: &Started) -> Option<Call> {
    let line = match started {
        Started::Line(line) => line.clone(),
        Started::Words(words) => line_of(words),
    };
    let reach = abide_shell::reach(&line, &abide_shell::Context::default());
    reach.commands.iter().find_map(|command| {
        let words: Vec<&str> = command.argv.iter().map(|word| word.value.text()).collect();
        let [program, "hook", agent, ..] = words[..] else { return None };
        matches!(name(program), "abide" | "abide.exe").then(|| {
            let leads_here =
                |word: &str| command.route.iter().any(|step| step.split(' ').next() == Some(word));
            let mut others =
                reach.commands.iter().filter_map(|other| Some(name(other.argv.first()?.value.text())));
            let alone =
                others.all(|word| word == name(program) || FINDING.contains(&word) || leads_here(word));
            Call { program: program.to_owned(), agent: agent.to_owned(), alone }
        })
    })
}

/// The program that is started, if this is `abide hook`.
pub(super) fn program(started: &Started) -> Option<String> {
    call(started).map(|call| call.program)
}

fn name(program: &str) -> &str {
    program.rsplit(['/', '\\']).next().unwrap_or_default()
}

/// Why an agent would not ask abide about every call, though the line in
/// `handler` works. `fresh` is what abide would write.
pub(super) fn gap(group: &Value, handler: &Value, fresh: Option<&Value>) -> Option<String> {
    let fresh = fresh?;
    let said = |name: &str| handler.get(name).or_else(|| group.get(name)).filter(|value| !value.is_null());
    let wanted = |name: &str| fresh.get(name).or_else(|| fresh.get("hooks")?.get(0)?.get(name));
    let everything =
        |value: &Value| matches!(value.as_str(), Some("" | "*" | ".*")) || Some(value) == wanted("matcher");
    if let Some(matcher) = said("matcher").filter(|value| !everything(value)) {
        return Some(format!("its `matcher` is {matcher}: the agent asks it about no other tool"));
    }
    if let Some(kind) = wanted("type").filter(|kind| said("type") != Some(kind)) {
        return Some(format!("its `type` is not {kind}"));
    }
    if said("async") == Some(&true.into()) {
        return Some("it is `async`: the agent does not wait for the answer".into());
    }
    None
}
