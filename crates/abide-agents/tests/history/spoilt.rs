//! Logs that are torn, cut or spoilt: what can be read is read.

use crate::{read, read_at};
use abide_agents::history::{Origin, Skip, detect};

fn call(id: u32) -> String {
    format!(
        r#"{{"parentUuid":"80d","type":"assistant","timestamp":"2026-11-30T07:31:35Z","cwd":"/repo","sessionId":"s1","message":{{"content":[{{"type":"tool_use","id":"toolu_00000000000000000{id:03}","name":"Bash","input":{{"command":"npm {id}"}}}}]}}}}"#
    )
}

#[test]
fn lines_end_in_any_way_and_a_mark_may_stand_first() {
    let told = read(&format!("\u{feff}{}\r\n\r\n{}\r\n   \n{}", call(1), call(2), call(3)));
    told.is("claude", &["Bash `npm 1` unknown", "Bash `npm 2` unknown", "Bash `npm 3` unknown"]).whole();
}

#[test]
fn two_objects_on_a_line_are_two() {
    let told = read(&format!("{}{}\n{}", call(1), call(2), call(3)));
    told.is("claude", &["Bash `npm 1` unknown", "Bash `npm 2` unknown", "Bash `npm 3` unknown"]).whole();
}

#[test]
fn a_line_inside_a_torn_one_is_read() {
    let told = read(&format!("{}\n{{\"parentUuid\":\"80d{}\n{}", call(1), call(2), call(3)));
    let told = told.is("claude", &["Bash `npm 1` unknown", "Bash `npm 2` unknown", "Bash `npm 3` unknown"]);
    assert_eq!(told.skipped, [(2, Skip::Broken)]);
}

#[test]
fn what_was_cut_is_counted_and_the_rest_read() {
    let cut = call(2);
    for end in [cut.len() - 1, cut.len() / 2 + 60] {
        let told = read(&format!("{}\n{}\n{}", call(1), &cut[..end], call(3)));
        let told = told.is("claude", &["Bash `npm 1` unknown", "Bash `npm 3` unknown"]);
        assert_eq!(told.skipped, [(2, Skip::Broken)], "{end}");
    }
}

#[test]
fn bytes_that_are_no_text_spoil_one_text_only() {
    let mut log = call(1).into_bytes();
    let at = log.windows(3).position(|three| three == b"npm").unwrap();
    log.splice(at + 4..at + 5, *b"\xff\xfe");
    read_at(&Origin::default(), &log).is("claude", &["Bash `npm \u{fffd}\u{fffd}` unknown"]).whole();
}

#[test]
fn escapes_that_json_does_not_know_are_taken_as_they_are() {
    let log = call(1).replace("npm 1", r"mail \***@***.*** \ud800");
    read(&log).is("claude", &["Bash `mail \\***@***.*** \u{fffd}` unknown"]).whole();
}

#[test]
fn every_cut_of_a_log_is_survived() {
    let log = format!("{}\n{}", call(1), call(2));
    for end in 0..log.len() {
        let head = &log.as_bytes()[..end];
        if detect(head).is_some() {
            read_at(&Origin::default(), head);
        }
    }
}

#[test]
fn what_is_no_log_is_nobodys() {
    for text in [
        "",
        "{}",
        "[1,2]",
        "hello",
        "{\"a\":1}\n{\"b\":2}",
        "\0\0",
        "{\n}",
        r#"[{"sessionId":"s","messageId":0,"type":"user","message":"toolCalls"}]"#,
    ] {
        assert!(detect(text.as_bytes()).is_none(), "{text}");
    }
}

#[test]
fn bytes_that_were_changed_are_survived() {
    let codex = r#"{"timestamp":"2026-11-30T07:32:50Z","type":"event_msg","payload":{"type":"item_completed","item":{"type":"FileChange","id":"exec-1","changes":{"/repo/a":{"type":"update","move_path":"b"}},"cwd":"file:///r%20","status":"completed"}}}"#;
    let gemini = r#"{"sessionId":"g","projectHash":"x","messages":[{"toolCalls":[{"id":"i","name":"run_shell_command","args":{"command":"a\u00e9\\ \ud800"},"status":"success","result":[{"functionResponse":{"response":{"output":"x"}}}]}]}]}"#;
    let pi = r#"{"type":"message","id":"1","message":{"role":"toolResult","toolCallId":"c","content":[{"type":"text","text":"x"}],"isError":true,"nestedCalls":{"calls":[{"id":"c/1","name":"bash","arguments":{"command":"x"},"error":"e"}]}}}"#;
    let mut random = 1u64;
    let mut next = |most: usize| {
        random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (random >> 33) as usize % most
    };
    for log in [call(1).as_str(), codex, gemini, pi] {
        for _ in 0..3000 {
            let mut bytes = format!("{log}\n{log}").into_bytes();
            for _ in 0..1 + next(4) {
                let at = next(bytes.len());
                bytes[at] = b"\"\\{}[],:\x00\xff\nu0"[next(13)];
            }
            if detect(&bytes).is_some() {
                read_at(&Origin::default(), &bytes);
            }
        }
    }
}
