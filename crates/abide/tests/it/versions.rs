//! Logs of other versions than those of [`crate::logs`], and every way in which a
//! call may not have run, with a known truth.

use crate::logs::{Plan, Truth, Write};
use serde_json::{Value, json};

/// One call of each kind: the command, whether it breaks "never npm", and what
/// becomes of it.
const PLAY: &[(&str, bool, &str)] = &[
    ("pnpm install", false, "ran"),
    ("npm ci", true, "ran"),
    ("git commit -m 'drop npm install'", false, "ran"),
    ("npm test", true, "failed"),
    ("npm i abide", true, "blocked_by_abide"),
    ("npm i hook", true, "blocked_by_hook"),
    ("npm i refused", true, "refused"),
    ("npm i interrupted", true, "interrupted"),
    ("npm publish", true, "unknown"),
];

const REASON: &str = "abide: `npm i` is forbidden by rule use-pnpm (.abide/rules.json:1)";

/// What it is, whose, and what writes it.
pub const VERSIONS: &[(&str, &str, Write)] = &[
    ("1.0, with subagents among the rows of the session", "claude", claude_1),
    ("2.1, whose main file repeats what its subagents do", "claude", claude_progress),
    ("0.2, without frames, times and folders", "codex", codex_bare),
    ("0.125, with an event beside each call, and what a person typed", "codex", codex_events),
    ("a session that was taken back", "gemini", gemini_rewound),
    ("with what the person was asked", "qwen", qwen),
    ("with what the person was asked", "copilot", copilot),
    ("a tree, and scripts that call tools", "pi", pi_tree),
    ("exported sessions", "opencode", opencode_export),
    ("text", "cursor", cursor_text),
];

/// The calls of a session, by number, and the truth of all sessions. `told` says
/// what the log can tell of an outcome.
fn play(
    plan: &Plan,
    told: impl Fn(&'static str) -> &'static str,
    mut session: impl FnMut(usize, Vec<Call>),
) -> Truth {
    let mut truth = Truth { sessions: plan.sessions, ..Truth::default() };
    for number in 0..plan.sessions {
        let calls = PLAY.iter().enumerate().map(|(at, (command, breaks, outcome))| {
            truth.calls += 1;
            truth.broken += usize::from(*breaks);
            if *breaks {
                *truth.outcomes.entry(told(outcome).to_owned()).or_default() += 1;
            }
            let id = format!("call_of_session_{number:04}_number_{at:04}");
            Call { id, command, outcome, time: format!("2026-03-{:02}T09:{at:02}:00Z", 1 + number) }
        });
        session(number, calls.collect());
    }
    truth
}

struct Call {
    id: String,
    command: &'static str,
    outcome: &'static str,
    time: String,
}

fn same(outcome: &'static str) -> &'static str {
    outcome
}

fn claude_row(plan: &Plan, session: &str, kind: &str, content: Value, time: &str) -> Value {
    json!({"parentUuid": "p", "isSidechain": false, "userType": "external", "cwd": plan.project, "sessionId": session, "version": "1.0.31", "type": kind, "message": {"role": kind, "content": content}, "uuid": "u", "timestamp": time})
}

/// A call, and its result where it has one.
fn claude_rows(plan: &Plan, session: &str, call: &Call) -> Vec<Value> {
    let asked =
        json!([{"type": "tool_use", "id": call.id, "name": "Bash", "input": {"command": call.command}}]);
    let mut rows = vec![claude_row(plan, session, "assistant", asked, &call.time)];
    let said = match call.outcome {
        "ran" => "fine".to_owned(),
        "failed" => "Exit code 1\nno".to_owned(),
        "blocked_by_abide" => format!("PreToolUse:Bash hook error: [abide hook claude]: {REASON}"),
        "blocked_by_hook" => "PreToolUse:Bash hook error: [guard.sh]: no npm here".to_owned(),
        "refused" => {
            "The user doesn't want to proceed with this tool use. The tool use was rejected".to_owned()
        }
        "interrupted" => "[Request interrupted by user for tool use]".to_owned(),
        _ => return rows,
    };
    let error = call.outcome != "ran";
    let result = json!([{"type": "tool_result", "tool_use_id": call.id, "content": said, "is_error": error}]);
    let mut row = claude_row(plan, session, "user", result, &call.time);
    row["toolUseResult"] = if error { format!("Error: {said}").into() } else { json!({"stdout": said}) };
    rows.push(row);
    rows
}

fn claude_1(plan: &Plan) -> Truth {
    play(plan, same, |number, calls| {
        let session = format!("s-{number}");
        let mut rows = vec![json!({"type": "summary", "summary": "no npm", "leafUuid": "u"})];
        for (at, call) in calls.iter().enumerate() {
            for mut row in claude_rows(plan, &session, call) {
                row["isSidechain"] = (at % 2 == 1).into();
                rows.push(row);
            }
        }
        // The session went on in another file, which begins with all of it.
        plan.write(&format!(".claude/projects/x/{session}.jsonl"), &rows);
        rows.iter_mut().skip(1).for_each(|row| row["sessionId"] = format!("s-{number}-resumed").into());
        if number == 0 {
            plan.write(".claude/projects/x/s-0-resumed.jsonl", &rows);
        }
    })
}

fn claude_progress(plan: &Plan) -> Truth {
    play(plan, same, |number, calls| {
        let session = format!("s-{number}");
        let (mut main, mut own) = (Vec::new(), Vec::new());
        for call in &calls {
            for mut row in claude_rows(plan, &session, call) {
                let data = json!({"type": "agent_progress", "agentId": "a1", "message": row});
                main.push(json!({"type": "progress", "sessionId": session, "cwd": plan.project, "timestamp": call.time, "data": data}));
                main.push(json!({"type": "api-request", "sessionId": session, "request": {"messages": [row["message"]]}}));
                row["isSidechain"] = true.into();
                row["agentId"] = "a1".into();
                own.push(row);
            }
        }
        plan.write(&format!(".claude/projects/x/{session}.jsonl"), &main);
        plan.write(&format!(".claude/projects/x/{session}/subagents/agent-a1.jsonl"), &own);
        // Resumed in place, it begins again with what is there.
        own.extend(own.clone());
        plan.write(&format!(".claude/projects/x/{session}/subagents/agent-a1.jsonl"), &own);
    })
}

fn codex_said(call: &Call) -> Option<String> {
    Some(match call.outcome {
        "ran" => json!({"output": "npm", "metadata": {"exit_code": 0}}).to_string(),
        "failed" => "Exit code: 1\nWall time: 0 seconds\nOutput:\nno".to_owned(),
        "blocked_by_abide" => {
            format!("Command blocked by PreToolUse hook: {REASON}. Command: {}", call.command)
        }
        "blocked_by_hook" => format!("Command blocked by PreToolUse hook: no. Command: {}", call.command),
        "refused" => "exec command rejected by user".to_owned(),
        "interrupted" => "aborted by user after 12.3s".to_owned(),
        _ => return None,
    })
}

fn codex_bare(plan: &Plan) -> Truth {
    play(plan, same, |number, calls| {
        let place = format!("<environment_context>\n  <cwd>{}</cwd>\n</environment_context>", plan.project);
        let mut rows = vec![
            json!({"id": format!("t-{number}"), "timestamp": calls[0].time, "instructions": "no npm", "git": {}}),
            json!({"record_type": "state"}),
            json!({"type": "message", "role": "user", "content": [{"type": "input_text", "text": place}]}),
        ];
        for call in &calls {
            let given = json!({"command": ["bash", "-lc", call.command], "timeout": 1000}).to_string();
            rows.push(
                json!({"type": "function_call", "name": "shell", "arguments": given, "call_id": call.id}),
            );
            rows.push(json!({"record_type": "state"}));
            rows.extend(
                codex_said(call)
                    .map(|said| json!({"type": "function_call_output", "call_id": call.id, "output": said})),
            );
        }
        plan.write(&format!(".codex/sessions/2025/08/30/rollout-{number}.jsonl"), &rows);
    })
}

fn codex_events(plan: &Plan) -> Truth {
    play(plan, same, |number, calls| {
        let row = |kind: &str, payload: Value| json!({"timestamp": calls[0].time, "type": kind, "payload": payload});
        let meta = json!({"id": format!("t-{number}"), "cwd": plan.project, "cli_version": "0.125.0", "source": "cli"});
        let mut rows = vec![row("session_meta", meta), row("turn_context", json!({"cwd": plan.project}))];
        for call in &calls {
            let given = json!({"command": call.command}).to_string();
            rows.push(row("response_item", json!({"type": "function_call", "name": "shell_command", "arguments": given, "call_id": call.id})));
            let code = match call.outcome {
                "ran" => Some(0),
                "failed" => Some(1),
                _ => None,
            };
            rows.extend(code.map(|code| row("event_msg", json!({"type": "exec_command_end", "call_id": call.id, "command": ["bash", "-lc", call.command], "cwd": plan.project, "exit_code": code}))));
            rows.extend(codex_said(call).map(|said| {
                row(
                    "response_item",
                    json!({"type": "function_call_output", "call_id": call.id, "output": said}),
                )
            }));
        }
        let typed = json!({"type": "CommandExecution", "id": format!("typed-by-a-person-{number}"), "command": ["bash", "-lc", "npm i typed"], "source": "user_shell", "status": "completed", "exit_code": 0});
        rows.push(row("event_msg", json!({"type": "item_completed", "item": typed})));
        rows.push(row("response_item", json!({"type": "function_call", "name": "write_stdin", "arguments": "{\"session_id\":1,\"chars\":\"npm i\\n\"}", "call_id": "keys"})));
        let told: Vec<Value> =
            calls.iter().map(|call| json!({"role": "user", "content": call.command})).collect();
        rows.push(row("compacted", json!({"message": "", "replacement_history": told})));
        plan.write(&format!(".codex/sessions/2026/03/01/rollout-{number}.jsonl"), &rows);
    })
}

/// Messages that were taken back are gone from the talk, not from the disk.
fn gemini_rewound(plan: &Plan) -> Truth {
    plan.write_text(".gemini/tmp/x/.project_root", plan.project);
    play(plan, same, |number, calls| {
        let mut rows = vec![
            json!({"sessionId": format!("g-{number}"), "projectHash": "x", "startTime": calls[0].time, "kind": "main"}),
        ];
        for call in &calls {
            let (status, response) = match call.outcome {
                "ran" => ("success", json!({"output": "npm"})),
                "failed" => ("success", json!({"output": "Output: no\nExit Code: 1"})),
                "blocked_by_abide" => {
                    ("error", json!({"error": format!("Tool execution blocked: {REASON}")}))
                }
                "blocked_by_hook" => ("error", json!({"error": "Tool execution blocked: no npm"})),
                "refused" => {
                    ("cancelled", json!({"error": "[Operation Cancelled] Reason: User denied execution."}))
                }
                "interrupted" => (
                    "cancelled",
                    json!({"error": "[Operation Cancelled] Reason: User cancelled the operation."}),
                ),
                _ => ("executing", json!({})),
            };
            let message = |calls: Value| json!({"id": format!("m-{}", call.id), "timestamp": call.time, "type": "gemini", "content": "npm", "toolCalls": calls});
            let made = |status: &str, result: Value| json!([{"id": call.id, "name": "run_shell_command", "args": {"command": call.command}, "status": status, "timestamp": call.time, "result": result}]);
            // Written again when the result has come.
            rows.push(message(made("executing", json!([]))));
            rows.push(message(made(
                status,
                json!([{"functionResponse": {"id": call.id, "response": response}}]),
            )));
        }
        rows.push(json!({"$rewindTo": format!("m-{}", calls[2].id)}));
        rows.push(json!({"$set": {"lastUpdated": "2026-03-02T00:00:00Z"}}));
        plan.write(&format!(".gemini/tmp/x/chats/session-{number}.jsonl"), &rows);
    })
}

fn qwen(plan: &Plan) -> Truth {
    play(plan, same, |number, calls| {
        let row = |call: &Call, kind: &str, name: &str, value: Value| {
            let mut row = json!({"uuid": "u", "sessionId": format!("q-{number}"), "timestamp": call.time, "type": kind, "cwd": plan.project, "version": "0.15.10"});
            row[name] = value;
            row
        };
        let mut rows = Vec::new();
        for call in &calls {
            let asked =
                json!({"id": call.id, "name": "run_shell_command", "args": {"command": call.command}});
            rows.push(row(
                call,
                "assistant",
                "message",
                json!({"role": "model", "parts": [{"functionCall": asked}]}),
            ));
            let ran = |code: u8| json!({"output": format!("Command: {}\nOutput: x\nExit Code: {code}", call.command)});
            let (status, kind, response) = match call.outcome {
                "ran" => ("success", None, ran(0)),
                "failed" => ("success", None, ran(1)),
                "blocked_by_abide" => ("error", Some("execution_denied"), json!({"error": REASON})),
                "blocked_by_hook" => ("error", Some("execution_denied"), json!({"error": "no npm"})),
                "refused" => ("error", Some("execution_denied"), json!({"error": "User denied execution."})),
                "interrupted" => ("cancelled", None, json!({"error": "stopped"})),
                _ => continue,
            };
            let parts = json!({"role": "user", "parts": [{"functionResponse": {"id": call.id, "response": response}}]});
            let mut result = row(call, "tool_result", "message", parts);
            result["toolCallResult"] = json!({"callId": call.id, "status": status, "errorType": kind});
            rows.push(result);
        }
        plan.write(&format!(".qwen/projects/x/chats/q-{number}.jsonl"), &rows);
    })
}

/// A stop looks like a failure.
fn copilot(plan: &Plan) -> Truth {
    let told = |outcome| if outcome == "interrupted" { "failed" } else { outcome };
    play(plan, told, |number, calls| {
        let event = |call: &Call, kind: &str, data: Value| json!({"type": kind, "data": data, "id": "e", "timestamp": call.time, "parentId": "p"});
        let mut rows = vec![event(
            &calls[0],
            "session.start",
            json!({"sessionId": format!("c-{number}"), "context": {"cwd": "/"}}),
        )];
        rows.push(event(&calls[0], "session.context_changed", json!({"cwd": plan.project})));
        for call in &calls {
            let asked =
                json!({"toolCallId": call.id, "toolName": "bash", "arguments": {"command": call.command}});
            let request = json!({"kind": "shell", "toolCallId": call.id, "fullCommandText": call.command});
            rows.push(event(call, "tool.execution_start", asked));
            rows.push(event(
                call,
                "permission.requested",
                json!({"requestId": call.id, "permissionRequest": request}),
            ));
            let answer = if call.outcome == "refused" { "denied-interactively-by-user" } else { "approved" };
            rows.push(event(
                call,
                "permission.completed",
                json!({"requestId": call.id, "result": {"kind": answer}}),
            ));
            let (success, more) = match call.outcome {
                "ran" => (true, json!({"exitCode": 0})),
                "failed" => (true, json!({"exitCode": 1})),
                "blocked_by_abide" => (
                    false,
                    json!({"message": format!("Denied by preToolUse hook: {REASON}"), "code": "denied"}),
                ),
                "blocked_by_hook" => {
                    (false, json!({"message": "Denied by preToolUse hook: no npm", "code": "denied"}))
                }
                "unknown" => continue,
                _ => (false, json!({"message": "x", "code": "failure"})),
            };
            let mut done = json!({"toolCallId": call.id, "success": success});
            done[if success { "shellExecution" } else { "error" }] = more;
            rows.push(event(call, "tool.execution_complete", done));
        }
        plan.write(&format!(".copilot/session-state/c-{number}/events.jsonl"), &rows);
    })
}

/// Every second call is made by a script, and stands in the result of that only:
/// the script counts as a call itself. What a person refused looks like a failure,
/// and a script knows no more of its calls than that.
fn pi_tree(plan: &Plan) -> Truth {
    let told = |outcome| if outcome == "refused" { "failed" } else { outcome };
    let mut scripts = 0;
    let mut truth = play(plan, told, |number, calls| {
        let entry = |call: &Call, message: Value| json!({"type": "message", "id": call.id, "parentId": "b", "timestamp": call.time, "message": message});
        let mut rows = vec![
            json!({"type": "session", "version": 3, "id": format!("p-{number}"), "timestamp": calls[0].time, "cwd": plan.project}),
        ];
        for call in &calls {
            let made = |id: &str, name: &str, given: Value| {
                let block = json!({"type": "toolCall", "id": id, "name": name, "arguments": given});
                entry(call, json!({"role": "assistant", "content": [block]}))
            };
            let (text, error) = match call.outcome {
                "ran" => ("npm", false),
                "failed" => ("no\n\nCommand exited with code 1", true),
                "blocked_by_abide" => (REASON, true),
                "blocked_by_hook" => ("Tool execution was blocked by an extension", true),
                "refused" => ("the person said no", true),
                "interrupted" => ("Command aborted", true),
                _ => {
                    rows.push(made(&call.id, "bash", json!({"command": call.command})));
                    continue;
                }
            };
            let result = |id: &str, text: &str, error: bool| json!({"role": "toolResult", "toolCallId": id, "content": [{"type": "text", "text": text}], "details": {}, "isError": error});
            if call.id.ends_with(['1', '3', '5', '7']) {
                scripts += 1;
                let id = format!("{}-script", call.id);
                rows.push(made(&id, "codemode", json!({"code": "await tools.bash({command: 'npm i'})"})));
                let status = if error { "error" } else { "ok" };
                let nested = json!({"id": call.id, "name": "bash", "status": status, "arguments": {"command": call.command}, "error": text});
                let mut done = result(&id, "done", false);
                done["nestedCalls"] = json!({"calls": [nested], "complete": true});
                rows.push(entry(call, done));
            } else {
                rows.push(made(&call.id, "bash", json!({"command": call.command})));
                rows.push(entry(call, result(&call.id, text, error)));
            }
        }
        rows.push(entry(
            &calls[0],
            json!({"role": "bashExecution", "command": "npm i typed", "output": "", "exitCode": 0}),
        ));
        plan.write(&format!(".pi/agent/sessions/--x--/2026_p-{number}.jsonl"), &rows);
    });
    truth.calls += scripts;
    truth
}

/// A block by another plugin looks like a failure.
fn opencode_export(plan: &Plan) -> Truth {
    let told = |outcome| if outcome == "blocked_by_hook" { "failed" } else { outcome };
    play(plan, told, |number, calls| {
        let part = |call: &Call| {
            let mut state = json!({"status": "error", "input": {"command": call.command}, "time": {"start": 1_796_024_167_993_i64}});
            match call.outcome {
                "ran" | "failed" => {
                    state["status"] = "completed".into();
                    state["metadata"] = json!({"exit": usize::from(call.outcome == "failed")});
                }
                "blocked_by_abide" => state["error"] = REASON.into(),
                "blocked_by_hook" => state["error"] = "no npm here".into(),
                "refused" => {
                    state["error"] = "The user rejected permission to use this specific tool call.".into()
                }
                "interrupted" => state["error"] = "Tool execution aborted".into(),
                _ => state["status"] = "running".into(),
            }
            json!({"type": "tool", "tool": "bash", "callID": call.id, "state": state})
        };
        let parts: Vec<Value> = calls.iter().map(part).collect();
        let document = json!({"info": {"id": format!("ses-{number}"), "directory": plan.project}, "messages": [{"info": {}, "parts": parts}]});
        plan.write_text(&format!("exports/ses-{number}.json"), &format!("{document:#}"));
    })
}

/// Text, and nothing of what became of a call.
fn cursor_text(plan: &Plan) -> Truth {
    play(
        plan,
        |_| "unknown",
        |number, calls| {
            let call = |call: &Call| {
                format!(
                    "[Tool call] Shell\n  command: {}\n  description: npm\n[Tool result] Shell\n\n",
                    call.command
                )
            };
            let talk: String = calls.iter().map(call).collect();
            let folder = plan
                .project
                .trim_start_matches('/')
                .replace(|letter: char| !letter.is_ascii_alphanumeric(), "-");
            plan.write_text(
                &format!(".cursor/projects/{folder}/agent-transcripts/c-{number}.txt"),
                &format!("user:\nno npm, please\n\nassistant:\n{talk}"),
            );
        },
    )
}
