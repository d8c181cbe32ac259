//! Words of which only a part is a file, a command or text.

use super::row::{Language, Role};
use std::ops::Range;

/// How a word is cut into parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// `@file` is read; anything else is free text (`curl -d`).
    AtFile,
    /// `name=@file` and `name=<file` are read; otherwise free text (`curl -F`).
    FormFile,
    /// `name@file` is read; otherwise free text (`curl --data-urlencode`).
    NameAtFile,
    /// `file` is read, `name=value` is free text (`curl -b`).
    Cookie,
    /// `name=file` or `file`, read (`kubectl --from-file`).
    KeyFile,
    /// `file://` is read; any other URL is no file.
    Url,
    /// `file://` is read, so is what is no URL at all (`open`).
    UrlOrFile,
    /// `/here:/there:ro`: what stands before the first `:` (`docker -v`).
    Volume,
    /// `type=bind,source=/here,target=/there` (`docker --mount`).
    Mount,
    /// `if=file` is read, `of=file` written (`dd`).
    Dd,
    /// A script behind one of the words of this program, in any case, and
    /// nothing otherwise: `exec=script` (`tar --checkpoint-action`).
    After(Opener),
    /// `revision:file`, and `:file` in the index, read (`git show`).
    RevisionFile,
    /// `./folder` and `file:folder` are read, a name is none of a file (`npm i`).
    PackageFile,
    /// `host:file` is elsewhere; otherwise a file that is read (`scp`).
    HostRead,
    /// `host:file` is elsewhere; otherwise a file that is removed.
    HostRemove,
    /// `host:file` is elsewhere; otherwise a file that is written.
    HostWrite,
    /// Code if it is named as such, or is `-`; a task otherwise (`bun run`).
    SourceFile,
    /// Items of HTTPie: `@file`, `name@file`, `name=@file` and `name:=@file` are read.
    HttpItem,
    /// `commands=["script", ..]`, `{"commands": [..]}` (`aws ssm send-command`).
    CommandList,
    /// `EXEC:script`, `OPEN:file` (`socat`).
    Socat,
}

/// Words that a script follows in the same word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opener {
    /// An alias of git(1).
    Git,
    /// A command of gdb(1) and lldb(1).
    Debugger,
    /// A setting of ssh_config(5).
    Ssh,
    /// An action of tar(1).
    Tar,
}

impl Opener {
    const fn words(self) -> &'static [&'static str] {
        match self {
            Opener::Git => &["!"],
            Opener::Debugger => &["shell ", "!", "platform shell "],
            Opener::Ssh => &[
                "ProxyCommand=",
                "ProxyCommand ",
                "LocalCommand=",
                "LocalCommand ",
                "KnownHostsCommand=",
                "KnownHostsCommand ",
            ],
            Opener::Tar => &["exec="],
        }
    }
}

impl Part {
    /// The parts of `word`: byte ranges into it, in order.
    pub fn cut(self, word: &str) -> Vec<(Range<usize>, Role)> {
        let all = 0..word.len();
        let from = |start: usize, role: Role| vec![(start..word.len(), role)];
        match self {
            Part::AtFile if word.starts_with('@') => from(1, Role::Read),
            Part::FormFile => match word.find(['@', '<']) {
                Some(at) if at > 0 && word.as_bytes()[at - 1] == b'=' => {
                    let end = word[at..].find(';').map_or(word.len(), |end| at + end);
                    vec![(at + 1..end, Role::Read)]
                }
                _ => from(0, Role::Free),
            },
            Part::SourceFile => {
                let code = word == "-" || ENDINGS.iter().any(|ending| word.ends_with(ending));
                from(0, if code { Role::RunFile(Language::JavaScript) } else { Role::Skip })
            }
            Part::HttpItem => match word.find([':', '=', '@']).map(|at| (at, &word[at..])) {
                Some((at, rest)) if rest.starts_with('@') => from(at + 1, Role::Read),
                Some((at, rest)) if rest.starts_with("=@") => from(at + 2, Role::Read),
                Some((at, rest)) if rest.starts_with(":=@") => from(at + 3, Role::Read),
                _ => from(0, Role::Free),
            },
            Part::CommandList => commands(word),
            Part::NameAtFile => match word.find(['@', '=']) {
                Some(at) if word.as_bytes()[at] == b'@' => from(at + 1, Role::Read),
                _ => from(0, Role::Free),
            },
            Part::Cookie if !word.contains('=') => from(0, Role::Read),
            Part::AtFile | Part::Cookie => from(0, Role::Free),
            Part::KeyFile => from(word.find('=').map_or(0, |at| at + 1), Role::Read),
            Part::UrlOrFile if !word.contains("://") => from(0, Role::Read),
            Part::Url | Part::UrlOrFile => match word.strip_prefix("file://") {
                Some(path) => from(word.len() - path.len(), Role::Read),
                None if word.contains("://") => from(0, Role::Skip),
                None => from(0, Role::Name),
            },
            Part::Volume => vec![(0..word.find(':').unwrap_or(word.len()), Role::Both)],
            Part::Mount => fields(word)
                .filter(|(_, key)| matches!(*key, "source" | "src"))
                .map(|(value, _)| (value, Role::Both))
                .collect(),
            Part::Dd => match word.split_once('=') {
                Some(("if", _)) => from(3, Role::Read),
                Some(("of", _)) => from(3, Role::Write),
                _ => from(0, Role::Skip),
            },
            Part::After(opener) => {
                let begins = |first: &&&str| {
                    word.get(..first.len()).is_some_and(|start| start.eq_ignore_ascii_case(first))
                };
                match opener.words().iter().find(begins) {
                    Some(first) => from(first.len(), Role::Script),
                    None => from(0, Role::Skip),
                }
            }
            Part::RevisionFile => match word.find(':') {
                Some(0) => in_index(word),
                Some(at) => from(at + 1, Role::Read),
                None => from(0, Role::Read),
            },
            Part::PackageFile => match word.find("file:") {
                Some(at) => from(at + "file:".len(), Role::Read),
                None if word.starts_with(['.', '/', '~']) => from(0, Role::Read),
                None => from(0, Role::Skip),
            },
            Part::HostRead | Part::HostRemove | Part::HostWrite if is_elsewhere(word) => {
                vec![(all, Role::Skip)]
            }
            Part::Socat => {
                let (kind, rest) = word.split_once(':').unwrap_or((word, ""));
                let role = match kind.to_ascii_uppercase().as_str() {
                    "EXEC" | "SYSTEM" | "SHELL" => Role::Script,
                    "OPEN" | "CREATE" | "GOPEN" | "FILE" => Role::Both,
                    _ => Role::Skip,
                };
                let end = rest.find(',').map_or(word.len(), |at| kind.len() + 1 + at);
                vec![(word.len() - rest.len()..end, role)]
            }
            Part::HostRead => from(0, Role::Read),
            Part::HostRemove => from(0, Role::Remove),
            Part::HostWrite => from(0, Role::Write),
        }
    }
}

/// What `:file`, `:0:file` and `:(magic)file` name; `:/text` looks for a commit
/// and `:!file` leaves a file out: gitrevisions(7), gitglossary(7).
fn in_index(word: &str) -> Vec<(Range<usize>, Role)> {
    let rest = &word[1..];
    let out = rest.starts_with(['/', '!', '^']) || rest.starts_with("(exclude");
    let start = match rest.as_bytes() {
        [b'0'..=b'3', b':', ..] => 3,
        [b'(', ..] => rest.find(')').map_or(1, |end| end + 2),
        _ => 1,
    };
    vec![(start..word.len(), if out { Role::Skip } else { Role::Read })]
}

/// What ends the names of files that hold JavaScript.
const ENDINGS: &[&str] = &[".js", ".ts", ".mjs", ".mts", ".cjs", ".cts", ".jsx", ".tsx"];

/// The texts between double quotes behind `command` or `commands`, or all that
/// stands behind its `=`.
fn commands(word: &str) -> Vec<(Range<usize>, Role)> {
    let Some(at) = word.find("command") else { return vec![(0..word.len(), Role::Skip)] };
    let at = at + word[at..].find(['=', ':']).unwrap_or(word.len() - at);
    if !word[at..].contains('"') {
        return vec![((at + 1).min(word.len())..word.len(), Role::Script)];
    }
    let mut quotes = word[at..].match_indices('"').map(|(quote, _)| at + quote);
    std::iter::from_fn(|| Some((quotes.next()? + 1..quotes.next()?, Role::Script))).collect()
}

/// The ranges of the values of `key=value,key=value`, with their keys.
fn fields(word: &str) -> impl Iterator<Item = (Range<usize>, &str)> {
    let mut start = 0;
    word.split(',').filter_map(move |field| {
        let at = start;
        start += field.len() + 1;
        let (key, value) = field.split_once('=')?;
        Some((at + key.len() + 1..at + key.len() + 1 + value.len(), key))
    })
}

/// Whether scp(1) and rsync(1) take the word as `host:file`: a colon stands
/// before any slash.
fn is_elsewhere(word: &str) -> bool {
    word.find([':', '/']).is_some_and(|at| word.as_bytes()[at] == b':') || word.contains("://")
}
