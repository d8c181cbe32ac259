//! One tool call of an agent, in no agent's own words.

use abide_shell::Shell;

/// What an agent asks to do.
#[derive(Clone, Debug, Default)]
pub struct ToolCall {
    /// The agent: `claude`, `codex`.
    pub agent: &'static str,
    /// The tool's name as the agent wrote it.
    pub tool: String,
    /// What that name may stand for, in the form `mcp__server__tool`: only
    /// where the agent writes tools of MCP servers in another way.
    pub names: Vec<String>,
    /// What the tool would do.
    pub input: Input,
    /// The folder the call runs in, absolute.
    pub cwd: String,
    /// The project root, where the agent says it; as an agent's reader leaves
    /// it, the folder the agent was started in. If it is not absolute, it is
    /// seen from the folder where the hook runs.
    pub root: Option<String>,
    /// The session's id.
    pub session: Option<String>,
    /// The call's id.
    pub id: Option<String>,
    /// Whether a subagent makes the call.
    pub subagent: bool,
}

/// What a tool call would do.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Input {
    /// Run a command line in a shell, as bash reads it.
    Shell(String),
    /// Run a command line in PowerShell.
    PowerShell(String),
    /// Touch these files. Paths as the agent wrote them.
    Files(FileKind, Vec<String>),
    /// Read the files of a tree, hidden ones too, but none that git ignores.
    Search {
        /// Where it begins; by default the current folder.
        folder: Option<String>,
        /// What the files' names match; with a `!` before it, what they do not.
        glob: Option<String>,
    },
    /// Change files, each in its own way: `apply_patch`.
    Changes(Vec<(FileKind, String)>),
}

impl Input {
    /// The command line, and the shell that reads it.
    pub fn line(&self) -> Option<(Shell, &str)> {
        match self {
            Input::Shell(line) => Some((Shell::Bash, line)),
            Input::PowerShell(line) => Some((Shell::PowerShell, line)),
            _ => None,
        }
    }

    /// The shell that reads the command line.
    pub fn shell(&self) -> Shell {
        self.line().map(|(shell, _)| shell).unwrap_or_default()
    }

    /// Another line for the same shell.
    pub fn with_line(&self, line: &str) -> Input {
        match self {
            Input::PowerShell(_) => Input::PowerShell(line.to_owned()),
            _ => Input::Shell(line.to_owned()),
        }
    }
}

impl Default for Input {
    fn default() -> Self {
        Input::Files(FileKind::Other, Vec::new())
    }
}

/// What a file tool does with its paths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FileKind {
    /// Changes a file.
    Edit,
    /// Creates or overwrites a whole file.
    Write,
    /// Reads a file.
    Read,
    /// Removes a file.
    Delete,
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
    /// What is in the folder `path` (absolute), in a fixed order; nothing if
    /// it is no folder.
    fn list(&self, path: &str) -> Vec<Entry>;

    /// Whether there is a file or folder at `path` (absolute).
    fn exists(&self, path: &str) -> bool {
        let Some((folder, name)) = path.rsplit_once('/') else { return false };
        let folder = if folder.is_empty() { "/" } else { folder };
        name.is_empty() || self.list(folder).iter().any(|entry| entry.name == name)
    }

    /// The text of the file at `path` (absolute); `None` if it cannot be read,
    /// is longer than `most` bytes, or is no text.
    fn read(&self, path: &str, most: usize) -> Option<String> {
        let _ = (path, most);
        None
    }

    /// The git branch that is checked out in `folder` (absolute) or in the
    /// nearest folder above that is a work tree; `None` outside of one, and
    /// with a detached head.
    fn branch(&self, folder: &str) -> Option<String> {
        let _ = folder;
        None
    }

    /// Whether `A` and `a` are one file.
    fn ignores_case(&self) -> bool {
        false
    }
}

/// One name in a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The name alone.
    pub name: String,
    /// Whether it is a folder; a symbolic link is none.
    pub folder: bool,
}
