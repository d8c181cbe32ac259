//! What is left of a log that was read: its calls, each in a few bytes.

use super::time::When;
use abide_agents::Agent;
use abide_agents::history::Outcome;
use abide_rules::Tools;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

/// What is known of a call that was judged. There is one for each call of a file, so
/// it is small.
#[derive(Debug)]
pub struct Seen {
    /// When it was made.
    pub time: When,
    /// An index into [`Judged::common`].
    pub common: u32,
}

/// What many calls of a file have in common.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Common {
    /// An index into [`Judged::names`]: the session.
    pub session: u32,
    /// The same: the root of the project; empty where the log names no folder.
    pub project: u32,
    /// An index into [`Judged::ties`]: the rules they have to do with.
    pub ties: u32,
    /// Whether a subagent made them.
    pub subagent: bool,
}

/// What is shown of a call.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Shown {
    /// A command line.
    Command(String),
    /// A path, or the name of a tool.
    Path(String),
}

impl Shown {
    /// The text.
    pub fn text(&self) -> &str {
        let (Shown::Command(text) | Shown::Path(text)) = self;
        text
    }
}

/// What rules a call has to do with. Few sets of them are met in a file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Ties {
    /// What kind of call it is, as rules see it.
    pub kind: Tools,
    /// Indexes of the rules that it could have broken, in order.
    pub about: Vec<u32>,
    /// Of those, the ones of which it ran what to use instead.
    pub instead: Vec<u32>,
    /// Indexes of the rules that it broke.
    pub broken: Vec<u32>,
}

/// What one file says, beside its calls.
pub struct File {
    /// Where it is.
    pub path: PathBuf,
    /// Whose it is; none if abide does not know it.
    pub agent: Option<&'static Agent>,
    /// What was passed over: how often, and the first line.
    pub skipped: BTreeMap<&'static str, (usize, usize)>,
    /// Why it, or the rest of it, could not be read.
    pub failure: Option<String>,
}

/// The calls of one file.
#[derive(Debug, Serialize, Deserialize)]
pub struct Judged {
    /// Each once.
    pub calls: Vec<Call>,
    /// Those that broke a rule, in order.
    pub broken: Vec<Broken>,
    /// What many of its calls have in common, each once.
    pub common: Vec<Common>,
    /// Texts that many calls share.
    pub names: Vec<String>,
    /// The sets of rules that its calls have to do with.
    pub ties: Vec<Ties>,
}

/// What is left of a call when its file was read. There is one for each call of a
/// history, so it is as small as it can be.
#[derive(Debug, Serialize, Deserialize)]
pub struct Call {
    /// As [`Record::key`](abide_agents::history::Record::key).
    pub key: u64,
    /// When it was made.
    pub time: When,
    /// An index into [`Judged::common`].
    pub common: u32,
    /// What became of it.
    pub outcome: Outcome,
}

/// A call that broke a rule. Most calls of a history may, so it is small as well.
#[derive(Debug, Serialize, Deserialize)]
pub struct Broken {
    /// Its place in [`Judged::calls`].
    pub at: u32,
    /// As [`Entry::answered`](abide_agents::history::Entry::answered).
    pub answered: u32,
    /// As [`Entry::id`](abide_agents::history::Entry::id).
    pub id: u64,
    /// The same for two calls of the same command or path.
    pub text: u64,
    /// The line of the log.
    pub line: u32,
    /// An index into [`Judged::names`]: the folder of the call.
    pub cwd: u32,
    /// The command or the path, unless it is certainly no example.
    pub shown: Option<Arc<Shown>>,
}

impl Judged {
    /// What the call at this place has to do with.
    pub fn ties(&self, at: u32) -> &Ties {
        &self.ties[self.common[self.calls[at as usize].common as usize].ties as usize]
    }

    /// What the call at this place broke.
    pub fn broke(&self, at: usize) -> Option<&Broken> {
        let found = self.broken.binary_search_by_key(&at, |broken| broken.at as usize);
        found.ok().map(|found| &self.broken[found])
    }

    /// How much memory it takes, in bytes, or a little less.
    pub fn size(&self) -> usize {
        let Judged { calls, broken, common, names, ties } = self;
        let shown = broken.iter().filter_map(|broken| broken.shown.as_deref());
        let lists = ties.iter().flat_map(|ties| [&ties.about, &ties.instead, &ties.broken]);
        size_of_val(&calls[..])
            + size_of_val(&broken[..])
            + size_of_val(&common[..])
            + size_of_val(&names[..])
            + size_of_val(&ties[..])
            + names.iter().map(String::len).sum::<usize>()
            + shown.map(|shown| size_of::<Shown>() + shown.text().len()).sum::<usize>()
            + lists.map(|rules| size_of_val(&rules[..])).sum::<usize>()
    }
}
