//! OpenCode.

mod wire;

use crate::Agent;

pub(crate) const AGENT: Agent = Agent {
    name: "opencode",
    title: "OpenCode",
    // The plugin says it in the call.
    root_variables: &[],
    tools: wire::tools,
    read: wire::read,
    doubt: wire::doubt,
    answer: wire::answer,
    fail: wire::fail,
};
