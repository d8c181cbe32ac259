//! x
use crate::tables::Language;
/// Editors that read commands from their input.
pub(super) fn editor(name: &str) -> Option<Language> {
    match name {
        "ed" | "red" => Some(Language::Ed),
        "ex" | "vi" | "vim" | "nvim" => Some(Language::Vim),
        _ => None,
    }
}
