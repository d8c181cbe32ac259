//! Every agent: what it sends, what it must read back, and what happens when
//! it sends something else.
//!
//! `payloads/AGENT.jsonl` holds hook calls, one a line: those of Gemini CLI
//! 0.61.0, Qwen Code 0.24.4, Copilot CLI 1.0.102, pi 1.6.0, omp 18.2.3 and
//! OpenCode 1.18.33 as they were captured, only cut short and with the folders
//! renamed; those of other agents after their documentation. What a line
//! `reads` as is said as `short` says it; `cwd` (by default `/repo`), `root`
//! and `names` are those of the call. A line that `fails` holds a part of the
//! complaint.

mod short;

use abide_agents::{AGENTS, Agent, Answer, find};
use abide_rules::{Action, Hit, OnError, Verdict};
use serde_json::{Value, json};
use short::short;

fn rows(agent: &Agent) -> Vec<Value> {
    let path = format!("{}/tests/payloads/{}.jsonl", env!("CARGO_MANIFEST_DIR"), agent.name);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{path}: {error}")))
        .collect()
}

/// Those whose calls are in `payloads`; the others' are in `fixtures`.
fn others() -> impl Iterator<Item = &'static Agent> {
    AGENTS.iter().filter(|agent| !matches!(agent.name, "claude" | "codex"))
}

#[test]
fn calls_are_understood() {
    for agent in others() {
        for row in rows(agent) {
            let payload = row["payload"].to_string();
            let call = match agent.read(payload.as_bytes()) {
                Ok(call) => call,
                Err(error) => {
                    let said =
                        row["fails"].as_str().unwrap_or_else(|| panic!("{}: {row}: {error}", agent.name));
                    assert!(error.to_string().contains(said), "{}: {row}: {error}", agent.name);
                    continue;
                }
            };
            assert_eq!(row["reads"], short(&call.input), "{}: {row}", agent.name);
            assert_eq!(call.agent, agent.name);
            assert_eq!(row["cwd"].as_str().unwrap_or("/repo"), call.cwd, "{}: {row}", agent.name);
            assert_eq!(row["root"].as_str(), call.root.as_deref(), "{}: {row}", agent.name);
            let names = row.get("names").cloned().unwrap_or_else(|| json!([]));
            assert_eq!(names, json!(call.names), "{}: {row}", agent.name);
            assert_eq!(agent.doubt(payload.as_bytes()), None, "{}: {row}", agent.name);
        }
    }
}

/// How an agent is answered: `OUT` is the text as JSON, `TEXT` the text.
struct Form {
    agent: &'static str,
    pass: (&'static str, &'static str, u8),
    block: (&'static str, &'static str, u8),
    ask: (&'static str, &'static str, u8),
    warn: (&'static str, &'static str, u8),
    /// A failure of abide that lets the call run; one that does not is `block`.
    fail: (&'static str, &'static str, u8),
}

const SILENCE: (&str, &str, u8) = ("", "", 0);
const CLAUDE_DENY: &str = r#"{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":OUT}}"#;
const CLAUDE_ASK: &str = r#"{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"ask","permissionDecisionReason":OUT}}"#;
const DECISION_DENY: &str = r#"{"decision":"deny","reason":OUT}"#;

const FORMS: &[Form] = &[
    Form {
        agent: "claude",
        pass: SILENCE,
        block: (CLAUDE_DENY, "TEXT", 2),
        ask: (CLAUDE_ASK, "", 0),
        warn: (r#"{"systemMessage":OUT}"#, "", 0),
        fail: (r#"{"systemMessage":OUT}"#, "TEXT", 0),
    },
    Form {
        agent: "codex",
        pass: SILENCE,
        block: (CLAUDE_DENY, "TEXT", 2),
        ask: (CLAUDE_DENY, "TEXT", 2),
        warn: ("", "TEXT", 0),
        fail: ("", "TEXT", 1),
    },
    Form {
        agent: "gemini",
        pass: SILENCE,
        block: (DECISION_DENY, "", 0),
        ask: (DECISION_DENY, "", 0),
        warn: ("TEXT", "", 0),
        fail: ("TEXT", "", 0),
    },
    Form {
        agent: "qwen",
        pass: SILENCE,
        block: (DECISION_DENY, "", 0),
        ask: (DECISION_DENY, "", 0),
        warn: ("", "TEXT", 0),
        fail: ("", "TEXT", 1),
    },
    Form {
        agent: "copilot",
        pass: SILENCE,
        block: (r#"{"permissionDecision":"deny","permissionDecisionReason":OUT}"#, "", 0),
        ask: (r#"{"permissionDecision":"ask","permissionDecisionReason":OUT}"#, "", 0),
        warn: ("", "TEXT", 0),
        fail: ("", "TEXT", 0),
    },
    Form {
        agent: "cursor",
        pass: SILENCE,
        block: (r#"{"permission":"deny","user_message":OUT,"agent_message":OUT}"#, "TEXT", 2),
        ask: (r#"{"permission":"deny","user_message":OUT,"agent_message":OUT}"#, "TEXT", 2),
        warn: ("", "TEXT", 0),
        fail: ("", "TEXT", 1),
    },
    Form { agent: "pi", ..EXTENSION },
    Form { agent: "omp", ..EXTENSION },
    Form { agent: "opencode", ask: EXTENSION.block, ..EXTENSION },
    Form {
        agent: "cline",
        pass: (r#"{"cancel":false}"#, "", 0),
        block: (r#"{"cancel":true,"errorMessage":OUT}"#, "", 0),
        ask: (r#"{"cancel":true,"errorMessage":OUT}"#, "", 0),
        warn: (r#"{"cancel":false}"#, "TEXT", 0),
        fail: (r#"{"cancel":false}"#, "TEXT", 0),
    },
    Form {
        agent: "kiro",
        pass: SILENCE,
        block: ("", "TEXT", 2),
        ask: ("", "TEXT", 2),
        warn: ("", "TEXT", 1),
        fail: ("", "TEXT", 1),
    },
    Form {
        agent: "droid",
        pass: SILENCE,
        block: ("", "TEXT", 2),
        ask: ("", "TEXT", 2),
        warn: ("", "TEXT", 0),
        fail: ("", "TEXT", 1),
    },
    Form {
        agent: "windsurf",
        pass: SILENCE,
        block: ("", "TEXT", 2),
        ask: ("", "TEXT", 2),
        warn: ("", "TEXT", 0),
        fail: ("", "TEXT", 1),
    },
    Form { agent: "amp", ask: EXTENSION.block, ..EXTENSION },
    Form {
        agent: "antigravity",
        pass: (r#"{"decision":"allow"}"#, "", 0),
        block: (DECISION_DENY, "", 0),
        ask: (r#"{"decision":"force_ask","reason":OUT}"#, "", 0),
        warn: (r#"{"decision":"allow"}"#, "TEXT", 0),
        fail: (r#"{"decision":"allow"}"#, "TEXT", 0),
    },
];

/// What abide says to a file that an agent loads.
const EXTENSION: Form = Form {
    agent: "",
    pass: SILENCE,
    block: ("", "TEXT", 2),
    ask: ("ask", "TEXT", 2),
    warn: ("", "TEXT", 0),
    fail: ("", "TEXT", 1),
};

fn answer(form: (&str, &str, u8), text: &str) -> Answer {
    let filled = |form: &str| match form {
        "" => String::new(),
        form => format!("{}\n", form.replace("OUT", &json!(text).to_string()).replace("TEXT", text)),
    };
    Answer { stdout: filled(form.0), stderr: filled(form.1), exit_code: form.2 }
}

fn form(agent: &Agent) -> &'static Form {
    FORMS.iter().find(|form| form.agent == agent.name).unwrap_or_else(|| panic!("no form of {}", agent.name))
}

fn verdict(action: Action, reason: &str) -> Verdict {
    Verdict::Violation(Hit { rule: "use-pnpm".into(), action, reason: reason.into(), ..Hit::default() })
}

#[test]
fn every_agent_is_answered_in_its_own_form() {
    let said = "Use \"pnpm\"\n  run: pnpm i";
    let text = format!("abide: {said}");
    for agent in AGENTS {
        let form = form(agent);
        assert_eq!((agent.answer)(&Verdict::Pass), answer(form.pass, ""), "{}", agent.name);
        for (action, form) in
            [(Action::Block, form.block), (Action::Ask, form.ask), (Action::Warn, form.warn)]
        {
            assert_eq!((agent.answer)(&verdict(action, said)), answer(form, &text), "{}", agent.name);
        }
        assert_eq!(
            (agent.fail)("it broke", OnError::Allow),
            answer(form.fail, "abide: it broke"),
            "{}",
            agent.name
        );
        assert_eq!(
            (agent.fail)("it broke", OnError::Block),
            answer(form.block, "abide: it broke"),
            "{}",
            agent.name
        );
    }
}

#[test]
fn no_reason_is_empty() {
    for agent in AGENTS {
        for reason in ["", " ", "abide: ", ".", "\n"] {
            for action in [Action::Block, Action::Ask, Action::Warn] {
                let Answer { stdout, stderr, .. } = (agent.answer)(&verdict(action, reason));
                let said = format!("{stdout}{stderr}");
                let after = said.split("abide: ").nth(1).unwrap_or_else(|| panic!("{}: {said}", agent.name));
                assert!(
                    after.starts_with(|c: char| !c.is_whitespace() && c != '"'),
                    "{}: {said}",
                    agent.name
                );
            }
        }
    }
}

/// A call of a tool in the agent's own envelope.
fn envelope(agent: &str, tool: Value, input: Value) -> Value {
    match agent {
        "copilot" => json!({"cwd": "/repo", "toolName": tool, "toolArgs": input}),
        "cline" => json!({"hookName": "PreToolUse", "preToolUse": {"toolName": tool, "parameters": input}}),
        "windsurf" => json!({"agent_action_name": tool, "tool_info": input}),
        "antigravity" => json!({"toolCall": {"name": tool, "args": input}}),
        _ => json!({"cwd": "/repo", "tool_name": tool, "tool_input": input}),
    }
}

/// The name of the tool that runs commands.
fn shell(agent: &str) -> &'static str {
    find(agent).unwrap().tools().next().unwrap()
}

#[test]
fn what_cannot_be_read_is_a_failure_in_that_agents_form() {
    for agent in AGENTS {
        let own = |tool: Value, input: Value| envelope(agent.name, tool, input).to_string();
        let shell = json!(shell(agent.name));
        let broken = [
            String::new(),
            " \n".into(),
            "npm i".into(),
            "[]".into(),
            "null".into(),
            "{\"a\":".into(),
            "{}".into(),
            own(json!(null), json!({"command": "npm i"})),
            own(json!(7), json!({"command": "npm i"})),
            own(shell.clone(), json!({})),
            own(shell.clone(), json!(null)),
            own(shell.clone(), json!([])),
            own(shell.clone(), json!("npm i")),
            own(shell.clone(), json!({"command": 1, "cmd": 1, "command_line": 1, "CommandLine": 1})),
            own(shell.clone(), json!({"command": [], "cmd": [], "command_line": [], "CommandLine": []})),
            own(shell.clone(), json!({"command": [1], "cmd": [1], "command_line": [1], "CommandLine": [1]})),
            "[".repeat(500),
        ];
        for payload in broken {
            let error = agent.read(payload.as_bytes());
            let error =
                error.err().unwrap_or_else(|| panic!("{}: {payload} is read", agent.name)).to_string();
            let form = form(agent);
            let text = format!("abide: {error}");
            assert_eq!(
                (agent.fail)(&error, OnError::Allow),
                answer(form.fail, &text),
                "{}: {payload}",
                agent.name
            );
            assert_eq!(
                (agent.fail)(&error, OnError::Block),
                answer(form.block, &text),
                "{}: {payload}",
                agent.name
            );
            // Neither may it be more than the failure: no panic, no doubt.
            let _ = agent.doubt(payload.as_bytes());
        }
    }
}

#[test]
fn what_strict_readers_refuse_is_read() {
    let command =
        json!({"command": "npm i", "cmd": "npm i", "command_line": "npm i", "CommandLine": "npm i"});
    for agent in AGENTS {
        let plain = envelope(agent.name, json!(shell(agent.name)), command.clone()).to_string();
        let bytes = |from: &str, to: &[u8]| {
            let (before, after) = plain.split_once(from).unwrap();
            [before.as_bytes(), to, after.as_bytes()].concat()
        };
        let odd = [
            [b"\xef\xbb\xbf", plain.as_bytes()].concat(),
            [plain.as_bytes(), b"\r\n\n"].concat(),
            // In a field that nobody looks at.
            bytes("{", b"{\"x\":\"\xff\xfe\","),
            bytes("{", b"{\"x\":\"\\ud800 \\udc00\","),
            bytes("{", b"{\"cwd\":7,\"x\":[[[[null]]]],"),
        ];
        for payload in odd {
            let call = agent.read(&payload);
            let call = call.unwrap_or_else(|error| panic!("{}: {error}", agent.name));
            assert_eq!(short(&call.input), "shell: npm i", "{}", agent.name);
        }
    }
}

#[test]
fn input_that_nests_too_deep_is_told_apart() {
    for agent in AGENTS {
        let deep = format!("{}{}", "[".repeat(500), "]".repeat(500));
        let payload =
            envelope(agent.name, json!("x"), json!({"a": "DEEP"})).to_string().replace("\"DEEP\"", &deep);
        assert_eq!(
            agent.read(payload.as_bytes()).err(),
            Some(abide_agents::WireError::TooDeep),
            "{}",
            agent.name
        );
    }
}

/// Every value of `payload` replaced by `other`, one at a time.
fn with_one_replaced(payload: &Value, other: &Value) -> Vec<Value> {
    let mut all = vec![other.clone()];
    match payload {
        Value::Object(fields) => {
            for (name, value) in fields {
                all.extend(with_one_replaced(value, other).into_iter().map(|value| {
                    let mut fields = fields.clone();
                    fields.insert(name.clone(), value);
                    Value::Object(fields)
                }));
            }
        }
        Value::Array(items) => {
            for at in 0..items.len() {
                all.extend(with_one_replaced(&items[at], other).into_iter().map(|value| {
                    let mut items = items.clone();
                    items[at] = value;
                    Value::Array(items)
                }));
            }
        }
        _ => {}
    }
    all
}

#[test]
fn no_call_is_too_odd_to_read() {
    let others = [
        json!(null),
        json!(true),
        json!(1),
        json!(""),
        json!("\u{e9}:"),
        json!([]),
        json!({}),
        json!([[""], {"path": 1}]),
    ];
    for agent in self::others() {
        for row in rows(agent) {
            let payload = &row["payload"];
            let text = payload.to_string();
            let cut = (0..text.len()).map(|end| text.as_bytes()[..end].to_vec());
            let odd = others.iter().flat_map(|other| with_one_replaced(payload, other));
            for bytes in cut.chain(odd.map(|odd| odd.to_string().into_bytes())) {
                // What comes of it is in other tests; that something does is here.
                if agent.read(&bytes).is_ok() {
                    let _ = agent.doubt(&bytes);
                }
            }
        }
    }
}
