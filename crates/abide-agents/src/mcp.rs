//! Names of tools of MCP servers.
//!
//! Rules about tools are written for `mcp__server__tool`, which most agents
//! use. Others write the same tool `demo-run_thing` or `demo_run_thing`; a
//! call brings along what such a name stands for.

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

#[cfg(test)]
mod tests {
    use super::cuts;

    #[test]
    fn every_place_of_the_mark_counts() {
        assert_eq!(cuts("demo-run_thing", '-'), ["mcp__demo__run_thing"]);
        assert_eq!(cuts("a_b_c", '_'), ["mcp__a__b_c", "mcp__a_b__c"]);
        assert_eq!(cuts("_x_", '_'), Vec::<String>::new());
        assert_eq!(cuts("plain", '-'), Vec::<String>::new());
    }
}
