//! Kiro CLI.

mod wire;

use crate::{Agent, exit_code};

pub(crate) const AGENT: Agent = Agent {
    name: "kiro",
    title: "Kiro",
    root_variables: &[],
    tools: wire::TOOLS,
    open: wire::open,
    answer: wire::answer,
    fail: exit_code::fail,
};
