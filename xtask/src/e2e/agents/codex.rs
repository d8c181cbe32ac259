//! Codex, which has no tool that reads files. To it the name of the model says
//! what it can do: `gpt-5.5` calls tools, newer ones write JavaScript that
//! calls the same tools.

use super::{Act, Agent, Call, Launch, Package, Stage, Way};
use crate::e2e::model::Input;
use crate::e2e::play::Variation;
use serde_json::{Value, json};
use std::io;

pub const AGENT: Agent = Agent {
    id: "codex",
    name: "codex",
    title: "Codex",
    package: Package { folder: "codex", name: "@openai/codex", version: "0.171.0" },
    program: "codex",
    needs: &[],
    prepare: |stage, address| prepare(stage, address, "gpt-5.5"),
    launch,
    calls,
    approve: Some(super::codex_trust::trust),
    ways: WAYS,
    trust: "a person trusts the hook with `/hooks`; here its app-server was told so",
};

const WAYS: &[Way] = &[
    Way { name: "not trusted", variation: Variation { unapproved: true, ..Variation::NONE }, calls: None },
    Way::calls("`write_stdin` into a running shell", |_| {
        let start = json!({"cmd": "bash", "tty": true, "yield_time_ms": 1000});
        vec![
            Call::new("exec_command", start),
            Call { tool: "write_stdin", namespace: None, input: Input::After(type_npm) },
        ]
    }),
];

/// Types into the shell that the step before has started.
fn type_npm(started: &str) -> Value {
    let id = started.split("session ID ").nth(1).unwrap_or_default();
    let id: String = id.chars().take_while(char::is_ascii_digit).collect();
    json!({"session_id": id.parse::<u64>().unwrap_or_default(), "chars": "npm i\n", "yield_time_ms": 2000})
}

pub const CODE: Agent = Agent {
    id: "codex-code",
    title: "Codex (code mode)",
    prepare: |stage, address| prepare(stage, address, "gpt-6.2-sol"),
    calls: code_calls,
    ways: &[],
    ..AGENT
};

fn prepare(stage: &Stage, address: &str, model: &str) -> io::Result<()> {
    let (command, args) = stage.mcp_server()?;
    // JSON's strings and lists of strings are TOML's too.
    let (command, args, project) = (json!(command), json!(args), json!(stage.file("")));
    let project = project.to_string().replace("/\"", "\"");
    let config = format!(
        r#"# kept as it is
model = "{model}"
model_provider   = "loop" # so is this
approval_policy = "never"
check_for_update_on_startup = false

[model_providers.loop]
name = "loop"
base_url = "{address}/v1"
wire_api = "responses"
request_max_retries = 0
stream_max_retries = 0

[features]
plugins = false

[analytics]
enabled = false

[projects.{project}]
trust_level = "trusted"

[mcp_servers.demo]
command = {command}
args = {args}
"#
    );
    stage.write_home(".codex/config.toml", &config)
}

fn launch(_: &Stage, _: &str, prompt: &str) -> Launch {
    Launch::new(&["exec", "--json", "--dangerously-bypass-approvals-and-sandbox", prompt])
}

fn calls(act: &Act, _: &Stage) -> Vec<Call> {
    let shell = |line: String| vec![Call::new("exec_command", json!({"cmd": line}))];
    let of = |namespace, tool, input| Call { tool, namespace: Some(namespace), input };
    match act {
        Act::Shell(line) => shell((*line).to_owned()),
        Act::Read(name) => shell(format!("cat {name}")),
        Act::Edit(name) => vec![Call {
            tool: "apply_patch",
            namespace: None,
            input: Input::Text(format!(
                "*** Begin Patch\n*** Update File: {name}\n@@\n-console.log(\"old\");\n\
                 +console.log(\"new\");\n*** End Patch"
            )),
        }],
        Act::Mcp(tool) => vec![of("mcp__demo", tool, Input::Json(json!({"text": "x"})))],
        Act::Delegate(task) => vec![
            of(
                "multi_agent_v1",
                "spawn_agent",
                Input::Json(json!({"message": task, "agent_type": "default"})),
            ),
            of("multi_agent_v1", "wait_agent", Input::After(wait)),
        ],
    }
}

/// The same in JavaScript. A blocked call ends the script with its reason.
fn code_calls(act: &Act, stage: &Stage) -> Vec<Call> {
    let of = |namespace, tool, input| Call { tool, namespace: Some(namespace), input: Input::Json(input) };
    if let Act::Delegate(task) = act {
        let start = json!({"task_name": "step", "message": task, "fork_turns": "none"});
        return vec![
            of("collaboration", "spawn_agent", start),
            of("collaboration", "wait_agent", json!({"timeout_ms": 30_000})),
        ];
    }
    let script = |call: Call| {
        let space = call.namespace.map(|namespace| format!("{namespace}__")).unwrap_or_default();
        let argument = match call.input {
            Input::Text(text) => json!(text),
            Input::Json(value) => value,
            Input::After(_) => Value::Null,
        };
        let code = format!(
            "const r = await tools.{space}{}({argument});\ntext(typeof r === 'string' ? r : JSON.stringify(r));",
            call.tool
        );
        Call { tool: "exec", namespace: None, input: Input::Text(code) }
    };
    calls(act, stage).into_iter().map(script).collect()
}

/// Waits for the agent that the step before has started.
fn wait(started: &str) -> Value {
    let started: Value = serde_json::from_str(started).unwrap_or_default();
    json!({"targets": [started["agent_id"]], "timeout_ms": 30_000})
}
