//! The project's own scripts that a command runs: shell files, recipes of a
//! Makefile or justfile, scripts of a package.json.
//!
//! Only files inside the project are read, and only short ones; a file that
//! cannot be read, or not as one of these, runs nothing that is known.

use crate::call::Workspace;
use crate::diagnostic::Position;
use crate::json;
use crate::place::{fold, name, parent};
use abide_shell::{Command, package_scripts};

/// The longest script that is read, in bytes.
pub(crate) const LONGEST: usize = 64 * 1024;

/// The most recipes that one target comes to.
const MOST_RECIPES: usize = 32;

/// A text that a shell would run.
pub(crate) struct Script {
    /// The file, as it is shown.
    pub file: String,
    /// The line of the file that the text begins on, from 1.
    pub line: usize,
    pub text: String,
    /// The folder it runs in, absolute.
    pub folder: String,
}

/// Finds the scripts in the files of a project.
type Find = fn(&Place<'_>, &[&str]) -> Vec<Script>;

/// Programs that run scripts of the project.
const RUNNERS: &[(&[&str], Find)] =
    &[(&["make", "gmake"], make), (&["just"], just), (&["npm", "pnpm", "yarn", "bun"], package)];

/// Where a command runs.
struct Place<'p> {
    folder: &'p str,
    root: &'p str,
    workspace: &'p dyn Workspace,
}

/// The scripts that `command` runs in `folder` (absolute), a folder of the
/// project `root`.
pub(crate) fn of(command: &Command, folder: &str, root: &str, workspace: &dyn Workspace) -> Vec<Script> {
    let place = Place { folder, root, workspace };
    if let Some(path) = command.runs_file() {
        return place
            .read(path)
            .filter(|text| is_shell(text))
            .map(|text| place.whole(path, text))
            .into_iter()
            .collect();
    }
    let words: Vec<&str> = command.argv.iter().map(|field| field.value.text()).collect();
    let Some(program) = words.first().filter(|_| !command.is_dry_run()) else { return Vec::new() };
    match RUNNERS.iter().find(|(names, _)| names.contains(&name(program))) {
        Some((_, find)) => find(&place, &words),
        None => Vec::new(),
    }
}

impl Place<'_> {
    fn read(&self, path: &str) -> Option<String> {
        let path = fold(self.folder, path);
        let inside =
            path.strip_prefix(self.root.trim_end_matches('/')).is_some_and(|rest| rest.starts_with('/'));
        inside.then(|| self.workspace.read(&path, LONGEST))?
    }

    fn whole(&self, path: &str, text: String) -> Script {
        Script { file: path.to_owned(), line: 1, text, folder: self.folder.to_owned() }
    }

    /// The first of `names` that can be read.
    fn first(&self, names: &[&str]) -> Option<(String, String)> {
        names.iter().find_map(|name| Some((name.to_string(), self.read(name)?)))
    }
}

/// No `#!`, or one that names a shell; and no bytes that a text has not.
fn is_shell(text: &str) -> bool {
    let first = text.lines().next().unwrap_or_default();
    let shell = |word: &str| matches!(name(word), "sh" | "bash" | "dash" | "zsh" | "ksh" | "ash");
    !text.contains('\0') && first.strip_prefix("#!").is_none_or(|line| line.split_whitespace().any(shell))
}

/// The words that are neither options nor their values.
fn operands<'w>(words: &[&'w str], value_options: &[&str]) -> Vec<&'w str> {
    let mut operands = Vec::new();
    let mut words = words.iter().skip(1);
    while let Some(word) = words.next() {
        if value_options.contains(word) {
            words.next();
        } else if !word.starts_with('-') {
            operands.push(*word);
        }
    }
    operands
}

/// The value of the last of these options.
fn option<'w>(words: &[&'w str], names: &[&str]) -> Option<&'w str> {
    words.windows(2).rev().find(|pair| names.contains(&pair[0])).map(|pair| pair[1])
}

/// One rule of a Makefile, or recipe of a justfile.
struct Recipe {
    names: Vec<String>,
    needs: Vec<String>,
    /// The line its text begins on, from 1.
    line: usize,
    text: String,
}

/// The recipes of `wanted` and of what they need, those needed first.
fn with_needs<'r>(recipes: &'r [Recipe], wanted: &[&str]) -> Vec<&'r Recipe> {
    let mut queue: Vec<&str> = wanted.to_vec();
    let mut found: Vec<&Recipe> = Vec::new();
    let mut at = 0;
    while let Some(&wanted) = queue.get(at).filter(|_| found.len() < MOST_RECIPES) {
        for recipe in recipes.iter().filter(|recipe| recipe.names.iter().any(|name| name == wanted)) {
            if !found.iter().any(|known| known.line == recipe.line) {
                found.push(recipe);
                queue.extend(recipe.needs.iter().map(String::as_str));
            }
        }
        at += 1;
    }
    found.reverse();
    found
}

/// `make target`: the recipes of the targets, and of what they need.
fn make(place: &Place<'_>, words: &[&str]) -> Vec<Script> {
    let named = option(words, &["-f", "--file", "--makefile"]);
    let files: &[&str] = &["GNUmakefile", "makefile", "Makefile"];
    let Some((file, text)) = place.first(named.as_ref().map_or(files, std::slice::from_ref)) else {
        return Vec::new();
    };
    let values = ["-C", "--directory", "-f", "--file", "--makefile", "-I", "-o", "-W"];
    let mut targets: Vec<&str> =
        operands(words, &values).into_iter().filter(|word| !word.contains('=') && !is_number(word)).collect();
    let recipes = recipes(&text, |line| line.starts_with('\t'));
    if targets.is_empty() {
        let first = recipes.iter().flat_map(|recipe| &recipe.names).find(|name| !name.starts_with('.'));
        targets.extend(first.map(String::as_str));
    }
    let variables = make_variables(&text);
    let script = |recipe: &&Recipe| Script {
        file: file.clone(),
        line: recipe.line,
        text: variables.clone() + &from_make(&recipe.text),
        folder: place.folder.to_owned(),
    };
    with_needs(&recipes, &targets).iter().map(script).collect()
}

/// The number of `-j 4`.
fn is_number(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_digit())
}

/// The variables of a Makefile as assignments of a shell, on one line.
fn make_variables(text: &str) -> String {
    let mut assignments = String::new();
    for line in text.lines() {
        let Some((name, value)) = line.split_once('=') else { continue };
        let name = name.trim_end_matches([':', '?', '+', ' ']).trim_start_matches("export ").trim();
        let value = value.trim();
        let plain = |c: char| c.is_ascii_alphanumeric() || c == '_';
        if !name.is_empty() && name.chars().all(plain) && !value.contains(['$', '\'', '\\']) {
            assignments.push_str(&format!("{name}='{value}'; "));
        }
    }
    assignments
}

/// A recipe of make as text for a shell: `$(NAME)` is a variable there, and
/// `$$` is `$`.
fn from_make(recipe: &str) -> String {
    let mut text = String::with_capacity(recipe.len());
    let mut rest = recipe;
    while let Some(at) = rest.find('$') {
        text.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        if let Some(after) = rest.strip_prefix('$') {
            text.push('$');
            rest = after;
        } else if let Some((variable, after)) = rest.strip_prefix('(').and_then(|rest| rest.split_once(')')) {
            text.push_str(&format!("${{{}}}", variable.split(' ').next().unwrap_or_default()));
            rest = after;
        } else {
            text.push('$');
        }
    }
    text + rest
}

/// `just recipe`.
fn just(place: &Place<'_>, words: &[&str]) -> Vec<Script> {
    let named = option(words, &["-f", "--justfile"]);
    let files: &[&str] = &["justfile", "Justfile", ".justfile"];
    let Some((file, text)) = place.first(named.as_ref().map_or(files, std::slice::from_ref)) else {
        return Vec::new();
    };
    let mut wanted = operands(words, &["-f", "--justfile", "-d", "--working-directory", "--set"]);
    let recipes = recipes(&text, |line| line.starts_with([' ', '\t']));
    if wanted.is_empty() {
        wanted.extend(recipes.first().and_then(|recipe| recipe.names.first()).map(String::as_str));
    }
    let script = |recipe: &&Recipe| Script {
        file: file.clone(),
        line: recipe.line,
        text: recipe.text.clone(),
        folder: place.folder.to_owned(),
    };
    with_needs(&recipes, &wanted).iter().map(script).collect()
}

/// Reads `names: needs` lines and the lines below that are part of a recipe.
/// The signs before a command that tell make how to run it are left out.
fn recipes(text: &str, is_body: impl Fn(&str) -> bool) -> Vec<Recipe> {
    let mut recipes: Vec<Recipe> = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        if is_body(line) || line.trim().is_empty() {
            if let Some(recipe) = recipes.last_mut() {
                recipe.text.push_str(line.trim_start().trim_start_matches(['@', '-', '+']));
                recipe.text.push('\n');
            }
            continue;
        }
        let comment = line.trim_start().starts_with('#');
        let Some((names, needs)) =
            line.split_once(':').filter(|(_, needs)| !comment && !needs.starts_with('='))
        else {
            // Keeps the count of lines.
            recipes.last_mut().into_iter().for_each(|recipe| recipe.text.push('\n'));
            continue;
        };
        let words = |text: &str| {
            text.split_whitespace().map(|word| word.trim_start_matches('@').to_owned()).collect()
        };
        let needs = needs.trim_start_matches(':');
        let (needs, first) = needs.split_once(';').unwrap_or((needs, ""));
        let text = format!("{first}\n");
        recipes.push(Recipe { names: words(names), needs: words(needs), line: number, text });
    }
    recipes
}

/// `npm run build`, `pnpm build`, `npm test`.
fn package(place: &Place<'_>, words: &[&str]) -> Vec<Script> {
    let names = package_scripts(words);
    let Some((folder, text)) = nearest(place, "package.json") else { return Vec::new() };
    let Ok(document) = json::parse(&text) else { return Vec::new() };
    let Some(scripts) = document.get("scripts") else { return Vec::new() };
    let script = |name: &String| {
        let value = scripts.get(name)?;
        let line = Position::of(&text, value.span.start).line;
        Some(Script {
            file: "package.json".into(),
            line,
            text: value.text()?.into_owned(),
            folder: folder.to_owned(),
        })
    };
    names.iter().filter_map(script).collect()
}

/// The nearest file of this name, upwards to the root of the project.
fn nearest<'p>(place: &Place<'p>, file: &str) -> Option<(&'p str, String)> {
    let mut folder = place.folder;
    loop {
        let here = Place { folder, ..*place };
        if let Some(text) = here.read(file) {
            return Some((folder, text));
        }
        if folder == place.root || folder == "/" {
            return None;
        }
        folder = parent(folder);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recipes_bring_what_they_need_and_their_lines() {
        let text = "N = npm\n\nall: build\n\n# tests\nbuild test: dep ; first\n\t@$(N) ci\n\t-echo $$x\n\ndep:\n\ttouch a\n";
        let recipes = recipes(text, |line| line.starts_with('\t'));
        let found = with_needs(&recipes, &["all"]);
        let shown: Vec<_> = found.iter().map(|recipe| (recipe.line, recipe.names.join(" "))).collect();
        assert_eq!(shown, [(10, "dep".into()), (6, "build test".into()), (3, "all".into())]);
        assert_eq!(from_make(&found[1].text).trim(), "first\n${N} ci\necho $x");
        assert_eq!(make_variables(text), "N='npm'; ");
    }

    #[test]
    fn other_interpreters_are_no_shell() {
        for (text, shell) in [
            ("npm ci\n", true),
            ("#!/usr/bin/env -S bash -e\nnpm ci", true),
            ("#!/usr/bin/env python3\nimport os", false),
            ("\u{7f}ELF\0", false),
        ] {
            assert_eq!(is_shell(text), shell, "{text:?}");
        }
    }
}
