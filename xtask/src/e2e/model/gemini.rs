//! Gemini's generateContent, plain and streamed: Gemini CLI.

use super::{Body, Say, Turn, events, items, text_of};
use serde_json::{Value, json};

pub fn read(body: &Value) -> Turn {
    let contents = items(&body["contents"]);
    let before = contents.iter().take_while(|content| content["role"] != "model");
    let prompt = before.chain([&body["systemInstruction"]]).map(|content| text_of(&content["parts"]));
    let responses = contents.iter().flat_map(|content| items(&content["parts"]));
    Turn {
        prompt: prompt.collect::<Vec<_>>().join("\n"),
        tools: items(&body["tools"]).iter().any(|tool| !items(&tool["functionDeclarations"]).is_empty()),
        results: responses.filter_map(|part| part.get("functionResponse")).map(result).collect(),
    }
}

/// The text of a tool's result: that of its `output` or `error`, or all of it.
fn result(response: &Value) -> String {
    let response = &response["response"];
    let text = ["output", "error"].iter().find_map(|key| response[key].as_str());
    text.map_or_else(|| response.to_string(), str::to_owned)
}

pub fn write(body: &Value, path: &str, say: &Say, number: usize) -> Body {
    let part = match say {
        Say::Call { tool, arguments, .. } => json!({"functionCall": {"name": tool, "args": arguments}}),
        Say::Text(_) if wants_json(body) => json!({"text": side_answer()}),
        Say::Text(text) => json!({"text": text}),
    };
    let answer = json!({
        "candidates": [{"content": {"role": "model", "parts": [part]}, "finishReason": "STOP", "index": 0}],
        "usageMetadata": {"promptTokenCount": 10, "candidatesTokenCount": 5, "totalTokenCount": 15},
        "modelVersion": "scripted", "responseId": format!("r{number:04}"),
    });
    if path.contains("stream") { Body::Events(events(&[answer])) } else { Body::Json(answer) }
}

/// Whether a request beside the conversation must be answered in JSON.
fn wants_json(body: &Value) -> bool {
    let config = &body["generationConfig"];
    let schema = ["responseJsonSchema", "responseSchema"].iter().any(|key| !config[key].is_null());
    schema || config["responseMimeType"] == "application/json"
}

/// One document with the fields of each such request: which model to take, and
/// who speaks next.
fn side_answer() -> String {
    json!({
        "complexity_reasoning": "short", "complexity_score": 10, "reasoning": "short",
        "model_choice": "flash", "next_speaker": "user",
    })
    .to_string()
}
