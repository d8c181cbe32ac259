//! What real agents send, shortened, and what they must be able to read.

use super::*;

fn turn(prompt: &str, results: &[&str]) -> Turn {
    let results = results.iter().map(|result| (*result).to_owned()).collect();
    Turn { prompt: prompt.to_owned(), tools: true, results }
}

/// The same short conversation in each protocol: a prompt, a call, its result.
#[test]
fn every_protocol_reads_the_same_turn() {
    let anthropic = json!({"tools": [{"name": "Bash"}], "messages": [
        {"role": "user", "content": [{"type": "text", "text": "go"}]},
        {"role": "assistant", "content": [{"type": "tool_use", "id": "a", "name": "Bash", "input": {}}]},
        {"role": "user", "content": [
            {"type": "tool_result", "tool_use_id": "a", "content": [{"type": "text", "text": "out"}]}]},
    ]});
    let responses = json!({"tools": [{"name": "exec_command"}], "input": [
        {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "go"}]},
        {"type": "function_call", "call_id": "a", "name": "exec_command", "arguments": "{}"},
        {"type": "function_call_output", "call_id": "a", "output": "out"},
    ]});
    let chat = json!({"tools": [{"type": "function"}], "messages": [
        {"role": "user", "content": "go"},
        {"role": "assistant", "tool_calls": [{"id": "a"}]},
        {"role": "tool", "tool_call_id": "a", "content": "out"},
    ]});
    let gemini = json!({"tools": [{"functionDeclarations": [{"name": "x"}]}], "contents": [
        {"role": "user", "parts": [{"text": "go"}]},
        {"role": "model", "parts": [{"functionCall": {"name": "x"}}]},
        {"role": "user", "parts": [{"functionResponse": {"name": "x", "response": {"output": "out"}}}]},
    ]});
    assert_eq!(anthropic::read(&anthropic), turn("go", &["out"]));
    assert_eq!(responses::read(&responses), turn("go", &["out"]));
    assert_eq!(chat::read(&chat), turn("go", &["out"]));
    assert_eq!(gemini::read(&gemini).results, ["out"]);
    assert!(gemini::read(&gemini).prompt.starts_with("go"));
}

#[test]
fn codex_hands_a_task_over_in_an_item_of_its_own() {
    let task = json!([
        {"type": "input_text", "text": "Payload:"},
        {"type": "encrypted_content", "encrypted_content": "SUBTASK: go"},
    ]);
    let body = json!({"input": [
        {"type": "additional_tools", "role": "developer", "tools": []},
        {"type": "agent_message", "author": "/root", "content": task},
    ]});
    let turn = responses::read(&body);
    assert!(turn.tools && turn.prompt.contains(SUBTASK), "{turn:?}");
}

#[test]
fn the_number_of_results_is_the_number_of_the_step() {
    let script = Script {
        steps: vec![
            Call::new("one", json!({})),
            Call {
                tool: "two",
                namespace: None,
                input: Input::After(|before| json!({"tag": before.to_uppercase()})),
            },
        ],
        sub_steps: vec![Call::new("sub", json!({}))],
    };
    let tool = |turn: &Turn| match next(turn, &script) {
        Say::Call { tool, arguments, .. } => format!("{tool} {arguments}"),
        Say::Text(text) => text.to_owned(),
    };
    assert_eq!(tool(&turn("go", &[])), "one {}");
    assert_eq!(tool(&turn("go", &["x"])), r#"two {"tag":"X"}"#);
    assert_eq!(tool(&turn("go", &["x", "y"])), "All done.");
    assert_eq!(tool(&turn("SUBTASK: go", &[])), "sub {}");
    assert_eq!(tool(&Turn { tools: false, ..turn("go", &[]) }), "Title");
}

/// Every answer must carry the call in the place where the client looks.
#[test]
fn every_protocol_writes_the_call() {
    let say =
        Say::Call { tool: "run", namespace: None, freeform: false, arguments: json!({"command": "npm i"}) };
    let streamed = json!({"stream": true, "model": "m"});
    for (write, path, wanted) in [
        (anthropic::write as fn(&Value, &str, &Say, usize) -> Body, "/v1/messages", "input_json_delta"),
        (responses::write, "/v1/responses", "response.output_item.done"),
        (chat::write, "/v1/chat/completions", "tool_calls"),
        (gemini::write, "/m:streamGenerateContent", "functionCall"),
    ] {
        let Body::Events(text) = write(&streamed, path, &say, 7) else { panic!("{path} does not stream") };
        assert!(text.contains(wanted) && text.contains("npm i"), "{path}: {text}");
        assert!(text.ends_with("\n\n"), "{path}: an event ends with an empty line");
    }
}

#[test]
fn it_answers_over_http_and_remembers() {
    use std::io::{Read, Write};
    let model =
        Model::start(Script { steps: vec![Call::new("run", json!({"a": 1}))], ..Script::default() }).unwrap();
    let body = r#"{"tools":[{}],"messages":[{"role":"tool","content":"abide: no"}]}"#;
    let mut stream = std::net::TcpStream::connect(("127.0.0.1", model.port)).unwrap();
    write!(
        stream,
        "POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    )
    .unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200") && answer.contains("All done."), "{answer}");
    assert_eq!(model.record().results, ["abide: no"]);
}
