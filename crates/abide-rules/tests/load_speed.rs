//! How long a hook waits for its rules. Run with
//! `cargo test --release -p abide-rules --test load_speed -- --ignored --nocapture`.

#![allow(clippy::disallowed_methods, reason = "measures")]

use abide_rules::RuleSet;
use abide_rules::pattern::{Literals, Regex};
use std::hint::black_box;
use std::time::{Duration, Instant};

/// The best of many runs.
fn best(mut work: impl FnMut()) -> Duration {
    let run = |work: &mut dyn FnMut()| {
        let start = Instant::now();
        work();
        start.elapsed()
    };
    (0..200).map(|_| run(&mut work)).min().unwrap_or_default()
}

#[test]
#[ignore = "a measurement"]
fn loading_compiling_and_searching_take_this_long() {
    let rule = r#"{"id": "rule-NN", "kind": "forbid_command", "text": "Never discard work with git reset --hard.",
     "pattern": "^git\\b.*\\sreset\\b.*\\s--hard\\b", "message": "Use git stash, or ask the user first.",
     "examples": {"block": ["git reset --hard HEAD~1", "git -C app reset --hard"],
                  "allow": ["git reset HEAD notes.txt", "git reset --soft HEAD~1"]}}"#;
    let rules: Vec<String> = (0..100).map(|n| rule.replace("NN", &n.to_string())).collect();
    let text = format!("{{\"rules\": [{}]}}", rules.join(",\n"));
    let load = best(|| {
        let mut rules = RuleSet::new();
        black_box(rules.load("rules.json", &text));
        black_box(rules);
    });
    println!("load {} bytes, 100 rules: {load:?}", text.len());
    for pattern in [
        r"^npm(?:\s|$)",
        r"^git\b.*\spush\b.*(?:\s--force(?:-with-lease)?\b|\s-[a-zA-Z]*f[a-zA-Z]*\b|\s\+\S)",
        r"^rm\b\w+",
    ] {
        let words = best(|| drop(black_box(Literals::of(pattern))));
        let compile = best(|| drop(black_box(Regex::new(pattern))));
        let regex = Regex::new(pattern).unwrap();
        let line = "git push origin main --force";
        let search = best(|| drop(black_box(regex.search(line))));
        println!("{pattern}: words {words:?}, compile {compile:?}, search {search:?}");
    }
    let regex = Regex::new(r"^git\b.*\spush\b.*\s--force\b").unwrap();
    let long = format!("git push {}", "a push b ".repeat(100_000));
    println!("two .* on {} bytes: {:?}", long.len(), best(|| drop(black_box(regex.search(&long)))));
}
