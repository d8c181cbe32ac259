//! Builtins of bash that take commands, text or files. Those that change the
//! shell itself (`cd`, `eval`, `trap`, `alias`, `set`, `export`) are not here:
//! they are part of the language, and the reach knows them.

use super::row::{Role::*, *};

pub const ROWS: &[Program] = &[
    // bash(1) 5.2, SHELL BUILTIN COMMANDS. `builtin` runs nothing but builtins.
    runs("command").opts(&[query("-v -V")]),
    runs("builtin"),
    runs("exec").opts(&[val("-a")]),
    row("echo|:|true|false").no_options().rest(Free),
    row("printf").first().rest(Free).opts(&[val("-v")]),
    row("read").rest(Skip).opts(&[val("-a -d -i -n -N -t -u"), takes(Free, "-p")]),
    row("mapfile|readarray").rest(Skip).opts(&[val("-d -n -O -s -u -c"), takes(Script, "-C")]),
    row("compgen|complete").rest(Skip).opts(&[
        val("-A -F -o -P -S -X -G"),
        takes(Free, "-W"),
        takes(Script, "-C"),
    ]),
    row("source|.").first().operands(&[RunFile(Language::Shell)]).rest(Positional).opts(&[val("-p")]),
    row("test|[").no_options().rest(Name),
    // Entering a folder touches nothing in it.
    row("cd|pushd|popd").rest(Name),
    // These look a name up, or say what is known of it.
    row("type|which|whereis|hash|help|whatis|apropos|tldr|info").rest(Name),
    row("kill|wait|jobs|fg|bg|disown|umask|ulimit|shift|exit|return|sleep").rest(Skip),
    row("history").rest(Skip).opts(&[takes(Both, "-a -n -r -w"), val("-d")]),
    row("pwd|dirs|times|logout|break|continue|set|shopt|unset|unalias|getopts|let").rest(Skip),
    // man(1), man-db 2.12: the pager is shell text
    row("man").rest(Skip).opts(&[
        takes(Script, "-P --pager"),
        val("-C --config-file -L --locale -m --systems -S -s --sections -E --encoding -R"),
        val("-p --preprocessor -r --prompt -e --extension -M --manpath"),
        may(Script, "-H --html"),
        flag("-l --local-file").turns(&[(Skip, Read)]),
    ]),
    // expr(1), seq(1), date(1), coreutils 9.4
    row("expr").no_options().rest(Free),
    row("seq|factor|numfmt").rest(Skip).opts(&[val("-f --format -s --separator")]),
    row("date|gdate").rest(Free).opts(&[
        takes(Free, "-d --date -s --set"),
        takes(Read, "-f --file"),
        takes(Name, "-r --reference"),
        may(Free, "-I --iso-8601 --rfc-3339"),
    ]),
    row("basename|dirname").rest(Name).opts(&[val("-s --suffix")]),
    row("printenv|uname|hostname|whoami|id|groups|tty|nproc|uptime|locale|logname").rest(Skip),
    // pgrep(1), procps 4; killall(1)
    row("pgrep|pkill|pidwait").rest(Free).opts(&[
        val("-d --delimiter -P --parent -g --pgroup -G --group -s --session -t --terminal"),
        val("-u --euid -U --uid --signal -r --runstates --cgroup --ns --nslist -O --older"),
        takes(Read, "-F --pidfile"),
    ]),
    row("killall|pidof|pstree|ps").rest(Free).opts(&[val("-s --signal -u --user -o -g --process-group")]),
    // logger(1), wall(1), write(1); notify-send(1); say(1), macOS
    row("logger").rest(Free).opts(&[
        val("-n --server -P --port -p --priority -t --tag -S --size -u --socket"),
        takes(Read, "-f --file"),
    ]),
    row("wall").rest(Free).opts(&[val("-t --timeout -g --group")]),
    row("notify-send")
        .rest(Free)
        .opts(&[val("-u --urgency -t --expire-time -a --app-name -i --icon -c --category -h --hint")]),
    row("say|espeak|figlet|toilet|cowsay|banner").rest(Free).opts(&[
        val("-v -r -w"),
        takes(Read, "-f --input-file"),
        takes(Write, "-o --output-file"),
    ]),
    row("yes|dialog|whiptail").rest(Free),
    row("gum").rest(Free),
    row("gum spin")
        .rest(Skip)
        .after(Command)
        .opts(&[takes(Free, "--title"), val("-s --spinner --timeout -a --align")]),
];
