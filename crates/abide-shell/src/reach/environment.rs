//! Programs that run what a variable of the environment says: pagers,
//! editors, remote shells.

use super::feed::script_in_new_shell;
use super::simple::Call;
use super::state::Value;
use super::walk::Walker;
use crate::Mapped;
use crate::tables::ByName;

/// Variables that a program looks at in this order, and the word that its
/// arguments need to have.
struct Row {
    variables: &'static [&'static str],
    word: &'static str,
    /// It does so on a terminal only.
    pages: bool,
}

const fn runs(variables: &'static [&'static str], word: &'static str) -> Row {
    Row { variables, word, pages: false }
}

const fn pages(variables: &'static [&'static str]) -> Row {
    Row { variables, word: "", pages: true }
}

static ROWS: ByName<&[Row]> = ByName::new(&[
    // man(1): only on a terminal
    ("man", &[pages(&["MANPAGER", "PAGER"])]),
    ("psql", &[pages(&["PSQL_PAGER", "PAGER"])]),
    (
        "systemctl",
        &[pages(&["SYSTEMD_PAGER", "PAGER"]), runs(&["SYSTEMD_EDITOR", "EDITOR", "VISUAL"], "edit")],
    ),
    // less(1), "INPUT PREPROCESSOR"
    ("less", &[runs(&["LESSOPEN"], ""), runs(&["LESSCLOSE"], "")]),
    // Editors
    ("crontab", &[runs(&["VISUAL", "EDITOR"], "-e")]),
    ("hg", &[runs(&["HGEDITOR", "VISUAL", "EDITOR"], "commit")]),
    ("kubectl", &[runs(&["KUBE_EDITOR", "EDITOR"], "edit")]),
    ("sudoedit", &[runs(&["SUDO_EDITOR", "VISUAL", "EDITOR"], "")]),
    ("visudo", &[runs(&["SUDO_EDITOR", "VISUAL", "EDITOR"], "")]),
    // sudo(8), "-A"
    ("sudo", &[runs(&["SUDO_EDITOR", "VISUAL", "EDITOR"], "-e"), runs(&["SUDO_ASKPASS"], "-A")]),
    // Remote shells
    ("rsync", &[runs(&["RSYNC_RSH"], "")]),
    ("svn", &[runs(&["SVN_EDITOR", "VISUAL", "EDITOR"], "commit"), runs(&["SVN_SSH"], "")]),
]);

/// Walks what the variables make the program run.
pub(super) fn run(walker: &mut Walker<'_>, name: &str, call: &Call<'_>) {
    for row in ROWS.get(name).copied().unwrap_or_default() {
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
            let skip = text.len() - text.text().trim_start_matches(['|', '-']).len();
            let mut script = Mapped::default();
            script.push_slice(&text, skip..text.len());
            script_in_new_shell(walker, &format!("{name} {variable}"), script, Vec::new(), None);
        }
    }
}
