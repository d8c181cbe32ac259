//! Windsurf.

mod wire;

use crate::Agent;

pub(crate) const AGENT: Agent = Agent {
    name: "windsurf",
    title: "Windsurf",
    // It starts the hook there.
    root_variables: &[],
    tools: wire::tools,
    read: wire::read,
    doubt: wire::doubt,
    answer: wire::answer,
    fail: wire::fail,
};
