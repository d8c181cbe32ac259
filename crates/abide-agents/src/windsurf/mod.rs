//! Windsurf.

mod install;
mod wire;

use crate::{Agent, exit_code};

pub(crate) const AGENT: Agent = Agent {
    name: "windsurf",
    title: "Windsurf",
    measured: "",
    // It starts the hook there.
    root_variables: &[],
    tools: wire::TOOLS,
    open: wire::open,
    answer: wire::answer,
    fail: exit_code::fail,
    install: install::INSTALL,
    history: None,
};
