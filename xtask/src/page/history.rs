//! Sessions of two agents in three projects, made up: four months in which the
//! hook comes in, and a project whose texts are as bad as texts can be.

use jiff::Timestamp;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

/// The rules that are counted.
pub const RULES: &str = r#"{"rules": [
  {"id": "use-pnpm", "kind": "forbid_command", "pattern": "^npm(?:\\s|$)", "replacement": "pnpm",
   "text": "Use pnpm, never npm", "source": "AGENTS.md:12", "message": "This project uses pnpm."},
  {"id": "no-force-push", "kind": "forbid_command", "pattern": "^git\\b[^;|&]*\\spush\\b.*\\s(?:-f|--force)(?:\\s|$)",
   "text": "Never force-push; if a push is refused, ask", "source": "AGENTS.md:14"},
  {"id": "env-is-private", "kind": "protect_path", "tool": "read|edit|write|shell", "pattern": ".env",
   "text": "Nobody reads .env"},
  {"id": "whole-test-output", "kind": "forbid_command", "pattern": "\\bpytest\\b.*\\|\\s*tail\\b",
   "text": "Do not cut off the output of the tests"},
  {"id": "dist-is-built", "kind": "protect_path", "pattern": "dist/**"},
  {"id": "no-yarn", "kind": "forbid_command", "pattern": "^yarn(?:\\s|$)", "replacement": "pnpm"},
  {"id": "no-slack", "kind": "forbid_command", "tool": "edit", "pattern": "^slack(?:\\s|$)"}
]}"#;

/// What agents do: how often, the command, and the rule's id if it breaks one.
const PLAY: &[(u64, &str, Option<&str>)] = &[
    (20, "ls -la src", None),
    (18, "git status --short", None),
    (14, "pnpm test --filter web", None),
    (10, "pnpm install", None),
    (9, "npm ci", Some("use-pnpm")),
    (7, "cd web && sudo -u root sh -c 'npm run build'", Some("use-pnpm")),
    (4, "NPM_TOKEN=npm_abcdefghijklmnopqrstuvwxyz npm publish --access public", Some("use-pnpm")),
    (3, "git push --force origin main", Some("no-force-push")),
    (2, "cat .env | grep STRIPE", Some("env-is-private")),
    (4, "uv run pytest -q tests/unit | tail -20", Some("whole-test-output")),
    (12, "git commit -am 'Drop npm from the docs'", None),
];

/// Numbers that look random and are the same in every run.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % sides
    }

    fn choose(&mut self) -> (&'static str, Option<&'static str>) {
        let mut at = self.roll(PLAY.iter().map(|row| row.0).sum());
        for (weight, command, breaks) in PLAY {
            match at.checked_sub(*weight) {
                Some(rest) => at = rest,
                None => return (command, *breaks),
            }
        }
        unreachable!("the weights add up")
    }
}

/// The first Monday, and the week in which each agent gets the hook.
const START: i64 = 1_783_296_000;
const WEEKS: i64 = 17;
const HOOKED: [(&str, i64); 2] = [("claude", 9), ("codex", 12)];
const WEEK: i64 = 7 * 86_400;

/// Writes the logs of four months, and the record of what was installed.
pub fn write(home: &Path, projects: &[&Path]) {
    let mut dice = Dice(7);
    let mut session = 0;
    for week in 0..WEEKS {
        for (agent, hooked) in HOOKED {
            for _ in 0..(2 + dice.roll(3)) {
                session += 1;
                let project = projects[(dice.roll(6) as usize).saturating_sub(3).min(projects.len() - 1)];
                let mut log = Log::of(agent, project, session, START + week * WEEK + 3600 * session);
                let mut blocked = None;
                for _ in 0..20 {
                    let (mut command, mut breaks) = dice.choose();
                    let mut allowed = false;
                    if let Some(rule) = blocked.take().filter(|_| dice.roll(10) < 7) {
                        (command, breaks, allowed) = match rule {
                            "use-pnpm" => ("pnpm install", None, false),
                            // A person lets it run: the rule forbids too much.
                            "env-is-private" => ("cat .env | grep STRIPE", Some(rule), true),
                            _ => ("git status --short", None, false),
                        };
                    }
                    let stopped = breaks.is_some() && !allowed && (week >= hooked || dice.roll(12) == 0);
                    log.call(command, breaks.filter(|_| stopped), dice.roll(9) == 0);
                    blocked = breaks.filter(|_| stopped);
                }
                log.write(home);
            }
        }
    }
    let record = |agent: &str, file: &str, week: i64| {
        let since = written(START + week * WEEK + 2 * 86_400);
        json!({"path": home.join(format!(".{agent}/{file}")), "before": null, "after": "", "since": since})
    };
    let files = [record("claude", "settings.json", 9), record("codex", "hooks.json", 12)];
    let state = home.join(".local/state/abide");
    fs::create_dir_all(&state).expect("a folder in a new home");
    fs::write(state.join("install.json"), json!({"version": 1, "files": files, "folders": []}).to_string())
        .expect("a file in a new home");
}

/// Texts that would break out of a careless page, or out of its frame.
pub const HOSTILE: &[&str] = &[
    "npm '</script><script>alert(1)</script>' \"><img src=x onerror=alert(2)>",
    "npm 'a\u{202e}gpj.exe' <!-- ]]> --> &lt;b&gt; \u{2066}x",
    "npm x\u{0}\u{1b}[31mred\u{7f}",
    "npm '{{7*7}} ${x} %s {0}' https://example.com/?a=1&b=2",
];

/// Rules with such texts, and one that has no end.
pub fn hostile_rules() -> String {
    let long = "x".repeat(5000);
    json!({"rules": [
        {"id": "use-pnpm", "kind": "forbid_command", "pattern": "^npm(?:\\s|$)", "replacement": "<b>pnpm</b> \"'",
         "text": "</title><script>alert(3)</script> & \u{202e}evil", "source": "<a href='//x'>"},
        {"id": "a".repeat(64), "kind": "protect_path", "pattern": "secret", "text": long},
    ]})
    .to_string()
}

/// Logs with hostile texts.
pub fn write_hostile(home: &Path, project: &Path) {
    let mut log = Log::of("claude", project, 1, START);
    HOSTILE.iter().for_each(|text| log.call(text, None, false));
    log.call(&format!("npm {}", "y".repeat(3000)), None, false);
    log.edit(&format!("secret/{}", "z".repeat(200)));
    log.write(home);
}

/// A log on its way.
struct Log {
    agent: &'static str,
    id: String,
    time: i64,
    project: String,
    rows: Vec<Value>,
}

impl Log {
    fn of(agent: &'static str, project: &Path, session: i64, time: i64) -> Self {
        let id = format!("{:08x}-4b1f-4c1e-9a55-{session:012x}", session.wrapping_mul(2_654_435_761) as u32);
        let project = project.to_string_lossy().into_owned();
        let mut log = Log { agent, id, time, project, rows: Vec::new() };
        if agent == "codex" {
            let meta = json!({"id": log.id, "cwd": log.project, "cli_version": "0.171.0", "source": "exec"});
            log.row("session_meta", meta);
        }
        log
    }

    fn call(&mut self, command: &str, stopped_by: Option<&str>, failed: bool) {
        self.time += 37;
        let reason = stopped_by.map(|rule| format!("abide: forbidden by rule {rule} (.abide/rules.json:1)"));
        let id = format!("toolu_{}_{:08}", self.id, self.rows.len());
        if self.agent == "codex" {
            let arguments = json!({ "cmd": command }).to_string();
            self.row("response_item", json!({"type": "function_call", "name": "exec_command", "arguments": arguments, "call_id": id}));
            let output = match reason {
                Some(reason) => format!("Command blocked by PreToolUse hook: {reason}. Command: {command}"),
                None => format!("Process exited with code {}\nOutput:\n", u8::from(failed)),
            };
            self.row(
                "response_item",
                json!({"type": "function_call_output", "call_id": id, "output": output}),
            );
            return;
        }
        let error = failed || reason.is_some();
        let content = match reason {
            Some(reason) => format!("PreToolUse:Bash hook error: {reason}"),
            None => (if failed { "Exit code 1" } else { "" }).to_owned(),
        };
        self.row(
            "assistant",
            json!([{"type": "tool_use", "id": id, "name": "Bash", "input": {"command": command}}]),
        );
        self.row(
            "user",
            json!([{"type": "tool_result", "tool_use_id": id, "content": content, "is_error": error}]),
        );
    }

    fn edit(&mut self, path: &str) {
        let id = format!("toolu_{}_{:08}", self.id, self.rows.len());
        self.row(
            "assistant",
            json!([{"type": "tool_use", "id": id, "name": "Edit", "input": {"file_path": path}}]),
        );
    }

    fn row(&mut self, kind: &str, content: Value) {
        let time = written(self.time);
        self.rows.push(match self.agent {
            "codex" => json!({"timestamp": time, "type": kind, "payload": content}),
            _ => json!({"type": kind, "sessionId": self.id, "cwd": self.project, "timestamp": time, "message": {"role": kind, "content": content}}),
        });
    }

    fn write(self, home: &Path) {
        let path = match self.agent {
            "codex" => format!(".codex/sessions/2026/rollout-{}.jsonl", self.id),
            _ => {
                let spelled = self.project.replace(|letter: char| !letter.is_ascii_alphanumeric(), "-");
                format!(".claude/projects/{spelled}/{}.jsonl", self.id)
            }
        };
        let path = home.join(path);
        fs::create_dir_all(path.parent().expect("it is in a folder")).expect("a folder in a new home");
        let lines: String = self.rows.iter().map(|row| format!("{row}\n")).collect();
        fs::write(path, lines).expect("a file in a new home");
    }
}

/// Seconds since 1970 as logs write them.
fn written(seconds: i64) -> String {
    Timestamp::from_second(seconds).expect("a time of this century").to_string()
}
