//! git: aliases, hooks that the line wrote, and settings whose value is a
//! command.

use super::feed::{script_in_new_shell, split_words};
use super::outcome::Stream;
use super::simple::{Call, used_text};
use super::state::{Kept, Value};
use super::walk::Walker;
use crate::arguments::{Reading, Use};
use crate::tables::{OneOf, Role};
use crate::{Field, Mapped};

pub(super) fn is_git(name: &str) -> bool {
    name == "git"
}

/// Options of git itself that take the next word: git(1) 2.45.
const VALUES: &[&str] = &[
    "-C",
    "-c",
    "--git-dir",
    "--work-tree",
    "--namespace",
    "--super-prefix",
    "--config-env",
    "--attr-source",
];

/// Variables whose value is a command, and settings as [`variable`] keeps them, in the order in which git
/// looks at them, and the subcommands that run it: git-var(1), git-config(1).
struct Runs {
    sources: &'static [&'static str],
    subcommands: OneOf,
    when: When,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum When {
    Always,
    /// Unless the message is given.
    Edits,
    /// With `-i`.
    Interactive,
    /// Unless the output goes to a file.
    Pages,
}

static RUNS: &[Runs] = &[
    Runs {
        sources: &["GIT_EDITOR", "git core.editor", "VISUAL", "EDITOR"],
        subcommands: OneOf::new(&[
            "commit",
            "tag",
            "rebase",
            "revert",
            "cherry-pick",
            "notes",
            "merge",
            "am",
            "config",
            "branch",
        ]),
        when: When::Edits,
    },
    Runs {
        sources: &["GIT_SEQUENCE_EDITOR", "git sequence.editor"],
        subcommands: OneOf::new(&["rebase"]),
        when: When::Interactive,
    },
    Runs {
        sources: &["GIT_SSH_COMMAND", "git core.sshcommand", "GIT_SSH"],
        subcommands: OneOf::new(&[
            "fetch",
            "pull",
            "push",
            "clone",
            "ls-remote",
            "remote",
            "submodule",
            "archive",
        ]),
        when: When::Always,
    },
    Runs {
        sources: &["GIT_PAGER", "git core.pager", "PAGER"],
        subcommands: OneOf::new(&[
            "log", "diff", "show", "blame", "branch", "tag", "grep", "reflog", "shortlog", "config", "stash",
        ]),
        when: When::Pages,
    },
    Runs {
        sources: &["GIT_EXTERNAL_DIFF", "git diff.external"],
        subcommands: OneOf::new(&["diff", "log", "show", "format-patch"]),
        when: When::Always,
    },
    Runs {
        sources: &["GIT_ASKPASS", "git core.askpass", "SSH_ASKPASS"],
        subcommands: OneOf::new(&["fetch", "pull", "push", "clone", "ls-remote"]),
        when: When::Always,
    },
    Runs {
        sources: &["git core.fsmonitor"],
        subcommands: OneOf::new(&["status", "add", "commit", "diff"]),
        when: When::Always,
    },
    Runs {
        sources: &["git gpg.program"],
        subcommands: OneOf::new(&["commit", "tag", "verify-commit"]),
        when: When::Always,
    },
    Runs {
        sources: &["git interactive.difffilter"],
        subcommands: OneOf::new(&["add", "checkout", "reset"]),
        when: When::Always,
    },
];

/// Hooks by the subcommand that fires them: githooks(5). Those of the second
/// list are passed over with `--no-verify`.
const HOOKS: &[(&str, &[&str], &[&str])] = &[
    ("am", &["applypatch-msg", "pre-applypatch", "post-applypatch"], &[]),
    ("checkout", &["post-checkout"], &[]),
    ("clone", &["post-checkout"], &[]),
    ("commit", &["prepare-commit-msg", "post-commit", "post-rewrite"], &["pre-commit", "commit-msg"]),
    ("gc", &["pre-auto-gc"], &[]),
    ("merge", &["post-merge", "prepare-commit-msg"], &["pre-merge-commit", "commit-msg"]),
    ("pull", &["post-merge", "pre-rebase"], &["pre-merge-commit"]),
    ("push", &["reference-transaction"], &["pre-push"]),
    ("rebase", &["pre-rebase", "post-rewrite", "post-checkout"], &[]),
    ("switch", &["post-checkout"], &[]),
    ("worktree", &["post-checkout"], &[]),
];

/// Walks what git runs by itself. What `git config` sets is kept for the git
/// commands after it.
pub(super) fn run(walker: &mut Walker<'_>, call: &Call<'_>, reading: &Reading, input: &Stream) {
    let uses = &reading.uses;
    let Some(at) = subcommand(&call.argv) else { return };
    let name = call.argv[at].value.text();
    if name == "config" {
        configure(walker, &call.argv[at + 1..]);
    }
    walker.subshell(|walker| {
        // A clone has settings of its own.
        let given = |used: &&Use| used.role == Role::Setting && (used.word < at || name == "clone");
        for used in uses.iter().filter(given) {
            let setting = used_text(&call.argv, used);
            set(walker, &setting);
            named_settings(walker, &setting);
        }
        environment_settings(walker);
        settings(walker, call, name, uses);
        if walker.state.has_files() {
            hooks(walker, call, name);
        }
        let own = reading.row.is_some() && reading.start > at;
        if !own && walker.state.keeps(Kept::Setting) {
            alias(walker, call, at, input);
        }
    });
}

/// Settings with a name in their key whose value is a command, gitattributes(5),
/// git-config(1): how the key begins, how it ends, and whether only a value with a
/// `!` is for a shell.
const NAMED: &[(&str, &str, bool)] = &[
    ("credential", ".helper", true),
    ("diff.", ".command", false),
    ("diff.", ".textconv", false),
    ("difftool.", ".cmd", false),
    ("filter.", ".clean", false),
    ("filter.", ".process", false),
    ("filter.", ".smudge", false),
    ("merge.", ".driver", false),
    ("mergetool.", ".cmd", false),
    ("pager.", "", false),
    ("remote.", ".receivepack", false),
    ("remote.", ".uploadpack", false),
    ("trailer.", ".cmd", false),
    ("trailer.", ".command", false),
];

/// Walks the command in such a setting. Which subcommand runs it hangs on the files.
fn named_settings(walker: &mut Walker<'_>, setting: &Mapped) {
    let Some((key, value)) = setting.text().split_once('=') else { return };
    let key = key.to_ascii_lowercase();
    let fits = |row: &&(&str, &str, bool)| key.starts_with(row.0) && key.ends_with(row.1);
    let Some((.., bang)) = NAMED.iter().find(fits) else { return };
    let script = value.strip_prefix('!');
    let script = if *bang { script } else { Some(script.unwrap_or(value)) };
    let Some(script) = script else { return };
    let end = setting.len();
    let mut text = Mapped::default();
    text.push_slice(setting, end - script.len()..end);
    script_in_new_shell(walker, &format!("git -c {key}"), text, Vec::new(), None);
}

/// Index of the subcommand.
fn subcommand(argv: &[Field]) -> Option<usize> {
    let mut at = 1;
    while at < argv.len() {
        match argv[at].value.text() {
            word if VALUES.contains(&word) => at += 2,
            word if word.starts_with('-') => at += 1,
            _ => return Some(at),
        }
    }
    None
}

/// The name under which a setting is kept; no variable can have it. Case does
/// not matter in keys.
fn variable(key: &str) -> String {
    format!("git {}", key.to_ascii_lowercase())
}

/// `key=value`
fn set(walker: &mut Walker<'_>, text: &Mapped) {
    if let Some((key, value)) = text.text().split_once('=') {
        let mut mapped = Mapped::default();
        mapped.push_slice(text, text.len() - value.len()..text.len());
        walker.state.set_variable(&variable(key), vec![Value::Text(mapped)]);
    }
}

/// `git config [--global] alias.x '!npm i'`, `git config set alias.x ..`
fn configure(walker: &mut Walker<'_>, arguments: &[Field]) {
    let mut words: Vec<&Field> = Vec::new();
    let mut skip = false;
    for field in arguments {
        let word = field.value.text();
        if matches!(word, "--get" | "--unset" | "--unset-all" | "--get-all" | "--list" | "-l") {
            return;
        }
        if std::mem::replace(&mut skip, false) || matches!(word, "set" | "--") {
            continue;
        }
        skip = matches!(word, "-f" | "--file" | "--type" | "--blob");
        if !word.starts_with("--") && !skip {
            words.push(field);
        }
    }
    if let [key, value, ..] = words.as_slice() {
        let value = Value::of((*value).clone());
        walker.state.set_variable(&variable(key.value.text()), vec![value]);
    }
}

/// Settings given as `GIT_CONFIG_KEY_0`, `GIT_CONFIG_VALUE_0`, ...
fn environment_settings(walker: &mut Walker<'_>) {
    if walker.state.variable("GIT_CONFIG_KEY_0").is_none() {
        return;
    }
    for index in 0..8 {
        let Some(key) = text_of(walker, &format!("GIT_CONFIG_KEY_{index}")) else { return };
        let Some(value) = text_of(walker, &format!("GIT_CONFIG_VALUE_{index}")) else { return };
        walker.state.set_variable(&variable(key.text()), vec![Value::Text(value)]);
    }
}

fn text_of(walker: &Walker<'_>, name: &str) -> Option<Mapped> {
    match walker.state.variable(name)?.as_slice() {
        [Value::Text(text)] if !text.is_empty() => Some(text.clone()),
        _ => None,
    }
}

fn settings(walker: &mut Walker<'_>, call: &Call<'_>, name: &str, uses: &[Use]) {
    if !walker.state.has_variables() {
        return;
    }
    let has = |words: &[&str]| call.argv.iter().any(|field| words.contains(&field.value.text()));
    for runs in RUNS.iter().filter(|runs| runs.subcommands.has(name)) {
        let message = || uses.iter().any(|used| matches!(used.role, Role::Free | Role::TextFile));
        let Some(script) = runs.sources.iter().find_map(|name| text_of(walker, name)) else { continue };
        let edits = match name {
            "config" => has(&["-e", "--edit", "edit"]),
            "branch" => has(&["--edit-description"]),
            "rebase" => has(&["-i", "--interactive", "--continue", "--edit-todo"]),
            "tag" => has(&["-a", "-s", "--annotate", "--sign"]) && !message(),
            "cherry-pick" => has(&["-e", "--edit", "--continue"]),
            "am" => has(&["-i", "--interactive"]),
            _ => !message() && !has(&["--no-edit", "-C", "--reuse-message"]),
        };
        let happens = match runs.when {
            When::Always => true,
            When::Edits => edits,
            When::Interactive => has(&["-i", "--interactive", "--edit-todo"]),
            When::Pages => !call.files.is_diverted() && !has(&["-P", "--no-pager"]),
        };
        if happens {
            script_in_new_shell(walker, &format!("git {name}"), script, Vec::new(), None);
        }
    }
}

/// Hooks that the line wrote. Whether they may be executed is not looked at:
/// a file of that name may have been there, mode and all.
fn hooks(walker: &mut Walker<'_>, call: &Call<'_>, name: &str) {
    let Some((_, always, verify)) = HOOKS.iter().find(|(command, ..)| *command == name) else { return };
    // `-n` is a dry run of push, but means `--no-verify` to commit.
    let skips = |word: &str| word == "--no-verify" || (word == "-n" && name == "commit");
    let verifies = !call.argv.iter().any(|field| skips(field.value.text()));
    let folder =
        if walker.state.keeps(Kept::Setting) { text_of(walker, &variable("core.hooksPath")) } else { None };
    // What husky puts into its own folder runs those in `.husky`.
    let folders = match &folder {
        Some(folder) => vec![folder.text().trim_end_matches('/')],
        None => vec![".git/hooks", ".husky"],
    };
    let names = verify.iter().filter(|_| verifies).chain(always.iter());
    let mut path = String::new();
    for (hook, folder) in names.flat_map(|hook| folders.iter().map(move |folder| (*hook, *folder))) {
        path.clear();
        path.extend([folder, "/", hook]);
        if walker.written(&path).is_none() {
            continue;
        }
        let mut program = Field { known: true, ..Field::default() };
        program.value.push(&path, call.origin);
        let call = call.inner(vec![program]);
        walker.within(&format!("git {name}"), |walker| walker.program(call, None));
    }
}

/// `git x`, where `alias.x` is set: text for a shell behind `!`, otherwise
/// another git command.
fn alias(walker: &mut Walker<'_>, call: &Call<'_>, at: usize, input: &Stream) {
    let name = call.argv[at].value.text();
    let label = format!("git {name}");
    let Some(value) = text_of(walker, &variable(&format!("alias.{name}"))) else { return };
    // An alias may set another of its name, but does not go on so.
    if walker.route.iter().filter(|step| **step == label).count() > 1 {
        return;
    }
    let arguments = &call.argv[at + 1..];
    if value.text().starts_with('!') {
        let mut script = Mapped::default();
        script.push_slice(&value, 1..value.len());
        if !arguments.is_empty() {
            script.push_behind(" \"$@\"");
        }
        script_in_new_shell(walker, &label, script, arguments.to_vec(), input.clone());
        return;
    }
    let mut argv = call.argv[..at].to_vec();
    argv.extend(split_words(&value).unwrap_or_default());
    argv.extend_from_slice(arguments);
    let call = call.inner(argv);
    walker.within(&label, |walker| walker.program(call, input.clone()));
}
