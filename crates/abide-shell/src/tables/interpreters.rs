//! Shells and interpreters: where their code stands.

use super::row::{Language::*, Role::*, *};

const SHELL_FILE: Role = RunFile(Shell);

/// sh(1), dash(1); bash(1) 5.2; zsh(1) 5.9; ksh(1). With `-c` the first
/// operand is the script, with `-s` it is read from stdin; the others are
/// positional.
const SHELL: &[Opt] = &[
    flag("-c").turns(&[(SHELL_FILE, Script)]),
    flag("-s").turns(&[(SHELL_FILE, Positional)]),
    val("-o +o -O +O"),
    takes(SHELL_FILE, "--rcfile --init-file -rcfile -init-file"),
    flag("--norc --noprofile --posix --login --restricted --verbose --noediting --debugger"),
    flag("-norc -noprofile -posix -login -restricted -verbose -noediting -debugger"),
    query("-n -D --dump-strings --dump-po-strings"),
];

const PYTHON: Role = Code(Python);
const NODE: Role = Code(JavaScript);

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
    row("nu|elvish|xonsh|ion").first().operands(&[SHELL_FILE]).rest(Positional).opts(&[
        takes(Script, "-c --commands -e --execute").fills(),
    ]),
    // about_Pwsh, PowerShell 7
    row("pwsh|powershell").first().no_clusters().operands(&[RunFile(Other)]).opts(&[
        words(ScriptWords, "-Command -command -c -C --command"),
        takes(RunFile(Other), "-File -file -f").ends(),
        val("-ExecutionPolicy -ep -ex -WorkingDirectory -wd -OutputFormat -InputFormat"),
        val("-ConfigurationName -WindowStyle -Version"),
        takes(Code(Other), "-EncodedCommand -e -ec"),
    ]),
    // cmd.exe
    row("cmd").first().no_clusters().opts(&[
        words(ScriptWords, "/c /C /k /K /r /R //c //C"),
        flag("/s /S /q /Q /d /D /a /A /u /U"),
    ]),
    // python(1) 3.12
    row("python|pythonw|pypy|ipython|py|micropython").first().operands(&[RunFile(Python)]).opts(&[
        takes(PYTHON, "-c").fills().ends(),
        val("-m").fills().ends(),
        val("-W -X --check-hash-based-pycs"),
        query("-h -V -VV"),
    ]),
    // node(1) 22
    row("node|nodejs|tsx|ts-node|iojs").first().operands(&[RunFile(JavaScript)]).opts(&[
        takes(NODE, "-e --eval -p --print -pe").fills(),
        takes(Read, "-r --require --import --loader --experimental-loader --env-file"),
        takes(Read, "--env-file-if-exists --openssl-config --icu-data-dir"),
        takes(Read, "-P --project --tsconfig"),
        val("-C --conditions --stack-trace-limit --inspect-port --input-type --title"),
        query("-c --check -h -v"),
    ]),
    row("tsx watch").first().operands(&[RunFile(JavaScript)]),
    // perl(1) 5.38: `-i` edits the files it reads
    row("perl").first().operands(&[RunFile(Perl)]).rest(Read).opts(&[
        takes(Code(Perl), "-e -E").fills(),
        may(Skip, "-i").turns(&[(Read, Both)]),
        may(Skip, "-F -d -D -C"),
        val("-I -M -m"),
        query("-c -v -V"),
    ]),
    // ruby(1) 3.3
    row("ruby|jruby|truffleruby").first().operands(&[RunFile(Ruby)]).rest(Read).opts(&[
        takes(Code(Ruby), "-e").fills(),
        may(Skip, "-i").turns(&[(Read, Both)]),
        takes(Dir, "-C"),
        val("-I -r -E --encoding"),
        may(Skip, "-F -K -T -W -x -0"),
        query("-c -v"),
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
    row("lua|luajit|texlua").first().operands(&[RunFile(Lua)]).opts(&[
        takes(Code(Lua), "-e"),
        val("-l"),
    ]),
    row("luac").rest(Read).opts(&[takes(Write, "-o"), flag("-p")]),
    // tclsh(1), wish(1), expect(1)
    row("tclsh|wish|jimsh").first().no_clusters().operands(&[RunFile(Tcl)]).opts(&[val("-encoding")]),
    row("expect").first().operands(&[RunFile(Tcl)]).opts(&[
        takes(Code(Tcl), "-c"),
        takes(RunFile(Tcl), "-f -b").fills(),
    ]),
    // Rscript(1), julia(1), octave(1), osascript(1), swift, elixir(1), erl(1)
    row("Rscript|R|octave|julia|elixir|groovy|scala|raku|crystal|guile|clojure|clj|bb")
        .first()
        .operands(&[RunFile(Other)])
        .opts(&[takes(Code(Other), "-e --eval -E --print --execute -x").fills()]),
    row("osascript").operands(&[RunFile(Other)]).opts(&[
        takes(Code(Other), "-e").fills(),
        val("-l -s"),
    ]),
    row("erl").no_clusters().opts(&[takes(Code(Other), "-eval")]),
    row("emacsclient").rest(Both).opts(&[
        takes(Code(Lisp), "-e --eval"),
        val("-a --alternate-editor -s --socket-name -f --server-file"),
    ]),
    // Editors: vim(1) 9, nvim; `+cmd` and `-c cmd` are Ex commands
    row("vim|vi|nvim|ex|view|gvim|mvim|rvim|vimx").rest(Both).opts(&[
        takes(Code(Vim), "-c --cmd"),
        may(Code(Vim), "+"),
        takes(Read, "-S -u -U -s -i -t -r -T -q"),
        takes(Write, "-w -W"),
        val("--servername --remote-expr --remote-send"),
    ]),
    row("emacs").rest(Both).no_clusters().opts(&[
        takes(Code(Lisp), "--eval -eval --execute -execute"),
        takes(RunFile(Lisp), "-l -load --load --script -script -scriptload"),
        val("-f -funcall --funcall -T --title -g --geometry --init-directory"),
    ]),
    // ed(1) and red(1) read commands from stdin
    row("ed|red").rest(Both).opts(&[val("-p --prompt")]),
    row("nano|pico|micro|hx|helix|kak|mg|joe|jed|ne|code|code-insiders|cursor|subl|zed|gedit|mate|atom|idea|windsurf")
        .rest(Both)
        .opts(&[val("-a --add-mode -T --tabsize -r --fill -Y --syntax --install-extension --profile")]),
    // gcc(1), clang(1), tsc, esbuild: compilers read operands, write -o
    row("gcc|cc|g++|c++|clang|clang++|tcc|rustc|ld|as|ghc|gfortran|nvcc|zig|ocamlc|javac|kotlinc")
        .rest(Read)
        .no_clusters()
        .opts(&[
            takes(Write, "-o -MF -d --out-dir"),
            val("-D -U -L -l -x -std -target -arch -MT -MQ -Xlinker -Xclang -framework"),
            val("--crate-name --crate-type --edition --emit --print -C -A -W --cfg --target -cp"),
            takes(Read, "-include -isystem -I -iquote -classpath"),
        ]),
    row("tsc|esbuild|swc|rollup|webpack|vite").rest(Plain).opts(&[
        takes(Write, "--outDir --outdir --outFile --outfile --declarationDir -o -d"),
        takes(Read, "-p --project -c --config --tsconfig"),
    ]),
    // Formatters and linters that write what they read only when asked
    row("prettier").rest(Read).opts(&[
        flag("-w --write").turns(&[(Read, Both)]),
        val("--parser --print-width --tab-width --log-level --end-of-line --plugin"),
        takes(Read, "--config --ignore-path"),
        takes(Name, "--stdin-filepath"),
    ]),
    row("eslint|stylelint|standard|oxlint|xo|tslint").rest(Read).opts(&[
        flag("--fix").turns(&[(Read, Both)]),
        val("--ext --format -f --max-warnings --rule --plugin --parser --env"),
        takes(Read, "-c --config --ignore-path --rulesdir"),
        takes(Write, "-o --output-file --cache-location"),
    ]),
    row("biome|ruff|deno-fmt|dprint").operands(&[Skip]).rest(Read),
    row("biome format|lint|check").rest(Read).opts(&[
        flag("--write --fix --apply --apply-unsafe").turns(&[(Read, Both)]),
        takes(Read, "--config-path"),
    ]),
    row("ruff check").rest(Read).opts(&[
        flag("--fix --fix-only").turns(&[(Read, Both)]),
        val("--select --ignore --extend-select --output-format --target-version --line-length"),
        takes(Read, "--config"),
    ]),
    row("ruff format").rest(Both).opts(&[
        flag("--check --diff").turns(&[(Both, Read)]),
        val("--line-length --target-version"),
        takes(Read, "--config"),
    ]),
    row("black|isort|autopep8|yapf|autoflake|pyupgrade").rest(Both).opts(&[
        flag("--check --diff -c").turns(&[(Both, Read)]),
        val("-l --line-length -t --target-version --include --exclude --profile"),
        takes(Read, "--config --settings-path"),
    ]),
    row("rustfmt").rest(Both).opts(&[
        flag("--check").turns(&[(Both, Read)]),
        val("--edition --emit --config --color"),
        takes(Read, "--config-path"),
    ]),
    row("gofmt|goimports|shfmt|clang-format|buf|taplo|stylua").rest(Read).opts(&[
        flag("-w --write -i").turns(&[(Read, Both)]),
        val("-r -local -ln -bn -style --style -assume-filename"),
    ]),
    row("mypy|pyright|flake8|pylint|bandit|pytest|jest|vitest|mocha|ava").rest(Plain).opts(&[
        val("-k -m -n -p -t -o --select --ignore --maxfail --tb --reporter --testNamePattern"),
        takes(Read, "-c --config --rootdir --config-file --rcfile"),
    ]),
];
