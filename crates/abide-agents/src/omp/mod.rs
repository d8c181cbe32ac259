//! omp (oh-my-pi).

mod edit;
mod eval;
mod history;
mod install;
mod path;
mod wire;

use crate::{Agent, extension};

pub(crate) const AGENT: Agent = Agent {
    name: "omp",
    title: "omp",
    measured: "18.2.3",
    // The extension says it in the call.
    root_variables: &[],
    tools: wire::TOOLS,
    open: wire::open,
    answer: extension::answer,
    fail: extension::fail,
    install: install::INSTALL,
    history: Some(history::HISTORY),
};
