//! omp (oh-my-pi).

mod edit;
mod eval;
mod path;
mod wire;

use crate::{Agent, extension};

pub(crate) const AGENT: Agent = Agent {
    name: "omp",
    title: "omp",
    // The extension says it in the call.
    root_variables: &[],
    tools: wire::TOOLS,
    open: wire::open,
    answer: extension::answer,
    fail: extension::fail,
};
