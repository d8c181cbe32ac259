//! Programs that run a command under some condition: with another
//! environment, for a limited time, traced, repeated, locked.

use super::part::{
    Opener,
    Part::{After, SourceFile},
};
use super::row::{Role::*, *};

pub const ROWS: &[Program] = &[
    // env(1), coreutils 9.4; `-P`, `-L`, `-U` from env(1), FreeBSD
    runs("env|genv").assignments().opts(&[
        flag("- -i --ignore-environment -0 --null -v --debug"),
        val("-u --unset -P -L -U"),
        takes(Dir, "-C --chdir"),
        takes(Split, "-S --split-string"),
    ]),
    // retry(1) of Debian, npm and others; with-contenv of s6-overlay
    runs("retry").opts(&[val(
        "-t --times --tries -d --delay -s --sleep -m --min -M --max -b --backoff -u --until -w --while",
    )]),
    runs("with-contenv"),
    // cgexec(1); daemon(1); pee(1), moreutils; srun(1), sbatch(1), Slurm; bsub(1); mpirun(1)
    runs("cgexec").opts(&[val("-g")]),
    runs("daemon").opts(&[val("-n --name -u --user -F --pidfile -o --output -l --errlog -b --dbglog"), takes(Dir, "-D --chdir")]),
    row("pee").rest(Script),
    runs("srun|salloc").opts(&[val("-n --ntasks -N --nodes -p --partition -t --time -c --cpus-per-task -J --job-name -A --account --mem --gres -w --nodelist -o --output -e --error")]),
    row("sbatch").first().operands(&[RunFile(Language::Shell)]).rest(Positional).opts(&[
        takes(Script, "--wrap"),
        val("-n --ntasks -N --nodes -p --partition -t --time -c --cpus-per-task -J --job-name -A --account --mem --gres -w --nodelist -o --output -e --error"),
    ]),
    row("bsub").first().rest(ScriptWords).reads_script().opts(&[val("-q -n -J -o -e -W -M -R -P -g -m")]),
    runs("mpirun|mpiexec|orterun").no_clusters().opts(&[
        val("-n -np -c --np -H --host -host --hostfile -hostfile --machinefile -machinefile --map-by --bind-to"),
        val("--rank-by -wdir --wdir -x"),
    ]),
    // pm2-runtime runs in the foreground; overmind 2, node-foreman 3
    row("pm2-runtime").first().rest(ScriptWords).opts(&[val("-n --name -i --instances")]),
    row("overmind|nf").operands(&[Skip]),
    runs("overmind|nf run").opts(&[takes(Read, "-e --env")]),
    // start-stop-daemon(8): the program is an option, its words stand behind `--`
    row("start-stop-daemon").rest(Skip).after(Command).opts(&[
        takes(Entrypoint, "-x --exec -a --startas"),
        flag("-S --start -b --background -m --make-pidfile -o --oknodo -q --quiet -v --verbose"),
        val("-p --pidfile -u --user -n --name -s --signal -R --retry -c --chuid -g --group"),
        val("-N --nicelevel -P --procsched -I --iosched -k --umask --ppid --pid"),
        takes(Dir, "-d --chdir -r --chroot"),
        takes(Write, "-O --output"),
        query("-K --stop -T --status -H --help -V --version"),
    ]),
    // daemonize(1); run-one(1) of Ubuntu; steam-run of Nix; envconsul(1)
    runs("daemonize").opts(&[val("-E -p -l -u"), takes(Write, "-e -o"), takes(Dir, "-c")]),
    runs("run-one|run-this-one|keep-one-running|run-one-constantly|run-one-until-success|steam-run"),
    runs("envconsul").no_clusters().opts(&[val(
        "-prefix -secret -config -consul-addr -vault-addr -exec-kill-signal -exec-splay -log-level",
    )]),
    // pm2 5, forever 4: what they start goes on in the background
    row("pm2").operands(&[Skip]),
    row("pm2 start")
        .first()
        .rest(ScriptWords)
        .opts(&[val("-n --name -i --instances --cron --cwd --interpreter")]),
    row("forever")
        .first()
        .operands(&[Skip])
        .opts(&[takes(Script, "-c --command"), takes(Write, "-l -o -e"), val("--uid --sourceDir -m")]),
    row("forever start").first().rest(Command).opts(&[
        takes(Entrypoint, "-c --command"),
        takes(Write, "-l -o -e"),
        val("--uid --sourceDir --workingDir -m"),
    ]),
    // at(1), batch(1): what they read is for a shell, later
    row("at|batch").rest(Skip).reads_script().opts(&[
        takes(RunFile(Language::Shell), "-f"),
        val("-q -t"),
        query("-l -r -d -c -V"),
    ]),
    // timeout(1), coreutils 9.4
    runs("timeout|gtimeout").operands(&[Skip]).opts(&[val("-s --signal -k --kill-after")]),
    // nice(1), coreutils 9.4; the old form `-5` is a flag
    runs("nice|gnice").opts(&[val("-n --adjustment")]),
    // nohup(1), stdbuf(1), coreutils 9.4
    runs("nohup|gnohup"),
    runs("stdbuf|gstdbuf").opts(&[val("-i --input -o --output -e --error")]),
    // setsid(1), util-linux 2.39
    runs("setsid").opts(&[query("-h -V")]),
    // ionice(1), util-linux 2.39: with -p, -P or -u it changes what runs already
    runs("ionice").opts(&[val("-c --class -n --classdata"), query("-p --pid -P --pgid -u --uid -h -V")]),
    // chrt(1), util-linux 2.39
    runs("chrt").operands(&[Skip]).opts(&[
        val("-T --sched-runtime -P --sched-period -D --sched-deadline"),
        query("-p --pid -m --max -h -V"),
    ]),
    // taskset(1), util-linux 2.39
    runs("taskset").operands(&[Skip]).opts(&[query("-p --pid -h -V")]),
    // prlimit(1), util-linux 2.39: limits are glued
    runs("prlimit").opts(&[
        may(Skip, "-c --core -d --data -e --nice -f --fsize -i --sigpending -l --memlock -m --rss"),
        may(Skip, "-n --nofile -q --msgqueue -r --rtprio -s --stack -t --cpu -u --nproc -v --as"),
        may(Skip, "-x --locks -y --rttime"),
        val("-o --output"),
        query("-p --pid -h -V"),
    ]),
    // choom(1), uclampset(1), coresched(1), util-linux 2.40
    runs("choom").opts(&[val("-n --adjust"), query("-p --pid -h -V")]),
    runs("uclampset").opts(&[val("-m -M"), query("-p --pid -h -V")]),
    // numactl(8)
    runs("numactl").opts(&[
        val("-i --interleave -w --weighted-interleave -p --preferred -P --preferred-many"),
        val("-m --membind -N --cpunodebind -C --physcpubind --shm --file -o --offset -L --length"),
        query("-s --show -H --hardware -d --dump"),
    ]),
    // time(1), GNU 1.9
    runs("time|gtime").opts(&[takes(Free, "-f --format"), takes(Write, "-o --output"), query("-V")]),
    // flock(1), util-linux 2.39: the file may be a number of an open one
    runs("flock").any_order().operands(&[Both]).opts(&[
        val("-w --wait --timeout -E --conflict-exit-code"),
        takes(Script, "-c --command"),
        query("-h -V"),
    ]),
    // lckdo(1), lockfile-create; setlock(8), daemontools
    runs("lckdo").operands(&[Both]).opts(&[val("-W -E")]),
    runs("setlock").operands(&[Both]),
    // strace(1) 6.8
    runs("strace").opts(&[
        val("-a --columns -b --detach-on -e -I --interruptible -O --summary-syscall-overhead"),
        val("-p --attach -P --trace-path -s --string-limit -S --summary-sort-by -u --user"),
        val("-U --summary-columns -X --const-print-style --trace --abbrev --verbose --raw"),
        val("--signal --status --fault --inject --read --write --kvm --argv0 --syscall-limit"),
        takes(Env, "-E --env"),
        takes(Write, "-o --output"),
        query("-h -V"),
    ]),
    // ltrace(1) 0.7
    runs("ltrace").opts(&[
        val("-a --align -A -D --debug -e -F --config -g -l --library -n --indent -p -s -u -w -x"),
        takes(Write, "-o --output"),
        query("-h -V"),
    ]),
    // valgrind(1): values are glued; gdb(1); perf(1); rr(1); heaptrack(1); catchsegv(1)
    runs("valgrind").no_clusters(),
    row("gdb|lldb").no_clusters().after(Command).opts(&[
        words(Command, "--args -args"),
        takes(Part(After(Opener::Debugger)), "-ex -eval-command -iex -o --one-line -O"),
        takes(Read, "-x -command -s --source"),
        val("-p -pid"),
    ]),
    runs("perf record|stat|trace|mem|c2c").opts(&[
        val("-e --event -F --freq -c --count -C --cpu -p --pid -t --tid -u --uid -r --repeat"),
        val("-m --mmap-pages -G --cgroup -D --delay -x --field-separator -I --interval-print"),
        val("--call-graph --proc-map-timeout --filter --max-size --timeout"),
        takes(Write, "-o --output"),
    ]),
    row("perf").operands(&[Skip]),
    runs("rr record").opts(&[val("-c -n -o --output-trace-dir -v -i --ignore-signal")]),
    row("rr").operands(&[Skip]),
    runs("heaptrack|catchsegv"),
    // chronic(1), ifne(1), mispipe(1), moreutils; eatmydata(1); nocache(1)
    runs("chronic|ifne|eatmydata|nocache"),
    row("mispipe").rest(Script),
    // watch(1), procps 4: the words are given to sh -c, unless -x
    row("watch").first().rest(ScriptWords).opts(&[
        val("-n --interval -q --equexit -s --shotsdir"),
        flag("-x --exec").turns(&[(ScriptWords, Command)]),
        query("-h -v"),
    ]),
    // viddy(1), hwatch(1): as watch
    row("viddy|hwatch").first().rest(ScriptWords).opts(&[
        val("-n --interval --shell --shell-options -L --logfile"),
        flag("-x --exec").turns(&[(ScriptWords, Command)]),
    ]),
    // script(1), util-linux 2.39; the BSD form takes a command after the file
    row("script").operands(&[Write]).rest(Command).reads_script().opts(&[
        takes(Script, "-c --command"),
        val("-E --echo -m --logging-format -o --output-limit"),
        takes(Write, "-I --log-in -O --log-out -B --log-io -T --log-timing"),
        may(Write, "-t --timing"),
        query("-h -V"),
    ]),
    // entr(1) 5.5: the files are read from stdin; `-s` runs the first word with a shell
    runs("entr").opts(&[flag("-s").turns(&[(Command, ScriptWords)])]),
    // nyc 17, c8 10: what runs below them is covered
    runs("nyc|c8").opts(&[
        takes(Dir, "--cwd"),
        val("-r --reporter --report-dir -t --temp-dir --temp-directory --src -x --exclude -n --include -i --require"),
        val("-e --extension --nycrc-path --lines --functions --branches --statements --config"),
        takes(Write, "-o --reports-dir"),
    ]),
    row("nyc|c8 report|check-coverage").rest(Skip),
    // multitime(1); timelimit(1); bench 1; dtruss(1), bpftrace(8), leaks(1), xctrace(1)
    runs("multitime").opts(&[val("-n -f -I -i -l -m -o -r -s")]),
    runs("timelimit").opts(&[val("-t -T -s -S")]),
    row("bench").rest(Script).opts(&[val("-o --output -t --template --csv --json --junit -L --time-limit")]),
    runs("dtruss|dapptrace").opts(&[val("-p -n -b -t")]),
    row("bpftrace").rest(Skip).opts(&[takes(Script, "-c"), takes(Write, "-o"), val("-e -p -f -B -I")]),
    row("leaks").no_clusters().rest(Skip).opts(&[words(Command, "--")]),
    row("xctrace").operands(&[Skip]),
    row("xctrace record").rest(Skip).after(Command).no_clusters().opts(&[
        words(Command, "--launch"),
        takes(Write, "--output"),
        val("--template --device --attach --time-limit --window --target-stdout --env"),
    ]),
    // xcrun(1), macOS; winpty, wine; qemu-user(1)
    runs("xcrun").no_clusters().opts(&[
        val("--sdk -sdk --toolchain -toolchain"),
        query("--find -f -find --show-sdk-path --show-sdk-version --show-sdk-platform-path"),
    ]),
    runs("winpty|wine|wine64"),
    runs("qemu-x86_64|qemu-aarch64|qemu-arm|qemu-i386|qemu-riscv64|qemu-x86_64-static|qemu-aarch64-static|qemu-arm-static")
        .no_clusters()
        .opts(&[val("-L -cpu -E -U -0 -g -s -R -B -d -D -p -seed -version")]),
    // systemd-inhibit(1), systemd-cat(1)
    runs("systemd-inhibit").opts(&[val("--what --who --why --mode"), query("--list")]),
    runs("systemd-cat").opts(&[val("-t --identifier -p --priority --stderr-priority --level-prefix --namespace")]),
    // gpg-agent(1): as ssh-agent(1)
    runs("gpg-agent").opts(&[
        takes(Read, "--options --homedir --scdaemon-program --pinentry-program --log-file"),
        val("--debug --debug-level --default-cache-ttl --max-cache-ttl"),
    ]),
    // wait-for-it, wait-for, dockerize 0.7: then a command
    row("wait-for-it|wait-for-it.sh|wait-for|wait-for.sh")
        .rest(Skip)
        .after(Command)
        .opts(&[val("-h --host -p --port -t --timeout")]),
    runs("dockerize").no_clusters().opts(&[val(
        "-wait -timeout -wait-http-header -wait-retry-interval -template -stdout -stderr -env -env-section -delims",
    )]),
    // pueue 4: the words are shell text; ultra-runner 3
    row("pueue").operands(&[Skip]),
    row("pueue add").first().rest(ScriptWords).opts(&[
        takes(Dir, "-w --working-directory"),
        val("-g --group -d --delay -a --after -o --priority -l --label"),
    ]),
    runs("ultra").opts(&[val("--concurrency --filter -r"), takes(Dir, "--root")]),
    // air 1.61: live reload of Go
    row("air").rest(Skip).no_clusters().opts(&[
        takes(Script, "--build.cmd -build.cmd --build.full_bin --build.pre_cmd --build.post_cmd --build.bin"),
        takes(Read, "-c"),
    ]),
    // hyperfine(1) 1.18
    row("hyperfine").rest(Script).opts(&[
        takes(Script, "-p --prepare -c --cleanup -s --setup --conclude --reference"),
        val("-w --warmup -m --min-runs -M --max-runs -r --runs -P --parameter-scan"),
        val("-D --parameter-step-size -L --parameter-list -S --shell --style --sort -u"),
        val("--time-unit -n --command-name --input"),
        takes(Write, "--export-asciidoc --export-csv --export-json --export-markdown"),
        takes(Write, "--export-orgmode --output"),
    ]),
    // poop: each word is a command
    row("poop").rest(Script).opts(&[val("-d --duration --color -f --allow-failures")]),
    // busybox(1), toybox(1), coreutils(1): the first word is a program
    runs("busybox|toybox").opts(&[query("--list --list-full --install")]),
    // xvfb-run(1)
    runs("xvfb-run").opts(&[
        val("-w --wait -e --error-file -f --auth-file -n --server-num -p --xauth-protocol"),
        takes(Free, "-s --server-args"),
    ]),
    // dbus-run-session(1), dbus-launch(1)
    runs("dbus-run-session").opts(&[val("--config-file --dbus-daemon")]),
    runs("dbus-launch"),
    // unbuffer(1), expect; rlwrap(1); ptyget
    runs("unbuffer"),
    runs("rlwrap").opts(&[
        val("-b --break-chars -C --command-name -f --file -g --forget-matching -H"),
        val("--history-filename -l --logfile -m -O -p -q -S -s --histsize -t -w -z --filter"),
    ]),
    // faketime(1); datefudge(1)
    runs("faketime|datefudge").operands(&[Free]).opts(&[val("-p")]),
    // proxychains4, torsocks(1), tsocks(1)
    runs("proxychains|proxychains4|torify|torsocks|tsocks").opts(&[takes(Read, "-f")]),
    // dumb-init, tini(1), catatonit
    runs("dumb-init").opts(&[val("-r --rewrite")]),
    runs("tini|catatonit").opts(&[val("-p -e")]),
    // cpulimit(1)
    runs("cpulimit").opts(&[val("-l --limit -p --pid -e --exe -P --path")]),
    // nq(1); tsp(1), task-spooler
    runs("nq"),
    runs("tsp").opts(&[val("-L -S -N -D -i -k -p -r -t -u -U -s -w -o -c")]),
    // s6-setuidgid(8), s6-envdir(8), s6; envdir(8), daemontools
    runs("s6-setuidgid|s6-envdir|envdir").operands(&[Skip]),
    // foreman run, honcho run, overmind
    row("foreman|honcho").operands(&[Skip]).opts(&[takes(Read, "-e --env -f --procfile")]),
    runs("foreman|honcho run").inherits(),
    // watchexec(1) 2; `-n` runs without a shell
    row("watchexec").first().rest(ScriptWords).opts(&[
        val("-w --watch -W --watch-non-recursive -e --exts -f --filter -i --ignore -d --debounce"),
        val("-s --signal -o --on-busy-update --shell --stop-signal --stop-timeout --delay-run"),
        val("--filter-file --ignore-file -j --filter-prog --fs-events --wrap-process"),
        takes(Dir, "--workdir --project-origin"),
        takes(Env, "-E --env"),
        flag("-n").turns(&[(ScriptWords, Command)]),
    ]),
    // reflex, modd: reflex -r REGEX -- command; fswatch only says
    runs("reflex").opts(&[val("-r --regex -R --inverse-regex -g --glob -G --inverse-glob -d -t")]),
    // nodemon 3, chokidar-cli 3, onchange 7
    row("nodemon").operands(&[Part(SourceFile)]).rest(Positional).opts(&[
        takes(Script, "-x --exec"),
        val("-w --watch -e --ext -i --ignore -d --delay -s --signal"),
        takes(Dir, "--cwd -C"),
    ]),
    row("chokidar|chokidar-cli").opts(&[takes(Script, "-c --command"), val("-d --debounce -t --throttle -i")]),
    row("onchange").rest(Name).after(Command).opts(&[val("-d --delay -e --exclude -f --filter")]),
    // concurrently 8; npm-run-all runs scripts of package.json only
    row("concurrently|conc").rest(Script).opts(&[
        val("-m --max-processes -n --names --name-separator -p --prefix -c"),
        val("--prefix-colors -l --prefix-length -t --timestamp-format --restart-tries"),
        val("--restart-after --default-input-target --success -s --hide --teardown"),
    ]),
    // start-server-and-test 2: start script, URL, test script
    row("start-server-and-test|server-test|start-test").rest(Script),
    // parallel(1), GNU: see `tables::parallel` for what follows `:::`
    row("parallel|env_parallel|sem").first().rest(ScriptWords).opts(&[
        val("-j --jobs --max-procs -P --arg-sep -C --colsep -d --delimiter --delay"),
        takes(Replace, "-I"),
        takes(Read, "-a --arg-file"),
        val("-E --joblog --load --memfree -n --max-args -N --max-replace-args -s --max-chars"),
        val("-S --sshlogin --slf --sshloginfile --nice --results --retries --return --basefile"),
        val("--bf --block --recstart --recend --shellquote-cmd --tagstring --termseq --timeout"),
        val("--tempdir --tmpdir --tmpl --transferfile --tf --trc --workdir --wd -L --max-lines"),
        val("--halt --halt-on-error --id --semaphorename --limit --profile -J --rpl --trim -U"),
        val("--env --header --compress-program --seqreplace --shard --bin --group-by --hostgroups"),
    ]),
    // rush(1), rust-parallel: as parallel, with {} in shell text
    row("rush").rest(Script).opts(&[val("-j --jobs -i --infile -d --field-delimiter -D -n -t -r")]),
];
