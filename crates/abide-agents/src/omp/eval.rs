//! Code that omp runs itself: the tool `eval`, with `language` and `code`.
//!
//! It is judged as the command line that would run the same code, which
//! `abide-shell` looks into. Python may hold magics (by omp's manual, "Eval Tool
//! Python Backend"): `!cmd` and `%%bash` run a shell, `%pip`, `%cd` and `%run` do
//! what they say. They become lines of their own.

use crate::line_of;
use crate::payload::Payload;
use abide_rules::{FileKind, Input};

/// The programs that run code as `eval` does. `ipython` and not `python3`: a
/// rule that wants scripts run another way is not about this tool.
const INTERPRETERS: &[(&[&str], [&str; 2])] = &[
    (PYTHON, ["ipython", "-c"]),
    (&["js", "javascript", "ts", "typescript"], ["node", "-e"]),
    (&["rb", "ruby"], ["ruby", "-e"]),
];

const PYTHON: &[&str] = &["py", "python", "python3"];

/// What each magic is, as the beginning of a shell line.
const MAGICS: &[(&str, &str)] =
    &[("!", ""), ("%pip ", "python -m pip "), ("%cd ", "cd "), ("%run ", "ipython "), ("%load ", "ipython ")];

/// What the code would do; nothing is known of it in another language.
pub(super) fn input(arguments: &Payload) -> Option<Input> {
    let code = arguments.text("code")?;
    let language = arguments.text("language").unwrap_or("py").to_ascii_lowercase();
    let known = INTERPRETERS.iter().find(|(names, _)| names.contains(&language.as_str()));
    let Some((names, [program, flag])) = known else {
        return Some(Input::Files(FileKind::Other, Vec::new()));
    };
    if *names != PYTHON {
        return Some(Input::Shell(line_of(&[program, flag, code])));
    }
    if let Some(cell) = code.trim_start().strip_prefix("%%bash") {
        let body = cell.split_once('\n').map_or("", |(_, body)| body);
        return Some(Input::Shell(body.to_owned()));
    }
    let (shell, python): (Vec<&str>, Vec<&str>) = code.lines().partition(|line| magic(line).is_some());
    let python = line_of(&[*program, *flag, &python.join("\n")]);
    // The code comes first: a magic that is no good shell line hides what is
    // below it.
    let lines = std::iter::once(python).chain(shell.into_iter().filter_map(magic));
    Some(Input::Shell(lines.collect::<Vec<_>>().join("\n")))
}

/// The shell line of a magic, `out = !cmd` too.
fn magic(line: &str) -> Option<String> {
    let line = line.trim();
    let set =
        line.split_once('=').filter(|(name, _)| name.trim().chars().all(|c| c.is_alphanumeric() || c == '_'));
    let line = set.map_or(line, |(_, value)| value.trim_start());
    MAGICS.iter().find_map(|(begin, as_shell)| Some(format!("{as_shell}{}", line.strip_prefix(begin)?)))
}
