//! Amp.

mod install;
mod wire;

use crate::{Agent, extension};

pub(crate) const AGENT: Agent = Agent {
    name: "amp",
    title: "Amp",
    measured: "",
    // The plugin says it in the call.
    root_variables: &[],
    tools: wire::TOOLS,
    open: extension::open,
    answer: extension::answer_without_prompt,
    fail: extension::fail,
    install: install::INSTALL,
    history: None,
};
