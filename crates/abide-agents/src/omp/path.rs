//! What a `path` of omp's means: more than the name of a file.
//!
//! By its manual (pages on `read`, `write` and `grep`), a path may end in a
//! selector (`src/a.ts:50-200`, `:raw`), name something inside an archive or a
//! database (`a.zip:inner`, `db.sqlite:table:key`), be a URL of its own or of
//! the web, or be a list that is taken apart where the whole is no file.

/// Endings of files that omp looks into after a colon.
const CONTAINERS: &[&str] = &[
    ".zip", ".jar", ".war", ".ear", ".apk", ".whl", ".tar", ".gz", ".tgz", ".bz2", ".xz", ".zst", ".7z",
    ".rar", ".asar", ".sqlite", ".sqlite3", ".db", ".db3",
];

/// Whether nothing of this machine's files is meant.
pub(super) fn is_elsewhere(path: &str) -> bool {
    path.contains("://") && !path.starts_with("file://")
}

/// The files that `path` may mean. A literal name wins over a selector in omp,
/// so where both are possible, both are listed.
pub(super) fn files(path: &str) -> Vec<&str> {
    let path = path.strip_prefix("file://").unwrap_or(path);
    let drive = matches!(path.as_bytes(), [letter, b':', b'\\' | b'/', ..] if letter.is_ascii_alphabetic());
    let after_drive = if drive { 2 } else { 0 };
    match path[after_drive..].find(':').map(|at| at + after_drive) {
        None => vec![path],
        Some(at) if at == after_drive => vec![path],
        Some(at) => {
            let (file, rest) = (&path[..at], &path[at + 1..]);
            let contained = CONTAINERS.iter().any(|ending| file.ends_with(ending));
            if contained || rest.split(':').all(is_selector) { vec![file] } else { vec![file, path] }
        }
    }
}

/// The first of [`files`].
pub(super) fn file(path: &str) -> &str {
    files(path).swap_remove(0)
}

/// `50-200`, `L5`, `5+3`, `5-16,960-973`, `raw`.
fn is_selector(text: &str) -> bool {
    matches!(text, "raw" | "img" | "conflicts")
        || text.strip_prefix('L').unwrap_or(text).starts_with(|c: char| c.is_ascii_digit())
}

/// The parts of a list of paths; nothing of a single one.
pub(super) fn parts(path: &str) -> impl Iterator<Item = &str> {
    let parts = path.split([';', ',', ' ']).map(str::trim).filter(|part| !part.is_empty());
    parts.filter(move |part| part.len() < path.len())
}
