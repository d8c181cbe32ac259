//! Programs that run a command as somebody else, or in another view of the system.

use super::row::{Role::*, *};

pub const ROWS: &[Program] = &[
    // sudo(8) 1.9. `-e` edits files; `-h` takes a word as host unless it is an option.
    runs("sudo").assignments().opts(&[
        val("-C --close-from -a --auth-type -c --login-class -g --group -h --host -p --prompt -r --role -T --command-timeout -t --type -U --other-user -u --user"),
        takes(Dir, "-D --chdir -R --chroot"),
        flag("-e --edit").turns(&[(Command, Both)]),
        query("-l --list -V --version -v --validate -K --remove-timestamp"),
    ]),
];
