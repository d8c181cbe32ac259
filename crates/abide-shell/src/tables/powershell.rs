//! Cmdlets of PowerShell that look at, read or write files, or only say text, as
//! [`powershell`](crate::powershell) writes them. Microsoft.PowerShell.Management
//! and Microsoft.PowerShell.Utility, PowerShell 7.4.

use super::row::{Role::*, *};
use super::walk::BELOW;

pub const ROWS: &[Program] = &[
    row("Write-Host|Write-Output|Write-Error|Write-Warning|Write-Verbose|Write-Debug")
        .no_options()
        .rest(Free),
    row("Test-Path|Resolve-Path|Split-Path|Join-Path|Convert-Path|Get-Item|Get-ChildItem|gci")
        .no_clusters()
        .rest(Name)
        .opts(&[
            takes(Name, "-Path -LiteralPath -ChildPath"),
            takes(Free, "-Filter -Include"),
            val("-Exclude -PathType -Depth -Attributes"),
        ]),
    runs("Start-Process|saps").no_clusters().opts(&[
        takes(Entrypoint, "-FilePath"),
        takes(Dir, "-WorkingDirectory"),
        val("-WindowStyle -Verb -ArgumentList"),
    ]),
    row("Set-Location|Push-Location").no_clusters().rest(Name).opts(&[takes(Name, "-Path -LiteralPath")]),
    row("Get-Content|gc").no_clusters().rest(Read).opts(&[
        takes(Read, "-Path -LiteralPath"),
        val("-TotalCount -First -Head -Tail -Last -Encoding -ReadCount -Delimiter"),
    ]),
    row("Set-Content|Add-Content|Out-File|Tee-Object").no_clusters().operands(&[Write]).rest(Free).opts(&[
        takes(Write, "-Path -FilePath -LiteralPath").fills(),
        takes(Free, "-Value -InputObject"),
        val("-Encoding -Width -Variable"),
    ]),
    row("Compress-Archive").no_clusters().operands(&[Read, Write]).rest(Skip).walks(BELOW).opts(&[
        takes(Read, "-Path -LiteralPath").fills(),
        takes(Write, "-DestinationPath"),
        val("-CompressionLevel"),
    ]),
    row("Clear-Content").no_clusters().rest(Write).opts(&[takes(Write, "-Path -LiteralPath")]),
    row("New-Item|ni").no_clusters().rest(Write).opts(&[
        takes(Write, "-Path"),
        takes(Free, "-Value"),
        val("-ItemType -Type -Name"),
    ]),
    row("Remove-Item|ri").no_clusters().rest(Remove).opts(&[
        takes(Remove, "-Path -LiteralPath"),
        val("-Include -Exclude -Filter -ErrorAction"),
        flag("-Recurse").walks(BELOW),
    ]),
    row("Copy-Item").no_clusters().operands(&[Read, Write]).rest(Skip).opts(&[
        takes(Read, "-Path -LiteralPath").fills(),
        takes(Write, "-Destination"),
        val("-Include -Exclude -Filter"),
        flag("-Recurse").walks(BELOW),
    ]),
    row("Move-Item|Rename-Item").no_clusters().operands(&[Remove, Write]).rest(Skip).walks(BELOW).opts(&[
        takes(Remove, "-Path -LiteralPath").fills(),
        takes(Write, "-Destination -NewName"),
        val("-Include -Exclude -Filter"),
    ]),
    row("Select-String|sls").no_clusters().operands(&[Pattern]).rest(Read).opts(&[
        takes(Pattern, "-Pattern"),
        takes(Read, "-Path -LiteralPath"),
        val("-Context -Encoding -Include -Exclude"),
    ]),
];
