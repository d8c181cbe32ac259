//! What holds for every text, however broken. The fuzz targets ask for the same.

use abide_shell::{Context, End, Mapped, Reach, Shell, Span, reach, syntax_end};

/// Steps that any line may take.
const STEPS: u64 = 1_000_000;
/// Steps for each byte: some to parse it, some to walk it.
const STEPS_PER_BYTE: u64 = 32;

/// Reads a text in every way there is, and checks what holds for any text.
pub fn read(name: &str, text: &str) -> Reach {
    if let End::Error(span) = syntax_end(text) {
        check_span(name, text, span);
    }
    read_as(Shell::PowerShell, name, text);
    read_as(Shell::Bash, name, text)
}

fn read_as(shell: Shell, name: &str, text: &str) -> Reach {
    let context = Context { home: Some("/home/u"), cwd: Some("/repo"), shell, ..Context::default() };
    let reach = reach(text, &context);
    assert!(
        reach.steps <= STEPS + STEPS_PER_BYTE * text.len() as u64,
        "{name}: {} steps for {} bytes",
        reach.steps,
        text.len()
    );
    if let End::Error(span) = reach.end {
        check_span(name, text, span);
    }
    check_mapped(name, text, &reach.line);
    for command in &reach.commands {
        check_span(name, text, command.span);
        check_mapped(name, text, &command.written);
        check_mapped(name, text, &command.run);
        command.argv.iter().for_each(|field| check_mapped(name, text, &field.value));
        command
            .redirections
            .iter()
            .for_each(|redirection| check_mapped(name, text, &redirection.target.value));
        command.files().iter().for_each(|file| check_span(name, text, file.span));
    }
    reach
}

/// A span lies inside the text and on character borders.
fn check_span(name: &str, text: &str, span: Span) {
    assert!(
        span.start <= span.end && text.get(span.range()).is_some(),
        "{name}: {span:?} is not in the {} bytes of {text:.200?}",
        text.len()
    );
}

/// So does whatever a view says its parts came from.
fn check_mapped(name: &str, text: &str, view: &Mapped) {
    let length = view.text().len();
    check_span(name, text, view.span(0..length));
    view.origins().for_each(|origin| check_span(name, text, origin));
    // Longer views are looked at here and there: every place of each would be
    // more than the reading itself.
    let borders: Vec<usize> = view.text().char_indices().map(|(at, _)| at).collect();
    for at in borders.iter().step_by(1 + borders.len() / 64) {
        let end = at + view.text()[*at..].chars().next().map_or(0, char::len_utf8);
        check_span(name, text, view.span(*at..end));
        check_span(name, text, view.span(*at..length));
        check_span(name, text, view.span(*at..*at));
    }
}
