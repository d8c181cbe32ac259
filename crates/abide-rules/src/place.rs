//! Paths as plain text: absolute, with `.` and `..` folded. No file is looked at.

use std::borrow::Cow;

/// `path` seen from `folder`, with `.`, `..` and double slashes folded. Paths
/// of Windows come out as Git Bash writes them: `D:\repo` is `/d/repo`.
pub(crate) fn fold(folder: &str, path: &str) -> String {
    let (folder, path) = (slashes(folder, folder), slashes(path, folder));
    let start = if path.starts_with('/') { "" } else { &folder };
    let mut folded = String::with_capacity(start.len() + path.len() + 2);
    for name in start.split('/').chain(path.split('/')) {
        match name {
            "" | "." => {}
            ".." => folded.truncate(folded.rfind('/').unwrap_or(0)),
            name => {
                folded.push('/');
                folded.push_str(name);
            }
        }
    }
    if folded.is_empty() {
        folded.push('/');
    }
    folded
}

/// `path` with slashes, if it or the folder it is seen from has a drive letter.
fn slashes<'p>(path: &'p str, folder: &str) -> Cow<'p, str> {
    let drive = |path: &str| {
        let bytes = path.as_bytes();
        matches!(bytes, [letter, b':', b'\\' | b'/', ..] if letter.is_ascii_alphabetic())
    };
    if drive(path) {
        let letter = path[..1].to_ascii_lowercase();
        Cow::Owned(format!("/{letter}{}", path[2..].replace('\\', "/")))
    } else if drive(folder) {
        Cow::Owned(path.replace('\\', "/"))
    } else {
        Cow::Borrowed(path)
    }
}

/// `path` seen from `folder`. `None` where it starts at a home that is not known.
pub(crate) fn absolute(folder: &str, path: &str, home: Option<&str>) -> Option<String> {
    if let Some(rest) = path.strip_prefix('~') {
        // `~user` is not known; a file may also be called `~x`.
        return match (home, rest.is_empty() || rest.starts_with('/')) {
            (Some(home), true) => Some(fold(home, rest.trim_start_matches('/'))),
            (None, true) => None,
            _ => Some(fold(folder, path)),
        };
    }
    Some(fold(folder, path))
}

/// The folder that holds `path` (absolute).
pub(crate) fn parent(path: &str) -> &str {
    match path.rfind('/') {
        Some(0) | None => "/",
        Some(at) => &path[..at],
    }
}

/// The last name of `path`.
pub(crate) fn name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_folded_as_text() {
        for (folder, path, expected) in [
            ("/repo", "a/./b", "/repo/a/b"),
            ("/repo", "../x", "/x"),
            ("/repo", "../../../x", "/x"),
            ("/repo/", "", "/repo"),
            ("/repo", "/etc//hosts", "/etc/hosts"),
            ("", "x", "/x"),
            ("/repo", r"a\b", r"/repo/a\b"),
            (r"C:\repo", r"dist\a.js", "/c/repo/dist/a.js"),
            ("/d/repo", r"D:\repo\..\x", "/d/x"),
            ("/repo", "c:/x", "/c/x"),
        ] {
            assert_eq!(fold(folder, path), expected);
        }
    }
}
