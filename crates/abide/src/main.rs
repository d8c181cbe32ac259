//! The command line of abide.
fn main() {}
