//! Names of tools of MCP servers.
//!
//! Rules about tools are written for `mcp__server__tool`, which most agents
//! use. Others write the same tool `demo-run_thing` or `demo_run_thing`; a
//! call brings along what such a name stands for.

use abide_rules::FileKind;

/// The usual name of a tool.
pub(crate) fn usual(server: &str, tool: &str) -> String {
    format!("mcp__{server}__{tool}")
}

/// What `text` can stand for, if `mark` parts the server from the tool. Both
/// names may hold the mark as well, so every place where it stands counts:
/// `a-b-c` is tool `b-c` of server `a`, or tool `c` of server `a-b`.
pub(crate) fn cuts(text: &str, mark: char) -> Vec<String> {
    let whole = |(server, tool): &(&str, &str)| !server.is_empty() && !tool.is_empty();
    text.match_indices(mark)
        .map(|(at, mark)| (&text[..at], &text[at + mark.len()..]))
        .filter(whole)
        // Nobody has names of more parts; this keeps odd ones cheap.
        .take(8)
        .map(|(server, tool)| usual(server, tool))
        .collect()
}

/// The words in the names of tools that say what is done to files.
const VERBS: &[(FileKind, &[&str])] = &[
    (FileKind::Delete, &["delete", "remove", "unlink"]),
    (
        FileKind::Edit,
        &[
            "append",
            "copy",
            "create",
            "edit",
            "insert",
            "mkdir",
            "modify",
            "move",
            "overwrite",
            "patch",
            "rename",
            "replace",
            "save",
            "touch",
            "update",
            "write",
        ],
    ),
    (FileKind::Read, &["cat", "content", "contents", "load", "read", "view"]),
];

/// The words in the names of tools that run what their `command` says.
const RUNNERS: &[&str] = &["bash", "command", "exec", "execute", "process", "run", "shell", "terminal"];

/// What a tool does to the files it is given, as its name says: `write_file`
/// of `mcp__filesystem__write_file`. A name that says nothing is `Other`.
pub(crate) fn kind(tool: &str, names: &[String]) -> FileKind {
    let kind = VERBS.iter().find(|(_, verbs)| says(tool, names, verbs));
    kind.map_or(FileKind::Other, |(kind, _)| *kind)
}

/// Whether a tool runs commands, as its name says.
pub(crate) fn runs_commands(tool: &str, names: &[String]) -> bool {
    says(tool, names, RUNNERS)
}

/// Whether one of `verbs` is in the name of an MCP tool.
fn says(tool: &str, names: &[String], verbs: &[&str]) -> bool {
    let tool = names.iter().map(String::as_str).chain([tool]).find_map(tool_of);
    tool.is_some_and(|tool| words(tool).iter().any(|word| verbs.contains(&word.as_str())))
}

/// The tool in a usual name.
fn tool_of(name: &str) -> Option<&str> {
    name.strip_prefix("mcp__")?.split_once("__").map(|(_, tool)| tool)
}

/// `writeFile` and `write_file` as `write`, `file`.
fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    for c in name.chars() {
        if !c.is_alphanumeric() || c.is_uppercase() {
            words.push(String::new());
        }
        if let (true, Some(word)) = (c.is_alphanumeric(), words.last_mut()) {
            word.extend(c.to_lowercase());
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::{cuts, kind, runs_commands};
    use abide_rules::FileKind;

    #[test]
    fn a_name_says_what_is_done_to_files() {
        for (name, wanted) in [
            ("mcp__filesystem__write_file", FileKind::Edit),
            ("mcp__fs__createDirectory", FileKind::Edit),
            ("mcp__filesystem__move_file", FileKind::Edit),
            ("mcp__fs__delete_file", FileKind::Delete),
            ("mcp__filesystem__read_text_file", FileKind::Read),
            ("mcp__github__get_file_contents", FileKind::Read),
            ("mcp__filesystem__list_directory", FileKind::Other),
            ("mcp__write__list", FileKind::Other),
            ("mcp__x__thread", FileKind::Other),
            ("write_file", FileKind::Other),
        ] {
            assert_eq!(kind(name, &[]), wanted, "{name}");
        }
        assert!(
            runs_commands("mcp__jetbrains__execute_terminal_command", &[]) && !runs_commands("run_x", &[])
        );
        assert_eq!(kind("fs-write_file", &cuts("fs-write_file", '-')), FileKind::Edit);
    }

    #[test]
    fn every_place_of_the_mark_counts() {
        assert_eq!(cuts("demo-run_thing", '-'), ["mcp__demo__run_thing"]);
        assert_eq!(cuts("a_b_c", '_'), ["mcp__a__b_c", "mcp__a_b__c"]);
        assert_eq!(cuts("_x_", '_'), Vec::<String>::new());
        assert_eq!(cuts("plain", '-'), Vec::<String>::new());
    }
}
