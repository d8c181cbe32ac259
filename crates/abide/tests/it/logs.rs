//! Logs of every agent, made up, with a known truth.
//!
//! Each session plays [`PLAY`] over and over: calls that break a rule and calls
//! that only speak of it, with every outcome. Around them stands what agents write
//! beside calls, and what they write twice. The bench makes its logs here too.

use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// One call of the play: the command, whether it breaks "never npm", and what
/// becomes of it.
pub const PLAY: &[(&str, bool, &str)] = &[
    ("pnpm install", false, "ran"),
    ("npm ci", true, "ran"),
    ("git commit -m 'drop npm install'", false, "ran"),
    ("cd web && sudo -u root sh -c 'npm test'", true, "failed"),
    ("npm i left-pad", true, "blocked_by_abide"),
    ("grep -rn npm README.md", false, "failed"),
    ("npm publish", true, "unknown"),
];

const REASON: &str = "abide: `npm i` is forbidden by rule use-pnpm (.abide/rules.json:1)";

/// What is to be written.
pub struct Plan<'p> {
    /// The person's home.
    pub home: &'p Path,
    /// The project.
    pub project: &'p str,
    /// How many sessions.
    pub sessions: usize,
    /// How many calls in each.
    pub calls: usize,
    /// How long outputs are, in bytes.
    pub output: usize,
}

/// What is true of the logs that were written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Truth {
    pub calls: usize,
    pub sessions: usize,
    pub broken: usize,
    pub outcomes: BTreeMap<String, usize>,
}

/// Writes the logs of one agent.
pub type Write = fn(&Plan) -> Truth;

/// Agents and what writes their logs.
pub const AGENTS: &[(&str, Write)] = &[
    ("claude", claude),
    ("codex", codex),
    ("gemini", gemini),
    ("qwen", qwen),
    ("copilot", copilot),
    ("cursor", cursor),
    ("pi", |plan| entries(plan, ".pi/agent/sessions/--repo--", false)),
    ("omp", |plan| entries(plan, ".omp/agent/sessions/-repo", true)),
    ("opencode", opencode),
];

/// One call.
struct Call {
    id: String,
    command: &'static str,
    outcome: &'static str,
    time: String,
    output: String,
}

impl Plan<'_> {
    fn call(&self, session: usize, number: usize) -> Call {
        let (command, _, outcome) = PLAY[number % PLAY.len()];
        let second = session * self.calls + number;
        Call {
            id: format!("call_{session:08}_{number:08}_AbCdEf"),
            command,
            outcome,
            time: format!(
                "2026-{:02}-{:02}T{:02}:{:02}:{:02}.123Z",
                1 + second / 2_000_000 % 12,
                1 + second / 86_400 % 28,
                second / 3600 % 24,
                second / 60 % 60,
                second % 60
            ),
            output: "lorem npm ipsum \"quoted\"\n".repeat(self.output / 25 + 1),
        }
    }

    fn truth(&self, outcome: impl Fn(&'static str) -> &'static str) -> Truth {
        let mut truth =
            Truth { calls: self.sessions * self.calls, sessions: self.sessions, ..Truth::default() };
        for number in 0..self.calls {
            let (_, breaks, became) = PLAY[number % PLAY.len()];
            if breaks {
                truth.broken += self.sessions;
                *truth.outcomes.entry(outcome(became).to_owned()).or_default() += self.sessions;
            }
        }
        truth
    }

    /// Writes rows as lines of a file below the home folder.
    pub fn write(&self, path: &str, rows: &[Value]) -> PathBuf {
        let lines: Vec<String> = rows.iter().map(Value::to_string).collect();
        self.write_text(path, &format!("{}\n", lines.join("\n")))
    }

    pub fn write_text(&self, path: &str, text: &str) -> PathBuf {
        let path = self.home.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        path
    }
}

/// Every third session is a subagent's. The first session was forked, which
/// repeats its rows under another id.
pub fn claude(plan: &Plan) -> Truth {
    let folder: String = plan
        .project
        .chars()
        .map(|letter| if letter.is_ascii_alphanumeric() { letter } else { '-' })
        .collect();
    let folder = format!(".claude/projects/{folder}");
    for session in 0..plan.sessions {
        let name = format!("session-{session:05}");
        let subagent = session % 3 == 2;
        let mut rows = vec![json!({"type": "mode", "mode": "normal", "sessionId": name})];
        for number in 0..plan.calls {
            let call = plan.call(session, number);
            let row = |kind: &str, content: Value, more: Value| {
                let mut row = json!({"parentUuid": "p", "isSidechain": subagent, "type": kind, "uuid": "u", "timestamp": call.time, "cwd": plan.project, "sessionId": name, "version": "2.1.332", "gitBranch": "main", "message": {"role": kind, "content": content}});
                row.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
                row
            };
            let asked = row(
                "assistant",
                json!([{"type": "text", "text": "I use npm."}, {"type": "tool_use", "id": call.id, "name": "Bash", "input": {"command": call.command, "description": "step"}}]),
                json!({}),
            );
            let mut twin = asked.clone();
            twin["type"] = "api-request-blob".into();
            if number % 10 == 0 {
                rows.push(twin);
            }
            rows.push(asked);
            let result = |content: &str, error: bool, more: Value| {
                row(
                    "user",
                    json!([{"type": "tool_result", "tool_use_id": call.id, "content": content, "is_error": error}]),
                    more,
                )
            };
            rows.extend(match call.outcome {
                "ran" => Some(result(
                    &call.output,
                    false,
                    json!({"toolUseResult": {"stdout": call.output, "interrupted": false}}),
                )),
                "failed" => Some(result(
                    &format!("Exit code 1\n{}", call.output),
                    true,
                    json!({"toolUseResult": "Error: Exit code 1"}),
                )),
                "blocked_by_abide" => Some(result(
                    &format!("PreToolUse:Bash hook error: {REASON}"),
                    true,
                    json!({"toolDenialKind": "permission-rule"}),
                )),
                _ => None,
            });
        }
        let path = if subagent {
            format!("{folder}/{name}/subagents/agent-{session}.jsonl")
        } else {
            format!("{folder}/{name}.jsonl")
        };
        let written = plan.write(&path, &rows);
        if session == 0 {
            let fork = fs::read_to_string(written).unwrap().replace(&name, "z-fork");
            plan.write_text(&format!("{folder}/z-fork.jsonl"), &fork);
        }
    }
    plan.truth(|outcome| outcome)
}

/// The first session was forked later: the copies have newer times.
pub fn codex(plan: &Plan) -> Truth {
    for session in 0..plan.sessions {
        let meta = |id: &str| json!({"timestamp": "2026-01-01T00:00:00Z", "type": "session_meta", "payload": {"id": id, "cwd": plan.project, "cli_version": "0.171.0", "source": "exec"}});
        let name = format!("thread-{session:05}");
        let mut rows = vec![meta(&name)];
        for number in 0..plan.calls {
            let call = plan.call(session, number);
            let row = |kind: &str, payload: Value| json!({"timestamp": call.time, "type": kind, "payload": payload});
            rows.push(row("response_item", json!({"type": "function_call", "name": "exec_command", "arguments": json!({"cmd": call.command}).to_string(), "call_id": call.id})));
            let output = |text: String| {
                row(
                    "response_item",
                    json!({"type": "function_call_output", "call_id": call.id, "output": text}),
                )
            };
            let item = |code: i32| {
                row(
                    "event_msg",
                    json!({"type": "item_completed", "item": {"type": "CommandExecution", "id": call.id, "command": ["/bin/bash", "-lc", call.command], "cwd": format!("file://{}", plan.project), "source": "unified_exec_startup", "status": if code == 0 { "completed" } else { "failed" }, "exit_code": code}}),
                )
            };
            match call.outcome {
                "ran" => rows.extend([
                    item(0),
                    output(format!("Process exited with code 0\nOutput:\n{}", call.output)),
                ]),
                "failed" => rows.extend([
                    output(format!("Process exited with code 1\nOutput:\n{}", call.output)),
                    item(1),
                ]),
                "blocked_by_abide" => rows.push(output(format!(
                    "Command blocked by PreToolUse hook: {REASON}. Command: {}",
                    call.command
                ))),
                _ => {}
            }
        }
        plan.write(&format!(".codex/sessions/2026/01/01/rollout-{session:05}.jsonl"), &rows);
        if session == 0 {
            let mut fork = vec![meta("z-fork")];
            fork.extend(rows.iter().cloned().map(|mut row| {
                row["timestamp"] = "2026-12-01T00:00:00Z".into();
                row
            }));
            plan.write(".codex/archived_sessions/rollout-z.jsonl", &fork);
        }
    }
    plan.truth(|outcome| outcome)
}

/// Messages are written before and after their calls have come; every second
/// session is one document of an older version.
fn gemini(plan: &Plan) -> Truth {
    plan.write_text(".gemini/tmp/repo/.project_root", plan.project);
    plan.write_text(".gemini/tmp/repo/logs.json", "[]");
    for session in 0..plan.sessions {
        let header = json!({"sessionId": format!("g-{session}"), "projectHash": "x", "startTime": "2026-01-01T00:00:00Z", "kind": "main"});
        let mut messages = Vec::new();
        let mut rows = vec![header.clone()];
        for number in 0..plan.calls {
            let call = plan.call(session, number);
            let (status, response) = match call.outcome {
                "ran" => ("success", json!({"output": call.output})),
                "failed" => {
                    ("success", json!({"output": format!("Output: {}\nExit Code: 1\n", call.output)}))
                }
                "blocked_by_abide" => {
                    ("error", json!({"error": format!("Tool execution blocked: {REASON}")}))
                }
                _ => ("executing", json!({})),
            };
            let id = format!("m-{session}-{number}");
            let made = json!({"id": call.id, "name": "run_shell_command", "args": {"command": call.command}, "status": status, "timestamp": call.time, "result": [{"functionResponse": {"id": call.id, "response": response}}]});
            let message = json!({"id": id, "timestamp": call.time, "type": "gemini", "content": "", "toolCalls": [made]});
            rows.extend([
                json!({"id": id, "timestamp": call.time, "type": "gemini", "content": ""}),
                message.clone(),
                message.clone(),
            ]);
            messages.push(message);
        }
        if session % 2 == 0 {
            plan.write(&format!(".gemini/tmp/repo/chats/session-{session}.jsonl"), &rows);
        } else {
            let mut document = header;
            document["messages"] = messages.into();
            plan.write_text(
                &format!(".gemini/tmp/repo/chats/session-{session}.json"),
                &format!("{document:#}"),
            );
        }
    }
    plan.truth(|outcome| outcome)
}

fn qwen(plan: &Plan) -> Truth {
    for session in 0..plan.sessions {
        let mut rows = Vec::new();
        for number in 0..plan.calls {
            let call = plan.call(session, number);
            let row = |kind: &str, more: Value| {
                let mut row = json!({"uuid": "u", "sessionId": format!("q-{session}"), "timestamp": call.time, "type": kind, "cwd": plan.project, "version": "0.24.4"});
                row.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
                row
            };
            rows.push(row("assistant", json!({"message": {"role": "model", "parts": [{"functionCall": {"id": call.id, "name": "run_shell_command", "args": {"command": call.command}}}]}})));
            rows.push(row("system", json!({"subtype": "ui_telemetry", "systemPayload": {"uiEvent": {"call_id": call.id, "function_name": "run_shell_command", "function_args": {"command": call.command}}}})));
            let result = |status: &str, response: Value, kind: Value| {
                row(
                    "tool_result",
                    json!({"message": {"role": "user", "parts": [{"functionResponse": {"id": call.id, "response": response}}]}, "toolCallResult": {"callId": call.id, "status": status, "errorType": kind}}),
                )
            };
            let ran = |code: i32| json!({"output": format!("Command: {}\nOutput: {}\nExit Code: {code}\nSignal: 0", call.command, call.output)});
            rows.extend(match call.outcome {
                "ran" => Some(result("success", ran(0), Value::Null)),
                "failed" => Some(result("success", ran(1), Value::Null)),
                "blocked_by_abide" => {
                    Some(result("error", json!({"error": REASON}), "execution_denied".into()))
                }
                _ => None,
            });
        }
        plan.write(&format!(".qwen/projects/-repo/chats/q-{session}.jsonl"), &rows);
    }
    plan.truth(|outcome| outcome)
}

fn copilot(plan: &Plan) -> Truth {
    for session in 0..plan.sessions {
        let event = |kind: &str, time: &str, data: Value| json!({"type": kind, "data": data, "id": "e", "timestamp": time, "parentId": "p"});
        let mut rows = vec![event(
            "session.start",
            "2026-01-01T00:00:00Z",
            json!({"sessionId": format!("c-{session}"), "context": {"cwd": plan.project}}),
        )];
        for number in 0..plan.calls {
            let call = plan.call(session, number);
            rows.push(event("assistant.message", &call.time, json!({"toolRequests": [{"toolCallId": call.id, "name": "bash", "arguments": {"command": call.command}}]})));
            rows.push(event(
                "tool.execution_start",
                &call.time,
                json!({"toolCallId": call.id, "toolName": "bash", "arguments": {"command": call.command}}),
            ));
            rows.push(event("hook.start", &call.time, json!({"hookType": "preToolUse", "input": {"toolCalls": [{"id": call.id, "name": "bash", "args": {"command": call.command}}]}})));
            let done = |more: Value| {
                let mut data = json!({"toolCallId": call.id});
                data.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
                event("tool.execution_complete", &call.time, data)
            };
            rows.extend(match call.outcome {
                "ran" => Some(done(json!({"success": true, "shellExecution": {"exitCode": 0}, "result": {"content": call.output}}))),
                "failed" => Some(done(json!({"success": true, "shellExecution": {"exitCode": 1}}))),
                "blocked_by_abide" => Some(done(json!({"success": false, "error": {"message": format!("Denied by preToolUse hook: {REASON}"), "code": "denied"}}))),
                _ => None,
            });
        }
        plan.write(&format!(".copilot/session-state/c-{session}/events.jsonl"), &rows);
    }
    plan.truth(|outcome| outcome)
}

/// Nothing is known of what became of a call.
fn cursor(plan: &Plan) -> Truth {
    let letters = plan.project.trim_start_matches('/').chars();
    let folder: String =
        letters.map(|letter| if letter.is_ascii_alphanumeric() { letter } else { '-' }).collect();
    for session in 0..plan.sessions {
        let mut rows = vec![
            json!({"role": "user", "message": {"content": [{"type": "text", "text": "<timestamp>Monday, Aug 3, 2026, 9:00 AM (UTC+2)</timestamp>\nno npm"}]}}),
        ];
        for number in 0..plan.calls {
            let call = plan.call(session, number);
            rows.push(json!({"role": "assistant", "message": {"content": [{"type": "text", "text": "npm i"}, {"type": "tool_use", "name": "Shell", "input": {"command": call.command}}]}}));
        }
        plan.write(
            &format!(".cursor/projects/{folder}/agent-transcripts/c{session}/c{session}.jsonl"),
            &rows,
        );
    }
    plan.truth(|_| "unknown")
}

/// pi, and omp, which has a title first and tells of each call again. The first
/// session was forked.
fn entries(plan: &Plan, folder: &str, title: bool) -> Truth {
    for session in 0..plan.sessions {
        let header = |id: &str| json!({"type": "session", "version": 3, "id": id, "timestamp": "2026-01-01T00:00:00Z", "cwd": plan.project});
        let mut rows = Vec::new();
        if title {
            rows.push(json!({"type": "title", "v": 1, "title": "", "pad": "    "}));
        }
        rows.push(header(&format!("p-{session}")));
        for number in 0..plan.calls {
            let call = plan.call(session, number);
            let entry = |message: Value| json!({"type": "message", "id": "a", "parentId": "b", "timestamp": call.time, "message": message});
            rows.push(entry(json!({"role": "assistant", "content": [{"type": "toolCall", "id": call.id, "name": "bash", "arguments": {"command": call.command}}]})));
            if title {
                rows.push(json!({"type": "custom", "customType": "tool_execution_start", "data": {"toolCallId": call.id, "toolName": "bash", "args": {"command": call.command}}}));
            }
            let result = |text: &str, error: bool| {
                entry(
                    json!({"role": "toolResult", "toolCallId": call.id, "toolName": "bash", "content": [{"type": "text", "text": text}], "details": {}, "isError": error}),
                )
            };
            rows.extend(match call.outcome {
                "ran" => Some(result(&call.output, false)),
                "failed" => Some(result(&format!("{}\n\nCommand exited with code 1", call.output), true)),
                "blocked_by_abide" => Some(result(REASON, true)),
                _ => None,
            });
        }
        plan.write(&format!("{folder}/2026_p-{session}.jsonl"), &rows);
        if session == 0 {
            let at = usize::from(title);
            rows[at] = header("z-fork");
            plan.write(&format!("{folder}/2026_z-fork.jsonl"), &rows);
        }
    }
    plan.truth(|outcome| outcome)
}

fn opencode(plan: &Plan) -> Truth {
    let path = plan.home.join(".local/share/opencode/opencode.db");
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    let mut database = rusqlite::Connection::open(path).unwrap();
    database
        .execute_batch(
            "pragma journal_mode = wal;
             create table project (id text primary key, worktree text not null);
             create table session (id text primary key, project_id text, parent_id text, directory text);
             create table part (id text primary key, message_id text, session_id text, time_created integer, data text);
             create table credential (id text, value text);
             insert into credential values ('x', 'never to be read');",
        )
        .unwrap();
    database.execute("insert into project values ('p', ?1)", [plan.project]).unwrap();
    let change = database.transaction().unwrap();
    for session in 0..plan.sessions {
        let id = format!("ses-{session}");
        let parent = (session % 3 == 2).then_some("ses-0");
        change.execute("insert into session values (?1, 'p', ?2, ?3)", (&id, parent, plan.project)).unwrap();
        change
            .execute(
                "insert into part values (?1, 'm', ?2, 0, ?3)",
                (format!("t-{session}"), &id, r#"{"type":"text","text":"npm i"}"#),
            )
            .unwrap();
        for number in 0..plan.calls {
            let call = plan.call(session, number);
            let state = match call.outcome {
                "ran" => {
                    json!({"status": "completed", "input": {"command": call.command}, "output": call.output, "metadata": {"exit": 0}})
                }
                "failed" => {
                    json!({"status": "completed", "input": {"command": call.command}, "metadata": {"exit": 1}})
                }
                "blocked_by_abide" => {
                    json!({"status": "error", "input": {"command": call.command}, "error": REASON})
                }
                _ => json!({"status": "running", "input": {"command": call.command}}),
            };
            let part = json!({"type": "tool", "tool": "bash", "callID": call.id, "state": state});
            change
                .execute(
                    "insert into part values (?1, 'm', ?2, ?3, ?4)",
                    (format!("p-{session}-{number}"), &id, number as i64, part.to_string()),
                )
                .unwrap();
        }
    }
    change.commit().unwrap();
    // As beside a running agent: what was written is not yet in the main file.
    std::mem::forget(database);
    plan.truth(|outcome| outcome)
}
