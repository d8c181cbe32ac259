//! What was met before.
//!
//! Agents repeat a few calls again and again, and most others never. What is worked out of
//! a call is worth its room in memory only if the call comes again, so it is kept when it is
//! met for the second time.

/// So many hashes are remembered at most.
const MOST: usize = 2048;

/// The hashes of what was met lately: each in one place, where the next one that belongs
/// there displaces it.
pub struct Met(Box<[u64]>);

impl Default for Met {
    fn default() -> Self {
        Met(vec![0; MOST].into())
    }
}

impl Met {
    /// Whether this hash was met, as far as that is remembered. Now it has been.
    pub fn again(&mut self, hash: u64) -> bool {
        let place = &mut self.0[hash as usize % MOST];
        std::mem::replace(place, hash) == hash
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_second_time_it_was_met_until_another_one_takes_its_place() {
        let mut met = Met::default();
        assert!(!met.again(7));
        assert!(!met.again(8));
        assert!(met.again(7));
        assert!(!met.again(7 + MOST as u64));
        assert!(!met.again(7));
    }
}
