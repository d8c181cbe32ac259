//! Codex's logs.

use crate::read;

const META: &str = r#"{"timestamp":"2026-11-30T07:32:49.667Z","type":"session_meta","payload":{"id":"t1","cwd":"/repo","originator":"codex_exec","cli_version":"0.171.0","source":"exec","git":{"branch":"main"}}}"#;

/// A row of the newer form.
fn row(kind: &str, payload: &str) -> String {
    format!(r#"{{"timestamp":"2026-11-30T07:32:50Z","type":"{kind}","payload":{payload}}}"#)
}

fn exec(id: &str, arguments: &str) -> String {
    let arguments = serde_json::Value::from(arguments);
    row(
        "response_item",
        &format!(
            r#"{{"type":"function_call","name":"exec_command","arguments":{arguments},"call_id":"{id}"}}"#
        ),
    )
}

fn output(id: &str, output: &str) -> String {
    let output = serde_json::Value::from(output);
    row("response_item", &format!(r#"{{"type":"function_call_output","call_id":"{id}","output":{output}}}"#))
}

fn completed(item: &str) -> String {
    row("event_msg", &format!(r#"{{"type":"item_completed","thread_id":"t1","item":{item}}}"#))
}

fn log(rows: &[String]) -> String {
    format!("{META}\n{}\n", rows.join("\n"))
}

#[test]
fn a_call_and_its_event_are_one() {
    let rows = [
        exec("c1", r#"{"cmd":"npm i","workdir":"web"}"#),
        completed(
            r#"{"type":"CommandExecution","id":"c1","command":["/bin/bash","-lc","npm i"],"cwd":"file:///repo/web","source":"unified_exec_startup","status":"failed","exit_code":3}"#,
        ),
        output("c1", "Chunk ID: 1\nWall time: 0.1\nProcess exited with code 3\nOutput:\nx"),
        exec("c2", r#"{"cmd":"npm t"}"#),
        row(
            "event_msg",
            r#"{"type":"exec_command_end","call_id":"c2","command":["bash","-lc","npm t"],"exit_code":0}"#,
        ),
    ];
    let told =
        read(&log(&rows)).is("codex", &["exec_command `npm i` failed", "exec_command `npm t` ran"]).whole();
    assert_eq!(told.records[0].said.call.cwd, "/repo/web");
    assert_eq!(told.records[0].said.call.root.as_deref(), Some("/repo"));
    assert_eq!(told.records[0].said.call.names, ["Bash"]);
    assert_eq!(told.records[0].said.branch.as_deref(), Some("main"));
}

#[test]
fn what_a_person_typed_and_keys_are_no_calls() {
    let rows = [
        completed(
            r#"{"type":"CommandExecution","id":"u1","command":["/bin/bash","-lc","npm i"],"cwd":"file:///repo","source":"user_shell","status":"completed","exit_code":0}"#,
        ),
        row(
            "response_item",
            r#"{"type":"function_call","name":"write_stdin","arguments":"{\"session_id\":1,\"chars\":\"npm i\\n\"}","call_id":"c9"}"#,
        ),
    ];
    read(&log(&rows)).is("codex", &[]).whole();
}

#[test]
fn calls_of_a_script_count_and_the_script_does_not() {
    let rows = [
        row(
            "response_item",
            r#"{"type":"custom_tool_call","name":"exec","call_id":"c1","input":"await tools.exec_command({cmd: 'npm i'})"}"#,
        ),
        completed(
            r#"{"type":"CommandExecution","id":"exec-7624bc6d-3490","command":["/bin/bash","-lc","npm i"],"cwd":"file:///repo/my%20web","source":"unified_exec_startup","status":"completed","exit_code":0}"#,
        ),
        completed(
            r#"{"type":"FileChange","id":"exec-47c735f6-8b47","changes":{"/repo/dist/a.js":{"type":"update","move_path":"/repo/dist/b.js"},"/repo/new":{"type":"add"}},"status":"completed"}"#,
        ),
        completed(
            r#"{"type":"McpToolCall","id":"exec-11111111-8b47","server":"demo","tool":"put","arguments":{"path":"x"},"status":"completed"}"#,
        ),
        row(
            "response_item",
            r#"{"type":"custom_tool_call_output","call_id":"c1","output":[{"type":"input_text","text":"Script completed"}]}"#,
        ),
    ];
    let told = read(&log(&rows)).is(
        "codex",
        &[
            "exec_command `npm i` ran",
            "apply_patch Delete /repo/dist/a.js, Edit /repo/dist/b.js, Edit /repo/new ran",
            "mcp__demo__put Other x ran",
        ],
    );
    assert_eq!(told.records[0].said.call.cwd, "/repo/my web");
    assert_eq!(told.records[1].said.call.cwd, "/repo");
}

#[test]
fn calls_of_a_script_that_were_blocked_are_known_from_its_output() {
    let rows = [
        row("response_item", r#"{"type":"custom_tool_call","name":"exec","call_id":"c1","input":"x"}"#),
        row(
            "response_item",
            r#"{"type":"custom_tool_call_output","call_id":"c1","output":[{"type":"input_text","text":"Script failed"},{"type":"input_text","text":"Script error:\nCommand blocked by PreToolUse hook: abide: `npm i` is forbidden. Command: npm i"},{"type":"input_text","text":"CAUGHT Command blocked by PreToolUse hook: no. Command: *** Begin Patch\n*** Update File: dist/app.js\n@@\n-a\n+b\n*** End Patch"}]}"#,
        ),
    ];
    read(&log(&rows)).is(
        "codex",
        &["exec_command `npm i` blocked_by_abide", "apply_patch Edit dist/app.js blocked_by_hook"],
    );
}

#[test]
fn outcomes_are_read_from_what_the_model_is_told() {
    for (text, outcome) in [
        (r#"{"output":"","metadata":{"exit_code":0,"duration_seconds":0.0}}"#, "ran"),
        (r#"{"output":"x","metadata":{"exit_code":2}}"#, "failed"),
        ("Exit code: 0\nWall time: 0 seconds\nOutput:\nExit code: 1", "ran"),
        ("Chunk ID: 1\nProcess running with session ID 4\nOutput:\n", "ran"),
        ("Command blocked by PreToolUse hook: abide: no. Command: npm i", "blocked_by_abide"),
        ("Command blocked by PreToolUse hook: no npm. Command: npm i", "blocked_by_hook"),
        ("exec command rejected by user", "refused"),
        ("approval policy is Never; reject command — you should not ask", "refused"),
        ("aborted by user after 12.3s", "interrupted"),
        (
            "failed in sandbox LinuxSeccomp with execution error: sandbox denied exec error, exit code: 1",
            "failed",
        ),
        ("unsupported call: exec_command", "failed"),
    ] {
        let rows = [exec("c1", r#"{"cmd":"npm i"}"#), output("c1", text)];
        read(&log(&rows)).is("codex", &[&format!("exec_command `npm i` {outcome}")]);
    }
}

#[test]
fn a_fork_begins_with_the_rows_of_its_parent() {
    let parent = log(&[exec("call_AbCdEfGhIjKlMnOpQrStUv", r#"{"cmd":"npm i"}"#)]);
    let fork = format!("{}\n{}", META.replace("\"t1\"", "\"t2\""), parent.replace("07:32:50Z", "09:00:00Z"));
    let (parent, fork) = (read(&parent), read(&fork));
    assert_eq!(parent.records[0].key, fork.records[0].key);
    assert_eq!(fork.records[0].said.call.session.as_deref(), Some("t2"));
}

#[test]
fn old_logs_have_neither_frame_nor_folder() {
    let log = r#"{"id":"s9","timestamp":"2025-08-30T08:03:18.638Z","instructions":null,"git":{"branch":"main"}}
{"record_type":"state"}
{"type":"message","role":"user","content":[{"type":"input_text","text":"<environment_context>\n  <cwd>/repo</cwd>\n</environment_context>"}]}
{"type":"function_call","name":"shell","arguments":"{\"command\":[\"bash\",\"-lc\",\"npm i\"],\"workdir\":\"/repo/web\"}","call_id":"c1"}
{"type":"function_call_output","call_id":"c1","output":"{\"output\":\"\",\"metadata\":{\"exit_code\":0}}"}
{"type":"local_shell_call","call_id":"c2","status":"completed","action":{"type":"exec","command":["bash","-lc","npm t"],"working_directory":null}}
{"type":"function_call","name":"apply_patch","arguments":"{\"input\":\"*** Begin Patch\\n*** Delete File: a\\n*** End Patch\"}","call_id":"c3"}"#;
    let told = read(log)
        .is("codex", &["shell `npm i` ran", "local_shell `npm t` unknown", "apply_patch Delete a unknown"])
        .whole();
    assert_eq!(told.records[0].said.call.cwd, "/repo/web");
    assert_eq!(told.records[1].said.call.cwd, "/repo");
    assert_eq!(told.records[1].time.unwrap().to_string(), "2025-08-30T08:03:18.638Z");
}

#[test]
fn a_subagent_says_whose_it_is() {
    let meta = META
        .replace(r#""source":"exec""#, r#""source":{"subagent":{"thread_spawn":{}}},"session_id":"root""#);
    let told = read(&format!("{meta}\n{}", exec("c1", r#"{"cmd":"npm i"}"#)));
    assert!(told.records[0].said.call.subagent);
    assert_eq!(told.records[0].said.call.session.as_deref(), Some("root"));
}

#[test]
fn the_folder_changes_from_turn_to_turn() {
    let rows = [row("turn_context", r#"{"cwd":"/repo/api"}"#), exec("c1", r#"{"cmd":"npm i"}"#)];
    let told = read(&log(&rows));
    assert_eq!(
        (told.records[0].said.call.cwd.as_str(), told.records[0].said.call.root.as_deref()),
        ("/repo/api", Some("/repo"))
    );
}
