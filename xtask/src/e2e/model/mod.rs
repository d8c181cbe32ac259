//! A model that does as it is told: it asks for the calls of a script, one a
//! turn, and remembers what came back.
//!
//! It listens on 127.0.0.1 at a port of its own and speaks four protocols, one
//! file each; the path of a request says which. It keeps no state about a
//! conversation: every request carries the whole of it, and the number of tool
//! results in it is the number of the next step. So retries do no harm, nor do
//! the requests that agents make beside the conversation (titles, routing):
//! those offer no tools and get a word of text.

mod anthropic;
mod chat;
mod gemini;
mod responses;

use serde_json::{Value, json};
use std::io::{self, Cursor};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use tiny_http::{Header, Request, Response, Server, StatusCode};

/// What a subagent's task begins with: by it the model tells whose
/// conversation a request belongs to.
pub const SUBTASK: &str = "SUBTASK:";

/// What the model will ask for, in the agent's own tools.
#[derive(Clone, Debug, Default)]
pub struct Script {
    pub steps: Vec<Call>,
    /// The steps of a subagent, if one of `steps` starts one.
    pub sub_steps: Vec<Call>,
}

/// One tool call.
#[derive(Clone, Debug)]
pub struct Call {
    pub tool: &'static str,
    /// Codex groups tools in namespaces.
    pub namespace: Option<&'static str>,
    pub input: Input,
}

#[derive(Clone, Debug)]
pub enum Input {
    Json(Value),
    /// Text that is no JSON, as Codex's `apply_patch` takes it.
    Text(String),
    /// Made of the result of the step before.
    After(fn(&str) -> Value),
}

impl Call {
    pub fn new(tool: &'static str, input: Value) -> Self {
        Call { tool, namespace: None, input: Input::Json(input) }
    }

    /// The arguments, given what the step before came back with.
    fn arguments(&self, before: &str) -> Value {
        match &self.input {
            Input::Json(value) => value.clone(),
            Input::Text(text) => json!(text),
            Input::After(make) => make(before),
        }
    }
}

/// What a request says, whatever the protocol.
#[derive(Debug, Default, PartialEq)]
struct Turn {
    /// What was said before the model's first answer.
    prompt: String,
    /// Whether tools are offered: otherwise it is no turn of a conversation.
    tools: bool,
    /// The tool results so far, oldest first.
    results: Vec<String>,
}

/// What the model says.
#[derive(Debug)]
enum Say {
    Call { tool: &'static str, namespace: Option<&'static str>, freeform: bool, arguments: Value },
    Text(&'static str),
}

enum Body {
    Json(Value),
    /// Server-sent events, as text.
    Events(String),
}

/// How one service's requests are read and its answers written.
struct Protocol {
    matches: fn(&str) -> bool,
    read: fn(&Value) -> Turn,
    /// Gets the request, its path and a number of its own to make ids of.
    write: fn(&Value, &str, &Say, usize) -> Body,
}

const PROTOCOLS: &[Protocol] = &[
    Protocol { matches: |path| path.ends_with("/messages"), read: anthropic::read, write: anthropic::write },
    Protocol { matches: |path| path.ends_with("/responses"), read: responses::read, write: responses::write },
    Protocol { matches: |path| path.ends_with("/chat/completions"), read: chat::read, write: chat::write },
    Protocol { matches: |path| path.contains("enerateContent"), read: gemini::read, write: gemini::write },
];

/// What the model was sent.
#[derive(Clone, Debug, Default)]
pub struct Record {
    /// What came back for each step.
    pub results: Vec<String>,
    pub sub_results: Vec<String>,
    /// Every request body, for what must not be in any of them.
    pub requests: Vec<(String, String)>,
}

/// A model that is listening. It stops when it is dropped.
pub struct Model {
    port: u16,
    server: Arc<Server>,
    record: Arc<Mutex<Record>>,
    thread: Option<JoinHandle<()>>,
}

impl Model {
    pub fn start(script: Script) -> io::Result<Self> {
        let server = Arc::new(Server::http("127.0.0.1:0").map_err(io::Error::other)?);
        let port = server.server_addr().to_ip().map(|address| address.port()).unwrap_or_default();
        let record = Arc::new(Mutex::new(Record::default()));
        let thread = std::thread::spawn({
            let (server, record) = (server.clone(), record.clone());
            move || {
                for request in server.incoming_requests() {
                    serve(request, &script, &record);
                }
            }
        });
        Ok(Model { port, server, record, thread: Some(thread) })
    }

    /// Where agents find it: `http://127.0.0.1:PORT`.
    pub fn address(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    pub fn record(&self) -> Record {
        self.record.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Drop for Model {
    fn drop(&mut self) {
        self.server.unblock();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn serve(mut request: Request, script: &Script, record: &Mutex<Record>) {
    let mut text = Vec::new();
    // An agent that hangs up in the middle has asked nothing.
    if request.as_reader().read_to_end(&mut text).is_err() {
        return;
    }
    let text = String::from_utf8_lossy(&text).into_owned();
    let url = request.url().to_owned();
    let path = url.split('?').next().unwrap_or_default();
    let body = serde_json::from_str(&text).unwrap_or(Value::Null);
    let answer = answer(path, &body, text, script, record);
    let (kind, text, status) = match answer {
        Some(Body::Json(value)) => ("application/json", value.to_string(), 200),
        Some(Body::Events(text)) => ("text/event-stream", text, 200),
        None => ("application/json", r#"{"error":{"message":"nothing here"}}"#.to_owned(), 404),
    };
    let header = Header::from_bytes("Content-Type", kind).expect("it is ASCII");
    let length = text.len();
    let response =
        Response::new(StatusCode(status), vec![header], Cursor::new(text.into_bytes()), Some(length), None);
    let _ = request.respond(response);
}

fn answer(path: &str, body: &Value, text: String, script: &Script, record: &Mutex<Record>) -> Option<Body> {
    let mut record = record.lock().unwrap_or_else(PoisonError::into_inner);
    let number = record.requests.len();
    record.requests.push((path.to_owned(), text));
    if path.ends_with("/count_tokens") || path.ends_with(":countTokens") {
        return Some(Body::Json(json!({"input_tokens": 10, "totalTokens": 10})));
    }
    if path.ends_with("/models") {
        return Some(Body::Json(json!({"object": "list", "data": [], "models": []})));
    }
    let protocol = PROTOCOLS.iter().find(|protocol| (protocol.matches)(path))?;
    let turn = (protocol.read)(body);
    let say = next(&turn, script);
    if turn.tools {
        let sub = turn.prompt.contains(SUBTASK);
        let results = if sub { &mut record.sub_results } else { &mut record.results };
        if turn.results.len() > results.len() {
            *results = turn.results;
        }
    }
    Some((protocol.write)(body, path, &say, number))
}

/// The step that a turn has come to.
fn next(turn: &Turn, script: &Script) -> Say {
    if !turn.tools {
        return Say::Text("Title");
    }
    let sub = turn.prompt.contains(SUBTASK);
    let steps = if sub { &script.sub_steps } else { &script.steps };
    match steps.get(turn.results.len()) {
        Some(call) => Say::Call {
            tool: call.tool,
            namespace: call.namespace,
            freeform: matches!(call.input, Input::Text(_)),
            arguments: call.arguments(turn.results.last().map(String::as_str).unwrap_or_default()),
        },
        None => Say::Text("All done."),
    }
}

/// The items of an array, or none.
fn items(value: &Value) -> &[Value] {
    value.as_array().map(Vec::as_slice).unwrap_or_default()
}

/// The text of a content, which may be a text or a list of blocks with one.
fn text_of(content: &Value) -> String {
    match content {
        Value::String(text) => text.clone(),
        Value::Array(blocks) => {
            let texts = blocks.iter().map(|block| text_of(&block["text"]));
            texts.filter(|text| !text.is_empty()).collect::<Vec<_>>().join("\n")
        }
        Value::Null => String::new(),
        other => other.to_string(),
    }
}

/// One server-sent event a value, named where it has a `type`.
fn events(values: &[Value]) -> String {
    let event = |value: &Value| match value["type"].as_str() {
        Some(name) => format!("event: {name}\ndata: {value}\n\n"),
        None => format!("data: {value}\n\n"),
    };
    values.iter().map(event).collect()
}

#[cfg(test)]
mod tests;
