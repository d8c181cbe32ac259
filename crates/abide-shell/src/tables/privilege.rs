//! Programs that run a command as somebody else, or in another view of the system.

use super::row::{Role::*, *};

pub const ROWS: &[Program] = &[
    // sudo(8) 1.9: `-e` edits files; `-h` alone asks for help, but takes a host if a word follows.
    runs("sudo|sudo-rs").assignments().opts(&[
        val("-C --close-from -a --auth-type -c --login-class -g --group -h --host -p --prompt"),
        val("-r --role -T --command-timeout -t --type -U --other-user -u --user"),
        takes(Dir, "-D --chdir -R --chroot"),
        flag("-e --edit").turns(&[(Command, Both)]),
        flag("-i --login -s --shell").reads_script(true),
        query("-l --list -V --version -v --validate -K --remove-timestamp"),
    ]),
    // sudo(8): sudoedit is sudo -e.
    row("sudoedit").rest(Both).opts(&[
        val("-C --close-from -a --auth-type -g --group -h --host -p --prompt"),
        val("-r --role -T --command-timeout -t --type -u --user"),
        takes(Dir, "-D --chdir -R --chroot"),
    ]),
    // doas(1): `-C` only says whether the command would be permitted.
    runs("doas").opts(&[val("-a -u"), flag("-s").reads_script(true), query("-C -L")]),
    // su(1), util-linux 2.39. What follows the user goes to the shell.
    row("su").operands(&[Skip]).rest(ShellArgs).reads_script().opts(&[
        flag("- -l --login -m -p --preserve-environment -f --fast -P --pty -T --no-pty"),
        val("-g --group -G --supp-group -s --shell -w --whitelist-environment"),
        takes(Script, "-c --command --session-command"),
        query("-h -V"),
    ]),
    // runuser(1), util-linux 2.39: with -u it runs a command, otherwise it is su.
    row("runuser").operands(&[Skip]).rest(ShellArgs).reads_script().opts(&[
        val("-u --user").fills().turns(&[(ShellArgs, Command)]),
        flag("- -l --login -m -p --preserve-environment -f --fast -P --pty -T --no-pty"),
        val("-g --group -G --supp-group -s --shell -w --whitelist-environment"),
        takes(Script, "-c --command --session-command"),
        query("-h -V"),
    ]),
    // newgrp(1), util-linux 2.39. sg(1) of shadow is ast-grep far more often.
    row("newgrp").rest(Skip).reads_script(),
    // pkexec(1), polkit 124
    runs("pkexec").reads_script().opts(&[val("--user")]),
    // systemd-run(1), systemd 255
    runs("systemd-run").opts(&[
        val("-H --host -M --machine -u --unit -p --property --description --slice --service-type"),
        val("--uid --gid --nice --on-active --on-boot --on-startup --on-unit-active --background"),
        val("--on-unit-inactive --on-calendar --path-property --socket-property --timer-property"),
        takes(Dir, "--working-directory"),
        takes(Env, "-E --setenv"),
        query("-h"),
    ]),
    // run0(1), systemd 256
    runs("run0").reads_script().opts(&[
        val("-u --user -g --group --unit --property --description --slice --nice --background"),
        val("--machine"),
        takes(Dir, "-D --chdir"),
        takes(Env, "--setenv"),
    ]),
    // chroot(1), coreutils 9.4
    runs("chroot").operands(&[Dir]).reads_script().opts(&[val("--groups --userspec")]),
    // nsenter(1), util-linux 2.39
    runs("nsenter").reads_script().opts(&[
        val("-t --target -S --setuid -G --setgid"),
        takes(Dir, "-W --wdns"),
        may(Dir, "-r --root -w --wd"),
        may(Read, "-m --mount -u --uts -i --ipc -n --net -p --pid -C --cgroup -U --user -T --time"),
        query("-h -V"),
    ]),
    // unshare(1), util-linux 2.39
    runs("unshare").reads_script().opts(&[
        val("--map-user --map-group --map-users --map-groups --propagation --setgroups"),
        val("-S --setuid -G --setgid --monotonic --boottime -l --load-interp"),
        takes(Dir, "-R --root -w --wd"),
        may(Skip, "-m --mount -u --uts -i --ipc -n --net -p --pid -U --user -C --cgroup -T --time"),
        may(Skip, "--kill-child --mount-proc --mount-binfmt"),
        query("-h -V"),
    ]),
    // setpriv(1), util-linux 2.39
    runs("setpriv").opts(&[
        val("--ambient-caps --inh-caps --bounding-set --ruid --euid --rgid --egid --reuid --regid"),
        val("--groups --securebits --pdeathsig --selinux-label --apparmor-profile --ptracer"),
        query("-d --dump --list-caps -h -V"),
    ]),
    // capsh(1): `--` is followed by arguments of bash.
    row("capsh").rest(Skip).after(ShellArgs),
    // gosu(1), su-exec(1), setuidgid(8), chpst(8)
    runs("gosu|su-exec|setuidgid").operands(&[Skip]),
    runs("chpst").opts(&[val("-u -U -b -e -/ -n -l -L -m -d -o -p -f -c -r -t")]),
    // bwrap(1) 0.9: options of one, two or three words, then the command.
    runs("bwrap").no_clusters().opts(&[
        val("--args --argv0 --userns --userns2 --pidns --uid --gid --hostname --dev --proc"),
        val("--tmpfs --mqueue --dir --remount-ro --seccomp --add-seccomp-fd --block-fd"),
        val("--userns-block-fd --info-fd --json-status-fd --sync-fd --exec-label --file-label"),
        val("--cap-add --cap-drop --perms --size --lock-file --unsetenv"),
        takes(Dir, "--chdir"),
        pair(Both, "--bind --bind-try --dev-bind --dev-bind-try --overlay-src"),
        pair(Read, "--ro-bind --ro-bind-try --symlink"),
        pair(Skip, "--setenv --file --bind-data --ro-bind-data --chmod"),
    ]),
    // flatpak-spawn(1) 1.15
    runs("flatpak-spawn").no_clusters().opts(&[takes(Dir, "--directory"), takes(Env, "--env")]),
    // firejail(1); nsjail(1), minijail0(1), landrun 0.1, rootlesskit(1)
    runs("firejail").no_clusters(),
    row("nsjail").rest(Skip).after(Command).opts(&[
        val("-c --chroot -C --config -u --user -g --group -H --hostname -t --time_limit -E --env -p --port"),
        takes(Dir, "-D --cwd"),
        takes(Read, "-R --bindmount_ro"),
        takes(Both, "-B --bindmount"),
        takes(Entrypoint, "-x --exec_file"),
    ]),
    runs("minijail0").opts(&[val("-u -g -c -C -P -b -k -S -t -f -T -V -m -M -B -R")]),
    runs("landrun").opts(&[val("--ro --rox --rw --rwx --bind-tcp --connect-tcp --env --log-level")]),
    runs("rootlesskit").opts(&[val("--net --state-dir --copy-up --port-driver -p --publish --cidr --mtu")]),
    // ip-netns(8), ip-vrf(8), iproute2 6
    row("ip").operands(&[Skip]).rest(Skip).opts(&[val("-n -netns -f -family -rcvbuf")]),
    runs("ip netns|vrf exec").operands(&[Skip]),
    // please(1) 0.5; gsudo 2
    runs("please").opts(&[
        val("-u --user -g --group -r --reason -a --allowenv"),
        takes(Dir, "-d --dir"),
        query("-l --list"),
    ]),
    runs("gsudo").opts(&[val("-u --user -i --integrity --loglevel")]),
    // arch-chroot(8); schroot(1)
    runs("arch-chroot|xchroot|manjaro-chroot").operands(&[Dir]).reads_script().opts(&[val("-u")]),
    runs("schroot|dchroot").reads_script().opts(&[
        val("-c --chroot -u --user -s --shell -n --session-name -o --option"),
        takes(Dir, "-d --directory"),
        query("-l --list -i --info -e --end-session"),
    ]),
    // fakeroot(1), fakechroot(1), proot(1), systemd-nspawn(1)
    runs("fakeroot").opts(&[val("-l --lib --faked -s -i -b")]),
    runs("fakechroot").opts(&[val("-e --environment -c --config-dir -d --elfloader -l --lib")]),
    runs("proot").opts(&[val("-r -b -m -q -w -v -R -S"), val("--rootfs --bind --mount --cwd")]),
    runs("systemd-nspawn").remote().opts(&[
        val("-D --directory -i --image -M --machine -u --user -x -S --slice --uuid -E --setenv"),
        val("--bind --bind-ro --tmpfs --network-interface --port -p --property"),
    ]),
    // caffeinate(8), macOS 14
    runs("caffeinate").opts(&[val("-t -w")]),
    // sandbox-exec(1), macOS
    runs("sandbox-exec").opts(&[val("-n -p -D"), takes(Read, "-f")]),
    // arch(1), macOS; setarch(8), util-linux
    runs("arch").no_clusters().opts(&[takes(Env, "-e"), val("-d -arch")]),
    runs("linux32|linux64|i386|x86_64"),
    runs("setarch").operands(&[Skip]),
];
