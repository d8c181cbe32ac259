//! Any text: no panic, a verdict, spans inside the text, steps in proportion
//! to its length. libFuzzer itself reports what takes too long.
#![no_main]

#[path = "../../crates/abide-shell/tests/support/promises.rs"]
mod promises;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    promises::read("fuzzed", text);
});
