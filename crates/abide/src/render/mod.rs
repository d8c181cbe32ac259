//! What a person sees. Everything here makes text; colour codes in it are
//! taken out by `anstream` when the output is no terminal, or under
//! `NO_COLOR`.

pub mod diagnostic;
pub mod explain;
pub mod style;
