//! Paths as plain text: absolute, with `.` and `..` folded. No file is looked at.

use std::borrow::Cow;

/// `path` seen from `folder`, with `.`, `..` and double slashes folded. Paths
/// of Windows come out as Git Bash writes them: `D:\repo` is `/d/repo`.
pub(crate) fn fold(folder: &str, path: &str) -> String {
    let (folder, path) = (slashes(folder, folder), slashes(path, folder));
    let start = if path.starts_with('/') { "" } else { &folder };
    let mut folded = String::with_capacity(start.len() + path.len() + 2);
    for part in [start, &path] {
        let names = part.strip_prefix('/').unwrap_or(part);
        if is_plain(names) {
            folded.push('/');
            folded.push_str(names);
            continue;
        }
        for name in part.split('/') {
            match name {
                "" | "." => {}
                ".." => folded.truncate(folded.rfind('/').unwrap_or(0)),
                name => {
                    folded.push('/');
                    folded.push_str(name);
                }
            }
        }
    }
    if folded.is_empty() {
        folded.push('/');
    }
    folded
}

/// Whether there is nothing to fold: most paths are so.
fn is_plain(names: &str) -> bool {
    let bytes = names.as_bytes();
    let mut begins = true;
    for (at, byte) in bytes.iter().enumerate() {
        if begins && matches!(byte, b'/' | b'.') && is_folded(&bytes[at..]) {
            return false;
        }
        begins = *byte == b'/';
    }
    !begins
}

/// Whether the name that `rest` begins with is empty, `.` or `..`.
fn is_folded(rest: &[u8]) -> bool {
    matches!(rest, [b'/', ..] | [b'.'] | [b'.', b'/', ..] | [b'.', b'.'] | [b'.', b'.', b'/', ..])
}

/// `path` with slashes, if it or the folder it is seen from has a drive letter.
fn slashes<'p>(path: &'p str, folder: &str) -> Cow<'p, str> {
    if has_drive(path) {
        let letter = path[..1].to_ascii_lowercase();
        Cow::Owned(format!("/{letter}{}", path[2..].replace('\\', "/")))
    } else if has_drive(folder) {
        Cow::Owned(path.replace('\\', "/"))
    } else {
        Cow::Borrowed(path)
    }
}

/// Whether a path is one of Windows, where `A` and `a` are one name.
pub(crate) fn has_drive(path: &str) -> bool {
    let bytes = path.as_bytes();
    matches!(bytes, [letter, b':', b'\\' | b'/', ..] if letter.is_ascii_alphabetic())
}

/// The home folder, where it is not known: no folder has this name.
pub(crate) const SOME_HOME: &str = "/~";

/// `path` seen from `folder`.
pub(crate) fn absolute(folder: &str, path: &str, home: Option<&str>) -> String {
    match path.strip_prefix('~') {
        // `~user` is not known; a file may also be called `~x`.
        Some(rest) if rest.is_empty() || rest.starts_with('/') => {
            fold(home.unwrap_or(SOME_HOME), rest.trim_start_matches('/'))
        }
        _ => fold(folder, path),
    }
}

/// `path` (absolute) as a person writes it.
pub(crate) fn shown(path: &str) -> &str {
    if path.starts_with("/~/") { &path[1..] } else { path }
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
            ("/", "x", "/x"),
            ("/repo/.git", "/", "/"),
            ("/a/../b", "/./c/.d", "/c/.d"),
            ("/a/../b/..", "c/.d/", "/c/.d"),
        ] {
            assert_eq!(fold(folder, path), expected);
        }
        for (path, home, expected) in [
            ("~/x", Some("/home/me"), "/home/me/x"),
            ("~", Some("/home/me"), "/home/me"),
            ("~you/x", Some("/home/me"), "/repo/~you/x"),
            ("~/x", None, "/~/x"),
        ] {
            assert_eq!(absolute("/repo", path, home), expected);
        }
        assert_eq!((shown("/~/x"), shown("/~x"), shown("/repo/~/x")), ("~/x", "/~x", "/repo/~/x"));
    }
}
