//! OpenCode.

mod wire;

use crate::{Agent, extension};

pub(crate) const AGENT: Agent = Agent {
    name: "opencode",
    title: "OpenCode",
    // The plugin says it in the call.
    root_variables: &[],
    tools: wire::TOOLS,
    open: wire::open,
    answer: extension::answer,
    fail: extension::fail,
};
