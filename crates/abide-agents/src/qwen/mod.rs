//! Qwen Code.

mod wire;

use crate::{Agent, pre_tool_use};

pub(crate) const AGENT: Agent = Agent {
    name: "qwen",
    title: "Qwen Code",
    root_variables: &["QWEN_PROJECT_DIR"],
    tools: wire::TOOLS,
    open: pre_tool_use::open,
    answer: wire::answer,
    fail: wire::fail,
};
