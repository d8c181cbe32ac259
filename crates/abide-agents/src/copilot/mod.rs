//! GitHub Copilot CLI.

mod wire;

use crate::Agent;

pub(crate) const AGENT: Agent = Agent {
    name: "copilot",
    title: "Copilot CLI",
    root_variables: &["COPILOT_PROJECT_DIR"],
    tools: wire::tools,
    read: wire::read,
    doubt: wire::doubt,
    answer: wire::answer,
    fail: wire::fail,
};
