//! Values: what is known of the text that quoting and expansion produce.
//!
//! Nothing here runs or reads anything; it is arithmetic on strings that know
//! where they came from. The order of expansions, the variables, and the
//! commands inside substitutions are the business of `reach`.

mod awk;
pub(crate) mod brace;
pub(crate) mod decode;
pub(crate) mod escape;
pub(crate) mod fields;
pub(crate) mod filter;
pub(crate) mod jq;
pub(crate) mod operator;
pub(crate) mod pattern;
mod regex;
pub(crate) mod sed;
mod translate;
mod whole;
