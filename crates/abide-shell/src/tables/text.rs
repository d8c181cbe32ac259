//! Programs that search, cut and rewrite text: patterns and scripts are free
//! text, operands are files that are read.

use super::row::{Role::*, *};

const AWK: Role = Code(Language::Awk);
const SED: Role = Code(Language::Sed);

/// grep(1), GNU 3.11, also of its kin.
const GREP: &[Opt] = &[
    takes(Pattern, "-e --regexp"),
    takes(Read, "-f --file").fills(),
    val("-m --max-count -A --after-context -B --before-context -C --context -D --devices"),
    val("-d --directories --binary-files --include --exclude --exclude-dir --label"),
    takes(Read, "--exclude-from"),
];

pub const ROWS: &[Program] = &[
    row("grep|egrep|fgrep|ggrep|zgrep|zegrep|zfgrep|bzgrep|xzgrep|zstdgrep|ugrep")
        .operands(&[Pattern])
        .rest(Read)
        .opts(GREP),
    // rg(1) 14
    row("rg").operands(&[Pattern]).rest(Read).opts(&[
        takes(Pattern, "-e --regexp"),
        takes(Read, "-f --file").fills(),
        flag("--files --type-list").turns(&[(Pattern, Name), (Read, Name)]),
        val("-A --after-context -B --before-context -C --context -g --glob --iglob -m --max-count"),
        val("-t --type -T --type-not --type-add --type-clear -M --max-columns -j --threads"),
        val("-d --max-depth --maxdepth --max-filesize -E --encoding --engine --color --colors"),
        val("--context-separator --field-context-separator --field-match-separator --sort --sortr"),
        val("--dfa-size-limit --regex-size-limit --path-separator --hostname-bin"),
        takes(Free, "-r --replace"),
        takes(Read, "--ignore-file"),
        takes(Script, "--pre"),
        val("--pre-glob"),
    ]),
    // ag(1) 2.2
    row("ag").operands(&[Pattern]).rest(Read).opts(&[
        val("-A --after -B --before -C --context -G --file-search-regex --ignore --ignore-dir"),
        val("-m --max-count --depth -W --width --workers --color-line-number --color-match"),
        takes(Read, "-p --path-to-ignore"),
        takes(Script, "--pager"),
    ]),
    // ack(1) 3
    row("ack|ack-grep").operands(&[Pattern]).rest(Read).opts(&[
        takes(Pattern, "--match"),
        val("-A --after-context -B --before-context -C --context -m --max-count --type -t -T"),
        val("--ignore-dir --ignore-directory --ignore-file --output --sort-files --range-start"),
        takes(Read, "--files-from --ackrc"),
        takes(Script, "--pager"),
        flag("-f").turns(&[(Pattern, Name), (Read, Name)]),
    ]),
    // ast-grep 0.30, comby, semgrep
    row("ast-grep|sg").operands(&[Skip]).rest(Read).opts(&[
        takes(Free, "-p --pattern -r --rewrite"),
        val("-l --lang --globs --selector --strictness"),
    ]),
    row("comby").operands(&[Free, Free]).rest(Skip).opts(&[val("-matcher -extensions -f")]),
    row("semgrep|opengrep").rest(Read).opts(&[
        takes(Free, "-e --pattern"),
        takes(Read, "-f --config -c"),
        val("-l --lang --severity --include --exclude"),
        takes(Write, "-o --output"),
    ]),
    // sed(1), GNU 4.9: `-i` edits its files; `-i ''` is the BSD form
    row("sed|gsed").operands(&[SED]).rest(Read).opts(&[
        takes(SED, "-e --expression").fills(),
        takes(Read, "-f --file").fills(),
        may(Skip, "-i --in-place").turns(&[(Read, Both)]),
        val("-l --line-length"),
    ]),
    // perl is an interpreter; sd(1) 1: edits its files
    row("sd").operands(&[Pattern, Free]).rest(Both).opts(&[
        val("-n --max-replacements -f --flags"),
        flag("-p --preview").turns(&[(Both, Read)]),
    ]),
    row("rpl|replace").operands(&[Pattern, Free]).rest(Both),
    // gawk(1) 5.3, mawk(1): `-i inplace` edits its files
    row("awk|gawk|mawk|nawk|original-awk").operands(&[AWK]).rest(Read).opts(&[
        takes(AWK, "-e --source").fills(),
        takes(Read, "-f --file -E --exec").fills(),
        takes(Skip, "-i --include").turns(&[(Read, Both)]),
        takes(Free, "-F --field-separator -v --assign"),
        val("-l --load"),
    ]),
    // jq(1) 1.7, yq(1) 4, gojq, jaq, dasel, xq
    row("jq|gojq|jaq|fx").operands(&[Code(Language::Jq)]).rest(Read).opts(&[
        takes(Read, "-f --from-file").fills(),
        takes(Read, "-L --library-path"),
        val("--indent"),
        pair_free("--arg --argjson"),
        flag("--args --jsonargs").turns(&[(Read, Free)]),
        PAIR_FILE,
    ]),
    row("yq|xq|tomlq").operands(&[Code(Language::Jq)]).rest(Read).opts(&[
        takes(Read, "--from-file").fills(),
        flag("-i --inplace -I").turns(&[(Read, Both)]),
        val("-p --input-format -o --output-format --indent --xml-attribute-prefix"),
        pair_free("--arg --argjson"),
    ]),
    row("yq eval|e|eval-all|ea").operands(&[Code(Language::Jq)]).rest(Read).opts(&[
        takes(Read, "--from-file").fills(),
        flag("-i --inplace").turns(&[(Read, Both)]),
        val("-p --input-format -o --output-format -I --indent"),
    ]),
    row("dasel").rest(Skip).opts(&[takes(Both, "-f --file"), takes(Free, "-s --selector -v")]),
    // tr(1), cut(1), sort(1), uniq(1), ... coreutils 9.4
    row("tr").rest(Free),
    row("cut|gcut").rest(Read).opts(&[val(
        "-b --bytes -c --characters -d --delimiter -f --fields --output-delimiter",
    )]),
    row("sort|gsort").rest(Read).opts(&[
        val("-k --key -t --field-separator -S --buffer-size --batch-size --parallel --sort"),
        val("--random-source"),
        takes(Dir, "-T --temporary-directory"),
        takes(Write, "-o --output"),
        takes(Read, "--files0-from"),
        takes(Script, "--compress-program"),
    ]),
    row("uniq").operands(&[Read]).rest(Write).opts(&[val(
        "-f --skip-fields -s --skip-chars -w --check-chars --group",
    )]),
    row("cat|tac|nl|rev|fold|fmt|expand|unexpand|paste|join|comm|tsort|look|zcat|gzcat|bzcat|xzcat")
        .rest(Read)
        .opts(&[
            val("-w --width -s --separator -t --tabs -d --delimiters -j -o -e -1 -2 -i -l -v"),
        ]),
    row("head|tail|ghead|gtail").rest(Read).opts(&[val(
        "-n --lines -c --bytes -s --sleep-interval --pid --max-unchanged-stats",
    )]),
    row("less|more|most|zless|zmore|pg").rest(Read).opts(&[
        val("-b -h -j -p -P -t -T -x -y -z -# --pattern --prompt --tag --tabs --window"),
        takes(Write, "-o -O --log-file --LOG-FILE"),
        takes(Read, "-k --lesskey-file"),
    ]),
    row("wc").rest(Read).opts(&[takes(Read, "--files0-from"), val("--total")]),
    row("column|colrm|csvcut|csvgrep|csvlook|mlr|xsv|qsv").rest(Plain).opts(&[val(
        "-s --separator -o --output-separator -c --output-width -N --table-columns -d -t -m",
    )]),
    row("strings|od|hexdump|hd|base64|base32|basenc|cksum|sum|file|readelf|objdump|nm").rest(Read).opts(&[
        val("-n --bytes -t --radix -e --encoding -A --address-radix -j --skip-bytes -N -w --wrap"),
        val("-S -s -F --separator -P -a --algorithm"),
        takes(Read, "-f --files-from -m --magic-file"),
    ]),
    row("bat|batcat|hexyl").rest(Read),
    // xxd(1): infile, outfile
    row("xxd").operands(&[Read]).rest(Write).opts(&[val("-c -cols -g -l -len -n -name -o -R -s -seek")]),
    row("md5sum|sha1sum|sha224sum|sha256sum|sha384sum|sha512sum|b2sum|b3sum|shasum|md5|crc32|xxhsum")
        .rest(Read)
        .opts(&[val("-a --algorithm -l --length")]),
    // diff(1), diffutils 3.10; cmp(1); delta, difft
    row("diff|sdiff|diff3|colordiff|gdiff|delta|difft|vimdiff").rest(Read).opts(&[
        val("-C --context -U --unified -L --label -F --show-function-line -I -W --width"),
        val("-x --exclude --horizon-lines --color --tabsize --to-file-name"),
        takes(Free, "--ignore-matching-lines"),
        takes(Read, "-X --exclude-from -S --starting-file --from-file --to-file"),
        takes(Write, "-o --output"),
        takes(Script, "--diff-program"),
    ]),
    row("cmp").operands(&[Read, Read]).rest(Skip).opts(&[val("-i --ignore-initial -n --bytes")]),
    // Counting and looking: tokei, cloc, scc, tree, du
    row("tree|du|df|ls|dir|vdir|gls|eza|exa|lsd|stat|gstat|readlink|realpath|greadlink|namei|locate")
        .rest(Name)
        .opts(&[
            val("-I --ignore --hide -w --width -T --tabsize --block-size --color --sort --time"),
            val("-c --format --printf -L --level -d --max-depth -t --threshold --exclude -P"),
        ]),
    // iconv(1), dos2unix(1), envsubst(1), gettext
    row("iconv").rest(Read).opts(&[
        val("-f --from-code -t --to-code"),
        takes(Write, "-o --output"),
    ]),
    row("dos2unix|unix2dos").rest(Both),
    row("envsubst|gettext|ngettext").rest(Free),
    // pr(1), lpr(1): printing
    row("pr|lpr|lp|enscript").rest(Read).opts(&[val("-h --header -l -w -n -P -o -# -d -t")]),
    // shellcheck(1), actionlint, hadolint, yamllint: checking
    row("shellcheck|hadolint|yamllint|actionlint|markdownlint|vale").rest(Read).opts(&[
        val("-s --shell -f --format -e --exclude -o --enable -S --severity -i --include"),
        takes(Read, "-c --config --rcfile -P --source-path"),
    ]),
];

/// Two words of text after the option (`jq --arg name value`).
const fn pair_free(names: &'static str) -> Opt {
    pair(Free, names)
}

/// jq(1): `--slurpfile name file`. The second word is left as an operand.
const PAIR_FILE: Opt = val("--slurpfile --rawfile");
