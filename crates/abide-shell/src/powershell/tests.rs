//! PowerShell beside the bash that it is read as.

use super::as_bash;
use crate::Mapped;

fn bash(code: &str) -> String {
    as_bash(&Mapped::source(code, 0)).unwrap().text().trim().replace("\n", "; ")
}

fn ends(code: &str) {
    if let Ok(bash) = as_bash(&Mapped::source(code, 0)) {
        assert!(bash.text().len() < 100 * code.len() + 100, "{code}");
    }
}

#[test]
fn powershell_is_written_as_bash() {
    let rows: &[(&str, &str)] = &[
        ("npm ci", "npm ci"),
        ("npm ci; npm test", "npm ci; npm test"),
        ("& 'npm' ci", "'npm' ci"),
        ("n`pm ci", "n'p'm ci"),
        ("gc -lit .\\.env", "Get-Content -LiteralPath ./.env"),
        ("type -Path:.env", "Get-Content -Path .env"),
        ("git commit -m 'it''s npm'", "git commit -m 'it'\\''s npm'"),
        ("$c = 'npm'; & $c ci", "c='npm'; ; \"${c}\" ci"),
        ("$c = 'np' + 'm'; & $c ci", "c='np''m'; ; \"${c}\" ci"),
        (
            "if ($x -eq 1) { npm ci } else { npm i }",
            "if [[ \"${x}\"1$_value ]]; then npm ci; ; else npm i; ; fi",
        ),
        ("'a','b' | % { npm $_ }", "Write-Output 'a' 'b' | while read -r item; do npm \"${item}\"; ; done"),
        ("foreach ($x in 'a', 'b') { npm $x }", "for x in 'a' 'b'; do npm \"${x}\"; ; done"),
        ("npm ci 2>&1 | Out-Null", "npm ci 2>&1 | Out-Null"),
        ("npm ci > $null", "npm ci >/dev/null"),
        ("'X=1' | Out-File -Append .env", "Write-Output 'X=1' | Out-File -Append .env"),
        ("@'\nnpm ci\n'@ | Set-Content notes.md", "Write-Output 'npm ci' | Set-Content notes.md"),
        ("Start-Process -FilePath npm -ArgumentList 'ci','--x' -Wait", "Start-Process npm 'ci' '--x' -Wait"),
        ("[IO.File]::ReadAllText('.env')", "[[ \"$(Get-Content '.env')\" ]]"),
        ("'{0} ci' -f 'npm' | iex", "Write-Output '''npm'' ci' | Invoke-Expression"),
        ("$env:A = 'x'; node x.js", "export A='x'; ; node x.js"),
        ("function f { npm ci }; f", "f() { npm ci; ; }; f"),
        ("# npm ci\n<# npm ci #>", ""),
        ("\"a `\"b`\" $x.y\"", "[[ \"a \\\"b\\\" \"\"${x}\"\".y\" ]]"),
        ("npm i @types/node", "npm i @types/node"),
        ("cd C:\\repo; npm ci", "cd C:/repo; npm ci"),
        ("try { 1 } catch [IO.A], [IO.B] { npm ci }", "[[ 1 ]]; ; if [[ $_value ]]; then npm ci; ; fi"),
        ("[string[]]$a = npm ci", "a=\"$(npm ci; )\""),
        ("sls 'a', 'b' x, y", "Select-String 'a' -Pattern 'b' x y"),
        ("gc -Path x, y -Raw", "Get-Content -Path x -Path y -Raw"),
        ("Start-Process git 'push -f' -Wait", "Start-Process git 'push' '-f' -Wait"),
        ("saps cmd -Args \"/c `\"npm ci`\"\"", "Start-Process cmd '/c' 'npm ci'"),
        ("saps 'C:\\a b\\x.exe' '-c', 'd'", "Start-Process 'C:/a b/x.exe' '-c' 'd'"),
        (
            "[Diagnostics.Process]::Start('cmd', '/c npm ci')",
            "[[ \"$(Start-Process 'cmd' '/c' 'npm' 'ci')\" ]]",
        ),
        ("node --% a\u{a0}b c", "node 'a\u{a0}b' 'c'"),
        ("node --% a \"b; c\nnpm ci", "node 'a' 'b; c'; npm ci"),
        ("gc \"$($a)\\.env\"", "Get-Content \"\"\"${a}\"\"/.env\""),
        ("ni -Path a -Name b -Value c", "New-Item -Path a/b -Value c"),
        ("ni -Name b", "New-Item -Path b"),
    ];
    let wrong: Vec<String> = rows
        .iter()
        .filter(|(code, expected)| bash(code) != *expected)
        .map(|(code, expected)| format!("{code}\n  expected {expected}\n  found    {}", bash(code)))
        .collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn any_text_has_an_end() {
    for code in [
        "$(",
        "@'",
        "\"$(",
        "${",
        "[",
        "{{{{",
        "& ",
        "if (",
        "foreach ($x in",
        "switch (1) { ",
        "1 -f",
        "$x[",
        "<#",
        "`",
        "@{a",
        "param(",
        "=",
        ")",
        "}",
        "'a' -f",
        ",",
        "é é",
    ] {
        ends(code);
        ends(&code.repeat(50));
    }
    assert!(as_bash(&Mapped::source(&"(".repeat(1000), 0)).is_err());
}
