//! What bash accepts, abide must be able to read.
//!
//! Bash is started only for the texts that abide refuses, so most rounds cost
//! no process. That abide accepts more than bash does is no finding: it only
//! looks at more.
#![no_main]

use abide_shell::{End, syntax_end};
use libfuzzer_sys::fuzz_target;
use std::process::{Command, Stdio};

/// Kinds of text that are known to differ: the rows with `open` in
/// `corpus/syntax.jsonl` say how. A kind is taken off here when it is mended.
const KNOWN: &[&str] = &["${ ", "${|", "coproc", "function", "let "];

fuzz_target!(|text: &str| {
    // Control characters are read differently in a `-c` text and are of no
    // interest; `-n` does not carry out `shopt`.
    let odd = |c: char| c.is_control() && c != '\n' && c != '\t';
    if text.len() > 4_096 || text.contains(odd) || text.contains("shopt") {
        return;
    }
    if KNOWN.iter().any(|known| text.contains(known)) || !matches!(syntax_end(text), End::Error(_)) {
        return;
    }
    assert!(!bash_accepts(text), "bash accepts, abide refuses: {text:?}");
});

/// Some errors are reported and leave the status at 0, so anything but a
/// warning about a here-document counts.
fn bash_accepts(text: &str) -> bool {
    let output = Command::new("bash")
        .args(["-n", "-c", "--", text])
        .stdin(Stdio::null())
        .env_clear()
        .env("PATH", "/usr/bin:/bin")
        .env("LC_ALL", "C.UTF-8")
        .output()
        .expect("bash starts");
    let errors = String::from_utf8_lossy(&output.stderr);
    let complains = |line: &str| !line.trim().is_empty() && !line.contains("warning: here-document");
    output.status.success() && !errors.lines().any(complains)
}
