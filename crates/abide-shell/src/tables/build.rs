//! Programs that build a project: which of their words are shell text.

use super::row::{Role::*, *};

pub const ROWS: &[Program] = &[
    // make(1), GNU 4.4: targets are names in the makefile; `--eval` is makefile text
    row("make|gmake|remake").rest(Name).opts(&[
        takes(Dir, "-C --directory"),
        takes(RunFile(Language::Make), "-f --file --makefile"),
        takes(Code(Language::Make), "-E --eval"),
        takes(Read, "-I --include-dir"),
        takes(Name, "-o --old-file --assume-old -W --what-if --new-file --assume-new"),
        may(Skip, "-j --jobs -l --load-average -O --output-sync --debug --shuffle --trace"),
        dry_run("-n --just-print --dry-run --recon -q --question -t --touch"),
        query("-v"),
    ]),
    row("bmake|pmake").rest(Name).opts(&[
        dry_run("-n -q -t"),
        takes(Dir, "-C"),
        takes(RunFile(Language::Make), "-f"),
        takes(Read, "-I -m"),
        val("-D -d -J -j -T -V"),
    ]),
    // just(1) 1.36
    row("just").rest(Skip).opts(&[
        takes(RunFile(Language::Other), "-f --justfile"),
        takes(Dir, "-d --working-directory"),
        words(Command, "-c --command"),
        takes(Read, "-E --dotenv-path"),
        val("--set --shell --shell-arg --color --dump-format --list-heading --list-prefix"),
        query("-l --list --summary --show -s --dump --evaluate -n --dry-run"),
    ]),
    // task(1) 3, ninja(1) 1.12, cmake(1) 3.30, meson(1)
    row("task|go-task").rest(Skip).opts(&[
        takes(RunFile(Language::Other), "-t --taskfile"),
        takes(Dir, "-d --dir"),
        val("-c -C --concurrency -o --output --interval -I"),
    ]),
    row("ninja|samu").rest(Skip).opts(&[
        takes(Dir, "-C"),
        takes(RunFile(Language::Other), "-f"),
        val("-j -k -l -d -t -w"),
    ]),
    row("cmake").rest(Plain).opts(&[
        takes(Read, "-S --install --open"),
        takes(Both, "-B --build"),
        val("-G -D -U -T -A -j --parallel --target -t --config --preset"),
        takes(RunFile(Language::Other), "-P"),
        takes(Read, "-C"),
    ]),
    // cmake -E env and cmake -E time: `-E` is read as a flag
    runs("cmake env").assignments().opts(&[val("--unset --modify")]),
    runs("cmake time"),
    runs("cmake chdir").operands(&[Dir]),
    row("meson").operands(&[Skip]),
    runs("meson devenv").opts(&[takes(Dir, "-C"), takes(Dir, "-w --workdir")]),
    // terraform(1): plan files and folders stay plain
    row("terraform|tofu|terragrunt").operands(&[Skip]).no_clusters().opts(&[
        takes(Dir, "-chdir"),
        takes(Read, "-var-file -state -backend-config"),
        takes(Write, "-out -state-out"),
        val("-target -var -replace"),
    ]),
    // apt(8), brew(1), pip and other keepers of packages: operands are packages
    row("apt|apt-get|aptitude|dnf|yum|zypper|apk|pacman|brew|port|snap|flatpak|choco|winget|scoop|gem")
        .operands(&[Skip])
        .rest(Skip),
    row("dpkg").rest(Name).opts(&[takes(Read, "-i --install")]),
    row("pip").operands(&[Skip]).rest(Read).opts(&[
        takes(Read, "-r --requirement -c --constraint -e --editable -f --find-links"),
        takes(Write, "-t --target --prefix -d --dest -w --wheel-dir"),
        val("-i --index-url --extra-index-url --python"),
    ]),
    row("uv pip").operands(&[Skip]).rest(Read).opts(&[
        takes(Read, "-r --requirements -c --constraints -e --editable -f --find-links"),
        takes(Write, "-t --target --prefix -o --output-file"),
        val("-i --index-url --extra-index-url --python -p --index"),
    ]),
    // What follows the name is a task, not a folder: `gradle build`, `vite build`
    row("bazel|bazelisk run|test").rest(Skip).opts(&[takes(Script, "--run_under")]),
    row("mvn|mvnw exec:exec")
        .rest(Skip)
        .no_clusters()
        .opts(&[takes(Entrypoint, "-Dexec.executable"), takes(Script, "-Dexec.args")]),
    row("gradle|gradlew|mvn|mvnw|ant|grunt|gulp|sbt|invoke|inv|nox|tox")
        .rest(Skip)
        .opts(&[takes(Read, "-f --file -b --build-file"), takes(Write, "--project-cache-dir")]),
    row("vite|next|nuxt|nuxi|astro|ng|webpack|rollup|parcel|dotnet|bazel|bazelisk|swift|zig|flutter|dart|jekyll")
        .operands(&[Skip])
        .opts(&[takes(Write, "-o --output --outDir --out-dir --output-path"), val("--mode --target")]),
    row("hugo|mkdocs|zola").operands(&[Skip]).rest(Skip).opts(&[
        takes(Write, "-d --destination -o --output-dir --site-dir"),
        takes(Read, "-s --source --config -f --config-file -r --root"),
    ]),
    // crontab(1), systemctl(1), service(8), launchctl(1)
    row("crontab").operands(&[RunFile(Language::Crontab)]).opts(&[val("-u"), flag("-l -r -e -i")]),
    row("launchctl").operands(&[Skip]).rest(Skip),
    row("launchctl submit").rest(Skip).after(Command).opts(&[val("-l -p -o -e")]),
    runs("launchctl asuser|bsexec").operands(&[Skip]),
    row("systemctl|service|journalctl")
        .rest(Skip)
        .opts(&[val("-u --unit -t --type -n --lines -p --property -H --host -M --machine -o --output")]),
];
