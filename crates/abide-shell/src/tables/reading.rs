//! Programs that read the files they are given and change none of them, which
//! a rule about writing would otherwise have to suspect: tests, checks,
//! uploads, servers, viewers, run times.

use super::part::Part::{HostRead, HostWrite};
use super::row::{Role::*, *};

/// Rewrites what it would else only complain of.
const FIX: Opt = flag(
    "--fix --write --in-place -w -i -a -A --autocorrect --autocorrect-all --auto-correct --write-changes",
)
.turns(&[(Read, Both)]);

pub const ROWS: &[Program] = &[
    // Tests: vitest 3, mocha 11, ava 6, tap 21, playwright 1.50, cypress 14, rspec 3, phpunit 11, bats 1.11
    reads("vitest|mocha|ava|tap|tape|uvu|jasmine|karma|cypress|playwright|testcafe|wtr|web-test-runner"),
    reads("rspec|minitest|cucumber|behave|robot|nose2|phpunit|pest|paratest|bats|busted|prove|ctest|lit|ward"),
    // jest(1) 29: `-o` takes no file
    row("jest").rest(Read).opts(&[
        flag("-u --updateSnapshot").turns(&[(Read, Both)]),
        takes(Write, "--coverageDirectory --outputFile --cacheDirectory"),
        takes(Read, "-c --config --rootDir --roots --selectProjects"),
        val("-t --testNamePattern -w --maxWorkers --testTimeout --reporters"),
    ]),
    // Checks of code: none of these has an option that rewrites
    reads("mypy|dmypy|pyright|basedpyright|pyre|pytype|pylint|flake8|pyflakes|pycodestyle|pydocstyle|vulture|bandit"),
    reads("radon|xenon|interrogate|deptry|pip-audit|safety|check-manifest|pyroma|delocate-listdeps"),
    reads("madge|depcheck|dependency-cruiser|depcruise|es-check|publint|attw|arethetypeswrong|type-coverage|jscpd"),
    reads("size-limit|bundlesize|bundlewatch|source-map-explorer|gzip-size|bundle-buddy|webpack-bundle-analyzer"),
    reads("htmlhint|html-validate|vnu|pa11y|pa11y-ci|axe|lighthouse|lhci|linkinator|lychee|markdown-link-check|hyperlink"),
    reads("jsonlint|ajv|spectral|redocly|swagger-cli|openapi-spec-validator|commitlint|cspell|alex"),
    reads("golint|staticcheck|errcheck|gosec|govulncheck|revive|cppcheck|cpplint|pmd|checkstyle|spotbugs"),
    reads("phpstan|phpmd|phpcs|brakeman|reek|flog|fasterer|checkov|tflint|tfsec|terrascan|conftest|kubeval|kubeconform"),
    reads("kube-linter|kube-score|polaris|trivy|grype|syft|snyk|gitleaks|trufflehog|dive|cosign"),
    // Checks that rewrite when asked
    reads("tslint|xo|standard|ts-standard|semistandard|textlint|knip|codespell|typos|rubocop|standardrb|erb_lint")
        .opts(&[FIX, takes(Read, "-c --config")]),
    reads("golangci-lint|swiftlint|detekt|sqlfluff|markdownlint-cli2|taplo|haml-lint|slim-lint|buf|proselint")
        .operands(&[Skip])
        .opts(&[FIX, takes(Read, "-c --config")]),
    reads("psalm|ktlint|djlint|minisign").opts(&[
        flag("--alter -F --format --reformat -S").turns(&[(Read, Both)]),
        takes(Read, "-c --config -p -s -x"),
    ]),
    // Those that rewrite by a word of their own
    row("dprint fmt").rest(Both),
    row("taplo|sqlfluff|buf|golangci-lint|swiftlint fmt|format|fix|autocorrect")
        .rest(Both)
        .opts(&[flag("--check -d --diff --exit-code").turns(&[(Both, Read)])]),
    // wheel 0.45, auditwheel 6
    row("wheel|auditwheel").operands(&[Skip]).rest(Read).opts(&[
        takes(Write, "-d --dest --dest-dir -w --wheel-dir"),
        val("--plat --build-number --python-tag --abi-tag --platform-tag"),
    ]),
    row("wheel tags").rest(Both),
    // helm(1) 3: charts are read; cmark, asciidoctor write beside what they read unless told
    row("helm").operands(&[Skip]).rest(Read).opts(&[
        takes(Read, "-f --values --set-file --kubeconfig"),
        takes(Write, "--output-dir -d --destination"),
        val("-n --namespace --set --set-string --set-json --version --timeout --kube-context --repo -o --output"),
    ]),
    row("helm create|pull|package|dependency|dep").inherits().operands(&[Skip]).rest(Both),
    // ansible-playbook(1) 2.17
    row("ansible-playbook|ansible-lint|ansible-inventory").rest(Read).opts(&[
        takes(Read, "-i --inventory --vault-password-file --private-key"),
        val("-e --extra-vars -l --limit -t --tags --skip-tags -u --user -f --forks -c --connection"),
    ]),
    // What counts, measures and describes: tokei 13, scc 3, cloc 2, csvkit 2, miller 6, xsv, ffprobe(1), poppler 24
    reads("tokei|scc|cloc|sloccount|gocloc|pygount|dust|dua|ncdu|onefetch|csvstat|csvlook|csvcut|csvgrep|csvsort|csvjoin"),
    reads("csvjson|csvclean|csvformat|csvstack|in2csv|xsv|qsv|xan|visidata|vd|parquet-tools|pqrs|avro-tools|tabiew"),
    row("xsv|qsv|xan split").operands(&[Write]).rest(Read),
    row("xsv|qsv|xan partition").operands(&[Skip, Write]).rest(Read),
    row("mlr").rest(Read).opts(&[flag("-I").turns(&[(Read, Both)]), takes(Read, "--from --mfrom -s")]),
    reads("ffprobe|ffplay|mediainfo|identify|pdfinfo|pdffonts|soxi|webpinfo|fc-scan"),
    row("pdftotext|pdfimages|pdftohtml|pdftops|ps2pdf|pdftoppm|pdftocairo").operands(&[Read]).rest(Write).opts(&[val(
        "-f -l -r -x -y -W -H -enc -eol -opw -upw -scale-to",
    )]),
    row("qpdf").operands(&[Read]).rest(Write).opts(&[
        flag("--check --show-npages --show-encryption --list-attachments --json").turns(&[(Write, Read)]),
        flag("--replace-input").turns(&[(Read, Both)]),
    ]),
    reads("glow|mdcat|mdless|frogmouth|ydiff|meld|kdiff3|opendiff|ksdiff|dyff|jd|jsondiff"),
    reads("lipo|otool").no_clusters().opts(&[takes(Write, "-output")]),
    reads("rpm2cpio|dwarfdump|size|addr2line|checksec|ldd|lddtree|pahole|bloaty|dumpbin"),
    row("rpm").rest(Read).opts(&[takes(Dir, "--root -r"), val("--qf --queryformat --define --eval")]),
    row("codesign").rest(Both).no_clusters().opts(&[
        flag("-v --verify -d --display").turns(&[(Both, Read)]),
        val("-s --sign --options --timestamp -i --identifier -R --requirement"),
        takes(Read, "--entitlements"),
    ]),
    row("spctl|notarytool").rest(Read),
    reads("stapler validate"),
    // ffmpeg(1) 7, magick(1) 7: the last file is written
    row("ffmpeg|avconv").rest(Write).no_clusters().opts(&[
        takes(Read, "-i -attach"),
        val("-f -c -codec -c:v -c:a -c:s -vcodec -acodec -b -b:v -b:a -r -s -ss -t -to -vf -af -map -filter_complex"),
        val("-preset -crf -pix_fmt -loglevel -v -threads -ar -ac -aspect -metadata -movflags -q -q:v -q:a -vframes"),
        val("-frames:v -loop -stream_loop -itsoffset -profile:v -level -tune -g -framerate -shortest_buf_duration"),
    ]),
    row("convert|magick|composite|montage|cwebp|dwebp|sox|rsvg-convert|inkscape").rest(Read).last(Write).no_clusters().opts(&[
        takes(Write, "-o --output --export-filename"),
        val("-resize -quality -crop -geometry -gravity -fill -font -pointsize -background -extent -density -rotate"),
        val("-depth -colors -strip-profile -define -format -type -w -h -d -q"),
    ]),
    row("mogrify|optipng|pngquant|jpegoptim|oxipng|svgo|jpegtran").rest(Both).no_clusters().opts(&[
        takes(Write, "-o --output -out -d --dest -path"),
        val("-resize -quality -format -crop --quality --speed --strip -m --max"),
    ]),
    // xmllint(1), tidy(1)
    row("xmllint|xmlwf").rest(Read).opts(&[
        takes(Write, "-o --output"),
        takes(Read, "--schema --relaxng --dtdvalid --schematron"),
        takes(Free, "--xpath --pattern"),
        val("--encode --maxmem"),
    ]),
    row("tidy").rest(Read).opts(&[
        flag("-m -modify").turns(&[(Read, Both)]),
        takes(Write, "-o -output -f -file"),
        takes(Read, "-config"),
        val("-w -wrap -access"),
    ]),
    // Uploads: twine 6, netlify 20, vercel 41, firebase 13, surge 0.24, gh-pages 6, wrangler 4, sentry-cli 2
    reads("twine|surge|gh-pages|ghp-import|vsce|ovsx|codecov|coveralls"),
    reads("butler|cloudsmith push"),
    row("netlify|vercel|firebase|wrangler|supabase|eas|sentry-cli|jf|jfrog").operands(&[Skip]),
    reads("netlify|vercel|firebase|wrangler|eas deploy"),
    reads("wrangler pages deploy|publish"),
    reads("jf|jfrog rt upload|u"),
    reads("sentry-cli sourcemaps|debug-files|files upload"),
    row("s3cmd|s4cmd|azcopy").operands(&[Skip]).rest(Part(HostRead)).last(Part(HostWrite)),
    reads("npm|pnpm|bun publish"),
    row("yarn|yarnpkg publish").rest(Read).opts(&[val("--new-version --tag --access --registry --otp")]),
    row("uv publish").rest(Read).opts(&[val("--publish-url --index -u --username -p --password -t --token --check-url")]),
    // Servers: serve 14, http-server 14, live-server 1.2, caddy(1) 2
    row("serve|http-server|live-server|browser-sync|local-web-server|ws|servor|sirv|sirv-cli|miniserve|simple-http-server|static-server")
        .rest(Read)
        .opts(&[
            val("-p --port -l --listen -a --address -c --cache -d --directory-listing -P --proxy -t --timeout"),
            takes(Read, "-S -C --cert -K --key --ssl-cert --ssl-key --config -s --single"),
        ]),
    row("caddy fmt").rest(Read).opts(&[flag("-w --overwrite").turns(&[(Read, Both)]), takes(Read, "-c --config")]),
    row("caddy").operands(&[Skip]).rest(Read).opts(&[takes(Read, "-c --config -r --root"), val("-l --listen -a --adapter")]),
    // Run times: what a program does with its own words is not known
    row("java").first().no_clusters().operands(&[Skip]).opts(&[
        takes(Read, "-jar").fills().ends(),
        takes(Read, "-cp -classpath --class-path -p --module-path -javaagent"),
        val("-m --module --add-modules --add-opens --add-exports --add-reads"),
    ]),
    row("electron|nw|wasmtime|wasmer|mono|love").first().operands(&[Read]).rest(Positional),
    row("pm2 restart|reload|stop|delete|logs|describe|show|info").rest(Name),
    // Modules of Python that are programs: json.tool, http.server, zipfile, tarfile, pdb
    row("json.tool").operands(&[Read]).rest(Write).opts(&[val("--indent")]),
    row("http.server").rest(Skip).opts(&[takes(Read, "-d --directory"), val("-b --bind -p --protocol")]),
    row("zipfile|tarfile").opts(&[
        list(Read, "-l --list -t --test"),
        list(Both, "-c --create -e --extract"),
    ]),
    row("pdb|cProfile|profile|trace|timeit|runpy|doctest").first().operands(&[RunFile(Language::Python)]).rest(Positional).opts(&[
        takes(Write, "-o"),
        val("-s -c"),
    ]),
];
