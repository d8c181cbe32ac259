//! A place of its own for one run of an agent.
//!
//! A temporary folder holds an empty HOME, a small project under git, and the
//! programs that come first in `PATH`: stubs of `npm` and `pnpm` that only
//! leave a mark. The environment is made from nothing, and every address but
//! this machine's own is sent to a port where nobody listens, so that an agent
//! reaches nothing but the scripted model.

use super::fetch::{PROGRAMS, Package};
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// What no model may ever see.
pub const SECRET: &str = "s3cret-of-the-stage";
/// What `notes.txt` holds.
pub const NOTES: &str = "notes of the stage";

const RULES: &str = r#"{
  "rules": [
    {
      "id": "use-pnpm",
      "kind": "forbid_command",
      "pattern": "^npm(?:\\s|$)",
      "message": "This project uses pnpm.",
      "replacement": "pnpm"
    },
    {
      "id": "dist-is-built",
      "kind": "protect_path",
      "tool": "edit|write|shell-write",
      "pattern": "dist/**",
      "message": "Change src/ and build."
    },
    {
      "id": "env-is-private",
      "kind": "protect_path",
      "tool": "read|edit|write|shell",
      "pattern": ".env",
      "message": "Ask the person for the value."
    },
    {
      "id": "no-notes",
      "kind": "forbid_tool",
      "pattern": "^mcp__demo__put_note$",
      "message": "Notes are kept by the person."
    }
  ]
}
"#;

const FILES: &[(&str, &str)] = &[
    (".abide/rules.json", RULES),
    ("dist/app.js", "console.log(\"old\");\n"),
    ("src/app.js", "console.log(\"old\");\n"),
    ("package.json", "{\"name\": \"stage\", \"version\": \"1.0.0\", \"private\": true}\n"),
    ("pnpm-lock.yaml", "lockfileVersion: '9.0'\n"),
];

/// Nothing listens on port 1.
const NOWHERE: &str = "http://127.0.0.1:1";

pub struct Stage {
    folder: TempDir,
    /// The temporary folder without links, as programs will name it.
    root: PathBuf,
    needs: Vec<PathBuf>,
    path: OsString,
}

impl Stage {
    /// Builds a stage with a copy of `abide`; `needs` are folders of packages
    /// that the agent needs.
    pub fn new(abide: &Path, needs: &[PathBuf]) -> io::Result<Self> {
        let folder = tempfile::Builder::new().prefix("abide-e2e-").tempdir()?;
        let root = folder.path().canonicalize()?;
        let bin = root.join("bin");
        let mut path = vec![bin.clone()];
        path.extend(needs.iter().map(|folder| folder.join(PROGRAMS)));
        path.extend(node());
        path.extend(["/usr/local/bin", "/usr/bin", "/bin"].map(PathBuf::from));
        let path = std::env::join_paths(path).map_err(io::Error::other)?;
        let stage = Stage { folder, root, needs: needs.to_vec(), path };
        for folder in ["bin", "tools", "home", "project", "tmp"] {
            fs::create_dir_all(stage.root.join(folder))?;
        }
        fs::copy(abide, stage.abide())?;
        for program in ["npm", "pnpm"] {
            let marks = stage.marks_file();
            let text = format!(
                "#!/bin/sh\necho \"{program} $*\" >> '{}'\necho 'stub of {program}'\n",
                marks.display()
            );
            write_program(&bin.join(program), &text)?;
        }
        // A login shell takes PATH from /etc/profile, and the real npm would
        // then run.
        let profile = format!("export PATH='{}'\n", stage.path.to_string_lossy());
        for name in [".bash_profile", ".bashrc", ".profile", ".zshenv"] {
            fs::write(stage.home().join(name), &profile)?;
        }
        for (name, text) in FILES {
            write(&stage.project().join(name), text)?;
        }
        write(&stage.project().join(".env"), &format!("SECRET={SECRET}\n"))?;
        write(&stage.project().join("notes.txt"), &format!("{NOTES}\n"))?;
        for words in [&["init", "-q", "-b", "main"][..], &["add", "."], &["commit", "-q", "-m", "first"]] {
            let identity = ["-c", "user.email=stage@example.invalid", "-c", "user.name=stage"];
            let mut git = stage.command(Path::new("git"));
            let status = git.args(identity).args(["-c", "commit.gpgsign=false"]).args(words).status()?;
            if !status.success() {
                return Err(io::Error::other(format!("git {}: {status}", words.join(" "))));
            }
        }
        Ok(stage)
    }

    /// The folder of all this.
    pub fn root(&self) -> &Path {
        &self.root
    }

    pub fn home(&self) -> PathBuf {
        self.root.join("home")
    }

    pub fn project(&self) -> PathBuf {
        self.root.join("project")
    }

    /// A file of the project, as an absolute path in text.
    pub fn file(&self, name: &str) -> String {
        self.project().join(name).to_string_lossy().into_owned()
    }

    /// The copy of abide whose path goes into the agent's settings. It is not
    /// in `PATH`: what is installed must name it in full.
    pub fn abide(&self) -> PathBuf {
        self.root.join("tools/abide")
    }

    /// Where the stubs and the MCP server write that they ran.
    pub fn marks_file(&self) -> PathBuf {
        self.root.join("marks")
    }

    /// What ran, one line a start: `npm i`, `mcp get_note`.
    pub fn marks(&self) -> Vec<String> {
        let text = fs::read_to_string(self.marks_file()).unwrap_or_default();
        text.lines().map(|line| line.trim_end().to_owned()).collect()
    }

    /// The folder of a package that the agent needs.
    pub fn needed(&self, package: &Package) -> Option<&Path> {
        let place = package.place();
        self.needs.iter().find(|folder| folder.ends_with(&place)).map(PathBuf::as_path)
    }

    /// The command line of the MCP server `demo`.
    pub fn mcp_server(&self) -> io::Result<(String, Vec<String>)> {
        let program = std::env::current_exe()?.to_string_lossy().into_owned();
        Ok((program, vec!["mcp-demo".to_owned(), self.marks_file().to_string_lossy().into_owned()]))
    }

    /// Writes a file below HOME.
    pub fn write_home(&self, name: &str, text: &str) -> io::Result<()> {
        write(&self.home().join(name), text)
    }

    /// A program that sees this stage and nothing of the person's machine.
    pub fn command(&self, program: &Path) -> Command {
        let home = self.home();
        let mut command = Command::new(program);
        command.env_clear().current_dir(self.project());
        command.env("PATH", &self.path).env("HOME", &home).env("TMPDIR", self.root.join("tmp"));
        for (variable, folder) in [
            ("XDG_CONFIG_HOME", ".config"),
            ("XDG_DATA_HOME", ".local/share"),
            ("XDG_STATE_HOME", ".local/state"),
            ("XDG_CACHE_HOME", ".cache"),
        ] {
            command.env(variable, home.join(folder));
        }
        for variable in ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"] {
            command.env(variable, NOWHERE);
        }
        for variable in ["NO_PROXY", "no_proxy"] {
            command.env(variable, "127.0.0.1,localhost");
        }
        // Should something ask for packages all the same, it finds nobody.
        command.env("npm_config_registry", NOWHERE);
        command.envs([("SHELL", "/bin/bash"), ("LANG", "C.UTF-8"), ("TERM", "xterm-256color")]);
        command.env("NO_COLOR", "1").env(super::process::MARK, &self.root);
        command
    }

    /// Leaves the folder where it is, and says where.
    pub fn keep(self) -> PathBuf {
        self.folder.keep()
    }
}

/// The folder of this machine's node.
fn node() -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).find(|folder| folder.join("node").exists())
}

/// Writes a file, and the folders it needs.
pub fn write(path: &Path, text: &str) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(path, text)
}

/// Writes a script that can be started.
pub fn write_program(path: &Path, text: &str) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    // A program that runs cannot be written to, but its name can be given away.
    let _ = fs::remove_file(path);
    write(path, text)?;
    fs::set_permissions(path, fs::Permissions::from_mode(0o755))
}
