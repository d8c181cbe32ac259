//! Calls that a log holds again and again.
//!
//! Agents run the same commands and read the same files many times in a session. What
//! such a call would do is read out of its line once.

use super::record::Said;
use foldhash::HashMap;
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
    known: HashMap<Box<[u8]>, Rc<Said>>,
    /// What is looked for, in one text.
    wanted: Vec<u8>,
}

impl Repeated {
    /// What was said, if that is known.
    pub fn get(&mut self, parts: Parts<'_>) -> Option<Rc<Said>> {
        self.wanted.clear();
        for part in parts {
            self.wanted.extend(part.map_or(0, |part| part.len() + 1).to_le_bytes());
            self.wanted.extend(part.unwrap_or_default());
        }
        self.known.get(&self.wanted[..]).map(Rc::clone)
    }

    /// Remembers what was said in the parts that were looked for last.
    pub fn keep(&mut self, said: &Rc<Said>) {
        if self.wanted.len() > MOST_TEXT {
            return;
        }
        if self.known.len() >= MOST {
            self.known.clear();
        }
        self.known.insert(self.wanted[..].into(), Rc::clone(said));
    }
}
