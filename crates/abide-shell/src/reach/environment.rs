//! Programs that run what a variable of the environment says: pagers,
//! editors, remote shells.

use super::feed::script_in_new_shell;
use super::simple::Call;
use super::state::Value;
use super::walk::Walker;
use crate::Mapped;

/// A program, the variables it looks at in this order, and the word that its
/// arguments need to have.
struct Row {
    program: &'static str,
    variables: &'static [&'static str],
    word: &'static str,
    /// It does so on a terminal only.
    pages: bool,
}

const fn edits(program: &'static str, variables: &'static [&'static str], word: &'static str) -> Row {
    Row { program, variables, word, pages: false }
}

const ROWS: &[Row] = &[
    // man(1): only on a terminal
    Row { program: "man", variables: &["MANPAGER", "PAGER"], word: "", pages: true },
    Row { program: "systemctl", variables: &["SYSTEMD_PAGER", "PAGER"], word: "", pages: true },
    Row { program: "psql", variables: &["PSQL_PAGER", "PAGER"], word: "", pages: true },
    // less(1), "INPUT PREPROCESSOR"
    edits("less", &["LESSOPEN"], ""),
    edits("less", &["LESSCLOSE"], ""),
    // Editors
    edits("crontab", &["VISUAL", "EDITOR"], "-e"),
    edits("hg", &["HGEDITOR", "VISUAL", "EDITOR"], "commit"),
    edits("kubectl", &["KUBE_EDITOR", "EDITOR"], "edit"),
    edits("sudo", &["SUDO_EDITOR", "VISUAL", "EDITOR"], "-e"),
    edits("sudoedit", &["SUDO_EDITOR", "VISUAL", "EDITOR"], ""),
    edits("svn", &["SVN_EDITOR", "VISUAL", "EDITOR"], "commit"),
    edits("systemctl", &["SYSTEMD_EDITOR", "EDITOR", "VISUAL"], "edit"),
    edits("visudo", &["SUDO_EDITOR", "VISUAL", "EDITOR"], ""),
    // Remote shells
    edits("rsync", &["RSYNC_RSH"], ""),
    edits("svn", &["SVN_SSH"], ""),
    // sudo(8), "-A"
    edits("sudo", &["SUDO_ASKPASS"], "-A"),
];

/// Walks what the variables make the program run.
pub(super) fn run(walker: &mut Walker<'_>, name: &str, call: &Call<'_>) {
    for row in ROWS.iter().filter(|row| row.program == name) {
        let has_word = row.word.is_empty() || call.argv.iter().any(|field| field.value.text() == row.word);
        if !has_word || (row.pages && call.files.is_diverted()) {
            continue;
        }
        let text = |name: &&str| match walker.state.variable(name)?.as_slice() {
            [Value::Text(text)] if !text.is_empty() => Some((name.to_string(), text.clone())),
            _ => None,
        };
        if let Some((variable, text)) = row.variables.iter().find_map(text) {
            // `|` and `-` at the front of LESSOPEN tell how it is used.
            let skip = text.text().len() - text.text().trim_start_matches(['|', '-']).len();
            let mut script = Mapped::default();
            script.push_slice(&text, skip..text.text().len());
            script_in_new_shell(walker, &format!("{name} {variable}"), script, Vec::new(), None);
        }
    }
}
