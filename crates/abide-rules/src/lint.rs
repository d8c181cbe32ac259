//! Pitfalls of command patterns: legal, and rarely what was meant.
//!
//! Only shapes that are wrong nearly always are reported, so that a clean
//! file stays quiet.

use crate::diagnostic::{Diagnostic, Severity};
use crate::pattern::{Node, Place};
use crate::rule::{Kind, Rule};
use crate::set::RuleSet;
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
    /// The diagnostic for `rule`, at `span` of its file.
    pub fn report(&self, set: &RuleSet, rule: &Rule, span: Span) -> Diagnostic {
        let diagnostic = set.diagnostic(rule, self.severity, self.code, &self.message, span);
        Diagnostic { help: Some(self.help.clone()), ..diagnostic }
    }
}

/// The pitfalls of a pattern of a rule of this kind.
pub fn pitfalls(tree: &Node, kind: Kind) -> Vec<Lint> {
    let mut lints = Vec::new();
    if kind == Kind::ForbidCommand {
        lints.extend(unanchored_name(tree));
        lints.extend(edge_after_name(tree));
    }
    nested_repeats(tree, &mut lints);
    lints.extend(two_dot_stars(tree));
    lints
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
pub fn absolute_glob(glob: &str) -> Option<Lint> {
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
fn unanchored_name(tree: &Node) -> Option<Lint> {
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
        help: format!("begin with `^`: `^{name}(?:\\s|$)`"),
        span: None,
    })
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

/// `^npm\b`, which matches `npm-check-updates` too.
fn edge_after_name(tree: &Node) -> Option<Lint> {
    let Node::Concat(nodes) = tree else {
        return None;
    };
    let [Node::At(Place::Start), name @ .., Node::At(Place::WordEdge { negate: false, .. })] =
        nodes.as_slice()
    else {
        return None;
    };
    let literal = !name.is_empty() && name.iter().all(only_words);
    literal.then(|| Lint {
        severity: Severity::Warning,
        code: "word-boundary-after-name",
        message: "`\\b` ends a word at a dash too: `^npm\\b` matches `npm-check-updates`".into(),
        help: "end the name with `(?:\\s|$)`".into(),
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

/// Two `.*` one after the other.
fn two_dot_stars(tree: &Node) -> Option<Lint> {
    let mut spans = Vec::new();
    dot_stars(tree, &mut spans);
    let second = *spans.get(1)?;
    Some(Lint {
        severity: Severity::Note,
        code: "two-dot-stars",
        message: "two `.*` take Python time that grows with the square of the command's length".into(),
        help: "`[^;|&]*` or one `.*` is often enough; abide itself stays linear".into(),
        span: Some(second),
    })
}

/// The unbounded `.` repeats that one match passes through; a lookaround
/// stands for itself.
fn dot_stars(node: &Node, spans: &mut Vec<Span>) {
    match node {
        Node::Repeat(repeat) if repeat.max.is_none() && matches!(repeat.node, Node::Dot { .. }) => {
            spans.push(repeat.span);
        }
        Node::Look { .. } => {}
        Node::Alternate(branches) => {
            let longest = branches.iter().map(|branch| {
                let mut inner = Vec::new();
                dot_stars(branch, &mut inner);
                inner
            });
            spans.extend(longest.max_by_key(Vec::len).unwrap_or_default());
        }
        node => node.children().into_iter().for_each(|child| dot_stars(child, spans)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pattern;

    fn codes(text: &str) -> Vec<&'static str> {
        let tree = pattern::tree(text).unwrap();
        pitfalls(&tree, Kind::ForbidCommand).iter().map(|lint| lint.code).collect()
    }

    #[test]
    fn pitfalls_are_found() {
        for (text, code) in [
            ("npm", "unanchored-command"),
            (r"\bnpm\b", "unanchored-command"),
            (r"(?:npm|yarn) install", "unanchored-command"),
            (r"^npm\b", "word-boundary-after-name"),
            (r"^(?:npm|yarn)\b", "word-boundary-after-name"),
            (r"^x(a+)+$", "nested-repeat"),
            (r"^x(?:a*b*)*$", "nested-repeat"),
            (r"^x(?:\w+\s?)*$", "nested-repeat"),
            (r"^git\b.*\sreset\b.*\s--hard", "two-dot-stars"),
        ] {
            assert_eq!(codes(text), [code], "{text}");
        }
    }

    #[test]
    fn good_patterns_are_left_alone() {
        for text in [
            r"^npm(?:\s|$)",
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
