//! Factory Droid.

mod install;
mod wire;

use crate::{Agent, exit_code, pre_tool_use};

pub(crate) const AGENT: Agent = Agent {
    name: "droid",
    title: "Droid",
    measured: "",
    root_variables: &["FACTORY_PROJECT_DIR"],
    tools: wire::TOOLS,
    open: pre_tool_use::open,
    answer: wire::answer,
    fail: exit_code::fail,
    install: install::INSTALL,
    history: None,
};
