//! Pitfalls of command patterns: legal, and rarely what was meant.
//!
//! Only shapes that are wrong nearly always are reported, so that a clean
//! file stays quiet.

use crate::diagnostic::{Diagnostic, Severity};
use crate::pattern::{Node, Place};
use crate::rule::Rule;
use crate::set::RuleSet;
use crate::written::At;
use abide_shell::Span;

/// One pitfall.
pub struct Lint {
    severity: Severity,
    code: &'static str,
    message: String,
    help: String,
    /// Bytes of the pattern; `None` for all of it.
    pub span: Option<Span>,
}

impl Lint {
    /// The diagnostic for `rule`.
    pub fn report(&self, set: &RuleSet, rule: &Rule, at: At) -> Diagnostic {
        let diagnostic = set.diagnostic(rule, self.severity, self.code, &self.message, at);
        Diagnostic { help: Some(self.help.clone()), ..diagnostic }
    }
}

/// The pitfalls of a regular expression. It names a command if it is the
/// `pattern` of a `forbid_command`.
pub fn pitfalls(pattern: &str, tree: &Node, names_command: bool) -> Vec<Lint> {
    let mut lints = Vec::new();
    if names_command {
        lints.extend(unanchored_name(pattern, tree));
        lints.extend(open_end(tree));
    }
    nested_repeats(tree, &mut lints);
    lints
}

/// `"^npm\b"` with one backslash: to JSON that is a backspace.
pub fn control_character(pattern: &str) -> Option<Lint> {
    let (at, c) = pattern.char_indices().find(|(_, c)| c.is_control() && !matches!(c, '\t' | '\n' | '\r'))?;
    let (message, help) = match c {
        '\x08' => ("to JSON this is a backspace, which no command or path holds", r"write `\\b`"),
        _ => ("no command or path holds this control character", "a backslash is written twice in JSON"),
    };
    Some(Lint {
        severity: Severity::Warning,
        code: "control-character",
        message: message.into(),
        help: help.into(),
        span: Some(Span::new(at as u32, (at + c.len_utf8()) as u32)),
    })
}

/// Whether it stands in a glob, the code of the pitfall, what is said, the help.
type GlobSlip = (fn(&str) -> bool, &'static str, &'static str, &'static str);

const GLOB_SLIPS: &[GlobSlip] = &[
    (
        |glob| {
            glob.starts_with('^')
                || glob.ends_with('$')
                || [r"\", "(?", "|", ".+"].iter().any(|part| glob.contains(part))
        },
        "regex-for-glob",
        "this looks like a regular expression; `protect_path` takes a glob",
        "as in a .gitignore: `dist/**`, `*.lock`, `./config.json`",
    ),
    (
        |glob| glob.contains('{') && glob.contains(',') && glob.contains('}'),
        "braces-in-glob",
        "braces stand for themselves, as in a .gitignore",
        "write a list of globs",
    ),
    (
        |glob| glob.starts_with('!'),
        "negated-glob",
        "`!` stands for itself at the start of a glob",
        "what stays free goes into `unless`",
    ),
    (unclosed_set, "unclosed-set", "this `[` is not closed, so it stands for itself", "close it with `]`"),
];

/// The pitfalls of a glob.
pub fn glob_pitfalls(glob: &str) -> Vec<Lint> {
    let slips = GLOB_SLIPS.iter().find(|slip| slip.0(glob)).map(|(_, code, message, help)| Lint {
        severity: Severity::Warning,
        code,
        message: (*message).into(),
        help: braces(glob).unwrap_or_else(|| (*help).into()),
        span: None,
    });
    control_character(glob).or(slips).or_else(|| absolute_glob(glob)).into_iter().collect()
}

/// `*.{js,ts}` as the list that is meant: `["*.js", "*.ts"]`.
fn braces(glob: &str) -> Option<String> {
    let (before, rest) = glob.split_once('{')?;
    let (words, after) =
        rest.split_once('}').filter(|(words, _)| words.contains(',') && !words.contains('{'))?;
    let globs: Vec<String> = words.split(',').map(|word| format!("\"{before}{word}{after}\"")).collect();
    Some(format!("write a list: `[{}]`", globs.join(", ")))
}

fn unclosed_set(glob: &str) -> bool {
    let mut rest = glob;
    while let Some((_, set)) = rest.split_once('[') {
        let members = set.trim_start_matches(['!', '^']);
        // A bracket that comes first is a member.
        let first = members.chars().next().map_or(0, char::len_utf8);
        match members[first..].split_once(']') {
            Some((_, after)) => rest = after,
            None => return true,
        }
    }
    false
}

/// Folders that stand at `/` on common systems.
const TOP_FOLDERS: &[&str] = &[
    "Applications",
    "Library",
    "System",
    "Users",
    "Volumes",
    "bin",
    "boot",
    "dev",
    "etc",
    "home",
    "lib",
    "media",
    "mnt",
    "opt",
    "private",
    "proc",
    "root",
    "run",
    "sbin",
    "srv",
    "sys",
    "tmp",
    "usr",
    "var",
    "workspace",
    "workspaces",
];

/// `/dist/**`, which in a .gitignore would be the project's own folder.
fn absolute_glob(glob: &str) -> Option<Lint> {
    let first = glob.strip_prefix('/')?.split('/').next()?;
    let drive = first.len() == 1;
    if TOP_FOLDERS.contains(&first) || drive {
        return None;
    }
    Some(Lint {
        severity: Severity::Warning,
        code: "absolute-glob",
        message: format!("`{glob}` begins at the root of the disk, not of the project"),
        help: format!("`.{glob}` begins at the root of the project"),
        span: None,
    })
}

/// `npm`, which matches `pnpm` too.
fn unanchored_name(pattern: &str, tree: &Node) -> Option<Lint> {
    let anchors = |node: &Node| {
        matches!(node, Node::At(Place::Start | Place::LineStart) | Node::Look { behind: Some(_), .. })
    };
    // A pattern for a whole pipe cannot begin with the command.
    let pipe = |node: &Node| *node == Node::Char('|'.into());
    if tree.any(&anchors) || tree.any(&pipe) {
        return None;
    }
    let name = leading_name(tree).filter(|name| name.len() > 1)?;
    Some(Lint {
        severity: Severity::Warning,
        code: "unanchored-command",
        message: format!(
            "`{name}` is not anchored: it matches inside other words and among the arguments too"
        ),
        help: format!("begin with `^`: `{}`", anchored(pattern, tree)),
        span: None,
    })
}

/// `pattern` as it stands in JSON, held to the begin of the command and the end of its last word.
fn anchored(pattern: &str, tree: &Node) -> String {
    let mut words = pattern.strip_prefix(r"\b").unwrap_or(pattern);
    for open in [".*", r"\b"] {
        words = words.strip_suffix(open).unwrap_or(words);
    }
    let words = match tree {
        Node::Alternate(_) => format!("(?:{words})"),
        _ => words.to_owned(),
    };
    let escape = words.chars().rev().nth(1) == Some('\\');
    let ends_in_word = words.ends_with(|c: char| c.is_alphanumeric() || c == ')') && !words.ends_with("$)");
    let end = if ends_in_word && !escape { r"(?:\s|$)" } else { "" };
    format!("^{words}{end}").replace('\\', r"\\").replace('"', "\\\"")
}

/// The literal word a pattern begins with.
fn leading_name(tree: &Node) -> Option<String> {
    match tree {
        Node::Group(node, _) => leading_name(node),
        Node::Alternate(branches) => leading_name(branches.first()?),
        Node::Concat(nodes) => {
            let edge = |node: &&Node| matches!(node, Node::At(Place::WordEdge { .. }));
            let mut nodes = nodes.iter().skip_while(edge).peekable();
            if let Some(group @ Node::Group(..)) = nodes.peek() {
                return leading_name(group);
            }
            let name: String = nodes.map_while(word_char).collect();
            Some(name).filter(|name| !name.is_empty())
        }
        node => word_char(node).map(String::from),
    }
}

fn word_char(node: &Node) -> Option<char> {
    match node {
        Node::Char(c) => char::from_u32(*c).filter(|c| c.is_alphanumeric() || *c == '_'),
        _ => None,
    }
}

/// `^npm` and `^npm\b`, which match `npm-check-updates` too.
fn open_end(tree: &Node) -> Option<Lint> {
    let Node::Concat(nodes) = tree else {
        return None;
    };
    let (name, edge) = match nodes.as_slice() {
        [Node::At(Place::Start), name @ .., Node::At(Place::WordEdge { negate: false, .. })] => (name, true),
        [Node::At(Place::Start), name @ ..] => (name, false),
        _ => return None,
    };
    if name.is_empty() || !name.iter().all(only_words) {
        return None;
    }
    let first = leading_name(&Node::Concat(name.to_vec()))?;
    let longer = if first == "npm" { "npm-check-updates".into() } else { format!("{first}-x") };
    let (code, message) = match edge {
        true => {
            ("word-boundary-after-name", format!(r"`\b` ends a word at a dash too: this matches `{longer}`"))
        }
        false => ("open-ended-name", format!("nothing ends the name: this matches `{longer}` too")),
    };
    Some(Lint {
        severity: Severity::Warning,
        code,
        message,
        help: r"end the name with `(?:\\s|$)`".into(),
        span: None,
    })
}

fn only_words(node: &Node) -> bool {
    match node {
        Node::Char(_) => word_char(node).is_some(),
        Node::Group(..) | Node::Alternate(_) | Node::Concat(_) => node.children().into_iter().all(only_words),
        _ => false,
    }
}

/// `(a+)+`: nothing in the body tells one round from the next.
fn nested_repeats(node: &Node, lints: &mut Vec<Lint>) {
    if let Node::Repeat(repeat) = node
        && repeat.max.is_none()
        && rounds_blur(&repeat.node)
    {
        lints.push(Lint {
            severity: Severity::Warning,
            code: "nested-repeat",
            message: "a repeat inside a repeat: Python may need exponential time for this".into(),
            help: "repeat once; abide itself stays linear".into(),
            span: Some(repeat.span),
        });
        return;
    }
    node.children().into_iter().for_each(|child| nested_repeats(child, lints));
}

fn rounds_blur(body: &Node) -> bool {
    match body {
        Node::Repeat(repeat) => repeat.max.is_none(),
        Node::Group(node, _) => rounds_blur(node),
        Node::Alternate(branches) => branches.iter().any(rounds_blur),
        Node::Concat(nodes) => {
            let repeats =
                |node: &Node| matches!(node, Node::Repeat(repeat) if repeat.min == 0) || rounds_blur(node);
            nodes.iter().all(repeats) && nodes.iter().any(rounds_blur)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pattern;

    fn codes(text: &str) -> Vec<&'static str> {
        let tree = pattern::tree(text).unwrap();
        pitfalls(text, &tree, true).iter().map(|lint| lint.code).collect()
    }

    #[test]
    fn pitfalls_are_found() {
        for (text, code) in [
            ("npm", "unanchored-command"),
            (r"\bnpm\b", "unanchored-command"),
            (r"(?:npm|yarn) install", "unanchored-command"),
            ("^npm", "open-ended-name"),
            ("^(?:npm|yarn)", "open-ended-name"),
            (r"^npm\b", "word-boundary-after-name"),
            (r"^(?:npm|yarn)\b", "word-boundary-after-name"),
            (r"^x(a+)+$", "nested-repeat"),
            (r"^x(?:a*b*)*$", "nested-repeat"),
            (r"^x(?:\w+\s?)*$", "nested-repeat"),
        ] {
            assert_eq!(codes(text), [code], "{text}");
        }
    }

    #[test]
    fn slips_in_globs_are_found_and_globs_are_left_alone() {
        for (glob, code) in [
            ("^dist/.*", "regex-for-glob"),
            (r".*\.lock$", "regex-for-glob"),
            ("a|b", "regex-for-glob"),
            ("src/[abc", "unclosed-set"),
            ("[]a", "unclosed-set"),
            ("*.{js,ts}", "braces-in-glob"),
            ("!dist", "negated-glob"),
            ("dist\u{8}in", "control-character"),
            ("/dist/**", "absolute-glob"),
        ] {
            let codes: Vec<_> = glob_pitfalls(glob).iter().map(|lint| lint.code).collect();
            assert_eq!(codes, [code], "{glob}");
        }
        for glob in ["dist/**", ".env.*", "x/.*", "[]]x", "[!a-c]?", "a{b}", "~/.zshrc", "$x"] {
            assert!(glob_pitfalls(glob).is_empty(), "{glob}");
        }
    }

    #[test]
    fn good_patterns_are_left_alone() {
        for text in [
            r"^npm(?:\s|$)",
            "^npm ci",
            r"^git\b.*\sreset\b.*\s--hard",
            r"^git\b.*\spush\b",
            r"\bpytest\b.*\|\s*tail\b",
            r"(?:^|\s)npm(?:\s|$)",
            r"(?<![\w-])npm(?![\w-])",
            r"^rm\b(?=.*\s-r)(?=.*\s-f)",
            r"^x(?:-[a-z]+\s)*y",
            r"^a(?:.*b|.*c)",
        ] {
            assert_eq!(codes(text), [""; 0], "{text}");
        }
    }
}
