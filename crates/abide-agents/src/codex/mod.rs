//! Codex CLI.

mod wire;

use crate::Agent;

pub(crate) const AGENT: Agent = Agent {
    name: "codex",
    title: "Codex",
    // Codex itself sets none; a person or a wrapper may set Claude Code's.
    root_variables: &["CLAUDE_PROJECT_DIR"],
    tools: wire::tools,
    read: wire::read,
    doubt: wire::doubt,
    answer: wire::answer,
    fail: wire::fail,
};
