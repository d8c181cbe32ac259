//! The folders that a command may run in.
//!
//! Whether a `cd` worked, the line does not say. What a command names is looked for
//! wherever it may run, and where the line starts; what it comes across (in a tree,
//! by a pattern) only where it would be.

use super::Case;
use crate::place;
use abide_shell::{Command, FileUse, Led};

impl Case<'_> {
    /// The folders a command may run in, absolute: what it names is looked for in
    /// each.
    pub(super) fn folders(&self, command: &Command) -> Vec<String> {
        self.absolute_folders(command, |_| true)
    }

    /// Those of them that it can be in as the disk is, absolute: what it comes
    /// across is looked for there. None where that is not known.
    pub(super) fn real_folders(&self, commands: &[Command], index: usize) -> Vec<String> {
        let command = &commands[index];
        let mut led = self.absolute_folders(command, |led| led == Led::There);
        let stays = self.absolute_folders(command, |led| led == Led::IfFailed);
        let there = |folder: &String| self.workspace.exists(folder) || self.is_made(commands, index, folder);
        if !stays.is_empty() && !led.is_empty() && !led.iter().any(there) {
            led.extend(stays);
        }
        led
    }

    /// Those of them that it is in if all goes well, absolute. Where none is known, the one
    /// that the line starts in: `cd elsewhere && git push` runs elsewhere or not at all.
    pub(super) fn likely_folders(&self, command: &Command) -> Vec<String> {
        let mut folders = self.absolute_folders(command, |led| led == Led::There);
        if folders.is_empty() {
            folders.push(self.absolute(&self.call.cwd, ""));
        }
        folders
    }

    fn absolute_folders(&self, command: &Command, wanted: impl Fn(Led) -> bool) -> Vec<String> {
        let mut folders = Vec::new();
        for dir in command.dirs.iter().filter(|dir| wanted(dir.led)) {
            folders.push(self.absolute(&self.call.cwd, &dir.path));
        }
        folders.dedup();
        folders
    }

    /// Whether a command before this one makes the folder: `mkdir x; cd x`.
    fn is_made(&self, commands: &[Command], index: usize, folder: &str) -> bool {
        commands[..index].iter().any(|command| {
            let files = command.files();
            let mut writes = files.iter().filter(|file| file.access.writes());
            writes.any(|file| {
                let mut paths = self.folders(command).into_iter().map(|from| self.place_of(&from, file));
                paths.any(|path| path == folder || is_below(&path, folder))
            })
        })
    }

    /// Where a file is that a command names, if it runs in the folder `from`.
    pub(super) fn place_of(&self, from: &str, file: &FileUse<'_>) -> String {
        match file.folder {
            "" => self.absolute(from, file.path),
            folder => self.absolute(&self.absolute(from, folder), file.path),
        }
    }

    pub(super) fn absolute(&self, folder: &str, path: &str) -> String {
        place::absolute(folder, path, self.workspace.home())
    }
}

fn is_below(path: &str, folder: &str) -> bool {
    path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'))
}
