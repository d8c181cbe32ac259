//! Calls that a log holds again and again.
//!
//! Agents run the same commands and read the same files many times in a session. What
//! such a call would do is read out of its line once.

use super::join::AsItIs;
use super::record::Said;
use foldhash::quality::FixedState;
use std::collections::HashMap;
use std::hash::BuildHasher;
use std::rc::Rc;

/// All that a call hangs on: parts of its line as they are written, and what the reader
/// has kept of lines before it.
pub(crate) type Parts<'l> = ([Option<&'l [u8]>; 6], Option<&'l str>);

/// So many are kept; then they are forgotten.
const MOST: usize = 1024;
/// Longer ones are seldom repeated, in bytes.
const MOST_TEXT: usize = 1024;

/// What was said, by what it hangs on.
#[derive(Default)]
pub(crate) struct Repeated(HashMap<u64, Known, AsItIs>);

struct Known {
    parts: [Option<Box<[u8]>>; 6],
    kept: Option<Box<str>>,
    said: Rc<Said>,
}

impl Repeated {
    /// What was said, if that is known.
    pub fn get(&self, (parts, kept): Parts<'_>) -> Option<Rc<Said>> {
        let known = self.0.get(&hash((parts, kept)))?;
        let same = known.parts.iter().zip(parts).all(|(known, part)| known.as_deref() == part);
        (same && known.kept.as_deref() == kept).then(|| Rc::clone(&known.said))
    }

    /// Remembers what was said.
    pub fn keep(&mut self, (parts, kept): Parts<'_>, said: &Rc<Said>) {
        if parts.into_iter().flatten().map(<[u8]>::len).sum::<usize>() > MOST_TEXT {
            return;
        }
        if self.0.len() >= MOST {
            self.0.clear();
        }
        let known = Known {
            parts: parts.map(|part| part.map(Box::from)),
            kept: kept.map(Box::from),
            said: Rc::clone(said),
        };
        self.0.insert(hash((parts, kept)), known);
    }
}

fn hash(parts: Parts<'_>) -> u64 {
    FixedState::default().hash_one(parts)
}
