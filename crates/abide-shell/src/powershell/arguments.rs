//! Arguments that bash would part in another way: several in one text
//! (`Start-Process git 'push -f'`), one in several.

use super::{Value, Word, before};
use crate::Mapped;

/// An argument of `Start-Process` as the words that the program gets: all of them
/// are put together with blanks, and the program parts them there.
pub(super) fn parted(word: Word) -> Vec<Word> {
    match word.plain.as_deref() {
        Some(text) if text.contains([' ', '\t']) => text_of(&word).map_or(vec![word], |text| split(&text)),
        _ => vec![word],
    }
}

/// The text of a word in quotes, without these.
fn text_of(word: &Word) -> Option<Mapped> {
    let bash = word.bash.text();
    let inside = 1..bash.len().checked_sub(1)?;
    let mark = bash.chars().next().filter(|mark| matches!(mark, '\'' | '"') && bash.ends_with(*mark))?;
    let mut text = Mapped::default();
    let mut kept = inside.start;
    let mut bytes = bash.bytes().enumerate().take(inside.end).skip(inside.start);
    while let Some((at, byte)) = bytes.next() {
        if byte == b'\'' {
            return None;
        }
        if mark == '"' && byte == b'\\' {
            text.push_slice(&word.bash, kept..at);
            kept = at + 1;
            bytes.next();
        }
    }
    text.push_slice(&word.bash, kept..inside.end.max(kept));
    Some(text)
}

/// The words of a command line, as programs of Windows part it: blanks part
/// words, but for those between `"`.
pub(super) fn split(line: &Mapped) -> Vec<Word> {
    let text = line.text();
    let mut words = Vec::new();
    let mut word = Mapped::default();
    let (mut quoted, mut begun, mut kept) = (false, false, 0);
    for (at, char) in text.char_indices().chain([(text.len(), '\n')]) {
        let ends = char.is_ascii_whitespace() && (!quoted || at == text.len());
        if !ends && char != '"' {
            begun = true;
            continue;
        }
        word.push_slice(line, kept..at);
        kept = (at + char.len_utf8()).min(text.len());
        if char == '"' {
            (quoted, begun) = (!quoted, true);
        } else if std::mem::take(&mut begun) {
            words.push(literal(&std::mem::take(&mut word)));
        }
    }
    words
}

/// A word that says just this text.
fn literal(text: &Mapped) -> Word {
    let mut bash = Mapped::default();
    bash.push("'", before(text));
    let mut kept = 0;
    for (at, _) in text.text().match_indices('\'') {
        bash.push_slice(text, kept..at);
        bash.push("'\\''", text.span(at..at + 1));
        kept = at + 1;
    }
    bash.push_slice(text, kept..text.len());
    bash.push("'", before(text));
    Word { bash, plain: Some(text.text().to_owned()), ..Word::default() }
}

/// `New-Item -Path folder -Name file`, as `-Path folder/file`.
pub(super) fn name_in_path(words: &mut Vec<Word>) {
    let parameter = |words: &[Word], name: &str| {
        let found = words.iter().position(|word| word.bash.text() == name);
        found.filter(|at| at + 1 < words.len())
    };
    let Some(at) = parameter(words, "-Name") else { return };
    let Some(path) = parameter(words, "-Path") else {
        words[at].bash = Mapped::default();
        let place = before(&words[at + 1].bash);
        return words[at].bash.push("-Path", place);
    };
    let name = words.remove(at + 1).bash;
    words.remove(at);
    let folder = if path > at { path - 2 } else { path } + 1;
    if let Some(word) = words.get_mut(folder) {
        word.bash.push("/", before(&name));
        word.bash.push_mapped(&name);
    }
}

impl Value {
    /// Its words as those of one list.
    pub fn listed(mut self) -> Vec<Word> {
        self.words.iter_mut().skip(1).for_each(|word| word.behind = true);
        self.words
    }
}
