//! Cline.

mod wire;

use crate::Agent;

pub(crate) const AGENT: Agent = Agent {
    name: "cline",
    title: "Cline",
    // It is said in the call.
    root_variables: &[],
    tools: wire::tools,
    read: wire::read,
    doubt: wire::doubt,
    answer: wire::answer,
    fail: wire::fail,
};
