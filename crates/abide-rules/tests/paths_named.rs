//! Which files the words of a command line are, and which they are not.

mod support;

use support::{rules, stopped};

/// Whether a shell rule about `pattern` stops each line.
fn holds(pattern: &str, lines: &[(&str, bool)]) {
    let set = rules(&format!(
        r#"[{{"id": "r", "kind": "protect_path", "tool": "read|edit|write|shell", "pattern": "{pattern}"}}]"#
    ));
    let wrong: Vec<_> =
        lines.iter().filter(|(line, hit)| stopped(&set, line).is_some() != *hit).map(|row| row.0).collect();
    assert!(wrong.is_empty(), "{pattern}: {wrong:#?}");
}

#[test]
fn entering_a_folder_touches_nothing_in_it() {
    holds(
        "dist",
        &[
            ("cd dist && ls", false),
            ("pushd dist; popd", false),
            ("cd dist && cat app.js", true),
            ("cd src && cat ../dist/app.js", true),
        ],
    );
}

#[test]
fn git_log_reads_a_file_when_it_shows_changes() {
    holds(
        ".env",
        &[
            ("git log --oneline --follow -- .env", false),
            ("git log -n 3 --stat .env", false),
            ("git log -p -- .env", true),
            ("git log --patch .env", true),
            ("git log -S KEY -- .env", true),
            ("git log -Gkey .env", true),
            ("git log -U3 .env", true),
        ],
    );
    holds("dist", &[("git log -- dist", false), ("git log -p dist", true)]);
}

#[test]
fn the_index_alone_is_no_file() {
    holds(
        ".env",
        &[
            ("git rm --cached .env", false),
            ("git rm -r --cached .", false),
            ("git rm .env", true),
            ("git update-index --assume-unchanged .env", false),
            ("git update-index --skip-worktree -- .env", false),
            ("git update-index --add .env", true),
            // What the index holds is what the file held.
            ("git show :.env", true),
            ("git show :0:.env", true),
            ("git cat-file -p :.env", true),
            ("git show ':(top).env'", true),
            ("git show HEAD:.env", true),
            ("git show :/env", false),
            ("git diff -- ':!.env'", false),
            ("git diff -- ':(exclude).env'", false),
        ],
    );
}

#[test]
fn what_a_find_leaves_out_is_not_touched() {
    holds(
        "dist/**",
        &[
            ("find . -name '*.js' -exec grep -l x {} +", true),
            ("find . -name '*.js' -not -path '*/dist/*' -exec grep -l x {} +", false),
            ("find . -name '*.js' ! -path './dist/*' -exec grep -l x {} +", false),
            ("find . -path ./dist -prune -o -name '*.js' -exec grep -l x {} +", false),
            ("find . -name dist -prune -o -type f -exec grep -l x {} \\;", false),
            ("find . -not -path '*/src/*' -name '*.js' -exec grep -l x {} +", true),
            ("find . -type f -not -path '*/dist/*' -exec cat {} +", false),
            ("find . -type f -not -path '*/dist/*' -delete", false),
        ],
    );
}

#[test]
fn an_exclusion_may_be_a_list() {
    holds(
        ".env",
        &[
            ("zip -r x.zip . -x 'dist/*' .env", false),
            ("zip -r x.zip . -x .env 'dist/*'", false),
            ("zip -r x.zip . -x 'dist/*'", true),
            ("zip -r x.zip -x 'dist/*' @ .env", true),
        ],
    );
    holds("dist", &[("zip -r x.zip . -x .env 'dist/*'", false)]);
}

#[test]
fn the_name_of_a_package_is_no_path() {
    holds(
        "dist",
        &[
            ("pnpm add -D dist", false),
            ("npm i dist", false),
            ("npm install --save-dev dist@1", false),
            ("yarn add dist", false),
            ("bun add dist", false),
            ("npm i ./dist", true),
            ("pnpm add file:dist", true),
            ("bun install ./dist", true),
            ("yarn add pkg@file:./dist", true),
        ],
    );
}

#[test]
fn files_come_to_be_in_a_folder() {
    holds(
        "dist/**",
        &[
            ("csplit -f dist/x a.txt 3", true),
            ("mktemp -p dist", true),
            ("mktemp -p /tmp x.XXX", false),
            ("patch -d dist -i a.patch", true),
            ("tar xf x.tar -C dist", true),
            ("tar -C dist -xf x.tar", true),
            ("tar xOf x.tar -C dist", false),
            ("tar cf x.tar -C src .", false),
        ],
    );
}
