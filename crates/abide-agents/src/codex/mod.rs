//! Codex CLI.

mod history;
mod install;
mod wire;

use crate::{Agent, pre_tool_use};

pub(crate) const AGENT: Agent = Agent {
    name: "codex",
    title: "Codex",
    measured: "0.171.0",
    // Codex itself sets none; a person or a wrapper may set Claude Code's.
    root_variables: &["CLAUDE_PROJECT_DIR"],
    tools: wire::TOOLS,
    open: pre_tool_use::open,
    answer: wire::answer,
    fail: wire::fail,
    install: install::INSTALL,
    history: Some(history::HISTORY),
};
