//! Qwen Code.

mod history;
mod install;
mod wire;

use crate::{Agent, pre_tool_use};

pub(crate) const AGENT: Agent = Agent {
    name: "qwen",
    title: "Qwen Code",
    measured: "0.15.10 and 0.24.4",
    root_variables: &["QWEN_PROJECT_DIR"],
    tools: wire::TOOLS,
    open: pre_tool_use::open,
    answer: wire::answer,
    fail: wire::fail,
    install: install::INSTALL,
    history: Some(history::HISTORY),
};
