//! Programs that run commands on another machine, in a container, or in
//! another terminal.

use super::part::{Opener, Part::*};
use super::row::{Role::*, *};

const RUN_ENV: Opt = takes(Env, "-e --env");

/// docker-exec(1), Docker 27.
const EXEC: &[Opt] = &[val("--detach-keys -u --user -w --workdir"), takes(Read, "--env-file"), RUN_ENV];

/// docker-compose(1) 2.29: options before the subcommand.
const COMPOSE: &[Opt] = &[
    takes(Read, "-f --file --env-file"),
    val("-p --project-name --profile --ansi --progress --parallel --project-directory"),
];
const COMPOSE_EXEC: &[Opt] = &[
    takes(Env, "-e --env"),
    takes(Read, "--env-from-file"),
    takes(Entrypoint, "--entrypoint"),
    takes(Part(Volume), "-v --volume"),
    val("-u --user -w --workdir --index --name -p --publish -l --label --pull --cap-add"),
];

/// kubectl(1) 1.31: options of every subcommand.
const KUBECTL: &[Opt] = &[
    val("-n --namespace --context --cluster --user -s --server --token --as --as-group"),
    val("--request-timeout -l --selector -o --output --field-selector --timeout -c --container"),
    takes(Read, "-f --filename -k --kustomize --kubeconfig --certificate-authority"),
    takes(Read, "--client-certificate --client-key"),
    takes(Free, "--patch --overrides"),
    takes(Part(KeyFile), "--from-file --from-env-file"),
];

pub const ROWS: &[Program] = &[
    // ssh(1), OpenSSH 9.8: options may follow the host, not the command
    row("autossh").operands(&[Skip]).rest(ScriptWords).remote().opts(&[
        val("-M -B -b -c -D -e -I -J -L -l -m -p -R -S -w -O -W -o"),
        takes(Read, "-F -i"),
    ]),
    row("ssh|mosh").operands(&[Skip]).rest(ScriptWords).remote().reads_script().opts(&[
        val("-B -b -c -D -e -I -J -L -l -m -P -p -R -S -w"),
        val("-O -W").reads_script(false),
        flag("-N -n").reads_script(false),
        query("-G -Q -V"),
        takes(Part(After(Opener::Ssh)), "-o"),
        takes(Read, "-F -i"),
        takes(Write, "-E"),
    ]),
    // sshpass(1)
    runs("sshpass").opts(&[val("-p -d -P"), takes(Read, "-f")]),
    // ssh-agent(1); ssh-add, ssh-keygen name key files
    runs("ssh-agent").opts(&[val("-a -E -O -P -t"), query("-k")]),
    row("ssh-keygen").rest(Skip).opts(&[
        takes(Both, "-f"),
        takes(Free, "-C"),
        takes(Read, "-s"),
        val("-t -b -N -P -m -a -I -n -O -V -z -E -F -R -r -w -D"),
    ]),
    row("ssh-copy-id").rest(Skip).remote().opts(&[takes(Read, "-i -F"), val("-p -o -t")]),
    // rsh(1), pssh(1), pdsh(1), ansible(1), salt(1), fab(1)
    row("rsh|remsh").operands(&[Skip]).rest(ScriptWords).remote().reads_script().opts(&[val("-l")]),
    row("pssh|parallel-ssh").first().rest(ScriptWords).remote().opts(&[
        val("-H --host -l --user -p --par -o --outdir -e --errdir -t --timeout -O --options -x"),
        takes(Read, "-h --hosts"),
    ]),
    row("pdsh").first().rest(ScriptWords).remote().opts(&[val("-w -x -l -t -u -f -R -g")]),
    row("clush").first().rest(ScriptWords).remote().opts(&[val("-w -x -g -X -l -f -o -t -u")]),
    row("ansible").rest(Skip).remote().opts(&[
        takes(Script, "-a --args"),
        val("-m --module-name -i --inventory -u --user -f --forks -l --limit -e --extra-vars -t"),
        takes(Read, "--private-key --vault-password-file"),
    ]),
    // plink(1) of PuTTY, dbclient(1) of Dropbear, tsh(1) of Teleport; docker-machine, doctl, dokku, cf
    row("plink|dbclient").operands(&[Skip]).rest(ScriptWords).remote().reads_script().opts(&[
        val("-l -P -p -pw -pwfile -L -R -D -hostkey -J -B -proxycmd -W -c -m -y"),
        takes(Read, "-i"),
    ]),
    row("tsh").operands(&[Skip]).rest(Skip),
    row("tsh ssh").operands(&[Skip]).rest(ScriptWords).remote().reads_script().opts(&[val(
        "-l --login --proxy --user --ttl -i --identity -p --port --cluster -L -D -o --option -J --jumphost",
    )]),
    row("docker-machine ssh").operands(&[Skip]).rest(ScriptWords).remote().reads_script(),
    row("doctl compute ssh").rest(Skip).remote().reads_script().opts(&[
        takes(Script, "--ssh-command"),
        val("--ssh-user --ssh-port -c --context"),
        takes(Read, "--ssh-key-path"),
    ]),
    row("dokku").operands(&[Skip]).rest(Skip),
    runs("dokku run|enter|run:detached").operands(&[Skip]).remote().opts(&[RUN_ENV]),
    row("cf ssh").rest(Skip).remote().reads_script().opts(&[takes(Script, "-c --command"), val("-i -L --process")]),
    // docker(1), Docker 27; podman(1) 5; nerdctl 1
    row("docker|podman|nerdctl").first().operands(&[Skip]).rest(Skip).opts(&[
        val("-c --context -H --host -l --log-level --connection --url --root --storage-driver"),
        val("--namespace --snapshotter"),
        takes(Read, "--config --tlscacert --tlscert --tlskey --identity"),
    ]),
    DOCKER_RUN,
    DOCKER_RUN.named("docker|podman|nerdctl container run|create"),
    row("docker|podman|nerdctl exec").first().operands(&[Skip]).rest(Command).remote().opts(EXEC),
    row("docker|podman|nerdctl container exec").first().operands(&[Skip]).rest(Command).remote().opts(EXEC),
    row("docker|podman|nerdctl container|image|volume|network|system|builder").operands(&[Skip]).rest(Skip),
    row("docker|podman|nerdctl build").rest(Read).opts(DOCKER_BUILD),
    row("docker|podman|nerdctl buildx").operands(&[Skip]).rest(Skip),
    row("docker|podman|nerdctl buildx build").rest(Read).opts(DOCKER_BUILD),
    row("docker|podman|nerdctl cp").rest(Part(HostRead)).last(Part(HostWrite)),
    row("docker|podman|nerdctl container cp").rest(Part(HostRead)).last(Part(HostWrite)),
    row("docker|podman|nerdctl save|export").rest(Skip).opts(&[takes(Write, "-o --output")]),
    row("docker|podman|nerdctl load").rest(Skip).opts(&[takes(Read, "-i --input")]),
    row("docker|podman|nerdctl import").rest(Read).opts(&[takes(Free, "-m --message -c --change")]),
    row("docker|podman|nerdctl commit")
        .rest(Skip)
        .opts(&[takes(Free, "-m --message"), val("-a --author -c --change")]),
    row("podman unshare").first().rest(Command),
    row("podman machine").operands(&[Skip]).rest(Skip),
    // A machine may be named first, but seldom by another name than `default`.
    row("podman machine ssh").first().rest(ScriptWords).versions().remote().reads_script().opts(&[val("--username")]),
    row("docker|podman|nerdctl compose").first().operands(&[Skip]).rest(Skip).opts(COMPOSE),
    row("docker|podman|nerdctl compose exec|run")
        .first()
        .operands(&[Skip])
        .rest(Command)
        .remote()
        .opts(COMPOSE_EXEC),
    row("docker|podman|nerdctl compose cp").rest(Part(HostRead)).last(Part(HostWrite)),
    row("docker-compose|podman-compose").first().operands(&[Skip]).rest(Skip).opts(COMPOSE),
    row("docker-compose|podman-compose exec|run")
        .first()
        .operands(&[Skip])
        .rest(Command)
        .remote()
        .opts(COMPOSE_EXEC),
    // buildah(1), nomad 1.9, lxc-attach(1), pct(1), jexec(8)
    row("buildah").operands(&[Skip]).rest(Skip),
    row("buildah run").first().operands(&[Skip]).rest(Command).remote().opts(&[
        RUN_ENV,
        takes(Part(Volume), "-v --volume"),
        val("--user -u --workingdir --network --cap-add --cap-drop --isolation --mount --hostname"),
    ]),
    runs("buildah unshare"),
    row("nomad alloc exec").first().no_clusters().operands(&[Skip]).rest(Command).remote().opts(&[val("-task -e -namespace -region")]),
    row("lxc-attach").rest(Skip).after(Command).remote().reads_script().opts(&[
        val("-n --name -P --lxcpath -f --rcfile -a --arch -s --namespaces -u --uid -g --gid"),
        takes(Env, "-v --set-var"),
    ]),
    row("pct").operands(&[Skip]).rest(Skip),
    runs("pct exec").any_order().operands(&[Skip]).remote(),
    runs("jexec").operands(&[Skip]).remote().opts(&[val("-u -U -d")]),
    // distrobox(1), toolbox(1), lxc(1), incus(1), nsjail
    row("toolbox|distrobox").operands(&[Skip]),
    row("toolbox enter").remote().reads_script(),
    runs("toolbox run").remote().opts(&[val("-c --container -d --distro -r --release")]),
    row("distrobox enter")
        .remote()
        .reads_script()
        .rest(Skip)
        .after(Command)
        .opts(&[val("-n --name"), words(Command, "-e --exec")]),
    row("lxc|incus").operands(&[Skip]),
    row("lxc|incus exec")
        .operands(&[Skip])
        .rest(Command)
        .remote()
        .opts(&[val("--user --group --cwd --mode"), takes(Env, "--env")]),
    // crictl(1); machinectl(1), systemd 255
    row("crictl").operands(&[Skip]),
    row("crictl exec")
        .first()
        .operands(&[Skip])
        .rest(Command)
        .remote()
        .opts(&[val("--timeout -r --transport")]),
    row("machinectl").operands(&[Skip]),
    row("machinectl shell")
        .operands(&[Skip])
        .rest(Command)
        .remote()
        .reads_script()
        .opts(&[val("--uid -M --machine"), takes(Env, "-E --setenv")]),
    // flatpak(1), snap(8): without `--command` the words are of the application
    row("flatpak run").first().operands(&[Name]).rest(Skip).opts(&[
        takes(Entrypoint, "--command").turns(&[(Skip, Command)]),
        val("--branch --arch --runtime --cwd"),
    ]),
    runs("snap run"),
    // apptainer(1) 1.3
    row("apptainer|singularity").operands(&[Skip]),
    row("apptainer|singularity exec|run|shell").first().operands(&[Read]).rest(Command).remote().opts(&[
        takes(Part(Volume), "-B --bind"),
        takes(Env, "--env"),
        takes(Read, "--env-file"),
        takes(Part(Mount), "--mount"),
        val("--pwd --cwd -H --home -W --workdir -S --scratch --overlay -o --network --hostname"),
        val("--dns --app --security --add-caps --drop-caps --fusemount --memory --cpus"),
    ]),
    // kubectl(1) 1.31, oc(1)
    row("kubectl|oc").operands(&[Skip]).rest(Skip).opts(KUBECTL),
    row("kubectl|oc exec")
        .inherits()
        .operands(&[Skip])
        .rest(Command)
        .remote()
        .opts(&[val("--pod-running-timeout")]),
    row("kubectl|oc rsh").inherits().first().operands(&[Skip]).rest(Command).remote().reads_script(),
    row("kubectl|oc run|debug").inherits().operands(&[Skip]).rest(Skip).after(Command).remote().opts(&[val(
        "--image --restart --env --labels --port --target --copy-to --profile --share-processes",
    )]),
    row("kubectl|oc cp").inherits().rest(Part(HostRead)).last(Part(HostWrite)),
    row("kustomize|k9s|stern|kind").operands(&[Skip]).opts(&[
        takes(Read, "-f --values --kubeconfig"),
        val("-n --namespace --kube-context --set --set-string --version --timeout"),
    ]),
    // vagrant 2.4; limactl(1); multipass; colima; orb
    row("vagrant|multipass|limactl|colima").operands(&[Skip]),
    // orb(1), OrbStack 1: what is no subcommand is a command for the machine
    runs("orb|orbctl").remote().reads_script().opts(&[val("-m --machine -u --user -w --workdir")]),
    row("orb|orbctl clone|config|create|debug|default|delete|docker|export|import|info|k8s|list|login|logout|logs")
        .rest(Skip),
    row("orb|orbctl push|pull|reset|restart|rename|report|ssh|start|status|stop|update|version").rest(Skip),
    runs("orb|orbctl run").remote().reads_script().opts(&[val("-m --machine -u --user -w --workdir")]),
    row("vagrant ssh").rest(Skip).remote().reads_script().opts(&[takes(Script, "-c --command")]),
    row("multipass exec").operands(&[Skip]).rest(Command).remote().opts(&[val("-d --working-directory")]),
    row("limactl shell")
        .first()
        .operands(&[Skip])
        .rest(Command)
        .remote()
        .reads_script()
        .opts(&[val("--shell --workdir")]),
    runs("lima").remote().reads_script(),
    row("colima ssh").rest(Skip).after(Command).remote().reads_script().opts(&[val("-p --profile")]),
    // minikube 1.34, k3s, microk8s: their own kubectl
    row("minikube|k3s|microk8s").operands(&[Skip]).rest(Skip).programs(&["kubectl", "crictl", "ctr"]),
    row("minikube ssh").first().rest(ScriptWords).remote().reads_script().opts(&[val("-p --profile -n --node")]),
    // okteto 3, dagger 0.15, dapr 1.14: dagger and dapr run here
    row("okteto exec").rest(Skip).after(Command).remote().opts(&[val("-f --file -n --namespace -c --context")]),
    runs("dagger run").opts(&[val("--progress --focus")]),
    row("dapr").operands(&[Skip]),
    runs("dapr run").opts(&[
        val("-a --app-id -p --app-port -H --dapr-http-port -G --dapr-grpc-port -d --resources-path --components-path"),
        val("-c --config --log-level -M --metrics-port --app-protocol --app-max-concurrency -u --unix-domain-socket"),
        takes(Read, "-f --run-file"),
    ]),
    // wsl.exe
    row("wsl").first().rest(ScriptWords).reads_script().opts(&[
        words(Command, "-e --exec"),
        val("-d --distribution -u --user"),
        takes(Dir, "--cd"),
        query("-l --list --status --shutdown"),
    ]),
    // Clouds: gcloud compute ssh, aws ssm, az, fly(1), heroku(1), railway
    row("gcloud compute ssh").rest(Skip).after(ScriptWords).remote().reads_script().opts(&[
        takes(Script, "--command"),
        val("--zone --project --ssh-key-file --ssh-flag --tunnel-through-iap-port"),
    ]),
    row("fly|flyctl|heroku|railway").operands(&[Skip]),
    row("fly|flyctl ssh console").rest(Skip).remote().reads_script().opts(&[
        takes(Script, "-C --command"),
        val("-a --app -c --config -r --region -u --user -s --machine"),
    ]),
    row("heroku run")
        .first()
        .rest(ScriptWords)
        .remote()
        .opts(&[val("-a --app -r --remote -s --size -e --env --type")]),
    row("railway ssh").first().rest(Command).remote().reads_script().opts(&[val(
        "-s --service -e --environment -p --project -d --deployment-instance -i --identity-file",
    )]),
    row("railway run").first().rest(Command).opts(&[val("-s --service -e --environment")]),
    row("netlify dev:exec").first().rest(Command),
    // heroku local:run runs here
    row("heroku local:run").first().rest(ScriptWords).opts(&[takes(Read, "-e --env"), val("-p --port")]),
    row("heroku run:detached|run:inside").first().rest(ScriptWords).remote().opts(&[val("-a --app")]),
    // aws 2, az 2: commands for other machines in documents
    row("aws ssm send-command|start-session").rest(Skip).remote().opts(&[
        list(Part(CommandList), "--parameters"),
        takes(Read, "--cli-input-json"),
    ]),
    row("aws ecs execute-command").rest(Skip).remote().opts(&[takes(Script, "--command")]),
    row("az vm|vmss run-command").operands(&[Skip]).rest(Skip).remote().opts(&[list(Script, "--scripts --script")]),
    row("az container|containerapp exec").rest(Skip).remote().opts(&[takes(Script, "--exec-command --command")]),
    // devcontainer 0.70, coder 2, daytona
    row("devcontainer|coder").operands(&[Skip]),
    row("devcontainer exec").first().rest(Command).remote().opts(&[
        val("--container-id --id-label --config --override-config --docker-path --log-level"),
        takes(Env, "--remote-env"),
        takes(Dir, "--workspace-folder"),
    ]),
    row("coder ssh").operands(&[Skip]).rest(ScriptWords).remote().reads_script().opts(&[val("-R -A --identity-agent")]),
    // adb(1)
    row("adb").operands(&[Skip]).opts(&[val("-s -H -P -t")]),
    row("adb shell").first().rest(ScriptWords).remote().reads_script().opts(&[val("-e")]),
    row("adb push").rest(Read).last(Skip),
    row("adb pull").rest(Skip).last(Write),
    // tmux(1) 3.4: the words are shell text
    row("tmux|byobu").first().operands(&[Skip]).opts(&[val("-L -S -T"), takes(Read, "-f"), takes(Script, "-c")]),
    row("tmux|byobu new-session|new").first().rest(ScriptWords).opts(&[
        val("-F -f -n -s -t -x -y"),
        takes(Dir, "-c"),
        takes(Env, "-e"),
    ]),
    row("tmux|byobu new-window|neww|split-window|splitw|respawn-pane|respawnp|respawn-window|respawnw")
        .first()
        .rest(ScriptWords)
        .opts(&[val("-F -n -t -l -p"), takes(Dir, "-c"), takes(Env, "-e")]),
    row("tmux|byobu send-keys|send").first().rest(Keys).opts(&[val("-N -t -c")]),
    row("tmux|byobu run-shell|run").first().rest(Script).opts(&[val("-d -t"), takes(Dir, "-c")]),
    row("tmux|byobu if-shell|if").first().operands(&[Script]).rest(Commands).opts(&[val("-t")]),
    row("tmux|byobu confirm-before|confirm").first().rest(Split).opts(&[val("-p -t -c")]),
    row("tmux|byobu bind-key|bind").first().operands(&[Skip]).rest(Split).opts(&[val("-N -T")]),
    row("tmux|byobu set-hook").first().operands(&[Skip]).rest(Split).opts(&[val("-t")]),
    row("tmux|byobu source-file|source").first().rest(CommandsFile).opts(&[val("-t")]),
    row("tmux|byobu pipe-pane|pipep").first().rest(Script).opts(&[val("-t")]),
    row("tmux|byobu display-popup|popup").first().rest(ScriptWords).opts(&[
        val("-b -c -h -s -S -t -T -w -x -y"),
        takes(Dir, "-d"),
        takes(Env, "-e"),
    ]),
    // screen(1) 4.9, GNU; dtach(1), abduco(1), zellij(1)
    runs("screen").opts(&[
        val("-e -h -p -s -S -t -T"),
        takes(Read, "-c"),
        takes(Write, "-Logfile"),
        words(ScreenCommand, "-X"),
        query("-ls -list -wipe -v"),
    ]),
    runs("dtach|abduco").operands(&[Skip]).opts(&[val("-e -r")]),
    row("zellij").operands(&[Skip]),
    row("zellij action").operands(&[Skip]),
    row("zellij action write-chars").rest(Keys),
    row("zellij run|r")
        .rest(Skip)
        .after(Command)
        .opts(&[val("-n --name -d --direction -x -y --width --height"), takes(Dir, "--cwd")]),
    // Terminals: xterm(1), gnome-terminal(1), konsole(1), alacritty(1), kitty(1)
    row("xterm|x-terminal-emulator|urxvt|rxvt|st|konsole|alacritty|terminator|qterminal|lxterminal|kgx|ghostty|tilix|sakura|cool-retro-term")
        .opts(&[words(ScriptWords, "-e -x"), val("-T -title -geometry -fn -fa -fs -bg -fg -name")]),
    row("gnome-terminal|xfce4-terminal|mate-terminal").rest(Skip).after(Command).opts(&[
        words(Command, "-x --execute"),
        takes(Script, "-e --command"),
        takes(Dir, "--working-directory"),
    ]),
    row("kitty @").operands(&[Skip]),
    row("kitty @ launch").rest(Command).opts(&[val(
        "--type --title --window-title --tab-title --cwd --env --location --match -m --var",
    )]),
    row("kitty @ send-text").rest(Keys).opts(&[val("--match -m"), takes(Read, "--from-file")]),
    row("wezterm").operands(&[Skip]),
    row("wezterm start").rest(Command).opts(&[val("--class --workspace --position"), takes(Dir, "--cwd")]),
    row("wezterm cli").operands(&[Skip]),
    row("wezterm cli spawn|split-pane").rest(Command).opts(&[val("--pane-id --window-id --percent"), takes(Dir, "--cwd")]),
    row("wezterm cli send-text").rest(Keys).opts(&[val("--pane-id")]),
    // ttyd(1), gotty, websocketd: a terminal, or a program, behind a web page
    runs("ttyd|gotty|websocketd").opts(&[
        val("-p --port -i --interface -c --credential -u --uid -g --gid -s --signal -t --client-option"),
        val("-T --terminal-type -m --max-clients -H --auth-header -b --base-path -P --ping-interval"),
        takes(Read, "-I --index -C --ssl-cert -K --ssl-key -A --ssl-ca"),
        takes(Dir, "-w --cwd"),
    ]),
    runs("kitty|foot").opts(&[
        val("-T --title --class -o --override"),
        takes(Read, "-c --config"),
        takes(Dir, "-d --directory -D --working-directory"),
    ]),
    // socat(1), nc(1): `EXEC:` and `-e` run commands
    row("socat").rest(Part(Socat)).opts(&[val("-lp -b -t -T")]),
    row("nc|ncat|netcat").rest(Skip).opts(&[
        takes(Script, "-e --exec -c --sh-exec"),
        val("-i -p -s -w -x -X -q"),
        takes(Write, "-o --output"),
    ]),
];

/// docker-build(1), BuildKit.
const DOCKER_BUILD: &[Opt] = &[
    takes(Read, "-f --file"),
    val("-t --tag --build-arg --target --platform --cache-from --cache-to --label --network"),
    val("--progress --ssh --add-host --builder --output -o"),
    takes(Part(Mount), "--secret"),
    takes(Write, "--iidfile --metadata-file"),
];

/// docker-run(1), Docker 27; podman-run(1) 5.
const DOCKER_RUN: Program =
    row("docker|podman|nerdctl run|create").first().operands(&[Skip]).rest(Command).remote().opts(&[
        val("-a --attach --add-host --annotation --blkio-weight --blkio-weight-device --cap-add"),
        val("--cap-drop --cgroup-parent --cgroupns --cidfile --cpu-period --cpu-quota"),
        val("--cpu-rt-period --cpu-rt-runtime -c --cpu-shares --cpus --cpuset-cpus --cpuset-mems"),
        val("--detach-keys --device --device-cgroup-rule --device-read-bps --device-read-iops"),
        val("--device-write-bps --gpus --device-write-iops --dns --dns-option --dns-search"),
        val("--domainname --expose --group-add --health-interval --health-retries"),
        val("--health-start-period --health-timeout -h --hostname --ip --ip6 --ipc --isolation"),
        val("--kernel-memory -l --label --link --link-local-ip --log-driver --log-opt"),
        val("--mac-address -m --memory --memory-reservation --memory-swap --memory-swappiness"),
        val("--name --network --net --network-alias --oom-score-adj --pid --pids-limit --platform"),
        val("-p --publish --pull --restart --runtime --security-opt --shm-size --stop-signal"),
        val("--stop-timeout --storage-opt --sysctl --tmpfs --ulimit -u --user --userns --uts"),
        val("--volume-driver --volumes-from -w --workdir --arch --os --pod --secret --requires"),
        takes(Read, "--env-file --label-file --pod-id-file"),
        RUN_ENV,
        takes(Part(Volume), "-v --volume"),
        takes(Part(Mount), "--mount"),
        takes(Script, "--health-cmd"),
        takes(Entrypoint, "--entrypoint"),
    ]);
