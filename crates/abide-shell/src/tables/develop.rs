//! Editors, compilers, formatters and linters: which files they write.

use super::row::{Language::*, Role::*, *};

pub const ROWS: &[Program] = &[
    row("emacsclient").rest(Both).opts(&[
        takes(Code(Lisp), "-e --eval"),
        val("-a --alternate-editor -s --socket-name -f --server-file"),
    ]),
    // Editors: vim(1) 9, nvim; `+cmd` and `-c cmd` are Ex commands
    row("vim|vi|nvim|ex|view|gvim|mvim|rvim|vimx").rest(Both).opts(&[
        takes(Code(Vim), "-c --cmd"),
        may(Code(Vim), "+"),
        takes(Read, "-S -u -U -i -T -t"),
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
    row("nano|pico").rest(Both).opts(&[
        val("-J --guidestripe -Q --quotestr -T --tabsize -X --wordchars -Y --syntax -r --fill"),
        takes(Dir, "-o --operatingdir -C --backupdir"),
        takes(Read, "-f --rcfile"),
        takes(Script, "-s --speller"),
        may(Skip, "+"),
    ]),
    row("code|code-insiders|cursor|windsurf|codium").rest(Both).opts(&[
        flag("-d --diff").turns(&[(Both, Read)]),
        val("--install-extension --uninstall-extension --profile --locale --log"),
        takes(Both, "-a --add --user-data-dir --extensions-dir"),
    ]),
    row("micro|hx|helix|kak|mg|joe|jed|ne|subl|zed|gedit|mate|atom|idea").rest(Both),
    // gcc(1), clang(1), tsc, esbuild: compilers read operands, write -o
    row("gcc|cc|g++|c++|clang|clang++|tcc|ld|gfortran|nvcc").rest(Read).no_clusters().opts(&[
        takes(Write, "-o -MF"),
        val("-D -U -L -l -x -arch -target -MT -MQ -Xlinker -Xclang -framework -u -z -T -e"),
        takes(Read, "-include -imacros -isystem -I -iquote -idirafter"),
    ]),
    row("rustc").rest(Read).opts(&[
        takes(Write, "-o --out-dir"),
        val("--crate-name --crate-type --edition --emit --print -C -A -W -D -F -L -l --cfg --target"),
    ]),
    row("javac").rest(Read).no_clusters().opts(&[
        takes(Write, "-d -s -h"),
        val("-cp -classpath --class-path --release -source -target -encoding"),
    ]),
    row("tsc").rest(Plain).no_clusters().opts(&[
        takes(Write, "--outDir --outFile --declarationDir --tsBuildInfoFile"),
        takes(Read, "-p --project"),
        val("-t --target -m --module --lib --jsx --moduleResolution"),
    ]),
    // Formatters and linters that write what they read only when asked
    row("prettier").rest(Read).opts(&[
        flag("-w --write").turns(&[(Read, Both)]),
        val("--parser --print-width --tab-width --log-level --end-of-line --plugin"),
        takes(Read, "--config --ignore-path"),
        takes(Name, "--stdin-filepath"),
    ]),
    row("eslint|stylelint|oxlint").rest(Read).opts(&[
        flag("--fix").turns(&[(Read, Both)]),
        val("--ext --format -f --max-warnings --rule --plugin --parser --env"),
        takes(Read, "-c --config --ignore-path --rulesdir"),
        takes(Write, "-o --output-file --cache-location"),
    ]),
    row("biome|ruff").operands(&[Skip]).rest(Read),
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
        flag("--check --diff").turns(&[(Both, Read)]),
        val("-l --line-length -t --target-version --include --exclude --profile"),
        takes(Read, "--config --settings-path"),
    ]),
    row("rustfmt").rest(Both).opts(&[
        flag("--check").turns(&[(Both, Read)]),
        val("--edition --emit --config --color"),
        takes(Read, "--config-path"),
    ]),
    row("gofmt|goimports")
        .rest(Read)
        .opts(&[flag("-w").turns(&[(Read, Both)]), val("-r -local -cpuprofile")]),
    row("shfmt").rest(Read).opts(&[
        flag("-w --write").turns(&[(Read, Both)]),
        val("-i --indent -ln --language-dialect --filename"),
    ]),
    row("clang-format")
        .rest(Read)
        .no_clusters()
        .opts(&[flag("-i").turns(&[(Read, Both)]), takes(Read, "--files")]),
    row("pytest|py.test").rest(Read).opts(&[
        takes(Write, "--junitxml --junit-xml --basetemp --cov-report"),
        val("-k -m -n -p -o --tb --maxfail --durations -W --log-level --numprocesses -r"),
        takes(Read, "-c --config-file"),
    ]),
];
