//! Amp.

mod wire;

use crate::{Agent, extension};

pub(crate) const AGENT: Agent = Agent {
    name: "amp",
    title: "Amp",
    // The plugin says it in the call.
    root_variables: &[],
    tools: wire::TOOLS,
    open: extension::open,
    answer: extension::answer,
    fail: extension::fail,
};
