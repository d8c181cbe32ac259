//! omp (oh-my-pi).

mod edit;
mod wire;

use crate::Agent;

pub(crate) const AGENT: Agent = Agent {
    name: "omp",
    title: "omp",
    // The extension says it in the call.
    root_variables: &[],
    tools: wire::tools,
    read: wire::read,
    doubt: wire::doubt,
    answer: wire::answer,
    fail: wire::fail,
};
