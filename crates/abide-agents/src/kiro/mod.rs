//! Kiro CLI.

mod install;
mod wire;

use crate::{Agent, exit_code};

pub(crate) const AGENT: Agent = Agent {
    name: "kiro",
    title: "Kiro",
    measured: "",
    root_variables: &[],
    tools: wire::TOOLS,
    open: wire::open,
    answer: wire::answer,
    fail: exit_code::fail,
    install: install::INSTALL,
    history: None,
};
