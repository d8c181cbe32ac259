//! The agents that can be driven, one row each.
//!
//! A row says which package it is, how it is made to talk to the scripted
//! model, and what each [`Act`] is called in its own tools. How abide gets into
//! its settings is not said here: `abide install` does that.

mod claude;
mod codex;
mod codex_trust;
mod copilot;
mod gemini;
mod opencode;
mod pi;
mod qwen;

use super::fetch::Package;
use super::model::Call;
use super::play::Variation;
use super::stage::Stage;
use std::io;
use std::path::Path;

/// Every agent, in the order of the table.
pub const AGENTS: &[Agent] = &[
    claude::CURRENT,
    codex::AGENT,
    codex::CODE,
    gemini::AGENT,
    pi::OLD,
    qwen::AGENT,
    copilot::AGENT,
    opencode::AGENT,
    pi::CURRENT,
    pi::OMP,
    claude::OLD,
];

/// One version of an agent.
pub struct Agent {
    /// What is typed after `cargo xtask e2e`.
    pub id: &'static str,
    /// What is typed after `abide install`.
    pub name: &'static str,
    pub title: &'static str,
    pub package: Package,
    /// The program among those that the package installs.
    pub program: &'static str,
    /// What it needs to run, and is not taken from the machine.
    pub needs: &'static [Package],
    /// Writes the settings that make it talk to the model at this address, and
    /// know the MCP server `demo`.
    pub prepare: fn(&Stage, &str) -> io::Result<()>,
    /// How it is started, for a prompt.
    pub launch: fn(&Stage, &str, &str) -> Launch,
    /// An act in its own tools: several calls where it must look before it
    /// acts, and the last one counts; none if it has no such tool.
    pub calls: fn(&Act, &Stage) -> Vec<Call>,
    /// Does what a person must do before the agent calls a new hook; gets the
    /// agent's program.
    pub approve: Option<fn(&Stage, &Path) -> io::Result<()>>,
    /// Ways round the hook that are known.
    pub ways: &'static [Way],
    /// What a person has to approve, and how it was done here.
    pub trust: &'static str,
}

/// A way to run `npm i` past the hook.
pub struct Way {
    pub name: &'static str,
    pub variation: Variation,
    /// The calls, if it is not the usual one of the shell.
    pub calls: Option<fn(&Stage) -> Vec<Call>>,
}

impl Way {
    /// The usual call of the shell, with these arguments.
    const fn flags(name: &'static str, flags: &'static [&'static str]) -> Self {
        Way { name, variation: Variation { flags, ..Variation::NONE }, calls: None }
    }

    /// The usual call of the shell, after this change.
    const fn change(name: &'static str, change: fn(&Stage) -> io::Result<()>) -> Self {
        Way { name, variation: Variation { change, ..Variation::NONE }, calls: None }
    }

    /// These calls, in a plain start.
    const fn calls(name: &'static str, calls: fn(&Stage) -> Vec<Call>) -> Self {
        Way { name, variation: Variation::NONE, calls: Some(calls) }
    }
}

/// Node 22, for agents that want it.
pub const NODE: Package = Package { folder: "node", name: "node", version: "22.23.3" };

/// Arguments, and variables beside those of the stage.
#[derive(Default)]
pub struct Launch {
    pub arguments: Vec<String>,
    pub environment: Vec<(&'static str, String)>,
}

impl Launch {
    fn new(arguments: &[&str]) -> Self {
        let arguments = arguments.iter().map(|argument| (*argument).to_owned()).collect();
        Launch { arguments, environment: Vec::new() }
    }

    fn with(mut self, variable: &'static str, value: impl Into<String>) -> Self {
        self.environment.push((variable, value.into()));
        self
    }
}

/// What the model will do.
pub enum Act {
    Shell(&'static str),
    Read(&'static str),
    /// Change `old` to `new` in this file.
    Edit(&'static str),
    /// Call this tool of the MCP server `demo`.
    Mcp(&'static str),
    /// Start a subagent with this task, and wait for it.
    Delegate(&'static str),
}

/// The agent of that name.
pub fn find(id: &str) -> Option<&'static Agent> {
    AGENTS.iter().find(|agent| agent.id == id)
}
