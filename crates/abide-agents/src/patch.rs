//! The files that an `apply_patch` text names.
//!
//! The format is Codex's own: `*** Begin Patch`, then per file a header line
//! (`*** Add File: `, `*** Update File: `, `*** Delete File: `), optionally
//! `*** Move to: ` below it, then hunks whose lines start with a blank, `+`,
//! `-` or `@`, and `*** End Patch`. Codex takes an indented header too, except
//! below `*** Update File: `, where a line that starts with a blank is content.

/// What a header line says, and whether indented lines below it are content.
const HEADERS: &[(&str, bool)] = &[
    ("*** Add File:", false),
    ("*** Delete File:", false),
    ("*** Update File:", true),
    ("*** Move to:", true),
];

/// The paths in `patch`, as written, in order. A path that is named twice is
/// listed once. Line ends may be `\r\n`.
pub(crate) fn files(patch: &str) -> Vec<String> {
    let mut paths: Vec<String> = Vec::new();
    let mut blank_is_content = false;
    for line in patch.lines() {
        let header = if blank_is_content { line } else { line.trim_start() };
        let found =
            HEADERS.iter().find_map(|(name, blank)| Some((header.strip_prefix(name)?.trim(), *blank)));
        let Some((path, blank)) = found else { continue };
        blank_is_content = blank;
        if !path.is_empty() && !paths.iter().any(|known| known == path) {
            paths.push(path.to_owned());
        }
    }
    paths
}

#[cfg(test)]
mod tests {
    use super::files;

    #[test]
    fn every_header_names_a_file() {
        let patch = "*** Begin Patch\n*** Add File: a.js\n+x\n*** Update File: b c.js\n*** Move to: d.js\n@@\n-1\n+2\n\
                     *** Delete File: e.js\n*** End Patch\n";
        assert_eq!(files(patch), ["a.js", "b c.js", "d.js", "e.js"]);
    }

    #[test]
    fn file_content_is_not_a_header() {
        let patch = "*** Begin Patch\n*** Update File: notes.md\n+*** Add File: dist/x\n-*** Delete File: y\n*** End Patch";
        assert_eq!(files(patch), ["notes.md"]);
    }

    #[test]
    fn carriage_returns_and_indentation_are_tolerated() {
        assert_eq!(files("*** Begin Patch\r\n  *** Update File: a.js\r\n"), ["a.js"]);
        assert_eq!(files("*** Add File: a.js\n+x\n *** Delete File: b.js\n"), ["a.js", "b.js"]);
    }

    #[test]
    fn a_context_line_of_an_update_is_not_a_header() {
        assert_eq!(files("*** Update File: notes.md\n@@\n *** Delete File: b.js\n+x\n"), ["notes.md"]);
    }
}
