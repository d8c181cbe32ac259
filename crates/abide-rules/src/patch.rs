//! The files that an `apply_patch` text names.
//!
//! The format is Codex's own: `*** Begin Patch`, then per file a header line
//! (`*** Add File: `, `*** Update File: `, `*** Delete File: `), optionally
//! `*** Move to: ` below it, then hunks whose lines start with a blank, `+`,
//! `-` or `@`, and `*** End Patch`. Codex takes an indented header too, except
//! below `*** Update File: `, where a line that starts with a blank is content.

use crate::FileKind;

/// What a header line says, what is done to its file, and whether indented
/// lines below it are content.
const HEADERS: &[(&str, FileKind, bool)] = &[
    ("*** Add File:", FileKind::Edit, false),
    ("*** Delete File:", FileKind::Delete, false),
    ("*** Update File:", FileKind::Edit, true),
    (MOVE, FileKind::Edit, true),
];

/// Stands below the header of the file that is moved.
const MOVE: &str = "*** Move to:";

/// The paths in `patch`, as written, in order, with what is done to each. A
/// path to which the same is done twice is listed once. A file that is moved
/// is deleted at its old place. Line ends may be `\r\n`.
pub fn files(patch: &str) -> Vec<(FileKind, String)> {
    let mut files: Vec<(FileKind, String)> = Vec::new();
    let mut blank_is_content = false;
    for line in patch.lines() {
        let header = if blank_is_content { line } else { line.trim_start() };
        let found = HEADERS.iter().find_map(|row| Some((header.strip_prefix(row.0)?.trim(), row)));
        let Some((path, &(name, kind, blank))) = found else { continue };
        blank_is_content = blank;
        if name == MOVE
            && let Some((kind, _)) = files.last_mut()
        {
            *kind = FileKind::Delete;
        }
        let file = (kind, path.to_owned());
        if !path.is_empty() && !files.contains(&file) {
            files.push(file);
        }
    }
    files
}

#[cfg(test)]
mod tests {
    use crate::FileKind;

    fn files(patch: &str) -> Vec<String> {
        let sign = |kind| if kind == FileKind::Delete { "-" } else { "" };
        super::files(patch).into_iter().map(|(kind, path)| format!("{}{path}", sign(kind))).collect()
    }

    #[test]
    fn every_header_names_a_file() {
        let patch = "*** Begin Patch\n*** Add File: a.js\n+x\n*** Update File: b c.js\n*** Move to: d.js\n@@\n-1\n+2\n\
                     *** Delete File: e.js\n*** End Patch\n";
        assert_eq!(files(patch), ["a.js", "-b c.js", "d.js", "-e.js"]);
    }

    #[test]
    fn file_content_is_not_a_header() {
        let patch = "*** Begin Patch\n*** Update File: notes.md\n+*** Add File: dist/x\n-*** Delete File: y\n*** End Patch";
        assert_eq!(files(patch), ["notes.md"]);
    }

    #[test]
    fn carriage_returns_and_indentation_are_tolerated() {
        assert_eq!(files("*** Begin Patch\r\n  *** Update File: a.js\r\n"), ["a.js"]);
        assert_eq!(files("*** Add File: a.js\n+x\n *** Delete File: b.js\n"), ["a.js", "-b.js"]);
    }

    #[test]
    fn a_context_line_of_an_update_is_not_a_header() {
        assert_eq!(files("*** Update File: notes.md\n@@\n *** Delete File: b.js\n+x\n"), ["notes.md"]);
    }
}
