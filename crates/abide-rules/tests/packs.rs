//! The packs that come with abide.

mod support;

use abide_rules::{Action, Kind, PACKS, RuleSet};

#[test]
fn every_pack_is_sound_and_its_examples_hold() {
    for (name, _, text) in PACKS {
        let mut set = RuleSet::new();
        let mut found = set.load(&format!("pack:{name}"), text);
        found.extend(set.check());
        found.extend(set.run_examples());
        let found: Vec<_> = found.iter().map(|d| (&d.rule, d.code, &text[d.span.range()])).collect();
        assert!(found.is_empty(), "pack:{name}: {found:#?}");
        assert!(!set.rules().is_empty(), "pack:{name} has no rules");
    }
}

#[test]
fn every_rule_about_commands_says_which_programs_it_is_about() {
    for (name, _, text) in PACKS {
        let mut set = RuleSet::new();
        set.load(&format!("pack:{name}"), text);
        let account = set.account(&support::shell("no-such-program x"), &support::Disk);
        let about = account.about.iter().map(|at| &set.rules()[*at]);
        let about: Vec<_> =
            about.filter(|rule| rule.kind == Kind::ForbidCommand).map(|rule| &rule.id).collect();
        assert!(about.is_empty(), "pack:{name}: {about:?}");
    }
}

#[test]
fn packs_about_the_same_thing_can_be_named_together() {
    let mut set = RuleSet::new();
    let file = r#"{"extends": ["pack:pnpm", "pack:git-safety", "pack:secrets", "pack:generated"]}"#;
    assert!(set.load("rules.json", file).is_empty());
    let wrong: Vec<_> = set.run_examples().into_iter().map(|d| (d.rule, d.message)).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
}

/// JSON has no place for a list that several patterns share.
#[test]
fn the_tools_that_are_the_projects_own_are_the_same_everywhere() {
    let lists = |name: &str| -> Vec<&str> {
        let (_, _, text) = PACKS.iter().find(|pack| pack.0 == name).unwrap();
        let found = text.split("(?= (?:").skip(1).filter_map(|rest| rest.split_once(")(?: |$))"));
        found.map(|(list, _)| list.trim_start_matches("test|start|")).collect()
    };
    let (pnpm, yarn) = (lists("pnpm"), lists("yarn"));
    assert!(pnpm.len() >= 5 && yarn.len() >= 4, "{pnpm:?} {yarn:?}");
    assert!(pnpm.iter().chain(&yarn).all(|list| *list == pnpm[0]), "{pnpm:?} {yarn:?}");
}

#[test]
fn nothing_of_uv_is_called_ready_under_sudo() {
    let set = support::rules(r#"{"extends": "pack:uv"}"#);
    let ready = |line: &str| support::stopped(&set, line).expect("it breaks a rule").suggestion;
    assert_eq!(ready("pip install x").as_deref(), Some("uv add x"));
    for line in
        ["sudo pip install x", "sudo -H pip3 install -r requirements.txt", "cd a && sudo python3 x.py"]
    {
        assert_eq!(ready(line), None, "{line}");
    }
}

#[test]
fn a_rule_of_the_project_takes_the_place_of_one_of_a_pack() {
    let own = r#"{"extends": "pack:pnpm", "rules": [{"id": "use-pnpm", "kind": "advice"}]}"#;
    assert!(support::stopped(&support::rules(own), "npm ci").is_none());
    assert!(support::stopped(&support::rules(own), "npx x").is_some());
}

#[test]
fn a_rule_of_a_pack_is_changed_by_its_id_alone() {
    let file = |entry: &str| {
        let mut set = support::rules(&format!(r#"{{"extends": "pack:pnpm", "rules": [{entry}]}}"#));
        assert!(set.finish().is_empty(), "{entry}");
        set
    };
    let off = file(r#"{"id": "use-pnpm", "enabled": false}"#);
    assert!(support::stopped(&off, "npm ci").is_none());
    assert!(support::stopped(&off, "npx x").is_some());

    let milder = file(r#"{"id": "use-pnpm", "action": "warn", "message": "Really?", "remote": true}"#);
    let hit = support::stopped(&milder, "ssh h npm ci").expect("it holds elsewhere too");
    assert_eq!(
        (hit.action, hit.suggestion.as_deref()),
        (Action::Warn, Some("ssh h pnpm install --frozen-lockfile"))
    );
    assert!(hit.reason.contains("Really?") && hit.reason.contains("pack:pnpm:3"), "{}", hit.reason);

    let other = file(r#"{"id": "use-pnpm", "unless": "^npm publish", "rewrite": {"^npm ci$": "make deps"}}"#);
    assert!(support::stopped(&other, "npm publish").is_none());
    assert_eq!(support::stopped(&other, "npm ci").expect("npm").suggestion.as_deref(), Some("make deps"));
    // The examples of the pack are about the rule as it was.
    assert!(other.run_examples().is_empty());
}

#[test]
fn the_nearest_file_has_the_last_word_on_a_rule() {
    let mut set = RuleSet::new();
    set.load("web/rules.json", r#"[{"id": "use-pnpm", "action": "warn"}]"#);
    set.load(
        "rules.json",
        r#"{"extends": "pack:pnpm", "rules": [{"id": "use-pnpm", "action": "ask", "message": "M."}]}"#,
    );
    assert!(set.finish().is_empty());
    let hit = support::stopped(&set, "npm ci").expect("npm");
    assert_eq!(hit.action, Action::Warn);
    assert!(hit.reason.contains("\nM\n"), "{}", hit.reason);
    // Nothing changes the rules of the guard.
    let mut set = RuleSet::new();
    set.load_guard(&[]);
    set.load("rules.json", r#"[{"id": "self-rules", "enabled": false}]"#);
    assert_eq!(set.finish().len(), 1);
    assert!(support::stopped(&set, "rm -r .abide").is_some());
}

#[test]
fn files_that_extend_each_other_are_read_once_and_not_without_end() {
    let mut set = RuleSet::new();
    let mut asked = Vec::new();
    let problems = set.load_with("a/0.json", r#"{"extends": "1.json"}"#, &mut |path| {
        asked.push(path.to_owned());
        let number: u32 = path.trim_start_matches("a/").trim_end_matches(".json").parse().expect("a number");
        Ok(format!(r#"{{"extends": ["0.json", "{}.json"]}}"#, number + 1))
    });
    assert_eq!(asked.len(), 8, "{asked:?}");
    assert_eq!(problems.len(), 1, "{problems:?}");
    assert_eq!(problems[0].code, "cannot-extend");
    let mut set = RuleSet::new();
    let problems = set.load_with("r.json", r#"{"extends": "../x.json"}"#, &mut |_| Err("not there".into()));
    assert_eq!(problems[0].message, "cannot extend `x.json`: not there");
}

/// The pack that every call is judged by is kept small, so most of its
/// examples are in `guard.jsonl`.
#[test]
fn the_guard_stops_what_it_should_and_nothing_else() {
    let rows: Vec<serde_json::Value> =
        include_str!("guard.jsonl").lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let (_, _, text) = PACKS.iter().find(|pack| pack.0 == "self").unwrap();
    let mut pack: serde_json::Value = serde_json::from_str(text).unwrap();
    for rule in pack["rules"].as_array_mut().unwrap() {
        let examples = |of: &serde_json::Value| -> Vec<serde_json::Value> {
            rows.iter().filter(|row| row["rule"] == *of).map(|row| row["call"].clone()).collect()
        };
        let block = examples(&rule["id"]);
        rule["examples"] = serde_json::json!({ "block": block, "allow": examples(&serde_json::Value::Null) });
    }
    let mut set = RuleSet::new();
    assert!(set.load("guard", &pack.to_string()).is_empty());
    let wrong: Vec<_> = set.run_examples().into_iter().map(|d| (d.rule, d.message, d.span)).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
    let named = |id: &serde_json::Value| set.rules().iter().any(|rule| Some(rule.id.as_str()) == id.as_str());
    assert!(rows.iter().all(|row| row["rule"].is_null() || named(&row["rule"])));
}
