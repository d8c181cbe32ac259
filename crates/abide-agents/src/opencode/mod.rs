//! OpenCode.

mod history;
mod install;
mod wire;

use crate::{Agent, extension};

pub(crate) const AGENT: Agent = Agent {
    name: "opencode",
    title: "OpenCode",
    measured: "1.18.33",
    // The plugin says it in the call.
    root_variables: &[],
    tools: wire::TOOLS,
    open: wire::open,
    answer: extension::answer_without_prompt,
    fail: extension::fail,
    install: install::INSTALL,
    history: Some(history::HISTORY),
};
