//! OpenAI's Chat Completions API, plain and streamed: Qwen Code, Copilot, pi,
//! omp and OpenCode.

use super::{Body, Say, Turn, events, items, text_of};
use serde_json::{Value, json};

pub fn read(body: &Value) -> Turn {
    let messages = items(&body["messages"]);
    let prompt = messages.iter().take_while(|message| message["role"] != "assistant");
    Turn {
        prompt: prompt.map(|message| text_of(&message["content"])).collect::<Vec<_>>().join("\n"),
        tools: !items(&body["tools"]).is_empty(),
        results: messages
            .iter()
            .filter(|message| message["role"] == "tool")
            .map(|message| text_of(&message["content"]))
            .collect(),
    }
}

pub fn write(body: &Value, _: &str, say: &Say, number: usize) -> Body {
    let (mut message, finish) = match say {
        Say::Call { tool, arguments, .. } => {
            let function = json!({"name": tool, "arguments": arguments.to_string()});
            let call = json!({"id": format!("call_{number:04}"), "type": "function", "function": function});
            (json!({"role": "assistant", "content": null, "tool_calls": [call]}), "tool_calls")
        }
        Say::Text(text) => (json!({"role": "assistant", "content": text}), "stop"),
    };
    let usage = json!({"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15});
    let completion = |object: &str, choice: Value| {
        json!({
            "id": format!("chatcmpl-{number:04}"), "object": object, "created": 1_700_000_000,
            "model": body["model"], "choices": [choice], "usage": usage,
        })
    };
    if body["stream"] != true {
        let choice = json!({"index": 0, "message": message, "finish_reason": finish});
        return Body::Json(completion("chat.completion", choice));
    }
    if let Some(call) = message.pointer_mut("/tool_calls/0") {
        call["index"] = json!(0);
    }
    let chunk = |delta: &Value, finish: Value| {
        completion("chat.completion.chunk", json!({"index": 0, "delta": delta, "finish_reason": finish}))
    };
    let chunks = [chunk(&message, Value::Null), chunk(&json!({}), json!(finish))];
    Body::Events(events(&chunks) + "data: [DONE]\n\n")
}
