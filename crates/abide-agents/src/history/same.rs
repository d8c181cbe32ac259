//! Maps whose keys are hashes.

use std::hash::{BuildHasherDefault, Hasher};

/// Keys that are hashes need no hash.
pub type AsItIs = BuildHasherDefault<Same>;

/// The hash of a hash.
#[derive(Default)]
pub struct Same(u64);

impl Hasher for Same {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.0 = self.0.rotate_left(8) ^ u64::from(*byte));
    }

    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }
}
