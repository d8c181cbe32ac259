//! find: the commands of `-exec` and kin.

use super::listing;
use super::outcome::Outcome;
use super::simple::Call;
use super::walk::Walker;
use crate::tables::find;

pub(super) fn is_find(name: &str) -> bool {
    matches!(name, "find" | "gfind")
}

/// Walks the commands that find runs on what it finds. The names it puts in
/// place of `{}` are not known.
pub(super) fn run(walker: &mut Walker<'_>, call: &Call<'_>, words: &[&str]) -> Outcome {
    let find = find::read(words);
    let prints = find.commands.is_empty() && !find.deletes;
    for exec in find.commands {
        let mut argv = call.argv[exec.words.clone()].to_vec();
        if argv.is_empty() {
            continue;
        }
        for field in &mut argv {
            field.known &= !field.value.text().contains("{}");
        }
        let option = words[exec.words.start - 1];
        let inner = call.inner(argv);
        walker.within(&format!("find {option}"), |walker| {
            walker.subshell(|walker| {
                if exec.in_folder {
                    walker.state.set_folders(Vec::new());
                }
                walker.program(inner, None)
            })
        });
    }
    let names = if prints { listing::printed(walker, call) } else { None };
    Outcome { output: names, ..Outcome::unknown() }
}
