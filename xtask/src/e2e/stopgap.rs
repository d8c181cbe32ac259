//! STOPGAP until `abide install` is there: writes the wiring by hand.

use super::agents::Agent;
use super::stage::Stage;
use serde_json::json;
use std::io;

pub fn install(agent: &Agent, stage: &Stage) -> io::Result<()> {
    let abide = stage.abide().to_string_lossy().into_owned();
    match agent.name {
        "claude" => {
            let hook = json!({"type": "command", "command": format!("{abide} hook claude"), "timeout": 10});
            let hooks = json!({"hooks": {"PreToolUse": [{"matcher": "*", "hooks": [hook]}]}});
            stage.write_home(".claude/settings.json", &hooks.to_string())
        }
        "codex" => {
            let hook = json!({"type": "command", "command": format!("{abide} hook codex"), "timeout": 10});
            let hooks = json!({"hooks": {"PreToolUse": [{"matcher": "*", "hooks": [hook]}]}});
            stage.write_home(".codex/hooks.json", &hooks.to_string())
        }
        "gemini" => {
            let hook = json!({"type": "command", "name": "abide", "command": format!("{abide} hook gemini"), "timeout": 10000});
            let path = stage.home().join(".gemini/settings.json");
            let old = std::fs::read_to_string(&path)?.replace("    // kept as it is\n", "");
            let mut settings: serde_json::Value = serde_json::from_str(&old)?;
            settings["hooks"] = json!({"BeforeTool": [{"matcher": "*", "hooks": [hook]}]});
            std::fs::write(path, settings.to_string())
        }
        "qwen" => {
            let hook = json!({"type": "command", "name": "abide", "command": format!("{abide} hook qwen"), "timeout": 10000});
            let path = stage.home().join(".qwen/settings.json");
            let old = std::fs::read_to_string(&path)?.replace("  // kept as it is\n", "");
            let mut settings: serde_json::Value = serde_json::from_str(&old)?;
            settings["hooks"] = json!({"PreToolUse": [{"matcher": "*", "hooks": [hook]}]});
            std::fs::write(path, settings.to_string())
        }
        "copilot" => {
            let hook = json!({"type": "command", "bash": format!("{abide} hook copilot"), "timeoutSec": 10});
            stage.write_home(
                ".copilot/hooks/abide.json",
                &json!({"version": 1, "hooks": {"preToolUse": [hook]}}).to_string(),
            )
        }
        "pi" | "omp" => {
            let text = format!(
                r#"import {{ spawnSync }} from "node:child_process";
export default function (pi) {{
  pi.on("tool_call", async (event, ctx) => {{
    const doc = {{ agent: "pi", tool_name: event.toolName, tool_input: event.input, tool_use_id: event.toolCallId, cwd: ctx.cwd }};
    const r = spawnSync({abide:?}, ["hook", "{name}"], {{ input: JSON.stringify(doc), encoding: "utf8", timeout: 5000 }});
    if (r.status === 2) return {{ block: true, reason: (r.stderr || "blocked by abide").trim() }};
  }});
}}
"#,
                name = agent.name
            );
            stage.write_home(&format!(".{}/agent/extensions/abide.ts", agent.name), &text)
        }
        "opencode" => {
            let text = format!(
                r#"import {{ spawnSync }} from "node:child_process";
export const Abide = async ({{ directory }}) => ({{
  "tool.execute.before": async (input, output) => {{
    const doc = {{ agent: "opencode", tool_name: input.tool, tool_input: output.args, tool_use_id: input.callID, cwd: output.args?.workdir || directory }};
    const r = spawnSync({abide:?}, ["hook", "opencode"], {{ input: JSON.stringify(doc), encoding: "utf8", timeout: 5000 }});
    if (r.status === 2) throw new Error((r.stderr || "blocked by abide").trim());
  }},
}});
"#
            );
            stage.write_home(".config/opencode/plugins/abide.js", &text)
        }
        _ => Ok(()),
    }
}
