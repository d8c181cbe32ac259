//! What a file says of a rule beside what is matched: of its own, or of one in another file.
//!
//! `{"id": "use-pnpm", "enabled": false}` has no kind: it is no rule, but changes the rule
//! of that id in a file that is loaded later, such as a pack that it extends. What it
//! does not name stays.

use super::matcher_of;
use crate::Action;
use crate::rule::{Rule, Tools, When};
use abide_shell::Span;

/// The fields that stand there.
#[derive(Clone, Debug)]
pub(crate) struct Said {
    pub tools: Option<Tools>,
    pub source: Option<String>,
    pub text: Option<String>,
    pub message: Option<String>,
    pub replacement: Option<String>,
    pub rewrite: Option<(usize, Span)>,
    pub unless: Option<Vec<String>>,
    pub action: Option<Action>,
    pub remote: Option<bool>,
    pub enabled: Option<bool>,
    pub when: Option<When>,
    pub follow: Option<bool>,
}

impl Said {
    /// Gives `rule` what was said; the rest of it stays.
    pub fn put_into(self, rule: &mut Rule) {
        let kind = rule.kind;
        let unless = self.unless.map(|texts| texts.into_iter().map(|text| matcher_of(kind, text)).collect());
        put(self.tools, &mut rule.tools);
        put(self.source.map(Some), &mut rule.source);
        put(self.text.map(Some), &mut rule.text);
        put(self.message.map(Some), &mut rule.message);
        put(self.replacement.map(Some), &mut rule.replacement);
        put(self.rewrite.map(Some), &mut rule.rewrite);
        put(unless, &mut rule.unless);
        put(self.action, &mut rule.action);
        put(self.remote, &mut rule.remote);
        put(self.enabled, &mut rule.enabled);
        put(self.when, &mut rule.when);
        put(self.follow, &mut rule.follow);
    }
}

fn put<T>(said: Option<T>, field: &mut T) {
    if let Some(said) = said {
        *field = said;
    }
}

/// What a file changes in a rule of another.
#[derive(Debug)]
pub(crate) struct Change {
    pub id: String,
    pub said: Said,
    /// The file that says so, and the bytes there.
    pub file: usize,
    pub span: Span,
}
