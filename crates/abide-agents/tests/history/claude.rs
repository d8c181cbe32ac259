//! Claude Code's logs.

use crate::{read, read_at};
use abide_agents::history::Origin;

const ID: &str = "toolu_01AbCdEfGhIjKlMnOpQrStUv";

/// A row with a call.
fn call(id: &str, name: &str, input: &str) -> String {
    format!(
        r#"{{"parentUuid":"b1","isSidechain":false,"type":"assistant","uuid":"u1","timestamp":"2026-11-30T07:31:35.536Z","cwd":"/repo","sessionId":"s1","version":"2.1.332","gitBranch":"main","message":{{"id":"m1","role":"assistant","content":[{{"type":"text","text":"ok"}},{{"type":"tool_use","id":"{id}","name":"{name}","input":{input}}}]}}}}"#
    )
}

/// A row with a result; `more` are members of the row.
fn result(id: &str, content: &str, error: bool, more: &str) -> String {
    let error = if error { r#","is_error":true"# } else { "" };
    format!(
        r#"{{"type":"user","cwd":"/repo","sessionId":"s1","timestamp":"2026-11-30T07:31:36Z","message":{{"role":"user","content":[{{"type":"tool_result","tool_use_id":"{id}","content":{content}{error}}}]}}{more}}}"#
    )
}

fn npm() -> String {
    call(ID, "Bash", r#"{"command":"npm i","description":"x"}"#)
}

#[test]
fn a_call_knows_its_session_folder_time_and_line() {
    let told = read(&format!("{}\n{}", r#"{"type":"mode","mode":"normal","sessionId":"s1"}"#, npm()));
    let record = &told.records[0];
    assert_eq!(record.line, 2);
    assert_eq!(record.time.unwrap().to_string(), "2026-11-30T07:31:35.536Z");
    assert_eq!(
        (record.said.branch.as_deref(), record.said.call.session.as_deref()),
        (Some("main"), Some("s1"))
    );
    assert_eq!((record.said.call.cwd.as_str(), record.said.call.root.as_deref()), ("/repo", Some("/repo")));
    told.is("claude", &["Bash `npm i` unknown"]).whole();
}

#[test]
fn a_call_that_is_repeated_says_what_it_says_alone() {
    let mut rows = Vec::new();
    for name in ["Bash", "WebFetch"] {
        for input in [r#"{"command":"npm i"}"#, r#"{"command":"npm ci"}"#, "{}"] {
            for (member, other) in [
                ("", ""),
                (r#""cwd":"/repo","#, ""),
                (r#""cwd":"/repo""#, r#""cwd":"/repo/web""#),
                (r#""gitBranch":"main","#, ""),
                (r#""gitBranch":"main""#, r#""gitBranch":"other""#),
                (r#""sessionId":"s1""#, r#""sessionId":"s2""#),
                (r#""isSidechain":false"#, r#""isSidechain":true"#),
            ] {
                let id = format!("toolu_{:022}", rows.len());
                rows.push(call(&id, name, input).replacen(member, other, 1));
            }
        }
    }
    // The first row has no folder, so what is said of it hangs on what follows.
    rows.insert(0, rows[1].replace("toolu_0", "toolu_1"));
    rows.push(rows[0].replace("toolu_1", "toolu_2"));
    let again = rows.iter().map(|row| row.replace("toolu_", "other_"));
    let log: Vec<String> = rows.iter().cloned().chain(again).collect();
    let what = |told: &crate::Told| -> Vec<String> {
        told.records
            .iter()
            .map(|record| format!("{:?} {:?} {}", record.said, record.time, record.key))
            .collect()
    };
    let whole = read(&log.join("\n"));
    // Alone, but for what stands first.
    let root = format!("{}\n", result("x", "1", false, ""));
    let alone: Vec<String> = log.iter().skip(1).flat_map(|row| what(&read(&(root.clone() + row)))).collect();
    assert_eq!(what(&whole)[1..], alone);
    assert!(whole.records.len() > 60);
    assert_eq!(whole.records[0].said.call.root, None);
}

#[test]
fn what_became_of_a_call_is_read_from_its_result() {
    let refused = "The user doesn't want to proceed with this tool use. The tool use was rejected";
    for (content, error, more, outcome) in [
        (r#""fine""#, false, r#","toolUseResult":{"stdout":"fine","interrupted":false}"#, "ran"),
        (r#"[{"type":"text","text":"fine"}]"#, false, "", "ran"),
        (r#""""#, false, r#","toolUseResult":{"stdout":"","interrupted":true}"#, "interrupted"),
        (
            r#""Exit code 3\noops""#,
            true,
            r#","toolUseResult":"Error: Exit code 3\noops","permissionDecision":{"decision":"accept"}"#,
            "failed",
        ),
        (r#""Exit code 1\nabide: error: no rules""#, true, "", "failed"),
        (r#""Exit code 137\n[Request interrupted by user for tool use]\nx""#, true, "", "interrupted"),
        (
            r#""PreToolUse:Bash hook error: [/x/abide hook claude]: abide: `npm i` is forbidden""#,
            true,
            "",
            "blocked_by_abide",
        ),
        (
            r#""PreToolUse:Bash hook error: abide: `npm i` is forbidden""#,
            true,
            r#","toolDenialKind":"permission-rule","permissionDecision":{"decision":"reject","source":"hook"}"#,
            "blocked_by_abide",
        ),
        (
            r#""abide: `npm i` is forbidden""#,
            true,
            r#","toolUseResult":"Error: abide: `npm i`""#,
            "blocked_by_abide",
        ),
        (
            r#""<tool_use_error>abide: no</tool_use_error>""#,
            true,
            r#","toolDenialKind":"permission-rule""#,
            "blocked_by_abide",
        ),
        (r#""PreToolUse:Bash hook error: [x.py]: no npm""#, true, "", "blocked_by_hook"),
        (
            r#""no npm here""#,
            true,
            r#","permissionDecision":{"decision":"reject","source":"hook"}"#,
            "blocked_by_hook",
        ),
        (
            r#""<tool_use_error>no npm</tool_use_error>""#,
            true,
            r#","toolDenialKind":"permission-rule""#,
            "blocked_by_hook",
        ),
        // 2.0.30 and 2.1.197 hand on the reason alone.
        (r#""use pnpm""#, true, r#","toolUseResult":"Error: use pnpm""#, "blocked_by_hook"),
        (
            r#""needs approval""#,
            true,
            r#","toolDenialKind":"user-rejected","permissionDecision":{"decision":"reject","source":"config"}"#,
            "refused",
        ),
        (&format!("\"{refused}\""), true, "", "refused"),
        (r#""Permission to use Bash has been auto-denied (prompts unavailable).""#, true, "", "refused"),
        (r#""Permission to use Bash with command npm\ni has been denied.""#, true, "", "refused"),
        (
            r#""<tool_use_error>cd in '/' was blocked. For security, Claude Code may only""#,
            true,
            "",
            "refused",
        ),
        (r#""ERROR: cd to '/x' was blocked. For security, ...""#, true, "", "refused"),
        (r#""x""#, true, r#","toolDenialKind":"interrupted""#, "interrupted"),
        (r#""<tool_use_error>InputValidationError: x</tool_use_error>""#, true, "", "failed"),
        (
            r#""Command timed out after 2m""#,
            true,
            r#","toolUseResult":"Error: Command timed out after 2m""#,
            "failed",
        ),
        (r#""Permission denied (publickey).""#, true, "", "failed"),
    ] {
        let log = format!("{}\n{}", npm(), result(ID, content, error, more));
        read(&log).is("claude", &[&format!("Bash `npm i` {outcome}")]);
    }
}

#[test]
fn rows_that_tell_the_same_again_are_passed_over() {
    let call = npm();
    let again = |kind: &str| call.replace(r#""type":"assistant""#, &format!(r#""type":"{kind}""#));
    let progress =
        r#"{"type":"progress","sessionId":"s1","data":{"type":"agent_progress","message":{"type":"assistant","message":{"content":[{"type":"tool_use","id":"toolu_other_one_of_a_subagent","name":"Bash","input":{"command":"npm x"}}]}}}}"#.to_owned();
    let log = [call.clone(), again("api-request"), again("api-request-blob"), progress, call].join("\n");
    read(&log).is("claude", &["Bash `npm i` unknown"]).whole();
}

#[test]
fn what_a_person_typed_is_no_call() {
    let typed = r#"{"type":"user","cwd":"/repo","sessionId":"s1","message":{"role":"user","content":"<bash-input>npm i</bash-input> \"tool_use\""}}"#;
    read(typed).is("claude", &[]).whole();
}

#[test]
fn one_id_for_all_calls_of_a_message_is_many_calls() {
    let block = |command: &str| {
        format!(
            r#"{{"type":"tool_use","id":"call_proxy_gives_only_one_id","name":"Bash","input":{{"command":"{command}"}}}}"#
        )
    };
    let log = format!(
        r#"{{"type":"assistant","cwd":"/repo","sessionId":"s1","message":{{"content":[{},{},{}]}}}}"#,
        block("npm i"),
        block("npm t"),
        block("npm i")
    ) + "\n"
        + &result("call_proxy_gives_only_one_id", "\"ok\"", false, "");
    read(&log).is("claude", &["Bash `npm i` ran", "Bash `npm t` ran"]);
}

#[test]
fn a_fork_of_a_session_has_the_same_keys() {
    let fork = npm().replace("\"s1\"", "\"s2\"").replace("/repo", "/elsewhere");
    assert_eq!(read(&npm()).records[0].key, read(&fork).records[0].key);
    // Ids that a model counts up mean something only together with the time.
    let short = |time: &str| npm().replace(ID, "call_2").replace("07:31:35.536", time);
    assert_eq!(read(&short("07:31:35.536")).records[0].key, read(&short("07:31:35.536")).records[0].key);
    assert_ne!(read(&short("07:31:35.536")).records[0].key, read(&short("09:00:00.000")).records[0].key);
}

#[test]
fn the_folder_of_the_log_tells_where_the_session_began() {
    let path = "/home/me/.claude/projects/-srv-my-repo/s1.jsonl";
    let origin = Origin { path: path.into(), ..Origin::default() };
    let log = npm().replace("\"/repo\"", "\"/srv/my.repo/web/src\"");
    let told = read_at(&origin, log.as_bytes());
    assert_eq!(told.records[0].said.call.root.as_deref(), Some("/srv/my.repo"));
    assert_eq!(told.records[0].said.call.cwd, "/srv/my.repo/web/src");
}

#[test]
fn a_subagent_is_known_by_its_rows() {
    let log = npm().replace(r#""isSidechain":false"#, r#""isSidechain":true,"agentId":"a1""#);
    assert!(read(&log).records[0].said.call.subagent);
    assert!(!read(&npm()).records[0].said.call.subagent);
}

#[test]
fn tools_are_read_by_the_hooks_table() {
    let log = [
        call(
            "toolu_00000000000000000001",
            "Edit",
            r#"{"file_path":"/repo/a","old_string":"npm i","new_string":"b"}"#,
        ),
        call("toolu_00000000000000000002", "Write", r#"{"file_path":"b","content":"npm i"}"#),
        call("toolu_00000000000000000003", "Read", r#"{"file_path":".env"}"#),
        call("toolu_00000000000000000004", "NotebookEdit", r#"{"notebook_path":"n.ipynb","new_source":"x"}"#),
        call("toolu_00000000000000000005", "mcp__demo__put", r#"{"path":"dist/a"}"#),
        call("toolu_00000000000000000006", "Bash", r#"{"description":"no command"}"#),
    ];
    let told = read(&log.join("\n")).is(
        "claude",
        &[
            "Edit Edit /repo/a unknown",
            "Write Write b unknown",
            "Read Read .env unknown",
            "NotebookEdit Edit n.ipynb unknown",
            "mcp__demo__put Other dist/a unknown",
        ],
    );
    assert_eq!(told.skipped, [(6, abide_agents::history::Skip::NoCommand)]);
}
