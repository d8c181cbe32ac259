//! The logs of Gemini, Qwen, Copilot, pi, omp, OpenCode and Cursor.

use crate::{read, read_at};
use abide_agents::history::Origin;

const GEMINI: &str =
    r#"{"sessionId":"g1","projectHash":"x","startTime":"2026-11-30T07:29:21Z","kind":"main"}"#;

fn gemini_call(status: &str, response: &str) -> String {
    format!(
        r#"{{"id":"run_shell_command__1796023719541_0","name":"run_shell_command","args":{{"command":"npm i"}},"status":"{status}","timestamp":"2026-11-30T07:29:22Z","result":[{{"functionResponse":{{"response":{response}}}}}]}}"#
    )
}

#[test]
fn gemini_writes_a_message_again_when_its_calls_have_come() {
    let call = gemini_call("success", r#"{"output":"fine"}"#);
    let message = format!(
        r#"{{"id":"m1","timestamp":"2026-11-30T07:29:22Z","type":"gemini","content":"","toolCalls":[{call}]}}"#
    );
    let log = [
        GEMINI.to_owned(),
        r#"{"id":"m1","timestamp":"2026-11-30T07:29:22Z","type":"gemini","content":""}"#.to_owned(),
        message.clone(),
        message.clone(),
        format!(r#"{{"$set":{{"messages":[{message}]}}}}"#),
        r#"{"$rewindTo":"m0"}"#.to_owned(),
        r#"{"id":"m2","type":"user","content":[{"functionResponse":{"id":"x","response":{"output":"toolCalls"}}}]}"#.to_owned(),
    ];
    let origin = Origin { path: "/logs/a.jsonl".into(), project: Some("/repo".into()), ..Origin::default() };
    let told =
        read_at(&origin, log.join("\n").as_bytes()).is("gemini", &["run_shell_command `npm i` ran"]).whole();
    assert_eq!((told.records[0].said.call.cwd.as_str(), told.records[0].line), ("/repo", 3));
}

#[test]
fn gemini_wrote_one_document_before() {
    let call = gemini_call("error", r#"{"error":"Tool execution blocked: abide: no"}"#);
    let log = format!(
        "{{\n  \"sessionId\": \"g1\",\n  \"projectHash\": \"x\",\n  \"messages\": [\n    {{\"id\": \"m1\",\n     \"type\": \"gemini\", \"toolCalls\": [\n{call}]}}\n  ]\n}}"
    );
    let told = read(&log).is("gemini", &["run_shell_command `npm i` blocked_by_abide"]).whole();
    assert_eq!(told.records[0].line, 7);
    // All on one line, and under a name that says otherwise.
    read(&log.replace('\n', " ")).is("gemini", &["run_shell_command `npm i` blocked_by_abide"]);
}

#[test]
fn gemini_says_what_became_of_a_call() {
    for (status, response, outcome) in [
        ("success", r#"{"output":"Output: x\nExit Code: 3\nPGID: 1"}"#, "failed"),
        ("error", r#"{"error":"Tool execution blocked: no npm"}"#, "blocked_by_hook"),
        ("error", r#"{"error":"Tool execution denied by policy."}"#, "refused"),
        ("error", r#"{"error":"Path not in workspace"}"#, "failed"),
        ("cancelled", r#"{"error":"[Operation Cancelled] Reason: User denied execution."}"#, "refused"),
        (
            "cancelled",
            r#"{"error":"[Operation Cancelled] Reason: User cancelled the operation."}"#,
            "interrupted",
        ),
    ] {
        let log = format!("{GEMINI}\n{{\"id\":\"m1\",\"toolCalls\":[{}]}}", gemini_call(status, response));
        read(&log).is("gemini", &[&format!("run_shell_command `npm i` {outcome}")]);
    }
}

#[test]
fn gemini_finds_its_folder_by_the_hash_or_by_what_the_model_is_told() {
    let call = format!("{{\"id\":\"m1\",\"toolCalls\":[{}]}}", gemini_call("success", "{}"));
    let told = r#"{"$set":{"messages":[{"id":"m0","type":"user","content":[{"text":"- **Workspace Directories:**\n  - /repo\n- x"}]}]}}"#;
    let told = read(&format!("{GEMINI}\n{told}\n{call}"));
    assert_eq!(told.records[0].said.call.cwd, "/repo");
    // printf %s /repo | sha256sum
    let hash = "816fc349d3faebf805d1bed70fce7e14754cad5251c77dda31c414ee961a0bdd";
    let header = GEMINI.replace("\"x\"", &format!("\"{hash}\""));
    let origin = Origin { folders: vec!["/other".into(), "/repo".into()], ..Origin::default() };
    let told = read_at(&origin, format!("{header}\n{call}").as_bytes());
    assert_eq!(told.records[0].said.call.cwd, "/repo");
}

fn qwen(kind: &str, rest: &str) -> String {
    format!(
        r#"{{"uuid":"u","parentUuid":null,"sessionId":"q1","timestamp":"2026-11-30T07:58:54.160Z","type":"{kind}","cwd":"/repo","version":"0.24.4",{rest}}}"#
    )
}

#[test]
fn qwen_tells_of_a_call_twice_and_it_counts_once() {
    let call = qwen(
        "assistant",
        r#""message":{"role":"model","parts":[{"functionCall":{"id":"call_2","name":"run_shell_command","args":{"command":"npm i"}}}]}"#,
    );
    let telemetry = qwen(
        "system",
        r#""subtype":"ui_telemetry","systemPayload":{"uiEvent":{"event.name":"qwen-code.tool_call","call_id":"call_2","function_name":"run_shell_command","function_args":{"command":"npm i"},"error_type":"execution_denied"}}"#,
    );
    for (result, response, outcome) in [
        (
            r#"{"callId":"call_2","status":"success"}"#,
            r#"{"output":"Command: npm i\nOutput: x\nExit Code: 0\nSignal: 0"}"#,
            "ran",
        ),
        (
            r#"{"callId":"call_2","status":"success"}"#,
            r#"{"output":"Command: npm i\nOutput: x\nExit Code: 3"}"#,
            "failed",
        ),
        (
            r#"{"callId":"call_2","status":"error","errorType":"execution_denied"}"#,
            r#"{"error":"abide: no"}"#,
            "blocked_by_abide",
        ),
        (
            r#"{"callId":"call_2","status":"error","errorType":"execution_denied"}"#,
            r#"{"error":"use pnpm"}"#,
            "blocked_by_hook",
        ),
        (r#"{"callId":"call_2","status":"error"}"#, r#"{"error":"x"}"#, "failed"),
    ] {
        let result = qwen(
            "tool_result",
            &format!(
                r#""message":{{"role":"user","parts":[{{"functionResponse":{{"id":"call_2","response":{response}}}}}]}},"toolCallResult":{result}"#
            ),
        );
        let log = [call.clone(), telemetry.clone(), result].join("\n");
        read(&log).is("qwen", &[&format!("run_shell_command `npm i` {outcome}")]).whole();
    }
}

fn copilot(kind: &str, data: &str) -> String {
    format!(
        r#"{{"type":"{kind}","data":{data},"id":"e","timestamp":"2026-11-30T07:37:20.224Z","parentId":"p"}}"#
    )
}

#[test]
fn copilot_has_four_events_of_a_call() {
    let start = copilot(
        "session.start",
        r#"{"sessionId":"c1","context":{"cwd":"/repo","gitRoot":"/repo","branch":"main"}}"#,
    );
    for (complete, outcome) in [
        (r#"{"toolCallId":"call_2","success":true,"shellExecution":{"exitCode":0}}"#, "ran"),
        (r#"{"toolCallId":"call_2","success":true,"shellExecution":{"exitCode":3}}"#, "failed"),
        (
            r#"{"toolCallId":"call_2","success":false,"error":{"message":"Denied by preToolUse hook: abide: no","code":"denied"}}"#,
            "blocked_by_abide",
        ),
        (
            r#"{"toolCallId":"call_2","success":false,"error":{"message":"Denied by preToolUse hook from \"x\" (hook errored)","code":"denied"}}"#,
            "blocked_by_hook",
        ),
        (
            r#"{"toolCallId":"call_2","success":false,"error":{"message":"The user rejected this","code":"denied"}}"#,
            "refused",
        ),
        (r#"{"toolCallId":"call_2","success":false,"error":{"message":"x","code":"failure"}}"#, "failed"),
    ] {
        let log = [
            start.clone(),
            copilot(
                "assistant.message",
                r#"{"toolRequests":[{"toolCallId":"call_2","name":"bash","arguments":{"command":"npm i"}}]}"#,
            ),
            copilot(
                "tool.execution_start",
                r#"{"toolCallId":"call_2","toolName":"bash","arguments":{"command":"npm i"}}"#,
            ),
            copilot(
                "hook.start",
                r#"{"hookType":"preToolUse","input":{"toolCalls":[{"id":"call_2","name":"bash","args":{"command":"npm i"}}]}}"#,
            ),
            copilot("tool.execution_complete", complete),
        ];
        let told = read(&log.join("\n")).is("copilot", &[&format!("bash `npm i` {outcome}")]).whole();
        assert_eq!(told.records[0].said.call.root.as_deref(), Some("/repo"));
    }
}

#[test]
fn copilot_keeps_what_the_person_answered() {
    let log = [
        copilot("session.start", r#"{"sessionId":"c1","context":{"cwd":"/repo"}}"#),
        copilot(
            "tool.execution_start",
            r#"{"toolCallId":"call_2","toolName":"demo-run_thing","arguments":{"path":"x"},"mcpServerName":"demo","mcpToolName":"run_thing"}"#,
        ),
        copilot(
            "permission.requested",
            r#"{"requestId":"r1","permissionRequest":{"kind":"mcp","toolCallId":"call_2"}}"#,
        ),
        copilot(
            "permission.completed",
            r#"{"requestId":"r1","result":{"kind":"denied-interactively-by-user"}}"#,
        ),
        copilot(
            "tool.execution_complete",
            r#"{"toolCallId":"call_2","success":false,"error":{"message":"x","code":"failure"}}"#,
        ),
    ];
    let told = read(&log.join("\n")).is("copilot", &["demo-run_thing Other x refused"]);
    assert_eq!(told.records[0].said.call.names, ["mcp__demo__run_thing"]);
}

const PI: &str =
    r#"{"type":"session","version":3,"id":"p1","timestamp":"2026-11-30T07:31:18.006Z","cwd":"/repo"}"#;

fn entry(message: &str) -> String {
    format!(
        r#"{{"type":"message","id":"1b","parentId":"7b","timestamp":"2026-11-30T07:31:20Z","message":{message}}}"#
    )
}

fn pi_call() -> String {
    entry(
        r#"{"role":"assistant","content":[{"type":"text","text":"x"},{"type":"toolCall","id":"call_2","name":"bash","arguments":{"command":"npm i"}}]}"#,
    )
}

fn pi_result(text: &str, error: bool, rest: &str) -> String {
    let text = serde_json::Value::from(text);
    entry(&format!(
        r#"{{"role":"toolResult","toolCallId":"call_2","toolName":"bash","content":[{{"type":"text","text":{text}}}],"isError":{error}{rest}}}"#
    ))
}

#[test]
fn pi_joins_a_call_and_its_result() {
    for (text, error, outcome) in [
        ("fine", false, "ran"),
        ("x\n\nCommand exited with code 3", true, "failed"),
        // The program said so, not abide's hook.
        ("abide: error: no rules\n\nCommand exited with code 2", true, "failed"),
        ("abide: `npm i` is forbidden", true, "blocked_by_abide"),
        ("Tool execution was blocked by an extension", true, "blocked_by_hook"),
        ("Command aborted", true, "interrupted"),
        ("File not found", true, "failed"),
    ] {
        let log = [PI.to_owned(), pi_call(), pi_result(text, error, r#","details":{}"#)];
        let told = read(&log.join("\n")).is("pi", &[&format!("bash `npm i` {outcome}")]).whole();
        assert_eq!(
            (told.records[0].said.call.cwd.as_str(), told.records[0].said.call.session.as_deref()),
            ("/repo", Some("p1"))
        );
    }
}

#[test]
fn pi_tells_of_the_calls_of_a_script_in_its_result_only() {
    let script = entry(
        r#"{"role":"assistant","content":[{"type":"toolCall","id":"call_2","name":"codemode","arguments":{"code":"await tools.bash({command:'npm i'})"}}]}"#,
    );
    let nested = r#","details":{"calls":[{"id":"call_2/1","name":"bash","args":"{\"command\":\"npm i\"}"}]},"nestedCalls":{"calls":[{"id":"call_2/1","name":"bash","status":"error","arguments":{"command":"npm i"},"error":"abide: no"},{"id":"call_2/2","name":"mcp__demo__run","status":"ok","arguments":{"path":"x"}}],"complete":true}"#;
    let log = [PI.to_owned(), script, pi_result("done", false, nested)];
    read(&log.join("\n"))
        .is("pi", &["codemode Other ran", "bash `npm i` blocked_by_abide", "mcp__demo__run Other x ran"]);
}

#[test]
fn what_a_person_typed_in_pi_is_no_call() {
    let typed = entry(
        r#"{"role":"bashExecution","command":"npm i","output":"toolCall","exitCode":0,"cancelled":false}"#,
    );
    read(&[PI.to_owned(), typed].join("\n")).is("pi", &[]).whole();
}

#[test]
fn a_session_of_pi_may_lack_its_header() {
    let told = read(&pi_call()).is("pi", &["bash `npm i` unknown"]);
    assert_eq!(
        (told.records[0].said.call.cwd.as_str(), told.records[0].said.call.session.as_deref()),
        ("", Some("log"))
    );
}

#[test]
fn omp_begins_with_a_title_and_repeats_calls() {
    let log = [
        r#"{"type":"title","v":1,"title":"","updatedAt":"2026-11-30T07:32:57.422Z","pad":"      "}"#.to_owned(),
        PI.to_owned(),
        pi_call(),
        r#"{"type":"custom","customType":"tool_execution_start","data":{"toolCallId":"call_2","toolName":"bash","args":{"command":"npm i"}},"id":"3a","timestamp":"2026-11-30T07:33:00.365Z"}"#.to_owned(),
        pi_result("x", false, r#","details":{"exitCode":3}"#),
    ];
    let told = read(&log.join("\n")).is("omp", &["bash `npm i` failed"]).whole();
    assert_eq!(told.records[0].said.call.cwd, "/repo");
}

#[test]
fn opencode_has_call_and_result_in_one_part() {
    for (state, outcome) in [
        (
            r#"{"status":"completed","input":{"command":"npm i"},"metadata":{"exit":0},"time":{"start":1796024167993}}"#,
            "ran",
        ),
        (r#"{"status":"completed","input":{"command":"npm i"},"metadata":{"exit":3}}"#, "failed"),
        (r#"{"status":"error","input":{"command":"npm i"},"error":"abide: no"}"#, "blocked_by_abide"),
        (
            r#"{"status":"error","input":{"command":"npm i"},"error":"The user rejected permission to use this specific tool call."}"#,
            "refused",
        ),
        (r#"{"status":"error","input":{"command":"npm i"},"error":"Tool execution aborted"}"#, "interrupted"),
        (r#"{"status":"running","input":{"command":"npm i"}}"#, "unknown"),
    ] {
        let part = format!(r#"{{"type":"tool","tool":"bash","callID":"call_3","state":{state}}}"#);
        let row = format!(
            r#"{{"session":"ses_1","directory":"/repo","worktree":"/repo","parent":null,"part":{part}}}"#
        );
        let told = read(&row).is("opencode", &[&format!("bash `npm i` {outcome}")]).whole();
        assert_eq!(
            (told.records[0].said.call.cwd.as_str(), told.records[0].said.call.subagent),
            ("/repo", false)
        );
        let export = format!(
            "{{\n\"info\": {{\"id\": \"ses_1\", \"directory\": \"/repo\"}},\n\"messages\": [{{\"info\": {{}}, \"parts\": [{{\"type\":\"text\"}},\n{part}]}}]\n}}"
        );
        read(&export).is("opencode", &[&format!("bash `npm i` {outcome}")]);
    }
}

#[test]
fn cursor_tells_only_what_was_called() {
    let log = r#"{"role":"user","message":{"content":[{"type":"text","text":"<timestamp>Monday, Aug 3, 2026, 9:00 AM (UTC+2)</timestamp>\n<user_query>x</user_query>"}]}}
{"role":"assistant","message":{"content":[{"type":"text","text":"x"},{"type":"tool_use","name":"Shell","input":{"command":"npm i","working_directory":"/srv/repo/web"}},{"type":"tool_use","name":"Shell","input":{"command":"npm i"}}]}}
{"role":"assistant","message":{"content":[{"type":"tool_use","name":"Delete","input":{"path":"x"}},{"type":"tool_use","name":"CallMcpTool","input":{"server":"demo","toolName":"put","arguments":{"path":"y"}}}]}}
{"type":"turn_ended","status":"success"}"#;
    let path = "/home/me/.cursor/projects/srv-repo/agent-transcripts/c1/c1.jsonl";
    let told = read_at(&Origin { path: path.into(), ..Origin::default() }, log.as_bytes())
        .is(
            "cursor",
            &[
                "Shell `npm i` unknown",
                "Shell `npm i` unknown",
                "Delete Delete x unknown",
                "mcp__demo__put Other y unknown",
            ],
        )
        .whole();
    assert_eq!(
        (told.records[0].said.call.cwd.as_str(), told.records[1].said.call.cwd.as_str()),
        ("/srv/repo/web", "/srv/repo")
    );
    assert_eq!(told.records[0].time.unwrap().to_string(), "2026-08-03T07:00:00Z");
    assert_eq!(told.records[0].said.call.session.as_deref(), Some("c1"));
}

#[test]
fn cursor_wrote_text_before() {
    let log = "user:\nstart\n\nassistant:\n[Tool call] Shell\n  command: cd web\nnpm i\n[Tool call] Shell\n  command: npm t\n  description: x: y\n[Tool result] Shell\n\n[Tool call] Read\n  path: .env\n";
    let path = "/home/me/.cursor/projects/srv-repo/agent-transcripts/c1.txt";
    let origin = Origin { path: path.into(), folders: vec!["/srv/repo".into()], ..Origin::default() };
    let told = read_at(&origin, log.as_bytes())
        .is("cursor", &["Shell `cd web` unknown", "Shell `npm t` unknown", "Read Read .env unknown"]);
    assert_eq!(told.records[0].said.call.cwd, "/srv/repo");
}
