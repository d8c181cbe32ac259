//! How each coding agent calls a hook, and how a block must look to it.
//!
//! One folder per agent; no file here knows two of them. An agent is one row
//! of [`AGENTS`], which names its faces:
//!
//! - `wire`: the JSON of a hook call becomes a [`ToolCall`], and a [`Verdict`]
//!   becomes the [`Answer`] that the agent obeys.
//! - `history`: where the agent logs its sessions, and which calls a log tells
//!   of; see [`history`].
//! - `install`: where the agent's hooks are written, and how to see that they
//!   are.
//!
//! What agents have in common is beside the folders: `payload` reads JSON
//! that may lack fields or bring unknown ones, `tool` is the form of the
//! tables that say what a tool does with its input, `pre_tool_use` has the
//! envelope and the answer that several agents share, `exit_code` the answer
//! of those that read no document, `extension` what abide says to files that
//! agents load, and `mcp` the names of tools of MCP servers.
//!
//! This crate does no I/O: bytes in, bytes and an exit code out.
//!
//! ```
//! use abide_rules::{Input, Verdict};
//!
//! let claude = abide_agents::find("claude").unwrap();
//! let call = claude.read(br#"{"tool_name":"Bash","tool_input":{"command":"npm i"}}"#).unwrap();
//! assert!(matches!(call.input, Input::Shell(line) if line == "npm i"));
//! assert_eq!((claude.answer)(&Verdict::Pass), abide_agents::Answer::silent());
//! ```

#![forbid(unsafe_code)]

mod answer;
mod error;
mod exit_code;
mod extension;
pub mod history;
pub mod install;
mod mcp;
mod payload;
mod pre_tool_use;
mod tool;
mod words;

mod amp;
mod antigravity;
mod claude;
mod cline;
mod codex;
mod copilot;
mod cursor;
mod droid;
mod gemini;
mod kiro;
mod omp;
mod opencode;
mod pi;
mod qwen;
mod windsurf;

pub use answer::{Answer, shown};
pub use error::WireError;
pub use words::line_of;

use abide_rules::{Action, Hit, OnError, ToolCall, Verdict};

/// Every agent that abide knows. A new agent is a new folder and a line here.
pub const AGENTS: &[Agent] = &[
    claude::AGENT,
    codex::AGENT,
    gemini::AGENT,
    qwen::AGENT,
    copilot::AGENT,
    cursor::AGENT,
    pi::AGENT,
    omp::AGENT,
    opencode::AGENT,
    cline::AGENT,
    kiro::AGENT,
    droid::AGENT,
    windsurf::AGENT,
    amp::AGENT,
    antigravity::AGENT,
];

/// One coding agent.
pub struct Agent {
    /// What the person types after `abide hook`: `claude`.
    pub name: &'static str,
    /// What the agent calls itself: `Claude Code`.
    pub title: &'static str,
    /// The versions that this was measured on: `2.0.30 and 2.1.332`. None where
    /// it is from documentation only.
    pub measured: &'static str,
    /// Environment variables that hold the project root, best first.
    pub root_variables: &'static [&'static str],
    /// Its own tools that take a command line or a path.
    pub(crate) tools: tool::Tools,
    /// Takes a call out of what is sent to a hook.
    pub(crate) open: fn(&[u8]) -> Result<payload::Sent, WireError>,
    /// Says a verdict in the agent's own form.
    pub answer: fn(&Verdict) -> Answer,
    /// Says that abide itself failed, with a text for the person.
    pub fail: fn(&str, OnError) -> Answer,
    /// How it is told to call abide.
    pub install: install::Install,
    /// How it keeps its sessions; none where abide cannot read them.
    pub history: Option<history::History>,
}

impl Agent {
    /// The names of its own tools that take a command line or a path; the
    /// first one runs commands.
    pub fn tools(&self) -> impl Iterator<Item = &'static str> {
        self.tools.iter().map(|(name, _)| *name)
    }

    /// What becomes of a call that broke a rule: an agent without a prompt of its own
    /// answers `ask` as it does `block`.
    pub fn action(&self, hit: &Hit) -> Action {
        let answer = |action| (self.answer)(&Verdict::Violation(Hit { action, ..hit.clone() }));
        let blocks = hit.action == Action::Ask && answer(Action::Ask) == answer(Action::Block);
        if blocks { Action::Block } else { hit.action }
    }

    /// Reads one hook call.
    ///
    /// # Errors
    ///
    /// The bytes are no call, or one that does not say what it would do.
    pub fn read(&self, bytes: &[u8]) -> Result<ToolCall, WireError> {
        tool::call(self.name, self.tools, (self.open)(bytes)?)
    }

    /// What is wrong with the paths of a call that was read, so that files it
    /// touches may not be known: to be asked when no rule has blocked it.
    pub fn doubt(&self, bytes: &[u8]) -> Option<WireError> {
        tool::doubt(self.tools, &(self.open)(bytes).ok()?)
    }
}

/// The agent of that name.
pub fn find(name: &str) -> Option<&'static Agent> {
    AGENTS.iter().find(|agent| agent.name == name)
}
