//! Programs that enter folders: what they read or write is all that lies below.

/// How a program enters folders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Walk {
    /// Without an operand, it begins in the folder it runs in (`rg pattern`).
    pub here: bool,
    /// It passes over files whose names begin with a dot.
    pub skips_hidden: bool,
    /// It passes over what `.gitignore` names.
    pub skips_ignored: bool,
    /// It passes over all else (`git clean -X`).
    pub only_ignored: bool,
}

/// The folders it is given, all of what they hold: `cp -r`.
pub const BELOW: Walk = Walk { here: false, skips_hidden: false, skips_ignored: false, only_ignored: false };
/// The same, and without any the current folder: `grep -r`.
pub const HERE: Walk = Walk { here: true, ..BELOW };
/// As `HERE`, but hidden and ignored files are passed over: `rg`.
pub const TIDY: Walk = Walk { skips_hidden: true, skips_ignored: true, ..HERE };
/// The folders it is given, but for ignored files: `git add`.
pub const TRACKED: Walk = Walk { skips_ignored: true, ..BELOW };
/// The same, and without any the current folder: `git add -A`.
pub const TRACKED_HERE: Walk = Walk { here: true, ..TRACKED };

/// What an option makes a walk look at after all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shows {
    /// Hidden files.
    Hidden,
    /// Ignored files.
    Ignored,
    /// Both.
    All,
    /// Ignored files, and no others.
    OnlyIgnored,
    /// Ignored files; hidden ones when it is given again (`rg -uu`).
    Next,
}

impl Walk {
    /// The walk with what `shows` adds.
    pub fn with(mut self, shows: Shows) -> Self {
        match shows {
            Shows::Hidden => self.skips_hidden = false,
            Shows::Ignored => self.skips_ignored = false,
            Shows::OnlyIgnored => (self.skips_ignored, self.only_ignored) = (false, true),
            Shows::All => (self.skips_hidden, self.skips_ignored) = (false, false),
            Shows::Next if self.skips_ignored => self.skips_ignored = false,
            Shows::Next => self.skips_hidden = false,
        }
        self
    }
}
