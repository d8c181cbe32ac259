//! Cursor.

mod history;
mod install;
mod wire;

use crate::Agent;

pub(crate) const AGENT: Agent = Agent {
    name: "cursor",
    title: "Cursor",
    measured: "",
    // Its own is said in the call, and better.
    root_variables: &[],
    tools: wire::TOOLS,
    open: wire::open,
    answer: wire::answer,
    fail: wire::fail,
    install: install::INSTALL,
    history: Some(history::HISTORY),
};
