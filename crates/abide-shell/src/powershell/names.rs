//! Names of PowerShell, in which upper and lower case are one.

use crate::tables::is_known;

/// Commands that the tables know under this name.
const CMDLETS: &[&str] = &[
    "Add-Content",
    "Clear-Content",
    "Compress-Archive",
    "Copy-Item",
    "Get-ChildItem",
    "Get-Command",
    "Get-Content",
    "Get-Item",
    "Invoke-Command",
    "Invoke-Expression",
    "Invoke-Item",
    "Invoke-RestMethod",
    "Invoke-WebRequest",
    "Move-Item",
    "New-Item",
    "Out-File",
    "Remove-Item",
    "Rename-Item",
    "Resolve-Path",
    "Select-String",
    "Set-Content",
    "Start-Process",
    "Tee-Object",
    "Test-Path",
    "Write-Debug",
    "Sort-Object",
    "Where-Object",
    "Write-Error",
    "Write-Host",
    "Write-Output",
    "Write-Verbose",
    "Write-Warning",
];

/// Aliases, sorted. Those that name a program of Unix which takes its files as
/// the cmdlet does (`cat`, `rm`, `ls`) keep their name, because rules say it.
const ALIASES: &[(&str, &str)] = &[
    ("ac", "Add-Content"),
    ("chdir", "cd"),
    ("clc", "Clear-Content"),
    ("copy", "Copy-Item"),
    ("cpi", "Copy-Item"),
    ("del", "Remove-Item"),
    ("dir", "Get-ChildItem"),
    ("erase", "Remove-Item"),
    ("gc", "Get-Content"),
    ("gci", "Get-ChildItem"),
    ("gcm", "Get-Command"),
    ("gi", "Get-Item"),
    ("icm", "Invoke-Command"),
    ("iex", "Invoke-Expression"),
    ("ii", "Invoke-Item"),
    ("irm", "Invoke-RestMethod"),
    ("iwr", "Invoke-WebRequest"),
    ("md", "New-Item"),
    ("mi", "Move-Item"),
    ("move", "Move-Item"),
    ("ni", "New-Item"),
    ("pop-location", "popd"),
    ("push-location", "pushd"),
    ("rd", "Remove-Item"),
    ("ren", "Rename-Item"),
    ("ri", "Remove-Item"),
    ("rni", "Rename-Item"),
    ("rvpa", "Resolve-Path"),
    ("saps", "Start-Process"),
    ("sc", "Set-Content"),
    ("set-location", "cd"),
    ("sl", "cd"),
    ("sls", "Select-String"),
    ("start", "Start-Process"),
    ("type", "Get-Content"),
    ("where", "Where-Object"),
    ("?", "Where-Object"),
    ("write", "Write-Output"),
];

/// Programs of Unix that are aliases too: what they are with parameters of the cmdlet.
const SHARED: &[(&str, &str)] = &[
    ("cat", "Get-Content"),
    ("cp", "Copy-Item"),
    ("ls", "Get-ChildItem"),
    ("mv", "Move-Item"),
    ("rm", "Remove-Item"),
    ("rmdir", "Remove-Item"),
    ("tee", "Tee-Object"),
];

/// Parameters of these commands.
const PARAMETERS: &[&str] = &[
    "Append",
    "ArgumentList",
    "Args",
    "Attributes",
    "Body",
    "ChildPath",
    "Command",
    "Context",
    "Delimiter",
    "Depth",
    "Destination",
    "DestinationPath",
    "Encoding",
    "ErrorAction",
    "Exclude",
    "FilePath",
    "Filter",
    "First",
    "Force",
    "Head",
    "Include",
    "InFile",
    "InputObject",
    "ItemType",
    "Last",
    "LiteralPath",
    "Name",
    "NewName",
    "NoNewline",
    "OutFile",
    "Path",
    "PathType",
    "Pattern",
    "Raw",
    "ReadCount",
    "Recurse",
    "ScriptBlock",
    "Tail",
    "TotalCount",
    "Type",
    "Uri",
    "Value",
    "Variable",
    "Verb",
    "Wait",
    "Width",
    "WindowStyle",
    "WorkingDirectory",
];

/// Cmdlets that take the files they are about from their input.
const FILES_FROM_INPUT: &[&str] =
    &["Clear-Content", "Copy-Item", "Get-Content", "Invoke-Item", "Move-Item", "Remove-Item", "Rename-Item"];

/// Words that bash would take for its own at the start of a command.
const RESERVED: &[&str] = &[
    "case", "coproc", "do", "done", "elif", "else", "esac", "fi", "for", "function", "if", "in", "select",
    "then", "time", "until", "while",
];

/// The cmdlet that a command's name stands for; `parameters` are its words that begin with `-`.
pub(super) fn cmdlet<'p>(name: &str, mut parameters: impl Iterator<Item = &'p str>) -> Option<&'static str> {
    let alias = |table: &[(&str, &'static str)]| {
        table.iter().find(|(alias, _)| alias.eq_ignore_ascii_case(name)).map(|(_, cmdlet)| *cmdlet)
    };
    CMDLETS
        .iter()
        .find(|cmdlet| cmdlet.eq_ignore_ascii_case(name))
        .copied()
        .or_else(|| alias(ALIASES))
        .or_else(|| {
            alias(SHARED).filter(|_| parameters.any(|word| word.len() > 4 && parameter(word).is_some()))
        })
}

/// The parameter that `-lit` or `-literalpath` means. The first in the table
/// whose name begins so, where several do.
pub(super) fn parameter(word: &str) -> Option<&'static str> {
    let name = word.strip_prefix('-')?;
    let begins =
        |known: &&&str| known.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name));
    let whole = |known: &&&str| known.eq_ignore_ascii_case(name);
    PARAMETERS.iter().find(whole).or_else(|| PARAMETERS.iter().find(begins)).copied()
}

/// Whether bash would not take this for the name of a command.
pub(super) fn is_reserved(name: &str) -> bool {
    RESERVED.contains(&name)
}

/// Whether the cmdlet, behind a pipe, is about the files that are piped into it;
/// `listed`, if those are files and no texts.
pub(super) fn takes_files(cmdlet: &str, listed: bool) -> bool {
    FILES_FROM_INPUT.contains(&cmdlet) || listed && cmdlet == "Select-String"
}

/// Whether the cmdlet hands files on.
pub(super) fn gives_files(cmdlet: &str) -> bool {
    matches!(cmdlet, "Get-ChildItem" | "Get-Item" | "Resolve-Path" | "Where-Object" | "Sort-Object")
}

/// The name by which the tables know the program, where that is another: `NPM`,
/// `npm.ps1`.
pub(super) fn program(name: &str) -> Option<String> {
    let lower = name.to_ascii_lowercase();
    let endings = [".ps1", ".cmd", ".exe", ".bat"];
    let stem = endings.iter().find_map(|ending| lower.strip_suffix(ending)).unwrap_or(&lower);
    (stem != name && !is_known(name) && is_known(stem)).then(|| stem.to_owned())
}

/// Whether the command gives another one a second name.
pub(super) fn makes_alias(name: &str) -> bool {
    ["Set-Alias", "New-Alias", "sal", "nal"].iter().any(|known| known.eq_ignore_ascii_case(name))
}

/// What a static method does, as a command: `[IO.File]::ReadAllText(path)`. The
/// words of the command come before those of the call.
pub(super) fn method(class: &str, method: &str) -> Option<&'static str> {
    let class = class.strip_prefix("system.").unwrap_or(class);
    let row =
        METHODS.iter().find(|(of, names, _)| *of == class && names.split(' ').any(|name| name == method));
    row.map(|(.., command)| *command)
}

/// Class, methods and command, in lower case.
const METHODS: &[(&str, &str, &str)] = &[
    ("io.file", "readalltext readalllines readallbytes readlines openread opentext", "Get-Content"),
    ("io.file", "writealltext writealllines writeallbytes appendalltext appendalllines", "Set-Content"),
    ("io.file", "create createtext openwrite appendtext", "New-Item"),
    ("io.file", "delete", "Remove-Item"),
    ("io.file", "copy", "Copy-Item"),
    ("io.file", "move", "Move-Item"),
    ("io.directory", "delete", "Remove-Item"),
    ("io.directory", "move", "Move-Item"),
    ("io.streamreader", "new", "Get-Content"),
    ("io.streamwriter", "new", "Set-Content"),
    ("diagnostics.process", "start", "Start-Process"),
    ("scriptblock", "create", "Invoke-Expression"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_in_any_case_and_cut_short() {
        let name = |name: &str, words: &[&str]| cmdlet(name, words.iter().copied());
        assert_eq!(name("GET-content", &[]), Some("Get-Content"));
        assert_eq!(name("Type", &[]), Some("Get-Content"));
        assert_eq!(name("rm", &["-rf"]), None);
        assert_eq!(name("cp", &["-dest"]), Some("Copy-Item"));
        assert_eq!(parameter("-lit"), Some("LiteralPath"));
        assert_eq!(parameter("-PATH"), Some("Path"));
        assert_eq!(parameter("-é"), None);
        assert_eq!(method("system.io.file", "delete"), Some("Remove-Item"));
    }
}
