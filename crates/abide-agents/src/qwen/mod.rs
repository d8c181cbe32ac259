//! Qwen Code.

mod wire;

use crate::Agent;

pub(crate) const AGENT: Agent = Agent {
    name: "qwen",
    title: "Qwen Code",
    root_variables: &["QWEN_PROJECT_DIR"],
    tools: wire::tools,
    read: wire::read,
    doubt: wire::doubt,
    answer: wire::answer,
    fail: wire::fail,
};
