//! GitHub Copilot CLI.

mod wire;

use crate::Agent;

pub(crate) const AGENT: Agent = Agent {
    name: "copilot",
    title: "Copilot CLI",
    root_variables: &["COPILOT_PROJECT_DIR"],
    tools: wire::TOOLS,
    open: wire::open,
    answer: wire::answer,
    fail: wire::fail,
};
