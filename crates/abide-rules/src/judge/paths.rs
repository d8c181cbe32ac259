//! The paths that `protect_path` is matched against.
//!
//! Every path is made absolute and checked as written and, where symbolic
//! links lead elsewhere, as the real path. A folder that a command goes
//! through (`cp -r`, `grep -r`) is checked with what lies in it.

use super::touched::Touched;
use super::{Answer, Case, Cause, Unknown};
use crate::glob::Places;
use crate::place::{fold, has_drive, parent, shown};
use crate::rule::{Matcher, Rule, Tools};
use std::cell::OnceCell;

/// The project root, as said and as it really is; worked out once.
#[derive(Default)]
pub(super) struct Roots {
    folded: OnceCell<String>,
    real: OnceCell<Option<String>>,
}

impl<'c> Case<'c> {
    /// The first path of the call that breaks `rule`.
    pub(super) fn path_breach(&self, rule: &Rule) -> Answer<Cause> {
        let globs = self.globs(rule)?;
        let causes = self.touched().iter().map(|touched| self.path_cause(rule, &globs, touched));
        causes.filter_map(Result::transpose).next().transpose()
    }

    /// Every path of the call that breaks `rule`.
    pub(super) fn breaking_paths(&self, rule: &Rule) -> Result<Vec<Cause>, Unknown> {
        let globs = self.globs(rule)?;
        let causes = self.touched().iter().map(|touched| self.path_cause(rule, &globs, touched));
        causes.filter_map(Result::transpose).collect()
    }

    fn globs<'r>(&self, rule: &'r Rule) -> Result<Globs<'r>, Unknown> {
        Globs::of(rule, self.workspace.ignores_case() || has_drive(&self.call.cwd))
    }

    pub(super) fn touched(&self) -> &[Touched] {
        self.touched.get_or_init(|| self.paths_of_call())
    }

    fn path_cause(&self, rule: &Rule, globs: &Globs<'_>, touched: &Touched) -> Answer<Cause> {
        if !self.concerns(rule, touched) {
            return Ok(None);
        }
        let Some(path) = self.breaking_path(globs, touched, self.folded_root())? else { return Ok(None) };
        let holds = match touched.by {
            Some(by) => {
                self.line.as_ref().is_some_and(|l| self.holds_for(rule, &l.reach.commands[by.command]))
            }
            None => self.holds_in(rule, parent(path)),
        };
        let at = touched.by.map(|by| (by.command, by.span));
        Ok(holds.then(|| Cause::Path { path: shown(path).to_owned(), at }))
    }

    fn breaking_path<'t>(
        &self,
        globs: &Globs<'_>,
        touched: &'t Touched,
        root: &str,
    ) -> Result<Option<&'t str>, Unknown> {
        let home = self.workspace.home();
        if globs.match_path(&touched.path, root, home)? {
            return Ok(Some(&touched.path));
        }
        if let Some(real) = touched.real(self.workspace)
            && globs.match_path(real, self.real_root().unwrap_or(root), home)?
        {
            return Ok(Some(real));
        }
        for path in touched.below(&self.tree) {
            if globs.match_path(path, root, home)? {
                return Ok(Some(path));
            }
        }
        Ok(None)
    }

    /// Whether `rule` looks at what is done to this path.
    pub(super) fn concerns(&self, rule: &Rule, touched: &Touched) -> bool {
        let (wanted, done) = (rule.tools, touched.how.tools);
        if touched.by.is_some_and(|by| by.remote && !rule.remote) {
            return false;
        }
        // A redirection only writes: a rule about reading alone looks away.
        let writing = Tools::EDIT.or(Tools::WRITE);
        let looks_away = touched.how.only_redirected && wanted.meets(Tools::READ) && !wanted.meets(writing);
        let plainly = wanted.without(Tools::CREATE);
        let plainly = if looks_away { plainly.without(Tools::SHELL) } else { plainly };
        plainly.meets(done.without(Tools::CREATE))
            || wanted.meets(Tools::CREATE)
                && done.meets(Tools::CREATE)
                && !self.workspace.exists(&touched.path)
    }

    /// The folder that globs call the project.
    pub(crate) fn root(&self) -> &'c str {
        let root = self.call.root.as_deref().filter(|root| !root.is_empty()).unwrap_or(&self.call.cwd);
        if root.len() > 1 { root.trim_end_matches('/') } else { root }
    }

    pub(super) fn folded_root(&self) -> &str {
        self.roots.folded.get_or_init(|| fold(self.root(), ""))
    }

    fn real_root(&self) -> Option<&str> {
        self.roots.real.get_or_init(|| self.workspace.real_path(self.folded_root())).as_deref()
    }
}

/// The globs of a rule.
struct Globs<'r> {
    rule: &'r Rule,
    /// Globs and paths are compared in lower case.
    lowercase: bool,
}

impl<'r> Globs<'r> {
    fn of(rule: &'r Rule, lowercase: bool) -> Result<Self, Unknown> {
        let mut matchers = std::iter::once(&rule.matcher).chain(&rule.or).chain(&rule.unless);
        match matchers.all(|matcher| matches!(matcher, Matcher::Glob(_))) {
            true => Ok(Globs { rule, lowercase }),
            false => Err(Unknown::Broken("the rule has no glob".into())),
        }
    }

    fn match_path(&self, path: &str, root: &str, home: Option<&str>) -> Result<bool, Unknown> {
        if self.lowercase {
            let home = home.map(str::to_lowercase);
            let places = Places { root: &root.to_lowercase(), home: home.as_deref() };
            return self.matches(&path.to_lowercase(), &places);
        }
        self.matches(path, &Places { root, home })
    }

    fn matches(&self, path: &str, places: &Places<'_>) -> Result<bool, Unknown> {
        let Rule { matcher, or, unless, .. } = self.rule;
        Ok(self.any(std::iter::once(matcher).chain(or), path, places)?
            && !self.any(unless.iter(), path, places)?)
    }

    fn any<'m>(
        &self,
        mut matchers: impl Iterator<Item = &'m Matcher>,
        path: &str,
        places: &Places<'_>,
    ) -> Result<bool, Unknown> {
        let found = matchers.find_map(|matcher| {
            let Matcher::Glob(lazy) = matcher else { return None };
            let glob = if self.lowercase { lazy.lowercase() } else { lazy.glob_for(path) };
            match glob {
                Ok(Some(glob)) => glob.matches(path, places).then_some(Ok(true)),
                Ok(None) => None,
                Err(error) => Some(Err(Unknown::Broken(format!("the glob {error}")))),
            }
        });
        found.unwrap_or(Ok(false))
    }
}
