//! pi.

mod history;
mod install;
mod wire;

use crate::{Agent, extension};

pub(crate) const AGENT: Agent = Agent {
    name: "pi",
    title: "pi",
    measured: "0.73.1 and 1.6.0",
    // The extension says it in the call.
    root_variables: &[],
    tools: wire::TOOLS,
    open: extension::open,
    answer: extension::answer,
    fail: extension::fail,
    install: install::INSTALL,
    history: Some(history::HISTORY),
};
