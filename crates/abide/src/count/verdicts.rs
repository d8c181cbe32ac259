//! What equal calls have to do with the rules.
//!
//! Agents run the same commands and read the same files again and again. What a
//! call breaks hangs on its tool, its input, its folder, its project and its branch,
//! beside the machine as it is now; so for a call that equals an earlier one in all of
//! these the answer is known. Long commands are seldom repeated, and not kept.

use super::judge::shown;
use super::judged::{Shown, Ties};
use super::past::Memory;
use super::sets::{Set, Sets};
use crate::workspace::Place;
use abide_rules::{Account, Input, ToolCall};
use foldhash::HashMap;
use foldhash::quality::FixedState;
use std::hash::BuildHasher;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

/// So many verdicts are kept; then they are forgotten.
const MOST: usize = 4096;
/// Calls with longer inputs are not kept, in bytes.
const MOST_TEXT: usize = 512;

/// The verdict on one call, and on all that are equal to it.
pub struct Verdict {
    /// The root of its project.
    pub project: String,
    /// Indexes of the rules that it breaks.
    pub broken: Arc<[u32]>,
    /// What is shown of it if it breaks one, and the hash of all of it.
    pub shown: Option<(u64, Arc<Shown>)>,
    /// The rules it has to do with.
    pub ties: Ties,
    /// What it is on.
    call: ToolCall,
    branch: Option<String>,
}

/// Judges calls, each that is new.
pub struct Verdicts<'r> {
    sets: &'r Sets,
    machine: Memory,
    /// By the hash of all they hang on.
    known: HashMap<u64, Rc<Verdict>>,
    /// The project of a folder and of where the session began, and the rules there.
    places: HashMap<(String, Option<String>), (String, Arc<Set>)>,
}

impl<'r> Verdicts<'r> {
    /// None yet.
    pub fn by(sets: &'r Sets) -> Self {
        Verdicts { sets, machine: Memory::new(), known: HashMap::default(), places: HashMap::default() }
    }

    /// The verdict on a call that was made on this branch.
    pub fn on(&mut self, call: &ToolCall, branch: Option<&str>) -> Rc<Verdict> {
        let key = FixedState::default().hash_one((parts(call), branch));
        if let Some(verdict) = self.known.get(&key)
            && (parts(&verdict.call), verdict.branch.as_deref()) == (parts(call), branch)
        {
            return Rc::clone(verdict);
        }
        let short = length(&call.input) <= MOST_TEXT;
        let verdict = Rc::new(self.judge(call, branch));
        if short {
            if self.known.len() >= MOST {
                self.known.clear();
            }
            self.known.insert(key, Rc::clone(&verdict));
        }
        verdict
    }

    fn judge(&mut self, call: &ToolCall, branch: Option<&str>) -> Verdict {
        let (project, set) = self.place(call);
        let branch = branch.map(str::to_owned);
        let mut call = call.clone();
        let said = call.root.replace(project.clone());
        let account = set.rules.account(&call, &self.machine.then(branch.clone()));
        let Account { kind, broken, about, instead } = account;
        let numbers = |rules: Vec<usize>| {
            let mut numbers: Vec<u32> = rules.into_iter().map(|at| set.numbers[at]).collect();
            numbers.sort_unstable();
            numbers
        };
        let path = broken.iter().find_map(|(_, path)| path.as_deref());
        let (text, what) = shown(&call, path);
        call.root = said;
        Verdict {
            project,
            ties: Ties { kind, about: numbers(about), instead: numbers(instead) },
            shown: (!broken.is_empty()).then(|| (text, Arc::new(what))),
            broken: numbers(broken.into_iter().map(|(at, _)| at).collect()).into(),
            call,
            branch,
        }
    }

    /// The root of the call's project, as the hook finds it, and the rules.
    fn place(&mut self, call: &ToolCall) -> (String, Arc<Set>) {
        let key = (call.cwd.clone(), call.root.clone());
        let place = || {
            let cwd = Path::new(if call.cwd.starts_with('/') { call.cwd.as_str() } else { "/" });
            let said = call.root.as_deref().map(Path::new).filter(|root| root.is_absolute());
            let place = Place::of(cwd, said);
            (place.root.to_string_lossy().into_owned(), self.sets.at(&place))
        };
        self.places.entry(key).or_insert_with(place).clone()
    }
}

/// What a verdict hangs on, but for the branch.
fn parts(call: &ToolCall) -> (&str, &str, &[String], &Input, &str, Option<&str>) {
    (call.agent, &call.tool, &call.names, &call.input, &call.cwd, call.root.as_deref())
}

fn length(input: &Input) -> usize {
    match input {
        Input::Shell(line) | Input::PowerShell(line) => line.len(),
        Input::Files(_, paths) => paths.iter().map(String::len).sum(),
        Input::Search { folder, glob } => [folder, glob].into_iter().flatten().map(String::len).sum(),
        Input::Changes(changes) => changes.iter().map(|(_, path)| path.len()).sum(),
    }
}
