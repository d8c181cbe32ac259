//! OpenAI's Responses API, streamed: Codex.

use super::{Body, Say, Turn, events, items, text_of};
use serde_json::{Value, json};

/// Kinds of items with which the model's first answer begins.
const ANSWERS: &[&str] = &["function_call", "custom_tool_call", "local_shell_call", "reasoning"];

pub fn read(body: &Value) -> Turn {
    let input = items(&body["input"]);
    let kind = |item: &Value| item["type"].as_str().unwrap_or_default().to_owned();
    let prompt = input
        .iter()
        .take_while(|item| item["role"] != "assistant" && !ANSWERS.contains(&kind(item).as_str()))
        .map(said);
    Turn {
        prompt: prompt.collect::<Vec<_>>().join("\n"),
        // In code mode the tools stand in the conversation.
        tools: !items(&body["tools"]).is_empty() || input.iter().any(|item| kind(item) == "additional_tools"),
        results: input
            .iter()
            .filter(|item| kind(item).ends_with("_call_output"))
            .map(|item| text_of(&item["output"]))
            .collect(),
    }
}

/// The text of a message. What an agent says to another is "encrypted" by the
/// service, and ours does not.
fn said(item: &Value) -> String {
    let sealed = items(&item["content"]).iter().filter_map(|block| block["encrypted_content"].as_str());
    std::iter::once(text_of(&item["content"])).chain(sealed.map(str::to_owned)).collect::<Vec<_>>().concat()
}

pub fn write(_: &Value, _: &str, say: &Say, number: usize) -> Body {
    let (id, call_id) = (format!("item_{number:04}"), format!("call_{number:04}"));
    let item = match say {
        Say::Call { tool, freeform: true, arguments, .. } => json!({
            "type": "custom_tool_call", "id": id, "call_id": call_id, "name": tool, "input": arguments,
        }),
        Say::Call { tool, namespace, arguments, .. } => {
            let mut item = json!({
                "type": "function_call", "id": id, "call_id": call_id, "name": tool,
                "arguments": arguments.to_string(),
            });
            if let Some(namespace) = namespace {
                item["namespace"] = json!(namespace);
            }
            item
        }
        Say::Text(text) => json!({
            "type": "message", "role": "assistant", "id": id,
            "content": [{"type": "output_text", "text": text, "annotations": []}],
        }),
    };
    let response = format!("resp_{number:04}");
    let usage = json!({
        "input_tokens": 10, "input_tokens_details": {"cached_tokens": 0}, "output_tokens": 5,
        "output_tokens_details": {"reasoning_tokens": 0}, "total_tokens": 15,
    });
    Body::Events(events(&[
        json!({"type": "response.created", "response": {"id": response}}),
        json!({"type": "response.output_item.added", "output_index": 0, "item": item}),
        json!({"type": "response.output_item.done", "output_index": 0, "item": item}),
        json!({"type": "response.completed",
               "response": {"id": response, "output": [item], "usage": usage}}),
    ]))
}
