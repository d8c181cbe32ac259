//! Complaints about a rules file, underlined in it.

use super::{inside, renderer};
use abide_rules::{Diagnostic, Severity};
use annotate_snippets::{AnnotationKind, Level, Snippet};

/// One complaint, with the lines of `text` (the file) that it is about, and
/// what follows from it.
pub fn render(diagnostic: &Diagnostic, text: &str, consequence: Option<&str>) -> String {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    };
    let snippet = Snippet::source(text)
        .path(&diagnostic.file)
        .annotation(AnnotationKind::Primary.span(inside(diagnostic.span, text)));
    let mut group = level.primary_title(&diagnostic.message).id(diagnostic.code).element(snippet);
    if let Some(help) = &diagnostic.help {
        group = group.element(Level::HELP.message(help));
    }
    if let Some(consequence) = consequence {
        group = group.element(Level::NOTE.message(consequence));
    }
    renderer().render(&[group])
}
