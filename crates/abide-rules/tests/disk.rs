//! Verdicts that depend on what is on the disk: branches, trees, scripts.

use abide_rules::{Entry, FileKind, Hit, Input, RuleSet, ToolCall, Verdict, Workspace};
use std::collections::BTreeMap;

/// Files by their absolute paths, and branches by the folders they are in.
#[derive(Default)]
struct Disk {
    files: BTreeMap<String, String>,
    branches: Vec<(&'static str, &'static str)>,
    ignores_case: bool,
}

impl Disk {
    fn new(files: &[(&str, &str)]) -> Self {
        let files = files.iter().map(|(path, text)| (format!("/repo/{path}"), text.to_string()));
        Disk { files: files.collect(), ..Disk::default() }
    }
}

impl Workspace for Disk {
    fn home(&self) -> Option<&str> {
        Some("/home/me")
    }

    fn real_path(&self, path: &str) -> Option<String> {
        Some(path.to_owned())
    }

    fn exists(&self, path: &str) -> bool {
        self.files.contains_key(path) || !self.list(path).is_empty()
    }

    fn list(&self, path: &str) -> Vec<Entry> {
        let folder = format!("{}/", path.trim_end_matches('/'));
        let below = self.files.keys().filter_map(|file| file.strip_prefix(&folder));
        let mut entries: Vec<Entry> = below
            .map(|rest| match rest.split_once('/') {
                Some((name, _)) => Entry { name: name.into(), folder: true },
                None => Entry { name: rest.into(), folder: false },
            })
            .collect();
        entries.dedup();
        entries
    }

    fn read(&self, path: &str, most: usize) -> Option<String> {
        self.files.get(path).filter(|text| text.len() <= most).cloned()
    }

    fn branch(&self, folder: &str) -> Option<String> {
        let inside = |place: &str| folder == place || folder.starts_with(&format!("{place}/"));
        self.branches.iter().find(|(place, _)| inside(place)).map(|(_, branch)| branch.to_string())
    }

    fn ignores_case(&self) -> bool {
        self.ignores_case
    }
}

fn rules(text: &str) -> RuleSet {
    let mut rules = RuleSet::new();
    let errors = rules.load("rules.json", text);
    assert!(errors.is_empty(), "{errors:?}");
    rules
}

fn judge(rules: &RuleSet, input: Input, disk: &Disk) -> Option<Hit> {
    let call = ToolCall {
        tool: "Bash".into(),
        input,
        cwd: "/repo".into(),
        root: Some("/repo".into()),
        ..ToolCall::default()
    };
    match rules.judge(&call, disk) {
        Verdict::Pass => None,
        Verdict::Violation(hit) => Some(hit),
    }
}

fn stopped(rules: &RuleSet, line: &str, disk: &Disk) -> Option<Hit> {
    judge(rules, Input::Shell(line.into()), disk)
}

fn protect(tool: &str, glob: &str) -> RuleSet {
    rules(&format!(r#"[{{"id": "r", "kind": "protect_path", "tool": "{tool}", "pattern": "{glob}"}}]"#))
}

#[test]
fn a_rule_for_a_branch_holds_where_the_command_runs() {
    let disk = Disk {
        branches: vec![("/repo", "main"), ("/feature", "feature/x"), ("/release", "release/1")],
        ..Disk::new(&[("a.txt", "")])
    };
    let rule = |branch: &str| {
        rules(&format!(
            r#"[{{"id": "r", "kind": "forbid_command", "pattern": "^git\\b.*\\spush", "when": {{"branch": {branch}}}}}]"#
        ))
    };
    let main = rule("\"main\"");
    for (line, hit) in [
        ("git push", true),
        ("cd src && git push", true),
        ("cd ../feature && git push", false),
        ("cd /feature; git push", false),
        ("(cd ../feature); git push", true),
        ("git -C ../feature push", false),
        // It is in one of the two.
        ("if x; then cd ../feature; fi; git push", true),
        ("if x; then cd ../feature; else cd /release; fi; git push", false),
        ("git --no-pager -c a.b=c checkout -b x && git push", false),
        ("git --git-dir .git switch x && git push", false),
        ("D=../feature; git -C \"$D\" fetch && git -C \"$D\" push", false),
        ("cd ../feature && cd ../repo && git push", true),
        ("cd ../feature && git -C ../repo push", true),
        ("cd /elsewhere && git push", false),
        ("git checkout -b x && git push", false),
        ("git switch x; git push -u origin x", false),
        ("git switch -c x origin/main && git push", false),
        ("git checkout x && git checkout main && git push", true),
        ("git checkout main -- a.txt && git push", true),
        ("git checkout a.txt && git push", true),
        ("(git switch x); git push", false),
        ("git -C ../feature switch y && git push", true),
        ("cd ../feature && git checkout main && git push", true),
        ("git commit -m 'git checkout x' && git push", true),
        ("git commit -m switch x && git push", true),
    ] {
        assert_eq!(stopped(&main, line, &disk).is_some(), hit, "{line}");
    }
    for (branch, hit) in
        [("[\"dev\", \"release/*\"]", true), ("\"release\"", false), ("\"*\"", false), ("\"**\"", true)]
    {
        assert_eq!(stopped(&rule(branch), "cd /release && git push", &disk).is_some(), hit, "{branch}");
    }
    let edits =
        rules(r#"[{"id": "r", "kind": "protect_path", "pattern": "*.rs", "when": {"branch": "main"}}]"#);
    let edit = |path: &str| judge(&edits, Input::Files(FileKind::Edit, vec![path.into()]), &disk);
    assert!(edit("src/a.rs").is_some());
    assert!(edit("/feature/src/a.rs").is_none());
}

#[test]
fn wrappers_of_the_project_are_looked_through() {
    let set = rules(
        r#"{"wrappers": [{"name": "with-env", "value_options": ["-f"]}],
            "rules": [{"id": "r", "kind": "forbid_command", "pattern": "^npm(?:\\s|$)"},
                      {"id": "w", "kind": "protect_path", "tool": "shell-write", "pattern": "dist/**"}]}"#,
    );
    let disk = Disk::default();
    for (line, hit) in [
        ("with-env npm ci", Some("r")),
        ("with-env -f npm -q -- npm ci", Some("r")),
        ("sudo ./bin/with-env -f x sh -c 'npm ci'", Some("r")),
        ("with-env -f npm pnpm ci", None),
        // What the command does with its files is its own affair.
        ("with-env cat dist/a.js", None),
        ("with-env rm dist/a.js", Some("w")),
        ("with-env -f dist/a.env cat x", Some("w")),
    ] {
        assert_eq!(stopped(&set, line, &disk).map(|hit| hit.rule).as_deref(), hit, "{line}");
    }
}

#[test]
fn each_tool_value_looks_at_what_it_names() {
    let disk = Disk::new(&[
        ("a/old.sql", ""),
        ("a/b/c.sql", ""),
        (".git/HEAD", ""),
        ("x", ""),
        (".gitignore", "out/\n"),
        ("out/o.sql", ""),
    ]);
    for (tool, hits, passes) in [
        (
            "shell-read",
            &[
                "cat a/old.sql",
                "sort < a/old.sql",
                "grep -r x .",
                "unknown-tool a/old.sql",
                "git show HEAD:a/old.sql",
            ][..],
            &[
                "echo > a/old.sql",
                "rm a/old.sql",
                "ls a/old.sql",
                "grep -r x src",
                "tee a/old.sql",
                "echo a/old.sql",
            ][..],
        ),
        (
            "shell-write",
            &[
                "echo > a/old.sql",
                "rm -r a",
                "mv a b",
                "sed -i s/a/b/ a/old.sql",
                "unknown-tool a/old.sql",
                "git checkout .",
            ],
            &["cat a/old.sql", "cp a/old.sql /tmp/x", "wc < a/old.sql", "git diff a/old.sql"],
        ),
        (
            "create",
            &["touch a/new.sql", "cp x a/new.sql", "echo > a/new.sql"],
            &["touch a/old.sql", "cat a/new.sql", "rm a/new.sql"],
        ),
        (
            "delete",
            &[
                "rm a/old.sql",
                "git rm a/old.sql",
                "mv a/old.sql b",
                "find a -name '*.sql' -delete",
                "unlink a/old.sql",
                "rm -r a",
            ],
            &["cp a/old.sql b", "echo > a/old.sql", "find a -name '*.js' -delete", "rm x", "rm -r out/p"],
        ),
        (
            "commit",
            &[
                "git add a/old.sql",
                "git add .",
                "git add -A",
                "git -C a add b",
                "git commit -m x -- a/old.sql",
                "git stage a",
                "git commit -am x",
                "git add -f out",
            ],
            &[
                "git add x",
                "git commit -m 'a/old.sql'",
                "git status",
                "git add -n .",
                "cat a/old.sql",
                "git commit -m x",
            ],
        ),
    ] {
        let set = protect(tool, "*.sql");
        for (lines, hit) in [(hits, true), (passes, false)] {
            for line in lines {
                assert_eq!(stopped(&set, line, &disk).is_some(), hit, "{tool}: {line}");
            }
        }
    }
}

#[test]
fn file_tools_create_and_delete_too() {
    let disk = Disk::new(&[("a/old.sql", "")]);
    let files = |kind, path: &str| Input::Files(kind, vec![path.into()]);
    assert!(judge(&protect("create", "*.sql"), files(FileKind::Write, "a/new.sql"), &disk).is_some());
    assert!(judge(&protect("create", "*.sql"), files(FileKind::Write, "a/old.sql"), &disk).is_none());
    let patch = Input::Changes(vec![(FileKind::Edit, "x".into()), (FileKind::Delete, "a/old.sql".into())]);
    assert!(judge(&protect("delete", "*.sql"), patch.clone(), &disk).is_some());
    assert!(judge(&protect("edit", "*.sql"), patch.clone(), &disk).is_some());
    assert!(judge(&protect("delete", "x"), patch, &disk).is_none());
}

#[test]
fn folders_that_a_program_goes_through_are_looked_into() {
    let disk = Disk::new(&[
        (".env", ""),
        (".git/HEAD", ""),
        (".gitignore", ".env\n"),
        ("src/a.ts", ""),
        ("web/.env", ""),
        ("web/b.ts", ""),
    ]);
    let set = protect("shell-read", ".env");
    for (line, hit) in [
        ("grep -r KEY .", true),
        ("grep -rn KEY", true),
        ("grep -rn KEY src", false),
        ("grep -rn KEY . --include='*.ts'", false),
        ("grep -rn KEY . --exclude=.env", false),
        ("grep -n KEY README.md", false),
        ("rg KEY", false),
        ("rg -uu KEY", true),
        ("rg --hidden KEY", false),
        ("rg -uu KEY src", false),
        ("rg -g '*.ts' -uu KEY", false),
        ("cat x | rg -uu KEY", false),
        ("cp -r . /tmp/x", true),
        ("cp -r src /tmp/x", false),
        ("cp -a web /tmp/x", true),
        ("tar czf /tmp/a.tgz .", true),
        ("tar c --exclude=.env . > /tmp/a.tar", false),
        ("tar xf a.tgz", false),
        ("zip -r a.zip .", true),
        ("rsync -a ./ host:/x", true),
        ("rsync -a --exclude .env ./ host:/x", false),
        ("find . -type f -exec cat {} +", true),
        ("find . -name '*.ts' -exec cat {} +", false),
        ("find . -name '.e*' -exec cat {} \\;", true),
        ("find src -exec cat {} +", false),
        ("find . -not -name .env -exec cat {} +", false),
        ("find . -name .env -exec ls {} +", false),
        ("find . -type d -exec grep x {} +", false),
        ("ls -R .", false),
        ("cat *", false),
        ("cat web/*", false),
        ("cat web/.*", true),
        ("shopt -s dotglob; cat web/*", true),
        ("cat */.env", true),
        ("cat .[e]nv", true),
    ] {
        assert_eq!(stopped(&set, line, &disk).is_some(), hit, "{line}");
    }
}

#[test]
fn case_counts_where_the_disk_says_so() {
    let set = rules(
        r#"[{"id": "r", "kind": "protect_path", "tool": "read|shell", "pattern": "~/.ssh/**", "unless": "*.pub"}]"#,
    );
    for (ignores_case, hit) in [(false, false), (true, true)] {
        let disk = Disk { ignores_case, ..Disk::default() };
        assert_eq!(stopped(&set, "cat ~/.SSH/Id_Rsa", &disk).is_some(), hit);
        assert!(stopped(&set, "cat ~/.SSH/ID.PUB", &disk).is_none());
    }
}

#[test]
fn scripts_of_the_project_are_followed_one_level() {
    let disk = Disk::new(&[
        ("x.sh", "#!/bin/bash\nset -e\n  npm ci\n"),
        ("y.sh", "./x.sh\n"),
        ("z.py", "#!/usr/bin/env python3\nnpm = 1\n"),
        ("env.sh", "cat .env\n"),
        ("Makefile", "NPM = npm\nall: build\nbuild:\n\t@echo hi\n\t$(NPM) ci\nclean:\n\trm -rf out\n"),
        ("justfile", "default:\n    echo npm\n\nship target: \n    cd web && npm publish\n"),
        (
            "package.json",
            "{\n  \"scripts\": {\n    \"build\": \"tsc\",\n    \"prebuild\": \"npm run gen\",\n    \"lint\": \"eslint .\",\n    \"test\": \"npm t2\"\n  }\n}\n",
        ),
        ("web/a.ts", ""),
        ("cmds", "echo hi\nnpm ci\n"),
        ("do.py", "import subprocess\nsubprocess.run(['npm', 'ci'])\n"),
        ("arg.sh", "\"$1\" ci\n"),
        ("lib.sh", "go() { npm ci; }\n"),
    ]);
    let set = rules(
        r#"[{"id": "n", "kind": "forbid_command", "pattern": "^npm(?:\\s|$)", "follow": true, "unless": "^npm (?:run|test)\\b(?! gen)"},
            {"id": "e", "kind": "protect_path", "pattern": ".env", "tool": "read|shell", "follow": true}]"#,
    );
    for (line, place) in [
        ("./x.sh", Some("`npm ci` in ./x.sh:3 is forbidden by rule n")),
        ("bash -e x.sh --now", Some("in x.sh:3")),
        ("bash < x.sh", Some("in x.sh:3")),
        ("\"$(pwd)/x.sh\"", Some("x.sh:3")),
        ("bash -c true < x.sh", None),
        ("source x.sh", Some("in x.sh:3")),
        (". ./x.sh", Some("in ./x.sh:3")),
        ("cd web && ../x.sh", Some("in ../x.sh:3")),
        ("sudo ./x.sh", Some("in ./x.sh:3")),
        ("./env.sh", Some("`/repo/.env`, named in ./env.sh:1, is protected by rule e")),
        ("./y.sh", None),
        ("./z.py", None),
        ("cat x.sh", None),
        ("/elsewhere/x.sh", None),
        ("make", Some("in Makefile:5")),
        ("make -j 4 build", Some("in Makefile:5")),
        ("make clean", None),
        ("just", None),
        ("just ship prod", Some("in justfile:5")),
        ("pnpm run build", Some("in package.json:4")),
        ("cd web && yarn build", Some("in package.json:4")),
        ("npm test", Some("in package.json:6")),
        ("pnpm lint", None),
        ("make -n", None),
        ("cat x.sh | sh", Some("in x.sh:3")),
        ("tail -1 x.sh | bash", Some("in x.sh:3")),
        ("sh -c \"$(cat x.sh)\"", Some("in x.sh:3")),
        ("eval \"$(<x.sh)\"", Some("in x.sh:3")),
        ("source <(cat x.sh)", Some("in x.sh:3")),
        ("ssh host 'bash -s' < x.sh", Some("in x.sh:3")),
        ("while read -r c; do eval \"$c\"; done < cmds", Some("in cmds:2")),
        ("xargs -a cmds -I{} sh -c {}", Some("in cmds:2")),
        ("parallel -a cmds", Some("in cmds:2")),
        ("for s in *.sh; do bash \"$s\"; done", Some("in x.sh:3")),
        ("find . -name '*.sh' -exec bash {} \\;", Some("in x.sh:3")),
        ("ls *.sh | xargs -n1 sh", Some("in x.sh:3")),
        ("cp x.sh /tmp/t.sh && sh /tmp/t.sh", Some("in x.sh:3")),
        ("cat env.sh | sh", Some("`/repo/.env`, named in env.sh:1, is protected by rule e")),
        ("python3 do.py", Some("in do.py:2")),
        ("sh arg.sh npm", Some("in arg.sh:1")),
        ("sh arg.sh pnpm", None),
        (". ./lib.sh; go", Some("in lib.sh:1")),
        (". ./lib.sh", None),
        ("cat x.sh > /tmp/t", None),
        ("grep npm x.sh | wc -l", None),
        ("python3 -c 'print(1)' do.py", None),
    ] {
        let reason = stopped(&set, line, &disk).map(|hit| hit.reason);
        match place {
            Some(place) => {
                assert!(reason.as_deref().is_some_and(|reason| reason.contains(place)), "{line}: {reason:?}")
            }
            None => assert_eq!(reason, None, "{line}"),
        }
    }
    let plain = rules(r#"[{"id": "n", "kind": "forbid_command", "pattern": "^npm ci"}]"#);
    assert!(stopped(&plain, "./x.sh", &disk).is_none(), "only rules that follow do");
}

#[test]
fn tools_are_found_by_the_name_most_agents_use() {
    let set = rules(r#"[{"id": "r", "kind": "forbid_tool", "pattern": "^mcp__slack__post"}]"#);
    for (tool, hit) in [
        ("mcp__slack__post_message", true),
        ("mcp_slack_post_message", true),
        ("mcp_slackpost", false),
        ("mcp__slackish__post", false),
        ("slack_post", false),
    ] {
        let call = ToolCall { tool: tool.into(), cwd: "/repo".into(), ..ToolCall::default() };
        assert_eq!(matches!(set.judge(&call, &Disk::default()), Verdict::Violation(_)), hit, "{tool}");
    }
    let cursor = rules(r#"[{"id": "r", "kind": "forbid_tool", "pattern": "^mcp__post"}]"#);
    let call = ToolCall { tool: "MCP:post_message".into(), ..ToolCall::default() };
    assert!(matches!(cursor.judge(&call, &Disk::default()), Verdict::Violation(_)));
}

#[test]
fn what_a_command_comes_across_lies_where_it_runs() {
    let disk = Disk::new(&[(".env", ""), ("web/src/a.js", ""), ("api/.env", ""), (".npmrc", "")]);
    let env = protect("shell", ".env");
    for line in [
        "cd web && grep -r KEY .",
        "cd web; grep -r KEY .",
        "cd web && tar czf /tmp/x.tgz .",
        "(cd web && cat .e*)",
        "cd web\nfind . -type f | xargs cat",
        "cd web && cd src && cp -r . /tmp/q",
        "cd web || exit 1; grep -r KEY .",
        "cd web || { echo no; exit 1; }; grep -r KEY .",
        "if cd web; then grep -r KEY .; fi",
        "cd none && grep -r KEY .",
        "cd none || exit; grep -r KEY .",
        "mkdir t; cd t; git init; git add .",
        "mkdir -p t/src; cd t; grep -r KEY .",
        "cd \"$(mktemp -d)\" && git init && git add .",
        "d=$(mktemp -d); cd $d; cat .*",
        "pushd web; grep -r KEY .; popd",
        "env -C web grep -r KEY .",
        "cd api && cd ../web && grep -r KEY .",
        "cd api; cd ../web; cd - >/dev/null; cd - && grep -r KEY .",
    ] {
        assert!(stopped(&env, line, &disk).is_none(), "{line}");
    }
    for line in [
        "grep -r KEY .",
        "cd none; grep -r KEY .",
        "cd none\nfind . -type f | xargs cat",
        "cd api && grep -r KEY .",
        "cd web && grep -r KEY ..",
        "cd web && cd - && grep -r KEY .",
        "cd web && cd \"$OLDPWD\" && grep -r KEY .",
        "cd web && npm t; cd .. && grep -r KEY .",
        "(cd web && npm t); grep -r KEY .",
        "pushd web && npm t && popd && grep -r KEY .",
        "if x; then cd web; fi; grep -r KEY .",
        "cd none || true; grep -r KEY .",
        "cd none && npm t; grep -r KEY .",
        "cd none && npm t || echo no; grep -r KEY .",
        "cd web && cat .env",
        "cd \"$D\" && cat .env",
        "cd \"$D\" && find . -name .env | xargs cat",
        "cd $(pwd) && cat .*",
        "cd \"$(git rev-parse --show-toplevel)\" && cat .*",
        "cd web; root=$(git rev-parse --show-toplevel); cd $root && grep -r KEY .",
        "git rev-parse --verify x || cat .env",
    ] {
        assert!(stopped(&env, line, &disk).is_some(), "{line}");
    }
}

#[test]
fn a_folder_that_something_comes_into_is_not_gone_through() {
    let disk = Disk::new(&[(".env", ""), ("web/.env", ""), ("src/x", ""), ("tpl/a", "")]);
    let env = protect("shell", ".env");
    for line in [
        "mv src/x .",
        "mv src/* .",
        "mv ../a.txt .",
        "git mv src/x .",
        "mv notes.md web",
        "cp -r tpl/. .",
        "cp -r src ..",
        "cp -a src -t web",
        "rsync -a tpl/ .",
        "ditto tpl web",
    ] {
        assert!(stopped(&env, line, &disk).is_none(), "{line}");
    }
    for line in [
        "mv web elsewhere",
        "cp -r web elsewhere",
        "cp -r . elsewhere",
        "rsync -a web/ elsewhere",
        "rsync -a --delete tpl/ web/",
        "mv src/x .env",
        "cp src/x web/.env",
        "chmod -R u+w web",
    ] {
        assert!(stopped(&env, line, &disk).is_some(), "{line}");
    }
}

/// Whether git would change a rule, only its index says: the block names what works.
#[test]
fn a_folder_that_git_would_reach_can_be_left_out() {
    let disk = Disk::new(&[(".abide/rules.json", "[]"), ("src/a.rs", "")]);
    let mut rules = RuleSet::new();
    rules.load_guard(&[]);
    let reason = |line: &str| stopped(&rules, line, &disk).map(|hit| hit.reason);
    for (line, way) in [
        ("git checkout .", "Name the folders that are meant, or leave this out: ':!.abide'"),
        ("git checkout HEAD -- . ':!src'", "Name the folders that are meant, or leave this out: ':!.abide'"),
        ("git restore .", "Name the folders that are meant, or leave this out: ':!.abide'"),
        ("git clean -fdx", "Name the folders that are meant, or leave this out: -e .abide"),
        ("chmod -R u+w .", "Name the folders that are meant"),
        ("rm -r .abide", "say what you would change, and why"),
    ] {
        let said = reason(line).expect(line);
        assert!(said.ends_with(way), "{line}: {said}");
    }
    for line in [
        "git checkout -- src",
        "git checkout -- . ':!.abide'",
        "git checkout -- . ':(exclude).abide'",
        "git restore . ':^.abide'",
        "git clean -fdx -e .abide",
    ] {
        assert_eq!(reason(line), None, "{line}");
    }
}
