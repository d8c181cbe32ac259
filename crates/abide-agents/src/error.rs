//! Why a hook call could not be read.

use std::fmt;

/// A hook call that is not one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WireError {
    /// Standard input was empty.
    Empty,
    /// It is not JSON: what the JSON reader says, with line and column.
    NotJson(String),
    /// It nests deeper than is read. Nothing is known of the call, and an
    /// agent can send such input at will, so it must not run.
    TooDeep,
    /// It is JSON, but not an object.
    NotObject,
    /// It does not name a tool.
    NoTool,
    /// A shell call without a command, or with one that is not text.
    NoCommand {
        /// The tool's name.
        tool: String,
    },
    /// A call of a file tool without a path, or with one that is not text.
    NoPath {
        /// The tool's name.
        tool: String,
        /// The field that should hold it.
        field: &'static str,
        /// Whether the field is there.
        there: bool,
    },
    /// It reports another event than "before a tool runs".
    Event {
        /// The event.
        name: String,
        /// The one that comes before a tool runs, as the agent calls it.
        wanted: &'static str,
    },
}

impl fmt::Display for WireError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WireError::Empty => write!(f, "the agent sent no tool call on standard input"),
            WireError::NotJson(why) => write!(f, "the agent's tool call is not JSON: {why}"),
            WireError::TooDeep => {
                write!(f, "the agent's tool call nests too deep to be checked; send flatter input")
            }
            WireError::NotObject => write!(f, "the agent's tool call is not a JSON object"),
            WireError::NoTool => write!(f, "the agent's tool call names no tool"),
            WireError::NoCommand { tool } => write!(f, "the {tool} call has no command"),
            WireError::NoPath { tool, field, there: true } => {
                write!(f, "\"{field}\" of the {tool} call is not a text, so no file was checked")
            }
            WireError::NoPath { tool, field, there: false } => {
                write!(f, "the {tool} call has no \"{field}\", so no file was checked")
            }
            WireError::Event { name, wanted } => {
                write!(f, "hooked at {name}, where nothing can be blocked; hook it at {wanted}")
            }
        }
    }
}

impl std::error::Error for WireError {}
