//! GitHub Copilot CLI.

mod history;
mod install;
mod wire;

use crate::Agent;

pub(crate) const AGENT: Agent = Agent {
    name: "copilot",
    title: "Copilot CLI",
    measured: "1.0.102",
    root_variables: &["COPILOT_PROJECT_DIR"],
    tools: wire::TOOLS,
    open: wire::open,
    answer: wire::answer,
    fail: wire::fail,
    install: install::INSTALL,
    history: Some(history::HISTORY),
};
