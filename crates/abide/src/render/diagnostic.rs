//! Complaints about a rules file, underlined in it.

use super::inside;
use abide_rules::{Diagnostic, Severity};
use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};

/// One complaint, with the lines of `text` (the file) that it is about.
pub fn render(diagnostic: &Diagnostic, text: &str) -> String {
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
    Renderer::styled().render(&[group])
}
