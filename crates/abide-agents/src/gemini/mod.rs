//! Gemini CLI.

mod wire;

use crate::Agent;

pub(crate) const AGENT: Agent = Agent {
    name: "gemini",
    title: "Gemini CLI",
    // Set by Gemini itself, also over what a `.env` of the project says.
    root_variables: &["GEMINI_PROJECT_DIR"],
    tools: wire::TOOLS,
    open: wire::open,
    answer: wire::answer,
    fail: wire::fail,
};
