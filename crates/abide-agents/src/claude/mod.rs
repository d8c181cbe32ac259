//! Claude Code.

mod wire;

use crate::Agent;

pub(crate) const AGENT: Agent = Agent {
    name: "claude",
    title: "Claude Code",
    root_variables: &["CLAUDE_PROJECT_DIR"],
    tools: wire::tools,
    read: wire::read,
    doubt: wire::doubt,
    answer: wire::answer,
    fail: wire::fail,
};
