//! Package managers of JavaScript: which scripts of package.json they run.

use super::OneOf;

/// Scripts that `npm install` and kin run.
const ON_INSTALL: &[&str] = &["preinstall", "install", "postinstall", "prepare"];

/// What a package manager calls a script of package.json for.
const SUBCOMMANDS: &[(&[&str], &[&str])] = &[
    (&["test", "t", "tst"], &["pretest", "test", "posttest"]),
    (&["start"], &["prestart", "start", "poststart"]),
    (&["stop"], &["prestop", "stop", "poststop"]),
    (&["restart"], &["prerestart", "restart", "postrestart"]),
    (&["install", "i", "ci", "add"], ON_INSTALL),
];

/// The managers, npm-run-script(1), pnpm-run(1), yarn(1), bun(1).
pub static MANAGERS: OneOf = OneOf::new(&["bun", "npm", "pnpm", "yarn"]);

/// Options whose value is the next word.
const VALUE_OPTIONS: &[&str] = &["--prefix", "-C", "--dir", "--cwd", "-w", "--workspace", "--filter", "-F"];

/// The scripts of package.json that a manager is called for, in the order that they run, where there
/// are such: `pnpm run build` is for `prebuild`, `build` and `postbuild`. The first word is the manager.
pub fn package_scripts(words: &[&str]) -> Vec<String> {
    let Some((manager, words)) = words.split_first() else { return Vec::new() };
    let is_value = |at: usize| at > 0 && VALUE_OPTIONS.contains(&words[at - 1]);
    let operands = words.iter().enumerate().filter(|(at, word)| !word.starts_with('-') && !is_value(*at));
    let mut operands = operands.map(|(_, word)| *word);
    let Some(first) = operands.next() else { return Vec::new() };
    let own = |script: &str| vec![format!("pre{script}"), script.to_owned(), format!("post{script}")];
    if matches!(first, "run" | "run-script" | "rum" | "urn") {
        return operands.next().map(own).unwrap_or_default();
    }
    match SUBCOMMANDS.iter().find(|(names, _)| names.contains(&first)) {
        Some((_, names)) => names.iter().map(|name| name.to_string()).collect(),
        None if manager.rsplit('/').next() == Some("npm") => Vec::new(),
        None => own(first),
    }
}
