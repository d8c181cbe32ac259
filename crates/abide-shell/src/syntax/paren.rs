//! Is `((` the start of arithmetic, or a subshell in a subshell?
//!
//! Bash looks for the parenthesis that closes the second `(`; when another
//! `)` follows at once it is arithmetic. `((npm i) )` runs npm, `((npm i))`
//! does not. One scan answers for every parenthesis it passes, and the answers
//! are kept, so that deep nests of `((` stay linear.

use super::Parser;
use foldhash::HashMap;

/// What earlier scans found: where a `(` closes, or that it does not.
#[derive(Default)]
pub(super) struct Parens(HashMap<u32, Option<u32>>);

/// What the scan is inside of.
#[derive(Clone, Copy, PartialEq)]
enum Inside {
    Paren(u32),
    Brace,
    Double,
}

/// Scanning may look at each byte this many times before it is over budget.
const SCANS: u64 = 16;

impl Parser<'_> {
    /// Where the expression ends whose `((` has its second parenthesis at
    /// `open`: the place of the first `)` of `))`. `None` for a subshell.
    pub(super) fn arithmetic_end(&mut self, open: usize) -> Option<usize> {
        let close = self.closing(open)?;
        (close + 1 < self.end && self.bytes[close + 1] == b')').then_some(close)
    }

    /// Where the parenthesis at `open` closes.
    pub(super) fn closing(&mut self, open: usize) -> Option<usize> {
        if let Some(known) = self.parens.0.get(&(open as u32)) {
            return known.map(|close| close as usize).filter(|&close| close < self.end);
        }
        if self.extra_steps > SCANS * self.bytes.len() as u64 {
            self.give_up(crate::Limit::Steps);
            return None;
        }
        let mut inside = vec![Inside::Paren(open as u32)];
        let mut at = open + 1;
        while at < self.end {
            let byte = self.bytes[at];
            let top = *inside.last().expect("the scan ends with the last one");
            match (byte, top) {
                (b'\\', _) => at += 1,
                (b'"', Inside::Double) => drop(inside.pop()),
                (b'"', _) => inside.push(Inside::Double),
                (b'\'', Inside::Paren(_) | Inside::Brace) => at = self.find(b'\'', at + 1),
                (b'`', _) => at = self.find_unescaped(b'`', at + 1),
                (b'(', Inside::Paren(_) | Inside::Brace) => inside.push(Inside::Paren(at as u32)),
                (b'$', _) if self.bytes.get(at + 1) == Some(&b'(') => {
                    at += 1;
                    inside.push(Inside::Paren(at as u32));
                }
                (b'$', _) if self.bytes.get(at + 1) == Some(&b'{') => {
                    at += 1;
                    inside.push(Inside::Brace);
                }
                (b'}', Inside::Brace) => drop(inside.pop()),
                (b')', Inside::Paren(opened)) => {
                    inside.pop();
                    self.parens.0.insert(opened, Some(at as u32));
                    if inside.is_empty() {
                        break;
                    }
                }
                _ => {}
            }
            at += 1;
        }
        self.extra_steps += (at - open) as u64;
        for left in inside {
            if let Inside::Paren(opened) = left {
                self.parens.0.insert(opened, None);
            }
        }
        self.parens.0[&(open as u32)].map(|close| close as usize)
    }

    /// The place of the next `byte` from `from` on, or the end.
    pub(super) fn find(&self, byte: u8, from: usize) -> usize {
        let from = from.min(self.end);
        let rest = &self.bytes[from..self.end];
        from + memchr::memchr(byte, rest).unwrap_or(rest.len())
    }

    /// The place of the next `byte` that has no backslash before it, or the end.
    pub(super) fn find_unescaped(&self, byte: u8, from: usize) -> usize {
        let mut at = from;
        while at < self.end && self.bytes[at] != byte {
            at += if self.bytes[at] == b'\\' { 2 } else { 1 };
        }
        at.min(self.end)
    }
}
