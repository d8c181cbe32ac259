//! The globs of `protect_path`, which follow the habits of gitignore.
//!
//! | glob | matches |
//! | --- | --- |
//! | `.env`, `*.lock` | a name at any depth, in the project or outside it |
//! | `dist/**`, `dist/`, `src/gen` | inside the project, at any depth |
//! | `./dist/**` | at the root of the project only |
//! | `/etc/hosts`, `~/.zshrc` | that very path |
//!
//! `*` and `?` stay inside one folder, `**` crosses folders, `[abc]` and
//! `[!abc]` are sets. A folder that matches covers everything below it.
//! Paths are plain text here: absolute, with `.` and `..` folded.

use crate::place::SOME_HOME;
use std::ops::RangeInclusive;

/// A compiled glob.
#[derive(Clone, Debug)]
pub struct Glob {
    base: Base,
    tokens: Vec<Token>,
    /// The text of a glob without wildcards, which is compared as it stands.
    literal: Option<String>,
}

/// Where a glob may begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Base {
    /// At each folder of the path.
    Anywhere,
    /// At each folder below the project root.
    Project,
    /// At the project root.
    Root,
    /// At `/`.
    Absolute,
    /// At the home folder.
    Home,
}

#[derive(Clone, Debug)]
enum Token {
    Char(char),
    /// `?`
    One,
    /// `*`
    Many,
    /// `**`
    Across,
    /// `**/`, with the next token: at the start of a name.
    Folders,
    /// `**/`: somewhere inside a name.
    InFolder,
    /// `[abc]`
    Set {
        negate: bool,
        ranges: Vec<RangeInclusive<char>>,
    },
}

/// The folders a glob may refer to; absolute, without a final slash.
#[derive(Clone, Copy, Debug)]
pub struct Places<'a> {
    /// The project root.
    pub root: &'a str,
    /// The home folder.
    pub home: Option<&'a str>,
}

impl Glob {
    /// Reads a glob. The error says what is wrong with it.
    pub fn new(glob: &str) -> Result<Self, &'static str> {
        let (base, body) = if let Some(body) = glob.strip_prefix("~/") {
            (Base::Home, body)
        } else if let Some(body) = glob.strip_prefix('/') {
            (Base::Absolute, body)
        } else if let Some(body) = glob.strip_prefix("./") {
            (Base::Root, body)
        } else if glob.contains('/') {
            (Base::Project, glob)
        } else {
            (Base::Anywhere, glob)
        };
        // A folder covers what is below it, so `dist/`, `dist/**` and `dist`
        // differ only in their base.
        let mut body = body.trim_end_matches('/');
        while let Some(folder) = body.strip_suffix("/**") {
            body = folder.trim_end_matches('/');
        }
        let body = body.trim_start_matches("./");
        if body.is_empty() {
            return Err("names no file or folder");
        }
        if body.split('/').any(|name| name == "..") {
            return Err("cannot go up with `..`");
        }
        // Most globs are plain names, and this runs at every tool call.
        if !body.contains(['*', '?', '[']) {
            return Ok(Glob { base, tokens: Vec::new(), literal: Some(body.to_owned()) });
        }
        let tokens = tokens(body);
        let literal = is_literal(&tokens).then(|| body.to_owned());
        let glob = Glob { base, tokens, literal };
        if matches_everything(&glob) { Err("matches every path") } else { Ok(glob) }
    }

    /// The pattern of a branch: `*` stays between slashes, `**` does not.
    pub fn branch(pattern: &str) -> Self {
        let tokens = tokens(pattern);
        let literal = is_literal(&tokens).then(|| pattern.to_owned());
        Glob { base: Base::Absolute, tokens, literal }
    }

    /// The pattern of a whole path in which `*` crosses folders, as find has it.
    pub fn across(pattern: &str) -> Self {
        let mut tokens = tokens(&pattern.replace("**/", "*").replace("**", "*"));
        for token in &mut tokens {
            if let Token::Many = token {
                *token = Token::Across;
            }
        }
        Glob { base: Base::Absolute, tokens, literal: None }
    }

    /// The pattern of one file name, as bash expands it: anything goes.
    pub fn name(pattern: &str) -> Self {
        let pattern = pattern.replace("**", "*");
        let tokens = tokens(&pattern);
        let literal = is_literal(&tokens).then_some(pattern);
        Glob { base: Base::Absolute, tokens, literal }
    }

    /// Whether the glob matches the whole of a file name.
    pub fn matches_name(&self, name: &str) -> bool {
        match &self.literal {
            Some(literal) => literal == name,
            None => self.run(name, false, false),
        }
    }

    /// Whether the glob matches `path` or a folder that holds it.
    pub fn matches(&self, path: &str, places: &Places<'_>) -> bool {
        let (base, floating) = match self.base {
            Base::Anywhere => ("", true),
            Base::Project => (places.root, true),
            Base::Root => (places.root, false),
            Base::Absolute => ("", false),
            Base::Home => (places.home.unwrap_or(SOME_HOME), false),
        };
        let base = base.trim_end_matches('/');
        let below = path.strip_prefix(base).and_then(|rest| rest.strip_prefix('/'));
        // A name that stands above the project would cover all of it: inside
        // the project, only the part below its root is looked at.
        let below = match (self.base, inside(path, places.root)) {
            (Base::Anywhere, Some(below)) => Some(below),
            _ => below,
        };
        below.is_some_and(|below| match &self.literal {
            Some(literal) => literal_matches(literal, below, floating),
            None => self.run(below, floating, true),
        })
    }

    /// Follows all ways through the tokens at once: linear in the path. If it
    /// `covers`, a folder stands for what it holds.
    fn run(&self, path: &str, floating: bool, covers: bool) -> bool {
        let end = self.tokens.len();
        let mut now = vec![false; end + 1];
        let mut next = vec![false; end + 1];
        now[0] = true;
        self.pass_over(&mut now);
        for c in path.chars() {
            if covers && c == '/' && now[end] {
                return true;
            }
            next.fill(false);
            for (at, token) in self.tokens.iter().enumerate().filter(|(at, _)| now[*at]) {
                match token {
                    Token::Many if c != '/' => next[at] = true,
                    Token::Across => next[at] = true,
                    Token::InFolder if c == '/' => next[at - 1] = true,
                    Token::InFolder => next[at] = true,
                    token => next[at + 1] |= token.takes(c),
                }
            }
            next[0] |= floating && c == '/';
            self.pass_over(&mut next);
            std::mem::swap(&mut now, &mut next);
        }
        now[end]
    }

    /// Goes on past tokens that may match nothing.
    fn pass_over(&self, states: &mut [bool]) {
        for (at, token) in self.tokens.iter().enumerate() {
            match token {
                // `**/` always has its second token behind it.
                Token::Many | Token::Across => states[at + 1] |= states[at],
                Token::Folders => states[at + 2] |= states[at],
                _ => {}
            }
        }
    }
}

impl Token {
    /// Whether the token takes `c`, and is done with it.
    fn takes(&self, c: char) -> bool {
        match self {
            Token::Char(wanted) => c == *wanted,
            Token::One | Token::Folders => c != '/',
            Token::Set { negate, ranges } => {
                c != '/' && ranges.iter().any(|range| range.contains(&c)) != *negate
            }
            Token::Many | Token::Across | Token::InFolder => false,
        }
    }
}

fn is_literal(tokens: &[Token]) -> bool {
    tokens.iter().all(|token| matches!(token, Token::Char(_)))
}

fn tokens(body: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut rest = body;
    while let Some(c) = rest.chars().next() {
        let starts_name = body.len() == rest.len() || body[..body.len() - rest.len()].ends_with('/');
        let token = if let Some(after) = rest.strip_prefix("**/").filter(|_| starts_name) {
            rest = after;
            tokens.push(Token::Folders);
            Token::InFolder
        } else if rest.starts_with("**") {
            rest = rest.trim_start_matches('*');
            Token::Across
        } else {
            let (token, length) = match c {
                '*' => (Token::Many, 1),
                '?' => (Token::One, 1),
                '[' => set(rest).unwrap_or((Token::Char('['), 1)),
                c => (Token::Char(c), c.len_utf8()),
            };
            rest = &rest[length..];
            token
        };
        tokens.push(token);
    }
    tokens
}

/// The set at the start of `text`, and the bytes it takes. `None` if it is not
/// closed: then the bracket stands for itself, as in the shell.
fn set(text: &str) -> Option<(Token, usize)> {
    let negate = text[1..].starts_with(['!', '^']);
    let start = if negate { 2 } else { 1 };
    // A bracket that comes first is a member.
    let first = text[start..].chars().next()?.len_utf8();
    let end = start + first + text[start + first..].find(']')?;
    let mut ranges = Vec::new();
    let mut members = text[start..end].chars().peekable();
    while let Some(low) = members.next() {
        let mut ahead = members.clone();
        match (ahead.next(), ahead.next()) {
            (Some('-'), Some(high)) => {
                ranges.push(low..=high);
                members = ahead;
            }
            _ => ranges.push(low..=low),
        }
    }
    Some((Token::Set { negate, ranges }, end + 1))
}

/// Whether `literal` stands at the start of `path`, or with `floating` at the
/// start of any name in it, and ends where a name ends.
fn literal_matches(literal: &str, path: &str, floating: bool) -> bool {
    let at_name_end = |end: usize| path.len() == end || path.as_bytes()[end] == b'/';
    let at_name_start = |at: usize| at == 0 || floating && path.as_bytes()[at - 1] == b'/';
    path.match_indices(literal).any(|(at, _)| at_name_start(at) && at_name_end(at + literal.len()))
}

/// The part of `path` below `folder`.
pub fn inside<'p>(path: &'p str, folder: &str) -> Option<&'p str> {
    path.strip_prefix(folder.trim_end_matches('/'))?.strip_prefix('/')
}

/// Paths of an ordinary project: a glob that matches them all is a mistake.
const SAMPLES: &[&str] = &[
    "/repo/README.md",
    "/repo/package.json",
    "/repo/src/main.rs",
    "/repo/src/app/index.ts",
    "/repo/tests/test_app.py",
    "/repo/.gitignore",
    "/repo/Makefile",
];

fn matches_everything(glob: &Glob) -> bool {
    let places = Places { root: "/repo", home: Some("/home/me") };
    SAMPLES.iter().all(|path| glob.matches(path, &places))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLACES: Places<'_> = Places { root: "/repo", home: Some("/home/me") };

    /// Glob, paths it matches, paths it does not.
    const CASES: &[(&str, &[&str], &[&str])] = &[
        (
            ".env",
            &["/repo/.env", "/repo/app/.env", "/etc/.env", "/repo/.env/x"],
            &["/repo/.env.example", "/repo/a.env", "/repo/.envrc"],
        ),
        (
            "*.lock",
            &["/repo/yarn.lock", "/repo/a/b/Cargo.lock", "/x/y.lock"],
            &["/repo/lock", "/repo/y.lock.md"],
        ),
        ("node_modules", &["/repo/node_modules/a/b.js", "/x/node_modules"], &["/repo/node_modules2/a"]),
        (
            "dist/**",
            &["/repo/dist/app.js", "/repo/packages/web/dist/app.js", "/repo/dist", "/repo/dist/a/b"],
            &["/elsewhere/dist/app.js", "/repo/docs/dist.md", "/repo/mydist/a"],
        ),
        ("dist/", &["/repo/dist/app.js", "/repo/a/dist"], &["/elsewhere/dist/app.js"]),
        ("./dist/**", &["/repo/dist/app.js", "/repo/dist"], &["/repo/packages/dist/app.js", "/dist/a"]),
        ("./.env", &["/repo/.env"], &["/repo/app/.env"]),
        ("src/gen", &["/repo/src/gen/a.rs", "/repo/a/src/gen"], &["/repo/src/general", "/src/gen/a"]),
        ("/etc/hosts", &["/etc/hosts"], &["/repo/etc/hosts", "/etc/hosts.bak"]),
        ("/etc/**", &["/etc/hosts", "/etc"], &["/repo/etc/hosts"]),
        ("~/.zshrc", &["/home/me/.zshrc"], &["/repo/.zshrc", "/home/you/.zshrc"]),
        ("~/.ssh/*.pub", &["/home/me/.ssh/id.pub"], &["/home/me/.ssh/id", "/home/me/.ssh/a/id.pub"]),
        ("src/*.js", &["/repo/src/a.js", "/repo/x/src/a.js"], &["/repo/src/a/b.js"]),
        ("src/**/*.js", &["/repo/src/a.js", "/repo/src/a/b.js", "/repo/src/a/b/c.js"], &["/repo/src/a.jsx"]),
        ("src/**.js", &["/repo/src/a.js", "/repo/src/a/b.js"], &["/repo/lib/a.js"]),
        ("**/gen/x", &["/repo/gen/x", "/repo/a/b/gen/x"], &["/gen/x"]),
        ("a?c", &["/repo/abc"], &["/repo/ac", "/repo/a/c", "/repo/abbc"]),
        ("[ab].txt", &["/repo/a.txt"], &["/repo/c.txt", "/repo/[ab].txt"]),
        ("[!ab].txt", &["/repo/c.txt"], &["/repo/a.txt"]),
        ("[a-c]x", &["/repo/bx"], &["/repo/dx", "/repo/-x"]),
        ("[]]x", &["/repo/]x"], &["/repo/[x"]),
        ("a[b", &["/repo/a[b"], &["/repo/ab"]),
        ("é*", &["/repo/été"], &["/repo/e"]),
        ("a*b*c", &["/repo/axxbyyc"], &["/repo/axxb/c"]),
        ("**/x/**/y", &["/repo/x/y", "/repo/a/x/b/c/y"], &["/repo/xy", "/repo/x/ay"]),
        ("a**b", &["/repo/ab", "/repo/a/x/b"], &["/repo/ba"]),
        (".env.*", &["/repo/.env.local"], &["/repo/.env"]),
    ];

    #[test]
    fn each_glob_matches_its_paths_and_no_others() {
        for (glob, matching, others) in CASES {
            let compiled = Glob::new(glob).unwrap();
            for path in *matching {
                assert!(compiled.matches(path, &PLACES), "{glob} should match {path}");
            }
            for path in *others {
                assert!(!compiled.matches(path, &PLACES), "{glob} should not match {path}");
            }
        }
    }

    #[test]
    fn a_name_above_the_project_does_not_cover_the_project() {
        let places = Places { root: "/build/repo", home: None };
        let glob = Glob::new("build").unwrap();
        assert!(!glob.matches("/build/repo/src/a.rs", &places));
        assert!(glob.matches("/build/repo/build/a.o", &places));
        assert!(glob.matches("/build/other/a.o", &places));
    }

    #[test]
    fn globs_that_match_everything_are_refused() {
        for glob in ["*", "**", "**/*", "./**", "/**", "*/**", "[!~]*", "/", "", "a/../b", "?*", "./"] {
            assert!(Glob::new(glob).is_err(), "{glob}");
        }
    }

    #[test]
    fn many_stars_cost_no_more_than_their_number() {
        let glob = Glob::new(&"a*".repeat(60)).unwrap();
        assert!(glob.matches(&format!("/repo/{}", "a".repeat(20_000)), &PLACES));
        assert!(!glob.matches(&format!("/repo/{}", "a".repeat(59)), &PLACES));
    }
}
