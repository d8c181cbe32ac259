//! git and other keepers of versions.

use super::part::{Opener, Part::*};
use super::row::{Role::*, *};
use super::walk::*;

/// What is searched for in messages and changes: git-log(1), git-rev-list(1).
const SEARCH: Opt = takes(Free, "--grep --grep-reflog");
/// git-diff(1), options that take a value. `-S` and `-G` search the changes.
const DIFF: Opt = takes(Free, "-S -G");
const DIFF_VALUES: Opt = val("-O -l --anchored --diff-algorithm --output-indicator-new");
/// Options of git-log(1) that take the next word.
const LOG_VALUES: Opt = val("-n --max-count --skip --since --after --until --before -L --author --committer");

pub const ROWS: &[Program] = &[
    // git(1) 2.45
    row("git").first().operands(&[Skip]).opts(&[
        takes(Dir, "-C"),
        takes(Setting, "-c"),
        takes(Both, "--git-dir --work-tree"),
        val("--namespace --super-prefix --config-env --attr-source --list-cmds"),
        may(Plain, "--exec-path"),
        flag("-p -P --paginate --no-pager --bare --no-replace-objects --literal-pathspecs"),
        query("--version -v --help -h --man-path --info-path --html-path"),
    ]),
    // Messages: git-commit(1), git-tag(1), git-merge(1), git-notes(1), git-stash(1).
    // `--author` stays visible: rules look at it.
    row("git commit").rest(Staged).walks(TRACKED).opts(&[
        flag("-a --all").walks(TRACKED_HERE),
        takes(Free, "-m --message --trailer"),
        takes(TextFile, "-F --file -t --template --pathspec-from-file"),
        val("-C --reuse-message -c --reedit-message --fixup --squash --author --date --cleanup"),
        may(Skip, "-u --untracked-files -S --gpg-sign"),
    ]),
    row("git tag").rest(Skip).opts(&[
        takes(Free, "-m --message --trailer"),
        takes(TextFile, "-F --file"),
        val("-u --local-user --sort --format --cleanup --contains --no-contains --points-at"),
        may(Skip, "-n --column"),
    ]),
    row("git merge").rest(Skip).opts(&[
        takes(Free, "-m --message --into-name"),
        takes(TextFile, "-F --file"),
        val("-s --strategy -X --strategy-option --cleanup"),
        may(Skip, "-S --gpg-sign --log"),
    ]),
    row("git notes").operands(&[Skip]).opts(&[val("--ref")]),
    row("git notes add|append|edit").rest(Skip).opts(&[
        takes(Free, "-m --message"),
        takes(TextFile, "-F --file"),
        val("-C --reuse-message -c --reedit-message"),
    ]),
    row("git stash").operands(&[Skip]).opts(&[takes(Free, "-m --message")]),
    row("git stash push")
        .rest(Plain)
        .opts(&[takes(Free, "-m --message"), takes(Read, "--pathspec-from-file")]),
    row("git stash save").rest(Free),
    row("git stash store|create").rest(Skip).opts(&[takes(Free, "-m --message")]),
    row("git commit-tree").rest(Skip).opts(&[
        takes(Free, "-m"),
        takes(TextFile, "-F"),
        val("-p"),
        may(Skip, "-S --gpg-sign"),
    ]),
    row("git revert|cherry-pick").rest(Skip).opts(&[
        val("-m --mainline -s --strategy -X --strategy-option --cleanup"),
        may(Skip, "-S --gpg-sign"),
    ]),
    row("git pull|fetch").rest(Skip).opts(&[
        takes(Script, "--upload-pack"),
        val("-s --strategy -X --strategy-option --depth --deepen -j --jobs -o --server-option"),
        val("--refmap --negotiation-tip --shallow-since --shallow-exclude"),
    ]),
    row("git push").rest(Skip).opts(&[
        takes(Script, "--receive-pack --exec"),
        val("-o --push-option --repo"),
        may(Skip, "--force-with-lease --recurse-submodules --signed"),
    ]),
    row("git clone").operands(&[Part(HostRead)]).rest(Write).opts(&[
        takes(Script, "-u --upload-pack"),
        takes(Setting, "-c --config"),
        val("-o --origin -b --branch --depth -j --jobs --reference --reference-if-able --filter"),
        val("--template --separate-git-dir --shallow-since --shallow-exclude --server-option"),
    ]),
    row("git ls-remote")
        .rest(Skip)
        .opts(&[takes(Script, "--upload-pack --exec"), val("-o --server-option --sort")]),
    row("git remote|branch|switch|reflog|describe|rev-parse|symbolic-ref|update-ref")
        .rest(Skip)
        .opts(&[val("-u --set-upstream-to --format --sort --contains --no-contains --points-at")]),
    // Search: git-log(1), git-grep(1), git-shortlog(1).
    // Without a patch it is only told when a file changed.
    row("git log|shortlog|rev-list|whatchanged|cherry").rest(Name).opts(&[
        SEARCH,
        flag("-p -u --patch --patch-with-stat --patch-with-raw -c --cc -U --unified -m --dd --word-diff")
            .turns(&[(Name, Read)]),
        takes(Free, "-S -G").turns(&[(Name, Read)]),
        DIFF_VALUES,
        val("-n --max-count --skip --since --after --until --before --author --committer"),
        val("-L").turns(&[(Name, Read)]),
        takes(Write, "--output"),
    ]),
    row("git format-patch").rest(Plain).opts(&[
        SEARCH,
        DIFF,
        DIFF_VALUES,
        LOG_VALUES,
        takes(Write, "-o --output-directory --output"),
    ]),
    row("git diff|diff-tree|diff-index|diff-files|range-diff").rest(Part(RevisionFile)).opts(&[
        DIFF,
        DIFF_VALUES,
        takes(Write, "--output"),
    ]),
    row("git show").rest(Part(RevisionFile)).opts(&[
        SEARCH,
        DIFF,
        DIFF_VALUES,
        LOG_VALUES,
        takes(Write, "--output"),
    ]),
    row("git cat-file").rest(Part(RevisionFile)).opts(&[val("--filter --batch-command")]),
    row("git blame|annotate")
        .rest(Read)
        .opts(&[val("-L -S --since --ignore-rev --date"), takes(Read, "--contents --ignore-revs-file")]),
    // It reads what git tracks: which files that are, no name tells.
    row("git grep").operands(&[Pattern]).rest(Read).opts(&[
        takes(Pattern, "-e"),
        takes(Read, "-f").fills(),
        val("-A -B -C -m --max-count --max-depth --threads --after-context --before-context"),
        may(Script, "-O --open-files-in-pager"),
    ]),
    row("git status").rest(Name).opts(&[may(Skip, "-u --untracked-files --ignored --column")]),
    row("git ls-files|ls-tree|check-ignore|check-attr")
        .rest(Name)
        .opts(&[val("-x --exclude -X --exclude-from --format --with-tree")]),
    // Files of the work tree.
    row("git add|stage").rest(Staged).walks(TRACKED).opts(&[
        flag("-A --all -u --update").walks(TRACKED_HERE),
        flag("-f --force").shows(Shows::Ignored),
        query("-n --dry-run"),
        takes(Read, "--pathspec-from-file"),
        val("--chmod"),
    ]),
    // `--cached` leaves the files of the work tree alone.
    row("git rm").rest(Remove).opts(&[
        flag("-r").walks(TRACKED),
        flag("--cached").turns(&[(Remove, Name)]),
        query("-n --dry-run"),
        takes(Read, "--pathspec-from-file"),
    ]),
    // git-update-index(1): bits of the index, or what the file holds now
    row("git update-index").rest(Staged).opts(&[
        flag("--assume-unchanged --no-assume-unchanged --skip-worktree --no-skip-worktree")
            .turns(&[(Staged, Name)]),
        flag("--force-remove --refresh --really-refresh --fsmonitor-valid --no-fsmonitor-valid")
            .turns(&[(Staged, Name)]),
        val("--chmod --cacheinfo --index-version"),
    ]),
    row("git mv").rest(Remove).last(Write).walks(TRACKED),
    row("git checkout")
        .rest(Write)
        .walks(TRACKED)
        .opts(&[val("-b -B --orphan --conflict"), takes(Read, "--pathspec-from-file")]),
    // `--staged` alone changes the index only.
    row("git restore").rest(Write).walks(TRACKED).opts(&[
        flag("-S --staged").turns(&[(Write, Name)]),
        flag("-W --worktree").turns(&[(Name, Write)]),
        val("-s --source --conflict"),
        takes(Read, "--pathspec-from-file"),
    ]),
    row("git reset").rest(Plain).opts(&[takes(Read, "--pathspec-from-file")]),
    row("git clean").rest(Remove).walks(TRACKED_HERE).opts(&[
        flag("-x").shows(Shows::Ignored),
        flag("-X").shows(Shows::OnlyIgnored),
        query("-n --dry-run"),
        takes(Except, "-e --exclude"),
    ]),
    row("git apply|am").rest(Read).opts(&[
        takes(Write, "--directory"),
        val("-p -C --exclude --include --whitespace --patch-format --quoted-cr"),
        takes(Write, "--build-fake-ancestor"),
    ]),
    row("git subtree push|split")
        .rest(Skip)
        .opts(&[takes(Read, "-P --prefix"), val("-b --branch --onto --rejoin")]),
    row("git subtree add|pull|merge")
        .rest(Skip)
        .opts(&[takes(Write, "-P --prefix"), takes(Free, "-m --message")]),
    row("git archive").rest(Read).opts(&[
        takes(Write, "-o --output"),
        takes(Read, "--add-file"),
        takes(Script, "--exec"),
        val("--remote --format --prefix --mtime"),
    ]),
    row("git bundle|worktree").operands(&[Skip]),
    row("git config")
        .rest(Skip)
        .opts(&[takes(Both, "-f --file"), val("--blob --type -t --default --comment --value --url")]),
    // Commands: git-rebase(1), git-bisect(1), git-submodule(1), git-filter-branch(1),
    // git-difftool(1), git-send-email(1), git-for-each-repo(1), git-daemon(1).
    row("git rebase").rest(Skip).opts(&[
        takes(Script, "-x --exec"),
        val("-s --strategy -X --strategy-option --onto --empty -C --whitespace"),
        may(Skip, "-S --gpg-sign -r --rebase-merges"),
    ]),
    row("git bisect").operands(&[Skip]).rest(Plain),
    row("git bisect run").no_options().rest(Command),
    row("git submodule").operands(&[Skip]).opts(&[val("-b --branch --reference --depth --name")]),
    row("git submodule foreach").first().rest(ScriptWords),
    row("git filter-branch").rest(Skip).opts(&[
        takes(Script, "--setup --env-filter --tree-filter --index-filter --parent-filter"),
        takes(Script, "--msg-filter --commit-filter --tag-name-filter"),
        val("--subdirectory-filter --original -d --state-branch"),
    ]),
    row("git difftool|mergetool").rest(Plain).opts(&[takes(Script, "-x --extcmd"), val("-t --tool")]),
    row("git send-email").rest(Read).opts(&[
        takes(Script, "--sendmail-cmd --to-cmd --cc-cmd --header-cmd"),
        takes(Free, "--subject"),
        val("--to --cc --bcc --from --in-reply-to --smtp-server --smtp-user --smtp-pass"),
    ]),
    runs("git for-each-repo").opts(&[val("--config")]),
    row("git filter-repo").rest(Skip).opts(&[
        takes(Code(Language::Python), "--filename-callback --message-callback --name-callback"),
        takes(Code(Language::Python), "--email-callback --refname-callback --blob-callback"),
        takes(Code(Language::Python), "--commit-callback --tag-callback --reset-callback"),
        takes(Read, "--paths-from-file --replace-text --replace-message --mailmap"),
        val("--path --path-glob --path-regex --path-rename --invert-paths-of --subdirectory-filter"),
    ]),
    row("git lfs|svn|flow|annex|maintenance|sparse-checkout").operands(&[Skip]),
    // gh(1) 2.60, glab(1): options stand anywhere
    row("gh|glab").operands(&[Skip, Skip]).rest(Skip).opts(&[GH_TEXT, GH_FILE, GH_VALUES]),
    row("gh|glab issue|pr|mr create|comment|edit|close|reopen|note|new|update|lock").rest(Skip).opts(&[
        GH_TEXT,
        takes(TextFile, "-F --body-file --description-file"),
        takes(Free, "-b -t -c"),
        GH_VALUES,
    ]),
    row("gh|glab issue|pr|mr merge|review|approve").rest(Skip).opts(&[
        GH_TEXT,
        takes(TextFile, "-F --body-file"),
        takes(Free, "-b -t"),
        val("-R --repo -A --author-email --match-head-commit"),
    ]),
    row("gh|glab issue|pr|mr list|view|checks|diff|status|checkout").rest(Skip).opts(&[
        GH_TEXT,
        takes(Free, "-S"),
        GH_VALUES,
    ]),
    row("gh|glab release create|edit|upload").operands(&[Skip]).rest(Read).opts(&[
        GH_TEXT,
        takes(Free, "-n -t"),
        takes(TextFile, "-F --notes-file"),
        val("-R --repo --target --discussion-category --notes-start-tag"),
    ]),
    row("gh release|run download")
        .rest(Skip)
        .opts(&[takes(Write, "-D --dir -O --output"), val("-R --repo -p --pattern -A --archive -n --name")]),
    row("gh|glab repo create|edit|clone|fork").rest(Skip).opts(&[takes(Free, "-d --description"), GH_VALUES]),
    row("gh|glab api").rest(Skip).opts(&[
        takes(Part(FormFile), "-F --field"),
        takes(Free, "-f --raw-field -H --header -q --jq -t --template"),
        takes(Read, "--input"),
        val("-X --method --hostname --cache -p --preview -R --repo"),
    ]),
    row("gh|glab search").operands(&[Skip]).rest(Free).opts(&[GH_VALUES]),
    row("gh|glab search code|issues|prs|repos|commits").rest(Free).opts(&[GH_VALUES]),
    row("gh|glab secret|variable set").operands(&[Skip]).rest(Skip).opts(&[
        takes(Free, "-b --body"),
        takes(Read, "-f --env-file"),
        val("-e --env -o --org -u --user -R --repo -a --app -v --visibility -r --repos"),
    ]),
    row("gh|glab gist create").rest(Read).opts(&[takes(Free, "-d --desc"), val("-f --filename")]),
    // `!text` is for a shell, other text is a command of gh.
    row("gh|glab alias set")
        .operands(&[Skip])
        .rest(Part(After(Opener::Git)))
        .opts(&[flag("-s --shell").turns(&[(Part(After(Opener::Git)), Script)])]),
    row("gh|glab codespace|cs ssh")
        .first()
        .rest(ScriptWords)
        .remote()
        .reads_script()
        .opts(&[val("-c --codespace --config --profile --server-port --repo -R")]),
    // hg(1) 6
    row("hg|chg").operands(&[Skip]).opts(&[
        takes(Free, "-m --message -k --keyword"),
        takes(TextFile, "-l --logfile"),
        takes(Dir, "--cwd"),
        takes(Setting, "--config"),
        val("-R --repository -r --rev -u --user -d --date -b --branch -I --include -X --exclude"),
        takes(Script, "--ssh --remotecmd"),
    ]),
    row("hg|chg grep").operands(&[Pattern]).rest(Read).opts(&[val("-r --rev -I -X -u --user")]),
    row("hg|chg bisect").rest(Skip).opts(&[takes(Script, "-c --command"), val("-r --rev")]),
    row("hg|chg remove|rm").rest(Remove),
    row("hg|chg add|addremove").rest(Staged).walks(TRACKED_HERE).opts(&[val("-I -X")]),
    row("hg|chg revert|copy|cp|mv|rename").rest(Both).opts(&[val("-r --rev -d --date -I -X")]),
    row("hg|chg cat|annotate|blame").rest(Read).opts(&[takes(Write, "-o --output"), val("-r --rev")]),
    // jj(1) 0.23
    row("jj").operands(&[Skip]).opts(&[
        takes(Free, "-m --message"),
        takes(Setting, "--config --config-toml"),
        takes(Read, "--config-file"),
        takes(Script, "--tool"),
        val("-R --repository --at-operation -r --revision --revisions -T --template --color"),
    ]),
    // svn(1) 1.14, bzr(1), fossil(1)
    row("svn").operands(&[Skip]).opts(&[
        takes(Free, "-m --message --search --search-and"),
        takes(TextFile, "-F --file"),
        takes(Script, "--diff-cmd --diff3-cmd --editor-cmd"),
        val("-r --revision -c --change --username --password --depth --set-depth --config-dir"),
        takes(Setting, "--config-option"),
    ]),
    row("svn delete|del|remove|rm").rest(Remove).opts(&[takes(Free, "-m --message")]),
    row("svn add").rest(Staged).walks(BELOW),
    row("svn cat|blame|praise|annotate|diff|di|log|info|list|ls|status|stat|st|proplist|propget")
        .inherits()
        .rest(Read)
        .opts(&[val("-r --revision")]),
    row("bzr|brz|fossil").operands(&[Skip]).opts(&[takes(Free, "-m --message --comment")]),
    // pre-commit 3, lefthook, husky, lazygit
    row("pre-commit")
        .operands(&[Skip])
        .opts(&[takes(Read, "-c --config --files"), val("--from-ref --to-ref --hook-stage -t --hook-type")]),
    row("cz commit").rest(Skip).opts(&[takes(Free, "--message")]),
];

/// gh(1): text, on any subcommand.
const GH_TEXT: Opt = takes(
    Free,
    "--title --body --notes --message --description --subject --comment --search --jq --template",
);
/// gh(1): files whose text is said.
const GH_FILE: Opt = takes(TextFile, "--body-file --notes-file --description-file");
/// gh(1) and glab(1): other values.
const GH_VALUES: Opt =
    val("-R --repo -a --assignee -l --label -m --milestone -p --project -r --reviewer -B --base -H \
     --head -L --limit -s --state -A --author --json --target --template-file --hostname -q");
