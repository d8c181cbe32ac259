//! Shells and interpreters: where their code stands.

use super::row::{Language::*, Role::*, *};

const SHELL_FILE: Role = RunFile(Shell);

/// sh(1), dash(1); bash(1) 5.2; zsh(1) 5.9; ksh(1). With `-c` the first
/// operand is the script, with `-s` it is read from stdin; the others are
/// positional.
const SHELL: &[Opt] = &[
    flag("-c").turns(&[(SHELL_FILE, Script)]),
    flag("-s").turns(&[(SHELL_FILE, Positional)]),
    next("-o +o -O +O"),
    takes(SHELL_FILE, "--rcfile --init-file -rcfile -init-file").fixed(),
    flag("--norc --noprofile --posix --login --restricted --verbose --noediting --debugger"),
    flag("-norc -noprofile -posix -login -restricted -verbose -noediting -debugger"),
    query("-n -D --dump-strings --dump-po-strings"),
];

const PYTHON: Role = Code(Python);
const NODE: Role = Code(JavaScript);

/// Options of both PowerShells. Upper and lower case are one, and names may be cut short.
const PWSH: &[Opt] = &[
    words(
        CodeWords(PowerShell),
        "-Command -command -c -C --command -COMMAND -Comm -comm -CommandWithArgs -cwa",
    ),
    takes(RunFile(PowerShell), "-File -file -f -F -FILE --file").fills().ends(),
    takes(Code(EncodedPowerShell), "-EncodedCommand -encodedcommand -encodedCommand -e -E -ec -enc -Enc -en"),
    takes(Dir, "-WorkingDirectory -workingdirectory -wd"),
    val(
        "-ExecutionPolicy -executionpolicy -ep -ex -Ep -EP -OutputFormat -outputformat -InputFormat -inputformat",
    ),
    val(
        "-ConfigurationName -ConfigurationFile -CustomPipeName -SettingsFile -WindowStyle -windowstyle -w -Version",
    ),
    query("-h -Help -help -?"),
];

pub const ROWS: &[Program] = &[
    row("sh|bash|dash|zsh|ksh|ash|ksh93|mksh|yash|rbash|posh|lksh|hush|bosh|oksh|loksh|osh|bash5")
        .first()
        .operands(&[SHELL_FILE])
        .rest(Positional)
        .opts(SHELL),
    // fish(1) 3.7: `-c` takes its value
    row("fish").first().operands(&[SHELL_FILE]).rest(Positional).opts(&[
        takes(Script, "-c --command -C --init-command").fills(),
        val("-o --debug-output -d --debug -f --features"),
        query("-n --no-execute"),
    ]),
    // csh(1), tcsh(1)
    row("csh|tcsh").first().operands(&[SHELL_FILE]).rest(Positional).opts(&[
        flag("-c").turns(&[(SHELL_FILE, Script)]),
        flag("-s").turns(&[(SHELL_FILE, Positional)]),
        query("-n"),
    ]),
    // nu(1), elvish, xonsh
    row("nu|elvish|xonsh|ion").first().operands(&[SHELL_FILE]).rest(Positional).opts(&[takes(
        Script,
        "-c --commands -e --execute",
    )
    .fills()]),
    // about_Pwsh, PowerShell 7
    row("pwsh").first().no_clusters().operands(&[RunFile(PowerShell)]).rest(Positional).opts(PWSH),
    // about_PowerShell_exe, PowerShell 5.1: words that no option takes are a command
    row("powershell").first().no_clusters().operands(&[CodeWords(PowerShell)]).opts(PWSH),
    row("Invoke-Expression|iex")
        .operands(&[Code(PowerShell)])
        .opts(&[takes(Code(PowerShell), "-Command").fills()]),
    // cmd.exe
    row("cmd").first().no_clusters().opts(&[
        words(CodeWords(Cmd), "/c /C /k /K /r /R //c //C"),
        flag("/s /S /q /Q /d /D /a /A /u /U /v:on /V:ON /e:on /E:ON"),
    ]),
    // python(1) 3.12
    row("python|pythonw|pypy|ipython|IPython|py|micropython").first().operands(&[RunFile(Python)]).opts(&[
        takes(PYTHON, "-c").fills().ends(),
        takes(Module, "-m").fills().ends(),
        val("-W -X --check-hash-based-pycs"),
        query("-h -V -VV"),
    ]),
    // node(1) 22
    row("node|nodejs|tsx|ts-node|iojs").first().operands(&[RunFile(JavaScript)]).opts(&[
        takes(NODE, "-e --eval -p --print -pe").fills(),
        takes(Loads(JavaScript), "-r --require --import --loader --experimental-loader"),
        takes(Read, "--env-file"),
        takes(Read, "--env-file-if-exists --openssl-config --icu-data-dir"),
        takes(Read, "-P --project --tsconfig"),
        takes(Name, "--watch-path"),
        val("-C --conditions --stack-trace-limit --inspect-port --input-type --title"),
        query("-c --check -h -v"),
    ]),
    row("tsx watch").first().operands(&[RunFile(JavaScript)]),
    // perl(1) 5.38: `-i` edits the files it reads; `-c` still runs BEGIN blocks
    row("perl").first().operands(&[RunFile(Perl)]).opts(&[
        takes(Code(Perl), "-e -E").fills().turns(&[(Plain, Read)]),
        may(Skip, "-i").turns(&[(Plain, Both), (Read, Both)]),
        may(Skip, "-F -D -C -x"),
        val("-I"),
        takes(Loads(Perl), "-M -m"),
        dry_run("-c"),
        query("-v -V"),
    ]),
    // ruby(1) 3.3: `-v` says the version and goes on
    row("ruby|jruby|truffleruby").first().operands(&[RunFile(Ruby)]).opts(&[
        takes(Code(Ruby), "-e").fills().turns(&[(Plain, Read)]),
        may(Skip, "-i").turns(&[(Plain, Both), (Read, Both)]),
        takes(Dir, "-C"),
        val("-I -E --encoding"),
        takes(Loads(Ruby), "-r"),
        may(Skip, "-F -K -T -W -x -0"),
        query("-c"),
    ]),
    row("irb").first().operands(&[RunFile(Ruby)]),
    // php(1) 8.3
    row("php").first().operands(&[RunFile(Php)]).opts(&[
        takes(Code(Php), "-r --run -B --process-begin -R --process-code -E --process-end").fills(),
        takes(RunFile(Php), "-f --file -F --process-file").fills(),
        takes(Read, "-c --php-ini"),
        takes(Dir, "-t --docroot"),
        val("-d --define -S --server -z"),
        query("-l --syntax-check -v -i -m -h"),
    ]),
    // lua(1) 5.4, luajit
    row("lua|luajit|texlua")
        .first()
        .operands(&[RunFile(Lua)])
        .opts(&[takes(Code(Lua), "-e"), takes(Loads(Lua), "-l")]),
    row("luac").rest(Read).opts(&[takes(Write, "-o"), flag("-p")]),
    // tclsh(1), wish(1), expect(1)
    row("tclsh|wish|jimsh").first().no_clusters().operands(&[RunFile(Tcl)]).opts(&[val("-encoding")]),
    row("expect")
        .first()
        .operands(&[RunFile(Tcl)])
        .opts(&[takes(Code(Tcl), "-c"), takes(RunFile(Tcl), "-f -b").fills()]),
    // Rscript(1), julia(1), octave(1), osascript(1), swift, elixir(1), erl(1)
    row("Rscript|R|octave|julia|elixir|groovy|raku|kotlin|kotlinc|jshell")
        .first()
        .operands(&[RunFile(Calls)])
        .opts(&[takes(Code(Calls), "-e --eval -E --print --execute").fills()]),
    row("crystal").first().operands(&[Skip]),
    row("crystal eval").operands(&[Code(Calls)]),
    row("scala|ghc|ocaml").first().operands(&[RunFile(Other)]).opts(&[takes(Code(Other), "-e").fills()]),
    row("guile|clojure|clj|bb|racket|sbcl|ecl|clisp|csi|gosh|chez|scheme")
        .first()
        .operands(&[RunFile(Lisp)])
        .opts(&[takes(Code(Lisp), "-e --eval -c").fills()]),
    row("osascript")
        .operands(&[RunFile(AppleScript)])
        .opts(&[takes(Code(AppleScript), "-e").fills(), val("-l -s")]),
    row("erl").no_clusters().opts(&[takes(Code(Calls), "-eval")]),
    // rails(1), rake(1)
    row("rails").operands(&[Skip]),
    row("rails runner|r").operands(&[Code(Ruby)]).opts(&[val("-e --environment")]),
    runs("spring"),
    row("rake")
        .rest(Skip)
        .opts(&[takes(Code(Ruby), "-e --execute -E --execute-continue -p --execute-print")]),
    // django-admin(1) 5, and manage.py of a project; Flask 3; coverage 7; artisan of Laravel 11
    row("django-admin|manage.py").operands(&[Skip]),
    row("django-admin|manage.py shell|shell_plus")
        .operands(&[RunFile(Python)])
        .opts(&[takes(Code(Python), "-c --command").fills(), val("-i --interface --settings --pythonpath")]),
    row("flask").operands(&[Skip]).opts(&[takes(Read, "-e --env-file"), val("-A --app")]),
    row("flask shell").operands(&[RunFile(Python)]),
    row("coverage").operands(&[Skip]),
    row("coverage run").first().operands(&[RunFile(Python)]).opts(&[
        val("-m --concurrency --context --include --omit --source --timid"),
        takes(Read, "--rcfile"),
        takes(Write, "--data-file"),
    ]),
    row("artisan").operands(&[Skip]),
    row("artisan tinker").rest(Skip).opts(&[takes(Code(Php), "--execute")]),
    row("mix").operands(&[Skip]).rest(Skip),
    row("mix run")
        .first()
        .operands(&[RunFile(Calls)])
        .opts(&[takes(Code(Calls), "-e --eval"), val("-r --require")]),
    row("zx").first().operands(&[RunFile(JavaScript)]).opts(&[
        takes(NODE, "-e --eval").fills(),
        val("--shell --prefix --postfix --registry"),
        takes(Dir, "--cwd"),
    ]),
];

/// Modules of Python with a row of their own, or with that of a program.
pub const MODULES: &[&str] = &[
    "IPython",
    "ansible",
    "bandit",
    "black",
    "build",
    "cProfile",
    "celery",
    "codespell",
    "coverage",
    "doctest",
    "flake8",
    "flask",
    "http.server",
    "isort",
    "json.tool",
    "jupyter",
    "mypy",
    "nox",
    "pdb",
    "pdm",
    "pip",
    "pipx",
    "poetry",
    "profile",
    "pycodestyle",
    "pyflakes",
    "pylint",
    "pyright",
    "pytest",
    "robot",
    "ruff",
    "runpy",
    "tarfile",
    "timeit",
    "tox",
    "trace",
    "twine",
    "uv",
    "vulture",
    "yapf",
    "zipfile",
];
