//! Calls that a log holds again and again.
//!
//! Agents run the same commands and read the same files many times in a session. What
//! such a call would do is read out of its line when it is met for the first and the second
//! time ([`Met`]), and is known from then on.

use super::AsItIs;
use super::met::Met;
use super::record::Said;
use foldhash::quality::FixedState;
use std::collections::HashMap;
use std::hash::BuildHasher;
use std::rc::Rc;

/// All that a call hangs on: parts of its line as they are written, and what the reader
/// has kept of lines before it.
pub(crate) type Parts<'l> = [Option<&'l [u8]>; 7];

/// So many are kept; then they are forgotten.
const MOST: usize = 1024;
/// Longer ones are seldom repeated, in bytes.
const MOST_TEXT: usize = 1024;

/// What was said, by what it hangs on.
#[derive(Default)]
pub(crate) struct Repeated {
    /// By the hash of all parts.
    known: HashMap<u64, Kept, AsItIs>,
    met: Met,
    /// What is looked for, in one text, and its hash.
    wanted: Vec<u8>,
    hash: u64,
}

struct Kept {
    parts: Box<[u8]>,
    said: Rc<Said>,
}

impl Repeated {
    /// What was said, if that is known.
    pub fn get(&mut self, parts: Parts<'_>) -> Option<Rc<Said>> {
        self.wanted.clear();
        for part in parts {
            self.wanted.extend_from_slice(&part.map_or(0, |part| part.len() + 1).to_le_bytes());
            self.wanted.extend_from_slice(part.unwrap_or_default());
            if self.wanted.len() > MOST_TEXT {
                return None;
            }
        }
        self.hash = FixedState::default().hash_one(&self.wanted);
        let kept = self.known.get(&self.hash)?;
        (*kept.parts == self.wanted[..]).then(|| Rc::clone(&kept.said))
    }

    /// Remembers what was said in the parts that were looked for last, if they were met
    /// before.
    pub fn keep(&mut self, said: &Rc<Said>) {
        if self.wanted.len() > MOST_TEXT || !self.met.again(self.hash) {
            return;
        }
        if self.known.len() >= MOST {
            self.known.clear();
        }
        self.known.insert(self.hash, Kept { parts: self.wanted[..].into(), said: Rc::clone(said) });
    }
}
