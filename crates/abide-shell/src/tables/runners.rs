//! Programs that run a command of a package, or in the environment of a
//! project: package runners, version managers, keepers of secrets.

use super::part::Part::{PackageFile, SourceFile};
use super::row::{Role::*, *};

/// npm(1) 10, `npm config`: options that take the next word wherever npm reads options.
const NPM: Opt =
    val("-w --workspace --prefix -C --registry --cache --userconfig --globalconfig --loglevel --tag \
     --otp --omit --include --script-shell --node-options --scope --access --before");

/// uv 0.5: global options.
const UV: Opt = val("--python -p --color --cache-dir --config-file --project --index --default-index -i \
     --index-url --extra-index-url --find-links -f --index-strategy --resolution --prerelease \
     --config-setting -C --link-mode --exclude-newer --refresh-package --upgrade-package -P \
     --reinstall-package --python-preference --keyring-provider --allow-insecure-host");

pub const ROWS: &[Program] = &[
    // npx(1), npm 10: options end at the package
    runs_package("npx").opts(&[NPM, val("-p --package -n --node-arg --shell"), takes(Script, "-c --call")]),
    row("npm").operands(&[Skip]).opts(&[NPM]),
    runs_package("npm exec|x").opts(&[NPM, val("-p --package"), takes(Script, "-c --call")]),
    runs_package("npm init|create|innit").opts(&[NPM]),
    row("npm explore").first().operands(&[Skip]).rest(ScriptWords).opts(&[NPM]),
    row("npm pkg|config|version|view|info|show|search|help|owner|dist-tag|deprecate").rest(Skip).opts(&[NPM]),
    row("npm install|i|add|ci|uninstall|rm|remove|update|link").rest(Part(PackageFile)).opts(&[NPM]),
    row("npm test|t|start").opts(&[NPM]),
    row("npm run|run-script|rum|urn").operands(&[Skip]).opts(&[NPM]),
    // pnpm 9
    row("pnpm").operands(&[Skip]).programs(PROGRAMS).opts(&[
        PNPM,
        takes(Dir, "-C --dir"),
        flag("-c --shell-mode").turns(&[(Command, ScriptWords), (Package, ScriptWords)]),
    ]),
    row("pnpm add|install|i|remove|rm|uninstall|update|up|link").inherits().rest(Part(PackageFile)),
    row("pnpm run").operands(&[Skip]).opts(&[PNPM]),
    runs("pnpm exec").inherits().opts(&[flag("-c --shell-mode").turns(&[(Command, ScriptWords)])]),
    runs_package("pnpm dlx|create")
        .inherits()
        .opts(&[val("--package"), flag("-c --shell-mode").turns(&[(Package, ScriptWords)])]),
    runs_package("pnpx|pnx").opts(&[val("--package")]),
    // yarn 1 and 4
    row("yarn|yarnpkg").operands(&[Skip]).programs(PROGRAMS).opts(&[takes(Dir, "--cwd")]),
    row("yarn|yarnpkg add|install|remove|upgrade|up|link").inherits().rest(Part(PackageFile)),
    runs("yarn|yarnpkg exec"),
    row("yarn|yarnpkg npm").operands(&[Skip]).rest(Skip),
    // Behind the name of the workspace stand the words of another yarn.
    row("yarn|yarnpkg workspace").operands(&[Skip]).rest(Split),
    runs_package("yarn|yarnpkg dlx|create").opts(&[val("-p --package")]),
    row("yarn|yarnpkg run").operands(&[Skip]).opts(&[val("--inspect --require")]),
    row("yarn|yarnpkg workspaces foreach").rest(Skip).opts(&[val("--from --include --exclude -j")]),
    runs("yarn|yarnpkg workspaces foreach exec"),
    // bun 1
    row("bun").first().operands(&[Part(SourceFile)]).programs(PROGRAMS).opts(&[
        takes(Code(Language::JavaScript), "-e --eval -p --print").ends(),
        takes(Read, "-r --preload --env-file -c --config"),
        takes(Dir, "--cwd"),
    ]),
    row("bun run").first().operands(&[Part(SourceFile)]).programs(PROGRAMS).opts(&[
        takes(Read, "-r --preload --env-file -c --config"),
        takes(Dir, "--cwd"),
        val("--filter -F --shell"),
    ]),
    row("bun add|a|install|i|remove|rm|update|link")
        .rest(Part(PackageFile))
        .opts(&[takes(Read, "-c --config"), takes(Dir, "--cwd")]),
    row("bun exec").operands(&[Script]).rest(Skip),
    runs_package("bun x").opts(&[val("-p --package")]),
    runs_package("bun create"),
    runs_package("bunx").opts(&[val("-p --package")]),
    // deno 2
    row("deno").first().operands(&[Skip]),
    row("deno eval").operands(&[Code(Language::JavaScript)]).opts(&[val("--ext --env-file")]),
    row("deno run|serve|test|bench|check")
        .first()
        .operands(&[RunFile(Language::JavaScript)])
        .opts(&[val("-c --config --import-map --cert --location --seed --reload-from --port --host")]),
    // uv 0.5
    row("uv").operands(&[Skip]).opts(&[UV, takes(Dir, "--directory")]),
    runs("uv run").opts(&[
        UV,
        val("--with --with-editable --with-requirements --extra --no-extra --group --no-group"),
        val("--only-group --package -m --module --python-platform"),
        takes(Read, "--env-file"),
        takes(Dir, "--directory"),
    ]),
    runs_package("uvx").opts(&[
        UV,
        val("--from --with --with-editable --with-requirements -w"),
        takes(Read, "--env-file"),
        takes(Dir, "--directory"),
    ]),
    runs_package("uv tool run").opts(&[
        UV,
        val("--from --with --with-editable --with-requirements -w"),
        takes(Read, "--env-file"),
        takes(Dir, "--directory"),
    ]),
    // pipx 1.6
    row("pipx").operands(&[Skip]),
    runs_package("pipx run").opts(&[val("--spec --python --index-url -i --pip-args --with")]),
    // poetry 1.8, pipenv, pdm 2, hatch 1, rye, pixi, tox, nox
    row("poetry").operands(&[Skip]).opts(&[takes(Dir, "-C --directory"), val("-P --project")]),
    runs("poetry run").opts(&[takes(Dir, "-C --directory"), val("-P --project")]),
    row("pipenv").operands(&[Skip]).opts(&[val("--python")]),
    runs("pipenv run"),
    row("pipenv|poetry shell").rest(Skip).reads_script(),
    row("pdm").operands(&[Skip]).opts(&[val("-c --config")]),
    runs("pdm run").opts(&[takes(Dir, "-p --project"), val("--venv")]),
    row("hatch").operands(&[Skip]).opts(&[val("-e --env -p --project --data-dir --cache-dir --config")]),
    row("hatch run").first().rest(Scoped).opts(&[val("-e --env -i --include -x --exclude -f --filter")]),
    row("rye").operands(&[Skip]),
    runs("rye run").opts(&[val("--pyproject")]),
    row("pixi").operands(&[Skip]),
    runs("pixi run").opts(&[val("-e --environment --manifest-path --color")]),
    runs("pixi exec").opts(&[val("-s --spec -c --channel -p --platform -w --with")]),
    // conda 24, mamba, micromamba
    row("conda|mamba|micromamba").operands(&[Skip]),
    runs("conda|mamba|micromamba run").opts(&[
        val("-n --name -p --prefix -r --root-prefix -a --attach"),
        takes(Env, "-e --env"),
        takes(Dir, "--cwd"),
    ]),
    // bundle-exec(1), Bundler 2; rbenv, pyenv, nodenv, goenv
    row("bundle|bundler").operands(&[Skip]),
    runs("bundle|bundler exec|e|ex|exe").opts(&[val("--gemfile")]),
    row("rbenv|pyenv|nodenv|goenv|plenv|jenv").operands(&[Skip]),
    runs("rbenv|pyenv|nodenv|goenv|plenv|jenv exec"),
    // corepack 0.29
    runs_package("corepack"),
    row("corepack enable|disable|prepare|use|up|install|pack|hydrate|cache|project").rest(Skip),
    // rtk: filters the output of the command it is given
    runs("rtk").opts(&[flag("-v --verbose -u --ultra-compact")]),
    runs("rtk proxy|err|test|summary"),
    row("rtk gain|init|config|discover|session|cc-economics|learn").rest(Skip),
    // mise 2024: tools, then `--` and a command
    row("mise|rtx").operands(&[Skip]).opts(&[takes(Dir, "-C --cd"), val("-E --env")]),
    row("mise|rtx exec|x").rest(Skip).after(Command).opts(&[
        takes(Script, "-c --command"),
        takes(Dir, "-C --cd"),
        val("-j --jobs -E --env"),
    ]),
    row("mise|rtx watch|run|r").operands(&[Skip]).opts(&[takes(Dir, "-C --cd")]),
    // asdf 0.15: a name, then its arguments
    row("asdf").operands(&[Skip]),
    runs("asdf exec"),
    // volta, fnm, nvm, n, proto, vfox
    row("volta").operands(&[Skip]),
    runs("volta run").opts(&[val("--node --npm --pnpm --yarn --env")]),
    row("fnm").operands(&[Skip]),
    runs("fnm exec").opts(&[val("--using --node-dist-mirror --fnm-dir --log-level --arch")]),
    row("nvm").operands(&[Skip]),
    runs("nvm exec").versions().opts(&[flag("--silent --lts")]),
    row("n").operands(&[Skip]),
    runs("n exec").operands(&[Skip]),
    row("proto").operands(&[Skip]),
    runs("proto run"),
    // tox 4; guix-shell(1)
    row("tox exec|e").rest(Skip).after(Command).opts(&[val("-e -c --conf")]),
    row("guix").operands(&[Skip]),
    row("guix shell|environment").rest(Skip).after(Command).reads_script().opts(&[val("-e -f -m -D -L -r")]),
    // direnv(1) 2.34: the folder is where .envrc is, the command runs here
    row("direnv").operands(&[Skip]),
    runs("direnv exec").operands(&[Name]),
    // nix-shell(1), nix3-develop(1), nix3-shell(1), Nix 2.24
    row("nix-shell").reads_script().opts(&[
        takes(Script, "--run --command"),
        val("-I --attr -A --exclude -j --max-jobs --cores -i --keep"),
        flag("-p --packages").turns(&[(Plain, Skip)]),
        pair(Skip, "--arg --argstr --option"),
    ]),
    row("nix").operands(&[Skip]).opts(&[pair(Skip, "--option")]),
    row("nix develop|shell|env|print-dev-env").rest(Skip).reads_script().opts(&[
        words(Command, "-c --command"),
        val("-k --keep -u --unset --keep-env-var --unset-env-var -I -f --file --expr --phase"),
        pair(Skip, "--option --arg --argstr --override-input --override-flake --redirect"),
        takes(Env, "--set-env-var -s"),
    ]),
    runs_package("nix run").opts(&[pair(Skip, "--option --override-input")]),
    // pkgx(1) 2: packages with a plus sign before them; comma(1)
    runs_package("pkgx").opts(&[may(Skip, "+"), query("-v")]),
    runs("comma|,").opts(&[val("-s --shell -P --picker -F --delete-entry")]),
    row("nix build|flake|eval|search|profile").rest(Skip),
    // devbox 0.13, devenv 1, flox 1
    row("devbox|devenv|flox").operands(&[Skip]),
    runs("devbox run").opts(&[
        val("-c --config --environment"),
        takes(Env, "-e --env"),
        takes(Read, "--env-file"),
    ]),
    runs("devenv shell").reads_script(),
    row("flox activate").after(Command).opts(&[val("-d --dir -r --remote -m --mode"), takes(Script, "-c")]),
    // dotenvx 1: options, then `--`
    row("dotenvx").operands(&[Skip]),
    runs("dotenvx run").opts(&[
        takes(Read, "-f --env-file -fk --env-keys-file -fv --env-vault-file"),
        takes(Env, "-e --env"),
        val("--convention -l --log-level"),
    ]),
    // dotenv-cli 7; python-dotenv 1
    runs("dotenv|dotenv-cli").opts(&[takes(Read, "-e -f --file"), takes(Env, "-v"), val("-c -q --quote -p")]),
    runs("dotenv run").opts(&[val("--override")]),
    row("dotenv get|set|unset|list").rest(Skip),
    // env-cmd 10; cross-env 7
    runs("env-cmd").opts(&[takes(Read, "-f --file -r --rc-file"), val("-e --environments")]),
    runs("cross-env").assignments(),
    // shx 0.3: commands of a shell for every system
    runs("shx"),
    row("cross-env-shell").assignments().first().rest(ScriptWords),
    // sst 3, firebase 13: what they run gets their environment
    row("sst").operands(&[Skip]),
    runs("sst shell|bind|env").opts(&[val("--stage --target --profile --region")]),
    row("firebase emulators:exec").operands(&[Script]).opts(&[val(
        "--only --project -P --config -c --import --export-on-exit --inspect-functions --log-verbosity",
    )]),
    // doppler 3; op(1) 2; infisical; vault tools
    row("doppler").operands(&[Skip]).opts(&[DOPPLER]),
    runs("doppler run").opts(&[
        DOPPLER,
        takes(Script, "--command"),
        val("--fallback --passphrase --mount --mount-format --mount-template --name-transformer"),
    ]),
    row("op").operands(&[Skip]).opts(&[val("--account --vault --config --session --format")]),
    runs("op run").opts(&[takes(Read, "--env-file"), val("--account --config --session --environment")]),
    row("infisical").operands(&[Skip]),
    runs("infisical run").opts(&[
        takes(Script, "-c --command"),
        val("-e --env --path --projectId --token --tags --domain --project-config-dir"),
    ]),
    row("chamber").operands(&[Skip]),
    row("chamber exec").rest(Skip).after(Command),
    row("aws-vault").operands(&[Skip]),
    runs("aws-vault exec").operands(&[Skip]).opts(&[val("-d --duration -t --mfa-token --region -j")]),
    runs("envchain|teller").operands(&[Skip]),
    runs("summon").opts(&[takes(Read, "-f"), val("-p --provider -e --environment -D --yaml")]),
    row("bws").operands(&[Skip]),
    row("bws run")
        .rest(ScriptWords)
        .opts(&[val("--project-id --shell -t --access-token --uuids-as-keynames")]),
    // rvm(1), chruby-exec(1), composer(1) 2
    row("rvm").operands(&[Skip]).versions(),
    runs("rvm do").operands(&[]),
    row("chruby-exec").rest(Skip).after(Command),
    row("composer").operands(&[Skip]).opts(&[takes(Dir, "-d --working-dir")]),
    runs("composer exec").opts(&[takes(Dir, "-d --working-dir")]),
    row("sops").opts(&[val("--age --kms --pgp --input-type --output-type --extract --set")]),
    row("sops exec-env").operands(&[Read]).rest(Script),
    row("sops exec-file").operands(&[Read]).rest(Script).opts(&[val("--filename")]),
    // lerna 8, nx 19, turbo 2, rush
    row("lerna|nx").operands(&[Skip]),
    row("lerna exec").first().rest(ScriptWords).opts(&[val("--scope --ignore --concurrency --since")]),
    runs("nx exec").opts(&[val("-p --projects --configuration -c")]),
    row("turbo|turbopack|moon|wireit").rest(Skip),
    // cargo(1): only the subcommands that run what they are given
    row("cargo").operands(&[Skip]).opts(&[CARGO]),
    row("cargo watch").rest(Skip).after(Command).opts(&[
        CARGO,
        takes(Script, "-x --exec -s --shell"),
        val("-w --watch -i --ignore -d --delay --why"),
        takes(Dir, "-C --workdir"),
    ]),
    row("cargo build|b|test|t|check|c|clippy|run|r|doc|bench|fmt|nextest").opts(&[CARGO]),
    // jj(1) 0.24
    runs("jj util exec"),
    row("rustup").operands(&[Skip]),
    runs("rustup run").operands(&[Skip]),
    // go(1): `-exec` and `-toolexec` are commands
    row("go").operands(&[Skip]).opts(&[takes(Dir, "-C")]),
    row("go run").operands(&[Read]).no_clusters().opts(GO),
    row("go test|build|vet|generate|install|list").rest(Read).no_clusters().opts(GO),
];

/// Programs of packages whose own arguments say what they run. A package manager
/// takes any other word for the name of a script.
const PROGRAMS: &[&str] = &[
    "c8",
    "concurrently",
    "conc",
    "cross-env",
    "cross-env-shell",
    "dotenv",
    "dotenvx",
    "env-cmd",
    "lerna",
    "node",
    "nodemon",
    "nx",
    "nyc",
    "onchange",
    "start-server-and-test",
    "ts-node",
    "tsx",
    "zx",
];

/// pnpm 9: options that take the next word.
const PNPM: Opt = val("-F --filter --filter-prod --workspace-concurrency --reporter --loglevel \
     --registry --store-dir --virtual-store-dir --modules-dir --changed-files-ignore-pattern");

/// doppler 3: options of every subcommand.
const DOPPLER: Opt =
    val("-p --project -c --config -t --token --scope --api-host --dashboard-host --config-dir \
     --configuration --timeout --attempts --only-secrets");

/// go(1) 1.24.
const GO: &[Opt] = &[
    takes(Script, "-exec -toolexec -vettool"),
    takes(Write, "-o"),
    takes(Dir, "-C"),
    val("-run -bench -count -timeout -tags -ldflags -gcflags -mod -p -cpu -parallel -asmflags"),
];

/// cargo(1) 1.80.
const CARGO: Opt =
    val("-p --package --bin --example --test --bench --features -F --target --target-dir --profile \
     -j --jobs --manifest-path --color --message-format -Z --config --exclude");

/// A runner whose first operand is a package, or a program of it.
const fn runs_package(name: &'static str) -> Program {
    row(name).first().rest(Package)
}
