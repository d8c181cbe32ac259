//! Lines beside a command that they would run, or would not, and the files
//! that their code opens.

use super::{Access, Context, End, reach};

/// Whether the line would run a command that begins with these words.
fn runs(line: &str, words: &str) -> bool {
    let context = Context { home: Some("/home/u"), cwd: Some("/repo"), ..Context::default() };
    let reached = reach(line, &context);
    reached.commands.iter().any(|command| {
        let run = command.run.text();
        run == words || run.strip_prefix(words).is_some_and(|rest| rest.starts_with(' '))
    })
}

/// Checks lines that run `npm i`, and lines that do not.
fn check(lines: &[(&str, bool)]) {
    let wrong: Vec<_> = lines.iter().filter(|(line, expected)| runs(line, "npm i") != *expected).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn interpreters_get_code_in_many_ways() {
    check(&[
        ("python3 - <<'E'\nimport os\nos.system('npm i')\nE", true),
        ("python3 <<< \"import os; os.system('npm i')\"", true),
        ("echo \"import os; os.system('npm i')\" | python3", true),
        ("echo \"import os; os.system('npm i')\" > x.py && python3 x.py", true),
        ("printf '#!/usr/bin/env python3\\nimport os\\nos.system(\"npm i\")\\n' > x; chmod +x x; ./x", true),
        ("perl -e 'my $c = \"npm i\";' -e 'system($c)'", true),
        ("echo 'exec npm i' | tclsh", true),
        ("echo 'system(\"npm i\")' | perl", true),
        ("node /usr/lib/node_modules/npm/bin/npm-cli.js i", true),
        ("node tools/npm-cli-docs.js i", false),
        ("echo 'npm i' | at now", true),
        ("echo 'npm i' | at -l", false),
        ("at now <<< 'npm i'", true),
        ("node -e 'require(\"child_process\").execSync(process.argv[1])' 'npm i'", true),
        ("X='npm i' python3 -c 'import os; os.system(os.environ[\"X\"])'", true),
        ("echo 'npm i' | python3 -c 'import os; os.system(input())'", true),
        ("echo 'npm i' | awk '{system($0)}'", true),
        ("awk -v c='npm i' 'BEGIN{system(c)}'", true),
        ("echo 'npm i' | sed e", true),
        ("sudo python3 -c 'import os; os.system(\"npm i\")'", true),
        ("python3 -c \"print('npm i')\"", false),
        ("python3 - <<'E'\nprint('npm i')\nE", false),
        ("python3 -m http.server <<< \"import os; os.system('npm i')\"", false),
        ("echo \"import os; os.system('npm i')\" > x.py", false),
        ("python3 x.py 'npm i'", false),
        ("vim notes.txt <<< '!npm i'", false),
        ("perl -pi -e 's/npm i/pnpm i/' README.md", false),
    ]);
}

#[test]
fn makefiles_that_the_line_wrote() {
    check(&[
        ("printf 'all:\\n\\t@npm i\\n' > Makefile; make", true),
        ("printf 'all:\\n\\t@npm i\\n' > GNUmakefile && make all", true),
        ("printf 'all:\\n\\t@npm i\\n' | make -f -", true),
        ("printf 'all:\\n\\t@npm i\\n' > x.mk; make -f x.mk", true),
        ("make --eval='all: ; @npm i'", true),
        ("printf 'all:\\n\\t@npm i\\n' > Makefile; make --version", false),
        ("printf 'all:\\n\\t@npm i\\n' > Makefile", false),
        ("make", false),
    ]);
}

#[test]
fn git_runs_what_its_settings_say() {
    check(&[
        ("git -c alias.x='!npm i' x", true),
        ("git config --global alias.x '!npm' && git x i", true),
        ("GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=alias.x GIT_CONFIG_VALUE_0='!npm i' git x", true),
        ("GIT_EDITOR='npm i' git commit", true),
        ("git -c core.editor='npm i' commit --amend", true),
        ("export GIT_SSH_COMMAND='npm i'; git push", true),
        ("git -c core.sshCommand='npm i' fetch", true),
        ("GIT_SEQUENCE_EDITOR='npm i' git rebase -i HEAD~2", true),
        ("echo 'npm i' > .git/hooks/pre-push; git push", true),
        ("echo 'npm i' > .git/hooks/pre-commit; git commit -m x", true),
        ("EDITOR='npm i' crontab -e", true),
        ("LESSOPEN='|npm i %s' less f", true),
        ("git -c alias.x='!npm i' status", false),
        ("git -c alias.status='!npm i' status", false),
        ("git config alias.x '!npm i'", false),
        ("git config --get alias.x '!npm i'; git x", false),
        ("GIT_EDITOR='npm i' git commit -m x", false),
        ("GIT_EDITOR='npm i' git status", false),
        ("GIT_SSH_COMMAND='npm i' git log", false),
        ("GIT_PAGER='npm i' git log > x", false),
        ("echo 'npm i' > .git/hooks/pre-push; git commit -m x", false),
        ("echo 'npm i' > .git/hooks/pre-commit; git commit --no-verify -m x", false),
        ("echo 'npm i' > .git/hooks/pre-commit; git commit -n -m x", false),
        ("EDITOR='npm i' crontab -l", false),
    ]);
    assert!(runs("git -c alias.p='push --force' p", "git -c alias.p=push\u{2423}--force push --force"));
}

#[test]
fn programs_under_other_paths() {
    check(&[
        ("ln -s \"$(command -v npm)\" ./zz; ./zz i", true),
        ("ln -s /usr/bin/npm zz && ./zz i", true),
        ("cp $(which npm) /tmp/zz; /tmp/zz i", true),
        ("$(type -P npm) i", true),
        ("echo 'npm i' > a.sh; cp a.sh b.sh; sh b.sh", true),
        ("command -v npm && echo i", false),
        ("echo $(which npm) i", false),
        ("cp a.txt zz; ./zz i", false),
        ("ln -s /usr/bin/npm zz", false),
    ]);
}

#[test]
fn text_that_goes_through_filters() {
    check(&[
        ("echo bnBtIGk= | base64 -d | sh", true),
        ("base64 -d <<< bnBtIGk= | sh", true),
        ("echo 6e706d2069 | xxd -r -p | bash", true),
        ("echo 'i mpn' | rev | sh", true),
        ("echo x:npm:i | cut -d: -f2,3 | tr : ' ' | sh", true),
        ("printf 'a\\nnpm i\\n' | tail -1 | sh", true),
        ("echo '# npm i' | sed 's/^# //' | sh", true),
        ("echo 'npm i' > f; head -1 f | sh", true),
        ("echo 'npm i' | tr a-z b-za | sh", false),
        ("echo bnBtIGk= | base64 -d", false),
        ("echo 'npm i' | sed 's/npm/pnpm/' | sh", false),
        ("echo 'npm i' | grep -v npm | sh", false),
    ]);
}

#[test]
fn files_that_code_opens_are_files_of_its_command() {
    let rows: &[(&str, &[(&str, Access)])] = &[
        ("python3 -c \"print(open('.env').read())\"", &[(".env", Access::Read)]),
        ("python3 - <<'E'\nopen('.env','a').write('X')\nE", &[(".env", Access::Write)]),
        ("node -e \"require('fs').readFileSync('.env')\"", &[(".env", Access::Read)]),
        ("sudo ruby -e 'File.write(\".env\", \"\")'", &[(".env", Access::Write)]),
        ("awk '{print > \".env\"}'", &[(".env", Access::Write)]),
        ("python3 -c \"print('.env')\"", &[]),
    ];
    for (line, expected) in rows {
        let reached = reach(line, &Context::default());
        let command = reached.commands.last().unwrap();
        // `-` of `python3 -` is the standard input.
        let files = command.files();
        let files = files.iter().filter(|file| file.path != "-");
        let files: Vec<_> = files.map(|file| (file.path.to_string(), file.access)).collect();
        let expected: Vec<_> = expected.iter().map(|(path, access)| (path.to_string(), *access)).collect();
        assert_eq!(files, expected, "{line}");
    }
}

#[test]
fn values_known_on_the_line_are_followed() {
    check(&[
        ("if [ -f yarn.lock ]; then pm=yarn; else pm=npm; fi; $pm i", true),
        ("case $x in a) pm=npm;; b) pm=pnpm;; esac; $pm i", true),
        ("PM=${PM:-npm}; $PM i", true),
        ("f() { local c=$1; shift; \"$c\" \"$@\"; }; f npm i", true),
        ("for p in npm pnpm; do \"$p\" i; done", true),
        ("arr=(npm); arr+=(i); \"${arr[@]}\"", true),
        ("declare -A m=([pm]=npm); ${m[pm]} i", true),
        ("set -- npm i; \"$@\"", true),
        ("read -r a b <<< 'npm i'; $a $b", true),
        ("while read -r l; do eval \"$l\"; done < <(printf 'ls\\nnpm i\\n')", true),
        ("(pm=npm); $pm i", false),
        ("pm=npm true; $pm i", false),
        ("pm=pnpm; $pm i", false),
        ("x='npm i'; \"$x\"", false),
        ("x='npm i'; echo '$x'", false),
        ("cat <<E\n$x\nE\nx='npm i'", false),
    ]);
}

#[test]
fn a_variable_of_the_environment_may_be_unset() {
    check(&[("$SUDO npm i", true), ("n${x}pm i", true), ("$PM i", false), ("echo $SUDO npm i", false)]);
}

#[test]
fn what_is_unknown_stays_so_through_a_second_reading() {
    check(&[
        ("bash <<E\ny=npm; x=y; ${!x} i\nE", false),
        ("bash <<'E'\ny=npm; x=y; ${!x} i\nE", true),
        ("bash -c \"y=npm; \\$y i\"", true),
        ("bash -c \"y=npm; $y i\"", false),
    ]);
}

#[test]
fn what_is_written_is_read_by_what_it_is_written_for() {
    check(&[
        ("echo 'npm i' > >(sh)", true),
        ("tee >(bash) <<< 'npm i'", true),
        ("echo 'npm i' > x.sh; sh x.sh", true),
        ("(echo 'npm i' > x.sh); sh x.sh", true),
        ("cat > x.sh <<'E'\nnpm i\nE\nchmod +x x.sh && ./x.sh", true),
        ("cat > x.sh <<'E'\nnpm i\nE\nchmod +x x.sh", false),
        ("bash /dev/fd/3 3<<E\nnpm i\nE", true),
        ("printf 'ls\\nnpm i\\n' | xargs -I{} sh -c '{}'", true),
    ]);
}

#[test]
fn functions_and_builtins_hide_programs_where_bash_says_so() {
    check(&[
        ("npm() { echo no; }; npm i", false),
        ("npm() { command npm \"$@\"; }; npm i", true),
        ("npm() { :; }; sudo npm i", true),
        ("npm() { :; }; sh -c 'npm i'", true),
        ("npm() { :; }; unset -f npm; npm i", true),
        ("f() { npm i; }", false),
        ("env eval 'npm i'", false),
        ("builtin npm i", false),
        ("command -v npm i", false),
    ]);
}

#[test]
fn code_that_is_surely_passed_over_is_not_met() {
    check(&[
        ("false && npm i", false),
        ("true || npm i", false),
        ("if false; then npm i; fi", false),
        ("exit 0; npm i", false),
        ("case a in b) npm i;; esac", false),
        ("[ -f x ] && exit 1; npm i", true),
        ("while false; do npm i; done", false),
        ("set -n; npm i", false),
        ("echo ${x!y}; npm i", false),
        ("echo ${x!y}\nnpm i", true),
    ]);
}

#[test]
fn what_leaves_nothing_is_gone_on_after() {
    check(&[
        ("return; npm i", true),
        ("break\nnpm i", true),
        ("if true; then return; fi; npm i", true),
        ("bash -c 'break; npm i'", true),
        ("f() { return; npm i; }; f", false),
        ("for x in 1; do break; npm i; done", false),
        ("f() { return; }; f; npm i", true),
    ]);
}

#[test]
fn long_text_is_followed_to_the_end() {
    let text = format!("echo 'npm i #{}' | sh", "x".repeat(300_000));
    assert!(runs(&text, "npm i"));
    let text = format!("x='npm i #{}'; eval \"$x\"", "x".repeat(300_000));
    assert!(runs(&text, "npm i"));
}

#[test]
fn a_written_file_is_known_by_every_path_to_it() {
    check(&[
        ("mkdir -p t && echo 'npm i' > t/a.sh && cd t && sh a.sh", true),
        ("echo 'npm i' > a.sh; cd src; sh ../a.sh", true),
        ("echo 'npm i' > a.sh; bash \"$(pwd)/a.sh\"", true),
        ("echo 'npm i' > $PWD/a.sh; sh a.sh", true),
        ("echo 'npm i' > a.sh; sh b.sh", false),
    ]);
}

#[test]
fn one_of_a_few_texts_may_be_printed() {
    check(&[
        ("PM=$( [ -f pnpm-lock.yaml ] && echo pnpm || echo npm ); $PM i", true),
        ("$(if [ -f x ]; then echo npm; else echo pnpm; fi) i", true),
        ("$( [ -f x ] && echo yarn || echo pnpm ) i", false),
    ]);
}

#[test]
fn patterns_stay_patterns_through_variables() {
    let globs = |line: &str| {
        let reached = reach(line, &Context::default());
        let files = reached.commands.iter().flat_map(|command| {
            command.files().into_iter().map(|file| (file.path.to_string(), file.glob)).collect::<Vec<_>>()
        });
        files.filter(|(_, glob)| *glob).map(|(path, _)| path).collect::<Vec<_>>()
    };
    assert_eq!(globs("for f in .env*; do cat \"$f\"; done"), [".env*"]);
    assert_eq!(globs("f=(.e*); cat \"${f[0]}\""), [".e*"]);
    assert_eq!(globs("echo .e* | xargs cat"), [".e*"]);
    assert_eq!(globs("f() { for x in \"$@\"; do cat $x; done; }; f .e*"), [".e*"]);
    assert!(globs("cat '.e*'").is_empty());
}

#[test]
fn functions_have_variables_and_arguments_of_their_own() {
    check(&[
        ("f() { local n=yarn; }; n=npm; f; $n i", true),
        ("f() { local n=npm; }; n=yarn; f; $n i", false),
        ("f() { declare -g n=npm; }; f; $n i", true),
        ("f() { n=npm; }; f; $n i", true),
        ("function f (npm i); f", true),
        ("f() { npm \"$@\" i; }; f", true),
        ("case x in x) :;;& y) yarn;; *) npm i;; esac", true),
        ("case x in x) :;& y) npm i;; esac", true),
        ("case x in x) :;; y) npm i;; esac", false),
    ]);
}

#[test]
fn programs_are_known_by_other_names_and_keys_are_typed() {
    check(&[
        ("hash -p /usr/bin/npm q; q i", true),
        ("hash -p \"$(command -v npm)\" x; x i", true),
        ("hash npm", false),
        ("tmux send-keys -t 0 'npm i' Enter", true),
        ("tmux send-keys npm Space i C-m", true),
        ("screen -S s -X stuff 'npm i\\n'", true),
        ("tmux new-session -d 'npm i'", true),
        ("tmux list-keys", false),
    ]);
}

#[test]
fn xargs_takes_quotes_for_what_they_are() {
    check(&[
        ("echo \"bash -c 'npm i'\" | xargs env", true),
        ("echo '\"npm i\"' | xargs env", false),
        ("echo 'n\\pm i' | xargs env", true),
        ("coproc time npm i", true),
    ]);
}

#[test]
fn an_error_in_what_bash_reads_late_is_none_of_the_line() {
    check(&[
        ("echo $((a)+(b)); npm i", true),
        ("echo $((npm i) | cat)", true),
        ("echo \"$((a) b)\" && npm i", true),
        ("echo $((npm i)+(b))", false),
    ]);
}

#[test]
fn elements_of_arrays_are_set_one_by_one() {
    check(&[
        ("a[0]=npm; ${a[0]} i", true),
        ("a[1]=i; a[0]=npm; ${a[@]}", true),
        ("a=(ls); a+=(npm i); ${a[1]} ${a[2]}", true),
        ("a=(npm i); a[0]=ls; ${a[@]}", false),
        ("a[0]=npm; (a[0]=ls); ${a[0]} i", true),
        ("a=(ls); if x; then a[0]=npm; fi; ${a[0]} i", true),
        ("a=(npm i); a[5]=x; unset a; ${a[@]}", false),
        ("declare -A m; m[b]=npm; m[a]=x; ${m[b]} i", true),
        ("declare -n r=a; r[0]=npm; ${a[0]} i", true),
        ("a[0]=npm; a[0]=ls true; ${a[0]} i", true),
        ("a=npm; a[1]=i; ${a[@]}", true),
        ("for n in 1 2 3 4 5 6 7 8 9 10 11; do a[$n]=x; done; a[2]=npm; ${a[2]} i", true),
    ]);
}

#[test]
fn functions_that_call_each_other_all_over_are_followed_to_the_end() {
    let calls: String = (0..20).map(|n| format!("f{}() {{ f{n} x; f{n} y; f{n} x; }}\n", n + 1)).collect();
    let line = |last: &str| format!("f0() {{ echo \"$1\"; ./step \"$1\"; {last}; }}\n{calls}f20; ./last");
    let context = Context::default();
    for (last, expected) in [("npm i", true), ("true", false)] {
        let reached = reach(&line(last), &context);
        assert_eq!(reached.end, End::Clean);
        let names: Vec<&str> = reached.commands.iter().map(|command| command.run.text()).collect();
        assert_eq!(names.contains(&"npm i"), expected);
        assert!(names.contains(&"step y") && names.contains(&"last"), "what comes behind is read");
    }
    check(&[("r() { \"$@\"; }\nr ls; r npm i", true), ("r() { \"$@\"; }\nr ls; r pnpm i", false)]);
}

#[test]
fn a_command_of_many_words_with_several_values_keeps_those_of_its_name() {
    for words in [6, 100, 20_000] {
        for (word, separator) in [("${x:-a}", " "), ("\"${x:-$y}\"", " "), ("${x:-a}", "")] {
            let line = format!("${{n:-npm}} i {}", [word].repeat(words).join(separator));
            let reached = reach(&line, &Context::default());
            assert_eq!(reached.end, End::Clean, "{words} words {word}");
            assert!(reached.commands.iter().any(|command| command.run.text().starts_with("npm i")));
        }
    }
}

#[test]
fn a_long_text_that_is_printed_many_times_costs_what_it_takes_to_copy_it() {
    let text = "text ".repeat(400);
    let prints = "echo \"$x\" | cat | cat\n".repeat(200);
    let reached = reach(&format!("x='{text}'\n{prints}npm i"), &Context::default());
    assert_eq!(reached.end, End::Clean);
    assert_eq!(reached.commands.last().map(|command| command.run.text()), Some("npm i"));
}

#[test]
fn an_array_that_is_set_element_by_element_is_followed_to_its_end() {
    let elements: String = (0..20_000).map(|index| format!("a[{index}]=npm\n")).collect();
    let reached = reach(&format!("{elements}${{a[19999]}} i"), &Context::default());
    assert_eq!(reached.end, End::Clean);
    assert_eq!(reached.commands.last().map(|command| command.run.text()), Some("npm i"));
}

#[test]
fn a_script_is_followed_again_when_anything_it_depends_on_is_new() {
    check(&[
        ("echo 'npm i' > x; sh x || bash x", true),
        ("echo ls > x; sh x; (echo 'npm i' > x); sh x", true),
        ("echo '\"$@\"' > x; sh x ls; sh x npm i", true),
        ("echo '$c i' > x; c=ls; sh x; (c=npm; sh x)", true),
        ("echo 'cat y | sh' > x; echo ls > y; sh x; echo 'npm i' > y; sh x", true),
        ("echo 'sh x' > x; sh x; npm i", true),
    ]);
}

#[test]
fn what_several_shells_may_run_is_followed_once() {
    let script = "echo step\n".repeat(100);
    let shells = "for s in sh bash dash ksh zsh; do for d in /bin /usr/bin /usr/local/bin; do t=$d/$s; test -x $t && break 2; done; done";
    let line = |run: &str| format!("cat > x <<'E'\n{script}E\n{shells}\n{run}");
    let steps = |line: &str| reach(line, &Context::default()).steps;
    let (one, several) = (steps(&line("sh x")), steps(&line("$t x")));
    assert!(several < 2 * one, "{several} steps, and {one} for one shell");
}
