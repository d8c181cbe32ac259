//! Anthropic's Messages API, plain and streamed: Claude Code.

use super::{Body, Say, Turn, events, items, text_of};
use serde_json::{Value, json};

pub fn read(body: &Value) -> Turn {
    let messages = items(&body["messages"]);
    let prompt = messages.iter().take_while(|message| message["role"] != "assistant");
    let results = messages.iter().flat_map(|message| items(&message["content"]));
    Turn {
        prompt: prompt.map(|message| text_of(&message["content"])).collect::<Vec<_>>().join("\n"),
        tools: !items(&body["tools"]).is_empty(),
        results: results
            .filter(|block| block["type"] == "tool_result")
            .map(|block| text_of(&block["content"]))
            .collect(),
    }
}

pub fn write(body: &Value, _: &str, say: &Say, number: usize) -> Body {
    let (block, stop) = match say {
        Say::Call { tool, arguments, .. } => {
            let id = format!("toolu_{number:04}");
            (json!({"type": "tool_use", "id": id, "name": tool, "input": arguments}), "tool_use")
        }
        Say::Text(text) => (json!({"type": "text", "text": text}), "end_turn"),
    };
    let mut message = json!({
        "id": format!("msg_{number:04}"), "type": "message", "role": "assistant", "model": body["model"],
        "content": [block], "stop_reason": stop, "stop_sequence": null,
        "usage": {"input_tokens": 10, "output_tokens": 5,
                  "cache_creation_input_tokens": 0, "cache_read_input_tokens": 0},
    });
    if body["stream"] != true {
        return Body::Json(message);
    }
    let (empty, delta) = match say {
        Say::Call { arguments, .. } => {
            let mut empty = block;
            empty["input"] = json!({});
            (empty, json!({"type": "input_json_delta", "partial_json": arguments.to_string()}))
        }
        Say::Text(text) => (json!({"type": "text", "text": ""}), json!({"type": "text_delta", "text": text})),
    };
    message["content"] = json!([]);
    message["stop_reason"] = Value::Null;
    Body::Events(events(&[
        json!({"type": "message_start", "message": message}),
        json!({"type": "content_block_start", "index": 0, "content_block": empty}),
        json!({"type": "content_block_delta", "index": 0, "delta": delta}),
        json!({"type": "content_block_stop", "index": 0}),
        json!({"type": "message_delta", "delta": {"stop_reason": stop, "stop_sequence": null},
               "usage": {"output_tokens": 5}}),
        json!({"type": "message_stop"}),
    ]))
}
