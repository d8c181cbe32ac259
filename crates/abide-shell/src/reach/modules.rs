//! Modules that an interpreter loads before it runs its code.

use crate::tables::{ByName, Language};

/// Variables that hold options, perlrun(1), ruby(1), node(1).
pub(super) static OPTIONS: ByName<&str> =
    ByName::new(&[("node", "NODE_OPTIONS"), ("perl", "PERL5OPT"), ("ruby", "RUBYOPT")]);

/// The files that a module may be.
pub(super) fn paths(language: Language, module: &str) -> Vec<String> {
    let name = module.split('=').next().unwrap_or(module).trim_start_matches("file://");
    let (name, endings): (String, &[&str]) = match language {
        Language::Perl => (name.replace("::", "/"), &[".pm"]),
        Language::Ruby => (name.to_owned(), &["", ".rb"]),
        Language::Lua => (name.replace('.', "/"), &[".lua", "/init.lua"]),
        _ => (name.to_owned(), &["", ".js", ".mjs", ".cjs", ".ts", "/index.js"]),
    };
    endings.iter().map(|ending| format!("{name}{ending}")).collect()
}
