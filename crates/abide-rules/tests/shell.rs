//! Verdicts on command lines, through the real shell parser.

mod support;

use abide_rules::{Action, Input, RuleSet, ToolCall, Verdict};
use support::{Disk, call, rules, shell, stopped};

const PNPM: &str = r#"[{"id": "use-pnpm", "kind": "forbid_command", "pattern": "^npm(?:\\s|$)",
    "source": "AGENTS.md:12", "message": "Use pnpm instead of npm.", "replacement": "pnpm"}]"#;

fn tools(text: &str) -> RuleSet {
    let mut rules = RuleSet::new();
    assert!(rules.load_tools("tools", text).is_empty());
    rules
}

#[test]
fn the_examples_of_the_tested_patterns_hold() {
    let mut set = RuleSet::new();
    let found = set.load("seed.json", include_str!("seed.json"));
    assert!(found.is_empty(), "{found:?}");
    let wrong: Vec<_> = set.run_examples().into_iter().map(|d| (d.code, d.rule)).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
}

#[test]
fn a_reason_says_what_which_rule_and_what_to_run() {
    let hit = stopped(&rules(PNPM), "cd web && sudo npm ci").expect("blocked");
    assert_eq!(
        hit.reason,
        "abide: `npm ci` is forbidden by rule use-pnpm (AGENTS.md:12)\n\
         Use pnpm instead of npm\n\
         Ready to run: cd web && sudo pnpm ci"
    );
    assert_eq!((hit.action, hit.route), (Action::Block, vec!["sudo".to_owned()]));
}

#[test]
fn what_runs_in_the_replacement_is_what_was_asked_for() {
    let rule = |pattern: &str, replacement: &str| {
        rules(&format!(
            r#"[{{"id": "r", "kind": "forbid_command", "pattern": "{pattern}", "replacement": "{replacement}"}}]"#
        ))
    };
    for (pattern, replacement, line, blocks) in [
        ("^python3?\\\\b", "uv run", "uv run python -m app", false),
        ("^python3?\\\\b", "uv run", "cd api && uv run --frozen bash -c 'python x.py'", false),
        ("^python3?\\\\b", "uv run", "uv run python x.py; python x.py", true),
        ("^pytest\\\\b", "uv run pytest", "uvx pytest -q", false),
        ("^pytest\\\\b", "uv run pytest", "poetry run pytest", true),
        ("^php\\\\b", "docker compose exec app php", "docker compose exec -T app php x.php", false),
        ("^php\\\\b", "docker compose exec app php", "docker run php:8 php x.php", true),
        ("^npm\\\\b", "pnpm", "pnpm exec npm i", true),
        ("^npm\\\\b", "pnpm", "pnpm dlx npm i", true),
        ("^npx\\\\b", "pnpm dlx", "pnpm dlx npx x", true),
    ] {
        assert_eq!(stopped(&rule(pattern, replacement), line).is_some(), blocks, "{line}");
    }
}

#[test]
fn a_line_of_a_tools_file_blocks_with_its_own_words() {
    let call = ToolCall { root: Some("/path/to/repo".into()), ..shell("npm i") };
    let Verdict::Violation(hit) = tools("npm pnpm").judge(&call, &Disk) else { panic!("passed") };
    assert_eq!(
        hit.reason,
        r#"abide: Blocked: `npm` is not allowed here, use `pnpm` instead.
  suggested: pnpm i

Allow it anyway with one of:
  * add "npm" to /path/to/repo/.agent-allow-cli-tools (persistent, per-repo),
    and keep it out of git: echo '.agent-allow-*' >> "$(git -C "/path/to/repo" rev-parse --path-format=absolute --git-path info/exclude)"
  * set AGENT_ALLOW_CLI_TOOLS=npm (one-off, colon-separated)"#
    );
}

#[test]
fn the_first_command_of_the_line_is_reported_for_a_tools_file() {
    let set = tools("npm pnpm\nyarn pnpm");
    assert_eq!(stopped(&set, "yarn add x && npm i").expect("blocked").rule, "yarn");
    assert_eq!(stopped(&set, "npm i && yarn add x").expect("blocked").rule, "npm");
}

#[test]
fn allowed_tools_run_and_the_others_do_not() {
    let mut set = tools("npm pnpm\nyarn pnpm");
    set.allow_file("npm # this client\n");
    assert!(stopped(&set, "npm i").is_none());
    assert!(stopped(&set, "yarn").is_some());
    set.allow_env("yarn");
    assert!(stopped(&set, "yarn").is_none());
}

#[test]
fn suggestions_swap_every_breaking_word_in_its_place() {
    let set = tools("npm pnpm\nnpx pnpm dlx\nyarn pnpm");
    for (line, suggestion) in [
        ("npm i", Some("pnpm i")),
        ("npm i && yarn add x", Some("pnpm i && pnpm add x")),
        ("npx create-vite app", Some("pnpm dlx create-vite app")),
        ("cd web\nnpm i\n  npm test", Some("cd web\npnpm i\n  pnpm test")),
        ("bash -c 'npm test && npm i'", Some("bash -c 'pnpm test && pnpm i'")),
        ("/usr/local/bin/npm i", Some("pnpm i")),
        ("echo 'npm i' && npm i npm", Some("echo 'npm i' && pnpm i npm")),
        ("\"npm\" ci", Some("\"pnpm\" ci")),
        ("echo $(npm bin)", Some("echo $(pnpm bin)")),
        ("CI=1 npm run build", Some("CI=1 pnpm run build")),
        // The word does not stand in the line, or would not survive there.
        ("n=npm; $n i", None),
        ("\"npx\" create-vite app", None),
    ] {
        let hit = stopped(&set, line).unwrap_or_else(|| panic!("{line:?} passed"));
        assert_eq!(hit.suggestion.as_deref(), suggestion, "{line:?}");
    }
}

#[test]
fn a_suggestion_that_another_rule_blocks_is_not_made() {
    let set = tools("npm pnpm\npnpm bun");
    assert_eq!(stopped(&set, "npm i").expect("blocked").suggestion, None);
}

#[test]
fn text_is_never_a_command() {
    for line in [
        "rg npm",
        "git commit -m 'switch to npm'",
        "echo 'a && npm i'",
        "npmrc-check",
        "cat package-lock.json",
    ] {
        assert!(stopped(&tools("npm pnpm"), line).is_none(), "{line}");
        assert!(stopped(&rules(PNPM), line).is_none(), "{line}");
    }
}

#[test]
fn a_pattern_about_one_command_does_not_reach_into_the_next() {
    let push =
        rules(r#"[{"id": "r", "kind": "forbid_command", "pattern": "^git\\b.*\\spush\\b.*\\s-f\\b"}]"#);
    assert!(stopped(&push, "git push -f").is_some());
    assert!(stopped(&push, "git push && rm -f x").is_none());
    let pipe = rules(r#"[{"id": "r", "kind": "forbid_command", "pattern": "\\bpytest\\b.*\\|\\s*tail\\b"}]"#);
    assert!(stopped(&pipe, "pytest -q | tail -5").is_some());
    assert!(stopped(&pipe, "pytest -q; tail -5 log").is_none());
}

#[test]
fn a_disabled_rule_is_counted_and_not_enforced() {
    let set = rules(r#"[{"id": "r", "kind": "forbid_command", "pattern": "^npm", "enabled": false}]"#);
    assert!(stopped(&set, "npm i").is_none());
    let hits = set.hits(&shell("npm i"), &Disk);
    assert_eq!((hits.len(), hits[0].enabled), (1, false));
}

#[test]
fn what_is_too_large_to_check_is_blocked() {
    let line = "x ".repeat(1 << 20);
    let hit = stopped(&rules(PNPM), &line).expect("blocked");
    assert_eq!(
        (hit.rule.as_str(), hit.reason.as_str()),
        ("limit", "abide: this command is too large to check; split it")
    );
    assert!(stopped(&RuleSet::new(), &line).is_none());
}

#[test]
fn shell_paths_are_seen_from_every_folder_the_line_may_be_in() {
    let set =
        rules(r#"[{"id": "r", "kind": "protect_path", "tool": "edit|write|shell", "pattern": "./dist/**"}]"#);
    for (line, hit) in [
        ("echo x > dist/app.js", true),
        ("cd src && echo x > ../dist/app.js", true),
        ("cd /tmp && echo x > dist/app.js", true),
        ("(cd /tmp); echo x > dist/app.js", true),
        ("tsc --outDir=dist", true),
        ("rm dist/*.js", true),
        ("rm link/app.js", true),
        ("ls dist", false),
        ("test -f dist/app.js", false),
        ("tsc --outDir=build", false),
        ("echo dist/app.js", false),
    ] {
        assert_eq!(stopped(&set, line).is_some(), hit, "{line}");
    }
}

#[test]
fn a_rule_about_reading_skips_what_is_only_written() {
    let read = rules(r#"[{"id": "r", "kind": "protect_path", "tool": "read|shell", "pattern": ".env"}]"#);
    for (line, hit) in [
        ("cat .env", true),
        ("cat .e*", true),
        ("wc -l < .env", true),
        ("touch .env", true),
        ("echo K=1 >> .env", false),
        ("cat .env.example", false),
    ] {
        assert_eq!(stopped(&read, line).is_some(), hit, "{line}");
    }
    let written = rules(r#"[{"id": "r", "kind": "protect_path", "tool": "shell-write", "pattern": ".env"}]"#);
    assert!(stopped(&written, "echo K=1 >> .env").is_some());
    assert!(stopped(&written, "cat .env").is_none());
}

#[test]
fn a_shell_rule_leaves_other_calls_alone() {
    let edit = ToolCall { input: Input::Files(abide_rules::FileKind::Edit, vec!["npm".into()]), ..call() };
    assert!(matches!(rules(PNPM).judge(&edit, &Disk), Verdict::Pass));
}

#[test]
fn every_place_that_breaks_a_rule_is_listed() {
    let places = |file: &str, line: &str| -> Vec<String> {
        let hits = rules(file).hits(&shell(line), &Disk);
        assert_eq!(hits.len(), 1, "{line}");
        hits[0].span.iter().chain(&hits[0].also).map(|span| line[span.range()].to_owned()).collect()
    };
    let npm = r#"[{"id": "r", "kind": "forbid_command", "pattern": "^npm(?:\\s|$)"}]"#;
    assert_eq!(places(npm, "npm ci && ls; sudo npm test | npm"), ["npm ci", "npm test", "npm"]);
    assert_eq!(places(npm, "for x in 1 2; do npm i; done"), ["npm i"]);
    let env = r#"[{"id": "r", "kind": "protect_path", "pattern": ".env", "tool": "shell"}]"#;
    assert_eq!(places(env, "cat .env x web/.env"), [".env", "web/.env"]);
}

#[test]
fn the_reason_shows_the_command_as_it_runs() {
    for (line, shown) in [
        ("\"npm\" i", "npm i"),
        ("python3 -c \"import subprocess; subprocess.run(['npm','i'])\"", "npm i"),
        ("${X:-npm} i", "npm i"),
        ("echo bnBtIGk= | base64 -d | sh", "npm i"),
        ("npm run \"a b\" c", "npm run \"a b\" c"),
        ("sudo npm  ci", "npm ci"),
    ] {
        let hit = stopped(&rules(PNPM), line).unwrap_or_else(|| panic!("{line:?} passed"));
        let start = format!("abide: `{shown}` is forbidden by");
        assert!(hit.reason.starts_with(&start), "{line:?}: {}", hit.reason);
    }
}

#[test]
fn a_tools_file_knows_a_program_by_the_name_that_patterns_see() {
    for line in ["npm.cmd i", "/usr/bin/npm i", "'npm' i"] {
        assert_eq!(stopped(&tools("npm pnpm"), line).map(|hit| hit.rule), Some("npm".into()), "{line}");
    }
}

#[test]
fn a_search_that_takes_too_long_blocks_and_names_the_rule() {
    let set = rules(r#"[{"id": "slow", "kind": "forbid_command", "pattern": "(?=(.*a){20}b)"}]"#);
    let hit = stopped(&set, &format!("b{}", "xa".repeat(450_000))).expect("blocked");
    assert!(hit.reason.starts_with("abide: rule slow (rules.json:1) took too many steps"), "{}", hit.reason);
    let blank =
        r#"[{"id": "r", "kind": "forbid_command", "pattern": "^x", "source": "", "replacement": " y "}]"#;
    let hit = stopped(&rules(blank), "x").expect("blocked");
    assert!(hit.reason.contains("rule r (rules.json:1)"), "{}", hit.reason);
    assert_eq!(hit.suggestion.as_deref(), Some("y"));
}

/// Words that `rewrite` is about are swapped where they stand, and nothing else.
#[test]
fn a_line_is_rewritten_by_subcommand_and_options() {
    let rules = rules(
        r#"[{"id": "r", "kind": "forbid_command", "pattern": "^npm(?:\\s|$)", "replacement": "pnpm", "rewrite": {
            "^npm ci$": "pnpm install --frozen-lockfile",
            "^npm (?:install|i)(?= [^-])": "pnpm add",
            "^npm run (\\S+) --(?= )": "pnpm run \\1",
            "^npm run(?= )": "pnpm run"}}]"#,
    );
    for (line, ready) in [
        ("npm ci", Some("pnpm install --frozen-lockfile")),
        ("cd web && sudo sh -c \"npm ci\"", Some("cd web && sudo sh -c \"pnpm install --frozen-lockfile\"")),
        ("/usr/bin/npm ci >log", Some("pnpm install --frozen-lockfile >log")),
        ("npm i 'left pad' $X", Some("pnpm add 'left pad' $X")),
        ("npm run build -- --watch 'a b'", Some("pnpm run build --watch 'a b'")),
        ("npm ci && npm run build", Some("pnpm install --frozen-lockfile && pnpm run build")),
        // No row is about it; what is swapped does not stand there; one of two has none.
        ("npm link", None),
        ("npm cit", None),
        ("c=ci; npm $c", None),
        ("npm 'ci'", None),
        ("npm >log ci", None),
        ("npm ci && npm link", None),
    ] {
        assert_eq!(stopped(&rules, line).expect(line).suggestion.as_deref(), ready, "{line}");
    }
}

#[test]
fn what_runs_inside_of_a_swapped_command_goes_with_it() {
    let pack = rules(r#"{"extends": "pack:uv"}"#);
    let ready = |line: &str| stopped(&pack, line).expect(line).suggestion;
    assert_eq!(ready("pipx run ruff check").as_deref(), Some("uvx ruff check"));
    assert_eq!(ready("poetry run python x.py").as_deref(), Some("uv run python x.py"));
    assert_eq!(ready("uv run python -m pip install x"), None);
}

/// An agent that learns of one rule at a time needs a call for each.
#[test]
fn all_rules_that_block_a_line_are_told_at_once() {
    let rule = |id: &str, more: &str| {
        format!(r#"{{"id": "{id}", "kind": "forbid_command", "pattern": "^{id}(?:\\s|$)"{more}}}"#)
    };
    let file = [
        rule("a", r#", "message": "Not a.""#),
        rule("b", r#", "text": "Never b.\nAt all.""#),
        rule("w", r#", "action": "warn""#),
        rule("q", r#", "action": "ask""#),
        rule("n", r#", "replacement": "pn""#),
        rule("c", ""),
        rule("d", ""),
    ];
    let rules = rules(&format!("[{}]", file.join(",\n")));
    let reason = |line: &str| stopped(&rules, line).expect(line).reason;
    let a = "abide: `a 1` is forbidden by rule a (rules.json:1)\nNot a";
    assert_eq!(reason("a 1; w"), a);
    assert_eq!(
        reason("n x; b 2 && sudo a 1"),
        format!(
            "{a}\nAlso: `b 2` is forbidden by rule b (rules.json:2): Never b\n\
             Also: `n x` is forbidden by rule n (rules.json:5): Use `pn`"
        )
    );
    // Where an agent cannot ask, what asks blocks the next try.
    assert_eq!(
        reason("q; a 1"),
        format!("{a}\nAlso: `q` needs the user's consent under rule q (rules.json:4)")
    );
    assert!(reason("a 1; b; n; c; d").ends_with("rule n (rules.json:5): Use `pn`\nAlso: `c` is forbidden by rule c (rules.json:6)\nAlso: 1 more, which `abide explain` lists"));
    // What is ready to run breaks no rule, so there is nothing else to tell.
    assert_eq!(
        reason("n x; n"),
        "abide: `n x` is forbidden by rule n (rules.json:5)\nReady to run: pn x; pn"
    );
}
