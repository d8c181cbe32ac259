//! pi.

mod wire;

use crate::{Agent, extension};

pub(crate) const AGENT: Agent = Agent {
    name: "pi",
    title: "pi",
    // The extension says it in the call.
    root_variables: &[],
    tools: wire::TOOLS,
    open: extension::open,
    answer: extension::answer,
    fail: extension::fail,
};
