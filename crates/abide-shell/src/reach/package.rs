//! Scripts of a package.json that the line wrote: `pnpm run build`.

use super::feed::script_in_new_shell;
use super::simple::{Call, words_of};
use super::walk::Walker;
use crate::code;
use crate::tables::{MANAGERS, package_scripts};

/// Walks the scripts that a package manager runs.
pub(super) fn run(walker: &mut Walker<'_>, name: &str, call: &Call<'_>) {
    if !MANAGERS.has(name) || !walker.state.has_files() {
        return;
    }
    let Some(package) = walker.written("package.json") else { return };
    if !walker.spend(package.len()) {
        return;
    }
    for script in package_scripts(&words_of(name, &call.argv)) {
        if let Some(text) = code::text_in_json(&package, &["scripts", &script]) {
            script_in_new_shell(walker, &format!("{name} {script}"), text, Vec::new(), None);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{Context, reach};

    #[test]
    fn scripts_that_the_line_wrote_are_run() {
        for (package, call, expected) in [
            (r#"{"scripts": {"a": "npm i"}}"#, "pnpm run a", true),
            (r#"{"scripts": {"prea": "npm i"}}"#, "yarn a", true),
            (r#"{"scripts": {"a": "npm\u0020i"}}"#, "bun --cwd . run a", true),
            (r#"{"scripts": {"prepare": "npm i"}}"#, "pnpm install", true),
            (r#"{"scripts": {"a": "npm i"}}"#, "pnpm run b", false),
            (r#"{"scripts": {"a": "npm i"}}"#, "npm a", false),
            (r#"{"a": "npm i"}"#, "pnpm run a", false),
            ("npm i", "pnpm run a", false),
        ] {
            let line = format!("echo '{package}' > package.json; {call}");
            let reach = reach(&line, &Context::default());
            let found = reach.commands.iter().any(|command| command.run.text() == "npm i");
            assert_eq!(found, expected, "{line}");
        }
    }
}
