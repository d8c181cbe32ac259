//! The two-column tools file: its blocks, its message, its overrides.

use crate::project::{Project, bash};

fn project() -> Project {
    Project::new().tools("# package managers\nnpm\tpnpm\n\nyarn pnpm\nnpx pnpm dlx\n")
}

#[test]
fn a_banned_tool_is_seen_wherever_it_runs() {
    let project = project();
    for line in [
        "npm i",
        "sudo npm ci",
        "CI=1 npm run build",
        "timeout 30 npm ci",
        "/usr/local/bin/npm i",
        "cd web && yarn add x",
        "cd web\nnpm i",
        "(cd web && npm i)",
        "{ npm i; }",
        "echo $(npm bin)",
        "npx create-vite app",
        "env -i nohup nice -n 5 npm ci",
        "printf x | xargs -n 1 npm i",
        "echo `npm bin`",
        // What the first version of this file's format could not see:
        "sh -c 'npm i'",
        "bash -lc \"cd web && npm i\"",
        "sudo -u root npm i",
        "timeout -s KILL 30 npm ci",
        "cat <<EOF\n$(npm bin)\nEOF",
    ] {
        project.call(bash(line)).blocks("is not allowed here");
    }
}

#[test]
fn a_name_in_text_is_no_call() {
    let project = project();
    for line in [
        "rg npm",
        "git commit -m \"switch to npm\"",
        "git commit -m \"fix; npm bump\"",
        "echo \"a && npm i\"",
        "cat package-lock.json",
        "npmrc-check",
        "cat <<'EOF'\nfirst; npm i\nEOF",
        // An unquoted body is text too, but for its substitutions.
        "cat <<EOF\nfirst; npm i && (yarn)\nEOF",
        "ls # && npm i",
        "pnpm i",
    ] {
        project.call(bash(line)).passes();
    }
}

#[test]
fn the_message_says_what_and_how_to_allow_it() {
    let outcome = project().call(bash("npm i")).blocks("`npm` is not allowed here, use `pnpm` instead");
    insta::assert_snapshot!(outcome.stderr);
}

#[test]
fn the_suggestion_swaps_the_command_and_nothing_else() {
    let project = project();
    project.call(bash("npx create-vite app")).blocks("pnpm dlx create-vite app");
    project.call(bash("echo npm && npm i")).blocks("echo npm && pnpm i");
    project.call(bash("sh -c 'npm i'")).blocks("sh -c 'pnpm i'");
    project.call(bash("cd web\nnpm i\nnpm test")).blocks("cd web\npnpm i\npnpm test");
}

#[test]
fn a_tool_can_be_allowed_in_a_project() {
    let project = project().file(".agent-allow-cli-tools", "# mine\nnpm # package-lock.json is committed\n");
    project.call(bash("npm i")).passes();
    project.call(bash("yarn add x")).blocks("`yarn` is not allowed");
}

#[test]
fn a_tool_can_be_allowed_by_the_environment() {
    let project = project().variable("AGENT_ALLOW_CLI_TOOLS", "npm:yarn npx");
    for line in ["npm i", "yarn add x", "npx y"] {
        project.call(bash(line)).passes();
    }
}

#[test]
fn a_rule_is_allowed_by_its_id() {
    let project =
        Project::new().rules(crate::project::USE_PNPM).variable("AGENT_ALLOW_CLI_TOOLS", "use-pnpm");
    project.call(bash("npm i")).passes();
}

#[test]
fn a_value_from_the_projects_dotenv_does_not_count() {
    let project =
        project().file(".env", "AGENT_ALLOW_CLI_TOOLS=npm\n").variable("AGENT_ALLOW_CLI_TOOLS", "npm");
    project.call(bash("npm i")).exits(2).complains("AGENT_ALLOW_CLI_TOOLS is ignored");
}

#[test]
fn a_file_of_the_project_that_names_the_variable_is_enough() {
    for (file, text) in [
        (".envrc", "export AGENT_ALLOW_CLI_TOOLS=npm\n"),
        (".env", "A=npm\nAGENT_ALLOW_CLI_TOOLS=$A\n"),
        (".env.development.local", "AGENT_ALLOW_CLI_TOOLS = \"n\"pm\n"),
    ] {
        let project = project().file(file, text).variable("AGENT_ALLOW_CLI_TOOLS", "npm");
        project.call(bash("npm i")).exits(2).complains("AGENT_ALLOW_CLI_TOOLS is ignored");
    }
    // A folder of that name is one of Python's.
    let project = project().file(".env/x", "").variable("AGENT_ALLOW_CLI_TOOLS", "npm");
    project.call(bash("npm i")).passes();
}

#[test]
fn an_empty_file_allows_everything() {
    Project::new().tools("# nothing yet\n").call(bash("npm i")).passes();
    Project::new().call(bash("npm i")).passes();
}
