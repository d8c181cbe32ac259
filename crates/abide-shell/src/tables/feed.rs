//! Programs that feed what they read or find to a command.

use super::row::{Role::*, *};

pub const ROWS: &[Program] = &[
    // xargs(1), findutils 4.9; -J, -R, -S from xargs(1), FreeBSD
    runs("xargs|gxargs").feeds(Feeds::Input).opts(&[
        val("-d --delimiter -E -L --max-lines -n --max-args -P --max-procs --process-slot-var"),
        val("-R -s --max-chars -S"),
        takes(Read, "-a --arg-file"),
        takes(Replace, "-I -J"),
        may(Replace, "-i --replace"),
        may(Skip, "-e --eof -l"),
    ]),
    // fd(1) 10
    row("fd|fdfind").operands(&[Pattern]).rest(Name).until(";").feeds(Feeds::Names).opts(&[
        words(Command, "-x --exec -X --exec-batch"),
        val("-d --max-depth --min-depth --exact-depth -E --exclude -e --extension -S --size"),
        val("--changed-within --changed-before --newer --older -o --owner --ignore-file -c"),
        val("--color -j --threads --max-results --max-buffer-time --format --path-separator"),
        val("--batch-size -t --type"),
        takes(Free, "--and"),
        takes(Dir, "-C --base-directory"),
        takes(Name, "--search-path"),
    ]),
    // mapfile and read: see `builtins`. find: see `tables::find`.
    // git ls-files and others only name files.
];
