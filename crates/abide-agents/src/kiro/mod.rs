//! Kiro CLI.

mod wire;

use crate::Agent;

pub(crate) const AGENT: Agent = Agent {
    name: "kiro",
    title: "Kiro",
    root_variables: &[],
    tools: wire::tools,
    read: wire::read,
    doubt: wire::doubt,
    answer: wire::answer,
    fail: wire::fail,
};
