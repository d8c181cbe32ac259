//! Claude Code.

mod history;
mod install;
mod plugin;
mod wire;

use crate::{Agent, pre_tool_use};

pub(crate) const AGENT: Agent = Agent {
    name: "claude",
    title: "Claude Code",
    measured: "2.0.30, 2.1.197 and 2.1.332",
    root_variables: &["CLAUDE_PROJECT_DIR"],
    tools: wire::TOOLS,
    open: pre_tool_use::open,
    answer: wire::answer,
    fail: wire::fail,
    install: install::INSTALL,
    history: Some(history::HISTORY),
};
