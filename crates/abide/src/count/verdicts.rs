//! What equal calls have to do with the rules.
//!
//! Agents run the same commands and read the same files again and again. What a
//! call breaks hangs on its tool, its input, its folder, its project and its branch,
//! beside the machine as it is now; so for a call that equals an earlier one in all of
//! these the answer is known. Most calls are made once: a verdict is kept when its call is
//! met again, and one on a long command, which is seldom repeated, is not.

use super::judge::shown;
use super::judged::{Shown, Ties};
use super::past::Memory;
use super::sets::{Set, Sets};
use crate::workspace::Place;
use abide_agents::history::{AsItIs, Met, Said};
use abide_rules::{Account, Input, ToolCall};
use foldhash::quality::FixedState;
use std::collections::HashMap;
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
    /// Where its call is.
    place: Rc<Under>,
    /// What is shown of it if it breaks one, and the hash of all of it.
    pub shown: Option<(u64, Arc<Shown>)>,
    /// The rules it has to do with.
    pub ties: Ties,
}

impl Verdict {
    /// The root of its project.
    pub fn project(&self) -> &str {
        &self.place.project
    }
}

/// The project of a folder and of where the session began, and the rules there.
struct Under {
    cwd: String,
    root: Option<String>,
    project: String,
    set: Arc<Set>,
}

impl Under {
    fn is_of(&self, call: &ToolCall) -> bool {
        (&self.cwd, &self.root) == (&call.cwd, &call.root)
    }
}

/// Judges calls, each that is new.
pub struct Verdicts<'r> {
    sets: &'r Sets,
    machine: Memory,
    /// By the hash of all they hang on, and what was said.
    known: HashMap<u64, (Rc<Said>, Rc<Verdict>), AsItIs>,
    met: Met,
    /// By the hash of both folders.
    places: HashMap<u64, Rc<Under>, AsItIs>,
    /// The place of the last call: the next one is mostly made there as well.
    last: Option<Rc<Under>>,
}

impl<'r> Verdicts<'r> {
    /// None yet.
    pub fn by(sets: &'r Sets) -> Self {
        Verdicts {
            sets,
            machine: Memory::new(),
            known: HashMap::default(),
            met: Met::default(),
            places: HashMap::default(),
            last: None,
        }
    }

    /// The verdict on a call.
    pub fn on(&mut self, said: &Rc<Said>) -> Rc<Verdict> {
        if length(&said.call.input) > MOST_TEXT {
            return Rc::new(self.judge(said));
        }
        let key = FixedState::default().hash_one(parts(said));
        if let Some((known, verdict)) = self.known.get(&key)
            && parts(known) == parts(said)
        {
            return Rc::clone(verdict);
        }
        let verdict = Rc::new(self.judge(said));
        if self.met.again(key) {
            if self.known.len() >= MOST {
                self.known.clear();
            }
            self.known.insert(key, (Rc::clone(said), Rc::clone(&verdict)));
        }
        verdict
    }

    fn judge(&mut self, said: &Said) -> Verdict {
        let Said { call, branch, .. } = said;
        let place = self.place(call);
        let machine = self.machine.then(branch.as_deref());
        let account = match call.root.as_deref() == Some(&place.project) {
            true => place.set.rules.account(call, &machine),
            false => {
                let call = ToolCall { root: Some(place.project.clone()), ..call.clone() };
                place.set.rules.account(&call, &machine)
            }
        };
        let Account { kind, broken, about, instead } = account;
        let numbers = |rules: Vec<usize>| {
            let mut numbers: Vec<u32> = rules.into_iter().map(|at| place.set.numbers[at]).collect();
            numbers.sort_unstable();
            numbers
        };
        let what = (!broken.is_empty()).then(|| {
            let (text, what) = shown(call, broken.iter().find_map(|(_, path)| path.as_deref()));
            (text, Arc::new(what))
        });
        Verdict {
            ties: Ties {
                kind,
                about: numbers(about),
                instead: numbers(instead),
                broken: numbers(broken.into_iter().map(|(at, _)| at).collect()),
            },
            shown: what,
            place,
        }
    }

    /// The root of the call's project, as the hook finds it, and the rules.
    fn place(&mut self, call: &ToolCall) -> Rc<Under> {
        if let Some(last) = self.last.as_ref().filter(|last| last.is_of(call)) {
            return Rc::clone(last);
        }
        let key = FixedState::default().hash_one((&call.cwd, &call.root));
        let known = self.places.get(&key).filter(|place| place.is_of(call)).map(Rc::clone);
        let place = known.unwrap_or_else(|| {
            let cwd = Path::new(if call.cwd.starts_with('/') { call.cwd.as_str() } else { "/" });
            let said = call.root.as_deref().map(Path::new).filter(|root| root.is_absolute());
            let place = Place::of(cwd, said);
            let (project, set) = (place.root.to_string_lossy().into_owned(), self.sets.at(&place));
            let place = Rc::new(Under { cwd: call.cwd.clone(), root: call.root.clone(), project, set });
            self.places.insert(key, Rc::clone(&place));
            place
        });
        self.last = Some(Rc::clone(&place));
        place
    }
}

/// What a verdict hangs on.
fn parts(said: &Said) -> (&str, &str, &[String], &Input, &str, Option<&str>, Option<&str>) {
    let Said { call, branch, .. } = said;
    let (root, branch) = (call.root.as_deref(), branch.as_deref());
    (call.agent, &call.tool, &call.names, &call.input, &call.cwd, root, branch)
}

fn length(input: &Input) -> usize {
    match input {
        Input::Shell(line) | Input::PowerShell(line) => line.len(),
        Input::Files(_, paths) => paths.iter().map(String::len).sum(),
        Input::Search { folder, glob } => [folder, glob].into_iter().flatten().map(String::len).sum(),
        Input::Changes(changes) => changes.iter().map(|(_, path)| path.len()).sum(),
    }
}
