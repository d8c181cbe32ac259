//! What a bash command line would run.
//!
//! Text goes in, simple commands come out: [`reach`] reads a line the way
//! bash reads it, and lists every simple command that could start, with its
//! argument vector after quote removal and expansion, and with the way it was
//! reached (`sudo > sh -c > npm`). Every piece of every answer carries byte
//! offsets into the original text.
//!
//! This crate is pure. It opens no file, reads no environment, starts no
//! process and looks at no clock; work is bounded by counted budgets, and
//! running over one is a value ([`Limit`]), never a panic.
//!
//! ```
//! let reach = abide_shell::reach("cd web && sudo -u root npm ci", &Default::default());
//! let runs: Vec<&str> = reach.commands.iter().map(|c| c.run.text()).collect();
//! assert_eq!(runs, ["cd web", "sudo -u root npm ci", "npm ci"]);
//! ```

#![forbid(unsafe_code)]

mod arguments;
mod cmd;
mod code;
mod mapped;
mod powershell;
mod reach;
mod span;
mod syntax;
mod tables;
mod value;

pub use mapped::{Mapped, NAMES};
pub use reach::{
    Access, Command, Context, Dir, End, Field, FileUse, KnownFile, Led, Limit, Listing, Name, Reach,
    Redirection, Shell, Walk, Wrapper, reach, syntax_end,
};
pub use span::Span;
pub use tables::package_scripts;
