//! Programs that search, cut and rewrite text: patterns and scripts are free
//! text, operands are files that are read.

use super::row::{Role::*, *};
use super::walk::*;

const AWK: Role = Code(Language::Awk);
const SED: Role = Code(Language::Sed);

/// grep(1), GNU 3.11, also of its kin.
const GREP: &[Opt] = &[
    takes(Pattern, "-e --regexp"),
    takes(Read, "-f --file").fills(),
    val("-m --max-count -A --after-context -B --before-context -C --context -D --devices"),
    val("-d --directories --binary-files --label"),
    takes(Read, "--exclude-from"),
    takes(Only, "--include"),
    takes(Except, "--exclude --exclude-dir"),
    flag("-r -R --recursive --dereference-recursive").walks(HERE),
];

pub const ROWS: &[Program] = &[
    row("grep|egrep|fgrep|ggrep|zgrep|zegrep|zfgrep|bzgrep|xzgrep|zstdgrep")
        .operands(&[Pattern])
        .rest(Read)
        .opts(GREP),
    // rg(1) 14
    row("rg").operands(&[Pattern]).rest(Read).walks(TIDY).opts(&[
        takes(Pattern, "-e --regexp"),
        takes(Read, "-f --file").fills(),
        flag("--files --type-list").turns(&[(Pattern, Name), (Read, Name)]),
        flag("-u --unrestricted").shows(Shows::Next),
        flag("--no-ignore --no-ignore-vcs").shows(Shows::Ignored),
        flag("-. --hidden").shows(Shows::Hidden),
        takes(Only, "-g --glob --iglob"),
        // A type is no pattern, so as one it matches no name: which files are
        // of the type is not known here.
        takes(Only, "-t --type"),
        val("-A --after-context -B --before-context -C --context -m --max-count"),
        val("-T --type-not --type-add --type-clear -M --max-columns -j --threads"),
        val("-d --max-depth --maxdepth --max-filesize -E --encoding --engine --color --colors"),
        val("--context-separator --field-context-separator --field-match-separator --sort --sortr"),
        val("--dfa-size-limit --regex-size-limit --path-separator --hostname-bin"),
        takes(Free, "-r --replace"),
        takes(Read, "--ignore-file"),
        takes(Script, "--pre"),
        val("--pre-glob"),
    ]),
    // ag(1) 2.2
    row("ag").operands(&[Pattern]).rest(Read).walks(TIDY).opts(&[
        flag("-u --unrestricted").shows(Shows::All),
        flag("-a --all-types -t --all-text -U --skip-vcs-ignores").shows(Shows::Ignored),
        flag("--hidden").shows(Shows::Hidden),
        takes(Except, "--ignore --ignore-dir"),
        takes(Only, "-G --file-search-regex"),
        val("-A --after -B --before -C --context"),
        val("-m --max-count --depth -W --width --workers --color-line-number --color-match"),
        takes(Read, "-p --path-to-ignore"),
        takes(Script, "--pager"),
        takes(Pattern, "-g").turns(&[(Read, Name)]),
    ]),
    // ack(1) 3
    row("ack|ack-grep").operands(&[Pattern]).rest(Read).walks(HERE).opts(&[
        takes(Pattern, "--match"),
        takes(Pattern, "-g").turns(&[(Read, Name)]),
        takes(Only, "--type -t"),
        takes(Except, "--ignore-dir --ignore-directory"),
        val("-A --after-context -B --before-context -C --context -m --max-count -T"),
        val("--ignore-file --output --sort-files --range-start"),
        takes(Read, "--files-from --ackrc"),
        takes(Script, "--pager"),
        flag("-f").turns(&[(Pattern, Name), (Read, Name)]),
    ]),
    // ast-grep 0.30, comby, semgrep
    row("ast-grep|sg")
        .operands(&[Skip])
        .rest(Read)
        .opts(&[takes(Free, "-p --pattern -r --rewrite"), val("-l --lang --globs --selector --strictness")]),
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
    row("sd")
        .operands(&[Pattern, Free])
        .rest(Both)
        .opts(&[val("-n --max-replacements -f --flags"), flag("-p --preview").turns(&[(Both, Read)])]),
    row("rpl|replace").operands(&[Pattern, Free]).rest(Both),
    // gawk(1) 5.3, mawk(1): `-i inplace` edits its files
    row("awk|gawk|mawk|nawk|original-awk").operands(&[AWK]).rest(Read).opts(&[
        takes(AWK, "-e --source").fills(),
        takes(RunFile(Language::Awk), "-f --file -E --exec").fills(),
        takes(Skip, "-i --include").turns(&[(Read, Both)]),
        takes(Free, "-F --field-separator -v --assign"),
        val("-l --load"),
    ]),
    // jq(1) 1.7, yq(1) 4, gojq, jaq, dasel, xq
    row("jq|gojq|jaq|fx").operands(&[Code(Language::Jq)]).rest(Read).opts(&[
        takes(Read, "-f --from-file").fills(),
        takes(Read, "-L --library-path"),
        val("--indent"),
        pair(Free, "--arg --argjson"),
        flag("--args --jsonargs").turns(&[(Read, Free)]),
        pair(Read, "--slurpfile --rawfile"),
    ]),
    row("yq|xq|tomlq").operands(&[Code(Language::Jq)]).rest(Read).opts(&[
        takes(Read, "--from-file").fills(),
        flag("-i --inplace").turns(&[(Read, Both)]),
        val("-p --input-format -o --output-format -I --indent --xml-attribute-prefix"),
        pair(Free, "--arg --argjson"),
    ]),
    row("yq eval|e|eval-all|ea").operands(&[Code(Language::Jq)]).rest(Read).opts(&[
        takes(Read, "--from-file").fills(),
        flag("-i --inplace").turns(&[(Read, Both)]),
        val("-p --input-format -o --output-format -I --indent"),
    ]),
    row("dasel").rest(Skip).opts(&[takes(Both, "-f --file"), takes(Free, "-s --selector -v")]),
    // tr(1), cut(1), sort(1), uniq(1), ... coreutils 9.4
    row("tr").rest(Free),
    row("cut|gcut")
        .rest(Read)
        .opts(&[val("-b --bytes -c --characters -d --delimiter -f --fields --output-delimiter")]),
    row("sort|gsort").rest(Read).opts(&[
        val("-k --key -t --field-separator -S --buffer-size --batch-size --parallel --sort"),
        val("--random-source"),
        takes(Dir, "-T --temporary-directory"),
        takes(Write, "-o --output"),
        takes(Read, "--files0-from"),
        takes(Script, "--compress-program"),
    ]),
    row("uniq")
        .operands(&[Read])
        .rest(Write)
        .opts(&[val("-f --skip-fields -s --skip-chars -w --check-chars")]),
    row("cat|zcat|gzcat|bzcat|xzcat|zstdcat|lz4cat|rev|comm|tsort").rest(Read),
    row("tac").rest(Read).opts(&[val("-s --separator")]),
    row("nl").rest(Read).opts(&[
        val("-b --body-numbering -d --section-delimiter -f --footer-numbering -h -i -l -n -s -v -w"),
        val("--header-numbering --line-increment --number-format --number-separator --number-width"),
    ]),
    row("fold|fmt").rest(Read).opts(&[val("-w --width -p --prefix -g --goal")]),
    row("expand|unexpand").rest(Read).opts(&[val("-t --tabs")]),
    row("paste").rest(Read).opts(&[val("-d --delimiters")]),
    row("join").rest(Read).opts(&[val("-1 -2 -a -e -j -o -t -v")]),
    row("head|tail|ghead|gtail")
        .rest(Read)
        .opts(&[val("-n --lines -c --bytes -s --sleep-interval --pid --max-unchanged-stats")]),
    row("less|zless").rest(Read).opts(&[
        val("-b -h -j -p -P -t -T -x -y -z -# --pattern --prompt --tag --tag-file --tabs --window"),
        takes(Write, "-o -O --log-file --LOG-FILE"),
        takes(Read, "-k --lesskey-file"),
    ]),
    row("more|most|zmore|pg").rest(Read),
    row("wc").rest(Read).opts(&[takes(Read, "--files0-from"), val("--total")]),
    row("column").rest(Read).opts(&[
        val("-s --separator -o --output-separator -c --output-width -N --table-columns -R -T -H -O"),
        val("-W -E -C -n --table-name -l --table-columns-limit -r --tree -i --tree-id -p"),
    ]),
    row("strings").rest(Read).opts(&[val("-n --bytes -t --radix -e --encoding -T --target")]),
    row("od").rest(Read).opts(&[val("-A --address-radix -j --skip-bytes -N --read-bytes -t --format")]),
    row("hexdump|hd").rest(Read).opts(&[val("-e -n -s"), takes(Read, "-f")]),
    row("base64|base32|basenc").rest(Read).opts(&[
        val("-w --wrap"),
        takes(Read, "-i --input"),
        takes(Write, "-o --output"),
    ]),
    row("cksum|sum").rest(Read).opts(&[val("-a --algorithm -l --length")]),
    row("file").rest(Name).opts(&[
        val("-F --separator -P --parameter -e --exclude"),
        takes(Read, "-f --files-from -m --magic-file"),
    ]),
    row("readelf|objdump|nm").rest(Read),
    row("bat|batcat|hexyl").rest(Read),
    // xxd(1): infile, outfile
    row("xxd").operands(&[Read]).rest(Write).opts(&[
        flag("-ps -plain -postscript -revert -include -bits -autoskip -uppercase -EBCDIC"),
        val("-c -cols -g -groupsize -l -len -n -name -o -R -s -seek"),
    ]),
    row("md5sum|sha1sum|sha224sum|sha256sum|sha384sum|sha512sum|b2sum|b3sum|shasum|md5|crc32|xxhsum")
        .rest(Read)
        .opts(&[val("-a --algorithm -l --length")]),
    // diff(1), diffutils 3.10; cmp(1); delta, difft
    row("diff|sdiff|diff3|colordiff|gdiff").rest(Read).opts(&[
        flag("-r --recursive").walks(BELOW),
        takes(Except, "-x --exclude"),
        val("-C --context -U --unified -L --label -F --show-function-line -W --width"),
        val("--horizon-lines --tabsize -D --ifdef"),
        takes(Free, "-I --ignore-matching-lines"),
        takes(Read, "-X --exclude-from -S --starting-file --from-file --to-file"),
        takes(Write, "-o --output"),
        takes(Script, "--diff-program"),
    ]),
    row("delta|difft|vimdiff|icdiff").rest(Read),
    row("cmp").operands(&[Read, Read]).rest(Skip).opts(&[val("-i --ignore-initial -n --bytes")]),
    // Counting and looking: tokei, cloc, scc, tree, du
    // ls(1), coreutils 9.4; eza 0.20, lsd 1
    row("ls|dir|vdir|gls|eza|exa|lsd").rest(Name).opts(&[
        val("-I --ignore --hide -w --width -T --tabsize --block-size --color --sort --time -L --level"),
        val("--format --time-style --indicator-style --quoting-style --depth --ignore-glob"),
    ]),
    row("tree|du|df|stat|gstat|readlink|realpath|greadlink|namei|locate").rest(Name).opts(&[
        val("-I --ignore --hide -w --width -T --tabsize --block-size --color --sort --time"),
        val("-c --format --printf -L --level -d --max-depth -t --threshold --exclude -P"),
    ]),
    // iconv(1), dos2unix(1), envsubst(1), gettext
    row("iconv").rest(Read).opts(&[val("-f --from-code -t --to-code"), takes(Write, "-o --output")]),
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
