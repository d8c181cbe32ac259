//! The rules that come with abide: `"extends": "pack:pnpm"`.
//!
//! A pack is a rules.json like any other, its examples included. A rule of the
//! project with the same id takes the place of one of a pack.

use std::borrow::Cow;

/// What the name of a pack begins with.
pub(crate) const PREFIX: &str = "pack:";

/// The pack that guards rules and hooks.
pub(crate) const GUARD: &str = "pack:self";

/// Every pack: its name, what it is for, its text.
pub const PACKS: &[(&str, &str, &str)] = &[
    ("pnpm", "pnpm, and no other package manager", include_str!("../packs/pnpm.json")),
    ("yarn", "Yarn, and no other package manager", include_str!("../packs/yarn.json")),
    ("bun", "Bun, and no other package manager", include_str!("../packs/bun.json")),
    ("uv", "uv for Python, instead of pip and bare python", include_str!("../packs/uv.json")),
    ("git-safety", "work that git cannot bring back", include_str!("../packs/git-safety.json")),
    ("secrets", "files that hold secrets; templates stay free", include_str!("../packs/secrets.json")),
    ("self", "rules and hooks, against the agents themselves", include_str!("../packs/self.json")),
    ("generated", "lockfiles and build output", include_str!("../packs/generated.json")),
];

/// The text of the pack that `name` names (`pack:pnpm`). `None` if it names
/// none; an error if there is no such pack.
pub(crate) fn find(name: &str) -> Option<Result<&'static str, String>> {
    let name = name.strip_prefix(PREFIX)?;
    let pack = PACKS.iter().find(|pack| pack.0 == name).map(|pack| pack.2);
    Some(pack.ok_or_else(|| {
        let names: Vec<&str> = PACKS.iter().map(|pack| pack.0).collect();
        format!("there is no such pack, only `{}`", names.join("`, `"))
    }))
}

/// The text of a pack in which every glob below a folder that was moved stands
/// a second time, below the place where the folder is.
pub(crate) fn with_moved<'t>(text: &'t str, moved: &[(String, String)]) -> Cow<'t, str> {
    let mut text = Cow::Borrowed(text);
    for (from, to) in moved {
        // A path that looks like a glob matches itself all the same.
        let to = to.trim_end_matches('/').replace(['*', '?', '[', ']', '"', '\\'], "?");
        let start = format!("\"{from}/");
        let mut new = String::new();
        let mut rest = &*text;
        while let Some((before, after)) = rest.split_once(&start) {
            let Some((name, after)) = after.split_once('"') else { break };
            new.push_str(&format!("{before}{start}{name}\", \"{to}/{name}\""));
            rest = after;
        }
        if !new.is_empty() {
            text = Cow::Owned(new + rest);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::with_moved;

    #[test]
    fn globs_below_moved_folders_stand_twice() {
        let moved =
            [("~/.config".to_owned(), "/x[1]/".to_owned()), ("~/.claude".to_owned(), "/c".to_owned())];
        assert_eq!(
            with_moved(r#"["a", "~/.config/b", "~/.config.d", "~/.claude/s*.json"]"#, &moved),
            r#"["a", "~/.config/b", "/x?1?/b", "~/.config.d", "~/.claude/s*.json", "/c/s*.json"]"#
        );
    }
}
