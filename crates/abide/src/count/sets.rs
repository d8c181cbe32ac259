//! The rules that each call is under: those of its folder up to the root of the
//! project, as for the hook.
//!
//! Which folders calls are in is known when they are read. So the sets of rules are
//! loaded as they are met, each once, and a rule that is in several of them is one
//! rule. [`Rules`] is the list of all, when everything has been read.

use crate::files;
use crate::rules::{self, Fault, Loaded};
use crate::workspace::Place;
use abide_rules::{Position, Rule, RuleSet};
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

/// The rules of one place, and their numbers among all.
pub struct Set {
    /// The rules.
    pub rules: RuleSet,
    /// The number of each.
    pub numbers: Vec<u32>,
    /// Why some can never be broken, by their ids.
    idle: HashMap<String, String>,
    /// Why some are not enforced.
    faults: Vec<Fault>,
}

/// Every set that is met.
pub struct Sets {
    /// The one that was asked about: of calls elsewhere too.
    base: Arc<Set>,
    /// The place that it is of, if calls in other folders of the project are under
    /// the rules there.
    here: Option<Place>,
    met: Mutex<Met>,
}

#[derive(Default)]
struct Met {
    by_folders: HashMap<Vec<PathBuf>, Arc<Set>>,
    /// Rules by file and id, and whether it is a line of a tools file.
    numbers: HashMap<(String, String, bool), u32>,
    list: Vec<(Arc<Set>, usize)>,
}

impl Sets {
    /// Begins with one; `here` is its place, if not all calls are under it.
    pub fn of(loaded: Loaded, here: Option<Place>) -> Self {
        let mut met = Met::default();
        let base = met.add(loaded);
        Sets { base, here, met: Mutex::new(met) }
    }

    /// The rules that a call in this place is under.
    pub fn at(&self, place: &Place) -> Arc<Set> {
        let Some(here) = self.here.as_ref().filter(|here| here.root == place.root) else {
            return Arc::clone(&self.base);
        };
        let folders = with_rules(place);
        if folders == with_rules(here) {
            return Arc::clone(&self.base);
        }
        let mut met = self.met.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(set) = met.by_folders.get(&folders) {
            return Arc::clone(set);
        }
        let set = met.add(rules::load(files::find(place, None)));
        met.by_folders.insert(folders, Arc::clone(&set));
        set
    }

    /// All rules that were met, where it is asked for those of these ids.
    pub fn all(self, asked: Vec<String>) -> Rules {
        let met = self.met.into_inner().unwrap_or_else(PoisonError::into_inner);
        Rules { base: self.base, list: met.list, sets: met.by_folders.into_values().collect(), asked }
    }
}

/// The folders of a place that hold rules.
fn with_rules(place: &Place) -> Vec<PathBuf> {
    place.folders.iter().filter(|folder| folder.join(".abide").exists()).cloned().collect()
}

impl Met {
    fn add(&mut self, loaded: Loaded) -> Arc<Set> {
        let (idle, faults) = (loaded.idle(), loaded.faults());
        let rules = loaded.rules;
        let mut new = Vec::new();
        let number = |(at, rule): (usize, &Rule)| {
            let key = (rules.place(rule).0.to_owned(), rule.id.clone(), rule.from_tools_file);
            let next = u32::try_from(self.list.len() + new.len()).unwrap_or(u32::MAX);
            *self.numbers.entry(key).or_insert_with(|| {
                new.push(at);
                next
            })
        };
        let numbers = rules.rules().iter().enumerate().map(number).collect();
        let set = Arc::new(Set { rules, numbers, idle, faults });
        self.list.extend(new.into_iter().map(|at| (Arc::clone(&set), at)));
        set
    }
}

/// All rules, by their numbers.
pub struct Rules {
    base: Arc<Set>,
    list: Vec<(Arc<Set>, usize)>,
    /// The sets beside the first.
    sets: Vec<Arc<Set>>,
    /// The rules that are asked for; none: all.
    asked: Vec<String>,
}

impl Rules {
    /// All, in the order of their numbers.
    pub fn iter(&self) -> impl Iterator<Item = &Rule> {
        self.list.iter().map(|(set, at)| &set.rules.rules()[*at])
    }

    /// The rule of a number.
    pub fn rule(&self, number: usize) -> &Rule {
        let (set, at) = &self.list[number];
        &set.rules.rules()[*at]
    }

    /// The file that holds it, and where.
    pub fn place(&self, number: usize) -> (&str, Position) {
        self.list[number].0.rules.place(self.rule(number))
    }

    /// Why it can never be broken, if it cannot.
    pub fn idle(&self, number: usize) -> Option<&str> {
        self.list[number].0.idle.get(&self.rule(number).id).map(String::as_str)
    }

    /// By which it is told of among equals: those of the first set as they stand,
    /// then the others by their places. Numbers, and which set has a rule first, hang
    /// on which log was read first.
    pub fn order(&self, number: usize) -> (Option<(&str, Position)>, usize) {
        let (set, at) = &self.list[number];
        if Arc::ptr_eq(set, &self.base) { (None, *at) } else { (Some(self.place(number)), 0) }
    }

    /// Why rules could not be read, so that no call was judged by them, a line each.
    pub fn faults(&self) -> Vec<&str> {
        let sets = std::iter::once(&self.base).chain(&self.sets);
        let asked = |fault: &&Fault| {
            let named = |rule: &String| self.asked.is_empty() || self.asked.contains(rule);
            fault.rule.as_ref().is_none_or(named)
        };
        let faults = sets.flat_map(|set| &set.faults).filter(asked);
        let mut faults: Vec<&str> = faults.map(|fault| fault.text.as_str()).collect();
        faults.sort_unstable();
        faults.dedup();
        faults
    }
}
