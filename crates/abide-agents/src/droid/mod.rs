//! Factory Droid.

mod wire;

use crate::Agent;

pub(crate) const AGENT: Agent = Agent {
    name: "droid",
    title: "Droid",
    root_variables: &["FACTORY_PROJECT_DIR"],
    tools: wire::tools,
    read: wire::read,
    doubt: wire::doubt,
    answer: wire::answer,
    fail: wire::fail,
};
