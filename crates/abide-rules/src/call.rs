//! One tool call of an agent, in no agent's own words.

/// What an agent asks to do.
#[derive(Clone, Debug, Default)]
pub struct ToolCall {
    /// The agent: `claude`, `codex`.
    pub agent: &'static str,
    /// The tool's name as the agent wrote it.
    pub tool: String,
    /// What the tool would do.
    pub input: Input,
    /// The folder the call runs in, absolute.
    pub cwd: String,
    /// The project root, where the agent says it.
    pub root: Option<String>,
    /// The session's id.
    pub session: Option<String>,
    /// The call's id.
    pub id: Option<String>,
    /// Whether a subagent makes the call.
    pub subagent: bool,
}

/// What a tool call would do.
#[derive(Clone, Debug)]
pub enum Input {
    /// Run a command line in a shell.
    Shell(String),
    /// Touch these files. Paths as the agent wrote them.
    Files(FileKind, Vec<String>),
}

impl Default for Input {
    fn default() -> Self {
        Input::Files(FileKind::Other, Vec::new())
    }
}

/// What a file tool does with its paths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// Changes a file.
    Edit,
    /// Creates or overwrites a whole file.
    Write,
    /// Reads a file.
    Read,
    /// Anything else: an MCP tool, say. Only path-like fields are listed.
    Other,
}

/// Facts about the machine that judging a call needs.
pub trait Workspace {
    /// The home folder.
    fn home(&self) -> Option<&str>;
    /// The real path of `path` (absolute), symbolic links resolved as far as
    /// the path exists; `None` where nothing of it can be resolved.
    fn real_path(&self, path: &str) -> Option<String>;
    /// The names in the folder `path` (absolute), for file name patterns.
    fn list(&self, path: &str) -> Vec<String>;
}
