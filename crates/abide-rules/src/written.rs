//! Rules as they are written: where each field of a rule stands.
//!
//! The hook keeps what a rule means, and the files only as text; who complains of a
//! rule reads them once more. A field may stand in the rule, or in what another file
//! changes of it.

use crate::json::{self, Value};
use crate::load;
use crate::rule::Rule;
use crate::set::RuleSet;
use abide_shell::Span;

/// A place in one of the files of a set.
#[derive(Clone, Copy, Debug)]
pub(crate) struct At {
    pub file: usize,
    pub span: Span,
}

/// A value in one of the files.
#[derive(Clone, Copy)]
pub(crate) struct Spot<'v, 'a> {
    pub file: usize,
    pub value: &'v Value<'a>,
}

impl Spot<'_, '_> {
    pub fn at(&self) -> At {
        At { file: self.file, span: self.value.span }
    }
}

impl Rule {
    /// All of the rule.
    pub(crate) fn at(&self) -> At {
        At { file: self.file, span: self.span }
    }
}

/// The files of a set, parsed once more for the places of their fields.
pub(crate) struct Files<'s> {
    pub values: Vec<Option<Value<'s>>>,
}

impl<'s> Files<'s> {
    pub fn parse(set: &'s RuleSet) -> Self {
        Files { values: set.files.iter().map(|file| json::parse(&file.text).ok()).collect() }
    }

    /// A rule with what other files change in it.
    pub fn written(&self, rule: &Rule) -> Written<'_, 's> {
        let own = (!rule.from_tools_file).then_some((rule.file, rule.span));
        let places = rule.changed.iter().copied().chain(own);
        Written { parts: places.filter_map(|(file, span)| self.entry(file, span)).collect() }
    }

    /// The entry of the list of rules that fills these bytes.
    fn entry(&self, file: usize, span: Span) -> Option<Spot<'_, 's>> {
        let whole = self.values.get(file)?.as_ref()?;
        let rules = whole.get("rules").unwrap_or(whole);
        let value = rules.list().iter().find(|value| value.span == span)?;
        Some(Spot { file, value })
    }
}

/// A rule as it is written: what other files change in it, the nearest first, and then the
/// rule itself. A line of a tools file has no fields.
pub(crate) struct Written<'v, 'a> {
    parts: Vec<Spot<'v, 'a>>,
}

impl<'v, 'a> Written<'v, 'a> {
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// The value of a field that counts.
    pub fn get(&self, field: &str) -> Option<Spot<'v, 'a>> {
        self.parts.iter().find_map(|part| Some(Spot { value: part.value.get(field)?, ..*part }))
    }

    /// The value of a field, or the entry at `position` if it is a list.
    pub fn entry(&self, field: &str, position: usize) -> Option<Spot<'v, 'a>> {
        let spot = self.get(field)?;
        Some(Spot { value: spot.value.list().get(position).unwrap_or(spot.value), ..spot })
    }

    /// The examples. Those of a rule that was changed are about what it was before: only
    /// those beside the change count.
    pub fn examples(&self) -> Option<Spot<'v, 'a>> {
        let part = self.parts.first()?;
        Some(Spot { value: part.value.get("examples")?, ..*part })
    }

    /// Whether a field has a name that no rule has.
    pub fn misspelt(&self) -> bool {
        let names = self.parts.iter().flat_map(|part| part.value.members().unwrap_or_default());
        names.into_iter().any(|member| !load::FIELDS.contains(&member.key.as_ref()))
    }
}
