//! Lines made of ways, one inside the other.

use super::ways::{BASES, Fills, Way, ways};

/// A line, and what it was made of.
pub struct Line {
    pub text: String,
    /// The words of the command that it may run.
    pub base: &'static [&'static str],
    /// The names of the ways, outermost first.
    pub ways: Vec<&'static str>,
}

/// Makes the same lines for the same seed.
pub struct Composer {
    state: u64,
    depth: usize,
}

impl Composer {
    pub fn new(seed: u64, depth: usize) -> Self {
        Composer { state: seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1, depth: depth.max(1) }
    }

    pub fn line(&mut self) -> Line {
        let base = BASES[self.below(BASES.len())];
        let mut line = Line { text: base.join(" "), base, ways: Vec::new() };
        let mut fills = Fills::Program;
        for _ in 0..1 + self.below(self.depth) {
            let fitting: Vec<&Way> = ways().filter(|way| way.takes.accepts(fills)).collect();
            let way = fitting[self.below(fitting.len())];
            line.text = way.around(&line.text);
            line.ways.insert(0, way.name);
            fills = way.gives;
        }
        line
    }

    fn below(&mut self, end: usize) -> usize {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        (self.state.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize % end
    }
}
