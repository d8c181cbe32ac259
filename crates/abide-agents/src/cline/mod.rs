//! Cline.

mod install;
mod wire;

use crate::Agent;

pub(crate) const AGENT: Agent = Agent {
    name: "cline",
    title: "Cline",
    measured: "",
    // It is said in the call.
    root_variables: &[],
    tools: wire::TOOLS,
    open: wire::open,
    answer: wire::answer,
    fail: wire::fail,
    install: install::INSTALL,
    history: None,
};
