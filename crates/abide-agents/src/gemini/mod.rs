//! Gemini CLI.

mod history;
mod install;
mod wire;

use crate::Agent;

pub(crate) const AGENT: Agent = Agent {
    name: "gemini",
    title: "Gemini CLI",
    measured: "0.61.0",
    // Set by Gemini itself, also over what a `.env` of the project says.
    root_variables: &["GEMINI_PROJECT_DIR"],
    tools: wire::TOOLS,
    open: wire::open,
    answer: wire::answer,
    fail: wire::fail,
    install: install::INSTALL,
    history: Some(history::HISTORY),
};
